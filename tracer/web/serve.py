"""The local server: the same views, live.

It listens on loopback only. Whoever opens it needs the token that `tracer page --serve` prints: the
address holds it once, a cookie afterwards. A request for another host, from another site or without
the token is refused. `served` has what is served: a repository with its queue of approvals, or a
warehouse of many.
"""

from __future__ import annotations

import hmac
import secrets
import socket
from abc import ABC, abstractmethod
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from tracer.model.errors import TracerError
from tracer.web.render import policy
from tracer.web.site import page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from contextlib import AbstractContextManager

    from starlette.requests import Request

    from tracer.web.book import Book

    Handler = Callable[[Request], Awaitable[Response]]

_COOKIE = "tracer_page"
_HEADERS = {
    "Content-Security-Policy": policy(is_served=True),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Pages(ABC):
    """The application. `token` opens it; `port` is the one it is served on.

    A subclass gives the pages (`current`), and may add routes.
    """

    def __init__(self, *, token: str, port: int) -> None:
        self._token = token
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._one_at_a_time = Lock()
        self.origins = {f"http://{host}" for host in self._hosts}
        self.app = Starlette(
            routes=[
                Route("/", self._guarded(self._overview)),
                *(
                    Route(path, self._guarded(handler), methods=[method])
                    for path, method, handler in self.routes()
                ),
                Route("/{kind}", self._guarded(self._view)),
                Route("/{kind}/{key:path}", self._guarded(self._view)),
            ]
        )

    def routes(self) -> tuple[tuple[str, str, Handler], ...]:
        """(path, method, handler) of each route besides the pages."""
        return ()

    @abstractmethod
    def current(self, kind: str) -> Book:
        """The pages of the present state; `kind`: the sort of page that is wanted.

        Raises: TracerError.
        """

    @abstractmethod
    def warm(self, progress: Callable[[int, int], None]) -> None:
        """Compute what every page needs, so that the first one does not keep a person waiting."""

    def _guarded(self, handler: Handler) -> Handler:
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
        return await self.show("overview", "")

    async def _view(self, request: Request) -> Response:
        return await self.show(request.path_params["kind"], _key(request))

    async def show(self, kind: str, key: str, **more: Any) -> Response:
        """The page of a view; `more` goes to its template."""
        return await run_in_threadpool(self._made, kind, key, more)

    def _made(self, kind: str, key: str, more: dict[str, Any]) -> Response:
        with self._one_at_a_time:
            try:
                book = self.current(kind)
                known = {name for name, _ in (*book.navigation, *book.served_only)}
                if (kind not in known or key) and kind not in book.keyed:
                    return self._missing()
                view = book.of(kind, key, **more)
            except KeyError:
                return self._missing()
            except TracerError as error:
                return PlainTextResponse(f"{error}\n", 404)
            html = page(book, [view.html], kind="served", here=kind, title=view.title)
        return HTMLResponse(html.encode("utf-8", "replace"))

    @staticmethod
    def _missing() -> Response:
        return PlainTextResponse("There is no such page.\n", 404)


def _key(request: Request) -> str:
    """What stands behind the kind in the address: git's own bytes, which need not be UTF-8."""
    raw = request.scope["raw_path"].partition(b"?")[0].split(b"/", 2)
    return unquote_to_bytes(raw[2]).decode("utf-8", "surrogateescape") if len(raw) > 2 else ""  # noqa: PLR2004


def serve(
    pages_of: Callable[[str, int], Pages],
    *,
    port: int,
    told: Callable[[str], None],
    progress: AbstractContextManager[Callable[[int, int], None]],
) -> None:
    """Serve pages on loopback until interrupted; `told` hears the address once.

    `pages_of` makes them for a token and a port. The address is told when what every page needs
    is there, which `progress` hears of.
    Port 0 takes a free one. Raises: OSError for a port that is taken.
    """
    listener = socket.create_server(("127.0.0.1", port))
    try:
        number = listener.getsockname()[1]
        token = secrets.token_urlsafe(32)
        pages = pages_of(token, number)
        with progress as hear:
            pages.warm(hear)
        told(f"http://127.0.0.1:{number}/?token={token}")
        config = uvicorn.Config(pages.app, log_level="error", access_log=False, lifespan="off")
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        listener.close()
