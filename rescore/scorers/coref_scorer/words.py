"""Words of a command line of scorer.pl that are not what is expected in their place, and command lines that are."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import join

from legacy_scorers.common.host import FILE, Host
from legacy_scorers.coref_scorer.cli import ALL
from legacy_scorers.coref_scorer.tally import BCUB, CEAFE, CEAFM, METRICS
from legacy_scorers.rescore.scorers.checks import Finding, quoted, some, words_of

TOTALS_ONLY = "none"
_OF_PAPERS = {"b3": BCUB, "b^3": BCUB, "b-cubed": BCUB, "bcubed": BCUB, "ceaf": CEAFE, "ceaf_m": CEAFM, "ceaf_e": CEAFE}


def unknown_metric(words: Sequence[str], host: Host) -> Finding:
    """Return the finding of a word that is no metric, with the one that it probably means."""
    problem, metric, files = f"{quoted(words[0])} is no metric", ALL, words[1:]
    later = next((word for word in words[1:] if word.lower() in METRICS or word == ALL), "")
    if host.kind(words[0]) == FILE and (later or len(words) < 4):
        problem, metric = f"{problem}, but a file", later.lower() or ALL
        files = [word for word in words if word != later]
    else:
        name = _OF_PAPERS.get(words[0].lower(), words[0].lower())
        metric = next((one for one in METRICS if one == name), ALL)
    advice = f"Choose one of the metrics {', '.join(METRICS[:-1])} and {METRICS[-1]}, or all of them (all)"
    return Finding("metric-unknown", problem, advice=f"{advice}: {join(['scorer.pl', metric, *files])}")


def one_by_one(words: Sequence[str]) -> str:
    """Return a loop that scores every metric alone."""
    return f"for metric in {' '.join(METRICS)}; do scorer.pl $metric {join(words[1:])}; done"


def other_name(words: Sequence[str], file: str, names: Sequence[str]) -> Finding:
    """Return the finding that the key in ``file`` has no document of the NAME, with the ``names`` that it has."""
    wanted = words[3]
    similar = _similar(wanted, names) if wanted else []
    name = TOTALS_ONLY if wanted.lower() == TOTALS_ONLY else (similar or names)[0]
    problem = f"the key has no document {quoted(wanted)}, but {some([*similar, *sorted({*names} - {*similar})])}"
    advice = f"Write the name as in its begin line, or none for all: {join(['scorer.pl', *words[:3], name])}"
    return Finding("nothing-scored", problem, file, None, advice)


def _similar(wanted: str, names: Sequence[str]) -> list[str]:
    """Return the names that contain another, or else those that share the most words with it."""
    if found := [name for name in names if wanted.lower() in name.lower()]:
        return found
    shared = {name: len({*words_of(wanted)} & {*words_of(name)}) for name in names}
    most = max(shared.values())
    return [name for name in names if shared[name] == most > 0]
