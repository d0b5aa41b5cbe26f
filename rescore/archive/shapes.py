"""The shape of what was JSON, so that what somebody else wrote is used only if it is what it should be."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def shaped(value: Value, shape: object) -> Value:
    """Return a value if it has a shape, which is a type or made of shapes. Raises ``ValueError`` if it has not.

    A list holds the shape of all elements of a list, a tuple that of each element of a list as long as it is, a
    dictionary those of some values of a dictionary, by their keys.
    """
    if not _has_shape(value, shape):
        raise ValueError("not in the shape in which it was written")
    return value


def _has_shape(value: object, shape: object) -> bool:
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            name in value and _has_shape(value[name], part) for name, part in shape.items()
        )
    if isinstance(shape, list):
        return isinstance(value, list) and all(_has_shape(element, shape[0]) for element in value)
    if isinstance(shape, tuple):
        return isinstance(value, list) and len(value) == len(shape) and all(map(_has_shape, value, shape))
    return isinstance(value, shape)  # type: ignore[arg-type]
