"""What documents add to each metric, in their order, and the measures computed from it (page, 'The metrics').

Sums are added in the order of the original, because their last digits are printed.
"""

from __future__ import annotations

from legacy_scorers.common.tally import Measure, Row, complete, f1, share
from legacy_scorers.coref_scorer.align import matched
from legacy_scorers.coref_scorer.links import counts_by_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import TypeAlias

    from legacy_scorers.common.tally import Tally
    from legacy_scorers.coref_scorer.align import Aligned

    Rows: TypeAlias = Mapping[str, Row]

RECALLED, KEY, CORRECT, RESPONSE = COLUMNS = ("recalled", "key", "correct", "response")
MUC, BCUB, CEAFM, CEAFE, BLANC = METRICS = ("muc", "bcub", "ceafm", "ceafe", "blanc")  # each has a table with rows:
MENTIONS, CHAINS = "mentions", "coreference"
LINKS = COREFERENCE, NON_COREFERENCE = ("coreference links", "non-coreference links")
RECALL, PRECISION, F1 = "recall", "precision", "F1"
JOINED = "BLANC"  # the row of the means of both kinds of links
OF_ROW = (
    Measure(RECALL, (RECALLED, KEY), share, 0.0),
    Measure(PRECISION, (CORRECT, RESPONSE), share, 0.0),
    Measure(F1, (PRECISION, RECALL), f1, 0.0),
)


def row(recalled: float, key: int, correct: float, response: int) -> Row:
    """Return the row with numerator and denominator of recall, and those of precision."""
    return Row({RECALLED: recalled, KEY: key, CORRECT: correct, RESPONSE: response})


def identification(aligned: Aligned) -> Row:
    """Return how many different mentions both sides have in common, and how many each has."""
    common = aligned.common
    return row(common, len(aligned.ids), common, common + len(aligned.others))


def muc(aligned: Aligned) -> Row:
    """Return how many links both sides have in common, and how many each has."""
    right = 0
    for ids in aligned.response:
        homes = [aligned.homes[number][-1] for number in ids if number in aligned.homes]
        right += len(homes) - len(set(homes))
    in_key = aligned.key_places - sum(map(bool, aligned.key))
    return row(right, in_key, right, aligned.response_places - len(aligned.response))


def bcub(aligned: Aligned) -> Row:
    """Return the sums, over mentions, of the common part of their two chains as a share of either chain."""
    recalled = correct = 0.0
    for in_key, in_response in fractions(aligned):
        correct += in_response
        recalled += in_key
    return row(recalled, aligned.key_places, correct, aligned.response_places)


def fractions(aligned: Aligned) -> Iterator[tuple[float, float]]:
    """Yield the common shares of key and response chain for each response place, 0 where the key lacks the mention."""
    homes = aligned.homes
    for ids in aligned.response:
        common: dict[int, int] = {}
        for number in ids:
            for home in set(homes.get(number, ())):
                common[home] = common.get(home, 0) + 1
        for number in ids:
            if number in homes:
                home = homes[number][-1]
                yield common[home] / len(aligned.key[home]), common[home] / len(ids)
            else:
                yield 0.0, 0.0


def ceafm(aligned: Aligned) -> Row:
    """Return how many places matched chains share, and how many each side has."""
    shared = _similarity(aligned, by_entities=False)
    return row(shared, aligned.key_places, shared, aligned.response_places)


def ceafe(aligned: Aligned) -> Row:
    """Return the sum of the similarities of matched chains, and how many chains each side has."""
    similarity = _similarity(aligned, by_entities=True)
    return row(similarity, sum(map(bool, aligned.key)), similarity, len(aligned.response))


def _similarity(aligned: Aligned, by_entities: bool) -> float:
    """Add up the similarities of matched chains in a loop, because the built-in sum compensates rounding."""
    total = 0.0
    for _, similarity in matched(aligned, by_entities):
        total += similarity
    return total


OF_CHAINS: dict[str, Callable[[Aligned], Row]] = {MUC: muc, BCUB: bcub, CEAFM: ceafm, CEAFE: ceafe}


def blanc(aligned: Aligned) -> dict[str, Row]:
    """Return how many links of each kind both sides have, and each has; empty if a key chain has no mentions."""
    if not all(aligned.key):
        return {}
    of_key, of_response = counts_by_place(aligned)
    found = {}
    for number, kind in enumerate(LINKS):
        right = sum([counts[number][0] for counts in of_response])
        key, response = [sum([counts[number][1] for counts in side]) for side in (of_key, of_response)]
        found[kind] = row(right, key, right, response)
    return found


def mean_of_kinds(links: float, others: float, links_of_key: int, others_of_key: int) -> float:
    """Return the mean of the figures (or arrays) of both kinds of links, or that of the only kind in the key."""
    one, other = 1 * (links_of_key > 0), 1 * (others_of_key > 0)
    return (links * one + others * other) / (one + other)


def _of_links(name: str) -> Measure:
    """Return the measure of BLANC that is the mean of a figure of both kinds of links, where the key has the kind."""
    parts = [(BLANC, kind, name) for kind in LINKS] + [(BLANC, kind, KEY) for kind in LINKS]
    return Measure(name, parts, mean_of_kinds, 0.0)


OF_LINKS = _of_links(RECALL), _of_links(PRECISION), _of_links(F1)


def rows(aligned: Aligned, metric: str) -> Rows:
    """Return what a document adds to the rows of a metric, empty if the metric cannot score it."""
    if metric in OF_CHAINS:
        return {MENTIONS: identification(aligned), CHAINS: OF_CHAINS[metric](aligned)}
    links = blanc(aligned) if metric == BLANC else {}
    return {MENTIONS: identification(aligned), **links} if links else {}


def figures(sums: Tally, metric: str, name: str) -> Row:
    """Return a row of the totals with its measures. The row of BLANC's mean holds only measures."""
    if name != JOINED:
        return complete(sums.row(metric, name), OF_ROW)
    parts: dict[tuple[str, str, str], float] = {}
    for kind in LINKS:
        of_kind = figures(sums, metric, kind)
        parts |= {(BLANC, kind, column): of_kind[column] for column in (RECALL, PRECISION, F1, KEY)}
    return Row({measure.name: measure(parts) for measure in OF_LINKS})
