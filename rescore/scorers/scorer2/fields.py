"""Fields of scorer2's files that are not what they are read as: a missing item, weights in a key, joined senses."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from shlex import quote

from legacy_scorers.rescore.scorers.checks import Finding, Sampler, new_file, quoted
from legacy_scorers.scorer2.read import COMMENT, read_lines, split_tags

_NUMBER = re.compile(rb"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?|[+-]?(inf|infinity|nan)", re.IGNORECASE)
_WEIGHTED = re.compile(rb"(.+?)(?:(?P<slash>/)(?:\d+(?:\.\d*)?|\.\d+)|:\d*\.\d+)", re.DOTALL)
_AFTER_COLON = re.compile(rb"(.+):\d*\.\d+", re.DOTALL)
_JOINT = re.compile(rb"[;,|+]")
_AFTER_BLANK = re.compile(rb"\d*\.\d+")
_SIGN = re.compile(rb"[/;,|+]|[: ]\d*\.\d")  # of a weight, or between senses
_LEMMA = re.compile(rb"[^%\d]*")  # of a sense such as bank_1 or bank%1:14:00::
_APART = "Put blanks between senses: sed 's/[;,|+]/ /g' {file}"
_CASE = (  # program of awk
    '{name = tolower($1 " " $2)} NR == FNR {item[name] = $1; instance[name] = $2; next} '
    "name in item {$1 = item[name]; $2 = instance[name]} 1"
)
_SLASH = (  # program of awk
    '{line = $1 " " $2; for (i = 3; i <= NF; i++) line = line ($i ~ /^[0-9]*[.][0-9]+$/ ? "/" : " ") $i; print line}'
)
_TEXTS = {
    "item-differs": "{n:answer} to instances that the key has under another item, first {first}",
    "senses-joined": "{n:sense} of the answers without a blank between, first {first}",
    "weight-in-key": "{n:sense} of the key with a weight, which is part of the sense, first {first}",
    "weight-not-number": "{n:weight} of the answers not written as a slash and a number, first {first}",
}


def without_item(files: Mapping[str, bytes]) -> Iterator[Finding]:
    """Find files of two fields, instance and sense, where item, instance and senses are read."""
    short = {file: _is_without_item(content) for file, content in files.items()}
    for file in [file for file, is_short in short.items() if is_short]:
        other = next((name for name, is_short in short.items() if not is_short), "")
        command = "sed 's/^/text /' {file}"
        if other:
            items = 'NR == FNR {item[$2] = $1; next} {$1 = ($1 in item ? item[$1] : "text") " " $1} 1'
            command = f"awk '{items}' {quote(other)} {{file}}"
        elif b"\t" in files[file]:
            command = "tr '\\t' ' ' < {file} | sed 's/^/text /'"
        first = next(read_lines(files[file]))
        problem = f"most lines have two fields, so the item is missing before the instance, first {quoted(first)}"
        advice = new_file(f"Put the item before the instance: {command} | LC_ALL=C sort", file)
        yield Finding("item-missing", problem, file, 1, advice)


def _is_without_item(content: bytes) -> bool:
    heads = [text.partition(COMMENT)[0].split() for text in read_lines(content)]
    heads = [fields for fields in heads if fields]
    short = [fields for fields in heads if len(fields) == 2]
    return len(short) * 2 > len(heads) and len({fields[0] for fields in heads}) * 2 > len(heads)


def weights_in_key(file: str, content: bytes, answered: Collection[bytes]) -> Iterator[Finding]:
    """Find senses of the key that end in a weight, and that are ``answered`` without it."""
    found, weight = Sampler(_TEXTS, file), ""
    for line, text in enumerate(read_lines(content) if _SIGN.search(content) else (), 1):
        for tag in split_tags(text)[2:]:
            if (weighted := _WEIGHTED.fullmatch(tag)) and weighted[1] in answered:
                found.add("weight-in-key", quoted(tag), line)
                weight = "/[0-9.]+" if weighted["slash"] else ":[0-9]*[.][0-9]+"
    for finding in found.findings():
        finding.advice = new_file(f"Remove the weights: sed -E 's#{weight}( |$)#\\1#g' {{file}}", file)
        yield finding


def odd_answers(file: str, content: bytes, senses: Collection[bytes]) -> Iterator[Finding]:
    """Find weights that are no numbers, and tags of several senses, some of them of the key."""
    found = Sampler(_TEXTS, file)
    no_sense_is_number, is_after_blank = not any(map(_AFTER_BLANK.fullmatch, senses)), False
    for line, text in enumerate(read_lines(content), 1):
        if not _SIGN.search(text):
            continue
        for tag in split_tags(text.partition(COMMENT)[0])[2:]:
            parts = [part.partition(b"/")[0] for part in _JOINT.split(tag) if part]
            known = sum(part in senses for part in parts)
            if _JOINT.search(tag) and tag not in senses and (known > 1 or known == len(parts)):
                found.add("senses-joined", quoted(tag), line)
            elif _has_odd_weight(tag, senses):
                found.add("weight-not-number", quoted(tag), line)
            elif no_sense_is_number and _AFTER_BLANK.fullmatch(tag):
                found.add("weight-not-number", quoted(tag), line)
                is_after_blank = True
    for finding in found.findings():
        advice = _APART if finding.name == "senses-joined" else _on_weights(content, is_after_blank=is_after_blank)
        finding.advice = new_file(advice, file)
        yield finding


def _on_weights(content: bytes, *, is_after_blank: bool) -> str:
    """Return advice on weights that are no numbers, empty if no command mends them."""
    if re.search(rb"/\d*,\d", content):
        return "Write a point: sed -E 's#/([0-9]*),([0-9])#/\\1.\\2#g' {file}"
    if re.search(rb":\d*\.\d", content):
        return "Write a slash: sed -E 's#:([0-9]*[.][0-9]+)( |$)#/\\1\\2#g' {file}"
    return f"Write a slash: awk '{_SLASH}' {{file}}" if is_after_blank else ""


def _has_odd_weight(tag: bytes, senses: Collection[bytes]) -> bool:
    """Return whether the weight of a tag is no number, or follows one of the senses and a colon."""
    _, slash, weight = tag.partition(b"/")
    if slash:
        return not _NUMBER.fullmatch(weight)
    weighted = _AFTER_COLON.fullmatch(tag)
    return weighted is not None and weighted[1] in senses and tag not in senses


def joined_in_key(file: str, content: bytes, answered: Collection[bytes]) -> Iterator[Finding]:
    """Find tags of the key that are several senses, all of them ``answered`` or beside one that is."""
    found = Sampler({"senses-joined": "{n:sense} of the key without a blank between, first {first}"}, file)
    for line, text in enumerate(read_lines(content) if _JOINT.search(content) else (), 1):
        for tag in split_tags(text)[2:]:
            parts = [part for part in _JOINT.split(tag) if part]
            if _JOINT.search(tag) and tag not in answered and any(part in answered for part in parts):
                found.add("senses-joined", quoted(tag), line)
    for finding in found.findings():
        finding.advice = new_file(_APART, file)
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
        finding.advice = new_file(f"Write the items of the key: awk '{program}' {quote(key_file)} {{file}}", file)
        yield finding


def in_case_of_key(file: str, content: bytes, key_file: str, key: bytes) -> str:
    """Return advice if answers have names of the key in another letter case, or else an empty text."""
    names = {b" ".join(text.split()[:2]) for text in read_lines(key)}
    spelled = {name.lower() for name in names}
    answered = {b" ".join(text.split()[:2]) for text in read_lines(content)} - names
    if not any(name.lower() in spelled for name in answered):
        return ""
    return new_file(f"Write names in the letter case of the key: awk '{_CASE}' {quote(key_file)} {{file}}", file)


def lemma(sense: bytes) -> bytes:
    """Return the lemma of a sense, which is what precedes its number."""
    found = _LEMMA.match(sense)
    return found[0].rstrip(b"_.#:-") if found else b""
