"""Functions, nested definitions and imports inside of functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.lowering.nodes.bodies import without_blocks
from tracer.semantics.lowering.nodes.opaque import opaque
from tracer.semantics.lowering.outline.selectors import holds
from tracer.semantics.lowering.types import constants
from tracer.semantics.lowering.types.targets import told_results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.semantics.lowering.nodes.construct import Makers


def lowered_function(low: Lowerer, row: int, a: Makers) -> core.Function:
    """A function with parameters and body in a scope of its own."""
    outer = low.named_results, low.use
    handed, low.handed = low.handed, ()
    is_handed_over, low.is_handed_over = low.is_handed_over, False
    scope = low.push(row, is_function=True)
    flags = frozenset(a["flags"](low, row)) if "flags" in a else frozenset()
    is_inner = (
        any(s.is_function for s in low.scopes[:-1]) or low.entry is None or (low.owner is None)
    )
    own = low.table.semantics.get("functions_have_receivers")
    scope.has_receiver = bool(own and is_inner and "arrow" not in flags)
    if "own_name" in a and (own_name := a["own_name"](low, row)):
        low.bind(own_name, core.Type("function"), row)
        flags |= {f"{core.CALLED}{own_name}"}
    low.parameters.type_parameters(a["type_parameters"](low, row) if "type_parameters" in a else ())
    parameters = low.parameters.all(a["parameters"], row) if "parameters" in a else ()
    if handed:
        parameters = low.parameters.typed(parameters, handed)
        flags |= {core.HANDED}
    result = a["result"](low, row) if "result" in a else None
    if result is None and "arrow" not in flags:
        result = core.Type(low.table.semantics.get("undeclared_result") or "")
    low.named_results, start = low.parameters.results(a, row, result)
    if properties := low.parameters.take_properties():
        start += properties
    if "value" in a:
        body: Any = (core.Return(a["value"](low, row), row),)
    else:
        body = a["body"](low, row) if "body" in a else ()
    if is_handed_over and "arrow" in flags:
        body = constants.given(low, body)
    if low.named_results and _defers(body):
        flags |= {"named results"}  # which what is deferred may still set
    low.named_results, low.use = outer
    low.handed = handed
    if "*" in flags or (low.table.yields and _yields(low, row)):
        flags -= {"*"}
        flags |= {"generator"}
    low.pop()
    kept = frozenset(b for b in scope.captures)
    return core.Function(
        parameters,
        start + told_results(low, without_blocks(body), result),
        result or core.UNKNOWN, flags, kept, row,
    )  # fmt: skip


def _defers(node: Any) -> bool:
    """Whether code puts something off to the end of its function."""
    if type(node) is core.Defer:
        return True
    if type(node) in (core.Function, core.Symbol, core.Type) or not isinstance(node, tuple):
        return False
    return any(map(_defers, node))


def _yields(low: Lowerer, row: int) -> bool:
    tree, scopes = low.tree, low.table.scopes
    for found in tree.rows_within(low.table.yields, row, tree.stop[row]):
        at = tree.parent[found]
        while at > row and not (tree.kind[at] in scopes and scopes[tree.kind[at]].is_function):
            at = tree.parent[at]
        if at == row:
            return True
    return False


def nested_definition(low: Lowerer, row: int) -> Any:
    """A definition in a statement's place: of the program, or local to this code."""
    at, decorators, _ = low.outline.unwrapped(row)
    if at in low.outline.by_row:
        return low.world.definition_statement(low, at, decorators)
    kind = low.tree.kind[at]
    if at in low.outline.defined_rows and kind not in low.table.variables:
        return ()
    if kind not in low.table.definitions or kind in low.table.variables:
        return low.statement(at) if at != row else None
    for rule in low.table.definitions[kind]:
        if holds(rule.conditions, low.tree, at):
            return _local_definition(low, at, rule, decorators)
    return None


def _local_definition(low: Lowerer, row: int, rule: Any, decorators: Sequence[int]) -> Any:
    name_row = rule.name.first(low.tree, row) if rule.name is not None else -1
    if name_row < 0:
        return None
    name = low.text_of(name_row)
    made = tuple(low.expression(r) for r in decorators)
    scope = low.hoisting_scope(name)
    binder = scope.names[name] if scope is not None else None
    if type(binder) is not int:
        binder = low.bind(name, core.UNKNOWN, row)
    value = None
    if rule.function is not None:
        value = low.applied([rule.function], row)
    if made and type(value) is core.Function:
        value = value._replace(flags=value.flags | {f"name {name}"})  # decorators may read it
    if value is None:
        value = opaque(low, row)
    return core.Define(binder, value, made, row)


def import_statement(low: Lowerer, row: int) -> tuple[core.Statement, ...]:
    """An import where it runs with other code: its module is loaded, its names are stored."""
    found: list[Any] = []
    loaded = ""
    for entry in low.outline.imports_at(row):
        if entry.is_type_only:
            continue
        target = low.world.resolution.imported(low.outline, entry)
        if entry.module != loaded and low.scopes:
            loaded = entry.module
            value = core.Argument(
                core.Literal("str", low.world.resolution.module_path(low.outline, entry))
            )
            call = core.Call(core.External("import"), (value,), "import", row=row)
            found.append(core.Evaluate(call, row))
        if entry.alias and target is not None:
            pattern = _import_target(low, entry.alias, row)
            if pattern is not None:
                low.mention(target, row, "import")
                found.append(core.Evaluate(core.Assign(pattern, target, row), row))
    return tuple(found)


def _import_target(low: Lowerer, name: str, row: int) -> core.Pattern | None:
    """Where an import stores a name; None where the name means the imported thing itself."""
    scope = low.hoisting_scope(name)
    if scope is not None:
        binder = scope.names[name]
        return core.TargetPattern(core.Local(binder, row), row) if type(binder) is int else None
    symbol = low.outline.symbol_of(name)
    return core.TargetPattern(core.Ref(symbol, row), row) if symbol is not None else None


def handler_binder(low: Lowerer, name: str, a: Makers, row: int) -> tuple[int, Any]:
    """The binder of what a handler catches, and statements that store it elsewhere."""
    if "pattern" in a:
        pattern = low.binding(a["pattern"], row)
        if type(pattern) is core.BindPattern:
            return pattern.binder, ()
        if pattern is None or type(pattern) is core.AnyPattern:
            return -1, ()
        place = getattr(pattern, "place", None)
        if type(place) is core.Local:
            return place.binder, ()
        binder = low.fresh("")
        return binder, (core.Let(pattern, core.Local(binder, row), row=row),)
    return (low.bind(name, core.UNKNOWN, row) if name else -1), ()
