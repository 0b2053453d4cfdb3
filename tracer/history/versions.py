"""Versions of files in history: their texts, lines and trees, each read once.

A version is a path at a commit that changed it. The working tree is a version too, with the
empty id, whose parent is HEAD.
"""

from __future__ import annotations

import os
from collections import Counter, OrderedDict
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tracer.history.cache import HistoryCache
from tracer.history.line_diffs import line_hunks, loosened, split_lines
from tracer.history.renamed_words import has_renamed
from tracer.history.restored_versions import put_back
from tracer.history.windows import RawTrees
from tracer.model.errors import VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.syntax import parse
from tracer.vcs.refs import missing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from tracer.history.line_diffs import Hunk
    from tracer.history.renamed_words import Renamed
    from tracer.model.workspace import Workspace
    from tracer.syntax import SyntaxTree
    from tracer.vcs import Git, PathChange

WORKTREE = ""  # the id of what is on disk now

_TREES_KEPT = 24
_TEXTS_KEPT = 256
_LINES_KEPT = 16
_AHEAD = 16  # versions of a path read in one exchange
_FILES_SEARCHED = 60  # other files of one commit looked at for code that moved
_FILE_LIMIT = 1_000_000  # bytes of a file that is searched
_WORDS = 12  # shared characters below which a line says too little to be recognised
_FEW_LINES = 40  # that are searched for in a file before its lines are counted
_FILES_OF_A_NAME = 3  # in which a name is looked for that a commit gave to something
_SHARED = 24  # shared characters that make another file worth parsing


class Version(NamedTuple):
    """A file at a commit that changed it (or at the working tree)."""

    commit: str
    path: str


class Elsewhere(NamedTuple):
    """Another file that the same commit changed, and may have lost the code in question.

    `renamed` is its path after where that is another one; what it holds then is its text after.
    """

    path: str
    before: bytes
    after: bytes | None
    before_id: str | None = None
    after_id: str | None = None
    renamed: str | None = None


class Versions:
    """Everything history asks of git about versions, with caches.

    `base` and its ancestors count as one version without history. With `merges`, a merge that
    joined two changed versions is compared with its first parent only. `cache` keeps what
    commits did, for later runs; `keep` is how many things made `once` stay in memory.
    """

    def __init__(  # noqa: PLR0913 - what to follow, and what to keep
        self,
        workspace: Workspace,
        git: Git,
        *,
        base: str | None = None,
        merges: bool = False,
        cache: HistoryCache | None = None,
        keep: int = 16,
    ) -> None:
        self.cache = cache or HistoryCache(None)
        self.git = git
        self.merges = merges
        self.base = base
        self.notes: set[str] = set()
        self.raw_trees = RawTrees()
        self.workspace = workspace
        self._parents: dict[Version, tuple[Version, ...]] = {}
        self._latest: dict[Version, Version | None] = {}
        self._alike: dict[tuple[str, str], list[str]] = {}  # (path, blob) -> commits
        self._times: dict[str, int] = {}
        self._blobs: dict[Version, str | None] = {}
        self._texts: OrderedDict[str, bytes] = OrderedDict()
        self._next: dict[str, str] = {}  # blob -> that of the version before, as a walk goes
        self._lines: dict[str, list[bytes]] = {}  # by blob
        self._trees: OrderedDict[tuple[str, bytes], SyntaxTree] = OrderedDict()
        self._removed: dict[
            tuple[str, str | None, str | None], tuple[Elsewhere, Counter[bytes]] | None
        ] = {}
        self._shallow = git.shallow()
        self._disk: dict[str, bytes | None] = {}
        self._keep = keep
        self._made: OrderedDict[tuple[object, ...], Any] = OrderedDict()

    def once(self, key: tuple[object, ...], make: Callable[[], Any]) -> Any:
        """What `make` returns, made once for a key. The last few are kept."""
        found = self._made.pop(key, None)
        if found is None:
            found = make()
            if len(self._made) >= self._keep:
                self._made.popitem(last=False)
        self._made[key] = found
        return found

    def latest(self, commit: str, path: str) -> Version | None:
        """The version of `path` as it stands at `commit`, or None when it is not there."""
        version = Version(commit, path)
        if version not in self._parents:
            if version not in self._latest:
                self._latest[version] = self._newest(commit, path)
            return self._latest[version]
        return version if self.blob(version) is not None else None

    def _newest(self, commit: str, path: str) -> Version | None:
        """The newest version of `path` at or before a commit, its history read; or None."""
        version = Version(commit, path)
        graph = self.git.path_graph(commit, path, exclude=self.base)
        for row in graph:
            known = Version(row.id, path)
            self._parents[known] = tuple(Version(parent, path) for parent in row.parents)
            self._times[row.id] = row.time
        missing = [row.id for row in graph if Version(row.id, path) not in self._blobs]
        ids = self.git.blob_ids((sha, path) for sha in missing)
        self._blobs.update(
            (Version(sha, path), blob) for sha, blob in zip(missing, ids, strict=True)
        )
        self.git.read_ahead(missing)
        for row in graph:
            if (content := self._blobs[Version(row.id, path)]) is not None:
                self._alike.setdefault((path, content), []).append(row.id)
        found = list(dict.fromkeys(blob for blob in ids if blob))
        self._next.update(pairwise(found))
        if graph and self._blobs[Version(graph[0].id, path)] == self.blob(version):
            version = Version(graph[0].id, path)
        return version if self.blob(version) is not None else None

    def is_boundary(self, version: Version) -> bool:
        """Whether history is not followed beyond this version on purpose (`base`)."""
        return version.commit != WORKTREE and version not in self._parents

    def is_shallow(self, commit: str) -> bool:
        """Whether this clone lacks what came before the commit."""
        return commit in self._shallow

    def parents(self, version: Version) -> tuple[Version, ...]:
        """The next older versions under the same path, as `git log PATH` would walk."""
        if version.commit == WORKTREE:
            head = self.git.resolve_or_none("HEAD")
            found = self.latest(head, version.path) if head else None
            return (found,) if found else ()
        return self._parents.get(version, ())

    def put_back(self, version: Version) -> list[Version]:
        """The older versions from which a commit took code of a file back (see `put_back`)."""
        commit, path = version
        blob = self.blob(version) if commit != WORKTREE else None
        if blob is None:
            return []
        same = [other for other in self._alike.get((path, blob), ()) if other != commit]

        def parents(older: str) -> list[str]:
            return [before.commit for before in self.parents(Version(older, path))]

        return [Version(older, path) for older in put_back(self.git, commit, parents, same)]

    def commits_before(self, commit: str) -> tuple[str, ...]:
        """The real parents of a commit that this clone has; HEAD for the working tree."""
        if commit == WORKTREE:
            head = self.git.resolve_or_none("HEAD")
            return (head,) if head else ()
        if commit in self._shallow:
            return ()
        known = self.git.commit(commit)
        parents = known.parents if known else ()
        return parents[:1] if self.merges else parents

    def time(self, commit: str) -> int:
        """When a commit was made, for ordering; the working tree is newer than all."""
        if commit == WORKTREE:
            return 1 << 62
        known = self._times.get(commit)
        if known is None:
            found = self.git.commit(commit)
            known = self._times[commit] = found.time if found else 0
        return known

    def blob(self, version: Version) -> str | None:
        """The id of a version's content, or None when there is no such file."""
        if version.commit == WORKTREE:
            return f"disk:{version.path}"
        if version not in self._blobs:
            self._blobs[version] = self.git.blob_ids([version])[0]
        return self._blobs[version]

    def text(self, version: Version) -> bytes | None:
        """A version's bytes, or None when the file or its content is not here."""
        if version.commit == WORKTREE:
            return self._on_disk(version.path)
        blob = self.blob(version)
        return None if blob is None else self._content(blob)

    def is_unreadable(self, version: Version) -> bool:
        """Whether the file exists at the commit, but this clone lacks its content."""
        if version.commit == WORKTREE or self.text(version) is not None:
            return False
        raw = self.git.run("ls-tree", "-z", version.commit, "--", version.path)
        if b" blob " in raw:
            known = f"{version.path} at {version.commit[:12]} is not in this clone"
            self.notes.add(missing(self.git, version.path, version.commit) or known)
            return True
        return False

    def lines(self, version: Version) -> list[bytes]:
        """A version's lines; none when there is no text."""
        blob = None if version.commit == WORKTREE else self.blob(version)
        lines = self._lines.get(blob) if blob else None
        if lines is None:
            lines = split_lines(self.text(version) or b"")
            if blob:
                self._lines[blob] = lines
                if len(self._lines) > _LINES_KEPT:
                    del self._lines[next(iter(self._lines))]
        return lines

    def tree(self, version: Version) -> SyntaxTree:
        """A version's syntax tree."""
        return self.tree_of(version.path, self.text(version) or b"")

    def tree_of(self, path: str, text: bytes) -> SyntaxTree:
        """The tree of a text. The last few are kept.

        The version before one commit is the version after another.
        """
        key = (path, text)
        tree = self._trees.get(key)
        if tree is None:
            tree = self._trees[key] = parse(text, path=path)
            if len(self._trees) > _TREES_KEPT:
                self._trees.popitem(last=False)
        else:
            self._trees.move_to_end(key)
        return tree

    def hunks(self, before: Version, after: Version) -> list[Hunk]:
        """The text difference of two versions. A file whose line ends alone changed has none."""
        if self.blob(before) == self.blob(after):
            return []
        lines_b, lines_a = self.lines(before), self.lines(after)
        found = list(loosened(line_hunks(lines_b, lines_a), lines_b, lines_a))
        if not found or len(lines_b) != len(lines_a):
            return found
        text_b, text_a = self.text(before) or b"", self.text(after) or b""
        if b"\r" in text_b or b"\r" in text_a:
            same = text_b.replace(b"\r\n", b"\n") == text_a.replace(b"\r\n", b"\n")
            return [] if same else found
        return found

    def parent_of(self, version: Version, before: Version) -> str | None:
        """The real parent of a commit through which an older version is reached."""
        parents = self.commits_before(version.commit)
        blob = self.blob(before)
        for parent in parents[1:]:
            if self.blob(Version(parent, before.path)) == blob:
                return parent
        return parents[0] if parents else None

    def changes(self, commit: str, parent: str | None) -> tuple[PathChange, ...]:
        """The files a commit changed; none, with a note, where this clone lacks its trees."""
        try:
            found = self.git.status() if commit == WORKTREE else self.git.changed_in(commit, parent)
        except VcsError as error:
            self.notes.add(error.message)
            return ()
        return tuple(change.of_text for change in found)

    def renamed_from(self, commit: str, parent: str, path: str) -> Version | None:
        """The version that a file new in `commit` was before, when it was renamed."""
        found = self.renamed_path(commit, parent, path)
        return self.latest(parent, found) if found else None

    def renamed_path(self, commit: str, parent: str, path: str) -> str | None:
        """The path at `parent` of a file that `commit` renamed to `path`.

        Git's own answer first; else the deleted file that shares most of its lines.
        """
        if commit != WORKTREE:
            try:
                found = self.git.changes(parent, commit)
            except VcsError as error:
                self.notes.add(error.message)
                return None
            for change in found:
                if change.after_path == path and change.before_path and change.status == "R":
                    return change.before_path
        return self._most_alike(commit, parent, path)

    def elsewhere(
        self,
        version: Version,
        parent: str | None,
        lines: list[bytes],
        compared: Collection[str] = (),
    ) -> list[Elsewhere]:
        """The files of the same commit that lost lines like these, most alike first.

        Not those that the version is `compared` with: a renamed file has lost nothing to itself.
        Cost: reads at most 60 changed files once a commit; nothing is parsed.
        """
        wanted = {text for text in (line.strip() for line in lines) if len(text) >= _WORDS}
        if not wanted:
            return []
        scored: list[tuple[int, Elsewhere]] = []
        own = {None, version.path, *compared}
        for change in self.changes(version.commit, parent)[: _FILES_SEARCHED * 4]:
            if change.before_path in own or not change.is_text:
                continue
            if (
                len(wanted) <= _FEW_LINES
                and (version.commit, change.before_path, change.after_path) not in self._removed
            ):
                before = self._content(change.before_id or "") or b""
                if sum(len(text) for text in wanted if text in before) < _SHARED:
                    continue
            entry = self._lost(version, parent, change)
            if entry is None:
                continue
            other, lost = entry
            score = sum(len(text) for text in wanted if text in lost)
            if score >= _SHARED:
                scored.append((score, other))
            if len(scored) >= _FILES_SEARCHED:
                break
        scored.sort(key=lambda pair: (-pair[0], pair[1].path))
        return [other for _, other in scored[:4]]

    def renamed_in(
        self,
        version: Version,
        parent: str | None,
        names: Collection[Renamed],
        compared: Collection[str] = (),
    ) -> list[Elsewhere]:
        """The files of the same commit in which a whole line, too, has one of `names` anew.

        A use whose name alone changed was renamed with its definition, wherever that stands.
        Cost: reads at most 60 changed files once a commit; nothing is parsed.
        """
        found: list[Elsewhere] = []
        own = {None, version.path, *compared}
        for change in self.changes(version.commit, parent)[:_FILES_SEARCHED] if names else ():
            if change.before_path in own or change.after_path is None or not change.is_text:
                continue
            text = self._content(change.before_id or "") or b""
            if not any(name.before in text for name in names):
                continue
            entry = self._lost(version, parent, change)
            if entry is not None and has_renamed(entry[1], entry[0].after or b"", names):
                found.append(entry[0])
            if len(found) >= _FILES_OF_A_NAME:
                break
        return found

    def _lost(
        self, version: Version, parent: str | None, change: PathChange
    ) -> tuple[Elsewhere, Counter[bytes]] | None:
        """A changed file and the lines it has fewer of than before; None when it has none.

        What was renamed has not lost what it still holds, unless it is the very file that asks.
        """
        commit, path = version.commit, change.before_path or ""
        if change.after_path is None:
            renamed = self._renamed(commit, parent, path)
            if renamed is not None and renamed.after_path != version.path:
                change = renamed
        key = (commit, path, change.after_path)
        if key not in self._removed:
            before = self._content(change.before_id) if change.before_id else None
            after = None
            if change.after_path is not None:
                after = (
                    self._on_disk(path)
                    if commit == WORKTREE
                    else self._content(change.after_id or "")
                )
            entry = None
            if before is not None and max(len(before), len(after or b"")) <= _FILE_LIMIT:
                lost = Counter(line.strip() for line in before.split(b"\n"))
                lost.subtract(line.strip() for line in (after or b"").split(b"\n"))
                lost = +lost
                new_name = change.after_path if change.after_path != path else None
                ids = change.before_id, change.after_id
                other = Elsewhere(path, before, after, *ids, new_name)
                entry = (other, lost) if lost else None
            self._removed[key] = entry
        return self._removed[key]

    def _renamed(self, commit: str, parent: str | None, path: str) -> PathChange | None:
        """How a commit renamed a file, as git sees it; None where it did not."""
        changed = () if commit == WORKTREE else self.changes(commit, parent)
        if not any(change.before_path is None for change in changed):
            return None
        try:
            found = self.git.changes(parent, commit)
        except VcsError as error:
            self.notes.add(error.message)
            return None
        return next((c for c in found if c.before_path == path and c.status == "R"), None)

    def _most_alike(self, commit: str, parent: str, path: str) -> str | None:
        """The deleted file whose lines the new one mostly has."""
        mine = Counter(self.lines(Version(commit, path)))
        best: tuple[int, str] | None = None
        for change in self.changes(commit, parent)[: _FILES_SEARCHED * 4]:
            if change.after_path is not None or change.before_path is None or not change.is_text:
                continue
            text = self._content(change.before_id or "")
            if text is None or len(text) > _FILE_LIMIT:
                continue
            theirs = Counter(split_lines(text))
            shared = sum((mine & theirs).values())
            larger = max(sum(mine.values()), sum(theirs.values()))
            if shared * 2 >= larger and (best is None or shared > best[0]):
                best = (shared, change.before_path)
        return best[1] if best else None

    def _content(self, blob: str) -> bytes | None:
        text = self._texts.get(blob)
        if text is None and blob:
            # A walk takes the versions of a path in turn.
            wanted = [blob]
            while len(wanted) < _AHEAD and (older := self._next.get(wanted[-1])) is not None:
                wanted.append(older)
            wanted = [name for name in wanted if name not in self._texts]
            for name, reply in zip(wanted, self.git.objects.read_all(wanted), strict=True):
                if reply is not None and reply[0].kind == "blob":
                    self._texts[name] = reply[1]
            while len(self._texts) > _TEXTS_KEPT:
                self._texts.popitem(last=False)
            text = self._texts.get(blob)
        return text

    def _on_disk(self, path: str) -> bytes | None:
        if path not in self._disk:
            full = os.path.join(self.workspace.root, path)
            try:
                with open(full, "rb") as file:
                    self._disk[path] = file.read()
            except OSError:
                self._disk[path] = None
        return self._disk[path]
