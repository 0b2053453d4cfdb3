"""One version of the program with its terms, made when asked for and kept while they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.classify.equivalence.evaluation import Context as Evaluation
from tracer.classify.equivalence.evaluation import canonical
from tracer.classify.equivalence.languages import table_of
from tracer.classify.equivalence.walking import references

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.semantics.core import Definition, Symbol
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


SILENT = Made(("nothing",))


def _ends_unset(term: Any) -> bool:
    """Whether a way ends where a local is read that has no value yet."""
    return any(one[:2] == ("throw", (("unset",),)) for one in references(term))


class Side:
    """The terms of one version. `unfold` may grow; what it touches is made again."""

    def __init__(self, program: Program, allowed: frozenset[str]) -> None:
        self.program = program
        self.allowed = allowed
        self.unfold: frozenset[Symbol] = frozenset()
        self._unread = 0
        self._evaluations: dict[str, Evaluation] = {}
        self._made: dict[tuple[Symbol | int, str, int], Made] = {}

    def set_unfold(self, symbols: Iterable[Symbol]) -> None:
        """Replace calls of these from now on; forgets terms that may be others then."""
        unfold = frozenset(symbols)
        changed = unfold ^ self.unfold
        if not changed:
            return
        self.unfold = unfold
        self._evaluations.clear()
        self._made = {
            key: made
            for key, made in self._made.items()
            if not changed & (made.called | made.unfolded)
        }

    def made(self, home: Symbol | int, part: str, code: Any, place: int = 0) -> Made:
        """The term of a piece of code of a definition (or of a file's top level)."""
        if code is None:
            return SILENT
        key = home, part, place
        found = self._made.get(key)
        if found is None or found.code is not code:
            found = self._made[key] = self._make(home, code)._replace(code=code)
        return found

    def _make(self, home: Symbol | int, code: Any) -> Made:
        evaluation = self._evaluation(self.language(home))
        evaluation.assumed, evaluation.laws = set(), set()
        evaluation.unfolded, evaluation.called = set(), set()
        evaluation.opaque = []
        term = canonical(code, evaluation, home)
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
        )

    def language(self, home: Symbol | int) -> str:
        """The language of a definition or file."""
        file = home if isinstance(home, int) else self.program.outline(home).file
        return self.program.files[file].language

    def definition(self, symbol: Symbol) -> Definition:
        """The definition with its code."""
        return self.program.definitions[symbol]

    def _evaluation(self, language: str) -> Evaluation:
        found = self._evaluations.get(language)
        if found is None:
            found = self._evaluations[language] = Evaluation(
                self.program, language, unfold=self.unfold, allowed=self.allowed
            )
        return found
