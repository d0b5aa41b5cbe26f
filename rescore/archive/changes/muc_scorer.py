"""Changes of a run of muc-score: most are changes of its configuration file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from rescore.archive.changes.edits import edit, of_documents
from rescore.archive.changes.setup import Change, Setup, Sides

_OPTION = rb"(?im)^([ \t]*):%s([ \t]+)(\"[^\"\n]*\"|[^\s\"]+)"
_VERSIONS = (b"1997", b"3.3")
_DOCUMENT = re.compile(
    rb"<DOC(?:\s[^>]*)?>(?:(?!</DOC>).)*?<DOC(?:NO|ID)>\s*(.*?)\s*</DOC(?:NO|ID)>.*?</DOC>[ \t]*\r?\n?",
    re.DOTALL | re.IGNORECASE,
)


def configuration(setup: Setup) -> str:
    """Return the path of the configuration file, which names both sides; nothing if the command line has none."""
    return setup.path(setup.words[1]) if len(setup.words) > 1 else ""


def sides(setup: Setup) -> Sides:
    """Return which files are which."""
    config = setup.files.get(configuration(setup), b"")
    base = _value(config, b"muc_base_directory")
    key, response = [setup.below(base + _value(config, name)) for name in (b"key_file", b"response_file")]
    return Sides(key, response)


def choices(setup: Setup) -> Iterator[Change]:
    """Yield other options, and the other version."""
    config = [configuration(setup)]
    yield edit("swap", "with the sides swapped", config, _swapped)
    for version in _VERSIONS:
        shown = version.decode()
        yield edit("version", f"with version {shown}", config, partial(_with, b"scorer_version", version))
    for choice in (b"yes", b"no"):
        text = f"with :ne_allow_incorrect {choice.decode()}"
        yield edit("ne_allow_incorrect", text, config, partial(_with, b"ne_allow_incorrect", choice))


def orders(setup: Setup) -> Iterator[Change]:
    """Yield files with other documents: a file holds many."""
    of_setup = sides(setup)
    yield from of_documents(_DOCUMENT, [*of_setup.response, *of_setup.key], setup.files)


def _value(config: bytes, name: bytes) -> str:
    found = re.findall(_OPTION % name, config)
    return found[-1][2].strip(b'"').decode(errors="surrogateescape") if found else ""


def _swapped(config: bytes) -> bytes:
    names = {b"key_file": b"response_file", b"response_file": b"key_file"}
    return re.sub(
        rb"(?im)^([ \t]*:)(key_file|response_file)(?=\s)",
        lambda found: found[1] + names[found[2].lower()],
        config,
    )


def _with(name: bytes, value: bytes, config: bytes) -> bytes:
    changed, times = re.subn(_OPTION % name, lambda found: b"%s:%s%s%s" % (found[1], name, found[2], value), config)
    return changed if times else b"%s\n:%s %s\n" % (config, name, value)
