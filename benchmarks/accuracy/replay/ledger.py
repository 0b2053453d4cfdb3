"""The replay: each commit of a real history as one agent call under its own intent.

The calls go through `tracer.engine` exactly as the generic hook sends them: a pre event with
the targets, the files written to disk, a post event. Only the process and the JSON are left
out.
"""

from __future__ import annotations

import os
import subprocess
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.accuracy.replay.clock import cpu_seconds
from benchmarks.accuracy.replay.lines import lines_of_state
from benchmarks.accuracy.replay.metric import Blamed
from tracer import engine
from tracer.ledger import Index
from tracer.model.enums import ActionKind, EntityType, Phase, SourceKind
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.model.attribution import FileState
    from tracer.vcs import Git, PathChange


class Range(NamedTuple):
    """First-parent commits to replay, oldest first, and the commit before them."""

    base: str
    commits: tuple[str, ...]

    @property
    def final(self) -> str:
        return self.commits[-1]


def choose(git: Git, final: str, count: int, extensions: tuple[str, ...]) -> Range:
    """The last `count` first-parent commits up to `final` that touch files with these endings."""
    raw = git.run("rev-list", "--first-parent", final).decode()
    line = raw.split()
    chosen: list[str] = []
    for commit, parent in pairwise(line):
        if any(is_one_of(change, extensions) for change in git.changed_in(commit, parent)):
            chosen.append(commit)
        if len(chosen) == count:
            break
    oldest = line.index(chosen[-1])
    return Range(line[oldest + 1], tuple(reversed(chosen)))


def is_one_of(change: PathChange, extensions: tuple[str, ...]) -> bool:
    """Whether a change is one of a file with such an ending (not of a link to one)."""
    return change.is_text and (change.after_path or change.before_path or "").endswith(extensions)


class Replay:
    """A workspace in which history happens again."""

    def __init__(self, git: Git, root: str, span: Range, extensions: tuple[str, ...]) -> None:
        self._git = git
        self._span = span
        self._extensions = extensions
        self.workspace = Workspace(os.path.realpath(root))
        self.seconds = 0.0  # in the engine alone
        self.slowest: list[tuple[float, str]] = []
        self._commit_of: dict[str, str] = {}

    def run(self, progress: Callable[[int], None]) -> None:
        """Replay every commit. Files of the base commit stand at the workspace's own HEAD."""
        self._prepare()
        before = self._span.base
        for number, commit in enumerate(self._span.commits, start=1):
            changed = self._git.changed_in(commit, before)
            changes = [change for change in changed if is_one_of(change, self._extensions)]
            before = commit
            targets = tuple(
                Target(
                    change.after_path or change.before_path or "",
                    {"A": "create", "D": "delete"}.get(change.status, "edit"),
                )
                for change in changes
            )
            start = cpu_seconds()
            engine.before_call(self.workspace, self._event(Phase.PRE, commit, targets))
            spent = cpu_seconds() - start
            for change in changes:
                text = self._git.objects.blob(change.after_id) if change.after_id else None
                self._write(change.after_path or change.before_path or "", text)
            start = cpu_seconds()
            records = engine.after_call(
                self.workspace, self._event(Phase.POST, commit, targets), intent_id=f"C-{commit}"
            )
            spent += cpu_seconds() - start
            self.seconds += spent
            self.slowest.append((spent, commit))
            self._commit_of.update((record["id"], commit) for record in records)
            progress(number)
        self.slowest.sort(reverse=True)

    def blame(self, path: str) -> tuple[dict[int, Blamed], float]:
        """Tracer's blame of a file as it stands now, and the seconds the look-up took."""
        start = cpu_seconds()
        with Index.open(self.workspace) as index:
            state = index.latest_state(path)
        seconds = cpu_seconds() - start
        return dict(self._lines(state)) if state is not None else {}, seconds

    def _lines(self, state: FileState) -> Iterator[tuple[int, Blamed]]:
        order = {record: number for number, record in enumerate(self._commit_of)}
        for line, credit in lines_of_state(state, lambda name, _: order.get(name, -1)):
            known = credit.origin.kind is SourceKind.RECORD
            commit = self._commit_of.get(credit.origin.id) if known else None
            yield line, Blamed(commit, credit.origin.path, credit.line)

    def _prepare(self) -> None:
        """A repository whose one commit holds the files of the base commit that are looked at."""
        root = self.workspace.root
        os.makedirs(self.workspace.sidecar)
        for entry in self._git.tree(self._span.base):
            is_file = entry.kind == "blob" and entry.mode != "120000"
            if is_file and entry.path.endswith(self._extensions):
                self._write(entry.path, self._git.objects.blob(entry.id))
        settings = ["-c", "user.name=base", "-c", "user.email=base@example.org"]
        for words in ("init -q", "add -A", "commit -q --allow-empty -m base"):
            subprocess.run(["git", *settings, *words.split()], cwd=root, check=True)

    def _write(self, path: str, text: bytes | None) -> None:
        full = os.path.join(self.workspace.root, path)
        if text is None:
            if os.path.exists(full):
                os.unlink(full)
            return
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(text)

    def _event(self, phase: Phase, commit: str, targets: tuple[Target, ...]) -> Event:
        return Event(
            phase=phase,
            kind=ActionKind.FILE_EDIT,
            agent="replay",
            session_id="replay",
            cwd=self.workspace.root,
            turn_id=commit,
            call_id=commit,
            intent_id=f"C-{commit}",
            contributor=Contributor(EntityType.AI, "replay"),
            targets=targets,
        )
