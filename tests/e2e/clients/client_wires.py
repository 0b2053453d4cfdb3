"""A scripted model behind the APIs that the agents' CLIs speak: one step a request, by loopback.

A step is one tool call, or None for a closing text. Which step is next is read off the request:
as many are over as it holds tool results. A client that repeats a request gets the same answer.
"""

# ruff: noqa: E501 - frames are read by line

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

CLOSING = "all done"
MOST_REPEATS = 20


class Call(NamedTuple):
    """One tool call of the model. `namespace`: the MCP server, where the wire names it apart.

    With `until` it is made again while no tool of that name is offered: MCP servers may start late.
    """

    tool: str
    arguments: Any
    namespace: str | None = None
    until: str | None = None


class Responses:
    """OpenAI's Responses API, as Codex uses it. A text as arguments is a freeform call."""

    path = "/responses"

    @staticmethod
    def results(body: dict[str, Any]) -> list[str]:
        items = [item for item in body.get("input", ()) if isinstance(item, dict)]
        outputs = [item for item in items if str(item.get("type")).endswith("_output")]
        return [_text(item.get("output")) for item in outputs]

    @staticmethod
    def stream(body: dict[str, Any], call: Call | None, number: int) -> Iterator[bytes]:  # noqa: ARG004
        if call is None:
            content = [{"type": "output_text", "text": CLOSING, "annotations": []}]
            item = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}  # fmt: skip
        elif isinstance(call.arguments, str):
            item = {"type": "custom_tool_call", "id": f"i{number}", "call_id": f"call_{number}", "name": call.tool, "input": call.arguments, "status": "completed"}  # fmt: skip
        else:
            item = {"type": "function_call", "id": f"i{number}", "call_id": f"call_{number}", "name": call.tool, "arguments": json.dumps(call.arguments), "status": "completed"}  # fmt: skip
            if call.namespace:
                item["namespace"] = call.namespace
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}  # fmt: skip
        whole = {"id": f"r{number}", "object": "response", "status": "completed", "model": "m", "output": [item], "usage": usage}  # fmt: skip
        yield _event(
            "response.created", {"response": whole | {"status": "in_progress", "output": []}}
        )
        yield _event("response.output_item.added", {"output_index": 0, "item": item})
        yield _event("response.output_item.done", {"output_index": 0, "item": item})
        yield _event("response.completed", {"response": whole})


class Completions:
    """OpenAI's chat completions, which most CLIs take."""

    path = "/chat/completions"

    @staticmethod
    def results(body: dict[str, Any]) -> list[str]:
        messages = body.get("messages", ())
        return [_text(m.get("content")) for m in messages if m.get("role") == "tool"]

    @staticmethod
    def stream(body: dict[str, Any], call: Call | None, number: int) -> Iterator[bytes]:
        if call is None:
            delta: dict[str, Any] = {"role": "assistant", "content": CLOSING}
            reason = "stop"
        else:
            function = {"name": call.tool, "arguments": json.dumps(call.arguments)}
            tool = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
            delta, reason = (
                {"role": "assistant", "content": None, "tool_calls": [tool]},
                "tool_calls",
            )
        frame = {"id": f"c{number}", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        if not body.get("stream"):
            message = {k: v for k, v in delta.items() if k != "index"}
            choice = {"index": 0, "message": message, "finish_reason": reason}
            yield json.dumps(frame | {"object": "chat.completion", "choices": [choice], "usage": usage}).encode()  # fmt: skip
            return
        for part, end in ((delta, None), ({}, reason)):
            choice = {"index": 0, "delta": part, "finish_reason": end}
            yield _data(frame | {"choices": [choice]} | ({"usage": usage} if end else {}))
        yield b"data: [DONE]\n\n"


class Gemini:
    """Google's generateContent."""

    path = "GenerateContent"

    @staticmethod
    def results(body: dict[str, Any]) -> list[str]:
        parts = [part for content in body.get("contents", ()) for part in content.get("parts", ())]
        found = [part["functionResponse"] for part in parts if "functionResponse" in part]
        return [json.dumps(item.get("response")) for item in found]

    @staticmethod
    def stream(body: dict[str, Any], call: Call | None, number: int) -> Iterator[bytes]:  # noqa: ARG004
        part: dict[str, Any] = {"text": CLOSING}
        if call is not None:
            part = {"functionCall": {"name": call.tool, "args": call.arguments}}
        candidate = {
            "content": {"role": "model", "parts": [part]},
            "finishReason": "STOP",
            "index": 0,
        }
        usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
        yield _data({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m"})


class Model:
    """The server, over a socket that listens already; `heard` are the results it was told."""

    def __init__(self, listener: socket.socket, wire: Any, steps: list[Call]) -> None:
        self.heard: list[str] = []
        self.requests: list[Any] = []
        self._wire = wire
        self._steps = steps
        self._repeated: list[int] = []  # counts of results at which a call was made again
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(
            listener.getsockname(), _Handler, bind_and_activate=False
        )
        self._server.socket.close()
        self._server.socket = listener
        self._server.daemon_threads = True
        self._server.model = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, path: str, body: dict[str, Any]) -> bytes | None:
        """The stream that answers a request; None for a path that is none of the wire's."""
        if not path.partition("?")[0].casefold().endswith(self._wire.path.casefold()):
            return None
        with self._lock:
            self.requests.append(body)
            results = self._wire.results(body)
            if len(results) > len(self.heard):
                self.heard = results
            if not body.get("tools"):
                return b"".join(self._wire.stream(body, None, 0))
            call = self._next_call(len(results), json.dumps(body["tools"]))
            return b"".join(self._wire.stream(body, call, len(results)))

    def _next_call(self, number: int, offered: str) -> Call | None:
        """The step after so many results; the one before it again while its tool is missing."""
        at = number - sum(before < number for before in self._repeated)
        last = self._steps[at - 1] if at else None
        if last is not None and last.until is not None and last.until not in offered:
            if len(self._repeated) < MOST_REPEATS and number not in self._repeated:
                self._repeated.append(number)
            if number in self._repeated:
                return last
        return self._steps[at] if at < len(self._steps) else None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        body = json.loads(raw or b"{}")
        answer = self.server.model.answer(self.path, body)  # type: ignore[attr-defined]
        if answer is None:
            self._send(404, "application/json", b"{}")
        else:
            kind = "application/json" if answer[:1] == b"{" else "text/event-stream"
            self._send(200, kind, answer)

    def do_GET(self) -> None:
        self._send(200, "application/json", b'{"object": "list", "data": [], "models": []}')

    def _send(self, code: int, kind: str, body: bytes) -> None:
        self.send_response(code)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: a test prints what it asserts on."""


def _event(name: str, fields: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps({'type': name} | fields)}\n\n".encode()


def _data(document: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(document)}\n\n".encode()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
