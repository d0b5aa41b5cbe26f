"""What is drawn: the units of a scorer, or larger ones that some of them make up."""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

UNIT = "unit"
UNITS = {"scorer2": "instances", "FairEval.py": "sentences", "MATScore": "documents", "muc-score": "documents"}


class Group(NamedTuple):
    """Units that are drawn together: the only command that has them, their name, and how the group of one is called."""

    command: str
    name: str
    of: Callable[[str], str]


def lexical_item(unit: str) -> str:
    """Return the lexical item of an instance of scorer2, which is called ITEM_INSTANCE.

    Instances are mostly called after their item (``bank.n_bank.n.003``); else the item ends at the first underscore.
    """
    place = unit.find("_")
    while place >= 0:
        if unit.startswith(unit[:place], place + 1):
            return unit[:place]
        place = unit.find("_", place + 1)
    return unit.partition("_")[0]


def file_of(unit: str) -> str:
    """Return the file of a sentence of FairEval.py, which is called FILE:NUMBER."""
    return unit.rpartition(":")[0]


GROUPS = {
    "item": Group("scorer2", "lexical items", lexical_item),
    "file": Group("FairEval.py", "files", file_of),
}
