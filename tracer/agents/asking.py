"""What a person has to approve: the agent's own prompt where it has one, else the queue."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tracer.agents import decisions
from tracer.agents.spec import value_at
from tracer.engine import note as engine_note
from tracer.intents import approvals, load, store
from tracer.intents.approvals import Answer, Request
from tracer.intents.context import one_line
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.errors import UsageError
from tracer.model.events import Contributor, Event
from tracer.policy.config import load_config

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.agents.call import Call
    from tracer.model.events import Decision
    from tracer.model.workspace import Workspace

_REASON = 500  # characters of why a wider scope is asked for
_BY_PROMPT = "the agent's prompt"


def ask(call: Call, decision: Decision, request: Request) -> Decision:
    """The decision with a request in the queue; `deny` where the agent cannot ask its user."""
    refusal = decision.refusal
    assert refusal is not None
    made = call.attempt("approvals", lambda: approvals.submit(call.workspace, request))
    if _asks_itself(call):
        if made is None:
            return decision
        event = call.event._replace(intent_id=made.intent_id)
        call.note(event, "approval", approval=document_of(made))
        action = f"A person says yes here, or runs `tracer approve {made.id}`; then repeat it."
        return decision._replace(refusal=refusal._replace(required_action=action))
    if made is None:
        return decision._replace(decision="deny")
    action = f"Ask a person to run `tracer approve {made.id}`, then repeat the call."
    return decision._replace(decision="deny", refusal=refusal._replace(required_action=action))


def ran(call: Call, request: Request) -> None:
    """The call ran although nobody used `tracer approve`: its user said yes to the prompt."""
    queue = call.attempt("approvals", lambda: approvals.requests(call.workspace)) or []
    known = approvals.find(queue, request)
    if known is None or known.answer is not Answer.PENDING or not _asks_itself(call):
        return
    made = call.attempt(
        "approvals",
        lambda: approvals.decide(call.workspace, known.id, Answer.APPROVED, by=_BY_PROMPT),
    )
    if made is None:
        return
    call.attempt("approvals", lambda: approvals.answer_to(call.workspace, request, use=True))
    event = call.event._replace(intent_id=made.intent_id)
    call.note(event, "approval", approval=document_of(made))


def by_key(
    workspace: Workspace, request_id: str, answer: Answer, key: str
) -> tuple[str | None, str, dict[str, Any]]:
    """Who approves by a key of theirs, or None and why it does not count; and what was signed.

    Raises: UsageError for a request that is not waiting, and where no signers are configured.
    """
    from tracer.agents.confinement import writable_outside  # noqa: PLC0415 - few approvals
    from tracer.engine import approvers  # noqa: PLC0415

    request = _waiting(workspace, request_id)
    signers = approvers.signers_of(workspace, writable_outside(load_config(workspace)), key)
    made = approvers.signed(request, answer, key)
    person, why = approvers.approver(made, signers)
    return person, why or "", made


def _waiting(workspace: Workspace, request_id: str) -> Request:
    """The request that still waits. Raises: UsageError."""
    approvals.check_key(workspace)
    request = next((r for r in approvals.requests(workspace) if r.id == request_id), None)
    if request is None or request.answer is not Answer.PENDING:
        raise UsageError(
            f"no request {request_id} is waiting", fix="See `tracer approve` for those that are"
        )
    return request


def claimed(
    workspace: Workspace, request_id: str, *, note: str | None, why: str
) -> tuple[Request, dict[str, Any]]:
    """The request, which still waits, and the record that somebody unproven said yes to it.

    Raises: UsageError for a request that is not waiting.
    """
    request = _waiting(workspace, request_id)
    document = document_of(request) | {
        "answer": "claimed", "by": approvals.person(), "note": note,
        "proof": None, "why_claimed": why,
    }  # fmt: skip
    record = engine_note(
        workspace, _event(workspace, request), "approval", intent_id=request.intent_id,
        approval=document,
    )  # fmt: skip
    decisions.write(workspace, record)
    return request, record


def decided(  # noqa: PLR0913 - one answer
    workspace: Workspace,
    request_id: str,
    answer: Answer,
    *,
    by: str | None,
    note: str | None,
    proof: str | None = None,
    signed: dict[str, Any] | None = None,
) -> tuple[Request, list[dict[str, Any]]]:
    """The request with a person's answer, carried out; and the records of it.

    `proof` says how it is known that a person gave it; `signed` is what a key signed.
    An approved scope is written to the registry.
    Raises: UsageError for a request that is not waiting, or a scope that cannot be given.
    """
    config = load_config(workspace)
    waiting = [item for item in approvals.requests(workspace) if item.id == request_id]
    if signed and [item.digest for item in waiting] != [signed["statement"]["subject_hash"]]:
        raise UsageError(f"{request_id} asks for something else now", fix="Read it again")
    records = []
    if waiting and waiting[0].kind == "scope" and answer is Answer.APPROVED:
        records.append(_widened(workspace, waiting[0]))
    made = approvals.decide(
        workspace, request_id, answer, by=by, note=note, minutes=config.approval_minutes
    )
    event = _event(workspace, made)
    records.append(
        engine_note(
            workspace,
            event,
            "approval",
            intent_id=made.intent_id,
            approval=document_of(made)
            | ({"proof": proof} if proof else {})
            | ({"signed": signed} if signed else {}),
        )
    )
    for record in records:
        decisions.write(workspace, record)
    if len(records) > 1:
        follow_scope(workspace)
    return made, records


def follow_scope(workspace: Workspace, progress: Callable[[int, int], None] | None = None) -> None:
    """Bring the intent map up to date after intents or scopes changed (REQUIREMENTS E2)."""
    from tracer.queries.intent_map import refresh_map  # noqa: PLC0415 - few changes

    refresh_map(workspace, progress)


def request_scope(  # noqa: PLR0913 - one request
    workspace: Workspace,
    intent_id: str,
    globs: Sequence[str],
    reason: str,
    *,
    agent: str,
    session: str,
) -> Request:
    """The request for a wider scope, now waiting for a person, and recorded.

    Raises: InputError for an unknown intent; UsageError for globs nobody could approve.
    """
    config = load_config(workspace)
    globs = list(dict.fromkeys(globs))
    store.check_expansion(workspace, intent_id, globs)
    now = time.time()
    asked = Request(
        "", "scope", agent, session, intent_id, "\n".join(globs), "", one_line(reason, _REASON),
        now, now + config.approval_minutes * 60,
    )  # fmt: skip
    made = approvals.submit(workspace, asked)
    record = engine_note(
        workspace, _event(workspace, made), "approval", intent_id=intent_id,
        approval=document_of(made) | {"scope": list(globs)},
    )  # fmt: skip
    decisions.write(workspace, record)
    return made


def _widened(workspace: Workspace, request: Request) -> dict[str, Any]:
    """The record of a scope that was given."""
    assert request.intent_id is not None
    globs = request.subject.split("\n")
    before = load(workspace).get(request.intent_id)
    store.expand(workspace, request.intent_id, globs)
    status = None if before is None else before.status.value
    lifecycle = {"action": "expand", "before": status, "after": status, "scope": globs}
    event = _event(workspace, request)
    return engine_note(
        workspace, event, "intent_lifecycle", intent_id=request.intent_id, lifecycle=lifecycle
    )


def _event(workspace: Workspace, request: Request) -> Event:
    """The moment of a decision, in the session that asked."""
    return Event(
        phase=Phase.POST,
        kind=ActionKind.OTHER,
        agent=request.agent,
        session_id=request.session_id,
        cwd=workspace.root,
        intent_id=request.intent_id,
        contributor=Contributor(EntityType.HUMAN, name=request.decided_by)
        if request.decided_by
        else Contributor(EntityType.UNKNOWN),
    )


def document_of(request: Request) -> dict[str, Any]:
    """A decided request as the ledger writes it: who and when, and the hash of what was asked."""
    return {
        "request": request.id,
        "kind": request.kind,
        "answer": str(request.answer),
        "by": request.decided_by,
        "subject_hash": request.digest,
        "why": request.why,
        "note": request.note,
    }


def _asks_itself(call: Call) -> bool:
    """Whether the agent asks its user when a hook tells it to, in the mode it runs in."""
    if "ask" not in call.spec["answers"].get("pre", {}):
        return False
    rule = call.spec.get("asks_unless")
    return rule is None or value_at(call.payload, rule["path"]) not in rule["values"]
