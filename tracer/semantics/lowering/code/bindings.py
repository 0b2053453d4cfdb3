"""Declarations and assignments: which locals they bind, of which types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.lowering.types import inference
from tracer.semantics.lowering.types.targets import told
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.semantics.lowering.nodes.construct import Makers


_MAY_FAIL = (core.Index, core.Cast)  # they may give whether they found anything as well


def lowered_let(low: Lowerer, row: int, a: Makers) -> Any:
    """A declaration: values are lowered before the names come into scope."""
    said = a["type"](low, row) if "type" in a else None
    declared = said or core.UNKNOWN
    is_typed = bool(declared.name)
    pattern = None
    is_seen = is_typed and declared != inference.REFERENCE  # `auto&` refers to what its value is
    if is_seen and low.table.semantics.get("names_before_values"):
        pattern = _let_pattern(low, row, a, declared)
    low.expected = declared
    value = a["value"](low, row) if "value" in a else None
    low.expected = core.UNKNOWN
    value = told(low, value, declared)
    if "values" in a:
        values = a["values"](low, row)
        items = tuple(core.Item(v) for v in values)
        value = values[0] if len(values) == 1 else None
        if len(values) > 1:
            value = core.Construct("tuple", items, row=row)
    infers = low.table.semantics.get("static_types") or ("infers" in a and a["infers"](low, row))
    is_any = said is not None and low.table.semantics.get("unknown_types_said")
    if not declared.name and value is not None and infers and not is_any:
        declared = _inferred_types(low, value, is_several="patterns" in a)
        if declared.name == "&" and low.table.semantics.get("undeclared_types_copy"):
            declared = declared.arguments[0] if declared.arguments else core.UNKNOWN
    if declared == inference.REFERENCE and value is not None:
        declared = inference.to(inference.type_of(low, value))
    otherwise = a["otherwise"](low, row) if "otherwise" in a else ()
    if pattern is None:
        pattern = _let_pattern(low, row, a, declared)
    kind = a["kind"](low, row) if "kind" in a else ""
    if type(pattern) is core.TargetPattern:
        if value is None and _is_first(low, pattern, row):
            value = core.Literal("undefined", "undefined", row)
        if value is None:
            return ()
        if low.entry is None and _defines(low, pattern):
            return core.Evaluate(pattern.place, row)
        return core.Evaluate(core.Assign(pattern, value, row), row)
    return core.Let(pattern, value, kind, otherwise, row, is_typed)


def _is_first(low: Lowerer, pattern: core.TargetPattern, row: int) -> bool:
    """Whether a declaration without a value is what gives a hoisted local its first, `undefined`.

    There is no other, nothing names the local above it or in another function, and it stands in no
    loop or branch.
    """
    place, tree = pattern.place, low.tree
    if type(place) is not core.Local or low.table.semantics.get("hoists") != "all":
        return False
    name = low.binders[place.binder].name
    if not low.is_bound_once(name):
        return False
    scope = low.hoisting_scope(name)
    assert scope is not None
    around = low.outline.around(row, scope.row)
    if any(tree.language.roles[tree.kind[at]] & Role.COMPOUND for at in around):
        return False
    text = name.encode()
    named = [
        one
        for one in range(scope.row, tree.stop[scope.row])
        if tree.stop[one] == one + 1 and tree.slice(one) == text
    ]
    functions = {kind for kind, rule in low.table.scopes.items() if rule.is_function}
    return named[0] >= row and not any(
        tree.kind[at] in functions for one in named for at in low.outline.around(one, scope.row)
    )


def _defines(low: Lowerer, pattern: core.TargetPattern) -> bool:
    """Whether a store of the top level is the definition of a symbol, with its value."""
    place = pattern.place
    entry = low.world.entries.get(place.symbol) if type(place) is core.Ref else None
    return entry is not None and low.outline.owns_value(entry)


def _inferred_types(low: Lowerer, value: Any, *, is_several: bool) -> core.Type:
    """The type of a value; of several names the types of each, as Type('each')."""
    if not is_several:
        return inference.type_of(low, value)
    if type(value) is core.Construct and value.kind == "tuple" and not value.type.name:
        return core.Type("each", tuple(inference.type_of(low, i.value) for i in value.items))
    found = inference.type_of(low, value)
    if found.name == "tuple":
        return found._replace(name="each")
    if type(value) in _MAY_FAIL and low.table.semantics.get("presence_follows"):
        return core.Type("present", (found, inference.BOOL))
    return core.Type("each", (found,))


def _let_pattern(low: Lowerer, row: int, a: Makers, declared: core.Type) -> Any:
    reuses = bool(a["reuses"](low, row)) if "reuses" in a else False
    if "patterns" not in a:
        return low.binding(a["pattern"], row, declared)
    known = dict(low.scopes[-1].names) if reuses and low.scopes else {}
    patterns = low.binding(a["patterns"], row, declared)
    if known:
        patterns = tuple(_reused(low, pattern, known) for pattern in patterns)
    return patterns[0] if len(patterns) == 1 else core.TuplePattern("tuple", patterns, -1, row)


def _reused(low: Lowerer, pattern: Any, known: dict[str, Any]) -> Any:
    """A declared name that its scope has already, as the store to it that it is."""
    if type(pattern) is not core.BindPattern:
        return pattern
    name = low.binders[pattern.binder].name
    before = known.get(name)
    if type(before) is not int:
        return pattern
    low.scopes[-1].names[name] = before
    return core.TargetPattern(core.Local(before, pattern.row), pattern.row)


def lowered_assignment(low: Lowerer, row: int, a: Makers, role: str) -> Any:
    """A store; in a chain the value is evaluated once and stored from left to right."""
    declared = (a["type"](low, row) if "type" in a else None) or core.UNKNOWN
    rows = _chained(low, row, a)
    value = _assigned(low, rows[-1], a)
    if value is None:
        low.in_mode(a["target"], row, declared, binds=False)
        return ()
    known = declared
    if not declared.name and type(value) is not core.Opaque:
        low.inferred = inference.type_of(low, value)
    patterns = [_target(low, r, a, known) for r in rows]
    if len(patterns) == 1:
        inferred, low.inferred = low.inferred, core.UNKNOWN
        _infer(low, patterns[0], inferred)
        return core.Assign(patterns[0], value, row)
    low.inferred = core.UNKNOWN
    binder = low.fresh("", known)
    stores = [core.Let(core.BindPattern(binder), value, row=row)]
    stores += [
        core.Evaluate(core.Assign(p, core.Local(binder, row), row), row)  # type: ignore[misc]
        for p in patterns
    ]
    if role == "statement" or low.tree.kind[low.tree.parent[row]] in low.table.blocks:
        return tuple(stores)
    return core.BlockValue(tuple(stores), core.Local(binder, row), row)


def _infer(low: Lowerer, pattern: Any, inferred: core.Type) -> None:
    """Note the type of a local by the value of the one statement that stores to it."""
    place = getattr(pattern, "place", None)
    if not inferred.name or type(place) is not core.Local:
        return
    if low.is_bound_once(low.binders[place.binder].name):
        low.retype(place.binder, inferred)


def _assigned(low: Lowerer, row: int, a: Makers) -> Any:
    if "value" in a:
        return a["value"](low, row)
    values: tuple[Any, ...] = a["values"](low, row) if "values" in a else ()
    if len(values) == 1:
        return values[0]
    return core.Construct("tuple", tuple(core.Item(v) for v in values), row=row) if values else None


def _target(low: Lowerer, row: int, a: Makers, declared: core.Type) -> Any:
    if "targets" not in a:
        return low.in_mode(a["target"], row, declared, binds=False)
    patterns = low.storing(a["targets"], row)
    return patterns[0] if len(patterns) == 1 else core.TuplePattern("tuple", patterns, -1, row)


def _chained(low: Lowerer, row: int, a: Makers) -> list[int]:
    rows = [row]
    while "chain" in a:
        inner = a["chain"](low, rows[-1])
        if inner < 0 or low.tree.kind[inner] != low.tree.kind[row]:
            break
        rows.append(inner)
    return rows
