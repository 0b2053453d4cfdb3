"""What must hold after any damage: the agent goes on, nothing is lost, the next call is traced."""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from claude_events import Answer, Claude

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from project import Project

INTENT = "INT-001"


def traced(project: Project, cwd: Path | None = None) -> Claude:
    """Set the workspace up and make the first traced call in it."""
    project.tracer("init", "--agent", "claude-code", "--mode", "enforce", cwd=cwd)
    project.tracer(
        "intent", "add", INTENT, "--name", "Sell", "--scope", "src/**", "--status", "IN_PROGRESS",
        cwd=cwd,
    )  # fmt: skip
    agent = Claude(project, cwd)
    agent.select(INTENT).assert_harmless()
    assert_traced(agent, "src/first.py", "first = 1\n")
    return agent


def mutation(project: Project, call: str) -> dict[str, Any] | None:
    """The mutation record of a call."""
    for record in project.records():
        if record["event"] == "mutation" and (record.get("tool") or {}).get("call_id") == call:
            return record
    return None


def assert_traced(agent: Claude, path: str, text: str) -> dict[str, Any]:
    """A good write is answered without complaint and recorded with its hash and intent."""
    for answer in agent.write(path, text):
        assert answer is not None, "refused"
        answer.assert_harmless()
        assert answer.stderr == ""
    record = mutation(agent.project, agent.last_call())
    assert record is not None
    assert record["intent_id"] == INTENT
    assert [file["after"] for file in record["files"]] == [digest(text.encode())]
    return record


def digest(content: bytes) -> str:
    return "sha256:" + hashlib.sha256(content).hexdigest()


@contextmanager
def nothing_lost(agent: Claude) -> Iterator[None]:
    """After the block the old records stand, a good call is traced, and every chain verifies."""
    before = agent.project.ledger_path.read_bytes()
    yield
    assert agent.project.ledger_path.read_bytes().startswith(before)
    assert_traced(agent, "src/later.py", "later = 1\n")
    verification = agent.project.report("verify")
    assert (verification["ok"], verification["problems"]) == (True, [])


def assert_complaint(answer: Answer, *words: str) -> None:
    """One line on stderr that names what is wrong; the agent gets no decision."""
    answer.assert_harmless()
    assert answer.decision is None
    line = answer.stderr.strip()
    assert line.startswith("tracer: ")
    for word in words:
        assert word in line


def void(_: object) -> None:
    """Nothing, of anything."""
