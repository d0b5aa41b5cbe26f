"""Changes of the units that a file holds one after the other: instances, spans, documents.

A pattern finds units; its group 1 is what a unit is called. Where it is not set, a new list of units begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from operator import itemgetter
from typing import TypeAlias

from rescore.archive.changes.edits import edit
from rescore.archive.changes.setup import Change

Unit: TypeAlias = re.Pattern[bytes]
_MAX_PAIRS = 100


def doubles(groups: Iterable[Sequence[str]], without: Callable[[bool, bytes], bytes]) -> Iterator[Change]:
    """Yield the changes that leave out all units of a name but the first, or the last, of each file."""
    for paths in groups:
        yield edit("duplicates", "without what {} has twice", paths, partial(without, False))
        yield edit("duplicates", "with the last of what {} has twice", paths, partial(without, True))


def once(unit: Unit, last: bool, content: bytes) -> bytes:
    """Return a file with the first or the last of all units of a name."""
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


def of_documents(unit: Unit, paths: Iterable[str], files: Mapping[str, bytes]) -> Iterator[Change]:
    """Yield the changes that leave out a document of files, keep one of each name, cut off the last ones, or exchange
    the names of two.
    """
    for path in paths:
        names = [found[1] for found in unit.finditer(files[path]) if found[1] is not None]
        for name in names if len(names) > 1 else ():
            text = f"without document {name.decode(errors='backslashreplace')} of {{}}"
            yield edit("document", text, [path], partial(_without, unit, name))
    for path in paths:
        yield from doubles([[path]], partial(once, unit))
        yield from cut(unit, path, files[path], range(len(unit.findall(files[path])) - 1, 0, -1))
        yield from exchanged(unit, path, files[path])


def _without(unit: Unit, name: bytes, content: bytes) -> bytes:
    return unit.sub(lambda found: b"" if found[1] == name else found[0], content)


def cut(unit: Unit, path: str, content: bytes, sizes: Iterable[int]) -> Iterator[Change]:
    """Yield the changes that cut a file off behind some numbers of units."""
    ends = [found.end() for found in unit.finditer(content) if found[1] is not None]
    for size in sizes:
        if 0 < size < len(ends):
            text = f"with {{}} cut off behind {size} of {len(ends)}"
            yield edit("truncated", text, [path], itemgetter(slice(ends[size - 1])))


def exchanged(unit: Unit, path: str, content: bytes) -> Iterator[Change]:
    """Yield the changes that exchange the names of two units."""
    pairs = combinations([found.span(1) for found in unit.finditer(content) if found[1] is not None], 2)
    for one, other in islice(pairs, _MAX_PAIRS):
        names = [content[begin:end].decode(errors="backslashreplace") for begin, end in (one, other)]
        yield edit("texts", f"with {' and '.join(names)} of {{}} exchanged", [path], partial(_exchanged, one, other))


def _exchanged(one: tuple[int, int], other: tuple[int, int], content: bytes) -> bytes:
    (begin, end), (start, stop) = one, other
    return content[:begin] + content[start:stop] + content[end:start] + content[begin:end] + content[stop:]
