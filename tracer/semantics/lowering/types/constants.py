"""Where a constant takes the type of what it stands beside, as in Java, and a variable does not.

`c ? 1 : 'a'` is a char, `c ? n : 'a'` is an int; a function that returns 2 may be one that gives a
byte. There, a value also says what it is made of, so that it equals no value made of other things.
`semantics.constants_convert` of a table lists the types of which any is turned into another one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.lowering.types import inference

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.semantics.lowering.code.lowerer import Lowerer

_JOINED, _GIVEN = "__joined", "__given"
_INNER = (core.Unary, core.Binary, core.Logical, core.Conditional, core.Cast)


def joined(low: Lowerer, value: Any, arms: Sequence[Any], row: int) -> Any:
    """A value that is one of several, with the types that make its own where they may differ."""
    types = low.table.semantics.get("constants_convert") or ()
    found = [inference.type_of(low, arm) for arm in arms]
    if all(one == found[0] for one in found) and found[0].name:
        return value
    if any(_is_null(arm) or (one.name and one.name not in types)
        for arm, one in zip(arms, found, strict=True)
    ):  # fmt: skip
        return value
    said = "; ".join(
        f"{one.name} {' '.join(sorted(set(_made_of(low, arm))))}"
        for arm, one in zip(arms, found, strict=True)
    )
    return _marked(_JOINED, value, said, row)


def joined_where_known(low: Lowerer, value: Any, arms: Sequence[Any], row: int) -> Any:
    """The same where two of the types are known."""
    types = low.table.semantics.get("constants_convert") or ()
    found = {inference.type_of(low, arm).name for arm in arms}
    return joined(low, value, arms, row) if len(found.intersection(types)) > 1 else value


def given(low: Lowerer, body: Any) -> Any:
    """The statements of a function that an unknown one is handed, with constants it returns."""
    node: Any = body
    if isinstance(body, core.Function | core.Symbol | core.Type) or not isinstance(body, tuple):
        return body
    if type(body) is core.Return:
        is_constant = body.value is not None and _is_constant(low, body.value)
        made = _marked(_GIVEN, body.value, "", body.row) if is_constant else body.value
        return body._replace(value=made)
    if hasattr(body, "_fields"):
        fields = {
            name: given(low, value)
            for name, value in zip(node._fields, node, strict=True)
            if isinstance(value, tuple)
        }
        return node._replace(**fields) if fields else body
    return tuple(given(low, one) for one in body)


def _is_constant(low: Lowerer, value: Any) -> bool:
    made = inference.type_of(low, value).name
    types = low.table.semantics.get("constants_convert") or ()
    return (not made or made in types) and set(_made_of(low, value)) <= {"literal", "final"}


def _made_of(low: Lowerer, value: Any) -> Iterator[str]:
    """What an expression has at its ends: literals, locals that are constants or not, the rest."""
    if isinstance(value, _INNER):
        for one in value:
            if isinstance(one, tuple) and not isinstance(one, core.Type):
                yield from _made_of(low, one)
    elif type(value) is core.Literal:
        yield "literal"
    elif type(value) is core.Local:
        name = low.binders[value.binder].name
        start = low.entry.row if low.entry is not None else 0
        text = low.tree.slice(start).decode("utf-8", "replace")
        yield "final" if re.search(rf"\bfinal\b[^;(){{}}]*\b{name}\b", text) else "local"
    else:
        yield "other"


def _is_null(value: Any) -> bool:
    return type(value) is core.Literal and value.kind == "null"


def _marked(mark: str, value: Any, said: str, row: int) -> core.Call:
    said_of = core.Argument(core.Literal("str", said, row))
    return core.Call(core.External(mark, row), (core.Argument(value), said_of), row=row)
