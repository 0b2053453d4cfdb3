"""Changes and lives as the templates show them: rows with texts, folded where they are equal."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.queries.classify import answer_for
from tracer.queries.side_by_side import texts_of
from tracer.vcs import Git
from tracer.web.addresses import identifier

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.web.addresses import Addresses
    from tracer.web.documents import Documents

Json = dict[str, Any]

_CONTEXT = 3  # equal rows shown around a difference
_MOST_ROWS = 20_000  # of one file


class Link(NamedTuple):
    """Where the other half of a moved line is."""

    href: str
    label: str


class Row(NamedTuple):
    """One row of a change with its two texts."""

    kind: str
    before: int | None
    after: int | None
    left: str
    right: str
    is_open: bool = False
    id: str = ""
    twin_before: Link | None = None
    twin_after: Link | None = None


class Hunk(NamedTuple):
    """Rows that belong together: `open`, `proved`, `same` (context), or `skip` (left out)."""

    kind: str
    rows: Sequence[Row]
    size: int


class Edit(NamedTuple):
    """One edit of a file with its verdict."""

    id: str
    rule: str
    verdict: str
    evidence: str
    where: str


class ChangedFile(NamedTuple):
    """One file of a change."""

    id: str
    title: str
    verdict: str
    edits: Sequence[Edit]
    hunks: Sequence[Hunk]


class Shown(NamedTuple):
    """A change for its template: `rows` counts those that differ, `open_rows` those to read."""

    key: str
    title: str
    document: Json
    files: Sequence[ChangedFile]
    edits: int
    rows: int
    open_rows: int


def change_of(site: Documents, at: Addresses, name: str) -> Shown:
    """A change that `tracer diff` knows by `name`; empty: the work tree against HEAD.

    Files that hold an evolution come first, and of those the ones that others use.
    Raises: VcsError for a name git does not know.
    """
    document, change_set = site.change([name] if name else [])
    before, after = texts_of(change_set)
    rows = [row for file in document["files"] for row in file["rows"] if row["kind"] != "same"]
    prefix = identifier("change", name) if at.is_one_file else ""
    places = _Places(document["files"], prefix)
    files = [
        _file(file, number, places, (before, after))
        for number, file in enumerate(document["files"])
    ]
    files.sort(key=lambda file: file.verdict != "INTENT_EVOLUTION")
    return Shown(
        key=name,
        title=_title(site, name),
        document=document,
        files=files,
        edits=sum(len(file["changes"]) for file in document["files"]),
        rows=len(rows),
        open_rows=sum(row["is_open"] for row in rows),
    )


def _title(site: Documents, name: str) -> str:
    """What a change is called: the subject of its commit, or the range."""
    if not name:
        return "The work tree against HEAD"
    first, dots, last = name.partition("..")
    if dots:
        with Git(site.workspace.root) as git:
            commit = git.commit(git.resolve(last)) if git.resolve_or_none(last) else None
            if commit is not None and git.resolve_or_none(f"{last}^") == git.resolve_or_none(first):
                return f"{commit.subject} ({commit.id[:10]})"
    return name


class _Places:
    """Identifiers of rows that other rows link to."""

    def __init__(self, files: Sequence[Json], prefix: str) -> None:
        self.prefix = f"{prefix}/" if prefix else ""
        self._of_before = {f["before"]: n for n, f in enumerate(files) if f["before"]}
        self._of_after = {f["after"]: n for n, f in enumerate(files) if f["after"]}
        self._twins: set[tuple[str, str, int]] = set()
        for file in files:
            for row in file["rows"]:
                if row["twin"]:
                    side = "after" if row["after"] is None else "before"
                    self._twins.add((side, row["twin"]["path"], row["twin"]["line"]))

    def identity(self, side: str, path: str, line: int) -> str:
        files = self._of_before if side == "before" else self._of_after
        return f"{self.prefix}{files.get(path, 0)}{side[0]}{line}"

    def row(self, file: Json, row: Json) -> str:
        for side in ("before", "after"):
            line = row[side]
            if line is not None and (side, file[side], line) in self._twins:
                return self.identity(side, file[side], line)
        return ""

    def link(self, row: Json) -> Link | None:
        if not row["twin"]:
            return None
        from urllib.parse import quote  # noqa: PLC0415 - few rows have one

        side = "after" if row["after"] is None else "before"
        twin = row["twin"]
        anchor = self.identity(side, twin["path"], twin["line"])
        return Link("#" + quote(anchor), f"{twin['path']}:{twin['line']}")


_Texts = tuple["Mapping[str, Sequence[str]]", "Mapping[str, Sequence[str]]"]


def _file(file: Json, number: int, places: _Places, texts: _Texts) -> ChangedFile:
    before, after = file["before"], file["after"]
    if before is None:
        title = f"{after} (added)"
    elif after is None:
        title = f"{before} (removed)"
    else:
        title = after if before == after else f"{before} → {after}"
    edits = [
        Edit(
            id=f"{places.prefix}{number}/e{index}",
            rule=change["rule"],
            verdict=change["verdict"],
            evidence=change["evidence"] or "",
            where=_where(change),
        )
        for index, change in enumerate(file["changes"])
    ]
    rows = [_row(file, row, places, texts) for row in file["rows"][:_MOST_ROWS]]
    return ChangedFile(
        f"{places.prefix}{number}", title, file["verdict"], edits, list(_hunks(rows))
    )


def _where(change: Json) -> str:
    place = change["after"] or change["before"] or {}
    named = f" {place['name']}" if place.get("name") else ""
    return f"{place['path']}:{place['start_line']}{named}" if place else ""


def _row(file: Json, row: Json, places: _Places, texts: _Texts) -> Row:
    link = places.link(row)
    return Row(
        kind=row["kind"],
        before=row["before"],
        after=row["after"],
        left=texts[0][file["before"]][row["before"] - 1] if row["before"] else "",
        right=texts[1][file["after"]][row["after"] - 1] if row["after"] else "",
        is_open=row["is_open"],
        id=places.row(file, row),
        twin_before=link if row["after"] is not None else None,
        twin_after=link if row["after"] is None else None,
    )


def _hunks(rows: Sequence[Row]) -> Iterable[Hunk]:
    """Differences by whether they are proved, with equal rows around; long equal runs left out."""
    near = {
        other
        for index, row in enumerate(rows)
        if row.kind != "same"
        for other in range(index - _CONTEXT, index + _CONTEXT + 1)
    }

    def kind(index: int) -> str:
        row = rows[index]
        if row.kind == "same":
            return "same" if index in near else "skip"
        return "open" if row.is_open else "proved"

    for name, members in groupby(range(len(rows)), key=kind):
        mine = list(members)
        yield Hunk(name, [] if name == "skip" else [rows[i] for i in mine], len(mine))


def life_of(site: Documents, document: Json) -> Json:
    """The document of `log` with the rows of each step that git has both texts of."""
    with Git(site.workspace.root) as git:
        steps = [{**step, "rows": _step_rows(git, step)} for step in document["changes"]]
    return {**document, "changes": steps}


def _step_rows(git: Git, step: Json) -> list[Row]:
    """The lines of the element before and after one step; none where a text is not at hand."""
    from tracer.model.changes import ChangeSet  # noqa: PLC0415 - only for lives

    before, after = step.get("before"), step.get("after")
    if not before or not after or git.resolve_or_none(step["revision"]) is None:
        return []
    parent = step.get("parent")
    old = git.blob_at(parent, before["path"]) if parent else None
    new = git.blob_at(step["revision"], after["path"])
    if old is None or new is None:
        return []
    change_set = ChangeSet.from_texts({before["path"]: old}, {after["path"]: new})
    answer = answer_for(change_set, rows=True)
    texts = texts_of(answer.change_set)
    found = []
    for file in answer.document["files"]:
        for row in file["rows"]:
            is_old = _inside(row["before"], before) and file["before"] == before["path"]
            is_new = _inside(row["after"], after) and file["after"] == after["path"]
            if is_old or is_new:
                left = texts[0][file["before"]][row["before"] - 1] if row["before"] else ""
                right = texts[1][file["after"]][row["after"] - 1] if row["after"] else ""
                found.append(Row(row["kind"], row["before"], row["after"], left, right))
    return found


def _inside(line: int | None, place: Json) -> bool:
    return line is not None and place["start_line"] <= line <= place["end_line"]
