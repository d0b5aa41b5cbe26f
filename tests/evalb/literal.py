"""A slow evalb: the rules of its page one by one, byte by byte, with parameters as a plain object."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

WHITE = b" \t\n\v\f\r"


class Rules(NamedTuple):
    """The parameters of a run."""

    delete: tuple[bytes, ...] = ()
    short: tuple[bytes, ...] = ()  # DELETE_LABEL_FOR_LENGTH
    quote: tuple[bytes, ...] = ()
    labels: tuple[tuple[bytes, bytes], ...] = ()  # EQ_LABEL
    words: tuple[tuple[bytes, bytes], ...] = ()  # EQ_WORD
    labeled: int = 1
    most: int = 10
    cutoff: int = 40

    def file(self) -> bytes:
        """Return them as a parameter file."""
        lines = [b"LABELED %d" % self.labeled, b"MAX_ERROR %d" % self.most, b"CUTOFF_LEN %d" % self.cutoff]
        lines += [b"DELETE_LABEL " + label for label in self.delete]
        lines += [b"DELETE_LABEL_FOR_LENGTH " + label for label in self.short]
        lines += [b"QUOTE_LABEL " + label for label in self.quote]
        lines += [b"EQ_LABEL %b %b" % pair for pair in self.labels]
        lines += [b"EQ_WORD %b %b" % pair for pair in self.words]
        return b"".join(line + b"\n" for line in lines)


def equal(one: bytes, other: bytes, pairs: tuple[tuple[bytes, bytes], ...]) -> bool:
    return one == other or (one, other) in pairs or (other, one) in pairs


class TooManyError(Exception):
    """One error more than allowed."""


class Bracket:
    """A bracket and, of its text, the begin and end in the line."""

    def __init__(self, label: bytes, begin: int, first: int, last: int) -> None:
        self.label = label
        self.span = [begin, -1]
        self.first, self.last = first, last


class Quote:
    """A quotation mark: its place among the words, the brackets that begin before it, and those around it."""

    def __init__(self, place: int, word: tuple[bytes, bytes], before: int, around: list[int]) -> None:
        self.place, self.word, self.before, self.around = place, word, before, around


class Side:
    """A line: words as tag and word, brackets, quotes, and the length.

    ``results`` of words and brackets are 9 if these were not looked at, 5 if they are left out, 1 if they are right, 0
    if not.
    """

    def __init__(self, line: bytes = b"") -> None:
        self.line = line
        self.results: tuple[list[int], list[int]] = [], []
        self.words: list[tuple[bytes, bytes]] = []
        self.brackets: list[Bracket] = []
        self.quotes: list[Quote] = []
        self.length = 0


class Run:
    """A run: what it prints on both streams, and its exit status."""

    def __init__(self, gold: list[bytes], test: list[bytes], rules: Rules, debug: int = 0) -> None:
        self.rules = rules
        self.debug = debug
        self.table: list[bytes] = []
        self.stderr = b""
        self.errors = 0
        self.line = 0
        self.sentences: list[tuple[int, int, list[int]]] = []  # length, status, and the six numbers of the row
        self.exit = 0
        try:
            self._score(gold, test)
        except TooManyError:
            self.exit = 1

    def tell(self, message: bytes) -> None:
        self.stderr += b"%d : %b\n" % (self.line, message)
        if self.errors > self.rules.most:
            raise TooManyError
        self.errors += 1

    def trace(self, line: bytes) -> None:
        """Print what only -D prints."""
        self.table += [line] if self.debug > 1 else []

    def _score(self, gold: list[bytes], test: list[bytes]) -> None:
        for number, line in enumerate(gold):
            self.line = number + 1
            before = self.errors
            key = self.read(line)
            if number >= len(test):
                self.tell(b"Number of lines unmatch (too many lines in gold file)")
                return
            self._row(key, self.read(test[number]), before)
        if len(test) > len(gold):
            self.line = len(gold) + 1
            self.tell(b"Number of lines unmatch (too many lines in test file)")

    def read(self, line: bytes) -> Side:
        line = line.split(b"\0")[0] + b"\n"
        side = Side(line)
        around: list[int] = []
        surplus = at = 0
        while at < len(line):
            if line[at] in WHITE:
                at += 1
            elif line[at : at + 1] == b"(":
                at = self._begin(side, line, at + 1, around)
            elif line[at : at + 1] == b")":
                at += 1
                if around:
                    self._close(side, around.pop(), at - 1)
                else:
                    if surplus:
                        self.tell(b"Bracketing unbalance (too many close bracket)")
                    surplus += 1
                    if side.brackets:
                        self._close(side, 0, at - 1)
            else:
                self.tell(b"Reading sentence")
        if around or surplus:
            self.tell(b"Bracketing is unbalanced (too many open bracket)")
        return side

    def _close(self, side: Side, index: int, at: int) -> None:
        side.brackets[index].span[1] = len(side.words)
        side.brackets[index].last = at

    def _begin(self, side: Side, line: bytes, at: int, around: list[int]) -> int:
        end = until(line, at)
        label = line[at:end]
        begin = end
        while begin < len(line) and line[begin] in WHITE:
            begin += 1
        stop = until(line, begin)
        word = line[begin:stop]
        if begin > end:
            self.trace(b"label=%b, word=%b, wid=%d" % (label, word, len(side.words)))
        if begin > end and line[stop : stop + 1] == b")":
            rules = self.rules
            side.length += label not in rules.short
            if label in rules.quote and word in (b"'", b'"', b"/"):
                side.quotes.append(Quote(len(side.words), (label, word), len(side.brackets), [*around]))
            if label not in rules.delete:
                side.words.append((label, word))
            return stop + 1
        if begin > end and stop < len(line) and line[stop] in WHITE:
            self.tell(b"More than two elements in a bracket")
        around.append(len(side.brackets))
        side.brackets.append(Bracket(label, len(side.words), end, len(line) - 1))
        return end

    def _row(self, key: Side, test: Side, before: int) -> None:
        self.trace(b"")
        numbers = self._numbers(key, test) if test.words else [0] * 6
        status = 2 if not test.words else int(self.errors > before)
        self.sentences.append((key.length, status, numbers))
        right, gold, found, crossing, words, tags = numbers
        shares = f"{share(right, gold):6.2f} {share(right, found):6.2f}"
        counts = f"{right:3d}    {gold:3d}  {found:3d}    {crossing:3d}   {words:4d}  {tags:4d}"
        row = f"{self.line:4d}  {key.length:3d}    {status}  {shares}   {counts}   {share(tags, words):6.2f}"
        self.table.append(row.encode())
        self.table += listing(key, test) if self.debug else []

    def _numbers(self, key: Side, test: Side) -> list[int]:
        rules = self.rules
        if len(key.words) != len(test.words):
            put_quotes_back(key, test, rules, self.trace)
        if len(key.words) != len(test.words):
            self.tell(b"Length unmatch (%d|%d)" % (len(key.words), len(test.words)))
            return [0] * 6
        for (_, one), (_, other) in zip(key.words, test.words):
            if not equal(one, other, rules.words):
                self.tell(b"Words unmatch (%b|%b)" % (one, other))
                return [0] * 6
        states = [looked_at(side, rules) for side in (key, test)]
        matched = self._match(key, test, states)
        left, right = [
            [bracket for bracket, state in zip(side.brackets, of_side) if state == 0]
            for side, of_side in zip((key, test), states)
        ]
        of_tags = [int(equal(one, other, rules.labels)) for (one, _), (other, _) in zip(key.words, test.words)]
        for side, of_side, partners in zip((key, test), states, ([*matched], [*matched.values()])):
            side.results = of_tags, [int(index in partners) or state for index, state in enumerate(of_side)]
        return [len(matched), len(left), len(right), self._crossings(key, test, states), len(key.words), sum(of_tags)]

    def _match(self, key: Side, test: Side, states: list[list[int]]) -> dict[int, int]:
        """Return the index of the test bracket that each matched gold bracket matches."""
        matched: dict[int, int] = {}
        named: set[int] = set()
        for index, bracket in enumerate(key.brackets):
            is_found = False
            for place, other in enumerate(test.brackets):
                state = int(place in matched.values()) or states[1][place]
                spans = bracket.span[0], other.span[0], bracket.span[1], other.span[1]
                numbers = states[0][index], state, *spans
                self.trace(b"1.res=%d, 2.res=%d, 1.start=%d, 2.start=%d, 1.end=%d, 2.end=%d" % numbers)
                if bracket.span != other.span or states[0][index] or state:
                    continue
                is_found = True
                if not self.rules.labeled or equal(cut(bracket), cut(other), self.rules.labels):
                    matched[index] = place
                    break
                named.add(place)
                self.trace(b"  LABEL" + described(key, index))
            if not is_found and not states[0][index]:
                self.trace(b"  BRACKET" + described(key, index))
        for place, state in enumerate(states[1]):
            if not state and place not in {*matched.values(), *named}:
                self.trace(b"  EXTRA" + described(test, place))
        return matched

    def _crossings(self, key: Side, test: Side, states: list[list[int]]) -> int:
        number, last = 0, -1
        for other, state in zip(test.brackets, states[1]):
            c, d = other.span
            for index, bracket in enumerate(key.brackets):
                a, b = bracket.span
                if state == states[0][index] == 0 and (a < c < b < d or c < a < d < b):
                    number += 1
                    if index != last:
                        self.trace(b"  CROSSING" + described(key, index))
                    last = index
                    break
        return number

    def stdout(self) -> bytes:
        heading = [
            "  Sent.                        Matched  Bracket   Cross        Correct Tag",
            " ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy",
            "=" * 76,
        ]
        table = b"".join(line + b"\n" for line in [*map(str.encode, heading), *self.table])
        lines: list[str] = []
        if not self.exit:
            right, gold, test, crossing, words, tags = self._sums(2**31)
            figures = (
                f"{share(right, gold):6.2f} {share(right, test):6.2f} {right:6d} {gold:5d} {test:5d}  {crossing:5d}"
            )
            left = " " * 16 + figures if gold and test else ""
            lines = ["=" * 76, f"{left}  {words:5d} {tags:5d}   {share(tags, words):6.2f}", "=== Summary ===", ""]
            lines += ["-- All --", *self._block(2**31), "", f"-- len<={self.rules.cutoff} --"]
            lines += self._block(self.rules.cutoff)
        return table + "".join(line + "\n" for line in lines).encode()

    def _sums(self, cutoff: int) -> list[int]:
        rows = [row for length, status, row in self.sentences if status == 0 and length <= cutoff]
        return [sum(row[column] for row in rows) for column in range(6)]

    def _block(self, cutoff: int) -> list[str]:
        chosen = [(status, row) for length, status, row in self.sentences if length <= cutoff]
        valid = [row for status, row in chosen if status == 0]
        kinds = [len(chosen), *[[status for status, _ in chosen].count(kind) for kind in (1, 2, 0)]]
        right, gold, test, crossing, words, tags = self._sums(cutoff)
        r, p = share(right, gold), share(right, test)
        figures = [
            ("Bracketing Recall", r),
            ("Bracketing Precision", p),
            ("Bracketing FMeasure", 2 * p * r / (p + r) if p + r else None),
            ("Complete match", share(sum(row[0] == row[1] == row[2] for row in valid), len(valid))),
            ("Average crossing", crossing / len(valid) if valid else 0.0),
            ("No crossing", share(sum(row[3] == 0 for row in valid), len(valid))),
            ("2 or less crossing", share(sum(row[3] <= 2 for row in valid), len(valid))),
            ("Tagging accuracy", share(tags, words)),
        ]
        names = ["sentence", "Error sentence", "Skip  sentence", "Valid sentence"]
        return [
            *[f"{'Number of ' + name:26}= {number:6d}" for name, number in zip(names, kinds)],
            *[f"{name:26}= " + ("  -nan" if value is None else f"{value:6.2f}") for name, value in figures],
        ]


def until(line: bytes, at: int) -> int:
    while at < len(line) and line[at] not in WHITE + b"()":
        at += 1
    return at


def share(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0


def cut(bracket: Bracket) -> bytes:
    """Return the label that is compared."""
    return bracket.label.split(b"-")[0].split(b"=")[0]


def looked_at(side: Side, rules: Rules) -> list[int]:
    """Return 5 for each bracket that is left out, else 0."""
    return [
        5 * (one.span[0] == one.span[1] or any(equal(cut(one), deleted, rules.labels) for deleted in rules.delete))
        for one in side.brackets
    ]


def described(side: Side, index: int) -> bytes:
    bracket = side.brackets[index]
    begin, end = bracket.span
    return b"[%d-%d]: %b" % (begin, end - 1, side.line[bracket.first : bracket.last])


def listing(key: Side, test: Side) -> list[bytes]:
    """Return what -d prints of a sentence: its words, then its brackets."""
    sizes = len(key.words), len(key.brackets), len(test.words), len(test.brackets)
    lines = [b"-<1>---(wn1=%3d, bn1=%3d)-           -<2>---(wn2=%3d, bn2=%3d)-" % sizes]
    for row, number, width in (word_row, max(sizes[::2]), 40), (bracket_row, max(sizes[1::2]), 32):
        for index in range(number):
            left = row(key, index)
            lines.append((left + b" " * 6 if left else b" " * width) + row(test, index))
        lines.append(b"")
    return [*lines, b"========"]


def word_row(side: Side, index: int) -> bytes:
    if index >= len(side.words) or not side.words[index][1]:
        return b""
    result = side.results[0][index] if side.results[0] else 9
    return b"%3d : %d : %-6b  %-16b" % (index, result, *side.words[index])


def bracket_row(side: Side, index: int) -> bytes:
    if index >= len(side.brackets):
        return b""
    bracket = side.brackets[index]
    begin, end = bracket.span
    result = side.results[1][index] if side.results[1] else 9
    shown = cut(bracket) if result < 9 and begin != end else bracket.label
    return b"%3d : %d : %3d  %3d  %-6b" % (index, result, begin, end, shown)


def put_quotes_back(key: Side, test: Side, rules: Rules, trace: Callable[[bytes], None]) -> None:
    for n in range(max(len(key.quotes), len(test.quotes))):
        for side in key, test:
            for quote in side.quotes[n : n + 1]:
                trace(b"%d: %b - %b" % (quote.place, *quote.word))
    for other in test.quotes:
        place, (other_tag, _) = other.place, other.word
        for quote in key.quotes:
            tag, _ = quote.word
            if quote.place == place and tag != other_tag:
                if tag in rules.delete and other_tag not in rules.delete:
                    put_back(key, quote, trace)
                if other_tag in rules.delete and tag not in rules.delete:
                    put_back(test, other, trace)


def put_back(side: Side, quote: Quote, trace: Callable[[bytes], None]) -> None:
    trace(b"bra=%d, ind=%d" % (quote.before, quote.place))
    for number, bracket in enumerate(side.brackets):
        trace(b"bracket[%d]={%d,%d}" % (number, *bracket.span))
    trace(b"endslen=%d" % len(quote.around))
    side.words.insert(quote.place, quote.word)
    for number, bracket in enumerate(side.brackets):
        bracket.span[0] += number >= quote.before
        bracket.span[1] += number >= quote.before or number in quote.around
    for later in side.quotes[side.quotes.index(quote) :]:
        later.place += 1
