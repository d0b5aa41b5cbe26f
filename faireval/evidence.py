"""What an observer receives of a run: sentence by sentence, which target span matches which system span, and why.

A unit is a pair of sentences, named after the target file and its number there. Matches have the signatures that the
report counts, so the amounts of their cells add up to its figures.

White space within a label is a blank in the name of its row. If two rows have one name, the second ends in ``#2``. So
the names depend on all labels, and the files are read for these first.
"""

from __future__ import annotations

import contextlib
import os
from functools import cached_property, lru_cache

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import Input, Item, Location, Match, Run, Unit, unique_in
from legacy_scorers.common.spans import boundary_differences
from legacy_scorers.common.tally import Measure, Signatures
from legacy_scorers.faireval.measures import F1, F_MEASURE, LABEL_SHARE, RECALL, SCORES, scores
from legacy_scorers.faireval.read import pairs, sentences
from legacy_scorers.faireval.report import CATEGORIES
from legacy_scorers.faireval.spans import (
    BEGIN,
    BOTH,
    END,
    FAIR,
    LABEL,
    SIDES,
    TOKENS,
    TP,
    TRADITIONAL,
    WEIGHTED,
    TokenRange,
)
from legacy_scorers.faireval.tally import CONFUSION, DATA, FREQUENCY, NO_SPAN, OVERALL, cells_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.faireval.align import Alignment, Side
    from legacy_scorers.faireval.measures import Weights
    from legacy_scorers.faireval.read import Sentence, Settings
    from legacy_scorers.faireval.spans import AnySpan

    Names: TypeAlias = dict[str, dict[Hashable, str]]  # by table and row

COMPARISON = "comparison"


class SentencePair(Unit):
    """A sentence of the target, and the one of the system that it is compared with."""

    def __init__(self, name: str, target: Sentence, system: Sentence, aligned: Alignment) -> None:
        self._aligned = aligned
        self._sides = _Side(SIDES[0], target, aligned.target), _Side(SIDES[1], system, aligned.system)
        key, response = [Location(file, first) for file, first, _, _ in (target, system)]
        words = self._sides[0].words or self._sides[1].words
        super().__init__(name, aligned.matches(), key, response, {"sentences": 1}, words)

    def item(self, side: int, index: int) -> Item:
        """Return a span of either side by its index in the sentence."""
        return self._sides[side].items[index]

    def why(self, match: Match) -> str:
        """Return why a match is of its kind."""
        method, kind, _, _ = match.signature
        if method == BOTH:
            return "label, boundaries and tokens are the same"
        target, system = self._sides
        if match.key is not None and match.response is not None:
            return _difference(target.spans[match.key], system.spans[match.response]) + self._before(match)
        side, index = match.place
        own, other = self._sides[side], self._sides[1 - side]
        if method == TRADITIONAL:
            return other.all_used if kind == TP else f"not in the {other.role}"
        if index in self._firsts[side]:
            return "was paired before, but an equal span was removed instead"
        return other.why_unmatched(own.spans[index], index in own.passed)

    def _before(self, match: Match) -> str:
        """Say which spans of an error had an earlier match."""
        sides = zip(self._sides, self._firsts, (match.key, match.response))
        again = [side.role for side, first, index in sides if first[index] is not match]
        return "".join([f"; the span of the {role} was paired before" for role in reversed(again)])

    @cached_property
    def _firsts(self) -> tuple[dict[int | None, Match], dict[int | None, Match]]:
        """For each side, the first match of each span with a span that is not equal, by index."""
        firsts: tuple[dict[int | None, Match], dict[int | None, Match]] = {}, {}
        for match in self._aligned.others:
            if match.key is not None and match.response is not None:
                firsts[0].setdefault(match.key, match)
                firsts[1].setdefault(match.response, match)
        return firsts


class _Side:
    """One side of a pair: its spans with their lines, and why spans of the other side match none of them."""

    def __init__(self, role: str, sentence: Sentence, side: Side) -> None:
        self.role = role
        self.passed = side.passed
        self.spans = side.spans
        self.all_used = f"all equal spans of the {role} are paired"
        self._file, self._first, self._lines, _ = sentence
        has_words = self._lines[0].count("\t") != 3
        self.words = [line.split(None, 1)[0] for line in self._lines] if has_words else None
        self.items = [
            Item(label, self._text(tokens), begin - 1, end, Location(self._file, line))
            for (label, begin, end, tokens), line in zip(self.spans, self._numbers())
        ]

    def _text(self, tokens: frozenset[int] | TokenRange) -> str:
        """Return the words of tokens that count from 1, or else their numbers."""
        if self.words is None or isinstance(tokens, TokenRange):
            return _listed(tokens)
        return " ".join([self.words[token - 1] for token in sorted(tokens)])

    def _numbers(self) -> Sequence[int]:
        """Return the lines of the spans; in the token format, a span is in the line of its first token."""
        numbers = range(self._first, self._first + len(self._lines))
        if self.words is not None:
            return [numbers[begin - 1] for _, begin, _, _ in self.spans]
        if len(numbers) == len(self.spans):
            return numbers
        labels = {label for label, _, _, _ in self.spans}
        return [number for number, line in zip(numbers, self._lines) if line.partition("\t")[0] in labels]

    def why_unmatched(self, span: AnySpan, passed: bool) -> str:
        """Return why a span of the other side matches none of these; ``passed`` says whether it was skipped."""
        if not any(other[BEGIN] <= span[END] and span[BEGIN] <= other[END] for other in self.spans):
            return f"overlaps no span of the {self.role}"
        if span in self.spans:
            return self.all_used
        if any(other[:TOKENS] == span[:TOKENS] for other in self.spans):
            return f"the {self.role} has it with other tokens"
        if passed:
            return "skipped after a span that was just paired"
        return f"overlaps only spans of the {self.role} that are paired{' or were skipped' if self.passed else ''}"


@lru_cache(2**14)  # without it the published data take a tenth longer to explain
def _listed(tokens: frozenset[int] | TokenRange) -> str:
    return f"{tokens.begin}-{tokens.end}" if isinstance(tokens, TokenRange) else ", ".join(map(str, sorted(tokens)))


def _difference(target: AnySpan, system: AnySpan) -> str:
    labels = [] if target[LABEL] == system[LABEL] else ["labels differ"]
    return ", ".join(labels + boundary_differences(system[BEGIN] - target[BEGIN], system[END] - target[END], "token"))


class Evidence:
    """Passes on the sentences of one run to an observer."""

    def __init__(self, observer: Observer, config_file: str, settings: Settings, version: str, host: Host) -> None:
        self._observer = observer
        self._numbers = Signatures()  # of sentences, by file
        names = _names(settings, host)
        paired = pairs(settings["target_files"], settings["system_files"])  # files without a partner are not read
        inputs = [Input("configuration", config_file)]
        for pair in paired:
            inputs += map(Input, SIDES, pair)
        observer.begin(
            Run(
                "FairEval.py",
                _settings(settings, version),
                inputs,
                kind=lambda match: match.signature[1],
                credit=lambda match: float(match.signature[1] == TP),
                cells=_cells(settings, names),
                measures=_measures(settings, names),
                by_unit=False,
                quoted=[(method, names[FAIR][OVERALL], F1) for method in settings["eval_method"]],
                rows=_rows(settings, names),
            )
        )

    def add(self, target: Sentence, system: Sentence, aligned: Alignment) -> None:
        """Pass on a sentence."""
        file, _, _, _ = target
        self._numbers[file] += 1
        name = f"{os.path.basename(file)}:{self._numbers[file]}"
        self._observer.unit(SentencePair(name, target, system, aligned))


def _settings(settings: Settings, version: str) -> dict[str, object]:
    return {
        "labels": settings["labels"],
        "exclude": settings.get("exclude", []),
        "ignore_punct": settings.get("ignore_punct", False),
        "focus": settings.get("focus", SIDES[0]),
        "eval_method": settings["eval_method"],
        "weights": settings.get("weights"),
        **({"version": version} if version else {}),
    }


def _names(settings: Settings, host: Host) -> Names:
    """Return the names of the rows of each table, and of the columns of the confusion matrix.

    Labels are read up to a line that ends the evaluation. The evaluation itself refuses the line later.
    """
    labels: tuple[dict[str, None], dict[str, None]] = {}, {}
    with contextlib.suppress(InputError):
        for sides in sentences(settings, host, lambda _: None):
            for found, (_, _, _, spans) in zip(labels, sides):
                found.update(dict.fromkeys([label for label, _, _, _ in spans]))
    target, system = labels
    every = sorted({**target, **system})
    rows: dict[str, list[Hashable]] = {
        FAIR: [*every, OVERALL],
        CONFUSION: [*sorted({*every, NO_SPAN})],
        DATA: [*target, OVERALL],
    }
    names = {table: dict(zip(of, unique_in([" ".join(str(row).split()) for row in of]))) for table, of in rows.items()}
    return {**names, TRADITIONAL: names[FAIR]}


def _cells(settings: Settings, names: Names) -> Callable[[Unit, Match], Iterator[tuple[str, str, str, int]]]:
    """Return the function that yields the cells of the printed tables that a match adds to."""
    printed: dict[str, list[str]] = {CONFUSION: [CONFUSION], DATA: [DATA], TRADITIONAL: [], FAIR: []}
    for method in settings["eval_method"]:
        printed[TRADITIONAL if method == TRADITIONAL else FAIR].append(method)
    cells = cells_by(settings.get("focus", SIDES[0]))

    def of_match(_: Unit, match: Match) -> Iterator[tuple[str, str, str, int]]:
        for table, row, column, amount in cells(match.signature):
            name = names[CONFUSION][column] if table == CONFUSION else column
            for one in printed[table]:
                yield one, names[table][row], name, amount

    return of_match


def _measures(settings: Settings, names: Names) -> dict[Any, Sequence[Measure]]:
    """Return the measures of the tables, and those of the comparison, which has the overall row of each method."""
    share = _with_parts(LABEL_SHARE, (FREQUENCY, (DATA, names[DATA][OVERALL], FREQUENCY)))
    found: dict[Any, Sequence[Measure]] = {DATA: [share]}
    weights = settings.get("weights")
    for method in settings["eval_method"]:
        found[method] = _weighted(weights) if method == WEIGHTED and weights else scores(method, None)
        found[COMPARISON, method.title()] = [
            _with_parts(measure, [(method, names[FAIR][OVERALL], part) for part in measure.parts])
            for measure in found[method]
        ]
    return found


def _weighted(weights: Weights) -> list[Measure]:
    """Return the measures of weighted evaluation in the order of printing.

    A type of error may have the name of a measure. Then its column shows the measure, and counts only in measures that
    are computed later.
    """
    precision = scores(WEIGHTED, {kind: weights[kind] for kind in weights if kind not in SCORES})[0]
    recall = scores(WEIGHTED, {kind: weights[kind] for kind in weights if kind not in (RECALL, F1)})[1]
    measures = [precision, recall, F_MEASURE]
    printed = unique_in([*weights, *SCORES])[-len(SCORES) :]
    again = [(name, measure) for name, measure in zip(printed, measures) if name != measure.name]
    return measures + [Measure(name, measure.parts, measure.formula, measure.zero) for name, measure in again]


def _rows(settings: Settings, names: Names) -> dict[tuple[str, str], list[str]]:
    """Return the rows of the report, and their columns of counts, in order of printing."""
    found: dict[tuple[str, str], list[str]] = {}
    for method in settings["eval_method"]:
        columns = [*(CATEGORIES.get(method) or settings.get("weights") or CATEGORIES[FAIR])]
        found |= {(method, row): columns for row in names[FAIR].values()}
    found |= {(COMPARISON, method.title()): [] for method in settings["eval_method"]}
    found |= {(CONFUSION, row): [*names[CONFUSION].values()] for row in names[CONFUSION].values()}
    return found | {(DATA, row): [] for row in names[DATA].values()}


def _with_parts(measure: Measure, parts: Sequence[Any]) -> Measure:
    return Measure(measure.name, parts, measure.formula, measure.zero)
