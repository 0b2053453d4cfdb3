"""One version of the program with its terms, made when asked for and kept while they hold."""

from __future__ import annotations

import gc
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeGuard

from tracer.classify.equivalence.evaluation import Context as Evaluation
from tracer.classify.equivalence.evaluation import canonical, library_of
from tracer.classify.equivalence.evaluation.domain.terms import marked, says
from tracer.classify.equivalence.evaluation.machine.handlers import SaidError
from tracer.classify.equivalence.symbols.arrows import as_function
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.walking import references
from tracer.classify.equivalence.versions.constant_tables import ConstantTables
from tracer.classify.equivalence.versions.indexing import has_stores_by_text
from tracer.classify.equivalence.versions.pure_functions import PureFunctions
from tracer.classify.equivalence.versions.reached_texts import ReachedTexts
from tracer.classify.equivalence.versions.seen_types import SeenTypes
from tracer.classify.equivalence.versions.small_methods import SmallMethods
from tracer.classify.equivalence.versions.undeclared import Undeclared
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import Kind, Member, Ref, Symbol
from tracer.semantics.versions import World

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.semantics.core import Definition, Function
    from tracer.semantics.program import Program


class Made(NamedTuple):
    """A term, and what it was made with."""

    term: Any
    assumed: frozenset[str] = frozenset()
    laws: frozenset[str] = frozenset()
    called: frozenset[Symbol] = frozenset()
    unfolded: frozenset[Symbol] = frozenset()
    opaque: tuple[tuple[str, int], ...] = ()
    code: Any = None
    orders: frozenset[tuple[Any, Any]] = frozenset()  # of what may fail, one after the other
    failing: int = 0  # how many things may
    kept_as: frozenset[tuple[Any, Any]] = frozenset()  # declared types of values that show none
    joined: bool = False  # whether it takes too much without joins
    joins_only: bool = False  # whether that was not tried
    unfold: frozenset[Symbol] = frozenset()  # what was unfolded then, if called

    def holds_for(self, code: Any, unfold: frozenset[Symbol], joins: bool | None = None) -> bool:
        """Whether it is the term of this code where these definitions are unfolded.

        `joins`: only one made with joins, or only one for which that was not asked.
        """
        if joins is not None and (not self.joined if joins else self.joins_only):
            return False
        others = self.unfold ^ unfold
        return _is_same(self.code, code) and others.isdisjoint(self.called | self.unfolded)


SILENT = Made(("nothing",))


class Types(Enum):
    """Which types of values are known, where a language declares them for its readers only."""

    DECLARED = "declared"
    SEEN = "seen"  # and those that the rest of the program shows
    NONE = "none"  # only those of a function's own parameters


def _ends_unset(term: Any) -> bool:
    """Whether a way ends where a local is read that has no value yet."""
    unset = (("unset",),)
    return any(one[0] == "throw" and one[1] == unset for one in marked(term) if len(one) > 1)


_MOST_IN_VAIN = 2  # definitions of a change set that are made again with types, and differ still


class TooLargeError(Exception):
    """More steps than a change set is given."""


_UNCOLLECTED = 30_000  # steps, which leave some 12 MB in cycles


class Steps:
    """The steps of evaluation that are left for a change set, on both sides together."""

    def __init__(self, left: int) -> None:
        self.left = left
        self._uncollected = 0  # since what is in cycles was last given back

    def take(self, count: int) -> None:
        """Use some up. Raises: TooLargeError where none are left."""
        self._uncollected += count
        if self._uncollected > _UNCOLLECTED:
            self._uncollected = 0
            gc.collect()
        self.left -= count
        if self.left < 0:
            raise TooLargeError


def _is_same(one: Any, other: Any) -> bool:
    """Whether two pieces of code are one object, or plain tuples of the same ones."""
    if one is other:
        return True
    is_plain = type(one) is type(other) is tuple and len(one) == len(other)
    return is_plain and all(a is b for a, b in zip(one, other, strict=True))


class Side:
    """The terms of one version, for all maps. What other unfolding touches is made again."""

    def __init__(
        self, program: Program, allowed: frozenset[str], steps: Steps, *, world: World
    ) -> None:
        self.program = program
        self._small = SmallMethods(program, world=world)
        self._tables = ConstantTables(program, world=world)
        self.allowed = allowed
        self._world = world
        self._supposed = World(is_closed=True)
        self._steps = steps
        self.unfold: frozenset[Symbol] = frozenset()
        self.hope = _MOST_IN_VAIN
        self.hope_without = _MOST_IN_VAIN
        self._unread = 0
        self._evaluations: dict[tuple[str, Types], Evaluation] = {}
        self._made: dict[tuple[Symbol | int, str, int, Types], list[Made]] = {}
        self._said: dict[tuple[Symbol, frozenset[str]], tuple[Function, bool]] = {}

    def set_unfold(self, symbols: Iterable[Symbol]) -> None:
        """Replace calls of these from now on."""
        unfold = frozenset(symbols)
        if unfold != self.unfold:
            self.unfold = unfold
            self._evaluations.clear()

    @cached_property
    def stores_by_text(self) -> bool:
        """Whether some code may put another method in the place of one, by a text."""
        return has_stores_by_text(self.program)

    @cached_property
    def reached_texts(self) -> ReachedTexts:
        """The text of each definition and of what it may name."""
        return ReachedTexts(self.program)

    @cached_property
    def _pure(self) -> PureFunctions:
        return PureFunctions(self.program, world=self._world, stores=self.stores_by_text)

    @cached_property
    def seen(self) -> SeenTypes:
        """The types that code gives what declares none."""
        return SeenTypes(self.program, world=self._supposed)

    @property
    def supposes_all(self) -> bool:
        """Whether a seen type holds only in a closed world, which the caller then asks about."""
        return self._supposed.was_asked

    def is_called(self, home: Symbol | int) -> bool:
        """Whether a call of a function that is seen makes on the spot what it gives it."""
        return self._has_untyped(home) and self.seen.is_given_new(home)

    def shows_types(self, home: Symbol | int, code: Any) -> bool:
        """Whether seen types tell something of a function's parameters, or of what it reads."""
        if not self._has_untyped(home):
            return False
        if any(one.name for one in self.seen.parameters(home)):
            return True
        return any(
            (isinstance(one, Member) and one.owner is not None and self._shows(one.owner))
            or (isinstance(one, Ref) and self._shows(one.symbol))
            for one in references(code)
        )

    def declares_types(self, home: Symbol | int, code: Any) -> bool:
        """Whether code, or what it unfolds, declares types that do nothing when it runs."""
        if not self._has_untyped(home):
            return False
        made = self.made(home, "function", code)
        codes = [code, *(as_function(self.definition(one)).function for one in made.unfolded)]
        return any(one is not None and self._undeclared.inside(one) is not one for one in codes)

    @cached_property
    def _undeclared(self) -> Undeclared:
        known = self.program.definitions
        return Undeclared(lambda one: self.program.outline(one).kind if one in known else None)

    def _has_untyped(self, home: Symbol | int) -> TypeGuard[Symbol]:
        """Whether it is a definition of a language whose values need no declared types."""
        if not isinstance(home, Symbol):
            return False
        return not library_of(self.language(home)).semantics.types_matter

    def _shows(self, symbol: Symbol) -> bool:
        """Whether the type of a field, or of what a function gives, is seen and not declared."""
        if symbol not in self.program.definitions:
            return False
        kind = self.program.outline(symbol).kind
        of = self.seen.field(symbol) if kind is Kind.FIELD else self.seen.result(symbol)
        return bool(of.name)

    def made(
        self, home: Symbol | int, part: str, code: Any, place: int = 0, *,
        types: Types = Types.DECLARED, joins: bool | None = None,
    ) -> Made:  # fmt: skip
        """The term of a piece of code of a definition (or of a file's top level).

        `types`: what is known of values from elsewhere. `joins`: whether what it is held against
        took too much without joins, and is a term with joins; None for whichever is there.
        """
        if code is None:
            return SILENT
        known = self._made.setdefault((home, part, place, types), [])
        for one in known:
            if one.holds_for(code, self.unfold, joins):
                return one
        made = self._make(home, code, types, joins=bool(joins))
        known.append(made._replace(code=code, unfold=self.unfold))
        return known[-1]

    def says(self, home: Symbol, code: Function, words: frozenset[str]) -> bool:
        """Whether a function hands on a text with one of some words, whoever it hands it to.

        Cost: the evaluation of the code up to there; where it is evaluated to its end, it is made.
        """
        known = self._said.get((home, words))
        if known is None or known[0] is not code:
            known = self._said[home, words] = code, self._says(home, code, words)
        return known[1]

    def _says(self, home: Symbol, code: Function, words: frozenset[str]) -> bool:
        known = self._made.setdefault((home, "function", 0, Types.DECLARED), [])
        made = next((one for one in known if one.holds_for(code, self.unfold)), None)
        if made is None:
            try:
                made = self._make(home, code, Types.DECLARED, sought=words)
            except SaidError:
                return True
            known.append(made._replace(code=code, unfold=self.unfold))
        return says(made.term, words)

    def _make(
        self,
        home: Symbol | int,
        code: Any,
        types: Types,
        *,
        sought: frozenset[str] = frozenset(),
        joins: bool = False,
    ) -> Made:
        evaluation = self._evaluation(self.language(home), types)
        evaluation.assumed, evaluation.laws = set(), set()
        evaluation.unfolded, evaluation.called = set(), set()
        evaluation.opaque, evaluation.orders, evaluation.failing = [], frozenset(), 0
        evaluation.kept_as = frozenset()
        taken = evaluation.steps
        if types is Types.NONE:
            code = self._undeclared.inside(code)
        evaluation.sought, evaluation.joins_only = sought, joins
        try:
            term = canonical(code, evaluation, home)
        finally:
            evaluation.sought = frozenset()
            self._steps.take(evaluation.steps - taken)
        if table_of(self.language(home)).unset_is_read and _ends_unset(term):
            self._unread += 1  # code behind what has no value yet is not seen
            term = ("unread", id(self), self._unread)
        return Made(
            term,
            frozenset(evaluation.assumed),
            frozenset(evaluation.laws),
            frozenset(evaluation.called),
            frozenset(evaluation.unfolded),
            tuple(evaluation.opaque),
            orders=evaluation.orders,
            failing=evaluation.failing,
            kept_as=evaluation.kept_as,
            joined=evaluation.was_joined,
            joins_only=joins,
        )

    def language(self, home: Symbol | int) -> str:
        """The language of a definition or file."""
        file = home if isinstance(home, int) else self.program.outline(home).file
        return self.program.files[file].language

    def definition(self, symbol: Symbol) -> Definition:
        """The definition with its code."""
        return self.program.definitions[symbol]

    def _evaluation(self, language: str, types: Types) -> Evaluation:
        found = self._evaluations.get((language, types))
        if found is None:
            found = self._evaluations[language, types] = Evaluation(
                self.program,
                language,
                unfold=self.unfold,
                small=self._small,
                tables=self._tables.of,
                pure=self._pure,
                only_reads=self._pure.only_reads,
                allowed=self.allowed,
                seen=self.seen if types is Types.SEEN else None,
                read=self._undeclared.function if types is Types.NONE else None,
            )
        return found
