"""A refactoring in several calls: what the files were before it, and what it came to.

Under an intent that allows refactoring only, a call may begin a refactoring that later calls
complete (`halves`): it is INCOMPLETE, not evolution. What the files were before the first of them
is kept for each session until all calls together are a refactoring. When a turn ends the calls are
measured as one, and what is missing is told (`obligations`); the next turn may still complete it.
"""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING, Any

from tracer.model.changes import ChangeSet
from tracer.model.disk import write_atomically
from tracer.model.enums import Verdict
from tracer.model.named_tuple import NamedTuple
from tracer.policy.evidence import evidence_in
from tracer.policy.proposal import change_set, read
from tracer.policy.unfinished_store import (
    Unfinished,
    directories,
    directory_of,
    forget,
    keep,
    kept_text,
    key_of,
    of,
    remove,
    stored,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.model.changes import ChangeVerdict
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

INCOMPLETE = "INCOMPLETE"
_MOST_FILES = 400
_MOST_BYTES = 1 << 25  # of all texts that are kept for one session
_MOST_SHOWN = 5  # edits that no refactoring makes


class Measured(NamedTuple):
    """The class of a proposed change: a verdict, or INCOMPLETE.

    `unfinished` is what has to be kept when the call runs, None where nothing has, and `texts`
    the texts it names that are new. `evidence` says where and how behaviour may change, a few
    edits as `path:line kind (reason)`.
    """

    mutation_class: str
    unfinished: Unfinished | None = None
    evidence: tuple[str, ...] = ()
    texts: tuple[bytes, ...] = ()


class Settled(NamedTuple):
    """What the calls came to.

    The class, the first file in which it shows, the edits that show it, and what is missing to
    make it a refactoring; or the records that are one.
    """

    mutation_class: str
    path: str | None
    evidence: tuple[str, ...]
    missing: tuple[str, ...] = ()
    records: tuple[str, ...] = ()


def measured(workspace: Workspace, event: Event, intent_id: str | None) -> Measured | None:
    """The class of the proposed texts; None where they are not known.

    Cost: one parse and match of the files the call names. Where that finds evolution, once more
    with those of the calls before, and what `halves.is_part` costs.
    """
    proposal = change_set(workspace, event)
    if proposal is None:
        return None
    from tracer.classify import to_json  # noqa: PLC0415 - parsing, which few calls need
    from tracer.engine import measure  # noqa: PLC0415 - as above

    known = _known(workspace, event, intent_id)
    verdict = measure(proposal, workspace, _assume(workspace)).verdict
    alone = verdict.verdict
    is_evolution = alone is Verdict.INTENT_EVOLUTION
    if not is_evolution and known is None and not _may_go_on(verdict):
        return Measured(alone)
    why = evidence_in(to_json(verdict, quoting=False)["files"]) if is_evolution else ()
    begun = known or Unfinished(intent_id, event.turn_id, None, {})
    whole = _since(workspace, event, begun, proposal)
    grown, texts = _grown(begun, whole, event)
    if grown is None:
        return Measured(alone, evidence=why)
    if not is_evolution:
        return Measured(alone, grown._replace(is_whole=True), texts=texts)
    now = _since(workspace, event, begun, ChangeSet(()))
    found = _class_of_all(workspace, begun, now, whole)
    if found is alone:
        return Measured(alone, evidence=why)
    return Measured(found, grown._replace(is_whole=found is not INCOMPLETE), texts=texts)


def _may_go_on(verdict: ChangeVerdict) -> bool:
    """Whether a refactoring may be the first half of a larger one: it is proved as a program.

    A function that nobody calls yet is one, and so is a value that nobody reads.
    """
    rules = (change.rule for file in verdict.files for change in file.changes)
    return "equivalence" in rules


def _class_of_all(
    workspace: Workspace, known: Unfinished, now: ChangeSet, whole: ChangeSet
) -> str | Verdict:
    """The class of all calls with the one that is proposed. `now` is what they did before it.

    What may be a part is not asked for its proof, which costs more, until the turn ends; what
    may not be is refused only when the proof fails as well.
    """
    from tracer.engine import measure  # noqa: PLC0415 - parsing, which few calls need
    from tracer.policy.halves import is_part  # noqa: PLC0415 - as above

    if known.before:
        verdict = measure(whole, workspace, _assume(workspace)).verdict.verdict
        if verdict is not Verdict.INTENT_EVOLUTION:
            return Verdict.AST_REFACTOR
    if is_part(workspace, now, whole):
        return INCOMPLETE
    verdict = _verdict(workspace, whole).verdict
    return verdict if verdict is Verdict.INTENT_EVOLUTION else Verdict.AST_REFACTOR


def observed(
    workspace: Workspace, event: Event, intent_id: str | None, records: Sequence[Mapping[str, Any]]
) -> bool:
    """Take into account what a command changed; whether that may be part of a refactoring.

    False where it may not, and where nothing is known of the texts before. Cost: as `measured`.
    """
    from tracer.ledger import Index  # noqa: PLC0415 - a hook that recorded has it already

    before: dict[str, bytes] = {}
    after: dict[str, bytes] = {}
    with Index.open(workspace) as index:
        for file in (file for record in records for file in record.get("files") or ()):
            path, former = file["relative_path"], file.get("before_path") or file["relative_path"]
            if file.get("before") is not None:
                text = index.text(file["before"])
                if text is None:
                    return False
                before[former] = text
            now = read(os.path.join(workspace.root, path))
            if now is not None:
                after[path] = now
    known = _known(workspace, event, intent_id, given=before.keys() | after.keys())
    begun = known or Unfinished(intent_id, event.turn_id, None, {})
    step = ChangeSet.from_texts(before, after)
    whole = _since(workspace, event, begun, step)
    grown, texts = _grown(begun, whole, event)
    if grown is None:
        return False
    from tracer.policy.halves import is_part  # noqa: PLC0415 - parsing, which few calls need

    earlier = _since(workspace, event, begun, ChangeSet(()), former=before)
    if not is_part(workspace, earlier, whole):
        return False
    keep(workspace, event, grown, texts)
    return True


def settled(workspace: Workspace, event: Event, known: Unfinished) -> Settled:
    """What the calls came to, with all files of the repository where it is not too large.

    Where they are no refactoring alone, those that other sessions under the intent left
    unfinished count with them: the agents of a team may share one. What is one is forgotten.
    """
    from tracer.classify import to_json  # noqa: PLC0415 - parsing, which few turns need

    whole = _since(workspace, event, known, ChangeSet(()))
    verdict = _verdict(workspace, whole)
    if verdict.verdict is not Verdict.INTENT_EVOLUTION:
        forget(workspace, event)
        return Settled(verdict.verdict, None, (), records=known.records)
    others = _others(workspace, event, known)
    if others:
        joint = _joined(workspace, event, known, others)
        together = _verdict(workspace, joint).verdict
        if together is not Verdict.INTENT_EVOLUTION:
            records = [known.records, *(other.records for _, other in others)]
            for directory in (directory_of(workspace, event), *(place for place, _ in others)):
                remove(directory)
            return Settled(together, None, (), records=tuple(chain.from_iterable(records)))
    from tracer.policy.halves import edits_beyond  # noqa: PLC0415 - as above
    from tracer.policy.obligations import missing  # noqa: PLC0415 - as above

    evolved = [file for file in verdict.files if file.verdict is Verdict.INTENT_EVOLUTION]
    place = (evolved[0].after or evolved[0].before) if evolved else None
    beyond = tuple(str(edit) for edit in edits_beyond(workspace, whole)[:_MOST_SHOWN])
    evidence = (*beyond, *evidence_in(to_json(verdict, quoting=False)["files"]))
    return Settled(verdict.verdict, place, evidence, missing(workspace, whole))


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
    texts = {path: read(os.path.join(workspace.root, path)) for path in known.before}
    left = {path: None if text is None else key_of(text) for path, text in texts.items()}
    made = known._replace(records=(*known.records, *own), left=left, told="")
    keep(workspace, event, made, (text for text in texts.values() if text is not None))
    return made


def _assume(workspace: Workspace) -> str:
    """The assumptions that the team accepts, of a refactoring-only intent as of any other (D9)."""
    from tracer.policy.config import load_config  # noqa: PLC0415 - as above

    return load_config(workspace).assume


def _verdict(workspace: Workspace, whole: ChangeSet) -> ChangeVerdict:
    """The verdict on a change: of the files it touches, else in the middle of all files."""
    from tracer.engine import measure  # noqa: PLC0415 - as above
    from tracer.engine.world import with_all_files  # noqa: PLC0415 - as above

    verdict = measure(whole, workspace, _assume(workspace)).verdict
    if verdict.verdict is Verdict.INTENT_EVOLUTION:
        world = with_all_files(workspace, whole)
        closed = None if world is None else measure(world, assume=_assume(workspace)).verdict
        if closed is not None:
            return closed
    return verdict


def _others(workspace: Workspace, event: Event, known: Unfinished) -> list[tuple[str, Unfinished]]:
    """What other sessions have begun under the intent, and where it is kept."""
    own = directory_of(workspace, event)
    states = [(place, stored(place)) for place in directories(workspace) if place != own]
    return [
        (place, state)
        for place, state in states
        if state is not None and state.intent_id == known.intent_id and state.records
    ]


def _joined(
    workspace: Workspace, event: Event, known: Unfinished, others: list[tuple[str, Unfinished]]
) -> ChangeSet:
    """From what the files were before any of the sessions began to what they are."""
    kept = [(directory_of(workspace, event), known), *others]
    before: dict[str, bytes] = {}
    after: dict[str, bytes] = {}
    for place, state in kept:
        for path, key in state.before.items():
            # A file that both changed: the one that left a text which the other began with.
            is_later = any(key is not None and key == o.left.get(path) for _, o in kept)
            text = None if key is None else read(os.path.join(place, key))
            if text is not None and (path not in before or not is_later):
                before[path] = text
            now = read(os.path.join(workspace.root, path))
            if now is not None:
                after[path] = now
    return ChangeSet.from_texts(before, after)


def _known(
    workspace: Workspace, event: Event, intent_id: str | None, given: Iterable[str] = ()
) -> Unfinished | None:
    """What the session has begun under the intent, with others' edits since taken as given.

    `given` are files that the call itself has changed already.
    """
    known = of(workspace, event)
    if known is None or known.intent_id != intent_id or not known.before:
        return None
    before = dict(known.before)
    made: list[bytes] = []
    own = set(given)
    for path, left in known.left.items():
        now = read(os.path.join(workspace.root, path))
        if path in own or (None if now is None else key_of(now)) == left:
            continue
        start = kept_text(workspace, event, before.get(path))
        text = _merged(start, kept_text(workspace, event, left), now)
        before[path] = None if text is None else key_of(text)
        made += [] if text is None else [text]
    if before == known.before:
        return known
    found = known._replace(before=before)
    keep(workspace, event, found, made)
    return found


def _merged(start: bytes | None, left: bytes | None, now: bytes | None) -> bytes | None:
    """The text before the refactoring with what others changed since; theirs where that clashes."""
    if start is None or left is None or now is None:
        return now
    import subprocess  # noqa: PLC0415 - where others changed the same file
    import tempfile  # noqa: PLC0415 - as above

    with tempfile.TemporaryDirectory() as directory:
        paths = [os.path.join(directory, name) for name in ("start", "left", "now")]
        for path, text in zip(paths, (start, left, now), strict=True):
            write_atomically(path, text)
        try:
            done = subprocess.run(
                ["git", "merge-file", "-p", *paths], capture_output=True, check=False
            )
        except OSError:
            return now
    return done.stdout if done.returncode == 0 else now


def _grown(
    known: Unfinished, whole: ChangeSet, event: Event
) -> tuple[Unfinished | None, tuple[bytes, ...]]:
    """What is known with the files of a change, and their texts; None where they are too many."""
    texts = {c.before_path: c.before for c in whole.files if c.before_path is not None}
    paths = {path for c in whole.files for path in (c.before_path, c.after_path) if path}
    size = sum(len(text) for text in texts.values() if text is not None)
    if len(paths) > _MOST_FILES or size > _MOST_BYTES:
        return None, ()
    named = {path: texts.get(path) for path in sorted(paths)}
    before = {path: None if text is None else key_of(text) for path, text in named.items()}
    grown = known._replace(
        turn_id=event.turn_id, declared=event.mutation_class, before=before, is_whole=False
    )
    return grown, tuple(text for text in named.values() if text is not None)


def _since(
    workspace: Workspace,
    event: Event,
    known: Unfinished,
    proposal: ChangeSet,
    former: Mapping[str, bytes] | None = None,
) -> ChangeSet:
    """From what the files were when the first of the calls began to what they shall be.

    `former`: what files were before a command that has run, where that is asked for.
    """
    before: dict[str, bytes] = {}
    after: dict[str, bytes] = {}
    named: set[str] = set()
    for change in proposal.files:
        if change.before_path is not None and change.before is not None:
            before[change.before_path] = change.before
        if change.after_path is not None and change.after is not None:
            after[change.after_path] = change.after
        named |= {path for path in (change.before_path, change.after_path) if path}
    for path, key in known.before.items():
        before.pop(path, None)
        text = kept_text(workspace, event, key)
        if text is not None:
            before[path] = text
        if path in named:
            continue
        now = former.get(path) if former is not None and path in former else None
        now = read(os.path.join(workspace.root, path)) if now is None else now
        if now is not None:
            after[path] = now
    return ChangeSet.from_texts(before, after)
