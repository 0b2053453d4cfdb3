"""Expressions that say a value in a longer way: a literal's type, a literal made what it is.

Each function takes the two sides and the rows that stand in one place of the tree, and returns why
they are the same, or None. Parts of table `implied` of verdicts.yaml:

- `natives`: function -> the first letters that a literal has which it would give back as it is, and
  what it gives `without` an argument;
- `types`: kind of literal -> pattern of its text -> what `type_name` says it is;
- `encoded`: the `member` of a text that gives its bytes, encodings that are the `default`, further
  ones that are the same for `plain` texts, and an escape that is not plain (`odd`);
- `loops`: function -> the kind of loop that makes the same at once, `generator` its argument's
  kind, `clauses` kinds that may follow the body and `never`, kinds that may do more than read;
- `members`: what a module of the library calls by another name;
- `caught`: the `clause` that catches errors, its value's `named` form, and the `list` of several.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.classify.equality.subtree_equality import is_same_tokens
from tracer.semantics.language.tables import named_children, significant_children
from tracer.semantics.values.string_values import is_documentation
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.classify.equality.implied.sides import Sides
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree

End = tuple["SyntaxTree", int]


def why_same_value(  # noqa: PLR0911 - one sort a line
    sides: Sides, one: End, other: End
) -> str | None:
    """Why a call and what stands in its place are the same value, or None."""
    tree, row = one
    table = sides.table
    if tree.kind_name(row) != table["call"]:
        return None
    at = tree.child_by_field(row, "function")
    arguments = tree.child_by_field(row, "arguments")
    if at < 0 or arguments < 0:
        return None
    if tree.kind_name(at) == table["encoded"]["kind"]:
        return _encoded(table, tree, (at, arguments), other)
    name = _text_of(tree, at)
    is_meant = name in table["natives"] or name == table["type_name"]
    if not is_meant and name not in table["loops"]["kinds"]:
        return None
    if not tree.flags[at] & LEAF or not sides.is_own(name):
        return None
    if name in table["natives"]:
        return _native(table["natives"][name], tree, arguments, other)
    if name == table["type_name"]:
        return _type(sides, tree, arguments, other)
    return _loop(table["loops"], name, tree, arguments, other)


def _native(rule: dict[str, Any], tree: SyntaxTree, arguments: int, other: End) -> str | None:
    """`str("a")` and `"a"`, where the literal is part of something: alone it documents."""
    if is_documentation(*other):
        return None
    kids = named_children(tree, arguments)
    if not kids:
        is_empty = other[0].slice(other[1]) in {text.encode() for text in rule["without"]}
        return "what it is without an argument" if is_empty else None
    is_one = len(kids) == 1 and _prefix(tree, kids[0]) in rule["prefixes"]
    is_same = is_one and is_same_tokens(tree, kids[0], *other)
    return "the literal is one anyway" if is_same else None


def _prefix(tree: SyntaxTree, row: int) -> str | None:
    """The letters before the quotes of a literal, or None."""
    kids = significant_children(tree, row)
    if len(kids) < 2 or tree.kind_name(kids[0]) != "string_start":  # noqa: PLR2004 - two quotes
        return None
    return _text_of(tree, kids[0]).rstrip("\"'").lower()


def _type(sides: Sides, tree: SyntaxTree, arguments: int, other: End) -> str | None:
    """`type(0)` and `int`."""
    kids = named_children(tree, arguments)
    if len(kids) != 1 or not other[0].flags[other[1]] & LEAF:
        return None
    name, text = _text_of(*other), _text_of(tree, kids[0])
    patterns = sides.table["types"].get(tree.kind_name(kids[0])) or {}
    found = next((is_a for p, is_a in patterns.items() if re.match(p, text)), None)
    is_it = found == name and sides.is_own(name)
    return "what the literal is" if is_it else None


def _encoded(
    table: dict[str, Any], tree: SyntaxTree, parts: tuple[int, int], other: End
) -> str | None:
    """`"a".encode("utf-8")`, `"a".encode()` and `b"a"`."""
    rule = table["encoded"]
    text, says = _receiver(table, tree, *parts)
    if text is None or says is None:
        return None
    there, row = other
    if there.kind_name(row) == table["call"]:
        ends = there.child_by_field(row, "function"), there.child_by_field(row, "arguments")
        if min(ends) < 0 or there.kind_name(ends[0]) != rule["kind"]:
            return None
        is_same = _receiver(table, there, *ends) == (text, says) and says == rule["default"][0]
        return "the encoding that is taken anyway" if is_same else None
    found = _plain_text(table, there, _bare(rule, there, row), "b")
    is_plain = text.isascii() and not re.search(rule["odd"], text)
    return "the bytes of a plain text" if found == text and is_plain else None


def _receiver(
    table: dict[str, Any], tree: SyntaxTree, function: int, arguments: int
) -> tuple[str | None, str | None]:
    """The literal that is encoded, and the encoding, each None where it is not certain."""
    rule = table["encoded"]
    member = tree.child_by_field(function, "attribute")
    if member < 0 or _text_of(tree, member) != rule["member"]:
        return None, None
    text = _plain_text(table, tree, _bare(rule, tree, named_children(tree, function)[0]), "")
    kids = named_children(tree, arguments)
    if len(kids) > 1:
        return text, None
    said = _plain_text(table, tree, kids[0], "") if kids else rule["default"][0]
    if said is None:
        return text, None
    if said.lower() in rule["default"]:
        return text, rule["default"][0]
    return text, said if said.lower() in rule["plain"] else None


def _bare(rule: dict[str, Any], tree: SyntaxTree, row: int) -> int:
    while tree.kind_name(row) == rule["brackets"] and len(named_children(tree, row)) == 1:
        row = named_children(tree, row)[0]
    return row


def _plain_text(table: dict[str, Any], tree: SyntaxTree, row: int, prefix: str) -> str | None:
    """The source between the quotes of a literal with a prefix, or of several in a row."""
    texts = table["texts"]
    if tree.kind_name(row) == texts["joined"]:
        parts = [_plain_text(table, tree, kid, prefix) for kid in named_children(tree, row)]
        return None if None in parts else "\0".join(part or "" for part in parts)
    found = _prefix(tree, row) if tree.kind_name(row) == texts["kind"] else None
    if found is None or found.replace("u", "") != prefix:
        return None
    kids = significant_children(tree, row)
    return tree.text[tree.end[kids[0]] : tree.start[kids[-1]]].decode("utf-8", "replace")


def _loop(
    rule: dict[str, Any], name: str, tree: SyntaxTree, arguments: int, other: End
) -> str | None:
    """`set(a for a in b)` and `{a for a in b}`, where nothing in it can end the generator."""
    there, row = other
    if tree.kind_name(arguments) != rule["generator"] or (
        there.kind_name(row) != rule["kinds"].get(name)
    ):
        return None
    ours, theirs = named_children(tree, arguments), named_children(there, row)
    if len(ours) != len(theirs) or len(ours) < 2:  # noqa: PLR2004 - a body and a clause
        return None
    bodies = [ours[0]], [theirs[0]]
    if name in rule["pairs"]:
        if tree.kind_name(ours[0]) != rule["tuple"]:
            return None
        bodies = named_children(tree, ours[0]), named_children(there, theirs[0])
        if len(bodies[0]) != 2:  # noqa: PLR2004 - a key and a value
            return None
    pairs = [*zip(*bodies, strict=False), *zip(ours[1:], theirs[1:], strict=True)]
    is_same = len(bodies[0]) == len(bodies[1]) and all(
        is_same_tokens(tree, a, there, b) for a, b in pairs
    )
    first = tree.child_by_field(ours[1], "right")
    is_plain = first >= 0 and not any(
        tree.kind_name(at) in rule["never"]
        for at in range(arguments, tree.stop[arguments])
        if not first <= at < tree.stop[first]
    )
    return "all that the generator gives" if is_same and is_plain else None


# ------------------------------------------------------------------ other names


def meant(sides: Sides, names: Names, row: int) -> str | None:
    """The language's own name for what an expression names, or its text; None if none is certain.

    `socket.error` is `OSError` where `socket` is nothing but the module of the library.
    """
    tree, table = names.tree, sides.table
    text = _text_of(tree, row)
    if tree.flags[row] & LEAF:
        group = next((g for g in table["aliases"] if text in g), None)
        return text if group is None or not sides.is_own(text) else group[0]
    module, _, _ = text.partition(".")
    name = table["members"].get(text)
    if name is None:
        return text if tree.kind_name(row) == table["fields"]["kind"] else None
    entries = names.imports_of(module)
    is_module = bool(entries) and not sides.is_ours(module)
    is_module = is_module and all(e.name is None and e.module == module for e in entries)
    bound = [o for o in names.occurrences(module) if o.scope >= 0]
    is_alone = is_module and not names.is_unclear(module) and all(o.fixed for o in bound)
    is_kept = is_alone and not sides.is_put(text.rpartition(".")[2], module)
    return name if is_kept and sides.is_own(name) else text


def why_same_name(sides: Sides, rows: tuple[int, int]) -> str | None:
    """Why two names of something, or lists of what is caught, are the same, or None."""
    rule = sides.table["caught"]
    found = []
    for names, row in zip((sides.before, sides.after), rows, strict=True):
        tree = names.tree
        is_list = tree.kind_name(row) == rule["list"] and _is_caught(rule, tree, row)
        members = named_children(tree, row) if is_list else [row]
        known = [meant(sides, names, member) for member in members]
        if None in known:
            return None
        found.append(list(dict.fromkeys(known)) if _is_caught(rule, tree, row) else known)
    return "names of one thing" if found[0] == found[1] else None


def _is_caught(rule: dict[str, Any], tree: SyntaxTree, row: int) -> bool:
    """Whether a row is what a clause catches."""
    parent = tree.parent[row]
    if tree.kind_name(parent) == rule["named"] and named_children(tree, parent)[0] == row:
        row, parent = parent, tree.parent[parent]
    return tree.kind_name(parent) == rule["clause"] and tree.field_name(row) == "value"


def _text_of(tree: SyntaxTree, row: int) -> str:
    return tree.slice(row).decode("utf-8", "replace")
