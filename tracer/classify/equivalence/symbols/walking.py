"""Nodes of the core language inside others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from tracer.semantics.core import Call, External, Member, Ref, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.program import Program


def references(code: Any) -> Iterator[Any]:
    """Every tuple inside a piece of code, nodes and symbols among them, outermost first."""
    todo = [code]
    seen: set[int] = set()
    while todo:
        one = todo.pop()
        if isinstance(one, tuple | frozenset) and id(one) not in seen:
            seen.add(id(one))
            if isinstance(one, tuple):
                yield one
            if not isinstance(one, Symbol):
                todo.extend(reversed(tuple(one)))


def symbols_in(code: Any) -> set[Symbol]:
    """The definitions that a piece of code names."""
    return {one for one in references(code) if isinstance(one, Symbol)}


def bare(code: Any) -> Any:
    """A piece of code without rows."""
    if not isinstance(code, tuple):
        return code
    fields = getattr(code, "_fields", ())
    parts = code[:-1] if fields and fields[-1] == "row" else code
    return (type(code).__name__, *map(bare, parts))


class Spread(NamedTuple):
    """A call whose arguments have computed names: what is called, or the plain name of it."""

    called: Symbol | None
    word: str
    where: str


def spreads(program: Program) -> list[Spread]:
    """The calls of a program that spread a table over parameters. Cost: its code, lowered once."""
    found = _SPREADS.get(program)
    if found is None:
        found = _SPREADS[program] = list(_spreads(program))
    return found


_SPREADS: WeakKeyDictionary[Program, list[Spread]] = WeakKeyDictionary()


def _spreads(program: Program) -> Iterator[Spread]:
    marked = {at for at, file in enumerate(program.files) if b"**" in file.text}
    codes: list[tuple[str, Any]] = [
        (program.files[program.outline(s).file].path, program.definitions[s])
        for s in program.definitions
        if program.outline(s).file in marked
    ]
    for name, parts in program.interfaces.items():
        if not marked.isdisjoint(one.file for one in parts):
            modules = program.modules[name]
            codes += [(program.files[m.file].path, m.top) for m in modules if m.file in marked]
    for where, code in codes:
        for call in references(code):
            if not isinstance(call, Call) or all(a.spread != "**" for a in call.arguments):
                continue
            function = call.function
            if isinstance(function, Ref):
                yield Spread(function.symbol, "", where)
            elif isinstance(function, External):
                continue
            elif isinstance(function, Member):
                yield Spread(function.owner or Symbol("", ()), function.name, where)
            else:
                yield Spread(None, "", where)
