"""Statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.semantics.core.expressions import Function, Opaque
    from tracer.semantics.core.symbols import Expression, Pattern, Statement


class Let(NamedTuple):
    """A declaration of locals. `kind`: '' or static. Without value the locals are not set yet."""

    pattern: Pattern
    value: Expression | None = None
    kind: str = ""
    otherwise: tuple[Statement, ...] = ()  # let ... else
    row: int = -1
    is_typed: bool = False  # the declaration says its type


class Evaluate(NamedTuple):
    """An expression as a statement."""

    value: Expression
    row: int = -1


class Block(NamedTuple):
    """Statements in a scope of their own (destructors of the language run at its end)."""

    statements: tuple[Statement, ...]
    row: int = -1


class If(NamedTuple):
    """`pattern`: `if let`; the test is then the value matched."""

    test: Expression
    then: tuple[Statement, ...] = ()
    otherwise: tuple[Statement, ...] = ()
    pattern: Pattern | None = None
    row: int = -1


class Loop(NamedTuple):
    """while, do-while (`is_checked_after`), C's for. The test may be None: forever."""

    test: Expression | None
    body: tuple[Statement, ...]
    setup: tuple[Statement, ...] = ()
    step: tuple[Statement, ...] = ()
    otherwise: tuple[Statement, ...] = ()
    label: str = ""
    is_checked_after: bool = False
    pattern: Pattern | None = None  # while let
    row: int = -1


class ForEach(NamedTuple):
    """`kind`: values, keys (JavaScript's for-in), entries (Go's range with two), async."""

    pattern: Pattern
    iterable: Expression
    body: tuple[Statement, ...] = ()
    otherwise: tuple[Statement, ...] = ()
    label: str = ""
    kind: str = "values"
    row: int = -1


class Case(NamedTuple):
    """`patterns` empty: the default. `guard` beside the pattern."""

    patterns: tuple[Pattern, ...]
    body: tuple[Statement, ...]
    guard: Expression | None = None
    row: int = -1


class Switch(NamedTuple):
    """A choice among cases.

    `kind`: switch (falls through; equality of the language), cases (does not), match (patterns),
    types, select.
    """

    subject: Expression | None
    cases: tuple[Case, ...]
    kind: str = "switch"
    label: str = ""
    row: int = -1


class Return(NamedTuple):
    """`return`."""

    value: Expression | None = None
    row: int = -1


class Leave(NamedTuple):
    """break (with Rust's value), continue, goto, fallthrough."""

    kind: str
    label: str = ""
    value: Expression | None = None
    row: int = -1


class Throw(NamedTuple):
    """raise, throw; without value: the exception at hand again. `cause`: raise ... from."""

    value: Expression | None = None
    cause: Expression | None = None
    row: int = -1


class Assert(NamedTuple):
    """`assert`."""

    test: Expression
    message: Expression | None = None
    row: int = -1


class Handler(NamedTuple):
    """`except`, `catch`: what is caught, the local it is kept in, and what runs then."""

    types: tuple[Expression, ...]  # empty: everything
    binder: int
    body: tuple[Statement, ...]
    row: int = -1


class Try(NamedTuple):
    """`try` with its handlers; `otherwise` runs when nothing was raised."""

    body: tuple[Statement, ...]
    handlers: tuple[Handler, ...] = ()
    otherwise: tuple[Statement, ...] = ()
    finally_: tuple[Statement, ...] = ()
    row: int = -1


class With(NamedTuple):
    """with, using, try-with-resources, synchronized (`kind`)."""

    value: Expression
    pattern: Pattern | None
    body: tuple[Statement, ...]
    kind: str = "with"
    row: int = -1


class Defer(NamedTuple):
    """Go's defer and go statements."""

    call: Expression
    kind: str = "defer"
    row: int = -1


class Define(NamedTuple):
    """A function or class inside a function."""

    binder: int
    value: Function | Opaque
    decorators: tuple[Expression, ...] = ()
    row: int = -1


class Labeled(NamedTuple):
    """Statements with a label that a jump leads to, or leaves."""

    label: str
    body: tuple[Statement, ...]
    row: int = -1
