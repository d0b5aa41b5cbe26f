"""The texts file: the documents that a run is about, of which only numbers and order matter."""

from __future__ import annotations

from muc_scorer.read.messages import warn
from muc_scorer.read.parsing import syntax_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.read.objects import Catalogue

_TAGS = (b"<doc>", b"<docno>", b"</docno>", b"</doc>")  # in their order; before the last two there is a word at least


def read_texts(path: bytes | None, catalogue: Catalogue) -> None:
    """Enter the documents of the texts file into the catalogue.

    A tag counts only where white space is around it. A file that is missing is skipped with a message; one that does
    not hold documents raises :class:`Fatal`.
    """
    content = texts_content(path)
    if path is not None and content is not None:
        _read_documents(content, path, catalogue)


def texts_content(path: bytes | None) -> bytes | None:
    """Return the content of the texts file, or None with a message if there is none that can be opened."""
    if path is None:
        warn(b"[parse_texts] Text file not specified.  Skipping parse.")
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError):  # a name with a NUL is no name
        warn(b"Could not open text file '%s'.  Skipping parse." % path)
        return None


def _read_documents(content: bytes, path: bytes, catalogue: Catalogue) -> None:
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
                    catalogue.entry(document_number(word))
                words += 1
    if awaited or not content.strip(b" \t\n"):
        raise syntax_error(b"text", line, b"", failure)


def document_number(word: bytes) -> bytes:
    """Return the number of a document as the SGML files give it, without ``-`` and ``.``."""
    return word.translate(None, b"-.")
