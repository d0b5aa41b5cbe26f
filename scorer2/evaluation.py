"""Senses in memory to the files that the command reads, and to its report and figures."""

from __future__ import annotations

from collections.abc import Mapping

from legacy_scorers.common.evaluation import evaluation_of
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.result import decoded, writable
from legacy_scorers.scorer2.cli import score
from legacy_scorers.scorer2.credit import COARSE, FINE, MIXED
from legacy_scorers.scorer2.read import COMMENT
from legacy_scorers.scorer2.search import findable, order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.evaluation import Evaluation

    Instance: TypeAlias = str | tuple[str, str]  # lexical item and instance; in a text, a blank or _ is between them
    Senses: TypeAlias = str | Iterable[str]
    Key: TypeAlias = Mapping[Any, Senses]  # by instance; keys of mappings cannot be of either type
    Answers: TypeAlias = Mapping[Any, Senses | Mapping[str, float]]
    SenseMap: TypeAlias = Mapping[str, Sequence[tuple[float, str]]]  # branching factors and parents, upwards
    Lines: TypeAlias = dict[bytes, list[bytes]]  # the other fields of each line, by what it is searched by

ANSWERS, KEY, SENSES = "answers", "key", "senses"  # files
_NEVER = (" ", "\t", "\n", "\0", "\udcff")  # in a field; the last is the byte that ends a file
_WEIGHT = "/"


def evaluate(key: Key, answers: Answers, sense_map: SenseMap | None, granularity: str, minimal: bool) -> Evaluation:
    """Do what :func:`scorer2.evaluate` says."""
    if granularity not in (FINE, COARSE, MIXED):
        raise ValueError(f"granularity is {granularity!r}; it must be fine, coarse or mixed")
    if sense_map is None and granularity != FINE:
        raise ValueError(f"granularity {granularity!r} needs a sense_map")
    files = {ANSWERS: _answers(answers), KEY: _key(key)}
    words = [ANSWERS, KEY]
    if sense_map is not None:
        files[SENSES] = _senses(sense_map)
        words.append(SENSES)
    if granularity != FINE:
        words += ["-g", granularity]
    if minimal:
        words.append("-m")
    return evaluation_of(score, words, Memory(files))


def _answers(answers: Answers) -> bytes:
    """Return the file of answers, in their order."""
    lines = []
    names: dict[bytes, object] = {}
    for instance, senses in answers.items():
        place = f"answers, instance {instance!r}"
        fields = _instance(instance, place, names)
        weighted = senses.items() if isinstance(senses, Mapping) else [(sense, None) for sense in _listed(senses)]
        for sense, weight in weighted:
            field = _field(sense, place, _WEIGHT, COMMENT.decode())
            fields.append(field if weight is None else b"%b/%b" % (field, _number(weight, place)))
        if COMMENT in b" ".join(fields):
            raise ValueError(f"{place}: {COMMENT.decode()} begins a comment")
        lines.append(fields)
    return _file(lines)


def _key(key: Key) -> bytes:
    """Return the key, in the order in which the search finds every instance."""
    lines: Lines = {}
    names: dict[bytes, object] = {}
    for instance, senses in key.items():
        place = f"key, instance {instance!r}"
        fields = _instance(instance, place, names)
        lines[b"_".join(fields)] = [*fields, *[_field(sense, place) for sense in _listed(senses)]]
    identifiers = sorted(lines, key=order)
    _check_search({*identifiers} - {identifiers[index] for index in findable(identifiers)}, names, "key, instance")
    return _file([lines[identifier] for identifier in identifiers])


def _senses(sense_map: SenseMap) -> bytes:
    """Return the sense map, in the order in which the search finds every sense."""
    lines: Lines = {}
    for sense, parents in sense_map.items():
        place = f"sense_map, sense {sense!r}"
        fields = [_field(sense, place)]
        for pair in parents:
            if isinstance(pair, str) or len(pair) != 2:
                raise ValueError(f"{place}: {pair!r}: give pairs of a branching factor and the sense above")
            branching, parent = pair
            fields += [_number(branching, place), _field(parent, place)]
        lines[fields[0]] = fields
    stop = {sense: b" " if fields[1:] else b"\0" for sense, fields in lines.items()}
    senses = sorted(lines, key=lambda sense: order(sense, stop[sense]))
    found = {senses[index] for index in findable(senses, [stop[sense] for sense in senses])}
    _check_search({*senses} - found, {}, "sense_map, sense")
    return _file([lines[sense] for sense in senses])


def _file(lines: Iterable[Iterable[bytes]]) -> bytes:
    return b"".join([b" ".join(fields) + b"\n" for fields in lines])


def _listed(senses: Senses) -> Iterable[str]:
    return [senses] if isinstance(senses, str) else senses


def _instance(instance: Instance, place: str, names: dict[bytes, object]) -> list[bytes]:
    """Return the two fields of an instance. ``names`` holds those before it, by what they are searched by."""
    if isinstance(instance, str):
        item, _, number = instance.partition(" " if " " in instance else "_")
    else:
        item, number = instance if isinstance(instance, tuple) and len(instance) == 2 else ("", "")
    if not item or not number:
        raise ValueError(f"{place}: name a lexical item and an instance of it, with a blank or _ between them")
    fields = [_field(item, place), _field(number, place)]
    other = names.setdefault(b"_".join(fields), instance)
    if other is not instance:
        raise ValueError(f"{place}: cannot be told from {other!r}, because the scorer puts _ for the blank")
    return fields


def _field(text: str, place: str, *others: str) -> bytes:
    """Return a field of a line. Raises ``ValueError`` if it is empty, or holds a separator or one of ``others``."""
    if not isinstance(text, str):
        raise ValueError(f"{place}: {text!r} must be a text")
    if not text:
        raise ValueError(f"{place}: an empty sense or name")
    for character in (*_NEVER, *others):
        if character in text:
            raise ValueError(f"{place}: {text!r} must not contain {character!r}")
    return writable(text, f"{place}: {text!r}")


def _number(value: float, place: str) -> bytes:
    """Return a field with a number."""
    try:
        return repr(float(value)).encode()
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{place}: {value!r} must be a number") from None


def _check_search(lost: set[bytes], names: Mapping[bytes, object], kind: str) -> None:
    """Raise ``ValueError`` if there is anything that the search does not find in any order of the lines."""
    if lost:
        name = min(lost)
        shown = names.get(name, decoded(name))
        raise ValueError(f"{kind} {shown!r}: the search of the scorer misses it, because another name begins with it")
