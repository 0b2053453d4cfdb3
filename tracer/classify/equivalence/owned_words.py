"""Words that no term says, definition by definition: each stays with what it was said of.

Parts and words that no code has (`unread_parts`, `counted_words`) stand as often in both versions;
but two definitions may have exchanged theirs. So each is held against the definition that it stands
in, under the map of the proof. What stands in definitions that only one version has may have come
from any other. Modifiers and kinds are compared in the same way where they matter: `open_words` to
code that is not seen, `access_words` where another member would be found, or be told of.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import members_of_name
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.symbols import shown
from tracer.classify.equivalence.unread_parts import unread_at
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program
    from tracer.semantics.versions import World

Said = tuple[bytes, ...]
Owned = dict["Symbol | None", list[Said]]  # definition -> what stands in it, in order


def why_owned(
    programs: tuple[Program, Program],
    to_before: Mapping[Symbol, Symbol],
    files: list[tuple[int, int]],
    world: World,
) -> str | None:
    """Why a word may say something of another definition than before, or None.

    `to_before`: definitions after, and those that they were. `files`: those that changed, before
    and after, -1 for none. Cost: linear in these files and in the definitions of both programs.
    """
    read = tuple({pair[at] for pair in files} - {-1} for at in (0, 1))
    pairs = list(_pairs(programs, to_before, read))
    why = _why_exchanged(programs, read, to_before, where_open=False)
    why = why or _first(_why_access(programs, pair, to_before) for pair in pairs)
    if why:
        return why
    why = _first(_why_open(programs[1], pair) for pair in pairs)
    why = why or _why_exchanged(programs, read, to_before, where_open=True)
    return None if why is None or world.is_closed else why  # asked only where it matters


def _first(reasons: Iterable[str | None]) -> str | None:
    return next((why for why in reasons if why), None)


def _pairs(
    programs: tuple[Program, Program],
    to_before: Mapping[Symbol, Symbol],
    files: tuple[set[int], ...],
) -> Iterator[tuple[Definition, Definition]]:
    """Definitions of the map, before and after, of which one is in a file that changed."""
    before, after = programs
    for new, old in sorted(to_before.items()):
        if old not in before.definitions or new not in after.definitions:
            continue
        outlines = before.outline(old), after.outline(new)
        if any(one.file in read for one, read in zip(outlines, files, strict=True)):
            yield outlines


def _owned(program: Program, files: set[int], *, where_open: bool) -> Owned:
    """Parts and words of files that no term has, by the innermost definition around them."""
    unread = {file: unread_at(program, file, where_open=where_open) for file in files}
    if not any(unread.values()):
        return {}
    spans: dict[int, list[tuple[int, int, Symbol]]] = {}
    for symbol in program.definitions:
        outline = program.outline(symbol)
        tree = program.files[outline.file].tree
        if outline.file in files and tree is not None and outline.row >= 0:
            is_name = outline.row == outline.name_row  # of several in one declaration
            row = tree.parent[outline.row] if is_name else outline.row
            span = tree.start[row], tree.end[row], symbol
            spans.setdefault(outline.file, []).append(span)
    found: Owned = {}
    for file in sorted(files, key=lambda one: program.files[one].path):
        inside = sorted(spans.get(file, ()), key=lambda one: (one[1] - one[0], one[2]))
        for at, said in unread[file]:
            owner = next((s for start, end, s in inside if start <= at < end), None)
            found.setdefault(owner, []).append(said)
    return found


def _why_exchanged(
    programs: tuple[Program, Program],
    files: tuple[set[int], ...],
    to_before: Mapping[Symbol, Symbol],
    *,
    where_open: bool,
) -> str | None:
    """Why a definition may lack what stood in it, or have it in another order."""
    ours, theirs = (
        _owned(program, read, where_open=where_open)
        for program, read in zip(programs, files, strict=True)
    )
    images = frozenset(to_before.values())
    alone = [Counter[Said](), Counter[Said]()]  # where there is no pair
    for owner, said in ours.items():
        if owner not in images:
            alone[0].update(said)
    pairs: dict[Symbol, list[Symbol]] = {}
    for owner, said in theirs.items():
        old = to_before.get(owner) if owner is not None else None
        if owner is None or old is None:
            alone[1].update(said)
        else:
            pairs.setdefault(old, []).append(owner)
    lacking = [Counter[Said](), Counter[Said]()]
    said_of: dict[Said, Symbol] = {}
    for old in sorted({*pairs, *(one for one in ours if one is not None and one in images)}):
        was = ours.get(old, [])
        now = [one for new in pairs.get(old, ()) for one in theirs[new]]
        counts = Counter(was), Counter(now)
        if counts[0] == counts[1] and was != now:
            return f"what `{shown(old)}` says in no term stands in another order"
        for at, gone in enumerate((counts[0] - counts[1], counts[1] - counts[0])):
            lacking[at] += gone
            said_of.update(dict.fromkeys(gone, old))
    for at in (0, 1):
        missing = lacking[at] - alone[1 - at]
        if missing:
            name = shown(said_of[min(missing)])
            return f"what `{name}` says in no term is said of another definition"
    return None


def _why_open(after: Program, outlines: tuple[Definition, Definition]) -> str | None:
    """Why code that is not seen may not do with a definition what it did."""
    pattern = table_of(after.files[outlines[1].file].language).open_words
    if pattern is None or not any(one.is_exported for one in outlines):
        return None
    said = [
        {one for one in (*outline.modifiers, outline.kind.value) if pattern.search(one)}
        for outline in outlines
    ]
    changed = sorted(said[0] ^ said[1])
    if not changed:
        return None
    return f"`{changed[0]}` is said of `{shown(outlines[1].symbol)}` in one version only"


def _why_access(
    programs: tuple[Program, Program],
    outlines: tuple[Definition, Definition],
    to_before: Mapping[Symbol, Symbol],
) -> str | None:
    """Why another member may be found, or told of, by other access to this one."""
    before, after = programs
    table = table_of(after.files[outlines[1].file].language)
    readers, name = table.access_words, shown(outlines[1].symbol)
    said = [outline.modifiers & readers.keys() for outline in outlines]
    is_moved = outlines[0].symbol.module != outlines[1].symbol.module
    if said[0] == said[1] and not is_moved:
        return None
    for file in after.files:
        for word in sorted(said[0] ^ said[1]):
            found = readers[word].search(file.text)
            if found:
                read = found[0].decode("utf-8", "replace")
                return f"`{read}` in `{file.path}` may tell of the access to `{name}`"
    owner = outlines[1].owner
    is_less = bool((said[0] - said[1]) & table.open_access) and outlines[1].kind is Kind.METHOD
    if is_less and owner is not None and _has_bases(after, owner):
        return f"`{name}` may be less open than what it overrides"
    for other in _namesakes(after, outlines[1]) if table.open_access else ():
        old = to_before.get(other.symbol)
        if old is None or old not in before.definitions:
            return f"`{shown(other.symbol)}` may be found in place of `{name}`"
        was = _meet(outlines[0], before.outline(old), table.open_access)
        if was != _meet(outlines[1], other, table.open_access):
            return f"`{name}` and `{shown(other.symbol)}` meet in one version only"
    return None


def _meet(one: Definition, other: Definition, words: frozenset[str]) -> bool:
    """Whether two members of one name are seen by each other's classes."""
    if one.is_private or other.is_private:
        return False
    is_open = bool(one.modifiers & words) and bool(other.modifiers & words)
    return is_open or one.symbol.module == other.symbol.module


def _namesakes(program: Program, outline: Definition) -> Iterator[Definition]:
    """Members of other classes with the same name, where its own has bases or is one.

    Members of interfaces are open to all and are none of them.
    """
    owner = outline.owner
    if owner is None or owner not in program.definitions or not _is_related(program, owner):
        return
    for symbol in members_of_name(program, outline.symbol):
        other = program.outline(symbol)
        if other.owner in (None, owner) or other.owner not in program.definitions:
            continue
        if program.outline(other.owner).kind is not Kind.INTERFACE:
            yield other


def _is_related(program: Program, owner: Symbol) -> bool:
    """Whether a class has bases, or is one."""
    return _has_bases(program, owner) or bool(program.subclasses(owner))


def _has_bases(program: Program, owner: Symbol) -> bool:
    return owner in program.definitions and bool(program.definitions[owner].bases)
