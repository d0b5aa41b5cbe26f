"""Pages made from templates: everything that comes from input is text in them, and every character can be shown.

Form feeds are left out: they begin a page on paper only.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rescore.explain.conditions import signature_of
from rescore.explain.outcomes import alternative
from rescore.explain.records import in_words
from rescore.explain.text import made_of, matches, place
from rescore.terminal import CONTROLS

_UNPRINTABLE = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{CONTROLS}\ud800-\udfff]")


def written(template: str, *folders: str, **values: object) -> Iterator[bytes]:
    """Yield the page that a template makes of some values; it is looked for in ``folders``, and then beside this."""
    stream = _environment(*folders, os.path.dirname(__file__)).get_template(template).stream(**values)
    stream.enable_buffering()
    for piece in stream:
        yield _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", piece.replace("\f", "")).encode()


@functools.cache
def _environment(*folders: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals.update(
        alternative=alternative,
        in_words=in_words,
        made_of=made_of,
        matches=matches,
        place=place,
        signature_of=signature_of,
    )
    return environment
