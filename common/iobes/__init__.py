"""Span encodings: tags of tokens to spans of tokens and back, in IOB, BIO, IOBES, BILOU, BMEOW and TOKEN.

Written after B. Lester, 'iobes: A Library for Span-Level Processing' (2020), with the names of that library.
Each module lists in ``__all__`` what the package shows of it.
"""

from __future__ import annotations

from legacy_scorers.common.iobes import convert, formats, parse, transition, utils, write
from legacy_scorers.common.iobes.convert import *  # noqa: F403
from legacy_scorers.common.iobes.formats import *  # noqa: F403
from legacy_scorers.common.iobes.parse import *  # noqa: F403
from legacy_scorers.common.iobes.transition import *  # noqa: F403
from legacy_scorers.common.iobes.utils import *  # noqa: F403
from legacy_scorers.common.iobes.write import *  # noqa: F403

__version__ = "1.5.1"

__all__ = [
    "__version__", *convert.__all__, *formats.__all__, *parse.__all__, *transition.__all__, *utils.__all__,
    *write.__all__,
]  # fmt: skip
