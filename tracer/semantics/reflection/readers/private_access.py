"""Accesses to a private member by its name, from another file of the change.

Code of a known language does so by what looks members up (table `private_members`, `asked_by`:
`ReflectionTestUtils.setField(a, "net", 1)`), with the name as a text. A file of another kind that
names both the member and its class may be settings, or code of a language that opens all members.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.syntax.detect import is_prose

if TYPE_CHECKING:
    from tracer.matching import Forest
    from tracer.semantics.names.occurrences import Names


def why_asked_elsewhere(
    forest: Forest, names: Names, word: str, holder: str | None, files: list[int]
) -> str | None:
    """Why one of some files may ask for a member of the class of a file, or None."""
    table = names.tables.raw.get("private_members") or {}
    readers = [reader.encode() for reader in table.get("asked_by") or ()]
    quoted = re.compile(rb"""[."']%s["'(]""" % re.escape(word.encode()))
    for file in files if readers else ():
        tree, path = forest.trees[file], forest.paths[file]
        if tree is names.tree:
            continue
        if tree.language.definitions:
            is_read = any(reader in tree.text for reader in readers)
            is_asked = is_read and quoted.search(tree.text) is not None
        else:
            is_asked = not is_prose(path) and _has(tree.text, word) and _has(tree.text, holder)
        if is_asked:
            return f"{path} may ask for {word}"
    return None


def _has(text: bytes, word: str | None) -> bool:
    """Whether a text has a word; one that nobody knows it may have."""
    return (
        word is None or re.search(rb"(?<!\w)%s(?!\w)" % re.escape(word.encode()), text) is not None
    )
