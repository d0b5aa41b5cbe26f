"""What is suspicious in a run of conlleval: its options, the columns of the file, and the tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO

from common.errors import InputError, RefusalError
from common.result import Location, decoded
from conlleval.align import NO_TAG, Step
from conlleval.cli import aligned_lines
from conlleval.evidence import SIDES
from conlleval.options import Options
from conlleval.read import splitter
from rescore.checks import inputs
from rescore.checks.finding import Finding, Sampler, quoted
from rescore.reports.model import counted
from rescore.scorers import SCORERS
from rescore.scorers.running import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from conlleval.align import Aligned, Tag

_TAG = re.compile(rb"O|[BIESLUMW\[\].](?:-.*)?", re.DOTALL)
_KNOWN = frozenset("BIEO.[]")
_LAST, _FIRST = frozenset("ESLUW"), frozenset("BSUW")  # letters that end or begin spans in IOBES and similar encodings
_TEXTS = {
    "letter-unknown": "{n:tag} with a letter that begins and ends nothing, first {first}",
    "phrases-joined": (
        "{n:tag} at which IOBES and its like begin a phrase, and conlleval continues the one before, first {first}"
    ),
    "tag-without-type": "{n:tag} without a type, first {first}",
    "guess-missing": "the column of the key has no tags, first {first}; is it the column of the words?",
}


def findings(words: Sequence[str], outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded."""
    options, file, content = _input(words)
    if options.outside != b"O" and not options.raw:
        yield Finding("option-ignored", f"-o {quoted(options.outside)} without -r")
    yield from inputs.odd_bytes(file, content, "byte-order-mark")
    yield from _columns(options, file, content)
    yield from _Tags(file, options.raw).findings(aligned_lines(BytesIO(content), options))


def causes(words: Sequence[str]) -> Iterator[Finding]:
    """Yield possible causes of lines with too few or too many columns."""
    try:
        yield from _columns(*_input(words))
    except (InputError, RefusalError, OSError):  # the run has reported it
        return


def _input(words: Sequence[str]) -> tuple[Options, str, bytes]:
    words, name = SCORERS["conlleval"].redirected(words)
    options = Options(words)
    with open(name, "rb") as file:
        return options, name, file.read()


def _columns(options: Options, file: str, content: bytes) -> Iterator[Finding]:
    if not content:
        return
    split = splitter(options.delimiter)
    if b"\t" in content and split(b"a\tb") == [b"a\tb"]:
        lines = sum(b"\t" in line for line in content.split(b"\n"))
        problem = f"{counted(lines, 'line')} with tabs, which are not delimiters here"
        yield Finding("tab-in-column", problem, file, inputs.line_at(content, content.find(b"\t")))
    if split(b"a\r") == [b"a\r"]:
        yield from inputs.odd_bytes(file, content, "crlf")


class _Tags:
    def __init__(self, file: str, raw: bool) -> None:
        self._file = file
        self._raw = raw
        self._labels = inputs.Labels()
        self._found = Sampler(_TEXTS, file)
        self._no_tags = (Sampler(_TEXTS, file), Sampler(_TEXTS, file))  # texts that do not look like tags, by side

    def findings(self, lines: Iterable[Aligned]) -> Iterator[Finding]:
        """Yield the findings; if only the key's column mostly lacks tags, yield just that."""
        before: tuple[Tag, Tag] = (NO_TAG, NO_TAG)
        tokens = 0
        for line, (columns, step) in enumerate(lines, 1):
            self._look_at_phrases(line, step)
            for side in SIDES if columns else ():
                self._look_at_tag(line, columns[side - 2], before[side], step, side)
            tokens += bool(columns)
            before = step.tags
        of_key, of_response = [side.count("guess-missing") for side in self._no_tags]
        if of_key * 2 > tokens > of_response * 2:
            yield from self._no_tags[0].findings()
            return
        yield from self._found.findings()
        if self._labels.key or self._labels.response:
            yield from self._labels.findings()
        else:
            yield Finding("nothing-scored", "no tag of either side begins a phrase", self._file)

    def _look_at_phrases(self, line: int, step: Step) -> None:
        key, response, correct, _ = step.signature
        for labels, type_ in ((self._labels.key, key), (self._labels.response, response)):
            if type_ is not None:
                labels.setdefault(decoded(type_), Location(self._file, line))
        if correct is not None:
            self._labels.right.add(decoded(correct))
        self._labels.share_places |= None not in (key, response)

    def _look_at_tag(self, line: int, text: bytes, before: Tag, step: Step, side: int) -> None:
        letter, type_ = step.tags[side]
        letter_before, type_before = before
        begins = step.signature[side] is not None
        if not self._raw and not _TAG.fullmatch(text):
            self._no_tags[side].add("guess-missing", quoted(text), line)
        if not type_ and letter not in ("O", "."):
            self._found.add("tag-without-type", quoted(text), line)
        elif letter not in _KNOWN:
            self._found.add("letter-unknown", quoted(text), line)
        if type_ and type_ == type_before and not begins and (letter in _FIRST or letter_before in _LAST):
            self._found.add("phrases-joined", quoted(text), line)
