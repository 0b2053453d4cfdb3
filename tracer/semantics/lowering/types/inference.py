"""What type a lowered expression has, as far as the language declares or shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.lowering.types import outside
from tracer.semantics.lowering.types.types import boxed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.semantics.lowering.code.names import Names

_LITERALS = {
    "int": "int", "float": "float", "str": "str", "char": "char", "bytes": "bytes", "bool": "bool",
    "null": "null", "undefined": "undefined", "regex": "regex",
}  # fmt: skip
_COLLECTIONS = {"list": "list", "tuple": "tuple", "set": "set", "dict": "dict", "object": "object"}
_ARITHMETIC = {"+", "-", "*", "/", "%", "&", "|", "^"}
_NARROW = {"byte", "short", "char"}
_TRUTHS = {"==", "!=", "<", ">", "<=", ">=", "is", "in", "===", "!==", "instanceof"}
BOOL = core.Type("bool")


def type_of(low: Names, value: Any) -> core.Type:
    """The type of an expression; unknown where nothing says it."""
    kind = type(value)
    if kind is core.Literal:
        name, _, exact = value.kind.partition(":")
        return core.Type(
            exact or low.table.type_names.get(f"literal {name}") or _LITERALS.get(name, "")
        )
    if kind is core.Local:
        return low.binders[value.binder].type
    if kind is core.Self:
        return self_type(low, value.kind)
    if kind is core.Ref:
        return low.world.type_of_symbol(value.symbol)
    if kind is core.Member:
        owner = value.owner
        if owner is not None and (owner.module or not low.table.semantics.get("outside_fields")):
            return low.world.type_of_symbol(owner)
        if not low.table.semantics.get("outside_fields"):
            return core.UNKNOWN
        of = referred(type_of(low, value.object))
        return low.table.outside.result(of, value.name, (), ())
    if kind in (core.Call, core.Construct):
        made: core.Type = value.type
        if made.name or kind is core.Call:
            return made
        return core.Type(_COLLECTIONS.get(value.kind, ""))
    if kind is core.Template:
        return core.Type("str")
    if kind is core.Cast:
        return value.type
    if kind is core.TypeTest:
        return BOOL
    if kind is core.Binary:
        return _binary(low, value)
    if kind is core.Unary:
        operator = value.operator
        if operator == "not":
            return BOOL
        return _unary(low, operator, type_of(low, value.operand))
    if kind is core.Conditional:
        then = type_of(low, value.then)
        return then if then == type_of(low, value.otherwise) else core.UNKNOWN
    if kind is core.BlockValue:
        return core.UNKNOWN if value.value is None else type_of(low, value.value)
    if kind is core.Function:
        return core.Type("function")
    if kind is core.Comprehension:
        return core.Type(_COLLECTIONS.get(value.kind, value.kind))
    if kind is core.Assign:
        return type_of(low, value.value)
    if kind is core.Propagate:
        inner = type_of(low, value.value)
        return inner.arguments[0] if inner.arguments else core.UNKNOWN
    if kind is core.Index:
        return _element(low, value)
    return core.UNKNOWN


def _element(low: Names, value: core.Index) -> core.Type:
    """The type of an element, where the key is one place."""
    if type(value.key) is core.Construct:
        whole = referred(type_of(low, value.object))
        is_part = value.key.kind.startswith("range") and whole.name in ("Vec", "array_type")
        return core.Type("array_type", whole.arguments) if is_part else core.UNKNOWN
    if not low.table.elements:
        return low.table.outside.result(type_of(low, value.object), "element", (), ())
    return element_of(low, referred(type_of(low, value.object)), "element")


def element_of(low: Names, of: core.Type, member: str = "each") -> core.Type:
    """The type of what a collection holds, by `elements` of the table, or by its `outside`.

    There it is `each` of what a loop goes through and `element` of what stands at a key.
    """
    whole = referred(of)
    place = low.table.elements.get(whole.name) if isinstance(whole.name, str) else None
    if place is None:
        found = low.table.outside.result(whole, member, (), ())
        packed = found.name == "bool" and whole.name in low.table.semantics.get("packs_bools", ())
        return core.UNKNOWN if packed else found
    if place >= len(whole.arguments):
        return core.UNKNOWN
    found = whole.arguments[place]
    return core.Type(of.name, (found,)) if of.name in ("&", "&mut") else found


def referred(of: core.Type) -> core.Type:
    """What references to a type refer to."""
    while of.name in ("&", "&mut", "Box") and of.arguments:
        of = of.arguments[0]
    return of


def copied_element(low: Names, iterable: Any, of: core.Type) -> core.Type:
    """The type of a copy of an element; what stands for a packed truth value refers to it."""
    whole = referred(type_of(low, iterable))
    if whole.name in low.table.semantics.get("packs_bools", ()) and whole.arguments == (BOOL,):
        return core.Type("&", (BOOL,))
    return referred(of)


REFERENCE = core.Type("&", (core.UNKNOWN,))


def to(of: core.Type) -> core.Type:
    """A reference to what a type refers to."""
    return core.Type("&", (referred(of),))


def payload_of(low: Names, of: core.Type, variant: object) -> core.Type:
    """The type of what a variant holds, by `payloads` of the table; a reference in a reference."""
    if type(variant) is core.Ref:
        held = low.world.held_by(variant.symbol) if of.name in ("&", "&mut") else ()
        return core.Type("each", tuple(core.Type(of.name, (one,)) for one in held))
    name = variant.path.rpartition(".")[2] if type(variant) is core.External else ""
    place = low.table.payloads.get(name)
    inner = referred(of)
    if place is None or place >= len(inner.arguments):
        return core.UNKNOWN
    found = inner.arguments[place]
    return core.Type(of.name, (found,)) if of.name in ("&", "&mut") and found.name else found


def taken(low: Names, function: core.Member) -> tuple[core.Type, ...]:
    """Types of the parameters of a function that a member is given, by `closures` of the table."""
    whole = referred(type_of(low, function.object))
    rules = low.table.closures.get(whole.name) if isinstance(whole.name, str) else None
    rule = rules.get(function.name) if rules is not None else None
    if rule is None:
        return ()
    *words, place = str(rule).split()
    if int(place) >= len(whole.arguments):
        return ()
    found = whole.arguments[int(place)]
    if words and found.name:
        found = core.Type(words[0], (found,))
    return (found, found) if words and words[-1] == "twice" else (found,)


def _member_result(low: Names, function: core.Member, owner: core.Symbol) -> core.Type:
    """What a member of an outside type gives, by `member_results` of the table."""
    shown = low.table.shows.get(owner.path[0], {}).get(owner.path[-1])
    if shown is not None:
        whole = referred(type_of(low, function.object))
        if shown < len(whole.arguments):
            low.shown.append(core.Type("fails", (whole.arguments[shown],)))
    rule = low.table.member_results.get(owner.path[0], {}).get(owner.path[-1])
    if rule is None:
        return core.UNKNOWN
    of = referred(type_of(low, function.object))
    if "<" in str(rule):
        return outside.filled(outside.parsed(str(rule)), of, (), ())
    if rule == "self":
        return of
    if rule == "held":  # a copy of what is referred to
        return of._replace(arguments=tuple(map(referred, of.arguments)))
    words = str(rule).split()
    if not words[-1].isdigit():
        return core.Type(words[0])
    place = int(words[-1])
    inner = of.arguments[place] if place < len(of.arguments) else core.UNKNOWN
    if len(words) == 1 or not inner.name:
        return inner
    if "&" in words[1] and inner.name:
        inner = core.Type(words[1], (inner,))
    return core.Type(words[0], (inner,))


def stored_type(low: Names, cases: Sequence[core.Case], binder: int) -> core.Type:
    """The type of a fresh local that cases store their values to, where all of them agree."""
    ends = [end for case in cases for end in _ends(case.body)]
    found = set()
    for end in ends:
        store = end.value if type(end) is core.Evaluate else None
        if type(store) is core.Assign and store.target == core.TargetPattern(
            core.Local(binder, store.row), store.row
        ):
            found.add(type_of(low, store.value))
        elif type(end) not in (core.Return, core.Throw):
            return core.UNKNOWN
    return found.pop() if len(found) == 1 else core.UNKNOWN


def _ends(body: Sequence[Any]) -> Iterator[Any]:
    """The last statements of a body, also those in the branches of its last one."""
    last = body[-1] if body else None
    if type(last) is core.If:
        yield from _ends(last.then)
        yield from _ends(last.otherwise)
    elif type(last) is core.Block:
        yield from _ends(last.statements)
    else:
        yield last


def self_type(low: Names, kind: str) -> core.Type:
    """The type of the receiver: the class whose member is lowered, or its first base for super."""
    if low.owner is None or kind == "dynamic":
        return core.UNKNOWN
    if kind == "super":
        bases = low.world.bases(low.owner)
        return core.Type(bases[0]) if bases and isinstance(bases[0], core.Symbol) else core.UNKNOWN
    if low.receiver_reference and kind == "self":
        return core.Type(low.receiver_reference, (core.Type(low.owner),))
    return core.Type(low.owner)


def _unary(low: Names, operator: str, inner: core.Type) -> core.Type:
    """The type of an operator's result: of addresses and what they point to, and of numbers."""
    if operator in ("&", "&mut") and inner.name and low.table.semantics.get("references"):
        return core.Type(operator, (inner,))
    if operator == "&" and inner.name:
        return core.Type("*", (inner,))
    if operator == "*":
        pointers = ("*", *(low.table.semantics.get("pointer_types") or ()))
        if low.table.semantics.get("references"):
            is_one = inner.name in ("&", "&mut", "Box") and inner.arguments
            return inner.arguments[0] if is_one else core.UNKNOWN
        inner = inner.arguments[0] if inner.name == "&" and inner.arguments else inner
        return inner.arguments[0] if inner.name in pointers and inner.arguments else core.UNKNOWN
    return inner if operator in ("-", "+", "~") else core.UNKNOWN


def _binary(low: Names, value: core.Binary) -> core.Type:
    if value.operator in _TRUTHS:
        return BOOL
    left, right = type_of(low, value.left), type_of(low, value.right)
    joins = value.operator == "+" and low.table.semantics.get("text_plus_any")
    if joins and core.Type("str") in (left, right):
        return core.Type("str")
    ranks = low.table.semantics.get("numeric_ranks") or ()
    if ranks and value.operator in _ARITHMETIC:
        return _promoted(ranks, left, right)
    numbers = low.table.semantics.get("number_types") or ()
    if left.name in numbers and value.operator in _ARITHMETIC:
        return left if left == right or type(value.right) is core.Literal else core.UNKNOWN
    return left if left == right and left.name in ("int", "str", "float", "list") else core.UNKNOWN


def _promoted(ranks: Sequence[str], left: core.Type, right: core.Type) -> core.Type:
    """The wider of two numeric types, at least the first that is computed with."""
    places = []
    for one in (left, right):
        if one.name in _NARROW:
            places.append(0)
        elif one.name in ranks:
            places.append(ranks.index(str(one.name)))
        else:
            return core.UNKNOWN
    return core.Type(ranks[max(places)])


def _outside_result(low: Names, call: core.Call) -> core.Type:
    """What a member of an outside type gives, by the table."""
    function = call.function
    if type(function) is core.External:
        if call.kind == "new":
            return core.Type(function.path, call.type_arguments)
        path, _, name = function.path.rpartition(".")
        said = call.type_arguments
        of = core.Type(path, () if any(str(one.name).isdigit() for one in said) else said)
    elif type(function) is core.Member and type(function.object) is not core.Ref:
        of, name = referred(type_of(low, function.object)), function.name
    else:
        return core.UNKNOWN
    values = [one.value for one in call.arguments]
    functions = [boxed(low, _given(low, one)) for one in values if type(one) is core.Function]
    given = [boxed(low, _type_given(low, one)) for one in values]
    return low.table.outside.result(of, name, functions, given)


def _type_given(low: Names, value: Any) -> core.Type:
    """The type of an argument, or that which it writes."""
    found = _written(value) if type(value) is core.Index else None
    return type_of(low, value) if found is None else found


def _written(value: Any) -> core.Type | None:
    """The type that an argument writes: `[]string` of `make([]string, 3)`."""
    if type(value) in (core.External, core.Ref):
        return core.Type(value.path if type(value) is core.External else value.symbol)
    if type(value) is not core.Index or type(value.key) is not core.Construct:
        return None
    base = _written(value.object) if value.key.kind == "types" else None
    parts = [_written(item.value) for item in value.key.items]
    if base is None or None in parts:
        return None
    return core.Type(base.name, tuple(one for one in parts if one is not None))


def _given(low: Names, function: core.Function) -> core.Type:
    """The type of what a function that is one expression gives."""
    last = function.body[-1] if function.body else None
    if type(last) is core.Return and last.value is not None:
        return type_of(low, last.value)
    return core.UNKNOWN


def result_of(low: Names, call: core.Call) -> core.Type:
    """The type of a call's result, by what is called."""
    function = call.function
    symbol = None
    known = _outside_result(low, call)
    if known.name:
        return known
    if type(function) is core.Ref:
        symbol = function.symbol
    elif type(function) is core.Member:
        symbol = function.owner
    elif type(function) is core.Self and function.kind == "class" and low.owner is not None:
        return core.Type(low.owner)
    elif type(function) is core.External:
        name = low.table.type_names.get(f"new {function.path}")
        return core.Type(name) if name else core.UNKNOWN
    if symbol is not None and not symbol.module and type(function) is core.Member:
        return _member_result(low, function, symbol)
    return low.world.result_of_symbol(symbol) if symbol is not None else core.UNKNOWN
