"""The questions that decide the claims of the document on chemin de fer and American baccarat."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from exact.documents.answers import Answer, Arguments
from exact.documents.models import Model
from exact.games import chemin_de_fer
from exact.games.baccara.points import TOTALS, naturel, total
from exact.games.baccara.sabot import carte_d_arret
from exact.games.chemin_de_fer.drawing_rules import HANDS, Cell, Rules
from exact.games.chemin_de_fer.rules import BANKER, HOUSE, Coup, Table, step
from exact.games.punto_banco.rules import tableau
from exact.rational import decimal
from exact.records import shoe_label
from exact.shoe import Shoe
from exact.tree import Settle

#: Hands with a total of six and of seven, for a coup that is settled by hand.
SIX, SEVEN = (0, 6), (0, 7)


def shoe_cards(model: Model, arguments: Arguments) -> Answer:
    """The number of cards in the shoe."""
    return Answer(Fraction(_shoe(model).size))


def last_coup(model: Model, arguments: Arguments) -> Answer:
    """Whether the coup in which the carte d'arrêt appears can always be completed."""
    found = carte_d_arret(Coup(Table(Rules.named("tableau"))), arguments["behind"])
    return Answer(holds=found.enough, text=found.explain()[0].lower() + found.explain()[1:-1])


def higher_total_wins(model: Model, arguments: Arguments) -> Answer:
    """Coups in which both stand, settled by the rules, with every pair of totals.

    The higher total wins 1 : 1; with equal ones nobody does.
    """
    found = []
    for ponte in TOTALS:
        for banker in TOTALS:
            wins = Fraction((ponte > banker) - (ponte < banker))
            found.append(_settled((0, ponte), (0, banker)) == (wins, -wins, Fraction(0)))
    return Answer(
        holds=all(found), text=f"so with all {len(found)} pairs of totals: a unit, with equal ones nothing"
    )


def naturel_ends(model: Model, arguments: Arguments) -> Answer:
    """With a naturel of either side no third card is drawn: tried with every one, and every hand against it.

    The other side may know its hand or its total, and a ponte without a naturel may have declared either.
    """
    naturels = [hand for hand in HANDS if naturel(total(*hand))]
    table = Table(Rules.named("unrestricted"))
    found = [
        isinstance(step(Coup(table, ponte=ponte, banker=banker, ponte_draws=drawn)), Settle)
        for one in naturels
        for hand in HANDS
        for ponte, banker, drawn in ((one, hand, None), (hand, one, True), (hand, one, False))
    ]
    return Answer(holds=all(found), text=f"so in all {len(found)} cases")


def banker_paid(model: Model, arguments: Arguments) -> Answer:
    """What a banker's win of one unit leaves him after the tax."""
    payoffs = _settled(SIX, SEVEN, Fraction(str(arguments["tax"])))
    return Answer(payoffs[BANKER], payoffs[HOUSE] == Fraction(str(arguments["tax"])))


def bank_gain(model: Model, arguments: Arguments) -> Answer:
    """The bank's gain at equilibrium, per unit staked and coup, before tax."""
    value = chemin_de_fer.solve(_shoe(model), _information(model)).value
    return Answer(value, record=f"{_record(model, 'classical')}#value")


def ponte_rule(model: Model, arguments: Arguments) -> Answer:
    """Whether optimal play of a ponte who is free everywhere does what the document prescribes.

    ``arguments``: the ``totals`` and the ``action``.
    """
    equilibrium = _unrestricted(model)
    wanted = int(arguments["action"] == "draw")
    others = {
        own: p for own, p in equilibrium.ponte.items() if _total(own) in arguments["totals"] and p != wanted
    }
    if not others:
        found = f"optimal play of a free ponte {arguments['action']}s there"
        return Answer(holds=True, text=found, record=_record(model, "unrestricted"))
    listed = ", ".join(f"{own}: {decimal(100 * p, 4)} %" for own, p in others.items())
    found = f"optimal play draws with {listed}"
    return Answer(holds=False, text=found, record=_record(model, "unrestricted"))


def ponte_free(model: Model, arguments: Arguments) -> Answer:
    """Whether the ponte has a true choice: both always drawing and always standing cost him something."""
    free = [own for own, action in enumerate(Rules.named("classical").ponte) if action == "free"]
    if free != [arguments["total"]]:
        return Answer(holds=False, text=f"he is free on {', '.join(map(str, free))} only")
    worth = chemin_de_fer.values(_shoe(model), _information(model))
    costs = [worth.always_draws - worth.value, worth.always_stands - worth.value]
    draw, stand = (decimal(cost, 4) for cost in costs)
    return Answer(
        holds=min(costs) > 0,
        text=f"always drawing costs him {draw}, always standing {stand} a coup",
        record=f"chemin-de-fer.values.{model.information}.{shoe_label(_shoe(model))}",
    )


def banker_rule(model: Model, arguments: Arguments) -> Answer:
    """Whether reason forces every fixed cell of a line of the banker's table, whatever the ponte does.

    ``arguments``: the ``totals`` of the line. Free cells are another question.
    """
    audit, record = _audit(model), _audit_record(model)
    wrong = {
        cell: found
        for cell, found in audit.banker.items()
        if _total(cell[0]) in arguments["totals"]
        and found.prescribed != "free"
        and found.verdict not in ("never matters", f"always {found.prescribed}")
    }
    if not wrong:
        return Answer(holds=True, text="each is better whatever the ponte does", record=record)
    listed = [
        f"{_name(cell)} ({found.verdict}; {found.prescribed}ing costs {decimal(found.cost, 3)}, "
        f"known {decimal(found.cost_known, 3)} a coup)"
        for cell, found in wrong.items()
    ]
    more = f" and {len(listed) - 3} more" if len(listed) > 3 else ""
    return Answer(holds=False, text=f"but for {', '.join(listed[:3])}{more}", record=record)


def banker_free(model: Model, arguments: Arguments) -> Answer:
    """Whether the better action in a volonté cell depends on how often the ponte draws on five."""
    audit, record = _audit(model), _audit_record(model)
    cells = {
        cell: found
        for cell, found in audit.banker.items()
        if (_total(cell[0]), cell[1]) == (arguments["total"], arguments["third"])
    }
    forced = {cell: found for cell, found in cells.items() if found.verdict != "depends on p"}
    switches = [f"p = {decimal(found.switch, 5)}" for found in cells.values() if found.switch is not None]
    if not forced:
        turn = f", turning at {switches[0]}" if len(switches) == 1 else ""
        return Answer(holds=True, text=f"it depends on the ponte{turn}", record=record)
    if len(cells) == 1:
        return Answer(holds=False, text=next(iter(forced.values())).verdict, record=record)
    listed = ", ".join(f"{_name(cell)}: {found.verdict}" for cell, found in forced.items())
    return Answer(holds=False, text=f"not with every hand ({listed})", record=record)


def same_tableau(model: Model, arguments: Arguments) -> Answer:
    """Whether punto banco's fixed table is the document's with its volonté cells settled, cell by cell."""
    document, fixed = chemin_de_fer.tableau(), tableau()
    cells: dict[tuple[object, ...], tuple[str, bool]] = {
        ("ponte", own): (document.at_ponte(own), draws) for own, draws in fixed.punto.items()
    }
    cells |= {("banker", *cell): (document.at_banker(*cell), draws) for cell, draws in fixed.banco.items()}
    differing = [cell for cell, (action, draws) in cells.items() if action not in ("free", _action(draws))]
    free = [cell for cell, (action, _) in cells.items() if action == "free"]
    drawn = all(cells[cell][1] for cell in free)
    found = (
        f"{len(cells) - len(free)} fixed cells, {len(differing)} differ; the {len(free)} free ones are drawn"
    )
    return Answer(holds=not differing and drawn, text=found)


def _record(model: Model, rules: str) -> str:
    """The published record of the equilibrium in this model."""
    return f"chemin-de-fer.{model.information}.{rules}.{shoe_label(_shoe(model))}"


def _audit_record(model: Model) -> str:
    return f"chemin-de-fer.audit.{model.information}.{shoe_label(_shoe(model))}"


def _shoe(model: Model) -> Shoe:
    assert model.shoe is not None
    return model.shoe


def _information(model: Model) -> chemin_de_fer.Information:
    assert model.information is not None
    return model.information


@lru_cache(maxsize=64)
def _unrestricted(model: Model) -> chemin_de_fer.Equilibrium:
    return chemin_de_fer.solve(_shoe(model), _information(model), "unrestricted")


@lru_cache(maxsize=64)
def _audit(model: Model) -> chemin_de_fer.Audit:
    return chemin_de_fer.audit(_shoe(model), _information(model))


def _settled(
    ponte: tuple[int, int], banker: tuple[int, int], tax: Fraction = Fraction(0)
) -> tuple[Fraction, ...]:
    """The payoffs of a coup in which both stand."""
    table = Table(Rules.named("classical"), commission=tax)
    node = step(Coup(table, ponte=ponte, banker=banker, ponte_draws=False, banker_draws=False))
    assert isinstance(node, Settle)
    return node.payoffs


def _total(holding: object) -> int:
    return total(*holding) if isinstance(holding, tuple) else int(str(holding))


def _name(cell: Cell) -> str:
    own, third = cell
    held = "-".join(map(str, own)) if isinstance(own, tuple) else str(own)
    return f"({held}, {'stood' if third is None else third})"


def _action(draws: bool) -> str:
    return "draw" if draws else "stand"
