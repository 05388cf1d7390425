"""The partie: who may stake what, in which order, against which bank, and what the house takes.

A partie is a state and the events that change it: `say` is the pure transition function, `replay` makes a
statement of a whole script, `graph` shows the phases.
"""

from exact.partie.law import RULES, PartieError, Rule
from exact.partie.phases import beginning, graph
from exact.partie.referee import Account, Statement, replay, say, sayings
from exact.partie.script import Script, parse, read
from exact.partie.state import Event, State, Step
from exact.partie.table import House, Table

__all__ = [
    "RULES",
    "Account",
    "Event",
    "House",
    "PartieError",
    "Rule",
    "Script",
    "State",
    "Statement",
    "Step",
    "Table",
    "beginning",
    "graph",
    "parse",
    "read",
    "replay",
    "say",
    "sayings",
]
