"""The names of submissions: in the paths of their files, and as they were published."""

from __future__ import annotations

import csv
import io
import os
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile

from legacy_scorers.common.errors import InputError, close_matches
from legacy_scorers.rescore.archive.table import delimiter_in, nonempty, read_text
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.reports.words import grouped

EXPRESSION_OF_FOLDER = "([^/]+)/[^/]*$"
_SIGNS = "[*†‡§¶\u00b9\u00b2\u00b3]"  # of footnotes
_BESIDE = re.compile(  # a name: a note, a footnote; each run of blanks or signs is read from its begin only
    rf"(?<!\s)\s+(?:\([^()]*\)|\[[^\[\]]*\])$|\^.*|(?<!{_SIGNS}){_SIGNS}+$"
)
_MARKS = "[]*_` \t\u00a0"  # of markup and of papers, and blanks
_AROUND = re.compile(r"^(?:the\s+)?(?:team|system|group)\b|\bet al\b.*", re.IGNORECASE)  # a name, as papers write it
_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r"[^\W\d_]+|\d+")  # of a word: letters, or digits
_PACKED = ".gz"
_TO_SIGN = re.compile(r".*[\W_]", re.DOTALL)
MAX_NEAR = 3  # unknown names of which the nearest is looked for


def name_in(path: str, expression: str = "") -> str:
    """Return the name of the submission with this path, or an empty text if the expression does not match."""
    if not expression:
        return os.path.splitext(os.path.basename(path))[0]
    found = re.search(expression, path)
    return (found[1] or "") if found else ""


def names_of(paths: Sequence[str], expression: str = "") -> dict[str, str]:
    """Return paths by the names of the submissions, empty if two have one name.

    Without an expression a name is that of the file, without its suffix if the names then differ, too.
    """
    by_name = {name_in(path, expression): path for path in paths}
    by_file = {} if expression else {os.path.basename(path): path for path in paths}
    return next((found for found in (by_name, by_file) if len(found) == len(paths)), {})


def names_by_folder(paths: Sequence[str]) -> dict[str, str]:
    """Return paths of files of one name by the names of their folders, empty if the files or folders differ in that."""
    if len({os.path.basename(path) for path in paths}) > 1:
        return {}
    return names_of(paths, EXPRESSION_OF_FOLDER)


def read_names(root: str, file: str) -> dict[str, str]:
    """Return the names or files of submissions by published name, from a table of two columns without headings.

    Raises :class:`InputError` for a row with another number of columns.
    """
    names: dict[str, str] = {}
    if not file:
        return names
    path = os.path.join(root, file)
    text = read_text(path)
    rows = csv.reader(io.StringIO(text), delimiter=delimiter_in(text) or "\t")
    try:
        for row in nonempty(rows):
            if len(row) != 2:
                raise InputError("write a published name, a tab and a submission", path, rows.line_num, USAGE)
            names[row[0]] = row[1]
    except csv.Error as error:
        raise InputError(f"cannot be read as a table ({error})", path, rows.line_num, USAGE) from error
    return names


class PublishedNames:
    """Finds the submissions that published names mean.

    ``paths`` are the submissions' paths by name. ``aliases`` maps published names to the names or files of submissions,
    of which ``unknown`` are none. ``patterns`` are those of the paths. ``about`` are the name of the task and its key.
    """

    def __init__(
        self,
        paths: Mapping[str, str],
        aliases: Mapping[str, str] = {},
        patterns: Collection[str] = (),
        about: Collection[str] = (),
    ) -> None:
        self._exact = {name: name for name in paths}
        self._patterns = patterns
        self._aliases = aliases
        self._about = about
        self.paths = paths
        self._called = grouped((self.submission(published), published) for published in aliases)
        self.unknown = [aliases[published] for published in self._called.pop("", [])]

    @cached_property
    def words(self) -> set[str]:
        """The words of the task, in small letters: those in all paths, in its name and its key."""
        of_paths = [words_of(path) for path in self.paths.values()]
        return words_of(" ".join(self._about)) | (set.intersection(*of_paths) if of_paths else set())

    @cached_property
    def _files(self) -> dict[str, str]:
        return _unique((form, name) for name, path in self.paths.items() for form in forms_of(path))

    @cached_property
    def _forms(self) -> dict[str, set[str]]:
        return {name: {name, *forms_of(path), *_star_texts(path, self._patterns)} for name, path in self.paths.items()}

    @cached_property
    def _folded(self) -> dict[str, str]:
        return _unique((form.casefold(), name) for name, own in self._forms.items() for form in own)

    @cached_property
    def _words(self) -> dict[str, str]:
        return self._by_parts(_WORD)

    @cached_property
    def _parts(self) -> dict[str, str]:
        return self._by_parts(_PART)

    def _by_parts(self, part: re.Pattern[str]) -> dict[str, str]:
        begin, end = _common_ends(self.paths)
        pairs = []
        for name, own in self._forms.items():
            short = name.removeprefix(begin)
            pairs += [(_plain(form, part), name) for form in {*own, short, short.removesuffix(end)}]
        return _unique((parts, name) for parts, name in pairs if parts)  # a name without words, such as --, is no other

    def __contains__(self, published: object) -> bool:
        """Whether a published name means a submission, or has another name in ``names``."""
        return isinstance(published, str) and (published in self._aliases or bool(self.submission(published)))

    def submission(self, published: str) -> str:
        """Return the name of the submission that a published name means, or an empty text.

        What is beside a name counts only if the name alone is none: ``heron*``, ``[heron]``, ``heron (late)``. Then
        signs between its words and accents may differ, as in ``Heron One`` for ``heron_one``, a prefix or suffix of all
        names be missing, or words be around it, as in ``Team Heron`` and ``Heron et al.``. At last signs beside
        numbers may differ, too, as in ``Run 1`` or ``Team-3 (run 2)``.
        """
        meant = self._aliases.get(published, published)
        bare = _BESIDE.sub("", meant).strip(_MARKS)
        found = self.called_exactly(meant) or (self.called_exactly(bare) if bare != meant else "")
        for text in (bare, _AROUND.sub("", bare)):
            found = found or self._words.get(_plain(text, _WORD), "")
        return found or self._parts.get(_plain(meant, _PART), "") or self._parts.get(_plain(bare, _PART), "")

    def called_exactly(self, name: str) -> str:
        """Return the submission of this name, in any letter case, or of its file, or an empty text."""
        found = self._exact.get(name) or self._files.get(name) or self._folded.get(name.casefold())
        return found or self._folded.get(os.path.splitext(name)[0].casefold(), "")

    def nearest(self, unknown: Iterable[str], others: Collection[str] = ()) -> str:
        """Return ``; the nearest is ...`` for published names of no submission, if any are near.

        It is the only one whose words are all in a published name, or the reverse, or else the most similar name, and
        none of ``others``, which have figures.
        """
        paths = [name for name in self.paths if name not in others]
        found: dict[str, None] = {}
        for published in unknown:
            words = words_of(published)
            own = {name: words_of(name) for name in paths}
            near = [name for name, theirs in own.items() if theirs and (theirs <= words or words <= theirs)]
            found |= dict.fromkeys(near if len(near) == 1 else close_matches(published, paths))
        return f"; the nearest {'is' if len(found) == 1 else 'are'} {', '.join(found)}" if found else ""

    def aliases_of(self, name: str) -> list[str]:
        """Return the published names that are mapped to a submission."""
        return self._called.get(name, [])


def forms_of(path: str) -> Iterator[str]:
    """Yield what the file of a submission may be called: its path, its name, and that without the suffix."""
    yield path
    yield os.path.basename(path)
    yield name_in(path)
    if path.endswith(_PACKED):
        yield name_in(name_in(path))


def _star_texts(path: str, patterns: Iterable[str]) -> Iterator[str]:
    """Yield what the only ``*`` of a pattern stands for in a path."""
    for begin, star, end in [pattern.partition("*") for pattern in patterns if pattern.count("*") == 1]:
        middle = path.removeprefix(begin).removesuffix(end)
        if star and path == begin + middle + end and "/" not in middle:
            yield middle


def _plain(name: str, part: re.Pattern[str]) -> str:
    """Return the words or other parts of a name in small letters without accents, with one blank between."""
    letters = [sign for sign in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(sign)]
    return " ".join(part.findall("".join(letters)))


def _common_ends(names: Collection[str]) -> tuple[str, str]:
    """Return the prefix and suffix that all of several names have, such as ``s12.`` and ``.ans`` of ``s12.heron.ans``.

    A prefix ends in a sign, a suffix begins with a dot.
    """
    if len(names) < 2:
        return "", ""
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(min(names), max(names)))
    prefix = _TO_SIGN.match("".join([sign for sign, _ in shared]))
    suffixes = {os.path.splitext(name)[1] for name in names}
    return prefix[0] if prefix else "", suffixes.pop() if len(suffixes) == 1 else ""


def words_of(name: str) -> set[str]:
    """Return the words of a name, a path or a text in small letters, without single letters."""
    return {word for word in _WORD.findall(name.casefold()) if len(word) > 1}


def _unique(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return values by key, without the keys of different values."""
    found: dict[str, str] = {}
    twice = set()
    for key, value in pairs:
        if found.setdefault(key, value) != value:
            twice.add(key)
    return {key: value for key, value in found.items() if key not in twice}
