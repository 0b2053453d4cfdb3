"""Who may use a top-level name, and what besides code may know its spelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import (
    has_word,
    is_assigned,
    is_at,
    significant_children,
)
from tracer.semantics.names.imports import has_star, target_of
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.dynamic_lookups import is_callee
from tracer.semantics.reflection.readers.printed_names import is_printed
from tracer.semantics.types.class_hierarchy import Classes
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, wrapper_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names, Occurrence
    from tracer.semantics.versions import Versions
    from tracer.syntax import SyntaxTree


def reads_name(names: Names, row: int) -> bool:
    """Whether the name of what the leaf stands for is read there (`f.__name__`, `f.name`)."""
    tree = names.tree
    parent = tree.parent[row]
    if not names.tables.name_readers or parent + 1 != row:
        return False
    return any(
        tree.slice(kid).decode("utf-8", "replace") in names.tables.name_readers
        for kid in significant_children(tree, parent)[1:]
    )


def name_escapes(names: Names, word: str, scope: int) -> bool:
    """Whether the file reads names off values, and one called after a local may be among them.

    Or a text is made of it.

    The local stands for a function or class that is called after it, and is more than called, or is
    known inside it only.
    """
    tree = names.tree
    roles, kind, parent = tree.language.roles, tree.kind, tree.parent
    if not gives_name(names, word, scope):
        return False
    if any(
        is_printed(names, found.row)
        for found in names.within(word, scope)
        if found.use is Use.NAME and names.scope_of(found, word) == scope
    ):
        return True
    if name_reader(names, names.tables.dynamic_values) < 0:
        return False
    if name_reader(names, names.tables.dynamic_members) >= 0 and _is_class(names, word, scope):
        return True  # its objects say what made them
    return any(
        not is_callee(names, found.row)
        if found.scope < 0
        else roles[kind[parent[found.row]]] & Role.DEFINITION
        and not roles[kind[parent[parent[found.row]]]] & (Role.BLOCK | Role.WRAPPER)
        for found in names.within(word, scope)
        if found.use is Use.NAME and names.scope_of(found, word) == scope
    )


def gives_name(names: Names, word: str, scope: int) -> bool:
    """Whether what a variable stands for may be called after it: a function or class made there.

    A definition is; so is a function without a name that is stored where it is written.
    """
    tree = names.tree
    table = names.tables.raw.get("evaluation") or {}
    ids = tree.language.kind_ids
    made = {ids.get((kind, True), -1) for kind in table.get("functions") or ()}
    if not made:
        return True
    for found in names.within(word, scope):
        if found.use is not Use.NAME or names.scope_of(found, word) != scope:
            continue
        if found.scope < 0 and not is_assigned(tree, found.row, names.tables):
            continue
        parent = tree.parent[found.row]
        definition = tree.language.definitions.get(tree.kind[parent])
        is_named = definition is not None and definition.kind != "variable"
        is_own = is_named and tree.field_name(found.row) == "name"
        inside = range(found.row, tree.stop[parent])
        is_parameter = tree.field_name(found.row) == "parameter"
        if is_own or (
            not is_parameter
            and any(tree.kind[at] in made and not _is_given(tree, at, parent) for at in inside)
        ):
            return True
    return False


def _is_class(names: Names, word: str, scope: int) -> bool:
    """Whether a class is made where a variable gets a value."""
    tree, kinds = names.tree, (names.tables.raw.get("bases") or {}).get("at") or {}
    return any(
        tree.kind_name(at) in kinds
        for found in names.occurrences(word)
        if found.scope == scope
        for at in (tree.parent[found.row], *tree.children(tree.parent[found.row]))
    )


def _is_given(tree: SyntaxTree, row: int, holder: int) -> bool:
    """Whether a row is part of a call below another one: what it gives is not what is stored."""
    roles = tree.language.roles
    at = tree.parent[row]
    while at > holder:
        if roles[tree.kind[at]] & Role.CALL:
            return True
        at = tree.parent[at]
    return False


def marks_of_local(names: Names, word: str, scope: int) -> str | None:
    """Whether something that may read its name is attached to what a scope in a function defines.

    A decorator; or the file reads names of definitions, and this one is more than called.
    """
    tree = names.tree
    uses = [o for o in names.within(word, scope) if names.scope_of(o, word) == scope]
    plain = names.tables.raw.get("plain_functions") or ()
    for found in uses:
        definition = tree.parent[found.row]
        if found.scope < 0 or defined_name(tree, definition) != word:
            continue
        if tree.language.definitions[tree.kind[definition]].kind == "variable":
            continue
        # Objects of a class carry its name.
        is_carried = bool(plain) and tree.kind_name(definition) not in plain
        is_carried = is_carried or gives_named(names, definition)
        if _is_marked(names, definition, wrapper_of(tree, definition), is_closed=True):
            return f"the definition of {word} is decorated"
        if is_carried or not all(o is found or is_callee(names, o.row) for o in uses):
            is_class = is_carried or not plain
            reader = name_reader(names, names.tables.dynamic_members, of_types=is_class)
            if reader >= 0:
                return why_read(names, reader)
    return None


def _is_marked(names: Names, row: int, outer: int, *, is_closed: bool) -> bool:
    """Whether a wrapper around a definition exports or decorates it."""
    tree = names.tree
    if is_told(names, row):
        return True
    marks = tree.language.raw.get("annotations") or ()
    while row != outer:
        row = tree.parent[row]
        kids = {tree.kind_name(kid) for kid in significant_children(tree, row)}
        is_exported = tree.kind_name(row) in names.tables.fixed_inside
        if kids.intersection(marks) or (is_exported and not is_closed):
            return True
    return False


def is_told(names: Names, row: int) -> bool:
    """Whether marks of a definition, or of what is in it, are told what it is (`told_by`)."""
    tree, table = names.tree, names.tables.raw.get("told_by") or {}
    work = significant_children(tree, row) if table else []
    while work:
        at = work.pop()
        kind = tree.kind_name(at)
        if kind in table["marks"]:
            return True
        if kind in table["through"]:
            work += significant_children(tree, at)
    return False


def name_reader(names: Names, words: frozenset[str], *, of_types: bool = True) -> int:
    """The first row where the file reads the name of some definition by one of the words, or -1.

    Without `of_types` the names of types alone (`type(o).__name__`) do not count.
    """
    tree, own = names.tree, names.tables.file_words
    rows = []
    for word in words:
        if word.encode() not in tree.text:
            continue
        for found in names.occurrences(word):
            is_defined = found.use is Use.MEMBER and (
                defined_name(tree, tree.parent[found.row]) == word
            )
            is_given = found.use in (Use.MEMBER, Use.NAME) and (
                is_at(tree, found.row, names.tables.gives)
            )
            if is_defined or is_given or _is_variable(names, found, word):
                continue  # a constructor's definition, or a value for a property
            if not of_types and _is_of_type(
                names, found, word, names.tables.raw.get("of_types") or {}
            ):
                continue
            is_own = found.use is Use.NAME and word in own and names.is_file_word(found.row)
            if (found.use is not Use.DATA and not is_own) or _is_asked_by_text(names, found.row):
                rows.append(found.row)
                break
    kinds: dict[str, str] = names.tables.raw.get("dynamic_kinds") or {}
    if (
        kinds
        and words == names.tables.dynamic_members
        and (name_reader(names, names.tables.dynamic_values) >= 0)
    ):
        rows += [
            row
            for kind, text in kinds.items()
            for row in names.rows_of((kind,))
            if tree.slice(row) == text.encode()
        ]
    return min(rows, default=-1)


def reads_type(names: Names, row: int, table: dict[str, Any]) -> bool:
    """Whether a member reads the name of a type, off what gives the type of an object (`table`)."""
    word = names.tree.slice(row).decode("utf-8", "replace")
    found = names.at(row, word)
    return found is not None and _is_of_type(names, found, word, table)


def _is_of_type(names: Names, found: Occurrence, word: str, table: dict[str, Any]) -> bool:
    """Whether a word reads the name of a type, which no plain function is (table `of_types`)."""
    tree = names.tree
    if word not in table.get("words", ()) or found.use is not Use.MEMBER:
        return False
    member = (names.tables.raw.get("expansion") or {}).get("member") or {}
    holder = tree.parent[found.row]
    given = tree.child_by_field(holder, member["object"])
    if tree.kind_name(holder) != member["kind"] or given < 0:
        return False
    if tree.kind_name(given) in table.get("kinds", ()):
        return True
    if (
        tree.flags[given] & LEAF
        and tree.slice(given).decode("utf-8", "replace") in table["members"]
    ):
        return True
    if tree.kind_name(given) == member["kind"]:
        last = tree.child_by_field(given, member["name"])
        text = tree.slice(last).decode("utf-8", "replace")
        return text in table["members"] and not names.is_bound(text)
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(given))
    called = tree.child_by_field(given, fields["function"]) if fields else -1
    text = tree.slice(called).decode("utf-8", "replace") if called >= 0 else ""
    is_free = names.scope_at(called, text) < 0 and not names.is_unclear(text)
    return text in table["calls"] and is_free and not has_star(tree)


def why_read(names: Names, row: int, path: str = "line ") -> str:
    """That names of definitions are read in the line of a row, in words."""
    line = names.tree.line_of(names.tree.start[row])
    return f"{path}{line} reads names of definitions at run time"


def _is_variable(names: Names, found: Occurrence, word: str) -> bool:
    """Whether a use of a word is a variable of the file, which no member is read for (`{word}`)."""
    return (
        found.use is Use.NAME
        and names.tree.kind_name(found.row) not in names.tables.keyed
        and names.scope_of(found, word) >= 0
        and not names.imports_of(word)
        and not names.is_unclear(word)
    )


def _is_asked_by_text(names: Names, row: int) -> bool:
    """Whether a text is what a member is read off by (`f["name"]`)."""
    tree = names.tree
    at = max(tree.parent[row], 0)
    kinds = (names.tables.raw.get("steady") or {}).get("by_text") or ()
    return tree.kind_name(max(tree.parent[at], 0)) in kinds and tree.stop[at] - at <= _SHORT


_AROUND = 3  # an export, a declaration and a name
_SHORT = 4  # a literal with one piece of text: itself, its quotes and the text


def escapes(versions: Versions, file: int, word: str, *, by_objects: bool) -> bool:
    """Whether what `word` stands for is more than called, so that its name could be read off it.

    `by_objects`: or its objects are there to read it off, if it is a class.
    """
    if any(
        _escapes_from(versions.names_before(other), word)
        for other, tree in enumerate(versions.before.trees)
        if other != file and word.encode() in tree.text
    ):
        return True
    names = versions.names_before(file)
    tree = names.tree
    plain = names.tables.raw.get("plain_functions") or ()
    for found in names.occurrences(word):
        if found.use is Use.DATA or (found.use is Use.NAME and is_callee(names, found.row)):
            continue
        is_definition = defined_name(tree, tree.parent[found.row]) == word and found.scope >= 0
        if not is_definition and is_handed_on(names, found.row) and versions.is_closed_for(word):
            continue
        if not is_definition:
            return True
        definition = tree.parent[found.row]
        if by_objects and (
            tree.kind_name(definition) not in plain or gives_named(names, definition)
        ):
            return True
    return False


def is_handed_on(names: Names, row: int) -> bool:
    """Whether a leaf stands in the object of what a file hands on under names (`handed_on`)."""
    tree, table = names.tree, names.tables.raw.get("handed_on") or {}
    at = tree.parent[row]
    while at > 0 and tree.kind_name(at) in table.get("through", ()):
        at = tree.parent[at]
    field = (table.get("places") or {}).get(tree.kind_name(max(at, 0)))
    place = tree.child_by_field(at, field) if field else -1
    return place >= 0 and tree.slice(place).decode("utf-8", "replace") == table["text"]


def gives_named(names: Names, function: int) -> bool:
    """Whether a call gives an object that is called after the function (`named_objects`)."""
    table = names.tables.raw.get("named_objects") or {}
    tree = names.tree
    if has_word(tree, function, frozenset(table.get("words") or ())):
        return True
    kinds = frozenset(table.get("kinds") or ())
    return any(function < at < tree.stop[function] for at in names.rows_of(tuple(kinds)))


def _escapes_from(names: Names, word: str) -> bool:
    """Whether a file that does not define what it calls `word` does more than import and call it.

    Texts are no uses; a name that it gets in an import counts as one.
    """
    tree = names.tree
    roles, erased = tree.language.roles, names.tables.raw.get("erased") or {}
    if not names.tables.is_known:
        return True
    if any(entry.name == word and entry.local != word for entry in names.imports):
        return True
    for found in names.occurrences(word):
        is_type = tree.kind_name(found.row) in (erased.get("names") or ())
        is_type = is_type and not roles[tree.kind[found.row]] & Role.IDENTIFIER
        if found.use is Use.DATA or is_type or is_callee(names, found.row):
            continue
        at = tree.parent[found.row]
        while at > 0 and not roles[tree.kind[at]] & (Role.IMPORT | Role.STATEMENT):
            at = tree.parent[at]
        if not roles[tree.kind[at]] & Role.IMPORT:
            return True
    return False


def marks_of(
    versions: Versions, file: int, word: str, *, is_read_at_home: bool = True
) -> str | None:
    """Whether something that may read the name is attached to the definition of `word`.

    `is_read_at_home`: code of its file that reads names may read this one.
    """
    names = versions.names_before(file)
    readers = (
        ()
        if not is_read_at_home
        else ((names.tables.dynamic_members, True), (names.tables.dynamic_values, False))
    )
    of_types = not _is_plain_function(names, word)
    for words, by_objects in readers if gives_name(names, word, 0) else ():
        row = name_reader(names, words, of_types=of_types)
        if row >= 0 and escapes(versions, file, word, by_objects=by_objects):
            return why_read(names, row, f"{versions.before.paths[file]}:")
    reader = _reader_elsewhere(versions, file, word)
    if reader:
        return f"{reader} reads what {word} is called"
    return marks_at(versions, file, word)


def marks_at(versions: Versions, file: int, word: str) -> str | None:
    """What stands at the definition of `word` and may read its name: decorators, attributes."""
    names = versions.names_before(file)
    tree = names.tree
    for found in names.occurrences(word):
        if found.scope < 0 or names.kind_of_scope(found.scope) != "file":
            continue
        definition = tree.parent[found.row]
        seen = _why_told(versions, file, definition)
        if seen:
            return seen
        is_closed = versions.is_closed_for(word)
        if _is_marked(names, definition, wrapper_of(tree, definition), is_closed=is_closed):
            return f"the definition of {word} is decorated or exported"
        siblings = significant_children(tree, max(tree.parent[definition], 0))
        place = siblings.index(definition) if definition in siblings else 0
        if place and tree.kind_name(siblings[place - 1]) in names.tables.marked_by:
            return f"the definition of {word} has an attribute"
    return None


def _is_plain_function(names: Names, word: str) -> bool:
    """Whether all that a name of the file is bound to are functions that make no type."""
    tree = names.tree
    plain = names.tables.raw.get("plain_functions") or ()
    bound = [o.row for o in names.occurrences(word) if o.scope == 0]
    return bool(bound) and all(
        tree.kind_name(tree.parent[row]) in plain and defined_name(tree, tree.parent[row]) == word
        for row in bound
    )


def _reader_elsewhere(versions: Versions, file: int, word: str) -> str | None:
    """The path of another file that reads the name off what it imports as the word, if any."""
    home = versions.names_before(file)
    readers = home.tables.name_readers
    if not readers or not gives_name(home, word, 0):
        return None
    paths, here = versions.before.file_of_path, versions.before.paths[file]
    unnamed = {
        (other, entry.local)
        for other, path in enumerate(versions.before.paths if _is_default(home, word) else ())
        for names in (versions.names_before(other),)
        for entry in names.imports
        if entry.name == home.tables.raw["imports"].get("unnamed")
        and target_of(paths, path, entry.module, names.tree.language) == here
    }
    for other in {*versions.files_with(word, is_after=False), *(f for f, _ in unnamed)}:
        names = versions.names_before(other)
        if other == file or not names.tables.is_known:
            continue
        known = {word, *(entry.local for entry in names.imports if entry.name == word)}
        known.update(local for f, local in unnamed if f == other)
        if any(
            o.use is not Use.DATA and _is_read_off(names, o.row, readers)
            for local in known
            for o in names.occurrences(local)
        ):
            return versions.before.paths[other]
    return None


def _is_default(names: Names, word: str) -> bool:
    """Whether a file gives what it calls `word` to others without a name (`imports.unnamed`)."""
    tree = names.tree
    unnamed = names.tables.imports.get("unnamed")
    if unnamed is None or unnamed.encode() not in tree.text:
        return False
    for found in names.occurrences(word):
        at = tree.parent[found.row]
        for _ in range(_AROUND):
            if at > 0 and has_word(tree, at, frozenset({unnamed})):
                return True
            at = tree.parent[at] if at > 0 else at
    return False


def _is_read_off(names: Names, row: int, readers: frozenset[str]) -> bool:
    """Whether a member with one of the names is read off a leaf, or off what it is called for."""
    tree = names.tree
    member = (names.tables.raw.get("expansion") or {}).get("member") or {}
    calls = tree.language.raw.get("calls") or {}
    while row > 0:
        parent = tree.parent[row]
        kind, field = tree.kind_name(parent), tree.field_name(row)
        if kind == member.get("kind"):
            last = tree.child_by_field(parent, member["name"])
            if row != last and tree.slice(last).decode("utf-8", "replace") in readers:
                return True
        elif kind not in names.tables.parentheses and (
            field != (calls.get(kind) or {}).get("function")
        ):
            return False
        row = parent
    return False


def _why_told(versions: Versions, file: int, row: int) -> str | None:
    """Why a base of the class defined at a row may be told its name, or None."""
    table = versions.names_before(file).tables.raw.get("bases") or {}
    if not table.get("lookers"):
        return None
    return Classes(versions.before, versions.names_before).why_not_plain(file, row)
