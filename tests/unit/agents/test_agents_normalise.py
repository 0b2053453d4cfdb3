"""Payloads as normalised events: Claude Code's real ones, and the generic dialect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tracer.agents.normalise import Reading, normalise
from tracer.agents.spec import agent_names, load_spec
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.errors import InputError, UsageError
from tracer.model.events import Contributor, Event, Target, TextEdit

PAYLOADS = Path(__file__).with_name("payloads")


def sample(name: str) -> dict[str, Any]:
    return json.loads((PAYLOADS / f"{name}.json").read_text())


def read(payload: dict[str, Any], agent: str = "claude-code") -> Reading:
    reading = normalise(load_spec(agent), payload)
    assert reading is not None
    return reading


BEFORE = 'def greet(name):\n    return "hi " + name\n'
AFTER = 'def greet(name: str) -> str:\n    return f"hello {name}"\n'
WHOLE = '"""App."""\n\ndef greet(name):\n    return "hi " + name\n'
APP = "/repo/src/app.py"


@pytest.mark.parametrize(
    ("name", "phase", "kind", "targets", "command"),
    [
        ("PreToolUse", "pre", "file_edit",
         (Target(APP, "edit", edits=(TextEdit(BEFORE, AFTER),)),), None),
        ("PostToolUse", "post", "file_edit",
         (Target(APP, "edit", before=WHOLE, edits=(TextEdit(BEFORE, AFTER),)),), None),
        ("PreToolUse.Write", "pre", "file_edit",
         (Target("/repo/src/new_mod.py", "create", after="VALUE = 1\n"),), None),
        ("PostToolUse.Write-create", "post", "file_edit",
         (Target("/repo/src/new_mod.py", "create", after="VALUE = 1\n"),), None),
        ("PostToolUse.Write-docs-shape", "post", "file_edit",
         (Target("/repo/src/new_mod.py", "create", after="VALUE = 1\n"),), None),
        ("PreToolUse.MultiEdit-legacy", "pre", "file_edit",
         (Target(APP, "edit", edits=(
             TextEdit("hi ", "hello "), TextEdit("name", "who", replace_all=True))),), None),
        ("PreToolUse.NotebookEdit", "pre", "file_edit",
         (Target("/repo/nb/eda.ipynb", "edit"),), None),
        ("PreToolUse.Bash", "pre", "shell", (), "sed -i 's/hi /hello /' src/app.py"),
        ("PostToolUse.Bash", "post", "shell", (), "sed -i 's/hi /hello /' src/app.py"),
        ("PostToolUseFailure", "post_failure", "shell", (), "pytest -q"),
        ("SessionStart", "session_start", "other", (), None),
        ("UserPromptSubmit", "prompt", "other", (), None),
        ("Stop", "stop", "other", (), None),
    ],
)  # fmt: skip
def test_claude_code(
    name: str, phase: str, kind: str, targets: tuple[Target, ...], command: str | None
) -> None:
    """Every sample payload of Claude Code gives exactly this event."""
    event = read(sample(f"claude-code-{name}")).event
    assert (event.phase, event.kind) == (phase, kind)
    assert (event.targets, event.command) == (targets, command)
    assert event.agent == "claude-code"
    assert event.session_id == "5cfe0fea-6fa5-5486-8ea3-a168d3c301a4"
    assert event.cwd == "/repo"
    assert event.contributor == Contributor(EntityType.AI)


def test_claude_code_ids_and_texts() -> None:
    """Turn, call, tool, model, prompt, error: each from its place."""
    edit = read(sample("claude-code-PostToolUse")).event
    assert edit.turn_id == "cf0b7c12-f852-5066-86d9-7f78ae8e3d13"
    assert (edit.call_id, edit.tool) == ("toolu_01EDIT", "Edit")
    assert read(sample("claude-code-SessionStart")).event.model == "claude-opus-5"
    assert read(sample("claude-code-UserPromptSubmit")).event.prompt == "make greet polite"
    failure = read(sample("claude-code-PostToolUseFailure")).event
    assert failure.error == "Command exited with non-zero status code 1"


def test_a_subagent_is_a_session_of_its_own() -> None:
    """It has the parent's id but never the parent's state."""
    parent = read(sample("claude-code-PreToolUse")).event
    child = read(sample("claude-code-PreToolUse.subagent")).event
    assert child.session_id == f"{parent.session_id}/agent-a1b2c3"
    stop = read(sample("claude-code-SubagentStop"))
    assert stop.event.session_id == child.session_id
    assert (stop.ends_session, stop.reconciles) == (True, False)
    assert read(sample("claude-code-Stop")).ends_session is False


def test_every_captured_payload_is_understood() -> None:
    """What the real CLI 2.1.330 sent in one conversation."""
    lines = (PAYLOADS / "captured-claude-code-2.1.330.jsonl").read_text().splitlines()
    events = [read(json.loads(line)).event for line in lines]
    assert [event.phase for event in events] == [
        "session_start", "prompt", "pre", "post", "pre", "post", "pre", "post", "stop",
    ]  # fmt: skip
    assert [event.call_id for event in events[2:8:2]] == ["tu_1", "tu_2", "tu_3"]


@pytest.mark.parametrize(
    ("tool", "kind", "name"),
    [
        ("mcp__tracer__select_active_intent", "mcp", "select_active_intent"),
        ("mcp__plugin_x_tracer__select_active_intent", "mcp", "select_active_intent"),
        ("mcp__tracer__blame", "read", "mcp__tracer__blame"),
        ("mcp__github__get_issue", "read", "mcp__github__get_issue"),
        ("mcp__github__create_issue", "mcp", "mcp__github__create_issue"),
        ("mcp__files__getaway", "mcp", "mcp__files__getaway"),
        ("mcp__fake__select_active_intent", "mcp", "mcp__fake__select_active_intent"),
        ("Read", "read", "Read"),
        ("TodoWrite", "read", "TodoWrite"),
        ("BrandNewTool", "other", "BrandNewTool"),
        ("read", "other", "read"),
    ],
)
def test_tools_that_name_no_file(tool: str, kind: str, name: str) -> None:
    """What is not known to only read is not taken for reading."""
    payload = sample("claude-code-PreToolUse") | {
        "tool_name": tool,
        "tool_input": {"intent_id": "I"},
    }
    event = read(payload).event
    assert (event.kind, event.tool) == (kind, name)
    assert event.intent_id == ("I" if name == "select_active_intent" else None)


def test_write_is_create_or_edit_by_the_disk(tmp_path: Path) -> None:
    """The payload of Write does not tell whether the file is new."""
    payload = sample("claude-code-PreToolUse.Write") | {"cwd": str(tmp_path)}
    payload["tool_input"] = {"file_path": "a.py", "content": ""}
    assert read(payload).event.targets[0].op == "create"
    (tmp_path / "a.py").write_text("")
    assert read(payload).event.targets[0].op == "edit"


@pytest.mark.parametrize(
    "payload",
    [
        sample("cursor-preToolUse") | {"hook_event_name": "PreToolUse"},
        sample("copilot-cli-PreToolUse.pascal"),
        sample("claude-code-PreToolUse") | {"cursor_version": "3.1"},
        sample("claude-code-PreToolUse") | {"transcript_path": "/h/.cursor/x.jsonl"},
        sample("claude-code-PreToolUse")
        | {"transcript_path": "C:\\ws\\GitHub.copilot-chat\\t.jsonl"},
        {k: v for k, v in sample("claude-code-PreToolUse").items() if k != "transcript_path"}
        | {"extensionId": "x"},
        sample("claude-code-PreToolUse") | {"hook_event_name": "PreCompact"},
    ],
)
def test_payloads_that_are_not_ours(payload: dict[str, Any]) -> None:
    """Hosts that also run Claude's hooks, and events that mean nothing here, are left alone."""
    assert normalise(load_spec("claude-code"), payload) is None


def test_a_project_called_copilot_is_ours() -> None:
    """Only the transcript's place tells the host; Claude's own directory wins."""
    path = "/home/dev/.claude/projects/-github.copilot-clone/1.jsonl"
    read(sample("claude-code-PreToolUse") | {"transcript_path": path})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"tool_input": {}}, "names no file"),
        ({"tool_input": None}, "names no file"),
        ({"tool_input": "*** Begin Patch"}, "names no file"),
        ({"tool_input": {"file_path": 3}}, "names no file"),
        ({"tool_input": {"file_path": "a\0b"}}, "without a usable path"),
        ({"tool_name": "Bash", "tool_input": {}}, "has no command"),
        ({"hook_event_name": None}, "no hook_event_name"),
        ({"hook_event_name": ["PreToolUse"]}, "no hook_event_name"),
    ],
)
def test_payloads_that_lack_what_they_need(change: dict[str, Any], problem: str) -> None:
    """An edit without a file cannot be judged or traced, and says so."""
    with pytest.raises(InputError, match=problem):
        normalise(load_spec("claude-code"), sample("claude-code-PreToolUse") | change)


GENERIC = {
    "schema": "tracer.event/1", "phase": "pre", "kind": "file_edit", "agent": "acme",
    "session_id": "s1", "turn_id": "3", "call_id": "c7", "cwd": "/repo", "model": "acme-1",
    "conversation_url": "https://example.org/c", "intent_id": "INT-001",
    "mutation_class": "AST_REFACTOR",
    "contributor": {"entity_type": "AI", "model_identifier": "acme-1", "name": "Acme"},
    "targets": [
        {"path": "src/a.py", "op": "create", "move_to": None, "before": None, "after": "text"},
        {"path": "src/b.py", "edits": [{"before": "x", "after": "y", "replace_all": True}]},
    ],
    "command": None, "error": None,
}  # fmt: skip


def test_generic_event_is_taken_as_it_is() -> None:
    """Every field of CONTRACT.md arrives."""
    assert read(GENERIC, "generic").event == Event(
        phase=Phase.PRE,
        kind=ActionKind.FILE_EDIT,
        agent="acme",
        session_id="s1",
        cwd="/repo",
        turn_id="3",
        call_id="c7",
        tool="file_edit",
        model="acme-1",
        conversation_url="https://example.org/c",
        intent_id="INT-001",
        mutation_class="AST_REFACTOR",
        contributor=Contributor(EntityType.AI, "acme-1", "Acme"),
        targets=(
            Target("src/a.py", "create", after="text"),
            Target("src/b.py", "edit", edits=(TextEdit("x", "y", replace_all=True),)),
        ),
    )


@pytest.mark.parametrize(
    ("change", "kind", "targets", "command"),
    [
        ({"kind": "delete", "targets": [{"path": "a", "op": "delete"}]}, "delete",
         (Target("a", "delete"),), None),
        ({"kind": "move", "targets": [{"path": "a", "op": "move", "move_to": "b"}]}, "move",
         (Target("a", "move", move_to="b"),), None),
        ({"kind": "shell", "command": "make", "targets": []}, "shell", (), "make"),
        ({"kind": "shell", "command": None, "targets": []}, "shell", (), None),
        ({"kind": "read", "targets": None}, "read", (), None),
        ({"kind": "mcp", "tool": "select_active_intent"}, "mcp", (), None),
        ({"kind": "surprise"}, "other", (), None),
        ({"phase": "post", "targets": [{"path": "a", "before": "x", "after": "y"}]}, "file_edit",
         (Target("a", "edit", before="x", after="y"),), None),
    ],
)  # fmt: skip
def test_generic_kinds(
    change: dict[str, Any], kind: str, targets: tuple[Target, ...], command: str | None
) -> None:
    """Each kind with the targets and the command it may have."""
    event = read(GENERIC | change, "generic").event
    assert (event.kind, event.targets, event.command) == (kind, targets, command)


def test_generic_person() -> None:
    """An editor reports a person's save."""
    event = read(GENERIC | {"contributor": {"entity_type": "HUMAN"}}, "generic").event
    assert event.contributor == Contributor(EntityType.HUMAN)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"schema": "tracer.event/2"}, "has schema 'tracer.event/2'"),
        ({"phase": None}, "no phase"),
        ({"targets": []}, "names no file"),
        ({"targets": [{"op": "edit"}]}, "without a usable path"),
        ({"targets": "src/a.py"}, "names no file"),
        ({"contributor": {"entity_type": "ROBOT"}}, "entity_type cannot be 'ROBOT'"),
    ],
)
def test_generic_events_that_cannot_be_read(change: dict[str, Any], problem: str) -> None:
    """One clear complaint each."""
    with pytest.raises(InputError, match=problem):
        normalise(load_spec("generic"), GENERIC | change)


def test_a_class_nobody_knows_is_left_out_with_a_remark() -> None:
    """The edit is still traced; its class is measured anyway."""
    reading = read(GENERIC | {"mutation_class": "TIDY"}, "generic")
    assert reading.event.mutation_class is None
    assert "TIDY" in reading.remarks[0]


@pytest.mark.parametrize("name", ["nobody", "../git", "git", "", "Claude-Code", "a/b"])
def test_unknown_agents(name: str) -> None:
    """The error names those there are; names are never paths."""
    with pytest.raises(UsageError, match="amp, claude-code, cline"):
        load_spec(name)


def test_every_description_is_complete() -> None:
    """What the interpreter relies on is there, in every `hook.yaml`."""
    assert {"claude-code", "generic"} <= set(agent_names())
    for name in agent_names():
        spec = load_spec(name)
        assert spec["agent"] == name
        assert {"event", "events", "fields", "tool", "tools", "answers", "contributor"} <= set(spec)
        for entry in spec["events"].values():
            Phase(entry["phase"])
        for rule in spec["tools"]:
            ActionKind(rule["kind"])
            assert ("names" in rule) != ("pattern" in rule)
