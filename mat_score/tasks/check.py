"""Checks that the labels and attributes of a task agree with a similarity profile."""

from __future__ import annotations

from common.compat.py27 import hash_order
from common.errors import InputError
from mat_score.attributes import ANNOTATION
from mat_score.tasks.profiles import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mat_score.tasks.profiles import SimilarityProfile, TagProfile
    from mat_score.tasks.task import AnnotationTask


def check_profile(task: AnnotationTask, profile: SimilarityProfile | None) -> None:
    """Check that labels can be paired stratum by stratum, and that labels have the attributes that dimensions compare.

    Raises :class:`InputError` with the task file.
    """
    strata = profile.strata if profile is not None and profile.strata else (tuple(task.content_labels),)
    _check_labels(task, strata)
    _check_order(task, strata)
    for tag_profile in profile.tag_profiles if profile is not None else ():
        _check_dimensions(task, tag_profile)


def _check_labels(task: AnnotationTask, strata: Iterable[Sequence[str]]) -> None:
    known: set[str] = set()
    for stratum in strata:
        for label in stratum:
            if label not in task.content_labels:
                raise InputError(f"the stratum label {label} is no content label of the task {task.name}", task.file)
            if label in known:
                raise InputError(f"the label {label} is in more than one stratum of the task {task.name}", task.file)
            known.add(label)


def _check_order(task: AnnotationTask, strata: Iterable[Sequence[str]]) -> None:
    """Check that labels refer only to labels that are paired before them: spanned ones first in each stratum."""
    paired: set[str] = set()
    for stratum in strata:
        for has_span in (True, False):
            group = [label for label in stratum if task.labels[label].has_span == has_span]
            for label in group:
                _check_references(task, label, paired, group)
            paired.update(group)


def _check_references(task: AnnotationTask, label: str, paired: set[str], group: Sequence[str]) -> None:
    for attribute in task.attributes_of(label):
        if attribute.kind != ANNOTATION:
            continue
        named = hash_order([task.true_label(restricted) for restricted, _ in attribute.restrictions])
        for name in hash_order([name for name in named if name not in paired]):
            if name in group:
                problem = f"label {name} is stratified in task {task.name} with an annotation type which refers to it"
            else:
                problem = f"label {name} is referenced in task {task.name} in a stratum before it's paired"
            raise InputError(f"{problem} ({label}, attribute {attribute.name})", task.file)


def _check_dimensions(task: AnnotationTask, tag_profile: TagProfile) -> None:
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
