"""The one family of exceptions, and the one form in which a refusal is worded."""

from __future__ import annotations


class ExactError(ValueError):
    """A question that cannot be answered as it was put.

    The message is one line: the argument, what was given, what is allowed.
    The command prints it on stderr and exits with status 2.
    """

    # KeyError shows the repr of its message; its subclasses here shall show the sentence.
    __str__ = Exception.__str__


class OutcomeError(ExactError, KeyError):
    """An outcome that lies outside the domain of a distribution."""


class InfosetError(ExactError, KeyError):
    """An infoset that cannot occur in the game."""


def refusal(argument: str, given: object, allowed: str) -> ExactError:
    """The error for a bad argument: its name, what was given, and what would be right."""
    return ExactError(f"{argument}: got {shown(given)}; {allowed}")


def shown(given: object, width: int = 60) -> str:
    """The repr of a value on one line, shortened in the middle when it is long."""
    try:
        text = " ".join(repr(given).split())
    except ValueError:  # Python does not print integers of more than 4300 digits.
        text = f"a {type(given).__name__} too long to be shown"
    half = (width - 3) // 2
    return text if len(text) <= width else f"{text[:half]}...{text[-half:]}"
