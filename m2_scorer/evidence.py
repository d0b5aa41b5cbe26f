"""What an observer receives of a run: the sentences, in each the edits of the chosen annotator and those proposed."""

from __future__ import annotations

from legacy_scorers.common.result import KEY, RESPONSE, SIDE_NAMES, Input, Item, Location, Match, Run, Unit
from legacy_scorers.common.spans import boundary_differences
from legacy_scorers.m2_scorer.align import CORRECT, IGNORED, REPEATED
from legacy_scorers.m2_scorer.read import NOTHING
from legacy_scorers.m2_scorer.report import shortened
from legacy_scorers.m2_scorer.tally import ALL, EDITS, GOLD, IS_CORRECT, PRECISION, PROPOSED, RECALL, F, cells, measures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from legacy_scorers.common.result import Observer
    from legacy_scorers.m2_scorer.align import Aligned
    from legacy_scorers.m2_scorer.options import Options
    from legacy_scorers.m2_scorer.read import Edit, Sentence
    from legacy_scorers.m2_scorer.tally import AnnotatorChoice, Step

_REASONS = {
    CORRECT: "the same places and words, and a correction of the key",
    REPEATED: "the key has the same edit again",
    IGNORED: "only blanks and capital letters change",
}


class SentenceUnit(Unit):
    """A sentence. Its items are the edits of the chosen annotator, and those that are proposed. ``text`` is the source.

    Correct edits are whole, others without words at their ends that stay. An edit has no extent if its words are not
    those between its places, as before the first token in version 3.2.
    """

    __slots__ = ("_edits", "_files", "_number", "_proposed", "_reason", "_whole", "_words")

    def __init__(
        self, number: int, sentence: Sentence, files: tuple[str, str], chosen: Aligned | None, reason: str
    ) -> None:
        key, response = Location(files[KEY], sentence.line), Location(files[RESPONSE], number)
        super().__init__(f"sentence {number}", chosen.matches if chosen else (), key, response, text=sentence.words)
        self._number = number
        self._files = files
        self._words = sentence.words
        self._reason = reason
        self._edits: tuple[Sequence[Edit], Sequence[Edit]] = (), ()
        self._whole: Sequence[Edit] = ()  # of the response
        self._proposed = 0  # how many of them are not ignored
        if chosen:
            self._whole = [*chosen.proposed, *chosen.ignored]
            self._proposed = len(chosen.proposed)
            self._edits = chosen.gold, [edit if edit in chosen.correct else shortened(edit) for edit in self._whole]

    def item(self, side: int, index: int) -> Item:
        """Return an edit, labelled with its correction; an edit of the key with all of them."""
        edit = self._edits[side][index]
        label = "||".join([correction or NOTHING for correction in edit.corrections])
        location = Location(self._files[side], edit.line or self._number)
        if edit.begin > edit.end or " ".join(self._words[edit.begin : edit.end]) != edit.original:
            return Item(label, edit.original, location=location)
        return Item(label, edit.original, edit.begin, edit.end, location)

    def why(self, match: Match) -> str:
        """Return how an edit differs from those of the other side at its places, and why the annotator was chosen."""
        return f"{_REASONS.get(match.signature) or self._difference(*match.place)}; {self._reason}"

    def _difference(self, side: int, index: int) -> str:
        edit, name = self._edits[side][index], SIDE_NAMES[1 - side]
        said = []
        for place, other in enumerate(self._edits[1 - side]):
            inserts = edit.begin == edit.end or other.begin == other.end
            if max(edit.begin, other.begin) < min(edit.end, other.end) + inserts:
                by = boundary_differences(other.begin - edit.begin, other.end - edit.end, "token")
                relation = " and ".join(by) or self._same(*((index, place) if side == KEY else (place, index)))
                said.append(f"the {name}'s '{self.item(1 - side, place).label}' {relation}")
        return ", ".join(said) or f"the {name} has no edit there"

    def _same(self, key: int, response: int) -> str:
        """Return how edits at the same places differ, given their indexes."""
        gold, shown = [edits[index] for edits, index in zip(self._edits, (key, response))]
        if not gold.fits(shown):
            return "is at the same places"
        if not gold.fits(self._whole[response]):
            return "is the same but for words that stay"
        return "is the same, but ignored" if response >= self._proposed else "is the same, but not in its turn"


def with_evidence(steps: Iterable[Step], observer: Observer, options: Options) -> Iterator[Step]:
    """Yield the steps of a run, and pass it and its sentences on to an observer."""
    files = options.gold, options.system
    observer.begin(
        Run(
            "m2scorer",
            _settings(options),
            list(map(Input, SIDE_NAMES, files)),
            kind=lambda match: str(match.signature),
            credit=lambda match: float(match.signature in (CORRECT, REPEATED)),
            cells=lambda _, match: cells(match.signature),
            measures={EDITS: measures(options.beta)},
            by_unit=False,
            quoted=[(EDITS, ALL, name) for name in (PRECISION, RECALL, F)],
            version=options.version,
        )
    )
    for number, step in enumerate(steps, 1):
        if observer.wants_units:
            sentence, _, aligned, choice = step
            chosen = None if choice.chosen is None else aligned[choice.chosen]
            observer.unit(SentenceUnit(number, sentence, files, chosen, _reason(aligned, choice)))
        yield step


def _settings(options: Options) -> dict[str, object]:
    is_finite = options.beta - options.beta == 0  # JSON has no other numbers
    return {
        "beta": options.beta if is_finite else str(options.beta),
        "max_unchanged_words": options.most_unchanged,
        "ignore_whitespace_casing": options.ignores_casing,
        "verbose": options.verbose,
    }


def _reason(aligned: Sequence[Aligned], choice: AnnotatorChoice) -> str:
    """Say what the run would have with each annotator; this decides which of them is chosen."""
    if len(aligned) == 1:
        return f"annotator {aligned[0].annotator} is the only one"
    said = []
    for one, row in zip(aligned, choice.rows):
        counts = f"{row[IS_CORRECT]} of {row[PROPOSED]} right, {row[GOLD]} in gold"
        said.append(f"annotator {one.annotator} gives F {row[F]:.4f}, {counts}")
    chosen = "nobody" if choice.chosen is None else said.pop(choice.chosen)
    return f"chosen: {chosen}; not chosen: {', '.join(said)}"
