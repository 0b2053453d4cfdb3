"""`Context`: what evaluation may ask about the program, and what it reports back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from tracer.classify.equivalence.evaluation.domain.library import Library, library_of
from tracer.classify.equivalence.evaluation.domain.program_texts import (
    ProgramTexts,
    of_version,
)
from tracer.classify.equivalence.evaluation.domain.stored_nulls import holds_null
from tracer.classify.equivalence.symbols.arrows import as_function
from tracer.model.assumptions import PRESENT_ELEMENTS
from tracer.semantics.core import UNKNOWN, Definition, Kind, Literal, Member, Opaque, Symbol, Type

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping

    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.semantics.core import Expression, Function, Item
    from tracer.semantics.program import Program

BUDGET = 3000  # steps of one definition; about a millisecond for thirty

# That no call or store finds what it is about by a text.
_CALLERS = "computed-names"
# What gives a number, a text or a truth value, whoever says how.
_GIVE_PLAIN = frozenset({"order", "equality", "truth", "size", "text", "form"})
_VALUES = frozenset({Kind.FIELD, Kind.CONSTANT, Kind.VARIABLE})


class Seen(Protocol):
    """Types that code gives what declares none."""

    def field(self, symbol: Symbol) -> Type:
        """That of a field."""

    def result(self, symbol: Symbol) -> Type:
        """That of what a function gives."""

    def parameters(self, symbol: Symbol) -> tuple[Type, ...]:
        """Those of a function's parameters."""


class Context(ProgramTexts):
    """One side's program as evaluation sees it.

    `unfold` holds the definitions whose calls are replaced by what they do. Whoever puts a symbol
    there answers for it: a reference to it must run this code (not overridden, not rebound).
    `small` are those that are values, whichever side has them; calls of `pure` ones only read;
    `tables` has the entries of tables that nothing changes.
    `allowed` are the assumptions that may be made; without one, evaluation takes the careful way.
    Read afterwards: `assumed` and `laws` (those that something rested on), `unfolded`, `called`
    (definitions left as calls).
    """

    def __init__(
        self,
        program: Program | None,
        language: str,
        *,
        unfold: Iterable[Symbol] = (),
        small: Container[Symbol] = (),
        pure: Container[Symbol] = (),
        only_reads: Callable[[Symbol], bool] | None = None,
        tables: Callable[[Symbol], tuple[Item, ...]] | None = None,
        allowed: Iterable[str] = (),
        library: Library | None = None,
        budget: int = BUDGET,
        seen: Seen | None = None,
        read: Callable[[Function], Function] | None = None,
    ) -> None:
        self.library = library_of(language) if library is None else library
        super().__init__(program, of_version(self.library.semantics, program))
        self.unfold = frozenset(unfold)
        self.small = small
        self.pure = pure
        self.tables = tables or (lambda _: ())
        self._only_reads = only_reads or (lambda symbol: symbol in pure)
        self.allowed = frozenset(allowed)
        self.budget = budget
        self.joins_only = False  # whether copying what follows a branch is known to cost too much
        self.was_joined = False  # whether it did in the last evaluation
        self.sought: frozenset[str] = frozenset()  # words of texts; evaluation ends at the first
        self._seen = seen
        self._read = read  # code in another way than it is written
        self.assumed: set[str] = set()
        self.laws: set[str] = set()
        self.unfolded: set[Symbol] = set()
        self.called: set[Symbol] = set()
        self.orders: frozenset[tuple[Term, Term]] = (
            frozenset()
        )  # of what may fail, in the last code
        self.failing = 0  # how many things of the last code may fail
        self.kept_as: frozenset[tuple[Term, Term]] = frozenset()  # declared types, in the last code
        self.steps = 0  # taken so far, by all that was evaluated
        self.opaque: list[tuple[str, int]] = []  # what was not understood: kind and row
        self._nullable: dict[Symbol, bool] = {}
        self._imported: frozenset[str] | None = None
        self._operators: bool | None = None
        self._acting: dict[str, bool] = {}
        self.run_on_use: dict[Symbol, bool] = {}  # classes -> whether their first use is an event
        self._properties: dict[str, bool] = {}
        self._destructors: bool | None = None
        self._special: frozenset[Symbol] | None = None
        self._constants: dict[Symbol, Term | None] = {}

    def allows(self, assumption: str, *signs: str) -> bool:
        """Whether an assumption may be made; if so, that something rests on it is kept.

        `signs`: what is taken to be that of the language (see `acts`).
        """
        if assumption not in self.allowed or any(map(self.acts, signs)):
            return False
        if assumption == "total-order" and self.speaks_of_nan:
            return False
        if assumption == PRESENT_ELEMENTS and self.puts_null:
            return False
        if assumption == "plain-operators" and self.defines_operators:
            return False
        self.assumed.add(assumption)
        return True

    def acts(self, sign: str) -> bool:
        """Whether code of the program says itself what something does, other than a mere value."""
        found = self._acting.get(sign)
        if found is None:
            names = self.library.operators.get(sign, frozenset())
            plain = sign in _GIVE_PLAIN
            found = self._acting[sign] = any(self._is_acting(one, plain) for one in sorted(names))
        return found

    def says(self, sign: str) -> bool:
        """Whether code of the program says itself what something does, be it a mere value."""
        names = self.library.operators.get(sign, frozenset())
        return self.defines_member(*names)

    def _is_acting(self, name: str, gives_plain: bool) -> bool:
        if self.program is None:
            return False
        if not name.isidentifier():
            return any(name.encode() in one.text for one in self.program.files)
        return name in self.loose_methods or any(
            self.kind(symbol) is not Kind.METHOD
            or not (self._only_reads(symbol) if gives_plain else symbol in self.pure)
            for symbol in self.program.members_named.get(name, ())
        )

    def imports(self, modules: frozenset[str]) -> bool:
        """Whether some file of the program imports one of some modules."""
        if self._imported is None:
            found = () if self.program is None else self.program.interfaces.values()
            self._imported = frozenset(
                one.module for parts in found for module in parts for one in module.imports
            )
        return not modules.isdisjoint(self._imported)

    def definition(self, symbol: Symbol) -> Definition | None:
        """The definition of a symbol of the program."""
        if self.program is None:
            return None
        return self.program.definitions.get(symbol)

    def callable(self, symbol: Symbol) -> Definition | None:
        """The definition of a symbol; a constant that is an arrow function as that function."""
        found = self.definition(symbol)
        found = None if found is None else as_function(found)
        if found is None or found.function is None or self._read is None:
            return found
        return found._replace(function=self._read(found.function))

    def outline(self, symbol: Symbol) -> Definition | None:
        """The definition without its code."""
        if self.program is None or symbol not in self.program.definitions:
            return None
        return self.program.outline(symbol)

    def function(self, symbol: Symbol) -> Function | None:
        """The code of a function or method of the program."""
        found = self.definition(symbol)
        if found is None or found.function is None or self._read is None:
            return found.function if found is not None else None
        return self._read(found.function)

    def kind(self, symbol: Symbol) -> Kind | None:
        """What a symbol is."""
        found = self.outline(symbol)
        return found.kind if found is not None else None

    def field_type(self, symbol: Symbol) -> Type:
        """The declared type of a field or variable."""
        if self.kind(symbol) not in _VALUES:
            return UNKNOWN
        found = self.definition(symbol)
        if found is None:
            return UNKNOWN
        said = found.type
        if not said.name and self.program is not None and "assigned" in found.modifiers:
            said = self.program.assigned_type(symbol)
        if not said.name:
            return self._as_seen(lambda seen: seen.field(symbol))
        if said.is_nullable:
            return said
        return said._replace(is_nullable=True) if self._holds_null(found) else said

    def _holds_null(self, found: Definition) -> bool:
        """Whether code gives a field or variable no value, whatever its declaration says."""
        if self.semantics.types_matter or not self.semantics.types_exclude_null:
            return False
        known = self._nullable.get(found.symbol)
        if known is None:
            known = self._nullable[found.symbol] = holds_null(self.program, found)
        return known

    def result_type(self, symbol: Symbol) -> Type:
        """The type of what a function gives that declares none, as its code shows it."""
        return self._as_seen(lambda seen: seen.result(symbol))

    def parameter_types(self, symbol: Symbol | int | None) -> tuple[Type, ...]:
        """The types that all calls of a function give its parameters; none where not known."""
        if self._seen is None or not isinstance(symbol, Symbol):
            return ()
        found = tuple(map(_plain, self._seen.parameters(symbol)))
        is_seen = any(one.name for one in found) and self.allows(_CALLERS)
        return found if is_seen else ()

    def _as_seen(self, ask: Callable[[Seen], Type]) -> Type:
        """What the code shows of a type, if it may be taken that nobody else is concerned."""
        found = UNKNOWN if self._seen is None else ask(self._seen)
        return _plain(found) if found.name and self.allows(_CALLERS) else UNKNOWN

    def types(self, symbol: Symbol | int | None) -> Mapping[int, Type]:
        """Types of the binders in a definition's code."""
        if self.program is None or symbol is None or self._read is not None:
            return {}
        try:
            return dict(enumerate(self.program.types_of(symbol)))
        except (KeyError, IndexError):
            return {}

    def constant(self, symbol: Symbol, value: Callable[[Expression], Term | None]) -> Term | None:
        """The value of a constant, computed once."""
        if symbol not in self._constants:
            self._constants[symbol] = None
            found = self.definition(symbol)
            if found is not None and found.value is not None:
                self._constants[symbol] = value(found.value)
        return self._constants[symbol]

    def is_property(self, name: str) -> bool:
        """Whether a member of this name runs code when it is read, somewhere in the program."""
        if self.program is None:
            return False
        known = self._properties.get(name)
        if known is None:
            named = self.program.members_named.get(name, ())
            known = any(map(self._computes, named)) or name in self.accessors
            self._properties[name] = known
        return known

    def _computes(self, symbol: Symbol) -> bool:
        found = self.outline(symbol)
        if found is None:
            return False
        if found.kind is Kind.PROPERTY or {"getter", "setter"} & found.modifiers:
            return True
        if found.kind not in _VALUES or not self.says("descriptor"):
            return False
        definition = self.definition(symbol)
        return definition is not None and not isinstance(definition.value, Literal | None)

    @property
    def defines_operators(self) -> bool:
        """Whether the program says itself what operators do, by functions of such names.

        A friend that is declared in a class is no definition of the program; its text is found.
        """
        prefix = self.semantics.operator_prefix
        if not prefix or self.program is None:
            return False
        if self._operators is None:
            self._operators = self.finds(self.semantics.operator_pattern) or any(
                symbol.path[-1].startswith(prefix)
                for symbol in self.program.definitions
                if symbol.path
            )
        return self._operators

    @property
    def has_destructors(self) -> bool:
        """Whether the end of some local may do something, as far as the program's words say."""
        words = self.semantics.destructor_words
        if not words or self.program is None:
            return True
        if self._destructors is None:
            found = any(re.search(words.encode(), one.text) for one in self.program.files)
            self._destructors = (
                found
                or any(
                    one.is_external
                    and re.split(r"\W", one.module)[0] not in self.semantics.own_packages
                    for modules in self.program.interfaces.values()
                    for module in modules
                    for one in module.imports
                )
                or self.program.has_unknown_names(self._own_names())
            )
        return self._destructors

    def _own_names(self) -> frozenset[str]:
        """First words of names from outside whose types the words on destructors cover."""
        said = self.semantics
        variants = self.library.variants
        named = {*variants, *(name for names in variants.values() for name in names)}
        return said.own_packages | said.plain_types | said.value_types | said.own_names | named

    @property
    def lends(self) -> Callable[[Member], bool] | None:
        """Says whether a method may change a receiver that is a value, not an object."""
        if self.semantics.structs == "values" and self.semantics.methods_are_functions:
            return self._takes_address
        return self._may_change if self.semantics.changing_methods else None

    def _takes_address(self, function: Member) -> bool:
        """Whether a method of the program may take the address of what it is called on."""
        owner = function.owner
        named = self.program.members_named.get(function.name, ()) if self.program else ()
        found = map(self.definition, named if owner is None else (owner,))
        return any(
            one is not None
            and one.kind is Kind.METHOD
            and not one.modifiers & {"copied_receiver", "signature"}
            for one in found
        )

    def _may_change(self, function: Member) -> bool:
        owner, name = function.owner, function.name
        if owner is not None and not owner.module:
            of_value = owner.path[0] in self.semantics.value_types
            return of_value and name in self.semantics.changing_methods
        if owner is not None:
            return self._changes_value(owner)
        if name in self.semantics.changing_methods:
            return True
        named = self.program.members_named.get(name, ()) if self.program is not None else ()
        return any(map(self._changes_value, named))

    def _changes_value(self, symbol: Symbol) -> bool:
        """Whether a method takes a receiver that it may change, of a type that is copied."""
        found = self.definition(symbol)
        if found is None or found.owner is None or self.program is None:
            return False
        lent = [
            one for one in found.signature
            if isinstance(one, Opaque) and {"&", "mut", "self"} <= set(one.tokens)
        ]  # fmt: skip
        owner = self.definition(found.owner)
        if not lent or owner is None:
            return False
        tree = self.program.files[owner.file].tree
        rows = [one.row for one in owner.decorators if isinstance(one, Opaque)]
        copied = tree is not None and any(b"Copy" in tree.slice(row) for row in rows)
        return copied or owner.kind is not Kind.CLASS

    def is_plainly_made(self, symbol: Symbol) -> bool:
        """Whether a class says nothing of how its objects are made, copied or end."""
        if self._special is None:
            found = () if self.program is None else self.program.definitions
            self._special = frozenset(
                one._replace(path=one.path[:-1]) for one in found if self._is_special(one)
            )
        return symbol not in self._special

    def _is_special(self, symbol: Symbol) -> bool:
        """Whether a member is run by what is no call of it, or may be another's."""
        name = symbol.path[-1] if symbol.path else ""
        found = self.outline(symbol)
        return (
            found is not None
            and len(symbol.path) > 1
            and (
                found.kind is Kind.CONSTRUCTOR
                or name.startswith(("~", "operator"))
                or "virtual" in found.modifiers
            )
        )

    def derives_member(self, name: str) -> bool:
        """Whether an object of a library's type may be one of the program's with such a member.

        A class without bases has none of a library's.
        """
        if self.program is None:
            return False
        for symbol in self.program.members_named.get(name, ()):
            owner = self.program.outline(symbol).owner
            if owner is None or owner not in self.program.definitions:
                return True
            found = self.program.definitions[owner]
            if found.kind is not Kind.CLASS or found.bases:
                return True
        return False

    def defines_member(self, *names: str) -> bool:
        """Whether a class of the program has a member of one of these names."""
        if self.program is None:
            return False
        return any(self.program.members_named.get(name) for name in names)


def _plain(of: Type) -> Type:
    """A type of which the language says what operators do; a file of text is none."""
    return UNKNOWN if of.name == "lines" else of
