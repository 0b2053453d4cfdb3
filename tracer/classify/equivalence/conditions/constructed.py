"""Functions that become arrow functions or methods, or were: `new` makes objects of others only.

A function, an arrow function and an object's method that do the same are one term. What tells them
apart is `new`, and `instanceof` and `extends`, which ask for the objects that a function makes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.symbols import shown
from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics.core import (
    Binary,
    Call,
    Definition,
    External,
    Function,
    Kind,
    Ref,
    Symbol,
    TypeTest,
    Unresolved,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tracer.semantics.program import Program

_NEVER_MADE = frozenset({"arrow", "method"})  # flags of what `new` fails on


def why_constructed(
    programs: tuple[Program, Program], images: Mapping[Symbol, Symbol]
) -> str | None:
    """Why a function may not be an arrow function on one side only, or None.

    `images`: of the definitions after, those before; one that is unfolded at its calls has none,
    and is itself. Cost: where functions have receivers (and then make objects), all code of both
    programs.
    """
    before, after = programs
    files = range(len(after.files))
    if not any(after.semantics(file).get("functions_have_receivers") for file in files):
        return None
    turned = (set[Symbol](), set[Symbol]())
    for new in after.definitions:
        old = images.get(new, new)
        if old not in before.definitions:
            continue
        ours, theirs = _own(before.definitions[old]), _own(after.definitions[new])
        if (
            ours is not None
            and theirs is not None
            and _is_never_made(ours) is not _is_never_made(theirs)
        ):
            turned[0].add(old)
            turned[1].add(new)
    if not turned[0] and _nameless(before) == _nameless(after):
        return None
    if any(_asks(program) for program in programs):
        return "code asks what a function was called as"
    for program, symbols in zip(programs, turned, strict=True):
        for made in _made_of(program):
            if isinstance(made, Ref) and made.symbol in symbols:
                return f"objects are made of `{shown(made.symbol)}`, an arrow on one side only"
            if not _is_known(program, made):
                return "objects may be made of a function that is an arrow on one side only"
    return None


def _asks(program: Program) -> bool:
    """Whether code of a program asks what a function was called as."""
    return any(
        words.search(file.text) is not None
        for file in program.files
        if (words := table_of(file.language).asks_call) is not None
    )


def _own(definition: Definition) -> Function | None:
    value = definition.function or definition.value
    return value if isinstance(value, Function) else None


def _is_never_made(function: Function) -> bool:
    return not _NEVER_MADE.isdisjoint(function.flags)


def _is_known(program: Program, made: Any) -> bool:
    """Whether it is a class, one of outside, or one function for good."""
    if isinstance(made, External | Unresolved):
        return True
    if not isinstance(made, Ref) or made.symbol not in program.definitions:
        return False
    definition = program.definitions[made.symbol]
    if definition.kind in (Kind.CLASS, Kind.FUNCTION):
        return True
    return definition.kind is Kind.CONSTANT and _own(definition) is not None


def _code(program: Program) -> Iterator[Any]:
    for definition in program.definitions.values():
        yield definition.function, definition.value, definition.body
    for modules in program.modules.values():
        for module in modules:
            yield module.top


def _nameless(program: Program) -> int:
    """How many functions inside other code objects may be made of."""
    own = {id(found) for one in program.definitions.values() if (found := _own(one)) is not None}
    return sum(
        isinstance(node, Function) and id(node) not in own and not _is_never_made(node)
        for code in _code(program)
        for node in references(code)
    )


def _made_of(program: Program) -> Iterator[Any]:
    """What `new`, `instanceof` and `extends` name."""
    for definition in program.definitions.values():
        yield from definition.bases
    for code in _code(program):
        for node in references(code):
            if isinstance(node, Call) and node.kind == "new":
                yield node.function
            elif isinstance(node, Binary) and node.operator == "instanceof":
                yield node.right
            elif isinstance(node, TypeTest) and isinstance(node.type.name, Symbol):
                yield Ref(node.type.name)
