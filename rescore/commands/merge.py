"""``rescore merge STORE...``: the stores of an archive's parts united."""

from __future__ import annotations

import os

import click

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.reports.model import counted


@click.command(epilog="Example: rescore merge --into all.sqlite part1.sqlite part2.sqlite")
@click.option("--into", required=True, type=click.Path(), metavar="STORE", help="The store for all results.")
@click.argument("stores", nargs=-1, required=True, type=click.Path(), metavar="STORE...")
def merge(into: str, stores: tuple[str, ...]) -> None:
    """Merge the stores that 'rescore run --shard' made of an archive.

    If several have the same submission, the last one counts. If one is damaged, nothing is merged.
    """
    for store in stores:
        if os.path.exists(into) and os.path.exists(store) and os.path.samefile(into, store):
            raise InputError("is both source and target; name it only after --into", store, None, USAGE)
    count = 0
    for store in stores:  # read before the target is created
        with Store(store, create=False) as part:
            count += sum(1 for _ in part.rows())
    with Store(into) as united:
        united.merge(stores)
    SYSTEM.warn(f"{counted(count, 'result')} from {counted(len(stores), 'store')}")
