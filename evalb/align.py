"""Which brackets of a sentence match, which cross, and which words have the same tag (page, 'A sentence')."""

from __future__ import annotations

from itertools import zip_longest

from legacy_scorers.common.result import RESPONSE, Match
from legacy_scorers.evalb.options import EQ_LABEL, EQ_WORD, LABELED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from legacy_scorers.evalb.options import Options, Tell
    from legacy_scorers.evalb.read import Bracket, Errors, Sides, Tree

    Brackets: TypeAlias = dict[int, Bracket]

VALID, ERROR, SKIPPED = 0, 1, 2  # the status of a sentence
MATCHED, MISSED, SPURIOUS, CROSSING = "matched", "missed", "spurious", "crossing"  # signatures of matches of brackets
MATCHED_CROSSING = "matched and crossing"


class Sentence:
    """A sentence: the number of its line, from 1, the trees of key and response, their errors, and how they match.

    ``matches`` are those of brackets, by their places in the order of opening; brackets that are left out have none.
    ``crossed`` is the first bracket of the key that one of the response crosses. ``same_tags`` says which words have
    equal tags. Where words differ or are missing, all three are empty.
    """

    __slots__ = ("crossed", "errors", "is_aligned", "matches", "number", "same_tags", "status", "trees")

    def __init__(self, number: int, trees: Sides) -> None:
        self.number, self.trees, self.status, self.is_aligned = number, trees, VALID, False
        self.errors: list[bytes] = []
        self.matches: list[Match] = []
        self.crossed: dict[int, int] = {}
        self.same_tags: list[bool] = []

    def align(self, options: Options) -> None:
        """Align trees that have the same words."""
        key, response = [_compared(tree) for tree in self.trees]
        of_key = [(bracket.begin, bracket.end, index) for index, bracket in key.items()]
        crossed = {index: _crossed(bracket.begin, bracket.end, of_key) for index, bracket in response.items()}
        self.crossed = {index: other for index, other in crossed.items() if other is not None}
        self.matches = [*_matches(key, response, self.crossed, options)]
        tags = zip(*[tree.tags for tree in self.trees])
        self.same_tags = [one == other or options.are_equal(EQ_LABEL, one, other) for one, other in tags]
        self.is_aligned = True


def align(pairs: Iterable[Sides], options: Options, errors: Errors, trace: Tell | None) -> Iterator[Sentence]:
    """Yield each sentence, aligned if it can be. ``trace``, if given, receives what ``-D`` prints before that."""
    for trees in pairs:
        sentence = Sentence(errors.line, trees)
        if trace:
            trace(b"\n")
        if not trees[RESPONSE].words:
            sentence.status = SKIPPED
        elif _have_same_words(trees, options, errors, trace):
            sentence.align(options)
        sentence.errors = [*errors.of_line]
        if sentence.errors and sentence.status == VALID:
            sentence.status = ERROR
        yield sentence


def _have_same_words(trees: Sides, options: Options, errors: Errors, trace: Tell | None) -> bool:
    key, response = [tree.words for tree in trees]
    if len(key) != len(response):
        _put_quotes_back(trees, options, trace)
    if len(key) != len(response):
        errors.tell(b"Length unmatch (%d|%d)" % (len(key), len(response)))
        return False
    for words in zip(key, response):
        if words[0] != words[1] and not options.are_equal(EQ_WORD, *words):
            errors.tell(b"Words unmatch (%b|%b)" % words)
            return False
    return True


def _compared(tree: Tree) -> Brackets:
    """Return the brackets that are not left out."""
    brackets = enumerate(tree.brackets)
    return {index: bracket for index, bracket in brackets if bracket.begin != bracket.end and not bracket.is_deleted}


def _matches(key: Brackets, response: Brackets, crossed: dict[int, int], options: Options) -> Iterator[Match]:
    """Match each bracket of the key with the first free one of the response that has its span and a fitting label."""
    is_labelled = options.numbers[LABELED]
    free: dict[tuple[int, int, bytes], list[int]] = {}
    for index, bracket in response.items():
        free.setdefault((bracket.begin, bracket.end, bracket.name if is_labelled else b""), []).append(index)
    spurious = {*response}
    for index, bracket in key.items():
        labels = options.alike[bracket.name] if is_labelled else [b""]
        fitting = []
        for label in labels:
            indexes = free.get((bracket.begin, bracket.end, label))
            if indexes:
                fitting.append(indexes)
        if not fitting:
            yield Match(MISSED, index, None)
            continue
        partner = min(fitting).pop(0)
        spurious.remove(partner)
        yield Match(MATCHED_CROSSING if partner in crossed else MATCHED, index, partner)
    for index in sorted(spurious):
        yield Match(CROSSING if index in crossed else SPURIOUS, None, index)


def _crossed(begin: int, end: int, others: Iterable[tuple[int, int, int]]) -> int | None:
    """Return the first of other brackets, in order of opening with begin, end and index, that a span crosses."""
    for other_begin, other_end, index in others:
        if other_begin >= end:
            return None
        if other_begin < begin < other_end < end or begin < other_begin < end < other_end:
            return index
    return None


def _put_quotes_back(trees: Sides, options: Options, trace: Tell | None) -> None:
    """Put back quotation marks that are deleted, where the other side has one that is not."""
    key, response = trees
    if trace:
        _print_quotes(key, response, trace)
    for of_response, other in enumerate(response.quotes):
        place = other.place  # as it is before any is put back
        is_other_kept, *_ = options.roles[other.tag]
        for of_key, quote in enumerate(key.quotes):
            if quote.place != place or quote.tag == other.tag:
                continue
            is_kept, *_ = options.roles[quote.tag]
            if is_other_kept and not is_kept:
                _put_back(key, of_key, trace)
            elif is_kept and not is_other_kept:
                _put_back(response, of_response, trace)


def _print_quotes(key: Tree, response: Tree, trace: Tell) -> None:
    """Print the quotation marks of both sides, in turn."""
    for pair in zip_longest(key.quotes, response.quotes):
        for quote in filter(None, pair):
            trace(b"%d: %b - %b\n" % (quote.place, quote.tag, quote.word))


def _put_back(tree: Tree, index: int, trace: Tell | None) -> None:
    """Make a quote a word of its tree, and move what stands behind it."""
    quote = tree.quotes[index]
    if trace:
        trace(b"bra=%d, ind=%d\n" % (quote.before, quote.place))
        for number, bracket in enumerate(tree.brackets):
            trace(b"bracket[%d]={%d,%d}\n" % (number, bracket.begin, bracket.end))
        trace(b"endslen=%d\n" % len(quote.around))
    tree.words.insert(quote.place, quote.word)
    tree.tags.insert(quote.place, quote.tag)
    for bracket in [*quote.around, *tree.brackets[quote.before :]]:
        bracket.end += 1
    for moved in tree.brackets[quote.before :]:
        moved.begin += 1
    for later in tree.quotes[index:]:
        later.place += 1
