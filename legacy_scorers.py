"""The door to every command and module, under a name that no other project has.

The packages behind it have names that other projects use, too. A package of another project that Python finds first, or
that was installed over one of these, is refused in one line before it can do harm. Nothing is imported from the working
directory; what this module imports is loaded before any program is.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import ModuleSpec

HERE = os.path.dirname(__file__)
INTERRUPTED = 130  # what a shell reports of a program that SIGINT ended


def _command(name: str, module: str) -> "Callable[[], int]":
    """Return the function that runs a command, by the ``main`` of its module, and returns its exit status."""

    def run() -> int:
        try:
            _leave_working_directory()
            _speak_utf8()
            refuse_strangers(name, module.partition(".")[0])
            return int(__import__(module, fromlist=["main"]).main())
        except KeyboardInterrupt:
            return INTERRUPTED

    return run


scorer2 = _command("scorer2", "scorer2.cli")
faireval = _command("FairEval.py", "faireval.cli")
matscore = _command("MATScore", "mat_score.cli")
muc_score = _command("muc-score", "muc_scorer.cli")
conlleval = _command("conlleval", "conlleval.cli")
coref_scorer = _command("scorer.pl", "coref_scorer.cli")
iobes = _command("iobes", "common.iobes.cli")
rescore = _command("rescore", "rescore.cli")


def refuse_strangers(command: str, package: str) -> None:
    """End ``command`` with one line if Python finds another project's package under the name of one of ours."""
    found = _file(package)
    if found is not None and not _is_ours(package, found):
        raise SystemExit(
            f"{command}: {found}: is another project's package '{package}'; leave it out of PYTHONPATH, "
            "or install legacy-scorers in an environment of its own"
        )


def _leave_working_directory() -> None:
    """Import nothing from the working directory, which may be a stranger's archive, unless it holds us or Python."""
    try:
        here = os.getcwd()
    except OSError:  # it is gone, and holds nothing
        return
    if here not in (HERE, os.path.dirname(os.__file__)):
        sys.path[:] = [path for path in sys.path if path not in ("", here)]


def _speak_utf8() -> None:
    """Start again in UTF-8 mode where the locale has another encoding: file names inside input files are UTF-8."""
    if sys.getfilesystemencoding() != "utf-8" and sys.executable:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def _file(package: str) -> str | None:
    """Return the file that Python finds for a package, or its folder if it has none. The package is not run."""
    ours = os.path.join(HERE, package, "__init__.py")
    module = sys.modules.get(package)
    if module is None and sys.path[0] == HERE and os.path.exists(ours):
        return ours
    spec = module.__spec__ if module else _spec(package)
    if spec is None:
        return None
    return spec.origin or next(iter(spec.submodule_search_locations or ()), None)


def _spec(package: str) -> "ModuleSpec | None":
    for finder in sys.meta_path:
        spec = finder.find_spec(package, None)
        if spec is not None:
            return spec
    return None


def _is_ours(package: str, file: str) -> bool:
    """Say whether the package stands beside this module and is not one that was installed over ours."""
    folder, ours = os.path.dirname(file), os.path.join(HERE, package)
    if folder != ours and os.path.realpath(folder) != os.path.realpath(ours):
        return False
    if package != "common":
        return True
    try:
        import common
    except (ImportError, SyntaxError):
        return False
    return getattr(common, "SUITE", None) == "legacy-scorers"
