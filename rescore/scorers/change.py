"""Changes of a run that may explain published figures: small mistakes and other choices.

Here are those for all scorers, and what the changes of several scorers share; each scorer's own changes of options
and units are in ``changes.py`` of their folders. A file is a sequence of units: instances, spans, documents. Group 1
of the pattern for units is the name of one. A match without it begins a new list.
"""

from __future__ import annotations

import contextlib
import os
import re
import zlib
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, islice
from operator import itemgetter, ne
from typing import NamedTuple, TypeAlias, TypeVar

from legacy_scorers.common import host
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.reports.words import listed

STANDARD_INPUT = "/dev/stdin"
T = TypeVar("T")
Unit: TypeAlias = re.Pattern[bytes]

_ENCODINGS = {
    "latin-1": "ISO 8859-1",
    "utf-16": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
    "mac_roman": "Mac Roman",
    "cp850": "code page 850",
}
_LINE_END, _NEWLINE, _NO_NEWLINE = re.compile(rb"\r?\n"), re.compile(rb"\r?\n\Z"), re.compile(rb"[^\n]\Z")
_WITH_HEADER = 31  # window bits of zlib: gz with any window
_MAX_GROWTH = 64  # times the size
_WORD = re.compile(rb"[^\s\"'<>=,;:|/\[\]{}()]+")
_MAX_PAIRS = 100


@dataclass(slots=True)
class Setup:
    """A command line, the ``folder`` in the archive where it is run, and the content of files that it may read."""

    words: Sequence[str]
    environment: Mapping[str, str]
    files: Mapping[str, bytes]
    folder: str

    def with_files(self, files: Mapping[str, bytes], without: Collection[str] = ()) -> Setup:
        """Return the setup with other contents of some files, and without others."""
        kept = {path: content for path, content in self.files.items() if path not in without}
        return replace(self, files={**kept, **files})

    def path(self, name: str) -> str:
        """Return the path in the archive of a file that the command line calls ``name``."""
        return os.path.normpath(os.path.join(self.folder, name)).replace(os.sep, "/")

    def below(self, name: str) -> list[str]:
        """Return the paths of the file of that name, or of all files in the folder of that name."""
        path = self.path(name)
        return sorted(file for file in self.files if path in (file, os.path.dirname(file)))


class Change(NamedTuple):
    """A change of a run: its kind and detail, and its ``text``, which follows a verdict, such as ``with -m``."""

    kind: str
    detail: str
    text: str
    apply: Callable[[Setup], Setup]  # returns the changed setup, the same if there is nothing to change


class Sides(NamedTuple):
    """The paths of a run's files by role; ``key_text`` is the key if a file of the response contains it."""

    key: Sequence[str]
    response: Sequence[str]
    others: Sequence[str] = ()  # one text to change, or none
    key_text: bytes = b""
    configuration: str = ""

    @property
    def all(self) -> list[Sequence[str]]:
        """Each group of files that is changed together."""
        return [group for group in (self.response, self.key, self.others) if group]


def word_change(kind: str, detail: str, text: str, words: Callable[[list[str]], Sequence[str]]) -> Change:
    """Return a change of the words of the command line."""
    return Change(kind, detail, text, lambda setup: replace(setup, words=words([*setup.words])))


def redirected(words: Sequence[str]) -> tuple[Sequence[str], str]:
    """Return the words before ``< FILE`` and the file, by default :data:`STANDARD_INPUT`."""
    before, file = host.redirected(words)
    return before, file or STANDARD_INPUT


def option_change(kind: str, detail: str, text: str, *options: str) -> Change:
    """Return the change that adds options, which override earlier ones, at the end of the command line."""

    def words(words: list[str]) -> list[str]:
        before, _ = redirected(words)
        return [*before, *options, *words[len(before) :]]

    return word_change(kind, detail, text, words)


def toggle_change(kind: str, option: str, words: Sequence[str]) -> Change:
    """Return the change that removes an option without a value, or adds it."""
    if option not in words:
        return option_change(kind, option, f"with {option}", option)
    return word_change(kind, option, f"without {option}", lambda words: [word for word in words if word != option])


def swap_change(detail: str, place: int) -> Change:
    """Return the change that exchanges the word at an index and the next one, which name the sides."""
    order = slice(place, place + 2)
    text = "with the sides swapped"
    return word_change("swap", detail, text, lambda words: [*words[:place], *words[order][::-1], *words[order.stop :]])


def version_change(variable: str, version: str, text: str) -> Change:
    """Return the change that sets the variable of the environment that chooses a version."""
    return Change(
        "version", version, text, lambda now: replace(now, environment={**now.environment, variable: version})
    )


def edit(kind: str, text: str, paths: Sequence[str], change: Callable[[bytes], bytes]) -> Change:
    """Return the change of the contents of some files; ``{}`` in ``text`` is replaced by their name or folder."""

    def apply(setup: Setup) -> Setup:
        return setup.with_files({path: change(setup.files[path]) for path in paths if path in setup.files})

    folder, *others = {os.path.dirname(path) for path in paths}
    name = paths[0] if len(paths) == 1 else "all files" if others or not folder else folder
    return Change(kind, name, text.replace("{}", name), apply)


class Settings(NamedTuple):
    """How a configuration file sets names.

    The groups of the pattern ``line`` are the text before a name, the name, the text before its value, and the value.
    ``quotes`` are stripped from the value, blanks if None. ``added`` is the format of a new line.
    """

    line: bytes
    added: str
    quotes: bytes | None = None

    def value(self, config: bytes, name: str) -> str | None:
        """Return the last value of a name, or None."""
        found = re.findall(self.line % name.encode(), config)
        return found[-1][3].strip(self.quotes).decode(errors="surrogateescape") if found else None

    def with_values(self, values: Mapping[str, str | None], config: bytes) -> bytes:
        """Return a configuration with other values at its end, and without names whose value is None."""
        for name, value in values.items():
            if value != self.value(config, name):
                added = "" if value is None else f"\n{self.added.format(name, value)}\n"
                config = re.sub(self.line % name.encode(), b"", config) + added.encode(errors="surrogateescape")
        return config

    def set(self, path: str, kind: str, text: str, values: Mapping[str, str | None]) -> Change:
        """Return the change of some values in the configuration at a path."""
        return edit(kind, text, [path], partial(self.with_values, values))

    def swapped(self, path: str, names: Sequence[str], kind: str, text: str) -> Change:
        """Return the change that exchanges two names in the configuration at a path."""
        one, other = [name.encode() for name in names]

        def renamed(found: re.Match[bytes]) -> bytes:
            return b"".join([found[1], other if found[2].lower() == one else one, found[3], found[4]])

        return edit(kind, text, [path], partial(re.compile(self.line % b"|".join([one, other])).sub, renamed))


def key_changes(sides: Sides, keys: Mapping[str, Mapping[str, bytes]]) -> Iterator[Change]:
    """Yield the changes to other keys; ``keys`` maps the name of each key to its files, content by path."""
    for name, files in keys.items():
        if sides.key and set(files) != {*sides.key}:
            folder = os.path.dirname(sides.key[0])
            paths = [os.path.join(folder, os.path.basename(path)) for path in files]
            new = dict(zip(sides.key if len(sides.key) == len(files) == 1 else paths, files.values()))
            yield Change("key", name, f"with {name}", partial(Setup.with_files, files=new, without=sides.key))


def saving_changes(sides: Sides) -> Iterator[Change]:
    """Yield files with or without a final newline, with LF or CR LF, without a mark of the byte order, recoded."""
    for paths in sides.all:
        yield edit("newline", "with a newline at the end of {}", paths, partial(_NO_NEWLINE.sub, rb"\g<0>\n"))
        yield edit("newline", "without the newline at the end of {}", paths, partial(_NEWLINE.sub, b""))
    for paths in sides.all:
        yield edit("line ends", "with LF line ends in {}", paths, partial(_LINE_END.sub, b"\n"))
        yield edit("line ends", "with CR LF line ends in {}", paths, partial(_LINE_END.sub, b"\r\n"))
    for paths in sides.all:
        yield edit("encoding", "with {} without its byte order mark", paths, lambda text: text.removeprefix(BOM_UTF8))
        yield edit("encoding", "with {} in ISO 8859-1, not UTF-8", paths, _in_latin_1)
        for codec, name in _ENCODINGS.items():
            yield edit("encoding", f"with {{}} in UTF-8, not {name}", paths, partial(_in_utf_8, codec))


def _in_latin_1(text: bytes) -> bytes:
    with contextlib.suppress(UnicodeError):
        return text.decode().encode("latin-1")
    return text


def _in_utf_8(codec: str, text: bytes) -> bytes:
    is_wide = b"\0" in text
    is_other = is_wide or text.decode(errors="ignore").encode() != text
    if is_other and is_wide == codec.startswith("utf"):
        with contextlib.suppress(UnicodeError):
            return text.decode(codec).removeprefix("\ufeff").encode()
    return text


def unpacked(content: bytes) -> bytes:
    """Return the content of a gz file, as far as it can be read, or another file unchanged."""
    if content.startswith(b"\x1f\x8b"):
        with contextlib.suppress(zlib.error):
            return zlib.decompressobj(_WITH_HEADER).decompress(content, _MAX_GROWTH * len(content))
    return content


def name_changes(setup: Setup, missing: Iterable[str], sides: Sides) -> Iterator[Change]:
    r"""Yield the changes that unpack files, and those to the names that the run asks for: other letters, ``/``."""
    plain = {name: bare for name, content in setup.files.items() if (bare := unpacked(content)) != content}
    for files in (plain, {name.removesuffix(".gz"): content for name, content in plain.items()}):
        yield from _replaced("compressed", "with {} uncompressed", [*plain], files)
    folders = [os.path.dirname(name) for name in sides.response[:1]]
    partners = [os.path.join(folder, os.path.basename(name)) for folder in folders for name in sides.key]
    asked = {name.lower(): name for name in (*missing, *partners)}
    case, slashes = "with the name of {} in the letter case that is asked for", r"with / for \ in the name of {}"
    for kind, text, names in (
        ("file names", slashes, {name: name.replace("\\", "/") for name in setup.files}),
        ("case", case, {name: asked.get(name.lower(), name) for name in setup.files}),
    ):
        moved = {name: new for name, new in names.items() if new not in setup.files}
        yield from _replaced(kind, text, [*moved], {new: setup.files[name] for name, new in moved.items()})
    text = r"with / for \ in the command line"
    yield word_change("file names", "\\", text, lambda words: [word.replace("\\", "/") for word in words])


def _replaced(kind: str, text: str, old: Sequence[str], new: Mapping[str, bytes]) -> Iterator[Change]:
    if old:
        yield Change(kind, old[0], text.format(listed(old, 1)), partial(Setup.with_files, files=new, without=old))


def case_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield the changes that write words of one side in the letter case of the other side."""
    for paths, others in ((sides.response, sides.key), (sides.key, sides.response), (sides.others, sides.key)):
        known = Counter(word for path in others for word in _WORD.findall(setup.files.get(path, b"")))
        spellings = {word.lower(): word for word, _ in reversed(known.most_common())} | {word: word for word in known}
        if paths and others:
            yield edit("case", "with words of {} in the letter case of the key", paths, partial(_respelled, spellings))


def _respelled(spellings: Mapping[bytes, bytes], content: bytes) -> bytes:
    return _WORD.sub(lambda found: spellings.get(found[0]) or spellings.get(found[0].lower(), found[0]), content)


def file_changes(sides: Sides) -> Iterator[Change]:
    """Yield the changes that leave a file out of a side that has several, then those that exchange two."""
    several = [paths for paths in (sides.response, sides.key) if len(paths) > 1]
    for path in chain.from_iterable(several):
        yield from _replaced("document", "without {}", [path], {})
    for pair in chain.from_iterable(islice(combinations(paths, 2), _MAX_PAIRS) for paths in several):
        yield Change("texts", pair[0], f"with {' and '.join(pair)} exchanged", partial(_exchanged, *pair))


def _exchanged(one: str, other: str, setup: Setup) -> Setup:
    files = setup.files
    return setup.with_files({one: files[other], other: files[one]}) if one in files and other in files else setup


def duplicate_changes(groups: Iterable[Sequence[str]], without: Callable[[bool, bytes], bytes]) -> Iterator[Change]:
    """Yield the changes that keep only the first, or only the last, unit of each name in each file."""
    for paths in groups:
        yield edit("duplicates", "without what {} has twice", paths, partial(without, False))
        yield edit("duplicates", "with the last of what {} has twice", paths, partial(without, True))


def keep_once(unit: Unit, last: bool, content: bytes) -> bytes:
    """Return a file with only the first, or the ``last``, unit of each name in a list."""
    found = [*unit.finditer(content)]
    names: list[Hashable] = []  # each after the number of its list
    number = 0
    for one in found:
        number += one[1] is None
        names.append((number, one[1]))
    kept = {one.start() for one in first_of(found, names, last)}
    return unit.sub(lambda one: one[0] if one.start() in kept else b"", content)


def first_of(items: Sequence[T], names: Sequence[Hashable], last: bool) -> list[T]:
    """Return the items with the first, or the ``last``, of equal names."""
    places = range(len(names))
    kept = {names[place]: place for place in (places if last else reversed(places))}
    return [items[place] for place in sorted(kept.values())]


def document_changes(unit: Unit, setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield the changes that remove one document, repeated ones or the last ones, or exchange two documents' names."""
    found = {path: [*unit.finditer(setup.files.get(path, b""))] for path in (*sides.response, *sides.key)}
    for path, documents in found.items():
        for document in documents if len(documents) > 1 else ():
            text = f"without document {_shown(document)} of {{}}"
            yield edit("document", text, [path], partial(keep_only, unit, partial(ne, document[1])))
    for path, documents in found.items():
        yield from duplicate_changes([[path]], partial(keep_once, unit))
        yield from _cut(path, documents, reversed(range(len(documents))))
        for pair in islice(combinations(documents, 2), _MAX_PAIRS):
            text = f"with {' and '.join(map(_shown, pair))} of {{}} exchanged"
            yield edit("texts", text, [path], partial(_with_names_exchanged, pair))


def keep_only(unit: Unit, chosen: Callable[[bytes], bool], content: bytes) -> bytes:
    """Return a file without the units whose names are not chosen."""
    return unit.sub(lambda found: found[0] if chosen(found[1]) else b"", content)


def _shown(unit: re.Match[bytes]) -> str:
    return unit[1].decode(errors="backslashreplace")


def _with_names_exchanged(units: Iterable[re.Match[bytes]], content: bytes) -> bytes:
    (begin, end), (start, stop) = [unit.span(1) for unit in units]
    return content[:begin] + content[start:stop] + content[end:start] + content[begin:end] + content[stop:]


def truncations(unit: Unit, setup: Setup, path: str, published: Iterable[Cell], column: str) -> Iterator[Change]:
    """Yield the changes that truncate a file to the published numbers of its units, which are in a column."""
    sizes = {int(cell.value) for cell in published if cell.column == column and not isinstance(cell.value, str)}
    yield from _cut(path, [*unit.finditer(setup.files.get(path, b""))], sorted(sizes))


def _cut(path: str, units: Sequence[re.Match[bytes]], sizes: Iterable[int]) -> Iterator[Change]:
    for size in sizes:
        if 0 < size < len(units):
            text = f"with {{}} cut off after {size} of {len(units)}"
            yield edit("truncated", text, [path], itemgetter(slice(units[size - 1].end())))
