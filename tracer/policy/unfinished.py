"""The class of a proposed change, measured with the halves of a refactoring that went before it.

Under an intent that allows refactoring only, a call may begin a refactoring that later calls
complete (`halves`): it is INCOMPLETE, not evolution. What the files were before it is kept, in one
small file for each session, until the turn ends; then the turn is measured as a whole.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.intents.session import session_key
from tracer.model.changes import ChangeSet
from tracer.model.disk import read_object, write_atomically
from tracer.model.enums import Verdict
from tracer.policy.evidence import evidence_in
from tracer.policy.proposal import change_set, read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

INCOMPLETE = "INCOMPLETE"
_MOST_FILES = 40


class Unfinished(NamedTuple):
    """Calls that together may be a refactoring.

    `before` holds the texts of their files when the first began, None for one that was not
    there; `records` are those of the calls, `declared` the class the latest one declared,
    `is_whole` whether with it they are a refactoring.
    """

    intent_id: str | None
    turn_id: str | None
    declared: str | None
    before: dict[str, str | None]
    records: tuple[str, ...] = ()
    is_whole: bool = False


class Measured(NamedTuple):
    """The class of a proposed change: a verdict, or INCOMPLETE.

    `unfinished` is what has to be kept when the call runs, None where nothing has. `evidence` says
    where and how behaviour may change, a few edits as `path:line kind (reason)`.
    """

    mutation_class: str
    unfinished: Unfinished | None = None
    evidence: tuple[str, ...] = ()


def measured(workspace: Workspace, event: Event, intent_id: str | None) -> Measured | None:
    """The class of the proposed texts; None where they are not known.

    Cost: one parse and match of the files the call names. Where that finds evolution, once more
    with those of the calls before, and what `halves.is_half` costs.
    """
    proposal = change_set(workspace, event)
    if proposal is None:
        return None
    from tracer.classify import to_json  # noqa: PLC0415 - parsing, which few calls need
    from tracer.engine import measure  # noqa: PLC0415 - as above

    verdict = measure(proposal, workspace).verdict
    alone = verdict.verdict
    if alone is not Verdict.INTENT_EVOLUTION:
        return Measured(alone)
    why = evidence_in(to_json(verdict)["files"])
    known = of(workspace, event)
    if known is None or (known.intent_id, known.turn_id) != (intent_id, event.turn_id):
        known = Unfinished(intent_id, event.turn_id, None, {})
    whole = _since(workspace, known, proposal)
    before = {c.before_path: c.before for c in whole.files if c.before_path is not None}
    paths = {path for c in whole.files for path in (c.before_path, c.after_path) if path}
    if len(paths) > _MOST_FILES:
        return Measured(alone, evidence=why)
    texts = {path: _as_text(before.get(path)) for path in sorted(paths)}
    grown = known._replace(declared=event.mutation_class, before=texts, is_whole=False)
    if known.before and measure(whole, workspace).verdict.verdict is not alone:
        return Measured(Verdict.AST_REFACTOR, grown._replace(is_whole=True))
    from tracer.policy.halves import is_half  # noqa: PLC0415 - as above

    if is_half(workspace, whole):
        return Measured(INCOMPLETE, grown)
    return Measured(alone, evidence=why)


def settled(workspace: Workspace, known: Unfinished) -> tuple[str, str | None, tuple[str, ...]]:
    """What the calls came to, as (class, the first file in which it shows, the evidence)."""
    from tracer.classify import to_json  # noqa: PLC0415 - parsing, which few turns need
    from tracer.engine import measure  # noqa: PLC0415 - as above

    whole = _since(workspace, known, ChangeSet(()))
    verdict = measure(whole, workspace).verdict
    evolved = [file for file in verdict.files if file.verdict is Verdict.INTENT_EVOLUTION]
    place = (evolved[0].after or evolved[0].before) if evolved else None
    return verdict.verdict, place, evidence_in(to_json(verdict)["files"])


def of(workspace: Workspace, event: Event) -> Unfinished | None:
    """What the session of the event has begun, if anything."""
    stored = read_object(_path(workspace, event))
    try:
        found = Unfinished(**stored) if stored else None
    except TypeError:  # another version's file
        return None
    return None if found is None else found._replace(records=tuple(found.records))


def keep(workspace: Workspace, event: Event, known: Unfinished) -> None:
    """Remember what the session has begun. Raises: OSError where that cannot be written."""
    path = _path(workspace, event)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_atomically(path, json.dumps(known._asdict()).encode())


def recorded(
    workspace: Workspace, event: Event, records: Sequence[Mapping[str, Any]]
) -> Unfinished | None:
    """What the session has begun, with the records that belong to it; None where none does."""
    known = of(workspace, event)
    if known is None:
        return None
    own = [
        record["id"]
        for record in records
        if all(file["relative_path"] in known.before for file in record.get("files") or ())
    ]
    if not own:
        return None
    made = known._replace(records=(*known.records, *own))
    keep(workspace, event, made)
    return made


def forget(workspace: Workspace, event: Event) -> None:
    """The turn is over."""
    try:
        os.unlink(_path(workspace, event))
    except OSError:
        return


def _since(workspace: Workspace, known: Unfinished, proposal: ChangeSet) -> ChangeSet:
    """From what the files were when the first of the calls began to what they shall be."""
    before: dict[str, bytes] = {}
    after: dict[str, bytes] = {}
    named: set[str] = set()
    for change in proposal.files:
        if change.before_path is not None and change.before is not None:
            before[change.before_path] = change.before
        if change.after_path is not None and change.after is not None:
            after[change.after_path] = change.after
        named |= {path for path in (change.before_path, change.after_path) if path}
    for path, text in known.before.items():
        before.pop(path, None)
        if text is not None:
            before[path] = text.encode("utf-8", "surrogateescape")
        now = read(os.path.join(workspace.root, path)) if path not in named else None
        if now is not None:
            after[path] = now
    return ChangeSet.from_texts(before, after)


def _as_text(text: bytes | None) -> str | None:
    return None if text is None else text.decode("utf-8", "surrogateescape")


def _path(workspace: Workspace, event: Event) -> str:
    session = session_key(event.agent, event.session_id)
    return os.path.join(workspace.index, "unfinished", f"{session}.json")
