"""Calls that run a function for each element, as statements: loops over the elements.

Written as a loop before anything else is asked, so that what the function stores to the locals
around it is what the loop stores. What the receiver is, is seen only later: where it is no
sequence or table of the language, the call stays a call (`NoLoopError`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import nodes_in, walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.symbols.arrows import is_arguments
from tracer.classify.equivalence.symbols.walking import bare
from tracer.model.assumptions import STEADY_LISTS
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tracer.classify.equivalence.evaluation.domain.library import Library
    from tracer.classify.equivalence.evaluation.machine.locals import Locals

EACH = law(
    "each-call",
    "`forEach` of a known sequence or table, as a statement, is the loop over it; its function's "
    "return goes on with the next round. Not where the function changes the sequence itself.",
    "function f(a: number[]) { let t = 0; a.forEach((b) => { t += b; }); return t }\n",
    "function f(a: number[]) { let t = 0; for (const b of a) { t += b; } return t }\n",
    "function f(a: number[]) { let t = 0; for (const b of a) { t = b; } return t }\n",
    "typescript",
)
KIND = "each call"
_LAWS = frozenset({"each", "each-entry"})
_MOST = 2  # an element and its index or key


class NoLoopError(Exception):
    """A call that runs a function for each of something unknown; `row` says which."""

    def __init__(self, row: int) -> None:
        super().__init__("each call")
        self.row = row


def names_of(library: Library) -> frozenset[str]:
    """The methods that run a function for each element."""
    return frozenset(
        name
        for group in library.methods.values()
        for name, known in group.items()
        if known.law in _LAWS
    )


def as_loops(code: Any, library: Library, kept: AbstractSet[int]) -> Any:
    """Code with such calls as loops, but those at some rows."""
    names = names_of(library)
    if not names or not any(_is_each(one, names) and one.row not in kept for one in nodes_in(code)):
        return code
    return _rewritten(code, names, library, kept)


def _is_each(node: Any, names: frozenset[str]) -> bool:
    return (
        isinstance(node, core.Evaluate)
        and isinstance(node.value, core.Call)
        and isinstance(node.value.function, core.Member)
        and node.value.function.name in names
    )


def _rewritten(node: Any, names: frozenset[str], library: Library, kept: AbstractSet[int]) -> Any:
    if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
        return node
    each: Any = node
    if _is_each(each, names) and each.row not in kept:
        loop = _loop(each.value, each.row, library)
        if loop is not None:
            node = loop
    parts = [_rewritten(one, names, library, kept) for one in node]
    if all(one is other for one, other in zip(parts, node, strict=True)):
        return node
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)


def _loop(call: core.Call, row: int, library: Library) -> core.ForEach | None:
    """The loop that a call is, if its function may stand in one."""
    function = call.function
    if not isinstance(function, core.Member) or function.is_optional or call.is_optional:
        return None
    if len(call.arguments) != 1 or call.arguments[0].spread or call.arguments[0].label:
        return None
    code = call.arguments[0].value
    if not isinstance(code, core.Function) or not _may_stand_inside(code):
        return None
    if changes(code, function.object, library):
        return None
    patterns = [one.pattern or core.BindPattern(one.binder, one.type) for one in code.parameters]
    pattern: Any = core.AnyPattern()
    if len(patterns) == 1:
        pattern = patterns[0]
    elif patterns:
        pattern = core.TuplePattern("list", (patterns[1], patterns[0]))
    label = f"each {row}"
    kind = KIND if len(patterns) < _MOST else f"{KIND} with keys"
    return core.ForEach(
        pattern, function.object, _left(code.body, label), label=label, kind=kind, row=row
    )


def _may_stand_inside(code: core.Function) -> bool:
    """Whether a function's code means the same in a loop around it."""
    if {"async", "generator"} & code.flags or len(code.parameters) > _MOST:
        return False
    if any(one.kind or one.default is not None for one in code.parameters):
        return False
    is_arrow = "arrow" in code.flags
    for one in walk(code):
        if is_arguments(one):
            return False
        if isinstance(one, core.Self) and not is_arrow:
            return False
        if isinstance(one, core.Yield | core.Await | core.Opaque | core.Defer):
            return False
    return True


def is_code(node: Any) -> bool:
    """Whether an argument is a function that is written where it is given, or a named method."""
    if isinstance(node, core.BlockValue):
        return isinstance(node.value, core.Function)
    if isinstance(node, core.Call):
        return isinstance(node.function, core.External) and node.function.path == "reference"
    return isinstance(node, core.Function)


def changes(code: Any, receiver: Any, library: Library) -> bool:
    """Whether code changes what is gone through, as far as it names it.

    By a method that changes contents or is not known, of it or of what it is seen through: the
    table whose keys it is, the list that a lazy stream is of.
    """
    wanted = _seen_through(receiver, library)
    changing = _changing_methods(library)
    harmless = _known_methods(library) - changing
    for one in walk(code):
        if isinstance(one, core.Call) and isinstance(one.function, core.Member):
            called = one.function
            if called.name not in harmless and bare(called.object) in wanted:
                return True
        elif isinstance(one, core.Member):
            if one.name in changing and bare(one.object) in wanted:
                return True
        elif (
            isinstance(one, core.TargetPattern)
            and isinstance(one.place, core.Index | core.Member)
            and bare(one.place.object) in wanted
        ):
            return True
    return False


def _seen_through(receiver: Any, library: Library) -> list[Any]:
    """What is gone through, and what it shows at each moment: a table, or what a stream is of."""
    found = [bare(receiver)]
    semantics = library.semantics
    if semantics.steps_make_lists:
        return found
    reads = {*semantics.element_members, semantics.entry_reader}
    views = _known_methods(library) - reads
    while isinstance(receiver, core.Call) and isinstance(receiver.function, core.Member):
        if receiver.function.name not in views:
            break
        receiver = receiver.function.object
        found.append(bare(receiver))
    return found


def _known_methods(library: Library) -> frozenset[str]:
    return frozenset(name for group in library.methods.values() for name in group)


def _changing_methods(library: Library) -> frozenset[str]:
    return frozenset(
        name
        for group in library.methods.values()
        for name, known in group.items()
        if known.effect == "contents"
    )


def is_steady(m: Locals) -> bool:
    """Whether methods that go through a list meet what a loop would; assumed where they may not.

    Those of JavaScript pass over empty places, and go through what was there when they were called;
    a loop goes through what came since, too. Those of Java notice a change later than a loop does.
    """
    return not m.semantics.methods_keep_length or m.context.allows(STEADY_LISTS)


def _left(body: tuple[Any, ...], label: str) -> tuple[Any, ...]:
    """Statements whose returns go on with the loop's next round."""
    made: list[Any] = []
    for one in body:
        if isinstance(one, core.Return):
            if one.value is not None:
                made.append(core.Evaluate(one.value, one.row))
            made.append(core.Leave("continue", label, row=one.row))
        else:
            made.append(_inside(one, label))
    return tuple(made)


def _inside(node: Any, label: str) -> Any:
    if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type | core.Function):
        return node
    if not hasattr(node, "_fields"):
        return _left(node, label)
    return type(node)(*[_inside(one, label) for one in node])
