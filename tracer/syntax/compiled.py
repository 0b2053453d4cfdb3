"""A language's tables as the native core takes them: arrays by symbol and by kind."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.syntax.grammar import Language

_COMMENT, _VERBATIM = 1, 2  # as in tracer/native/parse.c


def tables_of(language: Language) -> tuple[Any, ...]:
    """The arguments of the core's `grammar`, in order."""
    kinds = range(len(language.kind_names))
    symbols = language.grammar.node_kind_count
    flags = bytes(
        _COMMENT * (kind in language.comment_kinds) | _VERBATIM * (kind in language.verbatim_kinds)
        for kind in kinds
    )
    prefixes = [b"\x00%d:%s" % (len(n), n) for n in (k.encode() for k in language.kind_names)]
    added = [list(language.added_fields.get(kind, {}).items()) for kind in kinds]
    return (
        language.pointer,
        _packed("H", (language.canonical[symbol] for symbol in range(symbols))),
        flags,
        _packed("i", language.fixed_lengths),
        b"".join(entry or bytes(16) for entry in language.fixed_entries),
        b"".join(language.kind_digests),
        _packed("i", _starts(map(len, prefixes))),
        b"".join(prefixes),
        _packed("i", _starts(map(len, added))),
        _packed("H", (number for pairs in added for pair in pairs for number in pair)),
        language.error_kind,
    )


def _packed(code: str, numbers: Iterable[int]) -> bytes:
    return array(code, numbers).tobytes()


def _starts(lengths: Iterable[int]) -> list[int]:
    """Where each of some parts begins, and where the last one ends."""
    found = [0]
    for length in lengths:
        found.append(found[-1] + length)
    return found
