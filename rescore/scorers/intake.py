"""How files are recognised for a draft of a manifest: what the folders of the scorers share (``rescore init``).

The module ``intake`` in the folder of a scorer yields its tasks: which files are keys, which submissions, and the
command line. Nothing is run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from legacy_scorers.rescore.pages import page
from legacy_scorers.rescore.reports.model import Layout
from legacy_scorers.rescore.reports.words import counted, grouped
from legacy_scorers.rescore.scorers.change import Sides
from legacy_scorers.rescore.scorers.checks import sides_called, words_of

Items: TypeAlias = frozenset[bytes]  # names of instances, documents or texts, which key and submissions share
Layouts: TypeAlias = Sequence[type[Layout]]

KEY, RESPONSE = "key", "response"
NO_FILE = "is no file of a scorer"
_MISPLACED = "may be a configuration; the files that it names are not where it says"
_MAX_SMALL_BYTES = 2**20  # of a configuration
_SIDES = (b"target_in", b"system_in", b"key_file", b"response_file")  # of a configuration


class DraftTask(NamedTuple):
    """A task of a draft: a command line and its submissions, with comments on both."""

    words: Sequence[str]
    paths: Sequence[str]  # of the submissions
    about: str  # on the submissions
    why: str = ""  # on the configuration, or else on the command line
    key: str = ""
    other_keys: Sequence[str] = ()
    items: str = ""  # what key and submissions share, such as instances
    folder: str = ""
    reports: Mapping[str, Layouts] = {}  # of the first submission by name, "" for standard output
    configuration: str = ""  # its text with placeholders, if the command line names no file
    tags: Mapping[str, str] = {}  # the encodings of the last columns of key and submissions, which are pasted


class Files:
    """The files of a folder: ``contents`` by path, and the layout and headings of those that hold ``reports``.

    ``left`` are those that belong to no task so far, with why.
    """

    def __init__(self, contents: Mapping[str, bytes], reports: Mapping[str, tuple[type[Layout], list[str]]]) -> None:
        self.contents = contents
        self.reports = reports
        self.left = dict.fromkeys(contents, NO_FILE)
        for path, (layout, _) in reports.items():
            self.left[path] = f"is a report ({layout.name}) of no submission"

    @property
    def inputs(self) -> list[str]:
        """The paths of the files that belong to no task so far and hold no report."""
        return [path for path in self.contents if path in self.left and path not in self.reports]

    def place(self, paths: Iterable[str]) -> None:
        """Take files for a task."""
        for path in paths:
            self.left.pop(path, None)

    def is_published(self, path: str) -> bool:
        """Whether the path of a report has the name of a file."""
        return any(map(re.compile(as_word(stem(path))).search, self.reports))


class Pairing(NamedTuple):
    """A key, the ``responses`` that share items with it, and further files that may be keys."""

    key: str
    responses: Sequence[str]
    other_keys: Sequence[str]


def stem(path: str) -> str:
    """Return the name of a file without its last suffix."""
    return os.path.splitext(os.path.basename(path))[0]


def as_word(name: str) -> str:
    """Return a pattern of a name that is no part of a longer word."""
    return rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"


def below(paths: Iterable[str], files: Iterable[str]) -> list[str]:
    """Return the files among some paths, or in folders among them."""
    wanted = {*paths}
    return [file for file in files if file in wanted or os.path.dirname(file) in wanted]


def side_of(path: str) -> str:
    """Return the side that a file is called after, :data:`KEY` or :data:`RESPONSE`, or else its nearest folder.

    A file of the name ``answers_key`` is a key; a folder counts only if it is called after one side.
    """
    name, *folders = reversed(path.split("/"))
    if called := sides_called(name):
        return KEY if KEY in called else RESPONSE
    for folder in folders:
        called = sides_called(folder)
        if len(called) == 1:
            return called.pop()
    return ""


def groups(paths: Sequence[str]) -> list[list[str]]:
    """Group files by folder and suffix; a file alone in its group joins those of the same name in sibling folders."""
    return _groups(paths, lambda path: (os.path.dirname(path), os.path.splitext(path)[1]))


def groups_by_folder(paths: Sequence[str]) -> list[list[str]]:
    """Group files by folder; a file alone in its folder joins those of the same name in sibling folders."""
    return _groups(paths, lambda path: (os.path.dirname(path), ""))


def _groups(paths: Sequence[str], place: Callable[[str], tuple[str, str]]) -> list[list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for (folder, suffix), group in grouped((place(path), path) for path in paths).items():
        parent, alone = os.path.split(folder)
        key = (parent, os.path.basename(group[0])) if len(group) == 1 and alone else (folder, suffix)
        found.setdefault(key, []).extend(group)
    return list(found.values())


def pairings(files: Files, items: Mapping[str, Items], named: Mapping[str, int] = {}) -> Iterator[Pairing]:
    """Yield keys with their responses among files that share items.

    ``named`` says how often reports name a file name as that of the key.
    """
    for paths in _clusters(items):
        sizes = {path: len(items[path]) for path in paths}
        keys, lonely = _keys(files, paths, sizes, named)
        responses = [path for path in paths if path not in keys and path not in lonely]
        of_key = grouped((nearest_key(path, keys), path) for path in responses)
        unused = [key for key in keys if key not in of_key]
        files.place(below(paths, files.contents))
        for key, own in of_key.items():
            for group in _with_singles_joined(groups_by_folder(own)):
                yield Pairing(key, group, [*unused, *lonely])


def _with_singles_joined(groups: Sequence[list[str]]) -> Iterator[list[str]]:
    """Yield groups of responses; files alone in the folders of another one are one group if their names differ."""
    singles = grouped((_above(group[0]), group[0]) for group in groups if len(group) == 1 and _above(group[0]))
    joined = [own for own in singles.values() if len(own) > 1 and len({*map(stem, own)}) == len(own)]
    yield from joined
    of_joined = {path for own in joined for path in own}
    yield from [group for group in groups if group[0] not in of_joined]


def _above(path: str) -> str:
    """Return the folder that holds the folder of a file."""
    return os.path.dirname(os.path.dirname(path))


def _keys(
    files: Files, paths: Sequence[str], sizes: Mapping[str, int], named: Mapping[str, int]
) -> tuple[list[str], list[str]]:
    """Return the keys of files that share items, the likeliest first, and files that may be keys, too.

    A key is called so; else it is the file that reports name as key, one alone in its folder, or one without a report.
    """
    beside = {path: len(group) for group in groups(paths) for path in group}
    published = {path: files.is_published(path) for path in paths}
    called = {path for path in paths if side_of(path) == KEY}
    called = called if len(called) < len(paths) else set()

    def rank(path: str) -> tuple[int, bool, int, bool, int, int]:
        times = named.get(os.path.basename(path), 0)
        return -times, path not in called, beside[path], published[path], path.count("/"), -sizes[path]

    first, *others = sorted(paths, key=rank)
    alone = {path for group in groups_by_folder(paths) if len(group) == 1 for path in group}
    of_teams = [path for path in paths if path not in alone and path not in called] if called else []
    names, folders = {*map(os.path.basename, of_teams)}, {*map(_above, of_teams)} - {*map(os.path.dirname, called)}
    is_lonely = {
        path
        for path in alone
        if not (published[path] or side_of(path) == RESPONSE)
        and not (os.path.basename(path) in names or (_above(path) and _above(path) in folders))
    }
    lonely = [path for path in paths if path in is_lonely and path in others and path not in called]
    return [first, *[path for path in others if path in called]], lonely if max(beside.values()) > 1 else []


def nearest_key(path: str, keys: Sequence[str]) -> str:
    """Return the key whose path has the most words of a response's path, of several the one in the nearest folder."""
    if len(keys) == 1:
        return keys[0]
    words = _words(path)

    def nearness(key: str) -> tuple[int, int]:
        above = _folders(path)
        distance = next(number for number, folder in enumerate(_folders(key)) if folder in above)
        return len(words & _words(key)), -distance

    return max(keys, key=nearness)


def _folders(path: str) -> list[str]:
    """Return the folders that a file is in, the nearest first, and at last the archive, which is empty."""
    parts = path.split("/")
    return ["/".join(parts[:number]) for number in reversed(range(len(parts)))]


def _words(path: str) -> set[str]:
    return {word for word in words_of(path) if not sides_called(word)}


def _clusters(items: Mapping[str, Items]) -> list[list[str]]:
    """Return clusters of two or more files; each shares a quarter of the smaller file's items with another.

    A file has at least one item, and is compared only with clusters that have one of its items: else time would grow
    with the square of the number of files that share nothing.
    """
    clusters: list[list[str]] = []
    having: dict[bytes, list[int]] = {}  # the places of clusters by item
    for path, names in items.items():
        near = sorted({place for name in names for place in having.get(name, ())})
        own = next((place for place in near if _belongs(path, clusters[place], items)), len(clusters))
        if own == len(clusters):
            clusters.append([])
        clusters[own].append(path)
        for name in names:
            places = having.setdefault(name, [])
            if own not in places:
                places.append(own)
    return [cluster for cluster in clusters if len(cluster) > 1]


def _belongs(path: str, cluster: Iterable[str], items: Mapping[str, Items]) -> bool:
    names = items[path]
    return any(4 * len(names & items[other]) >= min(len(names), len(items[other])) for other in cluster)


def configurations(files: Files, sides_in: Callable[[str, str], Sides]) -> dict[str, list[str]]:
    """Return configurations by the folder to run them in, and take them and what they name.

    ``sides_in`` returns the sides of a configuration in a folder.
    """
    found = []
    for path in files.inputs:
        content = files.contents[path]
        words = content.lower() if len(content) <= _MAX_SMALL_BYTES else b""
        if not any(side in words for side in _SIDES):
            continue
        files.left[path] = _MISPLACED
        if one := _folder_and_sides(path, sides_in):
            folder, sides = one
            found.append((folder, path))
            values = re.findall(r'[^\s"=]+', content.decode(errors="replace"))
            folders = {folder, *map(os.path.dirname, sides.key)}
            named = {os.path.normpath(os.path.join(place, value)) for place in folders for value in values}
            files.place([path, *sides.key, *sides.response, *named - files.reports.keys()])
    return grouped(found)


def _folder_and_sides(path: str, sides_in: Callable[[str, str], Sides]) -> tuple[str, Sides] | None:
    """Return the folder in which most files are there that a configuration names, and its sides, or None."""
    found = [(folder, sides_in(path, folder)) for folder in _folders(path)]
    # In a file without names of sides, each side is the folder.
    differing = [(folder, sides) for folder, sides in found if sides.key != sides.response]
    return max(differing, key=lambda one: bool(one[1].key) + bool(one[1].response), default=None)


def about_configuration(files: Files, what: str) -> str:
    """Return the comment on a drafted configuration: why there is one, and ``what`` it is."""
    found = next((path for path, why in files.left.items() if why == _MISPLACED), "")
    why = f"{found} may be the configuration, with other paths" if found else "no configuration names these files"
    return f"{why}; this one {what}; see {page('archives')}"


def about_responses(paths: Sequence[str], items: str) -> str:
    """Return the comment on submissions that share items with a key."""
    return f"{counted(len(paths), 'submission')} with {items} that others have, too"


def relative(path: str, folder: str) -> str:
    """Return the path of a file from a folder of the archive, which is empty for the archive itself."""
    return os.path.relpath(path, folder or os.curdir).replace(os.sep, "/")
