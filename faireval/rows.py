"""What the rows of the printed tables are called.

White space within a label is a blank. Of two rows with one name the second ends in ``#2``. So the names depend on all
labels, and a run can be told of only when these are known. Most often it is enough that no label can meet another row's
name, which the lines of the files tell before any span is read.
"""

from __future__ import annotations

from common.memo import Memo
from common.result import unique_in
from faireval.cells import NO_SPAN, OVERALL
from faireval.evaluate import sentences
from faireval.read import pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import TypeAlias

    from faireval.config import Config

    Names: TypeAlias = dict[Hashable, str]

_BLOCK = 2**20  # bytes
_NO_LABELS = NO_SPAN, str(OVERALL)
_MARKS = (
    *[name.encode() for name in _NO_LABELS],
    b"  ",
    b" \t",
    *[b"%c" % code for code in b"\x0b\x0c\x1c\x1d\x1e\x1f"],
)


def row_names(config: Config) -> tuple[Names, Names, Names]:
    """Return the names of the rows in the tables of methods, in the confusion matrix, and of the target's labels."""
    files = [path for pair in pairs(config.target_files, config.system_files) for path in pair]
    if all(map(are_names, files)):
        own: Names = Memo(str)
        return own, own, own
    return unique_row_names(config)


def are_names(path: str) -> bool:
    """Say whether each label in a file is its own name and no other row's; if in doubt, not.

    A line of a span begins with its label. That of a token follows a hyphen, and contains no white space.
    """
    try:
        with open(path, "rb") as file:
            while block := file.read(_BLOCK) + file.readline():
                if not all(map(_is_name, _doubtful(block))):
                    return False
    except UnicodeDecodeError:  # the line will be found where it is read
        return False
    return True


def _doubtful(block: bytes) -> Iterable[str]:
    """Return the different lines, stripped, of a block of lines; none if what is no name cannot be among them."""
    if block.isascii() and not any(mark in block for mark in _MARKS):
        return ()
    different = b"\n".join(set(block.split(b"\n"))).decode().replace("\r", "\n").split("\n")
    return map(str.strip, different)


def _is_name(line: str) -> bool:
    label, tab, _ = line.partition("\t")
    if tab and (label in _NO_LABELS or label != _squeezed(label)):
        return False
    return "-" not in line or not any(f"-{name}" in line for name in _NO_LABELS)


def unique_row_names(config: Config) -> tuple[Names, Names, Names]:
    """Return what :func:`row_names` does, whatever the labels are; reads all sentences."""
    target, system = _labels(config)
    labels = {**target, **system}
    return _unique([*sorted(labels), OVERALL]), _unique(sorted({*labels, NO_SPAN})), _unique([*target, OVERALL])


def _labels(config: Config) -> tuple[dict[str, None], dict[str, None]]:
    """Return the labels of target and system, in order of first appearance."""
    labels: tuple[dict[str, None], dict[str, None]] = {}, {}
    for sides in sentences(config, lambda _: None):
        for found, (_, _, _, spans) in zip(labels, sides):
            found.update(dict.fromkeys([label for label, _, _, _ in spans]))
    return labels


def _unique(rows: Iterable[Hashable]) -> Names:
    rows = list(rows)
    return dict(zip(rows, unique_in(map(_squeezed, rows))))


def _squeezed(row: Hashable) -> str:
    return " ".join(str(row).split())
