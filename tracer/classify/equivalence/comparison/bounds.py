"""Bounds of type parameters, wherever they are written: `<T: A + B>`, or `<T> where T: B, T: A`.

Which parts of a signature these are, and which of them declare the parameters, says `bound_lists`
in `equivalence.yaml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tracer.classify.equivalence.symbols.languages import table_of
from tracer.semantics.core import External, Opaque, Ref, Symbol, Unresolved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Words: TypeAlias = tuple[Any, ...]
Bounds: TypeAlias = tuple[tuple[Words, ...], frozenset[tuple[Words, Words]]]

_PARAMETERS = "parameters"
_OPENING, _CLOSING = frozenset("<(["), frozenset(">)]")


def without_bounds(
    before: tuple[Any, ...],
    after: tuple[Any, ...],
    renamed: Callable[[Symbol], Symbol],
    language: str,
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Two signatures without what they say of type parameters, where that is the same.

    `renamed`: the symbol before for one after. The parameters themselves keep their order.
    """
    lists = table_of(language).bound_lists
    ours, theirs = _bounds(before, lambda symbol: symbol, lists), _bounds(after, renamed, lists)
    if ours is None or ours != theirs:
        return before, after
    return _others(before, lists), _others(after, lists)


def _others(signature: tuple[Any, ...], lists: Mapping[str, str]) -> tuple[Any, ...]:
    return tuple(one for one in signature if not _is_said(one, lists))


def _is_said(one: Any, lists: Mapping[str, str]) -> bool:
    return isinstance(one, Opaque) and one.kind in lists


def _bounds(
    signature: tuple[Any, ...], renamed: Callable[[Symbol], Symbol], lists: Mapping[str, str]
) -> Bounds | None:
    """The parameters in their order, and each bound with what it is of; None where not read."""
    parameters: list[Words] = []
    bounds: set[tuple[Words, Words]] = set()
    for one in signature:
        if not _is_said(one, lists):
            continue
        words = _words(one, renamed)
        if words is None:
            return None
        declares = lists[one.kind] == _PARAMETERS
        inside = words[1:-1] if declares else words[1:]
        for item in _split(inside, ","):
            subject, *said = _split(item, ":")
            if len(said) > 1 or "=" in _top(item) or "const" in item:
                return None
            if declares:
                parameters.append(subject)
            bounds |= {(subject, bound) for part in said for bound in _split(part, "+")}
    return tuple(parameters), frozenset(bounds)


def _words(one: Opaque, renamed: Callable[[Symbol], Symbol]) -> Words | None:
    """The tokens, with what they name in the place of names; None for what is not a name."""
    found: list[Any] = []
    for token in one.tokens:
        if not token.startswith("\x00"):
            found.append(token)
            continue
        part = one.parts[int(token[1:])]
        if isinstance(part, Ref):
            found.append(renamed(part.symbol))
        elif isinstance(part, External):
            found.append(("outside", part.path))
        elif isinstance(part, Unresolved):
            found.append(("name", part.name))
        else:
            return None
    return tuple(found)


def _split(words: Sequence[Any], mark: str) -> list[Words]:
    """What stands between marks that are in no brackets; nothing where there is nothing."""
    found: list[list[Any]] = [[]]
    for word, is_inside in _marked(words):
        if word == mark and not is_inside:
            found.append([])
        else:
            found[-1].append(word)
    return [tuple(one) for one in found if one]


def _top(words: Words) -> list[Any]:
    return [word for word, is_inside in _marked(words) if not is_inside]


def _marked(words: Sequence[Any]) -> Iterator[tuple[Any, bool]]:
    """Each word, and whether it stands in brackets."""
    depth = 0
    for word in words:
        yield word, depth > 0
        depth += (word in _OPENING) - (word in _CLOSING) if isinstance(word, str) else 0
