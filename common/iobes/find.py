"""A walk through the tags of a sequence: where spans start and end, and which tags break the rules."""

from __future__ import annotations

from common.iobes.boundaries import Boundaries
from common.iobes.findings import Findings
from common.iobes.roles import EDGE, Tag


def find_spans(found: Findings, boundaries: Boundaries) -> None:
    """Find the spans and the faults in the tags. Raises ``TypeError`` for a tag that is not a string."""
    tags: list[Tag] = [*found.tags, EDGE]
    neighbours = boundaries.start
    for location, tag in enumerate(tags):
        neighbours, starting, ended, faults = neighbours[tag]
        if ended:
            found.ends.append(location)
        if starting is not None:
            found.types.append(starting)
            found.starts.append(location)
        for place, fault in faults:
            found.faults.append(fault)
            found.places.append(location + place)
