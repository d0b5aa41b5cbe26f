"""Processes of ``rescore run`` for all tests: forked, which takes a third of the time of a new interpreter."""

from __future__ import annotations

import multiprocessing
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import PACKAGE_OF, ROOT
from tests.rescore.forked import Context

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for package in ("rescore/archive", "rescore/checks", *PACKAGE_OF.values())
    for path in sorted((ROOT / package).rglob("*.py"))
]


@pytest.fixture(autouse=True, scope="session")
def forked_processes() -> Iterator[None]:
    context = Context()
    context.set_forkserver_preload(["tests.rescore.forked", *MODULES])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(multiprocessing, "get_context", lambda method=None: context)
        patched.setitem(sys.modules, "__main__", ModuleType("__main__"))  # each process would import pytest, too
        yield
