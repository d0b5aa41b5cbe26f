"""What ``-d`` and ``-D`` print of a sentence, byte for byte (page, 'Debug output')."""

from __future__ import annotations

from itertools import zip_longest

from legacy_scorers.common.result import KEY, RESPONSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from legacy_scorers.evalb.align import Sentence
    from legacy_scorers.evalb.read import Tree

FREE, MATCHED, LEFT_OUT, UNSEEN = 0, 1, 5, 9  # results of brackets; of words: another tag, the same tag, and the last
SIDES = KEY, RESPONSE


def listing(sentence: Sentence) -> Iterator[bytes]:
    """Yield the words and brackets of both sides, side by side (``-d``)."""
    numbers = [len(items) for tree in sentence.trees for items in (tree.words, tree.brackets)]
    yield b"-<1>---(wn1=%3d, bn1=%3d)-           -<2>---(wn2=%3d, bn2=%3d)-\n" % (*numbers,)
    for rows, width in (_words, 34), (_brackets, 26):
        for left, right in zip_longest(*[rows(sentence, side) for side in SIDES], fillvalue=b""):
            yield left.ljust(width) + b" " * 6 + right + b"\n"
        yield b"\n"
    yield b"========\n"


def _words(sentence: Sentence, side: int) -> Iterator[bytes]:
    tree = sentence.trees[side]
    for index, (tag, word) in enumerate(zip(tree.tags, tree.words)):
        result = sentence.same_tags[index] if sentence.is_aligned else UNSEEN
        yield b"%3d : %d : %-6b  %-16b" % (index, result, tag, word) if word else b""


def _brackets(sentence: Sentence, side: int) -> Iterator[bytes]:
    results = _results(sentence)[side]
    for index, bracket in enumerate(sentence.trees[side].brackets):
        label = bracket.name if sentence.is_aligned and bracket.begin != bracket.end else bracket.label
        yield b"%3d : %d : %3d  %3d  %-6b" % (index, results[index], bracket.begin, bracket.end, label)


def _results(sentence: Sentence) -> list[list[int]]:
    """Return what became of the brackets of each side."""
    results = [[LEFT_OUT if sentence.is_aligned else UNSEEN] * len(tree.brackets) for tree in sentence.trees]
    for match in sentence.matches:
        for side, index in enumerate((match.key, match.response)):
            if index is not None:
                results[side][index] = FREE if None in (match.key, match.response) else MATCHED
    return results


def comparisons(sentence: Sentence) -> Iterator[bytes]:
    """Yield the comparisons of brackets, and those that do not match or that cross (``-D``)."""
    key, response = [[*_descriptions(tree)] for tree in sentence.trees]
    partners = {match.key: match.response for match in sentence.matches}
    # results before any is matched
    of_key, of_response = [[FREE if result == MATCHED else result for result in side] for side in _results(sentence)]
    rivals: set[int] = set()  # brackets of the response that another label keeps from matching
    for index, bracket in enumerate(sentence.trees[KEY].brackets):
        own, is_found = of_key[index], False
        for place, other in enumerate(sentence.trees[RESPONSE].brackets):
            result = of_response[place]
            spans = bracket.begin, other.begin, bracket.end, other.end
            yield b"1.res=%d, 2.res=%d, 1.start=%d, 2.start=%d, 1.end=%d, 2.end=%d\n" % (own, result, *spans)
            if own != FREE or result != FREE or bracket.begin != other.begin or bracket.end != other.end:
                continue
            is_found = True
            if place == partners[index]:
                of_response[place] = MATCHED
                break
            rivals.add(place)
            yield b"  LABEL" + key[index]
        if own == FREE and not is_found:
            yield b"  BRACKET" + key[index]
    for place, result in enumerate(of_response):
        if result == FREE and place not in rivals:
            yield b"  EXTRA" + response[place]
    last = None
    for crossed in sentence.crossed.values():
        if crossed != last:
            yield b"  CROSSING" + key[crossed]
        last = crossed


def _descriptions(tree: Tree) -> Iterator[bytes]:
    """Yield for each bracket its span, with an inclusive end, and the text of the line that it encloses."""
    begins: list[int] = []
    ends: dict[int, int] = {}
    around: list[int] = []
    for offset, byte in enumerate(tree.line):
        if byte == ord("("):
            around.append(len(begins))
            begins.append(offset + 1)
        elif byte == ord(")"):
            first = [bracket.place for bracket in tree.brackets[:1] if bracket.place < len(begins)]
            closed = [around.pop()] if around else first
            ends.update(dict.fromkeys(closed, offset))
    for bracket in tree.brackets:
        begin, end = begins[bracket.place] + len(bracket.label), ends.get(bracket.place, len(tree.line) - 1)
        yield b"[%d-%d]: %b\n" % (bracket.begin, bracket.end - 1, tree.line[begin:end])
