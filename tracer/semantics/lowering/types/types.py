"""Types as the code writes them: read by the table, wrapped by declarators, named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.lowering.nodes.opaque import DEEPEST
from tracer.semantics.lowering.outline.selectors import inner_declarator
from tracer.syntax import LEAF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.semantics.lowering.code.names import Names


def type_value(made: core.Type, row: int) -> core.Expression:
    """A type as an expression."""
    if isinstance(made.name, core.Symbol):
        base: core.Expression = core.Ref(made.name, row)
    else:
        base = core.External(made.name, row)
    return made_for(base, made.arguments, row) if made.arguments else base


def made_for(base: core.Expression, types: Sequence[core.Type], row: int) -> core.Expression:
    """What a name means with type arguments beside it."""
    items = tuple(core.Item(type_value(each, row)) for each in types)
    return core.Index(base, core.Construct("types", items, row=row), row=row)


def boxed(low: Names, made: core.Type) -> core.Type:
    """A type as a type argument: with its object type in the place of a plain one."""
    if not isinstance(made.name, str):
        return made
    return made._replace(name=low.table.type_names.get(f"box {made.name}", made.name))


def lowered_type(low: Lowerer, row: int) -> core.Type:
    """The type at a row: by the table, else built like its tree."""
    low.depth += 1
    try:
        kind = low.tree.kind[row]
        if low.depth > DEEPEST:
            return core.Type(low.text_of(row))
        rules = low.table.types.get(kind)
        found = low.applied(rules, row) if rules else None
        return _structural(low, row) if found is None else canonical_type(low.table, found)
    finally:
        low.depth -= 1


def qualifiers(low: Lowerer, rows: Sequence[int]) -> list[str]:
    """Words that change what a type's values mean (`volatile`), by the table."""
    found = [low.table.declarators.get(low.tree.kind[row], "") for row in rows]
    words = low.table.semantics.get("type_qualifiers") or ()
    return [w for w in found if w] + [t for row in rows if (t := low.text_of(row)) in words]


def declared_type(low: Lowerer, made: core.Type, at: int, *, is_result: bool) -> core.Type:
    """A base type wrapped by pointers, arrays and references on the way to the name."""
    field = low.tree.language.field_ids.get("declarator", 0)
    while at >= 0:
        word = low.table.declarators.get(low.tree.kind[at], "")
        inner = inner_declarator(low.tree, at, field)
        if word == "function":
            if is_result and _is_name(low, inner, field):
                return made
            made = core.Type("function", (made, *_taken(low, at)))
        elif word:
            made = core.Type(word, (made, *_length(low, at)))
        at = inner
    return made


def _is_name(low: Lowerer, at: int, field: int) -> bool:
    """Whether a declarator is a name alone, in parentheses or not: `(*f)(int)` has a pointer."""
    while at >= 0 and low.tree.kind[at] not in low.table.declarators:
        at = inner_declarator(low.tree, at, field)
    return at < 0


def _taken(low: Lowerer, at: int) -> tuple[core.Type, ...]:
    """The types that a function takes, as its declarator says: a call converts to them."""
    tree, row = low.tree, low.tree.child_by_field(at, "parameters")
    return tuple(
        lowered_type(low, one)
        for one in (tree.children(row) if row >= 0 else ())
        if tree.language.kind_is_named[tree.kind[one]]
        and tree.kind[one] not in tree.language.comment_kinds
    )


def _length(low: Lowerer, at: int) -> tuple[core.Type, ...]:
    """How long an array is, as its declarator says."""
    size = low.tree.child_by_field(at, "size")
    return () if size < 0 else (_counted(low, size),)


def _counted(low: Lowerer, row: int) -> core.Type:
    """A length as a type: its tokens, with names looked up."""
    tree = low.tree
    if tree.kind[row] in low.table.names:
        found = low.name(low.text_of(row), row, "read")
        if type(found) is core.Ref:
            return core.Type(found.symbol)
        return core.Type(f"{'local ' * (type(found) is core.Local)}{low.text_of(row)}")
    if tree.flags[row] & LEAF:
        return core.Type(low.text_of(row))
    parts = tuple(
        _counted(low, child)
        for child in tree.children(row)
        if tree.kind[child] not in tree.language.comment_kinds
    )
    return core.Type("length", parts)


def _structural(low: Lowerer, row: int) -> core.Type:
    tree = low.tree
    if tree.flags[row] & LEAF:
        text = low.text_of(row)
        if tree.kind[row] in low.table.names:
            return name_type(low, text, row)
        return core.Type(low.table.type_names.get(text, text))
    words, arguments = [tree.kind_name(row)], []
    for child in tree.children(row):
        if tree.kind[child] in tree.language.comment_kinds:
            continue
        if tree.language.kind_is_named[tree.kind[child]]:
            arguments.append(lowered_type(low, child))
        elif (word := low.text_of(child)).isalnum():
            words.append(word)
    if len(arguments) == 1 and len(words) == 1 and tree.kind_name(row) == "type":
        return arguments[0]
    return core.Type(" ".join(words), tuple(arguments))


def name_type(low: Lowerer, text: str, row: int) -> core.Type:
    """The type that a name means: a type parameter, a definition, or something outside."""
    for scope in reversed(low.scopes):
        found = scope.type_names.get(text)
        if found is not None:
            return core.Type(f"${found}")
    use, low.use = low.use, "read"
    found = low.name(text, row, "type" if use == "read" else use)
    if type(found) is core.Ref:
        return low.world.expanded(found.symbol) or core.Type(found.symbol)
    if type(found) is core.External:
        return canonical_type(low.table, core.Type(found.path))
    return core.Type(low.table.type_names.get(text, text))


def canonical_type(table: Any, found: core.Type) -> core.Type:
    """A type by its canonical name; `?` in the table means a nullable of its argument."""
    if type(found.name) is not str:
        return found
    name = table.type_names.get(found.name, found.name)
    if name == "?" and found.arguments:
        return found.arguments[0]._replace(is_nullable=True)
    return found if name in (found.name, "?") else found._replace(name=name)
