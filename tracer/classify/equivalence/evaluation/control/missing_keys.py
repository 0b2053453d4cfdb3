"""A `try` that only reads an entry of a table, and asks with its handler whether there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import is_constant
from tracer.classify.equivalence.evaluation.machine.values import is_plain, sort_of
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

MISSING = law(
    "missing-key",
    "A `try` with nothing in it that fails but reading an entry of a dictionary, by a key of a "
    "plain type, and with a handler for a missing key, which neither calls nor raises: a test for "
    "the key. Not where dictionaries that make values for missing keys are imported or defined.",
    "def f(a: dict[str, int], b: str):\n    try:\n        return a[b]\n    except KeyError:\n"
    "        return 0\n",
    "def f(a: dict[str, int], b: str):\n    if b in a:\n        return a[b]\n    return 0\n",
    "def f(a: dict[str, int], b: str):\n    if b in a:\n        return a[b]\n    return 1\n",
)
_PLAIN = (core.Local, core.Literal, core.Ref)


def asked(m: Machine, n: core.Try, s: State, then: Then, plainly: Then) -> Term:
    """The test that a `try` is, or what it does otherwise (`plainly`)."""
    read = _entry(m, n)
    if read is None or m.context.says("element") or m.context.imports(m.semantics.filling_modules):
        return plainly(s)

    def keyed(table: Term, key: Term, s2: State) -> Term:
        is_sure = is_constant(key) or is_plain(sort_of(m, key))
        if not (sort_of(m, table) == "dict" and is_sure and m.context.allows("plain-operators")):
            return plainly(s)
        m.law(MISSING)
        test = core.Binary("in", read.key, read.object, n.row)
        choice = core.If(test, (*n.body, *n.otherwise), n.handlers[0].body)
        return m.run((choice,), s2, then)

    return m.evaluate(
        read.object,
        s,
        lambda table, s2: m.evaluate(read.key, s2, lambda k, s3: keyed(table, k, s3)),
    )


def _entry(m: Machine, n: core.Try) -> core.Index | None:
    """The entry that is all that the body of a `try` reads, where its handler is for that."""
    if len(n.handlers) != 1 or len(n.body) != 1 or n.finally_:
        return None
    handler, only = n.handlers[0], n.body[0]
    kinds = [one.path for one in handler.types if isinstance(one, core.External)]
    if kinds != [m.semantics.missing_key] or len(handler.types) != 1 or handler.binder >= 0:
        return None
    acts = (core.Call, core.Throw, core.Await, core.Yield, core.Opaque)
    if any(isinstance(one, acts) for one in walk(handler.body)):
        return None
    read = _value(only)
    if not isinstance(read, core.Index) or read.is_optional:
        return None
    return read if isinstance(read.key, _PLAIN) and _is_table(m, read.object) else None


def _is_table(m: Machine, node: core.Expression) -> bool:
    """Whether an expression names a table, and reading it runs nothing."""
    if isinstance(node, core.Member) and not node.is_optional:
        runs = m.context.is_property(node.name) or m.context.says("attribute")
        return not runs and isinstance(node.object, core.Self | core.Local)
    return isinstance(node, _PLAIN)


def _value(only: core.Statement) -> Any:
    """What a statement gives to a local or returns; None for any other statement."""
    if isinstance(only, core.Return):
        return only.value
    if isinstance(only, core.Let):
        return only.value if isinstance(only.pattern, core.BindPattern) else None
    if not isinstance(only, core.Evaluate) or not isinstance(only.value, core.Assign):
        return None
    target: Any = only.value.target
    is_local = isinstance(target, core.BindPattern) or (
        isinstance(target, core.TargetPattern) and isinstance(target.place, core.Local)
    )
    return only.value.value if is_local else None
