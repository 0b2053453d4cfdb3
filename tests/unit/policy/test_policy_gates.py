"""The gates: which refusal a call meets, in which order, and what always passes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tracer.intents import Intent, Registry, SessionState, Status, select
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.policy import Config, Guard, Mode, check, decide, review

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

CITE = "You must cite a valid active Intent ID."
GUARD = Guard(protected=(".agent/settings.json", ".agent/hooks/"))
ONE = Intent("INT-001", "One", Status.IN_PROGRESS, ("src/**", "!src/old/**"))
LATE = Intent("INT-002", "Late", Status.IN_PROGRESS, ("**",), expires_at="2020-01-01")
DONE = Intent("INT-003", "Done", Status.COMPLETED, ("**",))
REGISTRY = Registry(1, (ONE, LATE, DONE))


def event(workspace: Workspace, *paths: str, **more: Any) -> Event:
    """An edit of the paths, about to happen."""
    fields: dict[str, Any] = {
        "phase": Phase.PRE,
        "kind": ActionKind.FILE_EDIT,
        "agent": "acme",
        "session_id": "s1",
        "cwd": workspace.root,
        "targets": tuple(Target(path, "edit") for path in paths),
    }
    return Event(**(fields | more))


def refused(
    workspace: Workspace,
    call: Event,
    *,
    intent: str | None = "INT-001",
    registry: Registry = REGISTRY,
    config: Config | None = None,
) -> str | None:
    """The error code the call meets in a session that checked `intent` out."""
    session = SessionState("acme", "s1", intent_id=intent)
    config = config or Config(Mode.ENFORCE, scratch=())
    decision = decide(workspace, call, registry, session, config, guard=GUARD)
    assert (decision.decision in {"deny", "ask"}) == (decision.refusal is not None)
    return decision.refusal.error_code if decision.refusal else None


@pytest.mark.parametrize(
    ("paths", "intent", "code"),
    [
        (["src/a.py"], "INT-001", None),
        (["src/new/deep/a.py"], "INT-001", None),
        (["./src/../src/a.py"], "INT-001", None),
        (["docs/x.md"], "INT-001", "SCOPE_VIOLATION"),
        (["src/old/a.py"], "INT-001", "SCOPE_VIOLATION"),
        (["src/a.py", "docs/x.md"], "INT-001", "SCOPE_VIOLATION"),
        (["src/../docs/x.md"], "INT-001", "SCOPE_VIOLATION"),
        (["../x.md"], "INT-001", "PATH_OUTSIDE_WORKSPACE"),
        (["/etc/passwd"], "INT-001", "PATH_OUTSIDE_WORKSPACE"),
        (["~/.profile"], "INT-001", "PATH_OUTSIDE_WORKSPACE"),
        (["src/a\0.py"], "INT-001", "PATH_OUTSIDE_WORKSPACE"),
        (["."], "INT-001", "SCOPE_VIOLATION"),
        ([".orchestration/active_intents.yaml"], "INT-001", "CONTROL_PLANE_PROTECTED"),
        ([".Orchestration/config.yaml"], "INT-001", "CONTROL_PLANE_PROTECTED"),
        (["sub/.orchestration/config.yaml"], "INT-001", "CONTROL_PLANE_PROTECTED"),
        ([".agent/settings.json"], "INT-001", "CONTROL_PLANE_PROTECTED"),
        (["sub/.agent/SETTINGS.json"], "INT-001", "CONTROL_PLANE_PROTECTED"),
        ([".agent/hooks/run.sh"], "INT-001", "CONTROL_PLANE_PROTECTED"),
        (["src/orchestration/x"], "INT-001", None),
        (["src/settings.json"], "INT-001", None),
        (["src/a.py"], None, "INTENT_REQUIRED"),
        (["src/a.py"], "INT-404", "INTENT_INVALID"),
        (["src/a.py"], "INT-003", "INTENT_INVALID"),
        (["src/a.py"], "INT-002", "INTENT_EXPIRED"),
        # the order: path, control plane, intent, expiry, scope
        (["/etc/passwd", ".orchestration/x"], None, "PATH_OUTSIDE_WORKSPACE"),
        ([".orchestration/x"], None, "CONTROL_PLANE_PROTECTED"),
        (["docs/x.md"], None, "INTENT_REQUIRED"),
        (["docs/x.md"], "INT-002", "INTENT_EXPIRED"),
    ],
)
def test_edits(workspace: Workspace, paths: list[str], intent: str | None, code: str) -> None:
    """Each path and intent meets exactly this gate first."""
    assert refused(workspace, event(workspace, *paths), intent=intent) == code


def test_scope_violation_has_the_fixed_message(workspace: Workspace) -> None:
    """The wording of REQUIREMENTS D2, with intent and path."""
    session = SessionState("acme", "s1", intent_id="INT-001")
    call = event(workspace, "docs/x.md")
    decision = decide(workspace, call, REGISTRY, session, Config(Mode.ENFORCE))
    refusal = decision.refusal
    assert refusal is not None
    assert refusal.message == (
        "Scope Violation: INT-001 is not authorized to edit docs/x.md. Request scope expansion."
    )
    assert refusal.required_action == "Request scope expansion or choose a valid intent"
    assert (refusal.intent_id, refusal.path) == ("INT-001", "docs/x.md")
    assert refusal.recoverable


@pytest.mark.parametrize("intent", [None, "INT-404", "INT-003", "INT-002"])
def test_every_refusal_about_the_intent_has_the_fixed_message(
    workspace: Workspace, intent: str | None
) -> None:
    """D1: REQUIREMENTS B3; what to do differs, and the path of the call is named."""
    session = SessionState("acme", "s1", intent_id=intent)
    call = event(workspace, "src/a.py")
    refusal = decide(workspace, call, REGISTRY, session, Config(Mode.ENFORCE)).refusal
    assert refusal is not None
    assert refusal.message == CITE
    assert "INT-001 (One)" in refusal.required_action
    assert refusal.path == "src/a.py"


def test_citing_is_not_checking_out(workspace: Workspace) -> None:
    """A call that names a valid intent its session has not selected must select it first."""
    call = event(workspace, "src/a.py", intent_id="INT-001")
    assert refused(workspace, call, intent=None) == "CHECKOUT_REQUIRED"
    assert refused(workspace, call, intent="INT-002") == "CHECKOUT_REQUIRED"
    assert refused(workspace, call, intent="INT-001") is None


def test_observe_refuses_nothing_and_says_what_it_would(workspace: Workspace) -> None:
    """The decision is no opinion, never an allowance, with the refusal attached."""
    session = SessionState("acme", "s1")
    decision = decide(workspace, event(workspace, "src/a.py"), REGISTRY, session, Config())
    assert decision.decision == "none"
    assert decision.refusal is not None
    assert decision.refusal.error_code == "INTENT_REQUIRED"


def test_a_link_cannot_smuggle_a_path_out(workspace: Workspace, tmp_path: Path) -> None:
    """D3: What is behind a link counts where it really is; a removed link does not."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "f.py").write_text("")
    source = Path(workspace.root, "src")
    source.mkdir()
    (source / "dir").symlink_to(outside)
    (source / "file.py").symlink_to(outside / "f.py")
    (source / "inner.py").symlink_to(Path(workspace.root, ".orchestration", "config.yaml"))
    outside_code = "PATH_OUTSIDE_WORKSPACE"
    assert refused(workspace, event(workspace, "src/dir/f.py")) == outside_code
    assert refused(workspace, event(workspace, "src/file.py")) == outside_code
    assert refused(workspace, event(workspace, "src/inner.py")) == "CONTROL_PLANE_PROTECTED"
    away = event(workspace, targets=(Target("src/file.py", "delete"),), kind=ActionKind.DELETE)
    assert refused(workspace, away) is None
    away = event(workspace, targets=(Target("src/dir/f.py", "delete"),), kind=ActionKind.DELETE)
    assert refused(workspace, away) == outside_code


def test_both_ends_of_a_move_count(workspace: Workspace) -> None:
    """Neither from nor to outside the scope."""
    for source, end in (("src/a.py", "docs/a.py"), ("docs/a.py", "src/a.py")):
        target = Target(source, "move", move_to=end)
        call = event(workspace, targets=(target,), kind=ActionKind.MOVE)
        assert refused(workspace, call) == "SCOPE_VIOLATION"


@pytest.mark.parametrize(
    ("kind", "more", "code"),
    [
        (ActionKind.READ, {}, None),
        (ActionKind.MCP, {"tool": "select_active_intent"}, None),
        (ActionKind.MCP, {"tool": "mcp__files__write"}, "INTENT_REQUIRED"),
        (ActionKind.OTHER, {"tool": "BrandNew"}, "INTENT_REQUIRED"),
        (ActionKind.SHELL, {"command": "ls -la"}, None),
        (ActionKind.SHELL, {"command": "git log | head"}, None),
        (ActionKind.SHELL, {"command": "make"}, "INTENT_REQUIRED"),
        (ActionKind.SHELL, {"command": "git commit -m x"}, "INTENT_REQUIRED"),
        (ActionKind.SHELL, {"command": ""}, "INTENT_REQUIRED"),
        (ActionKind.SHELL, {"command": "tracer intent select INT-001"}, None),
    ],
)
def test_what_needs_an_intent(
    workspace: Workspace, kind: ActionKind, more: dict[str, Any], code: str | None
) -> None:
    """Reads, listings and the handshake pass without; everything else may change something."""
    call = event(workspace, kind=kind, **more)
    assert refused(workspace, call, intent=None) == code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("sed -i s/a/b/ src/a.py", None),
        ("sed -i s/a/b/ docs/a.md", "SCOPE_VIOLATION"),
        ("cat src/a.py > docs/a.md", "SCOPE_VIOLATION"),
        ("mv src/a.py docs/", "SCOPE_VIOLATION"),
        ("cd docs && touch x.md", "SCOPE_VIOLATION"),
        ("touch docs/x.md; make", "SCOPE_VIOLATION"),
        ("echo hi > ../x", "PATH_OUTSIDE_WORKSPACE"),
        ("rm -rf src", "APPROVAL_REQUIRED"),
        ("rm -rf src/build", None),
        ("rm -rf .", "CONTROL_PLANE_PROTECTED"),
        ("rm -rf .agent", "CONTROL_PLANE_PROTECTED"),
        ("mv .orchestration x", "CONTROL_PLANE_PROTECTED"),
        ("echo x >> .orchestration/active_intents.yaml", "CONTROL_PLANE_PROTECTED"),
        ("python3 -c \"open('.orchestration/config.yaml', 'w')\"", "CONTROL_PLANE_PROTECTED"),
        ("cat .orchestration/config.yaml", None),
        ("git add .orchestration && git commit -m x", None),
        ("tracer intent expand INT-001 --scope '**'", None),  # a request, a person approves it
        ("tracer approve A-1", "CONTROL_PLANE_PROTECTED"),
        ("tracer intent select INT-001 --session other --agent a", "CONTROL_PLANE_PROTECTED"),
        ("echo {} | tracer hook --agent generic", "CONTROL_PLANE_PROTECTED"),
        ("tracer uninit", "CONTROL_PLANE_PROTECTED"),
        ("tracer intent complete INT-001", None),
        ("python -m tracer intent add X", "CONTROL_PLANE_PROTECTED"),
        ("tracer intent add X", "CONTROL_PLANE_PROTECTED"),
        ("$(echo tracer) intent add X", None),  # known only at run time: traced afterwards
    ],
)
def test_shell_commands(workspace: Workspace, command: str, code: str | None) -> None:
    """What can be read off a command line is held against the scope."""
    for name in ("src", "docs", ".agent"):
        Path(workspace.root, name).mkdir()
    call = event(workspace, kind=ActionKind.SHELL, command=command)
    assert refused(workspace, call) == code


def test_the_first_intent_may_be_created(workspace: Workspace) -> None:
    """C6: while there is no intent, and only then, and nothing else with it."""
    call = event(workspace, kind=ActionKind.SHELL, command="tracer intent add X --scope 'src/**'")
    assert refused(workspace, call, intent=None, registry=Registry()) is None
    assert refused(workspace, call, intent=None) == "CONTROL_PLANE_PROTECTED"
    more = event(workspace, kind=ActionKind.SHELL, command="tracer intent add X; touch a")
    assert refused(workspace, more, intent=None, registry=Registry()) == "INTENT_REQUIRED"
    two = event(workspace, kind=ActionKind.SHELL, command="tracer intent add X; tracer uninit")
    assert refused(workspace, two, registry=Registry()) == "CONTROL_PLANE_PROTECTED"


def test_scratch_directories_need_no_intent(workspace: Workspace, tmp_path: Path) -> None:
    """Outside the workspace only they may be written; one around the workspace does not count."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    config = Config(Mode.ENFORCE, scratch=(str(scratch), str(tmp_path), "relative"))
    write = event(workspace, str(scratch / "notes.md"))
    assert refused(workspace, write, intent=None, config=config) is None
    shell = event(workspace, kind=ActionKind.SHELL, command=f"echo x > {scratch}/out.txt")
    assert refused(workspace, shell, intent=None, config=config) is None
    both = event(workspace, str(scratch / "notes.md"), "src/a.py")
    assert refused(workspace, both, intent=None, config=config) == "INTENT_REQUIRED"
    beside = event(workspace, str(tmp_path / "beside.md"))
    assert refused(workspace, beside, config=config) == "PATH_OUTSIDE_WORKSPACE"


def set_up(workspace: Workspace, mode: str) -> None:
    Path(workspace.config).write_text(f"mode: {mode}\n")
    Path(workspace.intents).write_text(
        "active_intents:\n- {id: INT-001, status: IN_PROGRESS, owned_scope: [src/**]}\n"
    )


def test_check_takes_the_session_s_intent(workspace: Workspace) -> None:
    """B6: a write that cites nothing runs under what its session checked out."""
    set_up(workspace, "enforce")
    call = event(workspace, "src/a.py")
    assert check(workspace, call).decision.decision == "deny"
    select(workspace, "acme", "s1", "INT-001")
    verdict = check(workspace, call)
    assert verdict.decision.decision == "none"
    assert verdict.event.intent_id == "INT-001"
    assert verdict.may_write


def test_a_person_s_save_is_not_gated(workspace: Workspace) -> None:
    """Intents bind agents; an editor that reports a person's edit is not refused."""
    set_up(workspace, "enforce")
    person = Contributor(EntityType.HUMAN)
    verdict = check(workspace, event(workspace, "docs/x.md", contributor=person))
    assert (verdict.decision.decision, verdict.decision.refusal) == ("none", None)


@pytest.mark.parametrize("mode", ["enforce", "observe"])
@pytest.mark.parametrize("broken", ["active_intents.yaml", "config.yaml"])
def test_a_policy_that_cannot_be_evaluated(workspace: Workspace, mode: str, broken: str) -> None:
    """D11: reads go on; mutations are refused in `enforce`, allowed in `observe`."""
    set_up(workspace, mode)
    with Path(workspace.sidecar, broken).open("a") as file:
        file.write("oops: [\n")
    read = event(workspace, kind=ActionKind.READ)
    listing = event(workspace, kind=ActionKind.SHELL, command="ls")
    for call in (read, listing):
        assert check(workspace, call).decision.refusal is None
    verdict = check(workspace, event(workspace, "src/a.py"))
    refusal = verdict.decision.refusal
    assert verdict.decision.decision == ("deny" if mode == "enforce" else "none")
    assert verdict.failure is not None
    assert refusal is not None
    assert refusal.error_code == "POLICY_FAILURE"
    assert f".orchestration/{broken}:" in refusal.message
    assert workspace.root not in refusal.message  # refusals are recorded and committed


def test_a_bug_in_a_gate_is_a_policy_failure(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is raised, a decision comes back."""

    def explode(_facts: object) -> None:
        raise ZeroDivisionError

    set_up(workspace, "enforce")
    monkeypatch.setattr("tracer.policy.decision.GATES", (explode,))
    verdict = check(workspace, event(workspace, "src/a.py"))
    assert verdict.decision.refusal is not None
    assert verdict.decision.refusal.error_code == "POLICY_FAILURE"
    assert isinstance(verdict.failure, ZeroDivisionError)


def test_review_finds_what_lies_outside_the_scope(workspace: Workspace) -> None:
    """Of what a call turned out to write; re-attributed files and reconciled edits are not it."""
    set_up(workspace, "enforce")

    def file(path: str, measured: str | None = "INTENT_EVOLUTION") -> dict[str, Any]:
        return {"relative_path": path, "mutation_class": measured}

    records = [
        {"event": "reconcile", "files": [file("docs/person.md")]},
        {
            "event": "mutation",
            "files": [file("src/a.py"), file("out.txt"), file("docs/kept.md", None)],
        },
    ]
    call = event(workspace, kind=ActionKind.SHELL, command="make", intent_id="INT-001")
    assert [refusal.path for refusal in review(workspace, call, records)] == ["out.txt"]
    assert review(workspace, call._replace(intent_id=None), records) == ()


def test_gates_do_not_write(workspace: Workspace) -> None:
    """A decision leaves the workspace as it was."""
    set_up(workspace, "enforce")
    before = sorted(os.listdir(workspace.sidecar))
    check(workspace, event(workspace, "src/a.py"))
    check(workspace, event(workspace, kind=ActionKind.SHELL, command="touch x"))
    assert sorted(os.listdir(workspace.sidecar)) == before
