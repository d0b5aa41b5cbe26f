"""What reports depend on in CPython 2.7 (64 bit, wide Unicode build, hash randomization off).

The order of sets and dictionaries, ``str`` of a float, and the white space, small letters and numbers of Unicode
strings.
"""

from __future__ import annotations

import sys

from legacy_scorers.common.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import TypeVar

    Key = TypeVar("Key", bound=Hashable)
    Reached = dict[int, tuple[int, int]]  # by hash: the last place used, and the perturbation there

_MODULUS = sys.hash_info.modulus
_WORD = 2**64 - 1
_FACTOR = 1000003
_MAX_FOURFOLD_ENTRIES = 50000  # entries up to which a growing table has room for four times as many
_INFINITIES = {float("inf"): 314159, float("-inf"): -271828}
_DIGITS = 12
_WHOLE_DIGITS = 15
# First and last of letters that have a small form in Unicode 16, but not in Unicode 5.2.
_STILL_CAPITALS = (
    "37f 526 528 52a 52c 52e 10c7 10cd 13a0-13f5 1c89 1c90-1cba 1cbd-1cbf 2c2f 2cf2 a660 a698 a69a a78d a790 a792 "
    "a796 a798 a79a a79c a79e a7a0 a7a2 a7a4 a7a6 a7a8 a7aa-a7ae a7b0-a7b4 a7b6 a7b8 a7ba a7bc a7be a7c0 a7c2 "
    "a7c4-a7c7 a7c9 a7cb-a7cc a7d0 a7d6 a7d8 a7da a7dc a7f5 104b0-104d3 10570-10595 10c80-10cb2 10d50-10d65 "
    "118a0-118bf 16e40-16e5f 1e900-1e921"
)

# First digits of ten that Unicode 5.2 lacks, up to Unicode 16; it has one that is none today.
_NEWER_ZEROS = (
    "de6 a9f0 10d30 10d40 11066 110f0 11136 111d0 112f0 11450 114d0 11650 116c0 116d0 116da 11730 118e0 11950 11bf0 "
    "11c50 11d50 11da0 11f50 16a60 16ac0 16b50 16d70 1ccf0 1e140 1e2f0 1e4f0 1e5f1 1e950 1fbf0"
)
_FORMER_ONE = "\u19da"


def key_of(value: object) -> object:
    """Return a key for dictionaries and sets that is equal for equal texts, numbers or tuples of these.

    Python's hash of a whole number is its remainder by a fixed prime, so any number of them can be made to collide.
    Numbers from this prime on become texts, because the hash of a text cannot be predicted.
    """
    if type(value) is int and not -_MODULUS < value < _MODULUS:
        return int, hex(value)
    if type(value) is tuple:
        return tuple([key_of(member) for member in value])
    return value


def hash_order(keys: Iterable[Key]) -> list[Key]:
    """Return the keys in the iteration order of a set or dictionary to which they were added one after the other.

    Keys are texts, bytes, numbers and tuples of these; of equal keys the first stays.
    """
    table: list[tuple[int, Key] | None] = [None] * 8
    reached: Reached = {}
    distinct: dict[object, Key] = {}
    for key in keys:
        distinct.setdefault(key_of(key), key)
    for used, key in enumerate(distinct.values(), 1):
        _insert(table, (hash_of(key) & _WORD, key), reached)
        if used * 3 >= len(table) * 2:
            entries = [entry for entry in table if entry is not None]
            table, reached = [None] * _size_for(used), {}
            for entry in entries:
                _insert(table, entry, reached)
    return [entry[1] for entry in table if entry is not None]


def _size_for(used: int) -> int:
    """Return how many places a table has that grows when so many are used."""
    size = 8
    while size <= used * (2 if used > _MAX_FOURFOLD_ENTRIES else 4):
        size *= 2
    return size


def _insert(table: list[tuple[int, Key] | None], entry: tuple[int, Key], reached: Reached) -> None:
    """Insert an entry. Entries of one hash probe the same places, so each continues where the last one stopped."""
    mask = len(table) - 1
    word, _ = entry
    place, perturb = word & mask, word
    if table[place] is not None:
        place, perturb = reached.get(word, (place, perturb))
        while table[place] is not None:
            place = (5 * place + perturb + 1) & mask
            perturb >>= 5
        reached[word] = place, perturb
    table[place] = entry


def hash_of(key: object) -> int:
    """Return ``hash(key)``, a signed number of 64 bits, of a text, bytes, a number or a tuple of these."""
    if isinstance(key, str):
        return _string_hash([ord(character) for character in key])
    if isinstance(key, bytes):
        return _string_hash(key)
    if isinstance(key, int):
        return _int_hash(key)
    if isinstance(key, float):
        return _float_hash(key)
    if isinstance(key, tuple):
        return _tuple_hash(key)
    raise TypeError(f"no hash of a {type(key).__name__} is known")


def _signed(word: int) -> int:
    """Return the signed reading of the lowest 64 bits; -1 means an error in C, so it becomes -2."""
    word &= _WORD
    if word == _WORD:
        return -2
    return word - 2**64 if word >> 63 else word


def _string_hash(codes: list[int] | bytes) -> int:
    if not codes:
        return 0
    word = codes[0] << 7
    for code in codes:
        word = ((_FACTOR * word) & _WORD) ^ code
    return _signed(word ^ len(codes))


def _int_hash(number: int) -> int:
    if -(2**63) <= number < 2**63:
        return _signed(number)
    size = abs(number) % _WORD or _WORD  # the sum of its 64-bit digits, with end-around carry
    return _signed(size if number > 0 else -size)


def _float_hash(number: float) -> int:
    if number != number:
        return 0
    if number in _INFINITIES:
        return _INFINITIES[number]
    if number.is_integer():
        return _int_hash(int(number))
    from math import frexp

    fraction, exponent = frexp(number)
    fraction *= 2.0**31
    high = int(fraction)
    return _signed(high + int((fraction - high) * 2.0**31) + (exponent << 15))


def _tuple_hash(items: tuple[object, ...]) -> int:
    word = 0x345678
    factor = _FACTOR
    for index, item in enumerate(items, 1):
        word = ((word ^ hash_of(item)) * factor) & _WORD
        factor += 82520 + 2 * (len(items) - index)
    return _signed(word + 97531)


def float_text(number: float) -> str:
    """Return ``str(number)``: 12 significant digits, at least one of them after the point of a whole number."""
    text = f"{number:.{_DIGITS}g}"
    if "e" in text and _is_even_tie(number):
        return f"{number:.{_DIGITS - 1}e}"
    if any(mark in text for mark in ".en"):
        return text
    if len(text.lstrip("-")) < _DIGITS:
        return text + ".0"
    digits, _, exponent = f"{number:.{_DIGITS - 1}e}".partition("e")
    return f"{digits.rstrip('0').rstrip('.')}e{exponent}"


def _is_even_tie(number: float) -> bool:
    """Say whether a whole number of up to 15 digits is halfway between two of 12, and rounds to one that ends in 0."""
    digits = f"{abs(number):.0f}"
    return _DIGITS < len(digits) <= _WHOLE_DIGITS and digits[_DIGITS - 1 :].rstrip("0") == "05" and number.is_integer()


def blank_text(text: str) -> str:
    """Return a text of the same length that ``split()`` cuts where Python 2.7 cut ``text``.

    Unicode 5.2 counted U+180E as white space; the other white space characters are those of today.
    """
    return text.replace("\u180e", " ")


def split(text: str) -> list[str]:
    """Return the words of a text."""
    return blank_text(text).split()


def strip(text: str) -> str:
    """Return a text without the white space at its ends."""
    blank = blank_text(text)
    return text[len(blank) - len(blank.lstrip()) : len(blank.rstrip())]


def integer(text: str) -> int:
    """Return ``int(text)``. White space may follow the sign. Raises ``ValueError``."""
    numeral = _numeral(text)
    sign = numeral[:1] if numeral.startswith(("+", "-")) else ""
    digits = strip(numeral[len(sign) :])
    if not digits.isdecimal():
        raise ValueError(f"'{text}' is not a whole number")
    return int(sign + digits)


def real(text: str) -> float:
    """Return ``float(text)``. Raises ``ValueError``."""
    numeral = _numeral(text)
    if "_" in numeral:  # float() takes underscores between digits
        raise ValueError(f"'{text}' is not a number")
    return float(numeral)


def _numeral(text: str) -> str:
    """Return a text without white space at its ends, and with an underscore for each digit that is newer."""
    numeral = strip(text)
    return numeral if numeral.isascii() else "".join([_KNOWN_DIGITS[letter] for letter in numeral])


def _known_digit(letter: str) -> str:
    if letter.isdecimal() and f"{ord(letter) - int(letter):x}" in _NEWER_ZEROS.split():
        return "_"
    return "1" if letter == _FORMER_ONE else letter


_KNOWN_DIGITS = Memo(_known_digit)


def lower(text: str) -> str:
    """Return a text in small letters, each by itself."""
    return text.lower() if text.isascii() else "".join([_SMALL[letter] for letter in text])


def _small_letter(letter: str) -> str:
    spans = [span.partition("-") for span in _STILL_CAPITALS.split()]
    is_capital = any(int(first, 16) <= ord(letter) <= int(last or first, 16) for first, _, last in spans)
    return letter if is_capital else letter.lower()[0]


_SMALL = Memo(_small_letter)
