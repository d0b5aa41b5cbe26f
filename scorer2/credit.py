"""The tags of answers and of key lines, the sense map that relates them, and the credit that answers earn.

"All based on the scoring proposal made by Melamed and Resnik" (documentation, 'How it works'): a tag of the answer
earns credit for each tag of the key line that it agrees with, at most 1 in all. The weighted credits add up to the
score of the instance, at most 1. All arithmetic is in single precision. Where both operands are NaNs, the sign of the
first is printed, so the operand that was read last comes first.
"""

from __future__ import annotations

from legacy_scorers.common.c import add, divide, f32, multiply, strtod
from legacy_scorers.common.memo import Memo
from legacy_scorers.scorer2.cells import REFUSED
from legacy_scorers.scorer2.read import read_lines, split_tags
from legacy_scorers.scorer2.search import findable, unended_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.scorer2.cells import Signature
    from legacy_scorers.scorer2.read import Coarse

FINE, COARSE, MIXED = "fine", "coarse", "mixed"


class Guess:
    """The tags ``SENSE[/WEIGHT]...`` that a system gave to one instance, each with its weight in single precision.

    If one has no weight, each weighs 1. With ``coarse`` tags are mapped, and the weights of those that become equal are
    added. ``attempted`` is the sum of the weights. If the sum of the answer's own weights is above 1, all weights are
    divided by it, and ``attempted`` is 1.
    """

    __slots__ = ("attempted", "tags")

    def __init__(self, text: bytes, coarse: Coarse = None) -> None:
        words = [word.partition(b"/") for word in split_tags(text)]
        has_weights = all(slash for _, slash, _ in words)
        tags = [(tag, f32(strtod(weight)) if has_weights else 1.0) for tag, _, weight in words]
        total = 0.0
        for _, weight in tags:
            total = add(weight, total)
        if coarse:
            merged: dict[bytes, float] = {}
            for tag, weight in tags:
                top = coarse(tag)
                merged[top] = add(weight, merged[top]) if top in merged else weight
            tags = list(merged.items())
        self.tags = [(tag, divide(weight, total)) for tag, weight in tags] if total > 1.0 else tags
        self.attempted = 1.0 if total > 1.0 else total


class SenseMap:
    """Every sense that the search finds, with its parents in a subsumption hierarchy.

    A line is ``SENSE [BRANCHING PARENT BRANCHING PARENT ...]``, one blank between fields (documentation, 'Execution').
    ``shares[tag]`` maps each sense that subsumes ``tag`` to the share of it that ``tag`` is: 1 / the product of the
    branching factors between them. The tag itself has the share 1.
    """

    __slots__ = ("_lines", "shares")

    def __init__(self, content: bytes) -> None:
        lines = [*read_lines(content), *unended_lines(content)]
        heads = [line.partition(b" ") for line in lines]
        found = findable([head[0] for head in heads], [head[1] or b"\0" for head in heads])
        self._lines = {heads[place][0]: lines[place] for place in found}
        self.shares = Memo(self._shares)

    def coarse(self, tag: bytes) -> bytes:
        """Return the topmost parent of ``tag``, which follows the last blank of its line, or the tag without a line."""
        return self._lines.get(tag, tag).rpartition(b" ")[2]

    def _shares(self, tag: bytes) -> dict[bytes, float]:
        """Return the shares in the line of ``tag``. If a sense occurs twice in it, the first counts."""
        fields = self._lines.get(tag, tag).removesuffix(b" ").split(b" ")  # no field follows a blank at the end
        shares: dict[bytes, float] = {}
        branching = 1.0
        for place in range(0, len(fields), 2):
            shares.setdefault(fields[place], divide(1.0, branching))
            numeral = next(filter(bytes.strip, fields[place + 1 :]), b"0")  # as strtod skips white space
            branching = multiply(strtod(numeral), branching)  # the NaN just read comes first
        return shares


class KeyTags:
    """The tags of a key line; ``indexes`` maps each tag to its indexes in the line, from 0.

    ``below`` maps each sense to the indexes of the tags that it subsumes, each with its share of the sense.
    """

    __slots__ = ("below", "indexes", "tags")

    def __init__(self, tags: tuple[bytes, ...], senses: SenseMap | None) -> None:
        self.tags = tags
        self.indexes: dict[bytes, list[int]] = {}
        self.below: dict[bytes, list[tuple[int, float]]] = {}
        for index, tag in enumerate(tags):
            self.indexes.setdefault(tag, []).append(index)
            if senses:
                for above, share in senses.shares[tag].items():
                    self.below.setdefault(above, []).append((index, share))


class Granularity:
    """How answers and key lines are compared: ``fine``, or with a sense map ``coarse`` or ``mixed``.

    ``guesses`` and ``key_tags`` map texts of answers and of key lines to their tags, ``signatures`` a pair of such
    texts to the signature, ``credits`` a tag of an answer and the text of a key line to the credit of the tag.
    ``coarse`` maps a tag, or is None; ``senses`` is the map of ``mixed``, or None.
    """

    __slots__ = ("coarse", "credits", "guesses", "key_tags", "name", "senses", "signatures")

    def __init__(self, name: str, sense_map: bytes | None = None) -> None:
        senses = None if sense_map is None else SenseMap(sense_map)
        self.name = name
        self.coarse: Coarse = senses.coarse if senses and name == COARSE else None
        self.senses = senses if name == MIXED else None
        self.guesses: Memo[bytes, Guess] = Memo(lambda text: Guess(text, self.coarse))
        self.key_tags: Memo[bytes, KeyTags] = Memo(lambda text: KeyTags(split_tags(text, self.coarse), self.senses))
        self.credits: Memo[tuple[bytes, bytes], float] = Memo(self._credit)
        self.signatures: Memo[tuple[bytes, bytes | None], Signature] = Memo(self._signature)

    def _signature(self, texts: tuple[bytes, bytes | None]) -> Signature:
        text, key_text = texts
        if not text or not key_text:
            return REFUSED
        guess = self.guesses[text]
        score = 0.0
        for tag, weight in guess.tags:
            score = add(multiply(weight, self.credits[tag, key_text]), score)
        return 1.0 if score > 1.0 else score, guess.attempted, 1.0

    def _credit(self, texts: tuple[bytes, bytes]) -> float:
        """Add up what the tags of a key line earn, in their order, at most 1.

        A key tag that equals or subsumes the tag of the answer earns full credit; one that this subsumes earns its
        share of it.
        """
        tag, key_text = texts
        key_tags = self.key_tags[key_text]
        if self.senses is None:
            return 1.0 if tag in key_tags.indexes else 0.0
        parts = dict(key_tags.below.get(tag, ()))
        for above, share in self.senses.shares[tag].items():
            if share > 0.0 and above in key_tags.indexes:
                parts.update(dict.fromkeys(key_tags.indexes[above], 1.0))
        credit = 0.0
        for _, part in sorted(parts.items()):
            credit = add(part, credit)
        return 1.0 if credit > 1.0 else credit
