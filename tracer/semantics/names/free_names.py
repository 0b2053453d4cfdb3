"""What the names a definition takes from its file refer to."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import has_word, rows_called
from tracer.semantics.names.imports import module_path
from tracer.semantics.names.occurrences import Names, Occurrence, Use
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.names.imports import Import


NOTHING = "nothing"  # what a name stands for that only checkers of types can see


def free_names(names: Names, row: int) -> tuple[str | None, ...]:
    """Words in the subtree of a definition that refer to its file or beyond, its own excepted.

    None stands for one whose meaning is not certain. Each definition is looked through once.
    """
    found = names.kept(_free_found)
    known = found.get(row)
    if known is None:
        known = found[row] = tuple(_free_names(names, row))
    return known


def _free_found(_: Names) -> dict[int, tuple[str | None, ...]]:
    """What `free_names` found, by row."""
    return {}


def _free_names(names: Names, row: int) -> Iterator[str | None]:
    tree = names.tree
    # What says that a name is one of a function around, which then is in the definition as well.
    inner = names.tables.imports.get("inner") or ()
    own = tree.child_by_field(row, tree.language.definitions[tree.kind[row]].name)
    leaves = [at for at in rows_called(tree, row, names.tables.words) if tree.flags[at] & LEAF]
    bound = {tree.slice(at) for at in leaves if names.may_bind_at(at)}
    is_top = names.is_seen_by_file_only(row)
    for text in dict.fromkeys(tree.slice(at) for at in leaves if at != own):
        word = text.decode("utf-8", "replace")
        for found in names.each_inside(word, row):
            if found.use is Use.UNCLEAR:
                if tree.kind_name(tree.parent[found.row]) not in inner:
                    yield None
            elif found.row != own and _is_free(
                names, found, row, word, is_unbound=is_top and text not in bound
            ):
                yield word
                break


def is_used_in(names: Names, row: int, word: str) -> bool:
    """Whether a word is one of the `free_names` of a definition; others are not looked at."""
    known = names.kept(_free_found).get(row)
    if known is not None:
        return word in known
    tree = names.tree
    own = tree.child_by_field(row, tree.language.definitions[tree.kind[row]].name)
    return any(
        found.row != own and _is_free(names, found, row, word)
        for found in names.each_inside(word, row)
    )


def _is_free(
    names: Names, found: Occurrence, row: int, word: str, *, is_unbound: bool = False
) -> bool:
    """Whether an occurrence in a definition refers to its file or beyond.

    `is_unbound`: nothing in the definition binds the word, so it means what it means in the file.
    """
    if found.use is not Use.NAME or (found.fixed and found.scope < 0):
        return False  # such as a part of a module's name
    is_free = is_unbound or names.scope_of(found, word) <= 0
    return is_free and not _is_imported_here(names, found.row, row, word)


def _is_imported_here(names: Names, at: int, row: int, word: str) -> bool:
    """Whether a function around a use, in a definition, imports a module below that name.

    `import a.b` binds a, which the tables do not count as a binding.
    """
    tree, scopes = names.tree, names.tables.scopes
    homes = {
        _function_around(names, entry.statement)
        for entry in names.imports_of(word)
        if entry.name is None and row < entry.statement < tree.stop[row]
    }
    while at > row and homes:
        at = tree.parent[at]
        if at in homes and scopes.get(tree.kind_name(at)) == "function":
            return True
    return False


def _function_around(names: Names, row: int) -> int:
    while row > 0 and names.tables.scopes.get(names.tree.kind_name(row)) != "function":
        row = names.tree.parent[row]
    return row


def top_bindings(names: Names, word: str) -> list[Occurrence]:
    """Occurrences that bind a word at the top of the file."""
    return [o for o in names.bound(word) if o.scope == 0]


def import_key(names: Names, path: str, word: str) -> str | None:
    """What a word stands for at the top of a file, comparable between files.

    A builtin, or the one thing a top-level import binds to it; None for anything else. Each word
    is looked at once.
    """
    known = names.kept(_keys_found)
    if word not in known:
        known[word] = _import_key(names, path, word)
    return known[word]


def _keys_found(_: Names) -> dict[str, str | None]:
    """What `import_key` found, by word."""
    return {}


def _import_key(names: Names, path: str, word: str) -> str | None:
    bound = top_bindings(names, word)
    entries = names.imports_of(word)
    if not names.is_unclear(word):
        # What a function imports is its own.
        entries = [e for e in entries if _function_around(names, e.statement) == 0]
    table = names.tables.imports
    if table.get("objects") and names.is_unclear(word) and not _is_literal(names, word):
        return None  # some function may assign it
    if not entries:
        return _key_without_import(names, word, bound)
    # A dotted import binds its first name, which the tables do not count as a binding.
    plain = {e.local_row for e in entries if module_path(names.tree, e) == e.module}
    if not plain <= {found.row for found in bound} <= {e.local_row for e in entries}:
        return None
    if any(names.tree.parent[entry.statement] != 0 for entry in entries):
        rows = [entry.statement for entry in entries]
        is_nothing = not names.is_unclear(word) and all(_is_for_types(names, row) for row in rows)
        return NOTHING if is_nothing else None
    paths = [module_path(names.tree, entry) for entry in entries]
    if all(
        entry.name is None and "." not in entry.module and word == whole.partition(".")[0]
        for whole, entry in zip(paths, entries, strict=True)
    ):
        # `import a.b` and `import a.c` both bind a, and both are needed; `import a` is neither.
        ends = (p for p in paths if not any(other.startswith(p + ".") for other in paths))
        return ", ".join(sorted({_module_of(path, end, table) + " " for end in ends}))
    keys = {
        ("types of " if is_erased(names, entry) else "")
        + _module_of(path, whole, table)
        + f" {entry.name or ('.' in entry.module and 'itself') or ''}"
        for whole, entry in zip(paths, entries, strict=True)
    }
    return keys.pop() if len(keys) == 1 else None


def is_erased(names: Names, entry: Import) -> bool:
    """Whether an import takes something for the compiler only (`import { type A }`)."""
    words = frozenset(names.tables.imports.get("erased") or ())
    rows = (entry.statement, names.tree.parent[entry.row]) if words else ()
    return any(has_word(names.tree, row, words) for row in rows)


def _key_without_import(names: Names, word: str, bound: list[Occurrence]) -> str | None:
    """What a word that no import at the top binds stands for, as `import_key` says it."""
    if bound:
        is_nothing = not names.is_unclear(word) and all(_is_for_types(names, o.row) for o in bound)
        return NOTHING if is_nothing else None
    # Where files are modules, what they do not bind is the same for all of them.
    is_module = names.tables.imports.get("style") == "path"
    is_known = is_module or word in (names.tables.raw.get("builtins") or ())
    return f"builtin {word}" if is_known else None


def _is_literal(names: Names, word: str) -> bool:
    """Whether a word is a literal wherever it stands as code (`None`), which nobody assigns."""
    tree = names.tree
    return all(
        o.use is Use.DATA or tree.language.roles[tree.kind[o.row]] & Role.LITERAL
        for o in names.occurrences(word)
    )


def means_nothing(names: Names, word: str) -> bool:
    """Whether no statement of a file binds a word, nor does the language, as far as is known."""
    is_bound = bool(top_bindings(names, word)) or any(
        _function_around(names, e.statement) == 0 for e in names.imports_of(word)
    )
    return not (is_bound or names.is_unclear(word)) and word not in (
        names.tables.raw.get("builtins") or ()
    )


def _is_for_types(names: Names, row: int) -> bool:
    """Whether a statement, or what is in one, is there for checkers of types only, and never runs.

    Table `imports.for_types`: `kind` of the statement around it, at the top of the file, fields of
    its `condition` and `then`, `names` that the condition may be, `modules` these come from.
    """
    table = names.tables.imports.get("for_types")
    if not table:
        return False
    tree, around = names.tree, row
    while tree.parent[around] > 0:
        around = tree.parent[around]
    if tree.kind_name(around) != table["kind"]:
        return False
    then = tree.child_by_field(around, table["then"])
    text = tree.slice(tree.child_by_field(around, table["condition"])).decode("utf-8", "replace")
    root, _, last = text.rpartition(".")
    bound = root or last
    if not then <= row < tree.stop[then] or last not in table["names"]:
        return False
    entries = names.imports_of(bound)
    return (
        bool(entries)
        and not names.is_unclear(bound)
        and {o.row for o in top_bindings(names, bound)} <= {e.local_row for e in entries}
        and all(tree.parent[e.statement] == 0 and e.module in table["modules"] for e in entries)
        and all((e.name is None) == bool(root) for e in entries)
        and all(e.name in (None, last) for e in entries)
    )


def _module_of(path: str, module: str, table: dict[str, Any]) -> str:
    """A module's name, comparable between files."""
    if not module.startswith("."):
        return module
    folder = posixpath.dirname(path)
    if table.get("style") == "path":
        return posixpath.normpath(posixpath.join("/", folder, module))
    return f"{folder}:{module}"
