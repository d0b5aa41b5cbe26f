"""Annotation tasks: the categories of labels (content, token, zone), and the reported labels of annotations."""

from __future__ import annotations

from functools import cached_property

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import hash_order
from legacy_scorers.common.record import record
from legacy_scorers.mat_score.annotations import ANNOTATION, BOOLEAN, CONTENT, FLOAT, NO_VALUE, AnnotationType, heading
from legacy_scorers.mat_score.tasks.profiles import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from legacy_scorers.mat_score.annotations import Annotation, Attribute
    from legacy_scorers.mat_score.tasks.profiles import ScoreProfile, SimilarityProfile, TagProfile


class TaskLabel:
    """A true label that a task declares: category or None, span, attributes, effective labels.

    ``effective`` is the attribute whose choices have effective labels, or None. ``attribute_sets`` (MAT 1.3) are
    effective labels, each with the attribute values that it requires. ``distinguishing`` are the sorted names of the
    attributes in the reported label, including ``effective``.
    """

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
        """Declare an attribute, which replaces one of the same name."""
        self.attributes[attribute.name] = attribute
        if attribute.effective_labels:
            self.effective = attribute
        if self.category == CONTENT and (attribute.distinguishing or attribute.effective_labels):
            self.distinguishing = tuple(sorted({*self.distinguishing, attribute.name}))

    def new_type(self) -> AnnotationType:
        """Return a new type for a document; in open labels, MAT ignores defaults that are floats or booleans."""
        ignored = () if self.all_attributes_known else (FLOAT, BOOLEAN)
        defaults = []
        for attribute in self.attributes.values():
            has_default = attribute.default is not None and attribute.kind not in ignored
            if attribute.default_is_text or has_default:
                defaults.append(attribute)
        return AnnotationType(self.label, self.has_span, dict(self.attributes), defaults)

    def effective_label(self, annotation: Annotation) -> str | None:
        """Return the effective label of an annotation, or None."""
        if self.effective is not None:
            return self.effective.effective_labels.get(annotation.values.get(self.effective.name))
        carried = annotation.values
        for label, values in self.attribute_sets:
            if all(carried.get(name) == value for name, value in values.items()):
                return label
        return None


@record
class LabelSet:
    """A named set of labels, with their declarations; tasks inherit whole label sets."""

    name: str | None
    category: str | None
    labels: dict[str, TaskLabel]


@record
class AnnotationTask:
    """A task: its labels and profiles; ``file`` is the task file."""

    name: str
    file: str
    label_sets: Sequence[LabelSet]
    all_annotations_known: bool = False
    visible: bool = True
    similarity_profiles: Sequence[SimilarityProfile] = ()
    score_profiles: Sequence[ScoreProfile] = ()

    @cached_property
    def labels(self) -> dict[str, TaskLabel]:
        """The declarations by true label, in declaration order."""
        return {label: declared for found in self.label_sets for label, declared in found.labels.items()}

    def labels_in(self, category: str) -> list[str]:
        """Return the true labels of a category, by label set, in declaration order."""
        found = [label_set for label_set in self.label_sets if label_set.category == category]
        names = hash_order([label_set.name or "" for label_set in found])
        found.sort(key=lambda label_set: names.index(label_set.name or ""))
        return list(dict.fromkeys([label for label_set in found for label in label_set.labels]))

    def attributes_of(self, label: str) -> tuple[Attribute, ...]:
        """Return the declared attributes of a true label; an undeclared label has none."""
        declared = self.labels.get(label)
        return tuple(declared.attributes.values()) if declared is not None else ()

    def effective_label(self, annotation: Annotation) -> str:
        """Return the effective label of an annotation, else its true label."""
        declared = self.labels.get(annotation.type.label)
        return (declared.effective_label(annotation) if declared is not None else None) or annotation.type.label

    def reported_label(self, annotation: Annotation) -> str:
        """Return the effective label with the distinguishing attributes, before equivalence classes.

        An attribute without a slot is ``<null>``. Raises :class:`InputError` for a slot that does not hold a string.
        """
        declared = self.labels.get(annotation.type.label)
        if declared is None or not (declared.distinguishing or declared.attribute_sets):
            return annotation.type.label
        label = declared.effective_label(annotation)
        names: Sequence[str] = declared.distinguishing
        if label is not None and declared.effective is not None:
            names = [name for name in names if name != declared.effective.name]
        values = [f"{name}={_value_text(annotation, name)}" for name in names]
        return "_".join([label or declared.label, *values])

    def true_label(self, name: str) -> str:
        """Return the true label of ``name``, a true or effective label, or ``name`` if it is neither."""
        if name in self.labels:
            return name
        for label, declared in self.labels.items():
            effective = [effective_label for effective_label, _ in declared.attribute_sets]
            if declared.effective is not None:
                effective += declared.effective.effective_labels.values()
            if name in effective:
                return label
        return name


def _value_text(annotation: Annotation, name: str) -> str:
    # MAT keeps values in a list, in the order of the type's attributes. So a slot exists, maybe null, if a later one
    # is filled.
    value = annotation.values.get(name)
    if isinstance(value, str):
        return value
    declared = list(annotation.type.attributes)
    if name not in declared or annotation.values.keys().isdisjoint(declared[declared.index(name) :]):
        return NO_VALUE
    raise InputError(
        f"the distinguishing attribute {name} of {heading(annotation)} is "
        f"{'null' if value is None else 'not a string'}; set it or remove it"
    )


def check_profile(task: AnnotationTask, profile: SimilarityProfile | None) -> None:
    """Raise :class:`InputError` if strata cannot be paired in order, or a label lacks an attribute of a dimension."""
    strata = profile.strata if profile is not None and profile.strata else (task.labels_in(CONTENT),)
    _check_labels(task, strata)
    _check_order(task, strata)
    for tag_profile in profile.tag_profiles if profile is not None else ():
        _check_dimensions(task, tag_profile)


def _check_labels(task: AnnotationTask, strata: Iterable[Sequence[str]]) -> None:
    content = task.labels_in(CONTENT)
    known: set[str] = set()
    for label in [label for stratum in strata for label in stratum]:
        if label not in content:
            raise InputError(f"the stratum label {label} is not a content label of the task {task.name}", task.file)
        if label in known:
            raise InputError(f"the label {label} is in more than one stratum of the task {task.name}", task.file)
        known.add(label)


def _check_order(task: AnnotationTask, strata: Iterable[Sequence[str]]) -> None:
    """Check that labels refer only to labels that are paired before them."""
    paired: set[str] = set()
    for stratum in strata:
        for has_span in (True, False):
            group = [label for label in stratum if task.labels[label].has_span == has_span]
            for label in group:
                _check_references(task, label, paired, group)
            paired.update(group)


def _check_references(task: AnnotationTask, label: str, paired: set[str], group: Sequence[str]) -> None:
    for attribute in [found for found in task.attributes_of(label) if found.kind == ANNOTATION]:
        named = hash_order([task.true_label(restricted) for restricted, _ in attribute.restrictions])
        for name in hash_order([name for name in named if name not in paired]):
            if name in group:
                problem = f"label {name} is stratified in task {task.name} with an annotation type which refers to it"
            else:
                problem = f"label {name} is referenced in task {task.name} in a stratum before it's paired"
            raise InputError(f"{problem} ({label}, attribute {attribute.name})", task.file)


def _check_dimensions(task: AnnotationTask, tag_profile: TagProfile) -> None:
    for dimension in [found for found in tag_profile.dimensions if not found.built_in]:
        for label in tag_profile.true_labels:
            names = {attribute.name for attribute in task.attributes_of(label)}
            for part in parts(dimension.name):
                if names.isdisjoint(tag_profile.equivalences.get(part, (part,))):
                    raise InputError(
                        f"The attribute '{part}' specified as a dimension for label '{label}' in the tag profile in a "
                        f"similarity profile for task {task.name} is unknown",
                        task.file,
                    )
