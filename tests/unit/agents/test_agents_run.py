"""One hook call: policy, engine, answer; and nothing it meets breaks the agent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from agent_session import Session, context_of, refusal_of

from tracer.agents.run import run
from tracer.intents import load
from tracer.intents import session as state
from tracer.model.errors import UsageError

CITE = "You must cite a valid active Intent ID."


def mode(session: Session, text: str) -> None:
    Path(session.workspace.config).write_text(text)


def checked_out(session: Session, agent: str = "claude-code", name: str = "s1") -> str | None:
    return state.read(session.workspace, agent, name).intent_id


def test_the_handshake_from_refusal_to_write(session: Session) -> None:
    """No intent: refused. Selected: allowed and traced under it. Out of scope: refused."""
    refusal = refusal_of(session.write("src/a.py"))
    assert refusal is not None
    assert (refusal["error_code"], refusal["message"]) == ("INTENT_REQUIRED", CITE)
    assert refusal["recoverable"] is True
    assert "INT-001 (Prices)" in refusal["required_action"]
    assert refusal_of(session.select("INT-001", "PreToolUse")) is None
    assert session.select("INT-001").stdout == b""  # the server told the model already
    assert refusal_of(session.write("src/a.py")) is None
    session.engine.written = ["src/a.py"]
    assert session.write("src/a.py", "PostToolUse").stdout == b""
    refusal = refusal_of(session.write("docs/x.md"))
    assert refusal is not None
    assert refusal["message"] == (
        "Scope Violation: INT-001 is not authorized to edit docs/x.md. Request scope expansion."
    )
    assert session.engine.calls == [
        "note refusal", "note intent_select", "before_call", "after_call", "note refusal",
    ]  # fmt: skip
    assert session.engine.refusals == [("INTENT_REQUIRED", True), ("SCOPE_VIOLATION", True)]
    assert [event.intent_id for event in session.engine.events] == ["INT-001", "INT-001"]
    assert session.engine.related == [(("specification", "REQ-001"),)]
    assert [intent for _, intent, _ in session.engine.notes] == [None, "INT-001", "INT-001"]


def test_selecting_a_pending_intent_is_a_lifecycle_record(session: Session) -> None:
    """The start is recorded beside the selection, once."""
    session.select("INT-002")
    session.select("INT-002")
    kinds = [(kind, fields.get("lifecycle")) for kind, _, fields in session.engine.notes]
    start = {"action": "start", "before": "PENDING", "after": "IN_PROGRESS", "implied": True}
    assert kinds == [("intent_lifecycle", start), ("intent_select", None), ("intent_select", None)]
    intent = load(session.workspace).get("INT-002")
    assert intent is not None
    assert intent.status == "IN_PROGRESS"


@pytest.mark.parametrize("event", ["PostToolUse", "PostToolUseFailure"])
def test_a_refused_selection_is_recorded(session: Session, event: str) -> None:
    """Whichever event the agent sends for a tool that answered with an error."""
    session.select("INT-404", event)
    assert session.engine.refusals == [("INTENT_INVALID", True)]
    assert checked_out(session) is None


def test_a_selection_by_command_binds_the_session(session: Session) -> None:
    """`tracer intent select` in a shell is the same handshake, when it succeeded."""
    command = "tracer intent select INT-001"
    assert refusal_of(session.bash(command)) is None
    assert checked_out(session) is None
    session.bash(command, "PostToolUseFailure")
    assert checked_out(session) is None
    session.bash(command, "PostToolUse")
    assert checked_out(session) == "INT-001"
    assert session.engine.calls == ["note intent_select"]  # it writes nothing: no tracing


def test_sessions_and_subagents_do_not_share(session: Session) -> None:
    """A subagent has the id of its parent, but no checkout of its own."""
    session.select("INT-001")
    assert refusal_of(session.write("src/a.py")) is None
    session.write("src/a.py", "PostToolUse")  # until then nobody else may write the file
    assert refusal_of(session.write("src/a.py", agent_id="child")) is not None
    assert refusal_of(session.write("src/a.py", session_id="s2")) is not None
    session.select("INT-001", agent_id="child")
    assert refusal_of(session.write("src/a.py", agent_id="child")) is None
    session.write("src/a.py", "PostToolUse", agent_id="child")
    session.claude("SubagentStop", agent_id="child")
    assert refusal_of(session.write("src/a.py", agent_id="child")) is not None
    assert refusal_of(session.write("src/a.py")) is None
    assert "reconcile" not in session.engine.calls  # the parent may be in the middle of a call


def test_the_checkout_ends_with_the_task(session: Session) -> None:
    """B4: Stop ends it, and so does a prompt of another turn where a stop was missed."""
    session.select("INT-001")
    session.claude("UserPromptSubmit", prompt="go on")
    assert checked_out(session) == "INT-001"
    session.claude("Stop")
    assert checked_out(session) is None
    session.select("INT-001")
    session.claude("UserPromptSubmit", prompt="next", prompt_id="p2")
    assert checked_out(session) is None


def test_the_checkout_may_last_a_session(session: Session) -> None:
    """With `checkout: session` only the end of the session ends it."""
    mode(session, "mode: enforce\ncheckout: session\n")
    session.select("INT-001")
    session.claude("Stop")
    session.claude("UserPromptSubmit", prompt="next", prompt_id="p2")
    assert checked_out(session) == "INT-001"
    session.claude("SessionEnd", reason="other")
    assert checked_out(session) is None


def test_a_checkout_by_a_person_survives_the_prompt(session: Session) -> None:
    """Made before the turn began, it belongs to no turn."""
    from tracer.intents import select

    select(session.workspace, "claude-code", "s1", "INT-001")
    session.claude("UserPromptSubmit", prompt="go")
    assert refusal_of(session.write("src/a.py")) is None


def test_reads_and_listings_pass_and_cost_nothing(session: Session) -> None:
    """No intent, no engine, no record; whatever state the registry is in."""
    Path(session.workspace.intents).write_text("broken: [\n")
    for event in ("PreToolUse", "PostToolUse"):
        assert session.claude(event, "Read", tool_input={"file_path": "/etc/hosts"}).stdout == b""
        assert session.bash("git status && ls | head", event).stdout == b""
        assert session.claude(event, "mcp__tracer__blame", tool_input={"path": "a"}).stdout == b""
    assert session.engine.calls == []


def test_observe_refuses_nothing_and_records_each_would_be_refusal_once(session: Session) -> None:
    """The call runs and is traced; the ledger says what `enforce` would have done."""
    mode(session, "mode: observe\n")
    for name in ("src/a.py", "src/a.py", "src/b.py"):
        assert session.write(name).stdout == b""
    assert session.engine.refusals == [("INTENT_REQUIRED", False)]
    session.select("INT-001")
    for name in ("docs/x.md", "docs/x.md", "docs/y.md"):
        assert session.write(name).stdout == b""
    assert session.engine.refusals[1:] == [("SCOPE_VIOLATION", False)] * 2
    assert session.engine.calls.count("before_call") == 6


def test_session_start_tells_the_protocol(session: Session) -> None:
    """B5: Mode, handshake and open intents as facts; edits of the night are reconciled first."""
    context = context_of(session.claude("SessionStart", source="startup"))
    assert context is not None
    assert "Mode enforce" in context
    assert "select_active_intent" in context
    assert "- INT-001: Prices (IN_PROGRESS; scope: src/**)" in context
    assert session.engine.calls == ["reconcile"]


def test_prompts_are_reminded_only_without_a_checkout(session: Session) -> None:
    """Once an intent is checked out there is nothing to say."""
    context = context_of(session.claude("UserPromptSubmit", prompt="go"))
    assert context is not None
    assert "INT-001 (Prices), INT-002 (Waits)" in context
    session.select("INT-001")
    assert session.claude("UserPromptSubmit", prompt="go").stdout == b""


def test_context_is_cut_to_what_the_agent_takes(session: Session) -> None:
    """Claude Code drops what is longer than 10,000 characters."""
    intents = [
        {"id": f"I{n}", "name": "n" * 400, "owned_scope": ["s" * 400] * 9} for n in range(200)
    ]
    Path(session.workspace.intents).write_text(json.dumps({"active_intents": intents}))
    context = context_of(session.claude("SessionStart", source="startup"))
    assert context is not None
    assert "and 188 more" in context
    assert len(context) <= 10_000


def test_a_failed_shell_call_is_traced_too(session: Session) -> None:
    """It may have changed files before it failed."""
    session.select("INT-001")
    session.bash("make", "PostToolUseFailure", error="exit 2")
    assert session.engine.calls[-1] == "after_call"
    assert session.engine.events[-1].error == "exit 2"


def test_writes_found_outside_the_scope_go_back_to_the_agent(session: Session) -> None:
    """What a build wrote is seen only afterwards: recorded, and told to the model."""
    session.select("INT-001")
    session.engine.written = ["src/a.py", "out/b.txt"]
    context = context_of(session.bash("make", "PostToolUse"))
    assert context is not None
    assert json.loads(context)["path"] == "out/b.txt"
    assert session.engine.refusals == [("SCOPE_VIOLATION", False)]
    mode(session, "mode: observe\n")
    assert session.bash("make", "PostToolUse").stdout == b""


def test_the_model_comes_from_the_session_or_the_transcript(
    session: Session, tmp_path: Path
) -> None:
    """No tool event of Claude Code names it."""
    transcript = tmp_path / "t.jsonl"
    lines: list[dict[str, Any]] = [
        {"type": "assistant", "message": {"model": "older"}},
        {"type": "assistant", "message": {"model": "model-9"}},
        {"type": "assistant", "message": {"model": "<synthetic>"}},
        {"type": "user", "message": {"content": '"model": "quoted"'}},
    ]
    transcript.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"mess')
    path = str(transcript)
    session.write("src/a.py", "PostToolUse", transcript_path=path)
    session.write("src/a.py", "PostToolUse", transcript_path=f"{path}.gone")
    session.claude("SessionStart", source="startup", model="model-10")
    session.write("src/a.py", "PostToolUse", transcript_path=path)
    assert [event.model for event in session.engine.events] == ["model-9", None, "model-10"]


@pytest.mark.parametrize("agent", ["claude-code", "generic"])
@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\xfd",
        b'{"x": 1}',
        b"{" * 50_000,
        b'{"cwd": "a\\u0000"}',
    ],
)
def test_bad_payloads_leave_the_agent_alone(session: Session, agent: str, stdin: bytes) -> None:
    """The neutral answer, exit 0, one line on stderr and the same in the journal."""
    answer = run(agent, stdin, engine=session.engine)
    assert answer.exit_code == 0
    if agent == "generic":
        expected = {"decision": "none", "error": None, "context": None, "record": None}
        assert json.loads(answer.stdout) == expected
    else:
        assert answer.stdout == b""
    assert answer.stderr.startswith(b"tracer: hook: ")
    assert answer.stderr.count(b"\n") == 1
    journal = Path(session.workspace.index, "hook_errors.log").read_text()
    assert answer.stderr.decode().strip() in journal


@pytest.mark.parametrize(
    ("tool", "is_refused"), [("Write", True), ("Bash", True), ("Unheard", True), ("Read", False)]
)
def test_a_call_that_cannot_be_understood_is_refused_in_enforce(
    session: Session, tool: str, is_refused: bool
) -> None:
    """D11, for a payload cut off in the middle; reads go on."""
    cut = f'{{"hook_event_name": "PreToolUse", "tool_name": "{tool}", "tool_input": {{"fi'.encode()
    refusal = refusal_of(run("claude-code", cut, engine=session.engine))
    assert (refusal is not None) is is_refused
    if refusal is not None:
        assert refusal["error_code"] == "POLICY_FAILURE"
    mode(session, "mode: observe\n")
    assert run("claude-code", cut, engine=session.engine).stdout == b""


def test_an_edit_without_a_file_is_refused_in_enforce(session: Session) -> None:
    """It could be any file, so no scope covers it."""
    session.select("INT-001")
    answer = session.claude("PreToolUse", "Write", tool_input={"content": "x"})
    refusal = refusal_of(answer)
    assert refusal is not None
    assert refusal["error_code"] == "POLICY_FAILURE"
    assert b"names no file" in answer.stderr


@pytest.mark.parametrize("broken", ["active_intents.yaml", "config.yaml"])
def test_a_broken_policy(session: Session, broken: str) -> None:
    """D11: refused in `enforce`, allowed and recorded in `observe`, an error line in both."""
    Path(session.workspace.sidecar, broken).write_text("mode: enforce\nx: [\n")
    answer = session.write("src/a.py")
    refusal = refusal_of(answer)
    assert refusal is not None
    assert refusal["error_code"] == "POLICY_FAILURE"
    assert broken.encode() in answer.stderr
    Path(session.workspace.config).write_text("mode: observe\n")
    Path(session.workspace.intents).write_text("x: [\n")
    answer = session.write("src/a.py")
    assert answer.stdout == b""
    assert b"active_intents.yaml" in answer.stderr
    assert session.engine.refusals[-1] == ("POLICY_FAILURE", False)
    assert session.engine.calls[-1] == "before_call"


@pytest.mark.parametrize(
    "failing",
    [{"before_call"}, {"after_call"}, {"reconcile"}, {"note refusal"}, {"note intent_select"}],
)
def test_an_engine_that_fails_does_not_break_the_agent(session: Session, failing: set[str]) -> None:
    """Decisions stay what they are; the failure is on stderr and in the journal."""
    session.engine.failing = frozenset(failing)
    answers = [
        session.claude("SessionStart", source="startup"),
        session.write("src/a.py"),
        session.select("INT-001"),
        session.write("src/a.py"),
        session.write("src/a.py", "PostToolUse"),
        session.claude("Stop"),
    ]
    assert refusal_of(answers[1]) is not None
    assert refusal_of(answers[3]) is None
    assert {answer.exit_code for answer in answers} == {0}
    complaints = b"".join(answer.stderr for answer in answers)
    assert b"Read-only file system" in complaints
    assert b"Traceback" not in complaints


@pytest.mark.parametrize(("mode_text", "decision"), [("enforce", "deny"), ("observe", "none")])
def test_state_that_cannot_be_looked_at(session: Session, mode_text: str, decision: str) -> None:
    """Something in the place of `.index`: a policy failure, and the change is still traced."""
    mode(session, f"mode: {mode_text}\n")
    Path(session.workspace.index).write_text("in the way")
    event = {"kind": "file_edit", "targets": [{"path": "src/a.py", "op": "edit"}]}
    answer = session.generic(phase="pre", **event)
    assert answer["decision"] == decision
    if decision == "deny":
        assert answer["error"]["error_code"] == "POLICY_FAILURE"
        assert ".orchestration/.index/sessions: Not a directory" in answer["error"]["message"]
    session.generic(phase="post", **event)
    session.generic(phase="stop")
    session.generic(phase="prompt")
    assert session.engine.calls[-2:] == ["after_call", "reconcile"]


def test_a_bug_leaves_a_traceback_in_the_journal(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """stderr has one line, the journal what a developer needs, the agent its neutral answer."""

    def explode(*_args: object) -> None:
        raise ZeroDivisionError("secret of a bug")

    monkeypatch.setattr("tracer.agents.tool_calls.check", explode)
    mode(session, "mode: observe\n")
    answer = session.write("src/a.py")
    assert (answer.stdout, answer.exit_code) == (b"", 0)
    assert answer.stderr.count(b"\n") == 1
    journal = Path(session.workspace.index, "hook_errors.log").read_text()
    assert "Traceback" in journal
    assert "ZeroDivisionError" in journal
    mode(session, "mode: enforce\n")
    refusal = refusal_of(session.write("src/a.py"))
    assert refusal is not None
    assert refusal["error_code"] == "POLICY_FAILURE"


def test_the_journal_does_not_grow_without_end(session: Session) -> None:
    """It starts again at half a megabyte, and the one before is kept."""
    path = Path(session.workspace.index, "hook_errors.log")
    path.parent.mkdir()
    path.write_text("x" * 600_000)
    run("claude-code", b"{", engine=session.engine)
    assert path.stat().st_size < 1000
    assert path.with_name("hook_errors.log.1").stat().st_size == 600_000


def test_without_a_sidecar_nothing_happens(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hooks installed for a person reach repositories that do not use tracer."""
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / ".git").mkdir(parents=True)
    monkeypatch.chdir(elsewhere)
    for event in ("SessionStart", "PreToolUse", "PostToolUse", "Stop"):
        assert session.write("a.py", event, cwd=str(elsewhere)).stdout == b""
    assert session.engine.calls == []
    assert list(elsewhere.iterdir()) == [elsewhere / ".git"]


def test_the_project_comes_before_the_directory(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent cannot leave the policy by changing into a directory with another sidecar."""
    lenient = tmp_path / "lenient"
    (lenient / ".orchestration").mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", session.workspace.root)
    assert refusal_of(session.write("src/a.py", cwd=str(lenient))) is not None
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path / "gone"))
    assert refusal_of(session.write("src/a.py")) is not None


def test_a_directory_that_is_gone(session: Session) -> None:
    """The agent's directory was deleted under it: the place we run in tells the workspace."""
    answer = session.write("src/a.py", cwd=session.path("gone"))
    assert refusal_of(answer) is not None


def test_an_unknown_agent_is_a_usage_error() -> None:
    """Said to the person who wrote the command, not to an agent."""
    with pytest.raises(UsageError, match="amp, claude-code, cline"):
        run("nobody", b"{}")


def test_generic_dialect_answers(session: Session) -> None:
    """CONTRACT.md: decision, error, context, record; each in its place."""
    target = {"path": "src/a.py", "op": "edit", "after": "x"}
    start = session.generic(phase="session_start")
    assert (start["decision"], start["error"]) == ("none", None)
    assert "Mode enforce" in start["context"]
    denied = session.generic(phase="pre", kind="file_edit", targets=[target])
    assert denied["decision"] == "deny"
    assert denied["error"] == {
        "error_code": "INTENT_REQUIRED",
        "message": CITE,
        "recoverable": True,
        "required_action": (
            "Call select_active_intent with one of: INT-001 (Prices), INT-002 (Waits)."
        ),
        "intent_id": None,
        "path": "src/a.py",
    }
    assert denied["record"] == "note-1"
    cited = session.generic(phase="pre", kind="file_edit", targets=[target], intent_id="INT-001")
    assert cited["error"]["error_code"] == "CHECKOUT_REQUIRED"
    handshake = {"phase": "post", "kind": "mcp", "tool": "select_active_intent"}
    unknown = session.generic(**handshake, intent_id="INT-404")
    assert (unknown["decision"], unknown["error"]["error_code"]) == ("deny", "INTENT_INVALID")
    selected = session.generic(**handshake, intent_id="INT-001")
    assert selected["decision"] == "none"
    assert selected["context"].startswith("<intent_context>")
    assert selected["record"] is not None
    passed = session.generic(phase="pre", kind="file_edit", targets=[target])
    assert passed == {"decision": "none", "error": None, "context": None, "record": None}
    session.engine.written = ["src/a.py"]
    posted = session.generic(phase="post", kind="file_edit", targets=[target])
    assert posted["record"] == "record"  # the call's own, not that of the gap before it
    assert session.generic(phase="stop")["decision"] == "none"
    assert checked_out(session, "acme") is None


def test_generic_person_is_not_gated_but_traced(session: Session) -> None:
    """An editor reports a person's save."""
    person = {"contributor": {"entity_type": "HUMAN"}}
    target = {"path": "docs/x.md", "op": "edit"}
    event = {"kind": "file_edit", "targets": [target]} | person
    assert session.generic(phase="pre", **event)["decision"] == "none"
    session.generic(phase="post", **event)
    assert session.engine.calls == ["before_call", "after_call"]


def test_ten_thousand_targets(session: Session) -> None:
    """Every one is judged; one outside the scope refuses the call."""
    session.generic(phase="post", kind="mcp", tool="select_active_intent", intent_id="INT-001")
    targets = [{"path": f"src/f{n}.py", "op": "edit"} for n in range(10_000)]
    event = {"phase": "pre", "kind": "file_edit"}
    assert session.generic(**event, targets=targets)["decision"] == "none"
    outside = [*targets, {"path": "docs/x.md", "op": "edit"}]
    assert session.generic(**event, targets=outside)["error"]["path"] == "docs/x.md"


HOOK = """\
import json, sys
from types import SimpleNamespace
from tracer.agents.run import run
engine = SimpleNamespace(
    before_call=lambda w, e: None, note=lambda w, e, k, **f: {"id": "x"},
    after_call=lambda w, e, **k: [], reconcile=lambda w: [],
)
answer = run("claude-code", sys.stdin.buffer.read(), engine=engine)
slow = {
    "argparse", "click", "dataclasses", "filelock", "inspect", "jsonschema", "mcp", "pathlib",
    "pathspec", "pydantic", "rfc8785", "rich", "ruamel.yaml", "subprocess", "unidiff", "yaml",
    "tempfile", "logging", "asyncio", "tree_sitter_language_pack",
}
loaded = set(sys.modules)
print(json.dumps({"answer": answer.stdout.decode(), "loaded": sorted(slow & loaded),
                  "grammar": "tree_sitter" in loaded, "policy": "tracer.policy" in loaded}))
"""


def in_fresh_interpreter(
    session: Session, event: str, tool: str, tool_input: Any
) -> dict[str, Any]:
    payload = {
        "session_id": "s1",
        "transcript_path": "/home/dev/.claude/projects/-repo/s1.jsonl",
        "cwd": session.workspace.root,
        "hook_event_name": event,
        "tool_name": tool,
        "tool_input": tool_input,
        "tool_use_id": "t1",
    }
    done = subprocess.run(
        [sys.executable, "-c", HOOK],
        input=json.dumps(payload),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return json.loads(done.stdout)


def test_the_hook_path_imports_nothing_slow(session: Session) -> None:
    """With warm caches: no YAML, no pathspec, no subprocess; a read does not even load gates."""
    session.select("INT-001")
    write = {"file_path": session.path("src/a.py"), "content": "x"}
    calls = [
        ("PreToolUse", "Write", write),
        ("PreToolUse", "Write", write | {"file_path": session.path("docs/x.md")}),
        ("PreToolUse", "Bash", {"command": "ls -la"}),
        ("PreToolUse", "Bash", {"command": "sed -i 's/a b/c/' src/a.py"}),
        ("PostToolUse", "Write", write),
        ("PostToolUse", "mcp__tracer__select_active_intent", {"intent_id": "INT-001"}),
        ("PreToolUse", "Read", {"file_path": "a"}),
    ]
    for call in calls:  # fills the caches
        in_fresh_interpreter(session, *call)
    reports = [in_fresh_interpreter(session, *call) for call in calls]
    assert [report["loaded"] for report in reports] == [[]] * len(calls)
    assert "SCOPE_VIOLATION" in reports[1]["answer"]
    assert [report["grammar"] for report in reports] == [False] * 3 + [True] + [False] * 3
    assert reports[-1]["policy"] is False
