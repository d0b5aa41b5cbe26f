"""The options of a run, checked."""

from __future__ import annotations

from legacy_scorers.common.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from legacy_scorers.mat_score.annotations import Annotation
    from legacy_scorers.mat_score.tasks.profiles import ScoreProfile, SimilarityProfile
    from legacy_scorers.mat_score.tasks.task import AnnotationTask

V1, V2 = "1.3", "2.0"  # versions of MAT
FORMATS = EXCEL, OPEN_OFFICE, LITERAL = ("excel", "oo", "literal")  # of CSV files
POINTLESS = "Neither a task nor content annotations are specified; scoring will be pointless."
_NO_CLASSES: Mapping[str, str] = {}


class HelpNeeded(Exception):  # noqa: N818
    """The run prints the help, after a message on standard output or a complaint on standard error."""

    def __init__(self, message: str = "", complaint: str = "", status: int = 1) -> None:
        super().__init__(message or complaint)
        self.message = message
        self.complaint = complaint
        self.status = status


@record
class Options:
    """The options of a run.

    ``content_labels`` and ``token_labels`` are true labels, or None if the documents name them (MAT 1.3 only).
    ``equivalences`` maps reported labels to the names of their classes; ``ignore`` holds names of classes and other
    reported labels. ``csv_output_dir`` is empty for the text report. Profiles are None for the default;
    ``similarity_name`` is the requested name, even if another profile is used. ``breakdown`` asks for the columns that
    break clashes down. ``seed`` is None for system entropy.
    """

    version: str
    task: AnnotationTask | None = None
    content_labels: list[str] | None = None
    token_labels: list[str] | None = None
    ignore: frozenset[str] = frozenset()
    equivalences: Mapping[str, str] = _NO_CLASSES
    similarity_profile: SimilarityProfile | None = None
    similarity_name: str | None = None
    score_profile: ScoreProfile | None = None
    gold_only: bool = False
    ref_gold_only: bool = False
    breakdown: bool = False
    details: bool = False
    confusability: bool = False
    by_token: bool = False
    by_pseudo_token: bool = False
    by_character: bool = False
    confidence: bool = False
    csv_output_dir: str = ""
    csv_formats: tuple[str, ...] = (EXCEL,)
    seed: int | None = None

    def reported_label(self, annotation: Annotation) -> str | None:
        """Return the reported label of an annotation, or None if it is ignored."""
        if self.task is None:
            label = annotation.type.label
        elif self.version == V1:
            label = self.task.effective_label(annotation)
        else:
            label = self.task.reported_label(annotation)
        return None if self.ignores(label) else self.equivalences.get(label, label)

    def ignores(self, label: str) -> bool:
        """Say whether a reported label, or its class, is ignored."""
        return self.equivalences.get(label, label) in self.ignore
