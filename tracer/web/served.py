"""What is served: a repository with its queue of approvals, or a warehouse of many repositories.

Nothing is written but a person's answers, which become the records that `tracer approve` makes.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse

from tracer.agents.asking import decided
from tracer.agents.late import complete
from tracer.fleet.manifests import MANIFESTS
from tracer.intents.approvals import Answer, person
from tracer.model.errors import TracerError, UsageError
from tracer.web.addresses import Server
from tracer.web.documents import Documents, mark_of
from tracer.web.fleet_documents import FleetDocuments
from tracer.web.fleet_views import FleetViews
from tracer.web.serve import Pages
from tracer.web.views import Views, digest_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from tracer.fleet.storage import Storage
    from tracer.model.workspace import Workspace
    from tracer.web.book import Book
    from tracer.web.documents import Narrow
    from tracer.web.serve import Handler

_LARGEST_FORM = 4096  # bytes of an answer


class RepositoryPages(Pages):
    """The views of one repository, and the queue of what waits for a person."""

    def __init__(self, workspace: Workspace, narrow: Narrow, *, token: str, port: int) -> None:
        super().__init__(token=token, port=port)
        self._workspace = workspace
        self._narrow = narrow
        self._form_token = secrets.token_urlsafe(32)
        self._mark: object = None
        self._views: Views | None = None

    def routes(self) -> tuple[tuple[str, str, Handler], ...]:
        """The queue, and the answers to it."""
        return (
            ("/approvals", "GET", self._approvals),
            ("/approvals/{key}", "POST", self._answer),
        )

    def current(self, kind: str) -> Book:
        """The pages of the repository's present state; computed again after a change."""
        complete(self._workspace)
        mark = mark_of(self._workspace)
        if self._views is None or mark != self._mark or kind == "approvals":
            self._mark = mark
            self._views = Views(Documents(self._workspace, self._narrow), Server())
        return self._views

    def warm(self, progress: Callable[[int, int], None]) -> None:
        """Look at all files."""
        site = Documents(self._workspace, self._narrow, progress)
        self._mark = mark_of(self._workspace)
        self._views = Views(site, Server())
        _ = site.blames

    async def _approvals(self, request: Request) -> Response:
        return await self._queue(request.query_params.get("told", ""))

    async def _queue(self, told: str) -> Response:
        return await self.show("approvals", "", told=told, form_token=self._form_token)

    async def _answer(self, request: Request) -> Response:
        """A person's yes or no, from the form of the approvals page and from nowhere else."""
        if request.headers.get("origin") not in self.origins:
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
        return await self._queue(told)

    def _decide(self, key: str, answer: Answer, form: dict[str, str]) -> None:
        waiting = Documents(self._workspace, self._narrow).requests
        asked = next((one for one in waiting if one["id"] == key), None)
        if asked is not None and digest_of(asked) != form.get("digest"):
            raise UsageError(f"{key} asks for something else now", fix="Read it again")
        decided(
            self._workspace, key, answer, by=person(), note=form.get("note") or None, proof="page"
        )


async def _fields(request: Request) -> dict[str, str]:
    """The fields of a form, each once."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LARGEST_FORM:
            return {}
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


class FleetPages(Pages):
    """The views of a warehouse, asked again when a sync has changed it."""

    def __init__(self, storage: Storage, *, token: str, port: int) -> None:
        super().__init__(token=token, port=port)
        self._storage = storage
        self._state = ""
        self._views: FleetViews | None = None

    def current(self, kind: str) -> Book:
        """The pages of the warehouse's present state, the same for each `kind`."""
        del kind
        state = self._storage.state(MANIFESTS)
        if self._views is None or state != self._state:
            self._views = FleetViews(FleetDocuments(self._storage), Server())
            self._state = state
        return self._views

    def warm(self, progress: Callable[[int, int], None]) -> None:
        """Ask the warehouse."""
        progress(0, 1)
        self.current("overview")
        progress(1, 1)
