"""Whether a definition does the same in another file: what it is, and what its names mean."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from tracer.classify.change.refusals import Asks, Refusal
from tracer.classify.equality.implied.calls import stated_encodings
from tracer.classify.equality.subtree_equality import is_same_tokens
from tracer.classify.rules.move.moved import Moved, bound_in, entries_in, was_imported
from tracer.semantics.effects.statement_effects import facts_of
from tracer.semantics.language.tables import (
    has_kind,
    is_assigned,
    rows_called,
    rows_of,
    significant_children,
)
from tracer.semantics.names.free_names import (
    NOTHING,
    free_names,
    import_key,
    means_nothing,
    top_bindings,
)
from tracer.semantics.names.import_graph import reached_from
from tracer.semantics.names.imports import asked_of_later, has_star, target_of
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in
from tracer.semantics.reflection.lookups.module_namespaces import module_name
from tracer.semantics.reflection.readers.framework_names import is_entry, why_asked, why_collected
from tracer.semantics.types.class_hierarchy import Classes
from tracer.semantics.values.string_values import is_spelled_in
from tracer.syntax.grammar import Role
from tracer.syntax.names import unwrapped, wrapper_of

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree


def why_not_inert(context: Context, moved: Moved) -> str | None:
    """Whether defining what moved does more than bind its name, or tools look for it there."""
    for names, rows in (
        (context.names_before(moved.source_b), moved.rows_b),
        (context.names_after(moved.target_a), moved.rows_a),
    ):
        for name, row in rows.items():
            if not is_inert(names, row):
                return f"defining {name} may run code"
            for member in sorted(_members(names, row)):
                if _is_stored(context, member) or _runs_before(names, row):
                    return f"a {member} may be another one where {name} is defined"
            if is_entry(names, name) or names.tables.is_reserved(name):
                return f"tools may look for {name} in its file"
    problem = _why_asked(context, moved)
    if problem:
        return problem
    classes = Classes(context.before, context.names_before)
    for name, row in moved.rows_b.items():
        problem = classes.why_not_plain(moved.source_b, row)
        if problem:
            return f"{name}: {problem}"
    return None


def _why_asked(context: Context, moved: Moved) -> str | None:
    """Why a tool may ask the former file, or the new one, for what moved, or None."""
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    path, home = context.before.paths[moved.source_b], context.after.paths[moved.target_a]
    left = context.names_after(moved.source_a) if moved.source_a >= 0 else None
    for name in moved.rows_b:
        collected = why_collected(context, source, name, sort="names")
        if collected:
            return collected
        is_used = any(
            found.scope < 0 and found.use is not Use.DATA
            for file in context.files_with(name, is_after=False)
            for found in context.names_before(file).occurrences(name)
        )
        is_left = left is not None and left.is_bound(name)
        asked = None if is_left else why_asked(source, path, name, is_used=is_used)
        asked = asked or why_asked(target, home, name, is_used=is_used)
        if asked:
            return asked
    return None


def is_inert(names: Names, row: int) -> bool:
    """Whether a definition does nothing but bind its name, before anything runs or in its turn."""
    order = names.tables.raw.get("order") or {}
    row = unwrapped(names.tree, row)
    if names.tables.imports.get("live") and names.tree.kind_name(row) in (order.get("free") or ()):
        return True
    return facts_of(names, order, row, is_class=True).is_inert


def _members(names: Names, row: int) -> frozenset[str]:
    """The members of modules of the library that defining something reads."""
    order = names.tables.raw.get("order") or {}
    return facts_of(names, order, unwrapped(names.tree, row), is_class=True).members


def _runs_before(names: Names, row: int) -> bool:
    """Whether what stands above a definition runs code, which may change what it reads."""
    tree = names.tree
    roles, kind = tree.language.roles, tree.kind
    return any(
        not roles[kind[at]] & (Role.IMPORT | Role.COMMENT | Role.LITERAL)
        and not is_inert(names, at)
        for at in significant_children(tree, 0)
        if at < wrapper_of(tree, row)
    )


def _is_stored(context: Context, member: str) -> bool:
    """Whether some file of the change stores to a member, or spells it in a text."""
    for is_after, names_of in ((False, context.names_before), (True, context.names_after)):
        for file in context.files_with(member, is_after=is_after):
            names = names_of(file)
            if not names.tables.is_known:
                return True
            for found in names.occurrences(member):
                at = names.tree.parent[found.row]
                if found.use is Use.DATA:
                    if is_spelled_in(names, found.row, member):
                        return True
                elif found.use is Use.MEMBER and is_assigned(names.tree, at, names.tables):
                    return True
    return False


def why_looked_up(context: Context, moved: Moved) -> str | None:
    """Whether names may be found by spelling, or the two files are read in different ways."""
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    for names in (source, target):
        word = look_up_in(names, names.tables.dynamic_file, 0)
        if word:
            return f"{word} may look names up by spelling"
        if has_star(names.tree):
            return "names are imported without being spelled out"
    return (
        _why_read_otherwise(source, target, moved)
        or _why_module_now(context, moved)
        or _why_counted(context, moved)
    )


def _why_module_now(context: Context, moved: Moved) -> str | None:
    """Whether the new file was a script with code, or names that others use, and is a module."""
    if moved.target_b < 0:
        return None
    former, target = context.names_before(moved.target_b), context.names_after(moved.target_a)
    markers = target.tables.module_markers
    if not markers or has_kind(former.tree, markers) == has_kind(target.tree, markers):
        return None
    code = (former.tables.raw.get("evaluation") or {}).get("functions") or ()
    words = {w for row in significant_children(former.tree, 0) for w in bound_in(former, row)}
    is_used = any(
        file != moved.target_b
        for word in sorted(words)
        for file in context.files_with(word, is_after=False)
    )
    if is_used or has_kind(former.tree, frozenset(code)):
        return "the new file was a script, and is a module now"
    return None


def _why_read_otherwise(source: Names, target: Names, moved: Moved) -> str | None:
    """Whether two files are compiled, or executed, in different ways."""
    markers = source.tables.module_markers
    if markers and len({has_kind(n.tree, markers) for n in (source, target)}) > 1:
        return "one of the files is a module, the other a script"
    if _encodings(source) != _encodings(target) and not all(
        source.tree.slice(row).isascii() for row in moved.rows_b.values()
    ):
        return "the files differ in their encoding"
    if _future(source) != _future(target):
        return "the files differ in __future__"
    for pattern, kinds in (source.tables.imports.get("pragmas") or {}).items():
        if has_kind(target.tree, frozenset(kinds)) and (
            _pragmas(source.tree, pattern) != _pragmas(target.tree, pattern)
        ):
            return "comments say that the files are compiled in different ways"
    if _directives(source) != _directives(target):
        return "the files say that they are executed in different places"
    return None


def _why_counted(context: Context, moved: Moved) -> str | None:
    """Whether some file asks a class for those that derive from it, in their order."""
    names = context.names_before(moved.source_b)
    scopes = names.tables.scopes
    if not any(scopes.get(names.tree.kind_name(row)) == "class" for row in moved.rows_b.values()):
        return None
    for word in names.tables.imports.get("counted_by") or ():
        for file in context.files_with(word, is_after=False):
            if context.names_before(file).has_any(frozenset((word,)), 0):
                return f"{word} may find a class that moved"
    return None


def _encodings(names: Names) -> set[str]:
    """The encodings, other than the default, that a file says it has."""
    rule = (names.tables.raw.get("implied") or {}).get("header")
    return stated_encodings(names.tree, rule) if rule else set()


def _future(names: Names) -> set[str]:
    """What a file asks of later versions of its language, and has not in any case."""
    table = names.tables.imports
    tree = names.tree
    rows = (r for r in significant_children(tree, 0) if tree.kind_name(r) == table.get("future"))
    return {word for row in rows for word in asked_of_later(tree, row)}.difference(
        table.get("future_settled") or ()
    )


def _directives(names: Names) -> set[str]:
    """The texts at the top of a file that say where its code is executed (`"use client"`)."""
    pattern, tree = names.tables.imports.get("directives"), names.tree
    if not pattern:
        return set()
    texts = (tree.slice(row).decode("utf-8", "replace") for row in significant_children(tree, 0))
    return {text.strip("'\"; ") for text in texts if re.match(f"['\"]{pattern}", text)}


def _pragmas(tree: SyntaxTree, pattern: str) -> list[bytes]:
    """The texts of the comments of a file that a pattern is found in."""
    wanted = re.compile(pattern.encode())
    texts = (tree.slice(row) for row in rows_of(tree, tree.language.raw.get("comments") or ()))
    return sorted(text for text in texts if wanted.search(text))


def why_not_alone(context: Context, moved: Moved) -> str | None:
    """Whether a moved name has another binding at its old or new home."""
    source_b, target_a = context.names_before(moved.source_b), context.names_after(moved.target_a)
    for name in moved.edits:
        for names in (source_b, target_a):
            if len(top_bindings(names, name)) != 1:
                return f"{name} is bound more than once"
            if any(o.use is Use.UNCLEAR for o in names.occurrences(name)):
                return Refusal.of(Asks.MEANING, f"it is not certain what {name} means")
        if moved.target_b >= 0 and not was_imported(context, moved, name):
            if _is_hidden_by(context, moved, name):
                return f"{name} is called as its new file, which its package has as a member"
            known = context.names_before(moved.target_b).occurrences(name)
            if any(o.use in (Use.NAME, Use.UNCLEAR) for o in known):
                return f"{name} already meant something in the new file"
    return None


def _is_hidden_by(context: Context, moved: Moved, name: str) -> bool:
    """Whether a package had a thing and a module of one name.

    Whoever imports the module finds it under the name, if the package has not imported it before.
    """
    source, target = context.before.paths[moved.source_b], context.before.paths[moved.target_b]
    table = context.names_before(moved.source_b).tables.imports
    return bool(
        table.get("objects")
        and posixpath.basename(source) == table.get("package")
        and posixpath.dirname(source) == posixpath.dirname(target)
        and module_name(target) == name
    )


def why_other_meaning(  # noqa: C901 - one guard a line
    context: Context, moved: Moved
) -> str | None:
    """Whether a name the definitions use from their file means something else in the new one."""
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    paths = context.before.paths[moved.source_b], context.after.paths[moved.target_a]
    is_elsewhere = posixpath.dirname(paths[0]) != posixpath.dirname(paths[1])
    for names, rows in ((source, moved.rows_b), (target, moved.rows_a)):
        for name, row in rows.items():
            if is_elsewhere and any(e.module.startswith(".") for e in entries_in(names, row)):
                return f"{name} imports something relative to its file"
            own = of_file(names, row)
            if own:
                return f"{name} uses {own}, which is its file's"
            former = moved.rows_b[name]
            if names is target and is_same_tokens(source.tree, former, target.tree, row):
                continue  # the same words, which were asked about where it stood
            spelled = _spelled_names(names, row)
            for word in (*free_names(names, row), *spelled):
                known = names.tables.raw.get("builtins") or ()
                is_of_file = str(word).startswith("__") and word not in known
                if word is None or (is_of_file and not names.tables.imports.get("live")):
                    return f"{name} uses a name whose meaning depends on its file"
                if word in moved.edits or is_taken_back(context, moved, word):
                    continue
                if not _is_one_thing((source, target), paths, word):
                    why = f"{word} is not the same in the new file"
                    return why if word in spelled else Refusal.of(Asks.MEANING, why)
            for word in _words_of_examples(names, row):
                is_theirs = top_bindings(source, word) or top_bindings(target, word)
                if is_theirs and not (
                    word in moved.edits or _is_one_thing((source, target), paths, word)
                ):
                    return f"an example in {name} uses {word}, which is not the same there"
    return None


def _is_one_thing(sides: tuple[Names, Names], paths: tuple[str, str], word: str) -> bool:
    """Whether a word is the same import, or the same of the language's own, in two files."""
    keys = [import_key(names, path, word) for names, path in zip(sides, paths, strict=True)]
    if keys[0] == NOTHING and means_nothing(sides[1], word):
        return True
    return keys[0] is not None and keys[0] == keys[1]


def _words_of_examples(names: Names, row: int) -> list[str]:
    """The words in examples of texts in a definition; tools run them with the names of its file."""
    tree, prompt = names.tree, names.tables.raw.get("prompt")
    if not prompt:
        return []
    texts = tree.language.raw.get("strings") or ()
    found: set[str] = set()
    for at in rows_called(tree, row, texts):
        for line in tree.slice(at).decode("utf-8", "replace").splitlines():
            if line.lstrip("'\" ").startswith((prompt, "...")):
                found.update(re.findall(r"(?<![\w.])[^\W\d]\w*", line))
    return sorted(found)


def _spelled_names(names: Names, row: int) -> list[str]:
    """The names in texts of the annotations of a definition, which are looked up in its file."""
    tree, kinds = names.tree, names.tables.imports.get("spelled_in") or {}
    texts = tree.language.raw.get("strings") or ()
    found: set[str] = set()
    for at in rows_called(tree, row, kinds):
        around = kinds[tree.kind_name(at)]
        skip = at
        for inner in range(at, tree.stop[at]):
            if any(tree.slice(inner).startswith(word.encode()) for word in around):
                skip = max(skip, tree.stop[inner])
            if inner >= skip and tree.kind_name(inner) in texts:
                text = tree.slice(inner).decode("utf-8", "replace")
                found.update(re.findall(r"(?<![\w.])[^\W\d]\w*(?=[^\w'\"]|['\"]?\Z)", text))
    return sorted(found)


def of_file(names: Names, row: int) -> str | None:
    """A word or form in the subtree of a row that means another thing in another file, if any."""
    table = names.tables.imports
    tree, text = names.tree, names.tree.slice(row)
    words = {w for w in table.get("of_file") or () if w.encode() in text}
    word = names.has_any(frozenset(w for w in words if not top_bindings(names, w)), row)
    if word:
        return word
    found = rows_called(tree, row, table.get("of_file_kinds") or ())
    return tree.slice(found[0]).decode("utf-8", "replace") if found else None


def is_taken_back(context: Context, moved: Moved, word: str) -> bool:
    """Whether the new file imports a definition of the former one, which stays what it was.

    Where imports are not live (`imports.live`: bound at once, read when the code runs), what is
    imported is what the name stands for then: only where the former file does not come back.
    """
    if moved.source_a < 0:
        return False
    source, target = context.names_before(moved.source_b), context.names_after(moved.target_a)
    if not target.tables.imports.get("live"):
        after = context.names_after(moved.source_a)
        if comes_back(context, moved) or not (
            _is_settled(source, word) and _is_settled(after, word)
        ):
            return False
    bound = top_bindings(target, word)
    entries = target.imports_of(word)
    if len(bound) != 1 or len(entries) != 1 or entries[0].name != word:
        return False
    if any(is_assigned(target.tree, o.row, target.tables) for o in target.occurrences(word)):
        return False  # what is imported cannot be assigned
    paths, here = context.after.paths, context.after.paths[moved.target_a]
    language = target.tree.language
    home = target_of(context.after.file_of_path, here, entries[0].module, language)
    own = {e.local for e in source.imports}
    return (
        home == paths[moved.source_a]
        and word not in own
        and is_defined_once(source, word)
        and is_defined_once(context.names_after(moved.source_a), word)
    )


def comes_back(context: Context, moved: Moved) -> bool:
    """Whether the former file imports the new one, itself or through other files of the change."""
    if moved.source_a < 0:
        return False
    reached = reached_from(context.after, context.names_after, moved.source_a)
    return moved.target_a in reached and moved.target_a != moved.source_a


def _is_settled(names: Names, word: str) -> bool:
    """Whether a statement at the top of a file binds a name in any case, and nothing else does."""
    tree = names.tree
    bound = top_bindings(names, word)
    if len(bound) != 1 or any(o.use is Use.UNCLEAR for o in names.occurrences(word)):
        return False
    row = bound[0].row
    while tree.parent[row] > 0:
        row = tree.parent[row]
    roles = tree.language.roles[tree.kind[row]]
    return not roles & Role.COMPOUND or bool(roles & (Role.DEFINITION | Role.WRAPPER))


def is_defined_once(names: Names, word: str) -> bool:
    """Whether one thing at the top of a file has the name, signatures of overloads aside."""
    tree = names.tree
    signatures = (names.tables.raw.get("order") or {}).get("pinned") or ()
    kinds = [tree.kind_name(tree.parent[o.row]) for o in top_bindings(names, word)]
    return sum(kind not in signatures for kind in kinds) == 1
