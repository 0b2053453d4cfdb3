"""The smallest difference of two terms, in a reviewer's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import Symbol

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.context import Context
    from tracer.classify.equivalence.evaluation.domain.terms import Term

_TREES = frozenset({"do", "if", "cases", "loop", "each", "try", "join", "ret", "throw", "fn"})
_LONGEST = 80


class Difference(NamedTuple):
    """What differs: a sentence, both sides as texts, and their rows (-1 for unknown)."""

    sentence: str
    before: str
    after: str
    before_row: int = -1
    after_row: int = -1


def difference(
    before: Term, after: Term, contexts: tuple[Context, Context] | None = None
) -> Difference | None:
    """The smallest differing part of two finished terms; None if they are equal.

    `contexts` made the terms, with `evidence`: their rows and names are used.
    """
    if before == after:
        return None
    rows: list[int] = [-1, -1]
    one, other = before, after
    while True:
        if contexts is not None:
            for side, part in ((0, one), (1, other)):
                row = contexts[side].finished_rows.get(part) if isinstance(part, tuple) else None
                rows[side] = rows[side] if row is None else row
        inner = _inner(one, other)
        if inner is None:
            break
        one, other = inner
    texts = [
        _Words(contexts[side] if contexts is not None else None).text(part)[:_LONGEST]
        for side, part in ((0, one), (1, other))
    ]
    sentence = _sentence(one, other, texts)
    return Difference(sentence, texts[0], texts[1], rows[0], rows[1])


def _inner(one: Any, other: Any) -> tuple[Any, Any] | None:
    """The one pair of parts that differs, if the rest is the same and is worth naming."""
    if not (isinstance(one, tuple) and isinstance(other, tuple)) or len(one) != len(other):
        return None
    differing = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    if not differing:
        return None
    is_tree = bool(one) and one[0] in _TREES and one[0] == other[0]
    if len(differing) > 1 and not is_tree:
        return None
    first = differing[0]
    if any(not isinstance(part, tuple) or isinstance(part, Symbol) for part in first):
        return None  # a definition is a leaf, though it is a tuple
    if is_tree or _is_structure(one):
        return first
    if isinstance(first[0], tuple) and first[0] and first[0][0] in ("member", "sym", "#"):
        return None
    if one[0] in ("compare", "bin", "any-order", "equal", "is") and len(differing) == 1:
        return None
    return first


def _is_structure(one: Term) -> bool:
    return bool(one) and isinstance(one[0], tuple)


def _sentence(one: Any, other: Any, texts: list[str]) -> str:
    if not isinstance(one, tuple) or not one or not isinstance(other, tuple) or not other:
        return f"`{texts[1]}` was `{texts[0]}`"
    if texts[0] == texts[1]:
        return f"`{texts[1]}` is reached in another way than before"
    if one[0] != other[0] and one[0] in _TREES and other[0] in _TREES:
        return f"`{texts[1]}` stands where `{texts[0]}` was"
    return f"`{texts[1]}` was `{texts[0]}`"


class _Words:
    """Terms as texts that look like code."""

    def __init__(self, context: Context | None) -> None:
        self.context = context

    def text(self, term: Any, depth: int = 0) -> str:
        if not isinstance(term, tuple) or not term:
            return str(term) if term != () else ""
        if depth > 8:  # noqa: PLR2004 - deeper says nothing to a reader
            return "..."
        if isinstance(term, Symbol):
            return str(term.path[-1] if term.path else term.module)
        head = term[0]
        rest = [self.text(one, depth + 1) for one in term[1:]] if head not in _TREES else []
        if head == "c":
            return f'"{term[2]}"' if term[1] == "str" else (term[2] or term[1])
        if head == "p":
            name = self.context.finished_names.get(term) if self.context is not None else None
            return name or f"parameter {term[2] + 1}"
        if head in ("sym", "member"):
            return rest[0]
        if head == "ext":
            return str(term[1]).removeprefix("builtins.")
        if head in ("bin", "compare"):
            return f"{rest[1]} {term[1]} {rest[2]}"
        if head in ("any-order", "equal"):
            return f" {term[1]} ".join(self.text(one, depth + 1) for one in term[2])
        if head == "is":
            return f"{rest[0]} == {rest[1]}"
        if head == "not":
            return f"not {rest[0]}"
        if head == "null":
            return f"{rest[0]} is null"
        if head in ("truth", "filled", "there"):
            return rest[0]
        if head == "attr":
            return f"{rest[0]}.{rest[1]}"
        if head == "sub":
            return f"{rest[0]}[{rest[1]}]"
        if head == "self":
            return "self"
        if head == "size":
            return f"the length of {rest[0]}"
        if head == "v":
            return "the result of a call"
        if head in ("call", "new") and len(term) > 2:  # noqa: PLR2004
            return self._call(term, depth)
        if head == "stores":
            return self._stores(term, depth)
        if head == "method":
            return f"{rest[1]}.{rest[0]}"
        if head in ("tuple", "slots"):
            return "(" + ", ".join(rest) + ")"
        if head == "fmt":
            return "".join(self.text(one, depth + 1) for one in term[1])
        if head == "show":
            return "{" + rest[0] + "}"
        return self._tree(term, depth)

    def _call(self, term: Term, depth: int) -> str:
        if term[0] == "new" and not (
            isinstance(term[1], tuple) and term[1][:1] in (("sym",), ("ext",))
        ):
            return f"a new {term[2]}"
        args = term[2] if isinstance(term[2], tuple) else ()
        shown = [self.text(one, depth + 1) for one in args if isinstance(one, tuple)]
        return f"{self.text(term[1], depth + 1)}({', '.join(shown)})"

    def _stores(self, term: Term, depth: int) -> str:
        made = []
        for place, value in term[1]:
            where = (
                f"{self.text(place[1], depth + 1)}.{self.text(place[2], depth + 1)}"
                if place[0] == "attr"
                else self.text(place[1], depth + 1)
            )
            made.append(f"{where} = {self.text(value, depth + 1)}")
        return "; ".join(made)

    def _tree(self, term: Term, depth: int) -> str:
        head = term[0]
        if head == "do":
            return self.text(term[2], depth + 1)
        if head == "ret":
            return "return " + self.text(term[1], depth + 1)
        if head == "throw":
            return "raise " + ", ".join(self.text(one, depth + 1) for one in term[1])
        if head == "if":
            return "if " + self.text(term[1], depth + 1)
        if head == "cases":
            return "cases of " + self.text(term[1], depth + 1)
        if head == "each":
            return "loop over " + self.text(term[3], depth + 1)
        if head in ("loop", "try", "fn"):
            return {"fn": "a function"}.get(head, "a " + head)
        if head == "next":
            return "the next round"
        return str(head).replace("_", " ")
