"""Names in a second spelling: by escapes, by letters that fold to others."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names

_NUMBERED = re.compile(
    rb"\\u00([2-7][0-9a-fA-F])|\\x([2-7][0-9a-fA-F])|&#[xX]([2-7][0-9a-fA-F]);|&#([0-9]{2,3});"
)


_ODD_NAME = re.compile(rb"[\w$]*(?:\\u|[\x80-\xff])[\w$\\{}\x80-\xff]*")

_LETTER = re.compile(r"\\u(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))")


def is_spelled_otherwise(names: Names, word: str) -> bool:
    """Whether a name of a file is a word in another spelling: by escapes, by letters that fold.

    Cost: a search of the text, and a look at the places with such letters; the word for each.
    """
    return word in names.kept(_spelled_otherwise)


def _spelled_otherwise(names: Names) -> frozenset[str]:
    import unicodedata  # noqa: PLC0415 - only for files with other letters than ASCII

    tree, found = names.tree, set[str]()
    if tree.text.isascii() and b"\\u" not in tree.text:
        return frozenset()
    for match in _ODD_NAME.finditer(tree.text):
        row = bisect_right(tree.start, match.start()) - 1
        if tree.kind_name(row) in {*names.tables.words, *names.tables.member_kinds}:
            text = tree.slice(row).decode("utf-8", "replace")
            text = _LETTER.sub(lambda m: chr(int(m[1] or m[2], 16) % 0x110000), text)
            found.add(unicodedata.normalize("NFKC", text))
    return frozenset(found)


def unescaped(text: bytes) -> bytes:
    """A text of a language that is not read, with letters for the numbers most have for them."""

    def letter(found: re.Match[bytes]) -> bytes:
        number = found[1] or found[2] or found[3]
        return chr(int(number, 16) if number else int(found[4])).encode()

    return _NUMBERED.sub(letter, text)
