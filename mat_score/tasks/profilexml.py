"""Similarity and score profiles out of a task file."""

from __future__ import annotations

from math import isfinite, nan

from mat_score.tasks.profiles import Dimension, ScoreProfile, SimilarityProfile, TagProfile
from mat_score.tasks.taskfile import TaskError, children, items, required

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lxml.etree import _Element

    from mat_score.tasks.task import Task

_OWN_PARAMETERS = ("name", "weight", "method")


def read_profiles(element: _Element, task: Task) -> None:
    """Add the profiles that a ``<task>`` element declares to its task."""
    for child in children(element, "similarity_profile"):
        task.similarity_profiles.append(_similarity_profile(child))
    for child in children(element, "score_profile"):
        task.score_profiles.append(_score_profile(child))


def _similarity_profile(element: _Element) -> SimilarityProfile:
    strata = tuple([_true_labels(child) for child in children(element, "stratum")])
    tag_profiles = tuple([_tag_profile(child) for child in children(element, "tag_profile")])
    return SimilarityProfile(element.get("name") or None, strata, tag_profiles)


def _tag_profile(element: _Element) -> TagProfile:
    equivalences = {
        required(child, "name"): items(required(child, "attrs")) for child in children(element, "attr_equivalences")
    }
    dimensions = tuple([_dimension(child) for child in children(element, "dimension")])
    if not dimensions:
        raise TaskError(element, "a tag profile needs at least one dimension")
    if not sum([dimension.weight for dimension in dimensions]):
        raise TaskError(element, "the weights of the dimensions add up to nothing")
    return TagProfile(_true_labels(element), dimensions, equivalences)


def _dimension(element: _Element) -> Dimension:
    return Dimension(
        required(element, "name"),
        _weight(element),
        element.get("method"),
        {str(name): str(value) for name, value in element.attrib.items() if name not in _OWN_PARAMETERS},
    )


def _weight(element: _Element) -> float:
    text = required(element, "weight")
    try:
        weight = float(text)
    except ValueError:
        weight = nan
    if not isfinite(weight):
        raise TaskError(element, f"the weight {text!r} is no number")
    return weight


def _score_profile(element: _Element) -> ScoreProfile:
    aggregations = {required(child, "name"): _true_labels(child) for child in children(element, "aggregation")}
    decompositions = tuple(
        [(_true_labels(child), items(required(child, "attrs"))) for child in children(element, "attr_decomposition")]
    )
    methods = tuple([required(child, "method") for child in children(element, "partition_decomposition")])
    limitations = children(element, "label_limitation")
    limitation = tuple([label for child in limitations for label in _true_labels(child)]) if limitations else None
    return ScoreProfile(element.get("name") or None, aggregations, decompositions, methods, limitation)


def _true_labels(element: _Element) -> tuple[str, ...]:
    return items(required(element, "true_labels"))
