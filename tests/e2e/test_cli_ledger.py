"""The commands on a repository an agent works in, all through the installed `tracer`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import contract
import pytest

if TYPE_CHECKING:
    from project import Project

SOURCE = '''\
"""Prices."""


def net(price):
    """Price without tax."""
    return price / 1.19


def gross(price):
    """Price with tax."""
    return price * 1.19
'''
GROSS = SOURCE.partition("def gross")[1] + SOURCE.partition("def gross")[2]


class Agent:
    """A session of some tool that speaks the generic dialect."""

    def __init__(self, project: Project, session: str = "s1") -> None:
        self.project = project
        self.session = session
        self.calls = 0

    def event(self, phase: str, **fields: Any) -> dict[str, Any]:
        event = {
            "schema": "tracer.event/1",
            "phase": phase,
            "agent": "acme",
            "session_id": self.session,
            "call_id": f"{self.session}-{self.calls}",
            "cwd": str(self.project.root),
            "contributor": {"entity_type": "AI", "model_identifier": "acme-1"},
            **fields,
        }
        done = self.project.hook("generic", json.dumps(event).encode())
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    def select(self, intent: str) -> dict[str, Any]:
        return self.event("post", kind="mcp", tool="select_active_intent", intent_id=intent)

    def write(self, files: dict[str, str | None]) -> dict[str, Any]:
        """One call that writes (or deletes) several files; the answer of the hook that said no,
        or of the one after."""
        self.calls += 1
        targets = [
            {"path": path, "op": "delete" if text is None else "edit", "after": text}
            for path, text in files.items()
        ]
        answer = self.event("pre", kind="file_edit", targets=targets)
        if answer["decision"] == "deny":
            return answer
        for path, text in files.items():
            if text is None:
                (self.project.root / path).unlink()
            else:
                self.project.write(path, text)
        return self.event("post", kind="file_edit", targets=targets)


@pytest.fixture
def agent(project: Project) -> Agent:
    """An agent in an enforcing workspace with two intents."""
    project.tracer("init", "--mode", "enforce")
    scope = ("--scope", "shop/**")
    project.tracer("intent", "add", "INT-001", "--name", "Prices", *scope)
    project.tracer("intent", "add", "INT-002", "--name", "Tidy", *scope)
    return Agent(project)


def by_line(document: dict[str, Any]) -> dict[int, tuple[str | None, str]]:
    return {row["line"]: (row["origin"]["intent_id"], row["method"]) for row in document["lines"]}


def test_the_main_job(agent: Agent) -> None:
    """Refused, selected, written, moved, edited by a person: every line has its true origin."""
    project = agent.project
    refused = agent.write({"shop/prices.py": SOURCE})
    assert refused["error"]["error_code"] == "INTENT_REQUIRED"
    assert refused["error"]["message"] == "You must cite a valid active Intent ID."
    assert not (project.root / "shop/prices.py").exists()

    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    document = contract.check(project.report("blame", "shop/prices.py"), contract.BLAME)
    assert set(by_line(document).values()) == {("INT-001", "observed")}
    assert document["lines"][0]["origin"]["contributor"]["model_identifier"] == "acme-1"

    agent.select("INT-002")
    rest = SOURCE.partition("\n\n\ndef gross")[0] + "\n"
    agent.write({"shop/prices.py": rest, "shop/tax.py": f'"""Tax."""\n\n\n{GROSS}'})
    document = contract.check(project.report("blame", "shop/tax.py"), contract.BLAME)
    lines = by_line(document)
    assert lines[1] == ("INT-002", "observed")
    assert {lines[n] for n in (4, 5, 6)} == {("INT-001", "carried")}
    assert document["lines"][3]["origin"]["path"] == "shop/prices.py"
    assert document["lines"][3]["last"]["rule"] == "move_definition"

    text = (project.root / "shop/tax.py").read_text()
    project.write("shop/tax.py", text + "\n\nRATE = 19\n")
    pending = by_line(project.report("blame", "shop/tax.py"))
    assert pending[9] == (None, "reconciled")
    assert pending[4] == ("INT-001", "carried")

    stale = agent.write({"shop/tax.py": text + "\n\nRATE = 19\nLOW = 7\n"})
    assert stale["error"]["error_code"] == "STALE_FILE"
    agent.event("post", kind="read", targets=[{"path": "shop/tax.py"}])
    agent.write({"shop/tax.py": text + "\n\nRATE = 19\nLOW = 7\n"})
    lines = by_line(project.report("blame", "shop/tax.py"))
    assert lines[9] == (None, "reconciled")
    assert lines[10] == ("INT-002", "observed")

    refused = agent.write({"ops/run.sh": "true\n"})
    assert refused["error"]["message"] == (
        "Scope Violation: INT-002 is not authorized to edit ops/run.sh. Request scope expansion."
    )
    verified = contract.check(project.report("verify"), contract.VERIFY)
    assert verified["ok"] is True


def test_blame_by_intent_follows_the_code(agent: Agent) -> None:
    """Ranges name their definitions wherever these are now; deleted ones are listed."""
    project = agent.project
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    agent.select("INT-002")
    agent.write({"shop/prices.py": None, "shop/tax.py": GROSS})
    document = contract.check(
        project.report("blame-by-intent", "INT-001"), contract.BLAME_BY_INTENT
    )
    assert document["intent"]["status"] == "IN_PROGRESS"
    assert [(r["path"], r["element"], r["method"]) for r in document["ranges"]] == [
        ("shop/tax.py", "gross", "carried")
    ]
    assert [(d["path"], d["element"]) for d in document["deleted"]] == [("shop/prices.py", "net")]
    assert "gross" in project.tracer("blame-by-intent", "INT-001")


def test_blame_by_intent_before_anything_is_recorded(agent: Agent) -> None:
    """Code a person moves in an editor is found before any hook has seen it."""
    project = agent.project
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    project.write("shop/prices.py", SOURCE.partition("\n\n\ndef gross")[0] + "\n")
    project.write("shop/tax.py", GROSS)
    document = project.report("blame-by-intent", "INT-001")
    assert {(r["path"], r["element"]) for r in document["ranges"]} == {
        ("shop/prices.py", None),
        ("shop/prices.py", "net"),
        ("shop/tax.py", "gross"),
    }


def test_log_joins_ledger_and_history(agent: Agent) -> None:
    """A function written by a person, changed by an agent, moved by another call."""
    project = agent.project
    first = project.commit({"shop/prices.py": SOURCE}, "Add prices")
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE.replace("price * 1.19", "price * 1.2")})
    agent.select("INT-002")
    rest = SOURCE.partition("\n\n\ndef gross")[0] + "\n"
    agent.write({"shop/prices.py": rest, "shop/tax.py": GROSS.replace("* 1.19", "* 1.2")})
    document = contract.check(project.report("log", "-L", ":gross:shop/tax.py"), contract.LOG)
    kinds = [(change["kinds"], change.get("intent_id")) for change in document["changes"]]
    assert kinds == [(["moved"], "INT-002"), (["body"], "INT-001"), (["introduced"], None)]
    assert document["changes"][-1]["revision"] == first


def test_blame_goes_on_from_commits_to_the_ledger(agent: Agent) -> None:
    """A commit no hook saw is credited to its author; what it left alone, to the ledger."""
    project = agent.project
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    project.git("add", "-A")
    project.git("commit", "-qm", "The agent's work")
    later = project.commit({"shop/prices.py": SOURCE + "\n\nRATE = 19\n"}, "By hand")
    document = contract.check(project.report("blame", "shop/prices.py"), contract.BLAME)
    lines = {row["line"]: row for row in document["lines"]}
    assert lines[14]["origin"]["id"] == later
    assert lines[14]["origin"]["contributor"]["name"] == "Pat Person"
    assert (lines[4]["origin"]["kind"], lines[4]["origin"]["intent_id"]) == ("record", "INT-001")


def test_blame_fills_baselines_from_history(agent: Agent) -> None:
    """Lines older than the ledger belong to the commits that wrote them."""
    project = agent.project
    first = project.commit({"shop/prices.py": SOURCE}, "Add prices")
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE + "\n\nRATE = 19\n"})
    document = contract.check(project.report("blame", "shop/prices.py"), contract.BLAME)
    lines = {row["line"]: row for row in document["lines"]}
    assert (lines[4]["origin"]["id"], lines[4]["origin"]["kind"]) == (first, "commit")
    assert lines[4]["method"] == "inferred"
    assert lines[14]["origin"]["intent_id"] == "INT-001"


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda lines: [lines[0].replace(b"INT-001", b"INT-007"), *lines[1:]], "edited"),
        (lambda lines: [lines[0], *lines[2:]], "deleted"),
        (lambda lines: [*lines, b"{not json\n"], "malformed"),
    ],
)
def test_verify_names_the_damage(agent: Agent, damage, problem: str) -> None:
    """A ledger that was touched is 4, with the line and the kind of damage."""
    project = agent.project
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    lines = project.ledger_path.read_bytes().splitlines(keepends=True)
    damaged = damage(lines)
    assert damaged != lines
    project.ledger_path.write_bytes(b"".join(damaged))
    done = project.run("tracer", "verify", "--json")
    document = contract.check(json.loads(done.stdout), contract.VERIFY)
    assert (done.returncode, document["ok"]) == (4, False)
    assert problem in {entry["problem"] for entry in document["problems"]}
    plain = project.run("tracer", "verify")
    assert (plain.returncode, plain.stdout[:4]) == (4, b"FAIL")


def test_intents_live_by_commands(project: Project) -> None:
    """Add, list, show, select, complete; a finished intent is refused with 5."""
    project.tracer("init")
    project.tracer(
        "intent", "add", "INT-009", "--name", "Tax", "--scope", "shop/**", "--constraint", "Exact",
        "--criterion", "Tests pass", "--spec", "ticket=42", "--spec", "REQ-7", "--status",
        "IN_PROGRESS",
    )  # fmt: skip
    listed = project.report("intent", "list")
    assert [entry["id"] for entry in listed["active_intents"]] == ["INT-009"]
    shown = project.report("intent", "show", "INT-009")
    assert shown["related_specs"] == [
        {"type": "ticket", "value": "42"},
        {"type": "specification", "value": "REQ-7"},
    ]
    context = project.tracer("intent", "select", "INT-009")
    assert context.startswith("<intent_context>")
    assert "Exact" in context
    assert "INT-009" in project.tracer("prompt")
    project.tracer("intent", "complete", "INT-009")
    assert project.report("intent", "show", "INT-009")["status"] == "COMPLETED"
    done = project.run("tracer", "intent", "select", "INT-009", "--json")
    assert done.returncode == 5
    assert json.loads(done.stdout)["error"]["message"] == "You must cite a valid active Intent ID."
    actions = [
        record["lifecycle"]["action"]
        for record in project.records()
        if record["event"] == "intent_lifecycle"
    ]
    assert actions == ["created", "completed"]


def test_select_for_a_session(project: Project) -> None:
    """Where no hook can see the command, the session is named and the checkout made."""
    project.tracer("init", "--mode", "enforce")
    project.tracer("intent", "add", "INT-001", "--scope", "shop/**")
    project.tracer("intent", "select", "INT-001", "--agent", "acme", "--session", "s1")
    answer = Agent(project).write({"shop/a.py": "x = 1\n"})
    assert answer["record"]
    assert project.run("tracer", "intent", "select", "INT-001", "--agent", "acme").returncode == 2


def test_init_and_uninit_leave_no_trace(project: Project) -> None:
    """What init wrote, uninit takes back byte for byte; the person's settings stay."""
    settings = '{\n  "model": "x",\n  "hooks": {}\n}\n'
    project.write(".claude/settings.json", settings)
    first = project.report("init", "--agent", "claude-code")
    assert {entry["path"] for entry in first["files"]} >= {".claude/settings.json", ".mcp.json"}
    assert "tracer hook" in (project.root / ".claude/settings.json").read_text()
    again = project.report("init", "--agent", "claude-code")
    assert {entry["action"] for entry in again["files"]} == {"kept"}
    project.tracer("uninit")
    assert (project.root / ".claude/settings.json").read_text() == settings
    assert project.git("status", "--porcelain", "-uall").split() == ["??", ".claude/settings.json"]


def test_init_refuses_an_unknown_agent(project: Project) -> None:
    """Nothing is written when the name is wrong."""
    done = project.run("tracer", "init", "--agent", "nobody")
    assert done.returncode == 2
    assert b"claude-code" in done.stderr
    assert not (project.root / ".orchestration").exists()


def test_doctor_finds_what_is_missing(project: Project) -> None:
    """Warnings before init, none about the connection after; a broken registry fails."""
    before = {check["name"]: check for check in project.report("doctor")["checks"]}
    assert before["sidecar"]["status"] == "warn"
    assert before["agent claude-code"]["status"] == "warn"
    assert before["hook"]["detail"].startswith("answers in")
    project.tracer("init", "--agent", "claude-code")
    after = project.report("doctor")
    assert after["ok"] is True
    connected = {check["name"]: check["status"] for check in after["checks"]}
    assert connected["agent claude-code"] == "ok"
    assert connected["command"] == "ok"
    assert connected["git hooks"] == "ok"
    hook = project.root / ".git" / "hooks" / "pre-push"
    hook.write_text("#!/bin/sh\nexit 0\n" + hook.read_text())
    behind = {check["name"]: check["detail"] for check in project.report("doctor")["checks"]}
    assert behind["git hooks"] == "without tracer: pre-push"
    project.write(".orchestration/active_intents.yaml", "active_intents: 3\n")
    done = project.run("tracer", "doctor")
    assert done.returncode == 1
    assert b"FAIL  intents" in done.stdout


def test_index_is_derived(agent: Agent) -> None:
    """Deleting the index loses nothing; `tracer index` builds it anew."""
    project = agent.project
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    before = project.report("blame", "shop/prices.py")
    for file in (project.root / ".orchestration/.index").glob("index.sqlite3*"):
        file.unlink()
    assert project.report("index")["intents"] == ["INT-001", "INT-002"]
    assert project.report("blame", "shop/prices.py") == before
