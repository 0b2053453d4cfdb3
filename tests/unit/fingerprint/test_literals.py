"""Values of strings and numbers, decoded by the rules of a grammar.yaml."""

from __future__ import annotations

import ast

import pytest

from tracer.fingerprint.literals import dedented, number, text_block
from tracer.fingerprint.tables import tables_for
from tracer.syntax import language_named


def value(language: str, literal: str) -> bytes | None:
    rules = tables_for(language_named(language)).string_rules
    quoted = rules.split(literal.encode())
    return rules.value(quoted, quoted.body) if quoted else None


@pytest.mark.parametrize(
    "literal",
    [
        *(r"'a'", r'"a"', r"'''a'''", r"'\n\t\r\a\b\f\v\\\'\"'", r"'\x41\101\u0041\U00000041'"),
        *(r"'\0'", r"'\08'", r"'\777'", r"'\q\d'", r"r'\n\''", r"R'\x41'", r"u'a'", r"'\uD800'"),
        *("'a\\\nb'", "'''a\nb'''", r"'\8'", r"''", r"'x'", "'\u00e9'"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_python_strings(literal):
    """As Python itself reads them."""
    expected = ast.literal_eval(literal)
    assert value("python", literal) == expected.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize(
    "literal",
    [r"b'a\n\x00\xff\101\u0041\N{DASH}\q'", r"rb'\n'", r"bR'\x41'", r"B'\400'"],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_python_bytes(literal):
    """As Python itself reads them."""
    expected = ast.literal_eval(literal)
    assert value("python", literal) == bytes(b & 255 for b in expected)


def test_named_characters_keep_their_name():
    """Which names exist depends on the interpreter; their case says nothing."""
    assert value("python", r"'\N{bullet}'") == value("python", r"'\N{BULLET}'")
    assert value("python", r"'\N{BULLET}'") != value("python", "'\u2022'")
    assert value("python", r"'\N{BULLET}'") != value("python", r"r'\N{BULLET}'")


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        (r"'\x41\u0042\u{43}\u{1F600}'", "ABC\U0001f600"),
        (r"'\uD83D\uDE00'", "\U0001f600"),
        (r"'\d\q\'\"'", "dq'\""),
        (r"'\0\12'", "\0\n"),
        ("'a\\\nb'", "ab"),
        (r'"\v\b\f"', "\v\b\f"),
    ],
)
def test_javascript_strings(literal, expected):
    """As ECMAScript reads them; surrogate pairs are one character."""
    assert value("javascript", literal) == expected.encode()


def test_no_literal_at_all():
    """What is no literal by the rules has no value."""
    assert value("python", "abc") is None
    assert value("javascript", "`a`") is None


@pytest.mark.parametrize(
    ("text", "style", "expected"),
    [
        *((b"0XFF", "lower", b"0xff"), (b"1E+5", "lower", b"1e5"), (b".5", "lower", b"0.5")),
        *((b"1.", "lower", b"1.0"), (b"1.e5", "lower", b"1.0e5"), (b"10L", "lower", b"10l")),
        *((b"0xE+1", "lower", b"0xe+1"), (b"1_000", "lower", b"1_000")),
        *((b"1.50", "decimal", b"15e-1"), (b"1.0", "decimal", b"1"), (b"0.0", "decimal", b"0")),
        *(
            (b"1E5", "decimal", b"100000"),
            (b"100", "decimal", b"100"),
            (b"1e21", "decimal", b"1e21"),
        ),
        *(
            (b"0.1", "decimal", b"1e-1"),
            (b".10", "decimal", b"1e-1"),
            (b"5e-324", "decimal", b"5e-324"),
        ),
        *((b"010", "decimal", b"010"), (b"0XaB", "decimal", b"0xab"), (b"10N", "decimal", b"10n")),
    ],
)
def test_numbers(text, style, expected):
    """One spelling a value."""
    assert number(text, style) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b" a \n\n    b\n      c  \n    ", b"a\n\nb\n  c"),
        (b"a\n\tb\n        c", b"a\nb\nc"),
        (b"\n    a\n    b\tc", b"a\nb\tc"),
        (b"a", b"a"),
        (b"", b""),
        (b"a\r\n  b", b"a\nb"),
    ],
)
def test_docstrings(body, expected):
    """Indentation, outer white space and white space at line ends are gone."""
    assert dedented(body) == expected


def test_text_blocks():
    """The last line counts for the margin, blank lines do not (JLS §3.10.6)."""
    assert text_block(b"\n    a\n\n      b  \n    ") == b"a\n\n  b\n"
    assert text_block(b"\n    a\n  ") == b"  a\n"
    assert text_block(b"\n    a") == b"a"
