"""What a command prints: one JSON document, or styled lines.

Renderers build lines of (text, style) segments and know nothing of terminals. A terminal gets
colours and a pager, a pipe the plain text. Nothing is cut off.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tracer.cli import terminal
from tracer.cli.terminal import DEFAULT_WIDTH, columns, is_coloured, is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Segment = tuple[str, str]
    Line = Sequence[Segment]

__all__ = [
    "columns", "is_coloured", "is_terminal", "note", "print_bytes", "print_json", "print_lines",
    "progress", "visible", "width",
]  # fmt: skip
_BAR = 30  # characters of a progress bar
# Names and ids come from ledgers of others: shown, they must not move the cursor or end a line.
_VISIBLE = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) != "\t"},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
}


def print_json(document: Any) -> None:
    """Write `document` to stdout, UTF-8 whatever the locale; indented for a person.

    A program gets it on one line: Python's encoder is ten times slower when it indents.
    """
    terminal.start_pager()
    indent = 1 if terminal.is_terminal() else None
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")


def visible(text: str) -> str:
    """The text with a picture in the place of each control character but the tab."""
    return text.translate(_VISIBLE)


def print_lines(lines: Iterable[Line]) -> None:
    """Write styled lines to stdout, control characters as pictures."""
    terminal.start_pager()
    coloured = is_coloured()
    sys.stdout.flush()
    write = sys.stdout.buffer.write
    for line in lines:
        if coloured:
            text = "".join(terminal.styled(visible(text), style) for text, style in line)
        else:
            text = visible("".join(text for text, _ in line).rstrip())
        write(text.encode("utf-8", "replace") + b"\n")


def note(text: str) -> None:
    """Write a message for the person to stderr."""
    terminal.say(visible(text))


@contextmanager
def progress(title: str, *, only_terminal: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A function (done, of how many) that shows a bar on stderr, if that is a terminal.

    Elsewhere it writes a line at every tenth, unless `only_terminal`. Nothing is shown of what
    takes less than a second.
    """
    began, shown, tenth = time.monotonic(), False, 0

    def show(done: int, count: int) -> None:
        nonlocal shown, tenth
        seconds = time.monotonic() - began
        if seconds < 1 and done < count:
            return
        rate = f"{done / seconds:.0f} a second" if seconds > 1 else ""
        if sys.stderr.isatty():
            filled = _BAR * done // max(count, 1)
            bar = "#" * filled + "." * (_BAR - filled)
            sys.stderr.write(f"\r{title} [{bar}] {done} of {count}  {rate} ")
            sys.stderr.flush()
            shown = True
        elif not only_terminal and 10 * done // max(count, 1) > tenth:
            tenth = 10 * done // max(count, 1)
            note(f"{title}: {done} of {count}  {rate}")

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")  # what follows takes its place


def width() -> int:
    """Columns for what is laid out in any case: the terminal's, and 80 where there is none."""
    return columns() or DEFAULT_WIDTH


def print_bytes(chunks: Iterable[bytes]) -> None:
    """Write bytes to stdout as they are (a format that other programs read)."""
    terminal.start_pager()
    for chunk in chunks:
        sys.stdout.buffer.write(chunk)
