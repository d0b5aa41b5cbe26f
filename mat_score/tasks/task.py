"""Annotation tasks: which labels are content, tokens and zones, and under which label an annotation is reported."""

from __future__ import annotations

from common.compat.py27 import hash_order
from common.errors import InputError
from mat_score.annotations import CONTENT, TOKEN, AnnotationType
from mat_score.attributes import BOOLEAN, FLOAT
from mat_score.descriptions import NO_VALUE, heading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mat_score.annotations import Annotation
    from mat_score.attributes import Attribute
    from mat_score.tasks.profiles import ScoreProfile, SimilarityProfile


class TaskLabel:
    """A true label that a task declares: category (None if it has none), span, attributes, effective labels.

    ``effective`` is the attribute whose choices give the effective label, or None; ``attribute_sets``, in MAT 1.3, are
    effective labels, each with the values of attributes that an annotation must carry for it. ``distinguishing`` are
    the names of the attributes that the reported label shows, sorted; ``effective`` is one of them.
    """

    __slots__ = ("all_attributes_known", "attribute_sets", "attributes", "category", "distinguishing",
                 "effective", "has_span", "label")  # fmt: skip

    def __init__(
        self,
        label: str,
        category: str | None,
        has_span: bool = True,
        all_attributes_known: bool = False,
        attributes: Iterable[Attribute] = (),
    ) -> None:
        self.label = label
        self.category = category
        self.has_span = has_span
        self.all_attributes_known = all_attributes_known
        self.attributes: dict[str, Attribute] = {}
        self.attribute_sets: list[tuple[str, dict[str, str]]] = []
        self.effective: Attribute | None = None
        self.distinguishing: tuple[str, ...] = ()
        for attribute in attributes:
            self.add(attribute)

    def add(self, attribute: Attribute) -> None:
        """Declare an attribute, or declare it anew."""
        self.attributes[attribute.name] = attribute
        if attribute.effective_labels:
            self.effective = attribute
        if self.category == CONTENT and (attribute.distinguishing or attribute.effective_labels):
            self.distinguishing = tuple(sorted({*self.distinguishing, attribute.name}))

    def new_type(self) -> AnnotationType:
        """Return the type of annotations in one document; MAT gives open labels no default of a float or boolean."""
        kinds = () if self.all_attributes_known else (FLOAT, BOOLEAN)
        defaults = [
            found
            for found in self.attributes.values()
            if found.default_is_text or (found.default is not None and found.kind not in kinds)
        ]
        return AnnotationType(self.label, self.has_span, dict(self.attributes), defaults)

    def effective_label(self, annotation: Annotation) -> str | None:
        """Return the effective label that the annotation's attributes give it, or None."""
        if self.effective is not None:
            return self.effective.effective_labels.get(annotation.values.get(self.effective.name))
        carried = annotation.values
        for label, values in self.attribute_sets:
            if all(carried.get(name) == value for name, value in values.items()):
                return label
        return None

    def effective_labels(self) -> list[str]:
        """Return all effective labels of the true label."""
        by_choice = list(self.effective.effective_labels.values()) if self.effective is not None else []
        return by_choice + [label for label, _ in self.attribute_sets]


class LabelSet:
    """A named set of declared labels, the unit of inheritance between tasks."""

    __slots__ = ("category", "labels", "name")

    def __init__(self, name: str | None, category: str | None) -> None:
        self.name = name
        self.category = category
        self.labels: dict[str, TaskLabel] = {}


class AnnotationTask:
    """What a task says about scoring.

    ``labels`` maps true labels to their declarations, in declaration order. ``file`` is the task file.
    """

    __slots__ = ("all_annotations_known", "file", "label_sets", "labels", "name", "score_profiles",
                 "similarity_profiles", "visible")  # fmt: skip

    def __init__(
        self,
        name: str,
        file: str,
        label_sets: Sequence[LabelSet],
        all_annotations_known: bool = False,
        visible: bool = True,
    ) -> None:
        self.name = name
        self.file = file
        self.label_sets = label_sets
        self.labels = {label: declared for found in label_sets for label, declared in found.labels.items()}
        self.all_annotations_known = all_annotations_known
        self.visible = visible
        self.similarity_profiles: list[SimilarityProfile] = []
        self.score_profiles: list[ScoreProfile] = []

    @property
    def content_labels(self) -> list[str]:
        """True labels of category content, by label set, in declaration order."""
        return self._labels_in(CONTENT)

    @property
    def token_labels(self) -> list[str]:
        """True labels of category token, by label set, in declaration order."""
        return self._labels_in(TOKEN)

    def _labels_in(self, category: str) -> list[str]:
        found = [label_set for label_set in self.label_sets if label_set.category == category]
        names = hash_order([label_set.name or "" for label_set in found])
        found.sort(key=lambda label_set: names.index(label_set.name or ""))
        return list(dict.fromkeys([label for label_set in found for label in label_set.labels]))

    def attributes_of(self, label: str) -> tuple[Attribute, ...]:
        """Return the declared attributes of a true label, none if it is undeclared."""
        declared = self.labels.get(label)
        return tuple(declared.attributes.values()) if declared is not None else ()

    def effective_attribute(self, label: str) -> Attribute | None:
        """Return the attribute whose choices give annotations with this true label their effective label."""
        declared = self.labels.get(label)
        return declared.effective if declared is not None else None

    def effective_label(self, annotation: Annotation) -> str:
        """Return the effective label of an annotation, or its true label if it has none."""
        declared = self.labels.get(annotation.label)
        return (declared.effective_label(annotation) if declared is not None else None) or annotation.label

    def reported_label(self, annotation: Annotation) -> str:
        """Return the effective label and distinguishing attributes of an annotation, before equivalence classes.

        An attribute of which the annotation has no slot shows as ``<null>``. Raises :class:`InputError` for a slot that
        is null or holds anything but a string.
        """
        declared = self.labels.get(annotation.label)
        if declared is None or not (declared.distinguishing or declared.attribute_sets):
            return annotation.label
        label = declared.effective_label(annotation)
        names: Sequence[str] = declared.distinguishing
        if label is not None and declared.effective is not None:
            names = [name for name in names if name != declared.effective.name]
        return "_".join([label or annotation.label, *[f"{name}={_value_text(annotation, name)}" for name in names]])

    def true_label(self, name: str) -> str:
        """Return the true label that ``name``, a true or an effective label, stands for; itself if it is neither."""
        if name in self.labels:
            return name
        return next((label for label, found in self.labels.items() if name in found.effective_labels()), name)


def _value_text(annotation: Annotation, name: str) -> str:
    """Return the value of a distinguishing attribute as the reported label shows it.

    MAT keeps the values of an annotation in a list, in the order in which attributes are declared: a slot exists, if
    null, as soon as a later one has been filled.
    """
    value = annotation.values.get(name)
    if isinstance(value, str):
        return value
    declared = list(annotation.type.attributes)
    if name not in declared or annotation.values.keys().isdisjoint(declared[declared.index(name) :]):
        return NO_VALUE
    raise InputError(
        f"the distinguishing attribute {name} of {heading(annotation)} is "
        f"{'null' if value is None else 'not a string'}; give it a value or leave it out"
    )
