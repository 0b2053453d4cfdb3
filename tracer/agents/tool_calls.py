"""Before and after a tool call: the policy is asked, the engine looks, the handshake binds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.agents.handshake import (
    bind,
    note_once,
    note_refusal,
    refused_elsewhere,
    state_of,
)
from tracer.agents.render import refusal_text
from tracer.agents.spec import agent_names, load_spec
from tracer.agents.transcript import model_of
from tracer.intents import registry
from tracer.model.enums import ActionKind, Phase
from tracer.model.events import Decision
from tracer.policy.config import Mode, load_config
from tracer.policy.decision import NO_OPINION, check, review
from tracer.policy.facts import SELECT_TOOL, Guard, only_reads, shell_plan

if TYPE_CHECKING:
    from tracer.agents.call import Call
    from tracer.model.events import Event

_GATED_BEFOREHAND = frozenset({ActionKind.FILE_EDIT, ActionKind.DELETE, ActionKind.MOVE})


def pre(call: Call) -> Decision:
    """Ask the policy; when the call may run, let the engine look at what it could change."""
    verdict = check(call.workspace, call.event, guard())
    if verdict.failure is not None:
        call.complain("policy", verdict.failure)
    refusal = verdict.decision.refusal
    if verdict.decision.decision == "deny" and refusal is not None:
        record = note_refusal(call, verdict.event, refusal, enforced=True)
        return verdict.decision._replace(record=record)
    if refusal is not None:
        note_once(call, verdict.event, refusal)
    if verdict.may_write:
        event = verdict.event
        call.attempt("snapshot", lambda: call.engine.before_call(call.workspace, event))
    return NO_OPINION


def guard() -> Guard:
    """What all agents together protect: each could be used to set another one free."""
    specs = [load_spec(name) for name in agent_names()]
    return Guard(
        tuple(path for spec in specs for path in spec.get("protects", ())),
        tuple(path for spec in specs for path in spec.get("scratch", ())),
    )


def post(call: Call) -> Decision:
    """Record what the call changed; a handshake binds its intent to the session."""
    event = call.event
    succeeded = event.phase is Phase.POST
    if event.kind is ActionKind.MCP and event.tool == SELECT_TOOL:
        if not succeeded:
            refused_elsewhere(call)
            return NO_OPINION
        return bind(call, event.intent_id, answers_itself=call.reading.answers_itself)
    shell = call.attempt("shell command", lambda: shell_plan(event))
    decision = NO_OPINION
    if shell is not None and shell.selects is not None and succeeded:
        decision = bind(call, shell.selects, answers_itself=True)
    if only_reads(event, shell):
        return decision
    return _record(call, _complete(call, event))


def _complete(call: Call, event: Event) -> Event:
    """The event with the session's intent and the model, where it names none itself."""
    state = state_of(call)
    model = event.model or event.contributor.model_identifier or state.model
    if model is None:
        model = call.attempt("transcript", lambda: model_of(call.spec, call.payload))
    return event._replace(intent_id=event.intent_id or state.intent_id, model=model)


def _record(call: Call, event: Event) -> Decision:
    """Let the engine record the change, then look at what lies outside the scope."""
    related = call.attempt("registry", lambda: _specifications(call, event)) or ()
    found = call.attempt(
        "trace", lambda: call.engine.after_call(call.workspace, event, related=related)
    )
    records = found or []
    context = None
    if event.kind not in _GATED_BEFOREHAND and records:
        context = call.attempt("review", lambda: _review(call, event, records))
    made = [record for record in records if record.get("event") == "mutation"]
    return Decision("none", context=context, record=made[-1]["id"] if made else None)


def _specifications(call: Call, event: Event) -> tuple[tuple[str, str], ...]:
    """What the event's intent serves, for the record's `related`."""
    intent = registry.load(call.workspace).get(event.intent_id or "") if event.intent_id else None
    return () if intent is None else tuple((spec.type, spec.value) for spec in intent.related_specs)


def _review(call: Call, event: Event, records: list[dict[str, Any]]) -> str | None:
    """The scope violations nobody could see beforehand; told to the model in `enforce`."""
    violations = review(call.workspace, event, records)
    for refusal in violations:
        note_once(call, event, refusal)
    if not violations or load_config(call.workspace).mode is Mode.OBSERVE:
        return None
    return "\n".join(refusal_text(refusal) for refusal in violations)
