"""Types that are one of several, and what of a type stays true of a value in a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.core import UNKNOWN, Type

if TYPE_CHECKING:
    from collections.abc import Iterable

UNION, CLASS = "union", "type"
_FRESH = (
    core.Construct, core.Comprehension, core.Conditional, core.Logical, core.Assign, core.Index,
)  # fmt: skip
CHANGING = frozenset({"list", "set", "dict", "array", "generator"})


def kept(node: Any, of: Type) -> Type:
    """The type of a value in a place, where others may put more into a collection just made."""
    return _opened(of) if isinstance(node, _FRESH) else of


def _opened(of: Type) -> Type:
    arguments = () if of.name in CHANGING else tuple(map(_opened, of.arguments))
    return of._replace(arguments=arguments)


def joined(types: Iterable[Type]) -> Type:
    """What may be of any of some types; unknown where one of them is."""
    found: list[Type] = []
    for one in types:
        if not one.name:
            return UNKNOWN
        found += [
            part for part in (one.arguments if one.name == UNION else (one,)) if part not in found
        ]
    return found[0] if len(found) == 1 else Type(UNION, tuple(found))


def of_value(node: Any) -> Type:
    """The type that an expression names, where it is one."""
    if isinstance(node, core.Ref):
        return Type(node.symbol)
    if isinstance(node, core.Literal) and node.kind == "null":
        return Type("null")
    if isinstance(node, core.Binary) and node.operator == "|":
        return joined((of_value(node.left), of_value(node.right)))
    return UNKNOWN
