"""The core language: what every grammar's definitions are lowered to before they are compared.

A small language of expressions and statements with all names resolved: a local is a binder, a
definition of the program is a `Symbol`, anything else is external. Lowering (`lowering/`) makes
it from a syntax tree by the table of the tree's language; what the table does not know becomes
`Opaque`: its tokens, with every effect one could think of. Nothing here knows of edits.

Nodes carry the row of the syntax tree they came from, for evidence only: two nodes that differ
in rows alone mean the same. Evaluation order is left to right, depth first, as the fields stand.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias


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
    """

    name: Symbol | str
    arguments: tuple[Type, ...] = ()
    is_nullable: bool = False


UNKNOWN = Type("")


# Expressions. Each has `row` last; `type` where the language declares or shows it.


class Literal(NamedTuple):
    """A constant. `value` is canonical: digits without separators and base, texts unescaped."""

    kind: str  # int, float, str, char, bytes, bool, null, undefined, regex, or int:u8 and the like
    value: str
    row: int = -1


class Local(NamedTuple):
    """A parameter or local variable, by its binder (unique in the outermost definition)."""

    binder: int
    row: int = -1


class Ref(NamedTuple):
    """A definition of the program."""

    symbol: Symbol
    row: int = -1


class External(NamedTuple):
    """A name from outside: `builtins.len`, `os.path.join`, `java.lang.String`, `console`."""

    path: str
    row: int = -1


class Unresolved(NamedTuple):
    """A name that resolves to nothing known. It means whatever it meant, if nothing rebinds it."""

    name: str
    row: int = -1


class Self(NamedTuple):
    """The receiver of a method.

    `kind`: self, super, class (of a class method), or dynamic: that of the closest function inside
    a method that has a receiver of its own (a `function` of JavaScript).
    """

    kind: str = "self"
    row: int = -1


class Member(NamedTuple):
    """A field or method of an object. `owner` is the symbol of the member where it is known."""

    object: Expression
    name: str
    owner: Symbol | None = None
    is_optional: bool = False  # a?.b
    row: int = -1


class Index(NamedTuple):
    """a[b]; slices have a `Construct('slice', ...)` as key."""

    object: Expression
    key: Expression
    is_optional: bool = False
    row: int = -1


class Argument(NamedTuple):
    """One argument of a call; `spread` is '', '*' or '**'."""

    value: Expression
    label: str = ""
    spread: str = ""


class Call(NamedTuple):
    """A call; `kind` is call, new, macro (Rust), conversion, import, jsx or tag."""

    function: Expression
    arguments: tuple[Argument, ...]
    kind: str = "call"
    is_optional: bool = False
    type_arguments: tuple[Type, ...] = ()
    type: Type = UNKNOWN  # of the result, where it is declared
    row: int = -1


class Unary(NamedTuple):
    """-a, ~a, &a, *a, typeof a, ...; logical negation is operator `not`."""

    operator: str
    operand: Expression
    row: int = -1


class Binary(NamedTuple):
    """Operators that evaluate both sides. Spelled as in C where a language has the same."""

    operator: str
    left: Expression
    right: Expression
    row: int = -1


class Logical(NamedTuple):
    """`and`, `or`, `coalesce` (??): the right side is evaluated only when needed."""

    operator: str
    left: Expression
    right: Expression
    row: int = -1


class Conditional(NamedTuple):
    """`a if test else b`, `test ? a : b`."""

    test: Expression
    then: Expression
    otherwise: Expression
    row: int = -1


class Assign(NamedTuple):
    """Store `value`; as an expression it is the value stored."""

    target: Pattern
    value: Expression
    row: int = -1


class Update(NamedTuple):
    """a += b, a++: read, operate, store. `gives` is what it is worth as a value: old, new or ''."""

    operator: str
    target: Expression
    value: Expression
    gives: str = "new"
    row: int = -1


class Construct(NamedTuple):
    """A literal of a collection or object.

    `kind` is list, tuple, set, dict, object, struct, array, slice or range; `type` is for structs
    and typed arrays. Fields of objects and structs have a `Literal('str')` as key.
    """

    kind: str
    items: tuple[Item, ...]
    type: Type = UNKNOWN
    row: int = -1


class Item(NamedTuple):
    """An element: `key` for dictionaries, objects and structs; `spread` '', '*' or '**'."""

    value: Expression
    key: Expression | None = None
    spread: str = ""


class Template(NamedTuple):
    """A format string: texts and values. A value's `spec` is its format, '' for the plain one."""

    parts: tuple[TemplatePart, ...]
    kind: str = ""  # f, template, percent, format!
    row: int = -1


class TemplatePart(NamedTuple):
    """A text of a format string, and the value behind it, if any."""

    text: str = ""
    value: Expression | None = None
    spec: str = ""


class Comprehension(NamedTuple):
    """`kind` list, set, dict or generator; clauses nest left to right."""

    kind: str
    clauses: tuple[ForEach | If, ...]  # bodies empty
    value: Expression
    key: Expression | None = None
    row: int = -1


class TypeTest(NamedTuple):
    """`isinstance`, `instanceof`, `is`: whether a value is of a type."""

    value: Expression
    type: Type
    binder: int = -1  # Java's pattern variable
    row: int = -1


class Cast(NamedTuple):
    """A conversion (C, Java, Go, `as` in Rust); erased ones (TypeScript) are left out."""

    value: Expression
    type: Type
    row: int = -1


class Await(NamedTuple):
    """`await a`."""

    value: Expression
    row: int = -1


class Yield(NamedTuple):
    """`yield a`, `yield from a`."""

    value: Expression | None
    is_delegated: bool = False
    row: int = -1


class Propagate(NamedTuple):
    """Rust's `?`."""

    value: Expression
    row: int = -1


class BlockValue(NamedTuple):
    """Statements with a value: Rust's and Kotlin's blocks, `if` and `match` as expressions."""

    statements: tuple[Statement, ...]
    value: Expression | None
    row: int = -1


class Parameter(NamedTuple):
    """A parameter of a function."""

    binder: int
    name: str
    default: Expression | None = None
    kind: str = ""  # '', positional (only), keyword (only), '*', '**'
    type: Type = UNKNOWN
    pattern: Pattern | None = None  # destructured parameter; the binder is then fresh
    is_mutable: bool = False  # said to be so, where a language says it


class Function(NamedTuple):
    """A function's code: of a definition, a closure or a lambda.

    `captures` are binders of functions around it that it reads or writes (names of binders:
    `Program.names_of`). `flags`: async, generator, arrow, const, unsafe, ...
    """

    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    result: Type = UNKNOWN
    flags: frozenset[str] = frozenset()
    captures: frozenset[int] = frozenset()
    row: int = -1


class Opaque(NamedTuple):
    r"""A construct that the table does not know: its kind, its tokens, the code inside it.

    Tokens that name locals or symbols are replaced by `\x00<n>` for the n-th of `parts`, so that
    it takes part in renames. It has every effect and may store to every local in `parts`.
    """

    kind: str
    tokens: tuple[str, ...]
    parts: tuple[Expression, ...] = ()
    row: int = -1


# Patterns: what a value is stored to, or matched with.


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


# Statements


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


if TYPE_CHECKING:
    # mypy compares recursive tuples part by part, which takes it exponential time in unions.
    Expression: TypeAlias = Any
    Pattern: TypeAlias = Any
    Statement: TypeAlias = Any
else:
    Expression = (
        Literal | Local | Ref | External | Unresolved | Self | Member | Index | Call | Unary
        | Binary | Logical | Conditional | Assign | Update | Construct | Template | Comprehension
        | TypeTest | Cast | Await | Yield | Propagate | BlockValue | Function | Opaque
    )  # fmt: skip
    Pattern = (
        BindPattern | TargetPattern | TuplePattern | FieldsPattern | VariantPattern | ValuePattern
        | DefaultPattern | AsPattern | OrPattern | AnyPattern | Opaque
    )  # fmt: skip
    Statement = (
        Let | Evaluate | Block | If | Loop | ForEach | Switch | Return | Leave | Throw | Assert
        | Try | With | Defer | Define | Labeled | Opaque
    )  # fmt: skip


# Definitions and modules


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
