"""``rescore init FOLDER``: a draft of the manifest of an archive."""

from __future__ import annotations

import os

import click

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.commands import with_limits
from legacy_scorers.rescore.process import UNSCORED


@click.command(epilog="Example: rescore init --output examples/archive/archive.toml examples/archive")
@click.option("--output", "-o", type=click.Path(), metavar="FILE", help="Write the manifest to this new file.")
@with_limits
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
def init(output: str | None, timeout: float, memory: int | None, folder: str) -> None:
    """Draft a manifest for the files of a folder.

    Files are recognised by their content. Comments give the reason for each guess, and list files without a place.
    Check the manifest, then put it into the folder as archive.toml.
    """
    from legacy_scorers.rescore.archive.draft import draft
    from legacy_scorers.rescore.archive.pool import pool_of, root_of
    from legacy_scorers.rescore.output.tables import json_bytes

    with pool_of(folder, 1, timeout, memory) as pool:
        manifest = json_bytes(pool.call(folder, draft, root_of(folder)))  # TOML has the escapes of JSON
    if output is None:
        SYSTEM.stdout.write(manifest)
    elif os.path.lexists(output):
        raise InputError("already exists; name a new file", output, None, UNSCORED)
    else:
        SYSTEM.write_reports([(output, manifest)])
