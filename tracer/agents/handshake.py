"""Checkouts: binding an intent to the session whose hook reports the handshake.

An MCP server is not told which session calls it, and a command does not know it either; but
the agent's hook for that tool call names session, tool and arguments. So the server only
validates and answers, and the checkout is made here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.agents import kept_words
from tracer.agents.history import recent_history
from tracer.agents.render import refusal_json, refusal_text
from tracer.intents import check_out, describe, session
from tracer.model.events import Decision, Refusal

if TYPE_CHECKING:
    from tracer.agents.call import Call
    from tracer.intents import SessionState
    from tracer.model.events import Event


def bind(call: Call, intent_id: str | None, *, answers_itself: bool) -> Decision:
    """The answer to a handshake that happened: the session now has the intent, or the refusal.

    `answers_itself`: the tool has told the model its result already.
    """
    event = call.event._replace(intent_id=intent_id)
    history = [] if answers_itself else _history(call, intent_id)
    result = call.attempt(
        "handshake",
        lambda: check_out(
            call.workspace,
            event.agent,
            event.session_id,
            intent_id,
            turn_id=event.turn_id,
            history=history,
        ),
    )
    if result is None:
        return Decision("none")
    if isinstance(result, Refusal):
        note_refusal(call, event, result, enforced=True)
        return Decision("deny", result, None if answers_itself else refusal_text(result))
    if result.started:
        states = {"before": "PENDING", "after": "IN_PROGRESS"}
        lifecycle = {"action": "start", **states, "implied": True}
        call.note(event, "intent_lifecycle", lifecycle=lifecycle)
    record = call.note(event, "intent_select")
    context = None if answers_itself else result.context
    return Decision("none", context=context, record=(record or {}).get("id"))


def refused_elsewhere(call: Call) -> None:
    """Record the refusal of a handshake that failed, as the server gave it."""
    event = call.event
    answer = call.attempt("handshake", lambda: describe(call.workspace, event.intent_id))
    if isinstance(answer, Refusal):
        note_refusal(call, event, answer, enforced=True)


def state_of(call: Call) -> SessionState:
    """What the session of the call has checked out; nothing where that cannot be read."""
    place = (call.workspace, call.event.agent, call.event.session_id)
    found = call.attempt("session state", lambda: session.read(*place))
    return found or session.SessionState(call.event.agent, call.event.session_id)


def note_refusal(call: Call, event: Event, refusal: Refusal, *, enforced: bool) -> str | None:
    """The id of the record of a refusal; `enforced` is False for one that observe only notes.

    Two hooks that report one call give one record.
    """
    if event.call_id and not _is_first(call, f"{event.call_id}|{refusal.error_code}"):
        return None
    event = event._replace(intent_id=refusal.intent_id)
    if enforced and call.spec.get("refusal_ends_run"):
        said = f"The run before ended because a call was refused: {refusal_text(refusal)}"
        call.attempt("refusal", lambda: kept_words.keep(call.workspace, event, "refusal", said))
    record = call.note(event, "refusal", refusal=refusal_json(refusal), enforced=enforced)
    return (record or {}).get("id")


def note_once(call: Call, event: Event, refusal: Refusal) -> str | None:
    """As `note_refusal` for what observe would have refused: once a session for the same thing.

    The same thing is the same path where the refusal is about a path, else the same intent.
    """
    path = refusal.path or ""
    about = path if path in refusal.message else ""
    key = "|".join((refusal.error_code, refusal.intent_id or "", about))
    place = (call.workspace, event.agent, event.session_id)
    if key in state_of(call).noted:
        return None
    record = note_refusal(call, event, refusal, enforced=False)
    call.attempt("session state", lambda: session.update(*place, lambda s: s.with_note(key)))
    return record


def _is_first(call: Call, key: str) -> bool:
    """Whether the session did not note `key` before; it has now."""
    place = (call.workspace, call.event.agent, call.event.session_id)
    if key in state_of(call).noted:
        return False
    call.attempt("session state", lambda: session.update(*place, lambda s: s.with_note(key)))
    return True


def release(call: Call) -> None:
    """End the session's checkout, because its task is over."""
    event = call.event
    if state_of(call).intent_id is None:
        return
    call.attempt(
        "session state",
        lambda: session.update(
            call.workspace,
            event.agent,
            event.session_id,
            lambda state: state._replace(intent_id=None, turn_id=None, has_changed=False),
        ),
    )


def _history(call: Call, intent_id: str | None) -> list[dict[str, Any]]:
    if intent_id is None:
        return []
    return call.attempt("history", lambda: recent_history(call.workspace, intent_id)) or []
