"""Loops that run once: what macros of several statements are wrapped in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.state import Exit
from tracer.classify.equivalence.evaluation.domain.terms import NULL, Term
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

ONCE = law(
    "loop-once",
    "A loop that is checked at its end, by what is never true, is its body, once.",
    "int g(int);\nint f(int a) { do { if (a) break; a = g(a); } while (0); return a; }\n",
    "int g(int);\nint f(int a) { if (!a) a = g(a); return a; }\n",
    "int g(int);\nint f(int a) { while (!a) a = g(a); return a; }\n",
    "c",
)
_FALSE = frozenset({("int", "0"), ("bool", "false")})


def is_never(test: core.Expression | None) -> bool:
    """Whether a test is a literal that is false."""
    return isinstance(test, core.Literal) and (test.kind, test.value) in _FALSE


def once(m: Machine, n: core.Loop, s: State, then: Then) -> Term:
    """A body that runs once; break and continue go on behind it."""
    m.law(ONCE)
    depth = len(s.opens)

    def run(k: Continue) -> Term:
        def out(s2: State) -> Term:
            return m.close(s2, depth, lambda s3: k(NULL, s3._replace(exits=s.exits)))

        leave = Exit(n.label, out, lambda _, s2: out(s2))
        return m.run(n.body, s._replace(exits=(*s.exits, leave)), out)

    return m.joined(s, run, lambda _, s2: then(s2))
