"""Members that a class hides from those who know its objects by another type.

`a.n()` is one member where the place is of a class, and another where it is of its base: of fields
and of what is static or private in Java, in C++ also of methods that are not virtual.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tracer.classify.equivalence.symbols.hierarchy import DATA
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.semantics.reach.hierarchy import lines_of

if TYPE_CHECKING:
    from tracer.semantics.core import Symbol, Type
    from tracer.semantics.program import Program

_METHODS = "methods"
_VIRTUAL = frozenset({"virtual", "override", "final", "abstract"})


def hidden_members(program: Program) -> frozenset[Symbol]:
    """Members of classes whose objects have several of the name. Cost: all classes, once."""
    found = _HIDDEN.get(program)
    if found is None:
        found = _HIDDEN[program] = frozenset(_found(program))
    return found


_HIDDEN: WeakKeyDictionary[Program, frozenset[Symbol]] = WeakKeyDictionary()


def _found(program: Program) -> set[Symbol]:
    if not any(table_of(file.language).hidden_members for file in program.files):
        return set()
    found: set[Symbol] = set()
    for line in lines_of(program).values():
        rule = table_of(program.files[program.outline(line[0]).file].language).hidden_members
        if not rule or len(line) == 1:
            continue
        for members in _by_name(program, line).values():
            if _hides(program, members, is_said=rule == _METHODS):
                found.update(members)
    return found


def _by_name(program: Program, line: list[Symbol]) -> dict[str, list[Symbol]]:
    """Members of a class and its bases by their plain names, nearest first."""
    found: dict[str, list[Symbol]] = {}
    for owner in line:
        for member in program.outline(owner).members:
            found.setdefault(member.path[-1].partition("#")[0], []).append(member)
    return found


def _hides(program: Program, members: list[Symbol], *, is_said: bool) -> bool:
    """Whether members of one name, nearest first, are not versions of one virtual method.

    `is_said`: only a method with a word that says so is virtual.
    """
    if len({program.outline(one).owner for one in members}) == 1:
        return False
    outlines = [program.outline(one) for one in members]
    if any(one.kind in DATA or "static" in one.modifiers for one in outlines):
        return True
    first = outlines[-1].owner
    own = [one for one in outlines if one.owner == first]
    if is_said and not any(_VIRTUAL & _words(program, one.symbol) for one in own):
        return True
    if not is_said and any(one.is_private for one in outlines):
        return True
    return any(
        program.outline(one).owner != program.outline(other).owner
        and _differ(program, one, other, is_said=is_said)
        for one, other in combinations(members, 2)
    )


def _words(program: Program, member: Symbol) -> frozenset[str]:
    """What is said of a method where it is defined, and where it is declared."""
    path = (*member.path[:-1], f"{member.path[-1].partition('#')[0]}#declaration")
    stated = member._replace(path=path)
    said = program.outline(stated).modifiers if stated in program.definitions else frozenset()
    return program.outline(member).modifiers | said


def _differ(program: Program, one: Symbol, other: Symbol, *, is_said: bool) -> bool:
    """Whether two methods of a name are for other arguments, or objects."""
    ours, theirs = program.definitions[one], program.definitions[other]
    if ours.function is None or theirs.function is None:
        return True
    if is_said and len(ours.signature) != len(theirs.signature):
        return True  # one is for constants
    taken = [[p.type for p in of.parameters] for of in (ours.function, theirs.function)]
    return len(taken[0]) != len(taken[1]) or any(
        a != b and not (_is_open(a) or _is_open(b)) for a, b in zip(*taken, strict=True)
    )


def _is_open(given: Type) -> bool:
    """Whether a type has parameters of a class or function in it, which are types elsewhere."""
    name = given.name
    return (isinstance(name, str) and name.startswith("$")) or any(map(_is_open, given.arguments))
