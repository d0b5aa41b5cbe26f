"""What may have been different in a run of muc-score whose published figures differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import Change, Settings, Setup, Sides, document_changes
from legacy_scorers.rescore.scorers.cut_off import ends_in_line

_SETTINGS = Settings(rb"(?im)^([ \t]*:)(%s)([ \t]+)(\"[^\"\n]*\"|[^\s\"]+)", ":{} {}", b'"')
_SIDES = ("key_file", "response_file")
_DOCUMENT = re.compile(
    rb"<DOC(?:\s[^>]*)?>(?:(?!</DOC>).)*?<DOC(?:NO|ID)>\s*(.*?)\s*</DOC(?:NO|ID)>.*?</DOC>[ \t]*\r?\n?",
    re.DOTALL | re.IGNORECASE,
)


def sides_of(setup: Setup) -> Sides:
    """Return the configuration file, which names both sides if the command line has one, and the files of these."""
    path = setup.path(setup.words[1]) if len(setup.words) > 1 else ""
    config = setup.files.get(path, b"")
    base = _SETTINGS.value(config, "muc_base_directory") or ""
    key, response = [setup.below(base + (_SETTINGS.value(config, name) or "")) for name in _SIDES]
    return Sides(key, response, configuration=path)


def report_names(config: bytes, settings: Iterable[str]) -> dict[str, str]:
    """Return the names of the reports that a configuration asks for, by their settings."""
    base = _SETTINGS.value(config, "muc_base_directory") or ""
    values = {setting: _SETTINGS.value(config, setting) for setting in settings}
    return {setting: base + value for setting, value in values.items() if value}


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other options, and the other version."""
    config = sides.configuration
    yield _SETTINGS.swapped(config, _SIDES, "swap", "with the sides swapped")
    for version in ("1997", "3.3"):
        yield _SETTINGS.set(config, "version", f"with version {version}", {"scorer_version": version})
    for choice in ("yes", "no"):
        text = f"with :ne_allow_incorrect {choice}"
        yield _SETTINGS.set(config, "ne_allow_incorrect", text, {"ne_allow_incorrect": choice})


def unit_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield files with documents left out, cut off or exchanged; a file holds many."""
    yield from document_changes(_DOCUMENT, setup, sides)


def is_cut_off(content: bytes) -> bool:
    """Whether a file ends within a document, or, if it has no marks of any, within a line."""
    text = content.upper()
    if b"<DOC" not in text:
        return ends_in_line(content)
    return text.count(b"<DOC>") + text.count(b"<DOC ") > text.count(b"</DOC>")
