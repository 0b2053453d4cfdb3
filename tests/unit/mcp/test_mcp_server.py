"""The MCP server over stdio, with the official client, and with a client of an earlier day."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

import tracer.mcp
from tracer.intents import approvals
from tracer.mcp import server
from tracer.model.errors import UsageError

if TYPE_CHECKING:
    from mcp_types import CallToolResult

    from tracer.model.workspace import Workspace

SERVE = [sys.executable, "-c", "import tracer.mcp; tracer.mcp.main()"]
REGISTRY = """\
active_intents:
- {id: INT-001, name: Prices, status: PENDING, owned_scope: [src/**]}
- {id: INT-002, name: Done, status: COMPLETED}
"""
CITE = "You must cite a valid active Intent ID."


@pytest.fixture
def project(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace with two intents, named as Claude Code names it."""
    Path(workspace.intents).write_text(REGISTRY)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", workspace.root)
    return workspace


def text_of(result: CallToolResult) -> str:
    (block,) = result.content
    return str(getattr(block, "text", ""))


def test_over_stdio_with_the_official_client(project: Workspace) -> None:
    """B1, G2: tools, schemas, the handshake and its refusals, as an agent of today sees them."""
    environment = {name: os.environ[name] for name in ("XDG_CACHE_HOME", "CLAUDE_PROJECT_DIR")}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    parameters = StdioServerParameters(command=SERVE[0], args=SERVE[1:], env=environment, cwd="/")

    async def converse() -> tuple[Any, ...]:
        async with Client(parameters) as client:
            return (
                await client.list_tools(),
                await client.call_tool("select_active_intent", {"intent_id": "INT-001"}),
                await client.call_tool("select_active_intent", {"intent_id": "INT-002"}),
                await client.call_tool("list_intents", {}),
            )

    tools, selected, refused, listed = asyncio.run(converse())
    schemas = {tool.name: tool.input_schema for tool in tools.tools}
    assert set(schemas) == {
        "select_active_intent", "list_intents", "request_scope_expansion", "ask_person",
        "blame", "why", "log", "blame_by_intent",
    }  # fmt: skip
    assert all(tool.output_schema for tool in tools.tools)
    select = schemas["select_active_intent"]
    assert list(select["properties"]) == ["intent_id"]
    assert select["properties"]["intent_id"]["type"] == "string"
    assert select["required"] == ["intent_id"]
    assert all(schema["additionalProperties"] is False for schema in schemas.values())
    hints = {tool.name: tool.annotations.read_only_hint for tool in tools.tools}
    assert hints["blame"] is True
    assert not selected.is_error
    assert text_of(selected).startswith("<intent_context>")
    assert "<glob>src/**</glob>" in text_of(selected)
    assert refused.is_error
    refusal = json.loads(text_of(refused))
    assert (refusal["error_code"], refusal["message"]) == ("INTENT_INVALID", CITE)
    assert [i["id"] for i in json.loads(text_of(listed))["active_intents"]] == [
        "INT-001",
        "INT-002",
    ]
    assert Path(project.intents).read_text() == REGISTRY  # the hook makes the checkout


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
def test_a_client_of_an_earlier_day(project: Workspace, version: str) -> None:
    """`initialize`, list, call, in the protocol that Claude Code 2.1 speaks and in older ones."""
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
    call = {"name": "select_active_intent", "arguments": {"intent_id": "INT-001"}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call},
        {"jsonrpc": "2.0", "id": 4, "method": "no/such"},
    ]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("CLAUDE_PROJECT_DIR")
    with subprocess.Popen(
        SERVE,
        cwd=project.root,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers = {}
        for message in messages:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            if "id" in message:
                answer = json.loads(process.stdout.readline())
                answers[answer["id"]] = answer
        process.stdin.close()
        assert process.wait(timeout=20) == 0
    assert answers[1]["result"]["protocolVersion"] == version
    assert len(answers[2]["result"]["tools"]) == 8
    assert "<intent_context>" in answers[3]["result"]["content"][0]["text"]
    assert answers[3]["result"]["isError"] is False
    assert answers[4]["error"]["code"] == -32601


CLIENT = {"name": "test", "version": "1"}


def test_refusals_and_errors_are_marked(project: Workspace) -> None:
    """What the model can act on is text with the error flag, never an exception of the SDK."""
    unknown = server.select_active_intent("INT-404")
    assert unknown.is_error
    assert json.loads(text_of(unknown))["message"] == CITE
    outside = server.blame("../elsewhere.py")
    assert outside.is_error
    assert "not in this repository" in text_of(outside)
    assert server.blame("a\0b").is_error
    long = json.loads(text_of(server.select_active_intent("x" * 100_000)))
    assert len(long["required_action"]) < 1000
    Path(project.intents).write_text("x: [\n")
    broken = server.list_intents()
    assert broken.is_error
    assert "active_intents.yaml:2" in text_of(broken)


def test_outside_any_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server starts anywhere and says what is wrong when it is asked."""
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path))
    result = server.list_intents()
    assert result.is_error
    assert "outside any repository" in text_of(result)


def test_queries_answer_as_the_commands_do(
    project: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`blame` and `blame_by_intent` are those of the command line, as one JSON document."""
    from tracer.queries.blame import BlameAnswer

    asked: list[Any] = []

    def blame(workspace: Workspace, path: str, **more: Any) -> BlameAnswer:
        asked.append((workspace.root, path, more))
        return BlameAnswer({"path": path, "revision": None, "lines": []}, [])

    def blame_by_intent(workspace: Workspace, intent_id: str) -> dict[str, Any]:
        asked.append((workspace.root, intent_id))
        return {"intent": {"id": intent_id}, "ranges": [], "deleted": []}

    monkeypatch.setattr("tracer.queries.blame.blame", blame)
    monkeypatch.setattr("tracer.queries.blame_by_intent.blame_by_intent", blame_by_intent)
    lines = json.loads(text_of(server.blame(f"{project.root}/src/a.py", "1,3")))
    assert lines == {"path": "src/a.py", "revision": None, "lines": []}
    assert json.loads(text_of(server.blame_by_intent("INT-001")))["intent"] == {"id": "INT-001"}
    assert asked == [
        (project.root, "src/a.py", {"ranges": ("1,3",)}),
        (project.root, "INT-001"),
    ]


def test_without_the_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra to install is named."""
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    with pytest.raises(UsageError, match=r"tracer\[mcp\]"):
        tracer.mcp.main()


async def with_person(answer: Any, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """The results of calls by a client whose person gives `answer`; None: it cannot ask."""
    from mcp_types import ElicitResult

    async def ask(_context: Any, parameters: Any) -> ElicitResult:
        assert "INT-001" in parameters.message
        return ElicitResult(**answer)

    more = {} if answer is None else {"elicitation_callback": ask}
    async with Client(server.build(), **more) as client:
        return [await client.call_tool(name, arguments) for name, arguments in calls]


@pytest.mark.parametrize(
    ("answer", "expected", "scope"),
    [
        ({"action": "accept", "content": {"approve": True}}, "approved", ["src/**", "docs/**"]),
        ({"action": "accept", "content": {"approve": False, "note": "no"}}, "rejected", ["src/**"]),
        ({"action": "decline"}, "pending", ["src/**"]),
        ({"action": "cancel"}, "pending", ["src/**"]),
        (None, "pending", ["src/**"]),
    ],
)
def test_a_wider_scope_is_asked_for_and_approved(
    project: Workspace, answer: Any, expected: str, scope: list[str]
) -> None:
    """C4, G2: the request waits; only a person's yes widens the scope, and it is recorded."""
    from tracer.intents import load
    from tracer.ledger import read

    asked = {"intent_id": "INT-001", "globs": ["docs/**"], "reason": "the manual too"}
    requested, decided = asyncio.run(
        with_person(
            answer, ("request_scope_expansion", asked), ("ask_person", {"request_id": "A-1"})
        )
    )
    assert requested.structured_content["request"] == "A-1"
    assert decided.structured_content["answer"] == expected
    intent = load(project).get("INT-001")
    assert intent is not None
    assert list(intent.owned_scope) == scope
    events = [record["event"] for _, record in read(project) if isinstance(record, dict)]
    assert ("intent_lifecycle" in events) is (expected == "approved")
    assert events.count("approval") == (1 if expected == "pending" else 2)
    log = Path(project.sidecar, "governance_ledger.md").read_text()
    assert "event=approval" in log


@pytest.mark.usefixtures("project")
def test_resources() -> None:
    """G2: intents and map can be read without a tool."""

    async def read() -> list[Any]:
        async with Client(server.build()) as client:
            uris = ["tracer://intents", "tracer://intents/INT-001", "tracer://map"]
            return [await client.read_resource(uri) for uri in uris]

    texts = [answer.contents[0].text for answer in asyncio.run(read())]
    assert json.loads(texts[0])["active_intents"][0]["id"] == "INT-001"
    assert texts[1].startswith("<intent_context>")
    assert "tracer map" in texts[2]


def test_why_a_line_is_so(project: Workspace) -> None:
    """G2: the intent behind one line, or that nobody knows."""
    Path(project.root, "a.py").write_text("x = 1\n")
    answer = server.why("a.py", 1)
    assert answer.structured_content is not None
    assert answer.structured_content["intent"] is None
    assert server.why("a.py", 7).is_error


@pytest.mark.parametrize(
    "globs",
    [
        ["../**"], ["src/../../x"], ["a\nb"], ["a\x1b[2J"], ["x" * 300], [""],
        [f"{n}/**" for n in range(51)],
    ],
)  # fmt: skip
def test_c4_a_scope_no_person_could_read_is_not_asked_for(
    project: Workspace, globs: list[str]
) -> None:
    """One request is a few short lines of globs inside the workspace; doubles count once."""
    assert server.request_scope_expansion("INT-001", globs, "why").is_error
    assert approvals.requests(project) == []
    asked = server.request_scope_expansion("INT-001", ["docs/**"] * 900, "y\x1b[2J" * 900)
    assert not asked.is_error
    (request,) = approvals.requests(project)
    assert request.subject == "docs/**"
    assert request.why.isprintable()
    assert len(request.why) <= 600
