"""What a comparison asks of the names in two methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tracer.classify.method_equivalence.code.terms import Key, Term
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.method_equivalence.names.class_members import Members

State = tuple[
    dict[Key, Key], dict[Key, Key], dict[tuple[bool, Key], Term], dict[bool, Term], bool,
    dict[str, None], dict[tuple[bool, str], tuple[object, ...]], dict[tuple[bool, str], Term],
]  # fmt: skip


class Along(NamedTuple):
    """A function that takes more on one side does the same: what stood for its parameters.

    `is_seen`: both versions have a body; `stood`: places of parameters, each with the term of the
    other version that it stands for.
    """

    is_seen: bool
    stood: tuple[tuple[int, Term], ...] = ()
    conditions: tuple[str, ...] = ()


class Meanings(Protocol):
    """What names that are no locals mean, before against after.

    `is_moved`: the two functions stand in different classes.
    """

    is_moved: bool
    members: tuple[Members, ...]

    def same(self, before: Term, after: Term) -> str | None:
        """None when two names mean different things, else the condition ('' for none)."""

    def same_types(self, before: str, after: str) -> str | None:
        """The same of two types as written."""

    def is_own(self, word: str, *, is_after: bool) -> bool:
        """Whether a name is the class whose code is compared, or one around it."""

    def is_innermost(self, word: str) -> bool:
        """Whether a name is the class that the code before, or after, stands in itself."""

    def is_variable(self, word: str, *, is_after: bool) -> bool:
        """Whether a name is a field of the class around that may have several values."""

    def is_lasting(self, term: Term, *, is_after: bool) -> bool:
        """Whether a term names a field that never changes once its object is made."""

    def around_of(self, word: str, *, is_after: bool) -> str:
        """The class around the innermost one that has a function named without object, or ''."""

    def has_another(self, word: str, other: str, kind: str | None, *, is_after: bool) -> bool:
        """Whether the function itself is called, and on a side one that a class has so called."""

    def is_of_one_class(self, word: str) -> bool:
        """Whether a field of the own object is that of one class on both sides."""

    def is_called_otherwise(
        self, before: Term, after: Term, types: tuple[list[str | None], list[str | None]]
    ) -> bool:
        """Whether one of several functions of a name is on one side only, and may fit a call."""

    def is_referred_otherwise(self, holder: Term, word: str) -> bool:
        """Whether a reference to a function may mean one that is on one side only."""

    def is_made_otherwise(
        self, words: tuple[str, str], types: tuple[list[str | None], list[str | None]]
    ) -> bool:
        """The same of the constructors of two classes; '' is the class that code stands in."""

    def is_kind_of(self, kind: str, other: str, *, is_after: bool) -> bool:
        """Whether a type is another one, or one of a class derived from it, as far as is seen."""

    def along(
        self,
        calls: tuple[Term, Term],
        types: tuple[list[str | None], list[str | None]],
        chosen: tuple[int, ...],
        *,
        is_after: bool,
    ) -> Along | None:
        """What a called function does without some arguments, compared with its other version.

        `types`: those of the arguments; `is_after`: the call after passes more. None where it is
        another thing.
        """

    def has_inside(self, row: int, word: str, *, is_after: bool) -> bool | None:
        """Whether a class inside the function, around a row, has a member; None if unseen."""

    def stands_for(self, before: Term, after: Term) -> str | None:
        """What must hold for a field of one class to be what stands there in the other."""

    def value_of(
        self, term: Term, types: Sequence[str | None], *, is_after: bool
    ) -> tuple[Term, tuple[str, ...]] | None:
        """What a call of a function of the class gives, when that is one value; conditions.

        `types`: those of its arguments.
        """

    def is_one_member(self, word: str, types: tuple[str, str], count: int | None) -> bool | None:
        """Whether a name is one member of two classes, before and after; None if unseen."""

    def is_kin(self) -> bool:
        """Whether one of the two classes is derived from the other, or is the other."""

    def above(self, word: str) -> str | None:
        """The condition that a function of the base is the same seen from both classes."""

    def is_class(self, word: str, *, is_after: bool) -> bool:
        """Whether a name is known to be a class."""

    def constant(self, term: Term, *, is_after: bool) -> Term | None:
        """The literal that a name stands for and that can never be another."""

    def declared(self, term: Term, *, is_after: bool) -> str | None:
        """The type that the change set declares a member of the own object with."""

    def is_that_of(self, word: str, holder: str, *, is_after: bool) -> bool | None:
        """Whether a member named without a class is that of a class on the other side."""

    def may_be_both(self) -> bool:
        """Whether an object may be of both classes, as far as their headers say."""

    def needs_no_object(self, word: str, sort: str = "function") -> bool | None:
        """Whether a member named without an object needs none; None if nobody sees it."""
