"""The manual's two sample pages: from their tallies, and from runs that have these tallies."""

from __future__ import annotations

from pathlib import Path

import pytest

from legacy_scorers.common.tally import Row, Tally
from legacy_scorers.muc_scorer.cells import ALL_SLOTS, PAGE
from legacy_scorers.muc_scorer.measures import COUNTS, EXACT, OF_1997, Arithmetic
from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
from legacy_scorers.muc_scorer.report.rows import RULE, f_measures, printed, row
from legacy_scorers.muc_scorer.report.v33 import HEADING, page_layout
from tests.golden_cases import GOLDEN
from tests.muc_scorer.runs import run
from tests.muc_scorer.runs33 import pages
from tests.running import read_files

MANUAL = Path(__file__).parent / "manual_pages"
NAMED_ENTITY = (MANUAL / "muc_named_entity.txt").read_bytes()
SCENARIO_TEMPLATE = (MANUAL / "muc_scenario_template.txt").read_bytes()
BLOCKS = (b"SUBTASK SCORES", b"SECT SCORES", b"OBJ SCORES", b"SLOT SCORES")
ALL_SLOTS_AND_F = 3


def laid_out_again(page: bytes, arithmetic: Arithmetic) -> bytes:
    """Return the page made anew from the labels and the eight tallies of its rows."""
    lines: list[bytes] = page.splitlines(keepends=True)[:3]
    total = Tally()
    for line in page.splitlines()[3:]:
        label, counts = line[:13].rstrip(), line[13:].replace(b"|", b" ").split()[:8]
        if line.startswith(b"---"):
            lines.append(RULE)
        elif line.startswith(BLOCKS):
            lines.append(HEADING % line.partition(b"|")[0].rstrip())
        elif not counts:
            lines.append(HEADING % label[:12])
        else:
            lines.append(row(label, Row(zip(COUNTS, map(int, counts))), arithmetic))
        if label == b"ALL SLOTS":
            total.count([(PAGE, ALL_SLOTS, column, int(count)) for column, count in zip(COUNTS, counts)])
            break
    return b"".join([*lines, f_measures(total, arithmetic)])


@pytest.mark.parametrize("page", [NAMED_ENTITY, SCENARIO_TEMPLATE], ids=["named entity", "scenario template"])
def test_sample_page_from_its_tallies_in_any_precision(page: bytes) -> None:
    assert laid_out_again(page, EXACT) == laid_out_again(page, OF_1997) == page


def test_long_names_are_cut() -> None:
    event = ClassDef(b"succession_event", slots=[SlotDef(b"succession_org")], scored=True)
    definitions = Definitions()
    definitions.define(event)
    page = page_layout(definitions, with_filtering=False, parts=None)
    lines = b"".join(printed(page, Tally())).splitlines()
    assert lines[4].startswith(b"succession_e     0     0|")
    assert lines[7].startswith(b"succession_e            |")
    assert lines[8].startswith(b" succession_     0     0|")


def test_named_entity_page_from_a_run() -> None:
    report = (GOLDEN / "muc_scorer" / "muc33_ne_manual_page" / "out" / "scores").read_bytes()
    assert report == b"Document: 1\n%s\n * * * SUMMARY SCORES * * *\n%s\n" % (NAMED_ENTITY, NAMED_ENTITY)


def test_scenario_template_page_from_a_run() -> None:
    """All rows but the sum come out as printed: the manual's ALL SLOTS has five spurious fills more than its rows.

    In the made-up run one document holds the pairs and the optional objects; seven are relevant in the key only, seven
    in the response only, 85 are irrelevant. What is right is unique to its pair; what is wrong occurs once.
    """
    report = run(read_files(MANUAL / "scenario_run")).files["scores"]
    page = report.partition(b" * * * SUMMARY SCORES * * *\n")[2].splitlines()
    assert page[: -ALL_SLOTS_AND_F - 1] == SCENARIO_TEMPLATE.splitlines()[:-ALL_SLOTS_AND_F]
    assert pages(report)["TOTAL"]["ALL SLOTS"] == (2856, 2302, 1058, 0, 368, 1430, 876, 1280)
    assert b"ALL SLOTS     2856  2307|1058   0  368|1430  881 1280|" in SCENARIO_TEMPLATE
    assert len(pages(report)) == 101


@pytest.mark.parametrize("page", [NAMED_ENTITY, SCENARIO_TEMPLATE], ids=["named entity", "scenario template"])
def test_identities_of_the_sample_pages(page: bytes) -> None:
    rows = pages(b" * * * SUMMARY SCORES * * *\n" + page)["TOTAL"]
    for possible, actual, correct, partial, incorrect, missing, spurious, _ in rows.values():
        assert possible == correct + partial + incorrect + missing
        assert actual == correct + partial + incorrect + spurious
    noncommittal = sum(counts[7] for name, counts in rows.items() if name.startswith("SLOT "))
    assert noncommittal == rows["ALL SLOTS"][7]
