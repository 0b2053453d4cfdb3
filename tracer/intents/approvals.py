"""What waits for a person: destructive commands and wider scopes, and what was said to them.

The queue is one file below the index: it is worth nothing once its requests have expired. What
was decided, by whom and when, goes to the ledger. The text of a command stays in the queue, on
this machine; the ledger gets its hash. The file begins with a code made with a key of this
clone's: what another program writes into it is not read.
"""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tracer.intents.files import locked
from tracer.intents.store_stamp import stamp
from tracer.model.disk import write_atomically
from tracer.model.errors import UsageError
from tracer.model.named_tuple import NamedTuple
from tracer.resources import codes, sealed, unsealed

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

_NAME = "approvals.json"
_KEPT = 200
_SAME_CALL_S = 5.0  # two hooks may report one call


class Answer(StrEnum):
    """Where a request is."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    USED = "used"


class Request(NamedTuple):
    """One request. Times are seconds since 1970.

    `kind` is `command` or `scope`; `subject` the command line, or the globs asked for, one a
    line. `asked_by` is `agent` where the agent's own prompt asks its user.
    """

    id: str
    kind: str
    agent: str
    session_id: str
    intent_id: str | None
    subject: str
    cwd: str
    why: str
    requested: float
    expires: float
    answer: Answer = Answer.PENDING
    decided_by: str | None = None
    decided: float | None = None
    note: str | None = None
    call_id: str | None = None
    used: float | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of what was asked, as the ledger writes it."""
        return f"sha256:{hashlib.sha256(self.subject.encode()).hexdigest()}"


def requests(workspace: Workspace, now: float | None = None) -> list[Request]:
    """The requests that have not expired, oldest first."""
    moment = time.time() if now is None else now
    return [request for request in _read(_path(workspace)) if request.expires > moment]


def submit(workspace: Workspace, request: Request) -> Request:
    """The request, now in the queue; one that asks the same and still waits is not repeated.

    An empty id is replaced by the next free one. Raises: OSError where it cannot be written.
    """
    path = _path(workspace)
    with locked(f"{path}.lock"):
        queue = [item for item in _read(path) if item.expires > request.requested]
        same = find(queue, request)
        if same is not None and same.answer is Answer.PENDING:
            return same
        taken = {item.id for item in queue}
        number = next(n for n in range(1, _KEPT + len(queue) + 2) if f"A-{n}" not in taken)
        made = request._replace(id=f"A-{number}")
        _write(workspace, [*queue, made])
    return made


def decide(  # noqa: PLR0913 - one answer
    workspace: Workspace,
    request_id: str,
    answer: Answer,
    *,
    by: str | None = None,
    note: str | None = None,
    minutes: int = 30,
) -> Request:
    """The request with a person's answer, which holds for `minutes`.

    Raises: UsageError for one that is unknown, expired or answered already, and for a key of
    this clone's that cannot be used.
    """
    check_key(workspace)
    path = _path(workspace)
    now = time.time()
    with locked(f"{path}.lock"):
        queue = _read(path)
        known = next((item for item in queue if item.id == request_id), None)
        if known is None or known.expires <= now:
            raise UsageError(
                f"no request {request_id} is waiting", fix="See `tracer approve` for those that are"
            )
        if known.answer is not Answer.PENDING:
            raise UsageError(f"{request_id} is {known.answer} already", fix="Nothing is left to do")
        made = known._replace(
            answer=answer,
            decided_by=by or person(),
            decided=now,
            note=note,
            expires=now + minutes * 60,
        )
        _write(workspace, [made if item.id == request_id else item for item in queue])
    return made


def answer_to(
    workspace: Workspace, asked: Request, *, use: bool = False, now: float | None = None
) -> Answer | None:
    """What was said to the same request, or None; with `use` an approval is spent by this call.

    An approval lets one call run; the hooks of one call count as one.
    """
    path = _path(workspace)
    if not os.path.exists(path):
        return None
    moment = time.time() if now is None else now
    if not use:
        return _answer(_read(path), asked, moment)[0]
    with locked(f"{path}.lock"):
        queue = _read(path)
        answer, known = _answer(queue, asked, moment)
        if known is not None and known.answer is Answer.APPROVED:
            spent = known._replace(answer=Answer.USED, used=moment, call_id=asked.call_id)
            _write(workspace, [spent if item.id == known.id else item for item in queue])
    return answer


def _answer(
    queue: list[Request], asked: Request, moment: float
) -> tuple[Answer | None, Request | None]:
    """What was said to a request, and the entry that says it."""
    known = find([item for item in queue if item.expires > moment], asked)
    if known is None:
        return None, None
    if known.answer is Answer.USED:
        same_call = asked.call_id is not None and asked.call_id == known.call_id
        at_once = asked.call_id is None and moment - (known.used or 0.0) < _SAME_CALL_S
        return (Answer.APPROVED if same_call or at_once else None), known
    return known.answer, known


def find(queue: list[Request], asked: Request) -> Request | None:
    """The latest request in the queue that asks the same for the same session and intent."""
    keys = ("kind", "agent", "session_id", "intent_id", "subject", "cwd")
    wanted = [getattr(asked, key) for key in keys]
    same = [item for item in queue if [getattr(item, key) for key in keys] == wanted]
    return same[-1] if same else None


def person() -> str:
    """The name of who sits at this terminal, as the system knows it."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "unknown"


def check_key(workspace: Workspace) -> None:
    """Raise UsageError where this clone's key cannot be used, and so no answer can be kept."""
    path = _key(_path(workspace))
    if codes(path, _NAME) is None:
        raise UsageError(
            f"{path} is no key of yours, so that no answer can be kept",
            fix="Delete it; a new one is made.",
        )


def _path(workspace: Workspace) -> str:
    return os.path.join(workspace.index, _NAME)


def _key(path: str) -> str:
    """The file of the workspace's key, beside the queue."""
    return os.path.join(os.path.dirname(path), "key")


def _read(path: str) -> list[Request]:
    """The queue; one that another program wrote holds no request and no answer."""
    try:
        with open(path, "rb") as file:
            content, is_ours = unsealed(_key(path), _NAME, file.read())
        return [_request(item) for item in json.loads(content)] if is_ours else []
    except (OSError, ValueError, TypeError, KeyError):
        return []


def _request(item: dict[str, Any]) -> Request:
    return Request(**(item | {"answer": Answer(item["answer"])}))


def _write(workspace: Workspace, queue: list[Request]) -> None:
    document = json.dumps([item._asdict() for item in queue[-_KEPT:]])
    content = sealed(_key(_path(workspace)), _NAME, document.encode())
    stamp(workspace, content, _path(workspace))
    write_atomically(_path(workspace), content)
