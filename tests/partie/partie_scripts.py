"""The scripts that lie in the package, and short ones for the tests of announcements."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from exact import partie
from exact.partie.referee import Statement

FOLDER = Path(str(files("exact.partie"))) / "scripts"
ALL = sorted(FOLDER.glob("*.toml"))

CHEMIN = """game = "chemin de fer"
minimum = 100
seats = { Anna = 500, Bert = 500, Cora = 500, Dora = 50 }
play = [
"""
BANQUE = """game = "baccara banque"
minimum = 100
right = { Anna = 500, Bert = 500 }
left = { Cora = 500, Dora = 90 }
house = { tax_on = "gain" }
play = [
"""


def entry(words: str) -> str:
    """An entry from short words: ``Anna opens 100``, ``Bert banco à deux with Cora``, ``: adjugé``, ``= banker``.

    At baccara banque ``Bert stakes 50 on left`` and ``= banker ponte`` (right, left).
    """
    if words.startswith("= "):
        results = words[2:].split(", ")
        if len(results) == 2:
            return f'{{ coup = {{ right = "{results[0]}", left = "{results[1]}" }} }}'
        return f'{{ coup = "{results[0]}" }}'
    seat, _, says = words.partition(" ")
    says, _, on = says.partition(" on ")
    says, _, other = says.partition(" with ")
    head, _, last = says.rpartition(" ")
    amount = ""
    if last.replace("/", "").replace(".", "").isdigit():
        says, amount = head, f', amount = "{last}"'
    parts = amount + (f', with = "{other}"' if other else "") + (f', on = "{on}"' if on else "")
    who = f'croupier = "{says}"' if seat == ":" else f'seat = "{seat}", says = "{says}"'
    return f"{{ {who}{parts} }}"


def script(head: str, *words: str) -> str:
    """The text of a script with these entries, one a line."""
    return head + "".join(f"  {entry(one)},\n" for one in words) + "]\n"


def replayed(head: str, *words: str) -> Statement:
    return partie.replay(partie.parse(script(head, *words)))
