"""`tracer diff` and `tracer classify` for people: labelled hunks, before beside after."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.cli.output import visible
from tracer.cli.render_hunk import aligned, hunk_lines
from tracer.cli.words import STYLE_OF_VERDICT, cells, place, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.cli.output import Line
    from tracer.model.changes import ChangeSet

    Changes = list[dict[str, Any]]

BELOW = "      "


def verdict_lines(document: dict[str, Any], width: int | None) -> Iterator[Line]:
    """The verdict, then each file with the changes that led to it."""
    yield summary(document)
    for file, changes, _ in _told_once(document):
        yield _file_line(file)
        for change in changes:
            yield from _label(change, width)
            yield [(f"      {place(change['before'])} → {place(change['after'])}", "dim")]
    yield from _refactorings(document, width)
    yield from _refusals(document, width)


def range_lines(document: dict[str, Any], width: int | None) -> Iterator[Line]:
    """The verdict on some functions, and what it takes for granted."""
    verdict = document["verdict"]
    first, *more = wrapped(f"{verdict}  {document['evidence']}", _inside(width))
    yield [(verdict, f"bold {STYLE_OF_VERDICT[verdict]}"), (first.removeprefix(verdict), "")]
    yield from ([(f"{BELOW}{line}", "")] for line in more)
    for condition in document["conditions"]:
        first, *more = wrapped(f"provided that {condition}", _inside(width))
        yield [(f"  {first}", "dim")]
        yield from ([(f"{BELOW}{line}", "dim")] for line in more)


_OF_A_NAME = frozenset({"move_file", "file moved"})  # nothing in the file is what changed


def diff_lines(
    document: dict[str, Any], change_set: ChangeSet, width: int | None
) -> Iterator[Line]:
    """Each changed file; below it its changes, with their lines side by side.

    What is longer than its column goes on in the next line. Without a `width` (a pipe) lines
    stay whole, those before above those after. Code that left for another place, or came from
    one, says so.
    """
    before = {c.before_path: _lines(c.before) for c in change_set.files if c.before_path}
    after = {c.after_path: _lines(c.after) for c in change_set.files if c.after_path}
    for file, changes, elsewhere in _told_once(document):
        yield _file_line(file)
        for change in changes:
            yield from _label(change, width)
            if change["rule"] in _OF_A_NAME:
                continue
            yield from _link(change)
            rows = aligned(_numbered(before, change["before"]), _numbered(after, change["after"]))
            yield from hunk_lines(rows, width)
        for change in elsewhere:
            yield _told_at(change, file)
    yield from _refactorings(document, width)
    yield from _refusals(document, width)
    yield summary(document)


def _inside(width: int | None) -> int | None:
    """The columns of a text that stands below a label."""
    return None if width is None else width - len(BELOW)


def _link(change: dict[str, Any]) -> Iterator[Line]:
    """Where code came from that stands in another file, or elsewhere in this one."""
    before, after = change["before"], change["after"]
    if not before or not after:
        return
    elsewhere = before["path"] != after["path"]
    if elsewhere or "move" in change["rule"]:
        yield [(f"{BELOW}{place(before)} → {place(after)}", "dim")]


def _refactorings(document: dict[str, Any], width: int | None) -> Iterator[Line]:
    """The refactorings by name, a line for each, where they were asked for."""
    if "refactorings" not in document:
        return
    found = document["refactorings"]
    yield [("refactorings" if found else "no refactoring that has a name", "bold")]
    for one in found:
        kind, detail = f"  {one['type']}", one["detail"].replace(" -> ", " → ")
        text, where = f"  {detail}" if detail else "", place(one["after"] or one["before"])
        if width is None or cells(f"{kind}{text}  {where}") <= width:
            yield [(kind, "cyan"), (text, ""), (f"  {where}", "dim")]
            continue
        yield [(kind, "cyan")]
        for told, style in ((detail, ""), (where, "dim")):
            lines = wrapped(told, _inside(width)) if told else ()
            yield from ([(f"{BELOW}{line}", style)] for line in lines)


def _refusals(document: dict[str, Any], width: int | None) -> Iterator[Line]:
    """What was not proved and why, a line for each reason, where they were asked for."""
    found = document.get("refusals")
    if found is None:
        return
    yield [("not proved" if found else "nothing was left unproved", "bold")]
    for one in found:
        first, *more = wrapped(f"{one['about']}  {one['reason']}".strip(), _inside(width))
        yield [(f"  {first}", "")]
        yield from ([(f"{BELOW}{line}", "")] for line in more)


def summary(document: dict[str, Any]) -> Line:
    """The verdict, and how many files have which."""
    verdict = document["verdict"]
    counts = Counter(file["verdict"] for file in document["files"])
    line: list[tuple[str, str]] = [(verdict, f"bold {STYLE_OF_VERDICT[verdict]}")]
    if counts.total() > 1:
        told = ", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts))
        line.append((f"  {counts.total()} files: {told}", "dim"))
    return line


def _told_once(document: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Changes, Changes]]:
    """Each file with its changes, and those between two files that the first of them has told."""
    told: Changes = []
    for file in document["files"]:
        changes = [change for change in file["changes"] if change not in told]
        elsewhere = [change for change in file["changes"] if change in told]
        told += [c for c in changes if c["before"] and c["after"]]
        yield file, changes, elsewhere


def _told_at(change: dict[str, Any], file: dict[str, Any]) -> Line:
    """Where the code of this file went, or came from, that is shown at another file."""
    before, after = change["before"], change["after"]
    if before["path"] == file["before"] and after["path"] != file["after"]:
        return [("  → ", "cyan"), (f"{place(before)} is now {place(after)}", "dim")]
    return [("  ← ", "cyan"), (f"{place(after)} was {place(before)}", "dim")]


def _file_line(file: dict[str, Any]) -> Line:
    return [
        (file_name(file), "bold"),
        (f"  {file['language'] or 'text'}  ", "dim"),
        (file["verdict"], STYLE_OF_VERDICT[file["verdict"]]),
    ]


def file_name(file: dict[str, Any]) -> str:
    """The name of a file in a change, and the one before where it was another."""
    before, after = file["before"], file["after"]
    if before is None:
        return f"{after} (added)"
    if after is None:
        return f"{before} (removed)"
    return str(after) if before == after else f"{before} → {after}"


def _label(change: dict[str, Any], width: int | None) -> Iterator[Line]:
    """The rule, what it happened to, and the evidence; on lines of their own where long."""
    rule, names, evidence = change["rule"], _names(change), change.get("evidence") or ""
    style = f"bold {STYLE_OF_VERDICT[change['verdict']]}"
    head: list[tuple[str, str]] = [("  ", ""), (rule, style)]
    room = (1 << 16 if width is None else width) - len(f"  {rule}")
    if cells(f"  {names}") <= room:
        room -= cells(f"  {names}" if names else "")
        head += [(f"  {names}", "cyan")] if names else []
        names = ""
    if not names and evidence and cells(f"  {evidence}") <= room:
        head.append((f"  {evidence}", "dim"))
        evidence = ""
    yield head
    for text, colour in ((names, "cyan"), (evidence, "dim")):
        if text:
            lines = wrapped(text, _inside(width))
            yield from ([(f"{BELOW}{line}", colour)] for line in lines)


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
    return [(number, visible(lines[number - 1].expandtabs(4))) for number in numbers]
