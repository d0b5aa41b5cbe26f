"""Reads documents in fake-xml-inline: text with tags that need not be XML.

What is between a ``<`` and the next ``>`` is a tag if it is a label with nothing but attribute pairs. If not, the ``<``
is text, and the scan continues after it.
"""

from __future__ import annotations

import re

from legacy_scorers.mat_score.annotations import DecodeError, OpenError
from legacy_scorers.mat_score.documents.builder import InlineBuilder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from legacy_scorers.mat_score.annotations import Annotation, Document
    from legacy_scorers.mat_score.tasks.task import AnnotationTask

    # Start and end offset (exclusive) in the file, form, label, attributes.
    Tag = tuple[int, int, str, str, dict[str, str]]

MAX_SHOWN = 1_000_000  # characters of bogus tags; with nested ``<`` they grow with the square of the text
MAX_SHOWN_TAG = 200  # characters of each bogus tag after that

_OPENING, _CLOSING, _EMPTY = "opening", "closing", "empty"  # forms of tags
_PAIR = re.compile(r"\s*([^\s=]+)\s*=\s*(?:'([^']*)'|\"([^\"]*)\")")
_LABEL = re.compile(r"\s*(\S+)")
_REST = re.compile(r"\S")


def read_fake_xml(path: str, text: str, task: AnnotationTask | None, warn: Callable[[str], None]) -> Document:
    """Return the document that ``text`` holds; ``warn`` receives a line for text that only looks like a tag.

    Raises :class:`OpenError` if a closing tag does not match, :class:`DecodeError` for a tag without a label.
    """
    builder = InlineBuilder(path, task)
    opened: list[Annotation] = []
    done = 0
    for begin, end, form, label, attributes in _tags(text, warn):
        builder.text(text[done:begin])
        done = end
        if form == _CLOSING:
            if not opened or opened[-1].type.label != label:
                raise OpenError(f"</{label}> does not close the innermost open tag")
            builder.close(opened.pop())
            continue
        opened.append(builder.open(label, attributes))
        if form == _EMPTY:
            builder.close(opened.pop())
    builder.text(text[done:])
    return builder.finish()


def _tags(text: str, warn: Callable[[str], None]) -> Iterator[Tag]:
    position = 0
    room = MAX_SHOWN
    while True:
        begin = text.find("<", position)
        end = text.find(">", begin) if begin >= 0 else -1
        if end < 0:
            return
        position = begin + 1
        if end == position:
            continue
        tag = _tag(text, begin, end)
        if tag is not None:
            position = end + 1
            yield begin, position, *tag
        else:
            length = end + 1 - begin
            if length > room:
                length = min(length, MAX_SHOWN_TAG)
            shown = text[begin : begin + length]
            room -= length
            warn(f"Found bogus tag match '{shown}'; treating first character as text and trying again.")


def _tag(text: str, begin: int, closer: int) -> tuple[str, str, dict[str, str]] | None:
    """Return form, label and attributes of the tag, or None if it is text."""
    form, last = _OPENING, closer
    if text[closer - 1] == "/":  # a tag with two slashes, such as </a/>, is empty
        form, last = _EMPTY, closer - 1
    elif text[begin + 1] == "/":
        return _CLOSING, text[begin + 2 : closer], {}
    label = _LABEL.match(text, begin + 1, last)
    if label is None:
        raise DecodeError("a tag without a label")
    attributes: dict[str, str] = {}
    position = label.end()
    while _REST.search(text, position, last):
        pair = _PAIR.match(text, position, last)
        if pair is None:
            return None
        attributes[pair[1]] = pair[2] if pair[2] is not None else pair[3]
        position = pair.end()
    return form, label[1], attributes
