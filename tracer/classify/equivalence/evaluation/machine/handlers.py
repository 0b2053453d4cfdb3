"""What evaluates each kind of code, and the two ways in which evaluation gives up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.state import Continue, Frame, State, Then
from tracer.classify.equivalence.evaluation.domain.terms import Term
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.classify.equivalence.evaluation.machine.machine import Machine
    from tracer.semantics.core import Function


class OutOfBudgetError(Exception):
    """The definition takes more steps than allowed."""


class SaidError(Exception):
    """What is evaluated hands on a text that the caller only asked for."""


class UnsupportedError(Exception):
    """Something that has no term; the definition is compared as it is written."""


class Closure(NamedTuple):
    """A function made by the code at hand, for calls of it."""

    function: Function
    env: Mapping[int, Term]
    frame: Frame


Expressions = dict[type, Callable[["Machine", Any, State, Continue], Term]]
Statements = dict[type, Callable[["Machine", Any, State, Then], Term]]
EXPRESSIONS: Expressions = {}
STATEMENTS: Statements = {}


def expression(kind: type) -> Callable[[Any], Any]:
    """Register the evaluation of a kind of expression."""

    def register(function: Any) -> Any:
        EXPRESSIONS[kind] = function
        return function

    return register


def statement(kind: type) -> Callable[[Any], Any]:
    """Register the evaluation of a kind of statement."""

    def register(function: Any) -> Any:
        STATEMENTS[kind] = function
        return function

    return register
