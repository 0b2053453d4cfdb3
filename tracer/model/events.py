"""The normalised event every agent adapter produces (CONTRACT.md, schema `tracer.event/1`)."""

from __future__ import annotations

from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.named_tuple import NamedTuple


class Contributor(NamedTuple):
    """Who made a change."""

    entity_type: EntityType = EntityType.UNKNOWN
    model_identifier: str | None = None
    name: str | None = None


class TextEdit(NamedTuple):
    """Replace `before` by `after` once, or everywhere."""

    before: str
    after: str
    replace_all: bool = False


UNSEEN_NAME = "\x1f"  # ends a path of which nobody sees more than its directories beforehand


class Target(NamedTuple):
    """One file a call names. `path` is as the agent wrote it until the workspace resolves it.

    `before`/`after` are whole texts when the payload holds them; `edits` are applied in order.
    """

    path: str
    op: str  # create | edit | delete | move | fill (a directory, with files nobody sees)
    move_to: str | None = None
    before: str | None = None
    after: str | None = None
    edits: tuple[TextEdit, ...] = ()


class Event(NamedTuple):
    """One moment in an agent's loop, whatever the agent."""

    phase: Phase
    kind: ActionKind
    agent: str
    session_id: str
    cwd: str
    turn_id: str | None = None
    call_id: str | None = None
    tool: str | None = None
    model: str | None = None
    conversation_url: str | None = None
    intent_id: str | None = None
    mutation_class: str | None = None
    contributor: Contributor = Contributor()
    targets: tuple[Target, ...] = ()
    command: str | None = None
    error: str | None = None
    prompt: str | None = None
    stop_hook_active: bool = False
    confined: str | None = None  # what kept the command in its limits, "no" where nothing could


class Refusal(NamedTuple):
    """The one JSON object a refused agent gets (REQUIREMENTS D)."""

    error_code: str
    message: str
    required_action: str
    recoverable: bool = True
    intent_id: str | None = None
    path: str | None = None


class Decision(NamedTuple):
    """What a gate says. `none` is no opinion and must never be rendered as `allow`."""

    decision: str  # allow | deny | ask | none
    refusal: Refusal | None = None
    context: str | None = None
    record: str | None = None
    command: str | None = None  # that which is to run in place of the event's
