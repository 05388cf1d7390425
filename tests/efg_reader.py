"""A strict reader of Gambit's extensive-form files, and exact expectations in what they say.

Written from Gambit's description of the format, sharing nothing with the writer. Anything out of place is an
AssertionError: an unknown token, probabilities that do not sum to one exactly, an infoset or an outcome
that is not everywhere the same.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction

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
        self.tokens, place = [], 0
        while place < len(text.rstrip()):
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
        """(probability of chance, infoset names on the way with the actions taken, payoffs) of each end."""
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

    def expectation(self, strategies):
        """The players' exact expected payoffs; ``strategies``: (player, infoset name) -> action -> probability."""
        total = [Fraction(0)] * len(self.players)
        for chance, way, payoffs in self.ends():
            for player, name, action in way:
                chance *= strategies[player, name][action]
            if chance:
                total = [t + chance * p for t, p in zip(total, payoffs, strict=True)]
        return tuple(total)

    def best_reply(self, player, strategies):
        """The most that a player who moves at most once gets against the others' strategies."""
        fixed, gains = Fraction(0), {}
        for chance, way, payoffs in self.ends():
            own = [step for step in way if step[0] == player]
            assert len(own) <= 1
            for other, name, action in way:
                if other != player:
                    chance *= strategies[other, name][action]
            gain = chance * payoffs[player - 1]
            if own:
                _, name, action = own[0]
                here = gains.setdefault(name, {})
                here[action] = here.get(action, Fraction(0)) + gain
            else:
                fixed += gain
        return fixed + sum(max(actions.values()) for actions in gains.values())
