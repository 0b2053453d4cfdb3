"""Constants that hold an arrow function for good: functions in all but the place they exist from.

`const f = (a) => a + 1` is called, compared and unfolded as `function f(a) { return a + 1 }`. That
it does not exist above its row is asked where modules are loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics.core import External, Function, Kind, Self, Unresolved

if TYPE_CHECKING:
    from tracer.semantics.core import Definition


def is_arguments(node: object) -> bool:
    """Whether a node is what a function was called with, or a part of it."""
    if isinstance(node, Unresolved):
        return node.name == "arguments"
    return isinstance(node, External) and node.path.partition(".")[0] == "arguments"


def as_function(definition: Definition) -> Definition:
    """A constant that is a plain arrow function as a definition of that function; else itself."""
    value = definition.value
    if definition.kind is not Kind.CONSTANT or not isinstance(value, Function):
        return definition
    if "arrow" not in value.flags or value.captures or definition.owner is not None:
        return definition
    for one in references(value):
        if isinstance(one, Self) or is_arguments(one):
            return definition
    return definition._replace(kind=Kind.FUNCTION, function=value, value=None)
