"""The names of the library, and what the recorded calls do not show."""

from __future__ import annotations

import inspect
import logging
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import permutations
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from legacy_scorers.common import iobes
from legacy_scorers.common.iobes import boundaries, convert, parse, transition, utils, write
from tests.golden_cases import ROOT

ENCODINGS = ("iob", "bio", "iobes", "bilou", "bmeow", "bmewo")
CONVERTERS = {f"{a}_to_{b}" for a, b in permutations(ENCODINGS, 2) if {a, b} != {"bmeow", "bmewo"}}
EXPORTED = {
    *("__version__", "LOGGER", "SpanFormat", "TokenFunction", "SpanEncoding", "Span", "ErrorType", "Error"),
    *("IOB", "BIO", "IOBES", "BILOU", "BMEOW", "BMEWO", "TOKEN"),
    *CONVERTERS,
    *("parse_spans", "parse_spans_with_errors", "parse_spans_token", "parse_spans_token_with_errors", "validate_tags"),
    *(f"parse_spans_{name}" for name in ENCODINGS),
    *(f"parse_spans_{name}_with_errors" for name in ENCODINGS),
    *(f"validate_tags_{name}" for name in ENCODINGS),
    *("Transition", "transitions_legality", "transitions_to_tuple_map", "transitions_to_map"),
    *(f"{name}_transitions_legality" for name in ENCODINGS),
    *("write_tags", "extract_type", "extract_function"),
    *(f"write_{name}_tags" for name in ENCODINGS),
}
IN_SUBMODULES: dict[ModuleType, set[str]] = {
    parse: {"parse_spans_with_end", "parse_spans_with_end_with_errors", "validate_tags_token"},
    transition: {"token_transitions_legality", "with_end_transitions_legality", "transitions_to_mask"},
    convert: {"convert_tags"},
    write: {"sort_spans", "make_blanks", "tags_length_from_spans", "make_tag"},
    utils: {"safe_get", "sort_spans", "sort_errors"},
}
Read = Callable[[Sequence[Any]], Any]
PARSERS: list[Read] = [
    *(getattr(iobes, f"parse_spans_{name}_with_errors") for name in ENCODINGS),
    *(getattr(iobes, f"parse_spans_{name}") for name in ENCODINGS),
    *(getattr(iobes, f"validate_tags_{name}") for name in ENCODINGS),
]


def test_the_package_exports_the_names_of_the_library() -> None:
    assert len(CONVERTERS) == 28
    assert set(iobes.__all__) == EXPORTED
    assert iobes.__version__ == "1.5.1"


def test_functions_of_tokens_are_the_letters_of_the_encodings() -> None:
    functions = {name: letter for name, letter in vars(iobes.TokenFunction).items() if not name.startswith("_")}
    around = {functions.pop("GO"), functions.pop("EOS")}
    assert around == {"<GO>", "<EOS>"}
    assert functions.pop("OUTSIDE") == "O"
    letters = [getattr(iobes, name.upper()) for name in ENCODINGS]
    used = {one for form in letters for one in (form.BEGIN, form.INSIDE, form.END, form.SINGLE) if one}
    assert {*functions.values()} == used
    assert [name for name, letter in functions.items() if not name.startswith(letter)] == []


@pytest.mark.parametrize(("module", "names"), IN_SUBMODULES.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_submodules_hold_the_rest(module: ModuleType, names: set[str]) -> None:
    assert names <= set(vars(module))
    assert not (names - {"sort_spans"}) & set(iobes.__all__)


@pytest.mark.parametrize("name", sorted(name for name in EXPORTED if inspect.isfunction(getattr(iobes, name))))
def test_functions_know_their_names_and_say_what_they_do(name: str) -> None:
    function = getattr(iobes, name)
    assert function.__name__ == name.replace("write_bmewo", "write_bmeow")
    assert inspect.getdoc(function)
    assert pickle.loads(pickle.dumps(function)) is function


PARAMETERS = {
    **dict.fromkeys(CONVERTERS, "tags"),
    **{f"parse_spans_{name}{errors}": "seq" for name in (*ENCODINGS, "token") for errors in ("", "_with_errors")},
    **{f"validate_tags_{name}": "tags" for name in ENCODINGS},
    **{f"{name}_transitions_legality": "tags, start='<GO>', end='<EOS>'" for name in ENCODINGS},
    **{f"write_{name}_tags": "spans, tags=None, length=None" for name in ENCODINGS},
    "parse_spans": "seq, span_type",
    "parse_spans_with_errors": "seq, span_type",
    "validate_tags": "tags, span_type",
    "transitions_legality": "tags, span_type, start='<GO>', end='<EOS>'",
    "transitions_to_tuple_map": "transitions",
    "transitions_to_map": "transitions",
    "write_tags": "spans, span_type, length=None",
    "extract_function": "tag, sep='-'",
    "extract_type": "tag, sep='-'",
}
PARAMETERS_IN_SUBMODULES = [
    (convert, "convert_tags", "tags, parse_function, write_function"),
    (parse, "parse_spans_with_end", "seq, span_format"),
    (parse, "parse_spans_with_end_with_errors", "seq, span_format"),
    (parse, "validate_tags_token", "tags"),
    (transition, "token_transitions_legality", "tags, start='<GO>', end='<EOS>'"),
    (transition, "with_end_transitions_legality", "tags, span_format, start='<GO>', end='<EOS>'"),
    (transition, "transitions_to_mask", "transitions, vocabulary"),
    (utils, "safe_get", "xs, idx"),
    (utils, "sort_errors", "errors"),
    (utils, "sort_spans", "spans"),
    (write, "make_blanks", "spans, length=None, fill='O'"),
    (write, "make_tag", "token_function, span_type, delimiter='-'"),
    (write, "sort_spans", "spans"),
    (write, "tags_length_from_spans", "spans"),
]


def parameters(function: Callable[..., object]) -> str:
    """Return names and defaults of the parameters as they are written in a definition."""
    signature = inspect.signature(function)
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    return str(inspect.Signature(bare))[1:-1]


def test_parameters_have_the_names_of_the_library() -> None:
    functions = {name: getattr(iobes, name) for name in EXPORTED if inspect.isfunction(getattr(iobes, name))}
    assert {name: parameters(function) for name, function in functions.items()} == PARAMETERS


@pytest.mark.parametrize(
    ("module", "name", "wanted"), PARAMETERS_IN_SUBMODULES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_so_have_those_of_functions_in_submodules(module: ModuleType, name: str, wanted: str) -> None:
    assert parameters(getattr(module, name)) == wanted


def test_every_function_of_the_submodules_is_in_the_table() -> None:
    named = {(module, name) for module, name, _ in PARAMETERS_IN_SUBMODULES}
    assert named == {(module, name) for module, names in IN_SUBMODULES.items() for name in names}


@pytest.mark.parametrize(
    ("span_format", "letters"),
    [
        (iobes.SpanFormat, (None, None, None, None)),
        (iobes.IOB, (None, "I", "I", None)),
        (iobes.BIO, ("B", "I", "I", "B")),
        (iobes.IOBES, ("B", "I", "E", "S")),
        (iobes.BILOU, ("B", "I", "L", "U")),
        (iobes.BMEOW, ("B", "M", "E", "W")),
        (iobes.BMEWO, ("B", "M", "E", "W")),
        (iobes.TOKEN, (None, None, None, None)),
    ],
)
def test_formats_are_classes_without_instances(span_format: type[iobes.SpanFormat], letters: tuple[str, ...]) -> None:
    assert letters == (span_format.BEGIN, span_format.INSIDE, span_format.END, span_format.SINGLE)
    with pytest.raises(NotImplementedError, match=r"^You cannot instantiate a SpanFormat object$"):
        span_format()


@pytest.mark.parametrize("span_format", [iobes.SpanFormat, iobes.IOB, iobes.BIO, iobes.BMEWO, iobes.TOKEN])
def test_formats_are_not_made_of_arguments_either(span_format: type[iobes.SpanFormat]) -> None:
    with pytest.raises(NotImplementedError, match=r"^You cannot instantiate a SpanFormat object$"):
        span_format(1, name=2)


def test_names_that_type_hints_of_users_need() -> None:
    assert callable(parse.ParseWithErrorsCallable)
    assert callable(write.WriteCallable)


@pytest.mark.parametrize(
    ("module", "origin", "names"),
    [
        (convert, parse, [f"parse_spans_{name}_with_errors" for name in ENCODINGS]),
        (convert, write, [f"write_{name}_tags" for name in ENCODINGS]),
        (parse, utils, ["extract_function", "extract_type", "safe_get", "sort_spans", "sort_errors"]),
        (write, utils, ["extract_function", "extract_type"]),
        (transition, utils, ["extract_function", "extract_type"]),
    ],
)
def test_submodules_hand_on_what_they_use(module: ModuleType, origin: ModuleType, names: list[str]) -> None:
    assert [getattr(module, name) for name in names] == [getattr(origin, name) for name in names]


def test_bmewo_is_written_by_the_function_for_bmeow() -> None:
    assert iobes.write_bmewo_tags is iobes.write_bmeow_tags


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_iterator_gives_transitions_of_its_first_tag_only(name: str) -> None:
    found = getattr(iobes, f"{name}_transitions_legality")(iter(["O", "B-A", "I-A"]), "<", ">")
    pairs = [(source, target) for source, target, _ in found]
    first = [("O", "B-A"), ("O", "I-A"), ("O", "<"), ("O", ">")]
    assert pairs == [*first, ("<", "<"), ("<", ">"), (">", "<"), (">", ">")]
    every = getattr(iobes, f"{name}_transitions_legality")(["O", "B-A", "I-A"], "<", ">")
    assert set(found) < set(every)


def test_members_of_the_enumeration() -> None:
    assert [member.name for member in iobes.SpanEncoding] == ["TOKEN", "IOB", "BIO", "IOBES", "BILOU", "BMEOW"]
    assert all(member.value is getattr(iobes, member.name) for member in iobes.SpanEncoding)
    assert iobes.SpanEncoding["BMEWO"] is iobes.SpanEncoding.BMEOW
    assert iobes.BMEWO is iobes.BMEOW
    assert not list(iobes.ErrorType)


@pytest.mark.parametrize(
    ("name", "member"),
    [
        (" IOB\n", "IOB"),
        ("iob2", "BIO"),
        ("Bio", "BIO"),
        ("iobes", "IOBES"),
        ("bilou", "BILOU"),
        ("BIOUL", "BILOU"),
        ("bmewo", "BMEOW"),
        ("bmeow", "BMEOW"),
        ("token", "TOKEN"),
    ],
)
def test_encodings_by_name(name: str, member: str) -> None:
    assert iobes.SpanEncoding.from_string(name) is iobes.SpanEncoding[member]


def test_an_unknown_name_is_quoted_stripped_and_lower_cased() -> None:
    with pytest.raises(ValueError, match=r"^Unknown Encoding scheme, got: `io b`$"):
        iobes.SpanEncoding.from_string("  IO B ")


@pytest.mark.parametrize("tag", [None, 1, 1.5, b"B-A", ["B-A"]])
@pytest.mark.parametrize("read", PARSERS, ids=lambda read: str(read.__name__))
def test_tags_that_are_no_strings(read: Read, tag: object) -> None:
    with pytest.raises(TypeError):
        read(["O", tag])


@pytest.mark.parametrize("read", PARSERS, ids=lambda read: str(read.__name__))
def test_any_sequence_of_strings_is_read(read: Read) -> None:
    tags = ["O", "B-A", "I-A", "E-A", "S-B", "I-B", "", "-", "é-A"]
    assert read(tuple(tags)) == read(iter(tags)) == read(tags)  # type: ignore[arg-type]
    assert read("".join(tag[:1] for tag in tags)) == read([tag[:1] for tag in tags if tag])


def test_what_was_logged_before_a_tag_that_is_no_string_stays_logged(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(TypeError):
        iobes.parse_spans_iobes(["I-A", "B-B", None, "I-B"])  # type: ignore[list-item]
    assert [record.getMessage() for record in caplog.records] == [
        "Illegal Label: starting a span with `I` at 0",
        "Illegal Label: `I` ends span at 0",
    ]


@pytest.mark.parametrize("switch", ["level", "disabled", "disable"])
def test_errors_are_the_same_with_logging_off(switch: str, caplog: pytest.LogCaptureFixture) -> None:
    tags = ["I-A", "I-B", "O", "B-A"]
    before = iobes.parse_spans_iobes_with_errors(tags)
    caplog.clear()
    try:
        if switch == "level":
            iobes.LOGGER.setLevel(logging.ERROR)
        elif switch == "disabled":
            iobes.LOGGER.disabled = True
        else:
            logging.disable()
        assert iobes.parse_spans_iobes_with_errors(tags) == before
    finally:
        iobes.LOGGER.setLevel(logging.NOTSET)
        iobes.LOGGER.disabled = False
        logging.disable(logging.NOTSET)
    assert not caplog.records


def test_without_logging_set_up_the_messages_go_to_standard_error() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from legacy_scorers.common import iobes; iobes.validate_tags_bio(['I-A'])"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert (done.stdout, done.stderr.split()[-1:]) == (b"", [b"0"])
    assert done.stderr.decode().rstrip() == "Illegal Label: starting a span with `I` at 0"


def test_what_is_known_of_tags_does_not_grow_without_end() -> None:
    tags = [f"B-{number}" for number in range(3 * boundaries.KNOWN_TAGS)]
    assert [span.type for span in iobes.parse_spans_bio(tags)] == [str(number) for number in range(len(tags))]
    assert 0 < len(boundaries.OF_FORMAT[iobes.BIO]) <= boundaries.KNOWN_TAGS


@pytest.mark.parametrize("token", [None, 3, [], iobes.IOBES, "IOBES"])
def test_what_is_no_encoding_is_refused(token: Any) -> None:  # noqa: ANN401 - the point of the test
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: iobes.parse_spans([], token), "scheme"),
        (lambda: iobes.parse_spans_with_errors([], token), "scheme"),
        (lambda: iobes.write_tags([], token, 0), "scheme"),
        (lambda: iobes.validate_tags([], token), "Scheme"),
        (lambda: iobes.transitions_legality([], token), "Scheme"),
    ]
    for call, scheme in calls:
        with pytest.raises(ValueError) as raised:
            call()
        assert str(raised.value) == f"Unknown SpanEncoding {scheme}, got: `{token}`"


def test_blanks_are_made_before_the_encoding_is_looked_at() -> None:
    with pytest.raises(ValueError, match="max"):
        iobes.write_tags([], None)  # type: ignore[arg-type]


def test_writers_leave_the_given_tags_alone() -> None:
    tags = ["x", "x"]
    assert iobes.write_bio_tags([iobes.Span("A", 0, 1, (0,))], tags) == ["B-A", "x"]
    assert tags == ["x", "x"]


@pytest.mark.parametrize(
    ("tags", "types"),
    [
        (["I-O", "B-O"], ["Illegal Start"]),
        (["O", "B-A"], ["Illegal Start"]),
        (["X-A", "B-A"], []),
        (["X-B", "B-A"], ["Illegal Transition"]),
        (["", "B-A"], ["Illegal Transition"]),
        (["I-A", "B-A", "B-A"], []),
    ],
)
def test_iob_looks_at_the_type_of_the_tag_before_whatever_its_function(tags: list[str], types: list[str]) -> None:
    assert [error.type for error in iobes.parse_spans_iob_with_errors(tags)[1]] == types


def test_a_letter_that_ends_spans_too_is_no_illegal_end() -> None:
    assert parse.parse_spans_with_end(["B-A", "I-A", "O", "B-B", "O"], iobes.BIO) == [
        iobes.Span("A", 0, 2, (0, 1)),
        iobes.Span("B", 3, 4, (3,)),
    ]


def span(label: str, start: int, end: int) -> iobes.Span:
    return iobes.Span(label, start, end, tuple(range(start, end)))


@pytest.mark.parametrize(
    ("spans", "tags"),
    [
        ([span("A", 0, 1), span("A", 1, 2), span("B", 1, 2)], ["I-A", "I-B"]),
        ([span("A", 0, 1), span("B", 1, 2), span("A", 1, 2)], ["I-A", "I-A"]),  # its neighbour is the B before it
        ([span("A", 0, 2), span("A", 2, 3), span("A", 2, 4)], ["I-A", "I-A", "I-A", "I-A"]),
        ([span("A", 0, 1), span("A", 1, 3), span("A", 3, 4)], ["I-A", "B-A", "I-A", "B-A"]),
        ([span("A", 1, 2), span("A", 0, 1)], ["I-A", "B-A"]),
    ],
)
def test_spans_are_written_in_iob_one_after_the_other(spans: list[iobes.Span], tags: list[str]) -> None:
    assert iobes.write_iob_tags(spans) == iobes.write_tags(spans, iobes.SpanEncoding.IOB) == tags


class Mask(dict[tuple[int, int], float]):
    """Stands for a numpy array of zeros."""

    def __init__(self, shape: tuple[int, int]) -> None:
        super().__init__({(row, column): 0.0 for row in range(shape[0]) for column in range(shape[1])})


def test_a_mask_has_ones_where_a_transition_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", SimpleNamespace(zeros=Mask))
    legal = transition.Transition("O", "B-A", True)
    unknown = transition.Transition("O", "X", False)
    assert transition.transitions_to_mask([legal, unknown], {"O": 1, "B-A": 0}) == {
        (0, 0): 0,
        (0, 1): 0,
        (1, 0): 1,
        (1, 1): 0,
    }
    with pytest.raises(KeyError, match="X"):
        transition.transitions_to_mask([transition.Transition("O", "X", True)], {"O": 0})


def test_a_mask_needs_numpy(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError):
        transition.transitions_to_mask([], {})
    assert [(record.name, record.levelname) for record in caplog.records] == [("iobes", "CRITICAL")]


def test_common_does_not_load_the_library() -> None:
    imports = "import sys, legacy_scorers.common.cli, legacy_scorers.common.spans"
    code = f"{imports}; sys.exit(any('iobes' in name for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
