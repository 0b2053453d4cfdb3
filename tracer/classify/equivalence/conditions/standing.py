"""What the file that a definition stands in decides: whether, when and how often it is there.

A file may be compiled for one system, or for tests alone; one that others take in defines what
stands in it for each of them; and what runs when a program starts runs file by file. What a file
takes in gives it names that no term shows.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.symbols import shown
from tracer.semantics.core import Kind, Literal, Symbol
from tracer.semantics.language.tables import tables_of
from tracer.syntax.grammar import language_named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.classify.equivalence.symbols.languages import LanguageTable
    from tracer.semantics.answers import File
    from tracer.semantics.core import Definition
    from tracer.semantics.program import Program

_DEFINED = frozenset({Kind.FUNCTION, Kind.VARIABLE, Kind.CONSTANT})
_SHARED = frozenset({"static", "inline", "constexpr", "consteval", "extern"})


def why_stands(
    programs: tuple[Program, Program],
    to_before: Mapping[Symbol, Symbol],
    files: list[tuple[int, int]],
) -> str | None:
    """Why a definition may not stand where it stands now, or a file lack what it took in, or None.

    `to_before`: definitions after, and those that they were. `files`: those that changed, before
    and after, -1 for none. Cost: the definitions of both programs, and the texts of the files.
    """
    before, after = programs
    for new, old in to_before.items():
        if old not in before.definitions or new not in after.definitions:
            continue
        outlines = before.outline(old), after.outline(new)
        places = before.files[outlines[0].file], after.files[outlines[1].file]
        if places[0].path == places[1].path:
            continue
        why = _why_elsewhere(programs, outlines, places)
        if why:
            return why
    return _why_taken(programs, files)


def _why_elsewhere(
    programs: tuple[Program, Program],
    outlines: tuple[Definition, Definition],
    places: tuple[File, File],
) -> str | None:
    """Why a definition of one file is not the same in another, or None."""
    table = table_of(places[1].language)
    name = shown(outlines[1].symbol)
    if _compiled_when(table, places[0]) != _compiled_when(table, places[1]):
        return f"`{places[1].path}` is compiled under other conditions than `{places[0].path}`"
    if outlines[0].owner is not None:
        return None
    if table.started_names.search(name_of(outlines[1].symbol)):
        return f"`{name}` runs in the order of the files"
    if outlines[1].kind not in _DEFINED or "declaration" in outlines[1].modifiers:
        return None
    headers = tables_of(language_named(places[1].language)).shared_files
    was_shared, is_shared = (bool(headers) and one.path.endswith(headers) for one in places)
    is_plain = not programs[1].definitions[outlines[1].symbol].signature  # and no template
    is_plain = is_plain and not _is_of_enum(programs[1], outlines[1])
    if is_shared and not was_shared and is_plain and _SHARED.isdisjoint(outlines[1].modifiers):
        return f"`{places[1].path}` defines `{name}` for each file that takes it in"
    if table.starts_by_file and outlines[1].kind is not Kind.FUNCTION:
        pairs = zip(programs, outlines, strict=True)
        if not all(_is_constant(program.definitions[one.symbol]) for program, one in pairs):
            return f"`{name}` gets its value when its file is started"
    return None


def _is_of_enum(program: Program, constant: Definition) -> bool:
    """Whether a constant is the value of an enumeration, which may stand in several files."""
    tree = program.files[constant.file].tree
    return tree is not None and any(
        one.kind is Kind.ENUM
        and one.file == constant.file
        and one.row < constant.row < tree.stop[one.row]
        for one in map(program.outline, program.definitions)
    )


def _is_constant(variable: Definition) -> bool:
    """Whether the value of a variable is there before any code runs: a number, a literal's text."""
    value, name = variable.value, variable.type.name
    if not isinstance(value, Literal) or not isinstance(name, str) or "." in name:
        return False
    return value.kind != "str" or name in ("*", "array")


def _compiled_when(table: LanguageTable, file: File) -> list[bytes]:
    """What the name and the text of a file say of when it is compiled."""
    if table.compiled_when is None:
        return []
    in_name, in_text = table.compiled_when
    return [
        *(one[0] for one in in_name.finditer(file.path.rpartition("/")[2].encode())),
        *sorted(one[0] for one in in_text.finditer(file.text)),
    ]


def _why_taken(programs: tuple[Program, Program], files: list[tuple[int, int]]) -> str | None:
    """Why a file may not do without another that it took in, or None."""
    for old, new in files:
        if min(old, new) < 0:
            continue
        ours, theirs = programs[0].files[old], programs[1].files[new]
        table = table_of(theirs.language)
        if table.taken_in is None:
            continue
        gone = Counter(one[1] for one in table.taken_in.finditer(ours.text))
        gone.subtract(Counter(one[1] for one in table.taken_in.finditer(theirs.text)))
        headers = tables_of(language_named(theirs.language)).shared_files
        readers = programs[1].files if theirs.path.endswith(headers) else (theirs,)
        for taken in sorted(name.decode() for name, count in gone.items() if count > 0):
            names = _names_in(programs[0], table, taken)
            if names is None:
                return f"what `{taken}` gives to `{theirs.path}` is not known"
            for reader in readers:
                found = names.search(reader.text)
                if found:
                    return f"`{reader.path}` may need `{taken}` for `{found[0].decode()}`"
    return None


def _names_in(program: Program, table: LanguageTable, taken: str) -> re.Pattern[bytes] | None:
    """A pattern of the names that a file which is taken in gives, or None where it is not known."""
    said = table.header_names.get(taken)
    if said is not None:
        return re.compile(said.encode())
    if table.taken_in is None:
        return None
    last = taken.rpartition("/")[2]
    own = [i for i, file in enumerate(program.files) if file.path.rpartition("/")[2] == last]
    if not own or any(table.taken_in.search(program.files[i].text) for i in own):
        return None
    names = {
        name_of(symbol).removesuffix("#declaration")
        for symbol in program.definitions
        if program.outline(symbol).file in own
    }
    return re.compile(rb"\b(?:" + b"|".join(re.escape(n.encode()) for n in sorted(names)) + rb")\b")
