"""What tracer keeps in git beside branches: checkpoints, and the ledger where a team wants that.

`refs/tracer/checkpoints/NAME` is a chain of commits, one for each checkpoint of one clone;
`refs/tracer/ledger` one of ledgers. What was fetched of a remote's stands below
`refs/tracer-remotes/REMOTE/`, so that a push of `refs/tracer/*` never sends it back.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tracer.model.errors import VcsError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tracer.vcs.git import Git

CHECKPOINTS = "refs/tracer/checkpoints/"
LEDGER = "refs/tracer/ledger"
FETCHED = "refs/tracer-remotes/"
FETCH = "+refs/tracer/*:refs/tracer-remotes/{remote}/*"
PUSH = "refs/tracer/*:refs/tracer/*"
_OURS = "refs/tracer/"
_NETWORK_S = 20.0
_WRITER = ("-c", "user.name=tracer", "-c", "user.email=tracer@localhost")


class Ref(NamedTuple):
    """A ref of tracer's and the commit it names."""

    name: str
    commit: str


def tracer_refs(git: Git, kind: str) -> list[Ref]:
    """Our own and every remote's refs below `refs/tracer/`+`kind`, ours first."""
    raw = git.run("for-each-ref", "--format=%(refname) %(objectname)", "refs/tracer", FETCHED)
    found = [Ref(*line.rsplit(" ", 1)) for line in raw.decode("utf-8", "replace").splitlines()]
    ours = [ref for ref in found if ref.name.startswith(f"refs/tracer/{kind}")]
    theirs = [
        ref
        for ref in found
        if ref.name.startswith(FETCHED)
        and ref.name.removeprefix(FETCHED).partition("/")[2].startswith(kind)
    ]
    return ours + theirs


def commit_files(
    git: Git,
    ref: str,
    files: Mapping[str, bytes | str],
    message: str,
    parents: Sequence[str] = (),
) -> str:
    """The commit that `ref` names now: a tree of `files` (bytes, or the id of a blob).

    Its parents are what `ref` named before, and `parents`. Paths have at most one slash.
    Raises: VcsError when git refuses, or another process moved the ref meanwhile.
    """
    before = _tip(git, ref)
    entries = {
        path: git.run("hash-object", "-w", "--stdin", stdin=content).decode().strip()
        if isinstance(content, bytes)
        else content
        for path, content in files.items()
    }
    tree = _tree(git, entries)
    if before is not None and not parents and _tree_of(git, before) == tree:
        return before
    chain = dict.fromkeys([*([before] if before else []), *parents])
    options = [word for parent in chain for word in ("-p", parent)]
    made = git.run(*_WRITER, "commit-tree", tree, "-m", message, *options).decode().strip()
    git.run("update-ref", ref, made, before or "0" * len(made))
    return made


def files_at(git: Git, commit: str) -> dict[str, str]:
    """Path and blob id of every file a commit of tracer's holds."""
    raw = git.run("ls-tree", "-r", "-z", "--full-tree", commit).decode("utf-8", "replace")
    rows = (entry.partition("\t") for entry in raw.split("\0") if entry)
    return {path: fields.split(" ")[2] for fields, _, path in rows}


def blob(git: Git, identity: str) -> bytes:
    """The bytes of a blob of tracer's.

    A partial clone (`--filter=blob:none`) leaves these, too, at its remote: git brings it where
    somebody asked for an exchange with remotes.
    Raises: VcsError when this clone does not have it, and the remote was not asked or reached.
    """
    try:
        return git.run("cat-file", "blob", identity)
    except VcsError:
        if not git.is_asked or not is_partial(git):
            raise
    git.talk("cat-file", "-e", identity, timeout_s=_NETWORK_S, lazily=True)
    return git.run("cat-file", "blob", identity)


def is_partial(git: Git) -> bool:
    """Whether this clone may have left objects at a remote that promises them."""
    try:
        return bool(git.run("config", "--get-regexp", r"^remote\..*\.promisor$").strip())
    except VcsError:
        return False


def missing(git: Git, path: str, revision: str) -> str | None:
    """What to say of a file of a commit whose text a partial clone left at its remote; else None.

    Cost: nothing where the text is here or the clone is a whole one; else two processes.
    """
    if git.blob_at(revision, path) is not None or not is_partial(git):
        return None
    if b" blob " not in git.run("ls-tree", "-z", "--full-tree", revision, "--", git.prefix + path):
        return None
    return f"{path} at {revision[:12]} is not in this clone: `git blame -s {path}` brings it"


def history(git: Git, commit: str) -> Iterator[tuple[str, str]]:
    """(commit, subject) from a commit of tracer's back along first parents, newest first."""
    raw = git.run("log", "--first-parent", "--format=%H %s", commit)
    for line in raw.decode("utf-8", "replace").splitlines():
        sha, _, subject = line.partition(" ")
        yield sha, subject


def ancestors(git: Git) -> frozenset[str]:
    """Every commit HEAD can reach; none where there is no commit yet."""
    if git.resolve_or_none("HEAD") is None:
        return frozenset()
    return frozenset(git.run("rev-list", "HEAD").decode("ascii").split())


def is_ancestor(git: Git, revision: str) -> bool:
    """Whether HEAD can reach a commit, which need not be here."""
    try:
        git.run("merge-base", "--is-ancestor", revision, "HEAD")
    except VcsError:
        return False
    return True


def merge_base(git: Git, one: str, other: str) -> str | None:
    """The best common ancestor of two commits; None where there is none, or one is not here."""
    try:
        return git.run("merge-base", one, other).decode("ascii").split()[0]
    except VcsError:
        return None


def is_merged(git: Git, commit: str, ref: str) -> bool:
    """Whether what `ref` names can reach a commit."""
    try:
        git.run("merge-base", "--is-ancestor", commit, ref)
    except VcsError:
        return False
    return True


def versions(
    git: Git, path: str, limit: int, *, beside_head: bool = False, only_head: bool = False
) -> Iterator[bytes]:
    """Every content a file had in any commit, newest first, up to `limit` bytes in all.

    With `beside_head` in commits that HEAD does not have, with `only_head` in those it has.
    """
    where = ["HEAD"] if only_head else ["--all", "--reflog"]
    where += ["--not", "HEAD"] if beside_head else []
    raw = git.run("log", *where, "--format=", "--raw", "--no-abbrev", "-m", "--", path)
    seen = set()
    for line in raw.decode("utf-8", "replace").splitlines():
        fields = line.split(" ")
        for identity in fields[2:4]:
            if identity.strip("0") and identity not in seen:
                seen.add(identity)
                content = git.objects.blob(identity)
                if content is None:
                    continue  # a partial clone, or a submodule
                limit -= len(content)
                yield content
                if limit < 0:
                    return


def setting(git: Git, name: str) -> str | None:
    """One value of git's configuration, or None when it is not set."""
    try:
        return git.run("config", "--get", name).decode("utf-8", "replace").strip() or None
    except VcsError:
        return None


def remove_setting(git: Git, name: str, value: str) -> list[str]:
    """Take out a setting of this repository if it has that value; its name if so."""
    if _values(git, name) != [value]:
        return []
    git.run("config", "--local", "--unset", name)
    section = name.rpartition(".")[0]
    try:
        git.run("config", "--local", "--get-regexp", rf"^{section}\.")
    except VcsError:  # nothing is left in it: no empty header either, which newer git sees to
        with suppress(VcsError):
            git.run("config", "--local", "--remove-section", section)
    return [f"{name} {value}"]


def remotes(git: Git) -> list[str]:
    """The names of the repository's remotes."""
    return git.run("remote").decode("utf-8", "replace").split()


def is_shared(git: Git, remote: str) -> bool:
    """Whether a remote had everything of `refs/tracer/` when it was last spoken to."""
    raw = git.run("for-each-ref", "--format=%(refname) %(objectname)", "refs/tracer", FETCHED)
    known = dict(line.rsplit(" ", 1) for line in raw.decode("utf-8", "replace").splitlines())
    ours = {name: sha for name, sha in known.items() if name.startswith(_OURS)}
    theirs = f"{FETCHED}{remote}/"
    return all(known.get(theirs + name.removeprefix(_OURS)) == sha for name, sha in ours.items())


def fetch(git: Git, remote: str) -> None:
    """Bring a remote's `refs/tracer/*` to `refs/tracer-remotes/REMOTE/`.

    Raises: VcsError when it cannot be reached.
    """
    spec = FETCH.format(remote=remote)
    git.talk("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--refmap=", remote, spec,
             timeout_s=_NETWORK_S)  # fmt: skip


def push(git: Git, remote: str) -> None:
    """Send `refs/tracer/*` to a remote, and note what it has now.

    Raises: VcsError when it refuses, as it does where somebody else was faster.
    """
    ours = tracer_refs(git, "")
    git.talk("push", "--quiet", "--no-verify", remote, PUSH, timeout_s=_NETWORK_S)
    for ref in ours:
        if ref.name.startswith(_OURS):
            there = f"{FETCHED}{remote}/{ref.name.removeprefix(_OURS)}"
            git.run("update-ref", there, ref.commit)


def add_refspecs(git: Git) -> list[str]:
    """Let `git fetch` bring `refs/tracer/*`; the settings added.

    Nothing is added for `git push`: a refspec there would make it fail whenever somebody else
    pushed a ledger first, and would override `push.default`. A hook sends the ref instead.
    """
    added = []
    for remote in remotes(git):
        name, spec = f"remote.{remote}.fetch", FETCH.format(remote=remote)
        if spec not in _values(git, name):
            git.run("config", "--add", name, spec)
            added.append(f"{name} {spec}")
    return added


def remove_refspecs(git: Git, *, pushing_only: bool = False) -> list[str]:
    """Take out what `add_refspecs` put in, today's or that of an earlier tracer.

    With `pushing_only` only refspecs of `git push`. The settings removed.
    """
    removed = []
    for remote in remotes(git):
        kinds = [("push", [PUSH, "HEAD"])]
        kinds += [] if pushing_only else [("fetch", [FETCH.format(remote=remote)])]
        for kind, specs in kinds:
            name = f"remote.{remote}.{kind}"
            was_ours = PUSH in _values(git, name)
            for spec in specs:
                present = _values(git, name)
                if spec in present and (spec != "HEAD" or (was_ours and present == ["HEAD"])):
                    git.run("config", "--fixed-value", "--unset-all", name, spec)
                    removed.append(f"{name} {spec}")
    return removed


def _values(git: Git, name: str) -> list[str]:
    try:
        return git.run("config", "--local", "--get-all", name).decode().splitlines()
    except VcsError:
        return []


def _tip(git: Git, ref: str) -> str | None:
    try:
        return git.run("rev-parse", "--verify", "--quiet", ref).decode().strip() or None
    except VcsError:
        return None


def _tree_of(git: Git, commit: str) -> str:
    return git.run("rev-parse", f"{commit}^{{tree}}").decode().strip()


def _tree(git: Git, entries: Mapping[str, str]) -> str:
    rows = []
    below: dict[str, dict[str, str]] = {}
    for path, identity in entries.items():
        head, slash, rest = path.partition("/")
        if slash:
            below.setdefault(head, {})[rest] = identity
        else:
            rows.append(f"100644 blob {identity}\t{head}\n")
    rows += [f"040000 tree {_tree(git, files)}\t{name}\n" for name, files in below.items()]
    return git.run("mktree", stdin="".join(rows).encode()).decode().strip()
