"""Loops that ask an iterator for its elements until there are none: loops over the elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_MENTIONS = 3  # of an iterator: where it is made, asked for more, and for the next element

law(
    "drained-iterator",
    "A loop that asks an iterator for the next element once a round, before anything else, while "
    "it has one, and uses it for nothing more, is a loop over the elements.",
    "import java.util.*;\nclass A { static int f(List<String> a) { int t = 0; "
    "Iterator<String> b = a.iterator(); while (b.hasNext()) { t += b.next().length(); } "
    "return t; } }\n",
    "import java.util.*;\nclass A { static int f(List<String> a) { int t = 0; "
    "for (String b : a) { t += b.length(); } return t; } }\n",
    "import java.util.*;\nclass A { static int f(List<String> a) { int t = 0; "
    "Iterator<String> b = a.iterator(); b.next(); while (b.hasNext()) { t += b.next().length(); } "
    "return t; } }\n",
    "java",
)


ITERATOR_LOOPS = law(
    "iterator-loop",
    "A loop over all iterators of a local sequence, of which the body uses nothing but what they "
    "point to, is a loop over references to the elements.",
    "#include <vector>\nint f(const std::vector<int>& v) { int t = 0;\n"
    "  for (auto i = v.begin(); i != v.end(); ++i) t += *i;\n  return t; }\n",
    "#include <vector>\nint f(const std::vector<int>& v) { int t = 0;\n"
    "  for (const int& i : v) t += i;\n  return t; }\n",
    "#include <vector>\nint f(const std::vector<int>& v) { int t = 0;\n"
    "  for (auto i = v.begin() + 1; i != v.end(); ++i) t += *i;\n  return t; }\n",
    "cpp",
)


def drained(m: Machine, n: core.Loop, s: State) -> tuple[int, Any] | None:
    """(the iterator's binder, the collection's code) of a loop that drains an iterator."""
    if not m.semantics.iterator_asks or n.step or n.otherwise or n.is_checked_after or n.pattern:
        return None
    index = _asked(m, n.test)
    facts = s.frame.facts
    if index is None or facts.mentions[index] != _MENTIONS or index in facts.cells:
        return None
    if facts.mentioned(n.body)[index] != 1:
        return None
    made = _made(n.setup, index) if n.setup else _made(_before(s.frame.function, n), index)
    if made is None or not (n.setup or _stays(made)):
        return None
    return index, made


def is_next(m: Machine, node: Any, index: int) -> bool:
    """Whether a node asks an iterator for its next element."""
    return _called(m, node, index) == m.semantics.iterator_gives


def _asked(m: Machine, test: Any) -> int | None:
    function = getattr(test, "function", None)
    place = getattr(function, "object", None)
    if not isinstance(place, core.Local):
        return None
    return place.binder if _called(m, test, place.binder) == m.semantics.iterator_asks else None


def _called(m: Machine, node: Any, index: int) -> str:
    """The method of the library that is called on an iterator, '' for any other code."""
    if not isinstance(node, core.Call) or node.arguments:
        return ""
    function = node.function
    if not isinstance(function, core.Member) or not isinstance(function.object, core.Local):
        return ""
    owner = function.owner
    if owner is None or owner.module or function.object.binder != index:
        return ""
    return function.name if m.library.sort(owner.path[0]) == "iterator" else ""


def _made(statements: tuple[Any, ...], index: int) -> Any:
    """What an iterator that the only statement makes goes through."""
    one = statements[0] if len(statements) == 1 else None
    if not isinstance(one, core.Let) or not isinstance(one.pattern, core.BindPattern):
        return None
    call = one.value
    if one.pattern.binder != index or not isinstance(call, core.Call) or call.arguments:
        return None
    function = call.function
    is_library = isinstance(function, core.Member) and getattr(function.owner, "module", "x") == ""
    return function.object if is_library and function.name == "iterator" else None


def _before(function: core.Function | None, n: core.Loop) -> tuple[Any, ...]:
    """The statement right before a loop."""
    for node in walk(function) if function is not None else ():
        for block in node:
            if type(block) is tuple:
                at = next((at for at, one in enumerate(block) if one is n), 0)
                if at:
                    return block[at - 1 : at]
    return ()


def _stays(code: Any) -> bool:
    """Whether code that is read twice, with nothing in between, gives the same both times."""
    while isinstance(code, core.Member):
        code = code.object
    return isinstance(code, core.Local | core.Self | core.Ref)


def called_on(node: Any, name: str) -> core.Local | core.Member | None:
    """The sequence that a call of `begin` or `end` of the library is made on."""
    if not isinstance(node, core.Call) or node.arguments:
        return None
    function = node.function
    if not isinstance(function, core.Member) or function.name not in (name, f"c{name}"):
        return None
    owner = function.owner
    if owner is None or owner.module or owner.path[0] not in _SEQUENCES:
        return None
    place = function.object
    return place if isinstance(place, core.Local | core.Member) else None


_SEQUENCES = frozenset(
    f"std.{one}" for one in ("vector", "deque", "list", "map", "set", "string", "unordered_map")
)
