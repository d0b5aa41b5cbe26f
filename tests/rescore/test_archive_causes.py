"""Each change that ``rescore run`` tries finds the fault that was planted: what was published came from other files or
another command line than the archive has now.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from rescore.archive.hints import hints_of
from rescore.archive.scoring import score_in
from rescore.archive.submissions import read_archive
from rescore.scorers.running import printed_cells
from tests.golden_cases import ROOT
from tests.rescore.archives import ANSWERS, EXAMPLE, KEY, rescore, run, senses

CONLL = ROOT / "examples" / "faireval" / "conll"
SENSES = {
    "a.ans": "é.n é.n.001 é_1\nbank.n bank.n.002 bank_2\nbank.n bank.n.003 bank_1\ntree.n tree.n.004 tree_9\n".encode(),
    "key": "é.n é.n.001 é_1\n".encode()
    + b"bank.n bank.n.002 bank_1\nbank.n bank.n.003 bank_1 bank_2\ntree.n tree.n.004 tree_1\ntree.n tree.n.5 tree_1\n",
    "map": b"bank_1\nbank_2 2 bank_1\ntree_1\n",
}
MANY = b"".join([b"aa_%d\n" % number for number in range(6)]) + SENSES["map"] + b"zz_1\n"
OTHER = b"bank.n bank.n.002 bank_2\nbank.n bank.n.003 bank_1\ntree.n tree.n.004 tree_1\n"
SPANS = {
    "a.config": (EXAMPLE / "spans" / "fir.config").read_bytes(),
    "target/letters.spans": (EXAMPLE / "spans" / "target" / "letters.spans").read_bytes(),
    "fir/letters.spans": (EXAMPLE / "spans" / "fir" / "letters.spans").read_bytes(),
}
TRIP = {
    "a.json": (EXAMPLE / "trip" / "hyp" / "ivy.json").read_bytes(),
    "ref.json": (EXAMPLE / "trip" / "ref.json").read_bytes(),
}
CHUNKS = {
    "a.config": b"target_in = target\nsystem_in = system\nignore_punct = True\n",
    **{f"{side}/chunks.conll": (CONLL / side / "chunks.conll").read_bytes() for side in ("target", "system")},
}
MORE_SPANS = {
    "a.config": SPANS["a.config"].replace(b"/letters.spans", b""),
    **{name: SPANS[name] for name in ("target/letters.spans", "fir/letters.spans")},
    **{f"{side}/more.spans": SPANS["target/letters.spans"] for side in ("target", "fir")},
}
PASSED = {
    **SPANS,
    "target/letters.spans": b"PER\t1\t1\t1\nPER\t3\t3\t3\n",
    "fir/letters.spans": b"PER\t1\t2\t1,2\nPER\t3\t4\t3,4\n",
}
REFERENCES = {f"ref/{number}.json": TRIP["ref.json"] for number in "12"}
NEWS = {
    **{path.name: path.read_bytes() for path in (EXAMPLE / "news").glob("ne.*")},
    "a.config": (EXAMPLE / "news" / "oak.config").read_bytes(),
    "oak.responses": (EXAMPLE / "news" / "oak.responses").read_bytes(),
}
TAGS = {"a.tags": (ROOT / "examples" / "conlleval" / "output").read_bytes()}
SENTENCES = TAGS["a.tags"].split(b"\n\n")
CHAINS = {name: (ROOT / "examples" / "coref" / name).read_bytes() for name in ("key", "response")}
HARBOUR, LIBRARY = [b"#begin" + document for document in CHAINS["response"].split(b"#begin")[1:]]
SUBMISSION = {
    "conlleval": "a.tags",
    "scorer.pl": "response",
    "scorer2": "a.ans",
    "FairEval.py": "a.config",
    "MATScore": "a.json",
    "muc-score": "a.config",
}
SCORER2 = "scorer2 a.ans key map -g mixed"
FAIREVAL = "FairEval.py --config a.config"
MATSCORE = "MATScore --file a.json --ref_file ref.json --content_annotations PER,LOC --token_annotations ORG"
MATSCORE_OF_FOLDERS = "MATScore --dir a.json --ref_dir ref --content_annotations PER,LOC"
MUC = "muc-score a.config"
CONLLEVAL = "conlleval < a.tags"
COREF = "scorer.pl all key response"


class Fault(NamedTuple):
    """What an archive has, what is found, and what the archive had when the figures were published."""

    command: str
    files: dict[str, bytes]
    change: str
    text: str
    files_then: Mapping[str, bytes] = MappingProxyType({})
    command_then: str = ""
    environment_then: Mapping[str, str] = MappingProxyType({})
    environment: Mapping[str, str] = MappingProxyType({})
    without: tuple[str, ...] = ()  # files that were not there then
    figures: tuple[str, ...] = ()  # the cells that were published, in the place of the report
    published: tuple[tuple[bytes, bytes], ...] = ()  # what was published, and in the place of what


def replaced(files: dict[str, bytes], name: str, old: bytes, new: bytes) -> dict[str, bytes]:
    """Return a file with something else in it."""
    assert old in files[name]
    return {name: files[name].replace(old, new)}


def replaced_in(files: dict[str, bytes], name: str, old: bytes, new: bytes) -> dict[str, bytes]:
    """Return all files, one of them with something else in it."""
    return {**files, **replaced(files, name, old, new)}


def with_config(files: dict[str, bytes], line: bytes) -> dict[str, bytes]:
    return {"a.config": files["a.config"] + line}


CRLF = {**SENSES, "map": SENSES["map"].replace(b"\n", b"\r\n")}
SORTED = {**SENSES, "key": b"bank.n bank.n.002 bank_1\nbank.n bank.n.003 bank_1\ntree.n tree.n.004 tree_1\n"}
UNSORTED = {**SORTED, "key": b"".join(reversed(SORTED["key"].splitlines(keepends=True)))}
LATIN = {**SENSES, "a.ans": SENSES["a.ans"].decode().encode("latin-1")}
MARKED = {**SENSES, "key": b"\xef\xbb\xbf" + SENSES["key"]}
UNENDED = {**SENSES, "a.ans": SENSES["a.ans"].rstrip(b"\n")}
MORE = MORE_SPANS["fir/more.spans"]
OTHER_TRIP = TRIP["a.json"].replace(b"[0, 3], [26, 28]", b"[1, 4], [30, 32]")
DOCUMENTS = [b"<DOC>" + document for document in NEWS["oak.responses"].split(b"<DOC>")[1:]]
FAIR_MEASURES = ("fair/overall/Prec", "fair/overall/Rec", "fair/overall/F1")
FAULTS = {
    "typing, scorer2": Fault(
        SCORER2,
        SENSES,
        "typing",
        "without a typing error in mixed/all/recall",
        published=((b"recall: 0.600", b"recall: 0.060"),),
    ),
    "typing, FairEval.py": Fault(
        FAIREVAL,
        SPANS,
        "typing",
        "without a typing error in traditional/PER/TP",
        published=((b"PER\t2\t2\t1", b"PER\t12\t2\t1"),),
    ),
    "typing, muc-score": Fault(
        MUC,
        NEWS,
        "typing",
        "without a typing error in 9803010007/timex/COR and 1 more",
        published=((b"timex            2     2|   2 ", b"timex            2     2|   8 "),),
    ),
    "per cent": Fault(
        SCORER2,
        SENSES,
        "per cent",
        "in per cent",
        published=((b"precision: 0.750", b"precision: 75.0"), (b"recall: 0.600", b"recall: 60.0")),
    ),
    "shares": Fault(
        FAIREVAL,
        SPANS,
        "per cent",
        "as shares of 1",
        figures=FAIR_MEASURES,
        published=((b"40.00", b".400"),),
    ),
    "columns": Fault(
        FAIREVAL,
        SPANS,
        "columns",
        "with Prec and Rec exchanged",
        published=((b"57.14\t80.00", b"80.00\t57.14"),),
    ),
    "columns or sides": Fault(
        FAIREVAL,
        SPANS,
        "columns",
        "with Prec and Rec exchanged, or with the sides swapped",
        figures=("traditional/PER/Prec", "traditional/PER/Rec", "traditional/PER/F1"),
        published=((b"50.00\t66.67", b"66.67\t50.00"),),
    ),
    "other row": Fault(
        FAIREVAL,
        SPANS,
        "other cell",
        "with the figures of fair/PER in fair/overall",
        figures=FAIR_MEASURES,
        published=((b"40.00\t40.00\t40.00", b"57.14\t80.00\t66.67"),),
    ),
    "other method": Fault(
        FAIREVAL,
        SPANS,
        "other cell",
        "with the figures of weighted/overall in fair/overall",
        figures=FAIR_MEASURES,
        published=((b"40.00", b"54.55"),),
    ),
    "macro": Fault(
        FAIREVAL,
        SPANS,
        "macro",
        "with weighted/overall/F1 as the mean over the other rows",
        figures=("weighted/overall/F1", "weighted/overall/Rec"),
        published=((b"a\t54.55", b"a\t38.97"),),
    ),
    "mean": Fault(
        FAIREVAL,
        SPANS,
        "mean",
        "with fair/PER/F1 as the mean of precision and recall",
        published=((b"80.00\t66.67", b"80.00\t68.57"),),
    ),
    "rounded": Fault(
        MATSCORE,
        TRIP,
        "rounded",
        "with bytag/<all>/fmeasure computed from rounded figures",
        figures=("bytag/<all>/fmeasure", "bytag/<all>/recall"),
        published=((b"0.333\t0.333", b"0.330\t0.333"),),
    ),
    "scorer2 swap": Fault(
        SCORER2, SENSES, "swap", "with the sides swapped", command_then="scorer2 key a.ans map -g mixed"
    ),
    "scorer2 granularity": Fault(SCORER2, SENSES, "granularity", "without -g", command_then="scorer2 a.ans key map"),
    "scorer2 minimal": Fault(SCORER2, SENSES, "minimal", "with -m", command_then=f"{SCORER2} -m"),
    "scorer2 other granularity": Fault(
        SCORER2, SENSES, "granularity", "with -g coarse", command_then="scorer2 a.ans key map -g coarse"
    ),
    "scorer2 not minimal": Fault(f"{SCORER2} -m", SENSES, "minimal", "without -m", command_then=SCORER2),
    "scorer2 verbose": Fault(SCORER2, SENSES, "verbose", "with -v", command_then=f"{SCORER2} -v"),
    "scorer2 key": Fault(SCORER2, {**SENSES, "other": OTHER}, "key", "with other", {"key": OTHER}),
    "scorer2 newline": Fault(SCORER2, UNENDED, "newline", "with a newline at the end of a.ans", SENSES),
    "scorer2 no newline": Fault(SCORER2, SENSES, "newline", "without the newline at the end of a.ans", UNENDED),
    "scorer2 line ends": Fault(SCORER2, CRLF, "line ends", "with LF line ends in map", SENSES),
    "scorer2 other line ends": Fault(SCORER2, SENSES, "line ends", "with CR LF line ends in map", CRLF),
    "scorer2 encoding": Fault(SCORER2, LATIN, "encoding", "with a.ans in UTF-8, not ISO 8859-1", SENSES),
    "scorer2 other encoding": Fault(SCORER2, SENSES, "encoding", "with a.ans in ISO 8859-1, not UTF-8", LATIN),
    "scorer2 byte order mark": Fault(SCORER2, MARKED, "encoding", "with key without its byte order mark", SENSES),
    "scorer2 sorted": Fault(SCORER2, UNSORTED, "sorted", "with key sorted", SORTED),
    "scorer2 map case": Fault(
        "scorer2 a.ans key unread map -g mixed",
        {**SENSES, "unread": SENSES["map"], "map": SENSES["map"].upper()},
        "case",
        "with words of map in the letter case of the key",
        {"map": SENSES["map"]},
    ),
    "scorer2 map sorted": Fault(
        SCORER2,
        {**SENSES, "map": b"".join(reversed(MANY.splitlines(keepends=True)))},
        "sorted",
        "with map sorted",
        {"map": MANY},
    ),
    "FairEval.py swap": Fault(
        FAIREVAL,
        SPANS,
        "swap",
        "with the sides swapped",
        {
            "a.config": SPANS["a.config"]
            .replace(b"target_in", b"?")
            .replace(b"system_in", b"target_in")
            .replace(b"?", b"system_in")
        },
    ),
    "FairEval.py abbreviated": Fault(
        "FairEval.py --conf=a.config",
        SPANS,
        "focus",
        "with focus = system",
        replaced(SPANS, "a.config", b"focus = target", b"focus = system"),
    ),
    "FairEval.py focus": Fault(
        FAIREVAL,
        SPANS,
        "focus",
        "with focus = system",
        replaced(SPANS, "a.config", b"focus = target", b"focus = system"),
    ),
    "FairEval.py labels": Fault(
        FAIREVAL,
        {**SPANS, **replaced(SPANS, "a.config", b"labels = all\nexclude =", b"labels = PER\nexclude = LOC")},
        "labels",
        "with labels and exclude swapped",
        replaced(SPANS, "a.config", b"labels = all\nexclude =", b"exclude = PER\nlabels = LOC"),
    ),
    "FairEval.py labels published": Fault(
        FAIREVAL,
        SPANS,
        "labels",
        "with labels = PER, LOC and exclude = PER",
        replaced(SPANS, "a.config", b"labels = all\nexclude =", b"labels = PER, LOC\nexclude = PER"),
    ),
    "FairEval.py labels no longer excluded": Fault(
        FAIREVAL,
        {**SPANS, **replaced(SPANS, "a.config", b"exclude =", b"exclude = ORG")},
        "labels",
        "with no exclude",
        replaced(SPANS, "a.config", b"exclude =\n", b"\n"),
    ),
    "FairEval.py labels with figures": Fault(
        FAIREVAL,
        SPANS,
        "labels",
        "with labels = LOC, PER and no exclude",
        replaced(SPANS, "a.config", b"exclude =", b"exclude = ORG"),
        figures=("fair/PER/F1", "fair/LOC/F1", "fair/overall/F1"),
    ),
    "FairEval.py ignore_punct": Fault(
        FAIREVAL,
        {**CHUNKS, **replaced(CHUNKS, "a.config", b"ignore_punct = True\n", b"")},
        "ignore_punct",
        "with ignore_punct = True",
        CHUNKS,
    ),
    "FairEval.py version": Fault(
        FAIREVAL, PASSED, "version", "with FairEval 2022-01", environment_then={"FAIREVAL_VERSION": "2022-01"}
    ),
    "FairEval.py present version": Fault(
        FAIREVAL, PASSED, "version", "without FAIREVAL_VERSION", environment={"FAIREVAL_VERSION": "2022-01"}
    ),
    "FairEval.py key": Fault(
        FAIREVAL,
        {**SPANS, "other": SPANS["fir/letters.spans"]},
        "key",
        "with other",
        {"target/letters.spans": SPANS["fir/letters.spans"]},
    ),
    "FairEval.py document": Fault(
        FAIREVAL,
        MORE_SPANS,
        "document",
        "without fir/more.spans",
        without=("fir/more.spans",),
    ),
    "MATScore swap": Fault(
        MATSCORE,
        TRIP,
        "swap",
        "with the sides swapped",
        command_then=MATSCORE.replace("file", "x_file")
        .replace("--x_file a", "--ref_file a")
        .replace("--ref_x_file", "--file"),
    ),
    "MATScore version": Fault(MATSCORE, TRIP, "version", "with MAT 2.0", environment_then={"MATSCORE_VERSION": "2.0"}),
    "MATScore key": Fault(
        MATSCORE, {**TRIP, "other": TRIP["a.json"]}, "key", "with other", {"ref.json": TRIP["a.json"]}
    ),
    "MATScore document": Fault(
        MATSCORE_OF_FOLDERS,
        {"a.json/1.json": TRIP["a.json"], "a.json/2.json": TRIP["ref.json"], **REFERENCES},
        "document",
        "without a.json/2.json",
        without=("a.json/2.json",),
    ),
    "MATScore abbreviated": Fault(
        "MATScore --file=a.json --ref_file ref.json --content PER,LOC --tok ORG",
        TRIP,
        "labels",
        "with content and token labels swapped",
        command_then="MATScore --file a.json --ref_file ref.json --content ORG --tok PER,LOC",
    ),
    "MATScore labels": Fault(
        MATSCORE,
        TRIP,
        "labels",
        "with content and token labels swapped",
        command_then=MATSCORE.replace("PER,LOC", "?").replace("ORG", "PER,LOC").replace("?", "ORG"),
    ),
    "MATScore labels published": Fault(
        MATSCORE,
        TRIP,
        "labels",
        "with --content_annotations LOC,ORG,PER",
        command_then=MATSCORE.replace("PER,LOC", "PER,LOC,ORG"),
    ),
    "MATScore label more": Fault(
        MATSCORE.replace("PER,LOC", "PER"),
        TRIP,
        "labels",
        "with --content_annotations PER,LOC",
        command_then=MATSCORE,
        figures=("bytag/<all>/match", "bytag/<all>/reftotal", "bytag/<all>/hyptotal"),
    ),
    "MATScore label left out": Fault(
        MATSCORE,
        TRIP,
        "labels",
        "with --content_annotations PER",
        command_then=MATSCORE.replace("PER,LOC", "PER"),
        figures=("bytag/<all>/match", "bytag/<all>/reftotal", "bytag/<all>/hyptotal"),
    ),
    "muc-score swap": Fault(
        MUC,
        NEWS,
        "swap",
        "with the sides swapped",
        {
            "a.config": NEWS["a.config"]
            .replace(b"key_file", b"?")
            .replace(b"response_file", b"key_file")
            .replace(b"?", b"response_file")
        },
    ),
    "muc-score version": Fault(MUC, NEWS, "version", "with version 3.3", with_config(NEWS, b":scorer_version 3.3\n")),
    "muc-score other version": Fault(
        MUC,
        {**NEWS, **with_config(NEWS, b":scorer_version 3.3\n")},
        "version",
        "with version 1997",
        with_config(NEWS, b""),
    ),
    "muc-score key": Fault(
        MUC, {**NEWS, "other": NEWS["oak.responses"]}, "key", "with other", {"ne.keys": NEWS["oak.responses"]}
    ),
    "muc-score ne_allow_incorrect": Fault(
        MUC,
        {**NEWS, **with_config(NEWS, b":scorer_version 3.3\n")},
        "ne_allow_incorrect",
        "with :ne_allow_incorrect yes",
        with_config(NEWS, b":scorer_version 3.3\n:ne_allow_incorrect yes\n"),
    ),
    "muc-score document": Fault(
        MUC,
        NEWS,
        "document",
        "without document 980301-0007 of oak.responses",
        {"oak.responses": NEWS["oak.responses"][NEWS["oak.responses"].index(b"<DOC>", 1) :]},
    ),
    "scorer2 UTF-16": Fault(
        SCORER2,
        {**SENSES, "a.ans": SENSES["a.ans"].decode().encode("utf-16")},
        "encoding",
        "with a.ans in UTF-8, not UTF-16",
        SENSES,
    ),
    "scorer2 Mac Roman": Fault(
        SCORER2,
        {**SENSES, "a.ans": SENSES["a.ans"].decode().encode("mac_roman")},
        "encoding",
        "with a.ans in UTF-8, not Mac Roman",
        SENSES,
    ),
    "scorer2 compressed": Fault(
        SCORER2,
        {**SENSES, "a.ans": gzip.compress(SENSES["a.ans"], mtime=0)},
        "compressed",
        "with a.ans uncompressed",
        SENSES,
    ),
    "scorer2 compressed key": Fault(
        SCORER2,
        {"key.gz": gzip.compress(SENSES["key"], mtime=0), "a.ans": SENSES["a.ans"], "map": SENSES["map"]},
        "compressed",
        "with key.gz uncompressed",
        SENSES,
    ),
    "scorer2 duplicates": Fault(
        SCORER2,
        {**SENSES, "a.ans": b"bank.n bank.n.003 bank_9\n" + SENSES["a.ans"]},
        "duplicates",
        "with the last of what a.ans has twice",
        SENSES,
    ),
    "scorer2 case": Fault(
        SCORER2,
        {**SENSES, "a.ans": SENSES["a.ans"].replace(b"bank", b"Bank")},
        "case",
        "with words of a.ans in the letter case of the key",
        SENSES,
    ),
    "scorer2 name in other case": Fault(
        SCORER2,
        {"KEY": SENSES["key"], "a.ans": SENSES["a.ans"], "map": SENSES["map"]},
        "case",
        "with the name of KEY in the letter case that is asked for",
        SENSES,
    ),
    "scorer2 truncated then": Fault(
        SCORER2,
        SENSES,
        "truncated",
        "with a.ans cut off after 2 of 4",
        {"a.ans": b"".join(SENSES["a.ans"].splitlines(keepends=True)[:2])},
    ),
    "FairEval.py settings": Fault(
        FAIREVAL,
        SPANS,
        "settings",
        "with weights as published",
        replaced(SPANS, "a.config", b"BE = 0.5 TP + 0.25 FP + 0.25 FN, ", b""),
    ),
    "FairEval.py methods": Fault(
        FAIREVAL,
        replaced_in(SPANS, "a.config", b"eval_method = all", b"eval_method = fair"),
        "settings",
        "with eval_method as published",
        SPANS,
    ),
    "FairEval.py duplicates": Fault(
        FAIREVAL,
        replaced_in(SPANS, "fir/letters.spans", b"PER\t5\t5\t5\n", b"PER\t5\t5\t5\n" * 3),
        "duplicates",
        "without what fir/letters.spans has twice",
        SPANS,
    ),
    "FairEval.py case": Fault(
        FAIREVAL,
        replaced_in(SPANS, "fir/letters.spans", b"PER", b"Per"),
        "case",
        "with words of fir/letters.spans in the letter case of the key",
        SPANS,
    ),
    "FairEval.py file names in other case": Fault(
        FAIREVAL,
        {**{name: MORE_SPANS[name] for name in MORE_SPANS if name != "fir/more.spans"}, "fir/MORE.spans": MORE},
        "case",
        "with the name of fir/MORE.spans in the letter case that is asked for",
        {"fir/more.spans": MORE},
        without=("fir/MORE.spans",),
    ),
    "FairEval.py file names": Fault(
        FAIREVAL,
        {**{name: MORE_SPANS[name] for name in MORE_SPANS if name != "fir/more.spans"}, "fir\\more.spans": MORE},
        "file names",
        "with / for \\ in the name of fir\\more.spans",
        {"fir/more.spans": MORE},
        without=("fir\\more.spans",),
    ),
    "MATScore duplicates": Fault(
        MATSCORE,
        replaced_in(TRIP, "a.json", b"[26, 28]", b"[26, 28], [26, 28]"),
        "duplicates",
        "without what a.json has twice",
        TRIP,
    ),
    "MATScore texts": Fault(
        MATSCORE_OF_FOLDERS,
        {
            "a.json/1.json": TRIP["a.json"],
            "a.json/2.json": OTHER_TRIP,
            "ref/1.json": OTHER_TRIP,
            "ref/2.json": TRIP["ref.json"],
        },
        "texts",
        "with a.json/1.json and a.json/2.json exchanged",
        {"a.json/2.json": TRIP["a.json"], "a.json/1.json": OTHER_TRIP},
    ),
    "muc-score duplicates": Fault(
        MUC,
        {**NEWS, "oak.responses": NEWS["oak.responses"] + DOCUMENTS[0].replace(b"PERSON", b"LOCATION")},
        "duplicates",
        "without what oak.responses has twice",
        NEWS,
    ),
    "muc-score texts": Fault(
        MUC,
        NEWS,
        "texts",
        "with 980301-0007 and 980301-0008 of oak.responses exchanged",
        {
            "oak.responses": NEWS["oak.responses"]
            .replace(b"980301-0007", b"?")
            .replace(b"980301-0008", b"980301-0007")
            .replace(b"?", b"980301-0008")
        },
    ),
    "conlleval duplicates": Fault(
        CONLLEVAL,
        {"a.tags": b"\n\n".join([SENTENCES[0], *SENTENCES])},
        "duplicates",
        "without what a.tags has twice",
        TAGS,
    ),
    "conlleval last of duplicates": Fault(
        CONLLEVAL,
        {"a.tags": b"\n\n".join([SENTENCES[0].replace(b" B-LOC\n", b" O\n"), *SENTENCES])},
        "duplicates",
        "with the last of what a.tags has twice",
        TAGS,
    ),
    "conlleval neighbours": Fault(
        CONLLEVAL,
        {"a.tags": b"\n\n".join([SENTENCES[0], *SENTENCES, *SENTENCES])},
        "duplicates",
        "without what a.tags has twice",
        {"a.tags": b"\n\n".join([*SENTENCES, *SENTENCES])},
    ),
    "conlleval truncated then": Fault(
        CONLLEVAL, TAGS, "truncated", "with a.tags cut off after 9 of 17", {"a.tags": SENTENCES[0] + b"\n"}
    ),
    "conlleval case": Fault(
        CONLLEVAL,
        {"a.tags": TAGS["a.tags"].replace(b"B-PER\n", b"B-Per\n")},
        "case",
        "with the types of the response in the letter case of the key",
        TAGS,
    ),
    "conlleval compressed": Fault(
        CONLLEVAL,
        {"a.tags": gzip.compress(TAGS["a.tags"], mtime=0)},
        "compressed",
        "with a.tags uncompressed",
        TAGS,
    ),
    "conlleval UTF-16": Fault(
        CONLLEVAL,
        {"a.tags": TAGS["a.tags"].decode().encode("utf-16")},
        "encoding",
        "with a.tags in UTF-8, not UTF-16",
        TAGS,
    ),
    "scorer.pl duplicates": Fault(
        COREF,
        {**CHAINS, "response": CHAINS["response"] + HARBOUR.replace(b"(0)", b"(9)")},
        "duplicates",
        "without what response has twice",
        CHAINS,
    ),
    "scorer.pl document": Fault(
        COREF, CHAINS, "document", "without document (news/library); part 000 of response", {"response": HARBOUR}
    ),
    "scorer.pl texts": Fault(
        COREF,
        CHAINS,
        "texts",
        "with (news/harbour); part 000 and (news/library); part 000 of response exchanged",
        {
            "response": CHAINS["response"]
            .replace(b"(news/harbour)", b"?")
            .replace(b"(news/library)", b"(news/harbour)")
            .replace(b"?", b"(news/library)")
        },
    ),
    "scorer.pl case": Fault(
        COREF,
        {**CHAINS, "response": CHAINS["response"].replace(b"(news/library)", b"(News/Library)")},
        "case",
        "with words of response in the letter case of the key",
        CHAINS,
    ),
    "scorer.pl compressed": Fault(
        COREF,
        {**CHAINS, "key": gzip.compress(CHAINS["key"], mtime=0)},
        "compressed",
        "with key uncompressed",
        CHAINS,
    ),
}


def written(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_the_fault_is_found(fault: Fault, tmp_path: Path) -> None:
    then = written(tmp_path / "then", {**fault.files, **fault.files_then})
    for name in fault.without:
        (then / name).unlink()
    words = (fault.command_then or fault.command).split()
    outcome = score_in(str(then), "", words, fault.environment_then).outcome
    assert outcome.status == 0
    name = next((name for name in outcome.reports if name.endswith("scores")), "")
    archive = written(tmp_path / "archive", {**fault.files, "published": outcome.reports.get(name, outcome.stdout)})
    submission = SUBMISSION[words[0]]
    published = f'reports = {{ "{name}" = "published" }}'
    if fault.figures:
        printed = {f"{cell.table}/{cell.row}/{cell.column}": cell.text for cell in printed_cells(outcome)}
        texts = "\t".join([printed[figure] for figure in fault.figures])
        (archive / "published").write_text("\t".join(["name", *fault.figures]) + f"\na\t{texts}\n")
        published = 'figures = "published"'
    for old, new in fault.published:
        content = (archive / "published").read_bytes()
        assert old in content
        (archive / "published").write_bytes(content.replace(old, new))
    other_keys = 'other_keys = ["other"]\n' if (archive / "other").exists() else ""
    (archive / "archive.toml").write_text(
        f'[task]\nrun = "{fault.command.replace(submission, "{submission}")}"\nsubmissions = "{submission}"\n'
        f"{published}\n{other_keys}[task.environment]\n"
        + "".join([f'{name} = "{value}"\n' for name, value in fault.environment.items()])
    )
    (record,) = run(archive).records
    assert [(cause["change"], cause["text"]) for cause in record["causes"]] == [
        (fault.change, f"identical {fault.text}")
    ]


LOST = {
    "JSON": (
        MATSCORE,
        replaced_in(TRIP, "a.json", TRIP["a.json"], TRIP["a.json"][:200]),
        TRIP,
        "truncated",
        "a.json is cut off at the end",
    ),
    "document": (
        MUC,
        {**NEWS, "oak.responses": NEWS["oak.responses"][:-300]},
        NEWS,
        "truncated",
        "oak.responses is cut off at the end",
    ),
    "line": (
        SCORER2,
        {**SENSES, "a.ans": SENSES["a.ans"][:35]},
        SENSES,
        "truncated",
        "a.ans is cut off at the end",
    ),
    "answers": (
        SCORER2,
        {**SENSES, "a.ans": b"".join(SENSES["a.ans"].splitlines(keepends=True)[:2])},
        {**SENSES, "a.ans": SENSES["a.ans"] + b"tree.n tree.n.5 tree_1\n"},
        "truncated",
        "a.ans is cut off: it ends 3 instances before the key",
    ),
    "missing file": (
        MUC,
        {name: content for name, content in NEWS.items() if name != "oak.responses"},
        NEWS,
        "missing document",
        "oak.responses is missing",
    ),
    "unreadable": (
        MATSCORE,
        {**TRIP, "a.json": b"x" * 20},
        TRIP,
        "unreadable",
        "a.json: the pair is skipped because one of its documents cannot be read (input doesn't appear to be JSON)",
    ),
    "other key": (
        SCORER2,
        SENSES,
        {**SENSES, "key": SENSES["key"] * 1 + b"wood.n wood.n.001 wood_1\n" * 3},
        "other key total",
        "8 instances, this key has 5",
    ),
    "conlleval, line": (CONLLEVAL, {"a.tags": TAGS["a.tags"][:-4]}, TAGS, "truncated", "a.tags is cut off at the end"),
    "conlleval, sentence": (
        CONLLEVAL,
        {"a.tags": SENTENCES[0] + b"\n"},
        TAGS,
        "other key total",
        "17 tokens, this key has 9",
    ),
    "scorer.pl, document": (
        COREF,
        {**CHAINS, "response": CHAINS["response"][:-60]},
        CHAINS,
        "truncated",
        "response is cut off at the end",
    ),
    "scorer.pl, missing document": (
        COREF,
        {**CHAINS, "response": HARBOUR},
        CHAINS,
        "missing document",
        "key: 1 document missing from the response: '(news/library); part 000'",
    ),
}


@pytest.mark.parametrize("lost", LOST.values(), ids=LOST)
def test_what_is_lost_is_named(lost: tuple[str, dict[str, bytes], dict[str, bytes], str, str], tmp_path: Path) -> None:
    command, now, then, change, text = lost
    outcome = score_in(str(written(tmp_path / "then", then)), "", command.split(), {}).outcome
    name = next((name for name in outcome.reports if name.endswith("scores")), "")
    archive = written(tmp_path / "archive", {**now, "published": outcome.reports.get(name, outcome.stdout)})
    submission = SUBMISSION[command.split()[0]]
    (archive / "archive.toml").write_text(
        f'[task]\nrun = "{command.replace(submission, "{submission}")}"\nsubmissions = "{submission}"\n'
        f'reports = {{ "{name}" = "published" }}\n'
    )
    (record,) = run(archive).records
    assert [(cause["change"], cause["text"]) for cause in record["causes"]] == [(change, text)]


@pytest.mark.parametrize(
    ("answers", "cause"),
    [
        (SENSES["a.ans"], ("key", "other", "the same figures with other")),
        (b"bank.n bank.n.002 bank_1\n", ("other key total", "4", "4 instances as in other, this key has 5")),
    ],
    ids=["of these answers", "of answers that are lost"],
)
def test_the_key_of_another_task_is_tried(answers: bytes, cause: tuple[str, str, str], tmp_path: Path) -> None:
    other = b"".join(SENSES["key"].splitlines(keepends=True)[:-1])
    archive = written(tmp_path, {**SENSES, "other": other, "b.ans": b""})
    tasks = [("task", "key", "a.ans"), ("second", "other", "b.ans")]
    (archive / "archive.toml").write_text(
        "".join(
            f'[{name}]\nrun = "scorer2 {{submission}} {{key}} map -g mixed"\nkey = "{key}"\nsubmissions = "{answers}"\n'
            f'report = "{name}.txt"\n'
            for name, key, answers in tasks
        )
    )
    (archive / "b.ans").write_bytes(answers)
    outcome = score_in(str(archive), "", ["scorer2", "b.ans", "other", "map", "-g", "mixed"], {}).outcome
    (archive / "task.txt").write_bytes(outcome.stdout)
    (archive / "b.ans").write_bytes(b"")
    record = run(archive).records[0]
    assert [(one["change"], one["detail"], one["text"]) for one in record["causes"]] == [cause]


class TestOtherSubmissions:
    """What was published of a submission may be what another one gives."""

    NAMES = ("alder", "birch", "cedar")

    @pytest.fixture
    def archive(self, tmp_path: Path) -> Path:
        """Three submissions whose published reports are right."""
        archive = written(tmp_path, {name: SENSES[name] for name in ("key", "map")})
        (archive / "archive.toml").write_text(
            '[task]\nrun = "scorer2 {submission} key map -g mixed"\nsubmissions = "*.ans"\nreport = "{name}.txt"\n'
        )
        lines = SENSES["a.ans"].splitlines(keepends=True)
        for number, name in enumerate(self.NAMES):
            (archive / f"{name}.ans").write_bytes(b"".join(lines[number:]))
            outcome = score_in(str(archive), "", SCORER2.replace("a.ans", f"{name}.ans").split(), {}).outcome
            (archive / f"{name}.txt").write_bytes(outcome.stdout)
        return archive

    @staticmethod
    def causes(archive: Path) -> dict[str, list[tuple[str, str]]]:
        records = run(archive).records
        return {one["submission"]: [(each["detail"], each["text"]) for each in one["causes"]] for one in records}

    def test_figures_of_another_one(self, archive: Path) -> None:
        (archive / "alder.txt").write_bytes((archive / "cedar.txt").read_bytes())
        found = {"alder": [("cedar", "identical with the figures of cedar")], "birch": [], "cedar": []}
        assert self.causes(archive) == self.causes(archive) == found

    @pytest.mark.parametrize("ending", ["txt", "ans"])
    def test_exchanged(self, ending: str, archive: Path) -> None:
        one, other = [archive / f"{name}.{ending}" for name in ("alder", "cedar")]
        contents = one.read_bytes(), other.read_bytes()
        other.write_bytes(contents[0])
        one.write_bytes(contents[1])
        assert self.causes(archive) == {
            "alder": [("cedar", "identical if exchanged with cedar")],
            "birch": [],
            "cedar": [("alder", "identical if exchanged with alder")],
        }

    def test_the_other_one_changes(self, archive: Path) -> None:
        (archive / "alder.txt").write_bytes((archive / "cedar.txt").read_bytes())
        assert self.causes(archive)["alder"]
        (archive / "cedar.ans").write_bytes((archive / "birch.ans").read_bytes())
        assert "cedar" not in str(self.causes(archive)["alder"])


def test_a_published_report_of_nobody_is_named(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    for name in ("a", "b"):
        (archive / f"{name}.txt").write_bytes(b"")
    assert "archive.toml: senses.report: b.txt: published, but there is no such submission\n" in run(archive).stderr


def test_check_of_an_archive_says_facts_of_a_task_once(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS.replace(b"bank_1", b"bank_9")})
    (archive / "key").write_bytes(b"".join(reversed(KEY.splitlines(keepends=True))))
    done = rescore("check", "--format", "jsonl", archive)
    found = [(one["of"], one["name"]) for one in done.records]
    assert ("senses", "key-not-sorted") in found
    assert ("senses/b", "label-not-in-key") in found
    assert len(found) == len(set(found))


def test_what_cannot_be_checked_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the check is wrong")

    archive = senses(tmp_path, {"a": ANSWERS})
    monkeypatch.setattr("rescore.archive.hints.Checked", fail)
    (submission,) = read_archive(str(archive)).submissions
    (found,) = hints_of(str(archive), submission)
    assert (found["name"], found["message"]) == (
        "not-checked",
        "the inputs cannot be checked (RuntimeError: the check is wrong)",
    )
