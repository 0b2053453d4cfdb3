"""Changes and lives as the templates show them: rows with texts, folded where they are equal."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from tracer.model.named_tuple import NamedTuple
from tracer.queries.changes import record_named
from tracer.queries.classify import Asked, answer_for
from tracer.vcs import Git
from tracer.web.addresses import identifier
from tracer.web.paint import Painter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.model.changes import ChangeSet
    from tracer.web.addresses import Addresses
    from tracer.web.documents import Documents

Json = dict[str, Any]

_SIDES = ("before", "after")
_CONTEXT = 3  # equal rows shown around a difference
_FOLDED = 30  # equal rows that can be unfolded at each end of a long run of them
_MOST_ROWS = 20_000  # of one file


class Link(NamedTuple):
    """Where the other half of a moved line is."""

    href: str
    label: str


class Row(NamedTuple):
    """One row of a change with its two texts as HTML."""

    kind: str
    before: int | None
    after: int | None
    left: Markup
    right: Markup
    is_open: bool = False
    id: str = ""
    other_id: str = ""
    twin_before: Link | None = None
    twin_after: Link | None = None


class Hunk(NamedTuple):
    """Rows that belong together.

    `open` (left to read), `proved`, `same` (context), `fold` (equal rows, folded away), or `skip`
    (equal rows that are left out).
    """

    kind: str
    rows: Sequence[Row]
    size: int


class Edit(NamedTuple):
    """One edit of a file with its verdict. `href` leads to its first row."""

    id: str
    rule: str
    verdict: str
    evidence: str
    where: str
    href: str


class Named(NamedTuple):
    """A refactoring by name, with its places as links."""

    type: str
    detail: str
    before: Link | None
    after: Link | None


class ChangedFile(NamedTuple):
    """One file of a change."""

    id: str
    title: str
    verdict: str
    edits: Sequence[Edit]
    hunks: Sequence[Hunk]
    rows: int
    open_rows: int


class Shown(NamedTuple):
    """A change for its template: `rows` counts those that differ, `open_rows` those to read."""

    key: str
    title: str
    document: Json
    files: Sequence[ChangedFile]
    edits: int
    rows: int
    open_rows: int
    refactorings: Sequence[Named] = ()
    kinds: Sequence[tuple[str, int]] = ()


def change_of(site: Documents, at: Addresses, name: str) -> Shown:
    """A change that `tracer diff` knows by `name`; empty: the work tree against HEAD.

    Files stand in the document's reading order.
    Raises: VcsError for a name git does not know.
    """
    document, change_set = site.change([name] if name else [])
    texts = Texts.of(change_set) if site.narrow.code else None
    prefix = identifier("change", name) if at.is_one_file else ""
    places = _Places(document, prefix)
    files = [_file(file, number, places, texts) for number, file in enumerate(document["files"])]
    ranks = [file["reading_order"] for file in document["files"]]
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    named = [
        Named(one["type"], one["detail"] or "", *(places.place(one, s) for s in _SIDES))
        for one in document["refactorings"]
    ]
    return Shown(
        key=name,
        title=_title(site, name),
        document=document,
        files=[files[number] for number in order],
        edits=sum(len(file["changes"]) for file in document["files"]),
        rows=sum(file.rows for file in files),
        open_rows=sum(file.open_rows for file in files),
        refactorings=sorted(named, key=lambda one: one.type),
        kinds=sorted(Counter(one.type for one in named).items()),
    )


def _title(site: Documents, name: str) -> str:
    """What a change is called: the subject of its commit, the call of its record, or the range."""
    if not name:
        return "The work tree against HEAD"
    record = record_named(site.workspace, name)
    if record is not None:
        intent = record.get("intent_id") or "no intent"
        kind = record.get("mutation_class") or "no class"
        return f"{record['event']} of {record['timestamp'][:19]} for {intent}, recorded as {kind}"
    first, dots, last = name.partition("..")
    if dots:
        with Git(site.workspace.root) as git:
            commit = git.commit(git.resolve(last)) if git.resolve_or_none(last) else None
            if commit is not None and git.resolve_or_none(f"{last}^") == git.resolve_or_none(first):
                return f"{commit.subject} ({commit.id[:10]})"
    return name


class Texts:
    """The painted lines of every file of a change."""

    def __init__(self, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> None:
        self._texts = {"before": before, "after": after}
        self._painters: dict[tuple[str, str], Painter] = {}

    @classmethod
    def of(cls, change_set: ChangeSet) -> Texts:
        """Those of a change set."""
        files = change_set.files
        return cls(
            {c.before_path: c.before or b"" for c in files if c.before_path is not None},
            {c.after_path: c.after or b"" for c in files if c.after_path is not None},
        )

    def line(self, side: str, path: str | None, row: Json) -> Markup:
        """One side of a row; empty where it has none."""
        number = row[side]
        if number is None or path is None:
            return Markup("")
        painter = self._painters.get((side, path))
        if painter is None:
            text = self._texts[side][path]
            painter = Painter(path, text, text.splitlines(keepends=True))
            self._painters[side, path] = painter
        words = (row.get("words") or {}).get(side, ())
        return painter.line(number, words, "ins" if side == "after" else "del")


class _Places:
    """Identifiers of rows that something links to: twins, edits, refactorings by name."""

    def __init__(self, document: Json, prefix: str) -> None:
        files = document["files"]
        self.prefix = f"{prefix}/" if prefix else ""
        self._numbers = {
            side: {file[side]: number for number, file in enumerate(files) if file[side]}
            for side in _SIDES
        }
        self._asked: set[tuple[str, str, int]] = set()
        for file in files:
            for row in file["rows"]:
                if row["twin"]:
                    side = "after" if row["after"] is None else "before"
                    self._asked.add((side, row["twin"]["path"], row["twin"]["line"]))
        named = [change for file in files for change in file["changes"]]
        for one in [*named, *document["refactorings"]]:
            for side in _SIDES:
                if one[side]:
                    self._asked.add((side, one[side]["path"], one[side]["start_line"]))

    def identity(self, side: str, path: str, line: int) -> str:
        return f"{self.prefix}{self._numbers[side].get(path, 0)}{side[0]}{line}"

    def ids(self, file: Json, row: Json) -> tuple[str, str]:
        """The ids by which something links to a row: at most one for each side, or empty."""
        found = [
            self.identity(side, file[side], row[side])
            for side in _SIDES
            if row[side] is not None and (side, file[side], row[side]) in self._asked
        ]
        first, second = (*found, "", "")[:2]
        return first, second

    def link(self, row: Json) -> Link | None:
        if not row["twin"]:
            return None
        side = "after" if row["after"] is None else "before"
        return self._to(side, row["twin"]["path"], row["twin"]["line"])

    def place(self, one: Json, side: str) -> Link | None:
        """Where a refactoring or edit is, before or after."""
        place = one[side]
        return self._to(side, place["path"], place["start_line"]) if place else None

    def _to(self, side: str, path: str, line: int) -> Link | None:
        if path not in self._numbers[side]:
            return None
        return Link("#" + quote(self.identity(side, path, line)), f"{path}:{line}")


def _file(file: Json, number: int, places: _Places, texts: Texts | None) -> ChangedFile:
    before, after = file["before"], file["after"]
    if before is None:
        title = f"{after} (added)"
    elif after is None:
        title = f"{before} (removed)"
    else:
        title = after if before == after else f"{before} → {after}"
    edits = []
    for index, change in enumerate(file["changes"]):
        link = places.place(change, "after") or places.place(change, "before")
        edits.append(
            Edit(
                id=f"{places.prefix}{number}/e{index}",
                rule=change["rule"],
                verdict=change["verdict"],
                evidence=change["evidence"] or "",
                where=_where(change),
                href=link.href if link else "",
            )
        )
    shown = [_row(file, row, places, texts) for row in file["rows"][:_MOST_ROWS]] if texts else []
    return ChangedFile(
        id=f"{places.prefix}{number}",
        title=title,
        verdict=file["verdict"],
        edits=edits,
        hunks=list(_hunks(shown)),
        rows=sum(row["kind"] != "same" for row in file["rows"]),
        open_rows=sum(row["is_open"] for row in file["rows"]),
    )


def _where(change: Json) -> str:
    place = change["after"] or change["before"] or {}
    named = f" {place['name']}" if place.get("name") else ""
    return f"{place['path']}:{place['start_line']}{named}" if place else ""


def _row(file: Json, row: Json, places: _Places, texts: Texts) -> Row:
    link = places.link(row)
    first, second = places.ids(file, row)
    return Row(
        kind=row["kind"],
        before=row["before"],
        after=row["after"],
        left=texts.line("before", file["before"], row),
        right=texts.line("after", file["after"], row),
        is_open=row["is_open"],
        id=first,
        other_id=second,
        twin_before=link if row["after"] is not None else None,
        twin_after=link if row["after"] is None else None,
    )


def _hunks(rows: Sequence[Row]) -> Iterable[Hunk]:
    """Differences by whether they are proved, with equal rows around; long equal runs folded."""
    near = {
        other
        for index, row in enumerate(rows)
        if row.kind != "same"
        for other in range(index - _CONTEXT, index + _CONTEXT + 1)
    }

    def kind(index: int) -> str:
        row = rows[index]
        if row.kind == "same":
            return "same" if index in near else "fold"
        return "open" if row.is_open else "proved"

    for name, members in groupby(range(len(rows)), key=kind):
        mine = [rows[index] for index in members]
        if name != "fold" or len(mine) <= 2 * _FOLDED:
            yield Hunk(name, mine, len(mine))
            continue
        head = 0 if mine[0] is rows[0] else _FOLDED
        tail = 0 if mine[-1] is rows[-1] else _FOLDED
        if head:
            yield Hunk("fold", mine[:head], head)
        yield Hunk("skip", (), len(mine) - head - tail)
        if tail:
            yield Hunk("fold", mine[-tail:], tail)


def life_of(site: Documents, document: Json) -> Json:
    """The document of `log` with the hunks of each step that git has both texts of."""
    with Git(site.workspace.root) as git:
        steps = [{**step, "hunks": _step_hunks(git, step)} for step in document["changes"]]
    return {**document, "changes": steps}


def _step_hunks(git: Git, step: Json) -> list[Hunk]:
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
    answer = answer_for(change_set, asked=Asked(rows=True))
    texts = Texts.of(answer.change_set)
    found = []
    for file in answer.document["files"]:
        for row in file["rows"]:
            is_old = _inside(row["before"], before) and file["before"] == before["path"]
            is_new = _inside(row["after"], after) and file["after"] == after["path"]
            if is_old or is_new:
                left = texts.line("before", file["before"], row)
                right = texts.line("after", file["after"], row)
                found.append(Row(row["kind"], row["before"], row["after"], left, right))
    return [hunk for hunk in _hunks(found) if hunk.kind != "fold"]


def _inside(line: int | None, place: Json) -> bool:
    return line is not None and place["start_line"] <= line <= place["end_line"]
