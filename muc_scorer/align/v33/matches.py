"""How the objects and single fills of a document matched, which is all that the reports of version 3.3 show.

The codes are the manual's tallies (scoring manual, alignment and tallies). An optional fill or object that the
response does not have is ``OPT``, a fill of an alternative that was not chosen ``NON``, a fill of an unscored slot
``UNS``; these three are noncommittal.
"""

from __future__ import annotations

from itertools import zip_longest

from muc_scorer.align.alignment import content
from muc_scorer.align.outcome import MatchTree, side_by_side, written
from muc_scorer.cells import COR, FILTERING, INC, MIS, NON, OPT, OTHER, SPU, UNS
from muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import FillComparison
    from muc_scorer.align.outcome import Fill, FillMatch, Pair
    from muc_scorer.align.partners import Partners
    from muc_scorer.cells import Parts, Rows
    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
    from muc_scorer.read.objects import MultiFill, Slot

    ObjectMatch: TypeAlias = tuple[bytes, Pair, dict[SlotDef, list[FillMatch]]]


class Outcome33(MatchTree):
    """The matches of a document: of each class the pairs, best first, and then the objects that stand alone.

    ``chosen`` are the multi-fills of the key that its fills are compared by, where a slot has several.
    """

    __slots__ = ("chosen",)

    def __init__(self, alignment: Alignment) -> None:
        super().__init__(alignment)
        self.chosen: dict[Slot, MultiFill] = {}

    def objects(self) -> list[ObjectMatch]:
        """Return the matches of objects in order, each with the matches of their fills by slot."""
        found: list[ObjectMatch] = []
        for match in self.matches:
            signature: Any = match.signature
            pair, slot, key, response = self.of(match)
            if slot is not None:
                found[-1][2].setdefault(slot, []).append((signature[0], key, response, 1))
            elif pair != (None, None):
                found.append((signature[0], pair, {}))
        return found


class Matcher:
    """Finds the matches of documents; ``parts`` are those of tags.

    With ``filtering`` it also says whether both sides agree on the relevance of a document.
    """

    __slots__ = ("_comparison", "_definitions", "_filtering", "_parts")

    def __init__(
        self, definitions: Definitions, comparison: FillComparison, parts: Parts | None, filtering: bool
    ) -> None:
        self._definitions = definitions
        self._comparison = comparison
        self._parts = parts
        self._filtering = filtering

    def outcome(self, alignment: Alignment) -> Outcome33:
        """Return what became of a document."""
        outcome = Outcome33(alignment)
        for definition in self._definitions:
            for code, pair in _of_class(definition, alignment):
                counts = definition.scored or pair[0] is not None
                outcome.add_objects(code, (definition,) if counts else (), pair)
                for slot in definition.slots:
                    self._add_slot(outcome, slot, code, pair)
        if self._filtering:
            document = alignment.document
            agreed = _agreed(content(document.key), content(document.response))
            fill: Fill = (document.docnum, None)
            outcome.add_fills((None, None), None, (FILTERING,), [(COR if agreed else INC, fill, fill, 1)])
        return outcome

    def _add_slot(self, outcome: Outcome33, definition: SlotDef, code: bytes, pair: Pair) -> None:
        key, response = [item.slots.get(definition) if item is not None else None for item in pair]
        if key is None and response is None:
            return
        answer = response.main if response is not None else None
        chosen = None if key is None else key.main
        if key is not None and key.alternatives and definition.scored:
            best = answer if code == COR else None
            chosen = outcome.chosen[key] = self._chosen(key, best, outcome.alignment.partners)
        fills = self._fills(definition, key, chosen, answer, code, outcome.alignment.partners)
        rows = self._rows(definition, pair, fills)
        if definition.scored:
            outcome.add_fills(pair, definition, rows, fills)
        else:
            for fill in fills:
                outcome.add_fills(pair, definition, rows if fill[1] else (), [fill])
        for other in key.multi_fills() if key is not None else ():
            if other is not chosen:
                outcome.add_fills(pair, definition, rows, [(NON, fill, None, 1) for fill in written(other)])

    def _chosen(self, key: Slot, response: MultiFill | None, partners: Partners) -> MultiFill:
        """Return the key's multi-fill that suits the response best, or the smallest with a fill if there is none."""
        if response is not None:
            return self._comparison.best(key, response, partners)[0]
        return min(filter(len, key.multi_fills()), key=len, default=key.main)

    def _fills(
        self,
        definition: SlotDef,
        key: Slot | None,
        chosen: MultiFill | None,
        answer: MultiFill | None,
        code: bytes,
        partners: Partners,
    ) -> list[FillMatch]:
        """Return the matches of the fills of the chosen multi-fill; ``code`` is that of the objects.

        The fills of incorrect objects, which were left over and connected, are not right either.
        """
        keys = written(chosen) if chosen is not None else []
        responses = written(answer) if answer is not None else []
        if not definition.scored:
            return [(UNS, *fills, 1) for fills in zip_longest(keys, responses)]
        if answer is None and key is not None:
            missing = OPT if key.optional or code == OPT else MIS
            return [(missing, fill, None, 1) for fill in keys]
        if chosen is None or answer is None or code != COR:
            return side_by_side(keys, responses, [])
        right = self._comparison.right(chosen, answer, definition.kind, partners)
        return side_by_side(keys, responses, right)

    def _rows(self, definition: SlotDef, pair: Pair, fills: list[FillMatch]) -> Rows:
        """Return the rows of a slot: of tags with the section, the key's if there is a key, and the first type."""
        tag = pair[0] or pair[1]
        if self._parts is None or tag is None:
            return (definition,)
        texts = [fill[0] for fill in fills[0][1:3] if fill] if fills else []
        label = next(filter(None, texts), OTHER)
        return self._parts.rows(definition, tag.definition, tag.section, label)


def _of_class(definition: ClassDef, alignment: Alignment) -> list[tuple[bytes, Pair]]:
    """Return the code of each pair of a class, best first, then of incorrect, missing, spurious, optional objects."""
    partner_of = alignment.partners.of_response
    connected = [pair for pair in alignment.connected.of_key.items() if pair[0].definition is definition]
    keys, responses = alignment.left_over(definition)
    optional = [item for item in objects_of(alignment.document.key, definition) if item in alignment.excused]
    return [
        *[(COR, (partner_of[response], response)) for _, response, _ in alignment.accepted.get(definition, ())],
        *[(INC, pair) for pair in connected],
        *[(MIS, (key, None)) for key in keys],
        *[(SPU, (None, response)) for response in responses],
        *[(OPT, (key, None)) for key in optional],
    ]


def _agreed(key: Slot | None, response: Slot | None) -> bool:
    """Say whether the sides agree that a document is relevant, by their content; optional content agrees with both."""
    relevant = key is not None and any(map(len, key.multi_fills()))
    answered = response is not None and len(response.main) > 0
    return relevant == answered or (relevant and key is not None and key.optional)
