"""The messages of a successful run on standard error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from common.result import Location
from rescore.checks.finding import Finding, Occurrences, counted

_WITH_FILE = re.compile(r"(?:MATScore|muc-score): (?P<file>[^:-][^:]*):(?:(?P<line>\d+):)? (?P<problem>.*)")


def warnings(stderr: bytes, name_of: Callable[[str], str | None]) -> Iterator[Finding]:
    """Find the messages on standard error, of each name the first and how many there are.

    A message may begin with ``COMMAND: FILE:LINE:``. ``name_of`` what follows is None if it is found elsewhere.
    """
    found: dict[str, tuple[Location, Occurrences]] = {}
    for text in filter(None, stderr.decode("utf-8", "surrogateescape").splitlines()):
        match = _WITH_FILE.fullmatch(text)
        problem = match["problem"] if match else text
        name = name_of(problem)
        if name is not None:
            place = (
                Location(match["file"], int(match["line"]) if match["line"] else None) if match else Location("", None)
            )
            found.setdefault(name, (place, Occurrences()))[1].add(problem)
    for name, (place, those) in found.items():
        more = f" (and {counted(those.count - 1, 'message')} more)" if those.count > 1 else ""
        yield Finding(name, f"{those.first}{more}".rstrip("."), place.file, place.line)
