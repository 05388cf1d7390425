"""Exact numbers at the border: reading them from text, and writing them as fractions and decimals."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite
from typing import Union

from exact.errors import refusal

#: What the functions of this package accept where a rational is due: never a float.
Rational = Union[int, Fraction, str]

_TEXT = re.compile(r"([+-]?)(?:(\d+)/(\d+)|(\d+)(?:\.(\d*))?|\.(\d+))(\s*%)?", re.ASCII)
#: Longer numbers are refused: Python itself reads no more than 4300 digits at once.
_LONGEST = 4000
_LONGEST_BITS = 13_200


def rational(value: Rational, argument: str) -> Fraction:
    """An exact number given as an int, a Fraction, or text: ``"1/20"``, ``"0.05"``, ``"5%"``.

    Raises ExactError for anything else, a float above all: 0.05 in binary is not 1/20.
    """
    if isinstance(value, bool):
        raise refusal(argument, value, 'an exact number is an int, a Fraction or text such as "1/20"')
    if isinstance(value, Fraction) or hasattr(value, "__index__"):
        number = Fraction(value if isinstance(value, Fraction) else value.__index__())
        if max(number.numerator.bit_length(), number.denominator.bit_length()) > _LONGEST_BITS:
            raise refusal(argument, value, f"numbers of more than {_LONGEST} digits are not accepted")
        return number
    if isinstance(value, str):
        found = _TEXT.fullmatch(value.strip())
        if found is None or len(value) > _LONGEST or (found[3] is not None and not found[3].strip("0")):
            raise refusal(argument, value, 'write an exact number as "1/20", "0.05" or "5%"')
        sign, above, below, units, places, only_places, percent = found.groups()
        if above is not None:
            number = Fraction(int(above), int(below))
        else:
            places = places or only_places or ""
            number = Fraction(int((units or "") + places), 10 ** len(places))
        return number * (-1 if sign == "-" else 1) / (100 if percent else 1)
    if isinstance(value, float):
        hint = f'write "{float(value)!r}" in quotes' if isfinite(value) else "no number at all"
        raise refusal(argument, value, f"a float is not exact; {hint}")
    raise refusal(argument, value, 'an exact number is an int, a Fraction or text such as "1/20"')


def whole(value: object, argument: str, least: int = 0) -> int:
    """A whole number not below ``least``; NumPy integers are welcome, bool and float are not.

    Raises ExactError otherwise.
    """
    index = getattr(value, "__index__", None)
    if index is None or isinstance(value, bool):
        raise refusal(argument, value, f"a whole number, at least {least}, is expected")
    number: int = index()
    if number.bit_length() > _LONGEST_BITS:
        raise refusal(argument, value, f"numbers of more than {_LONGEST} digits are not accepted")
    if number < least:
        raise refusal(argument, value, f"a whole number, at least {least}, is expected")
    return number


def fraction_text(x: Fraction | int) -> str:
    """The number in lowest terms: ``"-p/q"``, or ``"p"`` when it is whole."""
    return str(Fraction(x))


def rounded(x: Fraction, places: int) -> Fraction:
    """``x`` rounded half to even to ``places`` digits after the point (negative: before it)."""
    scale = Fraction(10) ** places
    return Fraction(round(x * scale)) / scale


def decimal(x: Fraction | int, digits: int = 20) -> str:
    """``x`` correctly rounded, half to even, to ``digits`` significant digits.

    Plain positional notation: no exponent, no zeros at the end behind the point.
    """
    digits = whole(digits, "digits", least=1)
    x = Fraction(x)
    if x == 0:
        return "0"
    # In integers, which are several times faster than Fractions here: tables have millions of decimals.
    above, below = abs(x.numerator), x.denominator
    # 10**lead <= above / below < 10**(lead + 1), first estimated from the lengths, then put right.
    lead = len(str(above)) - len(str(below))
    if below * 10 ** max(lead, 0) > above * 10 ** max(-lead, 0):
        lead -= 1
    places = digits - 1 - lead
    below *= 10 ** max(-places, 0)
    scaled, rest = divmod(above * 10 ** max(places, 0), below)
    scaled += 2 * rest > below or (2 * rest == below and scaled % 2)
    text = _positional(scaled, places)
    return ("-" if x < 0 else "") + text


def fixed(x: Fraction | int, places: int) -> str:
    """``x`` correctly rounded, half to even, with exactly ``places`` digits behind the point."""
    places = whole(places, "places")
    scaled = round(abs(Fraction(x)) * 10**places)
    digits = str(scaled).rjust(places + 1, "0")
    sign = "-" if x < 0 and scaled else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def _positional(scaled: int, places: int) -> str:
    """The text of ``scaled / 10**places`` without superfluous zeros."""
    if places <= 0:
        return str(scaled * 10**-places)
    digits = str(scaled).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")


def shortened(text: str, width: int = 48) -> str:
    """A long number with its middle left out, for the eye; the whole stays available elsewhere."""
    if len(text) <= width:
        return text
    half = (width - 3) // 2
    if text.count("/") == 1:
        above, below = text.split("/")
        return f"{_middle_out(above, half)}/{_middle_out(below, half)}"
    return _middle_out(text, width)


def _middle_out(text: str, width: int) -> str:
    kept = max((width - 3) // 2, 4)
    return text if len(text) <= width else f"{text[:kept]}...{text[-kept:]}"
