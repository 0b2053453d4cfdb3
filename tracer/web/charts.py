"""Geometry of the two pictures: an icicle of paths, and bars over time. The templates draw it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.web.overview import Day, FileRow

WIDTH = 1000.0
ROW = 26
_DEPTH = 6
_NARROWEST = 3.0  # what is narrower is drawn as a part of its directory only
_LETTER = 6.6  # units of a character of a label


class Box(NamedTuple):
    """One directory or file: where it is drawn, and the intent with most of its lines.

    `share` is that intent's part of the lines, in percent; `path` ends with `/` for a directory.
    """

    path: str
    label: str
    x: float
    y: int
    width: float
    lines: int
    intent: str | None
    share: int


class _Node:
    def __init__(self, path: str) -> None:
        self.path = path
        self.below: dict[str, _Node] = {}
        self.intents: Counter[str | None] = Counter()

    @property
    def lines(self) -> int:
        return self.intents.total()


def icicle(files: Iterable[FileRow]) -> tuple[Box, ...]:
    """The boxes, top down and left to right: widths follow lines.

    Cost: linear in the files; at most `WIDTH / _NARROWEST` boxes a row.
    """
    root = _Node("")
    for file in files:
        here, parts = root, file.path.split("/")
        here.intents.update(file.intents)
        for depth in range(1, len(parts) + 1):
            is_file = depth == len(parts)
            path = "/".join(parts[:depth]) + ("" if is_file else "/")
            here = here.below.setdefault(path, _Node(path))
            here.intents.update(file.intents)
    boxes: list[Box] = []
    if root.lines:
        _draw(root, 0.0, WIDTH, 0, boxes)
    return tuple(boxes)


def _draw(node: _Node, x: float, width: float, depth: int, boxes: list[Box]) -> None:
    most = min(node.intents.items(), key=lambda item: (-item[1], item[0] or ""))
    name = node.path.rstrip("/").rpartition("/")[2] + ("/" if node.path.endswith("/") else "")
    room = int((width - 8) / _LETTER)
    label = name if len(name) <= room else (name[: room - 1] + "…" if room > 2 else "")  # noqa: PLR2004
    share = round(100 * most[1] / node.lines)
    boxes.append(
        Box(node.path, label, round(x, 2), depth * ROW, round(width, 2), node.lines, most[0], share)
    )
    if depth + 1 >= _DEPTH:
        return
    for child in sorted(node.below.values(), key=lambda one: (-one.lines, one.path)):
        part = width * child.lines / node.lines
        if part >= _NARROWEST:
            _draw(child, x, part, depth + 1, boxes)
            x += part


def height(boxes: Sequence[Box]) -> int:
    """How tall the picture is."""
    return max((box.y for box in boxes), default=0) + ROW


class Bar(NamedTuple):
    """One part of a day's column."""

    day: str
    kind: str
    changes: int
    x: float
    y: float
    width: float
    height: float


BARS_HEIGHT = 160


def bars(rows: Sequence[Day], kinds: Sequence[str]) -> tuple[Bar, ...]:
    """Columns over time, stacked by class in the order of `kinds`."""
    tallest = max((sum(row.classes.values()) for row in rows), default=0)
    if not tallest:
        return ()
    step = WIDTH / len(rows)
    found = []
    for number, row in enumerate(rows):
        top = float(BARS_HEIGHT)
        for kind in kinds:
            count = row.classes.get(kind, 0)
            if count:
                tall = BARS_HEIGHT * count / tallest
                top -= tall
                wide = max(step - min(2.0, step / 4), 0.5)
                sizes = (round(v, 2) for v in (number * step, top, wide, tall))
                found.append(Bar(row.day, kind, count, *sizes))
    return tuple(found)


def percent(part: int, whole: int) -> str:
    """A share as people read it; never 0 % or 100 % of what is not none or all."""
    if not whole:
        return "–"
    value = 100 * part / whole
    if 0 < value < 1:
        return "< 1 %"
    if 99 < value < 100:  # noqa: PLR2004
        return "> 99 %"
    return f"{value:.0f} %"


def by_name(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Counts, the largest first, then by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
