"""Whether what two macros are given, or put in their place, is the same code spelled otherwise.

The grammar reads it as tokens. Where the macro is known to read it as code, the tokens are read
so here: the arguments of a macro of the library as those of a call, what a definition puts in its
place as a body. What the definition's parameters stand for is one expression, name or type
(`fragments`), so a name is put there. Calls of macros inside are calls, if they are known
(`as_call`); what other macros are given has to be the same tokens. Repetitions are not read.

Table `token_trees.plain` of verdicts.yaml (see `lexical/token_trees.py`), and in it `code`:

- `as_call`: macros of the library that read what they are given as a call does its arguments;
- `brackets`: of a call inside, what is put in the place of the macro's sign and behind the group,
  by the group's bracket; `call`: the text around what a call is given, by the bracket; `body`: the
  text around what a definition puts in its place;
- `parameter`: the kind of a definition's parameters, `fixed` ones, which are no parameters;
  `declared`: kind -> fields of a parameter's name and sort; `fragments`: sorts that stand for one
  expression, name, type or pattern; `never`: kinds and words that are not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import significant_children, tables_of
from tracer.semantics.lexical.token_trees import is_known_macro
from tracer.syntax import parse
from tracer.syntax.tree import BROKEN, LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.classify.equality.subtree_equality import Prints
    from tracer.syntax import SyntaxTree

Cut = tuple[int, int, bytes]  # bytes of a text and what stands there instead


def code_group(tree: SyntaxTree, row: int) -> int:
    """The outermost group of tokens at or around a row that is read as code, or -1."""
    table = tables_of(tree.language).token_trees
    if "code" not in (table.get("plain") or ()):
        return -1
    found = -1
    while row > 0:
        if tree.kind_name(row) == table["kind"]:
            found = row
        row = tree.parent[row]
    return found if found > 0 and _is_read(tree, found, table["plain"]) else -1


def is_same_code(
    prints: Prints, tree_b: SyntaxTree, group_b: int, tree_a: SyntaxTree, group_a: int
) -> bool:
    """Whether two groups that are read as code are equal at NORMAL, as such.

    Cost: both are parsed again.
    """
    if (
        _is_body(tree_b, group_b)
        and _is_body(tree_a, group_a)
        and (_tokens(tree_b, group_b)[1:-1] == _tokens(tree_a, group_a)[1:-1])
    ):
        return True  # what a definition puts in a macro's place is without these brackets
    mark = b"__"
    while mark in tree_b.text or mark in tree_a.text:
        mark += b"_"
    one, other = _read(tree_b, group_b, mark), _read(tree_a, group_a, mark)
    return (
        one is not None
        and other is not None
        and one.kind[0] == other.kind[0]
        and _given(one) == _given(other)
        and prints.is_same_normal(one, 0, other, 0)
    )


def _is_read(tree: SyntaxTree, group: int, plain: dict[str, Any]) -> bool:
    """Whether a group is what a definition puts in a macro's place, or a known macro is given."""
    holder = tree.parent[group]
    kind = tree.kind_name(holder)
    if kind not in plain["invocation"]:
        return _is_body(tree, group)
    name = significant_children(tree, holder)[0]
    return bool(tree.flags[name] & LEAF) and is_known_macro(tree, name, plain["code"]["as_call"])


def _is_body(tree: SyntaxTree, group: int) -> bool:
    """Whether a group is what a definition puts in a macro's place."""
    results = tables_of(tree.language).token_trees["plain"]["results"]
    field = results.get(tree.kind_name(tree.parent[group]))
    return field is not None and tree.field_name(group) == str(field)


def _read(tree: SyntaxTree, group: int, mark: bytes) -> SyntaxTree | None:
    """The code in a group, or None where it is not certain to be that."""
    plain = tables_of(tree.language).token_trees["plain"]
    code = plain["code"]
    is_body = _is_body(tree, group)
    sorts = _sorts(tree, tree.parent[group], code) if is_body else {}
    cuts = _cuts(tree, group, sorts, mark)
    if cuts is None:
        return None
    kids = significant_children(tree, group)
    around = code["body"] if is_body else code["call"].get(tree.slice(kids[0]).decode())
    if around is None:
        return None
    parts, at = [around[0].encode()], tree.end[kids[0]]
    for first, last, text in sorted(cuts):
        parts += [tree.text[at:first], text]
        at = last
    parts += [tree.text[at : tree.start[kids[-1]]], b"\n", around[1].encode()]
    found = parse(b"".join(parts), tree.language)
    return None if found.flags[0] & BROKEN else found


def _sorts(tree: SyntaxTree, rule: int, code: dict[str, Any]) -> dict[bytes, bytes]:
    """What the parameters of a macro's rule stand for, by name."""
    found = {}
    for at in range(rule, tree.stop[rule]):
        fields = code["declared"].get(tree.kind_name(at))
        if fields:
            name, sort = (tree.child_by_field(at, field) for field in fields)
            found[tree.slice(name)] = tree.slice(sort)
    return found


def _cuts(tree: SyntaxTree, group: int, sorts: dict[bytes, bytes], mark: bytes) -> list[Cut] | None:
    """What to write otherwise, so that a group of tokens is code; None where it may be none."""
    plain = tables_of(tree.language).token_trees["plain"]
    code = plain["code"]
    fragments = {fragment.encode() for fragment in code["fragments"]}
    cuts: list[Cut] = []
    work = [group]
    while work:
        around = work.pop()
        for row in significant_children(tree, around):
            text = tree.slice(row)
            if {tree.kind_name(row), text.decode("utf-8", "replace")} & set(code["never"]):
                return None
            if tree.kind_name(row) == code["parameter"]:
                if text.decode() not in code["fixed"] and sorts.get(text) not in fragments:
                    return None
                cuts.append((tree.start[row], tree.end[row], mark + text[1:]))
            elif tree.kind_name(row) == tree.kind_name(group):
                call = _call(tree, row, plain, mark)
                if call is not None:
                    cuts += call
                    work.append(row)
    return cuts


def _call(tree: SyntaxTree, group: int, plain: dict[str, Any], mark: bytes) -> list[Cut] | None:
    """What makes a call of a group that a known macro is given; None where it is no code.

    A group of another sort is code as it stands, apart from what an attribute is given.
    """
    kids = significant_children(tree, tree.parent[group])
    place = kids.index(group)
    before = kids[max(0, place - 3) : place][::-1]
    texts = [tree.slice(row).decode("utf-8", "replace") for row in before]
    is_given = texts[:1] == [plain["macro"]]
    if not is_given or len(before) < 2 or tree.kind_name(before[1]) != plain["word"]:  # noqa: PLR2004
        return None if not is_given and texts[:1] and texts[0] in plain["marks"] else []
    first = significant_children(tree, group)[0]
    texts_of = plain["code"]["brackets"].get(tree.slice(first).decode())
    if (
        texts_of is None
        or texts[2:] == ["::"]
        or not is_known_macro(tree, before[1], plain["code"]["as_call"])
    ):
        return None
    sign = before[0]
    return [
        (tree.start[sign], tree.end[sign], mark + texts_of[0].encode()),  # `f!(a)` is not `f(a)`
        (tree.end[group], tree.end[group], texts_of[1].encode()),
    ]


def _given(tree: SyntaxTree) -> list[list[bytes]]:
    """The tokens that macros are given, each group."""
    kind = tree.language.kind_ids[tables_of(tree.language).token_trees["kind"], True]
    found, at = [], 0
    while at < len(tree):
        if tree.kind[at] == kind:
            found.append(_tokens(tree, at))
            at = tree.stop[at]
        else:
            at += 1
    return found


def _tokens(tree: SyntaxTree, group: int) -> list[bytes]:
    rows = range(group, tree.stop[group])
    return [tree.slice(row) for row in rows if tree.flags[row] & (LEAF | TRIVIA) == LEAF]
