"""Pages in a browser: what a script sees of them, in a frame of some width."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from html import escape, unescape
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.golden_cases import is_night
from tests.running import HANGS_S

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS = (400, 1400)  # pixels
SIZES = """{
  needed: document.documentElement.scrollWidth,
  loaded: performance.getEntriesByType("resource").length,
}"""
ROWS = '[...document.querySelectorAll(".row")].filter(row => row.getClientRects().length).length'  # those to be seen
VIOLATIONS = """axe.run({resultTypes: ["violations"]}).then(found => found.violations.flatMap(
  rule => rule.nodes.map(node => `${rule.id}: ${node.html}`)))"""  # the rule, and the piece of the page
CONTRAST = VIOLATIONS.replace("{", '{runOnly: ["color-contrast"], ', 1)
MORE = "section:nth-of-type(n+11), tbody > tr:nth-child(n+11), pre > a:nth-of-type(n+31)"  # of the same kind
OFFLINE = (
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip

DARK = ("--blink-settings=preferredColorScheme=0", "--force-dark-mode")
AXE = Path(getattr(find_spec("axe_core_python"), "origin", None) or "").parent / "axe.min.js"

needs_axe = pytest.mark.skipif(CHROMIUM is None or not AXE.is_file(), reason="Chromium and axe-core are not installed")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


class Frame(NamedTuple):
    """A page in a frame of some width, and an expression of JavaScript, or a promise, that a script in it computes."""

    page: str
    width: int
    expression: str


def of_some(expression: str) -> str:
    """Return an expression that by day is computed of a page with the first elements of many equal ones alone."""
    removed = f"document.querySelectorAll('{MORE}').forEach(one => one.remove())"
    return expression if is_night() else f"({removed}, {expression})"


def computed(frames: Iterable[Frame], folder: Path, *options: str) -> list[Any]:
    """Return what the expressions in all frames result in, which one browser shows."""
    shown = "".join([_framed(number, frame) for number, frame in enumerate(frames)])
    file = folder / "framed.html"
    file.write_text(f"<!DOCTYPE html>{shown}")
    page = document(file, folder, "--virtual-time-budget=60000", *options)
    found = {int(number): json.loads(unescape(value)) for number, value in re.findall(r'data-of(\d+)="(.*?)"', page)}
    return [found[number] for number in range(shown.count("<iframe"))]


def _framed(number: int, frame: Frame) -> str:
    """Return the element; the script is one that the page itself would not allow."""
    library = f'<script src="{AXE.as_uri()}"></script>' if "axe." in frame.expression else ""
    script = f"""{library}<script>
(async () => parent.document.documentElement.dataset.of{number} = JSON.stringify(await ({frame.expression})))();
</script>"""
    page = re.sub(r"<meta http-equiv.*?>", "", frame.page).replace("</body>", f"{script}</body>")
    return f'<iframe style="border: 0; width: {frame.width}px" srcdoc="{escape(page)}"></iframe>'


def document(file: Path, folder: Path, *options: str) -> str:
    """Return the page in a file as the browser has it when its scripts have run."""
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    more = [*OFFLINE, "--window-size=1600,1000", *options, "--dump-dom", file.as_uri()]
    return subprocess.run([*command, *more], capture_output=True, check=True, timeout=HANGS_S).stdout.decode()
