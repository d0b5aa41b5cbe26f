"""Pages in a browser: what a script sees of them, in a frame of some width."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape, unescape
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS = (400, 1400)  # pixels
OFFLINE = (
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def probed(page: str, width: int, folder: Path, probe: str = "{}") -> dict[str, Any]:
    """Return what the browser says of a page: ``width`` and ``needed`` pixels, what it ``loaded``, and of a ``probe``.

    That is an object of JavaScript, made by a script that the page itself would not allow.
    """
    script = f"""<script>
parent.document.documentElement.dataset.probe = JSON.stringify({{
  width: innerWidth,
  needed: document.documentElement.scrollWidth,
  loaded: performance.getEntriesByType("resource").length,
  ...{probe},
}});
</script>"""
    frame = re.sub(r"<meta http-equiv.*?>", "", page).replace("</body>", f"{script}</body>")
    file = folder / "framed.html"
    file.write_text(f'<!DOCTYPE html><iframe style="border: 0; width: {width}px" srcdoc="{escape(frame)}"></iframe>')
    found = re.search(r'<html data-probe="(.*?)"', document(file, folder))
    assert found
    seen: dict[str, Any] = json.loads(unescape(found[1]))
    return seen


def document(file: Path, folder: Path) -> str:
    """Return the page in a file as the browser has it when its scripts have run."""
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    options = [*OFFLINE, "--window-size=1600,1000", "--dump-dom", file.as_uri()]
    return subprocess.run([*command, *options], capture_output=True, check=True, timeout=120).stdout.decode()
