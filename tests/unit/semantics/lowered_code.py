"""Small programs lowered to text, for the tables of the tests beside this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.program import Program, build_program
from tracer.semantics.show import show

if TYPE_CHECKING:
    from tracer.semantics.core import Symbol


def program(files: dict[str, str]) -> Program:
    """The program of some files."""
    return build_program([(path, text.encode()) for path, text in files.items()])


def symbol_named(of: Program, name: str) -> Symbol:
    """The symbol with a dotted path."""
    return next(s for s in of.definitions if ".".join(s.path) == name)


def body(files: dict[str, str], name: str = "f") -> list[str]:
    """The statements of a function, one a line."""
    of = program(files)
    symbol = symbol_named(of, name)
    function = of.definitions[symbol].function
    assert function is not None, f"{name} has no code"
    return [show(statement, of.names_of(symbol)) for statement in function.body]


def top(files: dict[str, str], path: str) -> list[str]:
    """What a file runs when it is loaded, one statement a line."""
    of = program(files)
    index = next(i for i, file in enumerate(of.files) if file.path == path)
    module = next(m for ms in of.modules.values() for m in ms if m.file == index)
    return [show(statement, of.names_of(index)) for statement in module.top]
