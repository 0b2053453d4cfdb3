"""How objects get their first fields: declared with a value, as parameters, or in the constructor.

The three end alike where nobody sees the object in between, and where the order of its fields is
the same or no one reads them as data. Both versions of a class get one constructor that sets what
can be set first; those are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.classify.equivalence.hierarchy import name_of
from tracer.classify.equivalence.walking import references
from tracer.semantics import core
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.semantics.core import Definition, Function, Symbol
    from tracer.semantics.program import Program

WAYS = frozenset({"assigned", "parameter"})  # modifiers that say how a field comes to be
_SEEING = (core.Self, core.Return, core.Leave, core.Opaque, core.Yield)


class Made(NamedTuple):
    """What happens when an object is made, in one form.

    `head`: the call of the constructor above. `first`: fields that are set before anybody sees
    the object -> a parameter or constant. `left`: the rest of the constructor. `orders`: the
    fields in the order in which they come to be, in each way that the language may declare them.
    """

    constructor: Symbol | None  # None where the class has none, and so one that does nothing
    function: Function
    head: tuple[Any, ...]
    first: dict[Symbol, Any]
    left: tuple[Any, ...]
    runs: tuple[Symbol, ...]  # fields whose value is more than a constant, in their order
    orders: tuple[tuple[Symbol, ...], ...]

    def whole(self, fields: Sequence[Symbol]) -> Function:
        """The constructor that sets the first fields in the order given."""
        stores = tuple(_store(field, self.first[field]) for field in fields)
        return self.function._replace(body=(*self.head, *stores, *self.left))


def made(program: Program, symbol: Symbol) -> Made | None:
    """How objects of a class are made, or None where more may happen than is seen."""
    definition = program.definitions[symbol]
    above = _above(program, definition)
    if definition.kind is not Kind.CLASS or above is None or definition.decorators:
        return None
    members = [program.definitions[one] for one in definition.members]
    constructors = [one for one in members if one.kind is Kind.CONSTRUCTOR]
    fields = [one for one in members if one.kind is Kind.FIELD and "static" not in one.modifiers]
    if len(constructors) > 1 or not all(map(_is_plain, fields)):
        return None
    if _is_replaced(program, symbol, above, fields):
        return None
    function = constructors[0].function if constructors else core.Function((), ())
    if function is None or (above and not constructors):
        return None
    head, body = _apart(function.body, fields) if above else ((), function.body)
    if above and not head:
        return None
    function = function._replace(body=body)
    own = {one.symbol for one in fields}
    first, left, stored = _split(function, own)
    if first is None:
        return None
    for one in fields:
        if one.value is not None and _is_fixed(one.value):
            if one.symbol in stored:
                return None
            first[one.symbol] = one.value
    constructor = constructors[0].symbol if constructors else None
    runs = tuple(
        one.symbol
        for one in fields
        if one.value is not None
        and not isinstance(one.value, core.Function | core.Literal)
        and one.symbol not in first
    )
    return Made(constructor, function, head, first, left, runs, _orders(fields, stored))


def _above(program: Program, definition: Definition) -> set[Symbol] | None:
    """The classes above one, or None where one of them is not known."""
    found: set[Symbol] = set()
    todo = list(definition.bases)
    for base in todo:
        if not isinstance(base, core.Ref) or base.symbol not in program.definitions:
            return None
        outline = program.outline(base.symbol)
        if outline.kind is Kind.INTERFACE or base.symbol in found:
            continue
        if outline.kind is not Kind.CLASS:
            return None
        found.add(base.symbol)
        todo += program.definitions[base.symbol].bases
    return found


def _apart(
    body: tuple[Any, ...], fields: list[Definition]
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """(call of the constructor above, the rest): only parameters that are fields stand before."""
    given = {one.symbol for one in fields if "parameter" in one.modifiers}
    for at, statement in enumerate(body):
        if _is_call_above(statement):
            return (statement,), (*body[:at], *body[at + 1 :])
        if _set(statement)[0] not in given:
            break
    return (), body


def _is_call_above(statement: Any) -> bool:
    call = statement.value if isinstance(statement, core.Evaluate) else None
    function = call.function if isinstance(call, core.Call) else None
    return isinstance(function, core.Self) and function.kind == "super"


def _store(field: Symbol, value: Any) -> Any:
    place = core.Member(core.Self(), name_of(field), field)
    return core.Evaluate(core.Assign(core.TargetPattern(place), value))


def _is_plain(field: Definition) -> bool:
    """Whether a field is what it seems, and its value sees nothing of the object."""
    if field.decorators or "declare" in field.modifiers or name_of(field.symbol) == "__proto__":
        return False
    if field.value is None or isinstance(field.value, core.Function):
        return True
    return not any(isinstance(one, core.Self) for one in references(field.value))


def _is_replaced(
    program: Program, symbol: Symbol, above: set[Symbol], fields: list[Definition]
) -> bool:
    """Whether a class below may have an accessor in the place of a field, or one above anything."""
    names = {name_of(one.symbol) for one in fields}
    todo, seen = [symbol], {symbol}
    while todo:
        for one in program.subclasses(todo.pop()):
            if one not in seen:
                seen.add(one)
                todo.append(one)
    return any(
        outline.owner in above or (outline.owner in seen and outline.kind is not Kind.FIELD)
        for name in names
        for outline in map(program.outline, program.members_named.get(name, ()))
    )


def _split(
    function: Function, own: set[Symbol]
) -> tuple[dict[Symbol, Any] | None, tuple[Any, ...], list[Symbol]]:
    """(fields set first, statements left, all fields set in order), None for more than is seen."""
    given = set(_given(function))
    first: dict[Symbol, Any] = {}
    left: list[Any] = []
    stored = [field for field in map(_field_set, references(function.body)) if field in own]
    is_unseen = True
    for statement in function.body:
        field, value = _set(statement) if is_unseen else (None, None)
        if field in own and field is not None and not _sees_object(value):
            is_given = isinstance(value, core.Local) and value.binder in given
            if (is_given or _is_fixed(value)) and stored.count(field) == 1:
                first[field] = value
                continue
        elif is_unseen and _sees_object(statement):
            is_unseen = False
        left.append(statement)
    unknown = any(isinstance(one, core.Opaque) for one in references(function.body))
    return None if unknown else first, tuple(left), list(dict.fromkeys(stored))


def _given(function: Function) -> Iterator[int]:
    """The parameters whose value stays what it is given."""
    changed = {
        place.binder
        for one in references((function.parameters, function.body))
        for place in (getattr(one, "place", None), getattr(one, "target", None))
        if isinstance(one, core.TargetPattern | core.Update) and isinstance(place, core.Local)
    }
    for one in references(function.parameters):
        if isinstance(one, core.Parameter | core.BindPattern) and one.binder not in changed:
            yield one.binder


def _set(statement: Any) -> tuple[Symbol | None, Any]:
    """(field, value) of a statement that sets a field of the object and does nothing else."""
    if not isinstance(statement, core.Evaluate) or not isinstance(statement.value, core.Assign):
        return None, None
    return _field_set(statement.value.target), statement.value.value


def _field_set(one: Any) -> Symbol | None:
    place = one.place if isinstance(one, core.TargetPattern) else None
    is_own = isinstance(place, core.Member) and place.object[:1] == core.Self()[:1]
    return place.owner if is_own and isinstance(place, core.Member) else None


def _sees_object(code: Any) -> bool:
    """Whether code may read the object that is made, or leave before it is."""
    return any(isinstance(one, _SEEING) for one in references(code))


def _is_fixed(value: Any) -> bool:
    """Whether a value is made new of constants alone."""
    if isinstance(value, core.Call):
        is_new = value.kind == "new" and isinstance(value.function, core.External)
        return is_new and not value.arguments and value.function.path in {"Map", "Set"}
    if isinstance(value, core.Construct):
        return all(
            not one.spread and _is_fixed(one.value) and (one.key is None or _is_fixed(one.key))
            for one in value.items
        )
    return isinstance(value, core.Literal)


def _orders(fields: list[Definition], stored: list[Symbol]) -> tuple[tuple[Symbol, ...], ...]:
    """The fields in the order in which objects get them, where all that are declared count or not.

    TypeScript's older classes only have those that have a value.
    """
    found = []
    for is_defined in (True, False):
        given = [one.symbol for one in fields if "parameter" in one.modifiers]
        declared = [
            one.symbol
            for one in fields
            if not one.modifiers & WAYS and (is_defined or one.value is not None)
        ]
        order = dict.fromkeys((*given, *declared, *stored))
        found.append(tuple(one for one in order if not name_of(one).startswith("#")))
    return tuple(found)
