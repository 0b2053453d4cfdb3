"""What can be read from `.git` without starting git: where it is, and what HEAD is.

A process costs 2 to 5 ms, which a hook would pay on every call. Only stable parts of the
repository format are read (gitrepository-layout(5)); where refs are kept in another format
(reftable), git itself is asked.
"""

from __future__ import annotations

import os

from tracer.model.patterns import lazy_pattern

_SHA = lazy_pattern(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_OWN_LEDGER = "refs/tracer/ledger"
_FETCHED = "refs/tracer-remotes/"
_MOST_STASHES = 8
_REF_DEPTH = 5  # symbolic refs may point to symbolic refs; git follows five


def git_dir(root: str) -> str | None:
    """The git directory that `root` belongs to, absolute, or None outside any repository.

    Looks at `root` and above it. A `.git` file (worktree, submodule) is followed; a bare
    repository is its own git directory. For a worktree this is the worktree's private
    directory: see `common_dir`.
    """
    here = os.path.realpath(root)
    while True:
        entry = os.path.join(here, ".git")
        found = entry if _is_git_dir(entry) else _follow_file(entry)
        if found is None and _is_git_dir(here):
            found = here
        if found is not None:
            return found
        parent = os.path.dirname(here)
        if parent == here:
            return None
        here = parent


def common_dir(directory: str) -> str:
    """The directory that holds refs and objects: `directory` itself, unless it is a worktree's."""
    text = _read(os.path.join(directory, "commondir"))
    if text is None:
        return directory
    return os.path.realpath(os.path.join(directory, text.strip()))


def reflog_end(root: str) -> int | None:
    """Where the log of what HEAD was ends now, for `commits_since`; None without such a log."""
    directory = git_dir(root)
    try:
        return os.path.getsize(os.path.join(directory or "", "logs", "HEAD"))
    except OSError:
        return None  # no repository, no commit yet, or a repository that keeps no log


def commits_since(root: str, end: int | None) -> list[tuple[str | None, str]]:
    """(HEAD before, HEAD after) of each commit made or amended here since the log's `end`.

    Commits that only arrived (merge, pull, checkout, rebase) are left out, and so are those
    that end a merge.
    """
    text = _read(os.path.join(git_dir(root) or "", "logs", "HEAD")) or ""
    found: list[tuple[str | None, str]] = []
    for line in text.encode("utf-8", "surrogateescape")[end or 0 :].splitlines():
        entry, _, action = line.partition(b"\t")
        words = entry.split(b" ", 2)
        is_made = action.startswith((b"commit:", b"commit (amend)", b"commit (initial)"))
        if is_made and len(words) > 2:  # noqa: PLR2004 - both hashes and who
            before, after = words[0].decode(), words[1].decode()
            found.append((before if before.strip("0") else None, after))
    return found


def stashes(root: str) -> list[str]:
    """The commits that hold what is stashed, newest first, at most 8.

    Cost: one read of a small file.
    """
    directory = git_dir(root)
    if directory is None:
        return []
    text = _read(os.path.join(common_dir(directory), "logs", "refs", "stash")) or ""
    found = [line.split(" ", 2)[1] for line in text.splitlines() if line.count(" ") > 1]
    return found[::-1][:_MOST_STASHES]


def stopped_at(root: str) -> list[str]:
    """The commits that an unfinished merge, cherry-pick, revert or rebase takes from."""
    directory = git_dir(root) or ""
    names = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD")
    texts = (_read(os.path.join(directory, name)) for name in names)
    found = [line for text in texts if text for line in text.split()]
    return [line for line in dict.fromkeys(found) if _SHA.match(line)]


def shallow_commits(root: str) -> frozenset[str]:
    """The commits whose parents a shallow clone does not have; empty for a full clone."""
    directory = git_dir(root)
    if directory is None:
        return frozenset()
    text = _read(os.path.join(common_dir(directory), "shallow"))
    return frozenset((text or "").split())


def is_shallow_boundary(root: str, commit: str) -> bool:
    """Whether history before `commit` is missing from this clone."""
    return commit in shallow_commits(root)


def _is_git_dir(path: str) -> bool:
    """Git's own test: HEAD, and objects and refs here or in the common directory."""
    if not os.path.isfile(os.path.join(path, "HEAD")):
        return False
    if os.path.isfile(os.path.join(path, "commondir")):
        return True
    return os.path.isdir(os.path.join(path, "objects")) and os.path.isdir(
        os.path.join(path, "refs")
    )


def _follow_file(entry: str) -> str | None:
    """The directory a `.git` file points to (`gitdir: PATH`, relative to the file)."""
    if not os.path.isfile(entry):
        return None
    text = _read(entry)
    if text is None or not text.startswith("gitdir:"):
        return None
    target = os.path.join(os.path.dirname(entry), text[len("gitdir:") :].strip())
    target = os.path.realpath(target)
    return target if _is_git_dir(target) else None


def resolve_ref(name: str, directory: str, common: str) -> str | None:
    """The commit a ref names: loose in the worktree, loose in the repository, then packed."""
    for _ in range(_REF_DEPTH):
        text = _read(os.path.join(directory, name)) or _read(os.path.join(common, name))
        if text is None:
            return _packed(name, common)
        text = text.strip()
        if not text.startswith("ref:"):
            return text if _SHA.match(text) else None
        name = text[len("ref:") :].strip()
        if ".." in name.split("/") or name.startswith("/"):
            return None
    return None


def _packed(name: str, common: str) -> str | None:
    """The commit `packed-refs` gives for a ref. Cost: one read of that file."""
    text = _read(os.path.join(common, "packed-refs"))
    if text is None:
        return None
    for line in text.splitlines():
        sha, _, ref = line.partition(" ")
        if ref == name and _SHA.match(sha):
            return sha
    return None


def _read(path: str) -> str | None:
    """The text of a small file, or None when it is not there or not a file."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError:
        return None


def has_own_ledger(root: str) -> bool:
    """Whether this clone has a ledger in its own ref, read off git's files."""
    own = git_dir(root)
    if own is None:
        return False
    common = common_dir(own)
    if os.path.exists(os.path.join(common, *_OWN_LEDGER.split("/"))):
        return True
    try:
        with open(os.path.join(common, "packed-refs"), encoding="utf-8", errors="replace") as file:
            return any(line.rstrip("\n").endswith(f" {_OWN_LEDGER}") for line in file)
    except OSError:
        return False


def ledger_tips(root: str, directory: str | None = None) -> dict[str, str]:
    """{ref: commit} of the ledgers fetched from remotes, read off git's files; none outside git.

    `directory` is the git directory, where it is known.
    """
    own = directory or git_dir(root)
    if own is None:
        return {}
    common = common_dir(own)
    found: dict[str, str] = {}
    try:
        with open(os.path.join(common, "packed-refs"), encoding="utf-8", errors="replace") as file:
            for line in file:
                commit, _, name = line.rstrip("\n").partition(" ")
                if name.startswith(_FETCHED) and name.endswith("/ledger"):
                    found[name] = commit
    except OSError:
        found = {}  # nothing is packed
    places = os.path.join(common, *_FETCHED.split("/"))
    for remote in sorted(os.listdir(places)) if os.path.isdir(places) else ():
        try:
            with open(os.path.join(places, remote, "ledger"), encoding="utf-8") as file:
                found[f"{_FETCHED}{remote}/ledger"] = file.read().strip()
        except OSError:
            continue
    return found
