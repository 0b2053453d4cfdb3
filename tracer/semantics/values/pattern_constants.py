"""Whether a name that a pattern seems to bind may be a constant, which it would compare with.

In Rust `Some(x)` binds `x`, unless a constant, a unit structure or a variant of that name is in
scope; the pattern then asks for its value. Such names stand in the file, or come into it: by an
import that names them, by one that takes all of a module, or out of a macro. Where a pattern
cannot fail it makes no difference which of the two it is: the value is the constant's.

Tables of verdicts.yaml: `constants`, positions that name one; `constants_from`, where unseen ones
come from (`_Table`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import tables_of
from tracer.semantics.lexical.token_trees import is_known_macro

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.semantics.names.occurrences import Names
    from tracer.semantics.versions import Versions
    from tracer.syntax import Language, SyntaxTree

_WORD = re.compile(rb"[A-Za-z_]\w*")


class _Table(NamedTuple):
    """`constants_from` of a language."""

    stars: tuple[str, ...]  # kinds of imports of all that a module has
    lists: dict[str, str]  # kinds of imports around them -> the field of the path before
    upwards: str  # the name of the module around
    inside: frozenset[str]  # kinds of modules in the file
    holders: dict[str, str]  # kinds that may be taken whole -> the field of their names
    own: frozenset[str]  # first names of paths to files of the same program
    known: frozenset[str]  # modules whose constants are not spelled like variables
    invocations: tuple[str, ...]  # of macros
    definitions: dict[str, str]  # of macros -> the field of their names
    called: str  # behind the name of a macro
    harmless: tuple[str, ...]  # macros that define nothing that a pattern could mean
    items: frozenset[str]  # kinds in which a macro may define something for all of the file
    blocks: frozenset[str]  # the same for what stands in them
    pattern: str  # field of patterns
    may_fail: dict[str, str]  # kinds whose patterns may fail -> the field there must be


@lru_cache(maxsize=16)
def _table(language: Language) -> _Table | None:
    raw: dict[str, Any] | None = tables_of(language).raw.get("constants_from")
    if not raw:
        return None
    plain = tables_of(language).token_trees["plain"]
    return _Table(
        tuple(raw["stars"]), raw["lists"], raw["upwards"], frozenset(raw["inside"]),
        raw["holders"], frozenset(raw["own"]), frozenset(raw["known"]), tuple(plain["invocation"]),
        raw["definitions"], plain["macro"], (*plain["macros"], *raw["harmless"]),
        frozenset(raw["items"]), frozenset(raw["blocks"]), raw["pattern"], raw["may_fail"],
    )  # fmt: skip


def why_constant(
    versions: Versions, file: int, rows: Iterable[int], word: str, *, is_after: bool
) -> str | None:
    """Why a name that is bound at one of some rows may mean a constant there; None if it cannot.

    Cost: one search of the file for the word; where its patterns may fail, one for macros and
    imports; of other files where the file takes all of one.
    """
    forest = versions.after if is_after else versions.before
    names_of = versions.names_after if is_after else versions.names_before
    names = names_of(file)
    tree = names.tree
    table = _table(tree.language)
    if names.may_be_constant(word):
        return f"{word} may be a constant"
    bound = [row for row in rows if table and _may_fail(tree, table, row)]
    if table is None or not bound:
        return None
    blocks = {
        at for row in bound for at in _around(tree, row) if tree.kind_name(at) in table.blocks
    }
    problem = _of_macros(names, table, word, blocks)
    stars = [] if problem else list(_stars(names, table, word))
    if problem or not stars:
        return problem
    if not versions.closed_world or None in stars:
        return f"{word} may be a constant of a module that the file takes whole"
    for other, its in enumerate(forest.trees):
        if its.language is tree.language and its is not tree:
            theirs = names_of(other)
            problem = _of_macros(theirs, table, word, set())
            if problem or theirs.may_be_constant(word) or None in _stars(theirs, table, word):
                return problem or f"{word} may be a constant of a module that the file takes whole"
    return None


def _around(tree: SyntaxTree, row: int) -> Iterator[int]:
    while row > 0:
        row = tree.parent[row]
        yield row


def _may_fail(tree: SyntaxTree, table: _Table, row: int) -> bool:
    """Whether a pattern that a row is in may not be met."""
    for at in _around(tree, row):
        field = table.may_fail.get(tree.kind_name(at))
        if field is not None:
            is_pattern = tree.field_name(row) == table.pattern
            return is_pattern and (not field or tree.child_by_field(at, field) >= 0)
        row = at
    return False


def _of_macros(names: Names, table: _Table, word: str, blocks: set[int]) -> str | None:
    """Whether a macro may define a constant of that name for a file, or in one of the blocks."""
    tree = names.tree
    defined: set[bytes] = set()
    texts = b""
    for row in names.rows_of(tuple(table.definitions)):
        defined.add(tree.slice(tree.child_by_field(row, table.definitions[tree.kind_name(row)])))
        texts += b" " + tree.slice(row)
    inner = {match[1] for match in re.finditer(rb"(\w+)\s*" + table.called.encode(), texts)}
    harmless = {name.encode() for name in table.harmless}
    is_seen = inner <= defined | harmless  # what the file's own macros call as well
    wanted = word.encode()
    is_named = wanted in _WORD.findall(texts)
    for row in names.rows_of(table.invocations):
        holders = tree.parent[row], tree.parent[tree.parent[row]]  # a statement of its own
        is_item = any(tree.kind_name(at) in table.items for at in holders)
        if not is_item and blocks.isdisjoint(holders):
            continue
        name = row + 1
        called = tree.slice(name)
        if called not in defined:
            if not is_known_macro(tree, name, list(table.harmless)):
                return f"{called.decode('utf-8', 'replace')} may define a constant {word}"
        elif not is_seen or is_named or wanted in _WORD.findall(tree.slice(row)):
            return f"{called.decode('utf-8', 'replace')} may define a constant {word}"
    return None


def _stars(names: Names, table: _Table, word: str) -> Iterator[str | None]:
    """The first names of the paths to files of the same program that a file takes whole.

    None for one that leads elsewhere; none for what is in the file itself, and for modules that
    are known to have no such constant.
    """
    tree = names.tree
    for row in names.rows_of(table.stars):
        path = _path(tree, table, row)
        depth = sum(tree.kind_name(at) in table.inside for at in _around(tree, row))
        first = path[0] if path else ""
        if set(path) == {table.upwards} and len(path) <= depth:
            continue
        if first in table.known and word.islower():
            continue
        holders = [
            at for at in names.rows_of(tuple(table.holders))
            if tree.slice(tree.child_by_field(at, table.holders[tree.kind_name(at)]))
            == first.encode()
        ]  # fmt: skip
        if holders:
            if any(tree.child_by_field(at, "body") < 0 for at in holders):
                yield first
            continue
        yield first if first in table.own else None


def _path(tree: SyntaxTree, table: _Table, row: int) -> list[str]:
    """The names of the path to what an import takes whole."""
    before = [
        tree.slice(tree.child_by_field(at, table.lists[tree.kind_name(at)]))
        for at in _around(tree, row)
        if tree.kind_name(at) in table.lists
        and tree.child_by_field(at, table.lists[tree.kind_name(at)]) >= 0
    ]
    text = b" ".join((*before[::-1], tree.slice(row)))
    return [word.decode() for word in _WORD.findall(text)]
