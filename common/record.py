"""A substitute for ``dataclasses``, which takes long to import."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(kind):  # noqa: ANN001, ANN201
        """Give a class a constructor that sets its annotated attributes, by position or by name."""
        names = tuple(kind.__annotations__)

        def __init__(self, *values, **named):  # noqa: ANN001, ANN002, ANN003, ANN202, N807
            self.__dict__.update(zip(names, values), **named)

        kind.__init__ = __init__
        return kind


__all__ = ["record"]
