"""Which pairs of definitions the change may touch.

Those with other words, or words that mean something else now. All others are the same without a
look at their code.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tracer.classify.equivalence.symbols.hierarchy import DATA, name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.walking import WORD
from tracer.semantics.core import Kind
from tracer.syntax.grammar import Role
from tracer.syntax.names import wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tracer.classify.equivalence.symbols.symbols import SymbolMap
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Module, Symbol
    from tracer.semantics.program import Program
    from tracer.syntax import SyntaxTree

_MOST_MODULES = 100  # whose names change, beyond which nobody asks who imports them
_UP = 8  # nodes from a definition's name to the statement that declares it
_BARE = DATA | {Kind.TYPE}  # definitions whose rows may be their names alone
_SEPARATOR = re.compile(r"[./]")
_DYNAMIC = re.compile(  # modules that are loaded by what no import statement says
    rb"\bimport\s*\(|\brequire\b|__import__|import_module|importlib|sys\.modules"
)


class Touched:
    """Words that mean something else on the other side, and the question asked of a pair.

    `words` are all of them. A name of another module is seen only where that module is imported,
    in languages whose names come by imports alone.
    """

    def __init__(self, before: Side, after: Side, found: SymbolMap) -> None:
        self._sides = (before, after)
        self._sources = _words(before, after, found)
        self.words = frozenset(word for words in self._sources.values() for word in words)
        self._importers = tuple(
            {module: _importers(side.program, module) for module in self._sources if module}
            for side in self._sides
        )
        self._seen: dict[tuple[str, str], frozenset[bytes]] = {}

    def words_in(self, before: str, after: str) -> frozenset[bytes]:
        """Those that code of a module, before and after, can see."""
        found = self._seen.get((before, after))
        if found is None:
            found = self._seen[before, after] = frozenset(
                word
                for module, words in self._sources.items()
                if module is None or self._is_seen(module, (before, after))
                for word in words
            )
        return found

    def _is_seen(self, module: str, modules: tuple[str, str]) -> bool:
        return not module or any(
            name in importers[module]
            for name, importers in zip(modules, self._importers, strict=True)
        )

    def is_touched(self, before: Symbol, after: Symbol) -> bool:
        """Whether the pair is to be compared."""
        texts, said = [], []
        for side, symbol in zip(self._sides, (before, after), strict=True):
            outline = side.program.outline(symbol)
            tree = side.program.files[outline.file].tree
            if tree is None:
                return True
            row = wrapper_of(tree, outline.row)
            texts.append(tree.slice(_statement(tree, row, is_bare=outline.kind in _BARE)))
            said.append(_said(side.program, symbol, tree))
        if texts[0] != texts[1] or said[0] != said[1]:
            return True
        words = self.words_in(before.module, after.module)
        return not words.isdisjoint(WORD.findall(texts[0]))


def _said(program: Program, symbol: Symbol, tree: SyntaxTree) -> tuple[object, ...]:
    """What is said of a definition, also outside its own row: attributes stand before it."""
    outline = program.outline(symbol)
    texts = [tree.slice(row) for row in program.decorator_rows(symbol)]
    return outline.kind, outline.modifiers, outline.is_order_fixed, texts


def _statement(tree: SyntaxTree, row: int, *, is_bare: bool) -> int:
    """The statement or member that a definition is a part of: `static int a = 1, b = 2;`.

    Data and types may be known by their names alone, and what they are stand around that:
    `long balance;`, `typedef int length;`.
    """
    roles = tree.language.roles
    around = Role.BLOCK if is_bare else Role.BLOCK | Role.DEFINITION
    for _ in range(_UP):
        up = tree.parent[row]
        is_around = up <= 0 or roles[tree.kind[up]] & around
        if is_around or roles[tree.kind[row]] & Role.STATEMENT:
            break
        row = up
    return row


def _importers(program: Program, module: str) -> frozenset[str]:
    """The modules that can see names of one: itself, and what imports it, or what does.

    Where what is private to a file is a module of its own (C), code that others see is in another
    one and sees it all the same.
    """
    files = {one.file for one in program.interfaces.get(module, ())} or {
        program.outline(one).file for one in program.definitions if one.module == module
    }
    if any(not table_of(program.files[file].language).import_effects for file in files):
        return frozenset({*program.interfaces, *(one.module for one in program.definitions)})
    edges = _imported_by(program)
    found, todo = {module}, [module]
    while todo:
        more = edges.get(todo.pop(), frozenset()) - found
        found |= more
        todo += sorted(more)
    return frozenset(found)


def _imported_by(program: Program) -> dict[str, frozenset[str]]:
    """Each module with those that import it, or a package around it; some may see all."""
    known = _EDGES.get(program)
    if known is None:
        edges: dict[str, set[str]] = {name: {name} for name in program.interfaces}
        inside = _inside(program)
        for name, parts in program.interfaces.items():
            for part in parts:
                for target in _targets(program, part, inside):
                    edges.setdefault(target, set()).add(name)
        known = _EDGES[program] = {name: frozenset(found) for name, found in edges.items()}
    return known


def _targets(program: Program, part: Module, inside: Mapping[str, set[str]]) -> Iterator[str]:
    """The modules whose names code of a file may have."""
    file = program.files[part.file]
    if not table_of(file.language).import_effects or _DYNAMIC.search(file.text):
        yield from program.interfaces
    for one in part.imports:
        yield one.module
        yield from inside.get(one.module, ())


def _inside(program: Program) -> dict[str, set[str]]:
    """Each package with all modules in it: whoever names it may go on to them."""
    found: dict[str, set[str]] = {}
    for name in program.interfaces:
        for sign in _SEPARATOR.finditer(name):
            found.setdefault(name[: sign.start()], set()).add(name)
    return found


_EDGES: WeakKeyDictionary[Program, dict[str, frozenset[str]]] = WeakKeyDictionary()


def _words(before: Side, after: Side, found: SymbolMap) -> dict[str | None, frozenset[bytes]]:
    """Plain names of what went, came, moved or was renamed, and of imports that changed.

    By the module whose names they are; None for names that are found without one: of members, and
    of what has no module.
    """
    words: dict[str | None, set[str]] = {}

    def note(symbol: Symbol, names: set[str]) -> None:
        at = symbol.module if len(symbol.path) == 1 and symbol.module else None
        words.setdefault(at, set()).update(names)

    for a, b in found.to_before.items():
        if a != b:
            for symbol in (a, b):
                note(symbol, {name_of(a), name_of(b)})
    for side, known in ((before, found.to_after), (after, found.to_before)):
        for symbol in (*(s for s in side.program.definitions if s not in known), *side.unfold):
            note(symbol, {name_of(symbol)})
    for module, names in _imported(before, after, found).items():
        words.setdefault(module, set()).update(names)
    if len(words) > _MOST_MODULES:
        words = {None: {name for names in words.values() for name in names}}
    return {
        module: frozenset(part for word in names for part in WORD.findall(word.encode()))
        for module, names in words.items()
    }


def _imported(before: Side, after: Side, found: SymbolMap) -> dict[str, set[str]]:
    """Local names of imports that one version of a module has and the other has not."""
    words: dict[str, set[str]] = {}
    modules = found.modules
    for new, parts in after.program.interfaces.items():
        theirs = _imports(parts)
        ours = _imports(before.program.interfaces.get(modules.get(new, ""), ()))
        mapped = {(modules.get(m, m), n, local) for m, n, local in theirs}
        changed = mapped ^ ours
        names = {local or m.rpartition("/")[2] for m, n, local in changed}
        names |= {n for m, n, _ in changed if n}
        names |= {m.rpartition(".")[2] for m, _, _ in changed}
        stars = _stars(parts)
        copied = any(table_of(after.program.files[one.file].language).imports_copy for one in parts)
        if copied and [modules.get(one, one) for one in stars] != _stars(
            before.program.interfaces.get(modules.get(new, ""), ())
        ):
            names |= {
                name
                for one in stars
                for part in after.program.interfaces.get(one, ())
                for name, _ in part.exports
            }
        for module in {new, modules.get(new, new)} if names else ():
            words.setdefault(module, set()).update(names)
    return words


def _stars(parts: Iterable[Module]) -> list[str]:
    """The modules of which all names are imported: of two with the same name the last counts."""
    return [one.module for part in parts for one in part.imports if ("*", "") in one.names]


def _imports(parts: Iterable[Module]) -> set[tuple[str, str, str]]:
    return {
        (one.module, there, here)
        for module in parts
        for one in module.imports
        for there, here in one.names or (("", ""),)
    }
