"""Edits of JSON text: what a person wrote stays byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tracer.agents.jsontext import inserted, parse, without, without_nested
from tracer.model.errors import InputError

OURS = {"command": "ours", "list": [1, {"deep": True}]}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
INDENTS = st.sampled_from([None, 1, 2, 4, "\t"])


def is_ours(value: Any) -> bool:
    return bool(value == OURS)


@settings(suppress_health_check=[HealthCheck.too_slow])  # of the machine, not the code
@given(VALUES, INDENTS)
def test_parse_agrees_with_json(value: Any, indent: Any) -> None:
    """The tree's value is what the standard library reads, and it ends where the text does."""
    text = json.dumps(value, indent=indent)
    node = parse(text, "f")
    assert node.value == json.loads(text)
    assert (node.start, node.stop) == (0, len(text))


@given(
    st.dictionaries(st.text(max_size=3), VALUES, max_size=3),
    st.lists(VALUES, min_size=1, max_size=3),
    INDENTS,
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_put_in_comes_out_again(
    others: dict[str, Any], items: list[Any], indent: Any, newline: str
) -> None:
    """Appending to a list and taking out restores the text; in between it is what it should be."""
    document = others | {"list": items}
    text = json.dumps(document, indent=indent).replace("\n", newline)
    more = inserted(text, ["list"], OURS, "f", append=True)
    assert json.loads(more) == document | {"list": [*items, OURS]}
    assert without(more, ["list"], is_ours, "f") == text


@given(st.dictionaries(st.text(max_size=3), VALUES, min_size=1, max_size=3), INDENTS)
def test_new_members_come_out_again(document: dict[str, Any], indent: Any) -> None:
    """Objects made on the way go with what was put into them."""
    document.pop("new", None)
    if not document:
        return
    text = json.dumps(document, indent=indent)
    more = inserted(text, ["new", "deep", "list"], OURS, "f", append=True)
    assert json.loads(more) == document | {"new": {"deep": {"list": [OURS]}}}
    assert without(more, ["new", "deep", "list"], is_ours, "f") == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", '{\n  "a": {\n    "b": 1\n  }\n}'),
        ("{}\n", '{\n  "a": {\n    "b": 1\n  }\n}\n'),
        ('{"x": 1}', '{"x": 1, "a": {"b": 1}}'),
        ('{\n  "x": 1\n}', '{\n  "x": 1,\n  "a": {\n    "b": 1\n  }\n}'),
        ('{\n\t"x": 1\n}', '{\n\t"x": 1,\n\t"a": {\n\t\t"b": 1\n\t}\n}'),
        ('{\n    "a": {}\n}', '{\n    "a": {\n        "b": 1\n    }\n}'),
        ('{"a": {}}', '{"a": {"b": 1}}'),
        ('{\r\n  "x": 1\r\n}', '{\r\n  "x": 1,\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}'),
        ('{\n  "a": {"c": 2}\n}', '{\n  "a": {"c": 2, "b": 1}\n}'),
    ],
)
def test_layout_follows_the_file(text: str, expected: str) -> None:
    """Indentation, one-line objects and line ends are those of the file."""
    assert inserted(text, ["a", "b"], 1, "f", append=False) == expected


def test_what_is_there_stays() -> None:
    """A value that is set already is not replaced."""
    assert inserted('{"a": 2}', ["a"], 1, "f", append=False) == '{"a": 2}'


def test_nested_items_are_taken_out_of_their_lists() -> None:
    """Ours among somebody else's hooks in one group."""
    text = '{"h": [{"m": "*", "hooks": ["theirs", "ours"]}, {"hooks": ["ours"]}, 3]}'
    assert without_nested(text, ["h"], "hooks", lambda v: v == "ours", "f") == (
        '{"h": [{"m": "*", "hooks": ["theirs"]}, {"hooks": []}, 3]}'
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("{", 1),
        ('{\n  "a": 1,\n}', 3),
        ("// c\n{}", 1),
        ("{} {}", 1),
        ("[" * 100_000, None),
    ],
)
def test_text_that_is_not_json(text: str, line: int | None) -> None:
    """The error names the line."""
    with pytest.raises(InputError, match=f"settings.json:{line}" if line else "too deeply"):
        parse(text, "settings.json")


@pytest.mark.parametrize(
    ("text", "at", "problem"),
    [
        ("[]", ["a"], "the file must be an object"),
        ('{"a": []}', ["a", "b"], "a must be an object"),
        ('{"a": {"b": {}}}', ["a", "b"], "a.b must be an array"),
    ],
)
def test_something_else_in_the_way(text: str, at: list[str], problem: str) -> None:
    """A file of another shape is refused, not bent."""
    with pytest.raises(InputError, match=problem):
        inserted(text, at, 1, "f", append=True)
