"""How the objects and single fills of a document met: all that the reports of version 3.3 show.

The codes are the manual's tallies. An optional fill or object that the response does not have is ``OPT``, a fill of an
alternative that was not chosen ``NON``, a fill of an unscored slot ``UNS``; these three are noncommittal.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.read.definitions import ClassDef, SlotDef
    from muc_scorer.read.objects import Object


class FillMet:
    """A pair of single fills as template files write them, None for the side that has none."""

    __slots__ = ("code", "key", "response")

    def __init__(self, code: bytes, key: bytes | None, response: bytes | None) -> None:
        self.code = code
        self.key = key
        self.response = response


class SlotMets:
    """A slot of a pair of objects: ``fills`` of the multi-fill that was chosen, and ``others``, those that were not."""

    __slots__ = ("definition", "fills", "others")

    def __init__(self, definition: SlotDef, fills: list[FillMet], others: Sequence[list[FillMet]] = ()) -> None:
        self.definition = definition
        self.fills = fills
        self.others = others

    def all_fills(self) -> list[FillMet]:
        """Return the fills of the chosen multi-fill and then those of the others."""
        if not self.others:
            return self.fills
        return [*self.fills, *[fill for fills in self.others for fill in fills]]


class ObjectMet:
    """A pair of objects, or one that stands alone (the other is None), and its slots in the order of definition."""

    __slots__ = ("code", "definition", "key", "response", "slots")

    def __init__(
        self,
        code: bytes,
        definition: ClassDef,
        key: Object | None,
        response: Object | None,
        slots: list[SlotMets],
    ) -> None:
        self.code = code
        self.definition = definition
        self.key = key
        self.response = response
        self.slots = slots

    def slot_named(self, name: bytes) -> SlotMets | None:
        """Return the slot with that name in lower case, None if neither object fills it."""
        return next((slot for slot in self.slots if slot.definition.folded == name), None)


class DocumentMets:
    """A document: the objects class by class, of each class the pairs, best first, and then those that stand alone.

    ``agreed`` is None except for scenario templates: there it says whether both sides agree on the relevance of the
    document.
    """

    __slots__ = ("agreed", "docnum", "objects")

    def __init__(self, docnum: bytes, objects: list[ObjectMet], agreed: bool | None) -> None:
        self.docnum = docnum
        self.objects = objects
        self.agreed = agreed
