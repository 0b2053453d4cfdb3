"""Calls that say the same: default arguments, lists made a set, fields with and without numbers.

Each function takes the two sides and the rows that stand in one place of the tree, and returns why
they are the same, or None. Table `implied` of verdicts.yaml: see
`rules/formatting/implied_spelling.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.classify.equality.implied.sides import Rows, Sides, arguments_of, called
from tracer.classify.equality.implied.values import why_same_name, why_same_value
from tracer.classify.equality.subtree_equality import is_same_tokens
from tracer.semantics.functions.evaluation_order import Evaluation
from tracer.semantics.language.tables import named_children, significant_children
from tracer.semantics.names.imports import has_star
from tracer.semantics.values.format_strings import fields_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree


def why_same_call(sides: Sides, rows: Rows) -> str | None:  # noqa: PLR0911 - one sort a line
    """Why two rows of one place are the same, at least one of them a call."""
    tree_b, tree_a, table = sides.before.tree, sides.after.tree, sides.table
    kinds = tree_b.kind_name(rows[0]), tree_a.kind_name(rows[1])
    both = (tree_b, rows[0]), (tree_a, rows[1])
    found = why_same_value(sides, *both) or why_same_value(sides, *both[::-1])
    if found:
        return found
    if table["call"] not in kinds and table["copies"]["spread"] not in kinds:
        found = why_same_name(sides, rows)
        if found:
            return found
    if kinds == (table["call"], table["call"]):
        name = called(tree_b, rows[0])
        if name is None or name != called(tree_a, rows[1]):
            return _fields(sides, rows)
        rule = table["arguments"].get(name)
        if name == table["sets"]["name"]:
            return _empty(sides, rows)
        rule = _rule_of(sides, name, rule) if rule else None
        return _argument(sides, rows, rule) if rule else None
    sets = table["sets"]
    if set(kinds) == {table["call"], sets["literal"]} and sides.is_own(sets["name"]):
        ends = (tree_b, rows[0]), (tree_a, rows[1])
        return _set(sets, *(ends if kinds[0] == table["call"] else ends[::-1]))
    copies = table["copies"]
    for place, kind in enumerate(kinds):
        if copies["kinds"].get(kind) == kinds[1 - place]:
            ends = (tree_b, rows[0]), (tree_a, rows[1])
            return _copy(copies, ends[place], ends[1 - place])
    return None


def _rule_of(sides: Sides, name: str, rule: dict[str, Any]) -> dict[str, Any] | None:
    """The rule for a function's argument, where it is the language's own or one of the library.

    `of` of the table: module -> values that mean the default there; none, if it is the same.
    """
    if sides.is_own(name):
        return rule
    for module, values in rule["of"].items():
        if not sides.is_ours(module) and all(
            _is_from(names, name, module) for names in (sides.before, sides.after)
        ):
            return {**rule, "same": [values]} if values else rule
    return None


def _is_from(names: Names, name: str, module: str) -> bool:
    """Whether a name is nothing but what a module has under that name."""
    entries = names.imports_of(name)
    return (
        bool(entries)
        and all((entry.module, entry.name) == (module, name) for entry in entries)
        and all(o.fixed for o in names.occurrences(name) if o.scope >= 0)
        and not names.is_unclear(name)
        and not has_star(names.tree)
    )


def _argument(sides: Sides, rows: Rows, rule: dict[str, Any]) -> str | None:
    """An argument that is the default, or spelled in another way."""
    found = []
    for names, row in ((sides.before, rows[0]), (sides.after, rows[1])):
        tree, kids = names.tree, arguments_of(names.tree, row)
        kinds = [tree.kind_name(kid) for kid in kids]
        if set(kinds) & set(rule["unclear"]):
            return None
        words = [tree.slice(tree.child_by_field(kid, "name")) for kid in kids]
        place, keywords = rule["place"], kinds.count(rule["keyword"])
        if len(kids) - keywords > place + 1 or rule["name"].encode() in words:
            return None
        value = rule["default"]
        if len(kids) - keywords > place:
            value = _text(sides.table, tree, kids.pop(place))
        same = next((number for number, group in enumerate(rule["same"]) if value in group), -1)
        found.append((tree, kids, same))
    (tree_b, kids_b, same_b), (tree_a, kids_a, same_a) = found
    if same_b != same_a or same_b < 0 or not _are_same(tree_b, kids_b, tree_a, kids_a):
        return None
    return "an argument that is the default, or means the same"


def _set(
    rule: dict[str, Any], call: tuple[SyntaxTree, int], literal: tuple[SyntaxTree, int]
) -> str | None:
    """`set([a, b])` and `{a, b}`."""
    tree, row = call
    kids = arguments_of(tree, row)
    if called(tree, row) != rule["name"] or len(kids) != 1:
        return None
    if tree.kind_name(kids[0]) not in rule["kinds"]:
        return None
    items = named_children(tree, kids[0])
    spreads = [item for item in items if tree.kind_name(item) in rule["spread"]]
    is_at_once = len(items) <= rule["at_once"] and not spreads
    if not is_at_once and not set(Evaluation(tree).effects(kids[0])) <= {*spreads} & {*items[:1]}:
        return None
    is_same = _are_same(tree, items, literal[0], named_children(*literal))
    return "a set of the same" if items and is_same else None


def _empty(sides: Sides, rows: Rows) -> str | None:
    """`set([])` and `set()`."""
    rule = sides.table["sets"]
    lengths = []
    for names, row in zip((sides.before, sides.after), rows, strict=True):
        tree = names.tree
        if tree.kind_name(tree.child_by_field(row, "arguments")) != rule["arguments"]:
            return None
        kids = arguments_of(tree, row)
        if any(tree.kind_name(k) not in rule["kinds"] or named_children(tree, k) for k in kids):
            return None
        lengths.append(len(kids))
    is_same = sorted(lengths) == [0, 1] and sides.is_own(rule["name"])
    return "a set of nothing" if is_same else None


def _copy(
    rule: dict[str, Any], loop: tuple[SyntaxTree, int], literal: tuple[SyntaxTree, int]
) -> str | None:
    """`{x for x in a}` and `{*a}`."""
    tree, kids = loop[0], named_children(*loop)
    items = named_children(*literal)
    if len(kids) != 2 or len(items) != 1 or literal[0].kind_name(items[0]) != rule["spread"]:  # noqa: PLR2004
        return None
    parts = significant_children(tree, kids[1])
    words = [tree.slice(part).decode("utf-8", "replace") for part in parts[::2]]
    if words != rule["words"] or len(parts) != 2 * len(words):
        return None
    is_copy = tree.flags[kids[0]] & LEAF and tree.slice(kids[0]) == tree.slice(parts[1])
    source = named_children(literal[0], items[0])
    is_same = is_copy and is_same_tokens(tree, parts[3], literal[0], source[0])
    return "all there is, one by one" if is_same else None


def _fields(sides: Sides, rows: Rows) -> str | None:
    """The same fields of a literal, numbered or not."""
    rule = sides.table["fields"]
    found = []
    for names, row in ((sides.before, rows[0]), (sides.after, rows[1])):
        tree = names.tree
        member = tree.child_by_field(row, "function")
        if member < 0 or tree.kind_name(member) != rule["kind"]:
            return None
        name = tree.child_by_field(member, rule["field"])
        if name < 0 or tree.slice(name) != rule["name"].encode():
            return None
        text = _text(sides.table, tree, named_children(tree, member)[0])
        fields = None if text is None else fields_of(text)
        if fields is None:
            return None
        found.append((fields, tree, tree.child_by_field(row, "arguments")))
    (fields_b, tree_b, row_b), (fields_a, tree_a, row_a) = found
    is_same = fields_b == fields_a and is_same_tokens(tree_b, row_b, tree_a, row_a)
    return "each field takes the same argument" if is_same else None


def _text(table: dict[str, Any], tree: SyntaxTree, row: int) -> str | None:
    """The source between the quotes of a plain literal, or of several in a row; None for others."""
    rule = table["texts"]
    if tree.kind_name(row) == rule["joined"]:
        parts = [_text(table, tree, kid) for kid in named_children(tree, row)]
        return None if None in parts else "".join(part or "" for part in parts)
    kids = significant_children(tree, row)
    if tree.kind_name(row) != rule["kind"] or len(kids) < 2:  # noqa: PLR2004 - its two quotes
        return None
    if tree.slice(kids[0]).lstrip(b"uU") not in (b'"', b"'", b'"""', b"'''"):
        return None
    return tree.text[tree.end[kids[0]] : tree.start[kids[-1]]].decode("utf-8", "replace")


def _are_same(tree_b: SyntaxTree, kids_b: list[int], tree_a: SyntaxTree, kids_a: list[int]) -> bool:
    return len(kids_b) == len(kids_a) and all(
        is_same_tokens(tree_b, b, tree_a, a) for b, a in zip(kids_b, kids_a, strict=True)
    )


def stated_encodings(tree: SyntaxTree, rule: dict[str, Any]) -> set[str]:
    """The encodings, other than the default, that a file says it has; `rule` is `header`."""
    head = b"\n".join(tree.text.split(b"\n", rule["lines"])[: rule["lines"]])
    said = re.finditer(rule["pattern"].encode(), head)
    return {found[1].decode("ascii", "replace").lower() for found in said}.difference(
        rule["default"]
    )
