"""What a submission was scored against: submissions with the same key can be compared item by item."""

from __future__ import annotations

from collections.abc import Mapping

from rescore.archive.changes.setup import Setup
from rescore.archive.inputs import content_at
from rescore.archive.submission import Submission
from rescore.scorers import SCORERS


def key_of(root: str, submission: Submission, inputs: Mapping[str, str]) -> frozenset[str]:
    """Return the hashes of the files of the key; ``inputs`` has those of all that the run read. Empty if unknown."""
    files = dict.fromkeys(inputs, b"")
    setup = Setup(submission.words, submission.environment, files, submission.folder)
    for path in inputs.keys() & map(setup.path, submission.arguments):  # configurations, which say where the key is
        content = content_at(root, path)
        if content is None:  # taken away since it was scored
            return frozenset()
        files[path] = content
    try:
        sides = SCORERS[submission.words[0]].changes.sides(setup)
    except ValueError:  # a command line that scores nothing
        return frozenset()
    return frozenset(inputs[path] for path in sides.key if path in inputs)
