"""A run with key and response exchanged: if that scores much better, they are probably in each other's place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence

from rescore.archive.changes.setup import Setup
from rescore.checks.finding import Finding
from rescore.explain.records import figures
from rescore.reports.model import Name, written
from rescore.scorers import SCORERS
from rescore.scorers.printed import printed_reports
from rescore.scorers.profile import Profile
from rescore.scorers.running import Outcome, run_command

_MUCH_BETTER = 0.1  # of the full score


def swapped_by_score(command: str, words: Sequence[str], outcome: Outcome) -> Iterator[Finding]:
    """Find that the main measure is much better the other way round, where no check sees it in the files."""
    scorer = SCORERS[command]
    changed = _run_other_way(scorer, words) if scorer.right else None
    if changed is None:
        return
    here, there = _figures(outcome), _figures(changed)
    name = next((name for name in scorer.main_measures if name in here and name in there), None)
    if name is None or not any(there.get((*name[:2], column)) for column in scorer.right):
        return
    if there[name] >= here[name] + _MUCH_BETTER * scorer.full:
        problem = f"{written(name)} is {here[name]:.4g}, the other way round {there[name]:.4g}"
        yield Finding("sides-swapped", problem)


def _figures(outcome: Outcome) -> dict[Name, float]:
    cells = [cell for _, report in printed_reports(outcome).values() if report is not None for cell in report.cells]
    return {cell.name: float(cell.value) for cell in figures(cells)}


def _run_other_way(scorer: Profile, words: Sequence[str]) -> Outcome | None:
    """Run a command line with the sides exchanged, None if there is nothing to exchange."""
    setup = Setup([scorer.command, *words], os.environ, {}, "")
    path = scorer.changes.configuration(setup)
    if path:
        with open(path, "rb") as file:
            setup = Setup(setup.words, os.environ, {path: file.read()}, "")
    swap = next(change for change in scorer.changes.choices(setup) if change.kind == "swap")
    exchanged = swap.apply(setup)
    if exchanged is None:
        return None
    with tempfile.TemporaryDirectory(prefix="rescore-") as folder:
        copies = {}
        for path, content in exchanged.files.items():
            copies[path] = os.path.join(folder, "configuration")
            with open(copies[path], "wb") as file:
                file.write(content)
        return run_command(scorer.command, [_copied(word, copies) for word in exchanged.words[1:]])


def _copied(word: str, copies: Mapping[str, str]) -> str:
    """Return a word that names the copy of a file, not the file."""
    option, sign, path = word.partition("=") if word.startswith("-") else ("", "", word)
    copy = copies.get(os.path.normpath(path))
    return f"{option}{sign}{copy}" if copy else word
