"""Types of fields that exist because a method stores to them, as far as their stores show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics import core
from tracer.semantics.lowering.code.lowerer import Lowerer
from tracer.semantics.lowering.types import inference
from tracer.semantics.lowering.types.types import lowered_type
from tracer.semantics.lowering.world.surroundings import base_scopes

if TYPE_CHECKING:
    from tracer.semantics.lowering.outline.entries import Entry
    from tracer.semantics.lowering.outline.outline import Outline
    from tracer.semantics.lowering.world.world import World

_KEEPING = ("+=", "-=")  # operators whose result has the type of both operands, where that is one
_BY_TEXT = (b"setattr", b"__dict__", b"vars(")
_VALUES = (core.Literal, core.Construct, core.Template, core.Call)


def assigned_type(world: World, entry: Entry) -> core.Type:
    """The type that one store says of a field, or that all of them give it; else unknown.

    A store says it by an annotation. It gives it by a literal, a call of a class, or a parameter
    whose type is said and which nothing else binds. Then no code may store to a member of the name
    of another object, nor a subclass to its own.
    """
    outline = world.outlines[entry.file]
    tree = outline.tree
    said = [
        at for row in entry.stores if (at := tree.child_by_field(tree.parent[row], "type")) >= 0
    ]
    if said:
        found = {_typed(world, outline, entry, row) for row in said}
        return found.pop() if len(found) == 1 else core.UNKNOWN
    is_made = any(tree.child_by_field(tree.parent[row], "operator") < 0 for row in entry.stores)
    if not is_made or _is_stored_elsewhere(world, entry):
        return core.UNKNOWN  # `+=` alone keeps a type that is not seen
    given = {_given(world, outline, entry, row) for row in entry.stores}
    return given.pop() if len(given) == 1 else core.UNKNOWN


def _typed(world: World, outline: Outline, entry: Entry, row: int) -> core.Type:
    low = Lowerer(world, outline, entry)
    low.scopes += base_scopes(world, outline, entry)
    return lowered_type(low, row)


def _given(world: World, outline: Outline, entry: Entry, row: int) -> core.Type:
    """The type of what one store gives, where that needs no flow of values."""
    tree = outline.tree
    store = tree.parent[row]
    value = tree.child_by_field(store, "right")
    operator = tree.child_by_field(store, "operator")
    if "assign" not in tree.kind_name(store) or (
        operator >= 0 and outline.text(operator) not in _KEEPING
    ):
        return core.UNKNOWN
    if (
        tree.child_by_field(store, "left") != row
        or value < 0
        or tree.kind[store] == tree.kind[value]
    ):
        return core.UNKNOWN
    if tree.kind[value] in outline.table.names:
        return _of_parameter(world, outline, entry, value)
    low = Lowerer(world, outline, entry)
    low.scopes += base_scopes(world, outline, entry)
    made = low.expression(value)
    if not isinstance(made, _VALUES) or (
        isinstance(made, core.Call) and not _is_of_known(world, made.function)
    ):
        return core.UNKNOWN
    found = inference.type_of(low, made)
    return core.UNKNOWN if found.name == "null" else found


def _is_of_known(world: World, function: object) -> bool:
    """Whether what is called is a class of the program, or something from outside."""
    if isinstance(function, core.External):
        return True
    return isinstance(function, core.Ref) and world.is_type(function.symbol)


def _of_parameter(world: World, outline: Outline, entry: Entry, value: int) -> core.Type:
    """The type that the function around a name says of the parameter of this name."""
    tree = outline.tree
    name = outline.text(value)
    at = tree.parent[value]
    while at > 0 and not (
        (rule := outline.table.scopes.get(tree.kind[at])) is not None and rule.level == "function"
    ):
        at = tree.parent[at]
    hoisted = outline.hoists.of.get(at, {})
    parameters = tree.child_by_field(at, "parameters") if at > 0 else -1
    if parameters < 0 or name in hoisted:
        return core.UNKNOWN
    for parameter in tree.children(parameters):
        said = tree.child_by_field(parameter, "type")
        if said < 0:
            continue
        names = [row for row in tree.children(parameter) if tree.kind[row] in outline.table.names]
        if names and outline.text(names[0]) == name:
            return _typed(world, outline, entry, said)
    return core.UNKNOWN


def _is_stored_elsewhere(world: World, entry: Entry) -> bool:
    """Whether some code stores to a member of the name, other than a class to its own."""
    for outline in world.outlines.values():
        text = outline.tree.text
        if entry.name in outline.stored_members or any(text.find(w) >= 0 for w in _BY_TEXT):
            return True
    todo = [*world.subclasses(entry.owner)] if entry.owner is not None else []
    for owner in todo:
        todo += [one for one in world.subclasses(owner) if one not in todo]
        if world.entries[owner].file in world.outlines:
            members = world.outlines[world.entries[owner].file].members.get(owner, {})
            if entry.name in members:
                return True
    return False
