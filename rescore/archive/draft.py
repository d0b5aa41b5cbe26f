"""Drafts a manifest for the files of a folder: tasks, published reports, and files that belong to no task.

Each scorer says which files it recognises (``rescore/scorers/*/intake.py``). Nothing is run.
"""

from __future__ import annotations

import os
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from math import inf

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.drafted_figures import tables_of
from legacy_scorers.rescore.archive.manifest import MANIFEST, Value, toml_key, toml_value
from legacy_scorers.rescore.archive.names import EXPRESSION_OF_FOLDER, PublishedNames, names_of
from legacy_scorers.rescore.archive.patterns import Patterns
from legacy_scorers.rescore.archive.published import reports_in
from legacy_scorers.rescore.archive.submission import files_below, is_inside, read_regular
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.reports.model import Layout
from legacy_scorers.rescore.reports.words import counted, one_field
from legacy_scorers.rescore.runs.packages import package_in
from legacy_scorers.rescore.scorers import ALL, report_of
from legacy_scorers.rescore.scorers.intake import NO_FILE, DraftTask, Files, Layouts, as_word

_MAX_BYTES, _MAX_FILES = 2**25, 100_000
_MAX_SMALL_BYTES = 2**20  # of a file with text around its report
_MEASURE = re.compile(rb"(?i)\b(?:prec?|precision|rec|recall)\b")  # in reports that are quoted
_OF_REPORTS = "reports of the kind that the run prints, by the names of submissions"


def draft(root: str) -> str:
    """Return a draft of the manifest of a folder. Raises :class:`InputError` if it holds nothing to score."""
    contents, problems = _contents(root)
    files = Files(contents, _reports(contents))
    scorers = sorted(ALL, key=lambda scorer: (not scorer.names_files, not scorer.marks_lines))  # the surest first
    tasks = list(chain.from_iterable(scorer.tasks(files) for scorer in scorers))
    if not tasks:
        problems |= {path: why for path, why in files.left.items() if why != NO_FILE}
        named = "".join([f"; '{path}' {one_field(why)}" for path, why in [*problems.items()][:1]])
        named += f"; {counted(len(problems) - 1, 'other file')} cannot be placed, too" if len(problems) > 1 else ""
        raise InputError(f"has no files that a scorer reads; name the folder of an archive{named}", root, None, USAGE)
    parts = []
    patterns = Patterns(root)
    tasks.sort(key=lambda task: ("/" in task.paths[0], task.paths[0]))
    tables = tables_of(root, files, [(task.words[0], _names_of(task)) for task in tasks])
    for (heading, task), table in zip(_headings(tasks), tables):
        lines = [f"[{toml_key(heading)}]"]
        for entry, value, why in [*_entries(files, patterns, task), ("figures", *table)]:
            if value:
                lines += [*([f"# {why}"] if why else []), f"{entry} = {toml_value(value)}"]
        parts.append("\n".join(lines))
    lost = [f"# {path!r} {one_field(why)}" for path, why in sorted({**files.left, **problems}.items())]
    parts += ["\n".join(["# Not placed:", *lost])] if lost else []
    return "\n\n".join(parts) + "\n"


def _contents(root: str) -> tuple[dict[str, bytes], dict[str, str]]:
    """Return the files below a folder by path, and why others are not read.

    Raises ``OSError`` if the folder cannot be read.
    """
    contents: dict[str, bytes] = {}
    problems: dict[str, str] = {}

    def refuse(error: OSError) -> None:
        path = os.path.relpath(error.filename, root)
        if path == os.curdir:
            raise error
        problems[path.replace(os.sep, "/")] = _unreadable(error)

    paths = files_below(root, with_hidden=False, refuse=refuse)
    for path in islice((path for path in paths if path != MANIFEST and is_inside(root, path)), _MAX_FILES):
        try:
            path.encode()
            content = read_regular(os.path.join(root, path), _MAX_BYTES + 1)
        except (OSError, UnicodeEncodeError) as error:
            problems[path] = _unreadable(error)
            continue
        if set("{}*?[") & set(path) or not path.isprintable():
            problems[path] = "has a sign in its name that has a meaning in manifests"
        elif len(content) > _MAX_BYTES:
            problems[path] = f"is longer than {_MAX_BYTES} bytes"
        elif package := package_in(content):
            problems[path] = package
        else:
            contents[path] = content
    return contents, problems


def _unreadable(error: OSError | UnicodeEncodeError) -> str:
    return f"cannot be read ({error.strerror if isinstance(error, OSError) else 'its name is not UTF-8'})"


def _reports(contents: Mapping[str, bytes]) -> dict[str, tuple[type[Layout], list[str]]]:
    """Return the layout and the headings of files that hold reports."""
    found = {}
    for path, content in contents.items():
        whole = report_of(content)
        is_quoted = not whole.layout and len(content) <= _MAX_SMALL_BYTES and _MEASURE.search(content)
        reports = reports_in(whole)[0] if whole.layout or is_quoted else []
        if layout := whole.layout or next(filter(None, [report.layout for _, report in reports]), None):
            found[path] = layout, [heading for heading, _ in reports]
    return found


def _headings(tasks: Iterable[DraftTask]) -> Iterator[tuple[str, DraftTask]]:
    """Yield each task after its heading, with a number if another has it.

    It is the first folder of the submissions, or else their common file name, or else the scorer.
    """
    headings: set[str] = set()
    for task in tasks:
        folders = {path.split("/")[0] if "/" in path else "" for path in task.paths}
        files = {*map(os.path.basename, task.paths)}
        common = folders if len(folders) == 1 else files if len(files) == 1 else set[str]()
        name = next(filter(None, common), task.words[0].partition(".")[0])
        heading, number = name, 1
        while heading in headings:
            number += 1
            heading = f"{name}-{number}"
        headings.add(heading)
        yield heading, task


def _entries(files: Files, patterns: Patterns, task: DraftTask) -> list[tuple[str, Value, str]]:
    """Return the entries of a task, each with a value, which may be empty, and a comment."""
    pattern, others = _pattern_of(patterns, task.paths)
    quoted = [word if word == "<" or "{" in word else shlex.quote(word) for word in task.words]
    expression = _expression_of(task)
    names = names_of(task.paths, expression)
    reports: dict[str, str] = _published(files, task, names)
    return [
        ("folder", task.folder, "the paths of configurations lead from here"),
        ("run", " ".join(quoted), "" if task.configuration else task.why),
        ("configuration", task.configuration, task.why),
        ("submissions", pattern, task.about + others),
        ("name", expression, "files of one name: submissions are called after folders"),
        ("key", task.key, f"{task.items} as in the submissions"),
        ("tags", task.tags, "the encodings of the tags"),
        ("other_keys", task.other_keys, "these may be keys, too"),
        ("report", reports.pop("", ""), _OF_REPORTS),
        ("reports", reports, _OF_REPORTS),
    ]


def _expression_of(task: DraftTask) -> str:
    return "" if names_of(task.paths) else EXPRESSION_OF_FOLDER


def _names_of(task: DraftTask) -> PublishedNames:
    return PublishedNames(names_of(task.paths, _expression_of(task)), about=[task.key])


def _pattern_of(patterns: Patterns, paths: Sequence[str]) -> tuple[str | Sequence[str], str]:
    """Return the shortest pattern that fits the submissions alone, or else their paths; and a comment.

    The comment says what the pattern would fit, too, or which folder it leads to that cannot be read.
    """
    found = {pattern: _others(patterns, pattern, paths) for pattern in [_pattern(paths, width) for width in (0, 1, 2)]}
    pattern = min(found, key=lambda one: found[one][0])
    number, comment = found[pattern]
    return (paths if number else pattern), comment


def _others(patterns: Patterns, pattern: str, paths: Sequence[str]) -> tuple[float, str]:
    """Return how many other files a pattern fits, infinity if that cannot be known, and a comment."""
    try:
        others = sorted({*patterns.fitting(pattern)} - {*paths})
    except ValueError as error:
        return inf, f"; {one_field(str(error))}"
    return len(others), f"; {pattern} fits {', '.join(map(one_field, others[:3]))}, too" if others else ""


def _pattern(paths: Sequence[str], width: int) -> str:
    """Return a pattern with a star where paths differ; ``width`` 1 keeps their common suffix, 2 also their prefix."""
    parts = []
    for names in zip(*[path.split("/") for path in paths]):
        suffix = os.path.splitext(names[0])[1] if width else ""
        suffix = suffix if all(name.endswith(suffix) for name in names) else ""
        prefix = os.path.commonprefix(names) if width > 1 else ""  # noqa: RUF071 - of characters
        parts.append(names[0] if len({*names}) == 1 else f"{prefix}*{suffix}")
    return "/".join(parts)


def _published(files: Files, task: DraftTask, names: Mapping[str, str]) -> dict[str, str]:
    """Return the places of published reports by the names of a run's reports, and take these files.

    ``names`` are the paths of the submissions by name.
    """
    first = next(iter(names))
    found = {}
    for name, layouts in task.reports.items():
        own = os.path.normpath(os.path.join(task.folder, name)) if name else ""
        if place := _place_of(files, layouts, own, names):
            found[name and (_template(name, [first]) or name)] = place
            files.place([place.replace("{name}", other) for other in names])
    return found


def _place_of(files: Files, layouts: Layouts, own: str, names: Mapping[str, str]) -> str:
    """Return the path of the published reports of some layouts, with ``{name}``, or an empty text.

    It is ``own``, the path to which the run of the first submission writes, or else the path where most submissions
    have a report (if several, the one where most reports have the path of the submission), or else a file of several
    reports whose headings name submissions.
    """
    reports = files.reports.items()
    of_layouts = {path: lines for path, (layout, lines) in reports if layout in layouts}
    headings = {path: lines for path, lines in of_layouts.items() if path in files.left or len(lines) > 1}
    if own in headings:
        return _template(own, [*names][:1]) or own
    templates = Counter(filter(None, [_template(path, names) for path in headings]))
    if templates:
        return max(templates, key=lambda one: (templates[one], _reports_with_paths(files, one, names)))
    named = re.compile("|".join(map(as_word, names)))
    several = [path for path, lines in headings.items() if len(lines) > 1 and named.search(" ".join(lines))]
    return several[0] if several else ""


def _reports_with_paths(files: Files, template: str, names: Mapping[str, str]) -> int:
    """Return how many reports, whose paths are made of a template, have the path of their submission."""
    reports = [(files.contents.get(template.replace("{name}", name), b""), path) for name, path in names.items()]
    return sum(path.encode() in report for report, path in reports)


def _template(path: str, names: Iterable[str]) -> str:
    """Return a path with ``{name}`` in the place of the longest name in it, or an empty text."""
    for name in sorted(names, key=len, reverse=True):
        if found := [*re.finditer(as_word(name), path)]:
            return f"{path[: found[-1].start()]}{{name}}{path[found[-1].end() :]}"
    return ""
