"""Similarity and score profiles of a task: how annotations are compared, and which rows tables have."""

from __future__ import annotations

from legacy_scorers.common.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LABEL, SPAN = "_label", "_span"
PLAIN, ANNOTATIONS = "_nonannotation_attribute_remainder", "_annotation_attribute_remainder"

_NO_PARAMS: Mapping[str, str] = {}


@record
class Dimension:
    """One part of the comparison of two annotations.

    ``name`` is ``_label``, ``_span``, ``_nonannotation_attribute_remainder``, ``_annotation_attribute_remainder``, an
    attribute, an equivalence of the tag profile, or several of the last two joined by commas. ``params`` are its other
    XML attributes as texts (``overlap_match_lower_bound``, ``true_residue`` ...).
    """

    name: str
    weight: float
    method: str | None = None
    params: Mapping[str, str] = _NO_PARAMS

    @property
    def built_in(self) -> bool:
        """Whether the dimension is one of MAT's own, which name no attribute."""
        return self.name in (LABEL, SPAN, PLAIN, ANNOTATIONS)


def parts(name: str) -> list[str]:
    """Return the names of attributes or equivalences in the name of a dimension."""
    return [part.strip() for part in name.split(",")]


@record
class TagProfile:
    """The dimensions for annotations with certain true labels; ``equivalences`` maps a name to attribute names."""

    true_labels: tuple[str, ...]
    dimensions: tuple[Dimension, ...]
    equivalences: dict[str, tuple[str, ...]]


@record
class SimilarityProfile:
    """A task's similarity profile; ``name`` is None if it has none, ``strata`` are tuples of true labels."""

    name: str | None
    strata: tuple[tuple[str, ...], ...]
    tag_profiles: tuple[TagProfile, ...]


@record
class ScoreProfile:
    """A task's score profile: which rows the tables have for true labels.

    ``aggregations`` maps the names of rows to the true labels that they sum up. Each of the ``decompositions`` is a
    pair of true labels and the attributes whose values divide them into subsets. ``partition_methods`` name program
    code of the task, which is not run. Only the true labels of ``label_limitation`` count; None is no limitation.
    """

    name: str | None
    aggregations: dict[str, tuple[str, ...]]
    decompositions: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    partition_methods: tuple[str, ...]
    label_limitation: tuple[str, ...] | None


class Strata:
    """The strata of a profile, in order: only labels of one stratum are paired. By default, one holds all labels."""

    def __init__(self, profile: SimilarityProfile | None) -> None:
        self._labels = profile.strata if profile is not None else ()
        self._numbers = {label: number for number, labels in enumerate(self._labels) for label in labels}

    def number(self, true_label: str) -> int | None:
        """Return the index of a true label's stratum, or None if the label is not paired."""
        return self._numbers.get(true_label) if self._labels else 0

    def arranged(self, labels: Sequence[str]) -> list[Sequence[str]]:
        """Return the paired labels by stratum, in the order of the stratum."""
        if not self._labels:
            return [labels]
        known = frozenset(labels)
        return [[label for label in stratum if label in known] for stratum in self._labels]
