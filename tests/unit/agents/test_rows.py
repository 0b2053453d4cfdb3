"""Rows that only a whole session shows: what is on record (E1), the map (E2), the stages (B4)."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from agent_session import repository

import tracer.ledger
from tracer.agents.asking import decided, request_scope
from tracer.agents.run import run
from tracer.intents import select, session
from tracer.intents.approvals import Answer
from tracer.ledger import read, verify
from tracer.queries.intent_map import NAME

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

SCHEMA = json.loads(
    Path(tracer.ledger.__file__).with_name("schema").joinpath("record-1.json").read_text("utf-8")
)
REGISTRY = """\
active_intents:
- {id: INT-001, name: Billing, owned_scope: [src/**], related_specs: [{type: specification, value: REQ-7}]}
"""
BILL = "class Invoice:\n    def total(self):\n        return 1\n"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A repository in `enforce` with one pending intent."""
    files = {
        "src/a.py": "a = 1\n",
        ".orchestration/config.yaml": "mode: enforce\nscratch: []\n",
        ".orchestration/active_intents.yaml": REGISTRY,
    }
    workspace = repository(tmp_path / "repo", files)
    monkeypatch.chdir(workspace.root)
    return workspace


def event(workspace: Workspace, phase: str, kind: str, **more: Any) -> dict[str, Any]:
    body = {
        "schema": "tracer.event/1", "phase": phase, "kind": kind, "agent": "acme", "session_id": "s1",
        "turn_id": "3", "call_id": "c1", "cwd": workspace.root, "model": "acme-1", **more,
    }  # fmt: skip
    answer: dict[str, Any] = json.loads(run("generic", json.dumps(body).encode()).stdout)
    return answer


def write(workspace: Workspace, texts: dict[str, str | None], **more: Any) -> dict[str, Any]:
    """One call that writes (or, for None, deletes) files, with its pre-hook and its post-hook."""
    targets = [
        {"path": path, "op": "delete"}
        if text is None
        else {"path": path, "op": "create", "after": text}
        for path, text in texts.items()
    ]
    answer = event(workspace, "pre", "file_edit", targets=targets, **more)
    if answer["decision"] == "deny":
        return answer
    for path, text in texts.items():
        place = Path(workspace.root, path)
        place.unlink() if text is None else place.write_text(text)
    return event(workspace, "post", "file_edit", targets=targets, **more)


def records(workspace: Workspace) -> list[dict[str, Any]]:
    assert verify(workspace).ok
    return [record for _, record in read(workspace) if isinstance(record, dict)]


def test_e1_what_leaves_a_record_and_what_is_in_it(repo: Workspace) -> None:
    """E1: mutation (two files: one record), declaration, lifecycle, refusal; valid, and complete."""
    assert write(repo, {"src/b.py": "b = 1\n"})["error"]["error_code"] == "INTENT_REQUIRED"
    select_it = {"tool": "select_active_intent", "intent_id": "INT-001"}
    event(repo, "post", "mcp", **select_it)
    write(
        repo,
        {"src/a.py": "a = 2\n", "src/bill.py": BILL},
        call_id="c2",
        mutation_class="INTENT_EVOLUTION",
    )
    write(repo, {"docs/x.md": "x\n"}, call_id="c3")
    event(repo, "pre", "read", targets=[{"path": "src/a.py", "op": "edit"}], call_id="c4")
    found = records(repo)
    assert [record["event"] for record in found] == [
        "refusal", "intent_lifecycle", "intent_select", "mutation", "refusal",
    ]  # fmt: skip
    for record in found:
        jsonschema.validate(record, SCHEMA)
        assert record["contributor"] == {"entity_type": "AI", "model_identifier": "acme-1"}
        assert record["vcs"]["revision_id"]
        assert record["integrity"]["record_hash"].startswith("sha256:")
    assert [record["intent_id"] for record in found] == [None, *["INT-001"] * 4]
    made = found[3]
    assert (made["mutation_class"], made["declared_class"]) == ("INTENT_EVOLUTION",) * 2
    assert [file["relative_path"] for file in made["files"]] == ["src/a.py", "src/bill.py"]
    for file in made["files"]:
        assert file["after"].startswith("sha256:")
        assert file["ast_fingerprint"]["summary_hash"].startswith("xxh3:")
        (conversation,) = file["conversations"]
        assert {"type": "specification", "value": "REQ-7"} in conversation["related"]
        assert all(r["content_hash"].startswith("sha256:") for r in conversation["ranges"])


def test_e2_the_map_follows_evolution_and_scope(repo: Workspace) -> None:
    """E2: kind, name, fingerprint and lines at the end of the task; the new scope once it is given."""
    page = Path(repo.sidecar, NAME)
    select(repo, "acme", "s1", "INT-001")
    write(repo, {"src/bill.py": BILL})
    event(repo, "stop", "other")
    text = page.read_text("utf-8")
    assert "## INT-001: Billing" in text
    assert "scope `src/**`" in text
    (row,) = [line for line in text.splitlines() if "`Invoice.total`" in line]
    assert row.startswith("| `src/bill.py` | function `Invoice.total` | 2-3 | `xxh3:")
    select(repo, "acme", "s1", "INT-001")
    write(repo, {"src/bill.py": f'"""Bills."""\n\n\n{BILL}'}, call_id="c2")
    event(repo, "stop", "other")
    assert "function `Invoice.total` | 5-6 |" in page.read_text("utf-8")
    made = request_scope(repo, "INT-001", ["docs/**"], "why", agent="acme", session="s1")
    assert "`docs/**`" not in page.read_text("utf-8")
    decided(repo, made.id, Answer.APPROVED, by="ann", note=None)
    assert "scope `src/**` `docs/**`" in page.read_text("utf-8")


def test_b4_the_two_stages_are_on_disk(repo: Workspace) -> None:
    """B4: each session its own file; `execution_authorized` from the checkout to the task's end."""

    def stages() -> list[str]:
        files = Path(repo.index, "sessions").glob("*.json")
        return sorted(json.loads(file.read_text())["stage"] for file in files)

    event(repo, "session_start", "other")
    assert stages() == ["checkout_required"]
    event(repo, "session_start", "other", session_id="s2")
    select(repo, "acme", "s1", "INT-001")
    assert stages() == ["checkout_required", "execution_authorized"]
    assert session.read(repo, "acme", "s2").stage == "checkout_required"
    event(repo, "stop", "other")
    assert stages() == ["checkout_required"] * 2


def test_b1_what_mutates_needs_the_intent_and_what_reads_does_not(repo: Workspace) -> None:
    """B1: read, listing, search; against write, edit, patch, delete, move and a destructive command."""
    target = [{"path": "src/a.py", "op": "edit"}]
    for kind, more in (("read", {"targets": target}), ("shell", {"command": "ls src | head"}), ("shell", {"command": "rg -n a src"})):  # fmt: skip
        assert event(repo, "pre", kind, **more)["decision"] == "none", more
    for kind, more in (
        ("file_edit", {"targets": [{"path": "src/n.py", "op": "create", "after": "n\n"}]}),
        ("file_edit", {"targets": target}),
        ("delete", {"targets": [{"path": "src/a.py", "op": "delete"}]}),
        ("move", {"targets": [{"path": "src/a.py", "op": "move", "move_to": "src/m.py"}]}),
        ("shell", {"command": "apply_patch <<'X'\n*** Begin Patch\n*** Delete File: src/a.py\n*** End Patch\nX"}),
        ("shell", {"command": "git reset --hard"}),
        ("other", {"tool": "BrandNew"}),
    ):  # fmt: skip
        answer = event(repo, "pre", kind, **more)
        assert (answer["decision"], answer["error"]["error_code"]) == ("deny", "INTENT_REQUIRED"), (
            more
        )
        assert answer["error"]["message"] == "You must cite a valid active Intent ID."


def test_b6_what_a_call_does_not_say(repo: Workspace) -> None:
    """B6: no `intent_id` is the session's intent; no `mutation_class` declares nothing, and is measured."""
    select(repo, "acme", "s1", "INT-001")
    write(repo, {"src/bill.py": BILL})
    write(repo, {"src/bill.py": BILL.replace("return 1", "return (1)")}, call_id="c2")
    write(
        repo,
        {"src/bill.py": BILL.replace("return 1", "return 2")},
        call_id="c3",
        mutation_class="AST_REFACTOR",
    )
    made = [record for record in records(repo) if record["event"] in ("mutation", "refusal")]
    assert {record["intent_id"] for record in made} == {"INT-001"}
    assert "declared_class" not in made[0]
    assert "declared_class" not in made[1]
    assert [record.get("mutation_class") for record in made] == [
        "INTENT_EVOLUTION",
        "AST_REFACTOR",
        None,
    ]
    assert made[2]["refusal"]["error_code"] == "MUTATION_CLASS_MISMATCH"
