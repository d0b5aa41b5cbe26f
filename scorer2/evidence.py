"""What an observer hears of a run: every instance, what it met, and why it was scored or not.

Units are answer lines in their order, then the lines of the key that are missed. A unit is named after the instance;
further lines of the same instance are told apart by ``#2`` and so on. Lines of the key that count take their names
first, so that in all runs against the same key the same unit is the same line.
"""

from __future__ import annotations

from common import VERSION
from common.compat.c import add
from common.result import Input, Item, Met, Place, Run, Unit
from scorer2.align import DOES_NOT_EXIST, INVALID, refusal
from scorer2.answers import ALONE
from scorer2.cells import GUESS, MEASURES, MISSED, REFUSED, SCORE, cells
from scorer2.credit import tag_credits
from scorer2.key import read_key
from scorer2.memo import Memo
from scorer2.report import weighted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from common.result import Observer
    from scorer2.align import Aligned
    from scorer2.answers import Guess
    from scorer2.cells import Signature
    from scorer2.cli import Options
    from scorer2.credit import Granularity
    from scorer2.key import Key


class Scored(Met):
    """The meeting of a key line and an answer that was scored against it; ``guess`` is the answer."""

    __slots__ = ("guess",)

    def __init__(self, key: Item, response: Item, signature: Signature, guess: Guess, why: str) -> None:
        super().__init__("scored", key, response, signature, credit=signature[0], why=why)
        self.guess = guess


class Evidence:
    """Tells an observer of the answers of one run, and of the lines of the key that they leave.

    Labels are the tags as they are compared; of answers that are refused and of lines that do not count, as they
    stand in the file. Texts are the identifiers of the instances.
    """

    def __init__(
        self, observer: Observer, words: list[str], options: Options, granularity: Granularity, key: Key, content: bytes
    ) -> None:
        """Begin; ``content`` is that of the key."""
        self._observer = observer
        self._answers_file, self._key_file = words[:2]
        self._granularity = granularity
        self._agreements: Memo[tuple[bytes, bytes], str] = Memo(
            lambda texts: "; ".join(
                _agreements(granularity.guesses[texts[0]], granularity.key_tags[texts[1]], granularity)
            )
        )
        self._key = key
        self._written = read_key(content, None, False).texts
        self._found = {key.identifiers[place]: place for place in key.found}
        self._lines = {identifier: place for place, identifier in reversed(list(enumerate(key.identifiers)))}
        self._scored: dict[int, int] = {}  # lines of answers by those of the key, from 0
        self._names: dict[str, int] = {}
        self._names_of_key = [
            self._unique(_decoded(identifier)) if text else "" for identifier, text in zip(key.identifiers, key.texts)
        ]
        roles = ["answers", "key", *["sense map"] * len(options.maps)]
        observer.begin(
            Run(
                "scorer2",
                VERSION,
                {"granularity": granularity.name, "minimal": options.minimal, "verbose": options.verbose},
                [Input(role, path) for role, path in zip(roles, [*words[:2], *options.maps])],
                self._verbose_cells if options.verbose else self._cells,
                {granularity.name: MEASURES},
                plus=add,
            )
        )

    def tell(self, lines: Aligned, signatures: list[Signature]) -> None:
        """Tell of a block of answers and what they add."""
        columns = zip(lines.identifiers, lines.texts, lines.key_texts, signatures)
        for number, (identifier, text, key_text, signature) in enumerate(columns, lines.first):
            if signature:
                self._tell_scored(number, identifier, text, signature)
            else:
                self._tell_refused(number, identifier, text, refusal(text, key_text))

    def tell_missed(self) -> None:
        """Tell of the lines of the key that count and that no answer was scored against."""
        for place, text in enumerate(self._key.texts):
            if text and place not in self._scored:
                item = self._key_item(place)
                met = Met("missed", item, None, MISSED, why=self._why_missed(place))
                self._observer.unit(Unit(self._names_of_key[place], [met], key=item.place))

    def _tell_scored(self, number: int, identifier: bytes, text: bytes, signature: Signature) -> None:
        place = self._found[identifier]
        self._scored[place] = number
        guess = self._granularity.guesses[text]
        label = guess.tags[0] if guess.weights == ALONE else b" ".join(weighted(guess))
        key_item, item = self._key_item(place), self._item(number, identifier, label)
        met = Scored(key_item, item, signature, guess, self._agreements[text, self._key.texts[place]])
        self._observer.unit(Unit(self._names_of_key[place], [met], key_item.place, item.place))

    def _tell_refused(self, number: int, identifier: bytes, text: bytes, reason: bytes) -> None:
        item = self._item(number, identifier, text)
        place = self._found.get(identifier)
        key_item = self._key_item(place) if place is not None else None
        met = Met("refused", key_item, item, REFUSED, why=self._why_refused(identifier, place, reason))
        name = self._unique(_decoded(identifier))
        self._observer.unit(Unit(name, [met], key_item.place if key_item else None, item.place))

    def _why_refused(self, identifier: bytes, place: int | None, reason: bytes) -> str:
        if reason == INVALID:
            return "the answer has no tags"
        if place is None or reason == DOES_NOT_EXIST:
            if identifier in self._lines:
                return (
                    f"the key has it in line {self._lines[identifier] + 1}, but is not sorted, and the search misses it"
                )
            return "not in the key"
        if place in self._scored:
            return f"used up by an earlier answer (line {self._scored[place] + 1})"
        return "the key has several tags, and -m excludes it" if self._written[place] else "the key has no tags for it"

    def _why_missed(self, place: int) -> str:
        identifier = self._key.identifiers[place]
        found = self._found.get(identifier)
        if found == place:
            return "no answer to it was scored"
        if found is None:
            return "the key is not sorted, and the search misses it"
        return f"the search finds line {found + 1} for this instance"

    def _key_item(self, place: int) -> Item:
        text = self._key.texts[place]
        label = b" ".join(self._granularity.key_tags[text]) if text else self._written[place]
        return Item(_decoded(label), _decoded(self._key.identifiers[place]), place=Place(self._key_file, place + 1))

    def _item(self, number: int, identifier: bytes, label: bytes) -> Item:
        return Item(_decoded(label), _decoded(identifier), place=Place(self._answers_file, number + 1))

    def _cells(self, unit: Unit, met: Met) -> Iterator[tuple[str, str, str, float]]:
        signature: Any = met.signature
        return cells(self._granularity.name, signature)

    def _verbose_cells(self, unit: Unit, met: Met) -> Iterator[tuple[str, str, str, float]]:
        """Yield the cells of the summary, and those of the instance's own calculation."""
        yield from self._cells(unit, met)
        if isinstance(met, Scored) and met.response is not None:
            table, row = self._granularity.name, met.response.text
            yield table, row, SCORE, met.credit
            times: dict[bytes, int] = {}
            for tag, weight in zip(met.guess.tags, met.guess.weights):
                again = times[tag] = times.get(tag, 0) + 1
                yield table, row, f"{GUESS} {_decoded(tag)}{f'#{again}' if again > 1 else ''}", weight

    def _unique(self, name: str) -> str:
        """Return the name, or the first with a number behind it that no unit has."""
        times = self._names.get(name, 0) + 1
        while times > 1 and f"{name}#{times}" in self._names:
            times += 1
        self._names[name] = times
        if times > 1:
            name = f"{name}#{times}"
            self._names[name] = 1
        return name


def _agreements(guess: Guess, key_tags: tuple[bytes, ...], granularity: Granularity) -> Iterator[str]:
    """Yield for each tag of an answer how it agrees with the key, and what that earns."""
    credit_of = tag_credits(guess.tags, key_tags, granularity.senses)
    of_key = set(key_tags)
    for tag, weight in zip(guess.tags, guess.weights):
        how = "the same as in the key" if tag in of_key else "not in the key"
        if granularity.senses and tag not in of_key:
            shares = granularity.senses.shares[tag]
            if any(shares[above] > 0.0 for above in shares.keys() & of_key):
                how = "below a sense of the key"
            elif credit_of[tag]:
                how = "above a sense of the key"
        yield f"{_decoded(tag)}: {how}, {credit_of[tag]:.3f} x {weight:.3f}"


def _decoded(words: bytes) -> str:
    return words.decode("utf-8", "surrogateescape")
