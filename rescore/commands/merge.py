"""``rescore merge STORE...``: the stores of an archive's parts united."""

from __future__ import annotations

import click

from rescore.archive.store import Store


@click.command(epilog="Example: rescore merge --into all.sqlite part1.sqlite part2.sqlite")
@click.option("--into", required=True, type=click.Path(), metavar="STORE", help="The store that takes all results.")
@click.argument("stores", nargs=-1, required=True, type=click.Path(), metavar="STORE...")
def merge(into: str, stores: tuple[str, ...]) -> int:
    """Unite the stores that 'rescore run --shard' made of an archive.

    Where several hold the same submission, the one that is named last counts.
    """
    with Store(into) as united:
        for store in stores:
            united.merge(store)
    return 0
