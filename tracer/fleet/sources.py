"""REPOS.yaml: which repositories there are, and where. Clones of those with an address.

    repositories:
      - path: ../shop                  # used where it is; the name is the last part
      - path: /srv/git/billing
        name: billing
      - url: https://git.example.org/team/search.git

A bare list of paths is the same.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from contextlib import suppress
from typing import Any

from tracer.model.disk import Lock
from tracer.model.errors import InputError, VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.model.workspace import Workspace
from tracer.resources import parse_yaml

_NAME = re.compile(r"[\w.@+-][\w.@+/ -]*\Z")
_FIX = "Write `repositories:` with entries that have `path:` or `url:`"


class Source(NamedTuple):
    """One repository: its name in the warehouse, and where it is on this machine.

    `url` is empty for one that is used where it is; else `root` is this sync's clone of it.
    """

    name: str
    root: str
    url: str = ""

    @property
    def shown(self) -> str:
        """Where it is, for everybody: of an address without who asks, and without a password."""
        return _shown(self.url) if self.url else self.root


def read_sources(path: str, clones: str) -> list[Source]:
    """The repositories of a file, in its order. `clones` is where those with an address are cloned.

    Raises: InputError for a file that is not as described, or one that stands twice.
    """
    try:
        with open(path, "rb") as file:
            document = parse_yaml(file.read(), path)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", fix="Name an existing file") from error
    entries = document.get("repositories") if isinstance(document, dict) else document
    if not isinstance(entries, list):
        raise InputError(f"{path}: no list of repositories", fix=_FIX)
    base = os.path.dirname(os.path.abspath(path))
    found: dict[str, Source] = {}
    places: dict[str, str] = {}
    for number, entry in enumerate(entries, 1):
        source = _source(path, number, entry, base, clones)
        if source.name in found:
            raise InputError(
                f"{path}: entry {number}: the name {source.name!r} stands twice",
                fix="Give one of them another `name:`",
            )
        place = source.url or os.path.realpath(source.root)
        if place in places:
            raise InputError(
                f"{path}: entry {number}: {places[place]!r} is the same repository",
                fix="Leave one of them out: it would count twice",
            )
        places[place] = source.name
        found[source.name] = source
    return list(found.values())


def _source(path: str, number: int, entry: Any, base: str, clones: str) -> Source:
    told = {"path": entry} if isinstance(entry, str) else entry
    if not isinstance(told, dict) or not all(isinstance(value, str) for value in told.values()):
        raise InputError(f"{path}: entry {number} is no repository", fix=_FIX)
    unknown = sorted(told.keys() - {"path", "url", "name"})
    if unknown or ("path" in told) == ("url" in told):
        what = f"unknown key {unknown[0]!r}" if unknown else "needs either `path:` or `url:`"
        raise InputError(f"{path}: entry {number}: {what}", fix=_FIX)
    where = told.get("path") or told.get("url") or ""
    name = told.get("name") or _last_part(where)
    if not _NAME.match(name) or ".." in name.split("/"):
        raise InputError(
            f"{path}: entry {number}: no name can be {name!r}", fix="Give it a `name:`"
        )
    if "path" in told:
        return Source(name, os.path.abspath(os.path.join(base, os.path.expanduser(where))))
    return Source(name, os.path.join(clones, name), where)


def _shown(url: str) -> str:
    return re.sub(r"://[^/@]*@", "://", url)


def _last_part(where: str) -> str:
    last = where.rstrip("/").replace("\\", "/").rpartition("/")[2]
    return last.removesuffix(".git")


def fetch(source: Source) -> None:
    """Clone a repository with an address, or bring its clone up to date; with ledger.

    Raises: InputError where something else is in the clone's place; VcsError when git cannot.
    """
    if not source.url:
        return
    os.makedirs(os.path.dirname(source.root) or ".", exist_ok=True)
    try:
        with Lock(source.root + ".lock", timeout_s=_CLONE_S):  # shards fetch the same clones
            _bring(source)
    except TimeoutError as error:
        raise InputError(
            f"{source.root}: another sync has it at work", fix="Wait until it is done"
        ) from error


def _bring(source: Source) -> None:
    """`fetch`, with the clone to itself."""
    from tracer.vcs import Git  # noqa: PLC0415 - with an address only

    if not os.path.lexists(source.root):
        _clone(source)
    elif not os.path.isdir(os.path.join(source.root, ".git")):
        raise InputError(f"{source.root}: no clone of {source.shown}", fix=_AWAY)
    with Git(source.root) as git:
        told = git.run("config", "--default", "", "--get", _CLONE_OF).decode("utf-8", "replace")
        if told.strip() not in ("", source.url):
            raise InputError(
                f"{source.root}: a clone of {_shown(told.strip())}, not {source.shown}", fix=_AWAY
            )
        git.talk("fetch", "--quiet", "--prune", "origin", timeout_s=_CLONE_S)
        with suppress(VcsError):  # where it names no branch; else what it was renamed to
            git.talk("remote", "set-head", "origin", "--auto", timeout_s=_CLONE_S)
        head = git.resolve_or_none("refs/remotes/origin/HEAD")
        if head is None:
            raise VcsError(f"{source.shown}: no commits", fix="Push a branch to it")
        _unlock(os.path.join(source.root, ".git", "index.lock"))
        git.run("checkout", "--quiet", "--force", "--detach", head)
    workspace = Workspace(os.path.realpath(source.root))
    if workspace.is_initialised:
        from tracer.engine import sharing  # noqa: PLC0415
        from tracer.ledger import make_index_dir  # noqa: PLC0415

        make_index_dir(workspace)
        sharing.exchange_with_refs(workspace)


def _clone(source: Source) -> None:
    """Make a clone under another name, so that one which was stopped half way is made anew."""
    from tracer.vcs import Git  # noqa: PLC0415 - with an address only

    part = source.root + ".part"
    shutil.rmtree(part, ignore_errors=True)
    with Git(os.path.dirname(source.root)) as git:
        git.talk(
            "clone", "--quiet", "-c", "remote.origin.fetch=+refs/tracer/*:refs/tracer-remotes/"
            "origin/*", "-c", f"{_CLONE_OF}={source.url}", "--", source.url, part,
            timeout_s=_CLONE_S,
        )  # fmt: skip
    os.rename(part, source.root)


def _unlock(path: str) -> None:
    """Take away the lock of a git that was killed; a living one has it for less than a minute."""
    with suppress(OSError):
        if time.time() - os.stat(path).st_mtime > _STALE_S:
            os.unlink(path)


_CLONE_S = 3600.0
_STALE_S = 60.0
_CLONE_OF = "tracer.cloneOf"
_AWAY = "Take that directory away, or name another by `--clones`"
