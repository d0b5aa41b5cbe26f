"""How much an error type counts as true positive, false positive and false negative (documentation, 'Weights').

A formula is ``TYPE = number TP + number FP + number FN``; asterisks and blanks are optional, and anything else
in it is ignored, even signs and exponents.
"""

from __future__ import annotations

from faireval.kinds import BE, FN, FP, LBE, LE, TP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Weights: TypeAlias = dict[str, dict[str, float]]

SHARES = (TP, FP, FN)
DEFAULT_WEIGHTS: Weights = {
    **{kind: {kind: 1} for kind in SHARES},
    **{kind: {TP: 0, FP: 0.5, FN: 0.5} for kind in (LE, BE, LBE)},
}


def read_weights(text: str, say: Callable[[str], object]) -> Weights:
    """Read comma-separated formulas, or ``default``. Warnings, whole lines, go to ``say``."""
    if text == "default":
        return default_weights()
    weights: Weights = {}
    for formula in text.split(","):
        kind = _error_type(formula)
        if kind:
            weights[kind] = _shares(formula, kind, say)
        else:
            say(f"WARNING: No error type found in weight formula '{formula}'.\n")
    if not weights:
        say("WARNING: No valid weights found. Using default weights.\n")
        return default_weights()
    for kind in SHARES:
        weights.setdefault(kind, {kind: 1})
    return weights


def default_weights() -> Weights:
    """Return a copy of the default weights."""
    return {kind: dict(shares) for kind, shares in DEFAULT_WEIGHTS.items()}


def _error_type(formula: str) -> str:
    """Return the word before the formula's equal sign, empty if it does not begin with one."""
    text = formula.lstrip()
    length = 0
    while length < len(text) and (text[length].isalnum() or text[length] == "_"):
        length += 1
    return text[:length] if text[length:].lstrip().startswith("=") else ""


def _shares(formula: str, kind: str, say: Callable[[str], object]) -> dict[str, float]:
    shares: dict[str, float] = {}
    for share in SHARES:
        number = _number_before(share, formula)
        if number is None:
            say(f"WARNING: Missing weight for {share} for error type {kind}. Set to 0.\n")
        shares[share] = 0 if number is None else number
    return shares


def _number_before(share: str, formula: str) -> float | None:
    """Return the number that stands first before the letters of ``share``."""
    before, *more = formula.split(share)
    for after in more:
        number = _last_number(before.rstrip().removesuffix("*").rstrip())
        if number:
            return float(number)
        before = after
    return None


def _last_number(text: str) -> str:
    """Return the number that the text ends in: digits, and perhaps a decimal point before the last of them."""
    whole = _without_last_digits(text)
    if whole == text:
        return ""
    if whole.endswith("."):
        whole = _without_last_digits(whole[:-1])
    return text[len(whole) :]


def _without_last_digits(text: str) -> str:
    length = len(text)
    while length and text[length - 1].isdecimal():
        length -= 1
    return text[:length]
