"""Changes of a run of muc-score: most are changes of its configuration file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from rescore.archive.changes.edits import edit
from rescore.archive.changes.setup import Change, Setup, Sides
from rescore.archive.changes.units import cut, doubles, exchanged, once
from rescore.archive.published import Published

_OPTION = rb"(?im)^([ \t]*):%s([ \t]+)(\"[^\"\n]*\"|[^\s\"]+)"
_VERSIONS = (b"1997", b"3.3")
_DOCUMENT = re.compile(rb"<DOC(?:\s[^>]*)?>.*?</DOC>[ \t]*\r?\n?", re.DOTALL | re.IGNORECASE)
UNIT = re.compile(
    rb"<DOC(?:\s[^>]*)?>(?:(?!</DOC>).)*?<DOC(?:NO|ID)>\s*(.*?)\s*</DOC(?:NO|ID)>.*?</DOC>[ \t]*\r?\n?",
    re.DOTALL | re.IGNORECASE,
)
_NUMBER = re.compile(rb"<DOC(?:NO|ID)>\s*(.*?)\s*</DOC(?:NO|ID)>", re.DOTALL | re.IGNORECASE)


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


def labels(setup: Setup, published: Published) -> Iterator[Change]:
    """Yield nothing: the configuration names classes and slots in files of their own."""
    yield from ()


def orders(setup: Setup) -> Iterator[Change]:
    """Yield the documents that may have been left out of a side: a file holds many."""
    of_setup = sides(setup)
    for paths in (of_setup.response, of_setup.key):
        numbers = [number for path in paths for number in _numbers(setup.files[path])]
        if len(numbers) > 1:
            for number in numbers:
                yield _without(number, paths)
    for path in (*of_setup.response, *of_setup.key):
        content = setup.files[path]
        yield from doubles([[path]], partial(once, UNIT))
        yield from cut(UNIT, path, content, range(len(UNIT.findall(content)) - 1, 0, -1))
        yield from exchanged(UNIT, path, content)


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


def _numbers(content: bytes) -> list[bytes]:
    found = [_NUMBER.search(document) for document in _DOCUMENT.findall(content)]
    return [number[1] for number in found if number]


def _without(number: bytes, paths: Sequence[str]) -> Change:
    def others(content: bytes) -> bytes:
        return _DOCUMENT.sub(lambda found: b"" if _is(number, found[0]) else found[0], content)

    shown = number.decode(errors="backslashreplace")
    return edit("document", f"without document {shown} of {{}}", paths, others)


def _is(number: bytes, document: bytes) -> bool:
    found = _NUMBER.search(document)
    return found is not None and found[1] == number
