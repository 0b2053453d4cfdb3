"""The constructs that templates are made of: which arguments each has, and what it builds.

Most are a node of `core` with its fields as arguments. Arguments are lowered in the order in
which they are listed here, which is the order in which names come into scope.
"""

# ruff: noqa: E501, SIM102 - the table is read by line; conditions that belong together nest

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.semantics import core
from tracer.semantics.lowering import constants, inference
from tracer.semantics.lowering.references import reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.semantics.lowering.code import Lowerer

    Makers = dict[str, Callable[[Lowerer, int], Any]]

# Roles of arguments that stand for any number of rows, and the role of each.
PLURAL = {
    "expressions": "expression",
    "statements": "statement",
    "patterns": "pattern",
    "types": "type",
    "arguments": "argument",
    "items": "item",
    "parameters": "parameter",
    "cases": "case",
    "handlers": "handler",
    "pieces": "piece",
    "clauses": "clause",
    "fields": "field",
}


class Construct(NamedTuple):
    """A construct: role by argument, what must be given, which argument a bare selector is."""

    build: Callable[..., Any]
    arguments: dict[str, str]
    required: tuple[str, ...] = ()
    positional: str = ""
    defaults: dict[str, Any] = {}  # noqa: RUF012 - never written to
    knows_role: bool = False


class Rest(NamedTuple):
    """In a list of patterns: what takes the remainder."""

    pattern: core.Pattern | None
    row: int = -1


class Marker(NamedTuple):
    """In a list of parameters: `/` and `*` of Python, which say how the others are given."""

    kind: str


def _value(makers: Makers, name: str, low: Lowerer, row: int, default: Any = None) -> Any:
    make = makers.get(name)
    return default if make is None else make(low, row)


def _text(makers: Makers, name: str, low: Lowerer, row: int, default: str = "") -> str:
    """A text argument; words of a token are joined by one space (`is  not`)."""
    found: str = _value(makers, name, low, row, default)
    return found if found.isidentifier() else " ".join(found.split())


# Expressions


def _name(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    text = a["text"](low, row)
    if role == "pattern":
        return low.store(text, row)
    return low.name_type(text, row) if role == "type" else low.name(text, row)


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
    is_optional = bool(_value(a, "is_optional", low, row, default=False))
    return low.member(found, a["name"](low, row), is_optional, row, use)


def _call(low: Lowerer, row: int, a: Makers) -> Any:
    low.use = "call"
    function = a["function"](low, row)
    low.use = "read"
    if type(function) is core.Ref and low.world.is_macro(function.symbol):
        return low.macro_call(function, row)
    arguments = _arguments(low, row, a, function)
    kind = _text(a, "kind", low, row) or "call"
    types = _value(a, "type_arguments", low, row, ())
    is_optional = bool(_value(a, "is_optional", low, row, default=False))
    return low.call(core.Call(function, arguments, kind, is_optional, types, row=row))


def _expanded(low: Lowerer, row: int, a: Makers) -> Any:
    """A macro of the library, as what it stands for."""
    from tracer.semantics.lowering.macros import expanded

    tokens = a["tokens"](low, row)
    made = expanded(low, row, _text(a, "name", low, row), tokens) if tokens >= 0 else None
    return low.spelled(row) if made is None else made


def _formatted(low: Lowerer, row: int, a: Makers) -> Any:
    """A call with a format string; arguments may have labels."""
    from tracer.semantics.lowering.macros import formatted

    low.use = "call"
    function = a["function"](low, row)
    low.use = "read"
    arguments = a["arguments"](low, row)
    call = core.Call(function, arguments, row=row)
    made = formatted(low, call, tuple(one.label for one in arguments), row)
    return low.opaque(row) if made is None else made


def _arguments(low: Lowerer, row: int, a: Makers, function: Any) -> tuple[Any, ...]:
    """Arguments of a call; functions among them may know what they are handed."""
    outer = low.handed, low.is_handed_over
    low.handed = low.handed_to(function)
    is_known = low.handed or type(function) is core.Ref
    low.is_handed_over = bool(low.table.semantics.get("constants_convert")) and not is_known
    found: tuple[Any, ...] = _value(a, "arguments", low, row, ())
    low.handed, low.is_handed_over = outer
    return found


def _argument(low: Lowerer, row: int, a: Makers) -> core.Argument:
    value = a["value"](low, row)
    return core.Argument(value, _text(a, "label", low, row), _text(a, "spread", low, row))


def _item(low: Lowerer, row: int, a: Makers) -> core.Item:
    key = None
    if "field" in a:
        key = low.field_key(a["field"](low, row), row)
    if key is None:
        key = _value(a, "key", low, row)
    if key is None and "field" in a and (name := a["field"](low, row)):
        key = core.Literal("str", name, row)
    return core.Item(a["value"](low, row), key, _text(a, "spread", low, row))


def _key(low: Lowerer, row: int, a: Makers) -> core.Literal:
    """A key that is spelled as a name."""
    return core.Literal("str", low.literals.key_text(a["text"](low, row)), row)


def _construct(low: Lowerer, row: int, a: Makers) -> core.Construct:
    kind = _text(a, "kind", low, row)
    made = _value(a, "type", low, row) or core.UNKNOWN
    outer, expected, low.expected = low.constructing, low.expected, core.UNKNOWN
    if not made.name:
        made = expected
    if not made.name and outer.arguments:
        made = outer.arguments[-1]  # {{1, 2}, {3}}: inner types are left out
    low.constructing = made
    items = _value(a, "items", low, row, ())
    low.constructing = outer
    kind = kind or _KINDS.get(str(made.name), "struct")
    if "separators" in a:
        hole = core.Item(core.Literal("hole", "", row))
        items = _with_holes(low, row, items, a["separators"](low, row), hole)
    return core.Construct(kind, items, made, row)


_KINDS = {"list": "list", "array": "array", "dict": "dict", "set": "set", "": "list"}


def _with_holes(
    low: Lowerer, row: int, items: tuple[Any, ...], separators: Any, hole: Any
) -> tuple[Any, ...]:
    """Elements with what stands for those left out: [, a], [a, , b]."""
    tree, rows = low.tree, set(separators)
    named, comments = tree.language.kind_is_named, tree.language.comment_kinds
    found, left, is_open = [], list(items), True
    for child in tree.children(row):
        if child in rows:
            if is_open:
                found.append(hole)
            is_open = True
        elif named[tree.kind[child]] and tree.kind[child] not in comments and left:
            found.append(left.pop(0))
            is_open = False
    return (*found, *left)


def _operation(low: Lowerer, row: int, a: Makers) -> Any:
    left = a["left"](low, row)
    operator = _text(a, "operator", low, row)
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
    operator = _text(a, "operator", low, row)
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
    return low.literals.string(row, pieces, _text(a, "kind", low, row))


def _joined(low: Lowerer, row: int, a: Makers) -> Any:
    return low.literals.joined(a["pieces"](low, row), row)


def _piece_text(low: Lowerer, row: int, a: Makers) -> core.TemplatePart:
    return core.TemplatePart(a["text"](low, row))


def _piece_value(low: Lowerer, row: int, a: Makers) -> core.TemplatePart:
    return core.TemplatePart("", a["value"](low, row), _text(a, "spec", low, row))


def _comprehension(low: Lowerer, row: int, a: Makers) -> core.Comprehension:
    low.is_first_clause = True
    clauses = a["clauses"](low, row)
    low.is_first_clause = False
    key = _value(a, "key", low, row)
    return core.Comprehension(_text(a, "kind", low, row), clauses, a["value"](low, row), key, row)


def _for_clause(low: Lowerer, row: int, a: Makers) -> core.ForEach:
    iterable = low.first_iterable(lambda: a["iterable"](low, row))
    pattern = low.binding(a["pattern"], row)
    kind = _text(a, "kind", low, row) or "values"
    return core.ForEach(pattern, iterable, kind=kind, row=row)


def _if_clause(low: Lowerer, row: int, a: Makers) -> core.If:
    return core.If(a["test"](low, row), row=row)


def _function(low: Lowerer, row: int, a: Makers) -> core.Function:
    return low.function(row, a)


def _parameter(low: Lowerer, row: int, a: Makers) -> Any:
    """A parameter, or several that share a type."""
    return low.parameters.one(row, a)


def _marker(low: Lowerer, row: int, a: Makers) -> Marker:
    return Marker(_text(a, "kind", low, row))


def _block_value(low: Lowerer, row: int, a: Makers) -> core.Expression:
    statements = a["statements"](low, row) if "statements" in a else ()
    value = _value(a, "value", low, row)
    return core.BlockValue(statements, value, row) if statements or value is None else value


def _type_test(low: Lowerer, row: int, a: Makers) -> core.TypeTest:
    value = a["value"](low, row)
    wanted = a["type"](low, row)
    name = _text(a, "name", low, row)
    binder = low.bind(name, wanted, row) if name else -1
    return core.TypeTest(value, wanted, binder, row)


def _self(low: Lowerer, row: int, a: Makers) -> core.Expression:
    return low.receiver(_text(a, "kind", low, row) or "self", row)


def _own_type(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    """The type that a member belongs to, by a word of the language."""
    owner = low.own_type()
    if owner is not None:
        low.mentions.append(low.mention_of(owner, row))
    if role == "type":
        return core.Type(low.text_of(row)) if owner is None else core.Type(owner)
    return core.Self("class", row) if owner is None else core.Ref(owner, row)


def _external(low: Lowerer, row: int, a: Makers) -> core.External:
    return core.External(_text(a, "path", low, row), row)


def _through(low: Lowerer, row: int, a: Makers) -> Any:
    return a["of"](low, row)


def _opaque(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    return low.opaque(row)


def _dotted(low: Lowerer, row: int, a: Makers) -> core.Expression:
    """Names with dots between them, each a member of what stands before it."""
    use = low.take_use()
    first, *others = (low.name_row(r) for r in a["names"](low, row))
    found = low.name(low.text_of(first), first, "read" if others else use)
    for place, name in enumerate(others):
        last = place + 1 == len(others)
        found = low.member(found, low.text_of(name), False, name, use if last else "read")
    return found


def _ordinal(low: Lowerer, row: int, a: Makers) -> core.Literal:
    """The place of what is defined among rows: Go's iota."""
    statement = low.entry.statement if low.entry is not None else row
    rows = a["rows"](low, statement)
    stop = low.tree.stop
    place = next((i for i, r in enumerate(rows) if r <= statement < stop[r]), 0)
    return core.Literal("int", str(place), row)


def _type_value(low: Lowerer, row: int, a: Makers) -> core.Expression:
    """A type where a value stands: an argument of `make`, a case of a type switch."""
    return low.type_value(a["type"](low, row), row)


def _return(low: Lowerer, row: int, a: Makers) -> core.Return:
    value = _value(a, "value", low, row)
    if value is None and low.named_results:
        locals_ = tuple(core.Local(binder, row) for binder in low.named_results)
        items = tuple(core.Item(local) for local in locals_)
        value = locals_[0] if len(items) == 1 else core.Construct("tuple", items, row=row)
    return core.Return(value, row)


def _slots(low: Lowerer, row: int, a: Makers) -> core.Construct:
    """Values between separators; what is left out is null: a[1:], a[::2]."""
    tree = low.tree
    separators = set(a["separators"](low, row))
    skipped = set(_value(a, "skip", low, row, ()))
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
    return core.Construct(_text(a, "kind", low, row), tuple(core.Item(s) for s in slots), row=row)


def _inner(low: Lowerer, row: int, a: Makers) -> tuple[core.Statement, ...]:
    found: tuple[core.Statement, ...] = low.inner()
    return found


# Patterns


def _any_pattern(low: Lowerer, row: int, a: Makers) -> core.AnyPattern:
    return core.AnyPattern(row)


def _rest(low: Lowerer, row: int, a: Makers) -> Rest:
    return Rest(_value(a, "pattern", low, row), row)


def _tuple_pattern(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    declared, low.declared = low.declared, core.UNKNOWN
    if low.table.elements and _text(a, "kind", low, row) == "list":
        low.declared = inference.element_of(low, declared)
    elif declared.name in ("tuple", "tuple_type") and low.table.elements:
        low.declared = declared._replace(name="each")
    items = a["items"](low, row)
    low.declared = core.UNKNOWN
    if "separators" in a:
        items = _with_holes(low, row, items, a["separators"](low, row), None)
    rest = next((i for i, item in enumerate(items) if type(item) is Rest), -1)
    kept = tuple(item.pattern if type(item) is Rest else item for item in items)
    return core.TuplePattern(_text(a, "kind", low, row) or "tuple", kept, rest, row)


def _fields_pattern(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    low.declared = core.UNKNOWN
    items = a["items"](low, row)
    made = _value(a, "type", low, row, core.UNKNOWN)
    owner = made.name if isinstance(made.name, core.Symbol) else None
    fields = tuple(low.owned_field(item, owner) for item in items if type(item) is not Rest)
    rest = next((item.pattern for item in items if type(item) is Rest), None)
    return core.FieldsPattern(fields, made, rest, row)


def _pairs_pattern(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    """{"a": x, **rest}: keys that are texts."""
    keys = a["keys"](low, row)
    patterns = a["patterns"](low, row)
    rest = _value(a, "rest", low, row)
    made = _value(a, "type", low, row, core.UNKNOWN)
    if not all(type(key) is core.Literal and key.kind == "str" for key in keys):
        opaque: core.Opaque = low.opaque(row)
        return opaque
    fields = tuple(core.FieldPattern(k.value, p) for k, p in zip(keys, patterns, strict=False))
    return core.FieldsPattern(fields, made, rest, row)


def _field_pattern(low: Lowerer, row: int, a: Makers) -> core.FieldPattern:
    name = _value(a, "name", low, row, "")
    pattern = a["pattern"](low, row)
    default = _value(a, "default", low, row)
    if type(pattern) is core.DefaultPattern and default is None:
        pattern, default = pattern.pattern, pattern.default
    return core.FieldPattern(low.literals.key_text(name), pattern, default)


def _variant_pattern(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    declared, low.declared = low.declared, core.UNKNOWN
    made = a["type"](low, row)
    low.declared = inference.payload_of(low, declared, made)
    items = _value(a, "items", low, row, ())
    fields = tuple(item for item in items if type(item) is core.FieldPattern)
    plain = tuple(item for item in items if type(item) is not core.FieldPattern)
    return core.VariantPattern(made, plain, fields, row)


def _mutable(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    """A name that is declared as one that may change."""
    found: core.Pattern = a["pattern"](low, row)
    return found._replace(is_mutable=True) if type(found) is core.BindPattern else found


def _target(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    return core.TargetPattern(a["place"](low, row), row)


# Statements


def _let(low: Lowerer, row: int, a: Makers) -> Any:
    return low.let(row, a)


def _assign(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    return low.assign(row, a, role)


def _update(low: Lowerer, row: int, a: Makers) -> core.Update:
    low.use = "write"
    target = a["target"](low, row)
    low.use = "read"
    operator = _text(a, "operator", low, row)
    words = low.table.operators.get(operator, operator).split(" ")
    value = a["value"](low, row) if "value" in a else core.Literal("int", "1", row)
    return core.Update(words[-1], target, value, _text(a, "gives", low, row, "new"), row)


def _if(low: Lowerer, row: int, a: Makers) -> core.If:
    test = a["test"](low, row)
    low.push(row)
    of = inference.type_of(low, test) if "pattern" in a else core.UNKNOWN
    pattern = low.binding(a["pattern"], row, of) if "pattern" in a else None
    then = _value(a, "then", low, row, ())
    low.pop()
    if "alternatives" in a:
        otherwise = low.alternatives(a["alternatives"](low, row))
    else:
        otherwise = _value(a, "otherwise", low, row, ())
    return core.If(test, then, otherwise, pattern, row)


def _loop(low: Lowerer, row: int, a: Makers) -> core.Loop:
    setup = _value(a, "setup", low, row, ())
    test = _value(a, "test", low, row)
    of = inference.type_of(low, test) if "pattern" in a else core.UNKNOWN
    pattern = low.binding(a["pattern"], row, of) if "pattern" in a else None
    step = _value(a, "step", low, row, ())
    body = a["body"](low, row)
    otherwise = _value(a, "otherwise", low, row, ())
    is_after = bool(_value(a, "is_checked_after", low, row, default=False))
    label = _text(a, "label", low, row)
    return core.Loop(test, body, setup, step, otherwise, label, is_after, pattern, row)


def _for_each(low: Lowerer, row: int, a: Makers) -> core.ForEach:
    iterable = a["iterable"](low, row)
    binds = bool(_value(a, "binds", low, row, default=False))
    type_ = _value(a, "type", low, row, core.UNKNOWN)
    if not type_.name and low.table.semantics.get("static_types"):
        type_ = low.element_of(iterable)
    pattern = low.binding(a["pattern"], row, type_) if binds else low.storing(a["pattern"], row)
    body = a["body"](low, row)
    otherwise = _value(a, "otherwise", low, row, ())
    label = _text(a, "label", low, row)
    kind = _text(a, "kind", low, row) or "values"
    return core.ForEach(pattern, iterable, body, otherwise, label, kind, row)


def _switch(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    subject = _value(a, "subject", low, row)
    outer = low.matching
    low.matching = inference.type_of(low, subject)
    cases = a["cases"](low, row)
    low.matching = outer
    kind = _text(a, "kind", low, row) or "switch"
    made = core.Switch(subject, cases, kind, _text(a, "label", low, row), row)
    if role != "expression":
        return made
    arms = [value for case in cases for value in _given_by(case)]
    return constants.joined_where_known(low, low.as_value(made), arms, row)


def _given_by(case: core.Case) -> Iterator[Any]:
    """The values that a case gives as a whole."""
    for one in case.body:
        if type(one) is core.Evaluate or (type(one) is core.Leave and one.kind == "yield"):
            yield one.value


def _constant(low: Lowerer, row: int, a: Makers) -> Any:
    """The label of a case: a name is first one of the type that is switched on."""
    return low.label_of_subject(a["name"](low, row), row) or a["value"](low, row)


def _case(low: Lowerer, row: int, a: Makers) -> core.Case:
    low.push(row)
    patterns = low.binding(a["patterns"], row, low.matching) if "patterns" in a else ()
    guard = _value(a, "guard", low, row)
    if "value" in a:
        body: Any = (core.Evaluate(a["value"](low, row), row),)
    else:
        body = _value(a, "body", low, row, ())
    low.pop()
    return core.Case(patterns, body, guard, row)


def _try(low: Lowerer, row: int, a: Makers) -> core.Try:
    body = a["body"](low, row)
    handlers = _value(a, "handlers", low, row, ())
    otherwise = _value(a, "otherwise", low, row, ())
    return core.Try(body, handlers, otherwise, _value(a, "finally", low, row, ()), row)


def _handler(low: Lowerer, row: int, a: Makers) -> core.Handler:
    low.push(row)
    types = _value(a, "types", low, row, ())
    name, body = _value(a, "name", low, row, ""), ()
    binder, store = low.handler_binder(name, a, row)
    body = store + _value(a, "body", low, row, ())
    low.pop()
    return core.Handler(types, binder, body, row)


def _with(low: Lowerer, row: int, a: Makers) -> core.With:
    low.push(row)
    value = a["value"](low, row)
    binds = bool(_value(a, "binds", low, row, default=False))
    pattern = None
    if "pattern" in a:
        pattern = (low.binding if binds else low.storing)(a["pattern"], row)
    body = a["body"](low, row)
    low.pop()
    return core.With(value, pattern, body, _text(a, "kind", low, row) or "with", row)


def _using(low: Lowerer, row: int, a: Makers) -> core.With:
    """A declaration whose end is that of its block: the statements after it are its body."""
    value = a["value"](low, row)
    pattern = low.binding(a["pattern"], row)
    return core.With(value, pattern, (), _text(a, "kind", low, row) or "using", row)


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
    return low.import_statement(row)


# Types


def _type(low: Lowerer, row: int, a: Makers) -> core.Type:
    name = _text(a, "name", low, row)
    arguments = _value(a, "arguments", low, row, ())
    return core.Type(name, arguments, bool(_value(a, "is_nullable", low, row, default=False)))


def _declared(low: Lowerer, row: int, a: Makers) -> core.Type:
    """A type with what the declarator around a name makes of it: `int *p[3]`."""
    made: core.Type = _value(a, "base", low, row) or core.UNKNOWN
    for word in low.qualifiers(_value(a, "qualifiers", low, row, ())):
        made = core.Type(word, (made,))
    at = a["declarator"](low, row) if "declarator" in a else -1
    return low.declared_type(made, at, is_result=bool(_value(a, "result", low, row, default=False)))


def _generic(low: Lowerer, row: int, a: Makers) -> core.Type:
    base = a["base"](low, row)
    arguments = _value(a, "arguments", low, row, ())
    return core.Type(base.name, (*base.arguments, *arguments), base.is_nullable)


def _expression_type(low: Lowerer, row: int, a: Makers) -> core.Type:
    """The type that an expression names: `module.Class`."""
    low.use = "type"
    value = a["value"](low, row)
    low.use = "read"
    if type(value) is core.Ref:
        return core.Type(value.symbol)
    if type(value) is core.External:
        return core.Type(value.path)
    return core.Type(low.text_of(row))


def _quoted_type(low: Lowerer, row: int, a: Makers) -> core.Type:
    """A type in quotes: a name is resolved, anything else is its text."""
    text = low.literals.key_text(a["text"](low, row))
    first, *others = text.split(".")
    if not all(word.isidentifier() for word in (first, *others)):
        return core.Type(text)
    if not others:
        return low.name_type(text, row)
    found = low.name(first, row, "type")
    for name in others:
        found = low.member(found, name, False, row, "type")
    named = found.symbol if type(found) is core.Ref else getattr(found, "path", text)
    return core.Type(named)


def _nullable(low: Lowerer, row: int, a: Makers) -> core.Type:
    found: core.Type = a["of"](low, row)
    return found._replace(is_nullable=True)


def _union(low: Lowerer, row: int, a: Makers) -> core.Type:
    """A type of several: null among them makes the others nullable."""
    members: list[core.Type] = []
    for each in a["of"](low, row):
        members += each.arguments if each.name == "union" else [each]
    kept = [each for each in members if each.name not in ("null", "undefined")]
    is_nullable = len(kept) < len(members) or any(each.is_nullable for each in kept)
    if len(kept) == 1:
        return kept[0]._replace(is_nullable=is_nullable)
    ordered = sorted({each._replace(is_nullable=False) for each in kept}, key=repr)
    return core.Type("union", tuple(ordered), is_nullable)


def _simple(node: Any, **roles: str) -> Construct:
    """A node of `core` whose fields are arguments of these roles."""
    required = tuple(
        name for name, role in roles.items() if role in ("expression", "pattern", "type")
    )
    defaults = node._field_defaults

    def build(low: Lowerer, row: int, a: Makers) -> Any:
        fields = {}
        for name, role in roles.items():
            if name in a:
                found = a[name](low, row)
                if role == "text" and found:
                    found = " ".join(found.split())
                fields[name] = found
            elif name not in defaults:
                fields[name] = () if role in PLURAL else "" if role == "text" else None
        return node(**fields, row=row)

    positional = required[0] if len(required) == 1 else next(iter(roles))
    return Construct(build, dict(roles), required, positional)


E, OE = "expression", "expression?"

CONSTRUCTS: dict[str, Construct] = {
    # expressions
    "name": Construct(_name, {"text": "text"}, (), "text", {"text": "self"}, knows_role=True),
    "literal": Construct(_literal, {"kind": "text", "value": "text"}, ("kind",), "kind", {"value": "self"}),
    "string": Construct(_string, {"pieces": "pieces", "kind": "text"}),
    "joined": Construct(_joined, {"pieces": "expressions"}, ("pieces",), "pieces"),
    "text": Construct(_piece_text, {"text": "text"}, ("text",), "text"),
    "value": Construct(_piece_value, {"value": E, "spec": "text"}, ("value",), "value"),
    "member": Construct(_member, {"object": E, "name": "text", "is_optional": "flag"}, ("object", "name")),
    "index": _simple(core.Index, object=E, key=E, is_optional="flag"),
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
    "unary": _simple(core.Unary, operator="text", operand=E),
    "binary": _simple(core.Binary, operator="text", left=E, right=E),
    "logical": _simple(core.Logical, operator="text", left=E, right=E),
    "conditional": _simple(core.Conditional, test=E, then=E, otherwise=E),
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
    "cast": _simple(core.Cast, value=E, type="type"),
    "await": _simple(core.Await, value=E),
    "yield": _simple(core.Yield, value=OE, is_delegated="flag"),
    "propagate": _simple(core.Propagate, value=E),
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
    "dotted": Construct(_dotted, {"names": "rows"}, ("names",), "names"),
    "slots": Construct(_slots, {"kind": "text", "separators": "rows", "skip": "rows"}, ("kind", "separators")),
    "ordinal": Construct(_ordinal, {"rows": "rows"}, ("rows",), "rows"),
    "type_value": Construct(_type_value, {"type": "type"}, ("type",), "type"),
    "inner": Construct(_inner, {}),
    "marker": Construct(_marker, {"kind": "text"}, ("kind",), "kind"),
    "through": Construct(_through, {"of": "same"}, (), "of", {"of": "*"}),
    "opaque": Construct(_opaque, {}, knows_role=True),
    # patterns
    "any": Construct(_any_pattern, {}),
    "rest": Construct(_rest, {"pattern": "pattern?"}, (), "pattern"),
    "tuple_pattern": Construct(
        _tuple_pattern, {"kind": "text", "items": "patterns", "separators": "rows"}, ("items",), "items"
    ),
    "fields_pattern": Construct(_fields_pattern, {"type": "type?", "items": "fields"}, ("items",), "items"),
    "pairs_pattern": Construct(
        _pairs_pattern,
        {"keys": "expressions", "patterns": "patterns", "rest": "pattern?", "type": "type?"},
        ("keys", "patterns"),
    ),
    "field_pattern": Construct(
        _field_pattern, {"name": "text", "pattern": "pattern", "default": OE}, ("name", "pattern")
    ),
    "variant_pattern": Construct(_variant_pattern, {"type": E, "items": "fields"}, ("type",)),
    "value_pattern": _simple(core.ValuePattern, value=E),
    "default_pattern": _simple(core.DefaultPattern, pattern="pattern", default=E),
    "as_pattern": _simple(core.AsPattern, pattern="pattern", target="pattern"),
    "or_pattern": _simple(core.OrPattern, items="patterns"),
    "mutable": Construct(_mutable, {"pattern": "pattern"}, ("pattern",), "pattern"),
    "target": Construct(_target, {"place": E}, ("place",), "place"),
    # statements
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
    "evaluate": _simple(core.Evaluate, value=E),
    "block": _simple(core.Block, statements="statements"),
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
    "leave": _simple(core.Leave, kind="text", label="text", value=OE),
    "throw": _simple(core.Throw, value=OE, cause=OE),
    "assert": _simple(core.Assert, test=E, message=OE),
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
    "defer": _simple(core.Defer, call=E, kind="text"),
    "labeled": _simple(core.Labeled, label="text", body="statements"),
    "each": Construct(_each, {"rows": "rows"}, (), "rows", {"rows": "*"}, knows_role=True),
    "import": Construct(_import, {}),
    "splice": Construct(_through, {"of": "statements"}, ("of",), "of"),
    "nothing": Construct(_nothing, {}),
    # types
    "type": Construct(_type, {"name": "text", "arguments": "types", "is_nullable": "flag"}, ("name",), "name"),
    "declared": Construct(
        _declared, {"base": "type?", "qualifiers": "rows", "declarator": "row", "result": "flag"}
    ),
    "generic": Construct(_generic, {"base": "type", "arguments": "types"}, ("base",)),
    "expression_type": Construct(_expression_type, {"value": E}, ("value",), "value"),
    "quoted_type": Construct(_quoted_type, {"text": "text"}, ("text",), "text"),
    "nullable": Construct(_nullable, {"of": "type"}, (), "of", {"of": "*"}),
    "union": Construct(_union, {"of": "types"}, (), "of", {"of": "*"}),
}  # fmt: skip
