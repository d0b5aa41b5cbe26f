"""Pages in a browser: what a script sees of them, in a frame of some width."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape, unescape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS = (400, 1400)  # pixels
OFFLINE = (
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip

DARK = ("--blink-settings=preferredColorScheme=0", "--force-dark-mode")
AXE = Path(getattr(find_spec("axe_core_python"), "origin", None) or "").parent / "axe.min.js"

needs_axe = pytest.mark.skipif(CHROMIUM is None or not AXE.is_file(), reason="Chromium and axe-core are not installed")
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
    seen: dict[str, Any] = _framed(page, script, width, folder)
    return seen


def violations(page: str, width: int, folder: Path, *, dark: bool) -> list[str]:
    """Return what axe-core finds wrong with a page: the rule, and the piece of the page."""
    script = f"""<script src="{AXE.as_uri()}"></script><script>
axe.run().then(found => parent.document.documentElement.dataset.probe = JSON.stringify(
  found.violations.flatMap(rule => rule.nodes.map(node => `${{rule.id}}: ${{node.html}}`))));
</script>"""
    found: list[str] = _framed(page, script, width, folder, "--virtual-time-budget=60000", *(DARK if dark else ()))
    return found


def _framed(page: str, script: str, width: int, folder: Path, *options: str) -> Any:  # noqa: ANN401
    """Return what a script in a page, in a frame of some width, leaves behind as JSON."""
    frame = re.sub(r"<meta http-equiv.*?>", "", page).replace("</body>", f"{script}</body>")
    file = folder / "framed.html"
    file.write_text(f'<!DOCTYPE html><iframe style="border: 0; width: {width}px" srcdoc="{escape(frame)}"></iframe>')
    found = re.search(r'<html data-probe="(.*?)"', document(file, folder, *options))
    assert found
    return json.loads(unescape(found[1]))


def document(file: Path, folder: Path, *options: str) -> str:
    """Return the page in a file as the browser has it when its scripts have run."""
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    more = [*OFFLINE, "--window-size=1600,1000", *options, "--dump-dom", file.as_uri()]
    return subprocess.run([*command, *more], capture_output=True, check=True, timeout=120).stdout.decode()
