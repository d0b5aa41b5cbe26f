"""Reads a submission from a folder.

It holds ``cmd``, the command line, which is run in ``in/``; ``stdout`` and the report files in ``out/``, as published;
``exit``, the exit status if it was not 0; and ``env``, the variables of the run.
"""

from __future__ import annotations

import os
import re
import shlex

from legacy_scorers.rescore.archive.submission import (
    ENVIRONMENT,
    LEADS_OUT,
    Submission,
    files_below,
    is_inside,
    read_regular,
)
from legacy_scorers.rescore.names import scorer_called
from legacy_scorers.rescore.scorers import SCORERS

_UNKNOWN = "unknown"  # the task of a folder whose command cannot be read
_OF_A_SHELL = re.compile(r"[|&;<>]+")
_MAX_COMMAND_BYTES = 2**16
_STATUS = re.compile(r"\s*[0-9]{1,3}\s*", re.ASCII)


def submission_in(root: str, name: str) -> Submission:
    """Return the submission in a folder, with a ``problem`` if it cannot be scored."""
    submission = Submission(_UNKNOWN, name, [], folder=f"{name}/in")
    here, reports = os.path.join(root, name), os.path.join(root, name, "out")
    there = {file for file in ("env", "stdout", "exit") if os.path.lexists(os.path.join(here, file))}
    file = "cmd"
    try:
        variables, submission.words = _command_line(_text(root, f"{name}/{file}"))
        file = "env"
        lines = _text(root, f"{name}/{file}").splitlines() if file in there else []
        pairs = [line.partition("=") for line in lines]
        submission.environment = {name: value for name, _, value in pairs if name in ENVIRONMENT} | variables
        submission.task = submission.words[0]
        file = "in"
        if not os.path.isdir(os.path.join(here, file)):
            raise ValueError("is not a folder; put the files of the run there")
        if "stdout" in there:
            submission.published[""] = f"{name}/stdout"
        for path in files_below(reports) if os.path.isdir(reports) else ():
            submission.published[path] = f"{name}/out/{path}"
        file = "exit"
        if file in there:
            status = _text(root, f"{name}/{file}")
            if not _STATUS.fullmatch(status):
                raise ValueError("is not an exit status; write a number")
            submission.status = int(status)
    except OSError as error:
        submission.problem = f"{os.path.relpath(error.filename, here)}: {error.strerror}"
    except ValueError as error:
        submission.problem = f"{file}: {error}"
    if not all(is_inside(root, path) for path in (name, submission.folder, *submission.published.values())):
        submission.problem = LEADS_OUT
    return submission


def _text(root: str, path: str) -> str:
    if not is_inside(root, path):
        raise ValueError(LEADS_OUT)
    return os.fsdecode(read_regular(os.path.join(root, path), _MAX_COMMAND_BYTES))


def _command_line(text: str) -> tuple[dict[str, str], list[str]]:
    """Return the variables set before a command, and its words. Raises ``ValueError`` for what needs a shell."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) != 1:
        raise ValueError("must have exactly one command line; correct it")
    words = shlex.split(lines[0])
    environment = {}
    while words and words[0].partition("=")[0] in ENVIRONMENT and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        environment[name] = value
    words[:1] = map(scorer_called, words[:1])
    if not any(words[:1]):
        raise ValueError(f"does not name one of {', '.join(SCORERS)}; begin with one of these")
    if any(_OF_A_SHELL.fullmatch(word) for word in SCORERS[words[0]].redirected(words)[0]):
        raise ValueError("needs a shell, which is not used; write only the command and its arguments")
    return environment, words
