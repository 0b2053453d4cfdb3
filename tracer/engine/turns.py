"""The memory of a turn: code that one call deletes and another writes has only moved.

Agents move a function in two calls, deleting first or copying first. Step by step that is a
deletion and new code; over the whole turn it is a move. When a step adds lines that the turn
deleted, or deletes lines that the turn added, the turn's start is matched with the state now,
and code the step-by-step view took for new has its first author again. So is a renaming that
takes several calls, the definition in one and its uses in others: each puts one word in the place
of another, the same two in all of them. An agent that is told to go on finishes a renaming in its
next turn, so for that the session is looked at.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

from tracer.classify import whose
from tracer.engine.content import content_of
from tracer.engine.earlier_versions import never
from tracer.engine.linesums import LinesOf, checksums, line_changes, renamings
from tracer.engine.values import Settled
from tracer.ledger import state_from_json, state_to_json
from tracer.lineage import carry, reattribute
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.disk import write_atomically
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.engine.values import Step
    from tracer.ledger import Index
    from tracer.lineage import Maker
    from tracer.matching import NodeMapping
    from tracer.model.attribution import FileState
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_FORMAT = 5
_MOST_STEPS = 64  # steps of a turn that are remembered
_MOST_STARTS = 3  # earlier steps that code is looked for in
_MOST_FILES = 40  # a move over more files is settled step by step only


class _Past(NamedTuple):
    """One earlier step of the session.

    Its turn, its record, its files before ({path: files[] entry, None without a file}) and after
    ({path: content}), the checksums of the lines that each file lost and got, and the renamings
    that it may be a part of.
    """

    turn_id: str | None
    record: str
    before: dict[str, Any]
    after: dict[str, str | None]
    gone: LinesOf
    come: LinesOf
    renamed: list[str]


class Turn:
    """What the steps of one turn, and those before it, did so far, kept on disk below the index."""

    def __init__(
        self, workspace: Workspace, path: str, turn_id: str | None, steps: list[_Past]
    ) -> None:
        self._workspace = workspace
        self._path = path
        self._turn_id = turn_id
        self._steps = steps

    @classmethod
    def of(cls, workspace: Workspace, event: Event) -> Turn:
        """The turn an event belongs to; a damaged or outdated file starts a new one."""
        key = hashlib.sha256(f"{event.agent}\0{event.session_id}".encode()).hexdigest()[:32]
        path = os.path.join(workspace.index, "turns", f"{key}.json")
        try:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
        except (OSError, ValueError):
            # No turn yet, or one cut short by a crash: both begin anew, as after a prompt.
            document = {}
        if document.get("format") != _FORMAT:
            return cls(workspace, path, event.turn_id, [])
        steps = [
            _Past(
                item["turn_id"],
                item["record"],
                item["before"],
                item["after"],
                {path: set(lines) for path, lines in item["gone"].items()},
                {path: set(lines) for path, lines in item["come"].items()},
                item["renamed"],
            )
            for item in document["steps"]
        ]
        return cls(workspace, path, event.turn_id, steps)

    def settle(
        self, index: Index, step: Step, states: Mapping[str, FileState], maker: Maker
    ) -> Settled:
        """What the turn knows better than this step alone; empty unless code travelled.

        Code travelled when lines come that an earlier step took away, or when lines go that
        an earlier step wrote in another file. Then the versions before that step are matched
        with the versions now.
        """
        gone, come = line_changes(step.change_set)
        all_come = set().union(*come.values())
        renamed = set(renamings(step.change_set))
        kept = {change.after_path: checksums(change.after) for change in step.change_set.files}
        related = [
            i
            for i, past in enumerate(self._steps)
            if not renamed.isdisjoint(past.renamed)
            or (
                past.turn_id == self._turn_id
                and (
                    any(lines & all_come for lines in past.gone.values())
                    or _copied(past.come, gone)
                    or any(
                        past.come.get(path, set()) & lines & kept.get(path, set())
                        for path, lines in gone.items()
                    )
                )
            )
        ]
        settled = Settled({}, {}, set())
        # From the latest: code may have travelled since one step and been written in another. A
        # renaming is whole only from its first step on, however many there are.
        starts = related[-_MOST_STARTS:]
        renaming = [i for i in related if not renamed.isdisjoint(self._steps[i].renamed)]
        if renaming and renaming[0] not in starts:
            starts = [renaming[0], *starts[1:]]
        for start in reversed(starts):
            paths = {path for i in related if i >= start for path in self._steps[i].before}
            self._settle_since(
                index, step, {**states, **settled.states}, maker, start, paths, settled
            )
        texts = {path: text for path, text in settled.texts.items() if path in settled.states}
        return settled._replace(texts={p: t for p, t in texts.items() if p not in states})

    def _settle_since(  # noqa: PLR0913, PLR0917 - the inputs of `settle` and where to start
        self,
        index: Index,
        step: Step,
        states: Mapping[str, FileState],
        maker: Maker,
        start: int,
        paths: set[str],
        settled: Settled,
    ) -> None:
        """Add what matching the versions before the step `start` with those now tells."""
        since = self._steps[start:]
        for change in step.change_set.files:
            paths |= {path for path in (change.before_path, change.after_path) if path}
        if len(paths) > _MOST_FILES:
            return
        before, before_states = _versions_before(index, step, since, paths)
        after = _versions_now(index, step, since, paths)
        change_set = ChangeSet.from_texts(before, after)
        mapping = match(change_set)
        found = whose(mapping, closed_world=True)
        known = {path: states.get(path) or index.latest_state(path) for path in after}
        current = {path: state for path, state in known.items() if state is not None}
        contents = {path: content_of(text) for path, text in after.items()}
        whole = carry(mapping, before_states, contents, maker, kept=found.kept, rules=found.rules)
        trees = dict(zip(mapping.after.paths, mapping.after.trees, strict=True))
        makers = frozenset([*(past.record for past in since), maker.id])
        moved = maker.touch("move")
        copies = _copies_that_stay(current, after)
        better = reattribute(
            current,
            whole,
            trees,
            lambda credit: credit.origin.id in makers,
            lambda _: moved,
            accepts=lambda now, _: (
                now.copied is None or (now.origin.id, now.copied.path) not in copies
            ),
        )
        settled.states.update(better)
        settled.texts.update(after)
        settled.survivors.update(_survivors(mapping))

    def add(
        self, index: Index, step: Step, states: Mapping[str, FileState], record_id: str
    ) -> None:
        """Remember a step that has been recorded."""
        before: dict[str, Any] = {}
        after: dict[str, str | None] = {}
        for change in step.change_set.files:
            for path in (change.before_path, change.after_path):
                if path is not None:
                    before.setdefault(path, None)
                    after.setdefault(path, None)
            if change.before_path is not None and change.before is not None:
                state = step.states[change.before_path]
                index.put_text(state.content, change.before)
                # The ledger has most states by content; only others are written down here.
                known = index.state(state.content, change.before_path, elsewhere=never)
                before[change.before_path] = (
                    {"after": state.content}
                    if known is not None
                    else state_to_json(state, "", change.before)
                )
            if change.after_path is not None:
                after[change.after_path] = states[change.after_path].content
        gone, come = line_changes(step.change_set)
        renamed = renamings(step.change_set)
        self._steps.append(_Past(self._turn_id, record_id, before, after, gone, come, renamed))
        self._steps = self._steps[-_MOST_STEPS:]
        self._save()

    def _save(self) -> None:
        steps = [
            past._asdict() | {"gone": _sorted(past.gone), "come": _sorted(past.come)}
            for past in self._steps
        ]
        document = {"format": _FORMAT, "steps": steps}
        os.makedirs(os.path.dirname(self._path), exist_ok=True)
        write_atomically(self._path, json.dumps(document).encode())


def _versions_before(
    index: Index, step: Step, since: list[_Past], paths: set[str]
) -> tuple[dict[str, bytes], dict[str, FileState]]:
    """Texts and states of the files as the first of the steps `since` found them."""
    texts: dict[str, bytes] = {}
    states: dict[str, FileState] = {}
    for path in sorted(paths):
        entry = next((past.before[path] for past in since if path in past.before), _UNTOUCHED)
        if entry is _UNTOUCHED:
            change = next((c for c in step.change_set.files if c.before_path == path), None)
            if change is not None and change.before is not None:
                texts[path], states[path] = change.before, step.states[path]
        elif entry is not None:
            text = index.text(entry["after"])
            state = (
                state_from_json(entry, "")
                if "conversations" in entry
                else index.state(entry["after"], path, elsewhere=never)
            )
            if text is not None and state is not None:
                texts[path], states[path] = text, state
    return texts, states


def _versions_now(
    index: Index, step: Step, since: list[_Past], paths: set[str]
) -> dict[str, bytes]:
    """Texts of the files after this step."""
    texts: dict[str, bytes] = {}
    for path in sorted(paths):
        change = next(
            (c for c in step.change_set.files if path in (c.before_path, c.after_path)), None
        )
        if change is not None:
            text = change.after if change.after_path == path else None
        else:
            content = next((p.after[path] for p in reversed(since) if path in p.after), None)
            text = index.text(content) if content else None
        if text is not None:
            texts[path] = text
    return texts


_UNTOUCHED: Any = object()


def _copied(come: LinesOf, gone: LinesOf) -> bool:
    """Whether lines that one file got are lost by another."""
    return any(
        path != other and lines & lost
        for path, lines in come.items()
        for other, lost in gone.items()
    )


def _copies_that_stay(
    states: Mapping[str, FileState], texts: Mapping[str, bytes]
) -> set[tuple[str, str]]:
    """(record, path) of the copies of which most still stands in the file they were made from.

    A line that is edited there afterwards has not moved to the copy. Cost: linear in the texts of
    files with copied lines, and of those they were copied from.
    """
    copied: dict[tuple[str, str], list[bytes]] = {}
    for path, state in states.items():
        lines: list[bytes] | None = None
        for run in state.runs:
            source = run.credit.copied.path if run.credit.copied is not None else path
            if source != path and source in texts:
                lines = _stripped(texts[path]) if lines is None else lines
                copied.setdefault((run.credit.origin.id, source), []).extend(
                    lines[run.start_line - 1 : run.end_line]
                )
    stands = {path: set(_stripped(texts[path])) for _, path in copied}
    return {
        (record, path)
        for (record, path), lines in copied.items()
        if 2 * sum(line in stands[path] for line in lines if line) > sum(map(bool, lines))
    }


def _stripped(text: bytes) -> list[bytes]:
    return [line.strip() for line in text.split(b"\n")]


def _survivors(mapping: NodeMapping) -> set[tuple[str, str]]:
    """(path, name) before of the definitions that have another path or name after."""
    names = {
        mapping.after.base[file] + element.row: (path, element.name)
        for file, path in enumerate(mapping.after.paths)
        for element in mapping.after.elements(file)
    }
    found = set()
    for file, path in enumerate(mapping.before.paths):
        for element in mapping.before.elements(file):
            now = names.get(mapping.to_after[mapping.before.base[file] + element.row])
            if now is not None and now != (path, element.name):
                found.add((path, element.name))
    return found


def _sorted(lines: LinesOf) -> dict[str, list[int]]:
    return {path: sorted(checksums) for path, checksums in lines.items()}
