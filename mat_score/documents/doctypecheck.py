"""Refuses document type declarations that could overwhelm an XML parser.

A document type declares entities, which attribute values may name, and default values of attributes. Expat replaces
entities in attribute values by calling itself, one call for each level, and compares each default with all earlier ones
of the same element; so neither levels nor defaults may be many. The declarations are read by a parser of their own,
before the document's: one that is told of them does not pass them on as text.
"""

from __future__ import annotations

import re

from mat_score.annotations import DecodeError, RefusedError

DEEPEST = 20  # levels of entities whose values name entities
MOST_DEFAULTS = 5000  # attributes that are declared for one element
_NAMED = re.compile("&([^#;&][^;&]*);")


class _Declared(Exception):  # noqa: N818
    """All declarations were read."""


class _Entities:
    """How deep the declared entities lead; the first declaration of a name is the one that counts."""

    __slots__ = ("_depths", "_named_by")

    def __init__(self) -> None:
        self._depths: dict[str, int] = {}
        self._named_by: dict[str, list[str]] = {}  # an entity may be declared after those that name it

    def declare(self, name: str, is_parameter: bool, value: str | None, *identifiers: str | None) -> None:
        """Note an entity with its value, None for one outside the file, which nobody reads."""
        if is_parameter or name in self._depths:
            return
        named = set(_NAMED.findall(value or ""))
        self._depths[name] = 0
        for other in named:
            self._named_by.setdefault(other, []).append(name)
        self._deepen([(name, max([1 + self._depths.get(other, 0) for other in named], default=0))])

    def _deepen(self, waiting: list[tuple[str, int]]) -> None:
        while waiting:
            name, depth = waiting.pop()
            if depth <= self._depths[name]:
                continue
            if depth > DEEPEST:
                raise RefusedError(
                    f"the entity {name} leads through more than {DEEPEST} levels of entities; write its text out"
                )
            self._depths[name] = depth
            waiting += [(other, depth + 1) for other in self._named_by.get(name, ())]


class _Defaults:
    """How many attributes each element has by declaration."""

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def declare(self, element: str, attribute: str, kind: str, default: str | None, required: bool) -> None:
        """Note an attribute of an element."""
        self._counts[element] = self._counts.get(element, 0) + 1
        if self._counts[element] > MOST_DEFAULTS:
            raise RefusedError(
                f"the document type declares more than {MOST_DEFAULTS} attributes of {element}; "
                "leave out those that no tag needs"
            )


def check_document_type(source: bytes) -> None:
    """Raise :class:`DecodeError` if the document type that an XML file in UTF-8 has cannot be read safely."""
    from xml.parsers import expat

    parser = expat.ParserCreate("utf-8")
    parser.EntityDeclHandler = _Entities().declare
    parser.AttlistDeclHandler = _Defaults().declare
    parser.StartElementHandler = _stop
    try:
        parser.Parse(source, True)
    except _Declared:
        return
    except expat.ExpatError as error:
        raise DecodeError(str(error)) from None


def _stop(name: str, attributes: object) -> None:
    raise _Declared
