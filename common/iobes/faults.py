"""What can be wrong with a tag, and what the log says of it.

A message may name the tag's ``location``, its ``function`` and the type of the ``previous`` tag. The letters in it are
those of IOBES, whatever the format.
"""

from __future__ import annotations

from typing import NamedTuple

from common.iobes.roles import BEGIN, END, INSIDE


class Fault(NamedTuple):
    """A way to break the rules of an encoding: the type of its errors, and its message."""

    type: str
    message: str


IOB_START = Fault("Illegal Start", "Invalid label: `B` starting an entity at %(location)s")
IOB_TRANSITION = Fault(
    "Illegal Transition", "Invalid label: `B` starting and entity after a %(previous)s at %(location)s"
)
BIO_START = Fault("Illegal Start", "Illegal Label: starting a span with `I` at %(location)s")
BIO_TRANSITION = Fault("Illegal Transition", "Illegal Label: I doesn't match previous token at %(location)s")
START = {
    INSIDE: BIO_START,
    END: Fault("Illegal Start", "Illegal Label: starting a span with `E` at %(location)s"),
}
TRANSITION = {
    INSIDE: Fault("Illegal Transition", "Illegal Label: `I` doesn't match previous token at %(location)s"),
    END: Fault("Illegal Transition", "Illegal Label: `E` doesn't match previous token at %(location)s"),
}
UNENDED = Fault("Illegal End", "Illegal Label: `%(function)s` ends span at %(location)s")
SINGLE_BEGIN = Fault("Illegal Single", "Illegal Label: Single `B` token span at %(location)s")
FINAL = {
    BEGIN: Fault("Illegal Final", "Illegal Label: `B` as final token %(location)s"),
    INSIDE: Fault("Illegal Final", "Illegal Label: `I` as final token at %(location)s"),
}
