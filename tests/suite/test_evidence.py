"""Explanations of any runs: each figure printed comes from the matches alone, and each item is where it says."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.faireval.align import FIRST_VERSION
from legacy_scorers.faireval.arguments import VERSION_VARIABLE
from legacy_scorers.rescore.output.json_lines import JsonLines
from legacy_scorers.rescore.runs.explanation import Selection
from tests.conlleval.runs import written
from tests.conlleval.test_scoring import ANY_TAG, tokens
from tests.coref_scorer.runs import document
from tests.coref_scorer.test_documents import CELLS, closed
from tests.evalb.literal import Rules
from tests.evalb.runs import joined
from tests.evalb.test_scoring import PAIRS, RULES
from tests.m2_scorer.runs import blocks
from tests.m2_scorer.runs import written as written_edits
from tests.mat_score.random_documents import pairs_of_documents
from tests.muc_scorer.runs import scenario_templates
from tests.rescore.recompute import Mismatch, Recomputed
from tests.running import folder_with, variables


class Made(NamedTuple):
    """A run: command line, input, environment."""

    words: list[str]
    files: Mapping[str, str | bytes]
    environment: Mapping[str, str] = {}


CONLLEVAL = tokens(ANY_TAG.filter(bool)).map(
    lambda lines: Made(["conlleval", "<", "output"], {"output": written(lines)})
)

DOCUMENT = CELLS.map(closed).map(lambda cells: document("a", *cells))
COREF_SCORER = st.builds(
    lambda metric, key, response: Made(
        ["scorer.pl", metric, "key", "response", "none"], {"key": key, "response": response}
    ),
    *(st.sampled_from(["all", "muc", "bcub", "ceafm", "ceafe", "blanc"]), DOCUMENT, DOCUMENT),
)

INSTANCES = st.lists(
    st.tuples(
        st.sampled_from(["w 1", "w 2", "w 3", "x 1", "x 2#2"]), st.sampled_from(["", " a", " a/.3 b/.9", " b c"])
    ),
    max_size=9,
).map(lambda lines: "".join(f"{instance}{tags}\n" for instance, tags in lines))
SCORER2 = st.builds(
    lambda options, answers, key: Made(
        ["scorer2", "answers", "key", "map", *options.split()],
        {"answers": answers, "key": key, "map": "a 2 c\nc\n"},
    ),
    *(st.sampled_from(["", "-m", "-v", "-g coarse", "-g mixed -v"]), INSTANCES, INSTANCES),
)

TOKENS = ",".join("123456")
SPAN = st.tuples(st.sampled_from(["A", "B", "_", "overall", "A  B", "A B"]), st.integers(1, 6), st.integers(1, 6))
SENTENCE = st.lists(SPAN, max_size=4).map(
    lambda spans: "".join(
        [f"{label}\t{begin}\t{end}\t{TOKENS}\n" for label, begin, end in spans] or ["NONE\t9\t9\t9\n"]
    )
)
SETTINGS = "target_in = target\nsystem_in = system/target\neval_method = all\nweights = default\nexclude =\nfocus = "
FAIREVAL = st.builds(
    lambda sentences, focus, version: Made(
        ["FairEval.py", "--config", "config"],
        {"config": SETTINGS + focus, "target": "\n".join(sentences), "system/target": "\n".join(reversed(sentences))},
        {VERSION_VARIABLE: version},
    ),
    *(st.lists(SENTENCE, max_size=4), st.sampled_from(["target", "system"]), st.sampled_from(["", FIRST_VERSION])),
)

LABELS = ["--content_annotations", "PER,LOC,ORG,X", "--token_annotations", "lex"]
TABLES = ["--by_token", "--by_pseudo_token", "--by_character", "--confusability", "--tag_output_mismatch_details"]
MAT_SCORE = pairs_of_documents().map(
    lambda pairs: Made(
        ["MATScore", "--dir", "h", "--ref_dir", "r", *LABELS, *TABLES],
        {f"{side}/{name}": text for name, pair in pairs.items() for side, text in zip("hr", pair)},
        {"MATSCORE_VERSION": "2.0"},
    )
)

FILL = st.sampled_from(['"mayor"', '"the mayor"', '"[chief] of police"', "<PERSON-1-1>", "<PERSON-1-2>"])
POINTER = st.sampled_from([f"<IN_AND_OUT-1-{number}>" for number in range(1, 5)])
FILLS = {"POST": FILL, "IN_AND_OUT": POINTER, "PER_NAME": FILL, "PER_TITLE": FILL, "NEW_STATUS": FILL}
SLOTS_OF = {
    "SUCCESSION_EVENT": ("POST", "IN_AND_OUT"),
    "IN_AND_OUT": ("NEW_STATUS",),
    "PERSON": ("PER_NAME", "PER_TITLE"),
}


@st.composite
def records(draw: st.DrawFn) -> bytes:
    """Return objects of a scenario template with optional slots, alternatives and pointers."""
    text = ["<TEMPLATE-1-1> :=\n  DOC_NR: 1\n  CONTENT: <SUCCESSION_EVENT-1-1>\n"] if draw(st.booleans()) else []
    for name, slots in SLOTS_OF.items():
        for number in range(1, draw(st.integers(1, 4))):
            text.append(f"<{name}-1-{number}> :=\n")
            for slot in draw(st.lists(st.sampled_from(slots), min_size=1, max_size=2, unique=True)):
                groups = draw(st.lists(st.lists(FILLS[slot], min_size=1, max_size=3), min_size=1, max_size=2))
                mark = "/ " if draw(st.booleans()) else ""
                fills = "\n    / ".join(["\n    ".join(group) for group in groups])
                text.append(f"  {slot}: {mark}{fills}\n")
    return "".join(text or ["<PERSON-1-1> :=\n  PER_NAME: Ada\n"]).encode()


def of_version(version: bytes, files: dict[str, bytes]) -> Made:
    config = files["run.config"] + b":scorer_version %s\n" % version
    return Made(["muc-score", "run.config"], {**files, "run.config": config})


MUC_SCORER = st.builds(
    of_version, st.sampled_from([b"1997", b"3.3"]), st.builds(scenario_templates, records(), records())
)

M2_SCORER = st.builds(
    lambda options, found, version: Made(
        ["m2scorer", *options.split(), "system", "gold"],
        dict(zip(("system", "gold"), written_edits(found))),
        {"M2SCORER_VERSION": version},
    ),
    st.sampled_from(["", "-v", "-v --beta 2", "-v --max_unchanged_words 0", "--ignore_whitespace_casing -v"]),
    st.lists(blocks(), min_size=1, max_size=4),
    st.sampled_from(["3.2", "2016"]),
)


def trees(pairs: list[tuple[bytes, bytes]], rules: Rules) -> Made:
    key, response = [joined(lines) for lines in zip(*pairs)] or [b"", b""]
    parameters = rules._replace(most=len(pairs)).file()
    return Made(["evalb", "-p", "p.prm", "gold", "test"], {"gold": key, "test": response, "p.prm": parameters})


EVALB = st.builds(trees, PAIRS, RULES)


def is_a_tie(found: Mismatch) -> bool:
    """Say whether an F of muc-score between two decimals is rounded to the other one."""
    return found.name[2].startswith("F ") and abs(float(found.printed) - float(found.recomputed)) < 0.011


@pytest.mark.parametrize("runs", [CONLLEVAL, COREF_SCORER, SCORER2, FAIREVAL, MAT_SCORE, MUC_SCORER, M2_SCORER, EVALB])
@given(data=st.data())
def test_figures_come_from_the_matches_and_items_from_the_files(
    runs: st.SearchStrategy[Made], data: st.DataObject
) -> None:
    made = data.draw(runs)
    with folder_with(made.files), variables(made.environment):
        explained = JsonLines(io.BytesIO(), Selection())
        outcome = explained.explain(made.words[0], made.words[1:])
    assert outcome.status == 0, outcome.stderr
    lines = b"".join(explained.blocks()).splitlines()
    recomputed = Recomputed(lines)
    assert recomputed.cells
    assert [found for found in recomputed.mismatches() if not is_a_tie(found)] == []
    contents = {
        name: content if isinstance(content, bytes) else content.encode() for name, content in made.files.items()
    }
    units = []
    for record in map(json.loads, lines):
        if record["type"] == "unit":
            units.append(record["unit"])
        elif record["type"] == "met":
            assert record["unit"] == units[-1]
            for item in filter(None, (record["key"], record["response"])):
                assert item.get("line") is None or 1 <= item["line"] <= contents[item["file"]].count(b"\n") + 1
                assert item.get("begin") is None or item["end"] is None or 0 <= item["begin"] <= item["end"]
    assert len(set(units)) == len(units)
