"""The record's schema and canonical form, asked of the native core: yes, or nothing at all.

The core answers for the records that there are, in a few microseconds; what it does not say yes to
is judged by `schema` and `canonical`, which also word what is wrong. Loading it takes as long as
judging some dozens of records in Python, so it is asked only where there are more.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tracer import native
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

Program = tuple[Any, ...]  # the kinds that a value may have, (operation, operand) for all else

_FEW = 32  # records that Python judges meanwhile
(
    _PATTERN, _TEXTS, _MINIMUM, _REQUIRED, _PROPERTIES, _ITEMS, _PREFIX, _LEAST, _MOST,
    _ALL, _ANY, _WHERE,
) = range(12)  # as in native/schema.c  # fmt: skip
_KINDS = {"object": 1, "array": 2, "string": 4, "integer": 8, "boolean": 16, "null": 32}
_ANNOTATIONS = {"$schema", "$id", "$defs", "$comment", "title", "description", "then"}
_ANY_KIND = sum(_KINDS.values())
_ENDLESS = 1 << 40
_OPTIONAL = lazy_pattern(r"\(([^()|?]+)\)\?")
_PART = lazy_pattern(r"(\[[^\]\\^]+\]|\\[.]|[0-9A-Za-z_:/ -])(\{[0-9]+\}|[+*])?")


class Core:
    """What the core is asked about records, once there have been some."""

    def __init__(self) -> None:
        self._asked = 0
        self._core: Any = None
        self._program: Program = ()

    def is_valid(self, record: Any, document: Callable[[], dict[str, Any]]) -> bool:
        """Whether a record is surely valid by the schema that `document` gives."""
        core = self._ready(document)
        return core is not None and core.is_valid(self._program, record)

    def is_canonical(self, line: bytes) -> bool:
        """Whether a line, which is UTF-8, surely is in the form that `canonical` gives."""
        return self._core is not None and self._core.is_canonical(line)

    def load(self, document: Callable[[], dict[str, Any]]) -> None:
        """Be ready: there will be many records, or many processes forked from this one."""
        self._asked = _FEW + 1
        self._core = native.core()
        if self._core is not None:
            schema = document()
            self._program = program_of(schema, schema)

    def _ready(self, document: Callable[[], dict[str, Any]]) -> Any:
        if self._asked <= _FEW:
            self._asked += 1
            if self._asked > _FEW:
                self.load(document)
        return self._core


CORE = Core()


def program_of(schema: dict[str, Any], root: dict[str, Any]) -> Program:
    """A schema as the core reads it; `root` holds the `$defs` its references name.

    Raises: ValueError for what the core has no operation for.
    """
    kinds = _ANY_KIND
    steps: list[Any] = []
    for keyword, value in schema.items():
        if keyword == "$ref":
            part = program_of(root["$defs"][value.removeprefix("#/$defs/")], root)
            kinds, steps = kinds & part[0], [*steps, *part[1:]]
        elif keyword == "type":
            kinds &= sum(_KINDS[name] for name in ([value] if isinstance(value, str) else value))
        elif keyword == "if":
            ((name, rule),) = value["properties"].items()
            if list(value) != ["properties"] or list(rule) != ["const"]:
                raise ValueError(f"condition {value!r} is more than a field's text")
            steps.append((_WHERE, (name, rule["const"], program_of(schema["then"], root))))
        elif keyword not in _ANNOTATIONS:
            operation, translate = _OPERATIONS[keyword]
            steps.append((operation, translate(value, root)))
    return (kinds, *steps)


def _same(value: Any, _root: dict[str, Any]) -> Any:
    return value


def _texts(values: list[Any], _root: dict[str, Any]) -> frozenset[Any]:
    return frozenset(values)


def _table(parts: dict[str, Any], root: dict[str, Any]) -> dict[str, Program]:
    return {name: program_of(part, root) for name, part in parts.items()}


def _several(parts: list[dict[str, Any]], root: dict[str, Any]) -> tuple[Program, ...]:
    return tuple(program_of(part, root) for part in parts)


def _pattern(pattern: str, _root: dict[str, Any]) -> Any:
    """The spellings that match, as classes of characters; else the function that searches."""
    if pattern.startswith("^") and pattern.endswith("$"):
        spellings = [_spelling(one) for one in _without_optional(pattern[1:-1])]
        if None not in spellings:
            return tuple(spellings)
    return re.compile(pattern.removesuffix("$") + (r"\Z" if pattern.endswith("$") else "")).search


def _without_optional(pattern: str) -> list[str]:
    """The pattern without each group that may be missing, and with it."""
    group = _OPTIONAL.search(pattern)
    if group is None:
        return [pattern]
    first, last = pattern[: group.start()], pattern[group.end() :]
    return [*_without_optional(first + group[1] + last), *_without_optional(first + last)]


def _spelling(pattern: str) -> tuple[tuple[bytes, int, int], ...] | None:
    """Classes of characters and how many of each; None for what is more than that."""
    found = list(_PART.finditer(pattern))
    if "".join(part[0] for part in found) != pattern:
        return None
    classes = tuple(_class(part[1], part[2] or "") for part in found)
    return classes if _is_plain(classes) else None


def _class(spelled: str, times: str) -> tuple[bytes, int, int]:
    one = re.compile(spelled)
    taken = bytes(byte < 128 and one.match(chr(byte)) is not None for byte in range(256))  # noqa: PLR2004 - ASCII
    if times in ("+", "*"):
        return taken, int(times == "+"), _ENDLESS
    count = int(times[1:-1]) if times else 1
    return taken, count, count


def _is_plain(classes: tuple[tuple[bytes, int, int], ...]) -> bool:
    """Whether taking all one can of each class is right: no other class may need some of it."""
    return all(
        least == most or not any(map(int.__and__, taken, following))
        for (taken, least, most), (following, _, _) in pairwise(classes)
    )


_OPERATIONS: dict[str, tuple[int, Callable[[Any, dict[str, Any]], Any]]] = {
    "pattern": (_PATTERN, _pattern),
    "enum": (_TEXTS, _texts),
    "const": (_TEXTS, lambda value, _root: frozenset([value])),
    "minimum": (_MINIMUM, _same),
    "required": (_REQUIRED, lambda names, _root: tuple(names)),
    "properties": (_PROPERTIES, _table),
    "items": (_ITEMS, program_of),
    "prefixItems": (_PREFIX, _several),
    "minItems": (_LEAST, _same),
    "maxItems": (_MOST, _same),
    "allOf": (_ALL, _several),
    "anyOf": (_ANY, _several),
}
