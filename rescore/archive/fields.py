"""The figures in the fields of a table: decimal commas, thousands, per cent, and what stands beside a figure."""

from __future__ import annotations

import re

NUMBER = re.compile(  # with an exponent that decimal arithmetic can hold
    r"(?i)[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]{1,4})?|[-+]?(?:nan|inf)|=.*"
)
_NOTHING = re.compile(r"(?i)[-\u2012-\u2015.?]*|n\.? ?/? ?a\.?|none|null")
_FIELD = re.compile(r"(?i)([-+]?(?:[0-9][0-9.,'\u2009\u202f]*|[.,][0-9]+)(?:e[-+]?[0-9]+)?)(\s*%)?(.*)", re.DOTALL)
_BESIDE = re.compile(  # a figure: an interval, a rank, a footnote
    r"\s*(?:_?(?:±|\+/?-).*|(?:\(.*\)|\[.*\]|<sup>.*</sup>|[\^_].*|[*†‡§¶\u00b9\u00b2\u00b3]+|[A-Za-z])\s*%?)",
    re.DOTALL,
)
_THOUSANDS = re.compile(
    r"[-+]?[0-9]{1,3}(?:(['\u2009\u202f])[0-9]{3}(?:\1[0-9]{3})*|(?:,[0-9]{3}){2,}|,[0-9]{3}(?=\.))(\.[0-9]*)?"
)
_OF_COUNTS = re.compile(r"[-+]?[1-9][0-9]{0,2},[0-9]{3}")
_DECIMAL_COMMA = re.compile(r"(?<![0-9])([-+]?[0-9]*),([0-9]+)")  # each run of digits is read from its begin only
_MARKS = "*_`$ \t\u00a0"  # of markup, and blanks


def figure_in(text: str, *, counts: bool = False) -> tuple[str, bool, str] | None:
    """Return a figure in the form of a report, whether it is in per cent, and what is beside it; None for other text.

    The figure is empty if none was published. A comma is decimal, unless it divides thousands of ``counts``.
    """
    unmarked = text.strip(_MARKS).replace("\u2212", "-")
    if _NOTHING.fullmatch(unmarked.removesuffix("%").strip(_MARKS)):
        return "", False, ""
    if NUMBER.fullmatch(unmarked):
        return unmarked, False, ""
    found = _FIELD.fullmatch(unmarked)
    if not found:
        return None
    figure, in_per_cent, rest = found[1], bool(found[2]) or found[3].endswith("%"), found[3].strip(_MARKS)
    if _THOUSANDS.fullmatch(figure) or (counts and _OF_COUNTS.fullmatch(figure)):
        figure = re.sub("[,'\u2009\u202f]", "", figure)
    figure = _DECIMAL_COMMA.sub(lambda comma: f"{comma[1] or '0'}.{comma[2]}", figure)
    if not NUMBER.fullmatch(figure) or (rest and not _BESIDE.fullmatch(rest)):
        return None
    return figure, in_per_cent, rest
