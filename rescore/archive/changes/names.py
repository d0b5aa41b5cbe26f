"""Changes of files as copying and unpacking leave them: other names, packed, in other encodings, exchanged."""

from __future__ import annotations

import os
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice

from rescore.archive.changes.edits import edit
from rescore.archive.changes.setup import Change, Setup, Sides

_GZIP, _SUFFIX = b"\x1f\x8b", ".gz"
_WITH_HEADER = 31  # of zlib: gz, whatever its window
_MAX_GROWTH = 64  # times the size
_WORD = re.compile(rb"[^\s\"'<>=,;:|/\[\]{}()]+")
_MAX_PAIRS = 100


def unpacked(content: bytes) -> bytes:
    """Return what a gz file holds, as far as it can be read; any other file as it is."""
    if not content.startswith(_GZIP):
        return content
    try:
        return zlib.decompressobj(_WITH_HEADER).decompress(content, _MAX_GROWTH * len(content))
    except zlib.error:
        return content


def compressed(setup: Setup) -> Iterator[Change]:
    """Yield the changes that unpack all files that are packed, under their names or without the ``.gz`` of these."""
    names = [name for name, content in setup.files.items() if unpacked(content) != content]
    if names:
        contents = {name: unpacked(setup.files[name]) for name in names}
        yield _with("compressed", f"with {_listed(names)} uncompressed", names, contents)
        plain = {name.removesuffix(_SUFFIX): content for name, content in contents.items()}
        yield _with("compressed", f"with {_listed(names)} uncompressed", names, plain)


def renamed(setup: Setup, missing: Iterable[str], sides: Sides) -> Iterator[Change]:
    r"""Yield the changes that give files the names that the run asks for: other small letters, ``/`` for ``\``."""
    asked: dict[str, str] = {name.lower(): name for name in (*missing, *_under(sides.response, sides.key))}
    spellings: tuple[tuple[str, Callable[[str], str], str], ...] = (
        ("file names", lambda name: name.replace("\\", "/"), r"with / for \ in the name of {}"),
        (
            "case",
            lambda name: asked.get(name.lower(), name),
            "with the name of {} in the letter case that is asked for",
        ),
    )
    for kind, spelled, text in spellings:
        names = [name for name in setup.files if spelled(name) not in (name, *setup.files)]
        if names:
            contents = {spelled(name): setup.files[name] for name in names}
            yield _with(kind, text.format(_listed(names)), names, contents)
    words = [word.replace("\\", "/") for word in setup.words]
    yield Change("file names", "\\", r"with / for \ in the command line", lambda now: now.with_words(words))


def _under(paths: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the names of files as they would be in the folder of others."""
    return [os.path.join(os.path.dirname(paths[0]), os.path.basename(name)) for name in names] if paths else []


def _with(kind: str, text: str, names: Sequence[str], contents: Mapping[str, bytes]) -> Change:
    return Change(kind, names[0], text, lambda setup: setup.without(names).with_files(contents))


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def letter_case(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield the changes that write words of a side in the letter case that the other side has them in."""
    for paths, others in ((sides.response, sides.key), (sides.key, sides.response), (sides.others, sides.key)):
        known = Counter(word for path in others for word in _WORD.findall(setup.files.get(path, b"")))
        spellings = {word.lower(): word for word, _ in reversed(known.most_common())}
        if paths and others:
            yield edit(
                "case", "with words of {} in the letter case of the key", paths, partial(_respelled, spellings, known)
            )


def _respelled(spellings: Mapping[bytes, bytes], known: Mapping[bytes, int], content: bytes) -> bytes:
    def spelled(found: re.Match[bytes]) -> bytes:
        return found[0] if found[0] in known else spellings.get(found[0].lower(), found[0])

    return _WORD.sub(spelled, content)


def exchanged(sides: Sides) -> Iterator[Change]:
    """Yield the changes that exchange two files of a side that has several."""
    for paths in (sides.response, sides.key):
        for one, other in islice(combinations(paths, 2), _MAX_PAIRS):
            yield Change("texts", one, f"with {one} and {other} exchanged", partial(_exchanged, one, other))


def _exchanged(one: str, other: str, setup: Setup) -> Setup | None:
    files = setup.files
    return setup.with_files({one: files[other], other: files[one]}) if one in files and other in files else None
