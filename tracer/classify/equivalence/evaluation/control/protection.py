"""try, finally, with: what is left by exceptions, and what is done at the end whatever happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.control import missing_keys
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.state import Open, State
from tracer.classify.equivalence.evaluation.domain.terms import NO_DUTIES, NULL, UNSET, Term
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
    statement,
)
from tracer.classify.equivalence.evaluation.machine.values import sort_of
from tracer.classify.equivalence.evaluation.places.patterns import assign_pattern
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.facts import Facts
    from tracer.classify.equivalence.evaluation.domain.state import Continue, Then
    from tracer.classify.equivalence.evaluation.machine.machine import (
        Machine,
    )

law(
    "merged-with",
    "`with a, b` is one in the other.",
    "def f(a, b):\n    with a() as c:\n        with b() as d:\n            g(c, d)\n",
    "def f(a, b):\n    with a() as c, b() as d:\n        g(c, d)\n",
    "def f(a, b):\n    with b() as d, a() as c:\n        g(c, d)\n",
)
law(
    "try-else",
    "What follows a `try` whose handlers all leave is its `else`.",
    "def f(a):\n    try:\n        b = g(a)\n    except KeyError:\n        return None\n"
    "    return h(b)\n",
    "def f(a):\n    try:\n        b = g(a)\n    except KeyError:\n        return None\n"
    "    else:\n        return h(b)\n",
    "def f(a):\n    try:\n        b = g(a)\n        return h(b)\n    except KeyError:\n"
    "        return None\n",
)
law(
    "merged-handlers",
    "A handler of several named types is one of each, in their order, that do the same.",
    "def f(a):\n    try:\n        return g(a)\n    except (KeyError, ValueError):\n"
    "        return None\n",
    "def f(a):\n    try:\n        return g(a)\n    except KeyError:\n        return None\n"
    "    except ValueError:\n        return None\n",
    "def f(a):\n    try:\n        return g(a)\n    except KeyError:\n        return None\n"
    "    except ValueError:\n        return a\n",
)
law(
    "stored-by-handlers",
    "What a local held when a handler began is nothing where the handler stores to it first.",
    "def f(a):\n    try:\n        b = g(a)\n    except KeyError:\n        b = None\n    return b\n",
    "def f(a):\n    try:\n        return g(a)\n    except KeyError:\n        return None\n",
    "def f(a):\n    b = a\n    try:\n        b = g(a)\n    except KeyError:\n        pass\n"
    "    return b\n",
)
_MOST_TYPES = 6  # of one handler, which is run for each
_QUIET = frozenset({"file", "lock", "quiet"})  # contexts that let every exception pass


def seen_outside(s: State, inside: object) -> frozenset[int]:
    """Locals that some code sets and code outside it mentions."""
    facts = s.frame.facts
    within = facts.mentioned(inside)
    return frozenset(
        binder for binder in facts.stored(inside) if facts.mentions[binder] > within[binder]
    )


@statement(core.Try)
def try_(m: Machine, n: core.Try, s: State, then: Then) -> Term:
    """The body, its handlers, and what is done at the end."""

    def run(k: Continue) -> Term:
        def plainly(s2: State) -> Term:
            return m.flushed(s2, lambda s3: _try(m, n, s3, k))

        return missing_keys.asked(m, n, s, lambda s2: k(NULL, s2), plainly)

    return m.joined(s, run, lambda _, s2: then(s2))


def _try(m: Machine, n: core.Try, s: State, k: Continue) -> Term:
    m.tick()
    number, depth = m.fresh(), len(s.opens)
    stored = s.frame.facts.stored(n.body)
    outside = seen_outside(s, n.body)
    if n.handlers:
        facts = s.frame.facts
        used = facts.mentioned(n.finally_)
        outside = frozenset(
            binder
            for binder in outside
            if used[binder] or any(_may_read(s, n, one.body, binder) for one in n.handlers)
        )
    outside -= _kept_inside(s, n)
    start = s._replace(duties=NO_DUTIES)
    if n.finally_:
        start = start._replace(opens=(*start.opens, Open("end finally", number, n.finally_)))
    inner = start._replace(watched=s.watched | outside)
    if n.handlers:
        inner = inner._replace(opens=(*start.opens, Open("end try", number)))

    def done(s2: State) -> Term:
        return m.close(s2, depth, lambda s3: k(NULL, s3._replace(watched=s.watched)))

    def otherwise(s2: State) -> Term:
        return m.close(s2, len(start.opens), lambda s3: m.run(n.otherwise, s3, done))

    body = m.run(n.body, inner, otherwise)
    late = {binder: ("late", number, m.slot(s.frame, binder)) for binder in stored}
    late = {binder: value for binder, value in late.items() if s.env.get(binder, ("",))[0] != "var"}
    m.maybe_unset.update(
        value for binder, value in late.items() if s.env.get(binder, UNSET) == UNSET
    )
    handlers = tuple(
        _handler(m, one, at, number, start._replace(env={**s.env, **late}, watched=s.watched), done)
        for at, one in enumerate(_apart(n.handlers))
    )
    last: Term = ()
    if n.finally_:
        unwinding = s._replace(
            heap=("unwound", number), env={**s.env, **late}, seen=NO_DUTIES, duties=NO_DUTIES
        )
        last = m.run(
            n.finally_, unwinding,
            lambda s2: m.flushed(s2, lambda s3: ("resume", s3.duties)),
        )  # fmt: skip
    return ("try", number, s.duties, body, handlers, last)


def _kept_inside(s: State, n: core.Try) -> frozenset[int]:
    """Locals that the body sets before it reads them, and only it and its `else` mention."""
    facts = s.frame.facts
    inside = facts.mentioned((n.body, n.otherwise))
    kept: set[int] = set()
    seen: set[int] = set()
    for one in n.body:
        target = one.pattern if isinstance(one, core.Let) else None
        if isinstance(one, core.Evaluate) and isinstance(one.value, core.Assign):
            target = one.value.target
        if target is not None and not (isinstance(one, core.Let) and one.value is None):
            kept |= {
                binder
                for binder in facts.stored(target) - facts.cells - seen
                if facts.mentioned(one)[binder] == 1 and facts.mentions[binder] == inside[binder]
            }
        seen |= facts.mentioned(one).keys()
    return frozenset(kept)


def _handler(m: Machine, one: core.Handler, at: int, number: Term, s: State, done: Then) -> Term:
    kinds = tuple(m.value_of(kind, s) for kind in one.types)
    caught = s._replace(heap=("caught", number, at), duties=NO_DUTIES)

    def behind(s2: State) -> Term:
        if m.semantics.handlers_unbind and one.binder in s2.env:
            s2 = s2._replace(env={key: v for key, v in s2.env.items() if key != one.binder})
        return done(s2)

    def run(s2: State) -> Term:
        return m.run(one.body, s2, behind)

    if one.binder < 0:
        return (kinds, run(caught))
    return (kinds, m.bind(one.binder, ("exception", number, at), caught, run))


def _apart(handlers: tuple[core.Handler, ...]) -> list[core.Handler]:
    """Handlers with one type each: one of several types is as many, one after the other."""
    found: list[core.Handler] = []
    for one in handlers:
        is_plain = all(isinstance(kind, core.External | core.Ref) for kind in one.types)
        if is_plain and 1 < len(one.types) <= _MOST_TYPES:
            found += [one._replace(types=(kind,)) for kind in one.types]
        else:
            found.append(one)
    return found


def _may_read(s: State, n: core.Try, body: tuple[core.Statement, ...], binder: int) -> bool:
    """Whether a handler, or what follows it, may read what a local held when it began."""
    facts = s.frame.facts
    for one in body:
        if any(isinstance(part, core.Leave) for part in walk(one)):
            return facts.mentioned(body)[binder] > 0 or not _is_set_anew(s, n, binder)
        if facts.mentioned(one)[binder]:
            return binder in facts.cells or not _only_stores(facts, one, binder)
    return not _leaves(body)


def _is_set_anew(s: State, n: core.Try, binder: int) -> bool:
    """Whether a local is of one loop alone, which begins with storing to it in a try statement."""
    facts = s.frame.facts
    loops = [
        one
        for one in walk(s.frame.function or ())
        if isinstance(one, core.Loop | core.ForEach) and any(part is n for part in walk(one.body))
    ]
    if not loops or facts.mentioned(loops[-1].body)[binder] < facts.mentions[binder]:
        return False
    for one in loops[-1].body:
        if one is n:
            first = next((part for part in n.body if facts.mentioned(part)[binder]), None)
            return first is not None and _only_stores(facts, first, binder)
        if facts.mentioned(one)[binder]:
            return False
    return False


def _only_stores(facts: Facts, one: core.Statement, binder: int) -> bool:
    """Whether a statement stores to a local and reads it nowhere."""
    is_store = isinstance(one, core.Evaluate) and isinstance(one.value, core.Assign)
    stored = one.value.target if is_store else None
    return (
        isinstance(stored, core.TargetPattern)
        and isinstance(stored.place, core.Local)
        and stored.place.binder == binder
        and facts.mentioned(one)[binder] == 1
    )


def _leaves(body: tuple[core.Statement, ...]) -> bool:
    """Whether code surely does not go on after itself."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, core.If):
        return _leaves(last.then) and _leaves(last.otherwise)
    if isinstance(last, core.Block):
        return _leaves(last.statements)
    return isinstance(last, core.Return | core.Throw | core.Leave)


@statement(core.With)
def with_(m: Machine, n: core.With, s: State, then: Then) -> Term:
    """A context around statements."""
    depth = len(s.opens)

    def entered(context: Term, value: Term, s2: State) -> Term:
        outside = frozenset[int]()
        if sort_of(m, context) not in _QUIET and n.kind in ("with", "async"):
            outside = seen_outside(s, n.body)
        inside = s2._replace(
            opens=(*s2.opens, Open("exit " + n.kind, context)), watched=s2.watched | outside
        )

        def body(s3: State) -> Term:
            return m.run(
                n.body, s3,
                lambda s4: m.close(
                    s4, depth, lambda s5: then(s5._replace(watched=s.watched))
                ),
            )  # fmt: skip

        if n.pattern is None:
            return body(inside)
        return assign_pattern(m, n.pattern, value, inside, body)

    def opened(context: Term, s2: State) -> Term:
        effect: Term = ("enter " + n.kind, context)
        if sort_of(m, context) not in _QUIET and n.kind in ("with", "async"):
            held = frozenset(s2.env.get(b, UNSET) for b in seen_outside(s2, n.body))
            effect = (*effect, held) if held else effect  # what is left where it is left early
        return m.event(effect, s2, lambda v, s3: entered(context, v, s3))

    return m.evaluate(n.value, s, opened)


__all__ = ["UnsupportedError"]
