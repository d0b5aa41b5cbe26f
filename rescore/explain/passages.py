"""Items in their context: the piece of a text that an item stands for, and what stands before and after it."""

from __future__ import annotations

from collections.abc import Callable

from rescore.explain.records import Record

_AROUND = 40  # characters to show on either side
_LONGEST = 120  # characters to show of an item
_BELOW = 20  # lines
_KEPT = 8  # files
CUT = "…"


class Text:
    """The text of a unit, in the units that the extents of its items count: characters, bytes or tokens."""

    __slots__ = ("_pieces", "_shown", "is_tokens")

    def __init__(self, record: Record) -> None:
        self._pieces: str | list[str] = record["text"]
        self.is_tokens = isinstance(self._pieces, list)
        self._shown: Callable[[str], str] = _bytes_shown if record["bytes"] else str

    def __len__(self) -> int:
        return len(self._pieces)

    def piece(self, begin: int, end: int) -> str:
        """Return what stands between two places, end exclusive, as readable text."""
        found = self._pieces[max(begin, 0) : end]
        return self._shown(found) if isinstance(found, str) else " ".join(found)

    def around(self, begin: int, end: int) -> tuple[str, str, str]:
        """Return what stands before an extent in its line, in it, and behind it."""
        if self.is_tokens:
            gap = " "
            before, after = self.piece(0, begin) + gap, gap + self.piece(end, len(self))
        else:
            width = 4 * _AROUND  # bytes of the longest characters
            before, after = self.piece(begin - width, begin), self.piece(end, end + width)
        return before.rpartition("\n")[2], self.piece(begin, end), after.partition("\n")[0]


def _bytes_shown(piece: str) -> str:
    return piece.encode("latin-1").decode("utf-8", "replace")


class Lines:
    """The lines of the files that items come from."""

    __slots__ = ("_files",)

    def __init__(self) -> None:
        self._files: dict[str, list[bytes]] = {}

    def line(self, file: str, number: int) -> str:
        """Return a line, by its number from 1; nothing if there is none."""
        lines = self._files.get(file)
        if lines is None:
            if len(self._files) >= _KEPT:
                self._files.clear()
            lines = self._files[file] = _read(file)
        return lines[number - 1].decode("utf-8", "replace").rstrip("\r\n") if number <= len(lines) else ""


def _read(file: str) -> list[bytes]:
    with open(file, "rb") as content:
        return content.read().split(b"\n")


def context(item: Record, text: Text | None, lines: Lines) -> tuple[str, str, str]:
    """Return what stands before an item in its line, the item, and what stands behind it.

    Where the text is not known it is the line of the file that names the item.
    """
    if text is not None and "begin" in item:
        pieces = text.around(item["begin"], item["end"])
    elif item.get("line"):
        pieces = _found(_line(item, lines), item)
    else:
        pieces = ("", item["text"] or item["label"], "")
    before, inside, after = [" ".join(f"|{piece}|".split())[1:-1] for piece in pieces]
    return _tail(before), _head(inside, _LONGEST), _head(after, _AROUND if inside else _LONGEST)


def _line(item: Record, lines: Lines) -> str:
    """Return the line that an item is said to be in, or one below it that has its text: a slot may go on for some."""
    file, number = item["file"], item["line"]
    first = lines.line(file, number)
    if item["text"] in first or item["label"] in first:
        return first
    below = (lines.line(file, number + more) for more in range(1, _BELOW + 1))
    return next((line for line in below if item["text"] in line), first)


def _found(line: str, item: Record) -> tuple[str, str, str]:
    """Return a line of a file with the item in the middle, if it is there word by word.

    Nothing is in the middle where the words stand in the line more than once, and it does not end with them.
    """
    for words in (item["text"], item["label"]):
        if words and words in line:
            before, inside, after = line.rpartition(words)
            if before[-1:].isalnum() or after[:1].isalnum() or (after and words in before):
                break
            return before, inside, after
    return "", "", line


def _tail(piece: str) -> str:
    return piece if len(piece) <= _AROUND else CUT + piece[-_AROUND:]


def _head(piece: str, length: int) -> str:
    return piece if len(piece) <= length else piece[:length] + CUT
