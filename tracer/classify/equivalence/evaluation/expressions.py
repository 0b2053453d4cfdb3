"""Evaluation of expressions other than calls and comprehensions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation import operators
from tracer.classify.equivalence.evaluation.conversions import (
    converted,
    declared_of,
    exact_name,
    is_numeric,
    kept,
)
from tracer.classify.equivalence.evaluation.machine import (
    CONTENTS,
    Closure,
    Machine,
    UnsupportedError,
    expression,
)
from tracer.classify.equivalence.evaluation.opaque import opaque_expression
from tracer.classify.equivalence.evaluation.patterns import Place, assign_pattern, matched
from tracer.classify.equivalence.evaluation.registry import law
from tracer.classify.equivalence.evaluation.terms import (
    FALSE,
    NULL,
    TRUE,
    UNDEFINED,
    ZERO,
    Term,
    constant,
    is_constant,
    number,
)
from tracer.classify.equivalence.evaluation.texts import shown, text_of
from tracer.classify.equivalence.evaluation.values import (
    declare,
    is_boolean,
    is_enum_member,
    is_plain,
    sort_of,
    sort_of_type,
)
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.state import Continue, State, Then

CONSTANTS = law(
    "constant-value",
    "A constant of the program, bound once to a literal (or a tuple of literals), is its value.",
    "LIMIT = 10\n\n\ndef f(a):\n    return a == LIMIT\n",
    "LIMIT = 10\n\n\ndef f(a):\n    return a == 10\n",
    "LIMIT = 10\n\n\ndef f(a):\n    return a == 11\n",
)
law(
    "inlined-value",
    "A local that holds a value is that value, named or not, where nothing it reads has changed.",
    "def f(a):\n    b = a.x\n    g()\n    return b\n",
    "def f(a):\n    c = a.x\n    g()\n    return c\n",
    "def f(a):\n    g()\n    return a.x\n",
)
law(
    "de-morgan",
    "Conditions are ways through the code, so `not (a and b)` is `not a or not b`.",
    "def f(a, b):\n    if not (a and b):\n        return 1\n    return 2\n",
    "def f(a, b):\n    if not a or not b:\n        return 1\n    return 2\n",
    "def f(a, b):\n    if not a and not b:\n        return 1\n    return 2\n",
)
law(
    "conditional-expression",
    "What follows is run for each of its values, as after a statement that sets them.",
    "def f(a):\n    if a:\n        b = 1\n    else:\n        b = 2\n    return b\n",
    "def f(a):\n    return 1 if a else 2\n",
    "def f(a):\n    return 2 if a else 1\n",
)
COMPOUND = law(
    "compound-assignment",
    "`a += b` is `a = a + b` where the operands are numbers, texts or other values that operators "
    "do not change in place.",
    "def f(a: int):\n    a += 1\n    return a\n",
    "def f(a: int):\n    a = a + 1\n    return a\n",
    "def f(a: int):\n    a = a + 2\n    return a\n",
)
NULLS = law(
    "null-idioms",
    "`a?.b` and `a ?? b` are tests for no value.",
    "function f(a, b) { return a ?? b }\n",
    "function f(a, b) { return a !== null && a !== undefined ? a : b }\n",
    "function f(a, b) { return a || b }\n",
    "javascript",
)


def member_leaf(node: core.Member) -> Term:
    """The leaf that names a member, by its symbol where that is known."""
    return ("member", node.owner if node.owner is not None else node.name)


@expression(core.Literal)
def literal(m: Machine, e: core.Literal, s: State, k: Continue) -> Term:
    """A literal is itself."""
    if e.kind == "bool":
        return k(TRUE if e.value.strip("'").lower() == "true" else FALSE, s)
    if e.kind == "null":
        return k(NULL, s)
    if e.kind == "undefined":
        return k(UNDEFINED, s)
    if e.kind == "char" and m.semantics.chars_are_numbers:
        return k(char_number(e.value), s)
    if e.kind == "regex":  # an object that remembers where it stopped
        return k(("new", m.fresh(), "regex", (constant("regex", e.value),), s.site), s)
    return k(constant(number_kind(m, e), e.value), s)


_ESCAPES = {
    "0": 0,
    "a": 7,
    "b": 8,
    "t": 9,
    "n": 10,
    "v": 11,
    "f": 12,
    "r": 13,
    "\\": 92,
    "'": 39,
    '"': 34,
}


def char_number(text: str) -> Term:
    """A character's number, where every character set in use agrees on it."""
    inner = text[1:-1]
    if len(inner) == 1 and inner.isascii() and inner != "\\":
        return constant("int", str(ord(inner)))
    if len(inner) == 2 and inner[0] == "\\" and inner[1] in _ESCAPES:  # noqa: PLR2004
        return constant("int", str(_ESCAPES[inner[1]]))
    return constant("char", text)


def number_kind(m: Machine, e: core.Literal) -> str:
    """The kind of a literal; where all numbers are one kind, digits tell the whole ones."""
    if m.semantics.integers != "double" or e.kind != "float":
        return e.kind
    if e.value.isdigit():
        return "int"
    return "bigint" if e.value.endswith("n") else "float"


@expression(core.Local)
def local(m: Machine, e: core.Local, s: State, k: Continue) -> Term:
    """The value that the local has on this path."""
    return m.read_local(e.binder, s, k)


@expression(core.Self)
def receiver(m: Machine, e: core.Self, s: State, k: Continue) -> Term:
    """The receiver, its class, or what is above it."""
    if e.kind == "self":
        return k(s.frame.receiver, s)
    return k((e.kind, s.frame.receiver), s)


@expression(core.External)
def external(m: Machine, e: core.External, s: State, k: Continue) -> Term:
    """A name from outside."""
    return k(("ext", e.path), s)


@expression(core.Unresolved)
def unresolved(m: Machine, e: core.Unresolved, s: State, k: Continue) -> Term:
    """A name that means whatever it means; reading it may fail or run code."""
    return (
        m.duty(("name", e.name, m.heap_of(s)), s, k)
        if not s.pending
        else m.flushed(s, lambda s2: unresolved(m, e, s2, k))
    )


@expression(core.Ref)
def reference(m: Machine, e: core.Ref, s: State, k: Continue) -> Term:
    """A definition: itself, its value if that is a constant, else a read of it."""
    symbol = e.symbol
    found = m.context.outline(symbol)
    leaf = ("sym", symbol)
    if found is not None and symbol in m.context.unfold and found.kind is core.Kind.FUNCTION:
        code = function_value(m, symbol, s)
        if code is not None:
            return k(code, s)
    if found is not None and found.kind is core.Kind.MACRO:
        return k(macro_value(m, found) or leaf, s)
    if found is None or found.kind not in (core.Kind.CONSTANT, core.Kind.VARIABLE, core.Kind.FIELD):
        return k(leaf, s)
    if is_enum_member(m, leaf):
        return k(leaf, s)
    if found.kind is core.Kind.VARIABLE or (found.kind is core.Kind.FIELD and not is_final(found)):
        return m.load(("global", leaf), s, lambda v, s2: k(global_value(m, v, symbol), s2))
    value = m.context.constant(symbol, lambda node: constant_value(m, node))
    if value is not None and not (m.semantics.constants_keep_types and _says_more(m, found)):
        m.law(CONSTANTS)
        return k(value, s)
    declare(m, leaf, found.type)
    return k(leaf, s)


def _says_more(m: Machine, found: core.Definition) -> bool:
    """Whether a constant's type is one that literals do not have, with methods of its own."""
    name = m.context.field_type(found.symbol).name
    if isinstance(name, str):
        return "." in name or name not in ("", "int", "str", "bool", "float64")
    of = m.context.outline(name)
    return of is None or bool(of.members)


def macro_value(m: Machine, found: core.Definition) -> Term | None:
    """The number or text that a macro stands for, where it is the only one of its name."""
    symbol, name = found.symbol, found.symbol.path[-1].partition("#")[0]
    others = [symbol._replace(path=(*symbol.path[:-1], f"{name}{end}")) for end in ("", "#2")]
    if found.modifiers & {"redefined", "conditional", "guard"} or any(
        one != symbol and m.context.outline(one) is not None for one in others
    ):
        return None
    definition = m.context.definition(symbol)
    if definition is None or not isinstance(definition.value, core.Literal):
        return None
    value = m.context.constant(symbol, lambda node: constant_value(m, node))
    if value is not None:
        m.law(CONSTANTS)
    return value


def global_value(m: Machine, value: Term, symbol: core.Symbol) -> Term:
    """What a variable holds, with its declared type where places convert what is stored."""
    declared = m.context.field_type(symbol)
    if value[0] == "global" and m.semantics.converts_implicitly and declared.name:
        declare(m, value, declared)
        m.exact.setdefault(value, declared)
    return value


def function_value(m: Machine, symbol: core.Symbol, s: State) -> Term | None:
    """A function that only one version has, used as a value: a function that does the same."""
    from tracer.classify.equivalence.evaluation.calls import is_plainly_decorated
    from tracer.classify.equivalence.evaluation.functions import (
        frame_for,
        function_term,
    )

    found = m.context.definition(symbol)
    if found is None or found.function is None or not is_plainly_decorated(m, found):
        return None
    code = found.function
    if any(one.default is not None for one in code.parameters) or symbol in m.stack:
        return None
    outer, m.stack = m.stack, (*m.stack, symbol)
    try:
        frame = frame_for(m, code, symbol, ("class",))
        m.context.unfolded.add(symbol)
        term = function_term(m, code, frame, {}, [None] * len(code.parameters))
    finally:
        m.stack = outer
    if not ({"async", "generator", "suspend"} & code.flags):
        m.closures[frame.id] = Closure(code, {}, frame)
    return term


def is_final(found: core.Definition) -> bool:
    """Whether a field is bound once."""
    return bool(found.modifiers & {"final", "readonly", "const", "constant"})


def constant_value(m: Machine, node: Any) -> Term | None:
    """The value of a constant's expression, if it is immutable and made of literals."""
    machine = Machine(m.context, budget=200)
    made: list[Term] = []

    def found(value: Term, s: State) -> Term:
        made.append(value)
        return ("ret", value, s.duties)

    from tracer.classify.equivalence.evaluation.evaluate import state_for

    try:
        tree = machine.evaluate(node, state_for(machine, (), None), found)
    except Exception:  # noqa: BLE001 - then it has no value here
        return None
    if len(made) != 1 or tree[0] != "ret" or tree[2] or not is_immutable(made[0]):
        return None
    return made[0]


def is_immutable(value: Term) -> bool:
    """Whether a value is a literal or a tuple of such."""
    if value[0] == "tuple":
        return all(is_immutable(one) for one in value[1])
    return is_constant(value)


@expression(core.Member)
def member(m: Machine, e: core.Member, s: State, k: Continue) -> Term:
    """A member read from an object."""
    if e.owner is not None and isinstance(e.object, core.Ref | core.External):
        kind = m.context.kind(e.owner)
        if kind in (core.Kind.CONSTANT, core.Kind.VARIANT) or (
            isinstance(e.object, core.Ref) and is_static(m, e.owner)
        ):
            return reference(m, core.Ref(e.owner, e.row), s, k)
    if e.is_optional:
        m.law(NULLS)
        return optional(
            m, e.object, s, lambda v, s2: read_member(m, v, e, s2, k), lambda s2: k(missing(m), s2)
        )
    check_chain(m, e.object)
    return base_of(m, e.object, s, lambda v, s2: read_member(m, v, e, s2, k))


def check_chain(m: Machine, node: Any) -> None:
    """Refuse a part of an optional chain: it ends as a whole. Raises: UnsupportedError."""
    while m.semantics.chains_end and isinstance(node, core.Member | core.Index | core.Call):
        if node.is_optional:
            raise UnsupportedError("optional chain")
        node = node.function if isinstance(node, core.Call) else node.object


def is_static(m: Machine, symbol: core.Symbol) -> bool:
    """Whether a member belongs to its class, not to objects."""
    found = m.context.outline(symbol)
    return found is not None and "static" in found.modifiers


def missing(m: Machine) -> Term:
    """What `a?.b` gives where there is no a."""
    return UNDEFINED if m.semantics.loose_null else NULL


def optional(m: Machine, node: Any, s: State, there: Continue, gone: Then) -> Term:
    """Evaluate an object and go on if there is one. A chain is left as a whole."""

    def tested(v: Term, s2: State) -> Term:
        return operators.compare(
            m, "==", v, NULL, s2,
            lambda t, s3: operators.condition(m, t, s3, gone, lambda s4: there(v, s4)),
        )  # fmt: skip

    return base_of(m, node, s, tested)


def base_of(m: Machine, node: Any, s: State, k: Continue) -> Term:
    """An object whose part is read or stored: where assignment copies, the place itself."""
    if m.semantics.structs != "references" and isinstance(node, core.Local):
        value = s.env.get(node.binder)
        if value is not None and value[0] == "var":
            return k(value, s)
    if isinstance(node, core.Unary) and node.operator == "*" and m.semantics.structs == "values":
        return m.evaluate(node.operand, s, k)
    return m.evaluate(node, s, k)


def read_member(m: Machine, base: Term, e: core.Member, s: State, k: Continue) -> Term:
    """A field's value; null fails, and a property is a call."""
    leaf = member_leaf(e)
    m_row = e.row
    if base[0] == "ext":
        return k(("ext", f"{base[1]}.{e.name}"), s)
    if base[0] == "tuple" and number(constant("int", e.name)) is not None:
        return k(base[1][int(e.name)], s)
    if m.context.is_property(e.name):
        return m.event(("get", base, leaf), s, k, row=m_row)
    if (
        m.semantics.attributes_computed
        and not is_own(m, base, e)
        and not m.context.allows("plain-operators")
    ):
        return m.event(("get", base, leaf), s, k, row=m_row)
    known = m.library.method(sort_of(m, base), f"{e.name} field")
    if known is not None and known.law == "size":
        return size(m, base, s, k)

    def read(b: Term, s2: State) -> Term:
        also = (b,) if b[0] == "var" else ()
        scalar = e.owner is not None and is_plain(sort_of_type(m, m.context.field_type(e.owner)))
        return m.load(
            ("attr", b, leaf), s2, lambda v, s3: typed(m, v, e, s3, k), *also, is_scalar=scalar
        )

    return guarded(m, unsnapped(m, base, s, e.name), s, read)


def typed(m: Machine, value: Term, e: core.Member, s: State, k: Continue) -> Term:
    """A field's value with its declared type."""
    if e.owner is not None and value[0] == "attr":
        declared = m.context.field_type(e.owner)
        declare(m, value, declared)
        if declared.name:
            m.exact.setdefault(value, declared)
    return k(value, s)


def is_own(m: Machine, base: Term, e: core.Member) -> bool:
    """Whether the member is a known field of the program."""
    if e.owner is None:
        return False
    return m.context.kind(e.owner) in (core.Kind.FIELD, core.Kind.CONSTANT, core.Kind.VARIABLE)


def unsnapped(m: Machine, base: Term, s: State, name: str) -> Term:
    """A copied value whose field has not changed since: the value that was copied."""
    if base[0] != "snap":
        return base
    now, then = s, s._replace(heap=base[2], pending={})
    pending = any(p[0] == "attr" for p in s.pending)
    same = m.heap_of(now, name, CONTENTS) == m.heap_of(then, name, CONTENTS)
    value: Term = base[1]
    return value if same and not pending else base


def guarded(m: Machine, base: Term, s: State, k: Continue) -> Term:
    """An object whose member is read: it must not be null."""
    if not m.semantics.null_fails or is_there(m, base, s):
        return k(base, s)
    return m.duty(("there", base), s, lambda _, s2: k(base, s2))


def is_there(m: Machine, base: Term, s: State) -> bool:
    """Whether an object is surely not null."""
    if base[0] in ("self", "super", "class", "var", "new", "fn", "fmt", "sym", "tuple", "ext"):
        return True
    if base[0] == "c" or s.known.get(("null", base)) is False or s.known.get(("truth", base)):
        return base not in (NULL, UNDEFINED)
    if s.known.get(("is", base, NULL)) is s.known.get(("is", base, UNDEFINED)) is False:
        return True
    sort = sort_of(m, base)
    return bool(sort) if m.semantics.types_exclude_null else is_plain(sort) and sort != "str"


def size(m: Machine, base: Term, s: State, k: Continue) -> Term:
    """The length of a collection or text."""
    sort = sort_of(m, base)
    if is_constant(base) and base[1] == "str" and base[2].isascii():
        return k(constant("int", str(len(base[2]))), s)
    if sort == "str" and m.semantics.strings_immutable:
        return guarded(m, base, s, lambda b, s2: k(("size", b, ()), s2))
    if s.pending:
        return m.flushed(s, lambda s2: size(m, base, s2, k))
    value = ("size", base, m.heap_of(s, CONTENTS))
    if sort in ("list", "dict", "set", "tuple", "str"):
        return guarded(m, base, s, lambda _, s2: k(value, s2))
    return m.duty(value, s, k)


@expression(core.Index)
def index(m: Machine, e: core.Index, s: State, k: Continue) -> Term:
    """An element."""

    def keyed(base: Term, s2: State) -> Term:
        return m.evaluate(e.key, s2, lambda key, s3: element(m, base, key, s3, k, e.row))

    if e.is_optional:
        m.law(NULLS)
        return optional(m, e.object, s, keyed, lambda s2: k(missing(m), s2))
    check_chain(m, e.object)
    return base_of(m, e.object, s, keyed)


def element(m: Machine, base: Term, key: Term, s: State, k: Continue, row: int = -1) -> Term:
    """An element of a container, as it is now."""
    at = number(key)
    if base[0] == "tuple" and at is not None and -len(base[1]) <= at < len(base[1]):
        return k(base[1][at], s)
    if s.pending:
        return m.flushed(s, lambda s2: element(m, base, key, s2, k, row))
    sort = sort_of(m, base)
    if (
        sort not in ("list", "dict", "str", "tuple", "array", "bytes")
        and base[0] != "new"
        and m.semantics.operators_overloadable
        and not m.context.allows("plain-operators")
    ):
        return m.event(("operate", "[]", base, key), s, k, row=row)
    heap = m.heap_of(s, CONTENTS, *((base,) if base[0] == "var" else ()))
    if m.copies:
        heap = m.heap_of(s)
    stored = m.stored.get(heap, {}).get(("at", base, key))
    if stored is not None:
        return k(stored, s)
    value = ("sub", base, key, () if sort in ("str", "tuple") else heap)
    declare_part(m, base, value)
    if sort == "str":
        m.types.setdefault(value, "str" if m.semantics.chars_are_texts else "char")
    return m.duty(m.sized(value), s, k)


@expression(core.Unary)
def unary(m: Machine, e: core.Unary, s: State, k: Continue) -> Term:
    """Operators on one value; `not` is a branch."""
    if e.operator in ("not", "!") and not (e.operator == "!" and m.semantics.not_is_bitwise):
        return truth_of(m, e, s, k)
    if e.operator in ("&", "&mut", "*"):
        return pointer(m, e, s, k)
    if e.operator in ("++", "--", "delete"):
        return opaque_expression(m, e, s, k)
    if e.operator == "typeof" and isinstance(e.operand, core.Unresolved):
        name = e.operand.name  # that nothing binds, perhaps: then this does not fail
        return m.flushed(s, lambda s2: k(("typeof name", name, m.heap_of(s2)), s2))

    def operated(v: Term, s2: State) -> Term:
        if e.operator == "-":
            return operators.negate(m, v, s2, k)
        if e.operator == "+" and sort_of(m, v) in ("int", "float", "number"):
            return k(v, s2)
        return operators.unary(m, e.operator, v, s2, k)

    return m.evaluate(e.operand, s, operated)


def pointer(m: Machine, e: core.Unary, s: State, k: Continue) -> Term:
    """Addresses and what is behind them."""
    if e.operator == "*":
        return m.evaluate(e.operand, s, lambda v, s2: behind(m, v, s2, k))
    inner = e.operand
    if isinstance(inner, core.Unary) and inner.operator == "*":
        return m.evaluate(inner.operand, s, k)
    if m.semantics.structs == "moves" and e.operator == "&":
        return base_of(m, inner, s, lambda v, s2: k(("un", "&", v), s2))
    return place_of(m, inner, s, lambda v, s2: k(("un", e.operator, ("place", *v)), s2))


def behind(m: Machine, v: Term, s: State, k: Continue) -> Term:
    """What a pointer or reference points to."""
    if v[0] == "un" and v[1] in ("&", "&mut") and v[2][0] != "place":
        return k(v[2], s)
    at = pointed_element(m, v)
    if at is not None:
        return element(m, *at, s, k)
    if s.pending:
        return m.flushed(s, lambda s2: behind(m, v, s2, k))
    value: Term = ("behind", v, m.heap_of(s))
    declared = m.exact.get(v)
    if declared is not None and declared.name in ("&", "&mut", "Box") and declared.arguments:
        declare(m, value, declared.arguments[0])
        m.exact.setdefault(value, declared.arguments[0])
    declare_part(m, v, value)
    if m.semantics.references_valid:
        return k(value, s)
    return m.duty(value, s, k)


POINTED = law(
    "pointed-element",
    "`*(a + i)` is `a[i]` and `*a` is `a[0]`, where a is a pointer to a number or to a pointer.",
    "int f(int *a, int i) { return *(a + i); }\n",
    "int f(int *a, int i) { return a[i]; }\n",
    "int f(int *a, int i) { return a[i + 1]; }\n",
    "c",
)


def pointed_element(m: Machine, v: Term) -> tuple[Term, Term] | None:
    """The array and the index that a pointer to a number or a pointer says."""
    if not m.semantics.arrays_decay:
        return None

    def points(value: Term) -> bool:
        declared = m.exact.get(value, core.UNKNOWN)
        if declared.name not in ("*", "array") or not declared.arguments:
            return False
        of = declared.arguments[0]
        return of.name == "*" or is_numeric(m, of)

    if v[0] == "bin" and v[1] == "+" and points(v[2]) and not points(v[3]):
        m.law(POINTED)
        return v[2], v[3]
    return (v, ZERO) if points(v) else None


def declare_part(m: Machine, base: Term, value: Term) -> None:
    """What is behind a pointer or in an array has the type that the pointer or array says."""
    if not (m.semantics.arrays_decay or m.semantics.converts_implicitly):
        return
    declared = m.exact.get(base, core.UNKNOWN)
    if declared.name in ("*", "array") and declared.arguments:
        declare(m, value, declared.arguments[0])
        m.exact.setdefault(value, declared.arguments[0])


def place_of(m: Machine, node: Any, s: State, k: Continue) -> Term:
    """The place that an expression names, for its address."""
    if isinstance(node, core.Member):
        leaf = member_leaf(node)
        return base_of(m, node.object, s, lambda b, s2: k(("attr", b, leaf), s2))
    if isinstance(node, core.Index):
        return base_of(
            m, node.object, s,
            lambda b, s2: m.evaluate(node.key, s2, lambda i, s3: k(("at", b, i), s3)),
        )  # fmt: skip
    if isinstance(node, core.Ref):
        return k(("global", ("sym", node.symbol)), s)
    return base_of(m, node, s, lambda v, s2: k(("of", v), s2))


@expression(core.Binary)
def binary(m: Machine, e: core.Binary, s: State, k: Continue) -> Term:
    """Operators that evaluate both sides."""
    if e.operator == ",":
        return m.evaluate(e.left, s, lambda _, s2: m.evaluate(e.right, s2, k))
    if e.operator in m.semantics.acting_operators and not _shifts(m, e, s):
        return acted(m, e, s, k)

    def operated(values: list[Term], s2: State) -> Term:
        def noted(v: Term, s3: State) -> Term:
            m.note_row(v, e.row)
            return k(v, s3)

        return operators.operate(m, e.operator, values[0], values[1], s2, noted)

    return m.evaluate_all((e.left, e.right), s, operated)


def _shifts(m: Machine, e: core.Binary, s: State) -> bool:
    """Whether an operator that streams have is one of numbers here."""
    from tracer.classify.equivalence.evaluation.sizes import type_of

    left = e.left
    while isinstance(left, core.Binary | core.Unary):
        left = left.left if isinstance(left, core.Binary) else left.operand
    if isinstance(left, core.Literal):
        return left.kind == "int"
    declared = left.type if isinstance(left, core.Cast) else type_of(m, left, s)
    return is_numeric(m, declared) and isinstance(declared.name, str)


def acted(m: Machine, e: core.Binary, s: State, k: Continue) -> Term:
    """An operator that does something to its left side, and may store to its right one."""

    def happened(a: Term, b: Term, s2: State) -> Term:
        return m.event(("operate", e.operator, a, b), s2, k, row=e.row)

    if e.operator == ">>" and isinstance(e.right, core.Local | core.Member | core.Index | core.Ref):
        return m.evaluate(
            e.left, s,
            lambda a, s2: place_of(m, e.right, s2, lambda p, s3: happened(a, ("place", *p), s3)),
        )  # fmt: skip
    return m.evaluate(
        e.left, s, lambda a, s2: m.evaluate(e.right, s2, lambda b, s3: happened(a, b, s3))
    )


@expression(core.Logical)
def logical(m: Machine, e: core.Logical, s: State, k: Continue) -> Term:
    """`and`, `or`, `??` as values."""

    def first(v: Term, s2: State, k2: Continue) -> Term:
        def rest(s3: State) -> Term:
            return m.evaluate(e.right, s3, k2)

        if e.operator == "coalesce":
            m.law(NULLS)
            return operators.compare(
                m, "==", v, NULL, s2,
                lambda t, s3: operators.condition(m, t, s3, rest, lambda s4: k2(v, s4)),
            )  # fmt: skip
        stays = v
        if is_boolean(m, v):
            stays = TRUE if e.operator == "or" else FALSE
        if e.operator == "or":
            return operators.condition(m, v, s2, lambda s3: k2(stays, s3), rest, e.row)
        return operators.condition(m, v, s2, rest, lambda s3: k2(stays, s3), e.row)

    return m.joined(s, lambda k2: m.evaluate(e.left, s, lambda v, s2: first(v, s2, k2)), k)


@expression(core.Conditional)
def conditional(m: Machine, e: core.Conditional, s: State, k: Continue) -> Term:
    """A choice between two values; where types convert, both become of one type."""
    common = common_type(m, e, s)

    def run(k2: Continue) -> Term:
        def arm(node: core.Expression, s2: State) -> Term:
            return m.evaluate(node, s2, lambda v, s3: k2(converted(m, v, common), s3))

        return tested(m, e.test, s, lambda s2: arm(e.then, s2), lambda s2: arm(e.otherwise, s2))

    return m.joined(s, run, k)


def common_type(m: Machine, e: core.Conditional, s: State) -> core.Type:
    """The type that both values of a choice are converted to, if they have different ones."""
    if not m.semantics.converts_implicitly:
        return core.UNKNOWN
    kinds = [plain_type(m, node, s) for node in (e.then, e.otherwise)]
    if kinds[0] == kinds[1] or "" in kinds:
        return core.UNKNOWN
    for wide in ("double", "float", "long"):
        if wide in kinds:
            return core.Type(wide)
    if m.semantics.arrays_decay:
        wider = {kind for kind in kinds if kind not in _PROMOTED}
        return core.Type(wider.pop() if len(wider) == 1 else "int" if not wider else "")
    return core.UNKNOWN


# What C makes an int of before it computes with it.
_PROMOTED = frozenset(
    {"int", "bool", "char", "signed char", "unsigned char", "short", "unsigned short"}
    | {"int8_t", "uint8_t", "int16_t", "uint16_t"}
)


def plain_type(m: Machine, node: core.Expression, s: State) -> str:
    """The numeric type of a literal, local or conversion."""
    if isinstance(node, core.Literal):
        return exact_name(m, constant(node.kind, node.value))
    declared = core.UNKNOWN
    if isinstance(node, core.Local):
        declared = declared_of(m, s.frame.types, node.binder)
    elif isinstance(node, core.Cast):
        declared = node.type
    return declared.name if is_numeric(m, declared) and isinstance(declared.name, str) else ""


def truth_of(m: Machine, e: Any, s: State, k: Continue) -> Term:
    """A condition as a value."""
    inner = e.operand

    def value(v: Term, s2: State) -> Term:
        if is_boolean(m, v):
            return k(operators.negated(v), s2)
        return operators.condition(m, v, s2, lambda s3: k(FALSE, s3), lambda s3: k(TRUE, s3))

    if isinstance(inner, core.Logical | core.Conditional):
        return m.joined(
            s, lambda k2: tested(m, e, s, lambda s2: k2(TRUE, s2), lambda s2: k2(FALSE, s2)), k
        )
    return m.evaluate(inner, s, value)


def tested(m: Machine, e: Any, s: State, yes: Then, no: Then) -> Term:
    """Both ways from an expression that is only tested."""
    m.tick()
    if isinstance(e, core.Unary) and e.operator in ("not", "!"):
        return tested(m, e.operand, s, no, yes)
    if isinstance(e, core.Logical) and e.operator == "and":
        return tested(m, e.left, s, lambda s2: tested(m, e.right, s2, yes, no), no)
    if isinstance(e, core.Logical) and e.operator == "or":
        return tested(m, e.left, s, yes, lambda s2: tested(m, e.right, s2, yes, no))
    if isinstance(e, core.Conditional):
        return tested(
            m, e.test, s, lambda s2: tested(m, e.then, s2, yes, no),
            lambda s2: tested(m, e.otherwise, s2, yes, no),
        )  # fmt: skip
    return m.evaluate(
        e, s, lambda v, s2: operators.condition(m, v, s2, yes, no, getattr(e, "row", -1))
    )


@expression(core.Assign)
def assign(m: Machine, e: core.Assign, s: State, k: Continue) -> Term:
    """A store as an expression."""
    if m.semantics.places != "last":
        several = isinstance(e.target, core.TuplePattern)
        patterns = e.target.items if isinstance(e.target, core.TuplePattern) else (e.target,)
        if any(_has_parts(m, one) for one in patterns) and not (
            several and m.semantics.places == "first"
        ):
            return _assign_parts(m, e, patterns, s, k)
    return m.evaluate(
        e.value,
        s,
        lambda v, s2: assign_pattern(
            m, e.target, v, s2, lambda s3: k(as_stored(m, v, e.target, s3), s3)
        ),
    )


def _has_parts(m: Machine, pattern: Any) -> bool:
    """Whether a pattern is a part of an object."""
    if not isinstance(pattern, core.TargetPattern):
        return False
    place = pattern.place
    return isinstance(place, core.Index) or (
        isinstance(place, core.Member) and not is_static_member(m, place)
    )


def _assign_parts(
    m: Machine, e: core.Assign, patterns: tuple[Any, ...], s: State, k: Continue
) -> Term:
    """Stores to parts of objects, which are evaluated before the value."""

    def ready(made: tuple[Any, ...], s2: State) -> Term:
        alone = isinstance(e.target, core.TargetPattern)
        target = made[0] if alone else e.target._replace(items=made)
        return m.evaluate(
            e.value, s2,
            lambda v, s3: assign_pattern(
                m, target, v, s3, lambda s4: k(as_stored(m, v, e.target, s4), s4)
            ),
        )  # fmt: skip

    def one(made: tuple[Any, ...], s2: State) -> Term:
        if len(made) == len(patterns):
            return ready(made, s2)
        pattern = patterns[len(made)]
        if not _has_parts(m, pattern):
            return one((*made, pattern), s2)
        return _place_of(m, pattern.place, s2, lambda p, s3: one((*made, p), s3))

    return one((), s)


def _place_of(
    m: Machine, place: core.Member | core.Index, s: State, go_on: Callable[[Place, State], Term]
) -> Term:
    """A part of an object as a place: the object and the key are evaluated now."""
    if isinstance(place, core.Member):

        def member_of(b: Term, s2: State) -> Term:
            return go_on(Place(lambda v, s3, then: store_member(m, b, place, v, s3, then)), s2)

        return base_of(m, place.object, s, member_of)
    key, row = place.key, place.row

    def element_of(b: Term, i: Term, s2: State) -> Term:
        return go_on(Place(lambda v, s3, then: store_element(m, b, i, v, s3, then, row)), s2)

    return base_of(
        m, place.object, s,
        lambda b, s2: m.evaluate(key, s2, lambda i, s3: element_of(b, i, s3)),
    )  # fmt: skip


def in_bits(m: Machine, value: Term, place: core.Member) -> Term:
    """A value as a field of so many bits holds it."""
    field = m.context.outline(place.owner) if place.owner is not None else None
    words = field.modifiers if field is not None else ()
    width = next((word for word in words if word.startswith(":")), "")
    return ("cast", value, ("type", f"bits {width}", (), False)) if width else value


def as_stored(m: Machine, value: Term, target: Any, s: State) -> Term:
    """What an assignment gives: the value as its place holds it."""
    from tracer.classify.equivalence.evaluation.sizes import type_of

    if not m.semantics.converts_implicitly:
        return value
    place = target.place if isinstance(target, core.TargetPattern) else target
    if isinstance(place, core.Member):
        value = in_bits(m, value, place)
    declared = type_of(m, place, s)
    return converted(m, value, declared) if is_numeric(m, declared) else value


@expression(core.Update)
def update(m: Machine, e: core.Update, s: State, k: Continue) -> Term:
    """Read, operate, store."""
    given = e.gives

    def combined(old: Term, new: Term, s2: State, store: Any) -> Term:
        def stored(v: Term, s3: State) -> Term:
            return store(
                v,
                s3,
                lambda s4: k(old if given == "old" else as_stored(m, v, e.target, s4), s4),
            )

        if changes_in_place(m, e.operator, old, new):
            return m.event(("operate in place", e.operator, old, new), s2, stored, row=e.row)
        m.law(COMPOUND)
        return operators.operate(m, e.operator, old, new, s2, stored)

    return with_place(m, e.target, s, lambda old, s2, store: m.evaluate(
        e.value, s2, lambda new, s3: combined(old, new, s3, store)
    ))  # fmt: skip


def changes_in_place(m: Machine, operator: str, old: Term, new: Term) -> bool:
    """Whether `a += b` may change the object a is, instead of making another."""
    if not m.semantics.operators_make_objects:
        return m.semantics.operators_overloadable and not (
            is_plain(sort_of(m, old))
            or is_plain(sort_of(m, new))
            or m.context.allows("plain-operators")
        )
    one, other = sort_of(m, old), sort_of(m, new)
    if is_plain(one) or one == "tuple":
        return False
    if other in ("int", "float", "number"):
        return operator == "*"
    return other != "str" or operator != "+" or one != ""


def with_place(m: Machine, place: Any, s: State, k: Any) -> Term:
    """The value of a place, and how to store to it: objects and keys are evaluated once."""
    if isinstance(place, core.Local):

        def store(v: Term, s2: State, then: Then) -> Term:
            declared = declared_of(m, s2.frame.types, place.binder)
            return kept(m, v, declared, s2, lambda w, s3: m.assign(place.binder, w, s3, then))

        return m.read_local(place.binder, s, lambda old, s2: k(old, s2, store))
    if isinstance(place, core.Member) and not is_static_member(m, place):

        def based(b: Term, s2: State) -> Term:
            def put(v: Term, s3: State, then: Then) -> Term:
                return store_member(m, b, place, v, s3, then)

            return read_member(m, b, place, s2, lambda old, s3: k(old, s3, put))

        return base_of(m, place.object, s, based)
    if isinstance(place, core.Index):

        def keyed(b: Term, i: Term, s2: State) -> Term:
            def put(v: Term, s3: State, then: Then) -> Term:
                return store_element(m, b, i, v, s3, then)

            return element(m, b, i, s2, lambda old, s3: k(old, s3, put))

        return base_of(
            m, place.object, s,
            lambda b, s2: m.evaluate(place.key, s2, lambda i, s3: keyed(b, i, s3)),
        )  # fmt: skip
    if isinstance(place, core.Unary) and place.operator == "*":

        def pointed(p: Term, s2: State) -> Term:
            at = pointed_element(m, p)
            if at is not None:
                return element(m, *at, s2, lambda old, s3: k(
                    old, s3, lambda v, s4, then: store_element(m, *at, v, s4, then)
                ))  # fmt: skip

            def put_behind(v: Term, s3: State, then: Then) -> Term:
                return m.event(("store behind", p, v), s3, lambda _, s4: then(s4))

            def read(old: Term, s3: State) -> Term:
                return k(old, s3, put_behind)

            return m.flushed(s2, lambda s3: m.duty(("behind", p, m.heap_of(s3)), s3, read))

        return m.evaluate(place.operand, s, pointed)
    target = core.TargetPattern(place)
    if isinstance(place, core.Ref | core.Member | core.Unresolved):

        def put_global(v: Term, s2: State, then: Then) -> Term:
            return assign_pattern(m, target, v, s2, then)

        return m.evaluate(place, s, lambda old, s2: k(old, s2, put_global))
    raise UnsupportedError("update")


def is_static_member(m: Machine, place: core.Member) -> bool:
    """Whether a member is a variable of a class."""
    return (
        place.owner is not None and isinstance(place.object, core.Ref) and is_static(m, place.owner)
    )


def store_member(
    m: Machine, base: Term, place: core.Member, value: Term, s: State, then: Then
) -> Term:
    """A store to a field; a property is a call."""
    leaf = member_leaf(place)
    computed = m.semantics.attributes_computed and not is_own(m, base, place)
    if m.context.is_property(place.name) or (computed and not m.context.allows("plain-operators")):
        return m.event(("put", base, leaf, value), s, lambda _, s2: then(s2), row=place.row)
    declared = m.context.field_type(place.owner) if place.owner is not None else core.UNKNOWN
    return guarded(
        m, base, s,
        lambda b, s2: kept(
            m, value, declared, s2,
            lambda v, s3: m.store(("attr", b, leaf), in_bits(m, v, place), s3, then),
        ),
    )  # fmt: skip


def store_element(
    m: Machine, base: Term, key: Term, value: Term, s: State, then: Then, row: int = -1
) -> Term:
    """A store to an element: it may fail, and any element may be the same one."""
    if m.semantics.converts_implicitly and m.semantics.arrays_decay:
        declared = m.exact.get(base, core.UNKNOWN)
        if declared.name in ("*", "array") and declared.arguments:
            value = converted(m, value, declared.arguments[0])

    def after(event: Term, s2: State) -> Term:
        m.stored[event] = {("at", base, key): value}
        return then(s2)

    fields = m.semantics.index_reaches_fields and sort_of(m, key) not in ("int", "number")
    known = sort_of(m, base) in ("list", "dict", "array") or base[0] == "new"
    changes = frozenset({CONTENTS})
    fields = fields or (m.copies and not m.is_scalar(value))
    if (
        fields
        or not m.semantics.fields_apart
        or (
            not known
            and m.semantics.operators_overloadable
            and not m.context.allows("plain-operators")
        )
    ):
        return m.event(("store", base, key, value), s, after, row=row)
    return m.event(("store", base, key, value), s, after, row=row, changes=changes)


@expression(core.Template)
def template(m: Machine, e: core.Template, s: State, k: Continue) -> Term:
    """A format string."""
    values = tuple(part.value for part in e.parts if part.value is not None)

    def made(found: list[Term], s2: State) -> Term:
        if s2.pending and not all(is_plain(sort_of(m, v)) for v in found):
            return m.flushed(s2, lambda s3: made(found, s3))
        pieces: list[Term] = []
        left = iter(found)
        for part in e.parts:
            if part.value is None:
                pieces.append(constant("str", part.text))
            else:
                value = next(left)
                plain = not part.spec and e.kind in ("f", "template", "percent", "format", "")
                pieces.append(shown(m, value, s2, part.spec, "" if plain else e.kind))
        text = text_of(m, pieces)
        if any(not is_plain(sort_of(m, v)) for v in found) and not m.context.allows(
            "plain-operators"
        ):
            return m.event(("text", text), s2, k, row=e.row)
        return k(text, s2)

    return m.evaluate_all(values, s, made)


@expression(core.TypeTest)
def type_test(m: Machine, e: core.TypeTest, s: State, k: Continue) -> Term:
    """Whether a value is of a type; Java's pattern names it."""
    from tracer.classify.equivalence.evaluation.functions import type_leaf

    def made(v: Term, s2: State) -> Term:
        test = ("instance", v, type_leaf(e.type))
        if e.binder < 0:
            return k(test, s2)
        return m.branch(
            test, s2, lambda s3: m.bind(e.binder, v, s3, lambda s4: k(TRUE, s4)),
            lambda s3: k(FALSE, s3),
        )  # fmt: skip

    return m.evaluate(e.value, s, made)


@expression(core.Cast)
def cast(m: Machine, e: core.Cast, s: State, k: Continue) -> Term:
    """A conversion; to the type that a value has, it is nothing."""
    from tracer.classify.equivalence.evaluation.functions import type_leaf

    def made(v: Term, s2: State) -> Term:
        sort = sort_of_type(m, e.type)
        if m.semantics.converts_implicitly and is_numeric(m, e.type):
            return kept(m, v, e.type, s2, k, is_said=True)
        declared = m.exact.get(v)
        if declared is not None and declared == e.type:
            return k(v, s2)
        if s2.known.get(("instance", v, type_leaf(e.type))):
            return k(v, s2)  # of the type, as was asked on the way here
        term = ("cast", v, type_leaf(e.type))
        if sort:
            m.types.setdefault(term, sort)
            m.exact[term] = e.type
        if is_plain(sort) and is_plain(sort_of(m, v)):
            return k(term, s2)
        return m.duty(term, s2, k)

    return m.evaluate(e.value, s, made)


@expression(core.Await)
def awaited(m: Machine, e: core.Await, s: State, k: Continue) -> Term:
    """Other code may run meanwhile: an event."""
    from tracer.classify.equivalence.evaluation.calls import awaited_call

    direct = awaited_call(m, e.value, s, k)
    if direct is not None:
        return direct
    return m.evaluate(e.value, s, lambda v, s2: m.event(("await", v), s2, k, row=e.row))


@expression(core.Yield)
def yielded(m: Machine, e: core.Yield, s: State, k: Continue) -> Term:
    """A value given to who iterates."""
    head = "yield from" if e.is_delegated else "yield"
    if e.value is None:
        return m.event((head, NULL), s, k, row=e.row)
    return m.evaluate(e.value, s, lambda v, s2: m.event((head, v), s2, k, row=e.row))


@expression(core.Propagate)
def propagate(m: Machine, e: core.Propagate, s: State, k: Continue) -> Term:
    """Rust's `?`: the failure is returned."""

    def tried(v: Term, s2: State) -> Term:
        from tracer.classify.equivalence.evaluation.option_laws import given_up

        known = given_up(m, v, s2, k)
        if known is not None:
            return known
        test = ("variant", v, "ok")
        return m.branch(
            test, s2, lambda s3: k(("held", v, "ok"), s3),
            lambda s3: m.give(("failure", v), s3),
        )  # fmt: skip

    return m.evaluate(e.value, s, tried)


@expression(core.BlockValue)
def block_value(m: Machine, e: core.BlockValue, s: State, k: Continue) -> Term:
    """Statements with a value."""
    from tracer.classify.equivalence.evaluation.statements import scoped

    def last(s2: State, k2: Continue) -> Term:
        if e.value is None:
            return k2(("unit",), s2)
        return m.evaluate(e.value, s2, k2)

    return scoped(m, s, lambda s2, k2: m.run(e.statements, s2, lambda s3: last(s3, k2)), k)


@expression(core.Opaque)
def opaque(m: Machine, e: core.Opaque, s: State, k: Continue) -> Term:
    """What the table of the language does not know."""
    return opaque_expression(m, e, s, k)


__all__ = ["matched"]
