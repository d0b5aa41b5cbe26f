"""Check a run of a legacy command line: its inputs, and then its figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from shlex import join

from legacy_scorers.common.errors import InputError, RefusalError
from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.rescore.pages import with_pages
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.runs.explanation import figures
from legacy_scorers.rescore.runs.packages import HEAD, UNPACK, package_in
from legacy_scorers.rescore.runs.running import refuse_pipe, run_command
from legacy_scorers.rescore.scorers.change import Setup
from legacy_scorers.rescore.scorers.checks import Finding, Sampler, new_file, odd_bytes
from legacy_scorers.rescore.scorers.scorer import MORE, Outcome, Scorer

_MIN_GAIN = 0.1  # share of the full score; a gain from this on means that the sides may be swapped
_PERFECT = (1.0, 100.0)
_TEXTS = {"perfect-of-nothing": "{n:row} with a full score and no items, the first is {first}"}


def refuse_pipes(scorer: Scorer, words: Sequence[str], host: Host) -> None:
    """Raise ``InputError`` if an input is a pipe, because the run reads it, and then the checks."""
    arguments, file = scorer.redirected(words)
    for path in _names_in([*arguments, file]):
        refuse_pipe(host, path)


def _names_in(words: Sequence[str]) -> list[str]:
    """Return what may be names of files: words, and what follows ``=`` in them."""
    return [name for word in words for name in (word, word.partition("=")[2]) if name]


def findings(words: Sequence[str], host: Archive, outcome: Outcome, *, other_way: bool = True) -> Iterator[Finding]:
    """Yield all that is suspicious, first in the inputs, then in the figures; of a failed run, what may explain it.

    The inputs are those that the host of the run sees.

    ``other_way`` allows a second run with key and response exchanged.
    """
    scorer = outcome.scorer
    found = _input_findings(words, host, outcome)
    spoiled = [*unreadable(host)] if found or not outcome.is_scored else []
    found = spoiled or found  # what follows from these files is no finding
    given = {host.absolute(name): name for name in _names_in(words)}
    for finding in found:  # which checks may keep for other runs
        if finding.file in given:
            advice = finding.advice.replace(finding.file, given[finding.file])
            finding = replace(finding, file=given[finding.file], advice=advice)
        yield _add_advice(finding, words, host, scorer)
    if outcome.is_scored and not spoiled:
        is_known = any(finding.name == "sides-swapped" for finding in found)
        for finding in _figure_findings(words, host, outcome, other_way and not is_known):
            yield _add_advice(finding, words, host, scorer)


def unreadable(host: Archive) -> Iterator[Finding]:
    """Find files that were read, but are packed or in UTF-16, so that no line is what was written."""
    for file in dict.fromkeys(host.noted.values()):
        with suppress(OSError):
            with host.open(file) as stream:
                head = stream.read(HEAD)
            if package_in(head):
                problem = f"the file {package_in(host.read(file)).removesuffix(UNPACK)}"
                advice = new_file("Unpack it: gunzip -c < {file}", file) if problem.endswith("gz file") else ""
                yield Finding("packed", problem, file, None, advice)
            yield from odd_bytes(file, head, "not-utf-8")


def _input_findings(words: Sequence[str], host: Archive, outcome: Outcome) -> list[Finding]:
    """Return what is suspicious in the inputs; of a failed run, what may explain it, before the error that it met."""
    scorer = outcome.scorer
    if outcome.is_scored:
        return list(scorer.findings(words, host, outcome))
    found: list[Finding] = []
    if words and scorer.causes:
        with suppress(InputError, RefusalError, OSError):  # the run reports them; what was found before is kept
            found.extend(one for one in scorer.findings(words, host, outcome) if one.name in scorer.causes)
    return found


def _add_advice(finding: Finding, words: Sequence[str], host: Archive, scorer: Scorer) -> Finding:
    """Return a finding with advice, that on swapped sides with a command line, if they are swapped there."""
    if finding.advice:
        return finding
    advice = with_pages(scorer.advice_on(finding.name))
    if finding.name == "sides-swapped" and not scorer.names_files:
        setup, exchanged = _setup_and_swap(words, host, scorer)
        if exchanged.words != setup.words:
            advice = f"{advice.removesuffix('.')}: {join(exchanged.words)}"
    return replace(finding, advice=advice)


def _figure_findings(words: Sequence[str], host: Archive, outcome: Outcome, other_way: bool) -> Iterator[Finding]:
    """Find what is suspicious in the figures, of scorers that say which of them count right answers."""
    if outcome.scorer.right:
        if other_way:
            yield from swapped_by_score(words, host, outcome)
        yield from perfect_of_nothing(outcome)


def swapped_by_score(words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
    """Find that the main measure is much better in a second run, with the sides exchanged, as users may swap them."""
    scorer = outcome.scorer
    setup, exchanged = _setup_and_swap(words, host, scorer)
    if exchanged == setup:
        return
    filled = {host.place(name): content for name, content in exchanged.files.items()}
    changed = run_command(scorer, exchanged.words[1:], host.with_files(filled))
    here, there = [{cell.name: float(cell.value) for cell in figures(run.cells)} for run in (outcome, changed)]
    name = next((name for name in scorer.main_measures if name in here and name in there), None)
    if name is None or not any(there.get((*name[:2], column)) for column in scorer.right):
        return
    if there[name] >= here[name] + _MIN_GAIN * scorer.full:
        problem = f"{written(name)} is {here[name]:.4g}, with exchanged sides {there[name]:.4g}"
        yield Finding("sides-swapped", problem)


def _setup_and_swap(words: Sequence[str], host: Archive, scorer: Scorer) -> tuple[Setup, Setup]:
    """Return the setup of a run, and one with key and response exchanged, if these are named there."""
    setup = Setup([scorer.command, *words], host.variables, {}, "")
    sides = scorer.sides(setup)
    if sides.configuration:
        setup.files = {sides.configuration: host.read(sides.configuration)}
    swap = next((change for change in scorer.choices(setup, sides, ()) if change.kind == "swap"), None)
    return setup, swap.apply(setup) if swap else setup


def perfect_of_nothing(outcome: Outcome) -> Iterator[Finding]:
    """Find rows with a full score whose counts are all zero."""
    scorer = outcome.scorer
    scores = {name[2] for name in scorer.measures if scorer.better(name) == MORE}
    for report in outcome.reports:
        rows = Sampler(_TEXTS, report.name)
        for _, row in groupby(report.cells, lambda cell: cell.name[:2]):
            cells = [cell for cell in row if not isinstance(cell.value, str)]
            perfect = next((cell for cell in cells if cell.column in scores and cell.value in _PERFECT), None)
            counts = [
                cell.value for cell in cells if isinstance(cell.value, int) and cell.column not in scorer.of_texts
            ]
            if perfect is not None and counts and not any(counts):
                rows.add("perfect-of-nothing", written(perfect.name), perfect.line)
        yield from rows.findings()
