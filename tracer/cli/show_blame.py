"""How `tracer blame` shows its answer: for people, for programs, for editors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.cli import output

if TYPE_CHECKING:
    from tracer.queries.blame_known import BlameAnswer

# The formats and views, by the option that chooses them; formats exclude each other.
FORMATS = ("json", "porcelain", "line-porcelain", "last", "changed")


def show(answer: BlameAnswer, chosen: str | None) -> None:
    """Write an answer to stdout in one of the formats; None is the one for people."""
    if chosen == "json":
        output.print_json(answer.document)
    elif chosen in ("porcelain", "line-porcelain"):
        from tracer.cli.render_porcelain import porcelain_lines  # noqa: PLC0415

        repeat = chosen == "line-porcelain"
        output.print_bytes(porcelain_lines(answer.document, answer.texts, repeat_headers=repeat))
    else:
        from tracer.cli.render_blame import blame_lines  # noqa: PLC0415

        width = output.columns() if output.is_terminal() else None
        lines = blame_lines(answer.document, answer.texts, touch=chosen, width=width)
        output.print_lines(lines)
