"""What keeps the prover from asking at all: code it cannot take at its word, or too much of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.change.change import significant_leaves
from tracer.classify.change.edits import EditKind
from tracer.classify.equality.subtree_equality import is_broken
from tracer.classify.equivalence.const_overloads import why_constant
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.unread_parts import why_unread_parts
from tracer.syntax import MISREAD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.matching import Forest
    from tracer.semantics.program import Program
    from tracer.syntax import SyntaxTree

LARGEST = 600_000  # bytes of changed files, both versions together
LARGEST_WORLD = 3_000_000  # bytes of all files that are known, both versions together
_MOST_EDITS = 3_000


def changed_files(context: Context) -> list[tuple[int, int]]:
    """(file before, file after) of what differs; -1 for a side there is not."""
    pairs = dict(context.mapping.file_pairs)
    images = set(pairs.values())
    found = [
        (b, pairs.get(b, -1))
        for b in range(len(context.before.trees))
        if b not in pairs
        or context.before.trees[b].text != context.after.trees[pairs[b]].text
        or context.before.paths[b] != context.after.paths[pairs[b]]
    ]
    return found + [(-1, a) for a in range(len(context.after.trees)) if a not in images]


def why_not_read(forest: Forest, file: int) -> str | None:
    """Why a file is no code for the prover, or None where its language has a known meaning."""
    language = forest.trees[file].language
    if language.grammar is not None and language.is_full and table_of(language.name).prover:
        return None
    return f"`{forest.paths[file]}` is in no language whose meaning is known"


def why_beside(context: Context) -> str | None:
    """Why not all of the change can be proved, whatever becomes of the code that is read, or None.

    A text, a configuration or code of another language has changed. What the definitions beside it
    do with what is given to them does not depend on it.
    """
    for pair in context.kept(changed_files):
        for forest, file in zip((context.before, context.after), pair, strict=True):
            if file >= 0 and (why := why_not_read(forest, file)):
                return why
    return None


def why_unread(context: Context, *, is_broken_read: bool = False) -> str | None:
    """Why no code of the change is even looked at, or None.

    `is_broken_read`: syntax errors are no reason, for the files are read in another way.
    """
    if len(context.open) > _MOST_EDITS:
        return "the change is too large to be proved as a whole"
    forests, is_open, size = (context.before, context.after), _open_files(context), 0
    for pair in context.kept(changed_files):
        for at, (forest, file) in enumerate(zip(forests, pair, strict=True)):
            if file < 0 or why_not_read(forest, file):
                continue
            tree, path = forest.trees[file], forest.paths[file]
            size += len(tree.text) if file in is_open[at] else 0
            if tree.flags[0] & MISREAD:
                return f"the grammar groups an expression in `{path}` otherwise than its language"
            if not is_broken_read and is_broken(tree, 0):
                return f"`{path}` has syntax errors"
            if not _has_required_parts(tree):
                return f"`{path}` lacks what each file of its language says"
    if not size:
        return why_beside(context)
    if size > LARGEST:
        return "the files are too large to be proved as a whole"
    trees = (*context.before.trees, *context.after.trees)
    if sum(len(tree.text) for tree in trees) > LARGEST_WORLD:
        return "the program around the change is too large to be proved as a whole"
    if _says_other_types(context):
        return "other types are said in the code"
    for edit in context.edits:
        if edit.kind is EditKind.LAYOUT and min(edit.before, edit.after) < 0:
            continue
        why = context.other_reading(edit)
        if why:
            return why
    return None


def _open_files(context: Context) -> tuple[set[int], set[int]]:
    """The files, before and after, in which something is not explained yet."""
    edits = [context.edits[index] for index in context.open]
    return (
        {context.before.locate(one.before)[0] for one in edits if one.before >= 0},
        {context.after.locate(one.after)[0] for one in edits if one.after >= 0},
    )


def _has_required_parts(tree: SyntaxTree) -> bool:
    """Whether a file says what no file may leave out, which a parser need not ask for."""
    required = table_of(tree.language.name).required_parts
    names = tree.language.kind_names
    return required <= {names[tree.kind[row]] for row in tree.children(0)} if required else True


def _says_other_types(context: Context) -> bool:
    """Whether the types said in changed code are replaced, by more than another name of one."""
    said = _types_said(context, 0), _types_said(context, 1)
    if not said[0] - said[1] or not said[1] - said[0]:
        return False
    texts = tuple(
        b"\n".join(
            forest.trees[pair[at]].text for pair in context.kept(changed_files) if pair[at] >= 0
        )
        for at, forest in enumerate((context.before, context.after))
    )
    shapes = [
        {
            tuple("?" if _is_named_here(word, texts[at], texts[1 - at]) else word for word in one)
            for one in types
        }
        for at, types in enumerate(said)
    ]
    return shapes[0] != shapes[1]


def _is_named_here(word: str, text: bytes, other: bytes) -> bool:
    """Whether files define a type, by a name that the other version has not."""
    name = re.escape(word.encode())
    if not word.isidentifier() or re.search(rb"\b" + name + rb"\b", other):
        return False
    words = rb"\b(?:type|interface|class|enum|function)\s+(?:\w+\s*<[^()]*\b)?"
    return re.search(words + name + rb"\b", text) is not None


def _types_said(context: Context, at: int) -> set[tuple[str, ...]]:
    """The types that changed code says of values and calls, which nothing at run time shows."""
    forest = (context.before, context.after)[at]
    found: set[tuple[str, ...]] = set()
    for pair in context.kept(changed_files):
        if pair[at] < 0:
            continue
        tree = forest.trees[pair[at]]
        names = tree.language.kind_names
        said = table_of(tree.language.name).said_types
        for row, kind in enumerate(tree.kind) if said else ():
            part = said.get(names[kind])
            inside = tree.children(row) if part else ()
            rows = [one for one in inside if names[tree.kind[one]] == part]
            if part == "last":
                rows = list(inside)[-1:]
            rows = [argument for one in rows for argument in _type_arguments(tree, one)]
            for one in rows:
                words = (tree.slice(leaf).decode() for leaf in significant_leaves(tree, one))
                found.add(tuple(word for word in words if word not in {",", ";"}))
    return found


def _type_arguments(tree: SyntaxTree, row: int) -> list[int]:
    """The type in brackets, where there is one; several are said together."""
    named = tree.language.kind_is_named
    inside = [one for one in tree.children(row) if named[tree.kind[one]]]
    is_list = tree.language.kind_names[tree.kind[row]] == "type_arguments"
    return inside if is_list and len(inside) == 1 else [row]


def why_not_trusted(context: Context, programs: tuple[Program, Program]) -> str | None:
    """Why a program cannot be taken at its word where the change is, or None."""
    changed = context.kept(changed_files)
    for at, program in enumerate(programs):
        files = {pair[at] for pair in changed}
        for reason in program.unknown:
            if reason.kind not in _BESIDE and (reason.file in files or reason.kind in _EVERYWHERE):
                path = program.files[reason.file].path
                return _WORDS.get(reason.kind, reason.kind).format(path, reason.detail)
    sides = tuple({pair[at] for pair in changed} - {-1} for at in (0, 1))
    why = why_unread_parts(programs, (sides[0], sides[1]), context.world)
    why = why or why_constant(programs, (sides[0], sides[1]))
    if why:
        return why
    said = [sorted(_said_of_others(program, sides[at])) for at, program in enumerate(programs)]
    return "an attribute says something of what is no definition" if said[0] != said[1] else None


def _said_of_others(program: Program, files: set[int]) -> Iterator[tuple[bytes, bytes]]:
    """(attribute, what it stands before) of what no definition has among its decorators."""
    rows: dict[int, set[int]] = {}
    for symbol in program.definitions:
        file = program.outline(symbol).file
        if file in files:
            rows.setdefault(file, set()).update(program.decorator_rows(symbol))
    for file in sorted(files):
        tree = program.files[file].tree
        attributes = _attribute_rows(tree) if tree is not None else []
        known = rows.get(file, set())
        for row in attributes:
            if tree is None or tree.slice(row) in table_of(tree.language.name).compiler_attributes:
                continue
            if known.isdisjoint(range(row, tree.stop[row])):
                yield tree.slice(row), _decorated(tree, row, attributes)


def _attribute_rows(tree: SyntaxTree) -> list[int]:
    kinds = table_of(tree.language.name).attribute_kinds
    if not kinds:
        return []
    return [
        row for row in range(len(tree.kind)) if tree.language.kind_names[tree.kind[row]] in kinds
    ]


def _decorated(tree: SyntaxTree, row: int, attributes: list[int]) -> bytes:
    """The text of what follows an attribute and is none itself."""
    for at in (row, tree.parent[row]):
        after = (one for one in tree.children(tree.parent[at]) if one > at)
        found = next((tree.slice(one) for one in after if one not in attributes), None)
        if found is not None:
            return found
    return b""


_EVERYWHERE = frozenset({"eval"})
_BESIDE = frozenset({"no-grammar", "no-table"})  # `why_beside` asks
_WORDS = {
    "broken": "`{0}` has syntax errors",
    "macro": "a macro in `{0}` may mean anything: {1}",
    "eval": "`{0}` runs texts as code",
    "star-import": "any name in `{0}` may come from {1}",
    "conditional-compilation": "what of `{0}` is compiled is not known",
    "too-large": "`{0}` is too large",
}
