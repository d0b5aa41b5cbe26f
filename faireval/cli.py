"""The command FairEval.py: configuration file to report."""

from __future__ import annotations

from common.cli import print_version, run, write_stderr, write_stdout
from common.errors import InputError
from faireval.arguments import HELP, USAGE, UsageError, config_file
from faireval.config import read_config
from faireval.evaluate import evaluate
from faireval.report import ReportFile, result_tables
from faireval.scores import calculate_results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

USAGE_ERROR = 2


class Console:
    """Standard output as UTF-8, whatever the locale."""

    def write(self, text: str, /) -> None:
        """Write ``text``."""
        write_stdout(text.encode())


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return run("FairEval.py", score, argv)


def score(words: list[str]) -> int:
    """Evaluate what the configuration file says and write the report."""
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
    write_report(path)
    return 0


def write_report(config_path: str) -> None:
    """Evaluate what the configuration file says.

    Messages go to standard output, and so does the report if there is no ``eval_out``.
    """
    console = Console()
    config = read_config(config_path, console)
    if config is None:
        raise InputError("target_in and system_in must both name existing files or directories", config_path)
    tally = evaluate(config, console)
    counts = tally.evaluation(config.get("focus", "target"))
    counts["per_label"]["weighted"] = {}
    config["data_stats"] = tally.target_labels
    report = config["eval_out"]
    for line in result_tables(calculate_results(counts, **config), config):
        report.write(line)
    if isinstance(report, ReportFile):
        report.close()
