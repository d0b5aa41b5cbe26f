"""Where the pages that messages and help texts name are: files of a checkout, or addresses."""

from __future__ import annotations

import os
import re

from legacy_scorers.common import SUITE

_PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PAGE = re.compile(r"(?<![\w/])docs/([\w-]+)\.md")


def page(name: str) -> str:
    """Return where the page ``docs/NAME.md`` is: in a checkout its path, else its address, if that is known."""
    path = f"docs/{name}.md"
    return path if os.path.exists(os.path.join(_PROJECT, path)) else f"{_address()}{path}"


def with_pages(text: str) -> str:
    """Return a text in which each ``docs/NAME.md`` is what :func:`page` returns."""
    return _PAGE.sub(lambda found: page(found[1]), text)


def _address() -> str:
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        addresses = metadata(SUITE).get_all("Project-URL") or []
    except PackageNotFoundError:  # a copy of the package that was not installed
        return ""
    by_title = dict(address.split(", ", 1) for address in addresses)
    return f"{by_title['Source']}/" if "Source" in by_title else ""
