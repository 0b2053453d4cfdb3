"""Names that mean another one inside a class, which come to stand outside of all.

Python reads `__a` as `_C__a` inside a class C, and as it stands elsewhere (Language reference,
6.2.1, private name mangling). Terms have the name as it stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.rule_questions.subject import Subject
from tracer.semantics.names.occurrences import Names, Use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context

_WORD = re.compile(r"\w+")


def why_mangled(context: Context) -> list[tuple[Subject, str]]:
    """Why files may not say what they do: a private name left its class.

    Cost: the words of all files of a language that mangles names.
    """
    return list(_asked(context))


def _asked(context: Context) -> Iterator[tuple[Subject, str]]:
    partner = {after: before for before, after in context.mapping.file_pairs}
    for file, tree in enumerate(context.after.trees):
        names = context.names_after(file)
        table = names.tables.raw.get("private_members") or {}
        if "mangled" not in table:
            continue
        for word in sorted(set(_WORD.findall(tree.slice(0).decode("utf-8", "replace")))):
            if re.match(table["pattern"], word) and _came_out(context, names, word):
                yield (
                    Subject(partner.get(file, -1), file),
                    f"{word} means another name inside a class",
                )


def _came_out(context: Context, names: Names, word: str) -> bool:
    """Whether a word stands outside of all classes now, and stood only inside before."""
    if not _is_outside(names, word):
        return False
    files = context.files_with(word, is_after=False)
    return not any(_is_outside(context.names_before(file), word) for file in files)


def _is_outside(names: Names, word: str) -> bool:
    """Whether code outside of all classes has a word."""
    tree, scopes = names.tree, names.tables.scopes
    for one in names.occurrences(word):
        row = one.row
        while row >= 0 and scopes.get(tree.kind_name(row)) != "class":
            row = tree.parent[row]
        if row < 0 and one.use is not Use.DATA:
            return True
    return False
