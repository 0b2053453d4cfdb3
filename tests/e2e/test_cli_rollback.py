"""`tracer revert` through the installed command, in a repository an agent works in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from test_cli_ledger import SOURCE, Agent

if TYPE_CHECKING:
    from project import Project


@pytest.fixture
def agent(project: Project) -> Agent:
    project.tracer("init")
    for name in ("INT-001", "INT-002", "INT-003"):
        project.tracer("intent", "add", name, "--scope", "shop/**")
    agent = Agent(project)
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    project.git("add", "-A")
    project.git("commit", "-qm", "Prices")
    return agent


def test_preview_apply_and_undo(agent: Agent) -> None:
    """A preview writes nothing; --apply does it, records it, and gives back the origin."""
    project = agent.project
    changed = SOURCE.replace("price * 1.19", "price * 1.2")
    agent.select("INT-002")
    answer = agent.write({"shop/prices.py": changed})
    record = answer["record"]
    shown = project.tracer("revert", record[-8:])
    assert "-    return price * 1.2" in shown
    assert "+    return price * 1.19" in shown
    assert (project.root / "shop/prices.py").read_text() == changed
    records = len(project.records())
    document = project.report("revert", record, "--dry-run")
    assert (document["applied"], document["conflicts"]) == (False, [])
    assert len(project.records()) == records

    done = project.report("revert", record, "--apply", "--intent", "INT-003")
    assert done["applied"]
    assert (project.root / "shop/prices.py").read_text() == SOURCE
    rows = project.report("blame", "shop/prices.py")["lines"]
    assert {row["origin"]["intent_id"] for row in rows} == {"INT-001"}
    (written,) = [r for r in project.records() if r["id"] == done["revert"]]
    assert (written["reverts"], written["intent_id"]) == (record, "INT-003")
    assert project.report("verify")["ok"]
    again = project.run("tracer", "revert", record)
    assert again.returncode == 3
    assert b"was undone already" in again.stderr


def test_conflicts(agent: Agent) -> None:
    """Later edits stay: exit 1 for a preview, 5 for --apply, each naming file, lines, record."""
    project = agent.project
    agent.select("INT-002")
    record = agent.write({"shop/prices.py": SOURCE.replace("1.19", "1.2")})["record"]
    agent.select("INT-003")
    later = agent.write({"shop/prices.py": SOURCE.replace("1.19", "1.3")})["record"]
    seen = project.run("tracer", "revert", record)
    assert seen.returncode == 1
    assert f"shop/prices.py:6-6  this code was changed since ({later[-8:]})" in seen.stdout.decode()
    done = project.run("tracer", "revert", record, "--apply", "--json")
    assert done.returncode == 5
    document = json.loads(done.stdout)
    assert document["applied"] is False
    assert [c["start_line"] for c in document["conflicts"]] == [6, 11]
    assert (project.root / "shop/prices.py").read_text() == SOURCE.replace("1.19", "1.3")


def test_wrong_use(agent: Agent) -> None:
    """Unknown records, records without files, and contradicting options."""
    project = agent.project
    assert project.run("tracer", "revert", "deadbeef").returncode == 3
    select = next(r["id"] for r in project.records() if r["event"] == "intent_select")
    assert project.run("tracer", "revert", select).returncode == 3
    assert project.run("tracer", "revert", select, "--apply", "--dry-run").returncode == 2
