"""What the end of a turn settles: a refactoring in several calls, and an intent that is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.agents.handshake import note_once, state_of
from tracer.intents import load, session, store
from tracer.intents.model import Status
from tracer.model.enums import Verdict
from tracer.policy import unfinished
from tracer.policy.gates import class_mismatch

if TYPE_CHECKING:
    from tracer.agents.call import Call


def settle_refactoring(call: Call) -> None:
    """Measure calls that were let through as halves of a refactoring, now as a whole.

    Where they came to one, their records are noted as such; else the mismatch is reported.
    """
    known = unfinished.of(call.workspace, call.event)
    if known is None:
        return
    unfinished.forget(call.workspace, call.event)
    if not known.records:
        return
    event = call.event._replace(intent_id=known.intent_id)
    measured, path, evidence = unfinished.settled(call.workspace, known)
    if measured != Verdict.INTENT_EVOLUTION:
        call.note(event, "turn_class", measured=measured, records=list(known.records))
        return
    intent = load(call.workspace).get(known.intent_id or "")
    refusal = class_mismatch(intent, known.declared, path, evidence)
    if refusal is not None:
        said = refusal.message.replace("and the change", "and what this turn did")
        note_once(call, event, refusal._replace(message=said))


def complete_intent(call: Call) -> None:
    """Mark the intent that the session worked on as COMPLETED, now that its task is.

    Not one that another session has checked out, and not one it only looked at.
    """
    state = state_of(call)
    if state.intent_id is None or not state.has_changed:
        return
    if session.others_on(call.workspace, state):
        return
    intent = load(call.workspace).get(state.intent_id)
    if intent is None or intent.status is not Status.IN_PROGRESS:
        return
    store.complete(call.workspace, intent.id)
    lifecycle = {"action": "complete", "before": intent.status.value, "after": "COMPLETED"}
    event = call.event._replace(intent_id=intent.id)
    call.note(event, "intent_lifecycle", lifecycle=lifecycle)
