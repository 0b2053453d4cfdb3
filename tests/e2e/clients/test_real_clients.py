"""Real CLIs on a loopback model: refused without an intent, handshake, scope, shell, failed edit.

Claude Code has a conversation of its own beside this. Facts about each: docs/governance.md.
"""
# ruff: noqa: E501 - scripts are read by line

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from client_run import Run, converse
from client_table import CLIENTS, Client
from project import Project

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs network namespaces")
APP = "def add(a, b):\n    return a + b\n"


class Scene:
    """What one CLI did in one enforcing repository, and what another session of it did beside."""

    def __init__(
        self, client: Client, project: Project, runs: list[Run], other: Run | None = None
    ) -> None:
        self.client = client
        self.project = project
        self.runs = runs
        self.other = other

    def records(self, event: str) -> list[dict[str, Any]]:
        """Those of the session itself."""
        other = {r["tool"]["session_id"] for r in self.of_other("mutation")}
        found = [r for r in self.project.records() if r["event"] == event]
        return [r for r in found if r["tool"]["session_id"] not in other]

    def of_other(self, event: str) -> list[dict[str, Any]]:
        """Those of the session that wrote the manual."""
        found = [r for r in self.project.records() if r["event"] == event]
        written = [r for r in self.project.records() if _is_manual(r)]
        sessions = {r["tool"]["session_id"] for r in written}
        return [r for r in found if r["tool"]["session_id"] in sessions]

    def refusals(self) -> list[str]:
        return [r["refusal"]["error_code"] for r in self.records("refusal")]

    def heard(self) -> str:
        return "\n".join(text for run in self.runs for text in run.heard)


def _is_manual(record: dict[str, Any]) -> bool:
    files = record.get("files") or [{}]
    return record["event"] == "mutation" and files[0].get("relative_path") == "docs/two.md"


def begun(client: Client, base: Path) -> Project:
    """An enforcing repository with two intents, connected to the CLI."""
    project = Project(base)
    project.git("init", "-q", "-b", "main")
    project.commit({"README.md": "# Shop\n", "docs/x.md": "x\n", "src/.keep": ""}, "Begin")
    project.tracer("init", "--agent", client.agent, "--mode", "enforce")
    project.tracer("intent", "add", "INT-001", "--name", "App", "--scope", "src/")
    project.tracer("intent", "add", "INT-002", "--name", "Manual", "--scope", "docs/")
    return project


@pytest.fixture(scope="module", params=sorted(CLIENTS))
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """The same script for each: what is refused ends a run of its own where that must be.

    Beside the last run a second session of the same CLI works for another intent.
    """
    client = CLIENTS[request.param]
    base = tmp_path_factory.mktemp(client.agent)
    project = begun(client, base)
    parts = [
        [client.write("src/early.py", APP)],
        [
            client.await_servers(),
            client.select("INT-001"),
            client.write("src/app.py", APP),
            client.edit("src/app.py", "    return a + b", "    return b + a"),
            client.shell("sed -i s/add/plus/ src/app.py"),
            client.edit("src/app.py", "NOT THERE", "x"),
            client.write("docs/new.md", "# no\n"),
            client.shell("sleep 2"),
        ],
    ]
    beside = [
        client.await_servers(),
        client.select("INT-002"),
        client.write("docs/two.md", "# Two\n"),
        client.write("src/no.py", APP),
    ]
    if not client.refusal_ends_the_run:
        parts = [[*parts[0], *parts[1]]]
    runs = [converse(client, project.root, project.home, part) for part in parts[:-1]]
    with ThreadPoolExecutor() as pool:
        other = pool.submit(converse, client, project.root, base / "home-2", beside)
        runs.append(converse(client, project.root, project.home, parts[-1]))
    return Scene(client, project, runs, other.result())


def explain(scene: Scene) -> str:
    runs = [*scene.runs, *([scene.other] if scene.other else [])]
    return "\n".join(
        f"{run.exit_code}\n{run.stdout[-3000:]}\n{run.stderr[-3000:]}\n{run.heard}" for run in runs
    )


def test_a_write_without_an_intent_is_refused(scene: Scene) -> None:
    """The file is not there, and the reason reaches the model, or the documented nearest thing."""
    assert not (scene.project.root / "src/early.py").exists(), explain(scene)
    assert "INTENT_REQUIRED" in scene.refusals(), explain(scene)
    if scene.client.refusal_ends_the_run:
        assert scene.runs[0].heard == []
        assert scene.other is not None
        told = json.dumps([*scene.runs[1].requests, *scene.other.requests])
        assert "You must cite a valid active Intent ID." in told, "in the next run"
    else:
        assert "You must cite a valid active Intent ID." in scene.heard(), explain(scene)


def test_the_handshake_over_mcp(scene: Scene) -> None:
    """The model gets the context block, the session the intent."""
    assert "intent_context" in scene.heard(), explain(scene)
    selected = [r["intent_id"] for r in scene.records("intent_select")]
    assert selected == ["INT-001"], explain(scene)


def test_a_scoped_write_and_an_edit_are_recorded(scene: Scene) -> None:
    """Under the intent, as the agent's, one record a call."""
    made = scene.records("mutation")
    assert [r["intent_id"] for r in made] == ["INT-001"] * 3, explain(scene)
    assert [r["files"][0]["relative_path"] for r in made] == ["src/app.py"] * 3
    assert {r["tool"]["name"] for r in made} == {scene.client.agent}
    answer = scene.project.report("blame", "src/app.py")
    assert {line["origin"].get("intent_id") for line in answer["lines"]} == {"INT-001"}
    assert {line["method"] for line in answer["lines"]} <= {"observed", "carried"}


def test_an_edit_by_shell_is_the_call_s(scene: Scene) -> None:
    """What the payload does not name is found."""
    text = (scene.project.root / "src/app.py").read_text()
    assert text == "def plus(a, b):\n    return b + a\n", explain(scene)
    assert [r for r in scene.project.records() if r["event"] == "reconcile"] == []


def test_a_failed_edit_changes_nothing(scene: Scene) -> None:
    """Whatever the CLI says of it."""
    assert len(scene.records("mutation")) == 3, explain(scene)


def test_out_of_scope_is_refused(scene: Scene) -> None:
    """With the fixed words of D2."""
    assert not (scene.project.root / "docs/new.md").exists(), explain(scene)
    assert scene.refusals()[-1] == "SCOPE_VIOLATION", explain(scene)
    if not scene.client.refusal_ends_the_run:
        assert "INT-001 is not authorized to edit docs/new.md" in scene.heard()


def test_the_ledger_verifies(scene: Scene) -> None:
    """After all of it, and no hook had anything to complain about."""
    assert scene.project.report("verify")["ok"] is True
    journal = scene.project.root / ".orchestration/.index/hook_errors.log"
    assert not journal.exists(), journal.read_text()


def test_two_sessions_at_once(scene: Scene) -> None:
    """Each has its own checkout, and each line its own writer's."""
    (made,) = scene.of_other("mutation")
    assert made["intent_id"] == "INT-002", explain(scene)
    selected = [r["intent_id"] for r in scene.of_other("intent_select")]
    assert selected == ["INT-002"], explain(scene)
    assert not (scene.project.root / "src/no.py").exists()
    refusals = [r["refusal"]["error_code"] for r in scene.of_other("refusal")]
    assert refusals == ["SCOPE_VIOLATION"], explain(scene)


def test_a_patch_inside_a_shell_command(tmp_path: Path) -> None:
    """Codex sends no event after it; it is judged before, and recorded with the next event."""
    client = CLIENTS["codex"]
    project = begun(client, tmp_path)

    def patch(path: str) -> str:
        return f"apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: {path}\n+x = 1\n*** End Patch\nEOF"

    steps = [
        client.await_servers(),
        client.select("INT-001"),
        client.shell(patch("src/p.py")),
        client.shell(patch("docs/p.md")),
    ]
    run = converse(client, project.root, project.home, steps)
    told = explain(Scene(client, project, [run]))
    (made,) = [r for r in project.records() if r["event"] == "mutation"]
    assert (made["files"][0]["relative_path"], made["intent_id"]) == ("src/p.py", "INT-001"), told
    assert not (project.root / "docs/p.md").exists(), told
    assert [r for r in project.records() if r["event"] == "reconcile"] == []


def test_hooks_that_are_not_trusted(tmp_path: Path) -> None:
    """Codex skips them in silence; `tracer doctor` says so, and the change is nobody's."""
    client = CLIENTS["codex"]
    trusting = [word for word in client.arguments if "bypass-hook-trust" not in word]
    project = begun(client, tmp_path)
    steps = [client.write("src/quiet.py", APP)]
    converse(client._replace(arguments=tuple(trusting)), project.root, project.home, steps)
    assert (project.root / "src/quiet.py").exists()
    assert [r for r in project.records() if r["event"] in ("mutation", "refusal")] == []
    found = {check["name"]: check for check in project.report("doctor")["checks"]}
    assert found["agent codex"]["status"] == "warn"
    assert "/hooks" in found["agent codex"]["fix"]
