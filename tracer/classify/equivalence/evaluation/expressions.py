"""Evaluation of expressions other than calls and comprehensions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import FALSE, NULL, TRUE, constant
from tracer.classify.equivalence.evaluation.laws.tied_values import compared
from tracer.classify.equivalence.evaluation.machine.conversions import is_numeric, kept, widened
from tracer.classify.equivalence.evaluation.machine.handlers import (
    expression,
)
from tracer.classify.equivalence.evaluation.machine.opaque import opaque_expression
from tracer.classify.equivalence.evaluation.machine.values import (
    declare,
    is_plain,
    sort_of,
    sort_of_type,
)
from tracer.classify.equivalence.evaluation.places.initializers import TEXTS, text_made
from tracer.classify.equivalence.evaluation.places.pointers import place_of, pointer
from tracer.classify.equivalence.evaluation.values import operators
from tracer.classify.equivalence.evaluation.values.ranges import in_range
from tracer.classify.equivalence.evaluation.values.text_methods import made_text
from tracer.classify.equivalence.evaluation.values.texts import may_fail, shown, text_of
from tracer.classify.equivalence.evaluation.values.truth import truth_of
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

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


@expression(core.Unary)
def unary(m: Machine, e: core.Unary, s: State, k: Continue) -> Term:
    """Operators on one value; `not` is a branch."""
    if e.operator in ("not", "!") and not (e.operator == "!" and m.semantics.not_is_bitwise):
        return truth_of(m, e, s, k)
    if e.operator in ("&", "&mut", "*"):
        return pointer(m, e, s, k)
    if e.operator in ("++", "--", "delete", "delete[]"):
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


@expression(core.Binary)
def binary(m: Machine, e: core.Binary, s: State, k: Continue) -> Term:
    """Operators that evaluate both sides."""
    if e.operator == ",":
        return m.evaluate(e.left, s, lambda _, s2: m.evaluate(e.right, s2, k))
    if e.operator in m.semantics.acting_operators and not _shifts(m, e, s):
        return acted(m, e, s, k)
    if e.operator == "+" and not m.context.defines_operators:
        e = _joined(m, e, s)
    within = in_range(m, e, s, k)
    if within is not None:
        return within
    tied = compared(m, e, s, k) if m.semantics.has_references else None
    if tied is not None:
        return tied
    is_exact = m.semantics.constants_exact and is_unrounded(m, e, s)

    def operated(values: list[Term], s2: State) -> Term:
        if is_exact and operators.fold(m, e.operator, values[0], values[1]) is None:
            return k(("exact", e.operator, *values), s2)
        return operators.operate(m, e.operator, values[0], values[1], s2, k)

    return m.evaluate_all((e.left, e.right), s, operated)


def _joined(m: Machine, e: core.Binary, s: State) -> core.Binary:
    """A sum of texts of the library, where one that is made of a literal is the literal."""
    left, right = text_made(e.left), text_made(e.right)
    if right is not None and _is_text(m, e.left, s):
        m.law(TEXTS)
        return e._replace(right=right)
    if left is not None and _is_text(m, e.right, s):
        m.law(TEXTS)
        return e._replace(left=left)
    return e


def _is_text(m: Machine, node: core.Expression, s: State) -> bool:
    """Whether a value surely is a text of the library, and no characters somewhere."""
    from tracer.classify.equivalence.evaluation.values.sizes import type_of

    if isinstance(node, core.Binary) and node.operator == "+":
        return _is_text(m, node.left, s) or _is_text(m, node.right, s)
    if isinstance(node, core.Call) and isinstance(node.function, core.External):
        return node.function.path == "std.to_string" or text_made(node) is not None
    declared = node.type if isinstance(node, core.Call) else type_of(m, node, s)
    of = declared.arguments[0] if declared.name == "&" and declared.arguments else declared
    return of.name == "std.string"


def _shifts(m: Machine, e: core.Binary, s: State) -> bool:
    """Whether an operator that streams have is one of numbers here."""
    from tracer.classify.equivalence.evaluation.values.sizes import type_of

    left = e.left
    while isinstance(left, core.Binary | core.Unary):
        left = left.left if isinstance(left, core.Binary) else left.operand
    if isinstance(left, core.Literal):
        return left.kind == "int"
    declared = left.type if isinstance(left, core.Cast) else type_of(m, left, s)
    return is_numeric(m, declared) and isinstance(declared.name, str)


STREAMS = law(
    "stream-chain",
    "What a stream of the library gives when something is written to it is the stream.",
    '#include <iostream>\nvoid f(int a) { std::cout << "a="; std::cout << a; }\n',
    '#include <iostream>\nvoid f(int a) { std::cout << "a=" << a; }\n',
    '#include <iostream>\nvoid f(int a) { std::cout << a << "a="; }\n',
    "cpp",
)


def _is_stream(m: Machine, e: core.Binary, a: Term, b: Term, s: State) -> bool:
    """Whether an operator writes a value of no class of the program to a stream of the library."""
    from tracer.classify.equivalence.evaluation.values.sizes import type_of

    node: core.Expression = e
    while isinstance(node, core.Binary):
        node = node.left
    known = m.semantics.streams
    if a[0] == "ext":
        is_known = a[1] in known
    else:
        declared = type_of(m, node, s)
        of = declared.arguments[0] if declared.name == "&" and declared.arguments else declared
        is_known = of.name in known
    is_own = m.context.defines_operators and not is_plain(sort_of(m, b)) and b[0] != "ext"
    return is_known and e.operator == "<<" and not is_own


def acted(m: Machine, e: core.Binary, s: State, k: Continue) -> Term:
    """An operator that does something to its left side, and may store to its right one."""

    def happened(a: Term, b: Term, s2: State) -> Term:
        is_stream = _is_stream(m, e, a, b, s)
        if is_stream:
            m.law(STREAMS)
        effect = ("operate", e.operator, a, b)
        return m.event(effect, s2, lambda v, s3: k(a if is_stream else v, s3))

    if e.operator == ">>" and isinstance(e.right, core.Local | core.Member | core.Index | core.Ref):
        return m.evaluate(
            e.left, s,
            lambda a, s2: place_of(m, e.right, s2, lambda p, s3: happened(a, ("place", *p), s3)),
        )  # fmt: skip
    return m.evaluate(
        e.left, s, lambda a, s2: m.evaluate(e.right, s2, lambda b, s3: happened(a, b, s3))
    )


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
                kind = "" if plain else e.kind
                if not is_plain(sort_of(m, value)) and m.context.says("form"):
                    kind = kind or "form"  # which is not the text of the value
                pieces.append(shown(m, value, s2, part.spec, kind))
        return failing(pieces, s2, lambda s3: whole(found, pieces, s3))

    def failing(pieces: list[Term], s2: State, then: Then) -> Term:
        left = [one for one in pieces if one[0] == "show" and may_fail(m, one)]
        if not left:
            return then(s2)
        return m.duty(
            left[0], s2, lambda _, s3: failing(pieces[pieces.index(left[0]) + 1 :], s3, then)
        )

    def whole(found: list[Term], pieces: list[Term], s2: State) -> Term:
        text = text_of(m, pieces, s2)
        if any(not is_plain(sort_of(m, v)) for v in found) and not m.context.allows(
            "plain-operators", "text"
        ):
            return m.event(("text", text), s2, k)
        return made_text(m, text, found, s2, k)

    return m.evaluate_all(values, s, made)


@expression(core.TypeTest)
def type_test(m: Machine, e: core.TypeTest, s: State, k: Continue) -> Term:
    """Whether a value is of a type; Java's pattern names it."""
    from tracer.classify.equivalence.evaluation.calls.functions import type_leaf

    def made(v: Term, s2: State) -> Term:
        test = ("instance", v, type_leaf(e.type))
        if e.binder < 0:
            return k(test, s2)
        return m.branch(
            test, s2,
            lambda s3: m.bind(e.binder, widened(m, v, e.type), s3, lambda s4: k(TRUE, s4)),
            lambda s3: k(FALSE, s3),
        )  # fmt: skip

    return m.evaluate(e.value, s, made)


@expression(core.Cast)
def cast(m: Machine, e: core.Cast, s: State, k: Continue) -> Term:
    """A conversion; to the type that a value has, it is nothing."""
    from tracer.classify.equivalence.evaluation.calls.functions import type_leaf

    def made(v: Term, s2: State) -> Term:
        sort = sort_of_type(m, e.type)
        if e.is_assertion:
            return m.duty(asserted(m, v, e.type), s2, k)
        if m.semantics.converts_implicitly and is_numeric(m, e.type):
            return kept(m, v, e.type, s2, k, is_said=True)
        declared = m.exact.get(v)
        if declared is not None and declared == e.type:
            return k(v, s2)
        if s2.known.get(("instance", v, type_leaf(e.type))):
            return k(widened(m, v, e.type), s2)  # of the type, as was asked on the way here
        term = ("cast", v, type_leaf(e.type))
        if sort:
            m.types.setdefault(term, sort)
            m.exact[term] = e.type
        if is_plain(sort) and is_plain(sort_of(m, v)):
            return k(term, s2)
        if m.semantics.arrays_decay and e.type.name == "*":
            m.exact.setdefault(term, e.type)
            return k(term, s2)  # a pointer is taken for another, whatever it points to
        return m.duty(term, s2, k)

    return m.evaluate(e.value, s, made)


def is_unrounded(m: Machine, node: core.Expression, s: State) -> bool:
    """Whether an expression is made of constants alone, so that the compiler computes it exactly.

    `0.1 + 0.2` is 0.3 there, and the sum of two variables with these values is not.
    """
    if isinstance(node, core.Binary):
        return is_unrounded(m, node.left, s) and is_unrounded(m, node.right, s)
    if isinstance(node, core.Unary):
        return node.operator in ("-", "+") and is_unrounded(m, node.operand, s)
    if isinstance(node, core.Local):
        return node.binder in s.frame.facts.constants
    if isinstance(node, core.Ref):
        return m.context.kind(node.symbol) is core.Kind.CONSTANT
    return isinstance(node, core.Literal) and node.kind.partition(":")[0] in ("int", "float")


def asserted(m: Machine, value: Term, declared: core.Type) -> Term:
    """The value of a type assertion: the same value with the type that it must have."""
    from tracer.classify.equivalence.evaluation.calls.functions import type_leaf

    term: Term = ("asserted", value, type_leaf(declared))
    declare(m, term, declared)
    m.exact.setdefault(term, declared)
    return term


@expression(core.Await)
def awaited(m: Machine, e: core.Await, s: State, k: Continue) -> Term:
    """Other code may run meanwhile: an event."""
    from tracer.classify.equivalence.evaluation.calls.calls import awaited_call

    direct = awaited_call(m, e.value, s, k)
    if direct is not None:
        return direct
    return m.evaluate(e.value, s, lambda v, s2: m.event(("await", v), s2, k))


@expression(core.Yield)
def yielded(m: Machine, e: core.Yield, s: State, k: Continue) -> Term:
    """A value given to who iterates."""
    head = "yield from" if e.is_delegated else "yield"
    if e.value is None:
        return m.event((head, NULL), s, k)
    return m.evaluate(e.value, s, lambda v, s2: m.event((head, v), s2, k))


@expression(core.Propagate)
def propagate(m: Machine, e: core.Propagate, s: State, k: Continue) -> Term:
    """Rust's `?`: the failure is returned."""

    def tried(v: Term, s2: State) -> Term:
        from tracer.classify.equivalence.evaluation.laws.stream_laws import given_up

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
    from tracer.classify.equivalence.evaluation.control.statements import scoped

    def last(s2: State, k2: Continue) -> Term:
        if e.value is None:
            return k2(NULL, s2)
        return m.evaluate(e.value, s2, k2)

    return scoped(m, s, lambda s2, k2: m.run(e.statements, s2, lambda s3: last(s3, k2)), k)


@expression(core.Opaque)
def opaque(m: Machine, e: core.Opaque, s: State, k: Continue) -> Term:
    """What the table of the language does not know."""
    return opaque_expression(m, e, s, k)
