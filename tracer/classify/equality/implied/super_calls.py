"""`super(C, self)` and `super()`: whether a method is told what it knows.

The short form takes the class in whose text the method stands, and the method's first parameter.
Conditions: the call stands in the method itself (not in a function or comprehension inside it);
the long form names that very class and that parameter, each bound once; nothing in the files puts
another class in its place (a decorator, what is named to make it, a computed base, an assignment
in another file, a store by its name), nor is `__class__`, which the short form `reads`, a
variable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equality.implied.sides import Rows, Sides, arguments_of, called
from tracer.semantics.language.tables import named_children
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in
from tracer.semantics.reflection.lookups.monkey_patching import is_stored_elsewhere
from tracer.semantics.types.class_hierarchy import Classes

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names
    from tracer.semantics.versions import Versions


def why_same_super(
    versions: Versions, files: tuple[int, int], sides: Sides, rows: Rows
) -> str | None:
    """Why two such calls in one place find the same, or None."""
    rule, names = sides.table["supers"], (sides.before, sides.after)
    for side in (0, 1):
        tree = names[side].tree
        is_call = tree.kind_name(rows[side]) == sides.table["call"]
        if not is_call or called(tree, rows[side]) != rule["name"]:
            return None
    if not sides.is_own(rule["name"]) or any(
        look_up_in(side, side.tables.dynamic_file, 0, of_stores=True)
        or side.is_unclear(own)
        or side.is_bound(own)
        for side in names
        for own in rule["reads"]
    ):
        return None
    told = [
        [side.tree.slice(kid) for kid in arguments_of(side.tree, row)]
        for side, row in zip(names, rows, strict=True)
    ]
    if sorted(map(len, told)) != [0, 2]:
        return None
    makers = (
        Classes(versions.before, versions.names_before),
        Classes(versions.after, versions.names_after),
    )
    for side in (0, 1):
        holder = _class_told(names[side], rows[side], told[0] or told[1], rule)
        if holder < 0 or makers[side].why_another(files[side], holder):
            return None
        name, is_after = (told[0] or told[1])[0].decode("utf-8", "replace"), side == 1
        if is_stored_elsewhere(versions, files[side], name, is_after=is_after, is_member=False):
            return None
    return "the class and the object that the method has anyway"


def _class_told(names: Names, row: int, told: list[bytes], rule: dict[str, list[str]]) -> int:
    """The row of the class that both forms mean, or -1."""
    tree, scopes = names.tree, names.tables.scopes
    method = tree.parent[row]
    while method > 0 and scopes.get(tree.kind_name(method)) in (None, "block"):
        method = tree.parent[method]
    holder = tree.parent[method]
    while holder > 0 and tree.kind_name(holder) in rule["through"]:
        holder = tree.parent[holder]
    if (
        tree.kind_name(method) not in rule["function"]
        or tree.kind_name(holder) not in rule["class"]
    ):
        return -1
    if tree.kind_name(tree.parent[holder]) in rule["wrapped"]:
        return -1
    parameters = named_children(tree, tree.child_by_field(method, "parameters"))
    ends = tree.child_by_field(holder, "name"), parameters[0] if parameters else -1
    is_told = all(
        at >= 0 and tree.slice(at) == word and _is_bound_once(names, at, row)
        for at, word in zip(ends, told, strict=True)
    )
    return holder if is_told else -1


def _is_bound_once(names: Names, row: int, call: int) -> bool:
    """Whether a name means, everywhere in the file and at a call, what it is bound to at a row."""
    word = names.tree.slice(row).decode("utf-8", "replace")
    found = names.at(row, word)
    scope = -1 if found is None else found.scope
    return (
        scope >= 0
        and names.scope_at(call, word) == scope
        and not names.is_unclear(word)
        and not any(o.row != row and o.scope == scope for o in names.inside(word, scope))
    )
