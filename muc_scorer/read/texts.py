"""The texts file. Only the numbers and the order of its documents matter."""

from __future__ import annotations

from legacy_scorers.muc_scorer.read.parsing import syntax_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from legacy_scorers.muc_scorer.read.messages import Messages
    from legacy_scorers.muc_scorer.read.objects import Catalogue

_TAGS = (b"<doc>", b"<docno>", b"</docno>", b"</doc>")  # in order; at least one word precedes each of the last two
_END_OF_NUMBER = _TAGS.index(b"</docno>")


def read_texts(path: bytes | None, catalogue: Catalogue, messages: Messages) -> None:
    """Enter the documents of the texts file into the catalogue.

    A tag counts only between white space. A missing file is skipped with a message. Raises :class:`Fatal` for a file
    without documents.
    """
    content = texts_content(path, messages)
    if path is None or content is None:
        return
    failure = b"[parse_text] Parse of '%s' failed." % path
    awaited = 0  # the index of the next tag
    words = 0  # since the last tag
    for line, word in _words(content):
        tag = word.lower()
        if tag not in _TAGS:
            if awaited == _END_OF_NUMBER and not words:
                catalogue.add(document_number(word))
            words += 1
            continue
        if tag != _TAGS[awaited] or (awaited >= _END_OF_NUMBER and not words):
            raise syntax_error(b"text", line, word, failure)
        awaited = (awaited + 1) % len(_TAGS)
        words = 0
    if awaited or not content.strip(b" \t\n"):
        raise syntax_error(b"text", content.count(b"\n") + 1, b"", failure)


def _words(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the words between white space, each with its line."""
    for line, text in enumerate(content.split(b"\n"), 1):
        for word in text.replace(b"\t", b" ").split(b" "):
            if word:
                yield line, word


def texts_content(path: bytes | None, messages: Messages) -> bytes | None:
    """Return the content of the texts file, or None, with a message, if it cannot be opened."""
    if path is None:
        messages.warn(b"[parse_texts] Text file not specified.  Skipping parse.")
        return None
    try:
        return messages.host.read(path)
    except (OSError, ValueError):  # ValueError for a name with a NUL
        messages.warn(b"Could not open text file '%s'.  Skipping parse." % path)
        return None


def document_number(word: bytes) -> bytes:
    """Return the number of a document without ``-`` and ``.``, as in the SGML files."""
    return word.translate(None, b"-.")
