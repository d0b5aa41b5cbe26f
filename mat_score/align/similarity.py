"""How similar two annotations are, from 0 to 1, and in what they differ.

A similarity profile says which dimensions compare two labels; where it does not, those are the default ones.
"""

from __future__ import annotations

from common.errors import InputError
from mat_score.align import dimensions
from mat_score.align.dimensions import Paired
from mat_score.annotations import ANNOTATION, Attribute
from mat_score.tasks.profiles import ANNOTATIONS, LABEL, PLAIN, SPAN, Dimension, TagProfile, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mat_score.align.dimensions import Errors
    from mat_score.align.items import Item
    from mat_score.tasks.profiles import SimilarityProfile
    from mat_score.tasks.task import Task

    Comparison = tuple[Callable[..., float], tuple[object, ...]]  # one of the functions, and what it has to know
    Sides = tuple[Sequence[Attribute], Sequence[Attribute]]  # of the first label and of the second
    Weighted = tuple[float, Callable[..., float], tuple[object, ...]]

APART: tuple[float, Errors] = (0.0, [])  # spans that do not overlap
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

    Labels with the same tag profile are compared with its dimensions. Other labels are compared both ways, each
    with the dimensions of its first label, and the smaller result counts. Annotations that point to others are compared
    by how these were ``paired``.
    """

    __slots__ = ("_sets", "_ways", "paired")

    def __init__(self, task: Task | None, profile: SimilarityProfile | None) -> None:
        self.paired = Paired()
        self._sets = DimensionSets(task, profile, self.paired)
        self._ways: dict[tuple[str, str], tuple[list[Weighted], list[Weighted] | None]] = {}

    def compare(self, reference: Item, hypothesis: Item) -> tuple[float, Errors]:
        """Return the similarity and the errors: pairs of words, as seen from the reference and from the hypothesis."""
        if reference.placed and (reference.end <= hypothesis.start or hypothesis.end <= reference.start):
            return APART
        return self._compare(reference, hypothesis, in_place=False)

    def compare_in_place(self, reference: Item, hypothesis: Item) -> tuple[float, Errors]:
        """Compare what two annotations say of a stretch of text that both cover, whatever their spans."""
        return self._compare(reference, hypothesis, in_place=True)

    def _compare(self, reference: Item, hypothesis: Item, in_place: bool) -> tuple[float, Errors]:
        there, back = self._find_ways(reference, hypothesis)
        errors: Errors = []
        value = _weigh(there, reference, hypothesis, in_place, errors)
        if back is not None:
            errors_back: Errors = []
            value_back = _weigh(back, hypothesis, reference, in_place, errors_back)
            if value_back < value:
                return value_back, [(word, word_back) for word_back, word in errors_back]
        return value, errors

    def _find_ways(self, reference: Item, hypothesis: Item) -> tuple[list[Weighted], list[Weighted] | None]:
        labels = reference.annotation.type.label, hypothesis.annotation.type.label
        ways = self._ways.get(labels)
        if ways is None:
            shared = self._sets.same_profile(reference, hypothesis)
            there = self._sets.between(reference, hypothesis, shared)
            back = None if shared else self._sets.between(hypothesis, reference, shared)
            ways = self._ways[labels] = there, back
        return ways


def _weigh(ways: list[Weighted], first: Item, second: Item, in_place: bool, errors: Errors) -> float:
    total = weights = 0.0
    agree = True
    for weight, compare, known in ways:
        value = 1.0
        if not in_place or compare is not dimensions.compare_spans:
            value = compare(*known, first, second, errors)
        total += weight * value
        weights += weight
        agree = agree and not value < 1.0  # a residue may be anything, even no number
    return 1.0 if agree or not weights else total / weights


class DimensionSets:
    """Chooses the dimensions for pairs of labels.

    Without a task, labels have the attributes with which they were first met in a comparison of this run.
    """

    __slots__ = ("_paired", "_profiles", "_remembered", "_task")

    def __init__(self, task: Task | None, profile: SimilarityProfile | None, paired: Paired) -> None:
        self._task = task
        self._paired = paired
        self._remembered: dict[str, tuple[Attribute, ...]] = {}
        self._profiles: dict[str, TagProfile] = {}
        tag_profiles = profile.tag_profiles if profile is not None else ()
        for tag_profile in tag_profiles:
            for dimension in tag_profile.dimensions:
                _check(dimension)
            self._profiles.update(dict.fromkeys(tag_profile.true_labels, tag_profile))

    def same_profile(self, first: Item, second: Item) -> bool:
        """Say whether one tag profile, or none, holds for both labels."""
        return self._profiles.get(first.true_label) is self._profiles.get(second.true_label)

    def between(self, first: Item, second: Item, shared: bool) -> list[Weighted]:
        """Return the dimensions that compare the labels of two items, in order, with their weights.

        They are those of the first label. Where the labels do not share a profile, its dimensions for single attributes
        count in the weights only.
        """
        profile = self._profiles.get(first.true_label) or (SPANNED if first.spanned else SPANLESS)
        sides = self._first_attributes(first), self._attributes(second)
        remainders = self._remainders((first, second), profile, sides)
        found: list[Weighted] = []
        for dimension in profile.dimensions:
            if dimension.built_in:
                comparison = self._built_in(dimension, remainders)
            else:
                comparison = self._of_attributes(dimension, profile, sides) if shared else (dimensions.never_agree, ())
            if comparison is not None:
                found.append((dimension.weight, *comparison))
        return found

    def _remainders(self, items: tuple[Item, Item], profile: TagProfile, sides: Sides) -> Sides:
        """Return the attributes that have no dimension of their own and do not give the effective label."""
        names = [found.name for found in profile.dimensions if not found.built_in]
        taken = {found.name for side in sides for name in names for found in _resolve(name, profile, side)}
        attributes, others = [
            [found for found in side if found.name not in taken and found is not self._effective(item)]
            for item, side in zip(items, sides)
        ]
        return attributes, others

    def _effective(self, item: Item) -> Attribute | None:
        return self._task.effective_attribute(item.true_label) if self._task is not None else None

    def _built_in(self, dimension: Dimension, remainders: Sides) -> Comparison | None:
        """Return one of MAT's own dimensions, None if the first label has nothing that it could compare."""
        if dimension.name == LABEL:
            return dimensions.compare_labels, (_number(dimension, "true_residue"),)
        if dimension.name == SPAN:
            match_bound = _number(dimension, "overlap_match_lower_bound")
            mismatch_bound = _number(dimension, "overlap_mismatch_upper_bound")
            return dimensions.compare_spans, (1.0 if match_bound is None else match_bound, mismatch_bound or 0.0)
        is_wanted = dimension.name == ANNOTATIONS
        attributes, others = [
            [found for found in side if (found.kind == ANNOTATION) == is_wanted] for side in remainders
        ]
        if not attributes:
            return None
        if dimension.name == PLAIN:
            return dimensions.compare_plain, ([(found, found in others) for found in attributes],)
        return dimensions.compare_annotations, (attributes, others, self._paired)

    def _of_attributes(self, dimension: Dimension, profile: TagProfile, sides: Sides) -> Comparison:
        """Return the dimension of the attributes that its name means."""
        attributes, others = [_resolve(dimension.name, profile, side) for side in sides]
        if dimension.method == JOINING:
            return dimensions.compare_joined, (attributes, others, self._paired)
        attribute = next(iter([*attributes, *others]), Attribute(dimension.name))
        names = [found[0].name if found else None for found in (attributes, others)]
        return dimensions.compare_one, (attribute, names, self._paired)

    def _first_attributes(self, item: Item) -> tuple[Attribute, ...]:
        if self._task is not None:
            return self._attributes(item)
        return self._remembered.setdefault(item.true_label, self._attributes(item))

    def _attributes(self, item: Item) -> tuple[Attribute, ...]:
        """Return the attributes of an item's label: those that the task declares, without a task the document's."""
        if self._task is None:
            return tuple(item.annotation.type.attributes.values())
        return self._task.attributes_of(item.true_label)


def _resolve(name: str, profile: TagProfile, attributes: Sequence[Attribute]) -> list[Attribute]:
    """Return those of a label's attributes that a dimension name means, in its order: single, equivalent, joined."""
    known = {found.name: found for found in attributes}
    wanted = [word for part in parts(name) for word in profile.equivalences.get(part, (part,))]
    return [known[word] for word in dict.fromkeys(wanted) if word in known]


def _check(dimension: Dimension) -> None:
    """Refuse what only program code of the task could compute."""
    digester = dimension.params.get("param_digester_method") if dimension.method is not None else None
    for method in (dimension.method, dimension.params.get("aggregator_method"), digester):
        if method is not None and "." in method:
            raise InputError(
                f"the dimension {dimension.name} is computed by the method {method}, program code of the task that is "
                "not run here; take the method out of the similarity profile"
            )
    if "," in dimension.name and dimension.method != JOINING:
        raise InputError(f"the dimension {dimension.name} joins attributes, for which it needs method='{JOINING}'")
    for name in ("true_residue", "overlap_match_lower_bound", "overlap_mismatch_upper_bound"):
        _number(dimension, name)


def _number(dimension: Dimension, name: str) -> float | None:
    text = dimension.params.get(name)
    if text is None:
        return None
    try:
        return float(text)
    except ValueError:
        raise InputError(f"the {name} of the dimension {dimension.name} is no number: {text!r}") from None
