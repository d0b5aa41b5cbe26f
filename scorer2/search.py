"""The search for the line of a table that begins with a given word.

Key and sense map are searched by bisection: "it is important that all files provided to the scorer2 program are sorted"
(documentation, 'Note'). But files of real evaluations are not sorted, the bisection misses lines in them, and published
figures contain this effect; so what counts is what the bisection finds. :func:`findable` works it out once for a table,
and a search is then a look-up in a dictionary.

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

Among ASCII characters the addition of 128 changes no order, and identifiers are their own forms. Where all stops are
NULs, too, it is enough that each identifier is less than the next: if it is a beginning of it, the next one goes on
with a character above NUL, so that the probe is less as well.

In all other tables the bisections of all words are followed at once. They try the same line first, the words before it
go on in one half and the others in the other half, and so on, so that each line is tried by the words between two
probes, if there are any: a line is found if its own form is among these and was not met at an earlier line. No other
word than the identifiers can be found.
"""

from __future__ import annotations

from itertools import islice, repeat

from scorer2.read import END_OF_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SIGNED = bytes(code ^ 0x80 for code in range(256))
_LETTERS = b"abcdefghijklmnopqrstuvwxyz"


def findable(identifiers: Sequence[bytes], stops: Sequence[bytes] | None = None) -> Sequence[int]:
    """Return the index of each line that the search meets for some word: the word that equals its identifier.

    Line by line, ``identifiers`` are what a word has to equal and ``stops`` the byte behind the identifier; by default
    that is a NUL. No identifier is found twice.
    """
    everywhere = range(len(identifiers))
    is_ascii = all(map(bytes.isascii, identifiers))
    if stops is None and is_ascii and _all_less(identifiers, identifiers):
        return everywhere
    forms: Sequence[bytes] = identifiers
    probes = list(map(bytes.__add__, identifiers, stops or repeat(b"\0")))
    if not is_ascii:
        forms = [form.translate(_SIGNED) for form in forms]
        probes = [probe.translate(_SIGNED) for probe in probes]
    if _all_less(probes, forms):
        return everywhere
    found: dict[bytes, int] = {}
    for letters, (low, high) in _stretches(identifiers).items():
        for place in _indices_found(forms, probes, low, high):
            identifier = identifiers[place]
            if letters or not _small_letters(identifier):
                found.setdefault(identifier, place)
    return list(found.values())


def unended_lines(content: bytes) -> list[bytes]:
    """Return what a search meets in a file without any newline: one line, or none.

    It is the text of the whole file with the byte 0xFF behind it, up to the first NUL. No word finds it if it begins
    with two lower-case letters, because such words are searched among the lines that begin with these.
    """
    text = content.partition(END_OF_FILE)[0]
    if b"\n" in text:
        return []
    line = (text + END_OF_FILE).partition(b"\0")[0]
    return [] if _small_letters(line) else [line]


def _all_less(lines: Sequence[bytes], next_lines: Sequence[bytes]) -> bool:
    """Say whether each of the lines is less than the one behind its place in ``next_lines``."""
    return all(map(bytes.__lt__, lines, islice(next_lines, 1, None)))


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


def _indices_found(forms: Sequence[bytes], probes: Sequence[bytes], low: int, high: int) -> Iterator[int]:
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
