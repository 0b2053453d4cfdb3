"""Which file of the change set an import statement names.

Only for languages whose table has `imports`. Two styles: `dotted` (a module path relative to
the root or, with leading dots, to the importing file's package) and `path` (a path relative to
the importing file). A module that is no file of the change set is someone else's.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import has_kind, rows_of, significant_children, tables_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tracer.syntax import Language, SyntaxTree


class Import(NamedTuple):
    """One name an import brings: `name` of `module`, or the module itself when `name` is None.

    `row` is the leaf that names the imported thing, `local_row` the leaf that binds it here
    (the same without an alias); `statement` the row of the statement.
    """

    module: str
    name: str | None
    local: str
    row: int
    local_row: int
    statement: int


def imports_of(tree: SyntaxTree) -> list[Import]:
    """Every import of a file, wherever it stands. Cost: one pass over the kinds."""
    table = tables_of(tree.language).raw.get("imports")
    if not table:
        return []
    wanted = {*table.get("whole", {}), *table.get("parts", {})}
    found: list[Import] = []
    for row in rows_of(tree, wanted):
        found += _of_statement(tree, row, table)
    return found


def module_path(tree: SyntaxTree, entry: Import) -> str:
    """The module an entry takes, as written: `import a.b` takes a.b, though it binds a."""
    parent = tree.parent[entry.row]
    if entry.name is not None or tree.kind_name(parent) not in tables_of(tree.language).single:
        return entry.module
    return b"".join(tree.slice(parent).split()).decode("utf-8", "replace")


def asked_of_later(tree: SyntaxTree, row: int) -> set[str]:
    """The names, as they are spelled, in a statement that asks something of later versions."""
    return {
        b" ".join(tree.slice(child).split()).decode("utf-8", "replace")
        for child in tree.children(row)
        if tree.field_name(child) == "name"
    }


def has_star(tree: SyntaxTree) -> bool:
    """Whether some import brings names that are not spelled out."""
    table = tables_of(tree.language).raw.get("imports") or {}
    return has_kind(tree, frozenset((table.get("star", ""),)))


def target_of(paths: Collection[str], importer: str, module: str, language: Language) -> str | None:
    """The path among `paths` that `module` names in the file `importer`, if any."""
    table = tables_of(language).raw.get("imports") or {}
    base = posixpath.dirname(importer)
    if table.get("style") == "path":
        if module[:1] != ".":
            return None  # of somebody else
        stem = posixpath.normpath(posixpath.join(base, module))
        stems = ["" if stem == "." else stem]  # the root folder itself has no name
    else:
        stems = _dotted(module, base, table.get("roots") or [""])
    for stem in stems:
        for ending in table.get("files") or ():
            path: str = (stem + ending).removeprefix("/")
            if path in paths:
                return path
        for ending, sources in (table.get("compiled") or {}).items():
            for source in sources if stem.endswith(ending) else ():
                path = stem.removesuffix(ending) + source
                if path in paths:
                    return path
    return None


def _of_statement(tree: SyntaxTree, row: int, table: dict[str, Any]) -> Iterator[Import]:
    kind = tree.kind_name(row)
    part = table.get("parts", {}).get(kind)
    if table["style"] == "path":
        yield from _by_path(tree, row, table, part)
        return
    module = None
    if part:
        at = tree.child_by_field(row, part["module"])
        module = tree.slice(at).decode("utf-8", "replace") if at >= 0 else None
    field = part["name"] if part else table["whole"][kind]
    for child in significant_children(tree, row):
        if tree.field_name(child) == field:
            yield from _dotted_name(tree, row, child, table, module)


def _dotted_name(
    tree: SyntaxTree, row: int, child: int, table: dict[str, Any], module: str | None
) -> Iterator[Import]:
    """`a.b`, or `a.b as c`, in an import statement."""
    alias = table["alias"]
    is_aliased = tree.kind_name(child) == alias["kind"]
    named = tree.child_by_field(child, alias["name"]) if is_aliased else child
    leaves = [at for at in range(named, tree.stop[named]) if _is_word(tree, at)]
    if not leaves:
        return
    local_row = tree.child_by_field(child, alias["alias"]) if is_aliased else leaves[0]
    local = tree.slice(local_row).decode("utf-8", "replace")
    text = b"".join(tree.slice(named).split()).decode("utf-8", "replace")
    if module is not None:
        yield Import(module, text, local, leaves[-1], local_row, row)
    else:
        path = text if is_aliased else local
        yield Import(path, None, local, leaves[-1], local_row, row)


def _by_path(
    tree: SyntaxTree, row: int, table: dict[str, Any], part: dict[str, str] | None
) -> Iterator[Import]:
    """Names of `import d, {a, b as c} from './m.js'` and `import * as ns from './m.js'`."""
    if part is None:
        return
    source = tree.child_by_field(row, part["module"])
    if source < 0:
        return
    module = tree.slice(source)[1:-1].decode("utf-8", "replace")
    specifier, whole = table["specifier"], table["whole"]
    for at in range(row, source):
        parent = tree.parent[at]
        if not _is_word(tree, at):
            continue
        local_row, name = at, "default"
        if tree.kind_name(parent) == specifier:
            if tree.field_name(at) != "name":
                continue
            alias = tree.child_by_field(parent, "alias")
            local_row = alias if alias >= 0 else at
            name = tree.slice(at).decode("utf-8", "replace")
        local = tree.slice(local_row).decode("utf-8", "replace")
        is_module = tree.kind_name(parent) in whole
        yield Import(module, None if is_module else name, local, at, local_row, row)


def _is_word(tree: SyntaxTree, row: int) -> bool:
    return bool(tree.flags[row] & LEAF) and tree.kind_name(row) in tables_of(tree.language).names


def _dotted(module: str, base: str, roots: list[str]) -> list[str]:
    name = module.lstrip(".")
    dots = len(module) - len(name)
    tail = name.replace(".", "/")
    if not dots:
        return [root + tail for root in roots]
    for _ in range(dots - 1):
        if not base:
            return []  # above all that is seen
        base = posixpath.dirname(base)
    return [posixpath.join(base, tail) if tail else base]
