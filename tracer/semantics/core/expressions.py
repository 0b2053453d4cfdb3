"""Expressions. Each has `row` last; `type` where the language declares or shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core.symbols import UNKNOWN

if TYPE_CHECKING:
    from tracer.semantics.core.symbols import Expression, Pattern, Statement, Symbol, Type


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
    clauses: tuple[Statement, ...]  # `ForEach` and `If`, bodies empty
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
    """A conversion (C, Java, Go, `as` in Rust); erased ones (TypeScript) are left out.

    `is_assertion`: the value has to be of the type already, as `x.(T)` of Go says.
    """

    value: Expression
    type: Type
    row: int = -1
    is_assertion: bool = False


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


# Flags of `Function`: the own name of a function expression (`function g() {}`), which follows; and
# that it is an argument of a library function that says which types it gets; that it is written as
# an object with one method.
CALLED, HANDED, OBJECT = "called ", "handed", "object"


class Function(NamedTuple):
    """A function's code: of a definition, a closure or a lambda.

    `captures` are binders of functions around it that it reads or writes (names of binders:
    `Program.names_of`). `flags`: async, generator, arrow, method, const, unsafe, ...;
    with `CALLED` the name that a function has though it is a value.
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
