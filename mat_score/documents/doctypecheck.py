"""Refuses document type declarations that could overwhelm an XML parser.

A document type declares entities, which attribute values may name, and default values of attributes. Expat replaces
entities in attribute values by calling itself, one call for each level, and compares each default with all earlier ones
of the same element; so neither entities that name others nor defaults may be many. The declarations are read by a
parser of their own, before the document's: one that is told of them does not pass them on as text.
"""

from __future__ import annotations

from mat_score.annotations import DecodeError, RefusedError

MOST_LEVELS = 1000  # entities that name others: at the most they are all on a level of their own
MOST_DEFAULTS = 5000  # attributes that are declared for one element


class _Declared(Exception):  # noqa: N818
    """All declarations were read."""


class _Declarations:
    """How many entities name others, and how many attributes each element has."""

    __slots__ = ("_attributes", "_naming")

    def __init__(self) -> None:
        self._naming = 0
        self._attributes: dict[str, int] = {}

    def entity(self, name: str, is_parameter: bool, value: str | None, *identifiers: str | None) -> None:
        """Note an entity with its value, None for one outside the file, which nobody reads."""
        self._naming += "&" in (value or "")
        if self._naming > MOST_LEVELS:
            raise RefusedError(
                f"the document type declares more than {MOST_LEVELS} entities that name others; write their texts out"
            )

    def attribute(self, element: str, attribute: str, kind: str, default: str | None, required: bool) -> None:
        """Note an attribute of an element."""
        self._attributes[element] = self._attributes.get(element, 0) + 1
        if self._attributes[element] > MOST_DEFAULTS:
            raise RefusedError(
                f"the document type declares more than {MOST_DEFAULTS} attributes of {element}; "
                "leave out those that no tag needs"
            )


def check_document_type(source: bytes) -> None:
    """Raise :class:`DecodeError` if the document type that an XML file in UTF-8 has cannot be read safely."""
    from xml.parsers import expat

    parser = expat.ParserCreate("utf-8")
    declarations = _Declarations()
    parser.EntityDeclHandler = declarations.entity
    parser.AttlistDeclHandler = declarations.attribute
    parser.StartElementHandler = _stop
    try:
        parser.Parse(source, True)
    except _Declared:
        return
    except expat.ExpatError as error:
        raise DecodeError(str(error)) from None


def _stop(name: str, attributes: object) -> None:
    raise _Declared
