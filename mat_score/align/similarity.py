"""How similar two annotations are, from 0 to 1, and how they differ.

A similarity profile, or else the default, names the dimensions that compare two labels: label, span, attributes. A
dimension returns a number from 0 to 1, exactly 1 if the items agree. It appends the words for a difference, one for
each item, to ``errors``.
"""

from __future__ import annotations

from math import isfinite

from legacy_scorers.common.assignment import assignment
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import key_of, real
from legacy_scorers.common.spans import AROUND, INSIDE, SAME, relation
from legacy_scorers.mat_score.align.matches import OVERLAP, OVERMARK, TAG_CLASH, UNDERMARK
from legacy_scorers.mat_score.annotations import ANNOTATION, LIST, SET, Attribute
from legacy_scorers.mat_score.tasks.profiles import ANNOTATIONS, LABEL, PLAIN, SPAN, Dimension, TagProfile, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from legacy_scorers.mat_score.align.matches import ScoredAnnotation
    from legacy_scorers.mat_score.tasks.profiles import SimilarityProfile
    from legacy_scorers.mat_score.tasks.task import AnnotationTask

    Attributes = Sequence[Attribute]
    Comparison = tuple[Callable[..., float], tuple[object, ...]]  # one of the functions, and its parameters
    Errors = list[tuple[str, str]]
    Items = tuple[ScoredAnnotation, ScoredAnnotation]
    Likeness = Callable[[object, object], float]
    Sides = tuple[Attributes, Attributes]  # of the first label and of the second

COMPUTED_TAG_CLASH, SET_CLASH, ANNOTATION_CLASH = "computedtagclash", "setclash", "annclash"
NOT_PAIRED = "annattributenotpaired"
SPAN_ERRORS = {INSIDE: (OVERMARK, UNDERMARK), AROUND: (UNDERMARK, OVERMARK)}
JOINING = "_annotation_set_similarity"

RESIDUE = {"true_residue": ".5"}
SPANNED = TagProfile(
    (),
    (Dimension(LABEL, 0.1, params=RESIDUE), Dimension(SPAN, 0.9), Dimension(PLAIN, 0.1), Dimension(ANNOTATIONS, 0.1)),
    {},
)
SPANLESS = TagProfile(
    (), (Dimension(LABEL, 0.2, params=RESIDUE), Dimension(PLAIN, 0.2), Dimension(ANNOTATIONS, 0.6)), {}
)


class Similarity:
    """Compares references with hypotheses: the weighted mean of the dimensions, 0 for spans that do not overlap.

    Labels with the same tag profile are compared with its dimensions. Other labels are compared both ways, each with
    the dimensions of its first label; the smaller result counts. Attributes that hold annotations are compared by
    ``paired``: the similarities of the document's pairs so far, by ``id``. Without a task, a label has the attributes
    of its first annotation that was compared in this run.
    """

    def __init__(self, task: AnnotationTask | None, profile: SimilarityProfile | None) -> None:
        self.paired: dict[tuple[int, int], float] = {}
        self._task = task
        self._attributes_of_first: dict[str, Attributes] = {}
        self._dimensions: dict[tuple[str, str], list[tuple[float, Comparison]]] = {}  # by labels, with weights
        self._profiles: dict[str, TagProfile] = {}
        for tag_profile in profile.tag_profiles if profile is not None else ():
            for dimension in tag_profile.dimensions:
                _check(dimension)
            self._profiles.update(dict.fromkeys(tag_profile.true_labels, tag_profile))

    def compare(
        self, reference: ScoredAnnotation, hypothesis: ScoredAnnotation, in_place: bool = False
    ) -> tuple[float, Errors]:
        """Return the similarity and the errors: pairs of words, for the reference and for the hypothesis.

        With ``in_place`` their spans are taken to agree, because both cover the same piece of text.
        """
        apart = reference.end <= hypothesis.start or hypothesis.end <= reference.start
        if apart and reference.placed and not in_place:
            return 0.0, []
        value, errors = self._weigh((reference, hypothesis), in_place)
        if not self._share_profile(reference, hypothesis):
            value_back, errors_back = self._weigh((hypothesis, reference), in_place)
            if value_back < value:
                return value_back, [(word, word_back) for word_back, word in errors_back]
        return value, errors

    def _weigh(self, items: Items, in_place: bool) -> tuple[float, Errors]:
        labels = items[0].annotation.type.label, items[1].annotation.type.label
        dimensions = self._dimensions.get(labels)
        if dimensions is None:
            dimensions = self._dimensions[labels] = self._dimensions_between(*items)
        errors: Errors = []
        total = weights = 0.0
        agree = True
        for weight, (compare, parameters) in dimensions:
            value = 1.0
            if not in_place or compare is not compare_spans:
                value = compare(*parameters, items, errors)
            total += weight * value
            weights += weight
            agree = agree and not value < 1.0  # a residue may be anything, even no number
        return (1.0 if agree or not weights else total / weights), errors

    def _similarity_of(self, first: object, second: object) -> float:
        """Return the similarity of two annotations that were paired, else 0."""
        return self.paired.get((id(first), id(second))) or self.paired.get((id(second), id(first)), 0.0)

    def _share_profile(self, first: ScoredAnnotation, second: ScoredAnnotation) -> bool:
        return self._profiles.get(first.true_label) is self._profiles.get(second.true_label)

    def _dimensions_between(self, first: ScoredAnnotation, second: ScoredAnnotation) -> list[tuple[float, Comparison]]:
        """Return the dimensions of the first label.

        If the labels do not share a profile, only the weight of a dimension for single attributes counts.
        """
        profile = self._profiles.get(first.true_label) or (SPANNED if first.spanned else SPANLESS)
        shared = self._share_profile(first, second)
        sides = self._attributes_of(first), self._attributes_of(second)
        if self._task is None:
            sides = self._attributes_of_first.setdefault(first.true_label, sides[0]), sides[1]
        remainders = self._remainders((first, second), profile, sides)
        found = []
        for dimension in profile.dimensions:
            comparison: Comparison | None
            if dimension.built_in:
                comparison = _built_in(dimension, remainders, self._similarity_of)
            elif shared:
                comparison = _of_attributes(dimension, profile, sides, self._similarity_of)
            else:
                comparison = compare_unshared, ()
            if comparison is not None:
                found.append((dimension.weight, comparison))
        return found

    def _attributes_of(self, item: ScoredAnnotation) -> Attributes:
        if self._task is None:
            return tuple(item.annotation.type.attributes.values())
        return self._task.attributes_of(item.true_label)

    def _remainders(self, items: Items, profile: TagProfile, sides: Sides) -> Sides:
        """Return the attributes without a dimension of their own, except those that name the effective label."""
        used: set[str] = set()
        for dimension in profile.dimensions:
            if not dimension.built_in:
                for side in sides:
                    used.update([attribute.name for attribute in _resolve(dimension.name, profile, side)])
        attributes, others = [
            [attribute for attribute in side if attribute.name not in used and attribute is not self._effective(item)]
            for side, item in zip(sides, items)
        ]
        return attributes, others

    def _effective(self, item: ScoredAnnotation) -> Attribute | None:
        """Return the attribute that names the effective label of an item, or None."""
        label = self._task.labels.get(item.true_label) if self._task is not None else None
        return label.effective if label is not None else None


def _built_in(dimension: Dimension, remainders: Sides, paired: Likeness) -> Comparison | None:
    """Return one of MAT's own dimensions, or None if the first label has no attributes for it."""
    if dimension.name == LABEL:
        return compare_labels, (_number(dimension, "true_residue"),)
    if dimension.name == SPAN:
        match_bound = _number(dimension, "overlap_match_lower_bound")
        mismatch_bound = _number(dimension, "overlap_mismatch_upper_bound")
        return compare_spans, (1.0 if match_bound is None else match_bound, mismatch_bound or 0.0)
    is_wanted = dimension.name == ANNOTATIONS
    attributes, others = [[found for found in side if (found.kind == ANNOTATION) == is_wanted] for side in remainders]
    if not attributes:
        return None
    if dimension.name == PLAIN:
        return compare_plain, ([(found, found in others) for found in attributes],)
    return compare_annotations, ((attributes, others), paired)


def _of_attributes(dimension: Dimension, profile: TagProfile, sides: Sides, paired: Likeness) -> Comparison:
    attributes, others = [_resolve(dimension.name, profile, side) for side in sides]
    if dimension.method == JOINING:
        return compare_joined, ((attributes, others), paired)
    attribute = next(iter([*attributes, *others]), Attribute(dimension.name))
    names = [side[0].name if side else None for side in (attributes, others)]
    return compare_one, (attribute, names, paired)


def _resolve(name: str, profile: TagProfile, attributes: Sequence[Attribute]) -> list[Attribute]:
    """Return the attributes of a label that a dimension names directly, by equivalences, or joined by commas."""
    known = {found.name: found for found in attributes}
    wanted = [word for part in parts(name) for word in profile.equivalences.get(part, (part,))]
    return [known[word] for word in dict.fromkeys(wanted) if word in known]


def _check(dimension: Dimension) -> None:
    """Refuse a dimension that needs program code of the task, or has parameters that make no sense."""
    digester = dimension.params.get("param_digester_method") if dimension.method is not None else None
    for method in (dimension.method, dimension.params.get("aggregator_method"), digester):
        if method is not None and "." in method:
            raise InputError(
                f"the dimension {dimension.name} is computed by the method {method}, code of the task, "
                "which is not run; remove the method from the similarity profile"
            )
    if "," in dimension.name and dimension.method != JOINING:
        raise InputError(f"the dimension {dimension.name} joins attributes and needs method='{JOINING}'")
    for name in ("true_residue", "overlap_match_lower_bound", "overlap_mismatch_upper_bound"):
        _number(dimension, name)


def _number(dimension: Dimension, name: str) -> float | None:
    text = dimension.params.get(name)
    if text is None:
        return None
    try:
        return real(text)
    except ValueError:
        raise InputError(f"the {name} of the dimension {dimension.name} is not a number: {text!r}") from None


def compare_labels(residue: float | None, items: Items, errors: Errors) -> float:
    """Return 1 for the same reported label, ``residue`` for the same true label unless it is None, else 0."""
    first, second = items
    if first.label == second.label:
        return 1.0
    if residue is None or first.true_label != second.true_label:
        errors.append((TAG_CLASH, TAG_CLASH))
        return 0.0
    errors.append((COMPUTED_TAG_CLASH, COMPUTED_TAG_CLASH))
    return residue


def compare_spans(match_bound: float, mismatch_bound: float, items: Items, errors: Errors) -> float:
    """Return the length of the overlap divided by that of the hull: 1 above one bound, 0 below the other."""
    first, second = items
    spans = relation(first.start, first.end, second.start, second.end)
    if spans == SAME:
        return 1.0
    overlap = min(first.end, second.end) - max(first.start, second.start)
    ratio = overlap / (max(first.end, second.end) - min(first.start, second.start))
    if ratio > match_bound:
        return 1.0
    errors.append(SPAN_ERRORS.get(spans, (OVERLAP, OVERLAP)))
    return 0.0 if ratio < mismatch_bound else ratio


def compare_plain(attributes: Sequence[tuple[Attribute, bool]], items: Items, errors: Errors) -> float:
    """Return the mean agreement of the first label's plain attributes; one that is not shared counts as 0."""
    total = 0.0
    for attribute, shared in attributes:
        if shared:
            value, other = [item.annotation.values.get(attribute.name) for item in items]
            total += _agreement(attribute, value, other, errors)
    return total / len(attributes)


def compare_annotations(sides: Sides, paired: Likeness, items: Items, errors: Errors) -> float:
    """Return how well the annotations in both sides' attributes are paired, whatever the attributes' names.

    Single values and sets are assigned separately. The sum is divided by the larger number of attributes. Nulls are not
    compared, so even two nulls lower the result.
    """

    def of_sets(values: object, others: object) -> float:
        return _compare_sets(_members(values), _members(others), paired, [])

    total = 0.0
    for aggregation, similarity in ((None, paired), (SET, of_sets), (LIST, _no_lists)):
        chosen = [[found for found in side if found.aggregation == aggregation] for side in sides]
        values, others = map(_values, items, chosen)
        total += _best(values, others, similarity)
    return total / max(map(len, sides))


def compare_unshared(items: Items, errors: Errors) -> float:
    """Return 0 for the attributes of labels that do not share a profile; the weight of their dimension counts."""
    return 0.0


def compare_one(
    attribute: Attribute, names: Sequence[str | None], paired: Likeness, items: Items, errors: Errors
) -> float:
    """Return the agreement of one attribute; ``names`` are its names in both labels, None in a label without it."""
    value, other = [None if name is None else item.annotation.values.get(name) for item, name in zip(items, names)]
    if attribute.kind != ANNOTATION or value is None or other is None:
        return _agreement(attribute, value, other, errors)
    if attribute.aggregation == LIST:
        return _no_lists(value, other)
    if attribute.aggregation == SET:
        return _compare_sets(_members(value), _members(other), paired, errors)
    similarity = paired(value, other)
    if similarity != 1.0:
        word = ANNOTATION_CLASH if similarity else NOT_PAIRED
        errors.append((word, word))
    return similarity


def compare_joined(sides: Sides, paired: Likeness, items: Items, errors: Errors) -> float:
    """Return how well the annotations that several attributes of each label hold are paired, as two sets.

    Raises :class:`InputError` if an attribute has a value, and any of them holds other things than single annotations.
    """
    values, others = [list({id(value): value for value in found}.values()) for found in map(_values, items, sides)]
    if not values and not others:
        return 1.0
    for attribute in (*sides[0], *sides[1]):
        if attribute.aggregation is not None or attribute.kind != ANNOTATION:
            problem = "attributes which aren't annotation attributes"
            if attribute.aggregation is not None:
                problem = "attributes which are aggregates themselves"
            raise InputError(
                f"can't use _annotation_set_similarity to compare {problem}; remove {attribute.name} from the dimension"
            )
    return _compare_sets(values, others, paired, errors)


def _agreement(attribute: Attribute, value: object, other: object, errors: Errors) -> float:
    if value is None or other is None:
        return 1.0 if value is other else 0.0
    if attribute.aggregation is None:
        return 1.0 if value == other else 0.0
    if attribute.aggregation == LIST:
        return _no_lists(value, other)
    members, others = [set(map(key_of, _members(side))) for side in (value, other)]
    if members == others:
        return 1.0
    errors.append((SET_CLASH, SET_CLASH))
    return len(members & others) / len(members | others)


def _no_lists(value: object, other: object) -> float:
    raise InputError(
        "haven't implemented list aggregation for pairing yet: lists cannot be compared; declare "
        "them as sets, or leave out their labels"
    )


def _values(item: ScoredAnnotation, attributes: Attributes) -> list[object]:
    values = [item.annotation.values.get(attribute.name) for attribute in attributes]
    return [value for value in values if value is not None]


def _members(value: object) -> Sequence[object]:
    return value if isinstance(value, tuple) else (value,)


def _compare_sets(members: Sequence[object], others: Sequence[object], paired: Likeness, errors: Errors) -> float:
    similarity = _best(members, others, paired) / max(len(members), len(others))
    if similarity != 1.0:
        errors.append((SET_CLASH, SET_CLASH))
    return similarity


def _best(values: Sequence[object], others: Sequence[object], similarity: Likeness) -> float:
    if not values or not others:
        return 0.0
    table = [[similarity(value, other) for other in others] for value in values]
    total = 0.0
    for row, column in zip(table, best_assignment(table)):
        total += row[column] if column is not None else 0.0
    return total


def best_assignment(similarities: Sequence[Sequence[float]]) -> list[int | None]:
    """Return each row's column in the best assignment, or None. Raises :class:`InputError` for infinities or NaN."""
    costs = [[1.0 - similarity for similarity in row] for row in similarities]
    if not all(map(isfinite, map(sum, costs))):
        raise InputError(
            "the true_residue of a similarity profile makes similarities undefined; use a value from 0 to 1"
        )
    return assignment(costs)
