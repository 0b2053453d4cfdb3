"""Every gate and after-effect, met by the real Claude Code CLI in one conversation (D1-D12, E1-E5).

The CLI, its hooks and its MCP server are real; only the model is scripted.
"""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest
from harness import Conversation, converse
from project import Project
from scripted_model import Call, Step

if TYPE_CHECKING:
    from pathlib import Path

TOTAL = "def total(items):\n    result = 0\n    for item in items:\n        result += item\n    return result\n"
REGISTRY = """\
active_intents:
- {id: INT-001, name: Prices, status: IN_PROGRESS, owned_scope: [src/**, specs/**]}
- {id: INT-002, name: Tidy, status: IN_PROGRESS, owned_scope: [src/**, specs/**], allowed_mutation: AST_REFACTOR}
- {id: INT-003, name: Careful, status: IN_PROGRESS, owned_scope: [src/**], allowed_tools: [Edit]}
- {id: INT-004, name: Late, status: IN_PROGRESS, owned_scope: ['**'], expires_at: 2020-01-01}
- {id: INT-005, name: Gone, status: IN_PROGRESS, owned_scope: ['**']}
- {id: INT-006, name: Child, status: IN_PROGRESS, owned_scope: ['**'], parent: INT-001}
"""
LIMITS = "sidecar: {version: 1, blocked_tools: [Monitor], deny_mutations: [{path_glob: 'src/gen/**', reason: generated}]}\n"
CONFIG = """\
mode: enforce
circuit_failures: 2
shared_brain: AGENT.md
quality:
- {name: tidy, command: "sed -i 's/=0$/= 0/' {files}", files: ['*.py'], formats: true}
- {name: rules, command: "! grep -n TODO {files}", files: ['*.py']}
"""
# label -> the code its call meets
CODES = {
    "unchosen": "INTENT_REQUIRED",
    "unknown": "INTENT_INVALID",
    "late": "INTENT_EXPIRED",
    "ignored": "INTENT_IGNORED",
    "outside": "PATH_OUTSIDE_WORKSPACE",
    "control": "CONTROL_PLANE_PROTECTED",
    "hooks": "CONTROL_PLANE_PROTECTED",
    "scope": "SCOPE_VIOLATION",
    "shell_scope": "SCOPE_VIOLATION",
    "denied": "MUTATION_DENIED",
    "destructive": "APPROVAL_REQUIRED",
    "open": "CIRCUIT_OPEN",
    "stale": "STALE_FILE",
    "child": "SCOPE_VIOLATION",
    "spec": "SPEC_ITERATION_REQUIRES_INTENT_EVOLUTION",
    "behaviour": "MUTATION_CLASS_MISMATCH",
    "tool": "TOOL_BLOCKED",
}


class Met(NamedTuple):
    """A repository after the conversation."""

    project: Project
    conversation: Conversation


def step(label: str, tool: str, **arguments: object) -> Step:
    return Step(label, (Call(tool, arguments),))


def select(label: str, intent: str) -> Step:
    return step(label, "mcp__tracer__select_active_intent", intent_id=intent)


def write(label: str, root: Path, path: str, text: str = "x = 1\n") -> Step:
    return step(label, "Write", file_path=str(root / path), content=text)


def bash(label: str, command: str) -> Step:
    return step(label, "Bash", command=command, description="run it")


def edit(label: str, root: Path, before: str, after: str) -> Step:
    return step(
        label, "Edit", file_path=str(root / "src/a.py"), old_string=before, new_string=after
    )


def _changes(path: Path) -> None:
    """A person's edit while the model thinks."""
    path.write_text("b = 2\n")


def script(root: Path) -> list[Step]:
    """One turn a gate; what must pass stands between."""
    person = root / "src/b.py"
    return [
        write("unchosen", root, "src/a.py"),
        select("unknown", "INT-404"),
        select("late", "INT-004"),
        select("ignored", "INT-005"),
        select("one", "INT-001"),
        write("made", root, "src/a.py", TOTAL.replace("result = 0", "result =0")),
        write("todo", root, "src/todo.py", "x = 1  # TODO\n"),
        write("outside", root, "../outside.py"),
        write("control", root, ".orchestration/config.yaml", "mode: observe\n"),
        write("hooks", root, ".claude/settings.local.json", "{}\n"),
        write("scope", root, "docs/x.md"),
        bash("shell_scope", "echo x > docs/x.md"),
        write("denied", root, "src/gen/a.py"),
        bash("destructive", "git reset --hard HEAD"),
        bash("fails", "ls /no/such/place; false > src/log.txt"),
        bash("again", "ls /no/such/place; false > src/log.txt"),
        bash("open", "ls /no/such/place; false > src/log.txt"),
        write("own", root, "src/c.py"),
        Step("seen", (Call("Read", {"file_path": str(person)}),)),
        Step("stale", (Call("Write", {"file_path": str(person), "content": "mine = 1\n"}),), lambda: _changes(person)),
        select("six", "INT-006"),
        write("child", root, "docs/y.md"),
        select("two", "INT-002"),
        write("spec", root, "specs/001-login/spec.md", "# Login\n"),
        edit("renamed", root, "for item in items:\n        result += item", "for each in items:\n        result += each"),
        edit("behaviour", root, "result += each", "result -= each"),
        select("three", "INT-003"),
        write("tool", root, "src/e.py"),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def met(tmp_path_factory: pytest.TempPathFactory) -> Met:
    """The conversation, held once."""
    project = Project(tmp_path_factory.mktemp("gates"))
    project.git("init", "-q", "-b", "main")
    project.commit({"README.md": "# Shop\n", "src/b.py": "b = 1\n", "docs/.keep": ""}, "Begin")
    project.tracer("init", "--agent", "claude-code", "--mode", "enforce")
    for name, text in (
        ("config.yaml", CONFIG), ("active_intents.yaml", REGISTRY), ("constraints.sidecar.yaml", LIMITS),
    ):  # fmt: skip
        project.write(f".orchestration/{name}", text)
    project.write(".intentignore", "INT-005\n")
    conversation = converse(project.root, project.home, "Meet every gate", script(project.root))
    assert conversation.exit_code == 0, conversation.stderr
    return Met(project, conversation)


@pytest.mark.parametrize("label", list(CODES))
def test_the_code_reaches_the_model(met: Met, label: str) -> None:
    """D1: Each refusal, as the one object the model can act on, and on record."""
    said = met.conversation.model.result(label)
    if label == "stale":  # the CLI has a check of its own, before its hooks
        assert "modified since read" in said
        return
    assert f'"error_code": "{CODES[label]}"' in said, said
    if label == "destructive":  # its user is asked; nobody is there, so the CLI says no
        (asked,) = [r for r in met.project.records() if r["event"] == "approval"]
        assert asked["approval"]["answer"] == "pending"
        return
    recorded = [
        r["refusal"]["error_code"] for r in met.project.records() if r["event"] == "refusal"
    ]
    assert CODES[label] in recorded


@pytest.mark.parametrize(
    "path", ["src/gen/a.py", "docs/x.md", "docs/y.md", "specs/001-login/spec.md", "src/e.py", ".claude/settings.local.json"]
)  # fmt: skip
def test_nothing_refused_is_there(met: Met, path: str) -> None:
    """A refusal is not advice."""
    assert not (met.project.root / path).exists()


def test_what_may_run_ran(met: Met) -> None:
    """Between the refusals the work goes on, under its intent."""
    text = (met.project.root / "src/a.py").read_text()
    assert "for each in items:\n        result += each" in text
    made = {
        (r["tool"]["name"], r["files"][0]["relative_path"]): r
        for r in met.project.records() if r["event"] == "mutation"
    }  # fmt: skip
    assert made["claude-code", "src/a.py"]["mutation_class"] == "AST_REFACTOR"
    assert made["claude-code", "src/a.py"]["intent_id"] == "INT-002"
    assert ("claude-code", "src/c.py") in made


def test_the_formatter_s_edit_is_its_own(met: Met) -> None:
    """E5: the blank it put in is recorded under its name."""
    own = [r for r in met.project.records() if (r.get("tool") or {}).get("tool") == "tidy"]
    assert [r["files"][0]["relative_path"] for r in own if r["event"] == "mutation"] == ["src/a.py"]
    assert "result = 0\n" in (met.project.root / "src/a.py").read_text()


def test_a_failed_check_is_told_and_learned(met: Met) -> None:
    """E4, E5: the model reads the failure, the shared brain keeps the lesson."""
    told = json.dumps(met.conversation.model.requests[-1])
    assert "rules" in told
    assert "TODO" in told
    assert "rules failed" in (met.project.root / "AGENT.md").read_text()


def test_the_readable_ledger(met: Met) -> None:
    """E3: a line for each decision."""
    text = (met.project.root / ".orchestration/governance_ledger.md").read_text()
    for code in set(CODES.values()) - {"STALE_FILE", "APPROVAL_REQUIRED"}:
        assert f"status=DENIED event=refusal code={code}" in text
    assert "status=OK event=mutation tool=Edit intent=INT-002 class=AST_REFACTOR" in text
    assert "status=FAILED event=quality" in text
    assert met.project.report("verify")["ok"] is True
