"""The constructs of templates that are statements, and their parts."""

# ruff: noqa: E501 - the table is read by line; conditions that belong together nest

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics import core
from tracer.semantics.lowering.code.bindings import lowered_assignment, lowered_let
from tracer.semantics.lowering.code.functions import handler_binder, import_statement
from tracer.semantics.lowering.nodes.construct import (
    OE,
    Construct,
    E,
    simple,
    text_in,
    through,
    value_in,
)
from tracer.semantics.lowering.types import constants, inference

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.semantics.lowering.nodes.construct import Makers


def _return(low: Lowerer, row: int, a: Makers) -> core.Return:
    value = value_in(a, "value", low, row)
    if value is None and low.named_results:
        locals_ = tuple(core.Local(binder, row) for binder in low.named_results)
        items = tuple(core.Item(local) for local in locals_)
        value = locals_[0] if len(items) == 1 else core.Construct("tuple", items, row=row)
    return core.Return(value, row)


def _let(low: Lowerer, row: int, a: Makers) -> Any:
    return lowered_let(low, row, a)


def _assign(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    return lowered_assignment(low, row, a, role)


def _if(low: Lowerer, row: int, a: Makers) -> core.If:
    test = a["test"](low, row)
    low.push(row)
    of = inference.type_of(low, test) if "pattern" in a else core.UNKNOWN
    pattern = low.binding(a["pattern"], row, of) if "pattern" in a else None
    then = value_in(a, "then", low, row, ())
    low.pop()
    if "alternatives" in a:
        otherwise = low.alternatives(a["alternatives"](low, row))
    else:
        otherwise = value_in(a, "otherwise", low, row, ())
    return core.If(test, then, otherwise, pattern, row)


def _loop(low: Lowerer, row: int, a: Makers) -> core.Loop:
    setup = value_in(a, "setup", low, row, ())
    test = value_in(a, "test", low, row)
    of = inference.type_of(low, test) if "pattern" in a else core.UNKNOWN
    pattern = low.binding(a["pattern"], row, of) if "pattern" in a else None
    step = value_in(a, "step", low, row, ())
    body = a["body"](low, row)
    otherwise = value_in(a, "otherwise", low, row, ())
    is_after = bool(value_in(a, "is_checked_after", low, row, default=False))
    label = text_in(a, "label", low, row)
    return core.Loop(test, body, setup, step, otherwise, label, is_after, pattern, row)


def _for_each(low: Lowerer, row: int, a: Makers) -> core.ForEach:
    iterable = a["iterable"](low, row)
    binds = bool(value_in(a, "binds", low, row, default=False))
    type_ = value_in(a, "type", low, row, core.UNKNOWN)
    if not type_.name and low.table.semantics.get("static_types"):
        type_ = low.element_of(iterable, text_in(a, "kind", low, row))
        if low.table.semantics.get("undeclared_types_copy"):
            type_ = inference.copied_element(low, iterable, type_)
    elif type_ == inference.REFERENCE:
        type_ = inference.to(low.element_of(iterable, text_in(a, "kind", low, row)))
    if binds:
        pattern = low.binding(a["pattern"], row, type_)
    else:
        guessed = low.element_of(iterable, text_in(a, "kind", low, row))
        pattern = low.guessing(a["pattern"], row, guessed, binds=False)
    body = a["body"](low, row)
    otherwise = value_in(a, "otherwise", low, row, ())
    label = text_in(a, "label", low, row)
    kind = text_in(a, "kind", low, row) or "values"
    return core.ForEach(pattern, iterable, body, otherwise, label, kind, row)


def _switch(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    subject = value_in(a, "subject", low, row)
    outer = low.matching
    low.matching = inference.type_of(low, subject)
    cases = a["cases"](low, row)
    low.matching = outer
    kind = text_in(a, "kind", low, row) or "switch"
    made = core.Switch(subject, cases, kind, text_in(a, "label", low, row), row)
    if role != "expression":
        return made
    arms = [value for case in cases for value in _given_by(case)]
    return constants.joined_where_known(low, low.as_value(made), arms, row)


def _given_by(case: core.Case) -> Iterator[Any]:
    """The values that a case gives as a whole."""
    for one in case.body:
        if type(one) is core.Evaluate or (type(one) is core.Leave and one.kind == "yield"):
            yield one.value


def _case(low: Lowerer, row: int, a: Makers) -> core.Case:
    low.push(row)
    patterns = low.binding(a["patterns"], row, low.matching) if "patterns" in a else ()
    guard = value_in(a, "guard", low, row)
    if "value" in a:
        body: Any = (core.Evaluate(a["value"](low, row), row),)
    else:
        body = value_in(a, "body", low, row, ())
    low.pop()
    return core.Case(patterns, body, guard, row)


def _try(low: Lowerer, row: int, a: Makers) -> core.Try:
    body = a["body"](low, row)
    handlers = value_in(a, "handlers", low, row, ())
    otherwise = value_in(a, "otherwise", low, row, ())
    return core.Try(body, handlers, otherwise, value_in(a, "finally", low, row, ()), row)


def _handler(low: Lowerer, row: int, a: Makers) -> core.Handler:
    low.push(row)
    types = value_in(a, "types", low, row, ())
    name, body = value_in(a, "name", low, row, ""), ()
    binder, store = handler_binder(low, name, a, row)
    body = store + value_in(a, "body", low, row, ())
    low.pop()
    return core.Handler(types, binder, body, row)


def _with(low: Lowerer, row: int, a: Makers) -> core.With:
    low.push(row)
    value = a["value"](low, row)
    binds = bool(value_in(a, "binds", low, row, default=False))
    pattern = None
    if "pattern" in a:
        pattern = (low.binding if binds else low.storing)(a["pattern"], row)
    body = a["body"](low, row)
    low.pop()
    return core.With(value, pattern, body, text_in(a, "kind", low, row) or "with", row)


def _using(low: Lowerer, row: int, a: Makers) -> core.With:
    """A declaration whose end is that of its block: the statements after it are its body."""
    value = a["value"](low, row)
    pattern = low.binding(a["pattern"], row)
    return core.With(value, pattern, (), text_in(a, "kind", low, row) or "using", row)


def _nested_with(low: Lowerer, row: int, a: Makers) -> Any:
    """Several items: each within the one before."""
    return low.nested(a["items"](low, row), lambda: a["body"](low, row))


def _each(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    rows = a["rows"](low, row)
    if role == "statement":
        return low.statements(rows)
    return tuple(low.single(role, r) for r in rows)


def _nothing(low: Lowerer, row: int, a: Makers) -> tuple[core.Statement, ...]:
    return ()


def _tail(low: Lowerer, row: int, a: Makers) -> core.Return:
    return core.Return(a["value"](low, row), row)


def _import(low: Lowerer, row: int, a: Makers) -> Any:
    return import_statement(low, row)


STATEMENTS: dict[str, Construct] = {
    "let": Construct(
        _let,
        {
            "pattern": "pattern", "patterns": "patterns", "type": "type?", "value": OE,
            "values": "expressions", "kind": "text", "otherwise": "statements", "reuses": "flag",
            "infers": "flag",
        },
    ),
    "assign": Construct(
        _assign,
        {
            "target": "pattern", "targets": "patterns", "value": OE, "values": "expressions",
            "type": "type?", "chain": "row",
        },
        knows_role=True,
    ),
    "evaluate": simple(core.Evaluate, value=E),
    "block": simple(core.Block, statements="statements"),
    "if": Construct(
        _if,
        {
            "test": E, "pattern": "pattern", "then": "statements", "otherwise": "statements",
            "alternatives": "rows",
        },
        ("test", "then"),
    ),
    "loop": Construct(
        _loop,
        {
            "setup": "statements", "test": OE, "pattern": "pattern", "step": "statements",
            "body": "statements", "otherwise": "statements", "label": "text", "is_checked_after": "flag",
        },
        ("body",),
    ),
    "for_each": Construct(
        _for_each,
        {
            "iterable": E, "pattern": "pattern", "type": "type?", "body": "statements",
            "otherwise": "statements", "label": "text", "kind": "text", "binds": "flag",
        },
        ("iterable", "pattern", "body"),
    ),
    "switch": Construct(
        _switch,
        {"subject": OE, "cases": "cases", "kind": "text", "label": "text"},
        ("cases",),
        knows_role=True,
    ),
    "case": Construct(
        _case, {"patterns": "patterns", "guard": OE, "value": E, "body": "statements"}
    ),
    "return": Construct(_return, {"value": OE}, (), "value"),
    "tail": Construct(_tail, {"value": E}, ("value",), "value"),
    "leave": simple(core.Leave, kind="text", label="text", value=OE),
    "throw": simple(core.Throw, value=OE, cause=OE),
    "assert": simple(core.Assert, test=E, message=OE),
    "try": Construct(
        _try,
        {"body": "statements", "handlers": "handlers", "otherwise": "statements", "finally": "statements"},
        ("body",),
    ),
    "handler": Construct(
        _handler, {"types": "expressions", "name": "text", "pattern": "pattern?", "type": "type?", "body": "statements"}
    ),
    "with": Construct(
        _with,
        {"value": E, "pattern": "pattern", "body": "statements", "kind": "text", "binds": "flag"},
        ("value", "body"),
    ),
    "using": Construct(
        _using, {"value": E, "pattern": "pattern", "kind": "text"}, ("value", "pattern")
    ),
    "nested_with": Construct(_nested_with, {"items": "rows", "body": "statements"}, ("items", "body")),
    "defer": simple(core.Defer, call=E, kind="text"),
    "labeled": simple(core.Labeled, label="text", body="statements"),
    "each": Construct(_each, {"rows": "rows"}, (), "rows", {"rows": "*"}, knows_role=True),
    "import": Construct(_import, {}),
    "splice": Construct(through, {"of": "statements"}, ("of",), "of"),
    "nothing": Construct(_nothing, {}),
}  # fmt: skip
