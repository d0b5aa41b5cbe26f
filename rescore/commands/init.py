"""``rescore init FOLDER``: a draft of the manifest of an archive."""

from __future__ import annotations

import os

import click

from common.atomic import write_reports
from common.cli import write_stdout
from common.errors import InputError
from rescore.archive import draft, submissions
from rescore.named import with_limits
from rescore.process import UNSCORED


@click.command(epilog="Example: rescore init --output examples/archive/archive.toml examples/archive")
@click.option("--output", "-o", type=click.Path(), metavar="FILE", help="Write the manifest to this new file.")
@with_limits
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
def init(output: str | None, timeout: float, memory: int | None, folder: str) -> None:
    """Draft a manifest for the files of a folder.

    Files are recognised by their content. Comments give the reason for each guess, and list files without a place.
    Check the manifest, then put it into the folder as archive.toml.
    """
    with submissions.pool_of(folder, 1, timeout, memory) as pool:
        text = pool.call(folder, draft.draft, submissions.root_of(folder)).encode(errors="backslashreplace")
    if output is None:
        write_stdout(text)
    elif os.path.lexists(output):
        raise InputError("already exists; name a new file", output, None, UNSCORED)
    else:
        write_reports([(output, text)])
