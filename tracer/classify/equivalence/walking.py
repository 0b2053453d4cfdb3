"""Nodes of the core language inside others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.core import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator


def references(code: Any) -> Iterator[Any]:
    """Every tuple inside a piece of code, nodes and symbols among them, outermost first."""
    todo = [code]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            yield one
            if not isinstance(one, Symbol):
                todo.extend(reversed(one))


def symbols_in(code: Any) -> set[Symbol]:
    """The definitions that a piece of code names."""
    return {one for one in references(code) if isinstance(one, Symbol)}
