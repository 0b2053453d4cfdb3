"""What the end of a turn settles: a refactoring in several calls, and an intent that is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.agents.handshake import note_refusal, state_of
from tracer.intents import lifecycle, load, session
from tracer.intents.model import Status
from tracer.model.enums import Verdict
from tracer.policy import unfinished, unfinished_store
from tracer.policy.gates import class_mismatch

if TYPE_CHECKING:
    from tracer.agents.call import Call

_FINISH = "Complete the refactoring, or take back what changes behaviour."


def settle_refactoring(call: Call) -> str | None:
    """Measure calls that were let through as parts of a refactoring, now as a whole.

    Where they came to one, alone or with those of other sessions under the intent, their records
    are noted as such. Else the mismatch is reported, once for the same calls; what is missing is
    returned for the agent, and the next turn may still do it.
    """
    known = unfinished_store.of(call.workspace, call.event)
    if known is None:
        return None
    if not known.records:
        unfinished_store.forget(call.workspace, call.event)
        return None
    if known.told:
        return None
    event = call.event._replace(intent_id=known.intent_id)
    result = unfinished.settled(call.workspace, event, known)
    if result.mutation_class != Verdict.INTENT_EVOLUTION:
        records = list(result.records)
        call.note(event, "turn_class", measured=result.mutation_class, records=records)
        return None
    intent = load(call.workspace).get(known.intent_id or "")
    refusal = class_mismatch(intent, known.declared, result.path, result.evidence)
    if refusal is None:
        unfinished_store.forget(call.workspace, call.event)
        return None
    said = refusal.message.replace("and the change", "and what this turn did")
    if result.missing:
        said = f"{said}. Unfinished: {'; '.join(result.missing)}"
    note_refusal(
        call, event, refusal._replace(message=said, required_action=_FINISH), enforced=False
    )
    text = f"{said}. {_FINISH}"
    unfinished_store.keep(call.workspace, event, known._replace(told=text))
    return text


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
    lifecycle.note(call.workspace, intent.id, intent.status, Status.COMPLETED)
    said = {"before": intent.status.value, "after": Status.COMPLETED.value, "implied": True}
    event = call.event._replace(intent_id=intent.id)
    call.note(event, "intent_lifecycle", lifecycle={"action": "complete", **said})
