"""Who reads the name of a function or class without spelling it: other files, stored data.

A function that is handed on is asked for its name by whoever gets it (`f.__name__` in a registry),
a class by whoever gets one of its objects (`type(o).__name__`), and data that is kept names it.
What is private is left out: that nobody keeps, or reads elsewhere, what it is called is taken for
granted. Table `told_elsewhere` of verdicts.yaml:

- `of_types`: what gives the type of an object, whose name it is (`visibility.reads_type`);
- `kept_by`: words of a file that keeps objects with the names of their classes;
- `values`: members that are the name of the very thing; `anywhere`: whatever file reads them
  (without: one that is imported where the thing is handed on); `own`: what a method calls its
  object;
- `not_handed`: kinds in which a name is not handed on, `through` brackets of these kinds, and
  functions (`asks`) that only ask about it;
- `texts_of`: classes whose objects say as texts what their own class is called;
- `made`: kinds that make an object of a function;
- `errors`: what the language's own errors are called;
- `caught`: kinds that name an error that is caught -> field of the name; `shows`: functions that
  make a text of it with the name of its class, `marked`: what in a text does;
- `after`: keywords -> members of what is made with them that have the name of what they are given.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.imports import target_of
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.dynamic_lookups import is_callee
from tracer.semantics.reflection.readers.name_readers import gives_name, reads_type
from tracer.semantics.types.class_hierarchy import Classes, bases_of
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.names.occurrences import Names
    from tracer.semantics.versions import Versions


def why_named_after(versions: Versions, word: str) -> str | None:
    """What is called after the function that a word means, and shows it, or None."""
    for path, names in _files(versions, word):
        after: dict[str, list[str]] = _table(names).get("after") or {}
        keywords = (names.tables.keyword_parameters or {}).get("keyword")
        for found in names.occurrences(word) if after else ():
            holder = names.tree.parent[found.row]
            if found.use is Use.DATA or names.tree.kind_name(holder) != keywords:
                continue
            first = significant_children(names.tree, holder)[0]
            members = after.get(names.tree.slice(first).decode("utf-8", "replace")) or ()
            shown = next((m for m in members if first != found.row and _is_read(names, m)), None)
            if shown:
                return f"{shown} in {path} may be called after {word}"
    return None


def why_told_elsewhere(versions: Versions, file: int, word: str) -> str | None:
    """Why another file, or what is kept in data, may say what the word means in a file, or None.

    Cost: the occurrences of the words of the table in all files, found once.
    """
    home = versions.names_before(file)
    if not _table(home) or not gives_name(home, word, 0):
        return None
    row = _class_row(versions, file, word)
    if row >= 0:
        problem = _why_object_told(versions, file, row)
        if problem:
            return problem
    handing = [path for path, names in _files(versions, word) if is_handed_on(names, word)]
    for path in handing:
        for reader, names, at in versions.kept(_readers):
            if reader != versions.before.paths[file] and _is_reached(versions, path, reader, names):
                return f"{reader}:{_line(names, at)} reads names; {path} hands {word} on"
    return None


def why_read_off_import(versions: Versions, file: int, word: str, scope: int) -> str | None:
    """Why another file may read what a function or class of a scope is called, or None.

    Off what it imports from that file by whatever name (`export const Box = class Crate {}`); who
    gets it otherwise is not asked (docs/rules.md).
    """
    problem = versions.kept(_read_off).get(versions.before.paths[file])
    return problem if problem and gives_name(versions.names_before(file), word, scope) else None


def _read_off(versions: Versions) -> dict[str, str]:
    """The files of which something is imported and asked for its name, each with where it is."""
    paths, found = versions.before.file_of_path, dict[str, str]()
    for reader, names, at in versions.kept(_readers):
        text = names.tree.slice(names.tree.parent[at]).decode("utf-8", "replace")
        off, _, last = text.partition(".")
        for entry in names.imports_of(off):
            home = target_of(paths, reader, entry.module, names.tree.language)
            is_module = entry.name is None and "." not in last
            if home is not None and not is_module:
                found.setdefault(home, f"{reader}:{_line(names, at)} reads what {off} is called")
    return found


def why_error_shown(names: Names, word: str, scope: int) -> str | None:
    """Why objects of a class may say at home what it is called, or None.

    Errors that are shown to who writes programs; and what the library's classes for objects say of
    those that are derived from them (`texts_of`), if the class says nothing else.
    """
    tree = names.tree
    rows = [
        tree.parent[o.row]
        for o in names.within(word, scope)
        if o.scope == scope and defined_name(tree, tree.parent[o.row]) == word
    ]
    kinds = (names.tables.raw.get("bases") or {}).get("at") or ()
    rows = [row for row in rows if _table(names) and tree.kind_name(row) in kinds]
    for row in rows:
        own = frozenset((names.tables.raw.get("printed") or {}).get("own") or ())
        if _says_its_class(names, row) and not names.has_any(own, row):
            return f"an object of {word} says as a text what its class is called"
    shown = names.kept(_shown_error) if any(_is_error(names, row) for row in rows) else -1
    return f"line {_line(names, shown)} shows errors by their names" if shown >= 0 else None


def _says_its_class(names: Names, row: int) -> bool:
    """Whether a base of the class at a row makes texts with the names of derived classes."""
    said = _table(names).get("texts_of") or ()
    return any(base.rpartition(".")[2] in said for base in bases_of(names, row))


def is_derived_anywhere(names: Names) -> bool:
    """Whether a file derives a class from what a function is given."""
    kinds = (names.tables.raw.get("bases") or {}).get("at") or ()
    for row in names.rows_of(tuple(kinds)):
        for base in bases_of(names, row):
            at = next((o for o in names.within(base, row) if o.use is Use.NAME), None)
            if at is not None and names.is_of_function(at, base):
                return True
    return False


def why_stored(versions: Versions, names: Names) -> str | None:
    """Why data may say that classes of a file are in it, or None."""
    kinds = (names.tables.raw.get("bases") or {}).get("at") or ()
    return versions.kept(_keeper) if names.rows_of(tuple(kinds)) else None


def _keeper(versions: Versions) -> str | None:
    """A file that keeps objects with the names of their classes, if any."""
    for file, path in enumerate(versions.before.paths):
        names = versions.names_before(file)
        kept = names.has_any(frozenset(_table(names).get("kept_by") or ()), 0)
        if kept:
            return f"{kept} in {path} may keep what classes are called"
    return None


def _line(names: Names, row: int) -> int:
    return names.tree.line_of(names.tree.start[row])


def _table(names: Names) -> dict[str, Any]:
    table: dict[str, Any] = names.tables.raw.get("told_elsewhere") or {}
    return table


def _files(versions: Versions, word: str) -> Iterator[tuple[str, Names]]:
    """The files before that have a word, of languages with the table."""
    for file in versions.files_with(word, is_after=False):
        names = versions.names_before(file)
        if _table(names):
            yield versions.before.paths[file], names


def _readers(versions: Versions) -> list[tuple[str, Names, int]]:
    """Where files read the name of a thing: path, names and row."""
    return [
        (path, names, row)
        for file, path in enumerate(versions.before.paths)
        for names in (versions.names_before(file),)
        for row in _rows(names)
    ]


def _rows(names: Names) -> list[int]:
    """The rows of what reads the name of a thing, that of the file aside."""
    found = [
        o.row
        for word in _table(names).get("values") or ()
        if word.encode() in names.tree.text
        for o in names.occurrences(word)
        if o.use is Use.MEMBER and defined_name(names.tree, names.tree.parent[o.row]) != word
    ]
    return sorted(found)


def _is_read(names: Names, member: str) -> bool:
    """Whether a file reads a member of something, or calls it."""
    tree = names.tree
    fields = (names.tables.raw.get("expansion") or {}).get("member") or {}
    return any(
        tree.kind_name(tree.parent[o.row]) == fields["kind"]
        and tree.field_name(o.row) == fields["name"]
        for o in names.occurrences(member)
    )


def _is_reached(versions: Versions, path: str, reader: str, names: Names) -> bool:
    """Whether what is handed on in a file may get to one that reads names."""
    return bool(_table(names).get("anywhere")) or reader in versions.kept(_below, path)


def _below(versions: Versions, path: str) -> set[str]:
    """The files of the change that a file imports, and those that they import in turn."""
    paths, found, work = versions.before.file_of_path, set[str](), [path]
    while work:
        here = work.pop()
        names = versions.names_before(paths[here])
        targets = {
            target_of(paths, here, entry.module, names.tree.language) for entry in names.imports
        }
        new = {target for target in targets if target is not None} - found
        found |= new
        work += sorted(new)
    return found


def is_handed_on(names: Names, word: str) -> bool:
    """Whether a file gives what it calls `word` to somebody, or keeps it somewhere."""
    return any(
        o.use is Use.NAME and o.scope < 0 and not o.fixed and not _is_left_alone(names, o.row)
        for o in names.occurrences(word)
    )


def _is_left_alone(names: Names, row: int) -> bool:
    """Whether a use only calls a thing, reads a member of it, or asks whether it is another one."""
    tree, table = names.tree, _table(names)
    if is_callee(names, row):
        return True
    calls, at = tree.language.raw.get("calls") or {}, tree.parent[row]
    while at > 0 and tree.kind_name(at) in table["through"]:
        at = tree.parent[at]
    fields = calls.get(tree.kind_name(max(tree.parent[at], 0)))
    if fields is not None:
        called = tree.child_by_field(tree.parent[at], fields["function"])
        return tree.slice(called).decode("utf-8", "replace") in table.get("asks", ())
    roles = tree.language.roles[tree.kind[at]]
    return bool(roles & Role.IMPORT) or tree.kind_name(at) in table["not_handed"]


# ---------------------------------------------------------------------- objects of classes


def _class_row(versions: Versions, file: int, word: str) -> int:
    """The row of the class, or of the function that makes objects, that a file calls so, or -1."""
    names = versions.names_before(file)
    tree, made = names.tree, _table(names).get("made") or {}
    kinds = (names.tables.raw.get("bases") or {}).get("at") or ()
    for found in names.occurrences(word):
        holder = tree.parent[found.row]
        if found.scope != 0 or defined_name(tree, holder) != word:
            continue
        is_maker = any(
            other.tree.kind_name(other.tree.parent[o.row]) in made
            for _, other in _files(versions, word)
            for o in other.occurrences(word)
        )
        if is_maker or tree.kind_name(holder) in kinds:
            return holder
    return -1


def _why_object_told(versions: Versions, file: int, row: int) -> str | None:
    """Why an object of the class at a row may be asked for its class's name elsewhere, or None."""
    kept = versions.kept(_keeper)
    if kept is not None:
        return kept
    classes = Classes(versions.before, versions.names_before)
    above = classes.above(file, row)
    is_error = _is_error(versions.names_before(file), row) or any(
        _is_error(versions.names_before(f), at) for f, at in above
    )
    for other, path in enumerate(versions.before.paths):
        names = versions.names_before(other)
        table = _table(names)
        if not table:
            continue
        shown = names.kept(_shown_error) if is_error else -1
        if shown >= 0:
            return f"{path}:{_line(names, shown)} shows errors by their names"
        types = table.get("of_types") or {}
        for at in _rows(names) if other != file else ():
            if reads_type(names, at, types) and not _is_of_another(names, other, at, above):
                return f"{path}:{_line(names, at)} reads what the class of an object is called"
    return None


def _is_of_another(names: Names, file: int, row: int, above: set[tuple[int, int]]) -> bool:
    """Whether a method asks its own object, whose class is none of those `above`."""
    tree = names.tree
    own = set(_table(names).get("own") or ())
    member = tree.parent[row]
    words = set(re.findall(r"\w+", tree.slice(member).decode("utf-8", "replace")))
    while member > 0 and names.tables.scopes.get(tree.kind_name(member)) != "class":
        member = tree.parent[member]
    if words.isdisjoint(own) or member <= 0:
        return False
    return not any(f == file and at <= member < tree.stop[at] for f, at in above)


def _is_error(names: Names, row: int) -> bool:
    """Whether the class at a row is derived from an error of the language."""
    tree = names.tree
    known = names.tables.raw.get("builtins") or ()
    bases = (names.tables.raw.get("bases") or {}).get("at") or ()
    if tree.kind_name(row) not in bases:
        return False
    shown = _table(names).get("errors")
    pattern = re.compile(shown) if shown else None
    kinds = (names.tables.raw.get("bases") or {}).get("within") or ()
    return any(
        tree.kind_name(tree.parent[at]) in kinds
        and word in known
        and pattern is not None
        and pattern.search(word)
        for at in range(row, tree.child_by_field(row, "body"))
        if tree.kind_name(at) in names.tables.words
        for word in (tree.slice(at).decode("utf-8", "replace"),)
    )


def _shown_error(names: Names) -> int:
    """Where a text is made of an error that is caught, with the name of its class, or -1."""
    tree, table = names.tree, _table(names)
    for kind, field in (table.get("caught") or {}).items():
        for row in names.rows_of((kind,)):
            at = tree.child_by_field(row, field)
            clause = tree.parent[row]
            word = tree.slice(at).decode("utf-8", "replace") if at >= 0 else ""
            found = next(
                (
                    o.row
                    for o in names.within(word, clause)
                    if not row <= o.row < tree.stop[row] and _is_shown(names, o.row, table)
                ),
                -1,
            )
            if found >= 0:
                return found
    return -1


def _is_shown(names: Names, row: int, table: dict[str, Any]) -> bool:
    """Whether a use makes a text of a thing as the language shows it to who writes programs."""
    tree = names.tree
    calls = tree.language.raw.get("calls") or {}
    at = tree.parent[row]
    text = b""
    while at > 0 and not tree.language.roles[tree.kind[at]] & Role.STATEMENT:
        fields = calls.get(tree.kind_name(at))
        called = tree.child_by_field(at, fields["function"]) if fields else -1
        if called >= 0 and tree.slice(called).decode("utf-8", "replace") in table["shows"]:
            return True
        text, at = tree.slice(at), tree.parent[at]
    return re.search(table["marked"].encode(), text) is not None
