"""Packages, such as zip and tar: files that hold other files, and compressed ones. Scorers do not read them."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from itertools import islice

from legacy_scorers.rescore.reports.words import listed

UNPACK = "; unpack it"
HEAD = 4096  # bytes that show whether a file is a package
_BLOCK = 512  # bytes of tar
_MAX_UNPACKED = 2**24  # bytes of a compressed package that are looked into
_MAX_NAMES = 1000
_WITH_HEADER = 31  # window bits of zlib: gz with any window
_GZ = b"\x1f\x8b"
_SIGNATURES = {
    "zip": (b"PK\x03\x04", b"PK\x05\x06"),
    "7z": (b"7z\xbc\xaf\x27\x1c",),
    "rar": (b"Rar!\x1a\x07",),
    "xz": (b"\xfd7zXZ\x00",),
    "bz2": (b"BZh91AY&SY", b"BZh61AY&SY"),
}
_TAR, _TAR_AT = b"ustar", 257


def kind_of_package(head: bytes) -> str:
    """Return the kind of package that a file with this beginning is, such as ``tar.gz``, or an empty text.

    A gz file is one only if it holds a tar package.
    """
    for kind, signatures in _SIGNATURES.items():
        if head.startswith(signatures):
            return kind
    if head[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        return "tar"
    inner = _unpacked(head, _BLOCK) if head.startswith(_GZ) else b""
    return "tar.gz" if inner[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR else ""


def package_in(content: bytes) -> str:
    """Return what is to be done with a package: unpack it, with the first names in it; empty for another file.

    A compressed file is to be unpacked, too.
    """
    kind = kind_of_package(content)
    if not kind and content.startswith(_GZ):
        return f"is a gz file{UNPACK}"
    names = list(islice(_names(kind, content), _MAX_NAMES)) if kind else []
    inside = f", which holds {listed([ascii(name) for name in names], 3)}" if names else ""
    return f"is a {kind} archive{inside}{UNPACK}" if kind else ""


def not_unpacked(head: bytes) -> str:
    """Return what is to be done with a file of this beginning that a manifest names; empty for no package."""
    kind = kind_of_package(head)
    return f"is a {kind} archive; unpack it, and name the file in it" if kind else ""


def _names(kind: str, content: bytes) -> Iterator[str]:
    """Yield the names of files in a zip or tar package, as far as it can be read. They are shown, never opened."""
    import tarfile  # few need them
    import zipfile

    try:
        if kind == "zip":
            with zipfile.ZipFile(io.BytesIO(content)) as package:
                yield from [one.filename for one in package.infolist() if not one.is_dir()]
        elif kind.startswith("tar"):
            with tarfile.open(fileobj=io.BytesIO(_unpacked(content, _MAX_UNPACKED)), mode="r:") as package:
                yield from (one.name for one in package if one.isfile())
    except (zipfile.BadZipFile, tarfile.TarError, OSError, ValueError, NotImplementedError):
        return


def _unpacked(content: bytes, most: int) -> bytes:
    """Return the first bytes of what a gz file holds, or the bytes of another file."""
    if not content.startswith(_GZ):
        return content[:most]
    try:
        return zlib.decompressobj(_WITH_HEADER).decompress(content, most)
    except zlib.error:
        return b""
