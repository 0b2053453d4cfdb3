"""`tracer claim`: a person attests who wrote lines that no hook observed and no commit tells.

A claim is a record that names the lines where they were written, like an imported one
(`anchor`): the version that a record of unobserved edits found, or a commit whose author is not
known. So it follows the code wherever that goes. It never speaks of lines that a hook observed, a
commit tells or another tool's record is about; a later claim takes the place of an earlier one.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.engine import reconcile
from tracer.engine.header import contributor_json
from tracer.exchange.importer import runs_of
from tracer.history.elements.line_ranges import lines_meant
from tracer.ledger import append_all, content_hash, salt_of
from tracer.lineage import line_owner
from tracer.model.enums import EntityType, Method, SourceKind
from tracer.model.errors import InputError, UsageError
from tracer.model.events import Contributor
from tracer.model.named_tuple import NamedTuple
from tracer.queries.attribution import Attribution
from tracer.queries.credits import parts_by_line
from tracer.queries.imports import Imports
from tracer.queries.ownership import open_index
from tracer.syntax import parse
from tracer.vcs import Git, git_dir
from tracer.vcs.files import read_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.model.attribution import Credit
    from tracer.model.workspace import Workspace

Json = dict[str, Any]

NOBODY = "-"  # as a name: the claim takes back what earlier ones said
_LISTED = 6  # stretches of somebody else's lines that the error spells out


class _Version(NamedTuple):
    """A file version in which lines were written: its path, the hash of its bytes, its commit."""

    path: str
    content: str
    revision: str | None


class _Found(NamedTuple):
    """The lines of a file by what a claim may say of them.

    `wanted` has those to be claimed by the version they were written in, `lines` as they stand now.
    """

    wanted: dict[_Version, set[int]]
    lines: list[int]
    others: list[tuple[int, str]]
    already: list[int]


def claim(workspace: Workspace, specs: Sequence[str], name: str | None = None) -> Json:
    """Attest that a person wrote the lines that `specs` name; what was done.

    A spec is a file, or a file and a range: `FILE:3-9`, `FILE:3,9`, `FILE:7`, `FILE::NAME`. Of a
    whole file the lines are meant that nobody is known to have written. Without `name` the person
    is git's user; `-` takes back earlier claims.
    Raises: InputError where lines are somebody else's, with all of them; then nothing is written.
    """
    person = name or _user(workspace)
    asked = [_file_and_range(workspace, spec) for spec in specs]
    reconcile(workspace, sorted({path for path, _ in asked}))
    with ExitStack() as stack:
        job = _Claim(workspace, stack)
        found = [(path, spec, job.lines(path, spec, person)) for path, spec in asked]
        others = [
            text
            for path, spec, one in found
            if spec is not None or not (one.lines or one.already)
            for text in _told(path, one.others)
        ]
        if others:
            more = f" and {len(others) - _LISTED} more" if len(others) > _LISTED else ""
            raise InputError(
                f"these lines are known to be somebody else's: {', '.join(others[:_LISTED])}{more}",
                fix="Name a range without them: FILE:FIRST-LAST",
            )
        body = job.body([one.wanted for _, _, one in found], person)
    records = append_all(workspace, [body]) if body["claimed"] else []
    return {
        "name": None if person == NOBODY else person,
        "record": records[0]["id"] if records else None,
        "claimed": [
            {"path": path, "start_line": first, "end_line": last}
            for path, _, one in found
            for first, last in runs_of(one.lines)
        ],
        "already": sum(len(one.already) for _, _, one in found),
        "others": sum(len(one.others) for _, _, one in found),
    }


def _user(workspace: Workspace) -> str:
    """Git's user here."""
    name = ""
    if git_dir(workspace.root):
        with Git(workspace.root) as git:
            name = git.run("config", "--default", "", "--get", "user.name").decode().strip()
    if not name:
        raise UsageError("who wrote the lines? git has no user.name here", fix="Say --as NAME")
    return name


def _file_and_range(workspace: Workspace, spec: str) -> tuple[str, str | None]:
    """The workspace path and git's `-L` notation of a spec."""
    name, mark, rest = spec, "", ""
    while not os.path.isfile(name) and ":" in name:
        name, mark, last = name.rpartition(":")
        rest = f"{last}:{rest}" if rest else last
    path = workspace.relative(name, os.getcwd())
    if not os.path.isfile(name) or path is None:
        raise InputError(f"{spec}: no such file in this workspace", fix="Name FILE or FILE:3-9")
    if not mark:
        return path, None
    if name + ":" + rest != spec:  # FILE::NAME
        rest = spec[len(name) + 1 :]
    first, dash, last = rest.partition("-")
    if first.isdigit() and (not dash or last.isdigit()):
        return path, f"{first},{last or first}"
    return path, rest


def _told(path: str, others: Sequence[tuple[int, str]]) -> list[str]:
    """`path:3-5 (who)` of each stretch of lines."""
    found = []
    for who in dict.fromkeys(who for _, who in others):
        for first, last in runs_of(line for line, whose in others if whose == who):
            place = f"{first}-{last}" if last > first else str(first)
            found.append(f"{path}:{place} ({who})")
    return found


class _Claim:
    """What is known while a claim is made."""

    def __init__(self, workspace: Workspace, stack: ExitStack) -> None:
        git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
        index = open_index(workspace, stack)
        self._workspace = workspace
        self._git = git
        self._index = index
        self._attribution = Attribution(workspace, index, git)
        self._sources = self._attribution.sources
        self._imports = Imports(index, git)

    def lines(self, path: str, spec: str | None, person: str) -> _Found:
        """The lines meant, sorted by whether they may be claimed; blank ones go with the others."""
        text = read_file(os.path.join(self._workspace.root, path))
        by_line = parts_by_line(self._attribution.of(path, text))
        numbers = sorted(by_line)
        if spec is not None:
            meant = lines_meant(parse(text, path=path), path, spec)
            numbers = [n for n in numbers if meant.start_line <= n <= meant.end_line]
        found = _Found({}, [], [], [])
        for line in numbers:
            parts = by_line[line]
            older = self._sources.whole_line(parts[0][1]) if len(parts) == 1 else parts
            older = [(leaves, self._sources.older(credit)) for leaves, credit in older]
            credit = line_owner(older, self._sources.when, (path, line))
            known = self._sources.known(credit)
            who = known.origin["contributor"]
            is_claimed = known.method == Method.CLAIMED.value
            if who["entity_type"] == EntityType.HUMAN and who["name"] == person:
                found.already.append(line)
            elif not is_claimed and who["entity_type"] != EntityType.UNKNOWN:
                name = who["name"] or who["model_identifier"] or str(who["entity_type"])
                found.others.append((line, f"{name}, {known.method}"))
            elif person != NOBODY or is_claimed:
                version = self._version(credit)
                if version is None:
                    found.others.append((line, "written in a version that is not here"))
                    continue
                found.wanted.setdefault(version, set()).add(credit.line)
                found.lines.append(line)
        return found

    def _version(self, credit: Credit) -> _Version | None:
        """The version a credit names, if its text is here."""
        content = self._imports.content(credit)
        is_commit = credit.origin.kind is SourceKind.COMMIT
        if content is None:
            return None
        version = _Version(credit.origin.path, content, credit.origin.id if is_commit else None)
        return None if self._text(version) is None else version

    def _text(self, version: _Version) -> bytes | None:
        if version.revision is not None and self._git is not None:
            return self._git.blob_at(version.revision, version.path)
        return self._index.text(version.content) if self._index is not None else None

    def body(self, found: Sequence[dict[_Version, set[int]]], person: str) -> Json:
        """The record about some lines, by the versions they were written in."""
        who = Contributor() if person == NOBODY else Contributor(EntityType.HUMAN, None, person)
        wanted: dict[_Version, set[int]] = {}
        for lines in found:
            for version, numbers in lines.items():
                wanted.setdefault(version, set()).update(numbers)
        items = [
            self._item(version, wanted[version], who)
            for version in sorted(wanted, key=lambda v: (v.path, v.content))
        ]
        return {"event": "claim", "contributor": contributor_json(who), "claimed": items}

    def _item(self, version: _Version, numbers: set[int], who: Contributor) -> Json:
        """One file version of `claimed[]`."""
        texts = (self._text(version) or b"").split(b"\n")
        salt = salt_of(self._workspace)
        item: Json = {"relative_path": version.path, "content": version.content}
        if version.revision is not None:
            item["revision_id"] = version.revision
        ranges = [
            {
                "start_line": first,
                "end_line": last,
                "content_hash": content_hash(b"\n".join(texts[first - 1 : last]) + b"\n", salt),
                "method": Method.CLAIMED.value,
            }
            for first, last in runs_of(numbers)
        ]
        return item | {"conversations": [{"contributor": contributor_json(who), "ranges": ranges}]}
