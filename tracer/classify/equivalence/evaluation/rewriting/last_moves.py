"""A local that is moved where it is named for the last time: its value (C++).

`std::move(a)` says that `a` may be emptied. Where nothing names it afterwards, and copies of its
type run no code of the program, that is no other value than `a`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import nodes_in, walk
from tracer.classify.equivalence.evaluation.domain.library import functions_by_law
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tracer.classify.equivalence.evaluation.domain.library import Library

MOVES = law(
    "last-move",
    "A local of a plain type of the library that is moved where it is named for the last time is "
    "its value.",
    "#include <string>\n#include <utility>\n#include <vector>\n"
    "static void f(std::vector<std::string>& a, std::string b) { a.push_back(std::move(b)); }\n",
    "#include <string>\n#include <utility>\n#include <vector>\n"
    "static void f(std::vector<std::string>& a, std::string b) { a.push_back(b); }\n",
    "#include <string>\n#include <utility>\n#include <vector>\n"
    "static void f(std::vector<std::string>& a, std::string b) { a.push_back(std::move(b)); "
    "a.push_back(b); }\n",
    "cpp",
)
_APART = ("&", "*", "&&")  # types that refer to what others have


def as_values(code: Any, library: Library) -> Any:
    """Code with such moves as the locals; the code itself where there are none."""
    names = functions_by_law(library).get("moved", frozenset())
    if not names or not isinstance(code, core.Function):
        return code
    if any(isinstance(one, core.Leave) and one.kind == "goto" for one in nodes_in(code)):
        return code
    if not any(_moved(one, names) is not None for one in nodes_in(code)):
        return code
    mentions = Counter(one.binder for one in walk(code) if isinstance(one, core.Local))
    types = {one.binder: one.type for one in code.parameters if not one.kind}
    types |= {one.binder: one.type for one in walk(code) if isinstance(one, core.BindPattern)}
    once = {
        binder
        for binder, count in mentions.items()
        if count == 1 and _is_plain(types.get(binder, core.UNKNOWN), library)
    }
    return _rewritten(code, names, once) if once else code


def _moved(node: Any, names: AbstractSet[str]) -> int | None:
    """The local that a call moves."""
    if not isinstance(node, core.Call) or not isinstance(node.function, core.External):
        return None
    if node.function.path not in names or len(node.arguments) != 1:
        return None
    value = node.arguments[0].value
    return value.binder if isinstance(value, core.Local) else None


def _is_plain(of: core.Type, library: Library) -> bool:
    """Whether copies of a type run no code of the program."""
    name = of.name
    if not isinstance(name, str) or name in _APART:
        return False
    is_known = name in library.semantics.plain_types or name in library.semantics.numeric_types
    return is_known and all(_is_plain(one, library) for one in of.arguments)


def _rewritten(node: Any, names: AbstractSet[str], once: AbstractSet[int]) -> Any:
    """Code without the moves of some locals; in what may run again, only of those that it makes."""
    if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
        return node
    binder = _moved(node, names)
    if binder is not None and binder in once:
        return core.Local(binder, getattr(node, "row", -1))
    again = isinstance(node, core.Loop | core.ForEach | core.Comprehension | core.Labeled)
    inner = isinstance(node, core.Function) and "lambda" in node.flags
    if again or inner:
        once = once & _bound(node)
    parts = [_rewritten(one, names, once) for one in node]
    if all(one is other for one, other in zip(parts, node, strict=True)):
        return node
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)


def _bound(node: Any) -> set[int]:
    found = {one.binder for one in walk(node) if isinstance(one, core.BindPattern)}
    return found | {one.binder for one in walk(node) if isinstance(one, core.Parameter)}
