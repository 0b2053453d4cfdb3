"""A change side by side: which line stands beside which, and what is left to read.

Lines are paired by the node mapping, not by their text: a line that was moved, renamed or reflowed
has its twin wherever that stands, in another file too. Lines that stand in the same order in both
versions of a file are aligned; the others are shown where they are, with the address of their twin.

A row is *left to read* when it differs and an edit without proof touches one of its lines. Every
edit is either proved or listed as `INTENT_EVOLUTION` with all lines it spans, so what is not left
to read is proved.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from tracer.lineage.segments import segments_of
from tracer.matching.sequences import increasing
from tracer.model.enums import Verdict
from tracer.model.named_tuple import NamedTuple
from tracer.queries.changed_words import ChangedWords
from tracer.queries.reading_order import reading_order
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.lineage.segments import Segments
    from tracer.matching import NodeMapping

Json = dict[str, Any]
_Line = tuple[str, int]  # path and 1-based line
_SMALL_SHARE = 2  # a twin has at least one of so many of a line's leaves


class _Text(NamedTuple):
    """One file version: its lines, and the leaves that stand on each."""

    path: str
    lines: Sequence[bytes]


def with_rows(document: Json, mapping: NodeMapping) -> Json:
    """The document of `diff` with `rows` in each file, top to bottom.

    A row has `before` and `after` (1-based lines, null where a side has none), `kind` (`same`,
    `edited`, `moved`, `added`, `removed`), `twin` (`{path, line}` of a moved line's other half),
    `is_edited` (the two texts differ beyond layout), `words` (`{before, after}`: the columns, in
    bytes, that differ between the two texts; null where marking them would not help), `changes`
    (indices into the file's `changes` that touch it) and `is_open` (left to read).
    A file's `reading_order` is its rank among those of the change.
    Cost: linear in the leaves of the files.
    """
    twins = _twins(mapping)
    before = {p: _lines(t.text) for p, t in _trees(mapping.before)}
    after = {p: _lines(t.text) for p, t in _trees(mapping.after)}
    opened = _Touched(document["files"])
    words = ChangedWords(mapping)
    files = []
    for file in document["files"]:
        old = _Text(file["before"], before.get(file["before"], ()))
        new = _Text(file["after"], after.get(file["after"], ()))
        pairs = _aligned(twins, old, new)
        rows = [
            _row(place, old, new, twins, opened.of(file, place), (before, after))
            for place in _places(pairs, len(old.lines), len(new.lines))
        ]
        for row in rows:
            row["words"] = _words(words, file, row, (before, after))
        files.append({**file, "rows": rows})
    trees = dict(_trees(mapping.after))

    def definitions(path: str) -> Iterable[tuple[int, str]]:
        tree = trees[path]
        for element in elements(tree):
            yield tree.line_of(tree.start[element.row]), element.name.rpartition(".")[2]

    decoded = {path: [line.decode("utf-8", "replace") for line in after[path]] for path in after}
    for rank, index in enumerate(reading_order(files, decoded, definitions)):
        files[index]["reading_order"] = rank
    return {**document, "files": files}


def _words(
    words: ChangedWords,
    file: Json,
    row: Json,
    texts: tuple[Mapping[str, Sequence[bytes]], Mapping[str, Sequence[bytes]]],
) -> Json | None:
    """The columns that differ between a line and the one beside it, or its twin."""
    if not row["is_edited"] or row["kind"] not in {"edited", "moved"}:
        return None
    twin = (row["twin"]["path"], row["twin"]["line"]) if row["twin"] else None
    line_b = (file["before"], row["before"]) if row["before"] else twin
    line_a = (file["after"], row["after"]) if row["after"] else twin
    assert line_b is not None
    assert line_a is not None
    beside = texts[0][line_b[0]][line_b[1] - 1], texts[1][line_a[0]][line_a[1] - 1]
    before, after = words.of(line_b, line_a, beside)
    return {"before": before, "after": after} if before or after else None


def _trees(forest: Any) -> Iterable[tuple[str, Any]]:
    return zip(forest.paths, forest.trees, strict=True)


def _lines(text: bytes) -> list[bytes]:
    return text.splitlines()


class _Twins(NamedTuple):
    """Line after -> line before and back; at most one each."""

    before: Mapping[_Line, _Line]
    after: Mapping[_Line, _Line]


def _twins(mapping: NodeMapping) -> _Twins:
    """The pairs of lines that share most of their leaves; the fullest pairs first."""
    segments_b = [segments_of(tree) for tree in mapping.before.trees]
    votes: Counter[tuple[_Line, _Line]] = Counter()
    sizes: Counter[_Line] = Counter()
    for file, tree in enumerate(mapping.after.trees):
        segments, base, path = (
            segments_of(tree),
            mapping.after.base[file],
            mapping.after.paths[file],
        )
        for index, row in enumerate(segments.row):
            line = (path, segments.line[index])
            sizes[line] += 1
            node = mapping.to_before[base + row]
            if node >= 0:
                votes[_before(mapping, segments_b, node, index - segments.begin(row)), line] += 1
    to_before: dict[_Line, _Line] = {}
    to_after: dict[_Line, _Line] = {}
    for (old, new), count in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
        if count * _SMALL_SHARE >= sizes[new] and old not in to_after and new not in to_before:
            to_before[new], to_after[old] = old, new
    return _Twins(to_before, to_after)


def _before(mapping: NodeMapping, segments: Sequence[Segments], node: int, piece: int) -> _Line:
    """The line before on which the piece of a leaf with this number stands."""
    file, row = mapping.before.locate(node)
    pieces = segments[file].of_row(row)
    if not pieces:
        tree = mapping.before.trees[file]
        return mapping.before.paths[file], tree.line_of(tree.start[row])
    index = pieces[min(piece, len(pieces) - 1)]
    return mapping.before.paths[file], segments[file].line[index]


def _aligned(twins: _Twins, old: _Text, new: _Text) -> list[tuple[int, int]]:
    """Pairs of lines (before, after) of one file that rise on both sides; blank lines included."""
    known = [
        (line, twin[1])
        for line in range(1, len(new.lines) + 1)
        if (twin := twins.before.get((new.path, line))) is not None and twin[0] == old.path
    ]
    kept = [(line_b, line_a) for line_a, line_b in increasing(known)]
    found: list[tuple[int, int]] = []
    previous = (0, 0)
    for pair in [*kept, (len(old.lines) + 1, len(new.lines) + 1)]:
        found += _blank_pairs(old, new, previous, pair, twins)
        if pair[0] <= len(old.lines) and pair[1] <= len(new.lines):
            found.append(pair)
        previous = pair
    return found


def _blank_pairs(
    old: _Text, new: _Text, low: tuple[int, int], high: tuple[int, int], twins: _Twins
) -> list[tuple[int, int]]:
    """Equal lines without a twin (mostly blank) between two pairs: from the top, then the end."""
    found: list[tuple[int, int]] = []
    first_b, first_a, last_b, last_a = low[0] + 1, low[1] + 1, high[0] - 1, high[1] - 1

    def is_same(line_b: int, line_a: int) -> bool:
        return (
            line_b <= last_b
            and line_a <= last_a
            and old.lines[line_b - 1] == new.lines[line_a - 1]
            and (old.path, line_b) not in twins.after
            and (new.path, line_a) not in twins.before
        )

    while first_b <= last_b and first_a <= last_a and is_same(first_b, first_a):
        found.append((first_b, first_a))
        first_b, first_a = first_b + 1, first_a + 1
    tail: list[tuple[int, int]] = []
    while first_b <= last_b and first_a <= last_a and is_same(last_b, last_a):
        tail.append((last_b, last_a))
        last_b, last_a = last_b - 1, last_a - 1
    return found + tail[::-1]


def _places(
    pairs: Sequence[tuple[int, int]], count_b: int, count_a: int
) -> Iterable[tuple[int | None, int | None]]:
    """Rows from the aligned pairs: what stands between two of them, before first."""
    low_b = low_a = 0
    for line_b, line_a in [*pairs, (count_b + 1, count_a + 1)]:
        yield from ((line, None) for line in range(low_b + 1, line_b))
        yield from ((None, line) for line in range(low_a + 1, line_a))
        if line_b <= count_b and line_a <= count_a:
            yield line_b, line_a
        low_b, low_a = line_b, line_a


class _Touched:
    """Which changes touch a line, and whether one of them is without proof."""

    def __init__(self, files: Sequence[Json]) -> None:
        self._open: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
        for file in files:
            for change in file["changes"]:
                if change["verdict"] == Verdict.INTENT_EVOLUTION.value:
                    for side in ("before", "after"):
                        if change[side]:
                            self._open[side, change[side]["path"]].append(_span(change[side]))
        for spans in self._open.values():
            spans.sort()
        self._reach = {key: _furthest(spans) for key, spans in self._open.items()}

    def of(self, file: Json, place: tuple[int | None, int | None]) -> tuple[list[int], bool]:
        """The indices of the file's changes on a row, and whether an open one touches it."""
        touching = [
            index
            for index, change in enumerate(file["changes"])
            if _touches(change["before"], file["before"], place[0])
            or _touches(change["after"], file["after"], place[1])
        ]
        is_open = self._is_open("before", file["before"], place[0])
        return touching, is_open or self._is_open("after", file["after"], place[1])

    def _is_open(self, side: str, path: str | None, line: int | None) -> bool:
        spans = self._open.get((side, path or ""))
        if line is None or not spans:
            return False
        index = bisect_left(spans, (line + 1, 0)) - 1
        return index >= 0 and self._reach[side, path or ""][index] >= line


def _span(place: Json) -> tuple[int, int]:
    return place["start_line"], place["end_line"]


def _furthest(spans: Sequence[tuple[int, int]]) -> list[int]:
    """For each span, how far it or one before it reaches."""
    reach: list[int] = []
    for _, end in spans:
        reach.append(max(end, reach[-1] if reach else 0))
    return reach


def _touches(place: Json | None, path: str | None, line: int | None) -> bool:
    return (
        place is not None
        and line is not None
        and place["path"] == path
        and place["start_line"] <= line <= place["end_line"]
    )


def _row(  # noqa: PLR0913, PLR0917 - a row, and what is known around it
    place: tuple[int | None, int | None],
    old: _Text,
    new: _Text,
    twins: _Twins,
    touched: tuple[list[int], bool],
    texts: tuple[Mapping[str, Sequence[bytes]], Mapping[str, Sequence[bytes]]],
) -> Json:
    line_b, line_a = place
    twin: _Line | None = None
    if line_b is not None and line_a is not None:
        text_b, text_a = old.lines[line_b - 1], new.lines[line_a - 1]
        kind = "same" if text_b == text_a else "edited"
        is_edited = text_b.split() != text_a.split()
    elif line_a is not None:
        twin = twins.before.get((new.path, line_a))
        text_a = new.lines[line_a - 1]
        text_b = texts[0][twin[0]][twin[1] - 1] if twin else b""
        kind, is_edited = ("moved", text_b.split() != text_a.split()) if twin else ("added", True)
    else:
        assert line_b is not None
        twin = twins.after.get((old.path, line_b))
        text_b = old.lines[line_b - 1]
        text_a = texts[1][twin[0]][twin[1] - 1] if twin else b""
        kind, is_edited = ("moved", text_b.split() != text_a.split()) if twin else ("removed", True)
    return {
        "before": line_b,
        "after": line_a,
        "kind": kind,
        "is_edited": is_edited,
        "twin": {"path": twin[0], "line": twin[1]} if twin else None,
        "changes": touched[0],
        "is_open": kind != "same" and touched[1],
    }
