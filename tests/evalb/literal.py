"""A slow evalb: the rules of its page one by one, byte by byte, with parameters as a plain object."""

from __future__ import annotations

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


class Side:
    """A line: words as tag and word, brackets as [label, begin, end], quotes, and the length."""

    def __init__(self) -> None:
        self.words: list[tuple[bytes, bytes]] = []
        self.brackets: list[list[bytes | int]] = []
        self.quotes: list[list[object]] = []  # place, tag, word, brackets before, indexes of brackets around
        self.length = 0


class Run:
    """A run: what it prints on both streams, and its exit status."""

    def __init__(self, gold: list[bytes], test: list[bytes], rules: Rules) -> None:
        self.rules = rules
        self.table: list[str] = []
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
        side = Side()
        around: list[int] = []
        surplus = at = 0
        line = line.split(b"\0")[0] + b"\n"
        while at < len(line):
            if line[at] in WHITE:
                at += 1
            elif line[at : at + 1] == b"(":
                at = self._begin(side, line, at + 1, around)
            elif line[at : at + 1] == b")":
                at += 1
                if around:
                    side.brackets[around.pop()][2] = len(side.words)
                else:
                    if surplus:
                        self.tell(b"Bracketing unbalance (too many close bracket)")
                    surplus += 1
                    if side.brackets:
                        side.brackets[0][2] = len(side.words)
            else:
                self.tell(b"Reading sentence")
        if around or surplus:
            self.tell(b"Bracketing is unbalanced (too many open bracket)")
        return side

    def _begin(self, side: Side, line: bytes, at: int, around: list[int]) -> int:
        end = until(line, at)
        label = line[at:end]
        begin = end
        while begin < len(line) and line[begin] in WHITE:
            begin += 1
        stop = until(line, begin)
        word = line[begin:stop]
        if begin > end and line[stop : stop + 1] == b")":
            rules = self.rules
            side.length += label not in rules.short
            if label in rules.quote and word in (b"'", b'"', b"/"):
                side.quotes.append([len(side.words), label, word, len(side.brackets), [*around]])
            if label not in rules.delete:
                side.words.append((label, word))
            return stop + 1
        if begin > end and stop < len(line) and line[stop] in WHITE:
            self.tell(b"More than two elements in a bracket")
        around.append(len(side.brackets))
        side.brackets.append([label, len(side.words), -1])
        return end

    def _row(self, key: Side, test: Side, before: int) -> None:
        numbers = self._numbers(key, test) if test.words else [0] * 6
        status = 2 if not test.words else int(self.errors > before)
        self.sentences.append((key.length, status, numbers))
        right, gold, found, crossing, words, tags = numbers
        shares = f"{share(right, gold):6.2f} {share(right, found):6.2f}"
        counts = f"{right:3d}    {gold:3d}  {found:3d}    {crossing:3d}   {words:4d}  {tags:4d}"
        self.table.append(
            f"{self.line:4d}  {key.length:3d}    {status}  {shares}   {counts}   {share(tags, words):6.2f}"
        )

    def _numbers(self, key: Side, test: Side) -> list[int]:
        rules = self.rules
        if len(key.words) != len(test.words):
            put_quotes_back(key, test, rules)
        if len(key.words) != len(test.words):
            self.tell(b"Length unmatch (%d|%d)" % (len(key.words), len(test.words)))
            return [0] * 6
        for (_, one), (_, other) in zip(key.words, test.words):
            if not equal(one, other, rules.words):
                self.tell(b"Words unmatch (%b|%b)" % (one, other))
                return [0] * 6
        left, right = [compared(side, rules) for side in (key, test)]
        matched: set[int] = set()
        for label, begin, end in left:
            for index, (other, other_begin, other_end) in enumerate(right):
                fits = not rules.labeled or equal(label, other, rules.labels)
                if index not in matched and (begin, end) == (other_begin, other_end) and fits:
                    matched.add(index)
                    break
        crossing = sum(any(a < c < b < d or c < a < d < b for _, a, b in left) for _, c, d in right)
        tags = sum(equal(one, other, rules.labels) for (one, _), (other, _) in zip(key.words, test.words))
        return [len(matched), len(left), len(right), crossing, len(key.words), tags]

    def stdout(self) -> bytes:
        heading = [
            "  Sent.                        Matched  Bracket   Cross        Correct Tag",
            " ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy",
            "=" * 76,
        ]
        lines = [*heading, *self.table]
        if not self.exit:
            right, gold, test, crossing, words, tags = self._sums(2**31)
            figures = (
                f"{share(right, gold):6.2f} {share(right, test):6.2f} {right:6d} {gold:5d} {test:5d}  {crossing:5d}"
            )
            left = " " * 16 + figures if gold and test else ""
            lines += ["=" * 76, f"{left}  {words:5d} {tags:5d}   {share(tags, words):6.2f}", "=== Summary ===", ""]
            lines += ["-- All --", *self._block(2**31), "", f"-- len<={self.rules.cutoff} --"]
            lines += self._block(self.rules.cutoff)
        return "".join(line + "\n" for line in lines).encode()

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


def compared(side: Side, rules: Rules) -> list[tuple[bytes, int, int]]:
    kept = []
    for label, begin, end in side.brackets:
        assert isinstance(label, bytes)
        assert isinstance(begin, int)
        assert isinstance(end, int)
        name = label.split(b"-")[0].split(b"=")[0]
        if begin != end and not any(equal(name, deleted, rules.labels) for deleted in rules.delete):
            kept.append((name, begin, end))
    return kept


def put_quotes_back(key: Side, test: Side, rules: Rules) -> None:
    for n in range(len(test.quotes)):
        place = test.quotes[n][0]
        for m in range(len(key.quotes)):
            (now, tag), other = key.quotes[m][:2], test.quotes[n][1]
            if now == place and tag != other:
                if tag in rules.delete and other not in rules.delete:
                    put_back(key, m)
                if other in rules.delete and tag not in rules.delete:
                    put_back(test, n)


def put_back(side: Side, index: int) -> None:
    place, tag, word, before, around = side.quotes[index]
    assert isinstance(place, int)
    assert isinstance(before, int)
    assert isinstance(around, list)
    side.words.insert(place, (tag, word))  # type: ignore[arg-type]
    for number, bracket in enumerate(side.brackets):
        if number >= before:
            bracket[1] += 1  # type: ignore[operator]
        if number >= before or number in around:
            bracket[2] += 1  # type: ignore[operator]
    for quote in side.quotes[index:]:
        quote[0] += 1  # type: ignore[operator]
