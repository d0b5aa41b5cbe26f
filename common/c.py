"""What C programs on x86-64 Linux compute and print, where Python differs.

Single precision: a sum, product or quotient of two singles that is computed in double precision and then rounded
once is the single that the machine's own single-precision operation gives, so :func:`f32` after each step is all
it takes. Undefined results are negative NaNs on this processor, and glibc prints their sign.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_CELL = memoryview(bytearray(4)).cast("f")
_NEGATIVE_NAN = -float("nan")
_WHITE_SPACE = b" \t\n\v\f\r"
_NUMBER = (
    rb"(?i)[ \t\n\v\f\r]*([+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]+)?"
    rb"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf|nan))"
)
_LONG_MAX = 2**63 - 1
_LONG_DIGITS = 19  # decimal digits of _LONG_MAX


def f32(value: float) -> float:
    """Round to IEEE single precision, ties to even; a value that is too large becomes infinite.

    It rounds each element of a numpy array, so that a formula can be computed for many resamples at once.
    """
    try:
        _CELL[0] = value  # no call between the two steps, so no other thread can come between them
    except TypeError:
        return value.astype("f4").astype("f8")  # type: ignore[attr-defined,no-any-return]
    return _CELL[0]


def add(first: float, second: float) -> float:
    """Return the single-precision sum of two singles."""
    result = f32(first + second)
    return result if result == result else _undefined(first, second)


def sum_from(total: float, amounts: Sequence[float]) -> float:
    """Return the single-precision sum of ``total`` and singles, added one after the other.

    The loop makes no calls, which is three times as fast.
    """
    _CELL[0] = total
    for amount in amounts:
        _CELL[0] += amount
    result = _CELL[0]
    if result != result:
        for amount in amounts:
            total = add(total, amount)
        return total
    return result


def multiply(first: float, second: float) -> float:
    """Return the single-precision product of two singles."""
    result = f32(first * second)
    return result if result == result else _undefined(first, second)


def divide(dividend: float, divisor: float) -> float:
    """Return the single-precision quotient of two singles; see :func:`quotient` for zero divisors."""
    return f32(quotient(dividend, divisor))


def quotient(dividend: float, divisor: float) -> float:
    """Return the double-precision quotient by IEEE rules: ``x / 0`` is infinite, ``0 / 0`` undefined."""
    result = dividend / divisor if divisor else dividend * float("inf") * _sign(divisor)
    return result if result == result else _undefined(dividend, divisor)


def _undefined(first: float, second: float) -> float:
    """Return the NaN of an operation: the first operand that is one, else the processor's own, which is negative."""
    if first != first:
        return first
    return second if second != second else _NEGATIVE_NAN


def _sign(value: float) -> float:
    from math import copysign  # rarely needed, so not loaded at the start

    return copysign(1.0, value)


def fixed(value: float, digits: int) -> bytes:
    """Format like ``printf("%.*f")``: as Python does, but a NaN keeps its sign (``nan``, ``-nan``)."""
    if value != value:
        return b"-nan" if _sign(value) < 0 else b"nan"
    return b"%.*f" % (digits, value)


def strtod(text: bytes) -> float:
    """Return the number that ``text`` begins with, or 0.0.

    It reads white space, a sign, and the longest decimal number, hexadecimal number, ``inf``, ``infinity`` or ``nan``,
    and ignores what follows. A number that is too large is infinite.
    """
    if b"_" not in text:  # float() takes underscores between digits
        try:
            return float(text)
        except ValueError:
            pass
    import re  # takes long to load; rarely needed

    found = re.match(_NUMBER, text)
    number = found[1].decode() if found else "0"
    if "x" not in number.lower():
        return float(number)
    try:
        return float.fromhex(number)
    except OverflowError:
        return float("-inf") if number[0] == "-" else float("inf")


def atoi(text: bytes) -> int:
    """Return the decimal integer that ``text`` begins with, or 0.

    White space and a sign may come before it. As in glibc, the number is limited to the range of 64-bit integers, and
    the result is its low 32 bits: ``99999999999999999999`` is -1.
    """
    text = text.lstrip(_WHITE_SPACE)
    negative = text[:1] == b"-"
    start = 1 if text[:1] in (b"+", b"-") else 0
    end = len(text) - len(text[start:].lstrip(b"0123456789"))
    digits = text[start:end].lstrip(b"0")
    magnitude = int(digits or b"0") if len(digits) <= _LONG_DIGITS else _LONG_MAX + 1
    value = max(-magnitude, -_LONG_MAX - 1) if negative else min(magnitude, _LONG_MAX)
    return (value + 2**31) % 2**32 - 2**31
