"""A slow conlleval: the rules of its page one by one, over lists of tokens and sentence ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

Token: TypeAlias = tuple[str, str]  # the tags of key and guess; None stands for a sentence end
ENDS = "B B, B O, I B, I O, E E, E I, E O"
BEGINS = "B B, I B, O B, O I, O E, E E, E I"


def cut(tag: str) -> tuple[str, str]:
    letter, type_ = tag.split("-", 1) if "-" in tag else (tag, "")
    return letter, "" if type_ == "0" else type_


def raw(tag: str, outside: str) -> str:
    tag = "O" if tag == outside else tag
    return tag if tag == "O" else "B-" + tag


def listed(before: str, now: str, pairs: str) -> bool:
    return [before, now] in [pair.split() for pair in pairs.split(", ")]


def ends(p: str, p_type: str, t: str, t_type: str) -> bool:
    return listed(p, t, ENDS) or (p not in ("O", ".") and p_type != t_type) or p in ("[", "]")


def begins(p: str, p_type: str, t: str, t_type: str) -> bool:
    return listed(p, t, BEGINS) or (t not in ("O", ".") and p_type != t_type) or t in ("[", "]")


class Counts:
    """The counts of a run: of tokens and correct tags, and by type of phrases of the key, found and correct."""

    def __init__(self) -> None:
        self.tokens = 0
        self.tags = 0
        self.key: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.correct: Counter[str] = Counter()


def count(lines: Sequence[Token | None]) -> Counts:
    counts = Counts()
    alike = False
    key_before = guess_before = ("O", "")
    for line in lines:
        key, guess = (cut(line[0]), cut(line[1])) if line else (("O", ""), ("O", ""))
        key_ends, guess_ends = ends(*key_before, *key), ends(*guess_before, *guess)
        if alike:
            if key_ends and guess_ends:
                counts.correct[key_before[1]] += 1
                alike = False
            elif key_ends != guess_ends or key[1] != guess[1]:
                alike = False
        key_begins, guess_begins = begins(*key_before, *key), begins(*guess_before, *guess)
        if key_begins and guess_begins and key[1] == guess[1]:
            alike = True
        counts.key[key[1]] += key_begins
        counts.found[guess[1]] += guess_begins
        if line:
            counts.tokens += 1
            counts.tags += key == guess
        key_before, guess_before = key, guess
    if alike:
        counts.correct[key_before[1]] += 1
    return counts


def shown(correct: int, found: int, key: int) -> str:
    precision = (100 * correct) / found if found else 0.0
    recall = (100 * correct) / key if key else 0.0
    fb1 = ((2 * precision) * recall) / (precision + recall) if precision + recall else 0.0
    return f"precision: {precision:6.2f}%; recall: {recall:6.2f}%; FB1: {fb1:6.2f}"


def types(counts: Counts) -> list[str]:
    names = sorted({name for side in (counts.key, counts.found) for name in side if side[name]}, key=str.encode)
    return [""] * (counts.key[""] > 0 and counts.found[""] > 0) + names


def report(lines: Sequence[Token | None]) -> bytes:
    counts = count(lines)
    key, found, correct = [sum(side.values()) for side in (counts.key, counts.found, counts.correct)]
    text = f"processed {counts.tokens} tokens with {key} phrases; found: {found} phrases; correct: {correct}.\n"
    if counts.tokens:
        accuracy = (100 * counts.tags) / counts.tokens
        text += f"accuracy: {accuracy:6.2f}%; {shown(correct, found, key)}\n"
    for name in types(counts):
        figures = shown(counts.correct[name], counts.found[name], counts.key[name])
        text += " " * (17 - len(name.encode())) + f"{name}: {figures}  {counts.found[name]}\n"
    return text.encode()
