"""Where conlleval finds phrases in tags: the rules of the program that scores CoNLL shared tasks.

It knows no encodings, only letters, and decides from two neighbouring tags. So it reads some tags differently from the
parsers of :mod:`common.iobes`. Between two tags of one type only ``B B``, ``I B``, ``E E``, ``E I`` and brackets
separate phrases; ``E B`` does not, nor do unknown letters such as ``S``. docs/conlleval.md shows both side by side.
"""

from __future__ import annotations

OUTSIDE = "O"
_TYPELESS = (OUTSIDE, ".")  # a change of type neither begins a phrase at these letters nor ends one after them
_SINGLE = ("[", "]")
_ENDING = {("B", "B"), ("B", "O"), ("I", "B"), ("I", "O"), ("E", "E"), ("E", "I"), ("E", "O")}
_BEGINNING = {("B", "B"), ("I", "B"), ("O", "B"), ("O", "I"), ("O", "E"), ("E", "E"), ("E", "I")}


def ends(before: str, type_before: object, letter: str, type_: object) -> bool:
    """Say whether a phrase ends between two tags, each given by its letter and type."""
    changed = before not in _TYPELESS and type_before != type_
    return changed or before in _SINGLE or (before, letter) in _ENDING


def begins(before: str, type_before: object, letter: str, type_: object) -> bool:
    """Say whether a phrase of ``type_`` begins at the second of two tags, each given by its letter and type."""
    changed = letter not in _TYPELESS and type_before != type_
    return changed or letter in _SINGLE or (before, letter) in _BEGINNING
