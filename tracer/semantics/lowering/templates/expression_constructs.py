"""The constructs of templates that are expressions, and their parts."""

# ruff: noqa: E501, SIM102 - the table is read by line; conditions that belong together nest

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics import core
from tracer.semantics.lowering.code.calls import handed_to, lowered_call, macro_call
from tracer.semantics.lowering.code.functions import lowered_function
from tracer.semantics.lowering.code.references import reference
from tracer.semantics.lowering.nodes.construct import (
    OE,
    Construct,
    E,
    Marker,
    simple,
    text_in,
    through,
    value_in,
    with_holes,
)
from tracer.semantics.lowering.nodes.opaque import opaque, spelled
from tracer.semantics.lowering.types import constants
from tracer.semantics.lowering.types.targets import told_fields
from tracer.semantics.lowering.types.types import made_for, name_type, type_value

if TYPE_CHECKING:
    from typing import Any

    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.semantics.lowering.nodes.construct import Makers


def _name(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    text = a["text"](low, row)
    if role == "pattern":
        return low.store(text, row)
    return name_type(low, text, row) if role == "type" else low.name(text, row)


def _literal(low: Lowerer, row: int, a: Makers) -> core.Literal:
    kind = a["kind"](low, row)
    text = a["value"](low, row)
    if kind == "markup":
        text = low.literals.markup(text)
    base = kind.partition(":")[0]
    if base in ("int", "float"):
        text = low.literals.number(text)
        found, bare = low.literals.typed(base, text, is_asked=kind != base)
        kind, text = (found if kind == base else kind), bare
    return core.Literal(kind, text, row)


def _member(low: Lowerer, row: int, a: Makers) -> Any:
    use = low.take_use()
    found = a["object"](low, row)
    is_optional = bool(value_in(a, "is_optional", low, row, default=False))
    return low.member(found, a["name"](low, row), is_optional, row, use)


def _call(low: Lowerer, row: int, a: Makers) -> Any:
    low.use = "call"
    function = a["function"](low, row)
    low.use = "read"
    if type(function) is core.Ref and low.world.macros.is_macro(function.symbol):
        return macro_call(low, function, row)
    arguments = _arguments(low, row, a, function)
    kind = text_in(a, "kind", low, row) or "call"
    types = value_in(a, "type_arguments", low, row, ())
    is_optional = bool(value_in(a, "is_optional", low, row, default=False))
    return lowered_call(low, core.Call(function, arguments, kind, is_optional, types, row=row))


def _expanded(low: Lowerer, row: int, a: Makers) -> Any:
    """A macro of the library, as what it stands for."""
    from tracer.semantics.lowering.code.macros import expanded

    tokens = a["tokens"](low, row)
    made = expanded(low, row, text_in(a, "name", low, row), tokens) if tokens >= 0 else None
    return spelled(low, row) if made is None else made


def _formatted(low: Lowerer, row: int, a: Makers) -> Any:
    """A call with a format string; arguments may have labels."""
    from tracer.semantics.lowering.code.macros import formatted

    low.use = "call"
    function = a["function"](low, row)
    low.use = "read"
    arguments = a["arguments"](low, row)
    call = core.Call(function, arguments, row=row)
    made = formatted(low, call, tuple(one.label for one in arguments), row)
    return opaque(low, row) if made is None else made


def _arguments(low: Lowerer, row: int, a: Makers, function: Any) -> tuple[Any, ...]:
    """Arguments of a call; functions among them may know what they are handed."""
    outer = low.handed, low.is_handed_over
    low.handed = handed_to(low, function)
    is_known = low.handed or type(function) is core.Ref
    low.is_handed_over = bool(low.table.semantics.get("constants_convert")) and not is_known
    found: tuple[Any, ...] = value_in(a, "arguments", low, row, ())
    low.handed, low.is_handed_over = outer
    return found


def _argument(low: Lowerer, row: int, a: Makers) -> core.Argument:
    value = a["value"](low, row)
    return core.Argument(value, text_in(a, "label", low, row), text_in(a, "spread", low, row))


def _item(low: Lowerer, row: int, a: Makers) -> core.Item:
    key = None
    if "field" in a:
        key = low.field_key(a["field"](low, row), row)
    if key is None:
        key = value_in(a, "key", low, row)
    if key is None and "field" in a and (name := a["field"](low, row)):
        key = core.Literal("str", name, row)
    return core.Item(a["value"](low, row), key, text_in(a, "spread", low, row))


def _key(low: Lowerer, row: int, a: Makers) -> core.Literal:
    """A key that is spelled as a name."""
    return core.Literal("str", low.literals.key_text(a["text"](low, row)), row)


def _construct(low: Lowerer, row: int, a: Makers) -> core.Construct:
    kind = text_in(a, "kind", low, row)
    made = value_in(a, "type", low, row) or core.UNKNOWN
    outer, expected, low.expected = low.constructing, low.expected, core.UNKNOWN
    if not made.name:
        made = expected
    if not made.name and outer.arguments:
        made = outer.arguments[-1]  # {{1, 2}, {3}}: inner types are left out
    low.constructing = made
    items = value_in(a, "items", low, row, ())
    low.constructing = outer
    items = told_fields(low, items, made)
    kind = kind or _KINDS.get(str(made.name), "struct")
    if "separators" in a:
        hole = core.Item(core.Literal("hole", "", row))
        items = with_holes(low, row, items, a["separators"](low, row), hole)
    return core.Construct(kind, items, made, row)


_KINDS = {"list": "list", "array": "array", "dict": "dict", "set": "set", "": "list"}


def _operation(low: Lowerer, row: int, a: Makers) -> Any:
    left = a["left"](low, row)
    operator = text_in(a, "operator", low, row)
    return operate(low, operator, left, a["right"](low, row), row)


def operate(low: Lowerer, operator: str, left: Any, right: Any, row: int) -> Any:
    """The node for an operator by the `operators` of the table."""
    words = low.table.operators.get(operator, operator).split(" ")
    if words[0] == "logical":
        return core.Logical(words[1], left, right, row)
    if words[0] == "not":
        return core.Unary("not", core.Binary(words[1], left, right, row), row)
    return core.Binary(words[0], left, right, row)


def _prefix(low: Lowerer, row: int, a: Makers) -> Any:
    operator = text_in(a, "operator", low, row)
    operator = low.table.prefixes.get(operator, operator)
    operand = a["operand"](low, row)
    if operator == "-" and type(operand) is core.Literal and operand.kind in ("int", "float"):
        if not operand.value.startswith("-"):
            return core.Literal(operand.kind, f"-{operand.value}", row)
    return core.Unary(operator, operand, row)


def _joined_conditional(low: Lowerer, row: int, a: Makers) -> Any:
    """A conditional whose type is made of those of both values."""
    made = core.Conditional(a["test"](low, row), a["then"](low, row), a["otherwise"](low, row), row)
    return constants.joined(low, made, (made.then, made.otherwise), row)


def _chain(low: Lowerer, row: int, a: Makers) -> Any:
    """A < b < c: what stands between is evaluated once."""
    operands = a["operands"](low, row)
    operators = [" ".join(low.text_of(r).split()) for r in a["operators"](low, row)]
    tests: list[Any] = []
    left = operands[0]
    for place, (operator, right) in enumerate(zip(operators, operands[1:], strict=False)):
        is_last = place + 2 == len(operands)
        if is_last or type(right) is core.Literal:
            tests.append(operate(low, operator, left, right, row))
            left = right
            continue
        binder = low.fresh("")
        store = core.Assign(core.BindPattern(binder), right, row)
        tests.append(operate(low, operator, left, store, row))
        left = core.Local(binder, row)
    found = tests[-1]
    for test in reversed(tests[:-1]):
        found = core.Logical("and", test, found, row)
    return found


def _sequence(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    """Expressions one after another: the last is the value."""
    values = a["values"](low, row)
    if role == "statement":
        return tuple(core.Evaluate(value, row) for value in values)
    if len(values) == 1:
        return values[0]
    return core.BlockValue(tuple(core.Evaluate(v, row) for v in values[:-1]), values[-1], row)


def _string(low: Lowerer, row: int, a: Makers) -> Any:
    pieces = a["pieces"](low, row) if "pieces" in a else None
    return low.literals.string(row, pieces, text_in(a, "kind", low, row))


def _joined(low: Lowerer, row: int, a: Makers) -> Any:
    return low.literals.joined(a["pieces"](low, row), row)


def _piece_text(low: Lowerer, row: int, a: Makers) -> core.TemplatePart:
    return core.TemplatePart(a["text"](low, row))


def _piece_value(low: Lowerer, row: int, a: Makers) -> core.TemplatePart:
    return core.TemplatePart("", a["value"](low, row), text_in(a, "spec", low, row))


def _comprehension(low: Lowerer, row: int, a: Makers) -> core.Comprehension:
    low.is_first_clause = True
    clauses = a["clauses"](low, row)
    low.is_first_clause = False
    key = value_in(a, "key", low, row)
    return core.Comprehension(text_in(a, "kind", low, row), clauses, a["value"](low, row), key, row)


def _for_clause(low: Lowerer, row: int, a: Makers) -> core.ForEach:
    iterable = low.first_iterable(lambda: a["iterable"](low, row))
    pattern = low.guessing(a["pattern"], row, low.element_of(iterable), binds=True)
    kind = text_in(a, "kind", low, row) or "values"
    return core.ForEach(pattern, iterable, kind=kind, row=row)


def _if_clause(low: Lowerer, row: int, a: Makers) -> core.If:
    return core.If(a["test"](low, row), row=row)


def _function(low: Lowerer, row: int, a: Makers) -> core.Function:
    return lowered_function(low, row, a)


def _parameter(low: Lowerer, row: int, a: Makers) -> Any:
    """A parameter, or several that share a type."""
    return low.parameters.one(row, a)


def _marker(low: Lowerer, row: int, a: Makers) -> Marker:
    return Marker(text_in(a, "kind", low, row))


def _block_value(low: Lowerer, row: int, a: Makers) -> core.Expression:
    statements = a["statements"](low, row) if "statements" in a else ()
    value = value_in(a, "value", low, row)
    return core.BlockValue(statements, value, row) if statements or value is None else value


def _type_test(low: Lowerer, row: int, a: Makers) -> core.TypeTest:
    value = a["value"](low, row)
    wanted = a["type"](low, row)
    name = text_in(a, "name", low, row)
    binder = low.bind(name, wanted, row) if name else -1
    return core.TypeTest(value, wanted, binder, row)


def _self(low: Lowerer, row: int, a: Makers) -> core.Expression:
    return low.receiver(text_in(a, "kind", low, row) or "self", row)


def _own_type(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    """The type that a member belongs to, by a word of the language."""
    owner = low.own_type()
    if owner is not None:
        low.mentions.append(low.mention_of(owner, row))
    if role == "type":
        return core.Type(low.text_of(row)) if owner is None else core.Type(owner)
    return core.Self("class", row) if owner is None else core.Ref(owner, row)


def _external(low: Lowerer, row: int, a: Makers) -> core.External:
    return core.External(text_in(a, "path", low, row), row)


def _opaque(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    return opaque(low, row)


def _dotted(low: Lowerer, row: int, a: Makers) -> core.Expression:
    """Names with dots between them, each a member of what stands before it.

    What they are made for, if that is said, is a part of what the names together mean.
    """
    use = low.take_use()
    first, *others = (low.name_row(r) for r in a["names"](low, row))
    found = low.name(low.text_of(first), first, "read" if others else use)
    if value_in(a, "is_global", low, row, default=False) and not _is_outermost(found):
        return opaque(low, row)
    for place, name in enumerate(others):
        last = place + 1 == len(others)
        found = low.member(found, low.text_of(name), False, name, use if last else "read")
    types = value_in(a, "arguments", low, row, ())
    return made_for(found, types, row) if types else found


def _is_outermost(found: core.Expression) -> bool:
    """Whether a name means what stands in no function, class or namespace."""
    if isinstance(found, core.Ref):
        return len(found.symbol.path) == 1
    return isinstance(found, core.External | core.Unresolved)


def _ordinal(low: Lowerer, row: int, a: Makers) -> core.Literal:
    """The place of what is defined among rows: Go's iota."""
    statement = low.entry.statement if low.entry is not None else row
    rows = a["rows"](low, statement)
    stop = low.tree.stop
    place = next((i for i, r in enumerate(rows) if r <= statement < stop[r]), 0)
    return core.Literal("int", str(place), row)


def _type_value(low: Lowerer, row: int, a: Makers) -> core.Expression:
    """A type where a value stands: an argument of `make`, a case of a type switch."""
    return type_value(a["type"](low, row), row)


def _slots(low: Lowerer, row: int, a: Makers) -> core.Construct:
    """Values between separators; what is left out is null: a[1:], a[::2]."""
    tree = low.tree
    separators = set(a["separators"](low, row))
    skipped = set(value_in(a, "skip", low, row, ()))
    slots: list[core.Expression] = [core.Literal("null", "null", row) for _ in range(3)]
    place = 0
    for child in tree.children(row):
        if child in separators:
            place += 1
        elif child in skipped:
            continue
        elif tree.language.kind_is_named[tree.kind[child]] and place < len(slots):
            if tree.kind[child] not in tree.language.comment_kinds:
                slots[place] = low.expression(child)
    return core.Construct(text_in(a, "kind", low, row), tuple(core.Item(s) for s in slots), row=row)


def _inner(low: Lowerer, row: int, a: Makers) -> tuple[core.Statement, ...]:
    found: tuple[core.Statement, ...] = low.inner()
    return found


def _update(low: Lowerer, row: int, a: Makers) -> core.Update:
    low.use = "write"
    target = a["target"](low, row)
    low.use = "read"
    operator = text_in(a, "operator", low, row)
    words = low.table.operators.get(operator, operator).split(" ")
    value = a["value"](low, row) if "value" in a else core.Literal("int", "1", row)
    return core.Update(words[-1], target, value, text_in(a, "gives", low, row, "new"), row)


def _constant(low: Lowerer, row: int, a: Makers) -> Any:
    """The label of a case: a name is first one of the type that is switched on."""
    return low.label_of_subject(a["name"](low, row), row) or a["value"](low, row)


EXPRESSIONS: dict[str, Construct] = {
    "name": Construct(_name, {"text": "text"}, (), "text", {"text": "self"}, knows_role=True),
    "literal": Construct(_literal, {"kind": "text", "value": "text"}, ("kind",), "kind", {"value": "self"}),
    "string": Construct(_string, {"pieces": "pieces", "kind": "text"}),
    "joined": Construct(_joined, {"pieces": "expressions"}, ("pieces",), "pieces"),
    "text": Construct(_piece_text, {"text": "text"}, ("text",), "text"),
    "value": Construct(_piece_value, {"value": E, "spec": "text"}, ("value",), "value"),
    "member": Construct(_member, {"object": E, "name": "text", "is_optional": "flag"}, ("object", "name")),
    "index": simple(core.Index, object=E, key=E, is_optional="flag"),
    "call": Construct(
        _call,
        {
            "function": E, "arguments": "arguments", "kind": "text", "type_arguments": "types",
            "is_optional": "flag",
        },
        ("function",),
    ),
    "expanded": Construct(_expanded, {"name": "text", "tokens": "row"}, ("name", "tokens")),
    "formatted": Construct(
        _formatted, {"function": E, "arguments": "arguments"}, ("function", "arguments")
    ),
    "argument": Construct(_argument, {"value": E, "label": "text", "spread": "text"}, ("value",), "value"),
    "construct": Construct(
        _construct, {"kind": "text", "type": "type?", "items": "items", "separators": "rows"}
    ),
    "item": Construct(_item, {"field": "text", "key": OE, "value": E, "spread": "text"}, ("value",), "value"),
    "key": Construct(_key, {"text": "text"}, ("text",), "text"),
    "operation": Construct(_operation, {"operator": "text", "left": E, "right": E}, ("operator", "left", "right")),
    "prefix": Construct(_prefix, {"operator": "text", "operand": E}, ("operator", "operand")),
    "chain": Construct(_chain, {"operands": "expressions", "operators": "rows"}, ("operands", "operators")),
    "sequence": Construct(_sequence, {"values": "expressions"}, ("values",), "values", knows_role=True),
    "unary": simple(core.Unary, operator="text", operand=E),
    "binary": simple(core.Binary, operator="text", left=E, right=E),
    "logical": simple(core.Logical, operator="text", left=E, right=E),
    "conditional": simple(core.Conditional, test=E, then=E, otherwise=E),
    "joined_conditional": Construct(
        _joined_conditional, {"test": E, "then": E, "otherwise": E}, ("test", "then", "otherwise")
    ),
    "update": Construct(
        _update, {"operator": "text", "target": E, "value": E, "gives": "text"}, ("operator", "target")
    ),
    "comprehension": Construct(
        _comprehension, {"kind": "text", "clauses": "clauses", "key": OE, "value": E}, ("kind", "clauses", "value")
    ),
    "for_clause": Construct(_for_clause, {"pattern": "pattern", "iterable": E, "kind": "text"}, ("pattern", "iterable")),
    "if_clause": Construct(_if_clause, {"test": E}, ("test",), "test"),
    "type_test": Construct(_type_test, {"value": E, "type": "type", "name": "text"}, ("value", "type")),
    "cast": simple(core.Cast, value=E, type="type", is_assertion="flag"),
    "await": simple(core.Await, value=E),
    "yield": simple(core.Yield, value=OE, is_delegated="flag"),
    "propagate": simple(core.Propagate, value=E),
    "block_value": Construct(_block_value, {"statements": "statements", "value": OE}),
    "reference": Construct(reference, {"object": E, "name": "text"}, ("object", "name")),
    "self": Construct(_self, {"kind": "text"}, (), "kind"),
    "own_type": Construct(_own_type, {}, knows_role=True),
    "constant": Construct(_constant, {"name": "text", "value": E}, ("name", "value")),
    "external": Construct(_external, {"path": "text"}, ("path",), "path"),
    "function": Construct(
        _function,
        {
            "parameters": "parameters", "body": "statements", "value": E, "result": "type?",
            "flags": "flags", "type_parameters": "rows", "named_results": "rows", "own_name": "text",
        },
    ),
    "parameter": Construct(
        _parameter,
        {
            "names": "rows", "pattern": "pattern", "default": OE, "type": "type?", "kind": "text",
            "is_nullable": "flag", "is_receiver": "flag", "property": "text",
        },
    ),
    "dotted": Construct(
        _dotted, {"names": "rows", "arguments": "types", "is_global": "flag"}, ("names",), "names"
    ),
    "slots": Construct(_slots, {"kind": "text", "separators": "rows", "skip": "rows"}, ("kind", "separators")),
    "ordinal": Construct(_ordinal, {"rows": "rows"}, ("rows",), "rows"),
    "type_value": Construct(_type_value, {"type": "type"}, ("type",), "type"),
    "inner": Construct(_inner, {}),
    "marker": Construct(_marker, {"kind": "text"}, ("kind",), "kind"),
    "through": Construct(through, {"of": "same"}, (), "of", {"of": "*"}),
    "opaque": Construct(_opaque, {}, knows_role=True),
}  # fmt: skip
