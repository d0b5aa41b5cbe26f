"""The labels that MAT itself declares for documents of every task, and that no document can extend.

``zone`` marks the kind of text of a stretch, ``SEGMENT`` how much of the document has been annotated, ``VOTE`` what was
said of a segment when annotations were reconciled.
"""

from __future__ import annotations

from mat_score.annotations import ANNOTATION
from mat_score.tasks.task import ADMIN, ZONE, Restriction, TaskAttribute, TaskLabel

CLOSED = (ADMIN, ZONE)  # names of the label sets
STATUSES = ("non-gold", "human gold", "reconciled", "ignore during reconciliation")


def closed_labels() -> list[TaskLabel]:
    """Return their declarations, new ones at every call."""
    segment = (TaskAttribute("annotator"), TaskAttribute("status", choices=STATUSES))
    review = (TaskAttribute("to_review"), TaskAttribute("reviewed_by"))
    vote = (
        *map(TaskAttribute, ("content", "comment", "chosen")),
        TaskAttribute("new", choices=("no", "yes")),
        TaskAttribute("segment", ANNOTATION, restrictions=(Restriction("SEGMENT"),)),
    )
    return [
        TaskLabel("zone", ZONE, all_attributes_known=True, attributes=(TaskAttribute("region_type"),)),
        TaskLabel("SEGMENT", ADMIN, all_attributes_known=True, attributes=(*segment, *review)),
        TaskLabel("VOTE", ADMIN, has_span=False, all_attributes_known=True, attributes=vote),
    ]


def open_labels() -> list[TaskLabel]:
    """Return the same labels for MAT 1.3, whose documentation does not say what documents may attach to them."""
    return [TaskLabel(declared.label, declared.category, declared.has_span) for declared in closed_labels()]
