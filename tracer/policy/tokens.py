"""What two runs of tokens share: their content, their names, their differences."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.policy.units import Token

SELF = frozenset({b"self", b"this", b"cls", b"super"})
_SEPARATORS = frozenset({b".", b"::", b"->"})
_BINDS = frozenset({b"=", b":=", b":"})
_FUNCTIONS = frozenset({b"def", b"function", b"func", b"fn", b"fun"})
_ASSIGNS = frozenset({b"=", b":="})
_OPEN, _CLOSE = frozenset({b"(", b"[", b"{"}), frozenset({b")", b"]", b"}"})
_GOES_ON = frozenset({b".", b"?.", b"->", b"::"})  # a statement, on another line


def has_code(lost: Sequence[Token]) -> bool:
    """Whether code went for which a new name may stand; an empty list is some."""
    return any(token.is_content or token.is_name or token.text in (b"[", b"{") for token in lost)


def differences(before: Sequence[Token], after: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """The tokens only one of two versions has."""
    matcher = SequenceMatcher(
        None, [t.text for t in before], [t.text for t in after], autojunk=False
    )
    lost: list[Token] = []
    added: list[Token] = []
    for tag, b1, b2, a1, a2 in matcher.get_opcodes():
        if tag != "equal":
            lost += before[b1:b2]
            added += after[a1:a2]
    return lost, added


def texts_of(tokens: Iterable[Token]) -> set[bytes]:
    """What the tokens say."""
    return {token.text for token in tokens}


def content_of(tokens: Iterable[Token]) -> Counter[bytes]:
    """Literals, operators and what else is no name, each as often as it stands there."""
    return Counter(token.text for token in tokens if token.is_content)


def names_in(tokens: Sequence[Token], moving: set[bytes] | frozenset[bytes]) -> Counter[bytes]:
    """Names, but for those that only say where another one is found."""
    found: Counter[bytes] = Counter()
    for at, token in enumerate(tokens):
        if not token.is_name or token.text in SELF or token.text in moving:
            continue
        if at + 1 < len(tokens) and tokens[at + 1].text in _SEPARATORS:
            continue
        found[token.text] += 1
    return found


def bound_in(tokens: Sequence[Token]) -> set[bytes]:
    """Names that stand before `=`, and those of functions inside."""
    return functions_in(tokens) | {
        token.text
        for token, following in pairwise(tokens)
        if token.is_name and following.text in _BINDS
    }


def functions_in(tokens: Sequence[Token]) -> set[bytes]:
    """Names that stand after the word that introduces a function."""
    return {
        name.text for word, name in pairwise(tokens) if word.text in _FUNCTIONS and name.is_name
    }


def values_in(tokens: Sequence[Token]) -> dict[bytes, list[list[Token]]]:
    """By name, the values that it is given, in order: what stands between `=` and the line's end.

    A line that ends within brackets, or before one that begins with `.`, goes on.
    """
    found: dict[bytes, list[list[Token]]] = {}
    for at, (token, following) in enumerate(pairwise(tokens)):
        if token.is_name and following.text in _ASSIGNS:
            found.setdefault(token.text, []).append(_value(tokens, at + 2))
    return found


def _value(tokens: Sequence[Token], at: int) -> list[Token]:
    value: list[Token] = []
    depth = 0
    for token in tokens[at:]:
        is_below = bool(value) and token.line > value[-1].line and token.text not in _GOES_ON
        if depth == 0 and (is_below or token.text == b";"):
            break
        depth += (token.text in _OPEN) - (token.text in _CLOSE)
        if depth < 0:
            break
        value.append(token)
    return value


def unqualified(tokens: Sequence[Token], moving: set[bytes]) -> tuple[bytes, ...]:
    """The leaves without what only says in which file a name that moves is found."""
    found: list[bytes] = []
    for at, token in enumerate(tokens):
        after = tokens[at + 1 : at + 3]
        is_separator = token.text in _SEPARATORS and after and after[0].text in moving
        is_prefix = len(after) > 1 and after[0].text in _SEPARATORS and after[1].text in moving
        if not is_separator and not (is_prefix and token.is_name):
            found.append(token.text)
    return tuple(found)


def is_subsequence(part: Sequence[bytes], whole: Sequence[bytes]) -> bool:
    """Whether the texts stand in the whole in their order."""
    rest = iter(whole)
    return all(text in rest for text in part)
