"""All pairs of files, sentence by sentence, counted together."""

from __future__ import annotations

from common.errors import InputError
from faireval.align import align
from faireval.read import SentenceReader, numbered_sentences, pairs, undecodable_line
from faireval.spans import BadLineError, RefusedSentenceError, UnlistedTokensError
from faireval.tally import Evaluation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from faireval.align import Alignment
    from faireval.config import Say, Settings
    from faireval.spans import ReadSpan

    # One side of a sentence: its file, the number of its first line, from 1, its lines and its spans.
    Sentence: TypeAlias = tuple[str, int, list[str], list[ReadSpan]]
    Observe: TypeAlias = Callable[[Sentence, Sentence, Alignment], None]


def evaluate(settings: Settings, say: Say, version: str = "", observe: Observe | None = None) -> Evaluation:
    """Compare the sentences of all pairs of files, in order.

    ``version`` is that of :func:`faireval.align.align`. ``observe`` is called for each sentence: target, system, and
    what they have in common. The other arguments and the errors are those of :func:`sentences`.
    """
    evaluation = Evaluation()
    for target, system in sentences(settings, say):
        _, _, _, target_spans = target
        _, _, _, system_spans = system
        try:
            aligned = align(target_spans, system_spans, version)
        except UnlistedTokensError as error:
            raise _unlisted(error.line, target, system) from error
        evaluation.count(target_spans, aligned.others)
        if observe is not None:
            observe(target, system, aligned)
    return evaluation


def sentences(settings: Settings, say: Say) -> Iterator[tuple[Sentence, Sentence]]:
    """Yield both sides of each sentence; extra sentences of either file are left out.

    Sentences that cannot be read are reported to ``say`` and have no spans. Raises :class:`InputError` for lines that
    end the evaluation.
    """
    chosen, excluded = frozenset(settings["labels"]), frozenset(settings.get("exclude", ()))
    reader = SentenceReader(chosen, excluded, settings.get("ignore_punct", False))
    for target_file, system_file in pairs(settings["target_files"], settings["system_files"]):
        both = zip(numbered_sentences(target_file), numbered_sentences(system_file))
        try:
            for (target_line, target), (system_line, system) in both:
                target_spans = _spans(reader, target, target_file, target_line, say)
                # Most systems are mostly right: what has been read of the same lines is not read again.
                same = target_spans and system == target
                system_spans = target_spans if same else _spans(reader, system, system_file, system_line, say)
                yield (target_file, target_line, target, target_spans), (system_file, system_line, system, system_spans)
        except UnicodeDecodeError as error:
            raise _not_utf8(target_file, system_file) from error


def _spans(reader: SentenceReader, lines: list[str], file: str, first: int, say: Say) -> list[ReadSpan]:
    try:
        return reader.spans(lines)
    except RefusedSentenceError as refused:
        say(f"{refused}\n")
        return []
    except BadLineError as error:
        raise InputError(error.problem, file, first + error.index) from error


def _unlisted(line: str, target: Sentence, system: Sentence) -> InputError:
    file, first, lines, _ = target if line in target[2] else system
    problem = "the span lists no valid token and overlaps another one; list its tokens in the last column"
    return InputError(problem, file, first + lines.index(line))


def _not_utf8(target_file: str, system_file: str) -> InputError:
    file = target_file if undecodable_line(target_file) else system_file
    return InputError("not UTF-8 text; save the file as UTF-8", file, undecodable_line(file))
