"""What a submission was scored against: submissions with the same key can be compared item by item."""

from __future__ import annotations

import os

from rescore.archive.changes.setup import Setup
from rescore.archive.search import OF_COMMAND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from rescore.archive.submission import Submission


def key_of(root: str, submission: Submission, inputs: Mapping[str, str]) -> frozenset[str]:
    """Return the hashes of the files of the key; ``inputs`` has those of all that the run read. Empty if unknown."""
    setup = Setup(submission.words, submission.environment, {}, submission.folder)
    words = [part for word in submission.words[1:] for part in (word, word.partition("=")[2])]
    named = set(map(setup.path, words))  # among them configurations, which say where the key is
    try:
        setup.files = {path: _content(root, path) if path in named else b"" for path in inputs}
        sides = OF_COMMAND[submission.words[0]].sides(setup)
    except (OSError, ValueError):  # taken away since it was scored; a command line that scores nothing
        return frozenset()
    return frozenset(inputs[path] for path in sides.key if path in inputs)


def _content(root: str, path: str) -> bytes:
    if path.endswith("/"):
        return b""
    with open(os.path.join(root, path), "rb") as file:
        return file.read()
