"""The files of scorer2 in a folder: key, answers and sense map."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set

from legacy_scorers.rescore.scorers.intake import DraftTask, Files, Items, about_responses, pairings
from legacy_scorers.rescore.scorers.scorer2.reports import Scorer2Report
from legacy_scorers.scorer2.read import COMMENT, read_instances, split_tags

_MIN_SHARE_OF_LINES = 0.9
_HEAD = 2**12  # bytes
_NAMED_KEY = re.compile(rb'using\s+key\s+"(?:[^"]*/)?([^"/]*)"')
_GRAIN = re.compile(rb"\b(Coarse|Mixed)-grained")
_INSTANCE = re.compile(rb"[^_]+_.*\d.*", re.DOTALL)
_ITEMS = "instances"


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of answers and keys, with a sense map if there is one."""
    reports = [files.contents[path] for path, (layout, _) in files.reports.items() if layout is Scorer2Report]
    named = Counter(name.decode(errors="surrogateescape") for report in reports for name in _NAMED_KEY.findall(report))
    items = {path: found for path in files.inputs if (found := _instances(files.contents[path]))}
    for key, answers, others in [*pairings(files, items, named)]:  # which takes all answers before maps are looked for
        words, why = _command_line(files, key, reports)
        about = about_responses(answers, _ITEMS)
        yield DraftTask(words, answers, about, why, key, others, _ITEMS, reports={"": (Scorer2Report,)})


def _instances(content: bytes) -> Items:
    """Return the names of instances in a file of answers or a key, none in another file."""
    head = content[:_HEAD].rpartition(b"\n")[0] if len(content) > _HEAD else b""  # enough for most other files
    instances: Items = frozenset()
    for part in (head, content):
        rows = _rows(part)
        instances = frozenset(name for name, tags in rows if tags and _INSTANCE.fullmatch(name))
        if part and len(instances) <= _MIN_SHARE_OF_LINES * len(rows):
            return frozenset()
    return instances


def _rows(content: bytes) -> list[tuple[bytes, bytes]]:
    """Return names and tags of the lines that have any."""
    return [row for block in read_instances(content, COMMENT) for row in zip(*block) if any(row)]


def _command_line(files: Files, key: str, reports: Sequence[bytes]) -> tuple[list[str], str]:
    """Return the words of a run, and why, and take the sense map."""
    words = ["scorer2", "{submission}", "{key}"]
    senses = {tag for _, tags in _rows(files.contents[key]) for tag in split_tags(tags)}
    maps = (path for path in files.inputs if _is_sense_map(files.contents[path], senses))
    sense_map = next(maps, None)
    if sense_map is None:
        return words, ""
    files.place([sense_map])
    grains = Counter(grain.decode().lower() for report in reports for grain in _GRAIN.findall(report))
    options = ["-g", grains.most_common()[0][0]] if grains else []
    why = f"{sense_map} has senses of the key{'; the granularity of most reports' if grains else ''}"
    return [*words, sense_map, *options], why


def _is_sense_map(content: bytes, senses: Set[bytes]) -> bool:
    """Whether a file has most senses of a key, or most of the words that begin its lines are senses."""
    first = {line.split()[0] for line in content.splitlines() if line.strip()}
    words = {*content.split()}
    return len(first & senses) > len(first) / 2 or (len(words & senses) > len(senses) / 2 and len(first) > 1)
