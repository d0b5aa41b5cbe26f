"""The command FairEval.py: configuration file to report."""

from __future__ import annotations

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
        say(settings_block(settings))
    evidence = None
    if observer is not None:
        from legacy_scorers.faireval.evidence import Evidence

        begun = Evidence(observer, config_file, settings, version, host)
        evidence = begun if observer.wants_units else None
    matches = count_matches(settings, host, say, version, evidence)
    counts = matches.counts(settings.get("focus", "target"), dict.fromkeys([TRADITIONAL, FAIR, *methods]))
    add_scores(counts, methods, settings.get("weights"))
    lines = result_tables(counts, {**settings, "data_stats": matches.target})
    if report is None:
        for line in lines:
            say(line)
    else:
        pieces = (text.encode() for texts in ([settings_block(settings)], lines) for text in texts)
        host.write_reports([(report, pieces)])
    return int(counts["overall"][TRADITIONAL][TP])


def count_matches(
    settings: Settings, host: Host, say: Say, version: str = "", evidence: Evidence | None = None
) -> MatchCounts:
    """Compare the sentences of all pairs of files, in order, and count their matches.

    ``version`` is that of :func:`faireval.align.align`. Raises :class:`InputError` for lines that end the evaluation.
    """
    counts = MatchCounts()
    for target, system in sentences(settings, host, say):
        (*_, target_spans), (*_, system_spans) = target, system
        try:
            aligned = align(target_spans, system_spans, version)
        except UnlistedTokensError as error:
            file, first, lines, _ = target if error.line in target[2] else system
            problem = "the span lists no valid token and overlaps another one; list its tokens in the last column"
            raise InputError(problem, file, first + lines.index(error.line)) from error
        counts.count(target_spans, aligned.others)
        if evidence is not None:
            evidence.add(target, system, aligned)
    return counts
