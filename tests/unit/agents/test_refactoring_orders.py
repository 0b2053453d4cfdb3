"""Refactorings in several calls, under an intent that allows no more, in any order of the calls (D9)."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from agent_session import repository
from refactoring_stories import STORIES, Step, Story

from tracer.agents.run import run
from tracer.engine import measure
from tracer.intents import select
from tracer.ledger import Index, read
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict
from tracer.policy.halves import edits_beyond
from tracer.queries.project_log import project_log
from tracer.queries.report import report

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

REGISTRY = """\
active_intents:
- {id: INT-002, name: Tidy, status: IN_PROGRESS, owned_scope: ['**'], allowed_mutation: AST_REFACTOR}
"""
SETTINGS = {
    ".orchestration/config.yaml": "mode: enforce\nscratch: []\nsync: off\n",
    ".orchestration/active_intents.yaml": REGISTRY,
}
TOLD = "what this turn did measures as INTENT_EVOLUTION"


def title(story: Story) -> str:
    return f"{story.language}, {story.name}"


class Agent:
    """One session of an agent: makes calls, and knows what it was told."""

    def __init__(self, workspace: Workspace, session: str = "s1") -> None:
        self.root, self.session, self.calls = workspace.root, session, 0
        select(workspace, "claude-code", session, "INT-002", turn_id="p1")

    def hook(self, event: str, **more: Any) -> dict[str, Any]:
        body = {
            "hook_event_name": event, "session_id": self.session, "cwd": self.root,
            "prompt_id": "p1", "transcript_path": "/home/dev/.x/s1.jsonl", **more,
        }  # fmt: skip
        answer = run("claude-code", json.dumps(body).encode())
        assert not answer.stderr
        return json.loads(answer.stdout) if answer.stdout else {}

    def make(self, step: Step) -> str | None:
        """Make the call: the code with which it was refused, or None."""
        self.calls += 1
        path = os.path.join(self.root, step.path)
        if step.command is not None or step.gone:
            tool, given = "Bash", {"command": step.command or f"git rm -q {step.path}"}
        elif step.text is not None:
            tool, given = "Write", {"file_path": path, "content": step.text}
        else:
            edits = [{"old_string": b, "new_string": a} for b, a in step.edits]
            tool, given = "MultiEdit", {"file_path": path, "edits": edits}
            self.hook(
                "PostToolUse", tool_name="Read", tool_input={"file_path": path}, tool_use_id="r"
            )
        call = {"tool_name": tool, "tool_input": given, "tool_use_id": f"c{self.calls}"}
        answer = self.hook("PreToolUse", **call)
        if answer:
            return json.loads(answer["hookSpecificOutput"]["permissionDecisionReason"])[
                "error_code"
            ]
        if "command" in given:
            subprocess.run(given["command"], shell=True, cwd=self.root, check=True)
        else:
            text = step.text if step.text is not None else Path(path).read_text()
            for before, after in step.edits:
                text = text.replace(before, after, 1)
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text)
        said = self.hook("PostToolUse", **call, tool_response={})
        assert "MUTATION_CLASS_MISMATCH" not in json.dumps(said)
        return None

    def stop(self, **more: Any) -> str:
        """What the agent is told when it wants to stop; empty where it may."""
        answer = self.hook("Stop", **more)
        assert answer.get("decision", "block") == "block"
        return answer.get("reason", "")


def records(workspace: Workspace, kind: str) -> list[dict[str, Any]]:
    found = [record for _, record in read(workspace) if isinstance(record, dict)]
    return [record for record in found if record["event"] == kind]


def is_proved(story: Story) -> bool:
    """Whether the verdict engine proves the refactoring when it sees it all at once."""
    before, after = (
        {path: text.encode() for path, text in files.items()}
        for files in (story.files, story.after() or {})
    )
    change = ChangeSet.from_texts(before, after, closed_world=True)
    return measure(change).verdict.verdict is Verdict.AST_REFACTOR


@pytest.mark.parametrize("story", STORIES, ids=title)
def test_d9_no_state_between_the_calls_is_taken_for_a_change_of_behaviour(
    story: Story, tmp_path: Path
) -> None:
    """In up to 40 orders of the calls, whether all of it can be proved or not."""
    workspace = repository(tmp_path / "repo", story.files)
    seen, written = set(), dict(story.files)
    for order in story.orders(40):
        files = story.files
        for step in order:
            files = step.applied(files) or {}
            state = frozenset(files.items())
            if state in seen:
                continue
            seen.add(state)
            for path in written:
                Path(workspace.root, path).unlink(missing_ok=True)
            for path, text in files.items():
                Path(workspace.root, path).parent.mkdir(parents=True, exist_ok=True)
                Path(workspace.root, path).write_text(text)
            written |= files
            subprocess.run(["git", "add", "-A"], cwd=workspace.root, check=True)
            before = {p: t.encode() for p, t in story.files.items() if files.get(p) != t}
            after = {p: t.encode() for p, t in files.items() if story.files.get(p) != t}
            assert edits_beyond(workspace, ChangeSet.from_texts(before, after)) == []


@pytest.mark.parametrize("story", STORIES, ids=title)
def test_d9_all_calls_go_through_and_the_end_tells_what_they_are(
    story: Story, tmp_path: Path
) -> None:
    """With hooks and ledger: no refusal, and a refactoring where it is proved."""
    [order] = story.orders(1)
    workspace = repository(tmp_path / "repo", story.files | SETTINGS)
    agent = Agent(workspace)
    assert [agent.make(step) for step in order] == [None] * len(order)
    told = agent.stop()
    if is_proved(story):
        assert told == ""
        whole = records(workspace, "turn_class")
        assert [record["measured"] for record in whole] in ([], ["AST_REFACTOR"])
        assert records(workspace, "refusal") == []
        assert whole == [] or classes(workspace) == {"AST_REFACTOR"}
    elif told:
        assert TOLD in told
        assert TOLD in records(workspace, "refusal")[-1]["refusal"]["message"]


def classes(workspace: Workspace) -> set[str]:
    """What the index, `log` and `report` call the calls of a completed refactoring."""
    made = [record["id"] for record in records(workspace, "mutation")]
    with Index.open(workspace) as index:
        found = {entry.mutation_class for i in made if (entry := index.entry(i)) is not None}
    logged = {one["mutation_class"] for one in project_log(workspace)}
    counts = report(workspace)["total"]
    assert (counts["evolutions"], counts["refactorings"]) == (0, len(made))
    return {str(one) for one in (found | logged) - {None}}


def story(language: str, name: str = "move to a new file") -> Story:
    return next(s for s in STORIES if (s.language, s.name) == (language, name))


# One edit each that no refactoring makes, in files of "move to a new file".
WRONG = {
    "python": ("shop.py", [
        ("0.19", "0.2"), ("net < 0", "net <= 0"), ("net * rate", "net + rate"), ("return net * rate", "return net"),
        ("    if net < 0:\n        raise ValueError(net)\n", ""), ("raise ValueError(net)", "return 0"),
        ("    return net + tax(net)", "    return net"), ("return net + tax(net)", "print(net)\n    return net + tax(net)"),
        ("return net + tax(net)", "return tax(net) - net"), ("return net + tax(net)", "return net + discount(net)"),
        ("net * rate", "rate * rate"), ("return net * 0.9", "return net * 0.9 if net else 0"), ('"""Value added tax."""', '"""VAT."""'),
        ("def discount(net):", "def discount(net):\n    audit(net)"), ("return net * rate", "return net * rate or 1"),
    ]),
    "typescript": ("src/shop.ts", [
        ("0.19", "0.2"), ("net < 0", "net <= 0"), ("return net * rate", "return net + rate"),
        ("  if (net < 0) {\n    throw new Error(`negative ${net}`);\n  }\n", ""), ("negative ", "bad "),
        ("net + tax(net)", "net"), ("net + tax(net)", "net + discount(net)"), ("net * 0.9", "net * 0.9 || 1"),
        ("return net + tax(net)", "console.log(net);\n  return net + tax(net)"),
    ]),
    "go": ("shop/shop.go", [
        ("0.19", "0.2"), ("net < 0", "net <= 0"), ('\tif net < 0 {\n\t\tpanic("negative")\n\t}\n', ""),
        ("net + Tax(net)", "net"), ("net * rate", "rate * rate"),
        ("return net + Tax(net)", "println(net)\n\treturn net + Tax(net)"),
    ]),
    "java": ("src/shop/Shop.java", [
        ("0.19", "0.2"), ("net < 0", "net <= 0"), ("        if (net < 0) {\n            throw new IllegalArgumentException();\n        }\n", ""),
        ("net + tax(net)", "net"), ("net * rate", "rate * rate"), ("IllegalArgumentException", "IllegalStateException"),
        ("return net + tax(net)", "System.out.println(net);\n        return net + tax(net)"),
    ]),
}  # fmt: skip


@pytest.mark.parametrize("language", WRONG)
def test_d9_what_no_refactoring_does_is_refused_at_once(language: str, tmp_path: Path) -> None:
    """By itself, and in the middle of a refactoring, after one and after two of its calls."""
    told = story(language)
    path, changes = WRONG[language]
    workspace = repository(tmp_path / "repo", told.files | SETTINGS)
    agent = Agent(workspace)
    for step in (None, *[step for step in told.steps if step.path != path][:2]):
        if step is not None:
            assert agent.make(step) is None
        text = Path(workspace.root, path).read_text()
        for change in changes:
            assert change[0] in text
            assert agent.make(Step(path, (change,))) == "MUTATION_CLASS_MISMATCH", change
        assert Path(workspace.root, path).read_text() == text


@pytest.mark.parametrize("language", WRONG)
def test_d9_what_a_command_hides_is_found_when_the_turn_ends(language: str, tmp_path: Path) -> None:
    """A constant that a script changes between the calls; the mismatch names the edit."""
    told = story(language)
    workspace = repository(tmp_path / "repo", told.files | SETTINGS)
    agent = Agent(workspace)
    for step in told.steps[:2]:
        assert agent.make(step) is None
    path = next(s.path for s in told.steps if s.text is not None)
    script = {"tool_name": "Bash", "tool_input": {"command": "make it"}, "tool_use_id": "c9"}
    assert agent.hook("PreToolUse", **script) == {}
    place = Path(workspace.root, path)
    place.write_text(place.read_text().replace("0.19", "0.2"))
    agent.hook("PostToolUse", **script, tool_response={})
    for step in told.steps[2:]:
        assert agent.make(step) is None, "completing is never refused"
    assert f"{path}:" in agent.stop()
    whole = records(workspace, "refusal")[-1]["refusal"]["message"]
    assert re.search(rf"{path}:\d+ new function in (Taxes\.)?[tT]ax", whole)
    assert records(workspace, "turn_class") == []


PLACES = {
    "python": ["bill.py:1 still imports tax from shop.py; it stands in taxes.py now", "cart.py:1 still imports tax", "cart.py:1 still imports discount from shop.py; it stands in reductions.py now"],
    "typescript": ["src/bill.ts:1 still imports tax from src/shop.ts; it stands in src/taxes.ts now"],
    "java": ["src/shop/Bill.java:5 still uses tax from src/shop/Shop.java; it stands in src/shop/Taxes.java now"],
}  # fmt: skip


@pytest.mark.parametrize("language", PLACES)
def test_d9_the_agent_is_told_who_still_uses_the_old_place(language: str, tmp_path: Path) -> None:
    """In the answer to Stop and in the record; the next turn completes it without a refusal."""
    told = story(language, "split a file" if language == "python" else "move to a new file")
    done = 3 if language == "python" else 2
    workspace = repository(tmp_path / "repo", told.files | SETTINGS)
    agent = Agent(workspace)
    for step in told.steps[:done]:
        assert agent.make(step) is None
    said = agent.stop()
    (record,) = records(workspace, "refusal")
    for place in PLACES[language]:
        assert place in said
        assert place in record["refusal"]["message"]
    assert record["enforced"] is False
    assert agent.stop(stop_hook_active=True) == "", "asked once"
    select(workspace, "claude-code", "s1", "INT-002", turn_id="p1")
    for step in told.steps[done:]:
        assert agent.make(step) is None
    if is_proved(told):
        assert agent.stop() == ""
        assert records(workspace, "turn_class")[-1]["measured"] == "AST_REFACTOR"


@pytest.mark.parametrize(
    ("name", "done", "expected"),
    [
        ("rename across files", 1, "bill.py:1 still imports tax, which is vat now"),
        ("extract", 1, "uses _check, which nothing defines"),
        ("split a file", 1, "stands in taxes.py and as tax in shop.py"),
        ("copy a file, delete the old", 1, "stands in store.py and as tax in shop.py"),
        ("move a file", 1, "bill.py:1 still imports"),
    ],
)
def test_d9_each_kind_of_loose_end_is_named(name: str, done: int, expected: str, tmp_path: Path) -> None:  # fmt: skip
    """Names, twins and files."""
    told = story("python", name)
    workspace = repository(tmp_path / "repo", told.files | SETTINGS)
    agent = Agent(workspace)
    for step in told.steps[:done]:
        assert agent.make(step) is None
    assert expected in agent.stop()


def test_d9_two_sessions_share_one_refactoring(tmp_path: Path) -> None:
    """What two agents do under one intent is measured together; neither is refused."""
    told = story("typescript")
    workspace = repository(tmp_path / "repo", told.files | SETTINGS)
    one, other = Agent(workspace, "s1"), Agent(workspace, "s2")
    for step in told.steps[:2]:
        assert one.make(step) is None
    assert "still imports" in one.stop()
    for step in told.steps[2:]:
        assert other.make(step) is None
    assert other.stop() == ""
    (whole,) = records(workspace, "turn_class")
    assert set(whole["records"]) == {record["id"] for record in records(workspace, "mutation")}


def test_d9_what_a_person_changes_meanwhile_is_not_the_sessions(tmp_path: Path) -> None:
    """A person's other constant in a file of the refactoring leaves it one."""
    told = story("typescript")
    workspace = repository(tmp_path / "repo", told.files | SETTINGS)
    agent = Agent(workspace)
    assert agent.make(told.steps[0]) is None
    place = Path(workspace.root, "src/shop.ts")
    place.write_text(place.read_text().replace("net * 0.9", "net * 0.8"))
    for step in told.steps[1:]:
        assert agent.make(step) is None
    assert agent.stop() == ""
    assert records(workspace, "turn_class")[-1]["measured"] == "AST_REFACTOR"
