"""What algorithms over a range do with each element, written as loops (C++).

Each function takes the rewriting under way and the call, and gives the code in its place; None
where the function that the call is given may be more than its code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.symbols.walking import bare
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from tracer.classify.equivalence.evaluation.rewriting.range_calls import Rewriting

    Loop: TypeAlias = "Callable[[Rewriting, Search], Any]"

_MADE = 2_000_000  # numbers of locals that loops need: above those of all others
_EACH = 4  # locals of one call, by what they hold
RESULT, _ELEMENT, _ASKED, _COPIES = range(_EACH)
_BOOL = core.Type("bool")
_REFERENCE = core.Type("&", (core.UNKNOWN,))
NULL_POINTER = core.Literal("null", "null")
_TRUE, _FALSE = core.Literal("bool", "true"), core.Literal("bool", "false")
_SUFFIXES = {"": "int", "l": "long", "u": "unsigned int", "ul": "unsigned long"}


class Search(NamedTuple):
    """A call of an algorithm: the container, what else it is given, and its node."""

    subject: core.Expression
    given: tuple[core.Expression, ...]
    call: core.Call

    def local(self, what: int) -> core.Local:
        """A local of no other name."""
        return core.Local(_MADE + _EACH * self.call.row + what, self.call.row)

    @property
    def label(self) -> str:
        """The label of the loop."""
        return f"range {self.call.row}"


class Tested(NamedTuple):
    """A function's code for one element: what binds it, and what is done with what it gives."""

    pattern: core.BindPattern
    body: tuple[Any, ...]
    before: tuple[Any, ...] = ()  # copies that it takes along


def path_of(node: Any) -> str:
    """What a call from outside names; empty for other code."""
    is_call = isinstance(node, core.Call) and isinstance(node.function, core.External)
    return node.function.path if is_call else ""


def is_local(node: Any, binder: int) -> bool:
    """Whether code only names one local."""
    return isinstance(node, core.Local) and node.binder == binder


def _per_element(
    found: Search, function: Any, done: Callable[[Any], tuple[Any, ...]]
) -> Tested | None:
    """A function's code for each element; None for what may be more than its code."""
    if isinstance(function, core.Ref | core.External):
        element = found.local(_ELEMENT)
        call = core.Call(function, (core.Argument(element),), row=found.call.row)
        return Tested(core.BindPattern(element.binder, _REFERENCE), done(call))
    code, copied = _lambda(function)
    if code is None or len(code.parameters) != 1:
        return None
    parameter = code.parameters[0]
    if parameter.kind or parameter.default is not None or parameter.pattern is not None:
        return None
    before, body = _with_copies(found, code, copied)
    pattern = core.BindPattern(parameter.binder, parameter.type)
    return Tested(pattern, _given(body, found.label, _said(code, done)), before)


def _said(
    code: core.Function, done: Callable[[Any], tuple[Any, ...]]
) -> Callable[[Any], tuple[Any, ...]]:
    """What is done with what a function gives, as the type that it says it gives."""
    of = code.result
    return done if not of.name else lambda value: done(value and core.Cast(value, of, value.row))


def _lambda(node: Any) -> tuple[core.Function | None, set[int]]:
    """A lambda that stands where it is used, and the locals of which it has copies."""
    copied: set[int] = set()
    if isinstance(node, core.Call) and node.kind == "capture":
        for one in node.arguments:
            value: Any = one.value
            if isinstance(value, core.Local):
                copied.add(value.binder)
            elif isinstance(value, core.Unary) and value.operator == "&":
                if not isinstance(value.operand, core.Local):
                    return None, copied
            elif not isinstance(value, core.Self):
                return None, copied
        node = node.function
    if not isinstance(node, core.Function) or "lambda" not in node.flags:
        return None, copied
    if not isinstance(node.result.name, str) or node.result.name in ("&", "&&", "*"):
        return None, copied
    if "=" in node.flags:
        copied |= node.captures
    for one in walk(node.body):
        if isinstance(one, core.Opaque | core.Yield | core.Await | core.Defer):
            return None, copied
        target = one.place if isinstance(one, core.TargetPattern) else getattr(one, "target", None)
        if isinstance(target, core.Local) and target.binder in copied:
            return None, copied
    return node, copied


def _with_copies(found: Search, code: core.Function, copied: set[int]) -> tuple[Any, Any]:
    """The copies that a lambda takes along, and its body with these.

    A body that calls nothing and stores nothing sees what is copied as it is.
    """
    acts = any(
        isinstance(one, core.Call | core.Assign | core.Update | core.Construct)
        for one in walk(code.body)
    )
    if not copied or not acts:
        return (), code.body
    start = found.local(_COPIES).binder + _MADE
    made = {binder: core.Local(start + binder * _MADE) for binder in sorted(copied)}
    lets = tuple(
        core.Let(core.BindPattern(new.binder, core.UNKNOWN), core.Local(binder), row=found.call.row)
        for binder, new in made.items()
    )
    return lets, _with_locals(code.body, made)


def _with_locals(node: Any, made: dict[int, core.Local]) -> Any:
    """Code with other locals in the place of some."""
    if isinstance(node, core.Local):
        return made.get(node.binder, node)
    if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
        return node
    parts = [_with_locals(one, made) for one in node]
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)


def _given(body: Any, label: str, done: Callable[[Any], tuple[Any, ...]]) -> tuple[Any, ...]:
    """Statements in which something is done with what is returned, and the next round begins."""
    made: list[Any] = []
    for one in body:
        if isinstance(one, core.Return):
            made += [*done(one.value), core.Leave("continue", label, row=one.row)]
        else:
            made.append(_given_inside(one, label, done))
    return tuple(made)


def _given_inside(node: Any, label: str, done: Callable[[Any], tuple[Any, ...]]) -> Any:
    if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type | core.Function):
        return node
    if not hasattr(node, "_fields"):
        return _given(node, label, done)
    return type(node)(*[_given_inside(one, label, done) for one in node])


def _set(place: core.Local, value: Any) -> core.Evaluate:
    return core.Evaluate(core.Assign(core.TargetPattern(place), value))


def _loop(found: Search, tested: Tested) -> tuple[Any, ...]:
    row = found.call.row
    loop = core.ForEach(tested.pattern, found.subject, tested.body, label=found.label, row=row)
    return (*tested.before, loop)


def _equals(found: Search, value: Any) -> tuple[tuple[Any, ...], core.Binary]:
    """A comparison of the element with a value, which is made before where it is no plain name."""
    before: tuple[Any, ...] = ()
    if not isinstance(value, core.Local | core.Literal):
        kept = found.local(_ASKED)
        before = (core.Let(core.BindPattern(kept.binder, _REFERENCE), value),)
        value = kept
    return before, core.Binary("==", found.local(_ELEMENT), value)


def _tested(found: Search, done: Callable[[Any], tuple[Any, ...]], *, value: bool) -> Tested | None:
    """What is done with the truth of an element: that it equals a value, or of a function."""
    if len(found.given) != 1:
        return None
    if not value:
        return _per_element(found, found.given[0], done)
    before, test = _equals(found, found.given[0])
    pattern = core.BindPattern(found.local(_ELEMENT).binder, _REFERENCE)
    return Tested(pattern, done(test), before)


def quantified(
    made: Rewriting, found: Search, *, ends: bool, value: bool = False, on: bool = True
) -> Any:
    """A truth value that the first element decides for which a test is `on`."""
    result = found.local(RESULT)
    made.types[result.binder] = _BOOL
    out = (_set(result, _TRUE if ends else _FALSE), core.Leave("break", found.label))

    def done(test: Any) -> tuple[Any, ...]:
        return (core.If(test, out) if on else core.If(test, (), out),)

    tested = _tested(found, done, value=value)
    if tested is None:
        return None
    start = core.Let(core.BindPattern(result.binder, _BOOL), _FALSE if ends else _TRUE)
    return core.BlockValue((start, *_loop(found, tested)), result, found.call.row)


def pointer_to_first(made: Rewriting, found: Search, *, value: bool) -> tuple[Any, ...] | None:
    """A pointer to the first element for which a test holds, or to nothing."""
    result, element = found.local(RESULT), found.local(_ELEMENT)
    kind = core.Type("*", (core.UNKNOWN,))
    made.types[result.binder] = kind
    out = (_set(result, core.Unary("&", element)), core.Leave("break", found.label))
    tested = _tested(found, lambda test: (core.If(test, out),), value=value)
    if tested is None:
        return None
    if tested.pattern.binder != element.binder:
        named = core.Let(tested.pattern, element, is_typed=True)
        body = tested.body
        if tested.pattern.type.name == "&":
            body = _with_locals(body, {tested.pattern.binder: element})
        else:
            body = (named, *body)
        tested = Tested(core.BindPattern(element.binder, _REFERENCE), body, tested.before)
    start = core.Let(core.BindPattern(result.binder, kind), NULL_POINTER, is_typed=True)
    return (start, *_loop(found, tested))


def _each(made: Rewriting, found: Search) -> Any:
    """`std::for_each`, whose result is not used."""
    del made

    def done(value: Any) -> tuple[Any, ...]:
        return () if value is None else (core.Evaluate(value),)

    tested = _per_element(found, found.given[0], done) if len(found.given) == 1 else None
    if tested is None:
        return None
    return core.Block(_loop(found, tested), found.call.row)


def _appended(made: Rewriting, found: Search, *, filters: bool) -> Any:
    """`std::copy_if` and `std::transform` at the end of a container, whose result is not used."""
    if len(found.given) != 2:  # noqa: PLR2004
        return None
    place = _grown(made, found.given[0])
    if place is None or bare(place) == bare(found.subject):
        return None

    def add(value: Any) -> core.Evaluate:
        owner = core.Symbol("", ("std.vector", "push_back"))
        member = core.Member(place, "push_back", owner)
        return core.Evaluate(core.Call(member, (core.Argument(value),), row=found.call.row))

    def done(value: Any) -> tuple[Any, ...]:
        return (core.If(value, (add(found.local(_ELEMENT)),)),) if filters else (add(value),)

    tested = _per_element(found, found.given[1], done)
    if tested is None:
        return None
    if filters and tested.pattern.binder != found.local(_ELEMENT).binder:
        named = core.Let(tested.pattern, found.local(_ELEMENT), is_typed=True)
        body = tested.body
        if tested.pattern.type.name == "&":
            body = _with_locals(body, {tested.pattern.binder: found.local(_ELEMENT)})
        else:
            body = (named, *body)
        pattern = core.BindPattern(found.local(_ELEMENT).binder, _REFERENCE)
        tested = Tested(pattern, body, tested.before)
    return core.Block(_loop(found, tested), found.call.row)


def _grown(made: Rewriting, node: Any) -> Any:
    """The local list at whose end an iterator puts what it is given."""
    known = made.library.function(path_of(node))
    if known is None or known.law != "end of list" or len(node.arguments) != 1:
        return None
    place = node.arguments[0].value
    return place if isinstance(place, core.Local) else None


def _summed(made: Rewriting, found: Search) -> Any:
    """`std::accumulate`: a value of the type that it starts with."""
    if not 1 <= len(found.given) <= 2:  # noqa: PLR2004
        return None
    kind = _kind(found.given[0])
    total, element = found.local(RESULT), found.local(_ELEMENT)
    if kind is None:
        return None
    made.types[total.binder] = kind
    start = core.Let(core.BindPattern(total.binder, kind), found.given[0], is_typed=True)
    if len(found.given) == 1:
        pattern = core.BindPattern(element.binder, _REFERENCE)
        tested = Tested(pattern, (_set(total, core.Binary("+", total, element)),))
        return core.BlockValue((start, *_loop(found, tested)), total, found.call.row)
    code, copied = _lambda(found.given[1])
    if code is None or copied or len(code.parameters) != 2:  # noqa: PLR2004
        return None
    sum_, one = code.parameters
    of = sum_.type.arguments[0] if sum_.type.name == "&" else sum_.type
    if of.name not in ("", kind.name) or any(p.kind or p.pattern for p in code.parameters):
        return None
    if _stores(code.body, sum_.binder):
        return None
    body = _with_locals(code.body, {sum_.binder: total})
    tested = Tested(
        core.BindPattern(one.binder, one.type),
        _given(body, found.label, _said(code, lambda value: (_set(total, value),))),
    )
    return core.BlockValue((start, *_loop(found, tested)), total, found.call.row)


def _stores(code: Any, binder: int) -> bool:
    """Whether code changes a local, or may."""
    for one in walk(code):
        target = one.place if isinstance(one, core.TargetPattern) else getattr(one, "target", None)
        if is_local(target, binder) or (
            isinstance(one, core.Unary) and one.operator == "&" and is_local(one.operand, binder)
        ):
            return True
        if isinstance(one, core.Call) and any(is_local(a.value, binder) for a in one.arguments):
            return True
    return False


def _kind(start: Any) -> core.Type | None:
    """The type of what a sum starts with, where the code shows it."""
    if isinstance(start, core.Literal):
        if start.kind == "float" and start.value[-1:].isdigit():
            return core.Type("double")
        suffix = start.value.lstrip("0123456789")
        name = _SUFFIXES.get(suffix) if start.kind == "int" else None
        return core.Type(name) if name else None
    if isinstance(start, core.Construct) and isinstance(start.type.name, str):
        return start.type if start.type.name else None
    is_text = path_of(start) == "std.string" and not start.arguments
    return core.Type("std.string") if is_text else None


FINDS = {"find of range": True, "find where of range": False}  # whether a value is looked for
VALUES: dict[str, Loop] = {
    "any of range": lambda made, found: quantified(made, found, ends=True),
    "all of range": lambda made, found: quantified(made, found, ends=False, on=False),
    "none of range": lambda made, found: quantified(made, found, ends=False),
    "sum of range": _summed,
}
STATEMENTS: dict[str, Loop] = {  # what they give is not used
    "each of range": _each,
    "map of range": lambda made, found: _appended(made, found, filters=False),
    "filter of range": lambda made, found: _appended(made, found, filters=True),
}
