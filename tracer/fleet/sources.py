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
from typing import Any, NamedTuple

from tracer.model.errors import InputError, VcsError
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


def read_sources(path: str, clones: str) -> list[Source]:
    """The repositories of a file, in its order. `clones` is where those with an address are cloned.

    Raises: InputError for a file that is not as described, or a name that stands twice.
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
    for number, entry in enumerate(entries, 1):
        source = _source(path, number, entry, base, clones)
        if source.name in found:
            raise InputError(
                f"{path}: entry {number}: the name {source.name!r} stands twice",
                fix="Give one of them another `name:`",
            )
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


def _last_part(where: str) -> str:
    last = where.rstrip("/").replace("\\", "/").rpartition("/")[2]
    return last.removesuffix(".git")


def fetch(source: Source) -> None:
    """Clone a repository with an address, or bring its clone up to date; with ledger.

    Raises: VcsError when git cannot.
    """
    from tracer.vcs import Git  # noqa: PLC0415 - with an address only

    if not source.url:
        return
    os.makedirs(os.path.dirname(source.root) or ".", exist_ok=True)
    if not os.path.isdir(os.path.join(source.root, ".git")):
        with Git(os.path.dirname(source.root)) as git:
            git.talk(
                "clone", "--quiet", "-c", "remote.origin.fetch=+refs/tracer/*:refs/tracer-remotes/"
                "origin/*", source.url, source.root, timeout_s=_CLONE_S,
            )  # fmt: skip
    with Git(source.root) as git:
        git.talk("fetch", "--quiet", "--prune", "origin", timeout_s=_CLONE_S)
        head = git.resolve_or_none("refs/remotes/origin/HEAD")
        if head is None:
            raise VcsError(f"{source.url}: no commits", fix="Push a branch to it")
        git.run("checkout", "--quiet", "--force", "--detach", head)
    workspace = Workspace(os.path.realpath(source.root))
    if workspace.is_initialised:
        from tracer.engine import sharing  # noqa: PLC0415
        from tracer.ledger import make_index_dir  # noqa: PLC0415

        make_index_dir(workspace)
        sharing.exchange_with_refs(workspace)


_CLONE_S = 3600.0
