"""scorer2, of Senseval: senses of words."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from rescore.reports.model import ReportKind
from rescore.scorers.profile import Group, Profile, Relation, names
from scorer2.cells import MEASURES, attempted_share


def lexical_item(unit: str) -> str:
    """Return the lexical item of an instance, which is called ITEM_INSTANCE.

    The instance usually repeats its item (``bank.n_bank.n.003``); if not, the item ends at the first underscore.
    """
    place = unit.find("_")
    while place >= 0:
        if unit.startswith(unit[:place], place + 1):
            return unit[:place]
        place = unit.find("_", place + 1)
    return unit.partition("_")[0]


@functools.cache
def _means() -> Mapping[str, Any]:
    """Return a reader of key and map that keeps its last result for inputs of the same content."""
    from scorer2.cli import read_reference

    return {"read_reference": functools.lru_cache(maxsize=1)(read_reference)}


PROFILE = Profile(
    command="scorer2",
    package="scorer2",
    kinds=(ReportKind("scorer2", "scorer2.Scorer2Report"),),
    key="key",
    response="answers",
    unit="instances",
    groups={"item": Group("lexical items", lexical_item)},
    measures=names(("fine", "coarse", "mixed"), ("all",), ("recall", "precision", "attempted %")),
    main=("recall",),
    relations=tuple(Relation(measure, "/".join(map(str, measure.parts))) for measure in MEASURES),
    reference=(
        "Melamed, I. D., and Resnik, P. (2000). Tagger evaluation given hierarchical tag sets. "
        "Computers and the Humanities 34."
    ),
    key_total=("total", "instances"),
    notes=("Fine-grained scoring will be used since no sense map was given",),
    of_arrays={attempted_share: lambda attempted, total: 100.0 * attempted / total},
    means=_means,
    bars="item",
    short={"granularity": "g", "minimal": "m", "verbose": "", "sense map": "map"},
)
