"""The texts file. Only the numbers and the order of its documents matter."""

from __future__ import annotations

from legacy_scorers.muc_scorer.read.parsing import syntax_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.muc_scorer.read.messages import Messages
    from legacy_scorers.muc_scorer.read.objects import Catalogue

_TAGS = (b"<doc>", b"<docno>", b"</docno>", b"</doc>")  # in order; at least one word precedes each of the last two


def read_texts(path: bytes | None, catalogue: Catalogue, messages: Messages) -> None:
    """Enter the documents of the texts file into the catalogue.

    A tag counts only between white space. A missing file is skipped with a message. Raises :class:`Fatal` for a file
    without documents.
    """
    content = texts_content(path, messages)
    if path is None or content is None:
        return
    failure = b"[parse_text] Parse of '%s' failed." % path
    awaited = words = line = 0  # the next tag, and the number of words before it
    for line, text in enumerate(content.split(b"\n"), 1):
        for word in filter(None, text.replace(b"\t", b" ").split(b" ")):
            if word.lower() in _TAGS:
                if word.lower() != _TAGS[awaited] or (awaited > 1 and not words):
                    raise syntax_error(b"text", line, word, failure)
                awaited, words = (awaited + 1) % len(_TAGS), 0
            else:
                if awaited == _TAGS.index(b"</docno>") and not words:
                    catalogue.add(document_number(word))
                words += 1
    if awaited or not content.strip(b" \t\n"):
        raise syntax_error(b"text", line, b"", failure)


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
