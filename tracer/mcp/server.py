"""The tools of the MCP server, with the official SDK (v2; it also serves older clients)."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from tracer import __version__
from tracer.agents.history import recent_history
from tracer.agents.render import refusal_text
from tracer.intents import describe, load
from tracer.model.errors import InputError, TracerError
from tracer.model.events import Refusal
from tracer.model.workspace import Workspace, find_workspace

if TYPE_CHECKING:
    from collections.abc import Callable

_PROJECT = "CLAUDE_PROJECT_DIR"  # set by Claude Code; others start the server in the project
_INSTRUCTIONS = (
    "Each change in this repository serves an intent. select_active_intent checks one out; "
    "list_intents shows which there are; blame and blame_by_intent tell which code serves which."
)
_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)
_SELECTS = ToolAnnotations(destructive_hint=False, idempotent_hint=True, open_world_hint=False)

IntentId = Annotated[str, Field(description="The id of the intent, such as INT-001.")]
FilePath = Annotated[str, Field(description="A file, relative to the root of the repository.")]
Lines = Annotated[str | None, Field(description="START,END or :NAME, as in git blame -L.")]


def serve() -> None:
    """Serve the workspace around the project directory on stdin and stdout."""
    build().run("stdio")


def build() -> MCPServer[Any]:
    """The server with its tools."""
    server: MCPServer[Any] = MCPServer(
        "tracer", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING"
    )
    for function, hints, description in _TOOLS:
        server.add_tool(
            function, annotations=hints, description=description, structured_output=False
        )
    return server


def select_active_intent(intent_id: IntentId) -> CallToolResult:
    """The context block of an intent that may be checked out, or the refusal."""

    def answer(workspace: Workspace) -> str | Refusal:
        return describe(workspace, intent_id, recent_history(workspace, intent_id))

    return _result(answer)


def list_intents() -> CallToolResult:
    """The whole registry as JSON."""

    def answer(workspace: Workspace) -> dict[str, Any]:
        registry = load(workspace)
        return {
            "version": registry.version,
            "active_intents": [intent.to_json() for intent in registry.intents],
        }

    return _result(answer)


def blame(path: FilePath, lines: Lines = None) -> CallToolResult:
    """The answer of `tracer blame --json`."""

    def answer(workspace: Workspace) -> dict[str, Any]:
        from tracer.queries.blame import blame as query  # noqa: PLC0415 - not for a handshake

        inside = workspace.relative(path)
        if inside is None:
            raise InputError(f"{path}: not in this repository", fix="Name a file inside it.")
        return query(workspace, inside, ranges=(lines,) if lines else ()).document

    return _result(answer)


def blame_by_intent(intent_id: IntentId) -> CallToolResult:
    """The answer of `tracer blame-by-intent --json`."""

    def answer(workspace: Workspace) -> dict[str, Any]:
        from tracer.queries.blame_by_intent import (  # noqa: PLC0415 - not for a handshake
            blame_by_intent as query,
        )

        return query(workspace, intent_id)

    return _result(answer)


_TOOLS: tuple[tuple[Callable[..., CallToolResult], ToolAnnotations, str], ...] = (
    (
        select_active_intent,
        _SELECTS,
        "Check an intent out; changing files needs one. Returns its scope, rules and history.",
    ),
    (list_intents, _READS, "The intents of this repository with their status and scope."),
    (
        blame,
        _READS,
        "For each line of a file: which intent it serves, who wrote it, how that is known.",
    ),
    (
        blame_by_intent,
        _READS,
        "Where the code of an intent is now, across files, wherever it has moved.",
    ),
)


def _result(answer: Callable[[Workspace], Any]) -> CallToolResult:
    """The answer as text for the model; refusals and expected errors are marked as errors."""
    try:
        value = answer(_workspace())
    except TracerError as error:
        return _text(str(error), is_error=True)
    if isinstance(value, Refusal):
        return _text(refusal_text(value), is_error=True)
    if isinstance(value, str):
        return _text(value, is_error=False)
    return _text(json.dumps(value, ensure_ascii=False), is_error=False)


def _text(text: str, *, is_error: bool) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=is_error)


def _workspace() -> Workspace:
    """The workspace of the project the client works in."""
    place = os.environ.get(_PROJECT) or os.getcwd()
    workspace = find_workspace(place)
    if workspace is None:
        raise InputError(
            "the server runs outside any repository", fix="Start it in the project's directory."
        )
    return workspace
