"""The parameters that making an object of a class takes, where the class alone says them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_DEEPEST = 10  # bases above bases
_UNUSUAL = ("ClassVar", "InitVar", "KW_ONLY")  # of fields that are no plain parameters


def constructor_of(m: Machine, found: core.Definition) -> core.Definition | None:
    """The one constructor of a class; None where it has none, or what makes objects is not seen."""
    if found.kind is not core.Kind.CLASS:
        return None
    made = [
        one
        for one in (m.context.outline(symbol) for symbol in found.members)
        if one is not None and one.kind is core.Kind.CONSTRUCTOR
    ]
    if len(made) == 1:
        return m.context.definition(made[0].symbol)
    return _named_constructor(m, found) if not made else None


def _named_constructor(m: Machine, found: core.Definition) -> core.Definition | None:
    """The method that is the constructor by its name, own or of the one base that is seen.

    None where a base or a metaclass may see how the class was called.
    """
    name = m.semantics.constructor_member
    if not name or not _is_plainly_made(m, found, 0):
        return None
    named = [s for s in found.members if s.path[-1].partition("#")[0] == name]
    own = [one.symbol for one in found.bases if isinstance(one, core.Ref)]
    if not named and len(own) == 1 == len(found.bases):
        base = m.context.definition(own[0])
        return _named_constructor(m, base) if base is not None else None
    if len(named) != 1 or named[0].path[-1] != name:
        return None
    made = m.context.definition(named[0])
    return made if made is not None and not made.decorators else None


def _is_plainly_made(m: Machine, found: core.Definition, depth: int) -> bool:
    """Whether only the constructor sees what a class is called with."""
    if found.signature or depth > _DEEPEST or not _is_undecorated(m, found):
        return False
    if any(symbol.path[-1].partition("#")[0] == "__new__" for symbol in found.members):
        return False
    for one in found.bases:
        base = one.object if isinstance(one, core.Index) else one
        if isinstance(base, core.External) and base.path in m.semantics.plain_bases:
            continue
        known = m.context.definition(base.symbol) if isinstance(base, core.Ref) else None
        if known is None or not _is_plainly_made(m, known, depth + 1):
            return False
    return True


def _is_undecorated(m: Machine, found: core.Definition) -> bool:
    return all(
        isinstance(one, core.External)
        and one.path.rpartition(".")[2] in m.semantics.plain_decorators
        for one in found.decorators
    )


def record_parameters(m: Machine, found: core.Definition) -> core.Function | None:
    """A function with the parameters of a plain data class: its declared fields in their order."""
    path = m.semantics.record_decorator
    is_record = len(found.decorators) == 1 and found.decorators[0][:1] == (path,)
    if not path or not is_record or not isinstance(found.decorators[0], core.External):
        return None
    if found.bases or found.signature or found.kind is not core.Kind.CLASS:
        return None
    parameters = []
    for symbol in found.members:
        one = m.context.definition(symbol)
        if one is None or symbol.path[-1].partition("#")[0] in ("__init__", "__new__"):
            return None
        if one.kind is not core.Kind.FIELD or "assigned" in one.modifiers:
            continue
        if not one.type.name or any(word in repr(one.type) for word in _UNUSUAL):
            return None
        if one.modifiers & {"conditional", "redefined"}:
            return None
        if one.value is not None and not isinstance(one.value, core.Literal):
            return None
        parameters.append(core.Parameter(-1, symbol.path[-1], one.value, type=one.type))
    return core.Function(tuple(parameters), ()) if parameters else None
