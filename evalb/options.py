"""The words of a command line, and the parameter files that they name (page, 'Command line', 'Parameter files')."""

from __future__ import annotations

import os

from legacy_scorers.common.c import atoi
from legacy_scorers.common.errors import RefusalError
from legacy_scorers.common.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    Tell: TypeAlias = Callable[[bytes], object]

DEBUG, MAX_ERROR, CUTOFF_LEN, LABELED = b"DEBUG", b"MAX_ERROR", b"CUTOFF_LEN", b"LABELED"
DELETE_LABEL, DELETE_LABEL_FOR_LENGTH, QUOTE_LABEL = b"DELETE_LABEL", b"DELETE_LABEL_FOR_LENGTH", b"QUOTE_LABEL"
EQ_LABEL, EQ_WORD = b"EQ_LABEL", b"EQ_WORD"
DEFAULTS = {DEBUG: 0, MAX_ERROR: 10, CUTOFF_LEN: 40, LABELED: 1}  # keywords of numbers
LABELS = DELETE_LABEL, DELETE_LABEL_FOR_LENGTH, QUOTE_LABEL  # keywords of lists
PAIRS = EQ_LABEL, EQ_WORD
SHORTEST_LINE = 3  # bytes of a parameter file; shorter lines are ignored
SWITCHES = {"d": 1, "D": 2}  # values of DEBUG
NUMBERS = {"c": CUTOFF_LEN, "e": MAX_ERROR}
VALUES = {"p": b"parameter file", "c": b"cut-off length for statistices", "e": b"number of error to kill"}
USAGE = b"""\
 evalb [-dDh][-c n][-e n][-p param_file] gold-file test-file  
                                                         
    Evaluate bracketing in test-file against gold-file.  
    Return recall, precision, F-Measure, tag accuracy.              
                                                         
  <option>                                               
    -d             debug mode                            
    -D             debug mode plus bracketing info       
    -c n           cut-off length forstatistics (def.=40)
    -e n           number of error to kill (default=10)  
    -p param_file  parameter file                        
    -h    help                                           
"""  # noqa: W291, W293 - as the original prints it


class Options:
    """The options of a command line, by keyword of parameter files, and the names of files. Later words win.

    ``lines_of`` returns the lines of a parameter file, ``tell`` receives complaints. Raises ``RefusalError`` with the
    usage for ``-h`` and for unknown options. By label, ``alike`` are those that count as one with it; ``names`` are
    what remains of it for comparisons, and whether its brackets are left out; ``roles`` say of a tag whether its words
    are kept, count for the length of a sentence, and may be quotes.
    """

    __slots__ = ("_tell", "alike", "files", "labels", "names", "numbers", "pairs", "parameter_files", "roles")

    def __init__(self, words: Sequence[str], lines_of: Callable[[str], Iterable[bytes]], tell: Tell) -> None:
        self.numbers = {**DEFAULTS}
        self.labels: dict[bytes, list[bytes]] = {keyword: [] for keyword in LABELS}
        self.pairs: dict[bytes, list[tuple[bytes, ...]]] = {keyword: [] for keyword in PAIRS}
        self.alike, self.names, self.roles = Memo(self._alike), Memo(self._name), Memo(self._roles)
        self.files: list[str] = []
        self.parameter_files: list[str] = []
        self._tell = tell
        rest = iter(words)
        for word in rest:
            letter = word[1:2]
            if not word.startswith("-"):
                self.files.append(word)
            elif letter in SWITCHES:
                self.numbers[DEBUG] = SWITCHES[letter]
            elif letter in VALUES:
                value = word[2:] or next(rest, None)
                if value is None:
                    tell(b"Missing argument: %b\n" % VALUES[letter])
                self._set(letter, value or "", lines_of)
            elif letter:
                raise RefusalError(USAGE, status=int(letter == "h"))

    def _set(self, letter: str, value: str, lines_of: Callable[[str], Iterable[bytes]]) -> None:
        if letter in NUMBERS:
            self.numbers[NUMBERS[letter]] = atoi(os.fsencode(value))
            return
        self.parameter_files.append(value)
        for line in lines_of(value):
            self._read(line.partition(b"\0")[0].rstrip())

    def _read(self, line: bytes) -> None:
        """Read a line of a parameter file."""
        if len(line) < SHORTEST_LINE or line.startswith(b"#"):
            return
        keyword = b"" if line[:1].isspace() else line.split()[0]
        value = line[len(keyword) :].lstrip()
        if keyword not in {**self.numbers, **self.labels, **self.pairs}:
            self._tell(b"Unknown keyword (%b) in parameter file\n" % line)
        elif not value:
            self._tell(b"Empty value in parameter file (%b)\n" % line)
        elif keyword in self.numbers:
            self.numbers[keyword] = atoi(value)
        elif keyword in self.labels:
            self.labels[keyword].append(value)
        elif len(value.split()) == 2:
            self.pairs[keyword].append(tuple(value.split()))
        else:
            self._tell(b"%b requires two values\n" % keyword)

    def are_equal(self, keyword: bytes, one: bytes, other: bytes) -> bool:
        """Say whether two labels (``EQ_LABEL``) or words (``EQ_WORD``) are the same or count as one."""
        return one == other or (one, other) in self.pairs[keyword] or (other, one) in self.pairs[keyword]

    def _alike(self, label: bytes) -> list[bytes]:
        alike = [label]
        for one, other in self.pairs[EQ_LABEL]:
            if label in (one, other):
                alike.append(other if label == one else one)
        return alike

    def _name(self, label: bytes) -> tuple[bytes, bool]:
        name = label.partition(b"-")[0].partition(b"=")[0]
        return name, not set(self.alike[name]).isdisjoint(self.labels[DELETE_LABEL])

    def _roles(self, tag: bytes) -> tuple[bool, bool, bool]:
        deleted, deleted_for_length, quotes = [self.labels[keyword] for keyword in LABELS]
        return tag not in deleted, tag not in deleted_for_length, tag in quotes
