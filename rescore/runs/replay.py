"""What the command did whose result a Python caller has."""

from __future__ import annotations

from legacy_scorers.common.collector import uncollected
from legacy_scorers.common.evaluation import Evaluation
from legacy_scorers.common.result import Observer
from legacy_scorers.rescore.scorers.scorer import Outcome, Scorer


@uncollected
def replay(scorer: Scorer, result: Evaluation, observer: Observer) -> Outcome:
    """Pass on to an observer what was scored before, and return what the command of the scorer did."""
    tables = scorer.unprinted(observer)
    passes_on = tables or observer
    passes_on.begin(result.run)
    for unit in result.units:
        passes_on.unit(unit)
    host, unprinted = result.host, [] if tables is None else list(tables.cells())
    return Outcome(scorer, 0, host.stdout.getvalue(), host.stderr.getvalue(), host.reports, unprinted)
