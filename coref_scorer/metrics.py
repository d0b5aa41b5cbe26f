"""What a document adds to each metric: MUC, B-cubed, CEAF by mentions and by entities, BLANC (specification, 6 to 9).

Sums are made in the order of the original, because their last digits are printed.
"""

from __future__ import annotations

from common.tally import Row
from coref_scorer.chains import by_entities, by_mentions, matched, shared_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from coref_scorer.align import Aligned, Ids
    from coref_scorer.chains import Similarity

    Link: TypeAlias = tuple[int, int]
    Links: TypeAlias = tuple[set[Link], set[Link]]  # of coreference and of non-coreference

RECALLED, KEY, CORRECT, RESPONSE = COLUMNS = ("recalled", "key", "correct", "response")
IDENTIFICATION, COREFERENCE, NON_COREFERENCE = "identification", "coreference links", "non-coreference links"  # rows
MUC, BCUB, CEAFM, CEAFE, BLANC = METRICS = ("muc", "bcub", "ceafm", "ceafe", "blanc")


def row(recalled: float, key: int, correct: float, response: int) -> Row:
    """Return numerator and denominator of recall, and those of precision."""
    return Row({RECALLED: recalled, KEY: key, CORRECT: correct, RESPONSE: response})


def identification(aligned: Aligned) -> Row:
    """Return how many different mentions are common to both sides, and how many each has."""
    common = aligned.common
    return row(common, len(aligned.ids), common, common + len(aligned.others))


def muc(aligned: Aligned) -> Row:
    """Return how many links of a chain of one side are links of the other, and all links of either."""
    right = 0
    for ids in aligned.response:
        homes = [aligned.homes[number][-1] for number in ids if number in aligned.homes]
        right += len(homes) - len(set(homes))
    return row(right, _least_links(aligned.key), right, _least_links(aligned.response))


def _least_links(chains: Iterable[Ids]) -> int:
    return sum([len(ids) - 1 for ids in chains if ids])


def bcub(aligned: Aligned) -> Row:
    """Return the sums over mentions of the shares of both their chains that these have in common."""
    recalled = correct = 0.0
    for _, _, in_key, in_response in fractions(aligned):
        correct += in_response
        recalled += in_key
    return row(recalled, aligned.key_places, correct, sum(map(len, aligned.response)))


def fractions(aligned: Aligned) -> Iterator[tuple[int, int, float, float]]:
    """Yield for each place of the response that the key has, too, its chain, its index in it, and B-cubed's fractions.

    The first is that of the key chain, for recall, the second that of the response chain, for precision.
    """
    homes = aligned.homes
    for rank, ids in enumerate(aligned.response):
        common: dict[int, int] = {}
        for number in ids:
            for home in set(homes.get(number, ())):
                common[home] = common.get(home, 0) + 1
        for index, number in enumerate(ids):
            if number in homes:
                home = homes[number][-1]
                yield rank, index, common[home] / len(aligned.key[home]), common[home] / len(ids)


def ceafm(aligned: Aligned) -> Row:
    """Return how many places matched chains share, and all places of either side."""
    similarity = _similarity(aligned, by_mentions)
    return row(similarity, aligned.key_places, similarity, sum(map(len, aligned.response)))


def ceafe(aligned: Aligned) -> Row:
    """Return how similar matched chains are together, and how many chains each side has."""
    similarity = _similarity(aligned, by_entities)
    return row(similarity, len(list(filter(None, aligned.key))), similarity, len(aligned.response))


def _similarity(aligned: Aligned, similarity: Similarity) -> float:
    total = 0.0
    for _, value in matched(aligned, similarity):
        total += value
    return total


OF_CHAINS: dict[str, Callable[[Aligned], Row]] = {MUC: muc, BCUB: bcub, CEAFM: ceafm, CEAFE: ceafe}


def blanc(aligned: Aligned) -> dict[str, Row]:
    """Return how many links of each kind are in both sides, and in either; nothing if a chain of the key is a gap.

    Links are pairs of mentions of a chain, and pairs of mentions of two chains. They are counted, but where a mention
    has several places links coincide, and sets of them are made.
    """
    if not all(aligned.key):
        return {}
    return _links_of_sets(aligned) if aligned.repeats else _counted_links(aligned)


def _counted_links(aligned: Aligned) -> dict[str, Row]:
    shared = shared_places(aligned)
    of_response: dict[int, int] = {}
    for by_column in shared:
        for column, places in by_column.items():
            of_response[column] = of_response.get(column, 0) + places
    right = _pairs(places for by_column in shared for places in by_column.values())
    key, response = _pairs(map(len, aligned.key)), _pairs(map(len, aligned.response))
    key_all, response_all = _pairs([aligned.key_places]), _pairs([sum(map(len, aligned.response))])
    coreferent_somewhere = (
        _pairs(sum(by_column.values()) for by_column in shared) + _pairs(of_response.values()) - right
    )
    apart = _pairs([aligned.common]) - coreferent_somewhere
    return {
        COREFERENCE: row(right, key, right, response),
        NON_COREFERENCE: row(apart, key_all - key, apart, response_all - response),
    }


def _pairs(sizes: Iterable[int]) -> int:
    return sum([size * (size - 1) // 2 for size in sizes])


def _links_of_sets(aligned: Aligned) -> dict[str, Row]:
    rows = {}
    for kind, key, response in zip((COREFERENCE, NON_COREFERENCE), _links(aligned.key), _links(aligned.response)):
        right = len(key & response)
        rows[kind] = row(right, len(key), right, len(response))
    return rows


def _links(chains: list[Ids]) -> Links:
    together: set[Link] = set()
    apart: set[Link] = set()
    earlier: set[int] = set()
    for ids in chains:
        for index, number in enumerate(ids):
            together.update([_link(number, other) for other in ids[:index]])
            apart.update([_link(number, other) for other in earlier])
        earlier.update(ids)
    return together, apart


def _link(one: int, other: int) -> Link:
    return (one, other) if one < other else (other, one)
