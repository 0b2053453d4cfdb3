"""Patterns: what a value is stored to, or matched with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core.symbols import UNKNOWN

if TYPE_CHECKING:
    from tracer.semantics.core.symbols import Expression, Pattern, Symbol, Type


class BindPattern(NamedTuple):
    """A new local that takes the value."""

    binder: int
    type: Type = UNKNOWN
    row: int = -1
    is_mutable: bool = False  # said to be so, where a language says it


class TargetPattern(NamedTuple):
    """A store to an existing place: a local, a global, a member, an element."""

    place: Expression
    row: int = -1


class TuplePattern(NamedTuple):
    """(a, b, *rest), [a, b]; `rest` is the index of the element that takes the remainder, or -1."""

    kind: str
    items: tuple[Pattern | None, ...]
    rest: int = -1
    row: int = -1


class FieldsPattern(NamedTuple):
    """{a, b: c = 1, ...rest}; a struct or variant pattern with `type`."""

    items: tuple[FieldPattern, ...]
    type: Type = UNKNOWN
    rest: Pattern | None = None
    row: int = -1


class FieldPattern(NamedTuple):
    """One field of a pattern, and what it is stored to or matched with."""

    name: str
    pattern: Pattern
    default: Expression | None = None
    owner: Symbol | None = None


class VariantPattern(NamedTuple):
    """Some(x), Shape::Circle(r), a class pattern: a type or constructor, and what it holds."""

    type: Expression
    items: tuple[Pattern, ...]
    fields: tuple[FieldPattern, ...] = ()  # by name: `Point(x=0)`
    row: int = -1


class DefaultPattern(NamedTuple):
    """An element that may be missing: [a, b = 1]."""

    pattern: Pattern
    default: Expression
    row: int = -1


class AsPattern(NamedTuple):
    """A pattern whose whole value is stored, too: `case [x] as y`, `y @ Some(_)`."""

    pattern: Pattern
    target: Pattern
    row: int = -1


class ValuePattern(NamedTuple):
    """A constant to be equal to."""

    value: Expression
    row: int = -1


class OrPattern(NamedTuple):
    """Alternatives: the first that matches is taken."""

    items: tuple[Pattern, ...]
    row: int = -1


class AnyPattern(NamedTuple):
    """Whatever it is: `_`."""

    row: int = -1
