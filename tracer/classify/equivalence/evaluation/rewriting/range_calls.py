"""Algorithms of a library over a range that two iterators bound: loops over its elements (C++).

`std::any_of(a.begin(), a.end(), f)` is written as a loop before anything else is asked, so that
what its function stores to the locals around it is what the loop stores, and every law on loops
applies.
The bounds have to be those of one container of the library, which the table says holds elements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import nodes_in, walk
from tracer.classify.equivalence.evaluation.domain.library import functions_by_law
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.rewriting.range_loops import (
    FINDS,
    NULL_POINTER,
    RESULT,
    STATEMENTS,
    VALUES,
    Search,
    is_local,
    path_of,
    pointer_to_first,
    quantified,
)
from tracer.classify.equivalence.symbols.walking import bare
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.classify.equivalence.evaluation.domain.library import Library
    from tracer.classify.equivalence.evaluation.rewriting.range_loops import Loop

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
_HELD = frozenset({"list", "string", "map", "set"})  # sorts of types that hold what they go through
_BEGINS = frozenset({"begin", "cbegin"})
_ENDS = frozenset({"end", "cend"})


def as_ranges(code: Any, library: Library) -> tuple[Any, dict[int, core.Type]]:
    """Code with such calls as loops, and the types of the locals that these need."""
    laws = functions_by_law(library)
    names = {name for one in laws if one.endswith(" of range") for name in laws[one]}
    if not names or not any(path_of(one) in names for one in nodes_in(code)):
        return code, {}
    return (made := Rewriting(library)).rewritten(code), made.types


class Rewriting:
    """One walk over code; `types` are those of new locals."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.types: dict[int, core.Type] = {}

    def rewritten(self, node: Any) -> Any:
        """Code with the calls in it as loops."""
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
            return self._looped(node, node.value, STATEMENTS)
        return self._looped(node, node, VALUES)

    def _looped(self, node: Any, call: Any, loops: Mapping[str, Loop]) -> Any:
        """The loop that a call is, the node where it is none."""
        loop = loops.get(self._law(call))
        found = self._search(call) if loop is not None else None
        made = loop(self, found) if loop is not None and found is not None else None
        return node if made is None else made

    def _law(self, node: Any) -> str:
        known = self.library.function(path_of(node))
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
            if found is None or self._law(one) not in FINDS:
                continue
            if bare(self._bound(other, _ENDS)) != bare(found.subject):
                continue
            made = quantified(self, found, ends=node.operator == "!=", value=FINDS[self._law(one)])
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
            if law_name not in FINDS:
                continue
            pointer = found.local(RESULT)
            rest = self._pointing(block[at + 1 :], binder, found.subject, pointer)
            if any(isinstance(node, core.Local) and node.binder == binder for node in walk(rest)):
                continue
            loop = pointer_to_first(self, found, value=FINDS[law_name])
            if loop is not None:
                return (*block[:at], *loop, *self._with_iterators(rest))
        return block

    def _pointing(self, node: Any, binder: int, subject: Any, pointer: core.Local) -> Any:
        """Code with a pointer in the place of an iterator where it is read or compared."""
        if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
            return node
        if isinstance(node, core.Unary) and node.operator == "*" and is_local(node.operand, binder):
            return node._replace(operand=pointer)
        if isinstance(node, core.Binary) and node.operator in ("==", "!="):
            pair = (node.left, node.right)
            if any(is_local(one, binder) for one in pair) and any(
                bare(self._bound(one, _ENDS)) == bare(subject) for one in pair
            ):
                return node._replace(left=pointer, right=NULL_POINTER)
        parts = [self._pointing(one, binder, subject, pointer) for one in node]
        if all(one is other for one, other in zip(parts, node, strict=True)):
            return node
        return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
