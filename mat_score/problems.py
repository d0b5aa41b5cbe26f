"""Why a document could not be read; its pair is skipped with a line that depends on which of these errors it was."""

from __future__ import annotations


class DocumentError(Exception):
    """A document that cannot be read."""


class OpenError(DocumentError):
    """The file cannot be opened, or its inline tags do not match."""


class LoadError(DocumentError):
    """The file is not in the format it should be in; ``str()`` is the reason that the user is told."""


class DecodeError(DocumentError):
    """Anything else: characters, markup, structure or values that are wrong."""
