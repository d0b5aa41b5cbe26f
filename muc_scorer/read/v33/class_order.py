"""Whether classes are aligned in an order in which pointers can be judged (scoring manual, TR and ST tasks).

A pointer is right if the objects that it leads to are aligned, so the classes that pointers lead to come first. The
classes and their pointers make a graph; in one with a cycle no order is right.
"""

from __future__ import annotations

from muc_scorer.read.messages import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef

    Edges = dict[ClassDef, dict[ClassDef, SlotDef]]


def order_problems(definitions: Definitions, order: Sequence[ClassDef]) -> Iterator[tuple[bytes, str]]:
    """Yield what is wrong with an order of classes: the name of a class, and the problem.

    A problem is a class that comes before one that its pointers lead to, or a cycle; the classes of a cycle are not a
    problem of their own.
    """
    edges = {definition: _targets(definition, definitions) for definition in order}
    number_of: dict[ClassDef, int] = {}
    for number, cycle in enumerate(_cycles(edges)):
        number_of.update(dict.fromkeys(cycle, number))
        way = " -> ".join([shown(definition.name) for definition in [*cycle, cycle[0]]])
        yield cycle[0].name, f"pointers lead in a circle, {way}, so that no order of these classes is right"
    places = {definition: place for place, definition in enumerate(order)}
    for definition, targets in edges.items():
        for target, slot in targets.items():
            in_cycle = definition in number_of and number_of[definition] == number_of.get(target)
            if places[definition] < places.get(target, 0) and not in_cycle:
                pointer = f"its slot '{shown(slot.name)}' points to"
                problem = f"class '{shown(definition.name)}' is aligned before '{shown(target.name)}', which {pointer}"
                yield definition.name, f"{problem}; define '{shown(target.name)}' first"


def _targets(definition: ClassDef, definitions: Definitions) -> dict[ClassDef, SlotDef]:
    """Return the classes that pointers of a class may lead to, each with the first slot that holds such pointers."""
    targets: dict[ClassDef, SlotDef] = {}
    for slot in definition.slots:
        for fill_type in slot.types:
            target = definitions.named(fill_type)
            if target is not None:
                targets.setdefault(target, slot)
    return targets


def _cycles(edges: Edges) -> Iterator[list[ClassDef]]:
    """Yield cycles that have no class in common, at least one of each part of the graph that has any."""
    done: set[ClassDef] = set()
    for start in edges:
        path: dict[ClassDef, Iterator[ClassDef]] = {} if start in done else {start: iter(edges[start])}
        while path:
            last = next(reversed(path))
            target = next(path[last], None)
            if target is None:
                done.add(path.popitem()[0])
            elif target in path:
                members = list(path)
                cycle = members[members.index(target) :]
                yield cycle
                done.update(cycle)
                for definition in cycle:
                    del path[definition]
            elif target in edges and target not in done:
                path[target] = iter(edges[target])
