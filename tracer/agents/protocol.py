"""What tracer tells a model about itself (REQUIREMENTS B5).

Stated as facts: models take orders in injected text for an attack, and rightly.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tracer.intents import load
from tracer.intents.context import escape
from tracer.policy.config import CheckoutSpan, Config, Mode, load_config

if TYPE_CHECKING:
    from tracer.intents import Intent
    from tracer.model.workspace import Workspace

_SHOWN = 12  # intents listed
_SCOPES = 6  # globs listed for one
_MODES = {
    Mode.ENFORCE: (
        "Mode enforce: a call that writes is refused until this session has checked out an "
        "intent whose scope covers the file."
    ),
    Mode.OBSERVE: (
        "Mode observe: nothing is refused; a change made without an intent is recorded as such."
    ),
}
_SPANS = {
    CheckoutSpan.TASK: "A checkout ends when the agent stops.",
    CheckoutSpan.SESSION: "A checkout lasts until the session ends.",
}


def protocol_text(workspace: Workspace) -> str:
    """The handshake and the open intents, in a few lines.

    Raises: InputError for a bad configuration or registry.
    """
    lines = _protocol(load_config(workspace))
    return "\n".join([*lines, *_open_intents(workspace)])


def _protocol(config: Config) -> list[str]:
    """The handshake in a few lines."""
    return [
        "tracer records which intent each change in this repository serves.",
        _MODES[config.mode],
        "The tool select_active_intent(intent_id) of the MCP server `tracer` checks an intent "
        "out, and so does the command `tracer intent select ID`. Reading needs none. "
        + _SPANS[config.checkout],
        "Files below .orchestration/ and the agents' hook settings change only through tracer.",
    ]


def standing_text(workspace: Workspace) -> str:
    """What an instruction file says: the protocol alone, which does not change with each intent.

    Raises: InputError for a bad configuration.
    """
    lines = [
        "## Intents",
        "",
        *_protocol(load_config(workspace)),
        (
            "`tracer intent list` shows the open ones. A wider scope is asked for with "
            "`tracer intent expand ID --scope GLOB --reason TEXT`; a person approves it."
        ),
    ]
    return "\n".join(lines)


def reminder(workspace: Workspace) -> str | None:
    """A short text for a prompt of a session without a checkout; None where no intent is open.

    Raises: InputError for a bad registry.
    """
    intents = load(workspace).selectable(time.time())
    if not intents:
        return None
    names = ", ".join(f"{i.id} ({escape(i.name, 60)})" for i in intents[:_SHOWN])
    return (
        f"This session has no intent checked out. Open intents: {names}. "
        "The tool select_active_intent checks one out."
    )


def _open_intents(workspace: Workspace) -> list[str]:
    registry = load(workspace)
    intents = registry.selectable(time.time())
    if not registry.intents:
        return [
            "No intent exists yet; `tracer intent add ID --name NAME --scope GLOB` creates one."
        ]
    if not intents:
        return ["No intent is open at the moment; a person opens them."]
    more = [f"- and {len(intents) - _SHOWN} more"] if len(intents) > _SHOWN else []
    return ["Open intents:", *map(_line, intents[:_SHOWN]), *more]


def _line(intent: Intent) -> str:
    scope = ", ".join(escape(glob, 80) for glob in intent.owned_scope[:_SCOPES])
    if len(intent.owned_scope) > _SCOPES:
        scope += ", ..."
    return f"- {intent.id}: {escape(intent.name, 100)} ({intent.status}; scope: {scope or 'none'})"
