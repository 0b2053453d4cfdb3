"""After a tool call: what it changed is recorded.

Before-texts come, in this order, from the pre-hook, the payload, the last state the index
knows, and git's HEAD. Where a file had left its last known state before the call, that gap is
recorded first, as nobody's: a person's edit is never credited to the agent.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tracer.engine import pending
from tracer.engine.announced import (
    Announced,
    announced_paths,
    not_named,
    open_calls,
    own_texts,
    peel,
)
from tracer.engine.before import WATCHED, WRITES
from tracer.engine.call_texts import since, text_after, text_before
from tracer.engine.content import content_of
from tracer.engine.disk import read_file
from tracer.engine.from_git import brought_in, files_named, is_conflicted
from tracer.engine.header import UNSEEN, Header, header_of
from tracer.engine.left_behind import is_left_behind
from tracer.engine.pipeline import record_change
from tracer.engine.scan import changed_by_shell, moved_by_open_commands, tree_stats
from tracer.engine.states import blob_of, head_of, recorded, state_before
from tracer.engine.turns import Turn
from tracer.engine.untracked_sources import alike, left_behind, partners
from tracer.engine.values import Earlier, Step
from tracer.ledger import Index, SpooledError, deliver, make_index_dir
from tracer.model import waits
from tracer.model.changes import ChangeSet
from tracer.model.disk import Lock
from tracer.model.enums import Phase
from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import Git, commits_since, git_dir, head, stashes, stopped_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TypeAlias

    from tracer.engine.from_git import Brought
    from tracer.model.attribution import FileState
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

    _Texts: TypeAlias = dict[str, tuple[bytes | None, bytes | None]]  # before and after, by path


class _Seen(NamedTuple):
    """One file around a call: before it, right after it, and on disk now.

    What is on disk now but not from right after the call is nobody's, or a commit's. `brought`
    is what of the call's change it only took from elsewhere.
    """

    before: bytes | None
    after: bytes | None
    now: bytes | None
    brought: Brought | None = None

    @property
    def start(self) -> bytes | None:
        """The text that the call's own edits began with."""
        return self.before if self.brought is None else self.brought.text


def record_call(
    workspace: Workspace,
    event: Event,
    moved: Mapping[str, str | None],
    *,
    intent_id: str | None = None,
    related: tuple[tuple[str, str], ...] = (),
) -> list[dict[str, Any]]:
    """As `after.after_call`, of a call that may have changed files.

    `moved` are the files that moved since the pre-hook of a call that names none.
    """
    make_index_dir(workspace)
    with (
        Lock(os.path.join(workspace.index, "engine.lock"), timeout_s=waits.lock_s()),
        _up_to_date(workspace) as index,
    ):
        kept = pending.take(workspace, event)
        seen = _observe(workspace, index, event, kept, moved)
        if not seen:
            return []
        waits.changed(len(seen))  # their texts are read: what changes from now on is another call's
        header = header_of(event, event.intent_id or intent_id, related)
        there = kept.get("head") or head_of(workspace)
        befores = {path: item.before for path, item in seen.items()}
        brought = {path: item for path, item in seen.items() if item.brought is not None}
        own = {path: (item.start, item.after) for path, item in seen.items()}
        later = {path: item.now for path, item in seen.items() if item.now != item.after}
        named = files_named(workspace, event.command, seen)
        new = {path: text for path, (then, text) in own.items() if then is None and text}
        if new and event.kind in WRITES and there is not None:
            named |= alike(workspace, new, {*seen, *named})
        turn = Turn.of(workspace, event)
        merged = _sides(workspace, index, own, there)
        return _all_of(
            lambda: _reconcile(workspace, index, befores, there, event),
            lambda: _bring(workspace, index, brought),
            lambda: _record(
                workspace,
                index,
                own,
                header,
                turn=turn,
                revision=there,
                named=named,
                earlier=merged,
            ),
            lambda: _reconcile(workspace, index, later, head_of(workspace), event),
        )


def reconcile(
    workspace: Workspace, paths: Iterable[str] | None = None, *, session: str | None = None
) -> list[dict[str, Any]]:
    """Record edits that no hook saw, in `paths` or in every file the ledger knows.

    Of every file, those are left alone that moved under a command of another session than
    `session`, which has none under way: the command's hook records them.
    Cost: one stat a known file; only files whose stat or content moved are read.
    """
    make_index_dir(workspace)
    pending.sweep(workspace)
    with (
        Lock(os.path.join(workspace.index, "engine.lock"), timeout_s=waits.lock_s()),
        _up_to_date(workspace) as index,
    ):
        wanted = {*index.paths(), *announced_paths(workspace)} if paths is None else paths
        texts = {path: read_file(os.path.join(workspace.root, path)) for path in wanted}
        if paths is None:
            if None in texts.values():
                texts |= _newcomers(workspace, index, texts)
            # Asked after the texts were read: a command may have changed them until then.
            left = moved_by_open_commands(workspace, session)
            texts = {path: text for path, text in texts.items() if path not in left}
        return _reconcile(workspace, index, texts, head_of(workspace))


def _up_to_date(workspace: Workspace) -> Index:
    """The index, after delivering what an earlier call could not write to the ledger."""
    try:
        deliver(workspace)
    except LedgerError:
        # Still not writable: the next append says so, with the way out, and keeps its record.
        return Index.open(workspace)
    return Index.open(workspace)


def _all_of(*parts: Callable[[], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The records of all parts; a spooled record does not keep the next part from its turn."""
    records: list[dict[str, Any]] = []
    spooled: SpooledError | None = None
    for part in parts:
        try:
            records += part()
        except SpooledError as error:
            spooled = error
    if spooled is not None:
        raise spooled
    return records


def _newcomers(
    workspace: Workspace, index: Index, known: Mapping[str, bytes | None]
) -> dict[str, bytes | None]:
    """New files that hold what a vanished one held: a rename outside any hook."""
    states = {index.latest_state(path) for path, text in known.items() if text is None}
    sizes = {
        len(text)
        for state in states
        if state is not None and (text := index.text(state.content)) is not None
    }
    found: dict[str, bytes | None] = {}
    for path, entry in tree_stats(workspace).items():
        if path not in known and entry[1] in sizes:
            text = read_file(os.path.join(workspace.root, path))
            if text is not None and index.state(content_of(text), path) is not None:
                found[path] = text
    return found


def _observe(
    workspace: Workspace,
    index: Index,
    event: Event,
    kept: Mapping[str, Any],
    moved: Mapping[str, str | None],
) -> dict[str, _Seen]:
    """The files a call changed, or may have."""
    if event.kind in WATCHED:
        if "scan" not in kept:  # another hook of the same call was first
            return {}
        changed = changed_by_shell(workspace, index, kept["scan"], moved)
        others = _checked_out(workspace, kept, changed) | not_named(kept, changed)
        pairs = {name: (since(index, name, kept, old), new) for name, (old, new) in changed.items()}
        ends = own_texts(workspace, index, event, kept, pairs)
        rest = {name: (pairs[name][0], end) for name, end in ends.items() if name not in others}
        brought = brought_in(workspace, kept, event, rest)
        return {
            name: _Seen(pairs[name][0], end, pairs[name][1], brought.get(name))
            if name in rest
            else _Seen(pairs[name][0], pairs[name][0], pairs[name][1])
            for name, end in ends.items()
        }
    if event.kind not in WRITES:
        return {}
    seen: dict[str, _Seen] = {}
    saved = kept.get("files", {})
    for target in event.targets:
        path = workspace.relative(target.path, event.cwd)
        if path is None:
            continue
        now = read_file(os.path.join(workspace.root, path))
        if path in kept.get("settled", ()):
            seen[path] = _Seen(now, now, now)  # another call's hook has recorded it already
            continue
        before = since(index, path, kept, text_before(workspace, index, path, saved, target))
        has_failed = event.phase is Phase.POST_FAILURE  # it wrote what stands there, if anything
        after = now if has_failed else text_after(target, before, now)
        seen[path] = _Seen(before, after, now)
        other = workspace.relative(target.move_to, event.cwd) if target.move_to else None
        if other is not None and other != path:
            then = text_before(workspace, index, other, saved, None)
            text = read_file(os.path.join(workspace.root, other))
            seen[other] = _Seen(then, text, text)
    return seen


def _checked_out(
    workspace: Workspace,
    kept: Mapping[str, Any],
    changed: Mapping[str, tuple[bytes | None, bytes | None]],
) -> set[str]:
    """The changed files that a command (merge, pull, checkout) only took from commits.

    They are as HEAD has them, and no commit made during the call touched them.
    """
    now = head(workspace.root) if git_dir(workspace.root) else None
    if now is None or "reflog" not in kept:
        return set()
    with Git(workspace.root) as git:
        found = {
            path
            for path, (_, after) in changed.items()
            if after is not None and git.blob_at("HEAD", path) == after
        }
        for parent, commit in commits_since(workspace.root, kept["reflog"]) if found else ():
            touched = git.changed_in(commit, parent)
            found -= {change.after_path for change in touched if change.after_path}
    return found


def _reconcile(
    workspace: Workspace,
    index: Index,
    texts: Mapping[str, bytes | None],
    revision: str | None,
    event: Event | None = None,
) -> list[dict[str, Any]]:
    """Record how files got from their last known states to `texts`, if they differ.

    `revision` is the commit that was checked out when they held these texts. What other calls
    than that of `event` said they would write, and did, is theirs.
    """
    changes, pulled = _differing(workspace, index, texts, revision)
    announced = _peeled(workspace, index, changes, event)
    outside, newer = _outside(workspace, index, changes, texts, revision, event)
    changes |= outside
    by_commit = UNSEEN._replace(revision=revision)
    earlier = _committed(workspace, index, changes, revision) + newer
    return _all_of(
        lambda: _record(workspace, index, pulled, by_commit, revision=revision),
        lambda: _record(workspace, index, changes, UNSEEN, revision=revision, earlier=earlier),
        lambda: _settle(workspace, index, announced, revision),
    )


def _differing(
    workspace: Workspace,
    index: Index,
    texts: Mapping[str, bytes | None],
    revision: str | None,
) -> tuple[_Texts, _Texts]:
    """What `texts` changed since their last known states: by whom nobody said, and by commits."""
    changes: _Texts = {}
    pulled: _Texts = {}
    vanished = {
        state.content
        for path, text in texts.items()
        if text is None and (state := index.latest_state(path)) is not None
    }
    with Git(workspace.root) as git:
        for path, text in texts.items():
            state = index.latest_state(path)
            if state is None:
                if text is None:
                    continue
                content = content_of(text)
                is_renamed = content in vanished
                is_new = recorded(workspace, index, path, content) is None
                if is_renamed or is_new:
                    known = blob_of(git, path, revision)
                    if (is_renamed and known is None) or (is_new and known != text):
                        changes[path] = (
                            known,
                            text,
                        )  # a renamed file: where from
            elif text is None or state.content != content_of(text):
                if _is_known(workspace, index, path, text):
                    continue
                committed = blob_of(git, path, revision)
                known = index.text(state.content)
                if known is None or (
                    committed is not None
                    and text is not None
                    and is_left_behind(index, git, path, known, text, revision)
                ):
                    known = committed
                if known != text:
                    # Pulled, merged or checked out: the commits know who wrote it.
                    (pulled if text is not None and text == committed else changes)[path] = (
                        known,
                        text,
                    )
    return changes, pulled


def _is_known(workspace: Workspace, index: Index, path: str, text: bytes | None) -> bool:
    """Whether the ledger knows of a file what it holds, or that it is gone.

    It is a version that stood there before: a checkout, an undo, a stash.
    """
    if text is None:
        return index.has_left(path)
    return recorded(workspace, index, path, content_of(text)) is not None


def _peeled(
    workspace: Workspace,
    index: Index,
    changes: _Texts,
    event: Event | None,
) -> list[tuple[str, Announced]]:
    """Take from changes nobody reported what open calls wrote; (path, write), oldest first."""
    calls = open_calls(workspace, event) if changes else []
    found: list[tuple[str, Announced]] = []
    for path, (known, text) in list(changes.items()) if calls else ():
        if text is not None:
            rest, writes = peel(index, calls, path, known, text)
            changes[path] = (known, rest)
            found += [(path, write) for write in writes]
    return found


def _settle(
    workspace: Workspace,
    index: Index,
    announced: list[tuple[str, Announced]],
    revision: str | None,
) -> list[dict[str, Any]]:
    """Record what open calls wrote as theirs."""
    records: list[dict[str, Any]] = []
    for path, (call, before, after) in announced:
        header = header_of(call.event, call.event.intent_id)
        turn = Turn.of(workspace, call.event)
        pending.settle(call.place, call.document, path)
        change = {path: (before, after)}
        records += _record(workspace, index, change, header, revision=revision, turn=turn)
    return records


def _outside(  # noqa: PLR0913, PLR0917 - a change, and what is known around it
    workspace: Workspace,
    index: Index,
    changes: Mapping[str, tuple[bytes | None, bytes | None]],
    looked_at: Mapping[str, Any],
    revision: str | None,
    event: Event | None,
) -> tuple[_Texts, list[Earlier]]:
    """Committed files that no record knows, and that exchanged code with changed ones.

    Then the versions of files that are gone, and that people committed after the last record.
    What open calls write to other files meanwhile is theirs: then only files that are gone.
    """
    if revision is None or not changes:
        return {}, []
    found: _Texts = {}
    newer: dict[str, bytes] = {}
    with Git(workspace.root) as git:
        if any(before is None for before, _ in changes.values()):
            found, newer = left_behind(index, git, looked_at, revision)
        if not open_calls(workspace, event):
            others, texts = partners(workspace, index, git, changes, looked_at, revision)
            found |= others
            newer |= texts
    return found, [
        Earlier(path, text, state_before(workspace, index, path, text, revision))
        for path, text in newer.items()
    ]


def _committed(
    workspace: Workspace,
    index: Index,
    changes: Mapping[str, tuple[bytes | None, bytes | None]],
    revision: str | None,
) -> list[Earlier]:
    """The files as commits have them, which may have brought code that nobody wrote just now.

    The commits are the one checked out, where the changes begin with another text (a reset brought
    it back, and it was edited before anybody looked), and those a merge or cherry-pick that
    stopped is about: a conflict's lines are theirs, however little they say.
    """
    if revision is None:
        return []
    found: list[Earlier] = []
    with Git(workspace.root) as git:
        for commit in (revision, *stopped_at(workspace.root)):
            for path, (before, _) in changes.items():
                text = git.blob_at(commit, path)
                if text is not None and (commit != revision or text != before):
                    known = state_before(workspace, index, path, text, commit)
                    found.append(Earlier(path, text, known))
    return found


def _sides(
    workspace: Workspace,
    index: Index,
    changes: Mapping[str, tuple[bytes | None, bytes | None]],
    revision: str | None,
) -> list[Earlier]:
    """Both sides of the conflicts that a call may have resolved: who resolves wrote neither."""
    paths = [path for path, (before, _) in changes.items() if before and is_conflicted(before)]
    if not paths or revision is None:
        return []
    found: list[Earlier] = []
    with Git(workspace.root) as git:
        for commit in (*stopped_at(workspace.root), *stashes(workspace.root)[:1], revision):
            for path in paths:
                text = git.blob_at(commit, path)
                if text is not None:
                    known = state_before(workspace, index, path, text, commit)
                    found.append(Earlier(path, text, known))
    return found


def _bring(workspace: Workspace, index: Index, seen: Mapping[str, _Seen]) -> list[dict[str, Any]]:
    """Record what a call took from commits, the stash or a patch: nobody wrote it just now."""
    changes: _Texts = {}
    earlier: list[Earlier] = []
    for path, item in seen.items():
        assert item.brought is not None
        state = recorded(workspace, index, path, content_of(item.brought.text))
        latest = index.latest_state(path)
        if state is not None and latest is not None and latest.path == path:
            continue  # a version the ledger knows is back
        changes[path] = (item.before, item.brought.text)
        for version in item.brought.versions:
            known = state_before(workspace, index, path, version.text, version.revision)
            earlier.append(Earlier(path, version.text, known))
    return _record(workspace, index, changes, UNSEEN, revision=head_of(workspace), earlier=earlier)


def _record(  # noqa: PLR0913 - what the kinds of change have in common, and what not
    workspace: Workspace,
    index: Index,
    changes: Mapping[str, tuple[bytes | None, bytes | None]],
    header: Header,
    *,
    revision: str | None,
    turn: Turn | None = None,
    named: Mapping[str, bytes] | None = None,
    earlier: Sequence[Earlier] = (),
) -> list[dict[str, Any]]:
    real = {path: pair for path, pair in changes.items() if pair[0] != pair[1]}
    if not real:
        return []
    before = {path: text for path, (text, _) in real.items() if text is not None}
    after = {path: text for path, (_, text) in real.items() if text is not None}

    def known(texts: Mapping[str, bytes]) -> dict[str, FileState]:
        return {p: state_before(workspace, index, p, text, revision) for p, text in texts.items()}

    others = {path: text for path, text in (named or {}).items() if path not in real}
    originals = {path: (others[path], state) for path, state in known(others).items()}
    step = Step(ChangeSet.from_texts(before, after), known(before), originals, earlier)
    return [record_change(workspace, index, step, header, turn)]
