"""A strict checker of VIPR 1.0 certificates of linear programs, in exact rationals.

Written from the published specification of the format, sharing nothing with the writer. It knows what a
linear program needs: constraints, solutions, and derivations by ``lin``. Anything out of place, in form or
in substance, is an AssertionError.
"""

import re
from fractions import Fraction

VALUE = re.compile(r"-?[0-9]+(?:/[1-9][0-9]*|\.[0-9]+)?")
INDEX = re.compile(r"0|[1-9][0-9]*")
NAME = re.compile(r"[^\s{}%]+")
SIGN = {"G": 1, "E": 0, "L": -1}


class Certificate:
    """``names``, ``objective``, ``constraints`` (name, sense, right, {index: coefficient}), ``solutions``,
    ``derived``, ``lower`` and ``upper``: what was to be proved. Reading it verifies it."""

    def __init__(self, text):
        lines = text.split("\n")
        assert lines.pop() == ""
        self.comments = []
        while lines[0].startswith("%"):
            self.comments.append(lines.pop(0))
        assert lines[0] == "VER 1.0"
        assert not any("%" in line for line in lines)
        self.tokens = " ".join(lines).split()
        self.place = 0
        self.expect("VER", "1.0", "VAR")
        self.names = [self.name() for _ in range(self.index())]
        assert len(set(self.names)) == len(self.names) > 0
        self.expect("INT", "0", "OBJ")
        self.sense = self.take()
        assert self.sense in ("min", "max")
        self.objective = self.terms(len(self.names))
        self.expect("CON")
        count, bounds = self.index(), self.index()
        self.constraints = [self.constraint() for _ in range(count)]
        assert bounds <= count
        assert all(len(terms) == 1 for _, _, _, terms in self.constraints[:bounds])
        self.expect("RTP", "range")
        self.lower, self.upper = self.value(), self.value()
        assert self.lower <= self.upper
        self.expect("SOL")
        self.solutions = [(self.name(), self.terms(len(self.names))) for _ in range(self.index())]
        self.expect("DER")
        self.derived = 0
        for _ in range(self.index()):
            self.derivation()
            self.derived += 1
        assert self.place == len(self.tokens)
        labels = [name for name, _, _, _ in self.constraints]
        assert len(set(labels)) == len(labels)
        self.check_solutions()
        self.check_last()

    def take(self):
        self.place += 1
        return self.tokens[self.place - 1]

    def expect(self, *words):
        for word in words:
            token = self.take()
            assert token == word, (token, word)

    def name(self):
        token = self.take()
        assert NAME.fullmatch(token), token
        return token

    def index(self):
        token = self.take()
        assert INDEX.fullmatch(token), token
        return int(token)

    def value(self):
        token = self.take()
        assert VALUE.fullmatch(token), token
        return Fraction(token)

    def terms(self, below):
        found = {}
        for _ in range(self.index()):
            index = self.index()
            assert index < below and index not in found
            found[index] = self.value()
        return found

    def constraint(self):
        name, sense, right = self.name(), self.take(), self.value()
        assert sense in SIGN
        if self.tokens[self.place] == "OBJ":
            self.take()
            return name, sense, right, dict(self.objective)
        return name, sense, right, self.terms(len(self.names))

    def derivation(self):
        """One derived constraint: it must be dominated by the suitable linear combination that is given."""
        claimed = self.constraint()
        self.expect("{", "lin")
        multipliers = self.terms(len(self.constraints))
        self.expect("}")
        last = self.take()
        assert last == "-1" or int(last) >= len(self.constraints)
        left, right, signs = {}, Fraction(0), set()
        for index, multiplier in multipliers.items():
            _, sense, bound, terms = self.constraints[index]
            signs.add(
                (multiplier > 0) - (multiplier < 0)
                if sense == "G"
                else (multiplier < 0) - (multiplier > 0)
                if sense == "L"
                else 0
            )
            right += multiplier * bound
            for variable, coefficient in terms.items():
                left[variable] = left.get(variable, Fraction(0)) + multiplier * coefficient
        assert not signs >= {1, -1}, "no suitable combination"
        sign = 1 if 1 in signs else -1 if -1 in signs else 0
        _, sense, bound, terms = claimed
        assert {v: c for v, c in left.items() if c} == {v: c for v, c in terms.items() if c}
        if sense == "G":
            assert sign >= 0 and right >= bound
        elif sense == "L":
            assert sign <= 0 and right <= bound
        else:
            assert sign == 0 and right == bound
        self.constraints.append(claimed)

    def check_solutions(self):
        """Every solution is feasible; one of them attains the bound from the other side."""
        attained = []
        for _, point in self.solutions:
            for name, sense, right, terms in self.constraints[: len(self.constraints) - self.derived]:
                left = sum((c * point.get(v, 0) for v, c in terms.items()), Fraction(0))
                assert left >= right if sense == "G" else left <= right if sense == "L" else left == right, (
                    name
                )
            attained.append(sum(c * point.get(v, 0) for v, c in self.objective.items()))
        if self.sense == "min":
            assert min(attained) <= self.upper
        else:
            assert max(attained) >= self.lower

    def check_last(self):
        """The last derivation says that the objective is not beyond the bound."""
        _, sense, right, terms = self.constraints[-1]
        assert self.derived >= 1
        assert terms == self.objective
        if self.sense == "min":
            assert sense in "GE" and right >= self.lower
        else:
            assert sense in "LE" and right <= self.upper
