"""Changes of a run of muc-score: most are changes of its configuration file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from rescore.archive.changes.edits import Settings, edit, of_documents
from rescore.archive.changes.setup import Change, Setup, Sides

_OPTIONS = Settings(rb"(?im)^([ \t]*:)(%s)([ \t]+)(\"[^\"\n]*\"|[^\s\"]+)", ":{} {}", b'"')
_VERSIONS = ("1997", "3.3")
_DOCUMENT = re.compile(
    rb"<DOC(?:\s[^>]*)?>(?:(?!</DOC>).)*?<DOC(?:NO|ID)>\s*(.*?)\s*</DOC(?:NO|ID)>.*?</DOC>[ \t]*\r?\n?",
    re.DOTALL | re.IGNORECASE,
)


def configuration(setup: Setup) -> str:
    """Return the path of the configuration file, which names both sides; empty if the command line has none."""
    return setup.path(setup.words[1]) if len(setup.words) > 1 else ""


def sides(setup: Setup) -> Sides:
    """Return the files of key and response."""
    config = setup.files.get(configuration(setup), b"")
    base, *names = [_OPTIONS.value(config, name) or "" for name in ("muc_base_directory", "key_file", "response_file")]
    key, response = [setup.below(base + name) for name in names]
    return Sides(key, response)


def choices(setup: Setup) -> Iterator[Change]:
    """Yield other options, and the other version."""
    config = [configuration(setup)]
    yield edit("swap", "with the sides swapped", config, partial(_OPTIONS.swapped, "key_file", "response_file"))
    for version in _VERSIONS:
        yield edit("version", f"with version {version}", config, partial(_OPTIONS.set, "scorer_version", version))
    for choice in ("yes", "no"):
        text = f"with :ne_allow_incorrect {choice}"
        yield edit("ne_allow_incorrect", text, config, partial(_OPTIONS.set, "ne_allow_incorrect", choice))


def orders(setup: Setup) -> Iterator[Change]:
    """Yield files with documents left out, cut off or exchanged; a file holds many."""
    of_setup = sides(setup)
    yield from of_documents(_DOCUMENT, [*of_setup.response, *of_setup.key], setup.files)
