"""Annotations, items and profiles for tests of MATScore's parts, in few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legacy_scorers.mat_score.align.matches import Pair, ScoredAnnotation
from legacy_scorers.mat_score.align.selection import hulls
from legacy_scorers.mat_score.align.similarity import Similarity
from legacy_scorers.mat_score.annotations import Annotation, AnnotationType, Attribute, Document
from legacy_scorers.mat_score.rows import Subsets
from legacy_scorers.mat_score.tasks.profiles import Dimension, SimilarityProfile, Strata, TagProfile
from legacy_scorers.mat_score.tasks.task import AnnotationTask, LabelSet, TaskLabel
from legacy_scorers.mat_score.version20 import Pairer

Span = tuple[int, int]


class Kind:
    """A true label of one document with its attributes; makes annotations and items."""

    def __init__(self, label: str, *attributes: Attribute, spanned: bool = True) -> None:
        self.type = AnnotationType(label, spanned, {found.name: found for found in attributes})

    def annotation(self, span: Span | None = None, id: str | None = None, /, **values: object) -> Annotation:  # noqa: A002
        start, end = span or (None, None)
        made = Annotation(self.type, start, end)
        made.id = id
        made.values.update(values)
        return made

    def item(self, span: Span | None = None, reported: str | None = None, /, **values: object) -> ScoredAnnotation:
        annotation = self.annotation(span, **values)
        reach = span or hulls(document_of(annotation)).get(id(annotation))
        label = reported or self.type.label
        start, end = reach or (0, 0)
        return ScoredAnnotation(annotation, label, start, end, reach is not None)


PER, LOC, ORG = Kind("PER"), Kind("LOC"), Kind("ORG")


def document_of(*annotations: Annotation) -> Document:
    """Return a document of these annotations."""
    made = Document("made up")
    for annotation in annotations:
        made.types[annotation.type.label] = annotation.type
        made.add(annotation)
    return made


def spans(kind: Kind, *found: Span) -> list[ScoredAnnotation]:
    """Return items of a kind."""
    return [kind.item(span) for span in found]


def task(*labels: TaskLabel) -> AnnotationTask:
    """Return a task of these labels."""
    declarations = LabelSet("all", None, {declared.label: declared for declared in labels})
    return AnnotationTask("made up", "task.xml", [declarations])


def declared(label: str, *attributes: Attribute, category: str = "content") -> TaskLabel:
    """Return the declaration of a label."""
    found = TaskLabel(label, category)
    for attribute in attributes:
        found.add(attribute)
    return found


def profile(
    *tag_profiles: TagProfile, strata: Sequence[tuple[str, ...]] = (), name: str | None = None
) -> SimilarityProfile:
    """Return a similarity profile."""
    return SimilarityProfile(name, tuple(strata), tag_profiles)


def tag_profile(
    labels: str, *dimensions: Dimension, equivalences: Mapping[str, tuple[str, ...]] | None = None
) -> TagProfile:
    """Return the profile of labels joined by commas."""
    return TagProfile(tuple(labels.split(",")), dimensions, dict(equivalences or {}))


def paired(
    references: Sequence[ScoredAnnotation],
    hypotheses: Sequence[ScoredAnnotation],
    similarity_profile: SimilarityProfile | None = None,
    of_task: AnnotationTask | None = None,
) -> list[Pair]:
    """Return the pairs of a document in order."""
    strata = Strata(similarity_profile)
    numbers = range(len(similarity_profile.strata) if similarity_profile and similarity_profile.strata else 1)

    def in_group(items: Sequence[ScoredAnnotation], number: int, spanned: bool) -> list[ScoredAnnotation]:
        return [item for item in items if (strata.number(item.true_label), item.spanned) == (number, spanned)]

    groups = [(number, spanned) for number in numbers for spanned in (True, False)]
    sides = [(in_group(references, *group), in_group(hypotheses, *group)) for group in groups]
    pairs = Pairer(Similarity(of_task, similarity_profile), Subsets(None)).pairs(sides)
    return [pair for group in pairs for pair in group]
