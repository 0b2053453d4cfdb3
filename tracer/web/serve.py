"""The local server: the same views, live, and the queue of approvals.

It listens on loopback only. Whoever opens it needs the token that `tracer page --serve` prints: the
address holds it once, a cookie afterwards. A request for another host, from another site or without
the token is refused. It writes nothing but a person's answers, which become the records that
`tracer approve` makes.
"""

from __future__ import annotations

import hmac
import secrets
import socket
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote_to_bytes

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from tracer.agents.asking import decided
from tracer.intents.approvals import Answer, person
from tracer.model.errors import TracerError, UsageError
from tracer.web.addresses import Server
from tracer.web.documents import Documents, mark_of
from tracer.web.render import policy
from tracer.web.site import page
from tracer.web.views import NAVIGATION, Views, digest_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from contextlib import AbstractContextManager

    from starlette.requests import Request

    from tracer.model.workspace import Workspace
    from tracer.web.documents import Narrow

_COOKIE = "tracer_page"
_LARGEST_FORM = 4096  # bytes of an answer
_HEADERS = {
    "Content-Security-Policy": policy(is_served=True),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_KINDS = frozenset(kind for kind, _ in NAVIGATION)


class Pages:
    """The application. `token` opens it; `port` is the one it is served on."""

    def __init__(self, workspace: Workspace, narrow: Narrow, *, token: str, port: int) -> None:
        self._workspace = workspace
        self._narrow = narrow
        self._token = token
        self._form_token = secrets.token_urlsafe(32)
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._one_at_a_time = Lock()
        self._mark: object = None
        self._views: Views | None = None
        self._origins = {f"http://{host}" for host in self._hosts}
        self.app = Starlette(
            routes=[
                Route("/", self._guarded(self._overview)),
                Route("/approvals", self._guarded(self._approvals)),
                Route("/approvals/{key}", self._guarded(self._answer), methods=["POST"]),
                Route("/{kind}", self._guarded(self._view)),
                Route("/{kind}/{key:path}", self._guarded(self._view)),
            ]
        )

    def _guarded(
        self, handler: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def guarded(request: Request) -> Response:
            answer = self._refused(request) or await handler(request)
            for name, value in _HEADERS.items():
                answer.headers[name] = value
            return answer

        return guarded

    def _refused(self, request: Request) -> Response | None:
        """A refusal, a redirect that takes the token out of the address, or None."""
        if request.headers.get("host") not in self._hosts:
            return PlainTextResponse("This server answers for 127.0.0.1 only.\n", 403)
        is_followed_link = (
            request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate"
        )
        site = request.headers.get("sec-fetch-site", "none")
        if site not in {"none", "same-origin"} and not is_followed_link:
            return PlainTextResponse("Another site may not ask here.\n", 403)
        given = request.query_params.get("token")
        if given is not None and request.method == "GET" and self._is_token(given):
            answer = RedirectResponse(request.url.path, 303)
            answer.set_cookie(_COOKIE, self._token, httponly=True, samesite="strict", path="/")
            return answer
        if not self._is_token(request.cookies.get(_COOKIE, "")):
            return PlainTextResponse(
                "Open the address with the token that `tracer page --serve` printed.\n", 401
            )
        return None

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._token.encode())

    async def _overview(self, _request: Request) -> Response:
        return await self._show("overview", "")

    async def _view(self, request: Request) -> Response:
        kind, key = request.path_params["kind"], _key(request)
        if (kind not in _KINDS or key) and kind not in {"intent", "file", "change", "life"}:
            return self._missing()
        return await self._show(kind, key)

    async def _approvals(self, request: Request) -> Response:
        return await self._show("approvals", "", told=request.query_params.get("told", ""))

    async def _show(self, kind: str, key: str, **more: Any) -> Response:
        return await run_in_threadpool(self._made, kind, key, more)

    def _made(self, kind: str, key: str, more: dict[str, Any]) -> Response:
        if kind == "approvals":
            more |= {"form_token": self._form_token}
        with self._one_at_a_time:
            views = self._current(is_queue=kind == "approvals")
            try:
                view = views.of(kind, key, **more)
            except KeyError:
                return self._missing()
            except TracerError as error:
                return PlainTextResponse(f"{error}\n", 404)
            html = page(
                views.site, views.at, [view.html], kind="served", here=kind, title=view.title
            )
        return HTMLResponse(html.encode("utf-8", "replace"))

    def _current(self, *, is_queue: bool) -> Views:
        """The views of what is there now; made anew when anything has changed since."""
        mark = mark_of(self._workspace)
        if self._views is None or mark != self._mark or is_queue:
            self._mark = mark
            self._views = Views(Documents(self._workspace, self._narrow), Server())
        return self._views

    def warm(self, progress: Callable[[int, int], None]) -> None:
        """Ask for what every page needs, so that the first one does not keep a person waiting."""
        site = Documents(self._workspace, self._narrow, progress)
        self._mark = mark_of(self._workspace)
        self._views = Views(site, Server())
        _ = site.blames

    @staticmethod
    def _missing() -> Response:
        return PlainTextResponse("There is no such page.\n", 404)

    async def _answer(self, request: Request) -> Response:
        """A person's yes or no, from the form of the approvals page and from nowhere else."""
        if request.headers.get("origin") not in self._origins:
            return PlainTextResponse("Answers come from this page's own form.\n", 403)
        if int(request.headers.get("content-length") or 0) > _LARGEST_FORM:
            return PlainTextResponse("That is too long.\n", 413)
        form = await _fields(request)
        if not hmac.compare_digest(form.get("token", "").encode(), self._form_token.encode()):
            return PlainTextResponse("Answers come from this page's own form.\n", 403)
        answers = {"approved": Answer.APPROVED, "rejected": Answer.REJECTED}
        answer = answers.get(form.get("answer", ""))
        if answer is None:
            return PlainTextResponse("Say approved or rejected.\n", 400)
        key, told = request.path_params["key"], ""
        try:
            await run_in_threadpool(self._decide, key, answer, form)
            told = f"{key} {answer}"
        except TracerError as error:
            told = str(error)
        return await self._show("approvals", "", told=told)

    def _decide(self, key: str, answer: Answer, form: dict[str, str]) -> None:
        waiting = Documents(self._workspace, self._narrow).requests
        asked = next((one for one in waiting if one["id"] == key), None)
        if asked is not None and digest_of(asked) != form.get("digest"):
            raise UsageError(f"{key} asks for something else now", fix="Read it again")
        decided(
            self._workspace, key, answer, by=person(), note=form.get("note") or None, proof="page"
        )


def _key(request: Request) -> str:
    """What stands behind the kind in the address: git's own bytes, which need not be UTF-8."""
    raw = request.scope["raw_path"].partition(b"?")[0].split(b"/", 2)
    return unquote_to_bytes(raw[2]).decode("utf-8", "surrogateescape") if len(raw) > 2 else ""  # noqa: PLR2004


async def _fields(request: Request) -> dict[str, str]:
    """The fields of a form, each once."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LARGEST_FORM:
            return {}
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def serve(
    workspace: Workspace,
    narrow: Narrow,
    *,
    port: int,
    told: Callable[[str], None],
    progress: AbstractContextManager[Callable[[int, int], None]],
) -> None:
    """Serve the pages on loopback until interrupted; `told` hears the address once.

    It is told when the files have been looked at, which `progress` hears of.
    Port 0 takes a free one. Raises: OSError for a port that is taken.
    """
    listener = socket.create_server(("127.0.0.1", port))
    try:
        number = listener.getsockname()[1]
        token = secrets.token_urlsafe(32)
        pages = Pages(workspace, narrow, token=token, port=number)
        with progress as hear:
            pages.warm(hear)
        told(f"http://127.0.0.1:{number}/?token={token}")
        config = uvicorn.Config(pages.app, log_level="error", access_log=False, lifespan="off")
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        listener.close()
