"""Names of definitions, types, and what stands for any node of a kind."""

from __future__ import annotations

from typing import Any, TypeAlias

from tracer.model.named_tuple import NamedTuple


class Symbol(NamedTuple):
    """A definition of the program, named by where it stands.

    `module` is the unit in which a language finds names (a Python or ES module's file without
    its ending, a Go package's directory, a Java package, a Rust module's path, `c` linkage
    units: the file for static names, '' for external linkage). `path` is the qualified name
    inside; an overload or redefinition has an ordinal behind `#`.
    """

    module: str
    path: tuple[str, ...]


def plain_name(symbol: Symbol) -> str:
    """The name that a symbol has in code: without the ordinal of an overload or redefinition."""
    text = symbol.path[-1]
    at = text.find("#", 1)  # a private name of JavaScript begins with one
    return text[:at] if at > 0 else text


class Type(NamedTuple):
    """A type as far as it is known.

    `name` is a `Symbol`, or the canonical name of a built-in or library type: `int`, `float`,
    `str`, `bool`, `bytes`, `null`, `list`, `tuple`, `dict`, `set`, `function`, `i32`, `u64`,
    `usize`, `f64`, ... or a dotted external path. '' is unknown.
    `nothing`: `null` or `undefined`, where a nullable has only that one beside its values.
    """

    name: Symbol | str
    arguments: tuple[Type, ...] = ()
    is_nullable: bool = False
    nothing: str = ""

    def or_nothing(self, nothing: str) -> Type:
        """The same or nothing, of one kind."""
        is_one = not self.is_nullable or self.nothing == nothing
        return self._replace(is_nullable=True, nothing=nothing if is_one else "")


UNKNOWN = Type("")
OPTIONAL = "?"  # the modifier of a field that an object may lack


# Any node of a kind. Unions of them are not spelled out: mypy compares recursive tuples part by
# part, which takes it exponential time.
Expression: TypeAlias = Any
Pattern: TypeAlias = Any
Statement: TypeAlias = Any
