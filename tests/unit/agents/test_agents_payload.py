"""Bytes from an agent: encodings are tolerated, everything else is one clear error."""

from __future__ import annotations

import codecs
import json

import pytest

from tracer.agents.payload import LIMIT, decode, glean
from tracer.agents.spec import load_spec, value_at
from tracer.model.errors import InputError

TEXT = '{"a": "ä", "b": [1]}'
EXPECTED = {"a": "ä", "b": [1]}


@pytest.mark.parametrize(
    "raw",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        b"\xef\xbb\xbf\xef\xbb\xbf" + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        b"\r\n" + TEXT.encode() + b"\r\n",
    ],
)
def test_encodings(raw: bytes) -> None:
    """UTF-8 and UTF-16, with any marks and without: the same object."""
    assert decode(raw) == EXPECTED


def test_raw_control_characters_in_strings() -> None:
    """Some agents write line breaks into strings as they are."""
    assert decode(b'{"a": "x\ny\t"}') == {"a": "x\ny\t"}


def test_half_characters_become_replacement_characters() -> None:
    """A lone surrogate could be written to no file and no ledger; a pair is a character."""
    raw = rb'{"a": "x\ud800y", "\udc00": ["\ud83d\ude00"]}'
    assert decode(raw) == {"a": "x\ufffdy", "\ufffd": ["😀"]}


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "line 1, column 1"),
        (b"{", "not JSON"),
        (b'{"a": "secret text', "line 1, column 7"),
        (b"[]", "no JSON object"),
        (b'"x"', "no JSON object"),
        (b'{"a": "\xff"}', "not UTF-8 at byte 7"),
        (b"[" * 100_000, "nested too deeply"),
        (b" " * (LIMIT + 1), "the limit is"),
    ],
)
def test_what_cannot_be_read(raw: bytes, problem: str) -> None:
    """One line that says where, and quotes nothing of the payload."""
    with pytest.raises(InputError, match=problem) as caught:
        decode(raw)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            b'{"hook_event_name": "PreToolUse", "tool_name":"Write", "tool_in',
            ("PreToolUse", "Write"),
        ),
        (b'{"hookEventName":"PreToolUse", "toolName" : "Read"', ("PreToolUse", "Read")),
        ('{"hook_event_name":"Stop"'.encode("utf-16-le"), ("Stop", None)),
        (b"", (None, None)),
        (b"\xff\xfe\xfd", (None, None)),
    ],
)
def test_glean(raw: bytes, expected: tuple[str | None, str | None]) -> None:
    """A cut-off payload still shows which event and tool it was about."""
    assert glean(raw, load_spec("claude-code")) == expected


def test_key_paths_try_both_spellings() -> None:
    """snake_case as written, camelCase otherwise, at every step."""
    payload = json.loads('{"toolInput": {"file_path": "a"}, "tool_response": {"originalFile": ""}}')
    assert value_at(payload, "tool_input.file_path") == "a"
    assert value_at(payload, "tool_response.original_file") == ""
    assert value_at(payload, "tool_input.missing.deeper") is None
    assert value_at([payload], "tool_input") is None
