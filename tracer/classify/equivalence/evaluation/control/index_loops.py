"""Loops over the indices of a sequence whose elements they read first: loops over the elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.control.calm_loops import (
    keeps_lengths,
    places_in,
    reads_only,
    stored_to,
)
from tracer.classify.equivalence.evaluation.control.iterator_loops import (
    called_on,
    drained,
    is_next,
)
from tracer.classify.equivalence.evaluation.domain.bound_fields import is_bound_once, stores_member
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.machine.conversions import declared_of
from tracer.classify.equivalence.evaluation.machine.values import (
    gives_text,
    is_used_as_text,
    sort_of,
    sort_of_type,
)
from tracer.classify.equivalence.symbols.walking import bare
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

INDEX_LOOPS = law(
    "index-loop",
    "A loop over all indices of a local sequence, which it neither rebinds nor stores to, that "
    "reads the element before anything else and uses the index for nothing more, is a loop over "
    "the elements.",
    "def f(a):\n    t = 0\n    for i in range(len(a)):\n        b = a[i]\n        t += b.n\n"
    "    return t\n",
    "def f(a):\n    t = 0\n    for b in a:\n        t += b.n\n    return t\n",
    "def f(a):\n    t = 0\n    for i in range(1, len(a)):\n        b = a[i]\n        t += b.n\n"
    "    return t\n",
)
_INDEXED = frozenset({"list", "array", "tuple", "sequence"})
_LISTS = frozenset({"list", "array"})
_ITERATED = _LISTS | {"map", "set", "string"}
_DOES = (
    core.Call, core.Await, core.Yield, core.Assign, core.Update, core.Opaque, core.Comprehension,
)  # fmt: skip


class Counted(NamedTuple):
    """A loop over indices: the index, the sequence, the body and the label."""

    index: int  # type: ignore[assignment]
    sequence: core.Local | core.Member
    body: tuple[core.Statement, ...]
    node: core.Loop | core.ForEach
    is_iterator: bool = False
    is_list: bool = False  # the sequence is surely a list of the library
    is_drained: bool = False  # the index is an iterator that is asked for the next element

    @property
    def element(self) -> int:
        """A local of no other name, which holds the element."""
        return -self.index - 1000

    def with_element(self, code: Any, is_element: Callable[[Any], bool]) -> Any:
        """Code with that local in the place of each reading of the element."""
        if is_element(code):
            return core.Local(self.element, getattr(code, "row", -1))
        if not isinstance(code, tuple) or isinstance(code, core.Symbol | core.Type):
            return code
        parts = [self.with_element(one, is_element) for one in code]
        return type(code)(*parts) if hasattr(code, "_fields") else tuple(parts)


def as_element_loop(m: Machine, n: core.Loop | core.ForEach, s: State) -> core.ForEach | None:
    """The loop over elements that a loop over indices is, if it surely is."""
    if m.semantics.sequences_keep_length:
        return _as_keys(m, n, s) if isinstance(n, core.Loop) else None
    asked = drained(m, n, s) if isinstance(n, core.Loop) else None
    if asked is not None and isinstance(n, core.Loop):
        return _converted(m, Counted(*asked, n.body, n, is_drained=True))
    found = _for_each(m, n) if isinstance(n, core.ForEach) else _counting(m, n)
    if found is None and isinstance(n, core.Loop):
        found = _iterating(m, n)
    if (
        found is None
        or s.frame.facts.mentioned(n)[found.index] < s.frame.facts.mentions[found.index]
    ):
        return None
    if _is_shared(n) and found.index in s.frame.facts.cells:
        return None
    sequence: Any = found.sequence
    if isinstance(sequence, core.Member) and not _stays(m, sequence, found, s):
        return None
    while isinstance(sequence, core.Member):
        sequence = sequence.object
    if isinstance(sequence, core.Local):
        binder = sequence.binder
        is_cell = binder in s.frame.facts.cells and not found.is_iterator
        if binder in s.frame.facts.stored(found.body) or is_cell:
            return None
        if m.semantics.references_valid and not _is_list(m, found.sequence, s):
            return None
        if isinstance(n, core.ForEach) and not keeps_lengths(m, s, found.body):
            return None
        typed = sort_of_type(m, declared_of(m, s.frame.types, binder))
        typed = typed or sort_of(m, s.env.get(binder, ("unset",)))
        is_indexed = typed in _INDEXED or (typed == "str" and m.semantics.texts_hold_elements)
        if not m.semantics.types_matter and not is_indexed:
            made = stored_to(s.frame.function, binder)
            is_made = bool(made) and all(map(_is_list_literal, made))
            if (
                typed
                or any(gives_text(m, one) for one in made)
                or (
                    not m.semantics.texts_hold_elements
                    and is_used_as_text(m, s.frame.function, binder)
                )
                or not (is_made or m.context.allows("plain-operators", "size", "element"))
            ):
                return None
        found = found._replace(is_list=typed == "list" and sequence is found.sequence)
    elif not isinstance(sequence, core.Self):
        return None
    if found.is_iterator:
        if not reads_only(m, found.body):
            return None
        return _through_iterator(found)
    return _converted(m, found)


def _is_list_literal(value: Any) -> bool:
    return isinstance(value, core.Construct) and value.kind == "list"


def _is_list(m: Machine, sequence: core.Local | core.Member, s: State) -> bool:
    """Whether a local is declared as a list, or as a reference to one."""
    if not isinstance(sequence, core.Local):
        return False
    return sort_of_type(m, declared_of(m, s.frame.types, sequence.binder)) == "list"


def _stays(m: Machine, sequence: core.Member, found: Counted, s: State) -> bool:
    """Whether a field holds the same sequence in all rounds, which do nothing to it."""
    owner = sequence.owner
    if owner is None or m.context.is_property(sequence.name):
        return False
    declared = m.context.field_type(owner).name
    sorts = _ITERATED if found.is_iterator else _LISTS
    is_list = isinstance(declared, str) and m.library.sort(declared) in sorts
    if not is_list or reads_only(m, found.body):
        return is_list
    if m.semantics.types_matter or found.is_iterator:
        return False
    return is_bound_once(m.context, owner) or (
        keeps_lengths(m, s, found.body) and not stores_member(found.body, sequence.name)
    )


def _as_keys(m: Machine, n: core.Loop, s: State) -> core.ForEach | None:
    """A loop that counts to the length of a sequence that stays: one over its indices."""
    found = _counting(m, n)
    if found is None:
        return None
    place: Any = found.sequence
    sequence: Any = place
    while isinstance(sequence, core.Member):
        sequence = sequence.object
    if isinstance(sequence, core.Local):
        binder = sequence.binder
        if binder in s.frame.facts.stored(found.body) or binder in s.frame.facts.cells:
            return None
    elif not isinstance(sequence, core.Self):
        return None
    if isinstance(place, core.Member):
        owner = place.owner
        is_list = owner is not None and m.context.field_type(owner).name == "list"
        if not is_list or not reads_only(m, found.body):
            return None
    elif declared_of(m, s.frame.types, place.binder).name != "list":
        return None
    pattern = core.BindPattern(found.index, core.Type("int"))
    return core.ForEach(pattern, place, found.body, (), n.label, "entry keys", n.row)


def _for_each(m: Machine, n: core.ForEach) -> Counted | None:
    """`for i in range(len(s))`."""
    call = n.iterable
    if isinstance(call, core.Construct) and call.kind == "range" and n.kind == "values":
        bounds = [one.value for one in call.items]
        index = _bound(n.pattern)
        whole = len(bounds) > 1 and _is_literal(bounds[0], "0")
        sequence = _sized(m, bounds[1]) if whole else None
        if index is None or sequence is None or n.otherwise:
            return None
        return Counted(index, sequence, n.body, n)
    if not isinstance(call, core.Call) or not isinstance(call.function, core.External):
        return None
    known = m.library.function(call.function.path)
    if known is None or known.law != "range" or len(call.arguments) != 1:
        return None
    index = _bound(n.pattern)
    sequence = _sized(m, call.arguments[0].value)
    if index is None or sequence is None or n.otherwise or n.kind != "values":
        return None
    return Counted(index, sequence, n.body, n)


def _bound(pattern: Any) -> int | None:
    if isinstance(pattern, core.BindPattern):
        return pattern.binder
    if isinstance(pattern, core.TargetPattern) and isinstance(pattern.place, core.Local):
        return pattern.place.binder
    return None


def _started(node: Any) -> tuple[Any, Any] | None:
    """What a loop stores to first, and the value: in a new local, or in a `var`."""
    if isinstance(node, core.Let):
        return node.pattern, node.value
    if isinstance(node, core.Evaluate) and isinstance(node.value, core.Assign):
        return node.value.target, node.value.value
    return None


def _is_shared(n: core.Loop | core.ForEach) -> bool:
    """Whether closures of all rounds see one variable that counts them."""
    return isinstance(n, core.Loop) and bool(n.setup) and isinstance(n.setup[0], core.Evaluate)


def _counting(m: Machine, n: core.Loop) -> Counted | None:
    """`for (i = 0; i < s.length; i++)`."""
    if len(n.setup) != 1 or len(n.step) != 1 or n.otherwise or n.is_checked_after or n.pattern:
        return None
    start, step, test = _started(n.setup[0]), n.step[0], n.test
    if start is None or not _is_literal(start[1], "0"):
        return None
    index = _bound(start[0])
    if not isinstance(step, core.Evaluate) or not isinstance(step.value, core.Update):
        return None
    update = step.value
    counts = update.operator == "+" and _is_literal(update.value, "1")
    if index is None or not counts or not _is_local(update.target, index):
        return None
    if not isinstance(test, core.Binary) or test.operator != "<" or not _is_local(test.left, index):
        return None
    sequence = _sized(m, test.right)
    if sequence is None or any(_stores(one, index) for one in walk(n.body)):
        return None
    return Counted(index, sequence, n.body, n)


def _iterating(m: Machine, n: core.Loop) -> Counted | None:
    """`for (auto i = s.begin(); i != s.end(); ++i)`."""
    if len(n.setup) != 1 or len(n.step) != 1 or n.otherwise or n.is_checked_after or n.pattern:
        return None
    start, step, test = n.setup[0], n.step[0], n.test
    if not isinstance(start, core.Let) or not isinstance(test, core.Binary):
        return None
    index, update = _bound(start.pattern), getattr(step, "value", None)
    sequence, end = called_on(start.value, "begin"), called_on(test.right, "end")
    if index is None or sequence is None or end is None or bare(sequence) != bare(end):
        return None
    if test.operator != "!=" or not _is_local(test.left, index):
        return None
    if not isinstance(update, core.Update) or not _is_local(update.target, index):
        return None
    if update.operator != "+" or not _is_literal(update.value, "1"):
        return None
    return Counted(index, sequence, n.body, n, is_iterator=True)


def _through_iterator(found: Counted) -> core.ForEach | None:
    """The loop over references to elements; None where the body uses the iterator otherwise."""

    def is_behind(node: Any) -> bool:
        is_read = isinstance(node, core.Unary) and node.operator == "*"
        return is_read and _is_local(node.operand, found.index)

    body = found.with_element(found.body, is_behind)
    if any(_is_local(one, found.index) or _is_sequence(one, found) for one in walk(body)):
        return None
    pattern = core.BindPattern(found.element, core.Type("&", (core.UNKNOWN,)))
    label, row = found.node.label, found.node.row
    return core.ForEach(pattern, found.sequence, body, (), label, "values", row)


def _stores(node: Any, binder: int) -> bool:
    if isinstance(node, core.Update):
        return _is_local(node.target, binder)
    return isinstance(node, core.TargetPattern) and _is_local(node.place, binder)


def _is_literal(node: Any, text: str) -> bool:
    return isinstance(node, core.Literal) and node.value == text


def _is_local(node: Any, binder: int) -> bool:
    return isinstance(node, core.Local) and node.binder == binder


def _is_sequence(node: Any, found: Counted) -> bool:
    sequence = found.sequence
    if found.is_drained:
        return False  # which may be changed: both loops fail then
    if isinstance(sequence, core.Local):
        return _is_local(node, sequence.binder)
    return isinstance(node, core.Member) and bare(node) == bare(sequence)


def _sized(m: Machine, node: Any) -> core.Local | core.Member | None:
    """The sequence in a local or a field whose length an expression is."""
    subject: Any = None
    if isinstance(node, core.Call) and isinstance(node.function, core.External):
        known = m.library.function(node.function.path)
        if known is not None and known.law == "size" and len(node.arguments) == 1:
            subject = node.arguments[0].value
    elif isinstance(node, core.Call) and isinstance(node.function, core.Member):
        if not node.arguments and node.function.name in m.semantics.size_members:
            subject = node.function.object
    elif isinstance(node, core.Member) and node.name in m.semantics.size_members:
        subject = node.object
    return subject if isinstance(subject, core.Local | core.Member) else None


def _element(m: Machine, node: Any, found: Counted) -> bool:
    """Whether a node is the element at the index."""
    if found.is_drained:
        return is_next(m, node, found.index)
    if isinstance(node, core.Index):
        place, key = node.object, node.key
    elif (
        isinstance(node, core.Call) and isinstance(node.function, core.Member)
        and node.function.name in m.semantics.element_members and len(node.arguments) == 1
    ):  # fmt: skip
        place, key = node.function.object, node.arguments[0].value
    else:
        return False
    return _is_sequence(place, found) and _is_local(key, found.index)


def _converted(m: Machine, found: Counted) -> core.ForEach | None:
    """The loop over elements; None where the element is not read first, or more than once."""
    is_copy = not m.semantics.has_references
    if not found.body or (is_copy and any(_element(m, p, found) for p in places_in(found.body))):
        return None
    first, rest = found.body[0], found.body[1:]
    label, row = found.node.label, found.node.row
    element = core.BindPattern(found.element)
    if m.semantics.has_references:
        element = core.BindPattern(found.element, core.Type("&", (core.UNKNOWN,)))
        m.made_types[found.element] = element.type
    everywhere = None if found.is_drained else _read_everywhere(m, found)
    if everywhere is not None:
        return core.ForEach(element, found.sequence, everywhere, (), label, "values", row)
    enumerated = None if found.is_drained else _enumerated(m, found)
    if enumerated is not None:
        return enumerated
    mentions = [
        one for one in walk(rest) if _is_local(one, found.index) or _is_sequence(one, found)
    ]
    if mentions:
        return None
    pattern = _taken(m, first, found)
    if pattern is not None:
        return core.ForEach(pattern, found.sequence, rest, (), label, "values", row)
    replaced = _replaced(m, first, found)
    if replaced is None:
        return None
    return core.ForEach(element, found.sequence, (replaced, *rest), (), label, "values", row)


def _read_everywhere(m: Machine, found: Counted) -> tuple[Any, ...] | None:
    """A body that only reads, with each reading of the element replaced; None where it may act."""
    inner = (core.Function, core.Comprehension, core.Opaque, core.Await, core.Yield)
    if not reads_only(m, found.body) or any(isinstance(one, inner) for one in walk(found.body)):
        return None
    made: tuple[Any, ...] = found.with_element(found.body, lambda one: _element(m, one, found))
    count = sum(_is_local(one, found.element) for one in walk(made))
    left = any(_is_local(one, found.index) or _is_sequence(one, found) for one in walk(made))
    return None if left or count < 2 else made  # noqa: PLR2004 - one reading is taken as it stands


def _enumerated(m: Machine, found: Counted) -> core.ForEach | None:
    """The loop over elements and their numbers; None where the number is used for nothing more.

    The element has to be read before the round does anything that may change the sequence.
    """
    numbered = _numbered(m, found)
    names = [one for one in walk(found.body) if _is_local(one, found.index)]
    is_set = any(_stores(one, found.index) for one in walk(found.body))
    inner = (core.Function, core.Comprehension, core.Opaque, core.Await, core.Yield)
    if numbered is None or is_set or any(isinstance(one, inner) for one in walk(found.body)):
        return None
    reads = sum(_element(m, one, found) for one in walk(found.body))
    if not reads or reads == len(names):
        return None
    first, rest = found.body[0], found.body[1:]
    is_late = any(_is_sequence(one, found) for one in walk(rest))
    if not reads_only(m, found.body) and (is_late or not _reads_first(m, first, found)):
        return None
    body = found.with_element(found.body, lambda one: _element(m, one, found))
    if any(_is_sequence(one, found) for one in walk(body)):
        return None
    pair = (core.BindPattern(found.index, core.Type("int")), core.BindPattern(found.element))
    call, kind = numbered
    pattern = core.TuplePattern(kind, pair)
    return core.ForEach(pattern, call, body, (), found.node.label, "values", found.node.row)


def _numbered(m: Machine, found: Counted) -> tuple[core.Call, str] | None:
    """The library's call for elements with their numbers, and what kind of pair it gives."""
    sequence = found.sequence
    functions = m.library.functions.items()
    path = next((path for path, known in functions if known.law == "enumerate"), "")
    if path:
        return core.Call(core.External(path), (core.Argument(sequence),)), "tuple"
    if not isinstance(sequence, core.Local) or not found.is_list:
        return None
    methods = m.library.methods.get("list", {}).items()
    name = next((name for name, known in methods if known.law == "entries"), "")
    return (core.Call(core.Member(sequence, name), ()), "list") if name else None


def _reads_first(m: Machine, first: Any, found: Counted) -> bool:
    """Whether a statement reads elements before it does anything but compute."""
    if not isinstance(first, core.Evaluate | core.Return | core.Let):
        return False
    acts = False

    def go(node: Any) -> bool:
        nonlocal acts
        if _element(m, node, found):
            return not acts
        if isinstance(node, tuple) and not isinstance(node, core.Symbol | core.Type):
            parts = [go(one) for one in node]
            computes = isinstance(node, core.Call) and _computes(m, node)
            acts = acts or (isinstance(node, _DOES) and not computes)
            return all(parts)
        return True

    return go(first)


def _computes(m: Machine, call: core.Call) -> bool:
    """Whether a call is of a library function that changes nothing."""
    path = call.function.path if isinstance(call.function, core.External) else ""
    known = m.library.function(path) if path else None
    return known is not None and known.effect in ("pure", "reads", "fresh")


def _taken(m: Machine, first: Any, found: Counted) -> core.Pattern | None:
    """The pattern of `x = s[i]`."""
    if isinstance(first, core.Let) and not first.otherwise and _element(m, first.value, found):
        return first.pattern
    if (
        isinstance(first, core.Evaluate)
        and isinstance(first.value, core.Assign)
        and _element(m, first.value.value, found)
    ):
        return first.value.target
    return None


def _replaced(m: Machine, first: Any, found: Counted) -> Any:
    """A statement that mentions sequence and index only as the element, read before any effect."""
    if not isinstance(first, core.Evaluate | core.If | core.Return | core.Let):
        return None
    seen: list[Any] = []

    def go(node: Any, above: tuple[Any, ...]) -> Any:
        if _element(m, node, found):
            before = [one for one in does if not any(one is part for part in above)]
            seen.append(not before)
            return core.Local(found.element, getattr(node, "row", -1))
        if isinstance(node, core.Function | core.Comprehension):
            does.append(node)
            return node
        if isinstance(node, _DOES):
            does.append(node)
        if isinstance(node, tuple):
            if isinstance(node, core.Symbol | core.Type):
                return node
            parts = [go(one, (*above, node)) for one in node]
            return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
        return node

    does: list[Any] = []
    made = go(first, ())
    left = [one for one in walk(made) if _is_local(one, found.index) or _is_sequence(one, found)]
    return made if seen == [True] and not left else None
