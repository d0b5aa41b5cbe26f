"""What an observer receives of a run: every instance, what it was scored against, and why it was scored or not.

Units are answer lines in their order, then the lines of the key that are missed. A unit is named after the instance;
further lines of the same instance are told apart by ``#2`` and so on. Lines of the key that count take their names
first, so that in all runs against the same key the same unit is the same line.
"""

from __future__ import annotations

from functools import cached_property

from common import VERSION
from common.compat.c import add
from common.result import KEY, Input, Item, Location, Match, Run, Unit
from scorer2.align import DOES_NOT_EXIST, INVALID
from scorer2.cells import MEASURES, MISSED, REFUSED, cells, cells_of_calculation
from scorer2.credit import tag_credits
from scorer2.key import read_key
from scorer2.report import weighted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from common.result import Observer
    from scorer2.align import Aligned
    from scorer2.cells import Signature
    from scorer2.key import Key
    from scorer2.tags import Granularity, Guess

REFUSED_ANSWER, SCORED, MISSED_LINE = "refused", "scored", "missed"  # kinds of matches


class Instance(Unit):
    """An answer, or a line of the key that no answer was scored against.

    Labels are the tags as they are compared; of answers that are refused and of lines that do not count, as they stand
    in the file. Texts are the identifiers of the instances. ``text`` and ``key_text`` are those of the tags.
    """

    __slots__ = ("_evidence", "identifier", "key_text", "reason", "tags")

    def __init__(
        self,
        evidence: Evidence,
        name: str,
        match: Match,
        identifier: bytes,
        tags: bytes = b"",
        key_text: bytes = b"",
        reason: str = "",
    ) -> None:
        key, response = [
            None if line is None else Location(file, line + 1)
            for file, line in zip(evidence.files, (match.key, match.response))
        ]
        super().__init__(name, [match], key, response)
        self._evidence = evidence
        self.identifier = decoded(identifier)
        self.tags = tags
        self.key_text = key_text
        self.reason = reason

    @property
    def guess(self) -> Guess:
        """The tags of the answer."""
        return self._evidence.granularity.guesses[self.tags]

    def item(self, side: int, index: int) -> Item:
        """Return the key line or the answer; ``index`` is that of its line, from 0."""
        if side == KEY:
            return Item(self._evidence.key_label(index), self.identifier, location=self.key)
        label = decoded(self.tags) if self.reason else _label(self.guess)
        return Item(label, self.identifier, location=self.response)

    def why(self, match: Match) -> str:
        """Return why the answer was refused or the line missed, or how each tag agrees with the key."""
        return self.reason or _agreements(self.guess, self.key_text, self._evidence.granularity)


class Evidence:
    """Passes on the answers of one run to an observer, and the lines of the key that they leave."""

    def __init__(
        self,
        observer: Observer,
        files: list[str],
        reference: tuple[Key, Granularity, object],
        content: bytes,
        *,
        minimal: bool,
        verbose: bool,
    ) -> None:
        """Begin; ``files`` are answers, key and sense maps, and ``content`` is that of the key."""
        self._key, self.granularity, _ = reference
        self._observer = observer
        self.files = (files[1], files[0])
        self._written = read_key(content, None, False).texts if minimal else self._key.texts
        self._answered: dict[int, int] = {}  # by key line the answer that was scored against it, from 0
        self._names = _Names(self._key)
        roles = ["answers", "key", *["sense map"] * (len(files) - 2)]
        name = self.granularity.name
        observer.begin(
            Run(
                "scorer2",
                VERSION,
                {"granularity": name, "minimal": minimal, "verbose": verbose},
                [Input(role, path) for role, path in zip(roles, files)],
                kind=_kind,
                credit=_credit,
                cells=self._cells_with_calculations if verbose else self._cells,
                measures={name: MEASURES},
                plus=add,
                by_unit=verbose,
            )
        )

    def add(self, block: Aligned, signatures: list[Signature], refused: dict[int, bytes]) -> None:
        """Pass on a block of answers; ``refused`` says why some are not scored, by their indexes."""
        columns = zip(block.identifiers, block.texts, block.indexes, block.key_texts, signatures)
        for row, (identifier, text, index, key_text, signature) in enumerate(columns):
            line = block.first + row
            match = Match(signature, index, line)
            if row in refused:
                name, reason = (
                    self._names.unique(decoded(identifier)),
                    self._why_refused(identifier, index, refused[row]),
                )
                unit = Instance(self, name, match, identifier, text, reason=reason)
            else:
                assert index is not None and key_text is not None, "a scored answer has a line of the key"
                self._answered[index] = line
                unit = Instance(self, self._names.of_line(index), match, identifier, text, key_text)
            self._observer.unit(unit)

    def add_missed(self) -> None:
        """Pass on the lines of the key that count and that no answer was scored against."""
        for index, (identifier, text) in enumerate(zip(self._key.identifiers, self._key.texts)):
            if text and index not in self._answered:
                reason = self._why_missed(identifier, index)
                match = Match(MISSED, index, None)
                self._observer.unit(Instance(self, self._names.of_line(index), match, identifier, reason=reason))

    def key_label(self, index: int) -> str:
        """Return the tags of a line of the key: as they are compared if it counts, else as they are written."""
        text = self._key.texts[index]
        return decoded(b" ".join(self.granularity.key_tags[text].tags) if text else self._written[index])

    def _why_refused(self, identifier: bytes, index: int | None, reason: bytes) -> str:
        if reason == INVALID:
            return "the answer has no tags"
        if index is None or reason == DOES_NOT_EXIST:
            if identifier in self._names.first_lines:
                line = self._names.first_lines[identifier] + 1
                return f"the key has it in line {line}, but is not sorted, and the search misses it"
            return "not in the key"
        if index in self._answered:
            return f"used up by an earlier answer (line {self._answered[index] + 1})"
        return "the key has several tags, and -m excludes it" if self._written[index] else "the key has no tags for it"

    def _why_missed(self, identifier: bytes, index: int) -> str:
        found = self._key.found.get(identifier)
        if found == index:
            return "no answer to it was scored"
        if found is None:
            return "the key is not sorted, and the search misses it"
        return f"the search finds line {found + 1} for this instance"

    def _cells(self, unit: Instance, match: Match) -> Iterator[tuple[str, str, str, float]]:
        signature: Any = match.signature
        return cells(self.granularity.name, signature)

    def _cells_with_calculations(self, unit: Instance, match: Match) -> Iterator[tuple[str, str, str, float]]:
        """Yield the cells of the summary, and those of the instance's own calculation."""
        yield from self._cells(unit, match)
        if _kind(match) == SCORED:
            yield from cells_of_calculation(self.granularity.name, unit.identifier, _credit(match), unit.guess)


def _kind(match: Match) -> str:
    if match.response is None:
        return MISSED_LINE
    return SCORED if match.signature != REFUSED else REFUSED_ANSWER


def _credit(match: Match) -> float:
    signature: Any = match.signature
    return float(signature[0]) if signature else 0.0


class _Names:
    """The names of units: identifiers of instances, of which the first line of the key that counts has its own."""

    def __init__(self, key: Key) -> None:
        self._key = key
        self._times: dict[str, int] = {}
        self._again: dict[int, str] = {}  # names of lines of the key that are not the first of their instance
        if len(key.found) < len(key.identifiers):  # else all are different
            seen = set()
            for index, identifier in enumerate(key.identifiers):
                if key.texts[index]:
                    if identifier in seen:
                        self._again[index] = self.unique(decoded(identifier))
                    seen.add(identifier)

    @cached_property
    def first_lines(self) -> dict[bytes, int]:
        """The first line of each instance in the key, from 0."""
        return {identifier: index for index, identifier in reversed(list(enumerate(self._key.identifiers)))}

    @cached_property
    def _counting(self) -> set[str]:
        """The names that the instances have whose lines count."""
        return {decoded(identifier) for identifier, text in zip(self._key.identifiers, self._key.texts) if text}

    def of_line(self, index: int) -> str:
        """Return the name of a line of the key that counts."""
        return self._again.get(index) or decoded(self._key.identifiers[index])

    def unique(self, name: str) -> str:
        """Return the name, or the first with a number behind it that no unit has."""
        times = self._times.get(name, name in self._counting) + 1
        while times > 1 and (f"{name}#{times}" in self._times or f"{name}#{times}" in self._counting):
            times += 1
        self._times[name] = times
        if times > 1:
            name = f"{name}#{times}"
            self._times[name] = 1
        return name


def _label(guess: Guess) -> str:
    return decoded(b" ".join(guess.tags if guess.weights == (1.0,) else weighted(guess)))


def _agreements(guess: Guess, key_text: bytes, granularity: Granularity) -> str:
    """Say of each tag of an answer how it agrees with the key, and what that earns."""
    key_tags = granularity.key_tags[key_text]
    credit_of = tag_credits(guess, key_tags, granularity.senses)
    sentences = []
    for tag, weight in zip(guess.tags, guess.weights):
        how = "not in the key"
        if tag in key_tags.indexes:
            how = "the same as in the key"
        elif granularity.senses:
            shares = granularity.senses.shares[tag]
            if any(shares[above] > 0.0 for above in shares.keys() & key_tags.indexes):
                how = "below a sense of the key"
            elif credit_of[tag]:
                how = "above a sense of the key"
        sentences.append(f"{decoded(tag)}: {how}, {credit_of[tag]:.3f} x {weight:.3f}")
    return "; ".join(sentences)


def decoded(words: bytes) -> str:
    """Return words of a file as text; bytes that are not UTF-8 stay recognizable."""
    return words.decode("utf-8", "surrogateescape")
