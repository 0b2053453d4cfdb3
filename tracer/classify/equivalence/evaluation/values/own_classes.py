"""The class of the receiver, which has two spellings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

CLASS = law(
    "class-of-itself",
    "`self.__class__` is `type(self)`, where no class of the program says otherwise.",
    "class A:\n    def f(self):\n        return type(self)\n",
    "class A:\n    def f(self):\n        return self.__class__\n",
    "class A:\n    def f(self):\n        return A\n",
)


def class_of(m: Machine, base: Term, name: str) -> Term | None:
    """What the member of a receiver that has its class gives; None for any other member."""
    asks, _, function = m.semantics.class_member.partition(" ")
    if name != asks or base[0] != "self" or _is_own_class(m, asks):
        return None
    m.law(CLASS)
    return ("call", ("ext", function), (base,))


def _is_own_class(m: Machine, name: str) -> bool:
    """Whether the program says itself what class an object has, or gives it another."""
    says = m.context.defines_member(name) or m.context.says("any attribute")
    return says or m.context.stores_member(name)
