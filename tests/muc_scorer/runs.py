"""Runs of muc-score in this process, on files given as bytes."""

from __future__ import annotations

from collections.abc import Mapping

from legacy_scorers.common.host.memory import Memory
from legacy_scorers.muc_scorer.read.messages import Messages
from tests import running
from tests.golden_cases import GOLDEN
from tests.running import run_on

OUTPUTS = b":score_file scores\n:report_file report\n:map_history_file history\n"
INPUTS = b":slot_file slots\n:map_file map\n:key_file keys\n:response_file responses\n"
MODIFIERS = b':premodifiers the a an\n:postmodifiers "." ","\n:corporate_designators Inc. Corp. Ltd "& Sons"\n'
UNHEARD = Messages(Memory({}))  # for parts of a run whose messages do not matter


class Run(running.Run):
    """What a run left behind, with the rows of its score report."""

    __slots__ = ()

    def row(self, label: str, page: str = "TOTAL SLOT SCORES") -> list[int]:
        """Return POS ACT COR PAR INC MIS SPU NON of the first row with that label from ``page`` in the report on."""
        report = self.files["scores"].decode("latin-1")
        lines = report[report.index(page) :].splitlines()
        line = next(line for line in lines if line.strip().startswith(label))
        return [int(number) for number in line[13:].replace("|", " ").split()[:8]]


def run(files: Mapping[str, bytes], *words: str) -> Run:
    """Run the command on ``files`` in a folder of their own; by default its configuration is ``run.config``."""
    return Run(*run_on(files, "muc-score", words or ["run.config"]))


def sample(case: str, name: str) -> bytes:
    """Return an input file of a golden case."""
    return (GOLDEN / "muc_scorer" / case / "in" / name).read_bytes()


def named_entities(keys: bytes, responses: bytes, **other: bytes) -> dict[str, bytes]:
    """Return the files of a named entity run: the classes enamex, timex and numex with text and type."""
    return {
        "run.config": b":scoring_task named_entity\n" + INPUTS + OUTPUTS + MODIFIERS,
        "slots": sample("ne_mixed", "ne.slots"),
        "map": sample("ne_mixed", "ne.map"),
        "keys": keys,
        "responses": responses,
        **other,
    }


def tagged(body: bytes, number: bytes = b"97-1") -> bytes:
    """Return a document whose section TXT holds ``body``."""
    return b"<DOC>\n<DOCNO> %s </DOCNO>\n<TXT>\n%s\n</TXT>\n</DOC>\n" % (number, body)


def template_elements(keys: bytes, responses: bytes, **other: bytes) -> dict[str, bytes]:
    """Return the files of a template element run: organizations and persons."""
    return {
        "run.config": b":scoring_task template_element\n" + INPUTS + OUTPUTS + MODIFIERS,
        "slots": sample("te_mixed", "te.slots"),
        "map": sample("te_mixed", "te.map"),
        "keys": keys,
        "responses": responses,
        **other,
    }


def scenario_templates(keys: bytes, responses: bytes, **other: bytes) -> dict[str, bytes]:
    """Return the files of a scenario template run: templates, events, in-and-outs, organizations, persons."""
    return {
        "run.config": b":scoring_task scenario_template\n" + INPUTS + OUTPUTS + MODIFIERS,
        "slots": sample("st_mixed", "st.slots"),
        "map": sample("st_mixed", "st.map"),
        "keys": keys,
        "responses": responses,
        **other,
    }
