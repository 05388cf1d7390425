"""The graph of the phases: everything can be reached, nothing is a dead end, and it is neither too small nor too large."""

import networkx as nx
import pytest

from exact import partie
from exact.partie.phases import FIRST, PROCEDURES, dot, edges
from exact.partie.table import GAMES
from partie_scripts import ALL, BANQUE, CHEMIN, replayed


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_is_reachable_and_leads_to_the_end(game):
    graph = partie.graph(game)
    assert set(graph) == set(PROCEDURES[game])
    assert nx.descendants(graph, FIRST[game]) | {FIRST[game]} == set(graph)
    assert nx.ancestors(graph, "fin") | {"fin"} == set(graph)
    assert [phase for phase in graph if not graph.out_degree(phase)] == ["fin"]


#: Steps that no script of the package takes.
EXTRA = [
    (CHEMIN, (": end",)),
    (CHEMIN, ("Anna declines", "Bert declines", "Cora declines", "Dora declines")),
    (CHEMIN, ("Anna opens 100", ": end")),
    (BANQUE, (": end",)),
]


def traversed():
    """(game, phase, announcement, following phase) of every step of every script."""
    found = set()
    scripts = [partie.read(path) for path in ALL]
    scripts += [partie.parse(text) for text in texts()]
    for script in scripts:
        state = script.start
        for line in script.lines:
            step = partie.say(state, line.event)
            found.add((script.table.game, state.phase, line.event.says, step.state.phase))
            state = step.state
    return found


def texts():
    from partie_scripts import script

    yield from (script(head, *words) for head, words in EXTRA)
    shoe = CHEMIN.replace("play", 'shoe = { cards = "9 4 8 4 A A", behind = 7 }\nplay')
    # The shoe ends with a coup that the banker wins, or that is void: the partie goes on where it stood.
    opened = ("Anna opens 100", "Bert banco", ": rien ne va plus", "= dealt", ": new shoe")
    won = script(shoe, *opened, "Anna keeps").replace('"new shoe"', '"new shoe", packs = 1')
    yield won
    yield (
        won.replace("9 4 8 4", "9 9 8 8")
        .replace('says = "keeps"', 'says = "takes"')
        .split('  { seat = "Anna", says = "takes"')[0]
        + "]\n"
    )


def test_every_step_of_the_graph_is_taken_by_a_script():
    declared = {(game, *edge) for game in GAMES for edge in edges(game)}
    assert traversed() == declared


def test_the_drawing():
    text = dot("chemin de fer")
    assert text.startswith('digraph "chemin de fer" {')
    assert r'"décision" -> "offre" [label="la main passe"];' in text
    graph = partie.graph("baccara banque")
    assert graph.edges["couverture", "cartes", "tops up"] == {"says": "tops up", "by": "banker"}
    assert len(nx.spring_layout(graph, seed=1)) == len(PROCEDURES["baccara banque"])


def test_nobody_wants_the_bank():
    statement = replayed(CHEMIN, "Anna declines", "Bert declines", "Cora declines", "Dora declines")
    assert statement.ended
    assert [rule for _, rule in statement.accounts[-1].remarks][-1] == "minimum-banco"
    assert replayed(BANQUE, ": adjugé").ended
