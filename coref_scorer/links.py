"""The links of BLANC: how many each place of a mention has with places before it (page, 'The metrics')."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from legacy_scorers.coref_scorer.align import Aligned, Ids

    Link: TypeAlias = tuple[int, int]
    Links: TypeAlias = tuple[set[Link], set[Link]]  # of coreference and of non-coreference
    # Of either kind, how many links both sides have, and how many this side has.
    Counts: TypeAlias = tuple[tuple[int, int], tuple[int, int]]


def counts_by_place(aligned: Aligned) -> tuple[list[Counts], list[Counts]]:
    """Return the counts of each place of key and response, chain by chain. What both sides have counts there only.

    If a mention has several places, links coincide, so sets of them are made. Else they are only counted.
    """
    if not aligned.repeats:
        return [*_of_key(aligned)], [*_of_response(aligned)]
    of_key = [*_new_links(aligned.key)]
    in_key = [{link for new in of_key for link in new[kind]} for kind in (0, 1)]
    key: list[Counts] = [((0, len(same)), (0, len(apart))) for same, apart in of_key]
    response: list[Counts] = [
        ((len(same & in_key[0]), len(same)), (len(apart & in_key[1]), len(apart)))
        for same, apart in _new_links(aligned.response)
    ]
    return key, response


def _of_key(aligned: Aligned) -> Iterator[Counts]:
    earlier = 0
    for ids in aligned.key:
        yield from [((0, index), (0, earlier)) for index in range(len(ids))]
        earlier += len(ids)


def _of_response(aligned: Aligned) -> Iterator[Counts]:
    earlier = in_key = 0  # places in the chains before
    by_home: dict[int, int] = {}  # those in the key, by their chain there
    for ids in aligned.response:
        here: dict[int, int] = {}
        for index, number in enumerate(ids):
            if number not in aligned.homes:
                yield (0, index), (0, earlier)
                continue
            [home] = aligned.homes[number]
            same = here.get(home, 0)
            yield (same, index), (in_key - by_home.get(home, 0), earlier)
            here[home] = same + 1
        for home, places in here.items():
            by_home[home] = by_home.get(home, 0) + places
            in_key += places
        earlier += len(ids)


def _new_links(chains: list[Ids]) -> Iterator[Links]:
    """Yield for each place of a side the links of either kind with places before it that are new there."""
    links: Links = (set(), set())
    earlier: set[int] = set()
    for ids in chains:
        for index, number in enumerate(ids):
            others = ids[:index], earlier
            pairs = [{(min(number, other), max(number, other)) for other in of_kind} for of_kind in others]
            new = pairs[0] - links[0], pairs[1] - links[1]
            for known, of_kind in zip(links, new):
                known |= of_kind
            yield new
        earlier.update(ids)
