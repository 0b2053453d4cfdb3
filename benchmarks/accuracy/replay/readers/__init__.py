"""Independent readers of source code: parsers that tracer does not use, one for each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.accuracy.replay.readers.base import Function, Reader, Reading
from benchmarks.accuracy.replay.readers.python import PythonReader
from benchmarks.accuracy.replay.readers.typescript import TypeScriptReader

if TYPE_CHECKING:
    from collections.abc import Callable

READERS: dict[str, Callable[[], Reader]] = {
    "python": PythonReader,
    "typescript": TypeScriptReader,
}

__all__ = ["READERS", "Function", "Reader", "Reading"]
