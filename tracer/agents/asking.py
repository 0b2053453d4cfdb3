"""What a person has to approve: the agent's own prompt where it has one, else the queue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.agents.spec import value_at
from tracer.intents import approvals
from tracer.intents.approvals import Answer, Request

if TYPE_CHECKING:
    from tracer.agents.call import Call
    from tracer.model.events import Decision

_BY_PROMPT = "the agent's prompt"


def ask(call: Call, decision: Decision, request: Request) -> Decision:
    """The decision with a request in the queue; `deny` where the agent cannot ask its user."""
    refusal = decision.refusal
    assert refusal is not None
    made = call.attempt("approvals", lambda: approvals.submit(call.workspace, request))
    if _asks_itself(call):
        return decision
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
    call.note(call.event, "approval", approval=document_of(made))


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
