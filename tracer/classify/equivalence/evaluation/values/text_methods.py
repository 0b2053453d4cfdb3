"""Methods of the program that make texts of values, as `"x" + a` of Java runs `toString`.

The table of a language names them (`format_members`). Which of them a value may have is said by its
type; a value of which no type is known may be of any class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.machine.values import is_plain, referent, sort_of
from tracer.semantics.core import UNKNOWN, External, Kind, Ref, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.evaluation.domain.context import Context
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine
    from tracer.semantics.core import Type

_CLASSES = frozenset({Kind.CLASS, Kind.ENUM, Kind.INTERFACE})
_ANY = frozenset({"", "any", "Object", "java.lang.Object"})


def made_text(m: Machine, text: Term, values: Iterable[Term], s: State, k: Continue) -> Term:
    """A text made of values: a value itself, unless methods of the program make it."""
    if not m.semantics.text_plus_any:
        return k(text, s)
    found = {one for value in values for one in _methods(m, value)}
    if not found:
        return k(text, s)
    if all(one in m.context.pure for one in found) and m.context.allows("plain-operators"):
        return m.duty(text, s, k)
    return m.event(("text", text), s, k, result="str")


def runs_methods(m: Machine, values: Iterable[Term]) -> bool:
    """Whether formatting values may run methods of the program that do more than read."""
    if not m.semantics.text_plus_any:  # a value may have them whatever it is declared as
        return m.context.defines_member(*m.semantics.format_members)
    found = {one for value in values for one in _methods(m, value)}
    return not all(one in m.context.pure for one in found)


def _methods(m: Machine, value: Term) -> list[Symbol]:
    """The methods of the program that may make a text of a value."""
    program, names = m.context.program, m.semantics.format_members
    if program is None or not names or value[0] in ("c", "fmt") or is_plain(sort_of(m, value)):
        return []
    found = [one for name in sorted(names) for one in program.members_named.get(name, ())]
    if not found:
        return []
    declared = referent(m.exact.get(value, UNKNOWN), ("&", "&mut", "*"))
    return [one for one in found if _may_have(m.context, declared, program.outline(one).owner)]


def _may_have(context: Context, declared: Type, owner: Symbol | None) -> bool:
    """Whether a value that is declared as of a type may be of a class, or hold what is."""
    if owner is None or declared.name in _ANY or declared.arguments:
        return True
    if isinstance(declared.name, str):
        last = declared.name.rpartition(".")[2]
        return any(
            isinstance(one, External) and one.path.rpartition(".")[2] == last
            for above in _line(context, owner)
            for one in _bases(context, above)
        )
    kept = context.outline(declared.name)
    if kept is None or kept.kind not in _CLASSES or "record" in kept.modifiers:
        return True
    return declared.name in _line(context, owner) or owner in _line(context, declared.name)


def _bases(context: Context, symbol: Symbol) -> tuple[object, ...]:
    found = context.definition(symbol)
    return found.bases if found is not None else ()


def _line(context: Context, symbol: Symbol) -> list[Symbol]:
    """A class and all its bases in the program."""
    line = [symbol]
    for one in line:
        own = [base.symbol for base in _bases(context, one) if isinstance(base, Ref)]
        line += [base for base in own if base not in line]
    return line
