"""`tracer check` on a branch an agent worked on, through the installed command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from test_cli_ledger import SOURCE, Agent

if TYPE_CHECKING:
    from project import Project


def test_a_branch(project: Project) -> None:
    """Exit 0 for what is accounted for, 1 for findings, 4 for a broken ledger, SARIF for both."""
    project.tracer("init")
    project.tracer("intent", "add", "INT-001", "--name", "Prices", "--scope", "shop/**")
    project.commit({"shop/prices.py": SOURCE}, "Prices")
    project.git("checkout", "-qb", "topic")
    agent = Agent(project)
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE + "\n\nLOW = 7\n"})
    project.git("add", "-A")
    project.git("commit", "-qm", "Low rate")
    assert "ok  1 line of 1 commit is accounted for" in project.tracer("check", "--base", "main")

    agent.write({"web/page.py": "x = 1\n"})
    project.git("add", "-A")
    project.git("commit", "-qm", "Page")
    done = project.run("tracer", "check", "--base", "main")
    assert done.returncode == 1
    assert "web/page.py:1-1  out-of-scope  INT-001 does not own web/page.py" in done.stdout.decode()
    done = project.run("tracer", "check", "--base", "main", "--sarif")
    assert (done.returncode, json.loads(done.stdout)["version"]) == (1, "2.1.0")

    text = project.ledger_path.read_text()
    project.ledger_path.write_text(text.replace("acme-1", "other-1"))
    done = project.run("tracer", "check", "--base", "main", "--json")
    assert done.returncode == 4
    assert not json.loads(done.stdout)["ledger_ok"]
    assert project.run("tracer", "check", "--base", "nowhere").returncode == 3
    assert project.run("tracer", "check").returncode == 2


def test_trailers(project: Project) -> None:
    """With `init --trailers` a plain `git commit` names the intents; `uninit` takes it back."""
    project.tracer("init", "--trailers")
    project.tracer("intent", "add", "INT-001", "--name", "Prices", "--scope", "shop/**")
    agent = Agent(project)
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    project.git("add", "-A")
    project.git("commit", "-qm", "Prices")
    assert (
        project.git("log", "-1", "--format=%(trailers:key=Intent,valueonly)").strip() == "INT-001"
    )
    project.git("commit", "-q", "--amend", "-m", "Prices again")
    assert project.git("log", "-1", "--format=%B").count("Intent:") <= 1
    project.tracer("uninit")
    assert not (project.root / ".git/hooks/prepare-commit-msg").exists()
