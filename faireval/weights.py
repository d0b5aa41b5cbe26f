"""How much an error type counts as true positive, false positive and false negative (documentation, 'Weights').

A formula is ``TYPE = number TP + number FP + number FN``; asterisks and blanks are optional, and anything else
in it is ignored, even signs and exponents.
"""

from __future__ import annotations

from faireval.spans import BE, FN, FP, LBE, LE, TP

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
    import re

    weights: Weights = {}
    for formula in text.split(","):
        kind = re.match(r"\s*(\w+)\s*=", formula)
        if kind:
            weights[kind[1]] = shares = {}
            for share in SHARES:
                number = re.search(rf"(\d+(?:\.\d+)?|\.\d+)\s*\*?\s*{share}", formula)
                shares[share] = float(number[1]) if number else 0
                if not number:
                    say(f"WARNING: Missing weight for {share} for error type {kind[1]}. Set to 0.\n")
        else:
            say(f"WARNING: No error type found in weight formula '{formula}'.\n")
    if not weights:
        say("WARNING: No valid weights found. Using default weights.\n")
        return default_weights()
    for share in SHARES:
        weights.setdefault(share, {share: 1})
    return weights


def default_weights() -> Weights:
    """Return a copy of the default weights."""
    return {kind: dict(shares) for kind, shares in DEFAULT_WEIGHTS.items()}
