"""Writes what a run says, and its report: lines and tables on the streams of its host, or CSV files."""

from __future__ import annotations

import os

from legacy_scorers.common.errors import InputError
from legacy_scorers.mat_score.encoding import encoded
from legacy_scorers.mat_score.options import V2
from legacy_scorers.mat_score.report import DETAILS, ScoreTable, csv
from legacy_scorers.mat_score.tally import CONFUSABILITY, SCORE_TABLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from legacy_scorers.common.host import Content, Host
    from legacy_scorers.mat_score.options import Options
    from legacy_scorers.mat_score.report import PlainTable


class Output:
    """What a run writes to its host."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def put(self, text: str) -> None:
        """Write text to standard output."""
        self._host.stdout.write(encoded(text))

    def say(self, message: str) -> None:
        """Write a line to standard output."""
        self.put(f"{message}\n")

    def complain(self, problem: str) -> None:
        """Write a line of MAT to standard error."""
        self._host.stderr.write(encoded(f"{problem}\n"))

    def warn(self, warning: str) -> None:
        """Write a line about a document to standard error, with ``?`` for what is not ASCII."""
        self._host.stderr.write(f"{warning}\n".encode("ascii", "replace"))

    def notice(self, notice: str) -> None:
        """Write a line to standard error that MAT lacks, with the name of the command."""
        self._host.warn(f"MATScore: {notice}")

    def report(self, tables: Sequence[ScoreTable | PlainTable], options: Options) -> None:
        """Print the tables, or write them as CSV files."""
        if options.csv_output_dir:
            self._write_csv(tables, options)
            return
        separator = ""
        for table in tables:
            self.put(f"{separator}{table.title}\n\n")
            separator = "\n"
            for line in table.lines():
                self.put(line)

    def _write_csv(self, tables: Sequence[ScoreTable | PlainTable], options: Options) -> None:
        reports: list[tuple[str, Content]] = []
        for table in tables:
            if isinstance(table, ScoreTable):
                reports += [(_path(options, table.stem, style), table.csv(style)) for style in options.csv_formats]
            else:
                reports.append((_path(options, table.stem), csv(table.header, table.rows())))
        try:
            self._host.make_folder(options.csv_output_dir)
        except OSError as error:
            problem = f"cannot be created ({error.strerror}); name another --csv_output_dir"
            raise InputError(problem, options.csv_output_dir) from None
        self._host.write_reports(reports)

    def check_inputs_stay(self, inputs: Sequence[str], options: Options) -> None:
        """Raise :class:`InputError` if a run may overwrite one of its inputs, even under another name."""
        lost = self._host.overwritten(_possible_paths(options), inputs)
        if lost is not None:
            raise InputError("this input would be overwritten by a report; name another --csv_output_dir", lost[0])


def _possible_paths(options: Options) -> Iterable[str]:
    for kind in SCORE_TABLES:
        for style in options.csv_formats:
            yield _path(options, kind.stem, style)
    for stem in (DETAILS, CONFUSABILITY):
        yield _path(options, stem)


def _path(options: Options, stem: str, style: str | None = None) -> str:
    """Return the path of a CSV file; in MAT 2.0 a score table's name ends with the style of its formulas."""
    ending = f"_{style}" if style is not None and options.version == V2 else ""
    return os.path.join(options.csv_output_dir, f"{stem}{ending}.csv")
