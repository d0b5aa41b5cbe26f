"""The libraries that only the extra ``rescore`` installs, and what to do where one of an extra is missing."""

from __future__ import annotations

import os
import shlex
import sys
from importlib.util import find_spec

import legacy_scorers
from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.process import USAGE

EXTRA = ["Jinja2", "msgspec", "numpy", "tabulate", "tqdm"]  # as an index calls them
if sys.version_info < (3, 11):
    EXTRA.append("tomli")
_ACTIVATE = os.path.join("Scripts", "activate") if os.name == "nt" else os.path.join("bin", "activate")


def need(*names: str) -> None:
    """Raise ``InputError`` if a library is missing, with what installs it."""
    missing = [name for name in names if find_spec(name.lower()) is None]
    if missing:
        raise InputError(f"needs {', '.join(missing)}; {bringing('rescore')}", status=USAGE)


def bringing(extra: str) -> str:
    """Return the shell command that brings the libraries of an extra: of a checkout, its environment if there is one.

    A checkout is named by its folder, because what an index calls ``legacy-scorers`` need not be this project.
    """
    checkout = os.path.dirname(os.path.dirname(os.path.realpath(legacy_scorers.__file__)))
    if not os.path.isfile(os.path.join(checkout, "develop.py")):
        return f"python3 -m pip install 'legacy-scorers[{extra}]'"
    environment = os.path.join(checkout, ".venv")
    script = os.path.join(environment, _ACTIVATE)
    if os.path.isfile(script) and os.path.realpath(sys.prefix) != os.path.realpath(environment):
        return f". {shlex.quote(script)}"
    return f"python3 -m pip install {shlex.quote(f'{checkout}[{extra}]')}"
