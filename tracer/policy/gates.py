"""The gates: each says why a call may not run, or nothing. All are asked in `GATES` order.

They are pure functions of the facts. The first refusal counts, so the order is part of the
contract: where a path leads, then what nobody may touch, then whether there is an intent, and
last whether the intent covers the path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.intents.checkout import CITE_AN_INTENT, valid_intent
from tracer.intents.scope import in_scope
from tracer.model.events import Refusal
from tracer.policy.facts import is_first_intent

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.intents import Intent
    from tracer.policy.facts import Facts, Place

    Gate = Callable[[Facts], Refusal | None]

_EXPIRED = "INTENT_EXPIRED"


def workspace_gate(facts: Facts) -> Refusal | None:
    """D3: every path a call writes leads into the workspace, whatever links it goes through."""
    for place in facts.places:
        if place.path is None and not place.is_scratch:
            return Refusal(
                "PATH_OUTSIDE_WORKSPACE",
                f"{place.written} lies outside the workspace.",
                "Choose a path inside the workspace.",
                intent_id=facts.intent_id,
                path=place.written,
            )
    return None


def control_plane_gate(facts: Facts) -> Refusal | None:
    """D7: what governs the agents changes only through tracer, by a person's command."""
    for place in facts.places:
        if place.path is not None and _is_protected(place, facts.protected):
            return _protected(facts, place.path, place.path)
    shell = facts.shell
    if shell is None:
        return None
    if shell.control is not None and not is_first_intent(shell, facts.registry):
        return _protected(facts, f"`{shell.control}`", None)
    for command in shell.unknown:
        for name in facts.protected:
            if name.rstrip("/") in command.casefold():
                return _protected(facts, name, name)
    return None


def presence_gate(facts: Facts) -> Refusal | None:
    """D1: a call that may change something runs under a known, active intent."""
    if not facts.mutates:
        return None
    found = valid_intent(facts.registry, facts.intent_id, now=facts.now)
    if isinstance(found, Refusal) and found.error_code != _EXPIRED:
        return found
    return None


def checkout_gate(facts: Facts) -> Refusal | None:
    """D1: citing an intent is not enough, the session must have checked it out."""
    if not facts.mutates or facts.intent_id == facts.session.intent_id:
        return None
    return Refusal(
        "CHECKOUT_REQUIRED",
        CITE_AN_INTENT,
        f"This session has not checked {facts.intent_id} out: call select_active_intent first.",
        intent_id=facts.intent_id,
    )


def expiry_gate(facts: Facts) -> Refusal | None:
    """D1: an intent past its `expires_at` covers nothing."""
    if not facts.mutates:
        return None
    found = valid_intent(facts.registry, facts.intent_id, now=facts.now)
    return found if isinstance(found, Refusal) else None


def scope_gate(facts: Facts) -> Refusal | None:
    """D2: every path a call writes lies in the intent's scope."""
    intent = facts.registry.get(facts.intent_id or "")
    if intent is None or not facts.mutates:
        return None
    for place in facts.places:
        if place.path is not None and not in_scope(
            intent, place.path, directory=place.is_directory
        ):
            return scope_violation(intent, place.path)
    return None


GATES: tuple[Gate, ...] = (
    workspace_gate,
    control_plane_gate,
    presence_gate,
    checkout_gate,
    expiry_gate,
    scope_gate,
)


def scope_violation(intent: Intent, path: str) -> Refusal:
    """The refusal for a path outside the scope. The wording is fixed (REQUIREMENTS D2)."""
    return Refusal(
        "SCOPE_VIOLATION",
        f"Scope Violation: {intent.id} is not authorized to edit {path}. Request scope expansion.",
        "Request scope expansion or choose a valid intent",
        intent_id=intent.id,
        path=path,
    )


def _is_protected(place: Place, protected: tuple[str, ...]) -> bool:
    """Whether the path is one of the protected files, in a protected directory, or around one.

    Case is ignored, because some file systems do; and a copy in a subfolder counts too, for it
    governs whoever works there.
    """
    path = f"/{(place.path or '').casefold()}"
    for name in protected:
        bare = name.rstrip("/").casefold()
        if path.endswith(f"/{bare}") or (name.endswith("/") and f"/{bare}/" in path):
            return True
        inside = "" if path == "/." else path
        if place.goes_away and place.is_directory and f"/{bare}".startswith(f"{inside}/"):
            return True
    return False


def _protected(facts: Facts, what: str, path: str | None) -> Refusal:
    return Refusal(
        "CONTROL_PLANE_PROTECTED",
        f"{what} governs the agents and is protected.",
        "Ask a person to change it with tracer's own commands.",
        intent_id=facts.intent_id,
        path=path,
    )
