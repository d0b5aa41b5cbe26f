"""Reads documents in fake-xml-inline: text with tags that need not be XML.

The scan goes from one ``<`` to the next ``>``. The text between them is a tag if it is a label followed by attribute
pairs only; otherwise the ``<`` is text, and the scan continues after it. Places from which no pairs led to the ``>``
are remembered until the next ``>``, so that nested ``<`` do not make the same pairs be read again and again.
"""

from __future__ import annotations

import re

from mat_score.annotations import DecodeError, OpenError
from mat_score.documents.builder import InlineBuilder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mat_score.annotations import Annotation, Document
    from mat_score.tasks.task import Task

    # A tag: the offsets in the file that it begins at and ends before, its form, label and attributes.
    Tag = tuple[int, int, str, str, dict[str, str]]

SHOWN_IN_FULL = 1_000_000  # characters of bogus tags; what nested ``<`` begin grows with the square of the text
LONGEST_SHOWN_TAG = 200  # after that

_OPENING = "opening"
_CLOSING = "closing"
_EMPTY = "empty"

_PAIR = re.compile(r"\s*([^\s=]+)\s*=\s*(?:'([^']*)'|\"([^\"]*)\")")
_WHITE_SPACE = re.compile(r"\s|\Z")  # the end of the text serves as well, so that there is always some
_REST = re.compile(r"\S")


def read_fake_xml(path: str, text: str, task: Task | None, warn: Callable[[str], None]) -> Document:
    """Return the document that ``text`` holds; ``warn`` is told of text that looks like a tag but is not one.

    Raises :class:`OpenError` if a closing tag does not match, :class:`DecodeError` for a tag without a label.
    """
    builder = InlineBuilder(path, task)
    opened: list[tuple[str, Annotation]] = []
    done = 0
    for begin, end, form, label, attributes in _tags(text, warn):
        builder.text(text[done:begin])
        done = end
        if form == _CLOSING:
            if not opened or opened[-1][0] != label:
                raise OpenError(f"</{label}> does not close the innermost open tag")
            builder.close(opened.pop()[1])
            continue
        annotation = builder.open(label, attributes)
        if form == _EMPTY:
            builder.close(annotation)
        else:
            opened.append((label, annotation))
    builder.text(text[done:])
    return builder.finish()


def _tags(text: str, warn: Callable[[str], None]) -> Iterator[Tag]:
    scanner = _Scanner(text)
    position = 0
    room = SHOWN_IN_FULL
    while True:
        begin = text.find("<", position)
        end = scanner.closer_after(begin) if begin >= 0 else -1
        if end < 0:
            return
        position = begin + 1
        if end == position:
            continue
        tag = scanner.tag(begin, end)
        if tag is not None:
            _, position, *_ = tag
            yield tag
        else:
            length = end + 1 - begin
            shown = text[begin : begin + (length if length <= room else min(length, LONGEST_SHOWN_TAG))]
            room -= len(shown)
            warn(f"Found bogus tag match '{shown}'; treating first character as text and trying again.")


class _Scanner:
    """Recognises tags, and remembers between nested ``<`` what it found behind them."""

    __slots__ = ("_bogus", "_closer", "_space", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._closer = -1  # the last ``>`` found
        self._space = -1  # the last white space found
        self._bogus: set[int] = set()  # where pairs were looked for that did not lead to that ``>``

    def closer_after(self, begin: int) -> int:
        """Return the offset of the next ``>`` behind ``begin``, -1 if there is none."""
        if self._closer <= begin:
            self._closer = self._text.find(">", begin)
            self._bogus.clear()
        return self._closer

    def tag(self, begin: int, closer: int) -> Tag | None:
        """Return the tag between ``<`` and ``>`` at these offsets, None if there is none."""
        form = _OPENING
        if self._text[closer - 1] == "/":
            form = _EMPTY
        elif self._text[begin + 1] == "/":
            return begin, closer + 1, _CLOSING, self._text[begin + 2 : closer], {}
        last = closer - (form == _EMPTY)
        start = self._skip_blanks(begin + 1, last)
        if start == last:
            raise DecodeError("a tag without a label")
        if self._space < start:
            self._space = _WHITE_SPACE.search(self._text, start).start()  # type: ignore[union-attr]
        label_end = min(self._space, last)
        attributes = self._attributes(label_end, last)
        if attributes is None:
            return None
        return begin, closer + 1, form, self._text[start:label_end], attributes

    def _attributes(self, position: int, last: int) -> dict[str, str] | None:
        """Return the attributes between two offsets, None if anything else stands there."""
        attributes: dict[str, str] = {}
        tried: list[int] = []
        while self._skip_blanks(position, last) < last:
            pair = None if position in self._bogus else _PAIR.match(self._text, position, last)
            tried.append(position)
            if pair is None:
                self._bogus.update(tried)
                return None
            attributes[pair[1]] = pair[2] if pair[2] is not None else pair[3]
            position = pair.end()
        return attributes

    def _skip_blanks(self, position: int, last: int) -> int:
        found = _REST.search(self._text, position, last)
        return found.start() if found is not None else last
