"""`python -m tracer.semantics.dump FILE...`: lowered code as text, for people who write tables."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

from tracer.semantics.program import Program, build_program
from tracer.semantics.show import show
from tracer.syntax import LEAF, SyntaxTree, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.core import Symbol


def dump(program: Program) -> Iterator[str]:
    """Lines: definitions with their code, modules with what they run, reasons for doubt."""
    for symbol in program.definitions:
        definition, names = program.definitions[symbol], program.names_of(symbol)
        words = [definition.kind.value, *sorted(definition.modifiers)]
        words += ["exported"] * definition.is_exported + ["private"] * definition.is_private
        path = ".".join(symbol.path)
        yield f"== {symbol.module}:{path} ({', '.join(words)}) {show(definition.type)}"
        for part in ("decorators", "bases", "signature", "value", "body"):
            value = getattr(definition, part)
            if value:
                yield f"   {part} {show(value, names)}"
        function = definition.function
        if function is not None:
            given = ", ".join(show(p, names) for p in function.parameters)
            yield f"   ({given}) -> {show(function.result)} {show(function.flags)}"
            yield from (f"     {show(statement, names)}" for statement in function.body)
    for name, modules in program.modules.items():
        for module in modules:
            yield f"## module {name}"
            yield from (
                f"   import {i.module} {i.names}{' (outside)' * i.is_external}"
                for i in module.imports
            )
            yield from (f"   export {exported} {target}" for exported, target in module.exports)
            names = program.names_of(module.file)
            yield from (f"     {show(statement, names)}" for statement in module.top)
    yield from (f"!! {reason}" for reason in program.unknown)


def opaque_kinds(program: Program) -> Counter[str]:
    """How many rows of which kind the tables do not know; all code is lowered."""
    world = program._world  # noqa: SLF001 - the same package's inside
    units: list[Symbol | int] = [*program.definitions, *world.outlines]
    return Counter(kind for unit in units for kind in world.lowered(unit).opaque_kinds)


def tree_lines(tree: SyntaxTree, row: int = 0, depth: int = 0) -> Iterator[str]:
    """A syntax tree with its fields; tokens are marked."""
    field = tree.field_name(row)
    token = "" if tree.language.kind_is_named[tree.kind[row]] else " !"
    text = f" {tree.slice(row).decode('utf-8', 'replace')!r}" if tree.flags[row] & LEAF else ""
    yield f"{'  ' * depth}{field + ': ' if field else ''}{tree.kind_name(row)}{token}{text}"
    for child in tree.children(row):
        yield from tree_lines(tree, child, depth + 1)


def main(arguments: list[str]) -> None:
    """Print what is lowered of the files named, or their trees."""
    paths = [a for a in arguments if not a.startswith("--")]
    files = []
    for path in paths:
        with open(path, "rb") as file:
            files.append((path.lstrip("./"), file.read()))
    if "--tree" in arguments:
        for path, text in files:
            sys.stdout.writelines(f"{line}\n" for line in tree_lines(parse(text, path=path)))
        return
    program = build_program(files)
    sys.stdout.writelines(f"{line}\n" for line in dump(program))
    sys.stdout.write(f"opaque: {dict(opaque_kinds(program).most_common(40))}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
