"""Changes of a run of FairEval.py: most are changes of its configuration file."""

from __future__ import annotations

import re
from functools import partial

from rescore.archive.changes.edits import edit
from rescore.archive.changes.setup import Change, Sides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from rescore.archive.changes.setup import Setup

_SETTING = rb"(?m)^([ \t]*)%s([ \t]*=[ \t]*)([^\r\n]*)"
_SWITCHES = {b"focus": (b"target", b"system"), b"ignore_punct": (b"True", b"False")}


def sides(setup: Setup) -> Sides:
    """Return which files are which."""
    config = setup.files.get(_config(setup), b"")
    key, response = [setup.below(_value(config, name)) for name in (b"target_in", b"system_in")]
    return Sides(key, response)


def choices(setup: Setup) -> Iterator[Change]:
    """Yield other settings."""
    config = [_config(setup)]
    for kind, one, other, text in (
        ("swap", b"target_in", b"system_in", "with the sides swapped"),
        ("labels", b"labels", b"exclude", "with labels and exclude swapped"),
    ):
        yield edit(kind, text, config, partial(_swapped, one, other))
    for name, values in _SWITCHES.items():
        for value in values:
            shown = f"{name.decode()} = {value.decode()}"
            yield edit(name.decode(), f"with {shown}", config, partial(_with, name, value))
    yield edit("labels", "with labels = all", config, partial(_with, b"labels", b"all"))


def orders(setup: Setup) -> Iterator[Change]:
    """Yield nothing: sentences meet by their order."""
    yield from ()


def _config(setup: Setup) -> str:
    words = setup.words
    for place, word in enumerate(words):
        if word == "--config" and place + 1 < len(words):
            return setup.path(words[place + 1])
        if word.startswith("--config="):
            return setup.path(word.partition("=")[2])
    return ""


def _value(config: bytes, name: bytes) -> str:
    found = re.findall(_SETTING % name, config)
    return found[-1][2].strip().decode(errors="surrogateescape") if found else ""


def _swapped(one: bytes, other: bytes, config: bytes) -> bytes:
    """Return the configuration with two names in each other's place, if it has both."""
    names = {one: other, other: one}
    if not all(re.search(_SETTING % name, config) for name in names):
        return config
    return re.sub(rb"(?m)^([ \t]*)(%s|%s)(?=[ \t]*=)" % (one, other), lambda found: found[1] + names[found[2]], config)


def _with(name: bytes, value: bytes, config: bytes) -> bytes:
    changed, times = re.subn(_SETTING % name, lambda found: b"%s%s%s%s" % (found[1], name, found[2], value), config)
    return changed if times else b"%s\n%s = %s\n" % (config, name, value)
