"""What a function is called besides the name of its definition: `const f = function g() {}`.

It shows where the function is asked for its name, in its text and in stack traces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.model.assumptions import INTROSPECTION
from tracer.semantics.core import CALLED

if TYPE_CHECKING:
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Definition

Versions = tuple[tuple["Side", "Definition"], tuple["Side", "Definition"]]


def own_names(one: Definition) -> set[str]:
    """The flags that name a function otherwise than its definition; at most one."""
    flags = one.function.flags if one.function is not None else ()
    return {flag for flag in flags if flag.startswith(CALLED)} - {CALLED + name_of(one.symbol)}


def assumed(before: Definition, after: Definition) -> set[str]:
    """The assumption that a pair of functions with own names needs: that nobody asks for them."""
    return {INTROSPECTION} if own_names(before) or own_names(after) else set()


def may_differ(versions: Versions) -> bool:
    """Whether nobody asks what the two functions are called."""
    if not any(own_names(one) for _, one in versions):
        return True
    return all(
        INTROSPECTION in side.allowed
        and not any(found.kind == "introspection" for found in side.program.lookups)
        for side, _ in versions
    )
