"""Members as objects see them: a class's own and those of its bases, so that both versions agree.

A member that goes up to a base, down to a subclass, or to a superclass that is new, is the member
that the objects of each class had before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.core import Kind, Ref, Symbol
from tracer.semantics.reach.hierarchy import CLASSES, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tracer.semantics.core import Expression
    from tracer.semantics.program import Program

DATA = frozenset({Kind.FIELD, Kind.VARIANT, Kind.CONSTANT, Kind.VARIABLE})


def name_of(symbol: Symbol) -> str:
    """The plain name of a definition, without the ordinal of an overload."""
    return without_ordinal(symbol.path[-1]) if symbol.path else symbol.module.rpartition("/")[2]


def members_of_name(program: Program, symbol: Symbol) -> list[Symbol]:
    """All members with the plain name of a definition; declarations are those of declarations."""
    name = name_of(symbol)
    named = program.members_named.get(name.removesuffix("#declaration"), ())
    return [one for one in named if name_of(one) == name]


def without_ordinal(part: str) -> str:
    """A part of a qualified name without the number of an overload; `#name` is a private one."""
    name, sign, number = part.rpartition("#")
    if sign and name and number.isdigit():
        part = name
    name, sign, _ = part.partition("#<")  # what it is for: the trait of a method
    return name if sign and name else part


def is_overridden(program: Program, lines: Mapping[Symbol, list[Symbol]], symbol: Symbol) -> bool:
    """Whether a class around a member in the hierarchy has one of its name, too.

    `lines`: those of the program.
    """
    family = family_of(program, lines, symbol)
    return len(family) > 1 or "abstract" in program.outline(symbol).modifiers


def family_of(
    program: Program, lines: Mapping[Symbol, list[Symbol]], symbol: Symbol
) -> set[Symbol]:
    """The members of one name of the classes around a member in the hierarchy."""
    name, own = name_of(symbol), program.outline(symbol).owner
    todo = [own]
    seen: set[Symbol] = set()
    while todo:
        one = todo.pop()
        if one is None or one in seen:
            continue
        seen.add(one)
        todo += [*program.subclasses(one), *lines.get(one, ())]
    family = {s for s in program.members_named.get(name, ()) if program.outline(s).owner in seen}
    declared = {
        s for s in family
        if "declaration" in program.outline(s).modifiers and program.outline(s).owner == own
    }  # fmt: skip
    # One that is declared alone is the member itself: what stands in the class, defined elsewhere.
    return family - declared if len(declared) == 1 else family


def effective(program: Program, line: list[Symbol]) -> dict[str, Symbol]:
    """Member names, with ordinals, that objects of a class have -> the member each means."""
    found: dict[str, Symbol] = {}
    for owner in line:
        for member in program.outline(owner).members:
            found.setdefault(member.path[-1], member)
    return found


def effective_pairs(
    before: Program, after: Program, to_before: Mapping[Symbol, Symbol]
) -> set[tuple[Symbol, Symbol]]:
    """(before, after) of members that are the same to objects of a class, and not mapped so."""
    lines = lines_of(before), lines_of(after)
    found: set[tuple[Symbol, Symbol]] = set()
    for new, line in lines[1].items():
        old = to_before.get(new)
        if old is None or old not in lines[0] or len(line) + len(lines[0][old]) <= 2:  # noqa: PLR2004 - itself, twice
            continue
        ours, theirs = effective(before, lines[0][old]), effective(after, line)
        for name, member in theirs.items():
            image = to_before.get(member)
            known = ours.get(image.path[-1] if image is not None else name)
            is_shared = (
                known is not None
                and known != image
                and not (_is_state(before, known) or _is_state(after, member))
            )
            if is_shared and known is not None:
                found.add((known, member))
    return found


def _is_state(program: Program, member: Symbol) -> bool:
    """Whether a member is one place for all objects, which several classes then share."""
    outline = program.outline(member)
    if outline.kind not in {Kind.FIELD, Kind.VARIABLE, Kind.CONSTANT}:
        return False
    return "static" in outline.modifiers or program.definitions[member].value is not None


def why_members(
    programs: tuple[Program, Program],
    to_before: Mapping[Symbol, Symbol],
    extra: frozenset[tuple[Symbol, Symbol]],
) -> dict[tuple[Symbol, Symbol], str]:
    """Classes whose objects have other members than before: pair of classes -> the reason."""
    lines = lines_of(programs[0]), lines_of(programs[1])
    images = {before: after for after, before in to_before.items()}
    shared = extra | {(b, a) for a, b in to_before.items()}
    why: dict[tuple[Symbol, Symbol], str] = {}
    for after, before in to_before.items():
        owners = before._replace(path=before.path[:-1]), after._replace(path=after.path[:-1])
        if owners[0] != owners[1] and _plain(owners[0]) == _plain(owners[1]):
            why[owners] = f"`{name_of(owners[1])}` is defined twice, and the last one counts"
    for new, line in lines[1].items():
        old = to_before.get(new)
        if old is None or old not in lines[0]:
            continue
        ours, theirs = effective(programs[0], lines[0][old]), effective(programs[1], line)
        for name, member in ours.items():
            image = images.get(member)
            now = theirs.get(image.path[-1] if image is not None else name)
            is_gone = now is None and image is None
            if is_gone or (now is not None and (member, now) in shared):
                continue
            if image is not None and programs[0].outline(member).kind in CLASSES:
                continue  # a type that stood in the class: no object has it
            if now is None and not _is_made(programs[0], old):
                continue
            why.setdefault((old, new), f"`{name}` of `{'.'.join(new.path)}` is another member")
    return why


def _plain(symbol: Symbol) -> Symbol:
    """A symbol without what tells definitions of one name apart."""
    return symbol._replace(path=tuple(part.split("#")[0] for part in symbol.path))


def _is_made(program: Program, symbol: Symbol) -> bool:
    """Whether objects of a class are made as such, as far as is seen."""
    return any(one.kind != "base" for one in program.references.get(symbol, ()))


def bases_of(
    program: Program, symbol: Symbol, known: Mapping[Symbol, Symbol]
) -> Iterator[Expression]:
    """The bases of a class; those that have no image are replaced by their own."""
    for base in program.definitions[symbol].bases:
        is_own = isinstance(base, Ref) and base.symbol in program.definitions
        if is_own and base.symbol not in known and base.symbol != symbol:
            yield from bases_of(program, base.symbol, known)
        else:
            yield base
