"""Running programs as a user whom read-only files stop: the superuser's tests become nobody for them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

NOBODY = 65534
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


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


def give(path: Path, mode: int) -> None:
    """Give a file or folder to the user of :func:`run`, with these permissions."""
    if IS_ROOT:
        os.chown(path, NOBODY, NOBODY)
    path.chmod(mode)


def run(
    words: Sequence[str], cwd: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program without the superuser's rights."""
    return subprocess.run(
        words,
        cwd=cwd,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})},
        user=NOBODY if IS_ROOT else None,
        group=NOBODY if IS_ROOT else None,
        extra_groups=[] if IS_ROOT else None,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
