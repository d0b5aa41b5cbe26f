"""What an observer receives of a run: every instance, the key line it was scored against, and why or why not.

Units are answer lines in their order, then the lines of the key that are missed. A unit is named after the instance;
further lines of the same instance get ``#2`` and so on. Lines of the key that count are named first, so a name stands
for the same line in all runs against the same key.
"""

from __future__ import annotations

from functools import cached_property

from legacy_scorers.common.c import add
from legacy_scorers.common.memo import Memo
from legacy_scorers.common.result import (
    KEY,
    RESPONSE,
    Input,
    Item,
    Location,
    Match,
    Run,
    Unit,
    decoded,
    unique,
    unique_in,
)
from legacy_scorers.scorer2.cells import ALL, GUESS, MEASURES, MISSED, SCORE, cells
from legacy_scorers.scorer2.report import weighted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from legacy_scorers.common.result import Observer
    from legacy_scorers.scorer2.align import Key
    from legacy_scorers.scorer2.cells import Cell
    from legacy_scorers.scorer2.credit import Granularity
    from legacy_scorers.scorer2.report import Answer


class Instance(Unit):
    """An answer, or a line of the key that no answer was scored against, with the texts of their tags.

    Labels are the tags as they are compared, or as they are written in refused answers and in lines that do not count.
    Texts are the identifiers of the instances.
    """

    __slots__ = ("_evidence", "identifier", "key_tags", "tags")

    def __init__(
        self, evidence: Evidence, name: str, match: Match, identifier: bytes, tags: bytes, key_tags: bytes
    ) -> None:
        key = None if match.key is None else Location(evidence.files[KEY], match.key + 1)
        response = None if match.response is None else Location(evidence.files[RESPONSE], match.response + 1)
        super().__init__(name, [match], key, response)
        self._evidence = evidence
        self.identifier = identifier
        self.tags = tags
        self.key_tags = key_tags

    def item(self, side: int, index: int) -> Item:
        """Return the key line or the answer; ``index`` is that of its line, from 0."""
        evidence = self._evidence
        if side == RESPONSE:
            label, location = evidence.labels[self.tags] if self.key_tags else self.tags, self.response
        else:
            text = evidence.key.texts[index]
            label = b" ".join(evidence.granularity.key_tags[text].tags) if text else evidence.key.written[index]
            location = self.key
        return Item(decoded(label), decoded(self.identifier), location=location)

    def why(self, match: Match) -> str:
        """Return why the answer was refused or the line missed, or how each tag agrees with the key."""
        if self.key_tags:
            return self._evidence.agreements[self.tags, self.key_tags]
        return self._why_missed(match) if match.response is None else self._why_refused()

    def _why_missed(self, match: Match) -> str:
        found = self._evidence.key.found.get(self.identifier)
        if found is None:
            return "the key is not sorted, and the search misses it"
        if found == match.key:
            return "no answer to it was scored"
        return f"the search finds line {found + 1} for this instance"

    def _why_refused(self) -> str:
        evidence = self._evidence
        found = evidence.key.found.get(self.identifier)
        if found is None:
            first = evidence.first_lines.get(self.identifier)
            if first is None:
                return "not in the key"
            return f"the key has it in line {first + 1}, but is not sorted, and the search misses it"
        if not self.tags:
            return "the answer has no tags"
        if found in evidence.answered:
            return f"used up by an earlier answer (line {evidence.answered[found] + 1})"
        return f"the key has {'several tags, and -m excludes it' if evidence.key.written[found] else 'no tags for it'}"


class Evidence:
    """Passes on answers to an observer, then lines of the key; ``files`` are answers, key and sense maps."""

    def __init__(
        self, observer: Observer, files: list[str], key: Key, granularity: Granularity, settings: dict[str, object]
    ) -> None:
        self._observer = observer
        self.files = files[1], files[0]  # by side: key, answers
        self.key = key
        self.granularity = granularity
        self.labels = Memo(self._label)  # of answers
        self.agreements = Memo(self._agreements)  # of the tags of answers with those of key lines
        self._verbose = bool(settings["verbose"])
        self.answered: dict[int, int] = {}  # by key line the answer that was scored against it, from 0
        roles = ["answers", "key", *["sense map"] * (len(files) - 2)]
        observer.begin(
            Run(
                "scorer2",
                settings,
                list(map(Input, roles, files)),
                kind=_kind,
                credit=lambda match: match.signature[0] if match.signature else 0.0,
                cells=self._cells,
                measures={granularity.name: MEASURES},
                plus=add,
                by_unit=self._verbose,
                quoted=[(granularity.name, ALL, measure.name) for measure in MEASURES],
            )
        )

    @cached_property
    def first_lines(self) -> dict[bytes, int]:
        """The first line of each identifier in the key, from 0."""
        first: dict[bytes, int] = {}
        for line, identifier in enumerate(self.key.identifiers):
            first.setdefault(identifier, line)
        return first

    @cached_property
    def _named(self) -> tuple[list[str], dict[str, int]]:
        """The names of the lines of the key, and the number of uses of each name so far."""
        names = list(map(decoded, self.key.identifiers))
        uses = dict.fromkeys([name for name, text in zip(names, self.key.texts) if text], 0)
        return [unique(uses, name) if text else name for name, text in zip(names, self.key.texts)], uses

    def add(self, answers: Iterable[Answer]) -> None:
        """Pass on answers."""
        names, uses = self._named
        for line, identifier, text, index, key_text, signature in answers:
            if signature and index is not None and key_text:
                self.answered[index] = line
                name = names[index]
            else:
                name, key_text = unique(uses, decoded(identifier)), b""
            self._observer.unit(Instance(self, name, Match(signature, index, line), identifier, text, key_text))

    def add_missed(self) -> None:
        """Pass on the lines of the key that count and that no answer was scored against."""
        names, _ = self._named
        for index, text in enumerate(self.key.texts):
            if text and index not in self.answered:
                match = Match(MISSED, index, None)
                self._observer.unit(Instance(self, names[index], match, self.key.identifiers[index], b"", b""))

    def _label(self, text: bytes) -> bytes:
        """Return the tags of an answer with their weights, or its only tag if that weighs 1."""
        guess = self.granularity.guesses[text]
        tag, weight = guess.tags[0]
        return tag if len(guess.tags) == 1 and weight == 1.0 else b" ".join(weighted(guess))

    def _agreements(self, texts: tuple[bytes, bytes]) -> str:
        """Return how each tag of an answer agrees with those of a key line, given the texts of both."""
        text, key_text = texts
        senses = self.granularity.senses
        guess, key_tags = self.granularity.guesses[text], self.granularity.key_tags[key_text]
        sentences = []
        for tag, weight in guess.tags:
            credit = self.granularity.credits[tag, key_text]
            shares = senses.shares[tag] if senses else {}
            how = "not in the key"
            if tag in key_tags.indexes:
                how = "the same as in the key"
            elif any(shares[above] > 0.0 for above in shares.keys() & key_tags.indexes):
                how = "below a sense of the key"
            elif credit:
                how = "above a sense of the key"
            sentences.append(f"{decoded(tag)}: {how}, {credit:.3f} x {weight:.3f}")
        return "; ".join(sentences)

    def _cells(self, unit: Instance, match: Match) -> Iterator[Cell]:
        """Yield the cells of the summary, and under ``-v`` those of the instance: its score, and each tag's weight."""
        yield from cells(self.granularity.name, match.signature)
        if self._verbose and unit.key_tags:
            tags = self.granularity.guesses[unit.tags].tags
            columns = unique_in([SCORE, *[f"{GUESS} {decoded(tag)}" for tag, _ in tags]])
            for column, amount in zip(columns, [match.signature[0], *[weight for _, weight in tags]]):
                yield self.granularity.name, decoded(unit.identifier), column, amount


def _kind(match: Match) -> str:
    if match.response is None:
        return "missed"
    return "scored" if match.signature else "refused"
