"""Fields of scorer2's files that are not what they are read as: a missing item, weights in a key, joined senses."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from shlex import quote

from legacy_scorers.rescore.scorers.checks import Finding, Sampler, quoted
from legacy_scorers.scorer2.read import COMMENT, read_lines, split_tags

_NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|[+-]?(inf|infinity|nan)", re.IGNORECASE)
_WEIGHTED = re.compile(rb"(.+)/(\d+\.?\d*|\.\d+)", re.DOTALL)
_JOINT = re.compile(rb"[;,|+]")
_LEMMA = re.compile(rb"[^%\d]*")  # of a sense such as bank_1 or bank%1:14:00::
_TEXTS = {
    "item-differs": "{n:answer} to instances that the key has under another item, first {first}",
    "senses-joined": "{n:sense} of the answers without a blank between, first {first}",
    "weight-in-key": "{n:sense} of the key with a weight, which is part of the sense, first {first}",
    "weight-not-number": "{n:weight} of the answers not written as a number, first {first}",
}


def without_item(files: Mapping[str, bytes]) -> Iterator[Finding]:
    """Find files of two fields, instance and sense, where item, instance and senses are read."""
    short = {file: _is_without_item(content) for file, content in files.items()}
    for file in [file for file, is_short in short.items() if is_short]:
        other = next((name for name, is_short in short.items() if not is_short), "")
        command = f"sed 's/^/text /' {quote(file)}"
        if other:
            items = "NR == FNR {item[$2] = $1; next} {print item[$1], $0}"
            command = f"awk '{items}' {quote(other)} {quote(file)}"
        first = next(read_lines(files[file]))
        problem = f"most lines have two fields, so the item is missing before the instance, first {quoted(first)}"
        remedy = f"Put the item before the instance: {command} | LC_ALL=C sort > {quote(f'{file}.new')}"
        yield Finding("item-missing", problem, file, 1, remedy)


def _is_without_item(content: bytes) -> bool:
    heads = [text.partition(COMMENT)[0].split() for text in read_lines(content)]
    heads = [fields for fields in heads if fields]
    short = [fields for fields in heads if len(fields) == 2]
    return len(short) * 2 > len(heads) and len({fields[0] for fields in heads}) * 2 > len(heads)


def weights_in_key(file: str, content: bytes, answered: Collection[bytes]) -> Iterator[Finding]:
    """Find senses of the key that end in a weight, and that are ``answered`` without it."""
    found = Sampler(_TEXTS, file)
    for line, text in enumerate(read_lines(content) if b"/" in content else (), 1):
        for tag in split_tags(text)[2:]:
            if (weighted := _WEIGHTED.fullmatch(tag)) and weighted[1] in answered:
                found.add("weight-in-key", quoted(tag), line)
    for finding in found.findings():
        new = quote(f"{file}.new")
        finding.advice = f"Remove the weights: sed -E 's#/[0-9.]+( |$)#\\1#g' {quote(file)} > {new}"
        yield finding


def odd_answers(file: str, content: bytes, senses: Collection[bytes]) -> Iterator[Finding]:
    """Find weights that are no numbers, and tags of several senses, some of them of the key."""
    found = Sampler(_TEXTS, file)
    for line, text in enumerate(read_lines(content), 1):
        if b"/" not in text and not _JOINT.search(text):
            continue
        for tag in split_tags(text.partition(COMMENT)[0])[2:]:
            _, slash, weight = tag.partition(b"/")
            parts = [part.partition(b"/")[0] for part in _JOINT.split(tag)]
            if tag not in senses and len(parts) > 1 and sum(part in senses for part in parts) > 1:
                found.add("senses-joined", quoted(tag), line)
            elif slash and not _NUMBER.fullmatch(weight):
                found.add("weight-not-number", quoted(tag), line)
    new = quote(f"{file}.new")
    for finding in found.findings():
        if finding.name == "senses-joined":
            finding.advice = f"Put blanks between senses: sed 's/[;,|+]/ /g' {quote(file)} > {new}"
        elif re.search(rb"/\d*,\d", content):
            finding.advice = f"Write a point: sed -E 's#/([0-9]*),([0-9])#/\\1.\\2#g' {quote(file)} > {new}"
        yield finding


def other_items(file: str, content: bytes, key_file: str, key: bytes) -> Iterator[Finding]:
    """Find answers to instances that the key has, but under another lexical item."""
    fields = [([*text.split(b" "), b""])[:2] for text in read_lines(key)]
    items = {instance: item for item, instance in fields if not instance.isdigit()}  # numbers are used again
    if len(items) < len(fields):
        return
    found = Sampler(_TEXTS, file)
    for line, text in enumerate(read_lines(content), 1):
        item, instance = ([*text.split(b" "), b""])[:2]
        if items.get(instance, item) != item:
            found.add("item-differs", f"{quoted(item)} for {quoted(items[instance])}", line)
    for finding in found.findings():
        program = "NR == FNR {item[$2] = $1; next} $2 in item {$1 = item[$2]} 1"
        new = quote(f"{file}.new")
        finding.advice = f"Write the items of the key: awk '{program}' {quote(key_file)} {quote(file)} > {new}"
        yield finding


def lemma(sense: bytes) -> bytes:
    """Return the lemma of a sense, which is what precedes its number."""
    found = _LEMMA.match(sense)
    return found[0].rstrip(b"_.#:-") if found else b""
