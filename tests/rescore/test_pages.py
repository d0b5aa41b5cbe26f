"""Pages that messages name: files of a checkout, or addresses for an installation."""

from __future__ import annotations

import importlib.metadata
from email.message import Message
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.rescore.pages import page, with_pages
from tests.rescore.archives import rescore

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS = "https://scores.example/docs/cells.md"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the pages in the checkout, and let the package be installed with an address."""
    fields = Message()
    fields["Project-URL"] = "Issues, https://scores.example/issues"
    fields["Project-URL"] = "Source, https://scores.example"
    monkeypatch.setattr("legacy_scorers.rescore.pages._PROJECT", str(tmp_path))
    monkeypatch.setattr(importlib.metadata, "metadata", lambda name: fields)


def test_a_page_of_a_checkout_is_a_file() -> None:
    assert page("cells") == "docs/cells.md"


def test_a_page_of_an_installation_has_an_address(installed: None) -> None:
    assert page("cells") == ADDRESS
    assert with_pages("see docs/cells.md") == with_pages(with_pages("see docs/cells.md")) == f"see {ADDRESS}"


def test_messages_and_help_name_it(installed: None) -> None:
    assert f"{ADDRESS} lists the names" in rescore("compare", "--measure", "x/y").stderr
    shown = "".join(rescore("check", "--help").stdout.split())
    assert "https://scores.example/docs/checks.mdlistsallfindings" in shown


@pytest.mark.parametrize("metadata", [Message(), importlib.metadata.PackageNotFoundError()])
def test_a_copy_without_an_address_names_the_file(
    metadata: Message | Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def described(name: str) -> Message:
        if isinstance(metadata, Exception):
            raise metadata
        return metadata

    monkeypatch.setattr("legacy_scorers.rescore.pages._PROJECT", str(tmp_path))
    monkeypatch.setattr(importlib.metadata, "metadata", described)
    assert page("cells") == "docs/cells.md"
