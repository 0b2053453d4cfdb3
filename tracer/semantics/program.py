"""`Program`: one version of the change set and what is known around it, as one body of code.

`build_program` parses nothing twice and lowers nothing before it is asked for: the outline of
each file (definitions, imports, exports) is made at once, code when `definitions[symbol]` or
`modules` are read. "Unknown" is an answer to every question; `unknown` says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.lowering.world.world import World

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from tracer.semantics.answers import File, Lookup, Reason, Reference, Text
    from tracer.semantics.core import Definition, Module, Symbol, Type
    from tracer.syntax.tree import SyntaxTree


class Program:
    """One version of a closed world.

    - `files`, in the order given;
    - `modules`: by module name; a Go package or Java package has several files;
    - `interfaces`: the same without what they run, so that nothing is lowered;
    - `definitions`: by symbol, in order of files and rows; code is lowered when one is read,
      iterating over the keys and `outline` cost nothing;
    - `references`: of each symbol, every mention in the program; `unresolved`: names and members
      that resolve to nothing known, by plain name (for members `'.name'`);
    - `members_named`: members by plain name; `texts`, `words`, `lookups`: what computed names may
      be made of; `unknown`: reasons why parts cannot be trusted.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.files: tuple[File, ...] = world.files

    @property
    def modules(self) -> Mapping[str, tuple[Module, ...]]:
        """Modules by name; reading one lowers its top level, not its definitions."""
        return self._world.modules

    @property
    def interfaces(self) -> Mapping[str, tuple[Module, ...]]:
        """Modules by name, with imports and exports and an empty `top`: no code is lowered."""
        return self._world.interfaces

    @property
    def definitions(self) -> Mapping[Symbol, Definition]:
        """Definitions with their code, lowered at the first read of each."""
        return self._world.definitions

    def semantics(self, file: int) -> Mapping[str, Any]:
        """What the table of a file's language says of its meaning (its `semantics`)."""
        outline = self._world.outlines.get(file)
        return outline.table.semantics if outline is not None else {}

    def lookup_rules(self, file: int) -> Mapping[str, Any]:
        """What the table of a file's language says of look-ups by name (its `lookups`)."""
        outline = self._world.outlines.get(file)
        return outline.table.lookups if outline is not None else {}

    def outline(self, symbol: Symbol) -> Definition:
        """The definition without `function`, `value`, `decorators`, `bases` and `signature`."""
        return self._world.outline(symbol)

    def decorator_rows(self, symbol: Symbol) -> tuple[int, ...]:
        """Rows of the decorators of a definition, in its file."""
        return tuple(self._world.entries[symbol].decorators)

    def names_of(self, symbol: Symbol | int) -> tuple[str, ...]:
        """Names of the binders in a definition's code (or a file's top level), by binder."""
        return self._world.names_of(symbol)

    def types_of(self, symbol: Symbol | int) -> tuple[Type, ...]:
        """Types of the binders in a definition's code (or a file's top level), by binder."""
        return self._world.types_of(symbol)

    @property
    def references(self) -> Mapping[Symbol, tuple[Reference, ...]]:
        """Mentions of a symbol. Cost: definitions that contain its name as a word are lowered."""
        return self._world.references

    @property
    def unresolved(self) -> Mapping[str, tuple[Reference, ...]]:
        """Mentions of names that resolve to nothing known; `'.name'` for members."""
        return self._world.uses.unresolved

    def unresolved_of(self, name: str) -> tuple[Reference, ...]:
        """The same of one name. Cost: definitions that contain it as a word are lowered."""
        return self._world.uses.unresolved_of(name)

    def has_unknown_names(self, known: Container[str] = ()) -> bool:
        """Whether a name, not of a member, resolves to nothing; `known` first words are let be."""
        return self._world.uses.has_unknown_names(known)

    @property
    def shown(self) -> tuple[Type, ...]:
        """Types of values that code shows with the names of their parts, one for each place."""
        return self._world.shown

    @property
    def members_named(self) -> Mapping[str, tuple[Symbol, ...]]:
        """Members (fields, methods, variants, static and nested ones) by plain name."""
        return self._world.uses.members_named

    def member(self, owner: Symbol, name: str) -> Symbol | None:
        """The member that `name` means in a class: its own, else that of a base in the program."""
        return self._world.member(owner, name)

    def assigned_type(self, symbol: Symbol) -> Type:
        """The type of a field that methods store to, as far as they show it."""
        return self._world.type_of_symbol(symbol)

    def subclasses(self, owner: Symbol) -> tuple[Symbol, ...]:
        """Classes of the program that derive directly from a class or interface."""
        return self._world.subclasses(owner)

    def has_unknown_bases(self, owner: Symbol) -> bool:
        """Whether something of the class may come from outside (other than `object`)."""
        return self._world.has_unknown_bases(owner)

    @property
    def texts(self) -> tuple[Text, ...]:
        """Text literals of all code, documentation strings left out."""
        return self._world.uses.texts

    @property
    def words(self) -> frozenset[str]:
        """Words in files that are not code of a known language (configuration, templates, data)."""
        return self._world.uses.words

    @property
    def lookups(self) -> tuple[Lookup, ...]:
        """Code that may find definitions by text."""
        return self._world.uses.lookups

    @property
    def unknown(self) -> tuple[Reason, ...]:
        """Why parts of the program cannot be trusted."""
        return self._world.uses.unknown


def build_program(files: Iterable[tuple[str, SyntaxTree | bytes]]) -> Program:
    """The program that files make: pairs of path and syntax tree, or bytes to be parsed.

    Paths are relative to the root of the tree they come from, with `/`. Never fails on content.
    Cost: linear in the files' sizes for bytes (parsing), in their outlines for trees.
    """
    pairs: Sequence[tuple[str, SyntaxTree | bytes]] = list(files)
    return Program(World(pairs))
