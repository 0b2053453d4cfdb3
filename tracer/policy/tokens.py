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


def has_code(lost: Sequence[Token]) -> bool:
    """Whether code went for which a new name may stand."""
    return any(token.is_content or token.is_name for token in lost)


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
    """Names that stand before `=`."""
    return {
        token.text
        for token, following in pairwise(tokens)
        if token.is_name and following.text in _BINDS
    }


def is_subsequence(part: Sequence[bytes], whole: Sequence[bytes]) -> bool:
    """Whether the texts stand in the whole in their order."""
    rest = iter(whole)
    return all(text in rest for text in part)
