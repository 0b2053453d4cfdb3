"""Evaluation of names and literals: locals, definitions, constants, what is outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    NULL,
    TRUE,
    UNDEFINED,
    constant,
    is_constant,
    number,
)
from tracer.classify.equivalence.evaluation.machine import variants
from tracer.classify.equivalence.evaluation.machine.class_uses import used
from tracer.classify.equivalence.evaluation.machine.conversions import (
    converted,
    exact_name,
    is_numeric,
)
from tracer.classify.equivalence.evaluation.machine.handlers import (
    Closure,
    expression,
)
from tracer.classify.equivalence.evaluation.machine.machine import (
    Machine,
)
from tracer.classify.equivalence.evaluation.machine.values import declare, is_enum_member
from tracer.classify.equivalence.symbols.arrows import is_arguments
from tracer.semantics import core

if TYPE_CHECKING:
    from typing import Any

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term

CONSTANTS = law(
    "constant-value",
    "A constant of the program, bound once to a literal (or a tuple of literals, or what operators "
    "make of literals), is its value.",
    "LIMIT = 10\n\n\ndef f(a):\n    return a == LIMIT\n",
    "LIMIT = 10\n\n\ndef f(a):\n    return a == 10\n",
    "LIMIT = 10\n\n\ndef f(a):\n    return a == 11\n",
)


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
    digits = e.value.removeprefix("-")
    if digits.isdigit() and (digits == e.value or int(digits)):  # -0 is another zero
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
        if m.copied_receiver is not None and s.frame.receiver == ("self",):
            return _copy_now(m, s, k)
        return k(s.frame.receiver, s)
    return k((e.kind, s.frame.receiver), s)


def _copy_now(m: Machine, s: State, k: Continue) -> Term:
    """A receiver that is a copy, as it is now: the code may have changed parts of it."""
    if s.pending:
        return m.flushed(s, lambda s2: _copy_now(m, s2, k))
    heap = m.heap_of(s)
    own = s.frame.receiver
    return k(own if heap == m.copied_receiver else ("behind", own, heap), s)


@expression(core.External)
def external(m: Machine, e: core.External, s: State, k: Continue) -> Term:
    """A name from outside."""
    if m.semantics.functions_have_receivers and is_arguments(e):
        return k(("arguments", e.path, s.frame.receiver), s)  # those of the same function
    if e.path in m.semantics.changing_names:
        return m.event(("read", e.path), s, k)
    said = m.library.values.get(e.path)
    value = variants.named(m, ("ext", e.path)) if said is None else typed_constant(m, said)
    shape = m.library.shape("", e.path)
    if shape is not None and shape.arguments and m.context.allows("types-hold"):
        m.exact.setdefault(value, shape)  # what it holds
    return k(value, s)


def typed_constant(m: Machine, said: str) -> Term:
    """A constant from outside, as its type and its text in the table say."""
    name, _, text = said.partition(" ")
    sort = m.library.sort(name)
    return ("c", sort if sort == name else f"{sort}:{name}", text)


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
    if found is not None and found.kind in (core.Kind.FUNCTION, core.Kind.CONSTANT):
        code = function_value(m, symbol, s) if symbol in m.context.unfold else None
        if code is not None:
            return k(code, s)
        m.context.called.add(symbol)
    if found is not None and found.kind is core.Kind.MACRO:
        return k(macro_value(m, found) or leaf, s)
    if found is None or found.kind not in (core.Kind.CONSTANT, core.Kind.VARIABLE, core.Kind.FIELD):
        return k(leaf, s)
    if is_enum_member(m, leaf):
        return k(leaf, s)
    if found.kind is core.Kind.VARIABLE or (found.kind is core.Kind.FIELD and not is_final(found)):
        return used(m, symbol, s, lambda s2: m.load(
            ("global", leaf), s2, lambda v, s3: k(global_value(m, v, symbol), s3)
        ))  # fmt: skip
    value = m.context.constant(symbol, lambda node: constant_value(m, node))
    value = None if value is None else _as_declared(m, value, found)
    if value is not None:
        m.law(CONSTANTS)
        return k(value, s)
    declare(m, leaf, found.type)
    return k(leaf, s)


def _as_declared(m: Machine, value: Term, found: core.Definition) -> Term | None:
    """A constant's value as one of its declared type, or None where no literal is one.

    Where types choose what operators and calls do, `4` that is declared as another type is not
    what `4` is in its place.
    """
    declared = m.context.field_type(found.symbol)
    if not m.semantics.types_matter or not declared.name or not is_constant(value):
        return value
    if m.semantics.constants_keep_types and declared.name == value[1]:
        return value  # of no type yet, as the literal
    if m.semantics.constants_keep_types and _says_more(m, found):
        return None
    if m.semantics.converts_implicitly and not m.semantics.converts_literals_only:
        return _stored(m, value, declared)
    sort, _, typed = value[1].partition(":")
    if typed and typed == declared.name:
        return value  # made of constants of the type
    if (
        m.semantics.operands_alike
        and value[1] == "int"
        and m.library.sort(str(declared.name)) == sort
    ):
        return constant(f"int:{declared.name}", value[2])
    return value if sort not in _DEFAULTS or declared.name in _DEFAULTS[sort] else None


def _stored(m: Machine, value: Term, declared: core.Type) -> Term | None:
    """A literal's value as a constant of a declared type holds it, if that is surely known."""
    whole = number(value)
    is_wide = value[1] == "int" and (whole is None or abs(whole) > _LARGEST)
    if is_wide and is_numeric(m, declared):
        return None  # the literal is of a larger type than `int`, or of one without a sign
    made = converted(m, value, declared)
    if made is value and exact_name(m, value) != declared.name and is_numeric(m, declared):
        return None if m.semantics.has_overloads else value
    return made


_LARGEST = 2**31 - 1  # of the whole numbers that are `int` in all languages with that type
_DEFAULTS = {"int": ("int", "i32"), "float": ("float64", "f64")}  # types of literals alone


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


def function_value(
    m: Machine, symbol: core.Symbol, s: State, receiver: Term = ("class",)
) -> Term | None:
    """A function that only one version has, used as a value: a function that does the same.

    A method is taken from an object, which its value keeps.
    """
    from tracer.classify.equivalence.evaluation.calls.callees import is_plainly_decorated
    from tracer.classify.equivalence.evaluation.calls.functions import (
        frame_for,
        function_term,
    )

    found = m.context.callable(symbol)
    if found is None or found.function is None or not is_plainly_decorated(m, found):
        return None
    code = found.function
    if any(one.default is not None for one in code.parameters) or symbol in m.stack:
        return None
    outer, m.stack = m.stack, (*m.stack, symbol)
    try:
        frame = frame_for(m, code, symbol, receiver)
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
    if len(made) != 1 or tree[0] != "ret" or tree[2]:
        return None
    is_computed = not m.semantics.types_matter and _is_computed(made[0])
    return made[0] if is_immutable(made[0]) or is_computed else None


def _is_computed(value: Term) -> bool:
    """Whether a value is what operators make of literals, as `"=" * 20`: each time the same."""
    if value[0] == "bin":
        return all(map(_is_computed, value[2:4]))
    return is_constant(value) and value[1] in ("int", "float", "str")


def is_immutable(value: Term) -> bool:
    """Whether a value is a literal or a tuple of such."""
    if value[0] == "tuple":
        return all(is_immutable(one) for one in value[1])
    return is_constant(value)
