"""Which tag may follow which (the paper's section 4.3, 'Legal Transitions').

A decoder that keeps to these produces sequences in which the parsers find no error.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from itertools import chain, permutations
from typing import Any, NamedTuple, Protocol, TypeAlias

from legacy_scorers.common.iobes.formats import (
    BILOU,
    BMEOW,
    BMEWO,
    IOBES,
    LOGGER,
    SpanEncoding,
    SpanFormat,
    TokenFunction,
)
from legacy_scorers.common.iobes.utils import extract_function, extract_type, presented

__all__ = [
    "Transition", "bilou_transitions_legality", "bio_transitions_legality", "bmeow_transitions_legality",
    "bmewo_transitions_legality", "iob_transitions_legality", "iobes_transitions_legality", "transitions_legality",
    "transitions_to_map", "transitions_to_tuple_map",
]  # fmt: skip

Rule: TypeAlias = Callable[[str, str], bool]  # whether the second tag may follow the first


class Transition(NamedTuple):
    """Whether the tag ``target`` may follow the tag ``source``."""

    source: str
    target: str
    valid: bool


class TransitionLister(Protocol):
    """What every ``*_transitions_legality`` is."""

    def __call__(
        self, tags: Collection[str], start: str = TokenFunction.GO, end: str = TokenFunction.EOS
    ) -> list[Transition]:
        """Return the transitions between all of the tags, the symbol before a sequence and the one after it."""


def _transitions(tags: Iterable[str], start: str, end: str, legal: Rule) -> list[Transition]:
    """Pair all tags and symbols. Nothing precedes ``start``, nothing follows ``end``, ``legal`` judges the rest."""
    return [
        Transition(source, target, target != start and source != end and legal(source, target))
        for source in chain(tags, (start, end))
        for target in chain(tags, (start, end))
    ]


def _only_after_its_type(function: str, start: str, _: str) -> Rule:
    """Return the rule that tags of the function follow neither ``start``, ``O``, nor ``B`` or ``I`` of another type.

    The function is ``B`` in IOB and ``I`` in BIO. Any tag may follow one with a foreign letter.
    """

    def legal(source: str, target: str) -> bool:
        if extract_function(target) != function:
            return True
        before = extract_function(source)
        if source == start or before == TokenFunction.OUTSIDE:
            return False
        return before not in (TokenFunction.BEGIN, TokenFunction.INSIDE) or extract_type(source) == extract_type(target)

    return legal


def _with_end(span_format: type[SpanFormat], start: str, end: str) -> Rule:
    """Return the rule of a format that marks the ends of spans.

    Between spans no tag continues or ends one; within a span no tag begins one or is outside, and ``end`` does not
    follow. ``end`` is recognized as a whole, but after the first token of a span by its function alone, so that an
    ``end`` with a ``-`` in it passes as legal there.
    """
    between = (span_format.END, span_format.SINGLE, TokenFunction.OUTSIDE)
    within = (span_format.BEGIN, span_format.INSIDE)
    going_on = (span_format.INSIDE, span_format.END)
    beginning = (span_format.BEGIN, span_format.SINGLE, TokenFunction.OUTSIDE)

    def legal(source: str, target: str) -> bool:
        before, after = extract_function(source), extract_function(target)
        if source != start and before in within:
            symbol = after if before == span_format.BEGIN else target
            if after in beginning or symbol == end:
                return False
            return after not in going_on or extract_type(source) == extract_type(target)
        if source == start or before in between:
            return after not in going_on
        return True

    return legal


def with_end_transitions_legality(
    tags: Collection[str], span_format: type[SpanFormat], start: str = TokenFunction.GO, end: str = TokenFunction.EOS
) -> list[Transition]:
    """Return the transitions of a format that marks the ends of spans."""
    return _transitions(tags, start, end, _with_end(span_format, start, end))


def _lister(name: str, rule: Callable[[str, str], Rule]) -> TransitionLister:
    """Return the function of that name; ``rule`` makes the rule for the symbols of start and end."""

    def list_transitions(
        tags: Collection[str], start: str = TokenFunction.GO, end: str = TokenFunction.EOS
    ) -> list[Transition]:
        return _transitions(tags, start, end, rule(start, end))

    return presented(list_transitions, f"{name}_transitions_legality", TransitionLister)


iob_transitions_legality = _lister("iob", partial(_only_after_its_type, TokenFunction.BEGIN))
bio_transitions_legality = _lister("bio", partial(_only_after_its_type, TokenFunction.INSIDE))
iobes_transitions_legality = _lister("iobes", partial(_with_end, IOBES))
bilou_transitions_legality = _lister("bilou", partial(_with_end, BILOU))
bmeow_transitions_legality = _lister("bmeow", partial(_with_end, BMEOW))
bmewo_transitions_legality = _lister("bmewo", partial(_with_end, BMEWO))


def token_transitions_legality(
    tags: Collection[str], start: str = TokenFunction.GO, end: str = TokenFunction.EOS
) -> list[Transition]:
    """Return the transitions of tags without spans: between tags all are legal. Pairs of symbols are left out."""
    transitions = [Transition(source, target, True) for source, target in permutations(tags, 2)]
    for tag in tags:
        of_tag = (tag, tag, True), (start, tag, True), (tag, start, False), (tag, end, True), (end, tag, False)
        transitions += map(Transition._make, of_tag)
    return transitions


_LISTERS: dict[SpanEncoding, TransitionLister] = {
    SpanEncoding.TOKEN: token_transitions_legality,
    SpanEncoding.IOB: iob_transitions_legality,
    SpanEncoding.BIO: bio_transitions_legality,
    SpanEncoding.IOBES: iobes_transitions_legality,
    SpanEncoding.BILOU: bilou_transitions_legality,
    SpanEncoding.BMEOW: bmeow_transitions_legality,
}


def transitions_legality(
    tags: Collection[str], span_type: SpanEncoding, start: str = TokenFunction.GO, end: str = TokenFunction.EOS
) -> list[Transition]:
    """Return the transitions in the given encoding. Raises ``ValueError`` for anything but a :class:`SpanEncoding`."""
    if not isinstance(span_type, SpanEncoding):
        raise ValueError(f"Unknown SpanEncoding Scheme, got: `{span_type}`")
    return _LISTERS[span_type](tags, start, end)


def transitions_to_tuple_map(transitions: Iterable[Transition]) -> dict[tuple[str, str], bool]:
    """Return the legality by pair (source, target); of equal pairs the last counts."""
    return {(source, target): valid for source, target, valid in transitions}


def transitions_to_map(transitions: Iterable[Transition]) -> dict[str, dict[str, bool]]:
    """Return the legality by source, then by target; of equal pairs the last counts."""
    by_source: dict[str, dict[str, bool]] = {}
    for source, target, valid in transitions:
        by_source.setdefault(source, {})[target] = valid
    return by_source


def transitions_to_mask(transitions: Iterable[Transition], vocabulary: Mapping[str, int]) -> Any:  # noqa: ANN401 - numpy is optional
    """Return a square numpy array of floats, 1 at [source, target] where that transition is legal and 0 elsewhere.

    ``vocabulary`` numbers the tags from 0. Raises ``KeyError`` for a tag of a legal transition that it lacks and
    ``IndexError`` for a number beyond its size; without numpy ``ImportError``, logged as critical.
    """
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        LOGGER.critical("A mask of transitions is a numpy array, please install numpy")
        raise
    mask = numpy.zeros((len(vocabulary), len(vocabulary)))
    for source, target, valid in transitions:
        if valid:
            mask[vocabulary[source], vocabulary[target]] = 1
    return mask
