"""The files that a call of an MCP server's tool names, read off its arguments.

No schema of these tools is known here. What a file's name is follows from the argument's name
(`path`, `output_file`); an argument whose name says less (`target`, `destination`) counts
where its value looks like a path. A gate asks for these files what it asks for those of an edit.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tracer.model.events import Target
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_FILES = 64
_DEEPEST = 6
_LONGEST = 4096
_FILE = lazy_pattern(
    r"(?i)(^|[_-])(paths?|files?|filenames?|dirs?|director(y|ies)|folders?|(file|folder|dir)name)$"
)
_CAMEL = lazy_pattern(r"(Path|File|Filename|Dir|Directory|Folder)s?$")
_PLACE = lazy_pattern(r"(?i)(^|[_-])(dest|destination|target|output|out|location|uri|to)$")
_SOURCE = lazy_pattern(r"(?i)(^|[_-])(source|src|from)$")
_LIKE_A_PATH = lazy_pattern(r"[/\\]|^[.~]")
_SCHEME = lazy_pattern(r"(?i)(?!file:)[a-z][a-z0-9+.-]+:")
_LEAVES = lazy_pattern(r"(?i)mov|renam|delet|remov")  # tools after which the source is gone


def named_files(arguments: Any, tool: str) -> tuple[Target, ...]:
    """The files in the arguments of a call that may change something, each once.

    `arguments` are a mapping or its JSON. What a tool moves or deletes counts as well as
    what it writes; what it copies from does not.
    Cost: one walk, at most six levels deep, to 64 files.
    """
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return ()
    found: dict[str, Target] = {}
    leaves = _LEAVES.search(tool) is not None
    for name, text in _texts(arguments, "", 0):
        if len(found) >= _MOST_FILES:
            break
        if _names_a_file(name, text, leaves=leaves):
            path = text.removeprefix("file://")
            found.setdefault(path, Target(path, "edit"))
    return tuple(found.values())


def _names_a_file(name: str, text: str, *, leaves: bool) -> bool:
    """Whether an argument of this name and value is a file that the call may change."""
    if not text or len(text) > _LONGEST or "\n" in text or "\0" in text or _SCHEME.match(text):
        return False
    if _FILE.search(name) or _CAMEL.search(name):
        return True
    is_place = _PLACE.search(name) or (leaves and _SOURCE.search(name))
    return bool(is_place and _LIKE_A_PATH.search(text))


def _texts(value: Any, name: str, depth: int) -> Iterator[tuple[str, str]]:
    """The strings in arguments with the names they are given under, also in lists."""
    if isinstance(value, str):
        yield name, value
    elif depth < _DEEPEST and isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, str(key), depth + 1)
    elif depth < _DEEPEST and isinstance(value, list):
        for inner in value:
            yield from _texts(inner, name, depth + 1)
