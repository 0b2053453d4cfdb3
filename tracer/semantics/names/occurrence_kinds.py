"""What one occurrence of a word is: a variable, a member, data, or nobody knows.

Read off the position of the leaf and what stands around it, by the tables of the language.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.semantics.language.tables import Tables, has_word, is_at, significant_children
from tracer.semantics.lexical.token_trees import own_macros
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

_NAME = lazy_pattern(rb"[A-Za-z_$][\w$]*")


class Use(IntEnum):
    """What an occurrence of a word in the text is."""

    NAME = 0  # a variable, bound here or somewhere
    MEMBER = 1  # reached through something else: attribute, field, keyword, label
    DATA = 2  # inside a string
    UNCLEAR = 3


class Position(NamedTuple):
    """What the kind of a leaf, its field and its parent's kind say of a name there.

    `use`: what it is, unless something around says otherwise; `is_tag`: data with a small first
    letter; `is_aliased`: another word may stand for it; `is_dotted`: it may be a member of the name
    before it. `fixed` and `binds` (its spelling has a
    meaning beyond the file; it is bound): `HERE`, `ABOVE` (as its parent is) or `NO`.
    """

    use: Use
    is_tag: bool
    is_aliased: bool
    is_dotted: bool
    fixed: int
    binds: int


NO, HERE, ABOVE = range(3)


def position_of(tree: SyntaxTree, tables: Tables, row: int) -> Position:
    """The position of a row. Cost: one look into a table, which a language fills but once."""
    kind, parent = tree.kind, tree.parent[row]
    key = kind[row], tree.field[row], kind[parent] if parent >= 0 else -1
    found: Position | None = tables.known_positions.get(key)
    if found is None:
        found = tables.known_positions[key] = _position(tree, tables, row)
    return found


def _position(tree: SyntaxTree, tables: Tables, row: int) -> Position:
    kind, parent = tree.kind_name(row), tree.parent[row]
    around = tree.kind_name(parent) if parent >= 0 else ""
    if is_at(tree, row, tables.keywords):
        use = Use.DATA
    elif kind in tables.member_kinds or is_at(tree, row, tables.members):
        use = Use.MEMBER
    else:
        use = Use.NAME if kind in tables.words else Use.UNCLEAR
    fields = tables.aliased.get(around)
    above = ABOVE if around in tables.single else NO
    table = tables.bindings.get(around) or {}
    through = ABOVE if is_at(tree, row, tables.through) else NO
    is_bound = any(key in table for key in (tree.field_name(row) or "-", f":{kind}"))
    return Position(
        use,
        is_at(tree, row, tables.tags),
        fields is not None and tree.field_name(row) == fields["name"],
        around in tables.dotted,
        HERE if is_at(tree, row, tables.fixed) else above,
        HERE if is_bound else through,
    )


def use_of(tree: SyntaxTree, tables: Tables, row: int, word: str, known: dict[int, bool]) -> Use:
    """What the word is in the leaf at `row`, which is it or contains it.

    `known` keeps, for one tree, around which rows names mean something else than usual.
    """
    if not tree.flags[row] & LEAF:
        return Use.UNCLEAR
    text = tree.text[tree.start[row] : tree.end[row]]
    if text != word.encode() or tree.kind_name(row) in tables.strings or _is_gap(tree, row):
        return _inside(tree, tables, row, word)
    if _is_unclear(tree, tables, row, tables.spelled, known):
        return Use.UNCLEAR
    position = position_of(tree, tables, row)
    if position.is_tag and word[:1].islower():
        return Use.DATA
    is_reached = (position.is_aliased and _is_aliased(tree, tables, row)) or (
        position.is_dotted and is_behind_dot(tree, tables, row)
    )
    return Use.MEMBER if is_reached and position.use is Use.NAME else position.use


def is_behind_dot(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether a name is a member of the one before it (`case shop.RED`)."""
    parent = tree.parent[row]
    codes = tables.dotted.get(tree.kind_name(parent)) or ()
    is_code = tree.kind_name(tree.parent[parent]) in codes
    return is_code and significant_children(tree, parent)[0] != row


def _is_aliased(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether another word stands for the leaf's here (`import {a as b}`)."""
    parent = tree.parent[row]
    fields = tables.aliased.get(tree.kind_name(parent)) if parent >= 0 else None
    if fields is None or tree.field_name(row) != fields["name"]:
        return False
    return tree.child_by_field(parent, fields["alias"]) >= 0


def is_only_shown(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether a name is unclear for no other reason than that its spelling is printed."""
    return not _is_unclear(tree, tables, row, {}, {})


def is_fixed(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether the leaf's position gives its spelling a meaning beyond the file."""
    fixed = position_of(tree, tables, row).fixed
    while fixed == ABOVE:
        row = tree.parent[row]
        fixed = position_of(tree, tables, row).fixed
    return fixed == HERE


def may_bind_at(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether a leaf stands where a name may be bound."""
    kind, field, parents, known = tree.kind, tree.field, tree.parent, tables.known_positions
    while True:
        parent = parents[row]
        key = kind[row], field[row], kind[parent] if parent >= 0 else -1
        binds: int = (known.get(key) or position_of(tree, tables, row)).binds
        if binds != ABOVE:
            return binds == HERE
        row = parent


def macro_in(tree: SyntaxTree, tables: Tables, row: int) -> str | None:
    """A name below `row` that may be a macro, if the language has such names."""
    if not tables.macro_positions:
        return None
    for match in _NAME.finditer(tree.slice(row)):
        word = match.group().decode()
        if tables.is_macro_like(word):
            break
    else:
        return None
    for at in range(row, tree.stop[row]):
        if tree.flags[at] & LEAF and is_at(tree, at, tables.macro_positions):
            word = tree.slice(at).decode("utf-8", "replace")
            if tables.is_macro_like(word):
                return word
    return None


def _inside(tree: SyntaxTree, tables: Tables, row: int, word: str) -> Use:
    """A word that is part of a leaf: data in strings, unless strings look names up."""
    if tree.kind_name(row) in tables.hyphenated and b"-" in tree.slice(row):
        return Use.DATA
    if tree.kind_name(row) not in tables.strings and not _is_gap(tree, row):
        return Use.UNCLEAR
    text = tree.slice(row).decode("utf-8", "replace")
    is_look_up = any(re.search(p % re.escape(word), text) for p in tables.interpolations)
    return Use.UNCLEAR if is_look_up else Use.DATA


def _is_gap(tree: SyntaxTree, row: int) -> bool:
    """Whether the leaf is bytes of a literal that the grammar gives to no leaf."""
    if tree.kind[row]:
        return False
    parent = tree.parent[row]
    return parent >= 0 and tree.kind[parent] in tree.language.verbatim_kinds


def _is_unclear(
    tree: SyntaxTree, tables: Tables, row: int, spelled: dict[str, str], known: dict[int, bool]
) -> bool:
    """Whether something around the leaf gives names another meaning than the usual."""
    if tables.token_trees:  # there it depends on the leaf
        return _is_unclear_in(tree, tables, row, spelled, known)
    parent = tree.parent[row]
    around = known.get(parent)
    if around is None:
        around = parent >= 0 and _is_unclear_in(tree, tables, parent, spelled, known)
        known[parent] = around
    return around or _is_unclear_at(tree, tables, row, spelled)


def _is_unclear_at(tree: SyntaxTree, tables: Tables, at: int, spelled: dict[str, str]) -> bool:
    """Whether a row by itself gives the names in it another meaning than the usual."""
    kind = tree.language.kind_names[tree.kind[at]]
    return (
        kind in tables.unclear
        or (bool(tables.unclear_in) and is_at(tree, at, tables.unclear_in))
        or (kind in spelled and has_word(tree, at, frozenset((spelled[kind],))))
        or (kind in tables.macro_positions and _is_macro_call(tree, tables, at))
    )


def _is_unclear_in(
    tree: SyntaxTree, tables: Tables, row: int, spelled: dict[str, str], known: dict[int, bool]
) -> bool:
    """The same, from a row up to the first one that is known, or that binds names."""
    names, kinds, parents = tree.language.kind_names, tree.kind, tree.parent
    unclear, places, scopes = tables.unclear, tables.unclear_in, tables.scopes
    trees, macros = tables.token_trees.get("kind"), tables.macro_positions
    at, passed, found = row, [], False
    while at >= 0:
        if at in known:
            found = known[at]
            break
        passed.append(at)
        kind, parent = names[kinds[at]], parents[at]
        found = (
            kind in unclear
            or (parent >= 0 and names[kinds[parent]] in places and is_at(tree, at, places))
            or (kind == trees and not _is_code(tree, tables, at, row))
            or (kind in spelled and has_word(tree, at, frozenset((spelled[kind],))))
            or (kind in macros and _is_macro_call(tree, tables, at))
        )
        if found or scopes.get(kind) in _ENDS:
            break
        at = parent
    if not trees:  # there it depends on where one comes from
        known.update(dict.fromkeys(passed, found))
    return found


_ENDS = ("function", "class", "file")  # scopes around which nothing says what is meant in them


def _is_macro_call(tree: SyntaxTree, tables: Tables, at: int) -> bool:
    """Whether the node is a call of something that may be a macro."""
    if tree.kind_name(at) not in tables.macro_positions:
        return False
    return any(
        is_at(tree, child, tables.macro_positions)
        and _is_macro(tables, tree.slice(child).decode("utf-8", "replace"))
        for child in significant_children(tree, at)
    )


def _is_macro(tables: Tables, name: str) -> bool:
    return name in tables.text_macros or tables.is_macro_like(name)


def _is_code(tree: SyntaxTree, tables: Tables, at: int, row: int) -> bool:
    """Whether a token tree belongs to a macro that takes expressions, and holds the leaf as one."""
    trees = tables.token_trees
    kids = significant_children(tree, at)
    texts = [tree.slice(kid).decode("utf-8", "replace") for kid in kids]
    if texts[0] not in trees["open"]:
        return False
    if row in kids:
        place = kids.index(row)
        if texts[place - 1] in trees["before"] or texts[place + 1] in trees["after"]:
            return False
    parent = tree.parent[at]
    if tree.kind_name(parent) == trees["kind"]:
        # The outer one is looked at in its turn; here it is one that another macro is given.
        kids = significant_children(tree, parent)
        before = kids[: kids.index(at)][-2:]
        is_given = len(before) > 1 and tree.slice(before[1]).decode() == trees["call"]
        return not is_given or _reads_code(tree, tables, before[0])
    if tree.kind_name(parent) != trees["inside"]:
        return False
    return _reads_code(tree, tables, significant_children(tree, parent)[0])


def _reads_code(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether a macro's name is one of the library's that take expressions, and of nobody else."""
    name = tree.slice(row).decode("utf-8", "replace")
    return name in tables.token_trees["names"] and name not in own_macros(tree)
