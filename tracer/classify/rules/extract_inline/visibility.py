"""Who else may know the name of a function that came or went."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.change.look_ups import reached_words, why_looked_up
from tracer.semantics.effects.initialization_order import is_plainly_decorated
from tracer.semantics.functions.functions import Function, Functions
from tracer.semantics.language.tables import has_word
from tracer.semantics.names.occurrences import Names, Use
from tracer.semantics.names.visibility import is_private
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in
from tracer.semantics.reflection.readers.framework_names import is_entry, why_collected
from tracer.semantics.reflection.readers.private_access import why_asked_elsewhere
from tracer.semantics.values.string_values import is_spelled_in
from tracer.syntax.names import defined_name, wrapper_of

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.classify.rules.extract_inline.direction import World

_LOOKED_UP = "{} may look names up by spelling"


def why_visible(world: World, function: Function) -> str | None:
    """Why the name may mean something to somebody else, or None."""
    return (
        _why_named(world, function) or _why_found(world, function) or _why_reached(world, function)
    )


def _why_named(world: World, function: Function) -> str | None:
    """Who has the name already, or gives it a meaning."""
    context, name = world.context, function.name
    if is_entry(world.thin.names, name) or world.thin.names.tables.is_reserved(name):
        return "tools may call it"
    collected = why_collected(context, world.thin.names, name, sort="names")
    if collected:
        return collected
    for file, tree in enumerate(world.forest_thick.trees):
        if name.encode() not in tree.text or (
            not context.closed_world and file != world.file_thick
        ):
            continue
        names = context.names_before(file) if world.is_extract else context.names_after(file)
        if not names.tables.is_known:
            return f"{world.forest_thick.paths[file]} mentions it"
        for found in names.occurrences(name):
            if file == world.file_thick and is_overload(names, found.row, function):
                continue
            if found.use is not Use.DATA or is_spelled_in(names, found.row, name):
                return f"{world.forest_thick.paths[file]} has the name on the other side"
    return None


def _why_found(world: World, function: Function) -> str | None:
    """Who may find the function without naming it in code, or from elsewhere."""
    context, name = world.context, function.name
    look_up = _looked_up_as(world, function)
    if look_up:
        return _LOOKED_UP.format(look_up)
    if world.thin.functions.is_method(function):
        seen = _why_seen(world, function)
        if seen:
            return seen
        if _is_private_method(world, function):
            return _asked_elsewhere(world, function)
        inherited = world.classes.may_inherit(world.file_thin, function.holder, name)
        return inherited or _known_outside(context, name)
    path = world.forest_thin.paths[world.file_thin]
    bound = [o for o in world.thin.names.occurrences(name) if o.scope == 0]
    is_own = function.holder or is_private(world.thin.names, path, name, bound)
    return None if is_own else _known_outside(context, name)


def _asked_elsewhere(world: World, function: Function) -> str | None:
    """Whether another file asks for a private method by its name."""
    context, tree, row = world.context, world.thin.tree, function.holder
    while row > 0 and defined_name(tree, row) is None:
        row = tree.parent[row]
    files = context.files_with(function.name, is_after=world.is_extract)
    holder = defined_name(tree, row)
    return why_asked_elsewhere(world.forest_thin, world.thin.names, function.name, holder, files)


def _why_seen(world: World, function: Function) -> str | None:
    """What may go through the members of the class, or see each one that is read, or None."""
    names, classes = world.thin.names, world.classes
    lookers = frozenset((names.tables.raw.get("bases") or {}).get("lookers") or ())
    for looker in sorted(lookers):
        found = any(
            o.use is not Use.DATA
            and not (
                o.scope not in (-1, function.holder) and names.kind_of_scope(o.scope) == "class"
            )
            for o in names.within(looker, function.holder)
        )
        if found or classes.may_inherit(world.file_thin, function.holder, looker, reads=True):
            return f"{looker} may see it"
    wrapper = wrapper_of(names.tree, function.holder)
    if lookers and wrapper != function.holder and not is_plainly_decorated(world.thin, wrapper):
        return "a decorator may see it"
    return None


def _why_reached(world: World, function: Function) -> str | None:
    """What looks members up, and may mean the function: asked last, for it may be overruled."""
    names = world.thin.names
    if not world.thin.functions.is_method(function):
        return None
    words = _of_members(world)
    return why_looked_up(names, words, 0, _LOOKED_UP, member=function.name)


def _of_members(world: World) -> frozenset[str]:
    """The words that may look a method up."""
    tables = world.thin.names.tables
    return tables.dynamic_class | (frozenset() if world.is_extract else tables.dynamic_removed)


def _looked_up_as(world: World, function: Function) -> str | None:
    """What may look the function up by its name: among members, locals, or the file's names."""
    names = world.thin.names
    if world.thin.functions.is_method(function):
        words = _of_members(world) - reached_words(names)
        return look_up_in(names, words, 0, of_members=True, name=function.name)
    if function.holder:
        return look_up_in(names, names.tables.dynamic_frame, function.holder, of_locals=True)
    return look_up_in(names, names.tables.dynamic_file, 0)


def _known_outside(context: Context, name: str) -> str | None:
    return None if context.has_other_uses(name) is False else "other files may know it"


def is_overload(names: Names, row: int, function: Function) -> bool:
    """Whether an occurrence is another function of this name, or a call of it."""
    functions, tree = Functions(names), names.tree
    if not functions.table.get("overloads"):
        return False
    count = len(function.parameters)
    parent = tree.parent[row]
    if defined_name(tree, parent) == function.name and tree.field_name(row) == "name":
        return functions.arity(parent) not in (count, -1)
    return functions.call_size(row) not in (count, -1)


def _is_private_method(world: World, function: Function) -> bool:
    """Whether neither a base class nor a derived one can have a method of this name."""
    names = world.thin.names
    table = names.tables.raw.get("private_members") or {}
    if "pattern" in table:
        if re.match(table["pattern"], function.name):
            return True
        if not names.tables.is_private(function.name):
            return False
        field = ((names.tables.raw.get("order") or {}).get("plain_holder") or {}).get(
            names.tree.kind_name(function.holder)
        )
        return field is not None and names.tree.child_by_field(function.holder, field) < 0
    return has_word(names.tree, function.row, frozenset(table.get("words") or ()))
