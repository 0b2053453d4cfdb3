"""Reading `active_intents.yaml`: every field, and one clear error for a bad file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tracer.intents import Registry, Spec, Status, load
from tracer.model.errors import InputError

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

WHOLE = """\
version: 7
active_intents:
- id: INT-001
  name: Prices
  status: IN_PROGRESS
  owned_scope: [src/**, "!src/old/**"]
  constraints: [No new dependencies]
  acceptance_criteria: [It works]
  assigned_agent: claude-code
  related_specs: [{type: specification, value: REQ-001}]
  created_at: 2026-01-01T00:00:00Z
  updated_at: 2026-01-02
  recent_history: [{what: began}, text]
  related_files: [src/a.py]
  expires_at: 2030-01-01T00:00:00+02:00
  allowed_mutation: AST_REFACTOR
  allowed_tools: [Edit]
  parent: INT-000
  priority: 3
"""


def write(workspace: Workspace, text: str) -> None:
    Path(workspace.intents).write_text(text, encoding="utf-8")


def test_every_field_is_read(workspace: Workspace) -> None:
    """All fields of REQUIREMENTS C1 arrive, an unknown one in `extra`."""
    write(workspace, WHOLE)
    registry = load(workspace)
    intent = registry.intents[0]
    assert registry.version == 7
    assert intent.status is Status.IN_PROGRESS
    assert intent.owned_scope == ("src/**", "!src/old/**")
    assert intent.related_specs == (Spec("specification", "REQ-001"),)
    assert intent.updated_at == "2026-01-02"
    assert intent.recent_history == ({"what": "began"}, "text")
    assert intent.allowed_mutation == "AST_REFACTOR"
    assert intent.allowed_tools == ("Edit",)
    assert intent.extra == {"priority": 3}
    assert registry.get("INT-001") is intent
    assert registry.get("int-001") is None


def test_json_form_has_the_names_of_the_file(workspace: Workspace) -> None:
    """`to_json` gives back what the file said, unknown keys included."""
    write(workspace, WHOLE)
    document = load(workspace).intents[0].to_json()
    assert document["id"] == "INT-001"
    assert document["status"] == "IN_PROGRESS"
    assert document["related_specs"] == [{"type": "specification", "value": "REQ-001"}]
    assert document["priority"] == 3
    json.dumps(document)


def test_an_entry_needs_only_an_id(workspace: Workspace) -> None:
    """Name and status have defaults; an empty scope owns nothing."""
    write(workspace, "active_intents:\n- id: X\n")
    intent = load(workspace).intents[0]
    assert (intent.name, intent.status, intent.owned_scope) == ("X", Status.PENDING, ())


@pytest.mark.parametrize("text", ["", "# only a comment\n", "active_intents:\n", "version: 0\n"])
def test_a_file_without_intents_is_empty(workspace: Workspace, text: str) -> None:
    """A new or emptied registry has no intents and is no error."""
    write(workspace, text)
    assert load(workspace) == Registry()


def test_no_file_is_an_empty_registry(workspace: Workspace) -> None:
    """A workspace without the file has no intents."""
    assert load(workspace) == Registry()


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("active_intents: [\n", 2, "expected"),
        ("- id: X\n", 1, "must be a mapping"),
        ("active_intents: {}\n", 1, "must be a list"),
        ("version: x\nactive_intents: []\n", 1, "whole number"),
        ("version: true\nactive_intents: []\n", 1, "whole number"),
        ("active_intents:\n- INT-001\n", 2, "must be a mapping"),
        ("active_intents:\n- name: x\n", 2, "has no id"),
        ("active_intents:\n- id: 7\n", 2, "cannot be an intent's id"),
        ("active_intents:\n- id: a b\n", 2, "cannot be an intent's id"),
        ("active_intents:\n- id: X\n  status: DONE\n", 3, "unknown status 'DONE'"),
        ("active_intents:\n- id: X\n  status: [A]\n", 3, "unknown status"),
        ("active_intents:\n- id: X\n- id: Y\n- id: X\n", 4, "X stands here twice"),
        ("active_intents:\n- id: X\n  name: a\n  name: b\n", 4, "'name' stands here twice"),
        ("active_intents:\n- id: X\n  name: yes\n", 3, "name must be text"),
        ("active_intents:\n- id: X\n  owned_scope: src\n", 3, "owned_scope must be a list"),
        ("active_intents:\n- id: X\n  owned_scope:\n  - a\n  - 3\n", 5, "must hold text"),
        ("active_intents:\n- id: X\n  expires_at: soon\n", 3, "expires_at is no time"),
        ("active_intents:\n- id: X\n  expires_at: 2026-13-01\n", 3, "expires_at is no time"),
        ("active_intents:\n- id: X\n  allowed_mutation: SOME\n", 3, "unknown mutation"),
        ("active_intents:\n- id: X\n  related_specs:\n  - REQ\n", 4, "`type` and `value`"),
        ("active_intents:\n- id: X\n  recent_history: none\n", 3, "must be a list"),
    ],
)
def test_a_bad_file_gives_one_error_with_its_line(
    workspace: Workspace, text: str, line: int, problem: str
) -> None:
    """C1: The error is one line, names file and line, and says what to do."""
    write(workspace, text)
    with pytest.raises(InputError) as caught:
        load(workspace)
    message = str(caught.value)
    assert message.startswith(f"{workspace.intents}:{line}: ")
    assert problem in message
    assert caught.value.fix
    assert "\n" not in message


def test_bytes_that_are_no_text_are_an_input_error(workspace: Workspace) -> None:
    """A binary file in the registry's place is refused in one line too."""
    Path(workspace.intents).write_bytes(b"\xff\xfe\x00\x01\x80")
    with pytest.raises(InputError):
        load(workspace)


def test_a_directory_in_its_place_is_an_input_error(workspace: Workspace) -> None:
    """What cannot be opened is an expected error."""
    Path(workspace.intents).mkdir()
    with pytest.raises(InputError):
        load(workspace)


def test_reading_an_unchanged_file_imports_no_yaml(workspace: Workspace) -> None:
    """Even with dates in it, which PyYAML makes objects of that no JSON cache can hold."""
    write(workspace, WHOLE)
    load(workspace)
    code = (
        "import sys; from tracer.intents import load; from tracer.model.workspace import Workspace;"
        "registry = load(Workspace(sys.argv[1]));"
        "print(registry.intents[0].updated_at, 'yaml' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, workspace.root], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["2026-01-02", "False"]


@pytest.mark.parametrize(
    ("expires", "is_expired"),
    [
        ("2026-06-01T12:00:00Z", True),
        ("2026-06-01T12:00:01Z", False),
        ("2026-06-01 14:00:00+02:00", True),
        ("2026-06-01T12:00", True),
        ("2026-05-31", True),
        ("2026-06-01", False),
    ],
)
def test_expiry(workspace: Workspace, expires: str, is_expired: bool) -> None:
    """A time without an offset is UTC; a date alone lasts to its end."""
    write(workspace, f"active_intents:\n- id: X\n  expires_at: '{expires}'\n")
    noon = 1780315200.0  # 2026-06-01T12:00:00Z
    assert load(workspace).intents[0].is_expired(noon) is is_expired


def test_a_day_that_is_not_in_the_calendar(workspace: Workspace) -> None:
    """30 February is found when it is used, as an input error."""
    write(workspace, "active_intents:\n- id: X\n  expires_at: 2026-02-30\n")
    with pytest.raises(InputError, match="2026-02-30"):
        load(workspace).intents[0].is_expired(0.0)
