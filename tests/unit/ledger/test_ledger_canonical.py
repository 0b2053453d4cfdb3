"""The canonical form: published vectors, and what has none."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from enum import StrEnum

import pytest

from tracer.ledger.canonical import canonical, record_hash, seal
from tracer.model.errors import LedgerError


class Word(StrEnum):
    GOOD = "good"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        # RFC 8785 §3.2.2, strings and literals of the sample object.
        (
            {
                "string": '€$\u000f\nA\'B"\\\\"/',
                "literals": [None, True, False],
            },
            b'{"literals":[null,true,false],"string":"\xe2\x82\xac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
        ),
        # RFC 8785 §3.2.3, sorting by UTF-16 code units: the emoji (a surrogate pair) before U+FB33.
        (
            {
                "\u20ac": "Euro Sign",
                "\r": "Carriage Return",
                "\ufb33": "Hebrew Letter Dalet With Dagesh",
                "1": "One",
                "\U0001f600": "Emoji: Grinning Face",
                "\u0080": "Control",
                "\u00f6": "Latin Small Letter O With Diaeresis",
            },
            '{"\\r":"Carriage Return","1":"One","\u0080":"Control",'
            '"\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign",'
            '"\U0001f600":"Emoji: Grinning Face",'
            '"\ufb33":"Hebrew Letter Dalet With Dagesh"}'.encode(),
        ),
        # RFC 8785 appendix B, numbers: floats go through the reference library.
        ([333333333.33333329, 1e30, 4.5, 2e-3, -0.0], b"[333333333.3333333,1e+30,4.5,0.002,0]"),
        ([2**53 - 1, -(2**53) + 1, 0], b"[9007199254740991,-9007199254740991,0]"),
        ({"a": Word.GOOD, "b": (1, 2)}, b'{"a":"good","b":[1,2]}'),
        ("\x7f\u2028", '"\x7f\u2028"'.encode()),
    ],
)
def test_canonical(value, expected):
    """Canonical bytes are those of RFC 8785."""
    assert canonical(value) == expected


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"a": {"b": ["\ud800"]}}, "a.b.0"),
        ({"a": 2**53}, "a"),
        ({"a": float("nan")}, "a"),
        ({"a": float("inf")}, "a"),
        ({"a": {1}}, "a"),
    ],
)
def test_no_canonical_form(value, where):
    """What I-JSON cannot hold is refused, and the message says where it stands."""
    with pytest.raises(LedgerError, match=f"no canonical JSON form at {where}:"):
        canonical(value)


def test_keys_must_be_strings():
    """A key that Python would silently turn into text is refused."""
    with pytest.raises(LedgerError):
        canonical({1: "a"})


def test_cycle_and_depth():
    """A cycle or endless nesting is an error, not a crash."""
    cycle: list[object] = []
    cycle.append(cycle)
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (cycle, deep):
        with pytest.raises(LedgerError):
            canonical(value)


def test_own_records_need_no_library():
    """A record with ASCII keys is hashed without importing rfc8785."""
    code = (
        "import sys; from tracer.ledger.canonical import canonical;"
        "canonical({'k': ['gr\\u00f6\\u00dfe \\U0001f600', 1, None, True]});"
        "sys.exit('rfc8785' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_seal_hashes_the_record_without_its_hash():
    """The hash covers the canonical record, all of integrity but the hash itself."""
    integrity = {"chain": "sha256", "stream": "s", "prev_record_hash": None}
    line, record = seal({"id": "x"}, integrity)
    assert line == canonical(record)
    assert record_hash(record, line) == record["integrity"]["record_hash"]
    # sha256 of {"id":"x","integrity":{"chain":"sha256","prev_record_hash":null,"stream":"s"}}
    assert record["integrity"]["record_hash"] == (
        "sha256:44128ec92d3745aea9595fb5911469d92e5b37997a651948022d3be4b997da00"
    )


def test_seal_of_a_record_that_quotes_its_placeholder():
    """A record that holds the very text that sealing replaces is still hashed right."""
    zeros = "sha256:" + "0" * 64
    body = {"extra": {"record_hash": zeros, "stream": "s"}}
    line, record = seal(body, {"chain": "sha256", "stream": "s", "prev_record_hash": None})
    assert record["extra"]["record_hash"] == zeros
    assert line == canonical(record)
    without = {**record, "integrity": {**record["integrity"]}}
    del without["integrity"]["record_hash"]

    expected = f"sha256:{hashlib.sha256(canonical(without)).hexdigest()}"
    assert record["integrity"]["record_hash"] == expected == record_hash(record, line)
