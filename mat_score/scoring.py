"""Scoring: pairs of documents go in one by one, the report comes out at the end."""

from __future__ import annotations

from common.cli import write_line
from common.errors import InputError
from mat_score.options import V1, V2
from mat_score.report.output import write_messages, write_report
from mat_score.tally.tallies import TAGS, TableTally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.matches import Aligned, SpanMatch
    from mat_score.annotations import DocumentPair
    from mat_score.evidence import Evidence
    from mat_score.options import Options
    from mat_score.report.output import PlainTable, ScoreTable
    from mat_score.version13 import Version13
    from mat_score.version20 import Version20


class Scorer:
    """Scores pairs of documents as one version of MAT does. ``messages`` are lines that come before the report."""

    def __init__(self, options: Options, evidence: Evidence | None = None) -> None:
        self.messages: list[str] = []
        self._options = options
        self._evidence = evidence
        self._version = _version(options, self.messages)
        self._names: list[str] = []  # of all pairs
        self._tags = TableTally(*TAGS, self._version.ending)
        self._failure: InputError | None = None

    def add(self, pair: DocumentPair) -> None:
        """Score a pair; nothing of it is kept but counts and details.

        Raises :class:`InputError` if it cannot be paired or described. MAT 2.0 does that to all documents before it
        counts, so this comes before whatever is said of counting, and errors of counting are kept until all are paired.
        """
        try:
            aligned = self._version.align(pair)
            if self._version.details is not None:
                self._version.details.add(pair, aligned.pairs)
        except InputError as error:
            if self._options.version == V2:
                self.messages.clear()
            raise _in_pair(error, pair) from error
        if self._failure is None:
            try:
                self._count(pair, aligned)
            except InputError as error:
                self._failure = _in_pair(error, pair)

    def _count(self, pair: DocumentPair, aligned: Aligned) -> None:
        units, pairs = self._version.units, aligned.pairs
        stretches: Sequence[SpanMatch] = ()
        if units is not None and units.begin(pair, aligned.tokens, aligned.spanned_items):
            stretches = self._version.stretches(aligned)
        counted = [self._tags.new_file(pair.name, len(aligned.tokens)).count(pairs, [1] * len(pairs))]
        self._version.note(pairs)
        if units is not None:
            counted += units.count(stretches)
        counted += self._version.confused(pairs)
        self._names.append(pair.name)
        if self._evidence is not None:
            self._evidence.add(pair, aligned, counted)

    def finish(self) -> None:
        """Write messages and report.

        Raises :class:`InputError` between them if a document could not be counted, and
        :class:`mat_score.options.HelpNeeded` if nothing says what to score.
        """
        for notice in self._version.notices():
            write_line(f"MATScore: {notice}")
        if self._failure is not None:
            write_messages(self.messages)
            raise self._failure
        units = self._version.units
        counted = [self._tags, *(units.finish() if units is not None else ())]
        tables = self._tables(counted)
        if self._evidence is not None:
            self._evidence.pass_on(counted, tables)
        write_messages(self.messages)
        write_report(tables, self._options)

    def _tables(self, counted: Sequence[TableTally]) -> list[ScoreTable | PlainTable]:
        bootstrap = None
        if self._options.confidence and (self._options.csv_output_dir or self._options.version == V2):
            from mat_score.tally.confidence import PROGRESS, Bootstrap

            bootstrap = Bootstrap(self._names, self._options.seed)
            self.messages += [PROGRESS] * len(counted)
        scores = [self._version.score_table(table, len(self._names), bootstrap) for table in counted]
        others = [self._version.details, self._version.matrix(counted)]
        return [*scores, *[table for table in others if table is not None]]


def _version(options: Options, messages: list[str]) -> Version13 | Version20:
    if options.version == V1:
        from mat_score.version13 import Version13

        return Version13(options, messages)
    from mat_score.version20 import Version20

    return Version20(options, messages)


def _in_pair(error: InputError, pair: DocumentPair) -> InputError:
    return InputError(error.problem, error.file or pair.hypothesis.path, error.line, error.status)
