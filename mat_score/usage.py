"""The options of MATScore by version, its help text, and how it reads a command line.

MATScore documentation, 'Usage'. Abbreviations, values and error texts follow Python 2.7's optparse, because old scripts
depend on them.
"""

from __future__ import annotations

import os
from itertools import islice

from legacy_scorers.common.record import record
from legacy_scorers.mat_score.documents.pairs import FILE_TYPES, XML_INLINE
from legacy_scorers.mat_score.encoding import shown
from legacy_scorers.mat_score.options import V1, V2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Use = tuple[str, tuple[str, ...]]  # an option's name and values

HELP = "--help"
USAGE = "MATScore [options]"
TASKS_COME_FROM = "Tasks come from the directories that --task_dir and MATSCORE_TASK_DIRS name."
OF_HYPOTHESES = "Options for reading xml-inline hypotheses"  # shown in the help if the file type is xml-inline
OF_REFERENCES = "Options for reading xml-inline references"
WIDTH, HELP_COLUMN = 78, 24  # of the help: optparse leaves 2 of 80 columns free


class UsageError(Exception):
    """An error in the command line; ``str()`` is the message without usage line and program name."""


@record
class Option:
    """An option: its name with two hyphens, a word of ``metavar`` for each value, and its help sentence.

    ``choices`` are the allowed values, empty for any. ``version`` is the only MAT version with the option, or None for
    both. An ``added`` option is in no version of MAT.
    """

    name: str
    metavar: str
    help: str
    version: str | None = None
    choices: tuple[str, ...] = ()
    added: bool = False

    @property
    def count(self) -> int:
        """The number of its values."""
        return 1 if self.choices else len(self.metavar.split())


_LABELS = "label,label,..."
_OVERLAY = "The text is the file itself, including all markup except the tags of annotations."
_TRANSLATE_ALL = "Turn all elements into annotations, not only those that the task declares."
_BREAKDOWN = "Break the clashes of the tag table down by kind of error."
GROUPS = {
    "Core options": (
        Option("--task", "task", f"Score the labels that this task declares, under the labels it gives them. "
               f"{TASKS_COME_FROM}"),
        Option("--content_annotations", _LABELS,
               "Without --task: the annotation labels to score, separated by commas."),
        Option("--token_annotations", _LABELS, "Without --task: the annotation labels that mark tokens."),
        Option("--equivalence_class", "equivlabel oldlabel,oldlabel,...",
               "Report the old labels under one label. May be repeated."),
        Option("--ignore", _LABELS, "Score as if annotations reported under these labels were not there."),
        Option("--similarity_profile", "profile", "The task's profile that says how annotations are compared.", V2),
        Option("--score_profile", "profile", "The task's profile that says which rows are reported.", V2),
        Option("--task_dir", "dir", "A directory with a task.xml, in addition to those listed in MATSCORE_TASK_DIRS. "
               "May be repeated.", added=True),
    ),
    "Hypothesis options": (
        Option("--file", "file", "The hypothesis file. Needs --ref_file."),
        Option("--dir", "dir", "A directory of hypothesis files. Needs --ref_dir."),
        Option("--file_re", "regexp", "With --dir: score only files whose names match this regular expression."),
        Option("--file_type", "", "The format of the hypotheses, mat-json by default.", choices=FILE_TYPES),
        Option("--encoding", "encoding", "The character encoding of the hypotheses. mat-json is always UTF-8."),
        Option("--gold_only", "", "Score only what the hypothesis' SEGMENT annotations declare gold.", V2),
    ),
    "Reference options": (
        Option("--ref_file", "file", "The reference file. Needs --file."),
        Option("--ref_dir", "dir", "A directory of reference files, named like the hypotheses. Needs --dir."),
        Option("--ref_fsuff_off", "suff", "With --ref_dir: cut this ending off the hypothesis' name first."),
        Option("--ref_fsuff_on", "suff", "With --ref_dir: then append this ending to get the reference's name."),
        Option("--ref_file_type", "", "The format of the references, mat-json by default.", choices=FILE_TYPES),
        Option("--ref_encoding", "encoding", "The character encoding of the references. mat-json is always UTF-8."),
        Option("--ref_gold_only", "", "Score only what the reference's SEGMENT annotations declare gold.", V2),
    ),
    "Score output options": (
        Option("--tag_output_mismatch_details", "", _BREAKDOWN, V2),
        Option("--tag_span_details", "", _BREAKDOWN, V1),
        Option("--details", "", "List every pair, missing and spurious annotation."),
        Option("--confusability", "", "Count which label was taken for which."),
        Option("--by_token", "", "Add a table that counts tokens. The hypotheses must hold token annotations."),
        Option("--by_pseudo_token", "",
               "Add a table that counts pseudo-tokens, which white space and annotation boundaries delimit."),
        Option("--by_character", "", "Add a table that counts characters."),
        Option("--compute_confidence_data", "",
               "Add means, variances and standard deviations over 1000 random samples."),
        Option("--csv_output_dir", "dir",
               "Write CSV files to this directory instead of text tables to standard output."),
        Option("--csv_formula_output", "CSV_FORMULA_OUTPUT",
               "Which CSV files to write, separated by commas: excel or oo (computed cells are formulas for Excel or "
               "OpenOffice), literal (computed cells are values). Default is excel.", V2),
        Option("--no_csv_formulas", "", "Write values instead of formulas to the CSV files.", V1),
        Option("--oo_separator", "", "Write formulas for OpenOffice instead of Excel.", V1),
    ),
    OF_HYPOTHESES: (
        Option("--xml_input_is_overlay", "", _OVERLAY),
        Option("--xml_translate_all", "", _TRANSLATE_ALL, V2),
    ),
    OF_REFERENCES: (
        Option("--ref_xml_input_is_overlay", "", _OVERLAY),
        Option("--ref_xml_translate_all", "", _TRANSLATE_ALL, V2),
    ),
}  # fmt: skip


def options_of(version: str | None) -> list[Option]:
    """Return all options of a version, or of both versions for None, in the order of the help."""
    found = [option for group in GROUPS.values() for option in group]
    return [Option(HELP, "", ""), *[option for option in found if version is None or option.version in (None, version)]]


def help_text(version: str, tasks: Sequence[str], file_type: str | None, ref_file_type: str | None) -> str:
    """Return the help, which names the ``tasks``. The file types, each maybe None, select the reader options."""
    from optparse import IndentedHelpFormatter, OptionGroup, OptionParser  # rarely needed

    hints = []
    if file_type is None:
        hints.append("--file_type")
    if ref_file_type is None:
        hints.append("--ref_file_type")
    epilog = f"Further help may be available for {', '.join(hints)}. Give a value to see its options."
    formatter = IndentedHelpFormatter(max_help_position=HELP_COLUMN, width=WIDTH)
    parser = OptionParser(USAGE, formatter=formatter, epilog=epilog if hints else None)
    for title, options in GROUPS.items():
        if (title == OF_HYPOTHESES and file_type != XML_INLINE) or (
            title == OF_REFERENCES and ref_file_type != XML_INLINE
        ):
            continue
        group = parser.add_option_group(OptionGroup(parser, title))
        for option in options:
            if option.version not in (None, version):
                continue
            known = f" Known tasks are: {', '.join(tasks)}" if option.name == "--task" else ""
            metavar = option.metavar or " | ".join(option.choices)
            values = {"nargs": option.count, "metavar": metavar} if option.count else {"action": "store_true"}
            group.add_option(option.name, help=option.help + known, **values)
    return parser.format_help()


def deciding_options(words: Sequence[str]) -> dict[str, str]:
    """Return, for each version, the first option in the command line that only that version has.

    An abbreviation decides only if all options that it may stand for belong to one version.
    """
    options = options_of(None)
    found: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            break
        if word.startswith("--"):
            meant, _ = read_option(options, word, rest)
            if len({option.version for option in meant}) == 1 and meant[0].version is not None:
                found.setdefault(meant[0].version, meant[0].name)
    return found


@record
class CommandLine:
    """A parsed command line: the options in order, each with its name and values, and the positional arguments."""

    uses: list[Use]
    positionals: list[str]

    def has(self, name: str) -> bool:
        """Say whether the option occurs."""
        return any(used == name for used, _ in self.uses)

    def all(self, name: str) -> list[tuple[str, ...]]:
        """Return the values of every use of the option."""
        return [values for used, values in self.uses if used == name]

    def last(self, name: str) -> str | None:
        """Return the value of the option's last use, or None."""
        uses = self.all(name)
        return uses[-1][0] if uses else None

    def text(self, name: str) -> str | None:
        """Return the value of the option's last use as text in UTF-8, or None."""
        value = self.last(name)
        return None if value is None else shown(value)


def candidates(options: Sequence[Option], word: str) -> list[Option]:
    """Return the option named ``word``, or else all options of which it is a prefix.

    Added options never make an abbreviation of the original's options ambiguous.
    """
    found = [option for option in options if option.name == word]
    if not found:
        found = sorted([option for option in options if option.name.startswith(word)], key=lambda option: option.name)
    return [option for option in found if not option.added] or found


def read_option(options: Sequence[Option], word: str, rest: Iterator[str]) -> tuple[list[Option], list[str]]:
    """Return the options that ``word`` may stand for, and the values of the first, which may come from ``rest``."""
    name, equals, explicit = word.partition("=")
    found = candidates(options, name)
    values = [explicit] if equals else []
    wanted = found[0].count if found else 0
    values += islice(rest, max(0, wanted - len(values)))
    return found, values


def parse(options: Sequence[Option], words: Sequence[str], others: Sequence[Option] = ()) -> CommandLine:
    """Read the words of a command line, up to ``--help``. Raises :class:`UsageError`.

    ``others`` are the options of the other version; an error about one of these names that version.
    """
    line = CommandLine([], [])
    rest = iter(words)
    for word in rest:
        if word == "--":
            line.positionals.extend(rest)
        elif word.startswith("--"):
            found, values = read_option(options, word, rest)
            option = _only(found, word.partition("=")[0], others)
            _check_values(option, values)
            line.uses.append((option.name, tuple(values)))
        elif word.startswith("-h"):
            line.uses.append((HELP, ()))
        elif word.startswith("-") and word != "-":
            raise UsageError(f"no such option: {word[:2]}")
        else:
            line.positionals.append(word)
        if line.has(HELP):
            break
    return line


def _only(found: list[Option], name: str, others: Sequence[Option]) -> Option:
    if len(found) > 1:
        raise UsageError(f"ambiguous option: {name} ({', '.join([option.name for option in found])}?)")
    if found:
        return found[0]
    hint = ""
    if len(of_others := candidates(others, name)) == 1:
        version = of_others[0].version
        hint = f"; {of_others[0].name} is an option of MAT {version} (set MATSCORE_VERSION={version})"
    raise UsageError(f"no such option: {name}{hint}")


def _check_values(option: Option, values: Sequence[str]) -> None:
    if len(values) > option.count:
        raise UsageError(f"{option.name} option does not take a value")
    if len(values) < option.count:
        number = "an argument" if option.count == 1 else f"{option.count} arguments"
        raise UsageError(f"{option.name} option requires {number}")
    if option.choices and values[0] not in option.choices:
        choices = ", ".join(map(quoted, option.choices))
        raise UsageError(f"option {option.name}: invalid choice: {quoted(values[0])} (choose from {choices})")


def quoted(word: str) -> str:
    """Return a word as Python 2 shows a byte string: quoted, with escapes for all but printable ASCII."""
    return repr(os.fsencode(word))[1:]
