"""Changes of files for all commands, such as those that editing, copying or unpacking a file makes.

A file is a sequence of units: instances, spans, documents. A pattern finds units; its group 1 is the name of a unit. A
match without group 1 begins a new list of units.
"""

from __future__ import annotations

import contextlib
import os
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, islice
from operator import itemgetter
from typing import TypeAlias

from rescore.changes import Change, Setup, Sides
from rescore.reports.model import Cell, listed

Edit: TypeAlias = Callable[[bytes], bytes]
Unit: TypeAlias = re.Pattern[bytes]

_BOM = b"\xef\xbb\xbf"
_ENCODINGS = {
    "latin-1": "ISO 8859-1",
    "utf-16": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
    "mac_roman": "Mac Roman",
    "cp850": "code page 850",
}
_GZIP, _SUFFIX = b"\x1f\x8b", ".gz"
_WITH_HEADER = 31  # window bits of zlib: gz with any window
_MAX_GROWTH = 64  # times the size
_WORD = re.compile(rb"[^\s\"'<>=,;:|/\[\]{}()]+")
_MAX_PAIRS = 100


def edit(kind: str, text: str, paths: Sequence[str], change: Edit) -> Change:
    """Return the change of the contents of some files; ``{}`` in ``text`` is replaced by their name."""

    def apply(setup: Setup) -> Setup | None:
        return setup.with_files({path: change(setup.files[path]) for path in paths if path in setup.files})

    name = paths[0] if len(paths) == 1 else os.path.dirname(paths[0]) or "all files"
    return Change(kind, name, text.replace("{}", name), apply)


@dataclass(frozen=True)
class Settings:
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
        """Return a configuration with other values of some names, and without the names whose value is None."""
        for name, value in values.items():
            lines, new = re.compile(self.line % name.encode()), (value or "").encode(errors="surrogateescape")
            if value is None:
                config = lines.sub(b"", config)
            elif lines.search(config):
                config = lines.sub(rb"\g<1>\g<2>\g<3>" + new.replace(b"\\", rb"\\"), config)
            else:
                config += f"\n{self.added.format(name, value)}\n".encode(errors="surrogateescape")
        return config

    def set(self, path: str, name: str, value: str, kind: str = "", text: str = "") -> Change:
        """Return the change of a value in the configuration at a path."""
        text = text or f"with {self.added.format(name, value)}"
        return edit(kind or name, text, [path], partial(self.with_values, {name: value}))

    def swapped(self, path: str, names: Sequence[str], kind: str, text: str) -> Change:
        """Return the change that exchanges two names in the configuration at a path."""
        one, other = [name.encode() for name in names]
        either = re.compile(self.line % b"|".join([one, other]))

        def renamed(found: re.Match[bytes]) -> bytes:
            return b"".join([found[1], other if found[2].lower() == one else one, found[3], found[4]])

        return edit(kind, text, [path], partial(either.sub, renamed))


def other_keys(sides: Sides, keys: Mapping[str, Mapping[str, bytes]]) -> Iterator[Change]:
    """Yield the changes to other keys; ``keys`` maps the name of each key to its files, content by path."""
    for name, files in keys.items():
        if set(files) != {*sides.key}:
            yield Change("key", name, f"with {name}", partial(_with_key, sides.key, files))


def _with_key(key: Sequence[str], files: Mapping[str, bytes], setup: Setup) -> Setup | None:
    if len(key) == 1 and len(files) == 1:
        return setup.with_files({key[0]: next(iter(files.values()))})
    if not key:
        return None
    folder = os.path.dirname(key[0])
    return setup.with_files({f"{folder}/{os.path.basename(path)}": text for path, text in files.items()}, key)


def as_saved(sides: Sides) -> Iterator[Change]:
    """Yield files with or without a final newline, with LF or CR LF, then in other encodings.

    A file that is not UTF-8 is converted to it from each encoding. One in UTF-8 is converted to ISO 8859-1, and loses
    its byte order mark.
    """
    for kind, edits in _AS_SAVED.items():
        for paths in sides.all:
            for text, change in edits:
                yield edit(kind, text, paths, change)


def _with_lf(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n")


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


_AS_SAVED: Mapping[str, Sequence[tuple[str, Edit]]] = {
    "newline": (
        ("with a newline at the end of {}", lambda text: text if text[-1:] in (b"\n", b"") else text + b"\n"),
        ("without the newline at the end of {}", partial(re.compile(rb"\r?\n\Z").sub, b"")),
    ),
    "line ends": (
        ("with LF line ends in {}", _with_lf),
        ("with CR LF line ends in {}", lambda text: _with_lf(text).replace(b"\n", b"\r\n")),
    ),
    "encoding": (
        ("with {} without its byte order mark", lambda text: text.removeprefix(_BOM)),
        ("with {} in ISO 8859-1, not UTF-8", _in_latin_1),
        *[(f"with {{}} in UTF-8, not {name}", partial(_in_utf_8, codec)) for codec, name in _ENCODINGS.items()],
    ),
}


def unpacked(content: bytes) -> bytes:
    """Return the content of a gz file, as far as it can be read, or another file unchanged."""
    if content.startswith(_GZIP):
        with contextlib.suppress(zlib.error):
            return zlib.decompressobj(_WITH_HEADER).decompress(content, _MAX_GROWTH * len(content))
    return content


def compressed(setup: Setup) -> Iterator[Change]:
    """Yield the changes that unpack all packed files, under their names with or without ``.gz``."""
    contents = {name: plain for name, content in setup.files.items() if (plain := unpacked(content)) != content}
    if contents:
        bare = {name.removesuffix(_SUFFIX): content for name, content in contents.items()}
        for unpacked_files in (contents, bare):
            yield _with("compressed", "with {} uncompressed", [*contents], unpacked_files)


def renamed(setup: Setup, missing: Iterable[str], sides: Sides) -> Iterator[Change]:
    r"""Yield the changes that give files the names that the run asks for: another letter case, ``/`` for ``\``."""
    folder = os.path.dirname(sides.response[0]) if sides.response else ""
    partners = [os.path.join(folder, os.path.basename(name)) for name in sides.key] if sides.response else []
    asked = {name.lower(): name for name in (*missing, *partners)}

    def in_case(name: str) -> str:
        return asked.get(name.lower(), name)

    case = "with the name of {} in the letter case that is asked for"
    slashes = r"with / for \ in the name of {}"
    for kind, text, spelled in (("file names", slashes, _with_slashes), ("case", case, in_case)):
        names = [name for name in setup.files if spelled(name) not in (name, *setup.files)]
        if names:
            yield _with(kind, text, names, {spelled(name): setup.files[name] for name in names})
    words = [*map(_with_slashes, setup.words)]
    yield Change("file names", "\\", r"with / for \ in the command line", lambda now: now.with_words(words))


def _with_slashes(name: str) -> str:
    return name.replace("\\", "/")


def _with(kind: str, text: str, old: Sequence[str], contents: Mapping[str, bytes]) -> Change:
    return Change(kind, old[0], text.format(listed(old, 1)), lambda setup: setup.with_files(contents, old))


def letter_case(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield the changes that write words of one side in the letter case of the other side."""
    for paths, others in ((sides.response, sides.key), (sides.key, sides.response), (sides.others, sides.key)):
        known = Counter(word for path in others for word in _WORD.findall(setup.files.get(path, b"")))
        spellings = {word.lower(): word for word, _ in reversed(known.most_common())}
        if paths and others:
            text = "with words of {} in the letter case of the key"
            yield edit("case", text, paths, partial(_respelled, spellings, known))


def _respelled(spellings: Mapping[bytes, bytes], known: Mapping[bytes, int], content: bytes) -> bytes:
    def spelled(found: re.Match[bytes]) -> bytes:
        return found[0] if found[0] in known else spellings.get(found[0].lower(), found[0])

    return _WORD.sub(spelled, content)


def of_files(sides: Sides) -> Iterator[Change]:
    """Yield the changes that leave a file out of a side that has several, then those that exchange two."""
    several = [paths for paths in (sides.response, sides.key) if len(paths) > 1]
    for path in chain.from_iterable(several):
        yield Change("document", path, f"without {path}", partial(Setup.with_files, files={}, without=[path]))
    for paths in several:
        for one, other in islice(combinations(paths, 2), _MAX_PAIRS):
            yield Change("texts", one, f"with {one} and {other} exchanged", partial(_exchanged, one, other))


def _exchanged(one: str, other: str, setup: Setup) -> Setup | None:
    files = setup.files
    return setup.with_files({one: files[other], other: files[one]}) if one in files and other in files else None


def doubles(groups: Iterable[Sequence[str]], without: Callable[[bool, bytes], bytes]) -> Iterator[Change]:
    """Yield the changes that keep only the first, or only the last, unit of each name in each file."""
    for paths in groups:
        yield edit("duplicates", "without what {} has twice", paths, partial(without, False))
        yield edit("duplicates", "with the last of what {} has twice", paths, partial(without, True))


def once(unit: Unit, last: bool, content: bytes) -> bytes:
    """Return a file with only the first, or the ``last``, unit of each name."""
    found = list(unit.finditer(content))
    seen: set[bytes] = set()
    dropped = []
    for one in reversed(found) if last else found:
        if one[1] is None:
            seen.clear()
        elif one[1] in seen:
            dropped.append(one.span())
        else:
            seen.add(one[1])
    for begin, end in sorted(dropped, reverse=True):
        content = content[:begin] + content[end:]
    return content


def of_documents(unit: Unit, sides: Sides, files: Mapping[str, bytes]) -> Iterator[Change]:
    """Yield the changes that remove one document, repeated ones or the last ones, or exchange two documents' names."""
    found = {path: _named(unit, files[path]) for path in (*sides.response, *sides.key)}
    for path, documents in found.items():
        for document in documents if len(documents) > 1 else ():
            text = f"without document {_shown(document)} of {{}}"
            yield edit("document", text, [path], partial(_without_unit, unit, document[1]))
    for path, documents in found.items():
        yield from doubles([[path]], partial(once, unit))
        yield from cut(unit, path, files[path], range(len(documents) - 1, 0, -1))
        for pair in islice(combinations(documents, 2), _MAX_PAIRS):
            text = f"with {' and '.join(map(_shown, pair))} of {{}} exchanged"
            yield edit("texts", text, [path], partial(_with_names_exchanged, pair))


def numbers(published: Iterable[Cell], column: str) -> list[int]:
    """Return the published numbers in a column, in order."""
    values = [cell.value for cell in published if cell.column == column]
    return sorted({int(value) for value in values if not isinstance(value, str)})


def cut(unit: Unit, path: str, content: bytes, sizes: Iterable[int]) -> Iterator[Change]:
    """Yield the changes that truncate a file to some numbers of units."""
    units = _named(unit, content)
    for size in sizes:
        if 0 < size < len(units):
            text = f"with {{}} cut off after {size} of {len(units)}"
            yield edit("truncated", text, [path], itemgetter(slice(units[size - 1].end())))


def _named(unit: Unit, content: bytes) -> list[re.Match[bytes]]:
    return [found for found in unit.finditer(content) if found[1] is not None]


def _shown(unit: re.Match[bytes]) -> str:
    return unit[1].decode(errors="backslashreplace")


def _without_unit(unit: Unit, name: bytes, content: bytes) -> bytes:
    return unit.sub(lambda found: b"" if found[1] == name else found[0], content)


def _with_names_exchanged(units: Iterable[re.Match[bytes]], content: bytes) -> bytes:
    (begin, end), (start, stop) = [unit.span(1) for unit in units]
    return content[:begin] + content[start:stop] + content[end:start] + content[begin:end] + content[stop:]
