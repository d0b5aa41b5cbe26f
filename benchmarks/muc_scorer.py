"""Made-up runs of muc-score: named entities in many documents or long ones, elements, coreference, a small run."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import Benchmark

FIRST = (
    "Ada", "Ben", "Cora", "Dana", "Emil", "Fay", "Gus", "Hedda", "Ivo", "Jane", "Karl", "Lena", "Milo",
    "Nora", "Otto", "Pia", "Rolf", "Sara", "Tom", "Una",
)  # fmt: skip
LAST = (
    "Lund", "Reyes", "Whitfield", "Ortiz", "Marsh", "Keller", "Boyd", "Vance", "Holm", "Ferro", "Sand",
    "Pike", "Amato", "Quist", "Bell", "Drew",
)  # fmt: skip
TRADES = (
    "Mills", "Works", "Steel", "Paper", "Sails", "Motors", "Foods", "Optics", "Glass", "Mining", "Freight",
    "Energy",
)  # fmt: skip
ENDINGS = ["Inc.", "Corp.", "Ltd", "& Co.", ""]
PLACES = ("Duluth", "Aarhus", "Porto", "Leeds", "Ghent", "Turku", "Graz", "Lyon", "Boston", "Osaka")
ENTITIES = (
    ("ENAMEX", "PERSON"),
    ("ENAMEX", "ORGANIZATION"),
    ("ENAMEX", "LOCATION"),
    ("TIMEX", "DATE"),
    ("NUMEX", "MONEY"),
)
OPTIONS = """\
:score_file scores
:report_file report
:map_history_file history
:slot_file slots
:map_file map
:key_file keys
:response_file responses
:premodifiers the a an
:postmodifiers "." ","
:corporate_designators Inc. Corp. "& Co." Ltd
"""
NE_CLASSES = ("enamex", "timex", "numex")
NE_SLOTS = "".join(f"({name} {name.upper()} (text TEXT string) (type TYPE set))\n" for name in NE_CLASSES)
NE_MAP = (
    ":scored_slots "
    + "".join(f"({name} text type)" for name in NE_CLASSES)
    + f"\n:map_order {' '.join(NE_CLASSES)}\n:map_weights "
    + "".join(f"({name} 0 (text 1) (type 1))" for name in NE_CLASSES)
    + "\n"
)
TE_SLOTS = """\
(organization ORGANIZATION
   (org_name ORG_NAME: string) (org_alias ORG_ALIAS: string) (org_type ORG_TYPE: set) (org_locale ORG_LOCALE: location))
(person PERSON (per_name PER_NAME: string) (per_alias PER_ALIAS: string) (per_title PER_TITLE: string))
"""
TE_MAP = """\
:scored_slots (organization org_name org_alias org_type org_locale) (person per_name per_alias per_title)
:map_order organization person
:map_weights (organization 1 (org_name 2) (org_alias 1) (org_type 1)) (person 1 (per_name 2) (per_alias 1))
"""


def phrase(kind: str, draw: random.Random) -> str:
    """Return a made-up text of an entity of that type."""
    if kind == "PERSON":
        return f"{draw.choice(FIRST)} {draw.choice(LAST)}"
    if kind == "ORGANIZATION":
        return f"{draw.choice(LAST)} {draw.choice(TRADES)} {draw.choice(ENDINGS)}".strip()
    if kind == "LOCATION":
        return draw.choice(PLACES)
    return f"{draw.randint(1, 28)} May" if kind == "DATE" else f"${draw.randint(1, 999)} million"


def tagged_document(number: int, tags: int, draw: random.Random) -> tuple[str, str]:
    """Return key and response of a document: of eight tags the response misses one and has one of another type."""
    sides: tuple[list[str], list[str]] = ([], [])
    for side in sides:
        side.append(f"<DOC>\n<DOCNO> 97{number:05d} </DOCNO>\n<TXT>\n")
    for _ in range(tags):
        tag, kind = draw.choice(ENTITIES)
        text = phrase(kind, draw)
        luck = draw.randrange(8)
        other = "LOCATION" if luck == 1 and tag == "ENAMEX" else kind
        for side, type_ in zip(sides, (kind, other)):
            plain = luck == 0 and side is sides[1]
            side.append(text if plain else f'<{tag} TYPE="{type_}">{text}</{tag}>')
            side.append(" said on the way to work that\n")
    for side in sides:
        side.append("</TXT>\n</DOC>\n")
    return "".join(sides[0]), "".join(sides[1])


def named_entities(documents: int, tags: int) -> Callable[[Path], list[str]]:
    """Return what prepares a named entity run."""

    def prepare(folder: Path) -> list[str]:
        draw = random.Random(5)
        pairs = [tagged_document(number, tags, draw) for number in range(documents)]
        return write_run(folder, "named_entity", NE_SLOTS, NE_MAP, pairs)

    return prepare


def record(number: int, one_up: int, draw: random.Random) -> tuple[str, str]:
    """Return an object of the key and what the response has for it: often a name cut short, sometimes nothing."""
    if one_up % 2:
        name = phrase("ORGANIZATION", draw)
        header, rest = (
            f"<ORGANIZATION-97{number:05d}-{one_up}> :=\n",
            f"    ORG_TYPE: {draw.choice(('COMPANY', 'OTHER'))}\n",
        )
        rest += f"    ORG_LOCALE: {draw.choice(PLACES)} CITY\n"
        slot, alias = "ORG_NAME", "ORG_ALIAS"
    else:
        name = phrase("PERSON", draw)
        header, rest = f"<PERSON-97{number:05d}-{one_up}> :=\n", '    PER_TITLE: "Ms."\n'
        slot, alias = "PER_NAME", "PER_ALIAS"
    short = name.split()[-1]
    key = f'{header}    {slot}: "{name}"\n    {alias}: "{short}"\n{rest}'
    luck = draw.randrange(8)
    if luck == 0:
        return key, ""
    return key, f'{header}    {slot}: "{short if luck == 1 else name.upper()}"\n{rest}'


def template_elements(documents: int, objects: int) -> Callable[[Path], list[str]]:
    """Return what prepares a template element run."""

    def prepare(folder: Path) -> list[str]:
        draw = random.Random(6)
        pairs = [record(number, one_up, draw) for number in range(documents) for one_up in range(1, objects + 1)]
        return write_run(folder, "template_element", TE_SLOTS, TE_MAP, pairs)

    return prepare


def linked_document(number: int, mentions: int, words: random.Random, draw: random.Random) -> str:
    """Return a side of a document: ``words`` makes the text, the same on both sides, ``draw`` the chains."""
    lines = [f"<DOC>\n<DOCNO> 97{number:05d} </DOCNO>\n<TXT>\n"]
    for place in range(mentions):
        text = phrase(words.choice(ENTITIES)[1], words)
        ref = f' TYPE="IDENT" REF="{draw.randrange(place)}"' if place and draw.random() < 0.8 else ""
        head = text.split()[-1]
        lines.append(f'<COREF ID="{place}"{ref} MIN="{head}">{text}</COREF> said on the way to work that\n')
    return "".join([*lines, "</TXT>\n</DOC>\n"])


def coreference(documents: int, mentions: int) -> Callable[[Path], list[str]]:
    """Return what prepares a coreference run: the same mentions on both sides, in other chains."""

    def prepare(folder: Path) -> list[str]:
        for name, seed in (("keys", 7), ("responses", 8)):
            words, draw = random.Random(9), random.Random(seed)
            texts = [linked_document(number, mentions, words, draw) for number in range(documents)]
            (folder / name).write_text("".join(texts), encoding="ascii")
        config = f":scoring_task coreference\n{OPTIONS}:partition_file partitions\n"
        (folder / "run.config").write_text(config, encoding="ascii")
        return ["muc-score", "run.config"]

    return prepare


def write_run(folder: Path, task: str, slots: str, map_: str, pairs: list[tuple[str, str]]) -> list[str]:
    """Write the files of a run and return its command."""
    (folder / "run.config").write_text(f":scoring_task {task}\n{OPTIONS}", encoding="ascii")
    (folder / "slots").write_text(slots, encoding="ascii")
    (folder / "map").write_text(map_, encoding="ascii")
    (folder / "keys").write_text("".join(key for key, _ in pairs), encoding="ascii")
    (folder / "responses").write_text("".join(response for _, response in pairs), encoding="ascii")
    return ["muc-score", "run.config"]


BENCHMARKS = [
    Benchmark("NE, 1,000 documents of 50 tags", named_entities(1000, 50), "1.4 s", 2.0),
    Benchmark("NE, 100 documents of 300 tags", named_entities(100, 300), "3.4 s, quadratic", 1.2),
    Benchmark("NE, 100 documents of 50 tags", named_entities(100, 50), tenfold=named_entities(1000, 50)),
    Benchmark("TE, 1,000 documents of 20 objects", template_elements(1000, 20), "2.3 s", 4.0),
    Benchmark("CO, 1,000 documents of 200 mentions", coreference(1000, 200), "-", 3.0),
    Benchmark("CO, one document of 20,000 mentions", coreference(1, 20_000), tenfold=coreference(1, 200_000)),
    Benchmark("start-up, one small NE run", named_entities(1, 8), "-", wanted_startups=3.5),
]
