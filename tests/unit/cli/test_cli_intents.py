"""`tracer intent`, `approve`, `reject`: an intent's life, and a person's answers (C2-C5, D5)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tracer.agents.setup import init
from tracer.cli.app import run
from tracer.intents import archived, load
from tracer.ledger import read, verify
from tracer.model.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """An initialised workspace with one intent, commented by a person."""
    root = tmp_path / "repo"
    (root / ".git").mkdir(parents=True)
    found = Workspace(str(root.resolve()))
    init(found)
    Path(found.intents).write_text(
        "# ours\nactive_intents:\n- id: INT-001  # prices\n  owned_scope: [src/**]\n  ticket: 7\n"
    )
    monkeypatch.chdir(root)
    return found


def status(workspace: Workspace, name: str = "INT-001") -> str:
    intent = load(workspace).get(name)
    assert intent is not None
    return intent.status.value


def actions(workspace: Workspace) -> list[tuple[str, str | None, str | None]]:
    found = [record for _, record in read(workspace) if isinstance(record, dict)]
    assert verify(workspace).ok
    lives = [r["lifecycle"] for r in found if r["event"] == "intent_lifecycle"]
    return [(life["action"], life["before"], life["after"]) for life in lives]


def test_c3_the_life_of_an_intent(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    """Each step is a record; a step that cannot follow is refused; comments and keys stay."""
    for command, expected in [
        ("start", "IN_PROGRESS"), ("block", "BLOCKED"), ("start", "IN_PROGRESS"),
        ("complete", "COMPLETED"), ("start", "IN_PROGRESS"), ("abandon", "ABANDONED"),
    ]:  # fmt: skip
        assert run(["intent", command, "INT-001"]) == 0
        assert status(workspace) == expected
    assert run(["intent", "complete", "INT-001"]) == 2
    assert "cannot become COMPLETED" in capsys.readouterr().err
    assert [action for action, _, _ in actions(workspace)] == [
        "start", "blocked", "start", "completed", "start", "abandoned",
    ]  # fmt: skip
    text = Path(workspace.intents).read_text()
    assert text.startswith("# ours\n")
    assert "# prices" in text
    assert "ticket: 7" in text
    log = Path(workspace.sidecar, "governance_ledger.md").read_text()
    assert log.count("event=intent_lifecycle") == 6


@pytest.mark.parametrize("command", ["show", "start", "block", "complete", "abandon", "overlaps"])
def test_an_unknown_intent_is_unreadable_input(
    workspace: Workspace, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 3 everywhere, as `blame-by-intent` has it, and one line."""
    assert run(["intent", command, "INT-404"]) == 3
    assert "INT-404 is not in the registry" in capsys.readouterr().err
    assert actions(workspace) == []


def test_c3_expiry_is_renewed_and_what_is_over_is_archived(
    workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rotation moves finished intents, whole, to a file of their own; parents of open ones stay."""
    assert run(["intent", "renew", "INT-001", "--expires", "2020-01-01"]) == 0
    assert run(["intent", "add", "INT-002", "--parent", "INT-001", "--scope", "src/api/**"]) == 0
    capsys.readouterr()
    assert run(["intent", "rotate", "--older-than", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"archived": []}, "its child is open"
    assert run(["intent", "abandon", "INT-002"]) == 0
    capsys.readouterr()
    assert run(["intent", "rotate", "--older-than", "-1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"archived": ["INT-001", "INT-002"]}
    assert load(workspace).intents == ()
    assert [intent.id for intent in archived(workspace)] == ["INT-001", "INT-002"]
    archive = Path(workspace.sidecar, "intents_archive.yaml").read_text()
    assert "ticket: 7" in archive
    assert "INT-002" in archive
    assert run(["intent", "renew", "INT-001", "--expires", "2099-01-01"]) == 3


@pytest.mark.usefixtures("workspace")
def test_many_owners_of_a_file_are_one_warning(capsys: pytest.CaptureFixture[str]) -> None:
    """It names five of the others and counts the rest."""
    for number in range(2, 9):
        capsys.readouterr()
        assert run(["intent", "add", f"INT-00{number}", "--scope", "src/api/**"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if " own " in line]
    assert len(told) == 1
    assert told[0].startswith("tracer: INT-008 and INT-001, INT-002, INT-003, INT-004, INT-005 ")
    assert " and 2 more own src/api/" in told[0]


def test_c4_c5_scopes(
    workspace: Workspace, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wider scope waits for a person; overlaps are reported; a child stays inside."""
    monkeypatch.setattr("tracer.intents.presence._has_terminal", lambda: True)
    monkeypatch.setattr("tracer.intents.presence._above", lambda _: [["bash"]])
    assert run(["intent", "add", "INT-002", "--scope", "src/api/**", "--scope", "docs/**"]) == 0
    assert "INT-002 and INT-001 both own" in capsys.readouterr().err
    assert run(["intent", "overlaps"]) == 1
    assert "INT-001 INT-002" in capsys.readouterr().out
    assert run(["intent", "add", "INT-003", "--parent", "INT-001", "--scope", "docs/**"]) == 2
    assert "outside the scope of INT-001" in capsys.readouterr().err
    assert run(["intent", "expand", "INT-001", "--scope", "lib/**", "--reason", "moved"]) == 0
    assert load(workspace).get("INT-001").owned_scope == ("src/**",)  # type: ignore[union-attr]
    capsys.readouterr()
    assert run(["approve", "--json"]) == 0
    (waiting,) = json.loads(capsys.readouterr().out)["requests"]
    assert (waiting["id"], waiting["subject"], waiting["why"]) == ("A-1", "lib/**", "moved")
    assert run(["approve", "A-1", "--note", "fine"]) == 0
    assert load(workspace).get("INT-001").owned_scope == ("src/**", "lib/**")  # type: ignore[union-attr]
    assert run(["approve", "A-1"]) == 2
    assert run(["intent", "expand", "INT-001", "--scope", "x/**"]) == 0
    assert run(["reject", "A-2"]) == 0
    assert load(workspace).get("INT-001").owned_scope == ("src/**", "lib/**")  # type: ignore[union-attr]
    assert ("expand", "PENDING", "PENDING") in actions(workspace)
    records = [record for _, record in read(workspace) if isinstance(record, dict)]
    decided = [record["approval"] for record in records if record["event"] == "approval"]
    assert [item["answer"] for item in decided] == ["pending", "approved", "pending", "rejected"]
    assert all(item["by"] for item in decided if item["answer"] != "pending")


def test_b5_the_managed_section(workspace: Workspace) -> None:
    """`tracer prompt --write` keeps one section of a file, and nothing else of it."""
    file = Path(workspace.root, "CLAUDE.md")
    file.write_text("# Ours\n")
    assert run(["prompt", "--write", "CLAUDE.md"]) == 0
    once = file.read_text()
    assert once.startswith("# Ours\n")
    assert "select_active_intent" in once
    assert run(["prompt", "--write", "CLAUDE.md"]) == 0
    assert file.read_text() == once
