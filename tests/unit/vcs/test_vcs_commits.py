"""Commit objects and trailers."""

from __future__ import annotations

import pytest

from tracer.vcs import parse_commit, parse_trailers

RAW = b"""tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904
parent 1111111111111111111111111111111111111111
parent 2222222222222222222222222222222222222222
author J\xf6rg <j@example.org> 1700000000 -0330
committer Bot <bot@example.org> 1700000100 +0000
encoding ISO-8859-1
gpgsig -----BEGIN PGP SIGNATURE-----
 author Mallory <m@example.org> 1 +0000
 -----END PGP SIGNATURE-----

Gr\xfc\xdfe

Intent: INT-1
"""


def test_parse_commit():
    """Headers, the declared encoding, and a signature that imitates a header."""
    commit = parse_commit("abc", RAW)
    assert commit.author == "Jörg"
    assert commit.email == "j@example.org"
    assert commit.timestamp == "2023-11-14T18:43:20-03:30"
    assert commit.time == 1700000100
    assert commit.parents == ("1" * 40, "2" * 40)
    assert commit.subject == "Grüße"
    assert commit.intent_id == "INT-1"


@pytest.mark.parametrize(
    ("line", "timestamp"),
    [
        (b"A <a> 0 +0000", "1970-01-01T00:00:00Z"),
        (b"A <a> 99999999999999 +0000", "9999-12-31T23:59:59Z"),
        (b"A <a> -5 +0100", "1970-01-01T00:59:55+01:00"),
        (b"nobody at all", "1970-01-01T00:00:00Z"),
    ],
)
def test_strange_clocks(line, timestamp):
    """Times no calendar has are cut, not an error."""
    commit = parse_commit("abc", b"tree x\nauthor " + line + b"\ncommitter " + line + b"\n\nm\n")
    assert commit.timestamp == timestamp


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Subject", []),
        ("Intent: INT-1", []),  # a subject is never a trailer
        ("S\n\nIntent: INT-1", [("intent", "INT-1")]),
        (
            "S\n\nbody\n\nIntent:INT-1\nReviewed-by: X\n\n",
            [("intent", "INT-1"), ("reviewed-by", "X")],
        ),
        ("S\n\nIntent: long\n  tail", [("intent", "long tail")]),
        ("S\n\nIntent: to make it work\nin every case", []),
        (
            "S\n\nsome words\nSigned-off-by: A <a>\nIntent: INT-2",
            [("signed-off-by", "A <a>"), ("intent", "INT-2")],
        ),
        ("S\n\nIntent: INT-1\n\nLast words.", []),
        (
            "Squash\n\n* one\n\nCo-Authored-By: C <c@x>\n\n* two\n\nCo-Authored-By: C <c@x>",
            [("co-authored-by", "C <c@x>")],
        ),
    ],
)
def test_trailers(message, expected):
    """The last paragraph, as git reads it; agent signatures anywhere."""
    assert list(parse_trailers(message)) == expected


def test_two_intents_are_none():
    """A squash of two intents does not say which line serves which."""
    commit = parse_commit("a", b"tree x\n\nS\n\nIntent: INT-1\nIntent: INT-2\n")
    assert commit.values("intent") == ["INT-1", "INT-2"]
    assert commit.intent_id is None
