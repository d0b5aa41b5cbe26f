"""What is suspicious in a run of evalb."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from shlex import join

from legacy_scorers.common.errors import RefusalError
from legacy_scorers.common.host import FOLDER, Host
from legacy_scorers.common.result import KEY, RESPONSE, Location, decoded
from legacy_scorers.evalb.align import SKIPPED, VALID, Sentence, align
from legacy_scorers.evalb.options import MAX_ERROR, Options
from legacy_scorers.evalb.read import KEY_LONGER, RESPONSE_LONGER, Errors, Tree, read_pairs
from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.checks import (
    Finding,
    Labels,
    Places,
    Sampler,
    mixed_encodings,
    new_file,
    odd_bytes,
    quoted,
    some,
    swapped_by_name,
    unknown,
    warnings,
)
from legacy_scorers.rescore.scorers.evalb.changes import PUNCTUATION, ROOTS, TRACE, WORD
from legacy_scorers.rescore.scorers.evalb.reports import MOST
from legacy_scorers.rescore.scorers.scorer import Outcome

SIDES = KEY, RESPONSE
_TEXTS = {
    "beyond-original": f"{{n:sentence}} of more than {MOST} brackets or words, the first has {{first}}",
    "deleted-one-side": "{n:sentence} not scored because a word is deleted on one side only, first {first}",
    "functions-one-side": "{n:tag} with a function, and none on the other side, first {first}",
    "sentence-refused": "{n:sentence} not scored, the first because of: {first}",
    "texts-differ": "{n:sentence} not scored because words differ, the first because of: {first}",
    "tree-expected": "{n:line} without a bracket at the beginning, first {first}",
    "tree-over-lines": "{n:tree} over several lines, the first begins {first}",
}
_ONE_LINE = (  # program of awk
    '{sub(/^[ \\t]+/, ""); tree = tree (tree == "" ? "" : " ") $0; depth += gsub(/\\(/, "(") - gsub(/\\)/, ")")} '
    'depth == 0 && tree != "" {print tree; tree = ""}'
)
_ROOT = "Call the root TOP, which DELETE_LABEL must name: sed 's/^( *(/(TOP (/' {file}"
_OF_WORDS = b"Length unmatch", b"Words unmatch"
_FUNCTION = re.compile(rb"[^-=]+[-=].")  # of a tag, which is not cut


def findings(words: Sequence[str], host: Host, outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run."""
    options = Options(words, lambda name: BytesIO(_content(host, name)), lambda said: None)
    if options.files[2:]:
        advice = "" if options.parameter_files else _with_parameters(words, options.files[2])
        yield Finding("option-ignored", f"files that mean nothing: {some(options.files[2:])}", advice=advice)
    yield from warnings(outcome.scorer.command, outcome.stderr, {r"^\d+ : ": ""})
    names = options.files[:2]
    files = {name: _content(host, name) for name in dict.fromkeys(names)}
    for file, content in files.items():
        yield from odd_bytes(file, content, "byte-order-mark")
        yield from _over_lines(file, content)
    yield from mixed_encodings(files)
    if len(names) == len(SIDES):
        for file, content in files.items():
            yield from _without_bracket(file, content)
        yield from _Run(options).findings([files[name] for name in names])
        yield from swapped_by_name(names[KEY], names[RESPONSE], "test")  # as in the help of evalb


def _with_parameters(words: Sequence[str], file: str) -> str:
    """Return advice to name a file as one of parameters, if it is called so."""
    others = [word for word in words if word != file]
    return (
        f"Put -p before a file of parameters: {join(['evalb', '-p', file, *others])}" if file.endswith(".prm") else ""
    )


def _content(host: Host, name: str) -> bytes:
    """Return the bytes of a file; a folder is an empty one."""
    return b"" if host.kind(name) == FOLDER else host.read(name)


def _over_lines(file: str, content: bytes) -> Iterator[Finding]:
    """Find trees that go on in the next line, if all brackets are closed at the end of the file."""
    found, depth = Sampler(_TEXTS, file), 0
    for line, text in enumerate(content.split(b"\n"), 1):
        before, depth = depth, depth + text.count(b"(") - text.count(b")")
        if depth < 0:
            return
        if depth and not before:
            found.add("tree-over-lines", quoted(text.strip()), line)
    if not depth:
        for finding in found.findings():
            finding.advice = new_file(f"Write each tree in one line: awk '{_ONE_LINE}' {{file}}", file)
            yield finding


def _without_bracket(file: str, content: bytes) -> Iterator[Finding]:
    """Find lines of which most do not begin with a bracket, such as those of another format, or behind numbers."""
    found = Sampler(_TEXTS, file)
    lines = [
        (line, text.strip()) for line, text in enumerate(content.removeprefix(BOM_UTF8).split(b"\n"), 1) if text.strip()
    ]
    wrong = [(line, text) for line, text in lines if not text.startswith(b"(")]
    for line, text in wrong if 2 * len(wrong) > len(lines) else ():
        found.add("tree-expected", quoted(text), line)
    for finding in found.findings():
        if all(b"(" in text for _, text in wrong):
            finding.advice = new_file("Begin lines with the tree: sed 's/^[^(]*//' {file}", file)
        yield finding


class _Run:
    """What is suspicious in the sentences of a run."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._labels = Labels()
        self._found = self._labels.samplers(_TEXTS, options.files[:2])
        self._counting: Places = {}  # roots, and tags of what is usually deleted, that count
        self._scored = 0

    def findings(self, contents: Sequence[bytes]) -> Iterator[Finding]:
        """Yield the findings, given the contents of key and response."""
        said: list[bytes] = []
        errors = Errors(self._options.numbers[MAX_ERROR], said.append)
        is_ended = True
        with suppress(RefusalError):  # after too many errors
            key, response = map(BytesIO, contents)
            pairs = read_pairs(key, response, self._options, errors, None)
            for sentence in align(pairs, self._options, errors, None):
                self._take(sentence)
            is_ended = False
        yield from self._error_findings(said, errors.line, is_ended)
        yield from self._number_findings(said, contents)
        for found in self._found:
            yield from found.findings("beyond-original", "sentence-refused", "texts-differ", "deleted-one-side")
        functions = [list(found.findings("functions-one-side")) for found in self._found]
        if not all(functions):
            yield from [*functions[KEY], *functions[RESPONSE]]
        yield from self._rule_findings()
        if self._scored:
            yield from self._labels.findings()
        else:
            yield Finding("nothing-scored", "no sentence is valid", self._options.files[RESPONSE])

    def _error_findings(self, said: Sequence[bytes], line: int, is_ended: bool) -> Iterator[Finding]:
        most = self._options.numbers[MAX_ERROR]
        if is_ended or len(said) > max(most, 0):
            what = "and the next one ended the run" if is_ended else "and the next one ends the run"
            problem = f"{counted(len(said), 'error')}, with {most} allowed (-e), {what}"
            yield Finding("errors-above-limit", problem, self._options.files[KEY], line if is_ended else None)

    def _number_findings(self, said: Sequence[bytes], contents: Sequence[bytes]) -> Iterator[Finding]:
        if any(line.rstrip(b"\n").endswith((KEY_LONGER, RESPONSE_LONGER)) for line in said):
            key, response = [len(BytesIO(content).readlines()) for content in contents]
            problem = f"{counted(response, 'sentence')}, and {key} in the key"
            yield Finding("sentence-counts-differ", problem, self._options.files[RESPONSE])

    def _rule_findings(self) -> Iterator[Finding]:
        """Find roots and punctuation that count: all of them without a parameter file, or else only roots."""
        if not self._options.parameter_files:
            yield from unknown("parameters-missing", "no parameter file, so these count: {names}", self._counting)
        else:
            roots = {name: place for name, place in self._counting.items() if name.encode() in (*ROOTS, b"")}
            for finding in unknown("root-counts", "roots count that DELETE_LABEL does not name: {names}", roots):
                if not any(roots):
                    finding.advice = new_file(_ROOT, finding.file)
                yield finding

    def _take(self, sentence: Sentence) -> None:
        line = sentence.number
        for side in SIDES:
            tree, found = sentence.trees[side], self._found[side]
            for thing, number in (("bracket", len(tree.brackets)), ("word", len(tree.words))):
                if number > MOST:
                    found.add("beyond-original", counted(number, thing), line)
                    break
            for tag in tree.tags:
                if _FUNCTION.match(tag):
                    found.add("functions-one-side", quoted(tag), line)
            self._note_counting(tree, found.file, line)
        if sentence.status == VALID:
            self._scored += 1
            self._note_labels(sentence)
        else:
            self._note_problem(sentence)

    def _note_counting(self, tree: Tree, file: str, line: int) -> None:
        """Note a root, and tags of what is usually deleted."""
        for root in tree.brackets[:1]:
            is_whole = root.name in (*ROOTS, b"") and (root.begin, root.end) == (0, len(tree.words))
            if is_whole and not root.is_deleted and tree.words:
                self._counting.setdefault(decoded(root.name), Location(file, line))
        for tag in {*tree.tags} & {*PUNCTUATION, TRACE}:
            self._counting.setdefault(decoded(tag), Location(file, line))

    def _note_labels(self, sentence: Sentence) -> None:
        """Note the labels of brackets on both sides; those that match count as the same."""
        spans: list[set[tuple[int, int]]] = [set(), set()]
        for match in sentence.matches:
            for side, index in enumerate((match.key, match.response)):
                if index is None:
                    continue
                bracket = sentence.trees[side].brackets[index]
                label = decoded(bracket.name)
                self._found[side].note(label, sentence.number)
                spans[side].add((bracket.begin, bracket.end))
                if match.key is not None and match.response is not None:
                    self._found[KEY].note(label, sentence.number)
                    self._labels.right.add(label)
        self._labels.share_places |= not spans[KEY].isdisjoint(spans[RESPONSE])

    def _note_problem(self, sentence: Sentence) -> None:
        """Note why a sentence is not scored; an empty line on both sides is no problem."""
        unended = [side for side in SIDES if sentence.trees[side].around or sentence.trees[side].surplus]
        line, found = sentence.number, self._found[unended[0] if unended else RESPONSE]
        problem = next(iter(sentence.errors), b"the response has no words")
        if not problem.startswith(_OF_WORDS):
            if sentence.status != SKIPPED or sentence.errors or sentence.trees[KEY].words:
                found.add("sentence-refused", decoded(problem), line)
        elif deleted := self._deleted_once(sentence):
            found.add("deleted-one-side", deleted, line)
        else:
            found.add("texts-differ", decoded(problem), line)

    def _deleted_once(self, sentence: Sentence) -> str:
        """Return a word that is deleted on one side only, if all words are the same before any are deleted."""
        key, response = [WORD.findall(tree.line) for tree in sentence.trees]
        if [word for _, word in key] == [word for _, word in response]:
            for (tag, word), (other, _) in zip(key, response):
                if self._options.roles[tag][0] != self._options.roles[other][0]:
                    return (
                        f"{quoted(word)}, in the key with the tag {quoted(tag)}, in the response with {quoted(other)}"
                    )
        return ""
