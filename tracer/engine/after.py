"""After a tool call: most shell commands change no file, and then nothing more is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.engine import pending
from tracer.engine.before import WATCHED

if TYPE_CHECKING:
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace


def after_call(
    workspace: Workspace,
    event: Event,
    *,
    intent_id: str | None = None,
    related: tuple[tuple[str, str], ...] = (),
) -> list[dict[str, Any]]:
    """Record what a call changed; returns the records written, oldest first.

    Edits found that are not the call's own (made since the last known state, or between the
    call and this hook) are records of their own, with an unknown contributor.
    """
    is_watched = event.kind in WATCHED
    kept = pending.peek(workspace, event) if is_watched else {}
    moved: dict[str, str | None] = {}
    if kept.get("laid_aside"):
        from tracer.engine.sealing import bring_back  # noqa: PLC0415 - few teams track the ledger

        bring_back(workspace)
    if is_watched:
        from tracer.engine.scan import moved_since  # noqa: PLC0415 - git, which edits do not need

        if "scan" not in kept or not (moved := moved_since(workspace, kept["scan"])):
            pending.take(workspace, event)
            return []
    from tracer.engine.calls import record_call  # noqa: PLC0415 - as said

    # The call is open until its record is made: what another hook finds meanwhile is left to it.
    return record_call(workspace, event, moved, intent_id=intent_id, related=related)
