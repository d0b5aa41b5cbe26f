"""The command ``iobes``: convert or check the tag column of a CoNLL-style file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from legacy_scorers.common.cli import main_of
from legacy_scorers.common.errors import InputError, one_line
from legacy_scorers.common.iobes.conll import sentences
from legacy_scorers.common.iobes.formats import BIOS, BMES, SpanEncoding, SpanFormat, TokenFunction
from legacy_scorers.common.iobes.reading import BadTag, read_as_conlleval, read_format
from legacy_scorers.common.iobes.spelling import Spelling, as_written
from legacy_scorers.common.iobes.write import mark

if TYPE_CHECKING:
    from legacy_scorers.common.host import Host

COMMAND = "iobes"
_ALIASES = {"bioes": "iobes"}  # a name that the library does not take
USAGE = """\
usage: iobes --from SCHEME --to SCHEME [--column N] [--suffix] [--ignore-case] [--repair conlleval] [FILE]
       iobes --from SCHEME --check [--column N] [--suffix] [--ignore-case] [FILE]

Convert the span tags of a CoNLL-style file (one token per line, columns separated by white space, blank lines between
sentences) and write the file to standard output with all other bytes unchanged. Malformed tags are reported on standard
error as FILE:LINE: KIND: TAG; if there are any, nothing is written and the exit status is 1.

  --from SCHEME       the encoding of the tags: iob, bio (or iob2), bios, iobes (bioes), bilou (bioul), bmes,
                      bmeow (bmewo)
  --to SCHEME         the encoding to write
  --column N          the column of the tags, counted from 1; -1 is the last (the default), -2 the one before it
  --suffix            tags are read as TYPE-LETTER, such as PER-B; they are written as B-PER
  --ignore-case       letters are read in upper or lower case, such as b-PER and o; they are written in upper case
  --check             only report malformed tags
  --repair conlleval  read all tags as conlleval does, instead of refusing malformed ones
  --help              show this text
  FILE                the file; - or none is standard input
"""
VALUED = ("--from", "--to", "--column", "--repair")
SWITCHES = ("--suffix", "--ignore-case", "--check", "--help")
OWN_FORMATS: dict[str, type[SpanFormat]] = {"bmes": BMES, "bios": BIOS}  # the library lacks them
BAD_USAGE = 2


class Options(NamedTuple):
    """What the user asked for. ``column`` is an index, -1 the last; ``target`` is None if the file is only checked."""

    source: type[SpanFormat]
    target: type[SpanFormat] | None
    spelling: Spelling
    column: int
    repair: bool
    file: str


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv``, by default the process's own words, and return its exit status.

    It is 0 if all went well, 1 if tags are malformed or the file cannot be read, 2 if the options make no sense.
    """
    return main_of(COMMAND, score, argv)


def score(words: Sequence[str], host: Host) -> int:
    """Convert or check what ``words`` ask for, and return the exit status."""
    options = _options(words)
    if options is None:
        host.stdout.write(USAGE.encode())
        return 0
    content = _content(host, options.file)
    malformed: list[BadTag] = []
    converted = b"".join(_converted(content, options, malformed))
    if malformed:
        host.stderr.write(_report(options.file, malformed))
        return 1
    if options.target is not None:
        host.stdout.write(converted)
    return 0


def _content(host: Host, file: str) -> bytes:
    if file != "-":
        return host.read(file)
    if host.stdin is None:
        raise InputError("standard input is closed; name a file")
    return host.stdin.read()


def _converted(content: bytes, options: Options, malformed: list[BadTag]) -> Iterator[bytes]:
    """Yield each sentence in the target encoding, if any, and collect the malformed tags of the source."""
    for sentence in sentences(content, options.column):
        usual = options.spelling.usual(sentence) if any(options.spelling) else sentence
        spans, bad = read_as_conlleval(usual) if options.repair else read_format(usual, options.source)
        malformed += [as_written(one, sentence) for one in bad]
        if options.target is not None:
            tags = [TokenFunction.OUTSIDE] * len(sentence.tags)
            mark(tags, spans, options.target)
            yield sentence.written(tags)


def _report(file: str, malformed: list[BadTag]) -> bytes:
    name = "<stdin>" if file == "-" else file
    return b"".join([one_line(f"{name}:{bad.line}: {bad.kind}: {bad.tag}") for bad in malformed])


def _options(words: Sequence[str]) -> Options | None:
    """Return what the words ask for, or None for the help."""
    values, files = _sorted_out(words)
    if "--help" in values:
        return None
    if len(files) > 1:
        raise _nonsense(f"{len(files)} files are named; name only one")
    check, repair = "--check" in values, values.get("--repair")
    if check and repair:
        raise _nonsense("--check and --repair cannot be combined; remove one")
    if repair not in (None, "conlleval"):
        raise _nonsense(f"--repair {repair}: unknown policy; use conlleval")
    source = _scheme("--from", values)
    target = None if check else _scheme("--to", values)
    spelling = Spelling("--suffix" in values, "--ignore-case" in values)
    column = _column(values.get("--column", "-1"))
    return Options(source, target, spelling, column, repair is not None, files[0] if files else "-")


def _sorted_out(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Return the options with their values, empty for switches, and the files."""
    values: dict[str, str] = {}
    files: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name in VALUED:
            values[name] = value if equals else next(rest, "")
            if not values[name]:
                raise _nonsense(f"{name} needs a value")
        elif word in SWITCHES:
            values[word] = ""
        elif word.startswith("-") and word != "-":
            raise _nonsense(f"unknown option {word}")
        else:
            files.append(word)
    return values, files


def _scheme(option: str, values: dict[str, str]) -> type[SpanFormat]:
    if option not in values:
        raise _nonsense(f"{option} SCHEME is missing")
    own = OWN_FORMATS.get(values[option].strip().lower())
    if own is not None:
        return own
    try:
        scheme = SpanEncoding.from_string(_ALIASES.get(values[option].lower(), values[option]))
    except ValueError:
        known = "iob, bio, bios, iobes, bilou, bmes or bmeow"
        raise _nonsense(f"{option} {values[option]}: unknown encoding; use {known}") from None
    if scheme is SpanEncoding.TOKEN:
        raise _nonsense(f"{option}: the encoding TOKEN has no spans to convert")
    of_library: type[SpanFormat] = scheme.value
    return of_library


def _column(number: str) -> int:
    try:
        column = int(number)
    except ValueError:
        column = 0
    if not column:
        raise _nonsense(f"--column {number}: not a column; count from 1, or backwards from -1")
    return column - 1 if column > 0 else column


def _nonsense(problem: str) -> InputError:
    return InputError(f"{problem}; --help shows the options", status=BAD_USAGE)
