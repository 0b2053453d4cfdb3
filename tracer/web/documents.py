"""The query documents a page is made of. Nothing here knows of HTML.

Every document is what a command prints with `--json` (`report`, `blame`, `blame-by-intent`,
`diff --rows`, `log`, `verify`, `approve`), asked through the public queries, so that a page
cannot say something else than the commands do.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pathspec import PathSpec

from tracer.intents import approvals, load
from tracer.ledger import Problem, read, settled_by, verify
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.queries.blame import blame
from tracer.queries.blame_by_intent import CodeByIntent
from tracer.queries.classify import Asked
from tracer.queries.diff import diff
from tracer.queries.log import log
from tracer.queries.ownership import Ownership
from tracer.queries.places import definitions_of
from tracer.queries.report import report, span_of
from tracer.vcs import Git, git_dir
from tracer.vcs.files import is_sidecar, read_if_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.model.workspace import Workspace
    from tracer.queries.places import Defined
    from tracer.vcs.commits import Commit

Json = dict[str, Any]

LARGEST = 1 << 20  # bytes of a file whose lines are shown
_BINARY = 8000  # bytes looked at for a NUL, as git does
_NEWEST_COMMITS = 5  # changes shown when none are asked for


class Narrow(NamedTuple):
    """What a person wants to see; the defaults are everything on disk.

    `paths` are gitignore-style patterns, `intents` ids; `changes` are revisions or ranges as
    `tracer diff` takes them, `lives` elements as `:NAME:FILE` (`all_lives`: of every file that is
    shown). Without `code` no word of source is shown.
    """

    rev: str | None = None
    since: str | None = None
    intents: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    lives: tuple[str, ...] = ()
    code: bool = True
    all_lives: bool = False


class FileText(NamedTuple):
    """A file and its text; `why_not` says why it has no lines to show."""

    path: str
    text: bytes | None
    why_not: str | None


class Documents:
    """Documents of one workspace, each asked for once. `progress` hears (done, of how many)."""

    def __init__(
        self,
        workspace: Workspace,
        narrow: Narrow,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.workspace = workspace
        self.narrow = narrow
        self._progress = progress
        self._blamed: dict[str, Json] = {}
        self._spec = PathSpec.from_lines("gitignore", narrow.paths) if narrow.paths else None

    @cached_property
    def name(self) -> str:
        """What the repository is called: the name of its directory."""
        return os.path.basename(self.workspace.root) or "/"

    @cached_property
    def revision(self) -> str | None:
        """The commit that is shown; None for the files on disk.

        Raises: VcsError for a revision git does not know.
        """
        if self.narrow.rev is None:
            return None
        with Git(self.workspace.root) as git:
            return git.resolve(self.narrow.rev)

    @cached_property
    def head(self) -> str | None:
        """The commit that is checked out, if there is one."""
        if git_dir(self.workspace.root) is None:
            return None
        with Git(self.workspace.root) as git:
            return git.resolve_or_none("HEAD")

    @cached_property
    def has_ledger(self) -> bool:
        """Whether hooks have recorded anything here."""
        return os.path.exists(self.workspace.ledger)

    @property
    def about(self) -> str:
        """Which state of the files is shown, in a few words."""
        if self.revision:
            return f"at {self.revision[:12]}"
        return f"work tree on {self.head[:12]}" if self.head else "work tree"

    @property
    def made_from(self) -> str:
        """What the pages are made from, in a few words."""
        return "git and the ledger" if self.has_ledger else "git"

    @cached_property
    def report(self) -> Json | None:
        """`tracer report --json`; None where there is no ledger."""
        if not self.has_ledger:
            return None
        return report(self.workspace, span_of(self.narrow.since, None))

    @cached_property
    def verification(self) -> Json | None:
        """`tracer verify --json`; None where there is no ledger."""
        return verify(self.workspace).to_json() if self.has_ledger else None

    @cached_property
    def records(self) -> tuple[Json, ...]:
        """The ledger's records that can be read, oldest first, none twice."""
        if not self.has_ledger:
            return ()
        since = span_of(self.narrow.since, None).since
        found: dict[str, Json] = {}
        classes: dict[str, str] = {}
        for _, record in read(self.workspace):
            if isinstance(record, Problem) or record["id"] in found:
                continue
            classes.update(settled_by(record))
            if since is None or record["timestamp"] >= since.isoformat():
                found[record["id"]] = record
        for identity in classes.keys() & found.keys():
            found[identity] = found[identity] | {"mutation_class": classes[identity]}
        return tuple(sorted(found.values(), key=lambda one: (one["timestamp"], one["id"])))

    @cached_property
    def requests(self) -> tuple[Json, ...]:
        """`tracer approve --json`: what waits for a person."""
        if not self.workspace.is_initialised:
            return ()
        waiting = [one for one in approvals.requests(self.workspace) if one.answer == "pending"]
        return tuple({**one._asdict(), "answer": str(one.answer)} for one in waiting)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The files shown: those git tracks or would add, or those of the revision, sorted."""
        if git_dir(self.workspace.root) is None:
            found = list(_walk(self.workspace.root))
        else:
            with Git(self.workspace.root) as git:
                if self.revision is None:
                    found = git.files()
                else:
                    found = [entry.path for entry in git.tree(self.revision)]
        kept = (path for path in found if not is_sidecar(path) and self._is_wanted(path))
        return tuple(sorted(set(kept)))

    def _is_wanted(self, path: str) -> bool:
        return self._spec is None or self._spec.match_file(path)

    def text(self, path: str) -> FileText:
        """A file as it is shown, or why it is not."""
        if self.revision is None:
            content = read_if_file(os.path.join(self.workspace.root, path))
        else:
            with Git(self.workspace.root) as git:
                content = git.blob_at(self.revision, path)
        if content is None:
            return FileText(
                path, None, "This file is not there: it is deleted, a link or a submodule."
            )
        if b"\0" in content[:_BINARY]:
            return FileText(path, None, f"A binary file of {len(content):,} bytes.")
        if len(content) > LARGEST:
            return FileText(
                path, None, f"A file of {len(content):,} bytes: too large to show by lines."
            )
        return FileText(path, content, None)

    @cached_property
    def blames(self) -> dict[str, Json]:
        """`tracer blame --json` of every text file that is shown, by path."""
        found: dict[str, Json] = {}
        with ExitStack() as stack:
            ownership = Ownership.open(self.workspace, stack)
            for done, path in enumerate(self.paths):
                self._tell(done, len(self.paths))
                if self.text(path).text is not None:
                    found[path] = self.blame(path, ownership)
        self._tell(len(self.paths), len(self.paths))
        return found

    def _tell(self, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(done, total)

    def blame(self, path: str, ownership: Ownership | None = None) -> Json:
        """`tracer blame --json` of one file."""
        if path not in self._blamed:
            answer = blame(self.workspace, path, rev=self.narrow.rev, ownership=ownership)
            self._blamed[path] = answer.document
        return self._blamed[path]

    def definitions(self, path: str) -> list[Defined]:
        """The definitions in a file, in order."""
        text = self.text(path).text
        return definitions_of(path, text) if text is not None else []

    @cached_property
    def lives(self) -> tuple[str, ...]:
        """The lives shown: those asked for; with `all_lives` every definition's."""
        if not self.narrow.all_lives:
            return self.narrow.lives
        return tuple(f"{one.spec}:{path}" for path in self.paths for one in self.definitions(path))

    def lives_in(self, path: str, *, is_live: bool) -> frozenset[str]:
        """Those of one file; where pages are made on demand, of all its definitions."""
        if is_live:
            return frozenset(f"{one.spec}:{path}" for one in self.definitions(path))
        return frozenset(spec for spec in self.lives if spec.endswith(f":{path}"))

    def commit(self, identity: str) -> Commit | None:
        """A commit of this repository; None for what is none."""
        if git_dir(self.workspace.root) is None:
            return None
        with Git(self.workspace.root) as git:
            return git.commit(identity) if git.resolve_or_none(identity) else None

    @cached_property
    def commits(self) -> tuple[Commit, ...]:
        """The commits up to what is shown that touch the files shown, oldest first."""
        if git_dir(self.workspace.root) is None:
            return ()
        with Git(self.workspace.root) as git:
            start = git.resolve_or_none(self.narrow.rev or "HEAD")
            if start is None:
                return ()
            names = ["--", *self.paths] if self.narrow.paths else []
            raw = git.run("rev-list", "--no-merges", start, *names)
            ids = raw.decode("ascii").split()
            git.read_ahead(ids)
            found = [git.commit(name) for name in ids]
        begin = span_of(self.narrow.since, None).since
        since = begin.timestamp() if begin is not None else 0
        return tuple(one for one in reversed(found) if one is not None and one.time >= since)

    @cached_property
    def intents(self) -> tuple[Json, ...]:
        """`tracer intent list --json`, and the intents that only records or commits name."""
        known = {one.id: one.to_json() for one in load(self.workspace).intents}
        for blamed in self.blames.values():
            for line in blamed["lines"]:
                identity = line["origin"]["intent_id"]
                if identity is not None and identity not in known:
                    known[identity] = {"id": identity, "name": None, "status": None}
        for record in self.records:
            identity = record.get("intent_id")
            if identity is not None and identity not in known:
                known[identity] = {"id": identity, "name": None, "status": None}
        wanted = self.narrow.intents
        return tuple(known[key] for key in sorted(known) if not wanted or key in wanted)

    def code_of(self, intent_id: str) -> Json | None:
        """`tracer blame-by-intent --json`; None where nothing but the registry knows the intent."""
        return self._codes.get(intent_id)

    @cached_property
    def _codes(self) -> dict[str, Json]:
        found = {}
        with ExitStack() as stack:
            ownership = Ownership.open(self.workspace, stack)
            codes = CodeByIntent(self.workspace, ownership, ownership.owned())
            for about in self.intents:
                with suppress(InputError):
                    found[about["id"]] = codes.of(about["id"])
        return found

    @cached_property
    def changes(self) -> tuple[str, ...]:
        """The changes shown: those asked for, else the work tree and the newest commits.

        An empty name is the work tree against HEAD.
        """
        if self.narrow.changes or git_dir(self.workspace.root) is None:
            return self.narrow.changes
        with Git(self.workspace.root) as git:
            start = git.resolve_or_none(self.narrow.rev or "HEAD")
            if start is None:
                return ()
            found = [""] if self.revision is None and git.status() else []
            raw = git.run("log", "--first-parent", f"-{_NEWEST_COMMITS}", "--format=%H %P", start)
        rows = (line.split(" ") for line in raw.decode("ascii").splitlines())
        return (*found, *(f"{row[1]}..{row[0]}" for row in rows if len(row) > 1 and row[1]))

    def change(self, names: Sequence[str]) -> tuple[Json, Any]:
        """`tracer diff --json --rows --refactorings` and the texts it speaks of."""
        answer = diff(names, lambda: self.workspace, asked=Asked(names=True, rows=True))
        return answer.document, answer.change_set

    def life(self, path: str, spec: str) -> Json:
        """`tracer log -L SPEC:PATH --json`."""
        return log(self.workspace, path, spec, rev=self.narrow.rev)


def mark_of(workspace: Workspace) -> tuple[object, ...]:
    """What tells whether anything that pages show has changed: commits, files, the ledger.

    Cost: a look at each file's status, no contents.
    """
    root = workspace.root
    head = None
    if git_dir(root) is None:
        paths = list(_walk(root))
    else:
        with Git(root) as git:
            paths, head = git.files(), git.resolve_or_none("HEAD")
    if os.path.isdir(workspace.sidecar):
        with os.scandir(workspace.sidecar) as entries:
            paths += [os.path.relpath(entry.path, root) for entry in entries if entry.is_file()]
    found = []
    for path in sorted(paths):
        with suppress(OSError):
            status = os.lstat(os.path.join(root, path))
            found.append((path, status.st_mtime_ns, status.st_size, status.st_ino))
    return head, tuple(found)


def _walk(root: str) -> Iterator[str]:
    """Regular files below a directory that is no git repository."""
    for directory, below, names in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in names:
            yield os.path.relpath(os.path.join(directory, name), root).replace(os.sep, "/")
