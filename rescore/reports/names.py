"""What tables, rows and columns of the scorers' reports are called: the one place where the names stand.

Where a report prints a name, that is the name, as far as the report shows it. docs/cells.md explains them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from common.result import unique as unique
from common.result import unique_in as unique_in

Name: TypeAlias = tuple[str, str, str]  # table, row and column

# scorer2: a table for the granularity, row ``all``, and with -v a row for each instance
ALL = "all"
REFUSED = "refused"
PRECISION, RECALL, ATTEMPTED_SHARE = "precision", "recall", "attempted %"
CORRECT, ATTEMPTED, TOTAL = "correct", "attempted", "total"
KEY, GUESS, RESPONSE = "key", "guess", "response"

# FairEval.py
SETTINGS, COMPARISON, CONFUSION, DATA = "settings", "comparison", "confusion", "data"
VALUE = "value"
METHODS, OVERALL = ("traditional", "fair", "weighted"), "overall"

# MATScore: tables by title of the text report
BY_TAG = "bytag"
MATSCORE_TABLES = {
    "By tag:": BY_TAG,
    "By token:": "bytoken",
    "By pseudo-token:": "bypseudotoken",
    "By character:": "bychar",
    "Details:": "details",
    "Token confusability matrix:": "confusability",
    "Pseudo-token confusability matrix:": "confusability",
    "Confusability matrix:": "confusability",
}
DETAILS, CONFUSABILITY = "details", "confusability"
ALL_FILES = "<all>"  # the file of rows that are about all of them

# muc-score: a table for each page; rows CLASS and CLASS.SLOT
PAGE_TOTAL = "total"
COUNTS = ("POS", "ACT", "COR", "PAR", "INC", "MIS", "SPU", "NON")
MEASURES = ("REC", "PRE", "UND", "OVG", "SUB", "ERR")
F_MEASURES = ("F P&R", "F 2P&R", "F P&2R")
DOCUMENT = "document"
SUBTASK, SECTION, TEXT_FILTERING = "subtask", "section", "TEXT FILTERING"
COREFERENCE, TOTALS = "coreference", "TOTALS"
COREFERENCE_COLUMNS = (
    "key classes", "response classes", "common", "key links", "recall", "common", "response links", "precision", "f",
)  # fmt: skip
SUMMARY, HISTORY, PARTITIONS = "summary", "history", "partitions"

NUMBERS_OF_DOCUMENTS = {(DOCUMENT, DOCUMENT), (DOCUMENT, "key"), (DOCUMENT, "response")}  # row and column of names
ENTITIES = "entities"  # of scorer.pl: chains
# Tables that list things and count nothing.
LISTS = {REFUSED, SETTINGS, DETAILS, SUMMARY, HISTORY, PARTITIONS, ENTITIES}
_LIKE = 0.75  # how much of one name is in another that may be meant, from 0 to 1


def name_of(text: str) -> Name:
    """Return table, row and column of ``TABLE/ROW/COLUMN``, which has two slashes or more: a row may contain some."""
    table, _, rest = text.partition("/")
    row, _, column = rest.rpartition("/")
    return table, row, column


def written(name: Name) -> str:
    """Return the name of a figure as ``TABLE/ROW/COLUMN``."""
    return "/".join(name)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``; the nearest is ...`` with the known name that is most like a word, or the only one that contains it.

    Nothing if there is none.
    """
    from difflib import get_close_matches  # for mistakes only

    by_small_letters = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), by_small_letters, 1, _LIKE)
    found = found or [name for name in by_small_letters if word and word.lower() in name]
    return f"; the nearest is {by_small_letters[found[0]]}" if len(found) == 1 else ""


def slot_row(of_class: str, slot: str) -> str:
    """Return the name of a slot's row."""
    return f"{of_class}.{slot}"


def subtask_row(of_class: str, kind: str) -> str:
    """Return the name of the row of a type of named entities."""
    return f"{SUBTASK} {of_class}.{kind}"


def section_row(section: str) -> str:
    """Return the name of the row of a section of the documents."""
    return f"{SECTION} {section}"
