"""Pairs hypothesis files with reference files, and reads the pairs one at a time."""

from __future__ import annotations

import codecs
import os

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host import ENDLESS, FILE
from legacy_scorers.common.record import record
from legacy_scorers.mat_score.annotations import DecodeError, DocumentPair, LoadError, OpenError, RefusedError
from legacy_scorers.mat_score.encoding import CUT_SHORT, decoded, shown
from legacy_scorers.mat_score.options import V1, V2

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator
    from typing import AnyStr

    from legacy_scorers.common.host import Host
    from legacy_scorers.mat_score.annotations import Document
    from legacy_scorers.mat_score.tasks.task import AnnotationTask

FILE_TYPES = FAKE_XML, MAT_JSON, XML_INLINE = ("fake-xml-inline", "mat-json", "xml-inline")
MARK = b"\xef\xbb\xbf"  # of the byte order, in UTF-8
_ESCAPE = rb"\\(?:(?P<octal>[0-7]{3})|(?P<letter>[^%sDsSwWafnrtvx\W\d_])|.)"  # with the letters that have a meaning
_SET = rb"(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])"
_FLAGS = rb"\(\?(?P<flags>[iLmsux]+)\)"
_CONDITION = rb"\(\?\((?P<group>\d{1,2})\)"
# What Python 2 refuses: repetition that gives nothing back, groups of that kind or with flags, and the flag for ASCII.
_NEWER = rb"(?P<newer>(?:[*+?]|\{(?:\d+|\d*,\d*)\})\+|\(\?(?:>|[aiLmsux]*-|[aiLmsux]+:|[iLmsux]*a[aiLmsux]*\)))"
_MAYBE_FILE = (FILE, "")  # a path that leads to nothing known is said not to open


@record
class DocumentReader:
    """Reads the documents of one side from a host: file type, encoding (None for the type's own), and options.

    Devices without an end are ignored, with ``files_only`` all pipes and devices. The documentation of MAT 1.3 does not
    say how to read a byte order mark in mat-json, which is skipped here, nor which encoding fake XML has; here it is
    UTF-8.
    """

    host: Host
    file_type: str = MAT_JSON
    encoding: str | None = None
    overlay: bool = False
    translate_all: bool = False
    files_only: bool = False
    version: str = V2

    def read(self, path: str, task: AnnotationTask | None, warn: Callable[[str], None]) -> Document:
        """Read a document; ``warn`` receives warnings. Raises :class:`mat_score.annotations.DocumentError`."""
        kind = self.host.kind(path)
        if self.files_only and kind not in _MAYBE_FILE:
            raise OpenError("neither a file nor a directory")
        if kind == ENDLESS:
            raise OpenError("a device without an end")
        try:
            content = self.host.read(path)
        except (OSError, ValueError) as error:
            raise OpenError(str(error)) from None
        name = shown(path)
        if self.file_type == MAT_JSON:
            from legacy_scorers.mat_score.documents.matjson import read_mat_json

            return read_mat_json(name, content.removeprefix(MARK) if self.version == V1 else content, task)
        text = self._decode(content)
        if self.file_type == FAKE_XML:
            from legacy_scorers.mat_score.documents.fakexml import read_fake_xml

            prefix = "" if self.version == V2 else f"MATScore: {name}: "
            return read_fake_xml(name, text, task, lambda message: warn(prefix + message))
        from legacy_scorers.mat_score.documents.xmlinline import read_xml

        return read_xml(name, text, task, self.translate_all, self.overlay)

    def _decode(self, content: bytes) -> str:
        encoding = self.encoding
        if encoding is None:
            encoding = "ascii" if self.file_type == FAKE_XML and self.version == V2 else "utf-8"
        try:
            name = codecs.lookup(encoding).name
            return decoded(content, name) if name.startswith(CUT_SHORT) else content.decode(encoding)
        except (LookupError, ValueError) as error:
            raise DecodeError(str(error)) from None


@record
class Directories:
    """The directories of hypotheses and references, and how their names correspond.

    ``file_re`` is a regular expression that the name of a hypothesis matches, or None. The reference has the
    hypothesis' name, minus ``suffix_off`` if the name ends in it, plus ``suffix_on``.
    """

    hypotheses: str
    references: str
    file_re: str | None = None
    suffix_off: str = ""
    suffix_on: str = ""

    def pair(self, name: str) -> tuple[str, str]:
        """Return the paths of the hypothesis of that name and of its reference."""
        reference = name.removesuffix(self.suffix_off) + self.suffix_on
        return os.path.join(self.hypotheses, name), os.path.join(self.references, reference)


def pair_directories(host: Host, version: str, directories: Directories) -> list[tuple[str, str]]:
    """Return pairs of paths, hypothesis and reference, for the files of a directory in byte order of their names.

    Names match by the rules of the MAT ``version``. Directories, pipes and devices are left out; hidden files are not.
    Raises ``OSError`` if the directory cannot be listed, :class:`InputError` if ``file_re`` is no regular expression.
    """
    folder = directories.hypotheses
    names = [name for name in host.entries(folder) if host.kind(os.path.join(folder, name)) in _MAYBE_FILE]
    if directories.file_re is not None:
        names = _matching(names, directories.file_re, version)
    return [directories.pair(name) for name in sorted(names, key=os.fsencode)]


def anchored(pattern: bytes) -> bytes:
    """Return the pattern between ``^`` and ``$``, without a group, with the meaning that it has in Python 2.

    Python 2 reads an unknown escape as its letter, an octal escape modulo 256, and global flags anywhere. Here flags
    come first, without the one for Unicode. In a condition, a group that does not exist is one that never matches; here
    such groups follow at the end. Raises ``ValueError`` for what Python 2 cannot read, but does not look for all of it.
    """
    import re

    def replaced(part: re.Match[bytes]) -> bytes:
        if part["flags"]:
            return b""
        if part["set"]:
            return re.sub(_ESCAPE % b"bd", _escape, part[0], flags=re.DOTALL)
        return _escape(part)

    parts = re.compile(rb"|".join((_ESCAPE % b"AbBdZ", _SET, _FLAGS, _CONDITION, _NEWER)), re.DOTALL)
    found = [*parts.finditer(pattern)]
    newer = [part[0].decode() for part in found if part["newer"]]
    if newer:
        raise ValueError(f"{newer[0]} is newer than Python 2")
    flags = b"".join([part["flags"] or b"" for part in found]).replace(b"u", b"")
    start = b"(?%s)^" % flags if flags else b"^"
    groups = max([int(part["group"]) for part in found if part["group"]], default=0)
    end = b"$(?:|%s)" % (b"()" * groups) if groups else b"$"
    return start + parts.sub(replaced, pattern) + end


def _escape(part: re.Match[bytes]) -> bytes:
    """Return what an escape of Python 2 is in Python 3."""
    if part["octal"]:
        return b"\\x%02x" % (int(part["octal"], 8) & 0xFF)
    return part["letter"] or part[0]


def _matching(names: list[str], file_re: str, version: str) -> list[str]:
    """Return the names that match: in MAT 1.3 from end to end, as text, in MAT 2.0 byte by byte as in Python 2."""
    if version == V1:
        whole = _compiled(file_re, shown)
        return [name for name in names if whole.fullmatch(shown(name))]
    expression = _compiled(file_re, lambda word: anchored(os.fsencode(word)))
    return [name for name in names if expression.match(os.fsencode(name))]


def _compiled(file_re: str, pattern_of: Callable[[str], AnyStr]) -> re.Pattern[AnyStr]:
    import re
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # about set operations
            return re.compile(pattern_of(file_re))
    except (re.error, OverflowError, ValueError) as error:  # ValueError for flags that exclude each other, too
        raise InputError(f"--file_re {shown(file_re)}: not a regular expression: {error}") from None


def read_pairs(
    pairs: Iterable[tuple[str, str]],
    readers: tuple[DocumentReader, DocumentReader],
    task: AnnotationTask | None,
    say: Callable[[str], None],
    warn: Callable[[str], None],
) -> Iterator[DocumentPair]:
    """Yield the documents of pairs of paths, hypothesis and reference, one pair at a time.

    ``say`` receives a line for each pair that is skipped. ``warn`` receives warnings about documents, and the reason
    why one is refused. If the hypothesis cannot be loaded, MAT 2.0 names the reference.
    """

    def read(reader: DocumentReader, side: str, path: str, ref_path: str) -> Document | None:
        name = shown(path)
        try:
            return reader.read(path, task, warn)
        except OpenError:
            say(f"Couldn't open {side} {name}; skipping pair.")
        except LoadError as error:
            at_fault = f"{side} {name}" if reader.version == V1 else f"reference {shown(ref_path)}"
            say(f"Couldn't load {at_fault} ({error}); skipping pair.")
        except DecodeError as error:
            say(f"Couldn't decode {side} {name}; skipping pair.")
            if isinstance(error, RefusedError):
                warn(f"MATScore: {InputError(str(error), name, error.line)}")
        return None

    hypothesis_reader, reference_reader = readers
    for path, ref_path in pairs:
        hypothesis = read(hypothesis_reader, "target", path, ref_path)
        if hypothesis is None:
            continue
        reference = read(reference_reader, "reference", ref_path, ref_path)
        if reference is not None:
            yield DocumentPair(shown(os.path.basename(path)), hypothesis, reference)
