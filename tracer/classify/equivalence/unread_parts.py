"""Code that is part of no definition, or that hides one: it has to stay as it is.

A friend that is defined in the class whose friend it is, and the type that a conversion gives, are
in no definition's code. A type that is defined in a function is none either, yet it hides one that
has its name. Where the table of a language names such parts, both versions have the same ones.
Nor does a term say whether a member is one of a pointer that is an object, or of what it points to.
Words that say how a part is meant (`counted_words`) stand as often in both versions.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.change.change import significant_leaves
from tracer.classify.equivalence.symbols.languages import table_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.program import Program
    from tracer.semantics.versions import World
    from tracer.syntax import SyntaxTree

_ANYWHERE = re.compile(b"")


def why_unread_parts(
    programs: tuple[Program, Program], files: tuple[set[int], set[int]], world: World
) -> str | None:
    """Why what changed may be more than definitions show, or None."""
    parts = [Counter(_parts(*one)) for one in zip(programs, files, strict=True)]
    if parts[0] != parts[1]:
        return "what is part of no definition differs"
    why = _why_counted(programs, files, where_open=False)
    more = None if why else _why_counted(programs, files, where_open=True)
    if why or (more and not world.is_closed):
        return why or more
    for program, one in zip(programs, files, strict=True):
        names = {symbol.path[-1] for symbol in program.definitions}
        for name in _hiding(program, one):
            if name in names:
                return f"a type in a function hides `{name}`"
    reached = [_reached(*one) for one in zip(programs, files, strict=True)]
    for name in sorted({*reached[0], *reached[1]}):
        signs = reached[0].get(name, []), reached[1].get(name, [])
        if signs[0] != signs[1] and len({*signs[0], *signs[1]}) > 1:
            return f"`{name}` may be of a pointer, or of what it points to"
    return None


def unread_at(
    program: Program, file: int, *, where_open: bool
) -> list[tuple[int, tuple[bytes, ...]]]:
    """(where it starts, its tokens) of each part of a file that no term says, in order.

    Of words, the pattern stands for its spellings. `where_open`: with those that matter to code
    that is not seen.
    """
    found = list(_parts_at(program, {file}))
    for is_open in (False, True)[: 1 + where_open]:
        found += [
            (at, (pattern,)) for at, pattern, _ in _words_at(program, file, where_open=is_open)
        ]
    return sorted(found)


def _why_counted(
    programs: tuple[Program, Program], files: tuple[set[int], set[int]], *, where_open: bool
) -> str | None:
    """A word that says how code is meant, and does not stand as often in both versions.

    Of what others may do, the words are compared as well: they have the name that they are of.
    """
    words = [_counted(*one, where_open=where_open) for one in zip(programs, files, strict=True)]
    for pattern in sorted(words[0].keys() | words[1].keys()):
        ours, theirs = (one.get(pattern, []) for one in words)
        differs = Counter(ours) != Counter(theirs) if where_open else len(ours) != len(theirs)
        if differs:
            word = min([*(Counter(ours) - Counter(theirs)), *(Counter(theirs) - Counter(ours))])
            return f"`{word}` stands in one version only, or more often"
    return None


def _counted(program: Program, files: set[int], *, where_open: bool) -> dict[bytes, list[str]]:
    """Words that change what a part means, by their pattern, in the files where they do."""
    found: dict[bytes, list[str]] = {}
    for file in files:
        for _, pattern, said in _words_at(program, file, where_open=where_open):
            found.setdefault(pattern, []).append(said)
    return found


def _words_at(program: Program, file: int, *, where_open: bool) -> Iterator[tuple[int, bytes, str]]:
    """(where, pattern, words) of each word of a file that changes what a part means.

    `where_open`: those that matter to code that is not seen.
    """
    text = program.files[file].text
    table = table_of(program.files[file].language)
    plain = tuple((one, _ANYWHERE) for one in table.counted_where_open)
    for words, where in plain if where_open else table.counted_words:
        if where.search(text):
            for one in words.finditer(text):
                yield one.start(), words.pattern, " ".join(one[0].decode().split())


def _reached(program: Program, files: set[int]) -> dict[str, list[bytes]]:
    """Members that both a pointer and what it points to may have -> the signs before them."""
    found: dict[str, list[bytes]] = {}
    for file in sorted(files, key=lambda one: program.files[one].path):
        pattern = table_of(program.files[file].language).pointer_members
        for match in pattern.finditer(program.files[file].text) if pattern else ():
            found.setdefault(match[2].decode(), []).append(match[1])
    return found


def _parts(program: Program, files: set[int]) -> Iterator[tuple[bytes, ...]]:
    """The tokens of each part that no definition has."""
    return (tokens for _, tokens in _parts_at(program, files))


def _parts_at(program: Program, files: set[int]) -> Iterator[tuple[int, tuple[bytes, ...]]]:
    """(where it starts, its tokens) of each part that no definition has."""
    for tree, row, kind in _rows(program, files, "unread_parts"):
        needed = table_of(tree.language.name).unread_parts[kind]
        inside = {tree.language.kind_names[tree.kind[one]] for one in tree.children(row)}
        if not needed or needed in inside:
            tokens = tuple(tree.slice(leaf) for leaf in significant_leaves(tree, row))
            yield tree.start[row], tokens


def _hiding(program: Program, files: set[int]) -> Iterator[str]:
    """The names of types that functions define for themselves, as their definitions are called."""
    for tree, row, kind in _rows(program, files, "local_types"):
        name, body = tree.child_by_field(row, "name"), tree.child_by_field(row, "body")
        if min(name, body) >= 0 and _is_in_function(tree, row):
            word = table_of(tree.language.name).local_types[kind]
            yield f"{word} {tree.slice(name).decode('utf-8', 'replace')}"


def _rows(program: Program, files: set[int], which: str) -> Iterator[tuple[SyntaxTree, int, str]]:
    for file in sorted(files):
        tree = program.files[file].tree
        kinds = getattr(table_of(program.files[file].language), which)
        if tree is None or not kinds:
            continue
        for row, kind in enumerate(tree.kind):
            name = tree.language.kind_names[kind]
            if name in kinds:
                yield tree, row, name


def _is_in_function(tree: SyntaxTree, row: int) -> bool:
    while row > 0:
        row = tree.parent[row]
        if tree.language.kind_names[tree.kind[row]] == "function_definition":
            return True
    return False
