"""A submission: its command line, its published figures, the files that it depends on, and its run.

A submission is scored in this process, on a host that is rooted in the archive: it notes what the run reads and lists.
Archives come from strangers, and configuration files name further files; those outside of the archive are refused.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from legacy_scorers.common import VERSION
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.archive import Archive, Latest
from legacy_scorers.common.host.system import place_below
from legacy_scorers.common.result import Observer, Run, Unit
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.reports.model import Name, name_of
from legacy_scorers.rescore.runs.conditions import citation_on
from legacy_scorers.rescore.runs.packages import HEAD, not_unpacked
from legacy_scorers.rescore.runs.running import run_command
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.scorer import Outcome
from legacy_scorers.rescore.scorers.tags import SIDES, beside

Input: TypeAlias = tuple[str, str]  # path and hash

MISSING, UNREADABLE = "missing", "unreadable"  # instead of a hash
ENVIRONMENT = {name: values for scorer in SCORERS.values() for name, values in scorer.environment.items()}
LEADS_OUT = "leads out of the archive; copy the file into it"
_BLOCK_BYTES = 2**20


@dataclass(slots=True)
class Submission:
    """A submission of a task; paths are relative to the archive."""

    task: str
    name: str
    words: list[str]  # the command and its words
    path: str = ""  # of its file, empty if a folder holds its command line
    problem: str = ""  # why it cannot be scored, or empty
    folder: str = ""  # where the command is run
    template: str = ""  # a configuration with placeholders that the run reads, by its path without links
    settings: str = ""  # its text, if no file has it
    values: dict[str, str] = field(default_factory=dict)  # of its placeholders
    tags: dict[str, str] = field(default_factory=dict)  # the encodings of the tags of key and submission
    sides: tuple[str, ...] = ()  # the paths of key and submission without links, if it has tags
    environment: dict[str, str] = field(default_factory=dict)
    published: dict[str, str] = field(default_factory=dict)  # paths of reports by name, ``""`` for standard output
    figures: dict[str, str] = field(default_factory=dict)  # the published figures by cell
    powers: dict[str, int] = field(default_factory=dict)  # of ten, from a published figure to that of a report, by cell
    guessed: set[str] = field(default_factory=set)  # cells of published figures that headings were read as
    status: int = 0  # the exit status when it was published
    other_keys: list[str] = field(default_factory=list)  # tried if figures differ
    called: list[str] = field(default_factory=list)  # what published reports may call it

    @property
    def label(self) -> str:
        """Its name in the archive, ``TASK/NAME``."""
        return f"{self.task}/{self.name}"

    @property
    def names_unprinted(self) -> bool:
        """Whether a published figure is one that only a run has whose units are observed."""
        scorer = SCORERS[self.words[0]]
        return any(scorer.is_unprinted(name_of(figure)) for figure in self.figures)

    def power_of(self, name: Name) -> int:
        """Return the power of ten from a published figure of that name to that of a report."""
        known = "/".join(name).lower(), name[2].lower()
        return next((power for figure, power in self.powers.items() if figure.lower() in known), 0)

    def content(self, root: str, path: str) -> bytes | None:
        """Return what the run reads from a file, or None if it cannot be read: templates are filled, tags in BIO.

        Raises :class:`InputError` if tags cannot be read.
        """
        if path in self.sides:
            return self.converted(root).get(path) or self._raw(root, path)
        is_text = bool(self.settings) and path == self.template
        content = os.fsencode(self.settings) if is_text else self._raw(root, path)
        for name, value in self.values.items() if content is not None and path == self.template else ():
            content = (content or b"").replace(b"{%s}" % os.fsencode(name), os.fsencode(value))
        return content

    def converted(self, root: str) -> dict[str, bytes]:
        """Return what the run reads in the place of key and submission if it has tags, by path without links.

        Raises :class:`InputError` if they cannot be read.
        """
        contents = [content for path in self.sides if (content := self._raw(root, path)) is not None]
        if len(contents) < len(SIDES):
            return {}  # the run says which is missing
        for path, content in zip(self.sides, contents):
            if problem := not_unpacked(content[:HEAD]):
                raise InputError(problem, path)
        return beside(self.sides, contents, self.tags, SCORERS[self.words[0]].reads_tags)

    def _raw(self, root: str, path: str) -> bytes | None:
        try:
            return read_regular(os.path.join(root, path))
        except (OSError, ValueError):  # a NUL in a name is a ValueError
            return None

    @property
    def given(self) -> dict[str, str]:
        """The SHA-256 of what the run reads and no file has, by path: the text of its configuration."""
        return {self.template: hashlib.sha256(os.fsencode(self.settings)).hexdigest()} if self.settings else {}

    def hashed(self, root: str, paths: Iterable[str]) -> list[Input]:
        """Return what the run reads with its SHA-256, as :func:`hashed` does of files."""
        return [(path, self.given.get(path, digest)) for path, digest in hashed(root, paths)]

    def sources(self, inputs: Iterable[str]) -> list[str]:
        """Return the paths of all files and folders that a record depends on; ``inputs`` are those of the run."""
        return [*self.published.values(), *self.other_keys, *self.sides, *inputs]

    def fingerprint(self, root: str, inputs: Iterable[Input]) -> str:
        """Return the SHA-256, in hexadecimal digits, of everything that a record depends on.

        ``inputs`` are the files that the run read, did not find, or listed.
        """
        ingredients = [
            VERSION,
            self.words,
            self.folder,
            self.environment,
            self.status,
            self.figures,
            [(name, *pair) for name, pair in zip(self.published, hashed(root, self.published.values()))],
            hashed(root, self.other_keys),
            list(inputs),
        ]
        if self.powers:
            ingredients.append(self.powers)
        if self.guessed:
            ingredients.append(sorted(self.guessed))
        if self.template:
            ingredients.append([self.template, self.values, *self.given.values()])
        if self.tags or self.sides or self.called:
            ingredients.append([self.tags, hashed(root, self.sides), self.called])
        return hashlib.sha256(json.dumps(ingredients, sort_keys=True).encode()).hexdigest()


def is_inside(root: str, path: str) -> bool:
    """Whether a path, with all links resolved, is in the folder ``root``, which is given without links."""
    try:
        place = place_below(root, path)
    except (OSError, ValueError):  # a NUL in a name is a ValueError
        return False
    return place == root or place.startswith(os.path.join(root, ""))


def refuse_in_archive(root: str, folder: str) -> None:
    """Refuse to write to a folder in an archive, or reached through one, because strangers make archives."""
    below, place = "", os.path.abspath(folder)
    while place != below:
        if is_inside(root, place):
            raise InputError("is in the archive; name a folder outside of it", folder, None, USAGE)
        below, place = place, os.path.dirname(place)


def read_regular(path: str, most: int = -1) -> bytes:
    """Return a file's content, or ``most`` bytes of it. Raises ``OSError`` for what may never end, such as a pipe."""
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a folder cannot be opened
        raise OSError(errno.EINVAL, "is no regular file", path)
    with open(path, "rb") as file:
        return file.read(most)


def hashed(root: str, paths: Iterable[str]) -> list[Input]:
    """Return files with their SHA-256, or why they have none. A folder, ``PATH/``, has the hash of the names in it."""
    return [(path, hash_and_problem(root, path)[0]) for path in paths]


def hash_and_problem(root: str, path: str) -> tuple[str, str]:
    """Return what :func:`hashed` does of a file, and what is to be done with it if it is a package of files.

    No scorer reads packages; the problem is empty for another file. A file outside of the folder ``root``, to which a
    link may lead by now, is not read.
    """
    try:
        state = os.stat(os.path.join(root, path))
        if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)):
            return UNREADABLE, ""
        return _read_once(root, path, state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
    except FileNotFoundError:
        return MISSING, ""
    except (OSError, ValueError):  # a NUL in a name is a ValueError
        return UNREADABLE, ""


@functools.cache
def _read_once(root: str, path: str, *_: int) -> tuple[str, str]:
    """Return hash and problem of a file or folder; it is read once for each state, which the numbers identify."""
    if not is_inside(root, path):
        return UNREADABLE, ""
    place = os.path.join(root, path)
    if os.path.isdir(place):
        names = "\0".join(sorted(os.listdir(place))).encode(errors="surrogateescape")
        return hashlib.sha256(names).hexdigest(), ""
    digest, problem = hashlib.sha256(), None
    with open(place, "rb") as file:
        while block := file.read(_BLOCK_BYTES):
            problem = not_unpacked(block[:HEAD]) if problem is None else problem
            digest.update(block)
    return digest.hexdigest(), problem or ""


def files_at(root: str, path: str) -> list[str]:
    """Return the path of a file, or the sorted paths of the files in a folder; empty if there is neither."""
    place = os.path.join(root, path)
    names = [path]
    if os.path.isdir(place):
        names = [os.path.normpath(os.path.join(path, name)) for name in sorted(os.listdir(place))]
    return [name for name in names if os.path.isfile(os.path.join(root, name))]


def _fail(error: OSError) -> None:
    raise error


def files_below(root: str, *, with_hidden: bool = True, refuse: Callable[[OSError], object] = _fail) -> Iterator[str]:
    """Yield the paths of all files below a folder, relative to it; links to folders are not followed.

    ``refuse`` is called with the error of a folder that cannot be read; by default it raises this ``OSError``.
    """
    waiting = [""]  # folders; os.walk calls itself for each folder within others in some versions of Python
    while waiting:
        below = waiting.pop()
        try:
            entries = sorted(os.scandir(os.path.join(root, below)), key=lambda entry: entry.name)
        except OSError as error:
            refuse(error)
            continue
        folders = []
        for entry in entries:
            if with_hidden or not entry.name.startswith("."):
                path = f"{below}/{entry.name}" if below else entry.name
                if not _is_folder(entry):
                    yield path
                elif not entry.is_symlink():
                    folders.append(path)
        waiting += reversed(folders)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    with contextlib.suppress(OSError):  # a link that leads to itself
        return entry.is_dir()
    return False


def current(root: str, known: Iterable[tuple[Submission, Sequence[str], str]]) -> list[bool]:
    """Return for each submission whether the old sources and fingerprint of its run are still the same."""
    return [
        submission.fingerprint(root, submission.hashed(root, sources)) == signed
        for submission, sources, signed in known
    ]


class ScoredSubmission(NamedTuple):
    """The run of a submission: what the command did, and the host that notes which files of the archive it read."""

    outcome: Outcome
    host: Archive


def host_of(root: str, submission: Submission) -> Archive:
    """Return the host of a run of a submission: its folder, its configuration and only its variables.

    Raises ``OSError`` if its folder is missing.
    """
    folder = os.path.join(root, submission.folder)
    if not os.path.isdir(folder):
        number = errno.ENOTDIR if os.path.exists(folder) else errno.ENOENT
        raise OSError(number, os.strerror(number), folder)
    filled = {}
    if path := submission.template:
        filled[path] = submission.content(root, path) or b""
    filled |= submission.converted(root)
    return Archive(root, submission.environment, submission.folder, filled, _latest_of(root, submission.task))


@functools.lru_cache(maxsize=1)
def _latest_of(root: str, task: str) -> Latest:
    """Return what runs of a task may read once; that of another task is forgotten."""
    return Latest()


def score(root: str, submission: Submission, observer: Observer | None = None) -> ScoredSubmission:
    """Run the command line of a submission. Raises ``OSError`` if its folder is missing."""
    command, *words = submission.words
    host = host_of(root, submission)
    return ScoredSubmission(run_command(SCORERS[command], words, host, observer), host)


class RunObserver(Observer):
    """Receives what is scored, which is None if the run only prints its help."""

    run: Run | None = None

    def __init__(self, *, wants_units: bool = False) -> None:
        self.wants_units = wants_units

    def begin(self, run: Run) -> None:
        """Keep what is scored."""
        self.run = run

    def unit(self, unit: Unit) -> None:
        """Ignore a unit."""


def cited(scored: ScoredSubmission, run: Run, digests: Mapping[str, str]) -> str:
    """Return the line to cite for a run, empty if one of its inputs cannot be read any more.

    ``digests`` are the SHA-256 of files by the names that the run gave them; others are read again.
    """
    with contextlib.suppress(InputError, OSError):
        return citation_on(scored.host, run, digests)
    return ""
