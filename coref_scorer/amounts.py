"""What single mentions of a document add to the figures of each metric.

A link is given to the later of its mentions by BLANC, to the earlier by MUC; what matched chains share, to the key's.
"""

from __future__ import annotations

from coref_scorer.chains import matched
from coref_scorer.tally import BCUB, BLANC, CEAFM, CHAINS, LINKS, MENTIONS, MUC, fractions, links_by_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from coref_scorer.align import Aligned, Ids
    from coref_scorer.tally import Links

    Amounts: TypeAlias = tuple[float, float, float, float]  # by column: recalled, key, correct, response
    Adds: TypeAlias = dict[tuple[str, str], Amounts]  # by metric and row; the row of mentions is of all metrics


def of_key(aligned: Aligned, metrics: list[str]) -> list[Adds]:
    """Return what each mention of the key adds, by chain; of a repeated one the last place stands for the mention."""
    columns = {number: column for column, ids in enumerate(aligned.response) for number in ids}
    partners = matched(aligned, by_entities=False) if CEAFM in metrics else [(None, 0.0)] * len(aligned.key)
    links = _links(aligned.key, metrics)
    found: list[Adds] = []
    for ids, (partner, _) in zip(aligned.key, partners):
        for number, is_last in zip(ids, _lasts(ids)):
            shared = int(partner is not None and partner == columns.get(number))
            adds: Adds = {
                ("", MENTIONS): (0, int(number == len(found)), 0, 0),
                (MUC, CHAINS): (0, int(not is_last), 0, 0),
                (BCUB, CHAINS): (0, 1, 0, 0),
                (CEAFM, CHAINS): (shared, 1, shared, 0),
            }
            adds.update({(BLANC, kind): (0, len(new), 0, 0) for kind, new in zip(LINKS, links[len(found)])})
            found.append(adds)
    return found


def of_response(aligned: Aligned, metrics: list[str]) -> list[Adds]:
    """Return what each mention of the response adds, by chain, without those that are dropped."""
    in_key = [{link for new in _links(aligned.key, metrics) for link in new[kind]} for kind, _ in enumerate(LINKS)]
    links = _links(aligned.response, metrics)
    shares = {(rank, index): amounts for rank, index, *amounts in fractions(aligned)}
    seen: set[int] = set()
    found: list[Adds] = []
    for rank, ids in enumerate(aligned.response):
        homes = [aligned.homes.get(number, [-1])[-1] for number in ids]
        for index, (number, is_last) in enumerate(zip(ids, _lasts(ids))):
            common = int(number in aligned.homes)
            right = int(common and homes[index] in homes[index + 1 :])
            recalled, correct = shares.get((rank, index), (0.0, 0.0))
            adds: Adds = {
                ("", MENTIONS): (common, 0, common, int(number not in seen)),
                (MUC, CHAINS): (right, 0, right, int(not is_last)),
                (BCUB, CHAINS): (recalled, 0, correct, 1),
                (CEAFM, CHAINS): (0, 0, 0, 1),
            }
            for kind, new, known in zip(LINKS, links[len(found)], in_key):
                adds[BLANC, kind] = (len(new & known), 0, len(new & known), len(new))
            seen.add(number)
            found.append(adds)
    return found


def _lasts(ids: Ids) -> list[bool]:
    return [False] * (len(ids) - 1) + [True]


def _links(chains: list[Ids], metrics: list[str]) -> list[Links]:
    return list(links_by_place(chains)) if BLANC in metrics else [(set(), set()) for ids in chains for _ in ids]
