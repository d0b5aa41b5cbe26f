"""Which proposed edits of a sentence are correct, by each annotator (page, 'Correct edits')."""

from __future__ import annotations

from legacy_scorers.common.py27 import lower, split
from legacy_scorers.common.result import Match
from legacy_scorers.m2_scorer.lattice import Lattice
from legacy_scorers.m2_scorer.path import best_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from legacy_scorers.m2_scorer.options import Options
    from legacy_scorers.m2_scorer.read import Edit, Sentence

CORRECT, REPEATED, SPURIOUS, MISSED, IGNORED = "correct", "correct again", "spurious", "missed", "ignored"  # signatures


class Aligned:
    """The edits that are proposed for a sentence if those of one annotator are ``gold``, and how both match.

    An edit that fits several gold edits is ``correct`` as often. Indexes of matches in the response count the proposed
    edits and then the ``ignored`` ones.
    """

    __slots__ = ("annotator", "correct", "gold", "ignored", "matches", "proposed")

    def __init__(self, annotator: int, gold: Sequence[Edit], edits: Sequence[Edit], ignores_casing: bool) -> None:
        self.annotator = annotator
        self.gold = gold
        self.ignored = [edit for edit in edits if changes_only_casing(edit)] if ignores_casing else []
        self.proposed = [edit for edit in edits if edit not in self.ignored]
        self.correct: list[Edit] = []
        self.matches = list(self._match())

    def _match(self) -> Iterator[Match]:
        """Yield the matches of proposed edits in order, each with all gold edits that fit behind those before."""
        rest = 0
        found: set[int] = set()
        for index, edit in enumerate(self.proposed):
            fitting = [place for place in range(rest, len(self.gold)) if self.gold[place].fits(edit)]
            if not fitting:
                yield Match(SPURIOUS, None, index)
                continue
            self.correct += [edit] * len(fitting)
            yield from [Match(CORRECT if place == fitting[0] else REPEATED, place, index) for place in fitting]
            found.update(fitting)
            rest = fitting[-1] + 1
        yield from [Match(MISSED, place, None) for place in range(len(self.gold)) if place not in found]
        yield from [Match(IGNORED, None, len(self.proposed) + index) for index in range(len(self.ignored))]


def align(sentence: Sentence, candidate: str, options: Options) -> list[Aligned]:
    """Return how the sentence of a system matches the edits of each annotator."""
    lattice = Lattice(sentence.words, split(candidate), options.most_unchanged, options.version == "2016")
    return [
        Aligned(annotator, gold, best_path(lattice, gold), options.ignores_casing)
        for annotator, gold in sentence.annotators.items()
    ]


def changes_only_casing(edit: Edit) -> bool:
    """Say whether the sides of a proposed edit differ only in blanks and capital letters."""
    original, correction = [lower(side.replace(" ", "")) for side in (edit.original, edit.correction)]
    return original == correction
