"""Records that are made after their agent has its answer, where a team has `answers: early`.

A post-hook of an edit whose answer says nothing of the record writes down what it saw (the event,
the texts of its files), answers, and records then. What is written down is an *entry*: one file of
`.index/late`, on the disk before the agent hears anything. Whoever comes next and needs the ledger
(a hook, a command, a tool of the MCP server) waits for the process that records, and does what a
killed one has left.

The process that takes an entry up writes into its name how often that happened and how long the
ledger was then, so that an entry whose record stands in the ledger already gets no second one.
"""

from __future__ import annotations

import json
import os
import time
from binascii import a2b_base64, b2a_base64
from typing import TYPE_CHECKING, Any

from tracer.agents import journal
from tracer.agents.call import Call
from tracer.agents.normalise import normalise
from tracer.agents.payload import decode, decoded
from tracer.agents.spec import load_spec
from tracer.model import waits
from tracer.model.disk import Lock, sync_directory, write_atomically
from tracer.model.enums import ActionKind, Phase
from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.events import Decision, Event
    from tracer.model.workspace import Workspace

    Record = Callable[[Call], Decision]

_KINDS = frozenset({ActionKind.FILE_EDIT, ActionKind.DELETE, ActionKind.MOVE})
_LARGEST = 4 << 20  # bytes of texts in one entry
_ATTEMPTS = 3


class _Name(NamedTuple):
    """The name of an entry: when it came, how often it was taken up, the ledger's size then."""

    moment: str
    attempts: int = 0
    size: int = 0

    @classmethod
    def of(cls, text: str) -> _Name:
        """The parts of a file's name. Raises: ValueError for a file that is no entry."""
        moment, attempts, size = text.removesuffix(waits.ENTRY).split("-")
        return cls(moment, int(attempts), int(size))

    def __str__(self) -> str:
        return f"{self.moment}-{self.attempts}-{self.size}{waits.ENTRY}"


def keep(call: Call, agent: str, stdin: bytes) -> bool:
    """Write down what the event of a call saw; whether that is on the disk, and may be answered.

    False wherever the answer may have to say what the record says.
    """
    event = call.event
    if not waits.may_answer() or not _says_nothing(call, event):
        return False
    from tracer.engine import pending  # noqa: PLC0415 - reads need neither
    from tracer.engine.disk import read_file  # noqa: PLC0415

    if call.spec.get("settle_ms"):
        from tracer.agents.settling import settle  # noqa: PLC0415 - hosts that need it

        settle(event, call.spec["settle_ms"])
    named = [path for target in event.targets for path in (target.path, target.move_to) if path]
    texts = {
        path: read_file(os.path.join(call.workspace.root, path))
        for path in (call.workspace.relative(name, event.cwd) for name in named)
        if path is not None
    }
    if not texts or sum(len(text or b"") for text in texts.values()) > _LARGEST:
        return False
    document = {
        "agent": agent,
        "stdin": _packed(stdin),
        "texts": {path: _packed(text) for path, text in texts.items()},
        "before": pending.peek(call.workspace, event),
    }
    name = _Name(f"{time.time_ns():020}_{os.getpid()}")
    return call.attempt("late", lambda: _write(call.workspace, str(name), document)) is not None


def _says_nothing(call: Call, event: Event) -> bool:
    """Whether the answer to a post-hook says nothing that only its record tells."""
    if event.phase is not Phase.POST or event.kind not in _KINDS or not event.targets:
        return False
    spec = call.spec
    if spec.get("silent_patches") or "$record" in json.dumps(spec["answers"]):
        return False
    from tracer.intents import registry, session  # noqa: PLC0415 - as above
    from tracer.policy.config import Answers, load_config  # noqa: PLC0415
    from tracer.policy.unfinished_store import directories  # noqa: PLC0415

    config = call.attempt("configuration", lambda: load_config(call.workspace))
    if config is None or config.answers is not Answers.EARLY or config.quality:
        return False
    if event.mutation_class == "AST_REFACTOR" or directories(call.workspace):
        return False
    state = session.read(call.workspace, event.agent, event.session_id)
    intent = registry.load(call.workspace).get(event.intent_id or state.intent_id or "")
    return intent is None or intent.allowed_mutation != "AST_REFACTOR"


def complete(workspace: Workspace) -> None:
    """Wait for records that are being made, and make those that nobody makes.

    Nobody is held up for good: after the time for a lock the rest stays for whoever comes next.
    Cost: one look into a directory where there are none.
    """
    if not waits.left(workspace):
        return
    from tracer.agents.tool_calls import finish  # noqa: PLC0415 - seldom

    try:
        with Lock(os.path.join(workspace.index, "late.lock"), timeout_s=waits.lock_s()):
            for name in waits.left(workspace):
                _finish(workspace, _Name.of(name), finish)
    except OSError as error:
        journal.write(workspace, journal.complaint("late", error), error)


def _finish(workspace: Workspace, name: _Name, record: Record) -> None:
    """Make the record of one entry. One that failed is tried again by the next, three times."""
    place = os.path.join(waits.directory(workspace), str(name))
    if name.attempts == _ATTEMPTS:
        os.replace(place, f"{place}.failed")
        error = LedgerError(f"{place}.failed: gave up", fix="Its change is found, as nobody's")
        journal.write(workspace, journal.complaint("late", error), error)
        return
    taken = _Name(name.moment, name.attempts + 1, _size(workspace.ledger))
    now = os.path.join(waits.directory(workspace), str(taken))
    os.replace(place, now)
    try:
        with open(now, encoding="utf-8") as file:
            document = json.load(file)
        _record(workspace, document, record, name.size if name.attempts else None)
    except Exception as error:  # noqa: BLE001 - one entry must not keep the others
        journal.write(workspace, journal.complaint("late", error), error)
        return
    os.unlink(now)


def _record(
    workspace: Workspace, document: dict[str, Any], record: Record, since: int | None
) -> None:
    """Handle an event that was written down, as if its files were as they were then."""
    from tracer.agents import kept_words  # noqa: PLC0415 - as above
    from tracer.engine import pending  # noqa: PLC0415
    from tracer.engine.disk import held  # noqa: PLC0415

    spec = load_spec(document["agent"])
    payload = decoded(spec, decode(a2b_base64(document["stdin"])))
    reading = normalise(spec, payload)
    if reading is None:
        return
    call = Call(spec, payload, reading, workspace, None)
    if since is not None:
        if _is_recorded(workspace, call.event, set(document["texts"]), since):
            return
        pending.restore(workspace, call.event, document["before"])
    texts = {
        os.path.join(workspace.root, path): None if text is None else a2b_base64(text)
        for path, text in document["texts"].items()
    }
    with held(texts):
        decision = record(call)
    if decision.context:
        said = f"About an earlier call:\n{decision.context}"
        call.attempt("kept words", lambda: kept_words.keep(workspace, call.event, "late", said))


def _is_recorded(workspace: Workspace, event: Event, paths: set[str], since: int) -> bool:
    """Whether the ledger got a record of this call behind so many bytes."""
    from tracer.engine.header import tool_of  # noqa: PLC0415 - after somebody was killed

    try:
        with open(workspace.ledger, "rb") as file:
            file.seek(since)
            lines = file.read().split(b"\n")
    except OSError:
        return False
    wanted = dict(tool_of(event))
    for line in lines:
        try:
            found = json.loads(line)
        except ValueError:  # the last, cut short
            continue
        touched = {one.get("relative_path") for one in found.get("files") or ()}
        if found.get("event") == "mutation" and found.get("tool") == wanted and touched & paths:
            return True
    return False


def _write(workspace: Workspace, name: str, document: dict[str, Any]) -> bool:
    """Put an entry where it outlives this process, and as a record a power cut. Raises: OSError."""
    from tracer.ledger.local import make_index_dir  # noqa: PLC0415 - as above
    from tracer.ledger.settings import Sync, sync_of  # noqa: PLC0415

    make_index_dir(workspace)
    directory = waits.directory(workspace)
    os.makedirs(directory, exist_ok=True)
    is_synced = sync_of(workspace) is not Sync.OFF
    content = json.dumps(document).encode()
    write_atomically(os.path.join(directory, name), content, durable=is_synced)
    if is_synced:
        sync_directory(directory)
    return True


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _packed(text: bytes | None) -> str | None:
    return None if text is None else b2a_base64(text, newline=False).decode("ascii")
