"""The command MATScore: reads the command line, scores, writes the report.

Pairs of documents are read, scored and freed one at a time. The scorer keeps its messages until the end, because all
messages of reading come first.
"""

from __future__ import annotations

import os

from legacy_scorers.common.cli import point_to_check, print_version, uncollected_main_of
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import hash_order
from legacy_scorers.mat_score.annotations import CONTENT, TOKEN
from legacy_scorers.mat_score.documents.pairs import (
    MAT_JSON,
    XML_INLINE,
    Directories,
    DocumentReader,
    pair_directories,
    read_pairs,
)
from legacy_scorers.mat_score.encoding import shown
from legacy_scorers.mat_score.options import (
    EXCEL,
    FORMATS,
    LITERAL,
    OPEN_OFFICE,
    POINTLESS,
    V1,
    V2,
    HelpNeeded,
    Options,
)
from legacy_scorers.mat_score.output import Output
from legacy_scorers.mat_score.scoring import Scorer
from legacy_scorers.mat_score.tasks.directories import TaskDirectories
from legacy_scorers.mat_score.usage import (
    HELP,
    TASKS_COME_FROM,
    USAGE,
    UsageError,
    deciding_options,
    help_text,
    options_of,
    parse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.mat_score.tasks.profiles import ScoreProfile, SimilarityProfile
    from legacy_scorers.mat_score.usage import CommandLine

    Profile = TypeVar("Profile", SimilarityProfile, ScoreProfile)

GARBAGE = 50_000  # objects before a collection: only annotations in circles need it; saves a fifth of start-up
_FLAGS = ("gold_only", "ref_gold_only", "details", "confusability", "by_token", "by_pseudo_token", "by_character")
_ONLY_FOR_FILES = ("--ref_file",)
_ONLY_FOR_DIRECTORIES = ("--ref_dir", "--ref_fsuff_off", "--ref_fsuff_on", "--file_re")
_ONLY_FOR_CSV = ("--compute_confidence_data", "--no_csv_formulas", "--oo_separator")  # in MAT 1.3


def main(argv: Sequence[str] | None = None) -> int:
    """Score, and return the exit status; ``argv`` are the words after the command's name."""
    return uncollected_main_of("MATScore", score, argv, threshold=GARBAGE)


def score(words: Sequence[str], host: Host, observer: Observer | None = None) -> int:
    """Score, and return the exit status; ``observer`` receives every pair of documents."""
    if [*words] == ["--version"]:
        return print_version("MATScore", host)
    output = Output(host)
    try:
        request = Request(words, host)
        correct = _score(request, output, observer)
    except HelpNeeded as need:
        if need.complaint:
            output.complain(need.complaint)
        if need.message:
            output.say(need.message)
        output.put(request.help())
        return need.status
    except UsageError as error:
        host.stderr.write(os.fsencode(f"Usage: {USAGE}\n\nMATScore: error: {error}\n"))
        return 2
    point_to_check("MATScore", words, correct, host)
    return 0


def _score(request: Request, output: Output, observer: Observer | None) -> int:
    """Score, and return how many annotations are correct."""
    options, paths = request.check(output.say)
    for notice in request.notices(options):
        output.notice(notice)
    if options.csv_output_dir:
        output.check_inputs_stay(request.inputs(paths), options)
    readers = request.readers()
    evidence = None
    if observer is not None:
        from legacy_scorers.mat_score.evidence import Evidence

        evidence = Evidence(observer, options, readers, request.host)
    scorer = Scorer(options, output, evidence)
    pairs = read_pairs(paths, readers, options.task, output.say, output.warn)
    try:
        for pair in pairs:
            scorer.add(pair)
    except InputError:
        for _ in pairs:  # all messages of reading come first
            pass
        for message in scorer.messages:
            output.say(message)
        raise
    scorer.finish()
    return scorer.correct


def choose_version(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return MATSCORE_VERSION, else the only MAT version that has one of the options, else 1.3.

    Raises :class:`InputError` for another version, :class:`UsageError` for options that no version has together.
    """
    version = environment.get("MATSCORE_VERSION")
    if version:
        if version not in (V1, V2):
            raise InputError(f"MATSCORE_VERSION is {version}; it must be {V1} or {V2}", status=2)
        return version
    deciding = deciding_options(words)
    if len(deciding) > 1:
        raise UsageError(f"{deciding[V1]} is an option of MAT {V1} only, {deciding[V2]} of MAT {V2} only")
    return next(iter(deciding), V1)


class Request:
    """A command line on its host.

    The constructor reads the task directories of the environment, then the command line, as the original does. It
    raises :class:`UsageError`, :class:`InputError` or ``OSError``.
    """

    def __init__(self, words: Sequence[str], host: Host) -> None:
        self.host = host
        self.version = choose_version(words, host.variables)
        self._directories = TaskDirectories(host, self.version)
        for directory in host.variables.get("MATSCORE_TASK_DIRS", "").split(os.pathsep):
            if directory:
                self._directories.read(directory)
        self._line: CommandLine = parse(options_of(self.version), words, options_of(V1 if self.version == V2 else V2))

    def help(self) -> str:
        """Return the help text, with the names of the visible tasks."""
        types = self._line.last("--file_type"), self._line.last("--ref_file_type")
        names = hash_order([name for name, task in self._directories.tasks.items() if task.visible])
        return help_text(self.version, names, *types)

    def check(self, say: Callable[[str], None]) -> tuple[Options, list[tuple[str, str]]]:
        """Return the options and the pairs of paths, hypothesis and reference; ``say`` receives the notices.

        Raises :class:`HelpNeeded`, :class:`UsageError`, :class:`InputError` or ``OSError``.
        """
        line = self._line
        for (directory,) in line.all("--task_dir"):
            self._directories.read(directory)
        if line.has(HELP):
            raise HelpNeeded(status=0)
        self._check_reader_options()
        if line.positionals:
            raise HelpNeeded
        self._check_files(say)
        options = self._options()
        pairs = self._pairs()
        self._choose_labels(options)
        self._choose_equivalences(options, say)
        self._choose_profiles(options)
        options.seed = _seed(self.host.variables)
        return options, pairs

    def _options(self) -> Options:
        """Return the options that need neither task nor documents."""
        line = self._line
        options = Options(self.version)
        for name in _FLAGS:
            setattr(options, name, line.has(f"--{name}"))
        options.breakdown = line.has("--tag_output_mismatch_details") or line.has("--tag_span_details")
        options.confidence = line.has("--compute_confidence_data")
        if line.has("--csv_output_dir"):
            options.csv_output_dir = line.last("--csv_output_dir") or os.curdir
        options.csv_formats = self._formats()
        return options

    def notices(self, options: Options) -> list[str]:
        """Return a line that names options without effect; MAT 2.0 has no such line."""
        idle = [name for name in _ONLY_FOR_CSV if self._line.has(name)]
        if self.version == V2 or options.csv_output_dir or not idle:
            return []
        return [f"{', '.join(idle)}: no effect without --csv_output_dir"]

    def inputs(self, pairs: list[tuple[str, str]]) -> list[str]:
        """Return the paths of the task files and of all documents.

        With --dir a hypothesis without a reference may be a report of an earlier run, and is no input.
        """
        if self._line.last("--dir"):
            pairs = [pair for pair in pairs if self.host.kind(pair[1])]
        return [*self._directories.files, *[path for pair in pairs for path in pair]]

    def readers(self) -> tuple[DocumentReader, DocumentReader]:
        """Return the readers of hypotheses and of references."""
        return self._reader(""), self._reader("ref_")

    def _reader(self, prefix: str) -> DocumentReader:
        return DocumentReader(
            self.host,
            self._line.last(f"--{prefix}file_type") or MAT_JSON,
            self._line.last(f"--{prefix}encoding"),
            self._line.has(f"--{prefix}xml_input_is_overlay"),
            self._line.has(f"--{prefix}xml_translate_all"),
            files_only=bool(self._line.last("--dir")),
            version=self.version,
        )

    def _check_reader_options(self) -> None:
        """Check that each reader option has its file type: in MAT 1.3 before the option, in 2.0 anywhere."""
        uses = self._line.uses
        for prefix in ("", "ref_"):
            enabling = f"--{prefix}file_type", (XML_INLINE,)
            for index, (name, _) in enumerate(uses):
                if name not in (f"--{prefix}xml_input_is_overlay", f"--{prefix}xml_translate_all"):
                    continue
                if self.version == V1 and enabling not in uses[:index]:
                    raise UsageError(f"{name} must follow --{prefix}file_type {XML_INLINE}")
                if enabling not in uses:
                    raise InputError(f"unenabled option: {name}; it needs --{prefix}file_type {XML_INLINE}")

    def _check_files(self, say: Callable[[str], None]) -> None:
        names = ("--file", "--dir", "--ref_file", "--ref_dir")
        file, directory, ref_file, ref_directory = map(self._line.has, names)
        if not file and not directory:
            raise HelpNeeded("One of --file or --dir must be specified.")
        if file and directory:
            raise HelpNeeded("Only one of --file or --dir can be specified.")
        if file and not ref_file:
            raise HelpNeeded("--file requires --ref_file.")
        if directory and not ref_directory:
            raise HelpNeeded("--dir requires --ref_dir.")
        used = "--file" if file else "--dir"
        for name in _ONLY_FOR_DIRECTORIES if file else _ONLY_FOR_FILES:
            if self._line.has(name):
                say(f"Ignoring {name} with {used}.")

    def _formats(self) -> tuple[str, ...]:
        if self.version == V1:
            if self._line.has("--no_csv_formulas"):
                return (LITERAL,)
            return (OPEN_OFFICE,) if self._line.has("--oo_separator") else (EXCEL,)
        named = self._line.last("--csv_formula_output")
        formats = [part.strip() for part in named.split(",")] if named is not None else [EXCEL]
        for name in formats:
            if name not in FORMATS:
                known = ", ".join(FORMATS)
                raise InputError(f"unknown CSV formula output type '{shown(name)}'; it must be one of {known}")
        return tuple(dict.fromkeys(formats))

    def _pairs(self) -> list[tuple[str, str]]:
        line = self._line
        file, ref_file = line.last("--file"), line.last("--ref_file")
        if file is not None and ref_file is not None:
            return [(self.host.absolute(file), self.host.absolute(ref_file))]
        directories = Directories(
            hypotheses=line.last("--dir") or "",
            references=line.last("--ref_dir") or "",
            file_re=line.last("--file_re"),
            suffix_off=line.last("--ref_fsuff_off") or "",
            suffix_on=line.last("--ref_fsuff_on") or "",
        )
        return pair_directories(self.host, self.version, directories)

    def _choose_labels(self, options: Options) -> None:
        name = self._line.text("--task")
        if name:
            options.task = self._directories.tasks.get(name)
            if options.task is None or not options.task.visible:  # MAT 2.0's help says where tasks come from
                hint = "" if self.version == V2 else f"\nMATScore: {TASKS_COME_FROM}"
                raise HelpNeeded(complaint=f"Error: task '{name}' unknown.{hint}")
            options.content_labels = options.task.labels_in(CONTENT)
            options.token_labels = options.task.labels_in(TOKEN)
            return
        options.content_labels = self._labels("--content_annotations")
        options.token_labels = self._labels("--token_annotations")
        if self.version == V2:
            if options.content_labels is None:
                raise HelpNeeded(complaint=POINTLESS)
            options.token_labels = options.token_labels or []

    def _labels(self, name: str) -> list[str] | None:
        listed = self._line.text(name)
        if not listed:
            return None
        return [label.strip() if self.version == V1 else label for label in listed.split(",")]

    def _choose_equivalences(self, options: Options, say: Callable[[str], None]) -> None:
        classes: dict[str, str] = {}
        for new, old in self._line.all("--equivalence_class"):
            for label in shown(old).split(","):
                classes[label.strip()] = shown(new)
        ignored = self._line.text("--ignore")
        labels = [label.strip() for label in ignored.split(",")] if ignored else []
        options.ignore = frozenset(labels)
        for label in dict.fromkeys(labels):
            if label in classes:
                say(f"Ignoring label '{label}' in equivalence classes")
                del classes[label]
        options.equivalences = classes

    def _choose_profiles(self, options: Options) -> None:
        options.similarity_name = self._line.text("--similarity_profile") or None
        score_name = self._line.text("--score_profile") or None
        task = options.task
        if task is not None:
            options.similarity_profile = _select(task.similarity_profiles, options.similarity_name, "similarity")
            options.score_profile = _select(task.score_profiles, score_name, "score")


def _select(profiles: Sequence[Profile], name: str | None, subject: str) -> Profile | None:
    """Return the only profile whatever its name, else the one with this name, or None if there are no profiles."""
    if len(profiles) <= 1:
        return next(iter(profiles), None)
    for profile in profiles:
        if profile.name == name:
            return profile
    raise InputError(f"the task has no {subject} profile " + ("without a name" if name is None else f"named '{name}'"))


def _seed(environment: Mapping[str, str]) -> int | None:
    text = environment.get("MATSCORE_SEED")
    if not text:
        return None
    try:
        return int(text)
    except ValueError:
        raise InputError(f"MATSCORE_SEED is {text}; it must be a whole number", status=2) from None
