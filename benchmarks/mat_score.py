"""Made-up documents for MATScore: a corpus like that of the original's figures, a chain of overlaps, small pairs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.measure import Benchmark

DOCUMENTS = 200
WORDS = 2000
REFERENCES = 105  # annotations in each reference
LABELS = ("PER", "LOC", "ORG", "MISC")
VERSION = (("MATSCORE_VERSION", "2.0"), ("MATSCORE_SEED", "1"))
CONTENT = ["--content_annotations", ",".join(LABELS), "--token_annotations", "lex"]
UNITS = ["--by_token", "--by_pseudo_token", "--by_character"]

Span = tuple[int, int]
Annotated = dict[str, list[Span]]


def words_of(draw: random.Random) -> tuple[str, list[Span]]:
    """Return a text and the spans of its words and full stops."""
    pieces: list[str] = []
    spans: list[Span] = []
    offset = 0
    for number in range(WORDS):
        word = "".join(draw.choices("abcdefghij", k=draw.randint(1, 9)))
        for token, after in ((word, ""), (".", "\n")) if number % 15 == 14 else ((word, " "),):
            pieces.append(token + after)
            spans.append((offset, offset + len(token)))
            offset += len(token) + len(after)
    return "".join(pieces), spans


def names_in(tokens: list[Span], draw: random.Random) -> Iterator[tuple[str, int, int]]:
    """Yield label, first and last token of annotations that do not overlap."""
    starts = range(0, len(tokens) - 20, len(tokens) // REFERENCES)
    for start in [first + draw.randrange(8) for first in starts][:REFERENCES]:
        yield draw.choice(LABELS), start, start + draw.choice((0, 0, 1, 1, 2, 4))


def annotated(tokens: list[Span], draw: random.Random) -> tuple[Annotated, Annotated]:
    """Return the annotations of hypothesis and reference: of ten, seven agree, one is missing, two differ."""
    hypothesis: Annotated = {label: [] for label in LABELS}
    reference: Annotated = {label: [] for label in LABELS}
    for label, first, last in names_in(tokens, draw):
        reference[label].append((tokens[first][0], tokens[last][1]))
        luck = draw.randrange(10)
        if luck == 0:
            continue
        other = draw.choice(LABELS) if luck == 1 else label
        shifted = last + 1 if luck == 2 else last
        hypothesis[other].append((tokens[first][0], tokens[shifted][1]))
    return hypothesis, reference


def mat_json(signal: str, annotations: Annotated) -> str:
    """Return a mat-json document of version 2."""
    asets = [
        {"type": label, "hasID": False, "hasSpan": True, "attrs": [], "annots": spans}
        for label, spans in annotations.items()
    ]
    return json.dumps({"signal": signal, "metadata": {}, "version": 2, "asets": asets})


def corpus(*options: str, documents: int = DOCUMENTS) -> Callable[[Path], list[str]]:
    """Return what prepares a run over the corpus, or over a part of it."""

    def prepare(folder: Path) -> list[str]:
        draw = random.Random(4)
        for side in ("hyp", "ref"):
            (folder / side).mkdir()
        for number in range(documents):
            signal, tokens = words_of(draw)
            for side, found in zip(("hyp", "ref"), annotated(tokens, draw)):
                document = mat_json(signal, {"lex": tokens, **found})
                (folder / side / f"d{number:03d}.json").write_text(document, encoding="utf-8")
        return ["MATScore", "--dir", "hyp", "--ref_dir", "ref", *CONTENT, *options]

    return prepare


def one_chain(folder: Path) -> list[str]:
    """Write 200 annotations on each side that all overlap each other."""
    draw = random.Random(5)
    signal = "x" * 2000
    for side in ("hyp", "ref"):
        chain: Annotated = {label: [] for label in LABELS}
        for _ in range(200):
            chain[draw.choice(LABELS)].append((draw.randrange(1000), draw.randrange(1001, 2000)))
        (folder / f"{side}.json").write_text(mat_json(signal, chain), encoding="utf-8")
    return ["MATScore", "--file", "hyp.json", "--ref_file", "ref.json", *CONTENT]


def small_pair(folder: Path) -> list[str]:
    """Write a small pair of mat-json documents."""
    for side in ("hyp", "ref"):
        (folder / f"{side}.json").write_text(mat_json("Ann met Bo.", {"PER": [(0, 3), (8, 10)]}), encoding="utf-8")
    return ["MATScore", "--file", "hyp.json", "--ref_file", "ref.json", *CONTENT]


def small_xml_pair(folder: Path) -> list[str]:
    """Write a small pair, the reference as xml-inline."""
    (folder / "ref.xml").write_text("<d><PER>Ann</PER> met <PER>Bo</PER>.</d>", encoding="utf-8")
    words = small_pair(folder)
    words[words.index("ref.json")] = "ref.xml"
    return [*words, "--ref_file_type", "xml-inline"]


BENCHMARKS = [
    Benchmark("200 documents, tag table", corpus(), "12 s, 1.2 GB", 2.0, 200, environment=VERSION),
    Benchmark(
        "200 documents, all tables and details as CSV",
        corpus(*UNITS, "--details", "--csv_output_dir", "out"),
        "17 s, 1.5 GB",
        4.0,
        250,
        environment=VERSION,
    ),
    Benchmark(
        "200 documents, token table with confidence data",
        corpus("--by_token", "--compute_confidence_data"),
        "21 s",
        4.0,
        environment=VERSION,
    ),
    Benchmark("20 documents, tag table", corpus(documents=20), environment=VERSION, tenfold=corpus()),
    Benchmark("200 documents, tag table of version 1.3", corpus(), environment=(("MATSCORE_VERSION", "1.3"),)),
    Benchmark("400 annotations in one chain of overlaps", one_chain, "0.3 s", 1.0, environment=VERSION),
    Benchmark("start-up, mat-json", small_pair, "-", wanted_startups=3, environment=VERSION),
    Benchmark("start-up, xml-inline reference", small_xml_pair, "-", wanted_startups=5, environment=VERSION),
]
