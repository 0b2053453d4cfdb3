"""Texts made of a function, of a class, or of a new object of one: they show its name.

`str(f)`, `f"{C}"`, `print(C())`, `console.log(f)`; also in a list, or by way of one variable or
parameter of the file. Of objects that are printed elsewhere nobody knows the class.

Table `printed` of verdicts.yaml: `calls`: functions that make a text of what they are passed,
`objects`: what they are members of otherwise; `displays`: kinds that show what is in them,
`generics` what a class is put in; `holes`: kinds that put a value in a text; `own`: members by
which a class says what its objects are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import named_children, significant_children
from tracer.semantics.names.occurrences import Use
from tracer.syntax.names import defined_name
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names

_DEEPEST = 4  # brackets around an argument


def is_printed(names: Names, row: int, home: Names | None = None) -> bool:
    """Whether a text is made of what the leaf stands for, or of an object that it makes.

    `home`: the file that defines it, where it is another one.
    """
    return bool(names.tables.raw.get("printed")) and (
        _is_printed_here(names, row, home or names)
        or any(_is_printed_here(names, at, names) for at in _passed_to(names, row, home or names))
        or any(
            _is_printed_here(names, at, names, is_made=True)
            for at in _given_by(names, row, home or names)
        )
    )


def _passed_to(names: Names, row: int, home: Names) -> list[int]:
    """The uses of the variable, or parameter, that is given what the leaf stands for."""
    tree, table = names.tree, names.tables.raw["printed"]
    calls = tree.language.raw.get("calls") or {}
    values = (names.tables.raw.get("texts") or {}).get("values") or {}
    at, is_made = row, False
    while (above := tree.parent[at]) > 0:
        fields = calls.get(tree.kind_name(above))
        is_called = fields and tree.child_by_field(above, fields["function"]) == at
        if is_called and at == row and _makes_plain_object(home, tree.slice(row), table):
            is_made = True
        elif tree.kind_name(above) not in table["displays"]:
            break
        at = above
    named = values.get(tree.kind_name(above))
    if named and tree.child_by_field(above, named[1]) == at:
        target = tree.child_by_field(above, named[0])
        return _uses(names, target) if is_made or at != row else []
    call = tree.parent[above] if above > 0 else -1
    fields = calls.get(tree.kind_name(max(call, 0)))
    if not fields or tree.child_by_field(call, fields["arguments"]) != above:
        return []
    return _uses(
        names, _parameter(names, call, fields["function"], named_children(tree, above).index(at))
    )


def _given_by(names: Names, row: int, home: Names) -> list[int]:
    """Where a function of the file is called that returns what the leaf makes."""
    tree, table = names.tree, names.tables.raw["printed"]
    calls = tree.language.raw.get("calls") or {}
    call = tree.parent[row]
    fields = calls.get(tree.kind_name(call))
    is_called = fields and tree.child_by_field(call, fields["function"]) == row
    if not is_called or not _makes_plain_object(home, tree.slice(row), table):
        return []
    around = tree.parent[call]
    if tree.kind_name(around) != (names.tables.raw.get("expansion") or {}).get("return"):
        return []
    while around > 0 and names.tables.scopes.get(tree.kind_name(around)) != "function":
        around = tree.parent[around]
    word = defined_name(tree, around) if around > 0 else None
    return [o.row for o in names.occurrences(word or "") if o.use is not Use.DATA and o.scope < 0]


def _parameter(names: Names, call: int, field: str, place: int) -> int:
    """The name of the parameter that a function of the file has in a place, or -1."""
    tree = names.tree
    callee = tree.child_by_field(call, field)
    word = tree.slice(callee).decode("utf-8", "replace")
    bound = [o.row for o in names.occurrences(word) if o.scope >= 0 and o.use is Use.NAME]
    if len(bound) != 1 or defined_name(tree, tree.parent[bound[0]]) != word:
        return -1
    parameters = tree.child_by_field(tree.parent[bound[0]], "parameters")
    listed = named_children(tree, parameters) if parameters >= 0 else []
    if not 0 <= place < len(listed):
        return -1
    words = (at for at in range(listed[place], tree.stop[listed[place]]))
    return next((at for at in words if tree.kind_name(at) in names.tables.words), -1)


def _uses(names: Names, row: int) -> list[int]:
    """The uses of the variable that a leaf names."""
    if row < 0 or not names.tree.flags[row] & LEAF:
        return []
    word = names.tree.slice(row).decode("utf-8", "replace")
    found = names.at(row, word)
    if found is None or found.use is not Use.NAME:
        return []
    scope = names.scope_of(found, word)
    return [
        o.row
        for o in names.occurrences(word)
        if o.use is Use.NAME and o.row != row and names.scope_of(o, word) == scope
    ]


def _is_printed_here(names: Names, row: int, home: Names, *, is_made: bool = False) -> bool:
    """Whether a text is made of a leaf where it stands (`is_made`: of what it gives)."""
    tree, table = names.tree, names.tables.raw["printed"]
    calls = tree.language.raw.get("calls") or {}
    member = (names.tables.raw.get("expansion") or {}).get("member") or {}
    is_member = member and tree.field_name(row) == member["name"]
    start = at = tree.parent[row] if is_member else row
    for _ in range(_DEEPEST):
        above = tree.parent[at]
        if above < 0:
            return False
        kind = tree.kind_name(above)
        if kind in table["holes"]:
            return True
        fields = calls.get(kind)
        if fields and tree.child_by_field(above, fields["function"]) == at:
            if at != start or not (is_made or _makes_plain_object(home, tree.slice(row), table)):
                return False
            at = above
            continue
        holder = calls.get(tree.kind_name(tree.parent[above])) if above > 0 else None
        if holder and tree.child_by_field(tree.parent[above], holder["arguments"]) == above:
            return _makes_text(
                names, tree.child_by_field(tree.parent[above], holder["function"]), table
            )
        is_type = kind in table.get("generics", ()) and _class_row(home, tree.slice(row)) >= 0
        if kind in table["displays"] or (is_type and tree.child_by_field(above, "value") == at):
            at = above
            continue
        if len([c for c in tree.children(above) if tree.language.kind_is_named[tree.kind[c]]]) != 1:
            return False
        at = above  # brackets
    return False


def _makes_text(names: Names, function: int, table: dict[str, Any]) -> bool:
    """Whether what is called makes a text of its arguments."""
    tree = names.tree
    kids = significant_children(tree, function)
    word = tree.slice(kids[0] if kids else function).decode("utf-8", "replace")
    if kids:
        return word in table["objects"]
    return word in table["calls"] and not names.is_bound(word)


def _makes_plain_object(names: Names, name: bytes, table: dict[str, Any]) -> bool:
    """Whether a call of what is called so makes an object that does not say what it prints."""
    holder = _class_row(names, name)
    return holder >= 0 and not any(
        holder < other.row < names.tree.stop[holder]
        for own in table["own"]
        for other in names.occurrences(own)
    )


def _class_row(names: Names, name: bytes) -> int:
    """The row of the class that a file calls so, or -1."""
    tree = names.tree
    for found in names.occurrences(name.decode("utf-8", "replace")):
        holder = tree.parent[found.row]
        kinds = {tree.kind_name(at) for at in (holder, *tree.children(holder))}
        is_class = any(names.tables.scopes.get(kind) == "class" for kind in kinds)
        if is_class and found.use is Use.NAME and tree.child_by_field(holder, "name") == found.row:
            return holder
    return -1
