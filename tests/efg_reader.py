"""A strict reader of Gambit's extensive-form files, and exact expectations in what they say.

Written from Gambit's description of the format, sharing nothing with the writer. Anything out of place is an
AssertionError: an unknown token, probabilities that do not sum to one exactly, an infoset or an outcome
that is not everywhere the same.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, prod

TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([{},])|([^\s{},"]+))')
NUMBER = re.compile(r"-?[0-9]+(?:/[1-9][0-9]*|\.[0-9]+)?")


@dataclass
class Node:
    kind: str
    #: Player 1, 2, ...; the infoset's number and name; actions; probabilities of chance; payoffs at the end.
    player: int = 0
    infoset: int = 0
    name: str = ""
    actions: tuple = ()
    chances: tuple = ()
    payoffs: tuple = ()
    children: list = field(default_factory=list)


class Efg:
    """``title``, ``comment``, ``players``, ``root``; ``infosets``: (player, name) -> its actions."""

    def __init__(self, text):
        self.tokens, place, text = [], 0, text.rstrip()
        while place < len(text):
            found = TOKEN.match(text, place)
            assert found, text[place : place + 60]
            self.tokens.append(found[0].strip())
            place = found.end()
        self.place = 0
        self.numbers, self.infosets, self.outcomes, self.chances = {}, {}, {}, set()
        for word in ("EFG", "2", "R"):
            self.expect(word)
        self.title = self.string()
        self.players = self.strings()
        self.comment = self.string()
        self.root = self.node()
        assert self.place == len(self.tokens)

    def take(self):
        self.place += 1
        return self.tokens[self.place - 1]

    def expect(self, word):
        token = self.take()
        assert token == word, (token, word)

    def string(self):
        token = self.take()
        assert token[0] == token[-1] == '"' and len(token) > 1, token
        return token[1:-1]

    def strings(self):
        self.expect("{")
        found = []
        while self.tokens[self.place] != "}":
            found.append(self.string())
        self.expect("}")
        return tuple(found)

    def number(self):
        token = self.take()
        assert NUMBER.fullmatch(token), token
        return Fraction(token)

    def whole(self):
        token = self.take()
        assert re.fullmatch("[0-9]+", token), token
        return int(token)

    def node(self):
        kind = self.take()
        assert kind in ("c", "p", "t"), kind
        assert self.string() == ""
        node = {"c": self.chance, "p": self.choice, "t": self.end}[kind]()
        if kind != "t":
            assert self.whole() == 0  # no outcome before the end
            node.children = [self.node() for _ in node.actions]
        return node

    def chance(self):
        infoset = self.whole()
        assert infoset not in self.chances
        self.chances.add(infoset)
        self.string()
        self.expect("{")
        actions, chances = [], []
        while self.tokens[self.place] != "}":
            actions.append(self.string())
            chances.append(self.number())
        self.expect("}")
        assert sum(chances) == 1 and min(chances) > 0
        assert len(set(actions)) == len(actions)
        return Node("c", actions=tuple(actions), chances=tuple(chances))

    def choice(self):
        player, infoset = self.whole(), self.whole()
        assert 1 <= player <= len(self.players)
        name, actions = self.string(), self.strings()
        assert self.numbers.setdefault((player, infoset), name) == name
        assert self.infosets.setdefault((player, name), (infoset, actions)) == (infoset, actions)
        return Node("p", player=player, infoset=infoset, name=name, actions=actions)

    def end(self):
        outcome, name = self.whole(), self.string()
        self.expect("{")
        payoffs = [self.number()]
        while self.tokens[self.place] == ",":
            self.take()
            payoffs.append(self.number())
        self.expect("}")
        assert len(payoffs) == len(self.players)
        assert self.outcomes.setdefault(outcome, (name, payoffs)) == (name, payoffs)
        return Node("t", payoffs=tuple(payoffs))

    def ends(self):
        """(probability of chance, (player, infoset name, action) on the way, payoffs) of each end."""
        stack = [(self.root, Fraction(1), ())]
        while stack:
            node, chance, way = stack.pop()
            if node.kind == "t":
                yield chance, way, node.payoffs
            for place, child in enumerate(node.children):
                if node.kind == "c":
                    stack.append((child, chance * node.chances[place], way))
                else:
                    stack.append((child, chance, (*way, (node.player, node.name, node.actions[place]))))

    def weights(self, strategies, movers):
        """((way, payoffs) -> weight, their common denominator) when the players in ``movers`` play so.

        ``strategies``: (player, infoset name) -> action -> probability. Integers throughout; the way that is
        kept is that of the other players.
        """
        ends = list(self.ends())
        scale = {
            player: lcm(
                *(
                    p.denominator
                    for (who, _), mix in strategies.items()
                    if who == player
                    for p in mix.values()
                )
            )
            for player in movers
        }
        whole = lcm(*(chance.denominator for chance, _, _ in ends))
        scaled = {
            (player, name, action): int(p * scale[player])
            for (player, name), mix in strategies.items()
            if player in scale
            for action, p in mix.items()
        }
        total = {}
        for chance, way, payoffs in ends:
            weight, idle = int(chance * whole), set(movers)
            for step in way:
                if step[0] in scale:
                    weight *= scaled[step]
                    assert step[0] in idle  # each moves at most once
                    idle.remove(step[0])
            for player in idle:
                weight *= scale[player]
            key = tuple(step for step in way if step[0] not in scale), payoffs
            total[key] = total.get(key, 0) + weight
        return total, whole * prod(scale.values())

    def expectation(self, strategies):
        """The players' exact expected payoffs when all play so."""
        total, denominator = self.weights(strategies, range(1, len(self.players) + 1))
        assert sum(total.values()) == denominator
        return tuple(
            sum(weight * payoffs[place] for (_, payoffs), weight in total.items()) / denominator
            for place in range(len(self.players))
        )

    def best_reply(self, player, strategies):
        """The most that a player who moves at most once gets against the others' strategies."""
        others = [other for other in range(1, len(self.players) + 1) if other != player]
        total, denominator = self.weights(strategies, others)
        fixed, gains = Fraction(0), {}
        for (way, payoffs), weight in total.items():
            gain = weight * payoffs[player - 1]
            if way:
                ((_, name, action),) = way
                here = gains.setdefault(name, {})
                here[action] = here.get(action, Fraction(0)) + gain
            else:
                fixed += gain
        return (fixed + sum(max(actions.values()) for actions in gains.values())) / denominator
