"""The scorer as its manual describes it: version 3.3."""

from __future__ import annotations

from common.report import ReportSet
from muc_scorer.read.config import COREFERENCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from common.result import Observer
    from muc_scorer.read.config import Config


def score(config: Config, observer: Observer | None = None) -> int:
    """Score the run of a configuration, write its reports, all or none, and return the exit status."""
    reports = ReportSet()
    if config.task == COREFERENCE:
        from muc_scorer.run33_coreference import score_coreference

        score_coreference(config, reports, observer)
    else:
        from muc_scorer.run33_objects import score_objects

        score_objects(config, reports, observer)
    reports.write()
    return 0
