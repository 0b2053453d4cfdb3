"""Evaluation of statements other than loops and what guards them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.control.ends import (
    before_else,
    lasting,
    with_destructor,
)
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.state import Exit
from tracer.classify.equivalence.evaluation.domain.terms import NULL, UNDEFINED, UNSET, ZERO, Term
from tracer.classify.equivalence.evaluation.machine.conversions import is_numeric
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
    statement,
)
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.classify.equivalence.evaluation.machine.structures import fields_of
from tracer.classify.equivalence.evaluation.machine.values import (
    declare,
    sort_of,
    sort_of_type,
)
from tracer.classify.equivalence.evaluation.places.assignments import taken_value
from tracer.classify.equivalence.evaluation.places.initializers import unmade
from tracer.classify.equivalence.evaluation.places.matching import matched
from tracer.classify.equivalence.evaluation.places.patterns import assign_pattern
from tracer.classify.equivalence.evaluation.places.targets import is_given, targeted
from tracer.classify.equivalence.evaluation.rewriting.table_loops import is_constant
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.classify.equivalence.evaluation.values.presence import guarded
from tracer.classify.equivalence.evaluation.values.truth import tested
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.machine.machine import (
        Machine,
    )

law(
    "guards",
    "What follows an `if` belongs to both of its ways, so early return, `else` after it and "
    "inverted conditions are the same.",
    "def f(a):\n    if a:\n        b()\n        return 1\n    else:\n        return 2\n",
    "def f(a):\n    if not a:\n        return 2\n    b()\n    return 1\n",
    "def f(a):\n    b()\n    if not a:\n        return 2\n    return 1\n",
)
law(
    "unreachable",
    "Nothing follows a way out.",
    "def f(a):\n    return a\n    b()\n",
    "def f(a):\n    return a\n",
    "def f(a):\n    b()\n    return a\n",
)
law(
    "unused-value",
    "A value that nothing uses and that has no effect and cannot fail is not there.",
    "def f(a):\n    b = 1\n    return a\n",
    "def f(a):\n    return a\n",
    "def f(a):\n    b()\n    return a\n",
)
law(
    "independent-stores",
    "Stores to different fields with nothing between them that sees one happen in no order.",
    "def f(a):\n    a.x = 1\n    a.y = 2\n",
    "def f(a):\n    a.y = 2\n    a.x = 1\n",
    "def f(a, b):\n    a.x = 1\n    b()\n    a.y = 2\n",
)
law(
    "switch",
    "A switch or match is a chain of tests in order; a case that falls through runs the next.",
    "function f(a) { switch (a) { case 1: return 5; case 2: return 6; default: return 7; } }\n",
    "function f(a) { if (a === 1) { return 5; } if (a === 2) return 6; return 7; }\n",
    "function f(a) { if (a == 1) { return 5; } if (a === 2) return 6; return 7; }\n",
    "javascript",
)


def scoped(m: Machine, s: State, run: Callable[[State, Continue], Term], k: Continue) -> Term:
    """Statements in a scope of their own: what it opened is closed at its end."""
    depth = len(s.opens)
    return run(s, lambda v, s2: m.close(s2, depth, lambda s3: k(v, s3)))


@statement(core.Let)
def let(m: Machine, n: core.Let, s: State, then: Then) -> Term:
    """A declaration."""
    if n.kind == "static" and not is_constant(n, s.frame.function, s.frame.facts):
        raise UnsupportedError("static local")
    if n.value is None and _is_text(m, n.pattern):
        n = n._replace(value=core.Literal("str", "", n.row))  # a text starts empty
    if n.value is None:
        return _declared(m, n.pattern, s, then)
    if m.semantics.unset_value == "any" and _names_itself(n):
        raise UnsupportedError("declaration that names itself")
    if n.otherwise:
        return m.evaluate(
            n.value, s,
            lambda v, s2: matched(
                m, n.pattern, v, s2, then, lambda s3: m.run(n.otherwise, s3, _never)
            ),
        )  # fmt: skip

    def bound(v: Term, s2: State) -> Term:
        if (
            n.is_typed
            and m.semantics.results_by_target
            and isinstance(n.pattern, core.BindPattern)
            and not (v[0] == "new" and is_given(s2.frame.function, n.pattern))
        ):
            v, s2 = targeted(m, v, n.pattern.type, s2)
        if (
            n.is_typed
            and m.semantics.has_overloads
            and isinstance(n.pattern, core.BindPattern)
            and not n.pattern.type.name
            and v[0] not in ("p", "elem", "cast")
        ):
            v = ("cast", v, ("type", "any"))  # of a type that is not seen, so of another

        def opened(s3: State) -> Term:
            return then(with_destructor(m, n.pattern, v, s3))

        return assign_pattern(m, n.pattern, v, s2, opened)

    value = n.value
    if isinstance(n.pattern, core.BindPattern):
        value = unmade(value, n.pattern.type)
    is_function = isinstance(value, core.Function)
    if is_function and m.semantics.functions_are_named and m.context.reads_names:
        value = value._replace(flags=value.flags | {"named"})
    return taken_value(m, n.pattern, value, s, bound)


def _is_text(m: Machine, pattern: core.Pattern) -> bool:
    """Whether a local is a text of the library, which is made empty where nothing else is said."""
    name = m.semantics.text_type
    return bool(name) and isinstance(pattern, core.BindPattern) and pattern.type.name == name


def _names_itself(n: core.Let) -> bool:
    """Whether a value reads or points to the local that it is given to."""
    if not isinstance(n.pattern, core.BindPattern):
        return False
    asked = {
        one.binder
        for call in walk(n.value)
        if isinstance(call, core.Call) and call.kind == "sizeof"
        for one in walk(call)
        if isinstance(one, core.Local)
    }
    named = sum(
        isinstance(one, core.Local) and one.binder == n.pattern.binder for one in walk(n.value)
    )
    return named > (n.pattern.binder in asked)


def _never(s: State) -> Term:
    return ("never", s.duties)


def _declared(m: Machine, p: object, s: State, then: Then) -> Term:
    """A local without a value yet, or several in one declaration."""
    if isinstance(p, core.TuplePattern) and p.rest < 0 and None not in p.items:
        return _all_declared(m, p.items, s, then)
    if not isinstance(p, core.BindPattern):
        raise UnsupportedError("declaration")
    value: Term = UNSET
    if m.semantics.unset_value == "undefined":
        value = UNDEFINED
    elif m.semantics.unset_value == "zero":
        sort: Any = sort_of_type(m, p.type)
        if not sort or sort == "int" != p.type.name:
            sort = type_term(p.type)  # a zero that other numbers are added to otherwise
        value = (
            NULL
            if p.type.name in m.semantics.null_types
            else {"int": ZERO, "str": ("c", "str", ""), "bool": ("c", "bool", "false")}.get(
                sort, ("zero", sort)
            )
        )
    elif m.semantics.unset_value == "any":
        value = ("indeterminate", m.fresh())
        if m.semantics.arrays_decay and p.type.name == "array":
            return assign_pattern(m, p, value, s, then)
        is_plain_one = p.type.name == "*" or fields_of(m, p.type) is not None
        if m.semantics.has_destructors and not is_numeric(m, p.type) and not is_plain_one:
            return m.event(
                ("declare", type_term(p.type)), s,
                lambda v, s2: m.bind(
                    p.binder, v, s2, lambda s3: then(with_destructor(m, p, v, s3))
                ),
            )  # fmt: skip
    declare(m, value, p.type)
    return m.bind(p.binder, value, s, then)


def _all_declared(m: Machine, items: tuple[Any, ...], s: State, then: Then) -> Term:
    """Locals of one declaration, one after the other: a name that is not kept declares nothing."""
    if not items:
        return then(s)
    first, rest = items[0], items[1:]
    if isinstance(first, core.AnyPattern):
        return _all_declared(m, rest, s, then)
    return _declared(m, first, s, lambda s2: _all_declared(m, rest, s2, then))


@statement(core.Evaluate)
def evaluate(m: Machine, n: core.Evaluate, s: State, then: Then) -> Term:
    """An expression for its effects."""
    value = n.value
    if isinstance(value, core.Logical | core.Conditional):
        return m.joined(
            s, lambda k: m.evaluate(value, s, lambda _, s2: k(NULL, s2)), lambda _, s2: then(s2)
        )
    m.unused = value  # a call for its own sake stays one, whatever it does
    return m.evaluate(value, s, lambda _, s2: then(s2))


@statement(core.Block)
def block(m: Machine, n: core.Block, s: State, then: Then) -> Term:
    """Statements in a scope."""
    return scoped(
        m, s, lambda s2, k: m.run(n.statements, s2, lambda s3: k(NULL, s3)), lambda _, s2: then(s2)
    )


@statement(core.If)
def if_(m: Machine, n: core.If, s: State, then: Then) -> Term:
    """Both ways; what follows belongs to each."""

    def arms(s2: State, k: Continue, body: tuple[core.Statement, ...]) -> Term:
        return scoped(
            m, s2,
            lambda s3, k2: m.run(body, s3, lambda s4: k2(NULL, s4)),
            lambda v, s3: m.close(s3, depth, lambda s4: k(v, s4)),
        )  # fmt: skip

    depth = len(s.opens)

    def run(k: Continue) -> Term:
        def yes(s2: State) -> Term:
            return arms(s2, k, n.then)

        def no(s2: State) -> Term:
            return arms(before_else(n, s2, depth), k, n.otherwise)

        if n.pattern is not None:
            pattern, bodies = n.pattern, (n.then, n.otherwise)
            return m.evaluate(n.test, s, lambda v, s2: matched(
                m, pattern, v, lasting(m, n.test, bodies, v, s2), yes, no
            ))  # fmt: skip
        return tested(m, n.test, s, yes, no)

    return m.joined(s, run, lambda _, s2: then(s2))


@statement(core.Return)
def return_(m: Machine, n: core.Return, s: State, then: Then) -> Term:
    """The function's value."""
    from tracer.classify.equivalence.evaluation.calls.calls import awaited_call
    from tracer.classify.equivalence.evaluation.calls.functions import is_async

    if n.value is None:
        return m.give(NULL if not m.semantics.loose_null else UNDEFINED, s)
    value = n.value
    code = s.frame.function
    is_bare = isinstance(value, core.Construct) and not value.type.name
    if is_bare and code is not None and fields_of(m, code.result) is not None:
        value = value._replace(type=code.result, kind="struct")  # return {a, b};
    if code is not None:
        value = unmade(value, code.result)
        waits = m.semantics.async_results_flatten and is_async(code)
        direct = awaited_call(m, value, s, m.give) if waits and _is_outermost(s) else None
        if direct is not None:
            return direct
    return m.evaluate(value, s, m.give)


def _is_outermost(s: State) -> bool:
    """Whether no block of the function is open, which what is awaited would be in."""
    return len(s.opens) == s.frame.depth


@statement(core.Leave)
def leave(m: Machine, n: core.Leave, s: State, then: Then) -> Term:
    """break, continue: on with what follows the loop, or with its next round; goto to below."""
    if n.kind == "goto":
        for one in reversed(s.exits):
            if one.label == f"goto {n.label}":
                return one.leave(NULL, s)
        raise UnsupportedError("goto")
    for position in range(len(s.exits) - 1, -1, -1):
        one = s.exits[position]
        if n.label and one.label != n.label:
            continue
        if n.kind == "continue" and one.again is not None:
            return one.again(s)
        if n.kind == "break" and (n.label or not one.is_plain_block):
            if n.value is not None:
                return m.evaluate(n.value, s, one.leave)
            return one.leave(NULL, s)
    raise UnsupportedError(n.kind)


@statement(core.Labeled)
def labeled(m: Machine, n: core.Labeled, s: State, then: Then) -> Term:
    """A block that can be left by its label, or a loop that has one; or where goto goes on."""
    jumps = tuple(one for one in s.exits if one.label == f"goto {n.label}")
    if jumps:
        s = s._replace(exits=tuple(one for one in s.exits if one is not jumps[-1]))
        return m.run(n.body, s, then)
    if len(n.body) == 1 and isinstance(n.body[0], core.Loop | core.ForEach | core.Switch):
        return m.run((n.body[0]._replace(label=n.label),), s, then)
    depth = len(s.opens)

    def out(_: Term, s2: State) -> Term:
        return m.close(s2, depth, lambda s3: then(s3._replace(exits=s.exits)))

    inner = s._replace(exits=(*s.exits, Exit(n.label, None, out, is_plain_block=True)))
    return m.run(n.body, inner, lambda s2: out(NULL, s2))


@statement(core.Throw)
def throw(m: Machine, n: core.Throw, s: State, then: Then) -> Term:
    """An exception."""
    nodes = tuple(one for one in (n.value, n.cause) if one is not None)
    return m.evaluate_all(nodes, s, lambda vs, s2: m.throw(tuple(vs), s2))


@statement(core.Assert)
def assert_(m: Machine, n: core.Assert, s: State, then: Then) -> Term:
    """An assertion: a test, and a failure of its own sort."""

    def failed(s2: State) -> Term:
        nodes = () if n.message is None else (n.message,)
        return m.evaluate_all(
            nodes, s2,
            lambda vs, s3: m.flushed(s3, lambda s4: ("throw", (("assertion",), *vs), s4.duties)),
        )  # fmt: skip

    return tested(m, n.test, s, then, failed)


@statement(core.Switch)
def switch(m: Machine, n: core.Switch, s: State, then: Then) -> Term:
    """A chain of tests; the bodies of a switch that falls through go on in the next."""
    if n.kind == "select" or n.subject is None:
        if n.kind == "select":
            raise UnsupportedError("select")
        return m.joined(s, lambda k: _cases(m, n, None, s, k), lambda _, s2: then(s2))
    subject = n.subject

    def arms(value: Term, s2: State, k: Continue) -> Term:
        s2 = lasting(m, subject, n.cases, value, s2)
        return _cases(m, n, value, s2, k)

    return m.joined(
        s,
        lambda k: m.evaluate(subject, s, lambda v, s2: _there(
            m, v, s2, lambda w, s3: scoped(m, s3, lambda s4, k2: arms(w, s4, k2), k)
        )),
        lambda _, s2: then(s2),
    )  # fmt: skip


def _there(m: Machine, value: Term, s: State, k: Continue) -> Term:
    """What is switched on, where that fails for null."""
    if not m.semantics.switch_fails_on_null or sort_of(m, value) in ("int", "char", "bool"):
        return k(value, s)
    return guarded(m, value, s, k)


def _cases(m: Machine, n: core.Switch, value: Term | None, s: State, k: Continue) -> Term:
    depth = len(s.opens)

    def out(_: Term, s2: State) -> Term:
        return m.close(s2, depth, lambda s3: k(NULL, s3._replace(exits=s.exits)))

    is_left_by_break = n.kind in ("switch", "cases", "types") or bool(n.label)
    if is_left_by_break and n.kind != "match":
        s = s._replace(exits=(*s.exits, Exit(n.label, None, out)))

    def body(at: int, s2: State) -> Term:
        if at == len(n.cases):
            return out(NULL, s2)
        case = n.cases[at]
        if _falls(n, case):
            return m.run(_without_fall(case.body), s2, lambda s3: body(at + 1, s3))
        return m.run(case.body, s2, lambda s3: out(NULL, s3))

    order = [at for at, case in enumerate(n.cases) if case.patterns or case.guard]
    default = [at for at, case in enumerate(n.cases) if not case.patterns and not case.guard]

    def from_case(at: int, s2: State) -> Term:
        if at == len(order):
            if default:
                return body(default[0], s2)
            return _unmatched(m, n, s2, out)
        case = n.cases[order[at]]

        def miss(s3: State) -> Term:
            return from_case(at + 1, s3)

        def hit(s3: State) -> Term:
            if case.guard is None:
                return body(order[at], s3)
            return tested(m, case.guard, s3, lambda s4: body(order[at], s4), miss)

        return _patterns(m, n, case.patterns, value, s2, hit, miss)

    return from_case(0, s)


def _unmatched(m: Machine, n: core.Switch, s: State, out: Continue) -> Term:
    if n.kind == "match" and m.semantics.fails_unmatched:
        return m.flushed(s, lambda s2: ("never", s2.duties))
    return out(NULL, s)


def _falls(n: core.Switch, case: core.Case) -> bool:
    if n.kind == "switch":
        return True
    last = case.body[-1] if case.body else None
    return isinstance(last, core.Leave) and last.kind == "fallthrough"


def _without_fall(body: tuple[core.Statement, ...]) -> tuple[core.Statement, ...]:
    if body and isinstance(body[-1], core.Leave) and body[-1].kind == "fallthrough":
        return body[:-1]
    return body


def _patterns(
    m: Machine,
    n: core.Switch,
    patterns: tuple[core.Pattern, ...],
    value: Term | None,
    s: State,
    hit: Then,
    miss: Then,
) -> Term:
    if not patterns:
        return hit(s)
    first, rest = patterns[0], patterns[1:]

    def missed(s2: State) -> Term:
        return _patterns(m, n, rest, value, s2, hit, miss) if rest else miss(s2)

    if value is None:
        if not isinstance(first, core.ValuePattern):
            raise UnsupportedError("case")
        return tested(m, first.value, s, hit, missed)
    if isinstance(first, core.ValuePattern) and m.semantics.switch_is_strict:
        return m.evaluate(
            first.value, s,
            lambda v, s2: comparisons.compare(
                m, "===", value, v, s2,
                lambda t, s3: comparisons.condition(m, t, s3, hit, missed),
            ),
        )  # fmt: skip
    return matched(m, first, value, s, hit, missed)


@statement(core.Define)
def define(m: Machine, n: core.Define, s: State, then: Then) -> Term:
    """A function inside a function, with its decorators."""
    if not isinstance(n.value, core.Function):
        raise UnsupportedError("local class")
    function = n.value
    slot: Term | None = None
    if n.binder in s.frame.facts.cells:  # the function may mean itself: its name is there first
        slot = m.cell_of(n.binder, s)
        s = s.bind(n.binder, slot)

    def decorated(wrappers: list[Term], f: Term, s2: State) -> Term:
        if not wrappers and slot is not None:
            return m.store(("cell", slot), f, s2, then)
        if not wrappers:
            return m.bind(n.binder, f, s2, then)
        effect: Term = ("call", wrappers[-1], (f,))
        return m.event(effect, s2, lambda v, s3: decorated(wrappers[:-1], v, s3))

    return m.evaluate_all(
        n.decorators, s, lambda w, s2: m.evaluate(function, s2, lambda f, s3: decorated(w, f, s3))
    )
