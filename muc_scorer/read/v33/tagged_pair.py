"""The key and the response of a run in SGML, document by document."""

from __future__ import annotations

import os
from itertools import zip_longest

from muc_scorer.read.messages import say, shown, warn_at
from muc_scorer.read.parsing import Source, read_file
from muc_scorer.read.v33.tagged_text import TaggedFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from muc_scorer.read.config import Config
    from muc_scorer.read.objects import Catalogue
    from muc_scorer.read.v33.tagged_text import TaggedDocument


class TaggedPair:
    """The two files of a run, whose documents are read one at a time for the elements of those ``names``.

    Opening them enters their documents into the catalogue.
    """

    __slots__ = ("key", "response")

    def __init__(self, config: Config, names: Iterable[bytes], catalogue: Catalogue) -> None:
        self.key = _open(config.key_file, b"Key", names, catalogue)
        self.response = _open(config.response_file, b"Response", names, catalogue)

    def documents(self, docnum: bytes) -> tuple[TaggedDocument | None, TaggedDocument | None]:
        """Return what key and response have of a document, None where they do not have it.

        Where the texts differ a warning says from which offset on: offsets from there on refer to different words.
        """
        key, response = self.key.document(docnum), self.response.document(docnum)
        if key is not None and response is not None and key.text != response.text:
            pairs = enumerate(zip_longest(key.text, response.text))
            offset = next(place for place, (one, other) in pairs if one != other)
            warn_at(f"the texts of key and response differ from offset {offset} on", f"document {shown(docnum)}")
        return key, response

    def warn_of_left_out(self) -> None:
        """Say for each side how many tags were left out because they stand outside of all sections."""
        for file in (self.key, self.response):
            if file.left_out:
                warn_at(f"tags left out because they stand outside of all sections: {file.left_out}", file.source.name)


def _open(path: bytes | None, role: bytes, names: Iterable[bytes], catalogue: Catalogue) -> TaggedFile:
    assert path is not None, "the configuration has a default name"
    say(b"Begin Parsing NE/CO %s Documents.\n" % role)
    file = TaggedFile(Source(os.fsdecode(path), read_file(path, b"ne/co document")), names)
    if not file.docnums():
        warn_at("holds no document; put each into <DOC> and </DOC>", os.fsdecode(path))
    for docnum in file.docnums():
        catalogue.entry(docnum)
        say(b"parsing %s %s...%s done.\n" % (role.lower(), docnum, docnum))
    say(b"Parsing NE/CO %s Documents Completed.\n" % role)
    return file
