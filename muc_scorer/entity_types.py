"""The types of named entities that reports distinguish, by class of tag."""

from __future__ import annotations

OTHER = b"other"
TYPES = {
    b"enamex": (b"organization", b"person", b"location", OTHER),
    b"timex": (b"date", b"time", OTHER),
    b"numex": (b"money", b"percent", OTHER),
}
