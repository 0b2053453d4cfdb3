"""An intent and the registry of them, as values. Field names are those of REQUIREMENTS C1."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from tracer.intents.times import is_past
from tracer.model.named_tuple import NamedTuple


class Status(StrEnum):
    """Where an intent is in its life."""

    PENDING = "PENDING"
    IN_PROGRESS = "IN_PROGRESS"
    BLOCKED = "BLOCKED"
    COMPLETED = "COMPLETED"
    ABANDONED = "ABANDONED"


# An agent may check these out; checking out a pending intent starts it.
SELECTABLE = frozenset({Status.PENDING, Status.IN_PROGRESS})

# What may follow what. A finished intent is reopened by starting it again.
FOLLOWS = {
    Status.PENDING: frozenset({Status.IN_PROGRESS, Status.BLOCKED, Status.ABANDONED}),
    Status.IN_PROGRESS: frozenset(
        {Status.PENDING, Status.BLOCKED, Status.COMPLETED, Status.ABANDONED}
    ),
    Status.BLOCKED: frozenset({Status.PENDING, Status.IN_PROGRESS, Status.ABANDONED}),
    Status.COMPLETED: frozenset({Status.IN_PROGRESS}),
    Status.ABANDONED: frozenset({Status.PENDING, Status.IN_PROGRESS}),
}


class Spec(NamedTuple):
    """A requirement, ticket or document an intent serves."""

    type: str
    value: str


class Intent(NamedTuple):
    """One reason for changing code, and the files it may change.

    `owned_scope` are gitignore-style globs, `!` takes back; an empty list owns nothing.
    Times are RFC 3339 text. `allowed_tools` is None where every tool is allowed. `extra` holds
    the keys tracer does not know.
    """

    id: str
    name: str
    status: Status
    owned_scope: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    acceptance_criteria: tuple[str, ...] = ()
    assigned_agent: str | None = None
    related_specs: tuple[Spec, ...] = ()
    created_at: str | None = None
    updated_at: str | None = None
    recent_history: tuple[Any, ...] = ()
    related_files: tuple[str, ...] = ()
    expires_at: str | None = None
    allowed_mutation: str = "ANY"
    allowed_tools: tuple[str, ...] | None = None
    parent: str | None = None
    extra: dict[str, Any] = {}  # noqa: RUF012 - never written to

    def is_expired(self, now: float) -> bool:
        """Whether `expires_at` lies before `now` (seconds since 1970)."""
        return self.expires_at is not None and is_past(self.expires_at, now)

    def is_selectable(self, now: float) -> bool:
        """Whether an agent may check this intent out."""
        return self.status in SELECTABLE and not self.is_expired(now)

    def to_json(self) -> dict[str, Any]:
        """The intent with the names of the registry file, unknown keys last."""
        known = {name: getattr(self, name) for name in self._fields if name != "extra"}
        known["status"] = self.status.value
        known["related_specs"] = [spec._asdict() for spec in self.related_specs]
        for name, value in known.items():
            if isinstance(value, tuple):
                known[name] = list(value)
        return known | self.extra


class Registry(NamedTuple):
    """All intents of a workspace, in file order. `version` grows with every change.

    `ignored` are the globs of `.intentignore`: intents whose id they match are out of use.
    `warning` says what is wrong with the file though it could be read; empty otherwise.
    """

    version: int = 0
    intents: tuple[Intent, ...] = ()
    ignored: tuple[str, ...] = ()
    warning: str = ""

    def get(self, intent_id: str) -> Intent | None:
        """The intent with this id, or None. Ids are case-sensitive."""
        for intent in self.intents:
            if intent.id == intent_id:
                return intent
        return None

    def selectable(self, now: float) -> tuple[Intent, ...]:
        """The intents an agent may check out."""
        return tuple(
            intent
            for intent in self.intents
            if intent.is_selectable(now) and not self.is_ignored(intent.id)
        )

    def is_ignored(self, intent_id: str) -> bool:
        """Whether `.intentignore` takes the intent out of use."""
        if not self.ignored:
            return False
        from tracer.intents.scope import owns  # noqa: PLC0415 - where there is such a file

        return owns(self.ignored, intent_id)

    def lost_parent(self, intent: Intent) -> str | None:
        """The ancestor that is not there, or that closes a circle; None where all is well.

        A child without its parent would have no bounds, so nobody may work under it.
        """
        top = self.with_ancestors(intent)[-1]
        return top.parent

    def with_ancestors(self, intent: Intent) -> tuple[Intent, ...]:
        """The intent, its parent, and so on. What it may change lies in the scope of all."""
        chain = [intent]
        while chain[-1].parent is not None:
            parent = self.get(chain[-1].parent)
            if parent is None or parent in chain:
                break
            chain.append(parent)
        return tuple(chain)
