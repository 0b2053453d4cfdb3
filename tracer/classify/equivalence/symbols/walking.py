"""Nodes of the core language inside others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import Call, External, Kind, Literal, Member, Ref, Symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.semantics.core import Argument
    from tracer.semantics.program import Program


_WITH_PARTS = (tuple, frozenset)  # a union is made anew wherever it is asked for


def references(code: Any) -> Iterator[Any]:
    """Every tuple inside a piece of code, nodes and symbols among them, outermost first."""
    todo = [code] if isinstance(code, _WITH_PARTS) else []
    seen: set[int] = set()
    while todo:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        parts = one if isinstance(one, tuple) else tuple(one)
        if parts is one:
            yield one
            if isinstance(one, Symbol):
                continue
        todo += [part for part in parts[::-1] if isinstance(part, _WITH_PARTS)]


def symbols_in(code: Any) -> set[Symbol]:
    """The definitions that a piece of code names."""
    todo = [code] if isinstance(code, _WITH_PARTS) else []
    seen: set[int] = set()
    found: set[Symbol] = set()
    while todo:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Symbol):
            found.add(one)
        else:
            todo += [part for part in one if isinstance(part, _WITH_PARTS)]
    return found


def bare(code: Any) -> Any:
    """A piece of code without rows."""
    if not isinstance(code, tuple):
        return code
    fields = getattr(code, "_fields", ())
    parts = code[:-1] if fields and fields[-1] == "row" else code
    return (type(code).__name__, *map(bare, parts))


def only_literals_differ(one: Any, other: Any) -> bool:
    """Whether two pieces of code differ, and in nothing but the values of literals."""
    differing = 0
    todo = [(one, other)]
    while todo:
        ours, theirs = todo.pop()
        if type(ours) is not type(theirs):
            return False
        if isinstance(ours, Literal):
            differing += (ours.kind, ours.value) != (theirs.kind, theirs.value)
        elif isinstance(ours, tuple):
            if len(ours) != len(theirs):
                return False
            is_placed = getattr(ours, "_fields", ("",))[-1:] == ("row",)
            todo += zip(*((ours[:-1], theirs[:-1]) if is_placed else (ours, theirs)), strict=True)
        elif ours != theirs:
            return False
    return differing > 0


def macro_words(program: Program) -> dict[Symbol, frozenset[str]]:
    """The words in the texts that the macros of a program stand for. Cost: these texts, once."""
    found = _MACROS.get(program)
    if found is None:
        found = _MACROS[program] = {}
        for symbol in program.definitions:
            outline = program.outline(symbol)
            tree = program.files[outline.file].tree
            if outline.kind is Kind.MACRO and tree is not None:
                said = WORD.findall(tree.slice(outline.row))
                found[symbol] = frozenset(one.decode("utf-8", "replace") for one in said)
    return found


_MACROS: WeakKeyDictionary[Program, dict[Symbol, frozenset[str]]] = WeakKeyDictionary()
WORD = re.compile(rb"[\w$\x80-\xff]+")


class Spread(NamedTuple):
    """A call that gives arguments by names: what is called, or the plain name of it."""

    called: Symbol | None
    word: str
    where: str


def spreads(program: Program) -> list[Spread]:
    """The calls of a program that spread a table over parameters. Cost: its code, lowered once."""
    found = _SPREADS.get(program)
    if found is None:
        found = _SPREADS[program] = list(_calls(program, _TABLE, lambda one: one.spread == "**"))
    return found


def calls_naming(program: Program, name: str) -> Iterator[Spread]:
    """The calls of a program that give an argument by a name. Cost: the files with such a text."""
    said = re.compile(rb"(?<![\w.])" + re.escape(name.encode()) + rb"\s*=(?!=)")
    return _calls(program, said, lambda one: one.label == name)


_TABLE = re.compile(rb"\*\*")
_SPREADS: WeakKeyDictionary[Program, list[Spread]] = WeakKeyDictionary()


def _calls(
    program: Program, said: re.Pattern[bytes], chosen: Callable[[Argument], bool]
) -> Iterator[Spread]:
    """The calls with a chosen argument, in files that have a text."""
    marked = {at for at, file in enumerate(program.files) if said.search(file.text)}
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
            if not isinstance(call, Call) or not any(map(chosen, call.arguments)):
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
