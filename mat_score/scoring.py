"""Scores pairs of documents one by one, and writes the report at the end."""

from __future__ import annotations

from legacy_scorers.common.errors import InputError
from legacy_scorers.mat_score.align.matches import MATCH
from legacy_scorers.mat_score.options import V1, V2
from legacy_scorers.mat_score.report import confusability_matrix
from legacy_scorers.mat_score.rows import PROGRESS, Bootstrap
from legacy_scorers.mat_score.tally import TAGS, TableTally, UnitTables, counted_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from legacy_scorers.mat_score.align.matches import Aligned
    from legacy_scorers.mat_score.annotations import DocumentPair
    from legacy_scorers.mat_score.evidence import Evidence
    from legacy_scorers.mat_score.options import Options
    from legacy_scorers.mat_score.output import Output
    from legacy_scorers.mat_score.report import PlainTable, ScoreTable
    from legacy_scorers.mat_score.version13 import Version13
    from legacy_scorers.mat_score.version20 import Version20


class Scorer:
    """Scores pairs of documents by the rules of one MAT version. ``messages`` are lines before the report."""

    def __init__(self, options: Options, output: Output, evidence: Evidence | None = None) -> None:
        self.messages: list[str] = []
        self._options = options
        self._output = output
        self._evidence = evidence
        self._version = _version(options, output.notice)
        self._tags = TableTally(TAGS, self._version.ending)
        self._units = UnitTables(options, self.messages, self._version.labels)
        self._failure: InputError | None = None

    def add(self, pair: DocumentPair) -> None:
        """Score a pair, and keep only counts and details.

        Raises :class:`InputError` if its annotations cannot be paired or described. Errors of counting are kept until
        :meth:`finish`, because MAT 2.0 pairs all documents before it counts.
        """
        try:
            aligned = self._version.align(pair)
            if self._options.details:
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

    @property
    def correct(self) -> int:
        """How many annotations of the documents so far are correct."""
        counted = [signatures for file in self._tags.files for signatures in file.signatures.items()]
        return sum([times for (kind, *_), times in counted if kind == MATCH])

    def _count(self, pair: DocumentPair, aligned: Aligned) -> None:
        pairs = aligned.pairs
        counted = [self._tags.new_file(pair.name, len(aligned.tokens)).count(pairs, [1] * len(pairs))]
        counted += self._units.count(pair, aligned, self._version.stretches)
        if self._evidence is not None:
            self._evidence.add(pair, aligned, counted)

    def finish(self) -> None:
        """Write messages and report.

        Raises :class:`InputError` after the messages if a document could not be counted, ``HelpNeeded`` without labels.
        """
        for notice in self._version.notices():
            self._output.notice(notice)
        tables: list[ScoreTable | PlainTable] = []
        if self._failure is None:
            counted = [self._tags, *self._units.finish()]
            tables = self._tables(counted)
            if self._evidence is not None:
                self._evidence.pass_on(counted, tables)
        self._output.put("".join([f"{message}\n" for message in self.messages]))
        if self._failure is not None:
            raise self._failure
        self._output.report(tables, self._options)

    def _tables(self, counted: Sequence[TableTally]) -> list[ScoreTable | PlainTable]:
        bootstrap = None
        names = [file.name for file in self._tags.files]
        if self._options.confidence and (self._options.csv_output_dir or self._options.version == V2):
            bootstrap = Bootstrap(names, self._options.seed)
            self.messages += [PROGRESS] * len(counted)
        tables: list[ScoreTable | PlainTable] = [
            self._version.score_table(table, len(names), bootstrap) for table in counted
        ]
        if self._options.details:
            tables.append(self._version.details.table())
        confusions = self._units.confusions
        if confusions is not None:
            labels = counted_labels(counted)
            if self._options.version == V1:
                tables.append(confusability_matrix("Confusability matrix:", labels, confusions))
            else:
                units = "Pseudo-token" if self._units.tokens is None else "Token"
                tables.append(confusability_matrix(f"{units} confusability matrix:", [*labels, None], confusions))
        return tables


def _version(options: Options, notice: Callable[[str], None]) -> Version13 | Version20:
    if options.version == V1:
        from legacy_scorers.mat_score.version13 import Version13

        return Version13(options, notice)
    from legacy_scorers.mat_score.version20 import Version20

    return Version20(options)


def _in_pair(error: InputError, pair: DocumentPair) -> InputError:
    return InputError(error.problem, error.file or pair.hypothesis.path, error.line, error.status)
