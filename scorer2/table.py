"""Lines of a file, and the search for the line that begins with a given word.

Key and sense map are searched by bisection: "it is important that all files provided to the scorer2 program are sorted"
(documentation, 'Note'). Files that were scored in earnest are not sorted, the bisection misses lines in them, and
published figures hold that effect; so what counts is what the bisection finds. :func:`findable` works it out once for
a table, and a search is then a look-up in a dictionary.

The bisection compares a word with a line byte by byte. Bytes count from -128 to 127. Behind the identifier of a line
stands what is called its *stop* here: in the map the blank, if the line goes on, or else 0, the end of the line; in the
key always 0, because the tags have been cut off by then, the blank with them. The word meets the line if it equals the
identifier; if it is a beginning of it, the word is before the line.

Neither words nor identifiers hold blanks or NULs, so a word differs from a stop wherever the two are compared. If 128
is added to every byte (modulo 256), the bytes of Python compare in the order of the search. Let the *form* of a line be
its identifier so changed, and its *probe* the form and behind it the changed stop. Then a word that does not meet a
line is before it exactly if the word's form is less than the probe.

When no bisection is needed: let each probe be less than the next line's form. A form is less than its own probe,
being the beginning of it, so forms and probes rise in turn through the table. Hence the word of line k is after all
lines above k, before all lines below, and every step of a bisection that starts around k keeps k in its range until
it meets it. And it does start around k, because lines with the same first two letters stand together.

In all other tables the bisections of all words are followed at once. They try the same line first, the words before it
go on in one half and the others in the other half, and so on, so that each line is tried by the words between two
probes, if there are any: a line is found if its own form is among these and was not met at an earlier line. No other
word than the identifiers can be found.
"""

from __future__ import annotations

from itertools import repeat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeVar

    Entry = TypeVar("Entry")

END_OF_FILE = b"\xff"  # what C's EOF becomes when a char holds it
_SIGNED = bytes(code ^ 0x80 for code in range(256))
_BLOCK = 2**17  # bytes
_LETTERS = b"abcdefghijklmnopqrstuvwxyz"


def read_lines(content: bytes) -> Iterator[bytes]:
    """Yield the lines of a file without their ends.

    A line counts only if a newline ends it. A byte 0xFF ends the file, a NUL the text of its line.
    """
    for lines in _blocks(content):
        yield from lines


def unended_lines(content: bytes) -> list[bytes]:
    """Return what a search meets in a file without any newline: one line, or none.

    It is the text of the whole file with the byte 0xFF behind it, up to the first NUL. No word finds it if it begins
    with two small letters, for such words are searched among the lines that begin with these.
    """
    text = content.partition(END_OF_FILE)[0]
    if b"\n" in text:
        return []
    line = (text + END_OF_FILE).partition(b"\0")[0]
    return [] if _small_letters(line) else [line]


def read_instances(content: bytes, comment: bytes = b"\0") -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield identifier of the instance, the blank behind it or nothing, and text of the tags for each line.

    The identifier is the first two fields, joined by ``_``; exactly one blank separates fields. ``comment`` and what
    follows it in a line are left out.
    """
    for lines in _blocks(content, comment):
        for line in lines:
            yield line.replace(b" ", b"_", 1).partition(b" ")


def _blocks(content: bytes, comment: bytes = b"\0") -> Iterator[list[bytes]]:
    """Yield the lines of a file by the hundred, for all of them at once would need much memory."""
    content = content.partition(END_OF_FILE)[0]
    start = 0
    while end := content.rfind(b"\n", start, start + _BLOCK) + 1 or content.find(b"\n", start) + 1:
        block = content[start : end - 1]
        lines = block.split(b"\n")
        for mark in (b"\0", comment):
            if mark in block:
                lines = [line.partition(mark)[0] for line in lines]
        yield lines
        start = end


def split_tags(text: bytes) -> tuple[bytes, ...]:
    """Return the tags in ``text``, which blanks and tabs separate."""
    if b" " not in text and b"\t" not in text:
        return (text,) if text else ()
    return tuple(filter(None, text.replace(b"\t", b" ").split(b" ")))


def findable(
    identifiers: Sequence[bytes], entries: Sequence[Entry], stops: Sequence[bytes] | None = None
) -> dict[bytes, Entry]:
    """Return the entry that the search meets for each word that it can find.

    Line by line, ``identifiers`` are what a word has to equal, ``entries`` what to return, and ``stops`` the byte
    behind the identifier; by default that is a NUL.
    """
    forms, probes = _in_order_of_search(identifiers, stops or repeat(b"\0"))
    if all(map(bytes.__lt__, probes, forms[1:])):
        return dict(zip(identifiers, entries))
    found: dict[bytes, Entry] = {}
    for letters, (low, high) in _stretches(identifiers).items():
        for place in _met(forms, probes, low, high):
            identifier = identifiers[place]
            if letters or not _small_letters(identifier):
                found.setdefault(identifier, entries[place])
    return found


def _in_order_of_search(identifiers: Sequence[bytes], stops: Iterable[bytes]) -> tuple[Sequence[bytes], list[bytes]]:
    """Return forms and probes of the lines; among ASCII characters the addition of 128 changes no order."""
    probes = list(map(bytes.__add__, identifiers, stops))
    if all(map(bytes.isascii, identifiers)):
        return identifiers, probes
    return [identifier.translate(_SIGNED) for identifier in identifiers], [probe.translate(_SIGNED) for probe in probes]


def _stretches(identifiers: Sequence[bytes]) -> dict[bytes, tuple[int, int]]:
    """Return where words are searched by their first two small letters: first index, and index after the last.

    Of several stretches of lines with the same letters the last one counts. All other words, under no letters, are
    searched in the whole table.
    """
    stretches = {}
    start, letters = 0, b""
    for place, identifier in enumerate([*identifiers, b""]):
        if identifier[:2] != letters:
            stretches[letters] = (start, place)
            start, letters = place, identifier[:2]
    of_letters = {pair: ends for pair, ends in stretches.items() if _small_letters(pair)}
    return {**of_letters, b"": (0, len(identifiers))}


def _small_letters(text: bytes) -> bool:
    """Say whether the text begins with two small letters."""
    return len(text) >= 2 and not text[:2].strip(_LETTERS)


def _met(forms: Sequence[bytes], probes: Sequence[bytes], low: int, high: int) -> Iterator[int]:
    """Yield the index of each line, from ``low`` to before ``high``, that is tried by words like its own form.

    A line is yielded before those that its words try after it.
    """
    steps = [(low, high, b"", max(forms[low:high], default=b"") + b"\0")]
    while steps:
        low, high, least, limit = steps.pop()  # words from ``least`` to before ``limit`` have come to this step
        place = (low + high) // 2
        if least <= forms[place] < limit:
            yield place
        probe = probes[place]
        if place + 1 < high and probe < limit:
            steps.append((place, high, max(least, probe), limit))
        if low < place and least < probe:
            steps.append((low, place, least, min(limit, probe)))
