"""Definitions and modules."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core.symbols import UNKNOWN

if TYPE_CHECKING:
    from tracer.semantics.core.expressions import Function
    from tracer.semantics.core.symbols import Expression, Statement, Symbol, Type


class Kind(Enum):
    """What a definition is. Members are definitions with an `owner`."""

    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    PROPERTY = "property"  # getter, setter: see modifiers
    CLASS = "class"  # also struct, record, union
    INTERFACE = "interface"  # trait, protocol
    ENUM = "enum"
    TYPE = "type"  # an alias
    FIELD = "field"
    CONSTANT = "constant"  # bound once, value without effects as far as the language says so
    VARIABLE = "variable"  # of a module, or static
    VARIANT = "variant"  # enum member
    MACRO = "macro"
    IMPLEMENTATION = "implementation"  # Rust's impl block, Go's methods apart from their type
    OTHER = "other"


class Definition(NamedTuple):
    """A named part of a program.

    `signature` holds what is compared besides code, as opaque parts. Modifiers of the engine:
    `conditional` (defined in a branch of the top level), `redefined` (its name is bound more than
    once in its scope: a use means whichever was bound last), `valued` (made by an assignment).
    """

    symbol: Symbol
    kind: Kind
    file: int  # index into `Program.files`
    row: int
    name_row: int
    is_exported: bool  # code outside this program may name it
    is_private: bool  # the language or its convention confines it to its module or class
    owner: Symbol | None = None
    function: Function | None = None
    value: Expression | None = None
    type: Type = UNKNOWN
    modifiers: frozenset[str] = frozenset()  # static, abstract, getter, async, readonly, ...
    decorators: tuple[Expression, ...] = ()
    bases: tuple[Expression, ...] = ()
    members: tuple[Symbol, ...] = ()  # in order
    is_order_fixed: bool = False  # members in their order are data (struct layout, enum, dataclass)
    signature: tuple[Expression, ...] = ()  # type parameters, bounds, throws, where clauses
    body: tuple[Statement, ...] = ()  # what runs in a class body besides its members
    documentation: str | None = None  # a text that the language keeps with the definition


class Import(NamedTuple):
    """One import. `module` is a module of the program or an external path."""

    module: str
    is_external: bool
    names: tuple[tuple[str, str], ...]  # (name there, name here); ('*', '') and ('', alias) too
    is_type_only: bool = False
    row: int = -1


class Module(NamedTuple):
    """One file as the program sees it: what it imports, defines, exports, and runs on load.

    `top` are statements that run when it is loaded, in order: definitions stand there as
    `Evaluate(Ref(symbol))` where their place matters (decorated, valued, classes with a body).
    """

    file: int
    name: str
    imports: tuple[Import, ...]
    definitions: tuple[Symbol, ...]
    exports: tuple[tuple[str, Symbol | str], ...]  # name -> symbol, or an external path
    top: tuple[Statement, ...]
    comments: tuple[str, ...] = ()  # significant comments, directives, pragmas, in order
    documentation: str | None = None
