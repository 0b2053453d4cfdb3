"""`tracer diff` and `tracer classify` for people: labelled hunks, before beside after."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from os.path import commonprefix
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.cli.words import STYLE_OF_VERDICT, clip, place, wrapped
from tracer.model.changes import UNEXPLAINED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.cli.output import Line
    from tracer.model.changes import ChangeSet

_CONTEXT = 2  # equal lines shown around a difference
_MOST_ROWS = 40  # of one hunk
_NUMBER = 5  # columns of a line number and its space
_SHOWN = 6  # equal lines of a pure move
_SEEN = 4  # columns of a difference that have to fit
_BELOW = "      "


class _Row(NamedTuple):
    """One line beside its counterpart; a missing side is (0, "")."""

    tag: str  # equal | replace | delete | insert
    left: tuple[int, str]
    right: tuple[int, str]


def verdict_lines(document: dict[str, Any], width: int) -> Iterator[Line]:
    """The verdict, then each file with the changes that led to it."""
    yield _summary(document)
    for file, changes in _told_once(document):
        yield _file_line(file)
        for change in changes:
            yield from _label(change, width)
            yield [(f"      {place(change['before'])} → {place(change['after'])}", "dim")]
    yield from _refactorings(document, width)


def range_lines(document: dict[str, Any], width: int) -> Iterator[Line]:
    """The verdict on some functions, and what it takes for granted."""
    verdict = document["verdict"]
    first, *more = wrapped(f"{verdict}  {document['evidence']}", width - len(_BELOW))
    yield [(verdict, f"bold {STYLE_OF_VERDICT[verdict]}"), (first.removeprefix(verdict), "")]
    yield from ([(f"{_BELOW}{line}", "")] for line in more)
    for condition in document["conditions"]:
        first, *more = wrapped(f"provided that {condition}", width - len(_BELOW))
        yield [(f"  {first}", "dim")]
        yield from ([(f"{_BELOW}{line}", "dim")] for line in more)


_OF_A_NAME = frozenset({"move_file", "file moved"})  # nothing in the file is what changed


def diff_lines(document: dict[str, Any], change_set: ChangeSet, width: int) -> Iterator[Line]:
    """Each changed file; below it its changes, with their lines side by side."""
    before = {c.before_path: _lines(c.before) for c in change_set.files if c.before_path}
    after = {c.after_path: _lines(c.after) for c in change_set.files if c.after_path}
    for file, changes in _told_once(document):
        yield _file_line(file)
        for change in changes:
            yield from _label(change, width)
            if change["rule"] in _OF_A_NAME:
                continue
            rows = _rows(_numbered(before, change["before"]), _numbered(after, change["after"]))
            yield from _hunk(rows, width)
    yield from _refactorings(document, width)
    yield _summary(document)


def _refactorings(document: dict[str, Any], width: int) -> Iterator[Line]:
    """The refactorings by name, a line for each, where they were asked for."""
    if "refactorings" not in document:
        return
    found = document["refactorings"]
    yield [("refactorings" if found else "no refactoring that has a name", "bold")]
    for one in found:
        kind, detail = f"  {one['type']}", one["detail"].replace(" -> ", " → ")
        text = clip(f"  {detail}" if detail else "", width - len(kind))
        where, room = f"  {place(one['after'] or one['before'])}", width - len(kind + text)
        yield [(kind, "cyan"), (text, ""), (clip(where, room) if room > _SEEN else "", "dim")]


def _summary(document: dict[str, Any]) -> Line:
    """The verdict, and how many files have which."""
    verdict = document["verdict"]
    counts = Counter(file["verdict"] for file in document["files"])
    line: list[tuple[str, str]] = [(verdict, f"bold {STYLE_OF_VERDICT[verdict]}")]
    if counts.total() > 1:
        told = ", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts))
        line.append((f"  {counts.total()} files: {told}", "dim"))
    return line


def _told_once(document: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each file with its changes; one between two files is told at the first of them."""
    told: list[dict[str, Any]] = []
    for file in document["files"]:
        changes = [change for change in file["changes"] if change not in told]
        told += [c for c in changes if c["before"] and c["after"]]
        yield file, changes


def _file_line(file: dict[str, Any]) -> Line:
    before, after = file["before"], file["after"]
    if before is None:
        name = f"{after} (added)"
    elif after is None:
        name = f"{before} (removed)"
    else:
        name = after if before == after else f"{before} → {after}"
    return [
        (name, "bold"),
        (f"  {file['language'] or 'text'}  ", "dim"),
        (file["verdict"], STYLE_OF_VERDICT[file["verdict"]]),
    ]


def _label(change: dict[str, Any], width: int) -> Iterator[Line]:
    """The rule, what it happened to, and the evidence, on lines of their own where they are long.

    That no rule came close is what the kind of edit already says.
    """
    rule, names, evidence = change["rule"], _names(change), change.get("evidence") or ""
    style = f"bold {STYLE_OF_VERDICT[change['verdict']]}"
    head: list[tuple[str, str]] = [("  ", ""), (rule, style)]
    if evidence == UNEXPLAINED:
        evidence = ""
    room = width - len(f"  {rule}")
    if len(f"  {names}") <= room:
        room -= len(f"  {names}" if names else "")
        head += [(f"  {names}", "cyan")] if names else []
        names = ""
    if not names and evidence and len(f"  {evidence}") <= room:
        head.append((f"  {evidence}", "dim"))
        evidence = ""
    yield head
    for text, colour in ((names, "cyan"), (evidence, "dim")):
        if text:
            lines = wrapped(text, width - len(_BELOW))
            yield from ([(f"{_BELOW}{line}", colour)] for line in lines)


def _names(change: dict[str, Any]) -> str:
    names = [side.get("name") for side in (change["before"], change["after"]) if side]
    known = [name for name in names if name]
    if len(known) == 2 and known[0] != known[1]:  # noqa: PLR2004 - before and after
        return f"{known[0]} → {known[1]}"
    return known[-1] if known else ""


def _lines(text: bytes | None) -> list[str]:
    return (text or b"").decode("utf-8", "replace").splitlines()


def _numbered(
    texts: dict[str, list[str]], span: dict[str, Any] | None
) -> Sequence[tuple[int, str]]:
    """The lines of a place with their numbers."""
    if not span or span.get("start_line") is None:
        return []
    lines = texts.get(span["path"], [])
    numbers = range(span["start_line"], min(span["end_line"], len(lines)) + 1)
    return [(number, lines[number - 1].expandtabs(4)) for number in numbers]


def _rows(left: Sequence[tuple[int, str]], right: Sequence[tuple[int, str]]) -> list[_Row]:
    """The two sides aligned by their text, white space aside."""
    matcher = SequenceMatcher(
        None, [text.strip() for _, text in left], [text.strip() for _, text in right], False
    )
    rows: list[_Row] = []
    nothing = (0, "")
    for tag, a, b, c, d in matcher.get_opcodes():
        rows += [
            _Row(
                tag,
                left[a + i] if a + i < b else nothing,
                right[c + i] if c + i < d else nothing,
            )
            for i in range(max(b - a, d - c))
        ]
    return rows


def _hunk(rows: Sequence[_Row], width: int) -> Iterator[Line]:
    """The rows worth showing, with a mark where some were left out."""
    shown = _worth_showing(rows)
    is_one_sided = {row.tag for row in rows} in ({"insert"}, {"delete"})
    layout = _one_column if is_one_sided else _two_columns
    previous = -1
    for i in shown[:_MOST_ROWS]:
        if i != previous + 1:
            yield [(f"{'⋮':>{_NUMBER}}", "dim")]
        previous = i
        yield layout(rows[i], width)
    rest = len(rows) - 1 - previous
    if rest > 0:
        yield [(f"{'⋮':>{_NUMBER}} {rest} more line{'s' if rest > 1 else ''}", "dim")]


def _worth_showing(rows: Sequence[_Row]) -> list[int]:
    """Rows that differ and their context; of a pure move, its first lines."""
    changed = [i for i, row in enumerate(rows) if row.tag != "equal"]
    if not changed:
        return list(range(min(len(rows), _SHOWN)))
    near = {j for i in changed for j in range(i - _CONTEXT, i + _CONTEXT + 1)}
    return sorted(j for j in near if 0 <= j < len(rows))


def _one_column(row: _Row, width: int) -> Line:
    """A line that was only added or only removed."""
    sign, side, style = ("+", row.right, "green") if row.right[0] else ("-", row.left, "red")
    return [(f"{sign} ", style), *_cell(side, width - _NUMBER - 2, style)]


def _two_columns(row: _Row, width: int) -> Line:
    """A line before beside the line after."""
    column = (width - 3) // 2 - _NUMBER
    same = row.tag == "equal"
    left, right = (row.left, row.right) if same else _apart(row.left, row.right, column)
    return [
        *_cell(left, column, "dim" if same else "red"),
        (" │ ", "dim"),
        *_cell(right, column, "dim" if same else "green"),
    ]


def _apart(
    left: tuple[int, str], right: tuple[int, str], column: int
) -> tuple[tuple[int, str], tuple[int, str]]:
    """Two lines; both begin later where what differs would be cut off."""
    common = len(commonprefix([left[1], right[1]]))  # noqa: RUF071 - characters are meant
    if common < column - _SEEN or not (left[0] and right[0]):
        return left, right
    first = common - column // 2
    return (left[0], f"…{left[1][first:]}"), (right[0], f"…{right[1][first:]}")


def _cell(side: tuple[int, str], column: int, style: str) -> Line:
    number, text = side
    shown = clip(text, column)
    return [(f"{number or '':>{_NUMBER - 1}} ", "dim"), (f"{shown:<{column}}", style)]
