"""The command FairEval.py: configuration file to report."""

from __future__ import annotations

from itertools import chain

from legacy_scorers.common.cli import point_to_check, print_version, uncollected_main_of
from legacy_scorers.common.errors import InputError
from legacy_scorers.faireval.align import align
from legacy_scorers.faireval.arguments import HELP, USAGE, UsageError, chosen_version, config_file
from legacy_scorers.faireval.config import read_config, refuse_report
from legacy_scorers.faireval.measures import add_scores
from legacy_scorers.faireval.read import sentences
from legacy_scorers.faireval.report import result_tables, settings_block
from legacy_scorers.faireval.spans import FAIR, TP, TRADITIONAL, UnlistedTokensError
from legacy_scorers.faireval.tally import MatchCounts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.faireval.evidence import Evidence
    from legacy_scorers.faireval.read import Say, Settings

USAGE_ERROR = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return uncollected_main_of("FairEval.py", score, argv)


def score(words: Sequence[str], host: Host, observer: Observer | None = None) -> int:
    """Evaluate what the configuration file says and write the report; ``observer``, if given, receives it, too."""
    if [*words] == ["--version"]:
        return print_version("FairEval.py", host)
    try:
        path = config_file([*words])
    except UsageError as error:
        host.stderr.write(f"{USAGE}FairEval.py: error: {error}\n".encode(errors="backslashreplace"))
        return USAGE_ERROR
    if path is None:
        host.stdout.write(HELP.encode())
        return 0
    correct = evaluate_and_report(path, host, observer)
    point_to_check("FairEval.py", words, correct, host)
    return 0


def evaluate_and_report(config_file: str, host: Host, observer: Observer | None) -> int:
    """Evaluate what the configuration file says; messages go to standard output, and so may the report.

    Returns how many spans are correct.
    """
    version = chosen_version(host.variables)

    def say(text: str) -> None:  # as UTF-8, whatever the locale
        host.stdout.write(text.encode())

    settings = read_config(config_file, host, say)
    if settings is None:
        raise InputError("target_in and system_in must both name existing files or directories", config_file)
    refuse_report(config_file, settings, host)
    report, methods = settings["eval_out"], settings["eval_method"]
    if report is None:
        say(settings_block(settings))  # before what the evaluation says
    evidence = _begin(observer, config_file, settings, version, host)
    matches = count_matches(settings, host, say, version, evidence)
    counts = matches.counts(settings.get("focus", "target"), dict.fromkeys([TRADITIONAL, FAIR, *methods]))
    add_scores(counts, methods, settings.get("weights"))
    lines = result_tables(counts, {**settings, "data_stats": matches.target})
    if report is None:
        for line in lines:
            say(line)
    else:
        host.write_reports([(report, map(str.encode, chain([settings_block(settings)], lines)))])
    return int(counts["overall"][TRADITIONAL][TP])


def _begin(
    observer: Observer | None, config_file: str, settings: Settings, version: str, host: Host
) -> Evidence | None:
    """Tell an observer what is scored; return what passes on the sentences, or None if nobody wants them."""
    if observer is None:
        return None
    from legacy_scorers.faireval.evidence import Evidence

    evidence = Evidence(observer, config_file, settings, version, host)
    return evidence if observer.wants_units else None


def count_matches(
    settings: Settings, host: Host, say: Say, version: str = "", evidence: Evidence | None = None
) -> MatchCounts:
    """Compare the sentences of all pairs of files, in order, and count their matches.

    ``version`` is that of :func:`faireval.align.align`. Raises :class:`InputError` for lines that end the evaluation.
    """
    counts = MatchCounts()
    for target, system in sentences(settings, host, say):
        _, _, target_lines, target_spans = target
        _, _, _, system_spans = system
        try:
            aligned = align(target_spans, system_spans, version)
        except UnlistedTokensError as error:
            file, first, lines, _ = target if error.line in target_lines else system
            problem = "the span lists no valid token and overlaps another one; list its tokens in the last column"
            raise InputError(problem, file, first + lines.index(error.line)) from error
        counts.count(target_spans, aligned.others)
        if evidence is not None:
            evidence.add(target, system, aligned)
    return counts
