"""Running programs that read-only files stop, as they stop every user but the superuser.

The superuser's tests give up the superuser's rights (on Linux: capabilities), but remain the same user, who can read
the project and its Python wherever these are.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
_PR_CAPBSET_DROP = 24
_MOST_CAPABILITIES = 64


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """Yield a new folder that every user can reach, which pytest's are not."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for path in folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
        shutil.rmtree(folder)


def run(
    words: Sequence[str], cwd: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program without the superuser's rights."""
    if IS_ROOT and sys.platform != "linux":
        pytest.skip("the superuser can give up rights on Linux only")
    return subprocess.run(
        words,
        cwd=cwd,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})},
        preexec_fn=_give_up_rights if IS_ROOT else None,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


def _give_up_rights() -> None:
    """Have the program that this process becomes start without any capability."""
    system = ctypes.CDLL(None)
    for capability in range(_MOST_CAPABILITIES):
        system.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)  # EINVAL beyond the last one
