"""Changes of files that are the same for all commands: line ends, encodings, another key, a document left out."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from rescore.archive.changes.setup import Change, Setup, Sides

Edit: TypeAlias = Callable[[bytes], bytes]

_BOM = b"\xef\xbb\xbf"
_ENCODINGS = {
    "latin-1": "ISO 8859-1",
    "utf-16": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
    "mac_roman": "Mac Roman",
    "cp850": "code page 850",
}


def edit(kind: str, text: str, paths: Sequence[str], change: Edit) -> Change:
    """Return the change of the contents of some files; ``{}`` in ``text`` stands for their name."""

    def apply(setup: Setup) -> Setup | None:
        return setup.with_files({path: change(setup.files[path]) for path in paths if path in setup.files})

    name = paths[0] if len(paths) == 1 else os.path.dirname(paths[0]) or "all files"
    return Change(kind, name, text.replace("{}", name), apply)


def other_keys(sides: Sides, keys: Mapping[str, Mapping[str, bytes]]) -> Iterator[Change]:
    """Yield the changes to other keys: name, and content by file name, of one file or of a folder."""
    for name, files in keys.items():
        if set(files) != {*sides.key}:
            yield Change("key", name, f"with {name}", partial(_with_key, sides.key, files))


def _with_key(key: Sequence[str], files: Mapping[str, bytes], setup: Setup) -> Setup | None:
    if len(key) == 1 and len(files) == 1:
        return setup.with_files({key[0]: next(iter(files.values()))})
    if not key:
        return None
    folder = os.path.dirname(key[0])
    return setup.without(key).with_files({f"{folder}/{os.path.basename(path)}": text for path, text in files.items()})


def line_ends(sides: Sides) -> Iterator[Change]:
    """Yield a final newline more or less, then CR LF for LF and the other way round."""
    for paths in sides.all:
        yield edit("newline", "with a newline at the end of {}", paths, _with_newline)
        yield edit("newline", "without the newline at the end of {}", paths, _without_newline)
    for paths in sides.all:
        yield edit("line ends", "with LF line ends in {}", paths, lambda text: text.replace(b"\r\n", b"\n"))
        yield edit(
            "line ends",
            "with CR LF line ends in {}",
            paths,
            lambda text: text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
        )


def _with_newline(text: bytes) -> bytes:
    return text if text.endswith(b"\n") or not text else text + b"\n"


def _without_newline(text: bytes) -> bytes:
    return text[: -2 if text.endswith(b"\r\n") else -1] if text.endswith(b"\n") else text


def encodings(sides: Sides) -> Iterator[Change]:
    """Yield other encodings, none for UTF-8 but ISO 8859-1, and no mark of the byte order."""
    for paths in sides.all:
        yield edit("encoding", "with {} without its byte order mark", paths, lambda text: text.removeprefix(_BOM))
        yield edit("encoding", "with {} in ISO 8859-1, not UTF-8", paths, _in_latin_1)
        for codec, name in _ENCODINGS.items():
            yield edit("encoding", f"with {{}} in UTF-8, not {name}", paths, partial(_in_utf_8, codec))


def _in_latin_1(text: bytes) -> bytes:
    try:
        return text.decode().encode("latin-1")
    except UnicodeError:
        return text


def _in_utf_8(codec: str, text: bytes) -> bytes:
    is_wide = b"\0" in text
    try:
        text.decode()
    except UnicodeDecodeError:
        is_other = True
    else:
        is_other = is_wide
    if is_other and is_wide == codec.startswith("utf"):
        with contextlib.suppress(UnicodeError):
            return text.decode(codec).removeprefix("\ufeff").encode()
    return text


def in_order(paths: Sequence[str]) -> Iterator[Change]:
    """Yield the changes that sort the lines of a file byte by byte."""
    for path in paths:
        yield edit("sorted", "with {} sorted", [path], _sorted)


def _sorted(text: bytes) -> bytes:
    lines = text.split(b"\n")
    last = lines.pop() if text.endswith(b"\n") else None
    return b"\n".join([*sorted(lines), *([] if last is None else [last])])


def left_out(sides: Sides) -> Iterator[Change]:
    """Yield the changes that leave a file out of a side that has several."""
    for paths in (sides.response, sides.key):
        if len(paths) > 1:
            for path in paths:
                yield Change("document", path, f"without {path}", partial(_without, path))


def _without(path: str, setup: Setup) -> Setup | None:
    return setup.without([path]) if path in setup.files else None
