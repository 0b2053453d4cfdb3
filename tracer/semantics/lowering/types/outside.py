"""Types of members of outside types: what a method gives, what it hands to a function it takes.

`outside` of a table says, by type: `like` (other types whose members it has), `results` (member or
static function -> type), `takes` (method -> types of the parameters of the functions it is given;
`called` of an interface that functions have: types of their parameters)
and `statics` (names of functions that have no receiver). A type is written as in code, with full
names; `1` is the first type argument of the receiver, `self` the receiver's type, `fn` the result
of the function given, `arg` the type of the first argument, `held` of what that one holds.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TOKENS = re.compile(r"[\w.$&]+|[<>,]")


class OutsideType(NamedTuple):
    """One outside type."""

    like: tuple[str, ...]
    results: Mapping[str, core.Type]
    takes: Mapping[str, tuple[core.Type, ...]]
    statics: frozenset[str]


class OutsideTypes:
    """The `outside` section of a table."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._types = {name: _outside(value or {}) for name, value in raw.items()}
        self.has_interfaces = any("called" in one.takes for one in self._types.values())

    def result(
        self, of: core.Type, name: str, functions: Sequence[core.Type], given: Sequence[core.Type]
    ) -> core.Type:
        """What a member of a type gives; `functions` are results of the functions it is given."""
        found = self._find(str(of.name), name, "results") if isinstance(of.name, str) else None
        if found is None:
            return core.UNKNOWN
        held = self.element(given[0]) if given and _has_held(found) else core.UNKNOWN
        return filled(found, of, functions, given, held)

    def takes(self, of: core.Type, name: str) -> tuple[core.Type, ...]:
        """Types of the parameters of a function that a method of a type is given."""
        found = self._find(str(of.name), name, "takes") if isinstance(of.name, str) else None
        return tuple(filled(one, of, (), ()) for one in found or ())

    def is_static(self, of: str, name: str) -> bool:
        """Whether a member of a type is a function of the type itself."""
        return of in self._types and name in self._types[of].statics

    def element(self, of: core.Type) -> core.Type:
        """The type of what a loop over a type's values goes through."""
        return self.result(of, "each", (), ())

    def _find(self, of: str, name: str, section: str) -> Any:
        known = self._types.get(of)
        if known is None:
            return None
        found = getattr(known, section).get(name)
        for base in known.like if found is None else ():
            found = self._find(base, name, section)
            if found is not None:
                break
        return found


def _outside(raw: Mapping[str, Any]) -> OutsideType:
    takes = {
        name: tuple(parsed(str(one)) for one in (value if isinstance(value, list) else [value]))
        for name, value in (raw.get("takes") or {}).items()
    }
    results = {name: parsed(str(value)) for name, value in (raw.get("results") or {}).items()}
    statics = frozenset(str(raw.get("statics") or "").split())
    return OutsideType(tuple(raw.get("like") or ()), results, takes, statics)


def parsed(text: str) -> core.Type:
    """A type as it is written in the table."""
    tokens = _TOKENS.findall(text)

    def read(at: int) -> tuple[core.Type, int]:
        name, arguments = tokens[at], []
        at += 1
        if at < len(tokens) and tokens[at] == "<":
            while tokens[at] != ">":
                one, at = read(at + 1)
                arguments.append(one)
            at += 1
        return core.Type(name, tuple(arguments)), at

    return read(0)[0]


def _has_held(found: core.Type) -> bool:
    return found.name == "held" or any(map(_has_held, found.arguments))


def filled(
    found: core.Type,
    of: core.Type,
    functions: Sequence[core.Type],
    given: Sequence[core.Type],
    held: core.Type = core.UNKNOWN,
) -> core.Type:
    """A type with what stands for others put in; unknown where these are."""
    name = str(found.name)
    if name == "self":
        return of
    if name == "fn":
        return functions[0] if functions else core.UNKNOWN
    if name == "held":
        return held
    if name == "arg":
        return given[0] if given else core.UNKNOWN
    if name.isdigit():
        place = int(name) - 1
        return of.arguments[place] if place < len(of.arguments) else core.UNKNOWN
    arguments = tuple(filled(one, of, functions, given, held) for one in found.arguments)
    return core.Type(name, arguments)
