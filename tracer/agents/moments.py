"""Moments of a session that are no tool call: it starts, a prompt arrives, the agent stops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.agents import kept_words, protocol
from tracer.agents.handshake import release, state_of
from tracer.intents import session
from tracer.model.events import Decision
from tracer.policy.config import CheckoutSpan, Completion, Config, Mode, load_config
from tracer.policy.decision import NO_OPINION

if TYPE_CHECKING:
    from tracer.agents.call import Call
    from tracer.agents.spec import Spec


def session_start(call: Call) -> Decision:
    """Reconcile what happened meanwhile, and tell the model how the handshake goes."""
    event = call.event
    if event.model:
        call.attempt(
            "session state",
            lambda: session.update(
                call.workspace,
                event.agent,
                event.session_id,
                lambda state: state._replace(model=event.model),
            ),
        )
    call.attempt("session state", lambda: session.sweep(call.workspace))
    call.attempt("refactoring", lambda: _sweep(call))
    call.attempt("ledger", lambda: _take_in(call))
    call.attempt("reconcile", lambda: _reconcile(call))
    text = call.attempt("protocol", lambda: protocol.protocol_text(call.workspace))
    if text is not None and call.spec.get("silent_start"):
        call.attempt("protocol", lambda: kept_words.keep(call.workspace, event, "start", text))
    return Decision("none", context=text)


def prompt(call: Call) -> Decision:
    """A new task: a checkout of another turn is over, and the model hears what is open."""
    event = call.event
    _release(call)
    state = state_of(call)
    is_other_turn = None not in (state.turn_id, event.turn_id) and state.turn_id != event.turn_id
    if is_other_turn:
        call.attempt("refactoring", lambda: _settle_refactoring(call))
    unsaid = call.attempt("refactoring", lambda: _unfinished(call))
    if is_other_turn and _config(call).checkout is CheckoutSpan.TASK:
        release(call)
        state = state._replace(intent_id=None)
    if state.intent_id is not None:
        return Decision("none", context=unsaid)
    text = call.attempt("protocol", lambda: protocol.reminder(call.workspace))
    return Decision("none", context="\n".join(said for said in (unsaid, text) if said) or None)


def stop(call: Call) -> Decision:
    """The end of a task, or of the session: reconcile, settle, and end the checkout.

    A refactoring that is not complete goes back to the agent once, where it can be asked to go
    on; then the task is not over.
    """
    event = call.event
    _release(call)
    if call.reading.reconciles:
        call.attempt("reconcile", lambda: _reconcile(call))
    missing = call.attempt("refactoring", lambda: _settle_refactoring(call))
    is_asked = not (event.stop_hook_active or call.reading.ends_session)
    if missing and is_asked and _config(call).mode is Mode.ENFORCE and can_go_on(call.spec):
        return Decision("none", context=missing)
    is_done = call.reading.reconciles and not call.reading.ends_session
    if is_done and _config(call).completion is Completion.TASK:
        call.attempt("completion", lambda: _complete_intent(call))
    call.attempt("intent map", lambda: _refresh_map(call))
    call.attempt("ledger", lambda: _share(call))
    if call.reading.ends_session:
        call.attempt(
            "session state",
            lambda: session.end(call.workspace, event.agent, event.session_id),
        )
    elif _config(call).checkout is CheckoutSpan.TASK:
        release(call)
    return NO_OPINION


def _reconcile(call: Call) -> list[dict[str, Any]]:
    return call.engine.reconcile(call.workspace, session=call.event.session_id)


def _sweep(call: Call) -> None:
    from tracer.policy import unfinished_store  # noqa: PLC0415 - at the start of a session only

    unfinished_store.sweep(call.workspace)


def _release(call: Call) -> None:
    """Files that a cancelled call of the session said it would write are free again."""
    from tracer.policy import seen  # noqa: PLC0415 - not at the start of a session

    call.attempt("seen", lambda: seen.release_all(call.workspace, call.event))


def _settle_refactoring(call: Call) -> str | None:
    from tracer.policy import unfinished_store  # noqa: PLC0415 - not at the start of a session

    if unfinished_store.of(call.workspace, call.event) is None:
        return None
    from tracer.agents.ending import settle_refactoring  # noqa: PLC0415 - few turns have one

    return settle_refactoring(call)


def _unfinished(call: Call) -> str | None:
    """What the end of the turn could not tell the agent."""
    from tracer.policy import unfinished_store  # noqa: PLC0415 - not at the start of a session

    if can_go_on(call.spec) or _config(call).mode is not Mode.ENFORCE:
        return None
    known = unfinished_store.of(call.workspace, call.event)
    return known.told or None if known is not None else None


def can_go_on(spec: Spec) -> bool:
    """Whether the end of a turn can be answered with more to do."""
    answers = spec["answers"]
    return "stop" in answers or "every" in answers


def _complete_intent(call: Call) -> None:
    from tracer.agents.ending import complete_intent  # noqa: PLC0415 - where configured

    complete_intent(call)


def _take_in(call: Call) -> None:
    from tracer.engine.sharing import catch_up  # noqa: PLC0415 - at the start of a session

    catch_up(call.workspace)


def _share(call: Call) -> None:
    from tracer.engine.sharing import exchange_with_refs  # noqa: PLC0415 - at the end of a task

    exchange_with_refs(call.workspace)


def _refresh_map(call: Call) -> None:
    from tracer.queries.intent_map import refresh_map  # noqa: PLC0415 - at the end of a task only

    refresh_map(call.workspace)


def _config(call: Call) -> Config:
    """The settings, or the defaults where they cannot be read."""
    return call.attempt("configuration", lambda: load_config(call.workspace)) or Config()
