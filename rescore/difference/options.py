"""The option of commands that compare: which verdicts to accept."""

from __future__ import annotations

import click

from rescore.difference.verdicts import VERDICTS

ACCEPTABLE = VERDICTS[1:-1]


def _accepted(context: click.Context, option: click.Parameter, value: str) -> set[str]:
    words = {word.strip() for word in value.split(",") if word.strip()}
    unknown = words - set(ACCEPTABLE)
    if unknown:
        raise click.BadParameter(f"{sorted(unknown)[0]!r} is none of {', '.join(ACCEPTABLE)}")
    return words


accepting = click.option(
    "--accept",
    default="",
    callback=_accepted,
    metavar="VERDICT,...",
    help=f"Exit with 0 for these, too: {', '.join(ACCEPTABLE)}.",
)
