"""All pairs of files, sentence by sentence, into one tally."""

from __future__ import annotations

from common.errors import InputError
from faireval.compare import compare
from faireval.errors import BadLineError, RefusedSentenceError, UnlistedTokensError
from faireval.read import SentenceReader, numbered_sentences, pairs, undecodable_line
from faireval.report import ReportFile
from faireval.tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from faireval.report import Output
    from faireval.spans import ReadSpan


def evaluate(config: dict[str, Any], console: Output) -> Tally:
    """Compare the sentences of all pairs of files, in order; what one file has too many is left out.

    Sentences that cannot be read are reported on ``console`` and have no spans. Raise :class:`InputError` for lines
    that end the evaluation.
    """
    exclude = frozenset(config.get("exclude", ()))
    reader = SentenceReader(frozenset(config["labels"]), exclude, config.get("ignore_punct", False))
    tally = Tally()
    for target_file, system_file in pairs(config["target_files"], config["system_files"]):
        _spare_inputs(config["eval_out"], target_file, system_file)
        try:
            _compare_files(target_file, system_file, reader, tally, console)
        except UnicodeDecodeError as error:
            raise _not_utf8(target_file, system_file) from error
    return tally


def _compare_files(target_file: str, system_file: str, reader: SentenceReader, tally: Tally, console: Output) -> None:
    for (target_line, target), (system_line, system) in zip(
        numbered_sentences(target_file), numbered_sentences(system_file)
    ):
        target_spans = _spans(reader, target, target_file, target_line, console)
        system_spans = _spans(reader, system, system_file, system_line, console)
        try:
            compare(target_spans, system_spans, tally)
        except UnlistedTokensError as error:
            problem = "the span lists no valid token and overlaps another one; list its tokens in the last column"
            if error.line in target:
                raise InputError(problem, target_file, target_line + target.index(error.line)) from error
            raise InputError(problem, system_file, system_line + system.index(error.line)) from error


def _spans(reader: SentenceReader, lines: list[str], file: str, first: int, console: Output) -> list[ReadSpan]:
    try:
        return reader.spans(lines)
    except RefusedSentenceError as refused:
        console.write(refused.message + "\n")
        return []
    except BadLineError as error:
        raise InputError(error.problem, file, first + error.index) from error


def _spare_inputs(report: Output, *inputs: str) -> None:
    """Refuse a report that would take the place of an input."""
    for file in inputs:
        if isinstance(report, ReportFile) and report.replaces(file):
            raise InputError("eval_out names this input file, which would be lost; name another file", file)


def _not_utf8(target_file: str, system_file: str) -> InputError:
    file = target_file if undecodable_line(target_file) else system_file
    return InputError("not UTF-8 text; save the file as UTF-8", file, undecodable_line(file))
