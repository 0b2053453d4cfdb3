"""The verdict on a change set, with its evidence."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tracer.classify import classify as classify_mapping
from tracer.classify import to_json
from tracer.classify.report import range_json
from tracer.matching import match
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.model.spans import Place
from tracer.queries.changes import change_set_of_paths
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.classify import Classification
    from tracer.classify.method_equivalence import RangeVerdict
    from tracer.matching import NodeMapping
    from tracer.model.changes import ChangeSet, ChangeVerdict


class Asked(NamedTuple):
    """What else is asked about a change.

    `names`: the refactorings it is made of, which takes half as long as matching; `rows`: the
    lines of each file side by side; `explain`: what was not proved, and why; `assume`: the
    assumptions that a proof may make (docs/assumptions.md), None for the team's or the standard
    ones.
    """

    names: bool = False
    rows: bool = False
    explain: bool = False
    assume: str | None = None


NOTHING_ELSE = Asked()


class ChangeAnswer(NamedTuple):
    """A verdict as JSON of CONTRACT.md, and the texts it speaks of."""

    document: dict[str, Any]
    change_set: ChangeSet


def classify(change_set: ChangeSet) -> ChangeVerdict:
    """What the change did to behaviour; default evolution, refactor only where it is proven."""
    world = change_set.closed_world
    return classify_mapping(match(change_set), closed_world=world).verdict


def classify_ranges(
    change_set: ChangeSet,
    before: Sequence[Place],
    after: Sequence[Place],
    how: Sequence[str] = (),
) -> RangeVerdict:
    """What became of the functions at some places, whatever else the change does.

    `before` and `after` name whole functions by path and lines; `how` the relations to try, of
    `whole`, `extracted` and `inlined` (default: those that the mapping suggests). The verdict is
    `AST_REFACTOR` when the code in the ranges, run with equal values for what it takes from
    outside, does the same; `conditions` says what that takes for granted about other code.
    """
    from tracer.classify.change.change import Context  # noqa: PLC0415 - only when asked
    from tracer.classify.method_equivalence import RangeJudge  # noqa: PLC0415
    from tracer.semantics.versions import World  # noqa: PLC0415

    world = World(is_closed=change_set.closed_world)
    context = Context(match(change_set), world=world, mentions=None)
    return RangeJudge(context).judge(before, after, how)


def classify_paths(
    before: str,
    after: str,
    *,
    closed_world: bool | None = None,
    asked: Asked = NOTHING_ELSE,
) -> ChangeAnswer:
    """The verdict on the change from one file or directory to another."""
    change_set = change_set_of_paths(before, after, closed_world=closed_world)
    if os.path.isdir(before):
        return answer_for(change_set, asked=asked)
    return _answer_for_versions(change_set, before, after, asked)


def ranges_of_paths(
    before: str, after: str, ranges: tuple[Sequence[str], Sequence[str]]
) -> dict[str, Any]:
    """The verdict on some functions of a change between two files or directories, as JSON.

    `ranges` are `RANGE:FILE` before and after, in git's `-L` notation; of two files, FILE may be
    left out. Raises: as `change_set_of_paths` and `lines_meant`; InputError for an unknown file.
    """
    change_set = change_set_of_paths(before, after, closed_world=True)
    places_b = [_place(change_set, spec, is_after=False) for spec in ranges[0]]
    places_a = [_place(change_set, spec, is_after=True) for spec in ranges[1]]
    return range_json(classify_ranges(change_set, places_b, places_a))


def _place(change_set: ChangeSet, spec: str, *, is_after: bool) -> Place:
    """The lines that `RANGE:FILE` names in one version."""
    from tracer.history.elements.line_ranges import lines_meant  # noqa: PLC0415 - only when asked

    paths = {(c.after_path if is_after else c.before_path): c for c in change_set.files}
    paths.pop(None, None)
    wanted, _, path = spec.rpartition(":")
    if not wanted and len(paths) == 1:
        wanted, path = spec, str(*paths)  # of two files, there is but one
    change = paths.get(path)
    text = None if change is None else (change.after if is_after else change.before)
    if text is None:
        side = "after" if is_after else "before"
        raise InputError(f"{spec}: no such file {side} the change", fix="Name it as RANGE:FILE")
    lines = lines_meant(parse(text, path=path), path, wanted)
    return Place(path, lines.start_line, lines.end_line)


def answer_for(
    change_set: ChangeSet,
    judge: Callable[[NodeMapping, ChangeSet], Classification] | None = None,
    *,
    asked: Asked = NOTHING_ELSE,
) -> ChangeAnswer:
    """The verdict on a change set as a document, without the files that did not change.

    `judge` gives it where something is known of files outside.
    """
    document = _document(change_set, asked, judge)
    same = {c.before_path for c in change_set.files if c.before == c.after}
    document["files"] = [
        file
        for file in document["files"]
        if file["before"] != file["after"] or file["before"] not in same
    ]
    return ChangeAnswer(document, change_set)


def _document(
    change_set: ChangeSet,
    asked: Asked,
    judge: Callable[[NodeMapping, ChangeSet], Classification] | None = None,
) -> dict[str, Any]:
    """The verdict as JSON, and `refactorings`, `rows` and `refusals` where they are asked for."""
    mapping, closed = match(change_set), change_set.closed_world
    if judge is not None:
        found = judge(mapping, change_set)
    else:
        found = classify_mapping(mapping, closed_world=closed, assume=asked.assume)
    document = to_json(found.verdict, explain=asked.explain)
    if asked.names:
        from tracer.classify.change.change import Context  # noqa: PLC0415 - only when asked
        from tracer.classify.report import names_json  # noqa: PLC0415
        from tracer.semantics.versions import World  # noqa: PLC0415

        context = Context(mapping, world=World(is_closed=closed), mentions=None)
        document["refactorings"] = names_json(context)
    if asked.rows:
        from tracer.queries.side_by_side import with_rows  # noqa: PLC0415 - only when asked

        document = with_rows(document, mapping)
    return document


def _answer_for_versions(
    change_set: ChangeSet, before: str, after: str, asked: Asked
) -> ChangeAnswer:
    """The verdict on two versions of one file that lie under different names.

    `a.py` and `/tmp/a.orig.py` are the same module to the person who compares them, so both
    have one path while they are classified; the document says where each was read.
    """
    files = change_set.files
    if os.path.splitext(before)[1] == os.path.splitext(after)[1]:
        files = tuple(change._replace(before_path=after) for change in files)
    document = _document(change_set._replace(files=files), asked)
    told = list(document.get("refactorings", ()))
    for file in document["files"]:
        file["before"] = before
        told += file["changes"]
    for change in told:
        if change["before"]:
            change["before"]["path"] = before
    for row in (row for file in document["files"] for row in file.get("rows", ())):
        if row["twin"] and row["before"] is None:
            row["twin"]["path"] = before
    return ChangeAnswer(document, change_set)
