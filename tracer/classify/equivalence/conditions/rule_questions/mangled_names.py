"""Names that mean another one in each class, which come to stand elsewhere.

Python reads `__a` as `_C__a` inside a class C, and as it stands elsewhere (Language reference,
6.2.1, private name mangling). Terms have the name as it stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.rule_questions.subject import Subject
from tracer.semantics.names.occurrences import Use
from tracer.syntax.names import name_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.syntax import SyntaxTree

_WORD = re.compile(r"\w+")
_OUTSIDE = ""  # of all classes


def why_mangled(context: Context) -> list[tuple[Subject, str]]:
    """Why files may not say what they do: a private name has uses in other classes than before.

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
            if re.match(table["pattern"], word) and _means_another(context, word):
                yield (
                    Subject(partner.get(file, -1), file),
                    f"{word} means another name in each class",
                )


def _means_another(context: Context, word: str) -> bool:
    """Whether uses of a word that meant one name may mean several now.

    Where all of them stand in one class, or the one that has them got another name, they mean one
    still.
    """
    now, then = _homes(context, word, is_after=True), _homes(context, word, is_after=False)
    came, left = now - then, then - now
    if not came or (len(now) == 1 and _OUTSIDE not in now):
        return False
    is_renamed = len(came) == len(left) == 1 and len(now) == len(then)
    return not is_renamed or _OUTSIDE in came or _has_class(context, *left)


def _has_class(context: Context, name: str) -> bool:
    """Whether the files of the change define a class of this name afterwards."""
    return any(
        names.tables.scopes.get(names.tree.kind_name(names.tree.parent[one.row])) == "class"
        for file in context.files_with(name, is_after=True)
        for names in [context.names_after(file)]
        for one in names.occurrences(name)
        if one.row == name_row(names.tree, names.tree.parent[one.row])
    )


def _class_name(tree: SyntaxTree, row: int) -> str:
    at = name_row(tree, row)
    return tree.slice(at).decode("utf-8", "replace") if at >= 0 else f"#{row}"


def _homes(context: Context, word: str, *, is_after: bool) -> set[str]:
    """The innermost classes around a word's uses in code, by name; empty outside of all."""
    found = set()
    for file in context.files_with(word, is_after=is_after):
        names = context.names(file, is_after=is_after)
        tree, scopes = names.tree, names.tables.scopes
        for one in names.occurrences(word):
            row = one.row
            while row >= 0 and scopes.get(tree.kind_name(row)) != "class":
                row = tree.parent[row]
            if one.use is not Use.DATA:
                found.add(_class_name(tree, row) if row >= 0 else _OUTSIDE)
    return found
