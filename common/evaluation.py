"""What a run found out, as one object: report, figures, units and matches.

Figures are sums of the cells of matches, completed by the measures of the scorer. No report is parsed.
"""

from __future__ import annotations

from functools import cached_property

from legacy_scorers.common.collector import uncollected
from legacy_scorers.common.errors import InputError, nearest, reason_in
from legacy_scorers.common.host import STANDARD_INPUT
from legacy_scorers.common.result import KEY, RESAMPLES, RESPONSE, Observer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.host.memory import Memory
    from legacy_scorers.common.result import Item, Match, Run, Unit
    from legacy_scorers.common.tally import Measure

    Name: TypeAlias = tuple[str, str, str]  # table, row, column
    Score: TypeAlias = Callable[[Sequence[str], Host, Observer], int]


@uncollected
def evaluation_of(score: Score, words: Sequence[str], host: Memory) -> Evaluation:
    """Run a scorer with the words after the command's name, on a host that keeps what is written.

    Raises :class:`InputError` with the command's own message where it fails or scores nothing, and ``OSError`` for a
    file that cannot be read.
    """
    observer = _Collection()
    status = score(words, host, observer)
    if status or observer.run is None:
        said = (host.stderr.getvalue() or host.stdout.getvalue()).decode("utf-8", "replace").split("\n")
        raise InputError(reason_in(said) or "nothing was scored")
    redirected = [] if host.stdin_name == STANDARD_INPUT else ["<", host.stdin_name]
    return Evaluation(observer.run, observer.units, [*words, *redirected], host)


class _Collection(Observer):
    def __init__(self) -> None:
        self.run: Run | None = None
        self.units: list[Unit] = []

    def begin(self, run: Run) -> None:
        self.run = run

    def unit(self, unit: Unit) -> None:
        self.units.append(unit)


class EvaluatedMatch:
    """A match with its items, its kind (``correct``, ``missed``, ``COR``, ... : docs/cells.md) and why it is of it.

    ``unit`` is the name of its sentence, document or instance. ``key`` and ``response`` are the items; one of them may
    be None. ``credit`` is what the response earns, from 0 for wrong to 1 for right.
    """

    __slots__ = ("_match", "_run", "_unit")

    def __init__(self, run: Run, unit: Unit, match: Match) -> None:
        self._run = run
        self._unit = unit
        self._match = match

    @property
    def unit(self) -> str:
        """The name of the unit."""
        return self._unit.name

    @property
    def kind(self) -> str:
        """The scorer's word for such a match."""
        return self._run.kind(self._match)

    @property
    def credit(self) -> float:
        """What the response earns."""
        return self._run.credit(self._match)

    @property
    def key(self) -> Item | None:
        """The item of the key."""
        return None if self._match.key is None else self._unit.item(KEY, self._match.key)

    @property
    def response(self) -> Item | None:
        """The item of the response."""
        return None if self._match.response is None else self._unit.item(RESPONSE, self._match.response)

    @property
    def cells(self) -> list[tuple[str, str, str, float]]:
        """The cells that the match adds to: table, row, column and amount."""
        return list(self._run.cells(self._unit, self._match))

    @property
    def why(self) -> str:
        """Why it is of its kind."""
        return self._unit.why(self._match)

    def __repr__(self) -> str:
        return f"<{self.kind}: {_described(self.key)} / {_described(self.response)}, {self.unit}>"


def _described(item: Item | None) -> str:
    if item is None:
        return "-"
    return item.label if item.begin is None else f"{item.label} {item.begin}-{item.end}"


class Table(list[dict[str, "Any"]]):
    """The rows of a table, as dictionaries: ``row`` is its name, the other keys are the columns."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from html import escape

        columns = list(dict.fromkeys([column for row in self for column in row]))
        head = "".join([f"<th>{escape(column)}</th>" for column in columns])
        lines = ["".join([f"<td>{escape(str(row.get(column, '')))}</td>" for column in columns]) for row in self]
        body = "".join([f"<tr>{line}</tr>" for line in lines])
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Evaluation:
    """The result of ``evaluate`` and ``score``.

    ``str()`` is the legacy report: the report files, or else what is printed. ``result["TABLE/ROW/COLUMN"]``
    or ``result[table, row, column]`` is a figure by its name (docs/cells.md): a count, or a measure before it is
    rounded, as a share from 0 to 1 or per cent, whatever its formula yields.

    ``run`` is what was scored: command, settings, inputs, measures; ``words`` are those after the command's name, and
    ``host`` has the files that they name. ``units`` are sentences, documents or instances with their matches.
    ``reports`` holds the bytes of the files that the command would have written, by name; ``printed`` and ``messages``
    are what it says on standard output and on standard error.
    """

    def __init__(self, run: Run, units: list[Unit], words: Sequence[str], host: Memory) -> None:
        self.run = run
        self.words, self.host = words, host
        self.command = run.command
        self.settings = run.settings
        self.reports = host.reports
        self.messages = host.stderr.getvalue().decode("utf-8", "surrogateescape")
        self.printed = host.stdout.getvalue().decode("utf-8", "surrogateescape")
        self._units = units

    def __str__(self) -> str:
        return b"".join(self.reports.values()).decode("utf-8", "surrogateescape") or self.printed

    def __repr__(self) -> str:
        quoted = [f"{'/'.join(name)} {self[name]:.4g}" for name in self.run.quoted if name in self._figures]
        return f"<{self.command}: {', '.join(quoted) or f'{len(self._units)} units'}>"

    def _repr_html_(self) -> str:
        from html import escape

        tables = [f"<h4>{escape(name)}</h4>{self.table(name)._repr_html_()}" for name in self.tables]
        return f"<p>{escape(repr(self))}</p>{''.join(tables)}"

    @cached_property
    @uncollected
    def units(self) -> list[Unit]:
        """The units in the order of the run. Their ``matches`` are lists."""
        for unit in self._units:
            unit.matches = list(unit.matches)
        return self._units

    @cached_property
    @uncollected
    def matches(self) -> list[EvaluatedMatch]:
        """All matches, unit by unit."""
        return [EvaluatedMatch(self.run, unit, match) for unit in self.units for match in unit.matches]

    @cached_property
    @uncollected
    def _figures(self) -> _Figures:
        return _Figures(self.run, self.units)

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
        return list(dict.fromkeys([table for table, _ in self._figures.rows]))

    def table(self, name: str) -> Table:
        """Return the rows of a table. Raises ``KeyError``, with the name that is most like it, if there is none."""
        if name not in self.tables:
            raise KeyError(f"no table {name!r}{nearest(name, self.tables)}")
        figures = self._figures
        rows = [(row, figures.columns(table, row)) for table, row in figures.rows if table == name]
        return Table([{"row": row, **{column: self[name, row, column] for column in columns}} for row, columns in rows])

    def __contains__(self, name: str | Name) -> bool:
        """Whether there is such a figure."""
        return (self._figures.named(name) is not None) if isinstance(name, str) else name in self._figures

    def __iter__(self) -> Iterator[str]:
        """Yield the names of all figures as ``TABLE/ROW/COLUMN``."""
        yield from ["/".join(name) for name in self._figures.names()]

    def __getitem__(self, name: str | Name) -> float:
        """Return a figure. Raises ``KeyError``, with the name that is most like it, if there is none."""
        return self._figures.value(self.name_of(name))

    def name_of(self, figure: str | Name) -> Name:
        """Return table, row and column of a figure. Raises ``KeyError`` as a figure does."""
        found = self._figures.named(figure) if isinstance(figure, str) else figure
        if found is None or found not in self._figures:
            written = figure if isinstance(figure, str) else "/".join(figure)
            quoted = ", ".join(["/".join(name) for name in self.run.quoted if name in self._figures])
            hint = nearest(written, self) or (quoted and f"; people quote {quoted}")
            raise KeyError(f"no figure {written!r}{hint}; docs/cells.md explains the names")
        return found


class _Figures:
    """The figures of a run: sums of cells, sizes of units, and measures.

    A row has the columns that are counted in it, and those of its measures. A table without measures has the same
    columns in all rows.
    """

    def __init__(self, run: Run, units: Sequence[Unit]) -> None:
        self._run = run
        self._sums = _sums(run, units)
        self._sizes = {unit.name: unit.sizes for unit in units}
        self.rows = {place: dict.fromkeys(columns) for place, columns in run.rows.items()}
        for table, row, column in [*run.quoted, *self._sums]:
            self.rows.setdefault((table, row), {})[column] = None
        for place in run.measures:
            if isinstance(place, tuple):
                self.rows.setdefault(place, {})

    def columns(self, table: str, row: str) -> list[str]:
        """Return the names of the columns of a row: what is counted, then what is computed."""
        measures = self._measures(table, row)
        counted = [column for of, column in self._run.sizes if of == table and self._size(of, row, column) is not None]
        counted += self.rows[table, row] if measures else self._all_columns(table)
        for measure in measures.values():
            counted += [part for part in measure.parts if isinstance(part, str)]
        return list(dict.fromkeys([*[column for column in counted if column not in measures], *measures]))

    def _all_columns(self, table: str) -> list[str]:
        return [column for (of, _), columns in self.rows.items() if of == table for column in columns]

    def _measures(self, table: str, row: str) -> dict[str, Measure]:
        of = self._run.measures
        measures: Iterable[Measure] = of.get((table, row)) or of.get(table) or of.get("", ())
        found: dict[str, Measure] = {}
        for measure in measures:
            found.setdefault(measure.name, measure)  # of two of one name the first counts
        return found

    def _size(self, table: str, row: str, column: str) -> int | None:
        """Return how many things there are in all units, or in the one that the row is about; None if it sums cells."""
        counted = self._run.sizes.get((table, column), RESAMPLES)
        if counted == RESAMPLES:
            return None
        units = [name for name in self._sizes if row.endswith(f" in {name}")] or [*self._sizes]
        return sum([self._sizes[name].get(counted, 0) for name in units])

    def __contains__(self, name: Name) -> bool:
        table, row, column = name
        return (table, row) in self.rows and column in self.columns(table, row)

    def names(self) -> list[Name]:
        """Return the names of all figures."""
        return [(*place, column) for place in self.rows for column in self.columns(*place)]

    def named(self, text: str) -> Name | None:
        """Return the figure that is written so. Rows may contain slashes, and sometimes columns do."""
        table, _, rest = text.partition("/")
        row, _, column = rest.rpartition("/")
        if (table, row, column) in self:
            return table, row, column
        return next((name for name in self.names() if "/".join(name) == text), None)

    def value(self, name: Name) -> float:
        """Return the value of a figure, 0 where nothing was counted."""
        table, row, column = name
        measure = self._measures(table, row).get(column)
        if measure is not None:
            places = {part: (table, row, part) if isinstance(part, str) else part for part in measure.parts}
            return measure({part: self.value(place) for part, place in places.items()})
        size = self._size(table, row, column)
        return self._sums.get(name, 0) if size is None else size


def _sums(run: Run, units: Sequence[Unit]) -> dict[Name, float]:
    """Return the sums of the amounts of all cells."""
    sums = None if run.by_unit else _whole_sums(run, units)
    return _rounded_sums(run, units) if sums is None else sums


def _whole_sums(run: Run, units: Iterable[Unit]) -> dict[Name, float] | None:
    """Count matches by their signatures, and return the sums; None if an amount is no whole number."""
    signatures: dict[Hashable, _Counted] = {}
    for unit in units:
        for match in unit.matches:
            counted = signatures.get(match.signature)
            if counted is None:
                counted = signatures[match.signature] = _Counted(_amounts(run, unit, match))
                if not all(isinstance(amount, int) for _, amount in counted.amounts):
                    return None
            counted.times += 1
    sums: dict[Name, float] = {}
    for counted in signatures.values():
        for name, amount in counted.amounts:
            sums[name] = sums.get(name, 0) + amount * counted.times
    return sums


class _Counted:
    """What a match of a signature adds to cells, and how many matches have the signature."""

    __slots__ = ("amounts", "times")

    def __init__(self, amounts: list[tuple[Name, float]]) -> None:
        self.amounts = amounts
        self.times = 0


def _rounded_sums(run: Run, units: Iterable[Unit]) -> dict[Name, float]:
    """Return sums that were added unit by unit as scorers add them, because each addition rounds."""
    sums: dict[Name, float] = {}
    amounts: dict[Hashable, list[tuple[Name, float]]] = {}  # by signature
    for unit in units:
        if run.by_unit:
            amounts = {}
        of_unit: dict[Name, float] = {}
        for match in unit.matches:
            if match.signature not in amounts:
                amounts[match.signature] = _amounts(run, unit, match)
            for name, amount in amounts[match.signature]:
                _add(run, of_unit, name, amount)
        for name, amount in of_unit.items():
            _add(run, sums, name, amount)
    return sums


def _add(run: Run, sums: dict[Name, float], name: Name, amount: float) -> None:
    sums[name] = run.plus(sums[name], amount) if name in sums else amount


def _amounts(run: Run, unit: Unit, match: Match) -> list[tuple[Name, float]]:
    return [((table, row, column), amount) for table, row, column, amount in run.cells(unit, match)]
