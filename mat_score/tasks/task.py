"""Annotation tasks: which labels are content, tokens and zones, and under which label an annotation is reported."""

from __future__ import annotations

from common.compat.py27 import hash_order
from common.errors import InputError
from mat_score.annotations import (
    ANNOTATION,
    BOOLEAN,
    FLOAT,
    INT,
    STRING,
    Annotation,
    AnnotationType,
    Attribute,
    DecodeError,
)
from mat_score.descriptions import NO_VALUE, heading
from mat_score.tasks.profiles import parts
from mat_score.tasks.values import value_of_python2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mat_score.tasks.profiles import ScoreProfile, SimilarityProfile, TagProfile

CONTENT = "content"
TOKEN = "token"
ZONE = "zone"
ADMIN = "admin"


class TaskAttribute(Attribute):
    """An attribute that a task declares.

    ``choices`` are the only values it may take, None if free; ``effective_labels`` maps choices to the labels they
    are reported as; ``distinguishing`` says that annotations with different values are reported under different labels;
    ``bounds`` are the inclusive limits of a number, either None if open; ``restrictions`` say what an annotation value
    may be, empty if anything. ``default`` is the value that an annotation begins with, None if it has none; with
    ``default_is_text`` it is what the text of the annotation says.
    """

    __slots__ = ("bounds", "choices", "default", "default_is_text", "distinguishing", "effective_labels",
                 "restrictions")  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: str = STRING,
        aggregation: str | None = None,
        choices: tuple[object, ...] | None = None,
        effective_labels: dict[object, str] | None = None,
        distinguishing: bool = False,
        bounds: tuple[float | None, float | None] = (None, None),
        restrictions: tuple[Restriction, ...] = (),
        default: object = None,
        default_is_text: bool = False,
    ) -> None:
        super().__init__(name, kind, aggregation)
        self.choices = choices
        self.effective_labels: dict[object, str] = {} if effective_labels is None else effective_labels
        self.distinguishing = distinguishing
        self.bounds = bounds
        self.restrictions = restrictions
        self.default = default
        self.default_is_text = default_is_text

    def initial(self, text: str) -> object:
        """Return the value that an annotation of this text begins with, None if the text says none that is allowed."""
        if not self.default_is_text:
            return self.default
        try:
            return self.allowed(value_of_python2(self.kind, text))
        except DecodeError:
            return None

    def is_choice(self, value: object) -> bool:
        """Say whether a value is equal to one of the choices, which are whole numbers."""
        return self.kind == INT and self.aggregation is None and value in (self.choices or ())

    def allowed(self, value: object) -> object:
        """Return the value. Raises :class:`DecodeError` if it is none of the choices or out of bounds."""
        if self.choices is not None and value not in self.choices:
            raise DecodeError(f"{value!r} is none of the choices for {self.name}")
        low, high = self.bounds
        if isinstance(value, (int, float)) and (
            (low is not None and value < low) or (high is not None and value > high)
        ):
            raise DecodeError(f"{value!r} is out of range for {self.name}")
        return value

    def permits(self, target: Annotation) -> bool:
        """Say whether an annotation may be a value: whether it satisfies one of the restrictions, if there are any."""
        return not self.restrictions or any(restriction.admits(target) for restriction in self.restrictions)


class Restriction:
    """What an annotation-valued attribute may hold: annotations with a label, and certain values if any are given.

    ``label`` is a true label or an effective one; ``values`` are texts by name of attribute.
    """

    __slots__ = ("label", "values")

    def __init__(self, label: str, values: dict[str, str] | None = None) -> None:
        self.label = label
        self.values: dict[str, str] = {} if values is None else values

    def admits(self, target: Annotation) -> bool:
        """Say whether an annotation has the label and the values; a null equals nothing."""
        if self.label != target.label and self.label not in _effective_labels(target):
            return False
        return all(_is_written(target.values.get(name), text) for name, text in self.values.items())


def _effective_labels(annotation: Annotation) -> list[str]:
    return [
        label
        for attribute in annotation.type.attributes.values()
        if isinstance(attribute, TaskAttribute) and attribute.effective_labels
        for label in [attribute.effective_labels.get(annotation.values.get(attribute.name))]
        if label is not None
    ]


def _is_written(value: object, text: str) -> bool:
    """Say whether a task file writes a text or a whole number as ``text``."""
    try:
        return value == (value_of_python2(INT, text) if type(value) is int else text)
    except DecodeError:
        return False


class TaskLabel:
    """A true label that a task declares: category (None if it has none), span, attributes, effective labels.

    ``effective`` is the attribute whose choices give the effective label, None if there is none; ``attribute_sets``, in
    MAT 1.3, are effective labels, each with the values of attributes that an annotation must carry for it.
    ``distinguishing`` are the names of the attributes that the reported label shows, sorted; ``effective`` is one of
    them.
    """

    __slots__ = ("all_attributes_known", "attribute_sets", "attributes", "category", "distinguishing",
                 "effective", "has_span", "label")  # fmt: skip

    def __init__(
        self,
        label: str,
        category: str | None,
        has_span: bool = True,
        all_attributes_known: bool = False,
        attributes: Iterable[TaskAttribute] = (),
    ) -> None:
        self.label = label
        self.category = category
        self.has_span = has_span
        self.all_attributes_known = all_attributes_known
        self.attributes: dict[str, TaskAttribute] = {}
        self.attribute_sets: list[tuple[str, dict[str, str]]] = []
        self.effective: TaskAttribute | None = None
        self.distinguishing: tuple[str, ...] = ()
        for attribute in attributes:
            self.add(attribute)

    def add(self, attribute: TaskAttribute) -> None:
        """Declare an attribute, or declare it anew."""
        self.attributes[attribute.name] = attribute
        if attribute.effective_labels:
            self.effective = attribute
        if self.category == CONTENT and (attribute.distinguishing or attribute.effective_labels):
            self.distinguishing = tuple(sorted({*self.distinguishing, attribute.name}))

    def defaults(self) -> list[TaskAttribute]:
        """Return the attributes that annotations begin with; MAT gives open labels no float and no boolean."""
        kinds = () if self.all_attributes_known else (FLOAT, BOOLEAN)
        return [
            found
            for found in self.attributes.values()
            if found.default_is_text or (found.default is not None and found.kind not in kinds)
        ]

    def copy(self) -> TaskLabel:
        """Return a declaration of the same that a child task can extend."""
        attributes = self.attributes.values()
        twin = TaskLabel(self.label, self.category, self.has_span, self.all_attributes_known, attributes)
        twin.attribute_sets = list(self.attribute_sets)
        return twin

    def effective_label(self, annotation: Annotation) -> str | None:
        """Return the effective label that the annotation's attributes give it, None if none."""
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

    def copy(self) -> LabelSet:
        """Return a set that a child task can extend."""
        twin = LabelSet(self.name, self.category)
        twin.labels = {label: declared.copy() for label, declared in self.labels.items()}
        return twin


class Task:
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

    def attributes_of(self, label: str) -> tuple[TaskAttribute, ...]:
        """Return the declared attributes of a true label, none if it is undeclared."""
        declared = self.labels.get(label)
        return tuple(declared.attributes.values()) if declared is not None else ()

    def effective_attribute(self, label: str) -> TaskAttribute | None:
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

    def new_types(self) -> dict[str, AnnotationType]:
        """Return types of the declared labels for one document to extend."""
        return {
            label: AnnotationType(label, declared.has_span, dict(declared.attributes), declared.defaults())
            for label, declared in self.labels.items()
        }

    def _labels_in(self, category: str) -> list[str]:
        found = [label_set for label_set in self.label_sets if label_set.category == category]
        names = hash_order([label_set.name or "" for label_set in found])
        found.sort(key=lambda label_set: names.index(label_set.name or ""))
        return list(dict.fromkeys([label for label_set in found for label in label_set.labels]))


def _value_text(annotation: Annotation, name: str) -> str:
    """Return the value of a distinguishing attribute as the reported label shows it.

    MAT keeps the values of an annotation in a list, in the order in which attributes are declared: a slot exists, if
    null, as soon as one behind it has been filled.
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


def check_profile(task: Task, profile: SimilarityProfile | None) -> None:
    """Check that labels can be paired stratum by stratum, and that dimensions compare existing attributes.

    Raises :class:`InputError` with the task file.
    """
    strata = profile.strata if profile is not None and profile.strata else (tuple(task.content_labels),)
    _check_labels(task, strata)
    _check_order(task, strata)
    for tag_profile in profile.tag_profiles if profile is not None else ():
        _check_dimensions(task, tag_profile)


def _check_labels(task: Task, strata: Iterable[Sequence[str]]) -> None:
    """See that each label of a stratum is content, and in one stratum only."""
    known: set[str] = set()
    for stratum in strata:
        for label in stratum:
            if label not in task.content_labels:
                raise InputError(f"the stratum label {label} is no content label of the task {task.name}", task.file)
            if label in known:
                raise InputError(f"the label {label} is in more than one stratum of the task {task.name}", task.file)
            known.add(label)


def _check_order(task: Task, strata: Iterable[Sequence[str]]) -> None:
    """See that labels refer only to labels that are paired before them: spanned ones first in each stratum."""
    paired: set[str] = set()
    for stratum in strata:
        for has_span in (True, False):
            group = [label for label in stratum if task.labels[label].has_span == has_span]
            for label in group:
                _check_references(task, label, paired, group)
            paired.update(group)


def _check_references(task: Task, label: str, paired: set[str], group: Sequence[str]) -> None:
    for attribute in task.attributes_of(label):
        if attribute.kind != ANNOTATION:
            continue
        named = hash_order([task.true_label(restriction.label) for restriction in attribute.restrictions])
        for name in hash_order([name for name in named if name not in paired]):
            if name in group:
                problem = f"label {name} is stratified in task {task.name} with an annotation type which refers to it"
            else:
                problem = f"label {name} is referenced in task {task.name} in a stratum before it's paired"
            raise InputError(f"{problem} ({label}, attribute {attribute.name})", task.file)


def _check_dimensions(task: Task, tag_profile: TagProfile) -> None:
    """See that each label has the attributes that the dimensions of its tag profile compare."""
    for dimension in tag_profile.dimensions:
        if dimension.built_in:
            continue
        for label in tag_profile.true_labels:
            names = {attribute.name for attribute in task.attributes_of(label)}
            for part in parts(dimension.name):
                if names.isdisjoint(tag_profile.equivalences.get(part, (part,))):
                    raise InputError(
                        f"The attribute '{part}' specified as a dimension for label '{label}' in the tag profile in a "
                        f"similarity profile for task {task.name} is unknown",
                        task.file,
                    )
