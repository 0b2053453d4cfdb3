"""`Code`: one function as the judgement sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.classify.method_equivalence.code.terms import Parameter, Term


class Code(NamedTuple):
    """A function as terms: where it is, its signature, and its statements in normal form.

    `plain` is None without a body; `header` holds the words before its name that change what
    running it does (`synchronized`); `generics` the arguments and parameters of types in
    it, and the parameters of its class, as written, `variables` the latter with their bounds;
    `locals` the declared types of its locals.
    """

    file: int
    row: int
    name: str
    parameters: list[Parameter]
    plain: tuple[Term, ...] | None
    result: str
    header: frozenset[str]
    generics: frozenset[str] = frozenset()
    variables: dict[str, str] = {}  # noqa: RUF012 - never stored to
    locals: dict[tuple[int, str], str] = {}  # noqa: RUF012 - never stored to

    @property
    def types(self) -> list[str]:
        """The declared types of the parameters."""
        return [parameter.type for parameter in self.parameters]
