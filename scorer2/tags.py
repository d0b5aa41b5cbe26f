"""The tags of answers (``SENSE[/WEIGHT]...``) and of key lines (``SENSE...``), as they are compared."""

from __future__ import annotations

from common.compat.c import add, divide, f32, strtod
from common.memo import Memo
from scorer2.read import split_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorer2.senses import SenseMap

FINE, COARSE, MIXED = "fine", "coarse", "mixed"


class Granularity:
    """How answers and key lines are compared: ``fine``, ``coarse`` or ``mixed``, the latter two by a sense map.

    ``guesses`` and ``key_tags`` read the texts of answers and of key lines, each once. ``coarse`` maps a tag, if tags
    are mapped, and ``senses`` relates tags to each other, if they can agree by subsumption.
    """

    __slots__ = ("coarse", "guesses", "key_tags", "name", "senses")

    def __init__(self, name: str, sense_map: bytes | None = None) -> None:
        self.name = name
        self.senses = None
        self.coarse = None
        if sense_map is not None:
            from scorer2.senses import SenseMap

            senses = SenseMap(sense_map)
            if name == COARSE:
                self.coarse = senses.coarse
            else:
                self.senses = senses
        self.guesses: Memo[bytes, Guess] = Memo(lambda text: read_guess(text, self.coarse))
        self.key_tags: Memo[bytes, KeyTags] = Memo(lambda text: KeyTags(read_key_tags(text, self.coarse)))


class Guess:
    """The sense tags that a system gave to one instance, with their weights in single precision.

    ``attempted`` is the sum of the weights; if the answer's own sum is above 1, all are divided by it and it is 1.
    """

    __slots__ = ("attempted", "tags", "weights")

    def __init__(self, tags: tuple[bytes, ...], weights: tuple[float, ...], attempted: float) -> None:
        self.tags = tags
        self.weights = weights
        self.attempted = attempted


class KeyTags:
    """The tags of a key line, and by tag their indexes in the line, from 0."""

    __slots__ = ("_below", "indexes", "tags")

    def __init__(self, tags: tuple[bytes, ...]) -> None:
        self.tags = tags
        self.indexes: dict[bytes, list[int]] = {}
        for index, tag in enumerate(tags):
            self.indexes.setdefault(tag, []).append(index)
        self._below: dict[bytes, list[tuple[int, float]]] | None = None

    def below(self, senses: SenseMap) -> dict[bytes, list[tuple[int, float]]]:
        """Return by sense the indexes of the tags that it subsumes, each with its share of the sense."""
        if self._below is None:
            self._below = {}
            for index, tag in enumerate(self.tags):
                for above, share in senses.shares[tag].items():
                    self._below.setdefault(above, []).append((index, share))
        return self._below


def read_guess(text: bytes, coarse: Callable[[bytes], bytes] | None) -> Guess:
    """Read the tags of one answer line; with ``coarse`` they are mapped, and tags that become equal are merged."""
    tags, weights = _split_weights(split_tags(text))
    total = 0.0
    for weight in weights:
        total = add(weight, total)
    if coarse:
        tags, weights = _merge(map(coarse, tags), weights)
    if total > 1.0:
        weights = tuple([divide(weight, total) for weight in weights])
        total = 1.0
    return Guess(tags, weights, total)


def read_key_tags(text: bytes, coarse: Callable[[bytes], bytes] | None) -> tuple[bytes, ...]:
    """Return the tags of a key line; with ``coarse`` they are mapped, and only the first of equal ones is kept."""
    tags = split_tags(text)
    return tuple(dict.fromkeys(map(coarse, tags))) if coarse else tags


def _split_weights(words: tuple[bytes, ...]) -> tuple[tuple[bytes, ...], tuple[float, ...]]:
    """Split ``SENSE/WEIGHT`` words; if one has no weight, all count the same."""
    parts = [word.partition(b"/") for word in words]
    tags = tuple([tag for tag, _, _ in parts])
    if not all(slash for _, slash, _ in parts):
        return tags, (1.0,) * len(tags)
    return tags, tuple([f32(strtod(weight)) for _, _, weight in parts])


def _merge(tags: Iterable[bytes], weights: tuple[float, ...]) -> tuple[tuple[bytes, ...], tuple[float, ...]]:
    """Give the weights of equal tags to the first of them."""
    merged: dict[bytes, float] = {}
    for tag, weight in zip(tags, weights):
        merged[tag] = add(weight, merged[tag]) if tag in merged else weight
    return tuple(merged), tuple(merged.values())
