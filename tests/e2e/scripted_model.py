"""A model that follows a script, behind the Anthropic Messages API on loopback.

A real agent CLI talks to it as it would to its vendor. The script is a list of steps, each an
assistant turn of tool calls; the server answers a request with the first step whose calls have
no result in it yet. It keeps no position of its own, so a client that repeats a request gets the
same answer, and the order of the steps is the order of the conversation.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

MODEL = "scripted-model-1"
_SIDE_ANSWER = "A scripted conversation"


class Call(NamedTuple):
    """One tool call of the model."""

    tool: str
    arguments: dict[str, Any]


class Step(NamedTuple):
    """One assistant turn: calls made together.

    `meanwhile` runs on the test's side before the turn is answered: the world changes while
    the agent waits for its model.
    """

    label: str
    calls: tuple[Call, ...]
    meanwhile: Callable[[], None] | None = None

    def identifiers(self) -> list[str]:
        """The `tool_use` ids of the calls, which the CLI hands to hooks unchanged."""
        return [f"toolu_{self.label}_{number}" for number in range(len(self.calls))]


class ScriptedModel:
    """The server, over a socket that listens already; a context manager.

    `requests` holds every body received with tools in it, in order.
    """

    def __init__(self, listener: socket.socket, steps: list[Step], closing: str = "done") -> None:
        self.requests: list[dict[str, Any]] = []
        self.steps = steps
        self._closing = closing
        self._lock = threading.Lock()
        self._begun: set[str] = set()
        self._failure: BaseException | None = None
        address = listener.getsockname()
        self._server = ThreadingHTTPServer(address, _Handler, bind_and_activate=False)
        self._server.socket.close()
        self._server.socket = listener
        self._server.daemon_threads = True
        self._server.answer = self.answer  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        if self._failure is not None:
            raise self._failure

    def result(self, label: str, number: int = 0) -> str:
        """What the model was told the step's call had done: the text of its tool result."""
        wanted = f"toolu_{label}_{number}"
        for identifier, text in _results(self.requests[-1]):
            if identifier == wanted:
                return text
        msg = f"the model never received a result of step {label!r}"
        raise AssertionError(msg)

    def is_error(self, label: str, number: int = 0) -> bool:
        """Whether the CLI marked the result of that call as an error."""
        wanted = f"toolu_{label}_{number}"
        return any(
            block.get("is_error", False)
            for block in _blocks(self.requests[-1])
            if block.get("tool_use_id") == wanted
        )

    def answer(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        """The content blocks that answer one request."""
        if not body.get("tools"):
            return [{"type": "text", "text": _SIDE_ANSWER}]
        with self._lock:
            self.requests.append(body)
            known = {identifier for identifier, _ in _results(body)}
            for step in self.steps:
                if not known.issuperset(step.identifiers()):
                    return self._play(step)
        return [{"type": "text", "text": self._closing}]

    def _play(self, step: Step) -> list[dict[str, Any]]:
        """The blocks of `step`, after the world changed as it says (once)."""
        if step.meanwhile is not None and step.label not in self._begun:
            self._begun.add(step.label)
            try:
                step.meanwhile()
            except BaseException as error:  # noqa: BLE001 - raised again in the test's thread
                self._failure = error
                return [{"type": "text", "text": self._closing}]
        return [
            {"type": "tool_use", "id": identifier, "name": call.tool, "input": call.arguments}
            for identifier, call in zip(step.identifiers(), step.calls, strict=True)
        ]


class _Handler(BaseHTTPRequestHandler):
    """POST /v1/messages as a stream of server-sent events; every other path is not found."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        path = self.path.partition("?")[0]
        if path == "/v1/messages/count_tokens":
            self._send("application/json", b'{"input_tokens": 1}')
        elif path != "/v1/messages":
            self.send_error(404)
        else:
            blocks = self.server.answer(body)  # type: ignore[attr-defined]
            if body.get("stream"):
                stream = b"".join(
                    b"event: %s\ndata: %s\n\n"
                    % (event["type"].encode(), json.dumps(event).encode())
                    for event in _events(blocks)
                )
                self._send("text/event-stream", stream)
            else:
                self._send("application/json", json.dumps(_message(blocks)).encode())

    def _send(self, content_type: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: a test prints what it asserts on."""


def _message(blocks: list[dict[str, Any]]) -> dict[str, Any]:
    """A whole message, as the API gives it without streaming."""
    calls = any(block["type"] == "tool_use" for block in blocks)
    return {
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": blocks,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def _events(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The events of one streamed message.

    Source: https://docs.anthropic.com/en/api/messages-streaming
    """
    message = _message(blocks)
    yield {"type": "message_start", "message": message | {"content": [], "stop_reason": None}}
    for index, block in enumerate(blocks):
        if block["type"] == "text":
            start = block | {"text": ""}
            delta = {"type": "text_delta", "text": block["text"]}
        else:
            start = block | {"input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


def _blocks(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every content block of the request's messages that is not bare text."""
    for message in body.get("messages", []):
        if isinstance(message["content"], list):
            yield from message["content"]


def _results(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(call id, text) of every tool result in the request."""
    for block in _blocks(body):
        if block["type"] == "tool_result":
            content = block.get("content", "")
            if isinstance(content, list):
                content = "\n".join(part.get("text", "") for part in content)
            yield block["tool_use_id"], content
