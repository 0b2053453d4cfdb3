"""Algorithms of a library over a range that two iterators bound: loops over its elements (C++).

`std::any_of(a.begin(), a.end(), f)` is written as a loop before anything else is asked, so that
what its function stores to the locals around it is what the loop stores, and every law on loops
applies.
The bounds have to be those of one container of the library, which the table says holds elements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.symbols.walking import bare
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from tracer.classify.equivalence.evaluation.domain.library import Library

    Loop: TypeAlias = "Callable[[_Rewriting, Search], Any]"

RANGES = law(
    "range-algorithm",
    "An algorithm over all elements of a container, from its begin to its end, is the loop that "
    "its documentation describes.",
    "#include <algorithm>\n#include <vector>\nstatic bool f(const std::vector<int>& a, int b) { "
    "return std::any_of(a.begin(), a.end(), [b](int c) { return c < b; }); }\n",
    "#include <algorithm>\n#include <vector>\nstatic bool f(const std::vector<int>& a, int b) { "
    "for (int c : a) { if (c < b) { return true; } } return false; }\n",
    "#include <algorithm>\n#include <vector>\nstatic bool f(const std::vector<int>& a, int b) { "
    "for (int c : a) { if (c <= b) { return true; } } return false; }\n",
    "cpp",
)
_MADE = 2_000_000  # numbers of locals that loops need: above those of all others
_EACH = 4  # locals of one call, by what they hold
_RESULT, _ELEMENT, _ASKED, _COPIES = range(_EACH)
_HELD = frozenset({"list", "string", "map", "set"})  # sorts of types that hold what they go through
_BEGINS = frozenset({"begin", "cbegin"})
_ENDS = frozenset({"end", "cend"})
_BOOL = core.Type("bool")
_REFERENCE = core.Type("&", (core.UNKNOWN,))
_NULL = core.Literal("null", "null")
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


def as_ranges(code: Any, library: Library) -> tuple[Any, dict[int, core.Type]]:
    """Code with such calls as loops, and the types of the locals that these need."""
    names = {name for name, known in library.functions.items() if known.law.endswith(" of range")}
    if not names or not any(_path(one) in names for one in walk(code)):
        return code, {}
    return (made := _Rewriting(library)).rewritten(code), made.types


def _path(node: Any) -> str:
    is_call = isinstance(node, core.Call) and isinstance(node.function, core.External)
    return node.function.path if is_call else ""


class _Rewriting:
    """One walk over code; `types` are those of new locals."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.types: dict[int, core.Type] = {}

    def rewritten(self, node: Any) -> Any:
        if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
            return node
        if isinstance(node, core.Binary):
            node = self._as_test(node)
        if not hasattr(node, "_fields"):
            node = self._with_iterators(node)
        parts = [self.rewritten(one) for one in node]
        if any(one is not other for one, other in zip(parts, node, strict=True)):
            node = type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
        if isinstance(node, core.Evaluate):
            return self._looped(node, node.value, _STATEMENTS)
        return self._looped(node, node, _VALUES)

    def _looped(self, node: Any, call: Any, loops: Mapping[str, Loop]) -> Any:
        """The loop that a call is, the node where it is none."""
        loop = loops.get(self._law(call))
        found = self._search(call) if loop is not None else None
        made = loop(self, found) if loop is not None and found is not None else None
        return node if made is None else made

    def _law(self, node: Any) -> str:
        known = self.library.function(_path(node))
        return known.law if known is not None else ""

    def _search(self, node: Any) -> Search | None:
        """The call of an algorithm over all of a container that a node is."""
        if not self._law(node).endswith(" of range") or node.type_arguments or node.row < 0:
            return None
        given = [one.value for one in node.arguments]
        if len(given) < 2 or any(one.spread or one.label for one in node.arguments):  # noqa: PLR2004
            return None
        first, last = self._bound(given[0], _BEGINS), self._bound(given[1], _ENDS)
        if first is None or last is None or bare(first) != bare(last):
            return None
        return Search(first, tuple(given[2:]), node)

    def _bound(self, node: Any, names: frozenset[str]) -> Any:
        """The container of which an expression is a bound, where evaluating it does nothing."""
        if not isinstance(node, core.Call) or node.arguments:
            return None
        function = node.function
        if not isinstance(function, core.Member) or function.name not in names:
            return None
        owner, subject = function.owner, function.object
        if owner is None or owner.module or self.library.sort(owner.path[0]) not in _HELD:
            return None
        place: Any = subject
        while isinstance(place, core.Member):
            place = place.object
        return subject if isinstance(place, core.Local | core.Self) else None

    def _as_test(self, node: core.Binary) -> Any:
        """`std::find(...) != a.end()`: whether there is an element."""
        for one, other in ((node.left, node.right), (node.right, node.left)):
            found = self._search(one) if node.operator in ("==", "!=") else None
            if found is None or self._law(one) not in _FINDS:
                continue
            if bare(self._bound(other, _ENDS)) != bare(found.subject):
                continue
            made = _quantified(
                self, found, ends=node.operator == "!=", value=_FINDS[self._law(one)]
            )
            if made is not None:
                return made
        return node

    def _with_iterators(self, block: tuple[Any, ...]) -> tuple[Any, ...]:
        """Statements in which an iterator that is only compared with the end, and read, points."""
        for at, one in enumerate(block):
            found = self._search(one.value) if isinstance(one, core.Let) else None
            if found is None or not isinstance(one.pattern, core.BindPattern) or one.kind:
                continue
            law_name, binder = self._law(one.value), one.pattern.binder
            if law_name not in _FINDS:
                continue
            pointer = found.local(_RESULT)
            rest = self._pointing(block[at + 1 :], binder, found.subject, pointer)
            if any(isinstance(node, core.Local) and node.binder == binder for node in walk(rest)):
                continue
            loop = _found(self, found, value=_FINDS[law_name])
            if loop is not None:
                return (*block[:at], *loop, *self._with_iterators(rest))
        return block

    def _pointing(self, node: Any, binder: int, subject: Any, pointer: core.Local) -> Any:
        """Code with a pointer in the place of an iterator where it is read or compared."""
        if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
            return node
        if isinstance(node, core.Unary) and node.operator == "*" and _is(node.operand, binder):
            return node._replace(operand=pointer)
        if isinstance(node, core.Binary) and node.operator in ("==", "!="):
            pair = (node.left, node.right)
            if any(_is(one, binder) for one in pair) and any(
                bare(self._bound(one, _ENDS)) == bare(subject) for one in pair
            ):
                return node._replace(left=pointer, right=_NULL)
        parts = [self._pointing(one, binder, subject, pointer) for one in node]
        if all(one is other for one, other in zip(parts, node, strict=True)):
            return node
        return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)


def _is(node: Any, binder: int) -> bool:
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


def _quantified(
    made: _Rewriting, found: Search, *, ends: bool, value: bool = False, on: bool = True
) -> Any:
    """A truth value that the first element decides for which a test is `on`."""
    result = found.local(_RESULT)
    made.types[result.binder] = _BOOL
    out = (_set(result, _TRUE if ends else _FALSE), core.Leave("break", found.label))

    def done(test: Any) -> tuple[Any, ...]:
        return (core.If(test, out) if on else core.If(test, (), out),)

    tested = _tested(found, done, value=value)
    if tested is None:
        return None
    start = core.Let(core.BindPattern(result.binder, _BOOL), _FALSE if ends else _TRUE)
    return core.BlockValue((start, *_loop(found, tested)), result, found.call.row)


def _found(made: _Rewriting, found: Search, *, value: bool) -> tuple[Any, ...] | None:
    """A pointer to the first element for which a test holds, or to nothing."""
    result, element = found.local(_RESULT), found.local(_ELEMENT)
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
    start = core.Let(core.BindPattern(result.binder, kind), _NULL, is_typed=True)
    return (start, *_loop(found, tested))


def _each(made: _Rewriting, found: Search) -> Any:
    """`std::for_each`, whose result is not used."""
    del made

    def done(value: Any) -> tuple[Any, ...]:
        return () if value is None else (core.Evaluate(value),)

    tested = _per_element(found, found.given[0], done) if len(found.given) == 1 else None
    if tested is None:
        return None
    return core.Block(_loop(found, tested), found.call.row)


def _appended(made: _Rewriting, found: Search, *, filters: bool) -> Any:
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


def _grown(made: _Rewriting, node: Any) -> Any:
    """The local list at whose end an iterator puts what it is given."""
    known = made.library.function(_path(node))
    if known is None or known.law != "end of list" or len(node.arguments) != 1:
        return None
    place = node.arguments[0].value
    return place if isinstance(place, core.Local) else None


def _summed(made: _Rewriting, found: Search) -> Any:
    """`std::accumulate`: a value of the type that it starts with."""
    if not 1 <= len(found.given) <= 2:  # noqa: PLR2004
        return None
    kind = _kind(found.given[0])
    total, element = found.local(_RESULT), found.local(_ELEMENT)
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
        if _is(target, binder) or (
            isinstance(one, core.Unary) and one.operator == "&" and _is(one.operand, binder)
        ):
            return True
        if isinstance(one, core.Call) and any(_is(a.value, binder) for a in one.arguments):
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
    is_text = _path(start) == "std.string" and not start.arguments
    return core.Type("std.string") if is_text else None


_FINDS = {"find of range": True, "find where of range": False}  # whether a value is looked for
_VALUES: dict[str, Loop] = {
    "any of range": lambda made, found: _quantified(made, found, ends=True),
    "all of range": lambda made, found: _quantified(made, found, ends=False, on=False),
    "none of range": lambda made, found: _quantified(made, found, ends=False),
    "sum of range": _summed,
}
_STATEMENTS: dict[str, Loop] = {  # what they give is not used
    "each of range": _each,
    "map of range": lambda made, found: _appended(made, found, filters=False),
    "filter of range": lambda made, found: _appended(made, found, filters=True),
}
