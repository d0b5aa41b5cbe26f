"""The profile of scorer.pl."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Observer
from legacy_scorers.coref_scorer import tally as chains
from legacy_scorers.coref_scorer.evidence import CONLL, OF_CONLL
from legacy_scorers.rescore.reports.model import Cell, Name
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.coref_scorer import reports
from legacy_scorers.rescore.scorers.coref_scorer.advice import ADVICE, WHOLE_RUN
from legacy_scorers.rescore.scorers.intake import DraftTask, Files
from legacy_scorers.rescore.scorers.papers import VILAIN
from legacy_scorers.rescore.scorers.scorer import PER_CENT, Group, Outcome, Relation, Scorer, columns, names

_CHAIN_COLUMNS = (chains.F1, chains.PRECISION, chains.RECALL)
_RECALL, _PRECISION, _F1 = chains.OF_ROW
_CUT = 1.0  # percentages are not rounded
_BAGGA_BALDWIN = (
    "Bagga, A., and Baldwin, B. (1998). Algorithms for scoring coreference chains. "
    "Proceedings of the LREC 1998 Workshop on Linguistic Coreference, 563-566."
)
_LUO = "Luo, X. (2005). On coreference resolution performance metrics. Proceedings of HLT-EMNLP 2005, 25-32."
_RECASENS_HOVY = (
    "Recasens, M., and Hovy, E. (2011). BLANC: Implementing the Rand index for coreference evaluation. "
    "Natural Language Engineering 17(4), 485-510."
)
_METRIC_PAPERS: dict[str, tuple[str, ...]] = {
    chains.MUC: (VILAIN,),
    chains.BCUB: (_BAGGA_BALDWIN,),
    chains.CEAFM: (_LUO,),
    chains.CEAFE: (_LUO,),
    chains.BLANC: (_RECASENS_HOVY,),
    CONLL: (VILAIN, _BAGGA_BALDWIN, _LUO),  # the mean of three metrics
}


class CorefScorer(Scorer):
    """What rescore knows of scorer.pl."""

    command = "scorer.pl"
    layouts = (reports.CorefReport,)
    unit = "documents"
    groups = {
        "file": Group("files", lambda unit: re.sub(r"; part \d+$", "", unit)),
        "document": Group("documents", str),
    }
    measures = (
        (CONLL, chains.CHAINS, chains.F1),
        *names((chains.CHAINS, *chains.METRICS), (chains.CHAINS, chains.MENTIONS), _CHAIN_COLUMNS),
        *names((chains.BLANC,), (chains.JOINED,), _CHAIN_COLUMNS),
    )
    main = (chains.F1,)
    overall = ((CONLL, chains.CHAINS), (chains.CHAINS, chains.CHAINS), (chains.BLANC, chains.JOINED))
    repeated = (chains.MENTIONS,)
    synonyms = {
        **dict.fromkeys(("conll", "avg", "average", "mean", "mela", "official"), CONLL.lower()),
        **dict.fromkeys(("b3", "b^3", "b³", "bcubed", "bcub"), chains.BCUB),
        "ceafφ3": chains.CEAFM,
        "ceafφ4": chains.CEAFE,
        **{metric: metric for metric in (chains.MUC, chains.CEAFM, chains.CEAFE, chains.BLANC)},
    }
    more_is_better = columns(*_CHAIN_COLUMNS, chains.RECALLED, chains.CORRECT, "identified")
    less_is_better = columns("not identified", "invented")
    neither_is_better = columns(
        chains.KEY, chains.RESPONSE, "key mentions", "response mentions", "partially identified"
    )
    relations = (
        Relation(_RECALL, "recalled and key", scale=PER_CENT, precision=_CUT, are_parts_in_full=True),
        Relation(_PRECISION, "correct and response", scale=PER_CENT, precision=_CUT, are_parts_in_full=True),
        Relation(_F1, "precision and recall", (chains.CHAINS, *chains.METRICS[:-1]), precision=_CUT),  # BLANC's: a mean
    )
    reference = (
        "Pradhan, S., Luo, X., Recasens, M., Hovy, E., Ng, V., and Strube, M. (2014). Scoring coreference partitions "
        "of predicted mentions: A reference implementation. Proceedings of ACL 2014, 30-35."
    )
    whole_run = WHOLE_RUN
    advice = ADVICE
    scale = PER_CENT
    bars = "document"
    mean_figures = {(CONLL, chains.CHAINS, chains.F1): OF_CONLL}
    key_totals = (("key", "mentions or links"),)

    causes = (
        "metric-unknown",
        "begin-missing",
        "bracket-discarded",
        "bracket-in-word",
        "bracket-unmatched",
        "end-before-begin",
        "duplicate-mention",
    )

    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        from legacy_scorers.coref_scorer.cli import score

        return score(words, host, observer)

    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        from legacy_scorers.rescore.scorers.coref_scorer.findings import findings

        return findings(words, host, outcome)

    def measure_papers(self, name: Name, settings: Mapping[str, object]) -> Sequence[str]:
        """Return the papers of the metric. A report of one metric does not name it, but its settings do."""
        table, row, _ = name
        metric = str(settings["metric"]).lower() if table == chains.CHAINS else table
        return () if row == chains.MENTIONS else _METRIC_PAPERS.get(metric, ())

    def about_all(self, printed: Sequence[Name]) -> Name | None:
        """Return the figure of the metric; of several metrics there is only a mean."""
        tables = {name[0] for name in printed}
        return super().about_all([name for name in printed if name[0] == CONLL or len(tables) == 1])

    def sides(self, setup: Setup) -> Sides:
        from legacy_scorers.rescore.scorers.coref_scorer.changes import sides_of

        return sides_of(setup)

    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.coref_scorer.changes import choices

        return choices(setup, sides, published)

    def unit_changes(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.coref_scorer.changes import unit_changes

        return unit_changes(setup, sides)

    def is_cut_off(self, content: bytes) -> bool:
        from legacy_scorers.rescore.scorers.coref_scorer.changes import is_cut_off

        return is_cut_off(content)

    def tasks(self, files: Files) -> Iterator[DraftTask]:
        from legacy_scorers.rescore.scorers.coref_scorer.intake import tasks

        return tasks(files)


COREFERENCE_SCORER = CorefScorer()
