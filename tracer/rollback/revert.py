"""`tracer revert`: show the undo of a record, or do it and record that it was done."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.classify import whose
from tracer.engine import Header, Step, reconcile, record_change
from tracer.engine.content import content_of
from tracer.engine.states import state_before
from tracer.engine.values import Settled
from tracer.ledger import Index
from tracer.lineage import CUT, carry, reattribute
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.disk import Lock, write_atomically
from tracer.model.enums import EntityType, Method
from tracer.model.errors import InputError
from tracer.model.events import Contributor
from tracer.rollback.plan import find_record, make_plan
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.lineage import Maker
    from tracer.model.attribution import Credit, FileState
    from tracer.model.workspace import Workspace
    from tracer.rollback.plan import Plan

Json = dict[str, Any]


def preview(workspace: Workspace, record_id: str, *, keeps_uses: bool = False) -> Json:
    """What undoing a record would do: its files with diffs, and what is in the way.

    Nothing is written. `record_id` may be the first or last characters of an id.
    Raises: InputError for no such record, or texts that this clone does not have.
    """
    with ExitStack() as stack:
        git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
        index = stack.enter_context(Index.open(workspace))
        record = find_record(index, record_id)
        plan = make_plan(workspace, index, git, record, keeps_uses=keeps_uses)
        return plan.to_json() | {"applied": False, "revert": None}


def revert(
    workspace: Workspace,
    record_id: str,
    *,
    intent_id: str | None = None,
    keeps_uses: bool = False,
) -> Json:
    """Undo a record's change on disk and record it; a plan with conflicts is left undone.

    Returns what `preview` does; `applied` says whether it was done, `revert` names the record.
    Edits that no hook saw are recorded first, so that they stay whose they are.
    Raises: as `preview`; OSError when a file cannot be written, and all are then as before.
    """
    with ExitStack() as stack:
        git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
        index = stack.enter_context(Index.open(workspace))
        record = find_record(index, record_id)
        plan = make_plan(workspace, index, git, record, keeps_uses=keeps_uses)
        if plan.blocked or not plan.undone:
            return plan.to_json() | {"applied": False, "revert": None}
        reconcile(workspace, sorted(plan.undone))
        index.refresh()
        with Lock(os.path.join(workspace.index, "engine.lock")):
            _write(workspace, plan)
            written = _record(workspace, index, plan, intent_id)
        return plan.to_json() | {"applied": True, "revert": written["id"]}


def _write(workspace: Workspace, plan: Plan) -> None:
    """Bring the files on disk to their texts after the undo, all or none."""
    full = {path: os.path.join(workspace.root, path) for path in plan.undone}
    for path, place in full.items():
        if _on_disk(place) != plan.now.get(path):
            raise InputError(f"{path} was changed at this moment", fix="Look again, and repeat it")
    done: list[str] = []
    try:
        for path, text in plan.undone.items():
            done.append(path)
            _put(full[path], text)
    except OSError as error:
        for path in done:
            _put(full[path], plan.now.get(path))
        raise InputError(
            f"{done[-1]}: {error.strerror}", fix="Nothing was changed; make it writable"
        ) from error


def _on_disk(place: str) -> bytes | None:
    try:
        with open(place, "rb") as file:
            return file.read()
    except OSError:
        return None


def _put(place: str, text: bytes | None) -> None:
    if text is None:
        if os.path.lexists(place):
            os.unlink(place)
        return
    os.makedirs(os.path.dirname(place), exist_ok=True)
    write_atomically(place, text)


def _record(workspace: Workspace, index: Index, plan: Plan, intent_id: str | None) -> Json:
    """The record of the undo, in which code that came back has its first origin again."""
    before = {path: plan.now[path] for path in plan.undone if path in plan.now}
    after = {path: text for path, text in plan.undone.items() if text is not None}
    states = {path: state_before(workspace, index, path, text) for path, text in before.items()}
    header = Header(
        event="mutation",
        method=Method.OBSERVED,
        contributor=Contributor(EntityType.HUMAN),
        intent_id=intent_id,
        tool=(("name", "tracer"), ("tool", "revert")),
        reverts=plan.record["id"],
    )
    step = Step(ChangeSet.from_texts(before, after), states)
    return record_change(workspace, index, step, header, _Restored(workspace, index, plan))


class _Restored:
    """What the undo brings back: the texts the record found, with their states."""

    def __init__(self, workspace: Workspace, index: Index, plan: Plan) -> None:
        self._texts = {
            file.before_path: file.before
            for file in plan.files
            if file.before_path is not None and file.before is not None
        }
        revision = (plan.record.get("vcs") or {}).get("revision_id")
        self._states = {
            path: state_before(workspace, index, path, text, revision)
            for path, text in self._texts.items()
        }

    def settle(
        self,
        index: Index,  # noqa: ARG002 - as `Memory` has it
        step: Step,
        states: Mapping[str, FileState],
        maker: Maker,
    ) -> Settled:
        """States in which what is new since the files now, but not since then, is old again."""
        after = {
            change.after_path: change.after
            for change in step.change_set.files
            if change.after_path is not None and change.after is not None
        }
        mapping = match(ChangeSet.from_texts(self._texts, after))
        found = whose(mapping)
        contents = {path: content_of(text) for path, text in after.items()}
        whole = carry(
            mapping,
            self._states,
            contents,
            maker,
            kept=found.kept,
            rules=found.rules,
            removed=found.removed,
        )
        trees = dict(zip(mapping.after.paths, mapping.after.trees, strict=True))

        def is_new(credit: Credit) -> bool:
            is_cut = credit.last.id == maker.id and credit.last.rule == CUT
            return credit.origin.id == maker.id or is_cut

        better = reattribute(states, whole, trees, is_new, lambda _: maker.touch("revert"))
        return Settled(better, {}, set())

    def add(
        self, index: Index, step: Step, states: Mapping[str, FileState], record_id: str
    ) -> None:
        """Nothing to remember: the undo is one step."""
