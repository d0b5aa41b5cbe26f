"""Changes of a run of MATScore."""

from __future__ import annotations

from functools import partial

from mat_score.options import V1, V2
from rescore.archive.changes.setup import Change, Sides
from rescore.reports.names import BY_TAG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rescore.archive.changes.setup import Setup
    from rescore.archive.published import Published

_VERSION = "MATSCORE_VERSION"
_OF_SIDES = ("file", "dir", "file_type", "encoding", "gold_only", "xml_input_is_overlay", "xml_translate_all")
_SWAPPED = {f"--{name}": f"--ref_{name}" for name in _OF_SIDES} | {f"--ref_{name}": f"--{name}" for name in _OF_SIDES}
_CONTENT, _TOKENS = "--content_annotations", "--token_annotations"
_LABELS = {_CONTENT: _TOKENS, _TOKENS: _CONTENT}


def sides(setup: Setup) -> Sides:
    """Return which files are which."""
    key, response = [
        [path for name in names for path in setup.below(_value(setup, name))]
        for names in (("--ref_file", "--ref_dir"), ("--file", "--dir"))
    ]
    return Sides(key, response)


def choices(setup: Setup) -> Iterator[Change]:
    """Yield other words of the command line, and the other version."""
    yield Change("swap", "hypothesis and reference", "with the sides swapped", partial(_renamed, _SWAPPED))
    for version in (V1, V2):
        if setup.environment.get(_VERSION) != version:
            yield Change("version", version, f"with MAT {version}", partial(_with_version, version))
    yield Change("labels", "content and token", "with content and token labels swapped", partial(_renamed, _LABELS))


def labels(setup: Setup, published: Published) -> Iterator[Change]:
    """Yield the labels with published figures as those to score, and the labels to score without one of them."""
    now = list(filter(None, _value(setup, _CONTENT).strip("\0").split(",")))
    rows = dict.fromkeys(cell.row.partition(" ")[0] for cell in published.cells() if cell.table == BY_TAG)
    then = [label for label in rows if not label.startswith("<")]
    lists = [then, *[[label for label in now if label != other] for other in now]] if now else []
    for names in lists:
        if names and {*names} != {*now}:
            shown = ",".join(names)
            yield Change("labels", shown, f"with {_CONTENT} {shown}", partial(_with_labels, shown))


def orders(setup: Setup) -> Iterator[Change]:
    """Yield nothing: annotations have offsets."""
    yield from ()


def _value(setup: Setup, name: str) -> str:
    """Return the last value of an option; that of one that is not given is no name of a file."""
    value = "\0"
    for word, following in zip(setup.words, [*setup.words[1:], "\0"]):
        if word == name:
            value = following
        elif word.startswith(f"{name}="):
            value = word.partition("=")[2]
    return value


def _renamed(names: Mapping[str, str], setup: Setup) -> Setup | None:
    """Return the setup with options called otherwise, with or without ``=VALUE``."""
    words = []
    for word in setup.words:
        name, sign, value = word.partition("=")
        words.append(f"{names.get(name, name)}{sign}{value}")
    return setup.with_words(words)


def _with_labels(labels: str, setup: Setup) -> Setup | None:
    return setup.with_words([*setup.words, _CONTENT, labels])  # the last one counts


def _with_version(version: str, setup: Setup) -> Setup:
    return setup.with_variable(_VERSION, version)
