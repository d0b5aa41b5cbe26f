"""The options of MATScore by version, and its help text (MATScore documentation, 'Usage')."""

from __future__ import annotations

from mat_score.documents.pairs import FILE_TYPES, XML_INLINE
from mat_score.optionparser import Option, candidates, layout
from mat_score.options import V1, V2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

USAGE = "Usage: MATScore [options]"

TASKS_COME_FROM = "Tasks come from the directories that --task_dir and MATSCORE_TASK_DIRS name."

_LABELS = "label,label,..."
_TYPES = " | ".join(FILE_TYPES)


def core_options(tasks: Sequence[str]) -> list[Option]:
    """Return the core options; the help of ``--task`` names the ``tasks`` that can be asked for."""
    known = f"{TASKS_COME_FROM} Known tasks are: {', '.join(tasks)}"
    return [
        Option("--task", "task", f"Score the labels that this task declares, under the labels it gives them. {known}"),
        Option(
            "--content_annotations", _LABELS, "Without --task: the annotation labels to score, separated by commas."
        ),
        Option("--token_annotations", _LABELS, "Without --task: the annotation labels that mark tokens."),
        Option(
            "--equivalence_class",
            "equivlabel oldlabel,oldlabel,...",
            "Report the old labels under one label. May be repeated.",
            count=2,
        ),
        Option("--ignore", _LABELS, "Score as if annotations reported under these labels were not there."),
        Option(
            "--similarity_profile", "profile", "The task's profile that says how annotations are compared.", version=V2
        ),
        Option("--score_profile", "profile", "The task's profile that says which rows are reported.", version=V2),
        Option(
            "--task_dir",
            "dir",
            "A directory with a task.xml, in addition to those listed in MATSCORE_TASK_DIRS. May be repeated.",
            added=True,
        ),
    ]


_HYPOTHESIS = (
    Option("--file", "file", "The hypothesis file. Needs --ref_file."),
    Option("--dir", "dir", "A directory of hypothesis files. Needs --ref_dir."),
    Option("--file_re", "regexp", "With --dir: score only files whose names match this regular expression."),
    Option("--file_type", _TYPES, "The format of the hypotheses, mat-json by default.", choices=FILE_TYPES),
    Option("--encoding", "encoding", "The character encoding of the hypotheses. mat-json is always UTF-8."),
    Option("--gold_only", "", "Score only what the hypothesis' SEGMENT annotations declare gold.", version=V2),
)
_REFERENCE = (
    Option("--ref_file", "file", "The reference file. Needs --file."),
    Option("--ref_dir", "dir", "A directory of reference files, named like the hypotheses. Needs --dir."),
    Option("--ref_fsuff_off", "suff", "With --ref_dir: cut this ending off the hypothesis' name first."),
    Option("--ref_fsuff_on", "suff", "With --ref_dir: then append this ending to get the reference's name."),
    Option("--ref_file_type", _TYPES, "The format of the references, mat-json by default.", choices=FILE_TYPES),
    Option("--ref_encoding", "encoding", "The character encoding of the references. mat-json is always UTF-8."),
    Option("--ref_gold_only", "", "Score only what the reference's SEGMENT annotations declare gold.", version=V2),
)
_OUTPUT = (
    Option(
        "--tag_output_mismatch_details", "", "Break the clashes of the tag table down by kind of error.", version=V2
    ),
    Option("--tag_span_details", "", "Break the clashes of the tag table down by kind of error.", version=V1),
    Option("--details", "", "List every pair, missing and spurious annotation."),
    Option("--confusability", "", "Count which label was taken for which."),
    Option("--by_token", "", "Add a table that counts tokens. The hypotheses must hold token annotations."),
    Option(
        "--by_pseudo_token",
        "",
        "Add a table that counts pseudo-tokens, which white space and annotation boundaries delimit.",
    ),
    Option("--by_character", "", "Add a table that counts characters."),
    Option("--compute_confidence_data", "", "Add means, variances and standard deviations over 1000 random samples."),
    Option("--csv_output_dir", "dir", "Write CSV files to this directory instead of text tables to standard output."),
    Option(
        "--csv_formula_output",
        "CSV_FORMULA_OUTPUT",
        "Which CSV files to write, separated by commas: excel or oo (computed cells are formulas for Excel or "
        "OpenOffice), literal (computed cells are values). Default is excel.",
        version=V2,
    ),
    Option("--no_csv_formulas", "", "Write values instead of formulas to the CSV files.", version=V1),
    Option("--oo_separator", "", "Write formulas for OpenOffice instead of Excel.", version=V1),
)
_OVERLAY = "The text is the file itself, including all markup except the tags of annotations."
_TRANSLATE_ALL = "Turn all elements into annotations, not only those that the task declares."


def reader_options(prefix: str) -> list[Option]:
    """Return the options that xml-inline brings for the hypothesis (prefix ``""``) or the reference (``"ref_"``)."""
    return [
        Option(f"--{prefix}xml_input_is_overlay", "", _OVERLAY),
        Option(f"--{prefix}xml_translate_all", "", _TRANSLATE_ALL, version=V2),
    ]


def _groups(tasks: Sequence[str]) -> list[tuple[str, Sequence[Option]]]:
    """Return all options in groups with titles, those that a file type brings last."""
    return [
        ("Core options", core_options(tasks)),
        ("Hypothesis options", _HYPOTHESIS),
        ("Reference options", _REFERENCE),
        ("Score output options", _OUTPUT),
        ("Options for reading xml-inline hypotheses", reader_options("")),
        ("Options for reading xml-inline references", reader_options("ref_")),
    ]


def options_of(version: str | None) -> list[Option]:
    """Return all options of a version in the order of the help, those of both versions for None."""
    options = [option for _, group in _groups(()) for option in group]
    return [Option("--help", "", ""), *[option for option in options if version in (None, *_versions(option))]]


def help_text(version: str, tasks: Sequence[str], file_type: str | None, ref_file_type: str | None) -> str:
    """Return the help. The file types, None if not given, say whose reader options to show, and whose to hint at."""
    *groups, own, of_references = _groups(tasks)
    groups += [group for group, given in ((own, file_type), (of_references, ref_file_type)) if given == XML_INLINE]
    hints = [name for name, given in (("--file_type", file_type), ("--ref_file_type", ref_file_type)) if given is None]
    epilogue = (
        f"Further help may be available for {', '.join(hints)}. Give a value to see its options." if hints else ""
    )
    shown = [(title, [option for option in group if version in _versions(option)]) for title, group in groups]
    return layout(USAGE, shown, epilogue)


def deciding_options(words: Sequence[str]) -> dict[str, str]:
    """Return the first option of each version that the command line uses and the other version lacks, by version.

    An abbreviation decides only if everything it may stand for belongs to one version.
    """
    options = options_of(None)
    found: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            break
        if not word.startswith("--"):
            continue
        name, equals, _ = word.partition("=")
        meant = candidates(options, name)
        versions = {option.version for option in meant}
        if len(versions) == 1:
            (version,) = versions
            if version is not None:
                found.setdefault(version, meant[0].name)
        values = (meant[0].count if meant else 0) - bool(equals)
        for _ in zip(range(values), rest):
            pass
    return found


def _versions(option: Option) -> tuple[str, ...]:
    return (V1, V2) if option.version is None else (option.version,)
