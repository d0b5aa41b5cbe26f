"""What users of the module FairEval call: the functions of its documentation, with their arguments and side effects.

The command counts all sentences together; here each function takes and returns plain lists, sets and nested
dictionaries. Messages are printed to standard output.
"""

from __future__ import annotations

import atexit
import copy
import io
import weakref

from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.faireval import config as configuration
from legacy_scorers.faireval.align import Alignment
from legacy_scorers.faireval.arguments import chosen_version
from legacy_scorers.faireval.measures import calculate_results, fscore, precision, recall
from legacy_scorers.faireval.read import SentenceReader, numbered_sentences
from legacy_scorers.faireval.report import result_tables, settings_block
from legacy_scorers.faireval.spans import TOKENS, BadLineError, RefusedSentenceError, TokenRange, overlap_type
from legacy_scorers.faireval.tally import MatchCounts, count_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator
    from typing import Any, TextIO

    from legacy_scorers.faireval.spans import Span

__all__ = [
    "add_dict", "annotation_stats", "calculate_results", "compare_spans", "fscore", "get_sentences", "get_spans",
    "output_results", "overlap_type", "precision", "read_config", "recall",
]  # fmt: skip


def read_config(config_file: str) -> dict[str, Any] | None:
    """Read a configuration file, write the settings block, and return the settings; None if an input is missing.

    ``eval_out`` of the result is open for writing: standard output, or a text file that becomes the report when it is
    closed. Raises :class:`common.errors.InputError` for an invalid line or a report that cannot be written.
    """
    settings = configuration.read_config(config_file, SYSTEM, SYSTEM.console.write)
    if settings is None:
        return None
    configuration.refuse_report(config_file, settings, SYSTEM)
    report = settings["eval_out"]
    out: TextIO = SYSTEM.console if report is None else ReportWriter(report)
    out.write(settings_block(settings))
    settings["eval_out"] = out
    return settings


def get_sentences(filename: str) -> Iterator[list[str]]:
    """Yield the sentences of a file as lists of lines."""
    for _, lines in numbered_sentences(SYSTEM, filename):
        yield lines


def get_spans(sentence: list[str], **config: Any) -> list[Span]:  # noqa: ANN401
    """Return the spans of a sentence, given as its lines, in either format: lists of label, begin, end and tokens.

    Tokens are a set, or a list if a span line has no valid token. ``labels`` (``["all"]`` for all, nothing is
    kept without it), ``exclude`` and ``ignore_punct`` (only if it equals True) are those of the configuration. A
    sentence that cannot be read is reported and has no spans; a missing column and a span continued before it began
    raise ``IndexError``.
    """
    ignore_punctuation = config.get("ignore_punct") == 1
    reader = SentenceReader(config.get("labels", ()), config.get("exclude", ()), ignore_punctuation)
    try:
        spans = reader.spans(sentence)
    except RefusedSentenceError as refused:
        SYSTEM.console.write(f"{refused}\n")
        return []
    except BadLineError as error:
        raise IndexError("list index out of range") from error
    return [
        [label, begin, end, list(range(begin, end + 1)) if isinstance(tokens, TokenRange) else set(tokens)]
        for label, begin, end, tokens in spans
    ]


def compare_spans(target_spans: list[Span], system_spans: list[Span], focus: str = "target") -> dict[str, Any]:
    """Count one sentence's traditional and fair error types: overall, per label, and as a confusion matrix.

    ``focus`` says whose label counts for labelling and labelling-boundary errors, ``"target"`` or ``"system"``. Both
    lists keep only unmatched spans, sorted by extent; the token sets of matched spans lose the tokens that
    matches use up. ``FAIREVAL_VERSION`` names the version. Raises ``ValueError`` if both are the same list.
    """
    if target_spans is system_spans and target_spans:
        raise ValueError("list.remove(x): x not in list")
    target, system = list(target_spans), list(system_spans)
    alignment = Alignment(target, system, chosen_version(SYSTEM.variables))
    alignment.match_equal(list(map(_frozen, target)), list(map(_frozen, system)))
    try:
        alignment.find_errors()
    finally:
        target_spans[:] = [target[index] for index in alignment.target.free]
        system_spans[:] = [system[index] for index in alignment.system.free]
        for spans, side in ((target, alignment.target), (system, alignment.system)):
            for index, tokens in side.rest.items():
                spans[index][TOKENS] = tokens
    evaluation = MatchCounts()
    evaluation.count(target, alignment.others)
    result = evaluation.counts(focus)
    for row, cells in result["conf"].items():
        result["conf"][row] = {**dict.fromkeys(result["conf"], 0), **cells}
    return result


def _frozen(part: Any) -> Hashable:  # noqa: ANN401
    """Return a hashable value that is equal for equal spans, or parts of them; a list never equals a set."""
    if isinstance(part, (set, frozenset)):
        return frozenset(part)
    if isinstance(part, dict):
        return dict, frozenset([(key, _frozen(value)) for key, value in part.items()])
    if isinstance(part, (list, tuple)):
        return (type(part), *[_frozen(item) for item in part])
    return part  # type: ignore[no-any-return]


def annotation_stats(
    target_spans: Iterable[Span],
    result_dict: dict[str, Any] | None = None,
    **config: Any,  # noqa: ANN401
) -> None:
    """Add the labels of the spans to the counts in ``result_dict["data_stats"]`` (documentation, 'Annotation stats').

    Without ``result_dict`` they are added to the dictionary ``data_stats``, if there is one, as in the original.
    """
    counts = config.get("data_stats", {}) if result_dict is None else result_dict.setdefault("data_stats", {})
    count_labels(counts, target_spans)


def add_dict(base_dict: dict[Any, Any], dict_to_add: dict[Any, Any]) -> dict[Any, Any]:
    """Add a dictionary of counts to another, in place, and return it.

    Numbers are added, lists extended, sets united, dictionaries added recursively, missing keys copied. Values of other
    types, or of two different types, stay.
    """
    for key, value in dict_to_add.items():
        if key not in base_dict:
            base_dict[key] = copy.deepcopy(value)
            continue
        old = base_dict[key]
        if isinstance(old, dict) and isinstance(value, dict):
            add_dict(old, value)
        elif isinstance(old, set) and isinstance(value, set):
            base_dict[key] |= value
        elif any(isinstance(old, kind) and isinstance(value, kind) for kind in (list, (int, float))):
            base_dict[key] += value
    return base_dict


def output_results(eval_dict: dict[str, Any], **config: Any) -> None:  # noqa: ANN401
    """Write the tables of the report to ``eval_out``, or to standard output without one.

    A text file is closed afterwards; standard output and objects of other kinds stay open. Scores and counts that
    ``eval_dict`` lacks are written as 0.
    """
    out: Any = config.get("eval_out")
    if out is None:
        out = SYSTEM.console
    for line in result_tables(eval_dict, config):
        out.write(line)
    if isinstance(out, io.TextIOWrapper) and out is not SYSTEM.console:
        out.close()


class ReportWriter(io.TextIOWrapper):
    """A text file (UTF-8) for the report ``path``, which does not change until the file is closed.

    An open file is closed when it is garbage-collected, at the latest when the program ends. Closing raises
    :class:`common.errors.InputError` if the report cannot be written.
    """

    def __init__(self, path: str) -> None:
        import tempfile  # it takes longer to load than all the rest

        self._content = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the file around it
        super().__init__(self._content, encoding="utf-8", newline="\n")
        self._path = path
        _open.add(self)

    @property
    def name(self) -> str:
        """The path of the report."""
        return self._path

    def close(self) -> None:
        """Put the report in place."""
        if self.closed:
            return
        self.flush()
        self._content.seek(0)
        content = self._content.read()
        super().close()
        SYSTEM.write_reports([(self._path, content)])


_open: weakref.WeakSet[ReportWriter] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for report in list(_open):
        report.close()
