"""The C behaviours, compared with the C library of this machine where it is glibc on x86-64."""

from __future__ import annotations

import ctypes
import math
import platform

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legacy_scorers.common.c import add, atoi, divide, f32, fixed, multiply, quotient, strtod, sum_from

GLIBC = platform.libc_ver()[0] == "glibc" and platform.machine() == "x86_64"
needs_glibc = pytest.mark.skipif(not GLIBC, reason="compared with glibc on x86-64 only")
LIBC = ctypes.CDLL(None) if GLIBC else None

NUMERALS = st.lists(
    st.sampled_from([*"0123456789.+-eEpPxX \t\r_", "inf", "NAN", "infinity", "0x", "1e308", "0.1", "z"]), max_size=12
).map(lambda parts: "".join(parts).encode())
SINGLES = st.floats(width=32)


def same(first: float, second: float) -> bool:
    """Say whether two numbers are the same, sign of zero and of NaN included."""
    if math.isnan(first) or math.isnan(second):
        return math.isnan(first) and math.isnan(second) and math.copysign(1, first) == math.copysign(1, second)
    return first == second and math.copysign(1, first) == math.copysign(1, second)


@given(st.floats())
@example(3.4028235677973366e38)  # rounds up to infinity
@example(16777217.0)  # a tie
@example(1e-46)
@example(-float("nan"))
def test_f32_is_a_c_float(value: float) -> None:
    assert same(f32(value), ctypes.c_float(value).value)


def test_counting_in_single_precision_ends() -> None:
    assert add(2.0**24 - 1, 1.0) == 2.0**24
    assert add(2.0**24, 1.0) == 2.0**24


@given(st.lists(st.one_of(SINGLES, st.sampled_from([1.0, 0.5, -math.nan, math.inf])), max_size=9))
def test_a_sum_of_many_is_that_of_one_after_the_other(amounts: list[float]) -> None:
    total = 0.0
    for amount in amounts:
        total = add(total, amount)
    assert same(sum_from(0.0, amounts), total)


@given(SINGLES, SINGLES)
def test_a_sum_of_zero_and_a_product_with_one_change_nothing(first: float, second: float) -> None:
    assert same(multiply(first, 1.0), first)
    assert same(add(first, 0.0), first) or first == 0.0
    assert add(first, second) == add(second, first) or math.isnan(add(first, second))


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (quotient(0.0, 0.0), b"-nan"),
        (quotient(-0.0, 0.0), b"-nan"),
        (quotient(1.0, 0.0), b"inf"),
        (quotient(1.0, -0.0), b"-inf"),
        (quotient(-2.0, 0.0), b"-inf"),
        (divide(1.0, 3.0), b"0.333"),
        (divide(math.inf, math.inf), b"-nan"),
        (divide(math.nan, -math.nan), b"nan"),
        (divide(1.0, -math.nan), b"-nan"),
        (add(math.inf, -math.inf), b"-nan"),
        (add(-math.nan, math.nan), b"-nan"),
        (add(1.0, math.nan), b"nan"),
        (multiply(0.0, math.inf), b"-nan"),
        (multiply(0.0, math.nan), b"nan"),
        (multiply(1e30, 1e30), b"inf"),
        (0.0005, b"0.001"),
        (0.0625, b"0.062"),
        (-0.0, b"-0.000"),
    ],
)
def test_odd_numbers_print_as_on_x86(value: float, printed: bytes) -> None:
    assert fixed(value, 3) == printed


@needs_glibc
@given(st.floats(), st.integers(0, 5))
def test_fixed_is_printf(value: float, digits: int) -> None:
    assert LIBC is not None
    printed = ctypes.create_string_buffer(400)
    LIBC.snprintf(printed, ctypes.c_size_t(400), b"%.*f", ctypes.c_int(digits), ctypes.c_double(value))
    assert fixed(value, digits) == printed.value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (b"", 0.0),
        (b"x", 0.0),
        (b"-", 0.0),
        (b".", 0.0),
        (b"-.e1", 0.0),
        (b"1.", 1.0),
        (b".5x", 0.5),
        (b"1e", 1.0),
        (b"1e+", 1.0),
        (b"2e1q", 20.0),
        (b"1_0", 1.0),
        (b"3/4", 3.0),
        (b"\r\v\f 7", 7.0),
        (b"\x1c7", 0.0),
        (b"0x1.8p1z", 3.0),
        (b"-0x", -0.0),
        (b"0x.p1", 0.0),
        (b"0x1p99999999", math.inf),
        (b"-0x1p99999999", -math.inf),
        (b"1e400", math.inf),
        (b"-Infinitesimal", -math.inf),
        (b"-nan(7)", -math.nan),
    ],
)
def test_strtod_reads_what_a_text_begins_with(text: bytes, number: float) -> None:
    assert same(strtod(text), number)


@needs_glibc
@given(NUMERALS | st.binary(max_size=8).filter(lambda text: b"\0" not in text))
def test_strtod_is_that_of_the_c_library(text: bytes) -> None:
    assert LIBC is not None
    LIBC.strtod.restype = ctypes.c_double
    assert same(strtod(text), LIBC.strtod(text, None))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (b"", 0),
        (b" -12x", -12),
        (b"+5", 5),
        (b"+-5", 0),
        (b"2147483648", -(2**31)),
        (b"4294967297", 1),
        (b"99999999999999999999", -1),
        (b"-99999999999999999999", 0),
        (b"0" * 5000 + b"7", 7),
        (b"1" * 5000, -1),
    ],
)
def test_atoi_reads_what_a_text_begins_with(text: bytes, number: int) -> None:
    assert atoi(text) == number


@needs_glibc
@given(st.from_regex(rb"[ \t\r]?[+-]{0,2}[0-9]{0,22}[x ]?", fullmatch=True))
def test_atoi_is_that_of_the_c_library(text: bytes) -> None:
    assert LIBC is not None
    assert atoi(text) == LIBC.atoi(text)
