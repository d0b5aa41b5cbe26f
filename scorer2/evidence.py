"""What an observer hears of a run: every instance, what it met, and why it was scored or not.

Units are answer lines in their order, then the lines of the key that are missed. A unit is named after the instance;
further lines of the same instance are told apart by ``#2`` and so on. Lines of the key that count take their names
first, so that in all runs against the same key the same unit is the same line.
"""

from __future__ import annotations

from array import array
from functools import cached_property

from common import VERSION
from common.compat.c import add
from common.memo import Memo
from common.result import Input, Item, Items, Met, Mets, Run, Units
from scorer2.align import DOES_NOT_EXIST, INVALID
from scorer2.cells import MEASURES, MISSED, REFUSED, cells, cells_of_calculation
from scorer2.credit import tag_credits
from scorer2.key import read_key
from scorer2.report import weighted
from scorer2.tags import ALONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Any, TypeAlias

    from common.result import Observer, Unit
    from scorer2.align import Aligned
    from scorer2.cells import Signature
    from scorer2.credit import Texts
    from scorer2.key import Key
    from scorer2.senses import SenseMap
    from scorer2.tags import Granularity, Guess

    Reference: TypeAlias = tuple[Key, Granularity, Memo[Texts, Signature]]

_BLOCK = 1000  # lines of the key that are told at once
_SCORED = "scored"  # such a meeting has the guess in its signature if its calculation is printed
_REFUSED = Met("refused", None, None, REFUSED)


class Evidence:
    """Tells an observer of the answers of one run, and of the lines of the key that they leave.

    Labels are the tags as they are compared; of answers that are refused and of lines that do not count, as they
    stand in the file. Texts are the identifiers of the instances.
    """

    def __init__(
        self,
        observer: Observer,
        files: list[str],
        reference: Reference,
        content: bytes,
        *,
        minimal: bool,
        verbose: bool,
    ) -> None:
        """Begin; ``files`` are answers, key and sense maps, and ``content`` is that of the key."""
        key, granularity, self._signatures = reference
        self._observer = observer
        self._files = (files[1], files[0])
        self._granularity = granularity
        self._key = key
        self._written = read_key(content, None, False).texts if minimal else key.texts
        self._next = 0  # the line of the key that comes next, if answers are in its order
        self._answered = array("L", bytes(array("L").itemsize * len(key.texts)))  # by key line, the answer's, from 1
        self._names = _Names(key)
        self._verbose = verbose
        self._key_items: Memo[bytes, Item] = Memo(lambda text: Item(self._key_label(text)))
        self._items: Memo[bytes, Item] = Memo(lambda text: Item(_answer_label(granularity.guesses[text])))
        self._mets: Memo[Texts, Met] = Memo(self._scored)
        self._missed: Memo[tuple[bytes, str], Met] = Memo(
            lambda missed: Met("missed", self._key_items[missed[0]], None, MISSED, why=missed[1])
        )
        observer.begin(self._run(files, minimal))

    def _run(self, files: list[str], minimal: bool) -> Run:
        roles = ["answers", "key", *["sense map"] * (len(files) - 2)]
        name = self._granularity.name
        return Run(
            "scorer2",
            VERSION,
            {"granularity": name, "minimal": minimal, "verbose": self._verbose},
            [Input(role, path) for role, path in zip(roles, files)],
            self._verbose_cells if self._verbose else self._cells,
            {name: MEASURES},
            plus=add,
            by_unit=self._verbose,
        )

    def tell(self, lines: Aligned, refused: dict[int, bytes]) -> None:
        """Tell of a block of answers; ``refused`` says why some are not scored, by their places."""
        texts = _decoded_all(lines.identifiers)
        places = self._places(lines.identifiers)
        names = self._names.of_lines(places, texts)
        mets = list(map(self._mets.__getitem__, zip(lines.texts, lines.key_texts)))
        numbers = range(lines.first + 1, lines.first + 1 + len(texts))
        for number, place, met in zip(numbers, places, mets):
            if place is not None and met is not _REFUSED:
                self._answered[place] = number
        for row, reason in refused.items():
            names[row] = self._names.unique(texts[row])
            mets[row] = self._refused(lines.identifiers[row], lines.texts[row], places[row], reason)
        self._tell(names, [None if place is None else place + 1 for place in places], numbers, texts, mets)

    def tell_missed(self) -> None:
        """Tell of the lines of the key that count and that no answer was scored against."""
        key = self._key
        for first in range(0, len(key.texts), _BLOCK):
            block = range(first, min(first + _BLOCK, len(key.texts)))
            if all(self._answered[first : block.stop]):
                continue
            places = [place for place in block if key.texts[place] and not self._answered[place]]
            texts = _decoded_all([key.identifiers[place] for place in places])
            mets = [self._missed[key.texts[place], self._why_missed(place)] for place in places]
            names = self._names.of_lines(places, texts)
            self._tell(names, [place + 1 for place in places], [None] * len(places), texts, mets)

    def _tell(
        self,
        names: list[str],
        key_lines: Sequence[int | None],
        lines: Sequence[int | None],
        texts: list[str],
        mets: list[Met],
    ) -> None:
        key, response = [
            Items(
                file, numbers, texts if all(numbers) else [text if line else "" for line, text in zip(numbers, texts)]
            )
            for file, numbers in zip(self._files, (key_lines, lines))
        ]
        self._observer.block(Units(names, key_lines, lines, Mets(mets, key, response)))

    @cached_property
    def _found(self) -> dict[bytes, int]:
        """The lines of the key that the search finds, by their instances."""
        return {self._key.identifiers[place]: place for place in self._key.found}

    def _places(self, identifiers: list[bytes]) -> Sequence[int | None]:
        """Return the lines of the key that the search finds for a block of instances, None where it finds none."""
        start, end = self._next, self._next + len(identifiers)
        if len(self._key.found) == len(self._key.texts) and identifiers == self._key.identifiers[start:end]:
            self._next = end
            return range(start, end)
        return list(map(self._found.get, identifiers))

    def _scored(self, texts: Texts) -> Met:
        text, key_text = texts
        signature = self._signatures[texts]
        if not key_text or signature == REFUSED:
            return _REFUSED
        guess, score = self._granularity.guesses[text], signature[0]
        why = _agreements(guess, self._granularity.key_tags[key_text], score, self._granularity.senses)
        deciding = (*signature, guess) if self._verbose else signature
        return Met(_SCORED, self._key_items[key_text], self._items[text], deciding, score, why=why)

    def _refused(self, identifier: bytes, text: bytes, place: int | None, reason: bytes) -> Met:
        key_item = None
        if place is not None:
            key_text = self._key.texts[place]
            key_item = Item(self._key_label(key_text) if key_text else _decoded(self._written[place]))
        why = self._why_refused(identifier, place, reason)
        return Met("refused", key_item, Item(_decoded(text)), REFUSED, why=why)

    def _why_refused(self, identifier: bytes, place: int | None, reason: bytes) -> str:
        if reason == INVALID:
            return "the answer has no tags"
        if place is None or reason == DOES_NOT_EXIST:
            if identifier in self._names.first_lines:
                line = self._names.first_lines[identifier] + 1
                return f"the key has it in line {line}, but is not sorted, and the search misses it"
            return "not in the key"
        if self._answered[place]:
            return f"used up by an earlier answer (line {self._answered[place]})"
        return "the key has several tags, and -m excludes it" if self._written[place] else "the key has no tags for it"

    def _why_missed(self, place: int) -> str:
        found = self._found.get(self._key.identifiers[place])
        if found == place:
            return "no answer to it was scored"
        if found is None:
            return "the key is not sorted, and the search misses it"
        return f"the search finds line {found + 1} for this instance"

    def _key_label(self, text: bytes) -> str:
        return _decoded(b" ".join(self._granularity.key_tags[text]))

    def _cells(self, unit: Unit, met: Met) -> Iterator[tuple[str, str, str, float]]:
        signature: Any = met.signature
        return cells(self._granularity.name, signature)

    def _verbose_cells(self, unit: Unit, met: Met) -> Iterator[tuple[str, str, str, float]]:
        """Yield the cells of the summary, and those of the instance's own calculation."""
        yield from self._cells(unit, met)
        if met.kind == _SCORED and met.response is not None:
            signature: Any = met.signature
            yield from cells_of_calculation(self._granularity.name, met.response.text, met.credit, signature[-1])


class _Names:
    """The names of units: identifiers of instances, of which the first line of the key that counts has its own."""

    def __init__(self, key: Key) -> None:
        self._key = key
        self._times: dict[str, int] = {}
        self._again: dict[int, str] = {}  # names of lines of the key that are not the first of their instance
        if len(key.found) < len(key.identifiers):  # else all are different
            seen = set()
            for place, identifier in enumerate(key.identifiers):
                if key.texts[place]:
                    if identifier in seen:
                        self._again[place] = self.unique(_decoded(identifier))
                    seen.add(identifier)

    @cached_property
    def first_lines(self) -> dict[bytes, int]:
        """The first line of each instance in the key, from 0."""
        return {identifier: place for place, identifier in reversed(list(enumerate(self._key.identifiers)))}

    @cached_property
    def _counting(self) -> set[str]:
        """The names that the instances have whose lines count."""
        return {_decoded(identifier) for identifier, text in zip(self._key.identifiers, self._key.texts) if text}

    def of_lines(self, places: Sequence[int | None], names: list[str]) -> list[str]:
        """Return the names of lines of the key, given those of their instances."""
        if not self._again:
            return names.copy()
        return [name if place is None else self._again.get(place, name) for place, name in zip(places, names)]

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


def _answer_label(guess: Guess) -> str:
    return _decoded(guess.tags[0] if guess.weights == ALONE else b" ".join(weighted(guess)))


def _agreements(guess: Guess, key_tags: tuple[bytes, ...], score: float, senses: SenseMap | None) -> str:
    """Say of each tag of an answer how it agrees with the key, and what that earns."""
    if guess.weights == ALONE:
        return _agreement(guess.tags[0], key_tags, score, 1.0, senses)
    credit_of, of_key = tag_credits(guess.tags, key_tags, senses), set(key_tags)
    tags = zip(guess.tags, guess.weights)
    return "; ".join([_agreement(tag, of_key, credit_of[tag], weight, senses) for tag, weight in tags])


def _agreement(tag: bytes, of_key: Collection[bytes], credit: float, weight: float, senses: SenseMap | None) -> str:
    how = "not in the key"
    if tag in of_key:
        how = "the same as in the key"
    elif senses:
        shares = senses.shares[tag]
        if any(shares[above] > 0.0 for above in shares.keys() & of_key):
            how = "below a sense of the key"
        elif credit:
            how = "above a sense of the key"
    return f"{_decoded(tag)}: {how}, {credit:.3f} x {weight:.3f}"


def _decoded(words: bytes) -> str:
    return words.decode("utf-8", "surrogateescape")


def _decoded_all(words: list[bytes]) -> list[str]:
    """Decode words, which contain no blanks, all at once."""
    return _decoded(b" ".join(words)).split(" ") if words else []
