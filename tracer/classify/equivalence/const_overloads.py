"""Functions that are chosen by what is constant, which types in the core do not say.

`int at(int)` and `int at(int) const` are one call in the core, so are `f(T &)` and `f(const T &)`.
Where a program has such functions, what a change makes constant must be what was so before, apart
from the bodies of functions that name none of them: there it chooses nothing. A template that names
one may be called with any type, so then every body counts.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program
    from tracer.syntax import SyntaxTree

_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR})
_CONST = re.compile(rb"(\S?)\s*\b(const)\b(?=\s*([\w:]+|\W)\s*([\w:]+|\W)?\s*([\w:]+|\W)?)")
_ENDS = frozenset({"begin", "end", "cbegin", "cend", "rbegin", "rend"})
_OPERATOR = "operator"


def why_constant(programs: tuple[Program, Program], files: tuple[set[int], set[int]]) -> str | None:
    """Why other functions may be chosen after a change of some files, or None.

    Cost: functions that share a name are lowered, where files say `const` otherwise at all.
    """
    if _said(programs[0], files[0], []) == _said(programs[1], files[1], []):
        return None
    names = frozenset(name for program in programs for name in _chosen(program))
    if not names:
        return None
    passed = [_passed(program, one, names) for program, one in zip(programs, files, strict=True)]
    if None in passed:
        passed = [[], []]
    said = [
        _said(program, one, spans or [])
        for program, one, spans in zip(programs, files, passed, strict=True)
    ]
    if said[0] == said[1]:
        return None
    return "functions are chosen by `const`, and other things are constant"


def _said(program: Program, files: set[int], passed: list[tuple[int, int, int]]) -> Counter[object]:
    """What files say is constant, by the words around, apart from some spans of bytes of files."""
    found: Counter[object] = Counter()
    for file in files:
        spans = [(first, last) for at, first, last in passed if at == file]
        for match in _CONST.finditer(program.files[file].text):
            if not any(first <= match.start(2) < last for first, last in spans):
                found[b")" if match[1] == b")" else match.groups()[2:]] += 1
    return found


def _name(symbol: Symbol) -> str:
    return symbol.path[-1].partition("#")[0]


def _chosen(program: Program) -> Iterator[str]:
    """The names of functions of which two differ in nothing but what is constant."""
    groups: dict[object, list[Definition]] = {}
    for symbol in program.definitions:
        outline = program.outline(symbol)
        if outline.kind in _FUNCTIONS and program.semantics(outline.file).get("overloads"):
            groups.setdefault((symbol.module, symbol.path[:-1], _name(symbol)), []).append(outline)
    for group in groups.values():
        if len(group) > 1 and _differ_in_const(program, [one.symbol for one in group]):
            yield _name(group[0].symbol)


def _differ_in_const(program: Program, symbols: list[Symbol]) -> bool:
    """Whether two functions of one name take the same, as the core says it."""
    qualified: dict[object, set[bool]] = {}
    referring: Counter[object] = Counter()
    for symbol in symbols:
        code = program.definitions[symbol].function
        types = tuple(one.type for one in code.parameters) if code is not None else ()
        qualified.setdefault(types, set()).add("const" in _signature(program, symbol))
        if any(one.name in ("&", "*") for one in types):
            referring[types, "declaration" in program.outline(symbol).modifiers] += 1
    return any(len(one) > 1 for one in qualified.values()) or any(n > 1 for n in referring.values())


def _signature(program: Program, symbol: Symbol) -> frozenset[str]:
    """The tokens of what is said of a function besides its code."""
    parts = program.definitions[symbol].signature
    return frozenset(token for part in parts for token in getattr(part, "tokens", ()))


def _passed(
    program: Program, files: set[int], names: frozenset[str]
) -> list[tuple[int, int, int]] | None:
    """(file, first, last) of code where `const` chooses nothing; None where a template may choose.

    Bodies that name none of the functions, and the heads of what a class declares elsewhere.
    """
    found = []
    for symbol in program.definitions:
        outline = program.outline(symbol)
        tree = program.files[outline.file].tree
        body = tree.child_by_field(outline.row, "body") if tree is not None else -1
        if tree is None or outline.kind not in _FUNCTIONS or body < 0:
            continue
        if _may_call(tree.slice(body), names):
            if _is_template(program, symbol):
                return None
        elif outline.file in files:
            found.append((outline.file, tree.start[body], tree.end[body]))
        if outline.file in files and _is_declared_elsewhere(program, outline, tree):
            found.append((outline.file, tree.start[outline.row], tree.start[body]))
    return found


def _may_call(body: bytes, names: frozenset[str]) -> bool:
    """Whether code may call a function of one of some names."""
    for name in names:
        sign = name.removeprefix(_OPERATOR).strip()
        is_operator = name.startswith(_OPERATOR) and not sign[:1].isalnum()
        if is_operator and (sign[:1].encode() in body or not sign):
            return True
        if name in _ENDS and b"for" in body:
            return True
        if name.startswith(_OPERATOR) and not is_operator:
            return True  # a conversion, which nothing names
        if re.search(rb"\b" + re.escape(name.encode()) + rb"\b", body):
            return True
    return False


def _is_template(program: Program, symbol: Symbol) -> bool:
    """Whether a function, or the class that it is of, takes types, or values of any type."""
    code = program.definitions[symbol].function
    owner: Symbol | None = symbol
    while owner is not None and owner in program.definitions:
        if "<" in _signature(program, owner):
            return True
        owner = program.outline(owner).owner
    types = [one.type for one in code.parameters] if code is not None else []
    inner = [one.arguments[0] if one.name in ("&", "*") and one.arguments else one for one in types]
    return any(not one.name for one in inner)


def _is_declared_elsewhere(program: Program, outline: Definition, tree: SyntaxTree) -> bool:
    """Whether a method stands outside of its class, which then says the same of it."""
    owner = outline.owner
    if owner is None or owner not in program.definitions:
        return False
    around = program.outline(owner)
    is_inside = around.file == outline.file and around.row < outline.row < tree.stop[around.row]
    return around.kind is Kind.CLASS and not is_inside
