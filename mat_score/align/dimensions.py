"""The parts of the comparison of two annotations: label, span, attributes.

A dimension compares two items and returns a number from 0 to 1, exactly 1 where they agree. It appends an error to
``errors`` if it has a word for the difference: the word as seen from the first item and from the second. What it has to
know beside the two items comes before them.
"""

from __future__ import annotations

from math import isfinite

from common.assignment import assignment
from common.compat.py27 import key_of
from common.errors import InputError
from common.spans import AROUND, INSIDE, SAME, relation
from mat_score.align.mets import OVERLAP, OVERMARK, TAG_CLASH, UNDERMARK
from mat_score.annotations import ANNOTATION, INT, LIST, SET, Annotation, Attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mat_score.align.items import Item

    Attributes = Sequence[Attribute]
    Errors = list[tuple[str, str]]

COMPUTED_TAG_CLASH = "computedtagclash"
SET_CLASH = "setclash"
NOT_PAIRED = "annattributenotpaired"
ANNOTATION_CLASH = "annclash"
SPAN_ERRORS = {INSIDE: (OVERMARK, UNDERMARK), AROUND: (UNDERMARK, OVERMARK)}


class Paired:
    """The similarity at which the annotations of a document were paired so far."""

    __slots__ = ("_similarities",)

    def __init__(self) -> None:
        self._similarities: dict[tuple[int, int], float] = {}

    def note(self, first: Annotation, second: Annotation, similarity: float) -> None:
        """Remember that two annotations, one of each side, are paired."""
        self._similarities[id(first), id(second)] = self._similarities[id(second), id(first)] = similarity

    def clear(self) -> None:
        """Forget all pairs."""
        self._similarities.clear()

    def similarity(self, first: object, second: object) -> float:
        """Return the similarity of two annotations, 0 if they are not paired."""
        return self._similarities.get((id(first), id(second)), 0.0)


def compare_labels(residue: float | None, first: Item, second: Item, errors: Errors) -> float:
    """Return 1 for the same reported label; ``residue`` for the same true label, if there is one; else 0."""
    if first.label == second.label:
        return 1.0
    if residue is None or first.true_label != second.true_label:
        errors.append((TAG_CLASH, TAG_CLASH))
        return 0.0
    errors.append((COMPUTED_TAG_CLASH, COMPUTED_TAG_CLASH))
    return residue


def compare_spans(match_bound: float, mismatch_bound: float, first: Item, second: Item, errors: Errors) -> float:
    """Return the length of the overlap by length of the hull of both spans; spanless annotations have hulls for spans.

    A ratio above ``match_bound`` counts as 1, one below ``mismatch_bound`` as 0.
    """
    lie = relation(first.start, first.end, second.start, second.end)
    if lie == SAME:
        return 1.0
    overlap = min(first.end, second.end) - max(first.start, second.start)
    ratio = overlap / (max(first.end, second.end) - min(first.start, second.start))
    if ratio > match_bound:
        return 1.0
    errors.append(SPAN_ERRORS.get(lie, (OVERLAP, OVERLAP)))
    return 0.0 if ratio < mismatch_bound else ratio


def compare_plain(attributes: Sequence[tuple[Attribute, bool]], first: Item, second: Item, errors: Errors) -> float:
    """Return the mean agreement of the first label's attributes that hold no annotations.

    ``attributes`` says of each whether the second label has the same; if not, it counts 0.
    """
    total = 0.0
    for attribute, shared in attributes:
        if shared:
            values = [item.annotation.values.get(attribute.name) for item in (first, second)]
            total += _agreement(attribute, values[0], values[1], errors)
    return total / len(attributes)


def compare_annotations(
    attributes: Attributes, other_attributes: Attributes, paired: Paired, first: Item, second: Item, errors: Errors
) -> float:
    """Return how well the annotations in the attributes of both sides are paired, regardless of the attributes' names.

    Plain and set-valued attributes are assigned apart from each other; the sum is divided by the larger number of
    attributes. A null is not compared, so that even two nulls lower the result.
    """

    def of_sets(values: object, others: object) -> float:
        return _set_similarity(_members(values), _members(others), paired)

    total = 0.0
    for aggregation, similarity in ((None, paired.similarity), (SET, of_sets), (LIST, _no_lists)):
        values = _values(first, attributes, aggregation)
        others = _values(second, other_attributes, aggregation)
        total += _best(values, others, similarity)
    return total / max(len(attributes), len(other_attributes))


def compare_one(
    attribute: Attribute,
    names: Sequence[str | None],
    paired: Paired,
    first: Item,
    second: Item,
    errors: Errors,
) -> float:
    """Return the agreement of one attribute, by the name that it has in each label; None where a label lacks it."""
    sides = zip((first, second), names)
    value, other = [None if name is None else item.annotation.values.get(name) for item, name in sides]
    if attribute.kind != ANNOTATION or value is None or other is None:
        return _agreement(attribute, value, other, errors)
    if attribute.aggregation == LIST:
        return _no_lists(value, other)
    if attribute.aggregation == SET:
        return _compare_sets(_members(value), _members(other), paired, errors)
    similarity = paired.similarity(value, other)
    if similarity != 1.0:
        word = ANNOTATION_CLASH if similarity else NOT_PAIRED
        errors.append((word, word))
    return similarity


def compare_joined(
    attributes: Attributes, other_attributes: Attributes, paired: Paired, first: Item, second: Item, errors: Errors
) -> float:
    """Return how well the annotations are paired that several attributes of either label hold, as two sets.

    Raises :class:`InputError` if an attribute holds anything but single annotations and one has a value.
    """
    values, others = _pooled(first, attributes), _pooled(second, other_attributes)
    if not values and not others:
        return 1.0
    _check_single_annotations((*attributes, *other_attributes))
    return _compare_sets(values, others, paired, errors)


def never_agree(first: Item, second: Item, errors: Errors) -> float:
    """Return 0, for a dimension whose weight counts all the same."""
    return 0.0


def _agreement(attribute: Attribute, value: object, other: object, errors: Errors) -> float:
    """Return how well two values of an attribute that holds no annotations agree; None is null."""
    if value is None or other is None:
        return 1.0 if value is other else 0.0
    if attribute.aggregation is None:
        return 1.0 if value == other else 0.0
    if attribute.aggregation == LIST:
        return _no_lists(value, other)
    members, others = [_key_set(attribute, side) for side in (value, other)]
    if members == others:
        return 1.0
    errors.append((SET_CLASH, SET_CLASH))
    return len(members & others) / len(members | others)


def _key_set(attribute: Attribute, value: object) -> set[object]:
    members = _members(value)
    return set(map(key_of, members)) if attribute.kind == INT else set(members)


def _no_lists(value: object, other: object) -> float:
    raise InputError(
        "haven't implemented list aggregation for pairing yet: attributes that hold lists cannot be compared; declare "
        "them as sets, or leave out the labels that have such"
    )


def _values(item: Item, attributes: Sequence[Attribute], aggregation: str | None) -> list[object]:
    """Return the values of the attributes of one aggregation that are not null."""
    values = item.annotation.values
    found = [values.get(attribute.name) for attribute in attributes if attribute.aggregation == aggregation]
    return [value for value in found if value is not None]


def _members(value: object) -> Sequence[object]:
    return value if isinstance(value, tuple) else (value,)


def _pooled(item: Item, attributes: Sequence[Attribute]) -> list[object]:
    """Return the values of several attributes of an item, each once."""
    values = [item.annotation.values.get(attribute.name) for attribute in attributes]
    return list({id(value): value for value in values if value is not None}.values())


def _check_single_annotations(attributes: Sequence[Attribute]) -> None:
    for attribute in attributes:
        if attribute.aggregation is not None:
            problem = "attributes which are aggregates themselves"
        elif attribute.kind != ANNOTATION:
            problem = "attributes which aren't annotation attributes"
        else:
            continue
        raise InputError(
            f"can't use _annotation_set_similarity to compare {problem}; take {attribute.name} out of the dimension"
        )


def _compare_sets(members: Sequence[object], others: Sequence[object], paired: Paired, errors: Errors) -> float:
    similarity = _set_similarity(members, others, paired)
    if similarity != 1.0:
        errors.append((SET_CLASH, SET_CLASH))
    return similarity


def _set_similarity(members: Sequence[object], others: Sequence[object], paired: Paired) -> float:
    return _best(members, others, paired.similarity) / max(len(members), len(others))


def _best(values: Sequence[object], others: Sequence[object], similarity: Callable[[object, object], float]) -> float:
    """Return the sum of the similarities of the best one-to-one assignment."""
    if not values or not others:
        return 0.0
    table = [[similarity(value, other) for other in others] for value in values]
    total = 0.0
    for row, column in enumerate(best_assignment(table)):
        if column is not None:
            total += table[row][column]
    return total


def best_assignment(similarities: Sequence[Sequence[float]]) -> list[int | None]:
    """Return for each row of a table of similarities the column that it is paired with in the best assignment."""
    costs = [[1.0 - similarity for similarity in row] for row in similarities]
    if not all(map(isfinite, map(sum, costs))):
        raise InputError(
            "the true_residue of a similarity profile leads to similarities that are no numbers; use one from 0 to 1"
        )
    return assignment(costs)
