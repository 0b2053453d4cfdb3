"""The tools and resources of the MCP server, with the official SDK (v2; older clients too)."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context, Elicit, Resolve
from mcp.server.mcpserver.tools import Tool
from mcp_types import (
    CallToolResult,
    ClientCapabilities,
    ElicitationCapability,
    TextContent,
    ToolAnnotations,
)
from pydantic import BaseModel, ConfigDict, Field

from tracer import __version__
from tracer.agents.history import recent_history
from tracer.agents.late import complete
from tracer.agents.render import refusal_text
from tracer.intents import approvals, describe, load
from tracer.intents.approvals import Answer, Request
from tracer.intents.context import one_line
from tracer.model.errors import InputError, TracerError
from tracer.model.events import Refusal
from tracer.model.workspace import Workspace, find_workspace

if TYPE_CHECKING:
    from collections.abc import Callable

# Set by agents that start the server elsewhere; the others start it in the project.
_PROJECTS = ("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "FACTORY_PROJECT_DIR")
_INSTRUCTIONS = (
    "Each change in this repository serves an intent. select_active_intent checks one out; "
    "list_intents shows which there are; request_scope_expansion asks a person for more files; "
    "blame, why, log and blame_by_intent tell which code serves which intent."
)
_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)
_SELECTS = ToolAnnotations(destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_ASKS = ToolAnnotations(destructive_hint=False, idempotent_hint=False, open_world_hint=False)
_ASKED = 1000  # characters of a command or a reason that a person is shown
_BY_ELICITATION = "the client's user"

IntentId = Annotated[str, Field(description="The id of the intent, such as INT-001.")]
FilePath = Annotated[str, Field(description="A file, relative to the root of the repository.")]
Lines = Annotated[str | None, Field(description="START,END or :NAME, as in git blame -L.")]
Element = Annotated[str, Field(description="START,END or :NAME, as in git log -L.")]
LineNumber = Annotated[int, Field(ge=1, description="A line of the file as it is now.")]
Globs = Annotated[list[str], Field(min_length=1, description="Files to add, gitignore syntax.")]
Reason = Annotated[str, Field(description="Why the intent needs them, for the person.")]
RequestId = Annotated[str, Field(description="The request a refusal named, such as A-1.")]


class _Open(BaseModel):
    """Fields may be added; those named stay."""

    model_config = ConfigDict(extra="allow")


class ContextAnswer(_Open):
    """The context block of an intent."""

    intent_id: str
    context: str


class IntentsAnswer(_Open):
    """The registry."""

    version: int
    active_intents: list[dict[str, Any]]


class RequestAnswer(_Open):
    """A request for approval and where it is."""

    request: str
    answer: str


class BlameAnswer(_Open):
    """The lines of a file and whose they are."""

    path: str
    lines: list[dict[str, Any]]


class IntentCodeAnswer(_Open):
    """The code of an intent."""

    intent: dict[str, Any]
    ranges: list[dict[str, Any]]


class LogAnswer(_Open):
    """The life of an element."""

    element: dict[str, Any]
    changes: list[dict[str, Any]]


class WhyAnswer(_Open):
    """Why a line is as it is."""

    path: str
    line: int
    intent: dict[str, Any] | None
    origin: dict[str, Any]


class Approval(BaseModel):
    """What the person at the client is asked."""

    approve: bool = Field(description="Approve this request?")
    note: str = Field(default="", description="A note that is recorded with the decision.")


def serve() -> None:
    """Serve the workspace around the project directory on stdin and stdout."""
    build().run("stdio")


def build() -> MCPServer[Any]:
    """The server with its tools and resources."""
    tools = [
        Tool.from_function(function, annotations=hints, description=description)
        for function, hints, description in _TOOLS
    ]
    for tool in tools:
        tool.parameters["additionalProperties"] = False  # B1: no other property
    server: MCPServer[Any] = MCPServer(
        "tracer", version=__version__, instructions=_INSTRUCTIONS, tools=tools, log_level="WARNING"
    )
    for uri, reader, mime in _RESOURCES:
        server.resource(uri, description=reader.__doc__, mime_type=mime)(reader)
    return server


def select_active_intent(intent_id: IntentId) -> Annotated[CallToolResult, ContextAnswer]:
    """The context block of an intent that may be checked out, or the refusal."""

    def answer(workspace: Workspace) -> Any:
        text = describe(workspace, intent_id, recent_history(workspace, intent_id))
        if isinstance(text, Refusal):
            return text
        return _Said(text, {"intent_id": intent_id, "context": text})

    return _result(answer)


def list_intents() -> Annotated[CallToolResult, IntentsAnswer]:
    """The whole registry as JSON."""
    return _result(_registry)


def request_scope_expansion(
    intent_id: IntentId, globs: Globs, reason: Reason
) -> Annotated[CallToolResult, RequestAnswer]:
    """The request, which waits for a person."""

    def answer(workspace: Workspace) -> dict[str, Any]:
        from tracer.agents.asking import request_scope  # noqa: PLC0415 - not for a handshake

        session = f"mcp-{int(time.time())}"
        made = request_scope(workspace, intent_id, globs, reason, agent="mcp", session=session)
        return {
            "request": made.id,
            "answer": str(made.answer),
            "next": f"A person runs `tracer approve {made.id}`, or ask_person asks them here.",
        }

    return _result(answer)


def _question(ctx: Context, request_id: RequestId) -> Any:
    """The question for the person; no question where the client cannot ask one."""
    request = _waiting(request_id)
    can_ask = ClientCapabilities(elicitation=ElicitationCapability())
    if request is None or not ctx.session.check_client_capability(can_ask):
        return Approval(approve=False)
    subject = one_line(request.subject.replace("\n", ", "), _ASKED)
    what = "run this command" if request.kind == "command" else "change these files too"
    why = one_line(request.why, _ASKED)
    message = f"{request.agent} asks to {what} for {request.intent_id}: {subject} ({why})"
    return Elicit(message, Approval)


def ask_person(
    request_id: RequestId,
    said: Annotated[ElicitationResult[Approval], Resolve(_question)],
    ctx: Context,
) -> Annotated[CallToolResult, RequestAnswer]:
    """What the person at the client said to a waiting request; it still waits if they said nothing.

    Declining the dialogue decides nothing: the request stays in the queue of `tracer approve`.
    """

    def answer(workspace: Workspace) -> dict[str, Any]:
        from tracer.agents.asking import decided  # noqa: PLC0415 - not for a handshake

        can_ask = ClientCapabilities(elicitation=ElicitationCapability())
        if _waiting(request_id) is None:
            raise InputError(f"no request {request_id} is waiting", fix="Repeat the refused call.")
        if not ctx.session.check_client_capability(can_ask) or not isinstance(
            said, AcceptedElicitation
        ):
            return {"request": request_id, "answer": str(Answer.PENDING)}
        given = Answer.APPROVED if said.data.approve else Answer.REJECTED
        made, _ = decided(
            workspace,
            request_id,
            given,
            by=_BY_ELICITATION,
            note=said.data.note or None,
            proof="elicitation",
        )
        return {"request": made.id, "answer": str(made.answer)}

    return _result(answer)


def blame(path: FilePath, lines: Lines = None) -> Annotated[CallToolResult, BlameAnswer]:
    """The answer of `tracer blame --json`."""
    return _result(lambda workspace: _blame(workspace, path, lines))


def why(path: FilePath, line: LineNumber) -> Annotated[CallToolResult, WhyAnswer]:
    """The intent, record and writer of one line, and what the intent is for."""

    def answer(workspace: Workspace) -> dict[str, Any]:
        document = _blame(workspace, path, f"{line},{line}")
        row = document["lines"][0]
        intent = load(workspace).get(row["origin"].get("intent_id") or "")
        return {
            "path": document["path"],
            "line": line,
            "intent": None if intent is None else intent.to_json(),
            "origin": row["origin"],
            "last": row.get("last"),
            "method": row.get("method"),
        }

    return _result(answer)


def log(path: FilePath, element: Element) -> Annotated[CallToolResult, LogAnswer]:
    """The answer of `tracer log --json`."""

    def answer(workspace: Workspace) -> dict[str, Any]:
        from tracer.queries.log import log as query  # noqa: PLC0415 - not for a handshake

        return query(workspace, _inside(workspace, path), element)

    return _result(answer)


def blame_by_intent(intent_id: IntentId) -> Annotated[CallToolResult, IntentCodeAnswer]:
    """The answer of `tracer blame-by-intent --json`."""

    def answer(workspace: Workspace) -> dict[str, Any]:
        from tracer.queries.blame_by_intent import (  # noqa: PLC0415 - not for a handshake
            blame_by_intent as query,
        )

        return query(workspace, intent_id)

    return _result(answer)


def intents_resource() -> str:
    """The intents of this repository, as JSON."""
    return json.dumps(_registry(_workspace()), ensure_ascii=False)


def intent_resource(intent_id: str) -> str:
    """One intent, as its context block."""
    workspace = _workspace()
    text = describe(workspace, intent_id, recent_history(workspace, intent_id))
    return refusal_text(text) if isinstance(text, Refusal) else text


def map_resource() -> str:
    """The intent map: which code serves which intent."""
    path = os.path.join(_workspace().sidecar, "intent_map.md")
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return "There is no intent map yet; `tracer map` writes it."


_TOOLS: tuple[tuple[Callable[..., CallToolResult], ToolAnnotations, str], ...] = (
    (
        select_active_intent,
        _SELECTS,
        "Check an intent out; changing files needs one. Returns its scope, rules and history.",
    ),
    (list_intents, _READS, "The intents of this repository with their status and scope."),
    (
        request_scope_expansion,
        _ASKS,
        "Ask for more files in the scope of an intent. A person decides; this only asks.",
    ),
    (
        ask_person,
        _ASKS,
        "Put a waiting request (A-1, ...) before the person at this client, if it can ask one.",
    ),
    (
        blame,
        _READS,
        "For each line of a file: which intent it serves, who wrote it, how that is known.",
    ),
    (why, _READS, "Why one line is as it is: the intent it serves, and what that is for."),
    (log, _READS, "The life of a function or of lines: every change, its kind and its intent."),
    (
        blame_by_intent,
        _READS,
        "Where the code of an intent is now, across files, wherever it has moved.",
    ),
)
_RESOURCES: tuple[tuple[str, Callable[..., str], str], ...] = (
    ("tracer://intents", intents_resource, "application/json"),
    ("tracer://intents/{intent_id}", intent_resource, "text/plain"),
    ("tracer://map", map_resource, "text/markdown"),
)


class _Said:
    """Text for the model beside the structured answer."""

    def __init__(self, text: str, document: dict[str, Any]) -> None:
        self.text = text
        self.document = document


def _registry(workspace: Workspace) -> dict[str, Any]:
    registry = load(workspace)
    return {
        "version": registry.version,
        "active_intents": [intent.to_json() for intent in registry.intents],
    }


def _blame(workspace: Workspace, path: str, lines: str | None) -> dict[str, Any]:
    from tracer.queries.blame import blame as query  # noqa: PLC0415 - not for a handshake

    return query(workspace, _inside(workspace, path), ranges=(lines,) if lines else ()).document


def _inside(workspace: Workspace, path: str) -> str:
    inside = None if "\0" in path else workspace.relative(path)
    if inside is None:
        raise InputError(f"{path!r}: not in this repository", fix="Name a file inside it.")
    return inside


def _waiting(request_id: str) -> Request | None:
    queue = approvals.requests(_workspace())
    return next((r for r in queue if r.id == request_id and r.answer is Answer.PENDING), None)


def _result(answer: Callable[[Workspace], Any]) -> CallToolResult:
    """The answer as text and as data; refusals and expected errors are marked as errors."""
    try:
        value = answer(_workspace())
    except TracerError as error:
        return _error(str(error))
    if isinstance(value, Refusal):
        return _error(refusal_text(value))
    if isinstance(value, _Said):
        text, document = value.text, value.document
    else:
        text, document = json.dumps(value, ensure_ascii=False), value
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=document, is_error=False
    )


def _error(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def _workspace() -> Workspace:
    """The workspace of the project the client works in."""
    named = (os.environ.get(name) for name in _PROJECTS)
    place = next((path for path in named if path), None) or os.getcwd()
    workspace = find_workspace(place)
    if workspace is None:
        raise InputError(
            "the server runs outside any repository", fix="Start it in the project's directory."
        )
    complete(workspace)
    return workspace
