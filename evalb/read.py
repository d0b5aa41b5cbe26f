"""Reading trees: a line is cut at its opening brackets, and each piece says what begins and ends (page, 'Trees')."""

from __future__ import annotations

from legacy_scorers.common.errors import RefusalError
from legacy_scorers.common.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from legacy_scorers.evalb.options import Options, Tell

    Sides: TypeAlias = tuple["Tree", "Tree"]
    Ends: TypeAlias = tuple[int, bool]
    Piece: TypeAlias = tuple[int, bytes, bytes | None, Ends]

WORD, BRACKET, CROWDED = range(3)  # kinds of pieces
NOTHING = 0, False  # no bracket ends, and all can be read
OPEN = -1  # the end of a bracket that is not closed
TOO_MANY = 1  # exit status
QUOTES = b"'", b'"', b"/"
MORE_THAN_TWO = b"More than two elements in a bracket"
STRAY = b"Reading sentence"
UNOPENED = b"Bracketing unbalance (too many close bracket)"
UNBALANCED = b"Bracketing is unbalanced (too many open bracket)"
KEY_LONGER = b"Number of lines unmatch (too many lines in gold file)"
RESPONSE_LONGER = b"Number of lines unmatch (too many lines in test file)"


class Errors:
    """Passes on the errors of trees to ``write``. If more than ``most`` came before, one is the last.

    ``line`` is the number of the line of the key, from 1; ``of_line`` are its different messages.
    """

    __slots__ = ("_count", "_most", "_write", "line", "of_line")

    def __init__(self, most: int, write: Tell) -> None:
        self._count, self._most, self._write = 0, most, write
        self.begin(0)

    def begin(self, line: int) -> None:
        """Begin another line."""
        self.line = line
        self.of_line: dict[bytes, None] = {}

    def tell(self, message: bytes) -> None:
        """Pass on a message. Raises ``RefusalError`` with it if it is the last."""
        line = b"%d : %b\n" % (self.line, message)
        if self._count > self._most:
            raise RefusalError(line, TOO_MANY)
        self._count += 1
        self.of_line[message] = None
        self._write(line)


class Bracket:
    """A bracket: its label, its span in words, the end exclusive, and at which ``(`` of the line it begins, from 0.

    ``name`` is what remains of the label for comparisons; a bracket that ``is_deleted`` is left out of them.
    """

    __slots__ = ("begin", "end", "is_deleted", "label", "name", "place")

    def __init__(self, label: bytes, compared: tuple[bytes, bool], begin: int, place: int) -> None:
        self.label = label
        self.name, self.is_deleted = compared
        self.begin, self.end, self.place = begin, OPEN, place


class Quote:
    """A word that may be a quotation mark, with its tag, and the brackets ``around`` it.

    ``place`` is how many words stand before it, ``before`` how many brackets begin there.
    """

    __slots__ = ("around", "before", "place", "tag", "word")

    def __init__(self, tag: bytes, word: bytes, tree: Tree) -> None:
        self.tag, self.word = tag, word
        self.place, self.before, self.around = len(tree.words), len(tree.brackets), [*tree.around]


class Tree:
    """A line: its words with their tags, without deleted ones, its brackets in order of opening, and its quotes.

    ``around`` are the brackets that are still open, ``surplus`` counts those that were closed and not open. Some words
    do not count for ``length``.
    """

    __slots__ = ("around", "brackets", "length", "line", "quotes", "surplus", "tags", "words")

    def __init__(self, line: bytes) -> None:
        self.line = line
        self.tags: list[bytes] = []
        self.words: list[bytes] = []
        self.brackets: list[Bracket] = []
        self.around: list[Bracket] = []
        self.quotes: list[Quote] = []
        self.length = self.surplus = 0


def read_pairs(
    key: Iterable[bytes], response: Iterable[bytes], options: Options, errors: Errors, trace: Tell | None
) -> Iterator[Sides]:
    """Yield the trees of each line of both files. ``trace``, if given, receives what ``-D`` prints of each label."""
    responses = iter(response)
    for line in key:
        errors.begin(errors.line + 1)
        tree = read(line, options, errors, trace)
        other = next(responses, None)
        if other is None:
            errors.tell(KEY_LONGER)
            return
        yield tree, read(other, options, errors, trace)
    if next(responses, None) is not None:
        errors.begin(errors.line + 1)
        errors.tell(RESPONSE_LONGER)


def read(line: bytes, options: Options, errors: Errors, trace: Tell | None) -> Tree:
    """Return the tree of a line."""
    tree = Tree(line.partition(b"\0")[0].rstrip(b"\n") + b"\n")
    before, *texts = tree.line.split(b"(")
    _end(tree, *_ENDS[before], errors)
    for place, text in enumerate(texts):
        kind, label, candidate, ends = _cut(text) if b")" in text else _OPENINGS[text]
        if trace and candidate is not None:
            trace(b"label=%b, word=%b, wid=%d\n" % (label, candidate, len(tree.words)))
        if kind == WORD:
            _add(tree, label, candidate or b"", options)
        else:
            if kind == CROWDED:
                errors.tell(MORE_THAN_TWO)
            bracket = Bracket(label, options.names[label], len(tree.words), place)
            tree.around.append(bracket)
            tree.brackets.append(bracket)
        if ends != NOTHING:
            _end(tree, *ends, errors)
    if tree.around or tree.surplus:
        errors.tell(UNBALANCED)
    return tree


def _cut(text: bytes) -> Piece:
    """Return what begins between two opening brackets: its kind, its label, its word, and what ends behind it.

    A bracket may have what might have been a word, too, which is None if no white space follows the label.
    """
    head, closing, tail = text.partition(b")")
    fields = head.split()
    if closing and len(fields) == 2 and len(head) == len(fields[0]) + len(fields[1]) + 1:
        return WORD, fields[0], fields[1], _ENDS[tail]  # as most are, and twice as fast
    label, *words = fields if head[:1].strip() else [b"", *fields]
    candidate = words[0] if words else None
    if not words and len(head) > len(label):
        candidate = b""
    if len(words) > 1 or (words and head[-1:].isspace()):
        return CROWDED, label, candidate, _ENDS[text[len(label) :]]
    if closing and candidate is not None:
        return WORD, label, candidate, _ENDS[tail]
    return BRACKET, label, candidate, _ENDS[text[len(label) :]]


def _ends(text: bytes) -> Ends:
    """Return how many brackets end before what cannot be read, and whether there is such."""
    stray = text.lstrip(b" \t\n\v\f\r)")
    return text[: len(text) - len(stray)].count(b")"), bool(stray)


_ENDS = Memo(_ends)
_OPENINGS = Memo(_cut)  # pieces in which nothing ends: few are different


def _add(tree: Tree, tag: bytes, word: bytes, options: Options) -> None:
    is_kept, is_counted, is_quote = options.roles[tag]
    tree.length += is_counted
    if is_quote and word in QUOTES:
        tree.quotes.append(Quote(tag, word, tree))
    if is_kept:
        tree.tags.append(tag)
        tree.words.append(word)


def _end(tree: Tree, number: int, is_stray: bool, errors: Errors) -> None:
    """End brackets. What cannot be read behind them is not skipped, so errors come until one ends the run."""
    around, words = tree.around, len(tree.words)
    for _ in range(number):
        if around:
            around.pop().end = words
            continue
        if tree.surplus:
            errors.tell(UNOPENED)
        tree.surplus += 1
        if tree.brackets:
            tree.brackets[0].end = words
    while is_stray:
        errors.tell(STRAY)
