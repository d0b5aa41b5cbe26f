"""The texts file: the documents that a run is about, of which only numbers and order matter."""

from __future__ import annotations

from muc_scorer.read.messages import Fatal, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.read.objects import Catalogue

_AT_START, _OUTSIDE, _IN_DOCUMENT, _AT_NUMBER, _AFTER_NUMBER, _AT_TEXT, _IN_TEXT = range(7)
_WORD = b""
_STEPS = {
    (_AT_START, _WORD): _OUTSIDE,
    (_AT_START, b"<doc>"): _IN_DOCUMENT,
    (_OUTSIDE, _WORD): _OUTSIDE,
    (_OUTSIDE, b"<doc>"): _IN_DOCUMENT,
    (_IN_DOCUMENT, _WORD): _IN_DOCUMENT,
    (_IN_DOCUMENT, b"<docno>"): _AT_NUMBER,
    (_AT_NUMBER, _WORD): _AFTER_NUMBER,
    (_AFTER_NUMBER, _WORD): _AFTER_NUMBER,
    (_AFTER_NUMBER, b"</docno>"): _AT_TEXT,
    (_AT_TEXT, _WORD): _IN_TEXT,
    (_IN_TEXT, _WORD): _IN_TEXT,
    (_IN_TEXT, b"</doc>"): _OUTSIDE,
}
_TAGS = {tag for _, tag in _STEPS if tag}


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
    state = _AT_START
    line = 0
    for line, text in enumerate(content.split(b"\n"), 1):
        for word in text.replace(b"\t", b" ").split(b" "):
            if not word:
                continue
            tag = word.lower()
            following = _STEPS.get((state, tag if tag in _TAGS else _WORD))
            if following is None:
                raise _syntax_error(line, word, path)
            if state == _AT_NUMBER:
                catalogue.entry(document_number(word))
            state = following
    if state != _OUTSIDE:
        raise _syntax_error(line, b"", path)


def document_number(word: bytes) -> bytes:
    """Return the number of a document as the SGML files give it, without ``-`` and ``.``."""
    return word.translate(None, b"-.")


def _syntax_error(line: int, word: bytes, path: bytes) -> Fatal:
    return Fatal(
        b"(text) %d: syntax error at '%s'\n[parse_text] Parse of '%s' failed.\n" % (line, word, path), on_stdout=True
    )
