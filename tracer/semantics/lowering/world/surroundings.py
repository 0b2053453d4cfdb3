"""What surrounds code: scopes of classes, exports, text literals, look-ups, directives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern
from tracer.semantics import core
from tracer.semantics.answers import Lookup, Text
from tracer.semantics.lowering.code.lowerer import Lowerer
from tracer.semantics.lowering.code.parameters import type_parameter_name
from tracer.semantics.lowering.outline.scopes import Scope
from tracer.semantics.lowering.outline.selectors import holds
from tracer.semantics.lowering.types import inference
from tracer.syntax import LEAF, TRIVIA, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tracer.semantics.core import Symbol
    from tracer.semantics.lowering.outline.entries import Entry
    from tracer.semantics.lowering.outline.outline import Outline
    from tracer.semantics.lowering.world.world import World
    from tracer.syntax import SyntaxTree

_LONGEST = 80  # bytes around a look-up that say whose it is
_DEEPEST = 50  # classes in classes
_WORD = lazy_pattern(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")


def class_scope(world: World, outline: Outline, owner: Symbol | None) -> Scope:
    """The scope of a class body: names of members where its code sees them."""
    scope = Scope(-1, is_hidden=True)
    if owner is not None and outline.table.semantics.get("members_in_scope") == "plain":
        for name, entries in outline.members.get(owner, {}).items():
            if "assigned" not in entries[0].modifiers:
                scope.names[name] = core.Ref(entries[0].symbol)
    del world
    return scope


def base_scopes(world: World, outline: Outline, entry: Entry) -> list[Scope]:
    """The scopes around a definition's code: type parameters of the classes, members."""
    scopes = []
    low = Lowerer(world, outline, entry)
    count = 0
    for owner in reversed(_owners(world, entry)):
        scope = class_scope(world, outline, owner.symbol)
        count = _add_type_parameters(low, scope, owner, count)
        scopes.append(scope)
    if entry.rule is not None and entry.rule.type_parameters is not None:
        scope = Scope(-1)
        _add_type_parameters(low, scope, entry, count)
        scopes.append(scope)
    return scopes


def _owners(world: World, entry: Entry) -> list[Entry]:
    found: list[Entry] = []
    owner = entry.owner
    while owner is not None and owner in world.entries and len(found) < _DEEPEST:
        found.append(world.entries[owner])
        owner = found[-1].owner
    return found


def _add_type_parameters(low: Lowerer, scope: Scope, owner: Entry, count: int) -> int:
    rule = owner.rule
    if rule is None or rule.type_parameters is None or owner.file != low.outline.file:
        return count
    for row in rule.type_parameters.all(low.tree, owner.row):
        name = type_parameter_name(low, row)
        if name:
            scope.type_names[name] = count
            count += 1
    return count


def inferred_type(world: World, entry: Entry) -> core.Type:
    """The type of a variable or field by the value it is given, where that shows it."""
    outline = world.outlines[entry.file]
    is_static = outline.table.semantics.get("static_types")
    if entry.value_row < 0 or (not is_static and entry.kind is not core.Kind.CONSTANT):
        return core.UNKNOWN
    low = Lowerer(world, outline, entry)
    low.scopes += base_scopes(world, outline, entry)
    return inference.type_of(low, low.expression(entry.value_row))


def exports(world: World, outline: Outline) -> tuple[tuple[str, core.Symbol | str], ...]:
    """What a module gives others under which name."""
    found: list[tuple[str, core.Symbol | str]] = []
    for entry in outline.exports:
        target = (
            world.resolution.module_member(outline.module, entry.name)
            if entry.name != "*"
            else None
        )
        if type(target) is core.Ref:
            found.append((entry.name, target.symbol))
        else:
            found.append((entry.name, f"{entry.module}.{entry.alias}"))
    words = outline.table.visibility.get("exported_modifiers") or ()
    for own in outline.entries:
        if own.owner is None and (not words or own.modifiers & set(words)):
            is_default = "default" in own.modifiers
            found.append(("default" if is_default else own.name, own.symbol))
    return tuple(found)


def texts(outline: Outline) -> Iterator[Text]:
    """Text literals, documentation left out; pieces of templates one by one, without their code."""
    tree, language = outline.tree, outline.tree.language
    kinds = frozenset(language._kinds_under("strings"))  # noqa: SLF001 - the role has numbers, too
    inner = -1
    for row in tree.rows_of(kinds):
        if row < inner or _is_documentation(outline, row):
            continue
        found = outline.literals.value(tree.slice(row))
        if found is None or any(not tree.flags[r] & LEAF for r in tree.children(row)):
            for child in range(row, tree.stop[row]):
                is_piece = tree.flags[child] & LEAF and not tree.flags[child] & TRIVIA
                if is_piece and not _is_name_in_code(tree, child, row):
                    yield Text(outline.file, child, outline.text(child))
        else:
            yield Text(outline.file, row, found[1])
        inner = tree.stop[row] if found is not None else inner


def _is_name_in_code(tree: SyntaxTree, row: int, text: int) -> bool:
    """Whether a leaf of a template is a name in its code, and the template does not show it.

    Python's `f"{name=}"` does.
    """
    is_name = tree.language.has(tree.kind[row], Role.IDENTIFIER | Role.MEMBER)
    if not is_name or tree.parent[row] == text:
        return False
    while tree.parent[row] != text:
        row = tree.parent[row]
    return not any(tree.slice(child) == b"=" for child in tree.children(row))


def _is_documentation(outline: Outline, row: int) -> bool:
    """Whether a string stands as a statement: nothing reads it by text."""
    tree = outline.tree
    parent = tree.parent[row]
    return parent >= 0 and tree.language.has(tree.kind[parent], Role.BLOCK)


def words(contents: Iterable[bytes]) -> frozenset[str]:
    """Words of texts."""
    return frozenset(
        word.decode("utf-8", "replace") for text in contents for word in _WORD.findall(text)
    )


def aliases(outlines: Iterable[Outline]) -> dict[str, str]:
    """Names that imports give look-ups, in any file: others may import them from there."""
    found: dict[str, str] = {}
    entries = [(entry, o.table.lookups.get("names") or {}) for o in outlines for entry in o.imports]
    size = -1
    while size < len(found):
        size = len(found)
        for entry, names in entries:
            name = found.get(entry.name, entry.name)
            if name in names and entry.alias and entry.alias != name:
                found[entry.alias] = name
    return found


def lookups(outline: Outline, aliases: Mapping[str, str]) -> Iterator[Lookup]:
    """Code that may find definitions by text, by the `lookups` of the table.

    `aliases`: other names of look-ups, where a file imports them.
    """
    tree, table = outline.tree, outline.table
    names: dict[str, str] = table.lookups.get("names") or {}
    known = {name.encode(): kind for name, kind in names.items()}
    here = {
        entry.alias: aliases[entry.alias] for entry in outline.imports if entry.alias in aliases
    }
    known |= {alias.encode(): names[name] for alias, name in here.items() if name in names}
    if any(name in tree.text for name in known):
        roles = tree.language.roles
        wanted = Role.IDENTIFIER | Role.MEMBER
        kinds = table.names | {k for k, role in enumerate(roles) if role & wanted}
        for row in tree.rows_of(frozenset(kinds)):
            kind = known.get(tree.slice(row))
            if kind is None or _is_imported(outline, row) or _is_defined(outline, row):
                continue
            kind, _, owner = kind.partition(" of ")
            if owner and not _is_member_of(outline, row, owner):
                continue
            said = _member_read(outline, row) if kind == "names" else None
            within = _of_receiver(outline, row)
            word = outline.text(row)
            texts = (
                [said]
                if said or kind == "fields"
                else _looked_up(outline, row, here.get(word, word))
            )
            yield from (Lookup(outline.file, row, kind, text, within) for text in texts)
    for kind_id, selector in table.lookup_keys.items():
        for row in tree.rows_of(frozenset([kind_id])):
            at = selector.first(tree, row)
            if at >= 0 and not tree.language.has(tree.kind[at], Role.LITERAL):
                yield Lookup(outline.file, row, "members", None)
            elif at >= 0:
                value = outline.literals.value(tree.slice(at))
                if value is not None:
                    yield Lookup(outline.file, row, "members", value[1])


def _of_receiver(outline: Outline, row: int) -> Symbol | None:
    """The class whose receiver a look-up asks, in one of its methods or its body, or None."""
    tree, table = outline.tree, outline.table
    before = tree.text[max(0, tree.start[row] - _LONGEST) : tree.start[row]].rstrip()
    if before.endswith(b"."):
        is_own = table.receiver_before is not None and table.receiver_before.search(before)
    else:
        after = tree.text[tree.end[row] : tree.end[row] + _LONGEST]
        is_own = table.receiver_after is not None and table.receiver_after.match(after)
    if not is_own:
        return None
    at = tree.parent[row]
    while at > 0:
        entry = outline.by_row.get(at)
        if entry is not None:
            return entry.symbol if entry.kind is core.Kind.CLASS else entry.owner
        if tree.kind[at] in table.receiver_scopes:
            return None  # a function inside, which may have a receiver of its own
        at = tree.parent[at]
    return None


def _is_defined(outline: Outline, row: int) -> bool:
    """Whether a row is the name of a definition."""
    tree = outline.tree
    parent = tree.parent[row]
    is_definition = parent >= 0 and tree.kind[parent] in outline.table.definitions
    return is_definition and tree.field_name(row) == "name"


def _is_member_of(outline: Outline, row: int, owner: str) -> bool:
    """Whether a row is a member read off a name."""
    if re.search(rb"=\s*" + owner.encode() + rb"\s*(?:[;,)}]|\n|\Z)", outline.tree.text):
        return True  # under another name
    before = outline.tree.text[: outline.tree.start[row]].rstrip()
    if before[-1:] != b".":
        return False
    before = before[:-1].rstrip().removesuffix(b"?")
    return re.search(rb"(?<![\w$])" + owner.encode() + rb"\Z", before) is not None


def _member_read(outline: Outline, row: int) -> str | None:
    """The plain name of the member that is read off a row."""
    tree = outline.tree
    after = re.match(rb"\s*\??\.\s*([\w$]+)", tree.text[tree.end[row] :])
    return after[1].decode("utf-8", "replace") if after else None


def _is_imported(outline: Outline, row: int) -> bool:
    """Whether a row belongs to an import."""
    at = outline.tree.parent[row]
    while at >= 0:
        if outline.imports_at(at):
            return True
        at = outline.tree.parent[at]
    return False


def _looked_up(outline: Outline, row: int, word: str) -> list[str | None]:
    """The plain texts that a look-up's call is given as names; None where one is computed.

    Where the table does not say which argument is the name, it is the only one.
    """
    tree, said = outline.tree, outline.table.lookup_names.get(word, [])
    at = tree.parent[row]
    for _ in range(3):
        if at < 0:
            return [None]
        for kind, selector in outline.table.lookup_calls.items():
            if tree.kind[at] == kind:
                values = [outline.literals.value(tree.slice(one)) for one in selector.all(tree, at)]
                if "key" in said:
                    place = int(said[said.index("key") + 1])
                    values = values[place : place + 1]
                elif "keys" not in said and len(values) != 1:
                    return [None]
                return [None if one is None else one[1] for one in values] or [None]
        at = tree.parent[at]
    return [None]


def untrusted(outline: Outline) -> Iterator[tuple[str, int]]:
    """Kinds of code that make a file say less than it seems to, by the table."""
    table, tree = outline.table, outline.tree
    if table.untrusted:
        for row in tree.rows_of(frozenset(table.untrusted)):
            reason, conditions = table.untrusted[tree.kind[row]]
            if holds(conditions, tree, row):
                yield reason, row


def significant_comments(outline: Outline) -> tuple[str, ...]:
    """Comments that mean something to tools, in order."""
    tree = outline.tree
    kinds = tree.language.comment_kinds
    found = [
        re.sub(r"\s+", " ", outline.text(row))
        for row in tree.rows_of(kinds)
        if not tree.flags[row] & TRIVIA
    ]
    directives = outline.table.directives
    if directives is not None:
        found += [outline.literals.key_text(outline.text(r)) for r in directives.all(tree, 0)]
    return tuple(found)
