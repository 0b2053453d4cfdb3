"""Geometry of the pictures: an icicle of paths, and bars over time. The templates draw it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.web.marks import OTHER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.web.marks import Mark
    from tracer.web.moments import Axis
    from tracer.web.overview import FileRow

WIDTH = 1000.0
OTHERS = "\0others"  # no intent and nobody is called so
ROW = 26
_DEPTH = 6
_NARROWEST = 3.0  # what is narrower is drawn as a part of its directory only
_LETTER = 6.6  # units of a character of a label


class Box(NamedTuple):
    """One directory or file: where it is drawn, and the intent or contributor with most lines.

    `share` is that owner's part of the lines, in percent; `path` ends with `/` for a directory.
    """

    path: str
    label: str
    x: float
    y: int
    width: float
    lines: int
    owner: str | None
    share: int


class _Node:
    def __init__(self, path: str) -> None:
        self.path = path
        self.below: dict[str, _Node] = {}
        self.owners: Counter[str | None] = Counter()

    @property
    def lines(self) -> int:
        return self.owners.total()


def icicle(files: Iterable[FileRow], *, by: str, whole: str = "all files") -> tuple[Box, ...]:
    """The boxes, top down and left to right: widths follow lines. `by` is a field of `FileRow`.

    `whole` is written into the box of all.
    Cost: linear in the files; at most `WIDTH / _NARROWEST` boxes a row.
    """
    root = _Node("")
    for file in files:
        here, parts = root, file.path.split("/")
        owners = getattr(file, by)
        here.owners.update(owners)
        for depth in range(1, len(parts) + 1):
            is_file = depth == len(parts)
            path = "/".join(parts[:depth]) + ("" if is_file else "/")
            here = here.below.setdefault(path, _Node(path))
            here.owners.update(owners)
    boxes: list[Box] = []
    if root.lines:
        _draw(root, 0.0, WIDTH, 0, boxes, whole)
    return tuple(boxes)


def _draw(  # noqa: PLR0913, PLR0917 - a box and where it is
    node: _Node, x: float, width: float, depth: int, boxes: list[Box], whole: str = ""
) -> None:
    most = min(node.owners.items(), key=lambda item: (-item[1], item[0] or ""))
    name = node.path.rstrip("/").rpartition("/")[2] + ("/" if node.path.endswith("/") else "")
    name = name or whole
    room = int((width - 8) / _LETTER) - 2  # the letter of the mark stands first
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


BARS_HEIGHT = 100
_MOST_SERIES = 8
_WIDEST = 40.0  # of a bar, where there are few


class Series(NamedTuple):
    """One owner's changes over time: its colour, and its bars as the path of an SVG."""

    key: str
    total: int
    mark: Mark
    path: str


class Chart(NamedTuple):
    """Stacked bars. `field` is that of `Stretch`; `tallest` is how many changes the height is."""

    field: str
    title: str
    tallest: int
    series: Sequence[Series]

    def counted(self, counts: Mapping[str, int]) -> list[tuple[Series, int]]:
        """The counts of a stretch by series; those without one of their own are the last one's."""
        own = {one.key for one in self.series}
        rest = sum(count for key, count in counts.items() if key not in own)
        pairs = [
            (one, rest if one.key == OTHERS else counts.get(one.key, 0)) for one in self.series
        ]
        return [(one, count) for one, count in pairs if count]


def chart(axis: Axis, field: str, title: str, known: Mapping[str, Mark]) -> Chart:
    """The bars of one question. Those with the most changes have a part each, others share one."""
    totals: Counter[str] = Counter()
    for row in axis.rows:
        totals.update(getattr(row, field))
    names = [key for key, _ in by_name(totals)]
    kept = names[: _MOST_SERIES if len(names) > _MOST_SERIES + 1 else _MOST_SERIES + 1]
    tallest = max((sum(getattr(row, field).values()) for row in axis.rows), default=0)
    step = WIDTH / max(axis.size, 1)
    wide = min(max(step - min(2.0, step / 4), 0.5), _WIDEST)
    paths: dict[str, list[str]] = {}
    for row in axis.rows:
        counts, top = getattr(row, field), float(BARS_HEIGHT)
        rest = sum(count for key, count in counts.items() if key not in kept)
        for key in (*kept, OTHERS):
            count = rest if key == OTHERS else counts.get(key, 0)
            if count:
                tall = BARS_HEIGHT * count / tallest
                top -= tall
                x = row.number * step
                bar = f"M{x:.1f} {top:.1f}h{wide:.1f}v{tall:.1f}h-{wide:.1f}z"
                paths.setdefault(key, []).append(bar)
    shown = [key for key in (*kept, OTHERS) if key in paths]
    others = totals.total() - sum(totals[key] for key in kept)
    return Chart(
        field,
        title,
        tallest,
        [
            Series(
                key,
                others if key == OTHERS else totals[key],
                known.get(key, OTHER),
                "".join(paths[key]),
            )
            for key in shown
        ],
    )


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
