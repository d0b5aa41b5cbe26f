"""The map history of the 1997 program: which objects were paired, and their F."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.read.definitions import Definitions


def map_history(configuration: bytes, alignments: Sequence[Alignment], definitions: Definitions) -> bytes:
    """Return the history: for each document and class the accepted pairs in order of acceptance."""
    lines = [
        b"Mapping history for configuration '%s'\n" % configuration,
        b"      key                 response        (f_score)\n",
    ]
    for alignment in alignments:
        lines.append(b"\n  %s:\n" % alignment.document.docnum)
        for definition in definitions:
            pairs = alignment.accepted.get(definition, ())
            if pairs:
                lines.append(b"\n    %s:\n" % definition.name)
            for key, response, score in pairs:
                numbers = (key.docnum, key.id, response.docnum, response.id, score)
                lines.append(b"      %s-%-4s<--> %s-%-5s(%.2f)\n" % numbers)
    return b"".join(lines)
