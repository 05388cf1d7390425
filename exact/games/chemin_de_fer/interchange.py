"""Chemin de fer in other people's formats: the game for Gambit and OpenSpiel, its optimum for VIPR."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.games.baccara.points import naturel, total
from exact.games.chemin_de_fer.drawing_rules import THIRDS, Action, Holding, Rules, rules_named
from exact.games.chemin_de_fer.game import Game, RuledGame, game
from exact.games.chemin_de_fer.kernel import STOOD, require_coup
from exact.games.chemin_de_fer.record import infoset_text, rules_name
from exact.games.chemin_de_fer.solution import information_named, solve, tax_named
from exact.interchange import Chance, Choice, End, Tree, efg, vipr
from exact.rational import Rational
from exact.records import shoe_words

if TYPE_CHECKING:
    from exact.games.chemin_de_fer.rules import Information
    from exact.shoe import Shoe

PLAYERS = ("ponte", "banker")

COMMENT = (
    "{title}. Payoffs: units per unit staked. Chance moves are merged by what matters, with their exact "
    "probabilities: the root deals what each side knows of its two cards (ponte:banker; naturels by their "
    "total), the next one the third card given to the ponte in baccara points, the last one the result that "
    "the banker's third card leads to. Nothing else is merged: the payoffs are those of the results. The "
    "ponte declares before a naturel of the banker is seen. Where the rules bind, there is no move. "
    "Infosets: the ponte's total or cards; the banker's, and the third card that he gave, or stood."
)


def efg_file(
    shoe: Shoe,
    information: Information = "totals",
    rules: Rules | str = "classical",
    commission: Rational = 0,
    decimals: int | None = None,
) -> str:
    """The coup from this shoe as the text of a Gambit .efg file; the first arguments are those of ``solve``.

    Infosets are named as in records. Chance moves are merged by what matters, as the file's comment says.
    ``decimals``: round the probabilities to so many digits, for programs that read no long fractions, such
    as OpenSpiel; None: exact.
    Raises ExactError as ``solve`` does.
    """
    known, ruled, tax = information_named(information), rules_named(rules), tax_named(commission)
    played = game(require_coup(shoe), known)
    played.forced(ruled)  # Are these rules for sides that know so much?
    title = f"Chemin de fer, {shoe_words(shoe)}, information {known}, rules {rules_name(ruled)}, tax {tax}"
    return efg(title, COMMENT.format(title=title), PLAYERS, _Builder(played, ruled, tax).root(), decimals)


def vipr_file(shoe: Shoe, information: Information = "totals", rules: Rules | str = "classical") -> str:
    """A VIPR 1.0 certificate of the coup's value, from optimal play of both sides; see `exact.interchange`.

    Of the program's variables draw(I) is the probability with which the ponte draws in his free infoset I,
    reply(J) what the banker's choice in his free infoset J is worth to him.
    Raises ExactError as ``solve`` does.
    """
    e = solve(shoe, information, rules)
    played = RuledGame.of(game(shoe, e.information), e.rules)
    comment = (
        f"Chemin de fer, {shoe_words(shoe)}, information {e.information}, rules {rules_name(e.rules)}.",
        "The least that the ponte can lose per unit staked, as a linear program, and its optimum, which is",
        "the value of the game. draw(I): the probability with which the ponte draws in his infoset I;",
        "reply(J): what the banker gains by his best choice in J over standing, times how often it occurs.",
    )
    form = played.restricted(played.game.loss)
    return vipr(comment, form, _free_names(played), *played.vectors(e.ponte, e.banker))


def _free_names(played: RuledGame) -> tuple[list[str], list[str]]:
    """The names of the free infosets of both sides."""
    ponte = [infoset_text(own) for own, bit in zip(played.game.ponte, played.x, strict=True) if bit is None]
    cells = zip(played.game.banker, played.y, strict=True)
    return ponte, [infoset_text(*cell) for cell, bit in cells if bit is None]


class _Builder:
    """Builds the tree of a coup from the weights of `kernel.Coups`."""

    def __init__(self, played: Game, rules: Rules, tax: Fraction) -> None:
        self.coups, self.rules = played.coups, rules
        nothing, stake = Fraction(0), Fraction(1)
        self.ends = {
            "banker wins": End("banker wins", (-stake, stake - tax)),
            "en cartes": End("en cartes", (nothing, nothing)),
            "ponte wins": End("ponte wins", (stake, -stake)),
        }

    def root(self) -> Tree:
        return Chance((*self._naturels(), *self._other_deals()))

    def _naturels(self) -> Iterator[tuple[str, int, Tree]]:
        """The deals in which the ponte has a naturel, so that nobody declares anything."""
        for (ponte, banker), weight in sorted(self.coups.naturels.items()):
            if naturel(ponte):
                yield f"naturel {ponte}:{banker}", int(weight), self._settled(ponte, banker)

    def _other_deals(self) -> Iterator[tuple[str, int, Tree]]:
        holdings: Sequence[Holding] = self.coups.ponte
        for h, own in enumerate(holdings):
            met = [int(weight) for weight in self.coups.reach[h, :, STOOD]]
            shown = self.coups.ponte_deals[h] - sum(met)
            if shown:
                # A naturel beats whatever the ponte has, and is not seen before he has declared.
                lost = self.ends["banker wins"]
                yield f"{infoset_text(own)}:naturel", shown, self._ponte(own, lost, lost)
            for b, weight in enumerate(met):
                if weight:
                    name = f"{infoset_text(own)}:{infoset_text(self.coups.banker[b])}"
                    yield name, weight, self._ponte(own, self._banker(h, b, STOOD), self._third(h, b))

    def _ponte(self, own: Holding, stands: Tree, draws: Tree) -> Tree:
        return _choice(0, infoset_text(own), self.rules.at_ponte(own), stands, draws)

    def _third(self, h: int, b: int) -> Tree:
        """The third card given to the ponte."""
        weights = [int(weight) for weight in self.coups.reach[h, b, :STOOD]]
        return Chance(
            tuple(
                (str(card), weight, self._banker(h, b, card)) for card, weight in enumerate(weights) if weight
            )
        )

    def _banker(self, h: int, b: int, place: int) -> Tree:
        own, other, third = self.coups.ponte[h], self.coups.banker[b], THIRDS[place]
        final = _total(own) if third is None else (_total(own) + third) % 10
        stands = self._settled(final, _total(other))
        won, lost = (int(array[1][h, b, place]) for array in (self.coups.won, self.coups.lost))
        even = int(self.coups.reach[h, b, place]) - won - lost
        results = zip(self.ends.items(), (won, even, lost), strict=True)
        draws = Chance(tuple((name, weight, end) for (name, end), weight in results if weight))
        name = infoset_text(other, third)
        return _choice(1, name, self.rules.at_banker(other, third), stands, draws)

    def _settled(self, ponte: int, banker: int) -> End:
        name = "banker wins" if banker > ponte else "ponte wins" if banker < ponte else "en cartes"
        return self.ends[name]


def _choice(player: int, infoset: str, action: Action, stands: Tree, draws: Tree) -> Tree:
    """The choice between both, if there is one."""
    if action == "free":
        return Choice(player, infoset, (("stand", stands), ("draw", draws)))
    return draws if action == "draw" else stands


def _total(holding: Holding) -> int:
    return total(*holding) if isinstance(holding, tuple) else holding
