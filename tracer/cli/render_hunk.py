"""The lines of one change: before beside after, or one below the other; none is cut off."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from tracer.cli.words import folded, padded
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.cli.output import Line

_CONTEXT = 2  # equal lines shown around a difference
_MOST_ROWS = 40  # of one hunk
_NUMBER = 5  # columns of a line number and its space
_SHOWN = 6  # equal lines of a pure move
_NARROW = 8  # columns of code that make two columns worth while


class Row(NamedTuple):
    """One line beside its counterpart; a missing side is (0, "")."""

    tag: str  # equal | replace | delete | insert
    left: tuple[int, str]
    right: tuple[int, str]


def aligned(left: Sequence[tuple[int, str]], right: Sequence[tuple[int, str]]) -> list[Row]:
    """The two sides aligned by their text, white space aside."""
    matcher = SequenceMatcher(
        None, [text.strip() for _, text in left], [text.strip() for _, text in right], False
    )
    rows: list[Row] = []
    nothing = (0, "")
    for tag, a, b, c, d in matcher.get_opcodes():
        rows += [
            Row(
                tag,
                left[a + i] if a + i < b else nothing,
                right[c + i] if c + i < d else nothing,
            )
            for i in range(max(b - a, d - c))
        ]
    return rows


def hunk_lines(rows: Sequence[Row], width: int | None) -> Iterator[Line]:
    """The rows worth showing, with a mark where some were left out."""
    shown = _worth_showing(rows)
    is_one_sided = {row.tag for row in rows} in ({"insert"}, {"delete"})
    is_wide = width is not None and _column(width) >= _NARROW and not is_one_sided
    previous = -1
    block: list[Row] = []
    for i in shown[:_MOST_ROWS]:
        if i != previous + 1:
            yield from _in_one_column(block, width)
            block = []
            yield [(f"{'⋮':>{_NUMBER}}", "dim")]
        previous = i
        if is_wide and width is not None:
            yield from _two_columns(rows[i], _column(width))
        else:
            block.append(rows[i])
    yield from _in_one_column(block, width)
    rest = len(rows) - 1 - previous
    if rest > 0:
        yield [(f"{'⋮':>{_NUMBER}} {rest} more line{'s' if rest > 1 else ''}", "dim")]


def _column(width: int) -> int:
    """The columns of code of each of two sides."""
    return (width - 3) // 2 - _NUMBER


def _worth_showing(rows: Sequence[Row]) -> list[int]:
    """Rows that differ and their context; of a pure move, its first lines."""
    changed = [i for i, row in enumerate(rows) if row.tag != "equal"]
    if not changed:
        return list(range(min(len(rows), _SHOWN)))
    near = {j for i in changed for j in range(i - _CONTEXT, i + _CONTEXT + 1)}
    return sorted(j for j in near if 0 <= j < len(rows))


def _in_one_column(rows: Sequence[Row], width: int | None) -> Iterator[Line]:
    """Lines one below the other: of each difference those before, then those after."""
    room = None if width is None else max(width - _NUMBER - 2, _NARROW)
    added: list[Line] = []
    for row in rows:
        if row.tag == "equal":
            yield from added
            added = []
            yield from _signed(" ", row.right, "dim", room)
            continue
        if row.left[0]:
            yield from _signed("-", row.left, "red", room)
        if row.right[0]:
            added += _signed("+", row.right, "green", room)
    yield from added


def _signed(sign: str, side: tuple[int, str], style: str, room: int | None) -> Iterator[Line]:
    """One line with its sign and number."""
    number: int | str = side[0]
    for part in [side[1]] if room is None else folded(side[1], room):
        yield [(f"{sign} ", style), (f"{number:>{_NUMBER - 1}} ", "dim"), (part, style)]
        number = ""


def _two_columns(row: Row, column: int) -> Iterator[Line]:
    """A line before beside the line after, in as many lines as the longer of them needs."""
    same = row.tag == "equal"
    left, right = folded(row.left[1], column), folded(row.right[1], column)
    for i in range(max(len(left), len(right))):
        yield [
            *_cell(row.left[0], left, i, column, "dim" if same else "red"),
            (" │ ", "dim"),
            *_cell(row.right[0], right, i, column, "dim" if same else "green"),
        ]


def _cell(number: int, parts: Sequence[str], i: int, column: int, style: str) -> Line:
    """One part of a line, with the number at the first of them."""
    shown = (number or "") if i == 0 else ""
    text = parts[i] if i < len(parts) else ""
    return [(f"{shown:>{_NUMBER - 1}} ", "dim"), (padded(text, column), style)]
