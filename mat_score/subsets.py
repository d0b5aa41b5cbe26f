"""The rows that an annotation is counted in: its label's, and those of subsets that a score profile declares."""

from __future__ import annotations

from common.errors import InputError
from mat_score.descriptions import NO_VALUE, slot_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.documents import Annotation
    from mat_score.items import Row
    from mat_score.profiles import ScoreProfile

WHOLE = "<none>"


class Subsets:
    """Says which rows annotations are counted in. ``declared`` says whether a profile divides labels at all."""

    __slots__ = ("_attributes", "_limitation", "declared")

    def __init__(self, profile: ScoreProfile | None) -> None:
        self._limitation: frozenset[str] | None = None
        self._attributes: dict[str, list[tuple[str, ...]]] = {}
        if profile is not None:
            if profile.partition_methods:
                raise InputError(
                    f"the score profile divides labels by the method {profile.partition_methods[0]}, "
                    "program code of the task that is not run here; take the partition_decomposition out"
                )
            if profile.label_limitation is not None:
                self._limitation = frozenset(profile.label_limitation)
            for decomposition in profile.attr_decompositions:
                for label in decomposition.true_labels:
                    self._attributes.setdefault(label, []).append(decomposition.attributes)
        self.declared = bool(self._attributes)

    def rows(self, annotation: Annotation, label: str) -> tuple[Row, ...]:
        """Return the rows for an annotation reported as ``label``, none if the profile leaves its true label out."""
        true_label = annotation.type.label
        if self._limitation is not None and true_label not in self._limitation:
            return ()
        whole = (label, WHOLE)
        if true_label not in self._attributes:
            return (whole,)
        return (whole, *[(label, _subset(annotation, names)) for names in self._attributes[true_label]])


def _subset(annotation: Annotation, names: tuple[str, ...]) -> str:
    return ",".join([f"{name}={_value(annotation, name)}" for name in names])


def _value(annotation: Annotation, name: str) -> str:
    return NO_VALUE if annotation.values.get(name) is None else slot_text(annotation, name, ("False", "True"))
