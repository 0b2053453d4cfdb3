"""The git executable, asked in a way that no configuration, hook or remote can change.

Every call runs without pager, prompt, optional locks, file system monitor, external diff or
text conversion. No transport is allowed: a partial clone answers "missing" instead of
downloading. Paths are literal, never patterns.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Self

from tracer.model.errors import VcsError
from tracer.vcs.commits import Commit, parse_commit
from tracer.vcs.direct import git_dir, shallow_commits
from tracer.vcs.environment import SETTINGS, environment, missing, refused
from tracer.vcs.objects import CatFile
from tracer.vcs.trees import (
    DiffTree,
    PathChange,
    PathCommit,
    TreeEntry,
    decode_path,
    parse_log,
    parse_raw_diff,
    parse_status,
    parse_tree,
)

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable, Iterator, Sequence

INDEX = ""  # in the place of a revision: what is staged
_SILENT = "protocol.allow=never"  # no command but `talk` speaks to a remote
_EMPTY_TREES = {
    40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}
_MOST_EDITED = 64
_MOST_VANISHED = 16
_AHEAD = 64  # commits read in one exchange
_CHANGES_KEPT = 4  # comparisons of two commits
_OF_REMOTES = ("GIT_SSH_COMMAND", "GIT_SSL_NO_VERIFY", "GIT_SSL_CAINFO", "GIT_PROXY_COMMAND")
_SSH = "ssh -o BatchMode=yes -o ConnectTimeout=5"


class Git:
    """One repository. Use as a context manager, or call `close`.

    Paths that go in and come out are POSIX and relative to `root`, wherever in the
    repository `root` lies. `index_file` takes the place of the repository's own index: a commit
    that is being made has one of its own (`git commit -a`).
    Raises: VcsError from every method when git is missing or refuses.
    """

    def __init__(self, root: str, *, index_file: str | None = None) -> None:
        self.root = os.path.realpath(root)
        self.is_asked = False  # to speak to remotes, also for what a partial clone lacks
        self._index_file = index_file
        self._objects: CatFile | None = None
        self._differ: DiffTree | None = None
        self._prefix: str | None = None
        self._commits: dict[str, Commit] = {}
        self._at_head: dict[str, str] | None = None
        self._changes: dict[tuple[str | None, str], tuple[PathChange, ...]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes kept running for this repository."""
        if self._objects is not None:
            self._objects.close()
            self._objects = None
        if self._differ is not None:
            self._differ.close()
            self._differ = None

    @property
    def objects(self) -> CatFile:
        """The reader of objects, started on first use."""
        if self._objects is None:
            self._objects = CatFile(self._start_cat_file)
        return self._objects

    @property
    def prefix(self) -> str:
        """The path from the repository's top to `root`: empty, or ending in a slash."""
        if self._prefix is None:
            self._prefix = decode_path(self.run("rev-parse", "--show-prefix")).rstrip("\n")
        return self._prefix

    def run(self, *arguments: str, stdin: bytes | None = None) -> bytes:
        """What `git ARGUMENTS` prints.

        Raises: VcsError with git's own reason when it exits with an error.
        """
        import subprocess  # noqa: PLC0415 - 8 ms that `head` must not pay

        try:
            done = subprocess.run(
                self._command(arguments),
                input=stdin if stdin is not None else b"",
                capture_output=True,
                env=environment(self._index_file),
                check=False,
            )
        except OSError as error:
            raise missing(error) from error
        if done.returncode != 0:
            raise refused(arguments, done.stderr)
        return done.stdout

    def run_together(self, *commands: Iterable[str]) -> list[bytes]:
        """What each of some git commands prints; they run side by side.

        Raises: VcsError as `run`.
        """
        running = [self._start(*command) for command in commands]
        printed = [process.communicate()[0] for process in running]
        if any(process.returncode for process in running):
            return [self.run(*command) for command in commands]  # which says what is wrong
        return printed

    def talk(self, *arguments: str, timeout_s: float, lazily: bool = False) -> None:
        """Run a git command that speaks to a remote, and never asks a person anything.

        With `lazily` it may bring objects that a partial clone has left at its remote.
        Raises: VcsError when the remote refuses, is out of reach or takes longer than `timeout_s`.
        """
        import subprocess  # noqa: PLC0415 - see run

        variables = environment(self._index_file) | {"GIT_ASKPASS": "true"}
        if lazily:
            del variables["GIT_NO_LAZY_FETCH"]
        for name in _OF_REMOTES:
            if name in os.environ:
                variables[name] = os.environ[name]
        if not self.run("config", "--default", "", "--get", "core.sshCommand").strip():
            variables.setdefault("GIT_SSH_COMMAND", _SSH)
        try:
            done = subprocess.run(
                self._talking(arguments),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=variables,
                timeout=timeout_s,
                check=False,
            )
        except OSError as error:
            raise missing(error) from error
        except subprocess.TimeoutExpired as error:
            problem = f"git {arguments[0]} took longer than {timeout_s:.0f} seconds"
            raise VcsError(problem, fix="Try `tracer sync` later.") from error
        if done.returncode != 0:
            raise refused(arguments, done.stderr)

    def resolve(self, revision: str) -> str:
        """The commit id of a revision.

        Raises: VcsError naming the revision when there is no such commit.
        """
        found = self.resolve_or_none(revision)
        if found is None:
            raise VcsError(
                f"{revision}: no such commit in {self.root}",
                fix="Name a branch, tag or commit of this clone.",
            )
        return found

    def resolve_or_none(self, revision: str) -> str | None:
        """The commit id of a revision, or None when there is none."""
        if revision.startswith("-") or "\n" in revision:
            return None
        info = self.objects.infos([f"{revision}^{{commit}}"])[0]
        return info.id if info is not None and info.kind == "commit" else None

    def commit(self, sha: str) -> Commit | None:
        """The commit with that id, or None when this clone does not have it. Cached."""
        known = self._commits.get(sha)
        if known is None:
            reply = self.objects.read(sha)
            if reply is None or reply[0].kind != "commit":
                return None
            known = self._commits[sha] = parse_commit(sha, reply[1])
        return known

    def read_ahead(self, commits: Iterable[str]) -> None:
        """Read commits that `commit` will be asked for, many in one exchange."""
        missing = [sha for sha in commits if sha not in self._commits]
        for start in range(0, len(missing), _AHEAD):
            chunk = missing[start : start + _AHEAD]
            for sha, reply in zip(chunk, self.objects.read_all(chunk), strict=True):
                if reply is not None and reply[0].kind == "commit":
                    self._commits[sha] = parse_commit(sha, reply[1])

    def blob_at(self, revision: str, path: str) -> bytes | None:
        """The bytes of a file at a revision, or `INDEX`; None when it is not there, or not here."""
        return self.objects.blob(self._at(revision, path))

    def is_at_head(self, path: str, text: bytes) -> bool:
        """Whether the commit checked out holds exactly this text at a path.

        Cost: one process for all paths together, on the first call.
        """
        if self._at_head is None:
            head = self.resolve_or_none("HEAD")
            tree = self.tree(head) if head is not None else ()
            self._at_head = {entry.path: entry.id for entry in tree if entry.kind == "blob"}
        known = self._at_head.get(path)
        return known is not None and known == blob_id(text, len(known))

    def blob_ids(self, places: Iterable[tuple[str, str]]) -> list[str | None]:
        """The blob ids of (revision, path) pairs, in order; None where there is no such file.

        Cost: one exchange with a running process for 256 pairs.
        """
        infos = self.objects.infos(self._at(revision, path) for revision, path in places)
        return [info.id if info is not None and info.kind == "blob" else None for info in infos]

    def tree(self, revision: str) -> tuple[TreeEntry, ...]:
        """Every file of a revision below `root`, submodules included as entries."""
        raw = self.run("ls-tree", "-r", "-z", self.resolve(revision))
        return tuple(parse_tree(raw))

    def changes(self, before: str | None, after: str) -> tuple[PathChange, ...]:
        """The files that differ between two commits; `before` None compares with nothing.

        Renames are found by content (half similar, at most 1,000 candidates). Where a
        missing blob prevents that, only exact renames are.
        Cost: one process; the last answers are kept, since each new file of a commit asks.
        """
        known = self._changes.pop((before, after), None)
        if known is None:
            known = self._compare(before, after)
        self._changes[before, after] = known
        if len(self._changes) > _CHANGES_KEPT:
            del self._changes[next(iter(self._changes))]
        return known

    def _compare(self, before: str | None, after: str) -> tuple[PathChange, ...]:
        base = before or _EMPTY_TREES[len(after)]
        for renames in ("-M", "-M100%", "--no-renames"):
            try:
                raw = self.run(
                    "diff-tree",
                    "-r",
                    "-z",
                    "--raw",
                    "--no-abbrev",
                    "--no-ext-diff",
                    "--no-textconv",
                    "--relative",
                    renames,
                    base,
                    after,
                )
            except VcsError:
                if renames == "--no-renames":
                    raise
            else:
                return tuple(parse_raw_diff(raw))
        raise VcsError(f"cannot compare {before} with {after}")

    def status(self) -> tuple[PathChange, ...]:
        """The files on disk below `root` that differ from HEAD, untracked ones included."""
        raw = self.run(
            "status",
            "--porcelain=v2",
            "-z",
            "--untracked-files=all",
            "--ignore-submodules=all",
            "--no-renames",
            "--",
            ".",
        )
        return tuple(self._below(change) for change in parse_status(raw))

    def files(self) -> list[str]:
        """Tracked files and untracked ones that are not ignored, below `root`, sorted."""
        raw = self.run("ls-files", "-z", "--cached", "--others", "--exclude-standard")
        return sorted({decode_path(part) for part in raw.split(b"\0") if part})

    def mentioning(self, word: str, revision: str | None = None) -> list[str]:
        """Paths of the text files that contain a word, on disk (ignored ones aside) or committed.

        Cost: one `git grep`.
        """
        where = ["--untracked"] if revision is None else [revision]
        found = self._grep("-w", "-e", word, *where, "--", ".")
        prefix = "" if revision is None else f"{revision}:"
        return [path.removeprefix(prefix) for path in found]

    def holding(self, text: bytes, paths: Sequence[str]) -> list[str]:
        """Those of some tracked paths whose files, as they are on disk, hold a text in one line.

        Cost: one `git grep`.
        """
        return self._grep("-e", os.fsdecode(text), "--", *paths) if paths else []

    def _grep(self, *arguments: str) -> list[str]:
        import subprocess  # noqa: PLC0415 - see run

        whole = ("grep", "-l", "-z", "-F", "-I", *arguments)
        try:
            done = subprocess.run(
                self._command(whole),
                capture_output=True,
                env=environment(self._index_file),
                check=False,
            )
        except OSError as error:
            raise missing(error) from error
        if done.returncode > 1:
            raise refused(whole, done.stderr)
        found = done.stdout.decode("utf-8", "surrogateescape").split("\0")
        return [path for path in found if path]

    def path_graph(self, start: str, path: str, *, exclude: str | None = None) -> list[PathCommit]:
        """The commits that changed `path`, newest first, each with its parents among them.

        Simplified as `git log PATH` does: a merge that took a file unchanged from one parent
        leads to that parent only. A commit without parents here is where the file (under
        this name) began, or where history ends. `exclude` and its ancestors are left out.
        """
        arguments = ["rev-list", "--timestamp", "--parents", "--topo-order", start]
        if exclude is not None:
            arguments.append(f"^{exclude}")
        raw = self.run(*arguments, "--", path).decode("ascii")
        rows = (line.split(" ") for line in raw.splitlines())
        return [PathCommit(row[1], tuple(row[2:]), int(row[0])) for row in rows]

    def changed_in(self, commit: str, parent: str | None) -> tuple[PathChange, ...]:
        """The files that differ between a commit and a parent (None for a root); no renames.

        Cost: one exchange with a running process, where `changes` starts one.
        """
        if self._differ is None:
            self._differ = DiffTree(self._start_diff_tree)
        cut = len(self.prefix)
        return tuple(
            self._below(change)
            for change in self._differ.changes(commit, parent)
            if not cut or (change.after_path or change.before_path or "").startswith(self.prefix)
        )

    def log_changes(
        self, start: str, exclude: str | None = None
    ) -> Iterator[tuple[str, list[PathChange]]]:
        """The commits of `start` that `exclude` does not have, oldest first, with their files.

        Of a merge only those that differ from every parent; no renames. Cost: one process.
        """
        options = ("--topo-order", "-c", "--raw", "-z", "--no-abbrev", "--no-renames", "--relative")
        wanted = [start] if exclude is None else [start, f"^{exclude}"]
        raw = self.run("log", "--reverse", *options, "--format=%x01%H", *wanted, "--")
        return parse_log(raw)

    def not_checked_out(self) -> list[str]:
        """Files of the index that a sparse checkout leaves out of the work tree."""
        if self.run("config", "--default", "false", "--get", "core.sparseCheckout").strip() in (
            b"false",
            b"",
        ):
            return []
        raw = self.run("ls-files", "-t", "-z")
        return [decode_path(part[2:]) for part in raw.split(b"\0") if part.startswith(b"S ")]

    def shallow(self) -> frozenset[str]:
        """The commits whose parents this clone does not have."""
        return shallow_commits(self.root)

    def _at(self, revision: str, path: str) -> str:
        """The name git has for a file at a revision."""
        name = f"{revision}:{self.prefix}{path}"
        if "\n" not in name:
            return name
        raw = self.run("ls-tree", "-z", revision, "--", path)
        entries = tuple(parse_tree(raw))
        return entries[0].id if entries else f"{revision}:"

    def _below(self, change: PathChange) -> PathChange:
        """A change with its paths, which status gives from the top, relative to `root`."""
        cut = len(self.prefix)
        return change._replace(
            before_path=change.before_path and change.before_path[cut:],
            after_path=change.after_path and change.after_path[cut:],
        )

    def _command(self, arguments: Iterable[str]) -> list[str]:
        """The whole command line."""
        return self._talking(("-c", _SILENT, *arguments))

    def _talking(self, arguments: Iterable[str]) -> list[str]:
        """A command line that may speak to a remote."""
        settings = [word for setting in SETTINGS for word in ("-c", setting)]
        return ["git", "--no-pager", "--literal-pathspecs", *settings, "-C", self.root, *arguments]

    def _start_cat_file(self, option: str) -> subprocess.Popen[bytes]:
        return self._start("cat-file", option)

    def _start_diff_tree(self) -> subprocess.Popen[bytes]:
        options = ("-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff")
        return self._start("diff-tree", "--stdin", "--no-commit-id", "--root", *options)

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a git that answers requests, first making sure that there is a repository."""
        import subprocess  # noqa: PLC0415 - see run

        if git_dir(self.root) is None:
            raise VcsError(
                f"{self.root} is not in a git repository", fix="Run this inside one, or `git init`."
            )
        try:
            return subprocess.Popen(
                self._command(arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment(self._index_file),
            )
        except OSError as error:
            raise missing(error) from error


def blob_id(text: bytes, length: int = 40) -> str:
    """The id git gives a blob; its length tells the hash function."""
    import hashlib  # noqa: PLC0415 - not on the hook path

    hashed = hashlib.sha1 if length == 40 else hashlib.sha256  # noqa: PLR2004
    return hashed(b"blob %d\0" % len(text) + text).hexdigest()


def blob_at(root: str, revision: str, path: str) -> bytes | None:
    """The bytes of one file at a revision, or None: no repository, no commit, or no such file.

    Cost: one process. Use `Git` for more than one.
    """
    if git_dir(root) is None:
        return None
    with Git(root) as git:
        return git.blob_at(revision, path)


def unreachable(git: Git, commits: Iterable[str], revision: str) -> set[str]:
    """Those of some commits that `revision` is no descendant of, or that are not here at all.

    Cost: one process, which lists what only they can reach.
    """
    wanted = set(commits)
    here = [sha for sha in wanted if git.commit(sha) is not None]
    if not here:
        return wanted
    asked = "\n".join([*here, f"^{revision}", ""]).encode()
    listed = git.run("rev-list", "--stdin", stdin=asked).decode("ascii").split()
    return (wanted - set(here)) | wanted.intersection(listed)


def vanished(git: Git, revision: str) -> dict[str, bytes]:
    """{path: text} of at most 16 files of a revision that are not in the work tree any more.

    Cost: one process, and a look-up a file.
    """
    raw = git.run("ls-files", "--deleted", "-z")
    names = [decode_path(part) for part in raw.split(b"\0") if part]
    raw = git.run("diff", "--cached", "--name-only", "--diff-filter=D", "--no-renames", "-z")
    cut = len(git.prefix)
    names += [decode_path(part)[cut:] for part in raw.split(b"\0") if part]
    texts = {name: git.blob_at(revision, name) for name in sorted(set(names))[:_MOST_VANISHED]}
    return {name: text for name, text in texts.items() if text is not None}


def edited(git: Git, revision: str) -> list[str]:
    """At most 64 files whose text in the work tree is another one than at a revision.

    Cost: one process, which reads files whose stat git does not know.
    """
    wanted = ("--name-only", "--diff-filter=M", "--no-renames", "--relative", "-z")
    raw = git.run("diff", *wanted, revision, "--")
    return sorted(decode_path(part) for part in raw.split(b"\0") if part)[:_MOST_EDITED]


def is_left_out(root: str, path: str) -> bool:
    """Whether HEAD has a path that a sparse checkout keeps off the disk.

    Cost: a look at two files where no checkout is sparse; else three processes.
    """
    directory = git_dir(root)
    if directory is None or os.path.exists(os.path.join(root, path)):
        return False
    if not os.path.exists(os.path.join(directory, "info", "sparse-checkout")):
        return False
    with Git(root) as git:
        setting = git.run("config", "--default", "false", "--get", "core.sparseCheckout")
        is_sparse = setting.strip() == b"true" and git.resolve_or_none("HEAD") is not None
        return is_sparse and bool(git.run("ls-tree", "HEAD", "--", path))
