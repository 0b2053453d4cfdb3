"""Attribution states as file entries, and the hash of a range's text."""

from __future__ import annotations

import hashlib

import pytest

from tracer.ledger import content_hash, line_hashes, state_from_json, state_to_json
from tracer.ledger.states import coalesce, origins, spelled_out
from tracer.model.attribution import Copied, Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind

HASH = "sha256:" + "0" * 64
TEXT = b"one\ntwo\nthree\nfour\nfive\n"


def credit(origin="me", line=1, *, path="a.py", touch=None, method=Method.OBSERVED):
    """A credit whose last touch is its origin's own, unless `touch` is (id, rule)."""
    kind = SourceKind.COMMIT if len(origin) == 40 else SourceKind.RECORD
    last = Touch(touch[0], SourceKind.RECORD, touch[1]) if touch else Touch(origin, kind, "")
    return Credit(Source(origin, kind, path), line, last, method)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        (b"", b""),
        (b"\n", b"\n"),
        (b"a\n\n", b"a\n\n"),
        (b"a", b"a\n"),
        (b"a\n", b"a\n"),
        (b"a\r\nb\r\n", b"a\nb\n"),
        (b"    a\n      b\n", b"a\n  b\n"),
        (b"\t\ta\n\tb", b"\ta\nb\n"),
        (b"    a\n\tb\n", b"    a\n\tb\n"),
        (b"  a\n \t \n  b\n", b"a\n\nb\n"),
        (b"  a\n\n\n", b"a\n\n\n"),
        (b"a  \n", b"a  \n"),
        (b"  \xff\xfe\n  b", b"\xff\xfe\nb\n"),
        (b"  a\n b\n   c", b" a\nb\n  c\n"),
        (b"   ", b"\n"),
    ],
)
def test_content_hash(text, normal):
    """The hash is SHA-256 of the text normalised as the docstring says."""
    assert content_hash(text) == f"sha256:{hashlib.sha256(normal).hexdigest()}"


def test_content_hash_differs_by_relative_indentation():
    """Moving one line of a block deeper changes the hash, moving the whole block does not."""
    block = b"if a:\n    b\n    c\n"
    deeper = b"".join(b"    " + line for line in block.splitlines(keepends=True))
    assert content_hash(block) == content_hash(deeper)
    assert content_hash(block) != content_hash(b"if a:\n    b\nc\n")


def test_entry_shape():
    """New lines stand in ranges, others in carried, torn lines in mixed; defaults are left out."""
    state = FileState(
        "a.py",
        HASH,
        (
            LineRun(1, 2, credit("me", 1)),
            LineRun(
                3,
                3,
                credit("f" * 40, 9, path="b.py", touch=("me", "move"), method=Method.CARRIED),
            ),
            LineRun(4, 4, credit("you", 4, method=Method.CARRIED)),
        ),
        (MixedLine(5, ((2, credit("me", 5)), (1, credit("you", 7)))),),
    )
    entry = state_to_json(state, "me", TEXT)
    assert entry["credits"] == [
        {"origin": "f" * 40, "origin_kind": "commit", "origin_path": "b.py", "last": "me",
         "last_rule": "move", "method": "carried"},
        {"origin": "you", "last": "you", "method": "carried"},
        {"origin": "me", "last": "me", "method": "observed"},
        {"origin": "you", "last": "you", "method": "observed"},
    ]  # fmt: skip
    digest = content_hash(TEXT.split(b"\n")[4])
    assert entry["mixed"] == [{"line": 5, "parts": [[2, 2], [1, 3, 7]], "content_hash": digest}]
    long = {
        "relative_path": "a.py",
        "after": HASH,
        "conversations": [
            {
                "ranges": [
                    {"start_line": 1, "end_line": 2, "content_hash": content_hash(b"one\ntwo"),
                     "line_hashes": line_hashes([b"one", b"two"]),
                     "method": "observed"},
                ]
            }
        ],
        "carried": [
            {"start_line": 3, "end_line": 3, "content_hash": content_hash(b"three"),
             "origin": "f" * 40, "origin_kind": "commit", "origin_path": "b.py", "origin_line": 9,
             "last": "me", "last_rule": "move", "method": "carried"},
            {"start_line": 4, "end_line": 4, "content_hash": content_hash(b"four"),
             "origin": "you", "last": "you", "method": "carried"},
        ],
        "mixed": [
            {"line": 5, "content_hash": digest, "parts": [
                {"leaves": 2, "origin": "me", "last": "me", "method": "observed"},
                {"leaves": 1, "origin": "you", "origin_line": 7, "last": "you",
                 "method": "observed"},
            ]},
        ],
    }  # fmt: skip
    long["carried"][1]["origin_line"] = 4
    long["mixed"][0]["parts"][0]["origin_line"] = 5
    assert [{**item, "credit": None} for item in spelled_out(entry)["carried"]] == [
        {**item, "credit": None} for item in long["carried"]
    ]
    assert {**spelled_out(entry), "carried": 0} == {**long, "carried": 0}
    assert state_from_json(long, "me") == state_from_json(entry, "me") == state


def test_neighbours_are_joined():
    """Runs whose credit goes on are one entry; a gap in the origin's lines keeps them apart."""
    runs = [LineRun(3, 4, credit("x", 12)), LineRun(1, 2, credit("x", 10)),
            LineRun(5, 5, credit("x", 15))]  # fmt: skip
    state = FileState("a.py", HASH, tuple(runs))
    assert coalesce(state).runs == (LineRun(1, 4, credit("x", 10)), LineRun(5, 5, credit("x", 15)))
    assert len(state_to_json(state, "me", TEXT)["carried"]) == 2


def test_own_line_touched_by_another_record():
    """Even a line of this record whose last touch is elsewhere comes back whole."""
    run = LineRun(1, 1, credit("me", 5, path="b.py", touch=("later", "rename")))
    state = FileState("a.py", HASH, (run,))
    assert state_from_json(state_to_json(state, "me", TEXT), "me") == state


def test_run_beyond_the_text():
    """A state that is not of this text is a bug, told at once."""
    with pytest.raises(ValueError, match="beyond the end"):
        state_to_json(FileState("a.py", HASH, (LineRun(1, 9, credit()),)), "me", TEXT)


def test_origins_of_an_entry():
    """Origins are found in all three lists, the record itself only if it has lines."""
    runs = (LineRun(1, 1, credit("me")), LineRun(2, 2, credit("you", 2)))
    mixed = (MixedLine(3, ((1, credit("she")), (1, credit("he")))),)
    entry = state_to_json(FileState("a.py", HASH, runs, mixed), "me", TEXT)
    assert origins(entry, "me") == {"me", "you", "she", "he"}
    entry = state_to_json(FileState("a.py", HASH, runs[1:]), "me", TEXT)
    assert origins(entry, "me") == {"you"}


def test_copy_below_more_blank_lines_than_its_source():
    """Lines whose source would stand above its file's first line have none; the record is valid."""
    source = Source("01a20000-0000-7000-8000-000000000001", SourceKind.RECORD, "a.py")
    own = "01a20000-0000-7000-8000-000000000002"
    credit = Credit(
        Source(own, SourceKind.RECORD, "b.py"),
        3,
        Touch(own, SourceKind.RECORD, ""),
        Method.OBSERVED,
        Copied(source, "a.py", -4),
    )
    state = FileState("b.py", "sha256:" + "0" * 64, (LineRun(3, 6, credit),))
    entry = state_to_json(state, own, b"\n" * 5 + b"x = 1\n")
    ranges = entry["conversations"][0]["ranges"]
    assert [(each["start_line"], each["end_line"]) for each in ranges] == [(3, 4), (5, 6)]
    assert "copied_from" not in ranges[0]
    assert ranges[1]["copied_from"]["line"] == 1
