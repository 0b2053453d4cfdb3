"""Calls that only read: they pass, and what they showed is remembered for the stale-file gate."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.model.enums import Phase
from tracer.model.events import Decision

if TYPE_CHECKING:
    from tracer.agents.call import Call

_NO_OPINION = Decision("none")
_LIMITS = "constraints.sidecar.yaml"


def read(call: Call) -> Decision:
    """No opinion, unless the team blocks the tool. Nothing is imported where nothing matters."""
    event = call.event
    if event.phase is Phase.PRE and os.path.lexists(os.path.join(call.workspace.sidecar, _LIMITS)):
        decision = _blocked(call)
        if decision.decision == "deny":
            return decision
    if event.targets and (event.phase is Phase.POST or call.reading.shows):
        from tracer.policy import seen  # noqa: PLC0415 - as said

        paths = [call.workspace.relative(target.path, event.cwd) for target in event.targets]
        seen.note(call.workspace, event, [path for path in paths if path])
    return _NO_OPINION


def _blocked(call: Call) -> Decision:
    """The refusal of a blocked tool, recorded; no opinion on any other."""
    from tracer.agents.handshake import note_once, note_refusal  # noqa: PLC0415 - as said
    from tracer.policy.decision import check  # noqa: PLC0415

    decision = check(call.workspace, call.event).decision
    if decision.refusal is None:
        return _NO_OPINION
    if decision.decision == "none":
        note_once(call, call.event, decision.refusal)
        return _NO_OPINION
    record = note_refusal(call, call.event, decision.refusal, enforced=True)
    return decision._replace(record=record)
