"""`tracer check` on a branch an agent worked on, through the installed command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from test_cli_ledger import SOURCE, Agent

if TYPE_CHECKING:
    from pathlib import Path

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
    said = done.stdout.decode().splitlines()
    assert said[0].startswith("out-of-scope  1 line  Widen it with `tracer intent expand ID")
    assert said[1].endswith("  INT-001 does not own web/page.py")
    assert said[2:] == ["    web/page.py:1", "FAIL  2 lines of 2 commits, 1 finding"]
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


def test_g3_intents_survive_what_git_does(project: Project, tmp_path: Path) -> None:
    """Amend, rebase, cherry-pick, squash, stash, a worktree and a clone: the line still serves it.

    In the clone without any ledger the trailers tell.
    """
    project.tracer("init", "--trailers")
    project.tracer("intent", "add", "INT-001", "--name", "Prices", "--scope", "shop/**")
    project.write(".gitignore", ".orchestration/agent_trace.jsonl\n.orchestration/*.md\n")
    project.commit({"shop/prices.py": SOURCE, "shop/other.py": "x = 1\n"}, "Begin")
    agent = Agent(project)
    agent.select("INT-001")

    def served(where: Path | None = None) -> bool:
        lines = project.report("blame", "shop/prices.py", cwd=where)["lines"]
        (line,) = [row for row in lines if row["line"] == len(lines)]
        return bool(line["origin"]["intent_id"] == "INT-001")

    def message() -> str:
        return project.git("log", "-1", "--format=%B")

    project.git("checkout", "-qb", "topic")
    agent.write({"shop/prices.py": SOURCE + "\n\nLOW = 7\n"})
    project.git("stash", "-q")
    project.git("stash", "pop", "-q")
    project.git("commit", "-qam", "Low rate")
    assert message().count("Intent: INT-001") == 1
    project.git("commit", "-q", "--amend", "--no-edit")
    assert message().count("Intent: INT-001") == 1
    assert served()
    project.git("checkout", "-q", "main")
    project.commit({"shop/other.py": "x = 2\n"}, "Meanwhile")
    project.git("rebase", "-q", "main", "topic")
    assert "Intent: INT-001" in message()
    assert served()
    project.git("checkout", "-qb", "picked", "main")
    project.git("cherry-pick", "topic")
    assert "Intent: INT-001" in message()
    project.git("checkout", "-qb", "squashed", "main")
    project.git("merge", "-q", "--squash", "topic")
    project.git("commit", "-q", "--no-edit")
    assert "Intent: INT-001" in message()
    assert served()
    project.git("worktree", "add", "-q", str(tmp_path / "tree"), "topic")
    assert served(tmp_path / "tree")
    project.git("clone", "-q", str(project.root), str(tmp_path / "clone"))
    assert not (tmp_path / "clone/.orchestration/agent_trace.jsonl").exists()
    assert served(tmp_path / "clone")
