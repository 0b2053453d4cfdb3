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

from tracer.fingerprint import brackets, columns, markup, strings
from tracer.fingerprint.brackets import significant
from tracer.fingerprint.edits import Edits, NormalForm
from tracer.fingerprint.literals import number
from tracer.fingerprint.marks import CLOSER, COMMA, OP
from tracer.fingerprint.strings import is_plain_string
from tracer.model.patterns import lazy_pattern
from tracer.syntax import LEAF, TRIVIA, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.fingerprint.tables import Tables
    from tracer.syntax import SyntaxTree

    Handler = Callable[[Edits, int], int]


def normalise(tree: SyntaxTree, tables: Tables, marks: bytes, shapes: bytes) -> NormalForm:
    """The normal form of a tree. `marks` has a byte of `tables` marks for each row."""
    edits = Edits(tree, tables)
    if tables.has_rules:
        _drop_trailing(edits, marks)
        handlers, kind = tables.handlers or _looked_up(tables), tree.kind
        literals, numbers = tables.strings, tables.numbers
        resume, gone = 0, edits.gone
        for row in columns.rows_where(marks.translate(_ONLY_OP)):
            if kind[row] in literals:
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


def on_drop(edits: Edits, row: int) -> int:
    """A token or node that says nothing where it stands."""
    tree, tables = edits.tree, edits.tables
    only = tables.drop_only.get(tree.kind[row])
    is_there = tree.kind[tree.parent[row]] in tables.drop[tree.kind[row]]
    if is_there and (only is None or tree.slice(row) == only):
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
    is_content = tables.language.has(tree.kind[parent], Role.VERBATIM)
    if not is_content and tables.layout.fullmatch(tree.slice(row)):
        edits.drop(row)
    return row + 1


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
    if tree.kind[tree.parent[row]] in tables.written_numbers:
        return row + 1
    key = (text, kind, 0)
    known = tables.spelled_numbers.get(key)
    if known is None:
        canonical = number(text, tables.numbers[kind])
        known = edits.leaf(kind, canonical) if canonical != text else (b"", b"")
        tables.spelled_numbers[key] = known
    if known[0]:
        edits.write_leaf(row, known)
    return row + 1


def on_letters(edits: Edits, row: int) -> int:
    """Letters that say one thing each, in any order; one that is doubled or unknown stays put."""
    tree = edits.tree
    kind, text = tree.kind[row], tree.slice(row)
    canonical = bytes(sorted(text))
    if (
        canonical != text
        and edits.tables.letters[kind].issuperset(text)
        and len({*text}) == len(text)
    ):
        edits.replace_leaf(row, kind, canonical)
    return row + 1


def is_plain_number(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether a number needs no second look: digits, not as a key."""
    text = tree.text[tree.start[row] : tree.end[row]]
    return text.isdigit() and text[0] > _ZERO and not tables.keys


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


def on_regroup(edits: Edits, row: int) -> int:
    """A word that the grammar puts around too much: `await a as b` is `(await a) as b`.

    The operand is not asked, so that brackets around all of it must be kept (`keep`).
    """
    tree = edits.tree
    kinds, kids = edits.tables.regroup[tree.kind[row]], significant(tree, row)
    if len(kids) != _WORD_AND_REST or tree.kind[kids[1]] not in kinds:
        return 0
    word, inner = kids
    operand = significant(tree, inner)[0]
    if tree.kind[operand] not in kinds:
        edits.regroup(row, word, inner, operand)
    return 0


_WORD_AND_REST = 2


def on_own_alias(edits: Edits, row: int) -> int:
    """A name that is given to what is called so anyway: `use a::b as b`."""
    tree, rule = edits.tree, edits.tables.own_alias[edits.tree.kind[row]]
    named = tree.child_by_field(row, rule["of"])
    alias = tree.child_by_field(row, rule["alias"])
    last = named
    while last >= 0 and not tree.flags[last] & LEAF:
        last = tree.child_by_field(last, rule["last"])
    if min(last, alias) < 0 or tree.slice(last) != tree.slice(alias):
        return 0
    edits.unwrap(row)
    for child in significant(tree, row):
        if child != named:
            edits.drop(child)
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


STEPS: dict[str, Handler] = {
    step.__name__: step
    for step in (
        brackets.on_associative, brackets.on_dissolve, brackets.on_hollow, brackets.on_hollow_child,
        brackets.on_unbracket, markup.on_markup, on_comment, on_drop, on_gap, on_letters, on_number,
        on_open_ended, on_own_alias, on_regroup, on_rename, on_sort, on_spelled, on_tokenised,
        strings.on_concatenated, strings.on_interpolation, strings.on_string,
    )
}  # fmt: skip


def _looked_up(tables: Tables) -> dict[int, list[Handler]]:
    """The functions that the tables name for each kind."""
    tables.handlers = {
        kind: [STEPS[name] for name in names] for kind, names in tables.steps.items()
    }
    return tables.handlers
