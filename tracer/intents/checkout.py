"""Checking an intent out for one agent session: the first stage of the handshake."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tracer.intents import context, lifecycle, session
from tracer.intents.model import Intent, Registry, Status
from tracer.intents.registry import load
from tracer.model.events import Refusal
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tracer.model.workspace import Workspace

# The wording is fixed: teams have prompts and tools written against it (REQUIREMENTS B3).
CITE_AN_INTENT = "You must cite a valid active Intent ID."
_OFFERED = 10  # intents named in a refusal
_SHOWN = 200  # characters of an id that is none


class Checkout(NamedTuple):
    """An intent that is now checked out. `started` says that it was pending until now."""

    intent: Intent
    context: str
    started: bool


def select(  # noqa: PLR0913 - one call of the handshake
    workspace: Workspace,
    agent: str,
    session_id: str,
    intent_id: str | None,
    *,
    turn_id: str | None = None,
    history: Sequence[Mapping[str, Any]] = (),
) -> str | Refusal:
    """The `<intent_context>` block of the intent now checked out, or why it cannot be.

    See `check_out`.
    """
    result = check_out(workspace, agent, session_id, intent_id, turn_id=turn_id, history=history)
    return result if isinstance(result, Refusal) else result.context


def check_out(  # noqa: PLR0913 - one call of the handshake
    workspace: Workspace,
    agent: str,
    session_id: str,
    intent_id: str | None,
    *,
    turn_id: str | None = None,
    history: Sequence[Mapping[str, Any]] = (),
    now: float | None = None,
) -> Checkout | Refusal:
    """The checkout of `intent_id` by the session, or why there is none.

    A pending intent becomes IN_PROGRESS. A refusal leaves what the session had before.
    `history` are the intent's latest records, the newest last.
    Raises: InputError for a bad registry or bad constraints; OSError where the state cannot be
    written.
    """
    found = valid_intent(load(workspace), intent_id, now=now)
    if isinstance(found, Refusal):
        return found
    started = found.status is Status.PENDING
    active = found._replace(status=Status.IN_PROGRESS) if started else found
    # Before anything is written: constraints that cannot be read leave all as it was.
    text = context_of(workspace, active, history)
    if started:
        lifecycle.note(workspace, active.id, Status.PENDING, Status.IN_PROGRESS)
    session.update(
        workspace,
        agent,
        session_id,
        lambda state: state._replace(
            intent_id=active.id,
            turn_id=turn_id,
            has_changed=state.has_changed and state.intent_id == active.id,
        ),
    )
    return Checkout(active, text, started)


def describe(
    workspace: Workspace,
    intent_id: str | None,
    history: Sequence[Mapping[str, Any]] = (),
    *,
    now: float | None = None,
) -> str | Refusal:
    """The context block of an intent that could be checked out, or why it cannot be.

    Changes nothing: the MCP server answers with it, and the agent's hook, which alone knows
    the session, makes the checkout.
    """
    found = valid_intent(load(workspace), intent_id, now=now)
    if isinstance(found, Refusal):
        return found
    return context_of(workspace, found, history)


def context_of(
    workspace: Workspace, intent: Intent, history: Sequence[Mapping[str, Any]] = ()
) -> str:
    """The `<intent_context>` block of an intent, with the workspace's constraints."""
    return context.render(intent, history, context.read_sidecar(workspace))


def valid_intent(
    registry: Registry, intent_id: str | None, *, now: float | None = None
) -> Intent | Refusal:
    """The intent an agent may work under, or the refusal that says which it may."""
    moment = time.time() if now is None else now
    offer = offer_of(registry, moment)
    if not intent_id:
        return Refusal("INTENT_REQUIRED", CITE_AN_INTENT, offer)
    intent = registry.get(intent_id)
    code, problem = "INTENT_INVALID", ""
    if intent is None:
        problem = "is not in the registry"
    elif registry.lost_parent(intent) is not None:
        problem = f"has no usable parent ({registry.lost_parent(intent)})"
    elif registry.is_ignored(intent_id):
        code, problem = "INTENT_IGNORED", "is taken out of use by .intentignore"
    elif intent.is_expired(moment):
        code, problem = "INTENT_EXPIRED", f"expired at {intent.expires_at}"
    elif not intent.is_selectable(moment):
        problem = f"is {intent.status}"
    if intent is None or problem:
        action = f"{context.escape(intent_id, _SHOWN)} {problem}. {offer}"
        return Refusal(code, CITE_AN_INTENT, action, intent_id=intent_id[:_SHOWN])
    return intent


def offer_of(registry: Registry, now: float) -> str:
    """What an agent without a valid intent can do next, in a sentence or two."""
    open_intents = registry.selectable(now)
    if open_intents:
        names = [f"{i.id} ({context.escape(i.name, 60)})" for i in open_intents[:_OFFERED]]
        more = ", ..." if len(open_intents) > _OFFERED else ""
        return f"Call select_active_intent with one of: {', '.join(names)}{more}."
    if registry.intents:
        return "No intent is open; ask a person to open one."
    return (
        "No intent exists yet; create the first with "
        "`tracer intent add ID --name NAME --scope GLOB`, then select it."
    )
