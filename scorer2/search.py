"""The search for the line of a table that begins with a given word.

Key and sense map are searched by bisection: "it is important that all files provided to the scorer2 program are sorted"
(documentation, 'Note'). But files of real evaluations are not sorted. The bisection misses lines in them, and published
figures contain this effect, so only lines that the bisection finds count. :func:`findable` computes them once for a
table; a search is then a look-up in a dictionary.

The bisection compares a word with a line byte by byte. Bytes count from -128 to 127. After the identifier of a line
comes its *stop*. In the map it is the blank, or 0 where the line ends with the identifier. In the key it is always 0,
because the tags and the blank before them have been cut off. The word matches the line if it equals the identifier. A
word with which a longer identifier begins is before the line.

Neither words nor identifiers hold blanks or NULs, so a word differs from a stop wherever the two are compared. If 128
is added to every byte (modulo 256), Python compares the bytes in the order of the search. The *form* of a line is its
identifier changed in this way; its *probe* is the form followed by the changed stop. A word that does not match a line
is before it exactly if the word's form is less than the probe.

The bisections of all words are followed at once. All words try the same line first. Those before it go on in one half,
the others in the other half, and so on. So the words that try a line are those between two probes. A line is found if
its own form is among these and no earlier line matched it. No word but an identifier can be found.

If each probe is less than the next line's form, forms and probes rise in turn through the table. Then the word of a
line is after all lines before it and before all lines after it, and every line is found.
"""

from __future__ import annotations

from itertools import groupby, islice, repeat

from legacy_scorers.scorer2.read import END_OF_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SIGNED = bytes(code ^ 0x80 for code in range(256))


def order(identifier: bytes, stop: bytes = b"\0") -> bytes:
    """Return what lines have to be sorted by for the search; ``stop`` is the byte after the identifier."""
    return (identifier + stop).translate(_SIGNED)


def findable(identifiers: Sequence[bytes], stops: Sequence[bytes] | None = None) -> Sequence[int]:
    """Return the index of each line that the search finds for some word: the word that equals its identifier.

    ``stops`` are the bytes after the identifiers, by default NULs. No identifier is found twice.
    """
    is_ascii = all(map(bytes.isascii, identifiers))
    forms = probes = identifiers
    if stops or not is_ascii:  # a NUL at the end does not change the order of ASCII identifiers
        probes = list(map(bytes.__add__, identifiers, stops or repeat(b"\0")))
    if not is_ascii:  # nor does adding 128
        forms, probes = [[line.translate(_SIGNED) for line in lines] for lines in (forms, probes)]
    if all(map(bytes.__lt__, probes, islice(forms, 1, None))):
        return range(len(identifiers))  # saves a third of the run on a large key
    found: dict[bytes, int] = {}
    for letters, (low, high) in _stretches(identifiers).items():
        for place in _indices_found(forms, probes, low, high):
            identifier = identifiers[place]
            if letters or not _small_letters(identifier):
                found.setdefault(identifier, place)
    return list(found.values())


def unended_lines(content: bytes) -> list[bytes]:
    """Return what a search finds in a file without any newline: a list of one line, or an empty list.

    The line is the text of the whole file and the byte 0xFF, up to the first NUL. No word finds it if it begins with
    two small letters, because such words are searched among the lines that begin with these.
    """
    text = content.partition(END_OF_FILE)[0]
    if b"\n" in text:
        return []
    line = (text + END_OF_FILE).partition(b"\0")[0]
    return [] if _small_letters(line) else [line]


def _stretches(identifiers: Sequence[bytes]) -> dict[bytes, tuple[int, int]]:
    """Return the stretch of lines where words with the same first two small letters are searched: start and end index.

    If several stretches have the same letters, the last one counts. The entry without letters is the whole table, where
    all other words are searched.
    """
    stretches = {}
    start = 0
    for letters, lines in groupby(identifiers, lambda identifier: identifier[:2]):
        end = start + len(list(lines))
        if _small_letters(letters):
            stretches[letters] = (start, end)
        start = end
    return {**stretches, b"": (0, start)}


def _small_letters(text: bytes) -> bool:
    return len(text) > 1 and text[:2].isalpha() and text[:2].islower()


def _indices_found(forms: Sequence[bytes], probes: Sequence[bytes], low: int, high: int) -> Iterator[int]:
    """Yield the index of each line, from ``low`` to before ``high``, that its own form tries.

    Lines come in the order in which a word tries them.
    """
    steps = [(low, high, b"", max(forms[low:high]) + b"\0")]
    while steps:
        low, high, least, limit = steps.pop()  # words from ``least`` to before ``limit`` reach this step
        place = (low + high) // 2
        if least <= forms[place] < limit:
            yield place
        probe = probes[place]
        if place + 1 < high and probe < limit:
            steps.append((place, high, max(least, probe), limit))
        if low < place and least < probe:
            steps.append((low, place, least, min(limit, probe)))
