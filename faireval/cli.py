"""The command FairEval.py: configuration file to report."""

from __future__ import annotations

import os

from common.cli import print_version, run_uncollected, write_stderr, write_stdout
from common.errors import InputError
from faireval.arguments import HELP, USAGE, UsageError, chosen_version, config_file
from faireval.config import read_config, refuse_report
from faireval.evaluate import evaluate
from faireval.measures import add_scores
from faireval.report import result_tables, settings_block
from faireval.spans import FAIR, TRADITIONAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.result import Observer

USAGE_ERROR = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return run_uncollected("FairEval.py", score, argv)


def score(words: list[str], observer: Observer | None = None) -> int:
    """Evaluate what the configuration file says and write the report; ``observer`` receives it, if there is one."""
    if words == ["--version"]:
        return print_version("FairEval.py")
    try:
        path = config_file(words)
    except UsageError as error:
        write_stderr(f"{USAGE}FairEval.py: error: {error}\n".encode(errors="backslashreplace"))
        return USAGE_ERROR
    if path is None:
        write_stdout(HELP.encode())
        return 0
    evaluate_and_report(path, chosen_version(os.environ), observer)
    return 0


def evaluate_and_report(config_file: str, version: str, observer: Observer | None) -> None:
    """Evaluate what the configuration file says; messages go to standard output, and so may the report."""
    settings = read_config(config_file, say)
    if settings is None:
        raise InputError("target_in and system_in must both name existing files or directories", config_file)
    refuse_report(config_file, settings)
    report, methods = settings["eval_out"], settings["eval_method"]
    if report is None:
        say(settings_block(settings))
    if observer is None:
        evaluation = evaluate(settings, say, version)
    else:
        from faireval.evidence import evaluate_observed

        evaluation = evaluate_observed(observer, config_file, settings, say, version)
    tally = evaluation.tally(settings.get("focus", "target"))
    counts = evaluation.counts(tally, dict.fromkeys([TRADITIONAL, FAIR, *methods]))
    add_scores(counts, methods, settings.get("weights"))
    lines = result_tables(counts, {**settings, "data_stats": evaluation.target_labels(tally)})
    if report is None:
        for line in lines:
            say(line)
    else:
        from common.atomic import write_reports

        pieces = (text.encode() for texts in ([settings_block(settings)], lines) for text in texts)
        write_reports([(report, pieces)])


def say(text: str) -> None:
    """Write to standard output as UTF-8, whatever the locale."""
    write_stdout(text.encode())
