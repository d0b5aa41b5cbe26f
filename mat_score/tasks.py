"""Annotation tasks: which labels are content, tokens and zones, and under which label an annotation is reported."""

from __future__ import annotations

from mat_score.documents import STRING, Annotation, AnnotationType, Attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.profiles import ScoreProfile, SimilarityProfile

CONTENT = "content"
TOKEN = "token"
ZONE = "zone"
ADMIN = "admin"


class TaskAttribute(Attribute):
    """An attribute that a task declares.

    ``choices`` are the only values it may take, None if free; ``effective_labels`` maps choices to the labels they
    are reported as; ``distinguishing`` says that annotations with different values are reported under different labels;
    ``bounds`` are the inclusive limits of a number, either None if open; ``restrictions`` are the true labels an
    annotation value may have, empty if any.
    """

    __slots__ = ("bounds", "choices", "distinguishing", "effective_labels", "restrictions")

    def __init__(
        self,
        name: str,
        kind: str = STRING,
        aggregation: str | None = None,
        choices: tuple[object, ...] | None = None,
        effective_labels: dict[object, str] | None = None,
        distinguishing: bool = False,
        bounds: tuple[float | None, float | None] = (None, None),
        restrictions: tuple[str, ...] = (),
    ) -> None:
        super().__init__(name, kind, aggregation)
        self.choices = choices
        self.effective_labels: dict[object, str] = {} if effective_labels is None else effective_labels
        self.distinguishing = distinguishing
        self.bounds = bounds
        self.restrictions = restrictions


class TaskLabel:
    """A true label that a task declares: category (None if it has none), span, and attributes by name."""

    __slots__ = ("all_attributes_known", "attributes", "category", "has_span", "label")

    def __init__(
        self, label: str, category: str | None, has_span: bool = True, all_attributes_known: bool = False
    ) -> None:
        self.label = label
        self.category = category
        self.has_span = has_span
        self.all_attributes_known = all_attributes_known
        self.attributes: dict[str, TaskAttribute] = {}


class Task:
    """What a task says about scoring.

    ``labels`` maps true labels to their declarations, in declaration order. ``file`` is the task file.
    """

    __slots__ = ("all_annotations_known", "file", "labels", "name", "score_profiles", "similarity_profiles")

    def __init__(self, name: str, file: str, labels: dict[str, TaskLabel], all_annotations_known: bool = False) -> None:
        self.name = name
        self.file = file
        self.labels = labels
        self.all_annotations_known = all_annotations_known
        self.similarity_profiles: list[SimilarityProfile] = []
        self.score_profiles: list[ScoreProfile] = []

    @property
    def content_labels(self) -> list[str]:
        """True labels of category content in declaration order."""
        return self._labels_in(CONTENT)

    @property
    def token_labels(self) -> list[str]:
        """True labels of category token in declaration order."""
        return self._labels_in(TOKEN)

    @property
    def zone_labels(self) -> list[str]:
        """True labels of category zone in declaration order."""
        return self._labels_in(ZONE)

    def attributes_of(self, label: str) -> tuple[TaskAttribute, ...]:
        """Return the declared attributes of a true label, none if it is undeclared."""
        declared = self.labels.get(label)
        return tuple(declared.attributes.values()) if declared is not None else ()

    def effective_attribute(self, label: str) -> TaskAttribute | None:
        """Return the attribute whose choices give annotations with this true label their effective label."""
        return next((attribute for attribute in self.attributes_of(label) if attribute.effective_labels), None)

    def reported_label(self, annotation: Annotation) -> str:
        """Return the effective label and distinguishing attributes of an annotation, before equivalence classes."""
        raise NotImplementedError

    def true_labels_of(self, reported: str) -> tuple[str, ...]:
        """Return the true labels that can be reported as ``reported``, in declaration order."""
        raise NotImplementedError

    def new_types(self) -> dict[str, AnnotationType]:
        """Return fresh types of the declared labels for a document to extend."""
        raise NotImplementedError

    def _labels_in(self, category: str) -> list[str]:
        return [label for label, declared in self.labels.items() if declared.category == category]
