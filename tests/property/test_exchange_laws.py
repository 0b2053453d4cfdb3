"""Whatever another tool wrote: it is read, or refused with one error that names the place."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tracer.exchange.documents import documents
from tracer.exchange.foreign import ForeignRecord, Span
from tracer.exchange.git_ai import read_note
from tracer.exchange.intent_hooks import read_intent_hooks
from tracer.exchange.locate import Budget, Text
from tracer.ledger import content_hash
from tracer.model.errors import InputError, LedgerError
from tracer.model.events import Contributor

NOTE = """\
src/main.py
  s_c9883b05a2487d::t_9f8e7d6c5b4a32 1-10,15
  h_31dce776f88375 25
"docs/my notes.md"
  abcd1234abcd1234 1
---
"""
METADATA: dict[str, Any] = {
    "schema_version": "authorship/3.0.0",
    "base_commit_sha": "0" * 40,
    "prompts": {"abcd1234abcd1234": {"agent_id": {"tool": "claude", "id": "c", "model": "m"}}},
    "humans": {"h_31dce776f88375": {"author": "Dev <dev@example.org>"}},
    "sessions": {"s_c9883b05a2487d": {"agent_id": {"tool": "cursor", "id": "c", "model": "m"}}},
}
RECORD: dict[str, Any] = {
    "id": "550e8400-e29b-41d4-a716-446655440000",
    "timestamp": "2026-02-21T01:16:26.698Z",
    "vcs": {"revision_id": "a" * 40},
    "files": [
        {
            "relative_path": "a.py",
            "conversations": [
                {
                    "url": "x",
                    "contributor": {"entity_type": "AI", "model_identifier": "m"},
                    "ranges": [{"start_line": 1, "end_line": 2, "content_hash": "sha256:0"}],
                    "related": [{"type": "specification", "value": "INT-1"}],
                }
            ],
        }
    ],
    "integrity": {
        "chain": "sha256",
        "prev_record_hash": None,
        "record_hash": "sha256:" + "0" * 64,
    },
}

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def damaged(draw, document: dict[str, Any]) -> dict[str, Any]:
    """The document with one or two values replaced by anything, or taken away."""
    copy = json.loads(json.dumps(document))
    for _ in range(draw(st.integers(1, 2))):
        target: Any = copy
        while True:
            keys = list(target) if isinstance(target, dict) else list(range(len(target)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(target[key], (dict, list)) and target[key] and draw(st.booleans()):
                target = target[key]
                continue
            if draw(st.booleans()):
                del target[key]
            else:
                target[key] = draw(values)
            break
    return copy


@given(damaged(METADATA), st.text(max_size=4), st.integers(0, len(NOTE)))
def test_notes(metadata: dict[str, Any], noise: str, at: int) -> None:
    """A note of git-ai, damaged anywhere."""
    text = NOTE[:at] + noise + NOTE[at:] + json.dumps(metadata)
    said = ""
    try:
        found = read_note(text, "c" * 40, None)
    except InputError as error:
        said = str(error)
    else:
        assert found is None or isinstance(found, ForeignRecord)
    assert not said or said.startswith("refs/notes/ai: note of cccccccccccc")


@given(damaged(RECORD))
def test_intent_hooks(record: dict[str, Any]) -> None:
    """A record of an intent hook, damaged anywhere."""
    said = ""
    try:
        found = read_intent_hooks([("a.jsonl: line 1", record)])
    except (InputError, LedgerError) as error:
        said = str(error)
    else:
        assert len(found) == 1
    assert not said or said.startswith("a.jsonl: line 1: ")


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes(data: bytes) -> None:
    """A file of anything."""
    said = ""
    try:
        for where, document in documents(data, "x"):
            assert where.startswith("x")
            assert isinstance(document, dict)
    except InputError as error:
        said = str(error)
    assert not said or said.startswith("x: ")


def hash_of(lines: list[str]) -> str:
    return content_hash(("\n".join(lines) + "\n").encode())


_lines = st.lists(
    st.sampled_from(["a = 1", "b = 2", "    c", "", "\td", "ä"]), min_size=1, max_size=12
)


@given(
    _lines, st.integers(0, 11), st.integers(1, 12), st.sampled_from(["\n", "\r\n"]), st.booleans()
)
def test_moved_text_is_found(
    lines: list[str], first: int, count: int, end: str, is_indented: bool
) -> None:
    """A range is found by its hash wherever its only copy stands, and never where it does not."""
    first = min(first, len(lines) - 1)
    part = lines[first : first + count]
    shifted = [f"    {line}" if is_indented and line.strip() else line for line in part]
    digest = hash_of(shifted)
    span = Span(90, 89 + len(part), digest, Contributor())
    data = end.join(lines).encode() + end.encode()
    found = Text(data, None, b"").anywhere(span, Budget())
    if found is not None:
        there = lines[found.start_line - 1 : found.end_line]
        assert hash_of(there) == digest
    else:
        windows = [lines[i : i + len(part)] for i in range(len(lines) - len(part) + 1)]
        same = [w for w in windows if hash_of(w) == digest]
        assert len(same) != 1
