"""NORMAL: what the language's formatters may change is gone.

One pass over the rows that the tables name, each handler looking at one row and recording
edits. A handler returns where to go on: 0 for the next handler of the row, else the row to
resume at (`row + 1` goes inside, `stop[row]` leaves the whole subtree as it is).

NORMAL must never join two behaviours: a bracket goes only where the tree itself shows the
grouping, a token only where the kind around it says the same.
"""

from __future__ import annotations

import re
from heapq import heappop
from typing import TYPE_CHECKING

from tracer.fingerprint import columns
from tracer.fingerprint.edits import Edits, NormalForm
from tracer.fingerprint.literals import number
from tracer.fingerprint.marks import CLOSER, COMMA, OP
from tracer.fingerprint.strings import is_plain_string
from tracer.model.patterns import lazy_pattern
from tracer.syntax import LEAF, TRIVIA, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.fingerprint.tables import Dissolve, Keep, Tables
    from tracer.syntax import SyntaxTree

    Handler = Callable[[Edits, int], int]


def normalise(tree: SyntaxTree, tables: Tables, marks: bytes, shapes: bytes) -> NormalForm:
    """The normal form of a tree. `marks` has a byte of `tables` marks for each row."""
    edits = Edits(tree, tables)
    if tables.has_rules:
        _drop_trailing(edits, marks)
        handlers, kind = tables.handlers, tree.kind
        strings, numbers = tables.strings, tables.numbers
        resume, gone = 0, edits.gone
        for row in columns.rows_where(marks.translate(_ONLY_OP)):
            if kind[row] in strings:
                if is_plain_string(tree, tables, row):
                    continue
            elif kind[row] in numbers and is_plain_number(tree, tables, row):
                continue
            while gone and gone[0][0] <= row:
                resume = max(resume, heappop(gone)[1])
            if row < resume:
                continue
            for handler in handlers[kind[row]]:
                after = handler(edits, row)
                if after:
                    resume = after
                    break
    return edits.finish(shapes)


_ONLY_OP = bytes(mark & OP for mark in range(256))


def _class_of(bit: int) -> bytes:
    return b"[%s]" % re.escape(bytes(m for m in range(256) if m & bit))


_TRAILING = lazy_pattern(b"%s(?=\\x80*%s)" % (_class_of(COMMA), _class_of(CLOSER)))


def _drop_trailing(edits: Edits, marks: bytes) -> None:
    """Leave out separators right before a closing bracket. Source: black's magic commas."""
    tree, tables = edits.tree, edits.tables
    kind, parent = tree.kind, tree.parent
    for match in _TRAILING.finditer(marks):
        row = match.start()
        least = tables.trailing[kind[row]].get(kind[parent[row]])
        if least is not None:
            _drop_separator(edits, row, least)


def on_open_ended(edits: Edits, row: int) -> int:
    """Leave out the separator that ends a list without brackets (`x = 1,`)."""
    tree = edits.tree
    children = significant(tree, row)
    if children:
        least = edits.tables.trailing.get(tree.kind[children[-1]], {}).get(tree.kind[row])
        if least is not None:
            _drop_separator(edits, children[-1], least)
    return 0


def _drop_separator(edits: Edits, row: int, least: int) -> None:
    """Drop the separator at `row` unless it makes a hole (`[a,,]`) or the one-tuple."""
    tree = edits.tree
    kind, flags = tree.kind, tree.flags
    before = row - 1
    while flags[before] & TRIVIA:
        before -= 1
    parent = tree.parent[row]
    if before == parent or (tree.parent[before] == parent and _is_token(edits, before)):
        return
    if least > 1:
        separators = [c for c in tree.children(parent) if kind[c] == kind[row]]
        if len(separators) < least:
            return
    edits.drop(row)


def _is_token(edits: Edits, row: int) -> bool:
    """Whether the row is punctuation (`*` in a parameter list is not: it separates)."""
    kind = edits.tree.kind[row]
    return kind in edits.tables.trailing or kind in edits.tables.openers


def significant(tree: SyntaxTree, row: int) -> list[int]:
    """The children that are not comments."""
    flags = tree.flags
    return [child for child in tree.children(row) if not flags[child] & TRIVIA]


def on_drop(edits: Edits, row: int) -> int:
    """A token or node that says nothing where it stands."""
    tree = edits.tree
    if tree.kind[tree.parent[row]] in edits.tables.drop[tree.kind[row]]:
        edits.drop(row)
        return tree.stop[row]
    return 0


def on_comment(edits: Edits, row: int) -> int:
    """A comment that is a token: the layout after its opening says nothing."""
    tree = edits.tree
    text = tree.slice(row)
    canonical = edits.tables.comment_layout.sub(b"", text).rstrip()
    if canonical != text:
        edits.replace_leaf(row, tree.kind[row], canonical)
    return row + 1


def on_gap(edits: Edits, row: int) -> int:
    """Bytes between leaves that are only a line continuation."""
    tree, tables = edits.tree, edits.tables
    parent = tree.parent[row]
    if not tables.language.has(tree.kind[parent], Role.VERBATIM):
        if tables.layout.fullmatch(tree.slice(row)):
            edits.drop(row)
    return row + 1


def on_hollow(edits: Edits, row: int) -> int:
    """A node that holds nothing but punctuation, wherever it stands."""
    tree = edits.tree
    for kinds, only in edits.tables.hollow[-1]:
        if tree.kind[row] in kinds and _is_hollow(tree, row, only):
            edits.drop(row)
            return tree.stop[row]
    return 0


def on_hollow_child(edits: Edits, row: int) -> int:
    """A child that holds nothing but punctuation: `class A():`, `new Foo()`."""
    tree = edits.tree
    for kinds, only in edits.tables.hollow[tree.kind[row]]:
        for child in tree.children(row):
            if tree.kind[child] in kinds and _is_hollow(tree, child, only):
                edits.drop(child)
    return 0


def _is_hollow(tree: SyntaxTree, row: int, only: frozenset[int]) -> bool:
    if tree.flags[row] & LEAF:
        return False
    return all(tree.kind[child] in only for child in significant(tree, row))


def on_unbracket(edits: Edits, row: int) -> int:
    """Brackets of a node whose kind says it all: `(1, 2)` and `1, 2` are both a tuple."""
    tree = edits.tree
    tokens = edits.tables.unbracket[tree.kind[row]]
    for child in tree.children(row):
        if tree.kind[child] in tokens:
            edits.drop(child)
    return 0


def on_rename(edits: Edits, row: int) -> int:
    """A kind that means the same as another."""
    tree, tables = edits.tree, edits.tables
    parent = tree.parent[row]
    if parent < 0 or tree.kind[parent] not in tables.rename_unless:
        edits.kinds[row] = tables.rename[tree.kind[row]]
    return 0


def on_number(edits: Edits, row: int) -> int:
    """One spelling for each number."""
    tree, tables = edits.tree, edits.tables
    text = tree.text[tree.start[row] : tree.end[row]]
    if tables.keys and (tree.kind[tree.parent[row]], tree.field[row]) in tables.keys:
        if _KEY.match(text):
            edits.replace_leaf(row, tables.key_kind, text)
        return row + 1
    kind = tree.kind[row]
    canonical = number(text, tables.numbers[kind])
    if canonical != text:
        edits.replace_leaf(row, kind, canonical)
    return row + 1


def is_plain_number(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether a number needs no second look: digits, not as a key."""
    at = tree.start[row]
    return tree.text[at] > _ZERO and not tables.keys and tree.text[at : tree.end[row]].isdigit()


_ZERO = ord("0")
_KEY = lazy_pattern(rb"(?:0|[1-9]\d{0,14})\Z")


def on_spelled(edits: Edits, row: int) -> int:
    """A token that may hold white space (`#  define`): its kind is its spelling."""
    tree = edits.tree
    kind = tree.kind[row]
    text = b"".join(tree.slice(row).split())
    if text != tree.slice(row):
        edits.replace_leaf(row, kind, text)
    return row + 1


_C_TOKEN = lazy_pattern(
    rb"//[^\n]*|/\*(?s:.*?)\*/|\\\r?\n|\s+"
    rb"|((?:u8|[uUL])?\"(?:\\(?s:.)|[^\"\\\n])*\"|(?:u8|[uUL])?'(?:\\(?s:.)|[^'\\\n])*'"
    rb"|\.?\d(?:[eEpP][+-]|[\w.'])*|[A-Za-z_]\w*"
    rb"|<<=|>>=|\.\.\.|->\*|<=>|##|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|(?s:.))"
)


def on_tokenised(edits: Edits, row: int) -> int:
    """Source text in one leaf (a macro's body): its tokens, joined by one space."""
    tree = edits.tree
    text = tree.slice(row)
    canonical = b" ".join(m.group(1) for m in _C_TOKEN.finditer(text) if m.group(1))
    if canonical != text:
        edits.replace_leaf(row, tree.kind[row], canonical)
    return row + 1


def on_sort(edits: Edits, row: int) -> int:
    """Siblings whose order says nothing: the names of one import, a block of imports."""
    tree = edits.tree
    for rule in edits.tables.sort[tree.kind[row]]:
        runs: list[list[int]] = [[]]
        after = 0
        for child in significant(tree, row):
            kind = tree.kind[child]
            is_member = tree.field[child] == rule.field if rule.field else kind in rule.kinds
            if is_member and after not in rule.bound_by:
                runs[-1].append(child)
            elif rule.in_runs:
                runs.append([])
            after = kind
        edits.sorted += [run for run in runs if len(run) > 1]
    return 0


def on_dissolve(edits: Edits, row: int) -> int:
    """Brackets that the grouping of the tree makes redundant: `((a) + b)` is `a + b`."""
    tree, tables = edits.tree, edits.tables
    for rule in tables.dissolve[tree.kind[row]]:
        path = _path(tree, rule, row)
        if path and not any(_is_kept(tree, keep, row, path[-1]) for keep in rule.keeps):
            for node in path[:-1]:
                edits.unwrap(node)
                for child in tree.children(node):
                    if tree.kind[child] in rule.tokens:
                        edits.drop(child)
            return row + 1
    return 0


def on_associative(edits: Edits, row: int) -> int:
    """`a && (b && c)` is `a && b && c`: an operand with the same operator joins its parent."""
    tree, tables = edits.tree, edits.tables
    kind = tree.kind
    parent = tree.parent[row]
    while parent >= 0 and parent in edits.written:
        parent = tree.parent[parent]  # brackets that go
    if parent >= 0 and kind[parent] == kind[row]:
        operators = tables.associative[kind[row]]
        own = [kind[c] for c in tree.children(row) if kind[c] in operators]
        if own and own == [kind[c] for c in tree.children(parent) if kind[c] in operators]:
            edits.unwrap(row)
    return 0


def _path(tree: SyntaxTree, rule: Dissolve, row: int) -> list[int]:
    """The nodes to dissolve, then what is left of them; empty when the rule does not apply."""
    kind, parent = tree.kind, tree.parent[row]
    outer = kind[parent] if parent >= 0 else 0
    if rule.places and (outer, tree.field[row]) not in rule.places and outer != kind[row]:
        return []
    if (outer, tree.field[row]) in rule.never:
        return []
    path = [row]
    through = list(rule.through)
    while True:
        inner = [c for c in significant(tree, path[-1]) if kind[c] not in rule.tokens]
        if len(inner) != 1:
            return []
        path.append(inner[0])
        if not through:
            break
        if kind[inner[0]] != through.pop(0):
            return []
    last = path[-1]
    if rule.children and kind[last] not in rule.children:
        return []
    if kind[last] in rule.not_children:
        return []
    return path if not rule.field or tree.field[last] == rule.field else []


def _is_kept(tree: SyntaxTree, keep: Keep, row: int, inner: int) -> bool:
    """Whether all conditions of a `keep` rule hold. Brackets in brackets are never kept."""
    kind, parent = tree.kind, tree.parent[row]
    outer = kind[parent] if parent >= 0 else 0
    if outer == kind[row]:
        return False
    while kind[inner] == kind[row]:
        inside = [c for c in significant(tree, inner) if not tree.flags[c] & LEAF]
        if len(inside) != 1:
            break
        inner = inside[0]
    if keep.parents and outer not in keep.parents:
        return False
    if keep.fields and tree.field[row] not in keep.fields:
        return False
    if keep.children and kind[inner] not in keep.children:
        return False
    if keep.without and any(kind[c] in keep.without for c in tree.children(parent)):
        return False
    if keep.siblings and not any(kind[c] in keep.siblings for c in tree.children(parent)):
        return False
    return keep.spine < 0 or _is_on_spine(tree, inner, keep.spine)


def _is_on_spine(tree: SyntaxTree, row: int, kind: int) -> bool:
    """Whether a child of that kind hangs on the left edge below `row`."""
    while not tree.flags[row] & LEAF:
        children = tree.children(row)
        if any(tree.kind[c] == kind for c in children):
            return True
        row = children[0]
    return False
