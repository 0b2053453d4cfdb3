"""`tracer diff --stat`: how much changed in which file, and of which kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.cli.render_diff import BELOW, file_name, summary
from tracer.cli.words import STYLE_OF_VERDICT, cells, counted, padded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.cli.output import Line

_BAR = 20  # characters of the longest bar
_SHORTEST = 6  # where less is left beside the names, they get lines of their own
_VERDICT = len("INTENT_EVOLUTION") + 1


def stat_lines(
    document: dict[str, Any], counts: Sequence[tuple[int, int]], width: int | None
) -> Iterator[Line]:
    """A line for each file: its name, how many lines came and went, and its verdict.

    `counts` has the lines added and removed, in the order of the files.
    """
    files = document["files"]
    names = [file_name(file) for file in files]
    wide = max(map(cells, names), default=0)
    most = max((sum(count) for count in counts), default=0)
    digits, longest = len(str(most)), min(_BAR, most)
    room = (1 << 16 if width is None else width) - digits - _VERDICT - len("  |  ")
    is_split = room - wide < _SHORTEST
    longest = max(min(longest, room - (len(BELOW) - 2 if is_split else wide)), 1)
    for file, name, (added, removed) in zip(files, names, counts, strict=True):
        verdict, total = file["verdict"], added + removed
        bar = max(longest * total // max(most, 1), bool(added) + bool(removed))
        plus = min(max(round(bar * added / max(total, 1)), bool(added)), bar - bool(removed))
        if is_split:
            yield [(f" {name}", "bold")]
        yield [
            (BELOW if is_split else f" {padded(name, wide)} ", "bold"),
            ("| ", "dim"),
            (f"{total:>{digits}} ", ""),
            ("+" * plus, "green"),
            ("-" * (bar - plus), "red"),
            (" " * (longest - bar), ""),
            (f" {verdict}", STYLE_OF_VERDICT[verdict]),
        ]
    added, removed = (sum(count[i] for count in counts) for i in (0, 1))
    sums = f"{counted(added, 'line')} added, {counted(removed, 'line')} removed"
    yield [(f"{counted(len(files), 'file')} changed, {sums}", "")]
    yield summary(document)
