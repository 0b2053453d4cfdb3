"""Names that attributes of a definition make data of: derived output, serialised fields.

`attributes` of a language's `equivalence.yaml`:

- `harmless`: words of attributes, and of what they derive, that say nothing of names;
- `shown`: words that put names into texts -> pattern of the code that makes such texts. Where no
  code of the program shows a value that holds one, whoever else does is the assumption
  `introspection`;
- `reads_types`: pattern of the code that reads what a type is called;
- `plain`: types from outside that show only what their arguments do;
- `members`: attributes of a type may use the names of all members that are not private, and not
  of its fields alone.

Any other word may make anything of the names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.symbols import shown
from tracer.semantics.core import Kind, Type
from tracer.semantics.reach.hierarchy import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.equivalence.symbols.languages import LanguageTable
    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program

_WORD = re.compile(r"[A-Za-z_]\w*")
_CALL = re.compile(r"(\w+)\s*\((.*)\)\s*\Z", re.DOTALL)
_PARTS = frozenset({Kind.FIELD, Kind.VARIANT})


def why_shown(
    program: Program, outline: Definition, table: LanguageTable
) -> tuple[str | None, bool]:
    """(why a name may not change, whether that nobody shows it is assumed)."""
    assumed = False
    name = name_of(outline.symbol)
    if outline.kind in TYPES and table.reads_types is not None:
        for file in program.files:
            found = table.reads_types.search(file.text.decode("utf-8", "replace"))
            if found:
                return f"`{found[0]}` in `{file.path}` may read the name `{name}`", False
    owners = [outline.symbol]
    is_open = table.members_attributed and not outline.is_private
    if outline.owner is not None and (is_open or outline.kind in _PARTS):
        owners.append(outline.owner)
    for owner in owners:
        for word in words_of(program, owner):
            pattern = table.shown_by.get(word)
            if pattern is None:
                if word in table.harmless:
                    continue
                return f"`{word}` of `{shown(owner)}` may use the name `{name}`", False
            if owner == outline.symbol and outline.kind not in _PARTS and outline.owner is not None:
                continue
            said = _why_seen(program, owner, pattern, table)
            if said:
                return f"{said} may show the name `{name}`", False
            assumed = True
    return None, assumed


def _why_seen(
    program: Program, owner: Symbol, pattern: re.Pattern[str], table: LanguageTable
) -> str | None:
    """What may show a value of a type, or something that holds one."""
    texts = [(file.path, file.text.decode("utf-8", "replace")) for file in program.files]
    found = [(path, match[0]) for path, text in texts for match in pattern.finditer(text)]
    shown_types = program.shown
    if not found and not shown_types:
        return None
    said = f"`{found[0][1]}` in `{found[0][0]}`" if found else "a failure"
    if len([one for one in shown_types if one.name != "fails"]) < len(found):
        return said
    seen: set[Symbol] = set()
    todo = list(shown_types)
    while todo:
        made = todo.pop()
        todo += made.arguments
        if isinstance(made.name, str):
            if made.name not in table.plain_types:
                return said
        elif made.name not in seen:
            seen.add(made.name)
            todo += _held(program, made.name)
    return said if owner in seen else None


def _held(program: Program, symbol: Symbol) -> list[Type]:
    """Types of the program that a definition's text speaks of."""
    if symbol not in program.definitions:
        return []
    outline = program.outline(symbol)
    tree = program.files[outline.file].tree
    words = (
        set(_WORD.findall(tree.slice(outline.row).decode("utf-8", "replace"))) if tree else set()
    )
    return [
        Type(one) for one in program.definitions
        if name_of(one) in words and program.outline(one).kind in TYPES
    ]  # fmt: skip


def words_of(program: Program, symbol: Symbol) -> Iterator[str]:
    """What the attributes of a definition say, derived traits one by one."""
    if symbol not in program.definitions:
        return
    definition = program.definitions[symbol]
    tree = program.files[definition.file].tree
    for one in definition.decorators:
        row = getattr(one, "row", -1)
        if tree is None or row < 0:
            continue
        text = tree.slice(row).decode("utf-8", "replace")
        call = _CALL.match(text)
        if call and call[1] == "derive":
            paths = (path.strip() for path in call[2].split(","))
            yield from (path.rpartition("::")[2].strip() for path in paths if path)
        else:
            first = _WORD.search(text)
            if first:
                yield first[0]
