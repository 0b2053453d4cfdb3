"""What the end of a turn settles: halves of refactorings (D9) and finished intents (C3)."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from agent_session import GIT, repository

from tracer.agents.run import run
from tracer.intents import load, select
from tracer.ledger import read, verify
from tracer.queries.check import check

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

REGISTRY = """\
active_intents:
- {id: INT-001, name: Prices, status: IN_PROGRESS, owned_scope: ['**']}
- {id: INT-002, name: Tidy, status: IN_PROGRESS, owned_scope: ['**'], allowed_mutation: AST_REFACTOR}
"""
TAX = "def tax(net):\n    rate = 0.19\n    return net * rate\n"
SHOP = f"from util import other\n\n\n{TAX}\n\ndef total(net):\n    return net + tax(net)\n"
MOVED = "from util import other, tax\n\n\ndef total(net):\n    return net + tax(net)\n"
UTIL = "def other():\n    return 1\n"
BILL = "import shop\n\n\ndef bill(net):\n    return shop.total(net)\n"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A repository in `enforce`; session s1 may only refactor."""
    files = {
        "shop.py": SHOP, "util.py": UTIL, "bill.py": BILL,
        ".orchestration/config.yaml": "mode: enforce\nscratch: []\n",
        ".orchestration/active_intents.yaml": REGISTRY,
    }  # fmt: skip
    workspace = repository(tmp_path / "repo", files)
    monkeypatch.chdir(workspace.root)
    select(workspace, "claude-code", "s1", "INT-002", turn_id="p1")
    return workspace


def hook(workspace: Workspace, event: str, **more: Any) -> Any:
    body = {
        "hook_event_name": event, "session_id": "s1", "cwd": workspace.root, "prompt_id": "p1",
        "transcript_path": "/home/dev/.x/s1.jsonl",
    }  # fmt: skip
    answer = run("claude-code", json.dumps(body | more).encode())
    assert answer.exit_code == 0
    assert not answer.stderr
    said = json.loads(answer.stdout) if answer.stdout else {}
    return said if "decision" in said else said.get("hookSpecificOutput")


def write(workspace: Workspace, name: str, text: str, **more: Any) -> str | None:
    """The code an attempt to write the file meets; else it is written, and what was said comes."""
    call = {"tool_name": "Write", "tool_input": {"file_path": name, "content": text}, "tool_use_id": name + text, **more}  # fmt: skip
    answer = hook(workspace, "PreToolUse", **call)
    if answer is not None:
        return json.loads(answer["permissionDecisionReason"])["error_code"]
    Path(workspace.root, name).write_text(text)
    said = hook(workspace, "PostToolUse", **call, tool_response={})
    return said["additionalContext"] if said else None


def of_kind(workspace: Workspace, kind: str) -> list[dict[str, Any]]:
    found = [record for _, record in read(workspace) if isinstance(record, dict)]
    assert verify(workspace).ok
    return [record for record in found if record["event"] == kind]


def mismatches(workspace: Workspace) -> list[str]:
    """The files that `tracer check` finds to have changed more than the intent allows."""
    for command in (["checkout", "-qb", "work"], ["add", "-A"], ["commit", "-qm", "work"]):
        subprocess.run([*GIT, *command], cwd=workspace.root, check=True, capture_output=True)
    findings = check(workspace, "main")["findings"]
    return [found["path"] for found in findings if found["rule"] == "class-mismatch"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("shop.py", MOVED), ("util.py", f"{UTIL}\n\n{TAX}")),
        (("util.py", f"{UTIL}\n\n{TAX}"), ("shop.py", MOVED)),
        (("shop.py", SHOP.replace("total", "amount")), ("bill.py", BILL.replace("total", "amount"))),
    ],
    ids=["moved, deleting first", "moved, writing first", "renamed"],
)  # fmt: skip
def test_d9_a_refactoring_in_two_calls(
    repo: Workspace, first: tuple[str, str], second: tuple[str, str]
) -> None:
    """The first half is incomplete, not evolution; the turn as a whole is what counts."""
    assert "one half of a refactoring" in (write(repo, *first) or "")
    assert write(repo, *second) is None
    hook(repo, "Stop")
    (whole,) = of_kind(repo, "turn_class")
    assert whole["measured"] == "AST_REFACTOR"
    assert whole["records"] == [record["id"] for record in of_kind(repo, "mutation")]
    assert of_kind(repo, "refusal") == []
    assert mismatches(repo) == []


DEFINED = SHOP.replace("def tax", "def vat")
CLASS = "class Meter:\n    def __init__(self):\n        self.__n = 0\n\n    def up(self):\n        self.__n += 1\n"


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("shop.py", (DEFINED, DEFINED.replace("+ tax", "+ vat"))),
        ("shop.py", (SHOP.replace("+ tax", "+ vat"), DEFINED.replace("+ tax", "+ vat"))),
        ("shop.py", (SHOP.replace("rate =", "r ="), SHOP.replace("rate", "r"))),
        ("meter.py", (CLASS.replace("__n = 0", "__count = 0"), CLASS.replace("__n", "__count"))),
    ],
    ids=["definition first", "use first", "local", "member"],
)
def test_d9_a_rename_in_two_edits_of_one_file(
    repo: Workspace, name: str, steps: tuple[str, str]
) -> None:
    """The definition in one call, its uses in the next: incomplete until the second."""
    if name == "meter.py":
        Path(repo.root, name).write_text(CLASS)
        hook(repo, "PostToolUse", tool_name="Read", tool_input={"file_path": name})
    assert "one half of a refactoring" in (write(repo, name, steps[0]) or "")
    assert write(repo, name, steps[1]) is None
    hook(repo, "Stop")
    (whole,) = of_kind(repo, "turn_class")
    assert whole["measured"] == "AST_REFACTOR"


@pytest.mark.parametrize(
    "text",
    [
        DEFINED.replace("0.19", "0.2"),
        SHOP.replace("+ tax", "+ other"),
        SHOP.replace("return net * rate", "return rate * rate"),
        SHOP.replace("def tax(net)", "def tax(rate)"),
    ],
    ids=["and another number", "a name that is there", "another local", "a name that is taken"],
)
def test_d9_another_name_is_no_half(repo: Workspace, text: str) -> None:
    """Where all places had the new name, it would still be another thing."""
    assert write(repo, "shop.py", text) == "MUTATION_CLASS_MISMATCH"


def test_d9_the_refusal_says_which_edits(repo: Workspace) -> None:
    """The first of them, with line, kind and the condition that failed; no source text."""
    text = SHOP.replace("0.19", "0.2")
    call = {"tool_name": "Write", "tool_input": {"file_path": "shop.py", "content": text}}
    answer = hook(repo, "PreToolUse", tool_use_id="c1", **call)
    message = json.loads(answer["permissionDecisionReason"])["message"]
    assert message == (
        "INT-002 allows AST_REFACTOR only, and the change measures as INTENT_EVOLUTION: "
        "shop.py:5 constant changed"
    )
    call["tool_input"]["content"] = SHOP.replace("rate", "net")
    answer = hook(repo, "PreToolUse", tool_use_id="c2", **call)
    message = json.loads(answer["permissionDecisionReason"])["message"]
    assert "shop.py:5 variable renamed (net is already used in the scope of rate)" in message


@pytest.mark.parametrize("ending", ["Stop", "UserPromptSubmit"])
def test_d9_a_half_that_stays_one_is_reported(repo: Workspace, ending: str) -> None:
    """When the turn ends, once, and to CI."""
    assert "one half" in (write(repo, "shop.py", MOVED) or "")
    said = hook(repo, ending, prompt_id="p2")
    hook(repo, ending, prompt_id="p2", stop_hook_active=True)
    (found,) = of_kind(repo, "refusal")
    missing = "Unfinished: shop.py:5 still uses tax"
    assert missing in found["refusal"]["message"]
    assert ending != "Stop" or (said["decision"] == "block" and missing in said["reason"])
    assert found["refusal"]["error_code"] == "MUTATION_CLASS_MISMATCH"
    assert found["refusal"]["path"] == "shop.py"
    assert found["enforced"] is False
    assert mismatches(repo) == ["shop.py"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shop.py", MOVED.replace("net + tax", "net - tax")),
        ("util.py", f"{UTIL}\n\n{TAX.replace('0.19', '0.2')}"),
        ("util.py", f"{UTIL}\n\nprint()\n\n\n{TAX}"),
        ("new.py", f"x = 1\n\n\n{TAX}"),
        ("shop.py", SHOP.replace("    rate = 0.19\n", "").replace("* rate", "")),
        ("shop.py", SHOP.replace("total", "amount").replace("0.19", "0.2")),
    ],
)
def test_d9_more_than_a_half_is_refused(repo: Workspace, name: str, text: str) -> None:
    """A half may only take away, bring what stands elsewhere, or rename."""
    assert write(repo, name, text) == "MUTATION_CLASS_MISMATCH"


@pytest.mark.parametrize("steps", [("gone", "used"), ("used", "gone")])
def test_d9_a_variable_is_inlined_in_either_order(repo: Workspace, steps: tuple[str, str]) -> None:
    """Its binding goes first, as it stands first, or last."""
    edits = {"gone": ("    rate = 0.19\n", ""), "used": ("net * rate", "net * 0.19")}
    text = SHOP
    for step in steps:
        text = text.replace(*edits[step])
        assert "MISMATCH" not in (write(repo, "shop.py", text) or "")
    hook(repo, "Stop")
    assert of_kind(repo, "refusal") == []


def test_d9_a_variable_that_is_still_used_is_told_of(repo: Workspace) -> None:
    """Its binding may go, for its value may come in its place; the end of the turn looks."""
    assert "one half" in (write(repo, "shop.py", SHOP.replace("    rate = 0.19\n", "")) or "")
    hook(repo, "Stop")
    (found,) = of_kind(repo, "refusal")
    assert found["refusal"]["path"] == "shop.py"


def test_d9_what_follows_a_half_is_measured_with_it(repo: Workspace) -> None:
    """A change of behaviour does not hide behind one."""
    assert "one half" in (write(repo, "shop.py", MOVED) or "")
    assert write(repo, "util.py", f"{UTIL}\n\n{TAX.replace('0.19', '0.2')}") == "MUTATION_CLASS_MISMATCH"  # fmt: skip
    assert write(repo, "bill.py", BILL.replace("shop.total(net)", "net")) == "MUTATION_CLASS_MISMATCH"  # fmt: skip
    assert write(repo, "shop.py", SHOP) is None, "the half taken back"
    hook(repo, "Stop")
    assert len(of_kind(repo, "refusal")) == 2


def completing(workspace: Workspace) -> None:
    Path(workspace.config).write_text("mode: enforce\ncompletion: task\n")
    select(workspace, "claude-code", "s1", "INT-001", turn_id="p1")


def test_c3_the_end_of_a_task_completes_its_intent(repo: Workspace) -> None:
    """Where the team says so, and the task changed something; it is recorded."""
    completing(repo)
    hook(repo, "Stop")
    assert str(load(repo).get("INT-001").status) == "IN_PROGRESS", "nothing was done yet"
    select(repo, "claude-code", "s1", "INT-001", turn_id="p1")
    assert write(repo, "util.py", UTIL + "\n\nX = 1\n") is None
    hook(repo, "SubagentStop", agent_id="sub")
    assert str(load(repo).get("INT-001").status) == "IN_PROGRESS"
    hook(repo, "Stop")
    assert str(load(repo).get("INT-001").status) == "COMPLETED"
    (record,) = of_kind(repo, "intent_lifecycle")
    assert record["lifecycle"] == {
        "action": "complete", "before": "IN_PROGRESS", "after": "COMPLETED", "implied": True
    }  # fmt: skip
    assert write(repo, "util.py", UTIL) == "INTENT_REQUIRED"
    shutil.rmtree(repo.index)  # derived: the ledger tells it as well
    assert str(load(repo).get("INT-001").status) == "COMPLETED"
    assert write(repo, "util.py", UTIL) == "INTENT_REQUIRED"


def test_c3_not_while_another_session_works_on_it(repo: Workspace) -> None:
    """Nor by default: then a command completes it."""
    completing(repo)
    select(repo, "codex", "s2", "INT-001")
    assert write(repo, "util.py", UTIL + "\n\nX = 1\n") is None
    hook(repo, "Stop")
    assert str(load(repo).get("INT-001").status) == "IN_PROGRESS"
    Path(repo.config).write_text("mode: enforce\n")
    select(repo, "claude-code", "s3", "INT-001")
    assert write(repo, "util.py", UTIL, session_id="s3") is None
    hook(repo, "Stop", session_id="s3")
    assert str(load(repo).get("INT-001").status) == "IN_PROGRESS"


@pytest.mark.parametrize("ending", ["Stop", "UserPromptSubmit"])
def test_d4_a_cancelled_edit_holds_nobody_up(repo: Workspace, ending: str) -> None:
    """Two edits of one file at once: the second waits, and no longer than the first session does."""
    select(repo, "claude-code", "s1", "INT-001", turn_id="p1")
    select(repo, "claude-code", "s2", "INT-001", turn_id="p1")
    call = {"tool_name": "Write", "tool_input": {"file_path": "util.py", "content": UTIL}}
    assert hook(repo, "PreToolUse", tool_use_id="c1", **call) is None
    busy = hook(repo, "PreToolUse", tool_use_id="c2", session_id="s2", **call)
    assert "just being written by another session" in busy["permissionDecisionReason"]
    hook(repo, ending)  # the user pressed Escape
    assert hook(repo, "PreToolUse", tool_use_id="c3", session_id="s2", **call) is None


def test_d4_a_host_that_died_after_its_write_holds_nobody_up(repo: Workspace) -> None:
    """Who has read what it wrote may write; who has not, must read first."""
    select(repo, "claude-code", "s1", "INT-001", turn_id="p1")
    select(repo, "claude-code", "s2", "INT-001", turn_id="p1")
    text = UTIL + "\n\ndef more():\n    return 2\n"
    call = {"tool_name": "Write", "tool_input": {"file_path": "util.py", "content": text}}
    assert hook(repo, "PreToolUse", tool_use_id="c1", **call) is None
    Path(repo.root, "util.py").write_text(text)
    look = {"tool_name": "Read", "tool_input": {"file_path": "util.py"}, "tool_use_id": "c3"}
    for age, has_read, is_free in ((0, True, False), (6, False, False), (6, True, True)):
        (entry,) = Path(repo.index, "writing").iterdir()
        os.utime(entry, (time.time() - age,) * 2)
        if has_read:
            hook(repo, "PostToolUse", session_id="s2", **look, tool_response={})
        answer = hook(repo, "PreToolUse", tool_use_id="c4", session_id="s2", **call)
        assert (answer is None) == is_free, (age, has_read)
        shutil.rmtree(Path(repo.index, "seen"), ignore_errors=True)


def test_b5_a_model_that_no_start_reaches(repo: Workspace) -> None:
    """Cline's reads the protocol, and what ended its run before, with its first call."""

    def cline(event: str, **more: Any) -> dict[str, Any]:
        body = {"hookName": event, "taskId": "k1", "workspaceRoots": [repo.root], **more}
        return json.loads(run("cline", json.dumps(body).encode()).stdout)

    write = {"id": "c1", "name": "editor", "input": {"path": "util.py", "new_text": "x = 1\n"}}
    assert cline("tool_call", tool_call=write)["cancel"] is True
    cline("agent_start", taskId="k2")
    read = {"id": "c2", "name": "read_files", "input": {"path": "util.py"}}
    told = cline("tool_call", taskId="k2", tool_call=read)
    assert told["cancel"] is False
    assert "select_active_intent" in told["context"]
    assert "You must cite a valid active Intent ID." in told["context"]
    assert not cline("tool_call", taskId="k2", tool_call=read).get("context"), "once"
