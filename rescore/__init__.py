"""The command for people who keep archives of scored submissions: it explains, compares and questions their reports.

``cli`` starts it, ``commands`` holds the subcommands, ``reports`` reads what scorers print into cells, ``scorers`` says
what is special of each, ``runs`` runs them, explains figures, compares reports, and finds what is suspicious,
``archive`` scores submissions again, ``statistics`` compares systems, ``output`` prints, and ``site`` makes web pages.
From Python, :func:`score` returns a run as objects, and the others take results of ``evaluate`` and
``legacy_scorers.score``.
"""

from __future__ import annotations

__all__ = ["compare", "explain", "score", "to_json"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legacy_scorers.common.evaluation import Evaluation
    from legacy_scorers.rescore.results import PairComparison
    from legacy_scorers.rescore.runs.scored_run import ScoredRun


def score(command: str, words: Sequence[str]) -> ScoredRun:
    """Run a scorer in process, and return what it scored, item by item and figure by figure.

    ``words`` are those after the command's name. No report file is written. Raises :class:`common.errors.InputError`
    with the command's own message where it fails, and ``TypeError`` where ``words`` is a single text.
    """
    from legacy_scorers.rescore.runs.scored_run import scored

    return scored(command, words)


def explain(
    result: Evaluation,
    figure: str | None = None,
    *,
    unit: str | None = None,
    kind: str | None = None,
    most: int | None = 20,
) -> str:
    """Return which items the figures of a result are made of, as the command ``explain`` prints it.

    ``figure`` is the name of a figure, ``TABLE/ROW/COLUMN``, ``unit`` that of a sentence, document or instance,
    ``kind`` that of matches (docs/cells.md); None is all. At most ``most`` matches of each figure are shown. Lines and
    names of files are those of the legacy files that ``evaluate`` wrote in memory.

    Raises ``KeyError``, with the name that is most like it, for a figure, unit or kind that the result does not have,
    and ``OSError`` if files that were scored are gone.

    >>> from legacy_scorers import conlleval, rescore
    >>> result = conlleval.evaluate([[("Ada", "B-PER"), ("left", "O"), ("Rome", "B-LOC")]], [["B-PER", "O", "O"]])
    >>> print(rescore.explain(result, "types/LOC/phrases"))
    types/LOC/phrases  1  1 match
      sentence 1  missed  B-LOC begins it after O, the end of the sentence ends it; the response has no phrase there
        key       tags:3 2-3  LOC: Ada left [Rome]
    """
    from legacy_scorers.rescore import results

    return results.explain(result, figure, unit, kind, most)


def to_json(result: Evaluation) -> str:
    """Return a result as lines of JSON, by the schema of explanations (docs/explain.schema.json).

    The lines are the run, each unit with its matches, and the figures that are printed. Raises ``OSError`` if files
    that were scored are gone.

    >>> from legacy_scorers import conlleval, rescore
    >>> rescore.to_json(conlleval.evaluate([["B-PER"]], [["O"]])).count('"type":"met"')
    2
    """
    from legacy_scorers.rescore import results

    return results.to_json(result)


def compare(
    a: Evaluation,
    b: Evaluation,
    measure: str | None = None,
    *,
    names: tuple[str, str] = ("a", "b"),
    test: str = "randomization",
    trials: int = 10_000,
    confidence: float = 95,
    interval: str = "percentile",
    seed: int = 1992,
) -> PairComparison:
    """Return how much better a system is than another, and whether that may be chance, as ``rescore compare`` does.

    Both results have the same key. ``measure`` is the name of a figure, or a column such as ``F1`` of all items; by
    default the main one. Figures are those of reports: where these print per cent, so does the difference. ``names``
    are those of the systems. ``test`` is ``randomization``, ``bootstrap`` or ``sign``, ``interval`` is ``percentile``
    or ``bca`` of ``confidence`` per cent; both draw ``trials`` times (docs/significance.md). Needs the extra
    ``rescore``.

    Raises ``ValueError`` for a test or an interval of another name, and :class:`common.errors.InputError` if the
    results cannot be compared, for example because they are over other keys, or if a library is missing.

    >>> from legacy_scorers import conlleval, rescore
    >>> key = [["B-PER"], ["B-LOC"], ["B-PER"], ["B-LOC"], ["B-PER"], ["B-LOC"]]
    >>> ours = conlleval.evaluate(key, key)
    >>> theirs = conlleval.evaluate(key, [["B-PER"]] * len(key))
    >>> rescore.compare(ours, theirs, names=("ours", "theirs"))
    <overall/all/FB1: ours - theirs +50 [16.67, 83.33], p 0.2500, 6 units>
    """
    from legacy_scorers.rescore import results

    options = {"test": test, "trials": trials, "confidence": confidence, "interval": interval, "seed": seed}
    return results.compare(a, b, measure, names, options)
