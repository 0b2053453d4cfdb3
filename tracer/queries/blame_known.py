"""Blame that was answered before: of a text that a commit holds, by history alone.

A commit's history never changes, so its answer is kept whole. A file on disk that is what HEAD
holds has HEAD's answer. Where there is a ledger nothing is kept here: it has an index of its own.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from tracer.history.cache import HistoryCache, cache_key
from tracer.model.errors import VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import Git, common_dir, git_dir

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.model.workspace import Workspace

Json = dict[str, Any]

# Files that change what history a clone has, relative to its common directory.
_SHORTENED = ("shallow", os.path.join("info", "grafts"), os.path.join("refs", "replace"))


class BlameAnswer(NamedTuple):
    """The document of CONTRACT.md, and the lines of the file as bytes without their ends."""

    document: Json
    texts: list[bytes]

    @classmethod
    def of(cls, path: str, revision: str | None, lines: list[Json], text: bytes) -> BlameAnswer:
        """The answer for some lines of a text."""
        document = {"path": path, "revision": revision, "lines": lines}
        return cls(document, [line.removesuffix(b"\r") for line in text.split(b"\n")])


class Held(NamedTuple):
    """A text that `commit` holds; `revision` is None when the text is the one on disk."""

    commit: str
    revision: str | None
    text: bytes


def recall(
    workspace: Workspace,
    path: str,
    *,
    rev: str | None = None,
    merges: bool = False,
    shares: bool = True,
) -> BlameAnswer | None:
    """The answer of an earlier run, or None. Without `shares` it may lack them.

    Cost: one git process and one look-up; nothing is parsed.
    """
    if os.path.exists(workspace.ledger):
        return None
    cache = HistoryCache.of(workspace)
    if cache.path is None or not os.path.exists(cache.path):
        return None
    with cache:
        held = _held(workspace, path, rev)
        raw = None
        for with_shares in (True,) if shares else (True, False):
            if held is not None and raw is None:
                key = answer_key(workspace, held.commit, path, merges=merges, shares=with_shares)
                raw = cache.get(key)
    lines = _decoded(raw) if raw is not None else None
    if held is None or lines is None:
        return None
    return BlameAnswer.of(path, held.revision, lines, held.text)


def remember(  # noqa: PLR0913 - what the answer depends on
    workspace: Workspace,
    path: str,
    lines: Sequence[Json],
    *,
    rev: str | None = None,
    merges: bool = False,
    shares: bool = True,
) -> None:
    """Keep an answer for all lines of a file, unless the text on disk is in no commit."""
    cache = HistoryCache.of(workspace)
    if cache.path is None:
        return
    held = _held(workspace, path, rev)
    if held is not None:
        with cache:
            key = answer_key(workspace, held.commit, path, merges=merges, shares=shares)
            cache.put(key, _encoded(lines))


def answer_key(
    workspace: Workspace, commit: str, path: str, *, merges: bool, shares: bool
) -> bytes:
    """What an answer depends on: the commit, and what this clone has of its history."""
    directory = git_dir(workspace.root)
    shared = common_dir(directory) if directory is not None else ""
    stats = []
    for name in _SHORTENED:
        try:
            found = os.stat(os.path.join(shared, name))
            stats.append(f"{found.st_mtime_ns} {found.st_size}")
        except OSError:
            stats.append("-")
    here = os.path.relpath(workspace.root, shared)
    return cache_key("blame", commit, here, path, *stats, str(merges), str(shares))


def _held(workspace: Workspace, path: str, rev: str | None) -> Held | None:
    """The text asked about, when a commit holds it."""
    name = rev or "HEAD"
    if name.startswith("-") or "\n" in name or "\n" in path:
        return None
    asked = f"{name}^{{commit}}\n{name}:./{path}\n".encode("utf-8", "surrogateescape")
    try:
        raw = Git(workspace.root).run("cat-file", "--batch", stdin=asked)
    except VcsError:
        return None
    commit, rest = _object(raw, b"commit")
    blob, _ = _object(rest, b"blob")
    if commit is None or blob is None:
        return None
    if rev is not None:
        return Held(commit[0], commit[0], blob[1])
    try:
        with open(os.path.join(workspace.root, path), "rb") as file:
            text = file.read()
    except OSError:
        return None
    return Held(commit[0], None, text) if text == blob[1] else None


def _object(raw: bytes, kind: bytes) -> tuple[tuple[str, bytes] | None, bytes]:
    """The first object of a `cat-file --batch` answer, when it is of that kind; and the rest."""
    head, _, rest = raw.partition(b"\n")
    fields = head.split(b" ")
    if len(fields) != 3 or fields[1] != kind or not fields[2].isdigit():  # noqa: PLR2004
        return None, b""
    size = int(fields[2])
    return (fields[0].decode("ascii"), rest[:size]), rest[size + 1 :]


def _encoded(lines: Sequence[Json]) -> bytes:
    """Rows with what they repeat written once."""
    facts: dict[str, int] = {}

    def number(value: Any) -> int:
        return facts.setdefault(json.dumps(value, sort_keys=True), len(facts))

    rows = []
    for line in lines:
        origin = dict(line["origin"])
        at = origin.pop("line")
        rest = {key: line[key] for key in line if key not in ("line", "origin")}
        rows.append([line["line"], at, number(origin), number(rest)])
    return json.dumps([[json.loads(fact) for fact in facts], rows]).encode()


def _decoded(raw: bytes) -> list[Json] | None:
    """The rows that were encoded; None when they were not."""
    try:
        facts, rows = json.loads(raw)
        return [
            {"line": line, **facts[rest], "origin": {**facts[origin], "line": at}}
            for line, at, origin, rest in rows
        ]
    except (ValueError, TypeError, LookupError):
        return None
