"""What the other conversations cannot meet: D4 behind the CLI's own check, D11, `observe` (D12).

The CLI is real, only the model is scripted. Its own read-before-write check comes before any hook,
but it knows its own session only: an agent that waits for another one in a command finds the file
changed when its edit is due, which is what D4 is for.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from harness import Conversation, converse
from project import Project
from scripted_model import Call, Step

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SESSION = "other-agent"


class Met(NamedTuple):
    """A repository after a conversation."""

    project: Project
    said: Conversation

    def refusals(self) -> list[tuple[str, bool]]:
        found = [r for r in self.project.records() if r["event"] == "refusal"]
        return [(r["refusal"]["error_code"], r["enforced"]) for r in found]


def step(label: str, tool: str, **arguments: object) -> Step:
    return Step(label, (Call(tool, arguments),))


def begun(base: Path, mode: str) -> Project:
    project = Project(base)
    project.git("init", "-q", "-b", "main")
    project.commit({"src/a.py": "a = 1\n", "src/b.py": "b = 1\n"}, "Begin")
    project.tracer("init", "--agent", "claude-code", "--mode", mode)
    project.tracer("intent", "add", "INT-001", "--name", "Prices", "--scope", "src/")
    return project


def reserve(project: Project) -> None:
    """Another agent's call begins, and has not ended."""
    for kind, more in (
        ("mcp", {"phase": "post", "tool": "select_active_intent", "intent_id": "INT-001"}),
        ("file_edit", {"phase": "pre", "intent_id": "INT-001", "targets": _target("a = 2\n")}),
    ):
        event: dict[str, Any] = {
            "schema": "tracer.event/1", "kind": kind, "agent": "acme", "session_id": SESSION,
            "call_id": kind, "cwd": str(project.root), **more,
        }  # fmt: skip
        done = project.hook("generic", json.dumps(event).encode())
        assert json.loads(done.stdout)["decision"] in ("allow", "none"), done


def _target(text: str) -> list[dict[str, str]]:
    return [{"path": "src/a.py", "op": "edit", "after": text}]


def test_d4_stale_reaches_the_real_model(tmp_path: Path) -> None:
    """Its own check passes, another agent is just writing the file: STALE_FILE, with what to do."""
    project = begun(tmp_path, "enforce")
    file = str(project.root / "src/a.py")
    edit: dict[str, object] = {"file_path": file, "old_string": "a = 1", "new_string": "a = 3"}
    held: Callable[[], None] = lambda: reserve(project)  # noqa: E731 - a moment of the script
    steps = [
        step("select", "mcp__tracer__select_active_intent", intent_id="INT-001"),
        step("read", "Read", file_path=file),
        Step("stale", (Call("Edit", edit),), held),
        step("other", "Write", file_path=str(project.root / "src/c.py"), content="c = 1\n"),
    ]
    said = converse(project.root, project.home, "Edit it", steps)
    told = said.model.result("stale")
    assert '"error_code": "STALE_FILE"' in told, told
    assert "Read src/a.py again" in told
    assert (project.root / "src/a.py").read_text() == "a = 1\n"
    assert (project.root / "src/c.py").exists()
    assert Met(project, said).refusals() == [("STALE_FILE", True)]


@pytest.fixture(scope="module", params=["observe", "enforce"])
def broken(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Met:
    """A registry that cannot be read, met by a read, a listing and a write."""
    project = begun(tmp_path_factory.mktemp(request.param), request.param)
    project.write(".orchestration/active_intents.yaml", "active_intents: [\n")
    steps = [
        step("read", "Read", file_path=str(project.root / "src/a.py")),
        step("list", "Bash", command="ls src", description="list"),
        step("write", "Write", file_path=str(project.root / "src/n.py"), content="n = 1\n"),
    ]
    return Met(project, converse(project.root, project.home, "Try", steps))


def test_d11_reads_go_on(broken: Met) -> None:
    """Whatever the policy's state, in either mode."""
    assert "a = 1" in broken.said.model.result("read")
    assert "b.py" in broken.said.model.result("list")


def test_d11_mutations_wait_in_enforce_and_are_recorded_in_observe(broken: Met) -> None:
    """One object for the model in `enforce`; in `observe` the file is there, and a record."""
    written = (broken.project.root / "src/n.py").exists()
    if "mode: enforce" in (broken.project.root / ".orchestration/config.yaml").read_text():
        assert '"error_code": "POLICY_FAILURE"' in broken.said.model.result("write")
        assert not written
        assert broken.refusals() == [("POLICY_FAILURE", True)]
    else:
        assert written
        assert broken.refusals() == [("POLICY_FAILURE", False)]
        made = [r for r in broken.project.records() if r["event"] == "mutation"]
        assert [r["files"][0]["relative_path"] for r in made] == ["src/n.py"]


def test_d12_observe_refuses_nothing_and_records_it(tmp_path: Path) -> None:
    """Without an intent, out of scope, governing files aside: all runs, all is on record once."""
    project = begun(tmp_path, "observe")
    root = project.root
    steps = [
        step("free", "Write", file_path=str(root / "src/n.py"), content="n = 1\n"),
        step("select", "mcp__tracer__select_active_intent", intent_id="INT-001"),
        step("out", "Write", file_path=str(root / "docs/n.md"), content="n\n"),
        step("again", "Write", file_path=str(root / "docs/m.md"), content="m\n"),
        step("shell", "Bash", command="echo x > docs/x.md", description="write"),
    ]
    met = Met(project, converse(root, project.home, "Go", steps))
    assert all(
        (root / path).exists() for path in ("src/n.py", "docs/n.md", "docs/m.md", "docs/x.md")
    )
    assert not any(met.said.model.is_error(s.label) for s in steps)
    codes = [code for code, enforced in met.refusals() if not enforced]
    assert codes == ["INTENT_REQUIRED", "SCOPE_VIOLATION", "SCOPE_VIOLATION", "SCOPE_VIOLATION"]
    assert [r["intent_id"] for r in project.records() if r["event"] == "mutation"] == [None, *["INT-001"] * 3]  # fmt: skip  # noqa: E501
    assert project.report("verify")["ok"] is True
