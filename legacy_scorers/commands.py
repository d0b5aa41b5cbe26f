"""The table of commands: what executables, entry points and ``python -m legacy_scorers`` start.

Nothing is imported from the working directory; what this module imports is loaded before any command is.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

INTERRUPTED = 130  # a shell's exit status for a program that SIGINT ended


class Command:
    """A command: its ``name``, the module whose ``main`` runs it, and a line about it. Calling it runs it.

    A call takes the words of the process and returns the exit status.
    """

    def __init__(self, name: str, module: str, summary: str) -> None:
        self.name = name
        self.module = f"legacy_scorers.{module}"
        self.summary = summary

    def __call__(self) -> int:
        """Run the command with the words of this process and return the exit status."""
        try:
            leave_working_directory()
            _speak_utf8()
            return int(__import__(self.module, fromlist=["main"]).main())
        except KeyboardInterrupt:
            return INTERRUPTED


scorer2 = Command("scorer2", "scorer2.cli", "word senses (Senseval)")
faireval = Command("FairEval.py", "faireval.cli", "labelled spans, with a fair count of near misses")
matscore = Command("MATScore", "mat_score.cli", "annotated documents (MITRE Annotation Toolkit)")
muc_score = Command("muc-score", "muc_scorer.cli", "names, coreference, templates (MUC)")
conlleval = Command("conlleval", "conlleval.cli", "chunks and names, tagged token by token (CoNLL)")
coref_scorer = Command("scorer.pl", "coref_scorer.cli", "coreference chains (CoNLL)")
evalb = Command("evalb", "evalb.cli", "brackets of parse trees")
m2scorer = Command("m2scorer", "m2_scorer.cli", "grammatical error correction (CoNLL)")
iobes = Command("iobes", "common.iobes.cli", "converts and checks span tags")
rescore = Command("rescore", "rescore.cli", "explains, checks and compares reports and archives")

COMMANDS = {command.name: command for command in [*vars().values()] if isinstance(command, Command)}
SCORER_NAMES = [name for name in COMMANDS if name not in ("iobes", "rescore")]  # others score nothing


def leave_working_directory() -> None:
    """Import nothing from the working directory, which may be a stranger's archive, unless it holds us or Python."""
    try:
        here = os.getcwd()
    except OSError:  # it is gone, and holds nothing
        return
    if here not in (*_own_folders(), os.path.dirname(os.__file__)):
        sys.path[:] = [path for path in sys.path if path not in ("", here)]


def _own_folders() -> "Iterable[str]":
    """Return the folders from which Python can have imported this package."""
    package = os.path.dirname(os.path.abspath(__file__))
    return package, os.path.dirname(package)


def _speak_utf8() -> None:
    """Start again in UTF-8 mode where the locale has another encoding: file names inside input files are UTF-8."""
    if sys.getfilesystemencoding() != "utf-8" and sys.executable:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
