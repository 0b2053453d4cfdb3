"""Definitions and modules with their code: what each unit of lowering is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core
from tracer.semantics.core import Kind
from tracer.semantics.lowering.code.lowerer import (
    Lowerer,
)
from tracer.semantics.lowering.nodes.opaque import opaque
from tracer.semantics.lowering.outline.selectors import holds, named_children
from tracer.semantics.lowering.types.types import lowered_type, type_value
from tracer.semantics.lowering.world import surroundings

if TYPE_CHECKING:
    from tracer.semantics.lowering.code.names import (
        Binder,
        Mention,
    )
    from tracer.semantics.lowering.outline.entries import Entry
    from tracer.semantics.lowering.outline.outline import Outline
    from tracer.semantics.lowering.world.world import World


class Lowered(NamedTuple):
    """One unit: a definition or a file's top level, its binders, and what it mentions."""

    definition: core.Definition
    module: core.Module | None
    binders: tuple[Binder, ...]
    mentions: tuple[Mention, ...]
    opaque_kinds: tuple[str, ...]
    shown: tuple[core.Type, ...] = ()  # types of values shown with the names of their parts


def outline_of(world: World, entry: Entry) -> core.Definition:
    """A definition without its code."""
    outline = world.outlines[entry.file]
    members = world.members_of(entry.symbol)
    order = {symbol: (world.entries[symbol].file, world.entries[symbol].row) for symbol in members}
    return core.Definition(
        symbol=entry.symbol,
        kind=entry.kind,
        file=entry.file,
        row=entry.row,
        name_row=entry.name_row,
        is_exported=is_exported(outline, entry),
        is_private=is_private(outline, entry),
        owner=entry.owner,
        modifiers=frozenset(entry.modifiers),
        members=tuple(sorted(members, key=order.__getitem__)),
        is_order_fixed=_is_order_fixed(outline, entry),
    )


def _is_order_fixed(outline: Outline, entry: Entry) -> bool:
    """Whether the members of a class in their order are data."""
    table, rule = outline.table, entry.rule
    if rule is None or rule.is_order_fixed:
        return rule is not None
    rows = list(entry.decorators) + (rule.bases.all(outline.tree, entry.row) if rule.bases else [])
    known = table.data_decorators | table.data_bases
    if not known:
        return False
    return any(outline.text(row).partition("(")[0].rpartition(".")[2] in known for row in rows)


def is_private(outline: Outline, entry: Entry) -> bool:
    """Whether the language or its convention confines a definition to its module or class."""
    table = outline.table
    words = set(table.visibility.get("private_modifiers") or ())
    if entry.modifiers & words:
        return True
    if table.private_name is not None and table.private_name.search(entry.name):
        return True
    if entry.owner is None and entry.symbol.module != outline.module:
        return True  # internal linkage
    return bool(table.visibility.get("unexported_are_private")) and not is_exported(outline, entry)


def is_exported(outline: Outline, entry: Entry) -> bool:
    """Whether code outside of the program may name a definition."""
    table, visibility = outline.table, outline.table.visibility
    if entry.owner is None and entry.symbol.module != outline.module:
        return False  # internal linkage
    if table.exported_name is not None:
        return bool(table.exported_name.search(entry.name))
    if table.private_name is not None and table.private_name.search(entry.name):
        return False
    words = set(visibility.get("exported_modifiers") or ())
    if words:
        if entry.owner is not None and visibility.get("members_follow_owner"):
            around = outline.entry_of(entry.owner)
            hidden = entry.modifiers & set(visibility.get("private_modifiers") or ())
            return not hidden and (around is None or is_exported(outline, around))
        if entry.modifiers & words:
            return True
        return any(e.alias == entry.name and not e.module for e in outline.exports)
    return not entry.modifiers & set(visibility.get("private_modifiers") or ())


def lower_definition(world: World, entry: Entry) -> Lowered:
    """A definition with its code; opaque where lowering goes too deep."""
    try:
        return _lower_definition(world, entry)
    except RecursionError:
        code = core.Opaque("too deep", (world.outlines[entry.file].text(entry.row),), (), entry.row)
        found = outline_of(world, entry)._replace(value=code)
        return Lowered(found, None, (), (), ("too deep",))


def _lower_definition(world: World, entry: Entry) -> Lowered:
    outline = world.outlines[entry.file]
    low = Lowerer(world, outline, entry)
    low.scopes += surroundings.base_scopes(world, outline, entry)
    found: dict[str, Any] = {"decorators": _decorators(low, entry)}
    rule = entry.rule
    if rule is not None:
        if rule.signature is not None:
            rows = rule.signature.all(outline.tree, entry.row)
            found["signature"] = tuple(_signed(low, row) for row in rows)
        if rule.bases is not None:
            rows = rule.bases.all(outline.tree, entry.row)
            found["bases"] = tuple(_base(low, row) for row in rows)
        if rule.function is not None and holds(rule.conditions, outline.tree, entry.row):
            low.receiver_kind = _receiver_kind(low, entry)
            _note_shown(low, entry)
            found["function"] = low.definition_code(rule.function, entry.row)
            if found["function"] is None:
                found["value"] = opaque(low, entry.row)
        if rule.members is not None and entry.kind is not Kind.OTHER:
            found["body"] = _class_body(low, entry)
    found["documentation"] = _documentation(outline, entry.row)
    if entry.value_row >= 0 and outline.owns_value(entry):
        if entry.type_row >= 0:
            low.expected = world.type_of_symbol(entry.symbol)
        value = low.expression(entry.value_row)
        low.expected = core.UNKNOWN
        found["value"] = value
        if type(value) is core.Function:
            found["function"] = value
    if entry.type_row >= 0 and rule is not None and rule.function is None:
        declared = lowered_type(low, entry.type_row)
        is_optional = core.OPTIONAL in entry.modifiers
        found["type"] = declared.or_nothing("undefined") if is_optional else declared
    elif "value" in found and entry.kind is not Kind.FUNCTION:
        found["type"] = world.type_of_symbol(entry.symbol)
    definition = outline_of(world, entry)._replace(**found)
    return _finished(low, definition, None)


def _documentation(outline: Outline, row: int) -> str | None:
    """The text that documents a definition or file, by the `docstrings` of the table."""
    selector = outline.table.docstrings.get(outline.tree.kind[row])
    at = selector.first(outline.tree, row) if selector is not None else -1
    return outline.literals.documentation(at) if at >= 0 else None


def _note_shown(low: Lowerer, entry: Entry) -> None:
    """What a program shows that its first function gives as a failure."""
    place = low.table.shows.get("functions", {}).get(entry.name)
    if place is not None and entry.owner is None and entry.type_row >= 0:
        made = lowered_type(low, entry.type_row)
        if place < len(made.arguments):
            low.shown.append(core.Type("fails", (made.arguments[place],)))


def _finished(low: Lowerer, definition: core.Definition, module: core.Module | None) -> Lowered:
    return Lowered(
        definition,
        module,
        tuple(low.binders),
        tuple(low.mentions),
        tuple(low.opaque_kinds),
        tuple(low.shown),
    )


def _decorators(low: Lowerer, entry: Entry) -> tuple[core.Expression, ...]:
    low.use = "decorator"
    return tuple(low.expression(row) for row in entry.decorators)


def _signed(low: Lowerer, row: int) -> core.Expression:
    """A part of a signature: a type where the table knows it as one, else its tokens."""
    if low.tree.kind[row] in low.table.types:
        return type_value(lowered_type(low, row), row)
    return opaque(low, row)


def _base(low: Lowerer, row: int) -> core.Expression:
    """A base: an expression where classes are made by running code, else a type."""
    low.use = "base"
    if low.tree.kind[row] in low.table.expressions and not low.table.semantics.get(
        "bases_are_types"
    ):
        found: core.Expression = low.expression(row)
        return found
    made = lowered_type(low, row)
    low.use = "read"
    name = made.name
    base = core.Ref(name, row) if isinstance(name, core.Symbol) else core.External(name, row)
    if not made.arguments:
        return base
    arguments = tuple(core.Item(_type_expression(t, row)) for t in made.arguments)
    return core.Index(base, core.Construct("tuple", arguments, row=row), row=row)


def _type_expression(made: core.Type, row: int) -> core.Expression:
    if isinstance(made.name, core.Symbol):
        return core.Ref(made.name, row)
    return core.External(made.name, row)


def _receiver_kind(low: Lowerer, entry: Entry) -> str:
    """Whether the first parameter is the receiver, by the semantics and decorators."""
    semantics = low.table.semantics
    if entry.owner is None or not semantics.get("first_parameter_is_receiver"):
        return ""
    words = {low.text_of(row).rpartition(".")[2] for row in entry.decorators}
    if words & set(semantics.get("static_decorators") or ()):
        return ""
    is_class = words & set(semantics.get("class_decorators") or ()) or entry.name in (
        semantics.get("class_methods") or ()
    )
    return "class" if is_class else "self"


def _class_body(low: Lowerer, entry: Entry) -> tuple[core.Statement, ...]:
    """What runs in a class body besides its members."""
    assert entry.rule is not None
    assert entry.rule.members is not None
    rows = entry.rule.members.all(low.tree, entry.row)
    low.scopes.append(surroundings.class_scope(low.world, low.outline, entry.symbol))
    body: list[core.Statement] = []
    for row in rows:
        at, _, _ = low.outline.unwrapped(row)
        kind = low.tree.kind[at]
        if kind in low.table.documentation or (
            kind in low.table.definitions and low.outline.by_row.get(at) is not None
        ):
            continue
        if kind in low.table.definitions and not low.table.semantics.get("class_bodies_run"):
            continue
        if (
            kind in low.table.statements
            or kind in low.table.expressions
            or kind in low.table.transparent
        ):
            body += low.statements([row])
    low.scopes.pop()
    return tuple(body)


def lower_top(world: World, outline: Outline) -> Lowered:
    """What a file runs when it is loaded, with its imports and exports."""
    low = Lowerer(world, outline, None)
    rows = [
        row
        for row in named_children(outline.tree, 0)
        if outline.tree.kind[row] not in low.table.documentation
    ]
    try:
        top: tuple[core.Statement, ...] = low.statements(rows)
    except RecursionError:
        top = (core.Opaque("too deep", (), (), 0),)
    module = world.interface(outline.file)._replace(top=top)
    empty = core.Definition(
        core.Symbol(outline.module, ()), Kind.OTHER, outline.file, 0, 0, False, False
    )
    return _finished(low, empty, module)


def interface_of(world: World, outline: Outline) -> core.Module:
    """What a file imports, defines and exports, without what it runs."""
    return core.Module(
        outline.file,
        outline.module,
        _imports(world, outline),
        tuple(entry.symbol for entry in outline.entries if entry.owner is None),
        surroundings.exports(world, outline),
        (),
        surroundings.significant_comments(outline),
        _documentation(outline, 0),
    )


def _imports(world: World, outline: Outline) -> tuple[core.Import, ...]:
    """The imports of a file, one for each statement and module."""
    found: dict[tuple[int, str, bool], list[tuple[str, str]]] = {}
    for entry in outline.imports:
        key = (entry.row, entry.module, entry.is_erased)
        found.setdefault(key, []).append((entry.name, entry.alias))
    made = []
    for (row, module, is_type), names in found.items():
        path = world.resolution.module_path(
            outline, outline.imports_at(row)[0]._replace(module=module)
        )
        is_external = path not in world.by_module
        made.append(core.Import(path, is_external, tuple(names), is_type, row))
    return tuple(made)
