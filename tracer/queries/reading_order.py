"""The order in which the files of a change are best read.

What is left to read comes before what is proved. Among those, a file that changes a definition
comes before the files that use its name on lines that changed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Json = dict[str, Any]
_WORD = re.compile(r"[^\W\d]\w*")


def reading_order(
    files: Sequence[Json],
    texts: Mapping[str, Sequence[str]],
    definitions: Callable[[str], Iterable[tuple[int, str]]],
) -> list[int]:
    """Indices into `files`, which have rows. `texts` are the lines of each file after.

    `definitions` tells the lines on which a file after defines something, and its name. Files that
    use each other keep their order. Cost: linear in the lines, quadratic in the files.
    """
    defined = [_defined(file, definitions) for file in files]
    used = [_used(file, texts) for file in files]
    is_open = [any(row["is_open"] for row in file["rows"]) for file in files]
    order: list[int] = []
    seen: set[int] = set()

    def visit(index: int) -> None:
        waiting = [(index, iter(_needed(index)))]
        seen.add(index)
        while waiting:
            here, needed = waiting[-1]
            following = next((one for one in needed if one not in seen), None)
            if following is None:
                waiting.pop()
                order.append(here)
            else:
                seen.add(following)
                waiting.append((following, iter(_needed(following))))

    def _needed(index: int) -> list[int]:
        return [
            other
            for other in range(len(files))
            if other != index
            and is_open[other] == is_open[index]
            and defined[other] & used[index]
            and not defined[index] & used[other]
        ]

    for wanted in (True, False):
        for index in range(len(files)):
            if is_open[index] is wanted and index not in seen:
                visit(index)
    return order


def _defined(file: Json, definitions: Callable[[str], Iterable[tuple[int, str]]]) -> set[str]:
    """The simple names of the definitions that are new, or whose lines an edit touches."""
    if file["after"] is None:
        return set()
    new = {row["after"] for row in file["rows"] if row["kind"] in {"added", "moved"}}
    begun = {name for line, name in definitions(file["after"]) if line in new}
    places = (change["after"] for change in file["changes"])
    return begun | {
        place["name"].rpartition(".")[2] for place in places if place and place.get("name")
    }


def _used(file: Json, texts: Mapping[str, Sequence[str]]) -> set[str]:
    """The words on the lines after that differ."""
    lines = texts.get(file["after"] or "", ())
    return {
        word
        for row in file["rows"]
        if row["kind"] != "same" and row["after"] is not None
        for word in _WORD.findall(lines[row["after"] - 1])
    }
