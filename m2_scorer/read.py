"""Reading gold sentences with the edits of their annotators, and the sentences of a system (page, 'The files')."""

from __future__ import annotations

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import hash_order, integer, split, strip
from legacy_scorers.common.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FIELDS = 6  # of an annotation that are read; further ones do not count
NOTHING = "-NONE-"  # a correction that deletes


@record
class Edit:
    """Words of a sentence from one place to another, gaps between tokens counted from 0, and what may replace them.

    A proposed edit has one correction, a gold edit all that are right; None is no words at all. ``original`` are the
    words between the places, joined by blanks. ``line`` is that of a gold edit in its file, from 1.
    """

    begin: int
    end: int
    original: str
    corrections: list[str | None]
    line: int = 0

    @property
    def correction(self) -> str:
        """The only correction of a proposed edit."""
        return self.corrections[0] or ""

    def fits(self, edit: Edit) -> bool:
        """Say whether this gold edit has the places, the words and, among others, the correction of a proposed one."""
        same = (self.begin, self.end, self.original) == (edit.begin, edit.end, edit.original)
        return same and edit.correction in [correction or "" for correction in self.corrections]


@record
class Sentence:
    """A source sentence: its text and words, its line in the file from 1, and the edits of each annotator, in order."""

    text: str
    words: list[str]
    line: int
    annotators: dict[int, list[Edit]]


def read_gold(content: bytes, file: str) -> list[Sentence]:
    """Return the sentences of a gold file. Raises ``InputError`` with the line that is wrong."""
    lines = _decode(content, file).splitlines(keepends=True)
    sentences: list[Sentence] = []
    block: list[str] = []
    for number, line in enumerate([*lines, "\n"], 1):
        if line != "\n":
            block.append(line.splitlines()[0])
        elif block:
            sentences += _read_block(block, number - len(block), file)
            block = []
    return sentences


def read_system(content: bytes, file: str, wanted: Sequence[Sentence]) -> list[str]:
    """Return the sentences of a system, a line for each that is ``wanted``.

    Raises ``InputError`` for bytes that are not UTF-8, and for another number of lines.
    """
    lines = content.removesuffix(b"\n").split(b"\n") if content else []
    found = [strip(_decode(line, file, number)) for number, line in enumerate(lines, 1)]
    if len(found) == len(wanted):
        return found
    problem = f"{len(found)} lines for {len(wanted)} sentences"
    if len(found) < len(wanted):
        problem += f"; none for the sentence in line {wanted[len(found)].line} of the gold file"
    raise InputError(problem, file)


def _decode(content: bytes, file: str, line: int | None = None) -> str:
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8", "surrogatepass")
        raise InputError("not UTF-8; convert the file", file, line or len(f"{before}x".splitlines())) from None


def _read_block(block: list[str], first: int, file: str) -> Iterator[Sentence]:
    """Yield the sentences of a block whose first line has the number ``first``.

    Places are not counted anew in the second sentence: each has the edits that end in it or in those before.
    """
    texts = {number: strip(line[2:]) for number, line in enumerate(block, first) if line.startswith("S ")}
    if not texts:
        raise InputError("no line of the block begins with 'S '", file, first)
    words = {number: split(text) for number, text in texts.items()}
    all_words = [word for of_sentence in words.values() for word in of_sentence]
    edits: dict[int, list[Edit]] = {}
    for number, line in enumerate(block[1:], first + 1):
        if not line.startswith(("S ", "I ")):
            try:
                annotator, edit = _read_annotation(line, all_words)
            except ValueError as error:
                raise InputError(str(error), file, number) from None
            edit.line = number
            edits.setdefault(annotator, []).append(edit)
    order = hash_order(hash_order(edits)) or [0]  # the original fills a second dictionary from the first
    end = 0
    for number, text in texts.items():
        end += len(words[number])
        places = range(end + 1)
        annotators = {}
        for annotator in order:
            of_annotator = edits.get(annotator, ())
            annotators[annotator] = [edit for edit in of_annotator if edit.begin in places and edit.end in places]
        yield Sentence(text, words[number], number, annotators)


def _read_annotation(line: str, all_words: list[str]) -> tuple[int, Edit]:
    """Return the annotator and the edit of a line. Raises ``ValueError`` that says what is wrong."""
    if not line.startswith("A "):
        raise ValueError("neither a sentence ('S ') nor an annotation ('A '); blocks end with an empty line")
    fields = line[2:].split("|||")
    if len(fields) < FIELDS:
        raise ValueError(f"{len(fields)} fields, separated by '|||'; an annotation has {FIELDS}")
    places = split(fields[0])
    if len(places) < 2:
        raise ValueError("an annotation begins with two places")
    begin, end = [_integer(place) for place in places[:2]]
    if fields[1] == "noop":
        begin = end = -1
    corrections = [None if text == NOTHING else strip(text) for text in fields[2].split("||")]
    return _integer(fields[5]), Edit(begin, end, " ".join(all_words[begin:end]), corrections)


def _integer(text: str) -> int:
    try:
        return integer(text)
    except ValueError:
        raise ValueError(f"'{text}' is not a whole number") from None
