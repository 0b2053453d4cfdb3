"""Whether somebody spells a name in a text that is put together, or may in one nobody knows.

What a literal spells as it stands is asked where names are looked for (`visibility`, `sought`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.loaders import NAME, computed_loader
from tracer.classify.texts import composed_texts

if TYPE_CHECKING:
    from collections.abc import Collection

    from tracer.classify.context import Context
    from tracer.classify.names import Names


def why_composed(
    context: Context,
    words: Collection[str],
    *,
    sought: Collection[str] = (NAME,),
    in_prose: bool = False,
) -> str | None:
    """Why a text of a version may spell one of the words though no literal does, or None.

    `sought`: what finds such things by texts that are not known (`loaders`); `in_prose`: also where
    a text has blanks. Cost: the texts of all files that are put together, found once.
    """
    wanted = _pattern(words)
    for forest, names_of in (
        (context.before, context.names_before),
        (context.after, context.names_after),
    ):
        for file, path in enumerate(forest.paths):
            names = names_of(file)
            loader = computed_loader(names, sought)
            if loader is not None:
                return f"{path} may find it by a text that it computes ({loader})"
            found = next(
                (t for t in composed_texts(names) if _may_name(names, wanted, t, in_prose)), None
            )
            if found is not None:
                return f"{path} puts a text together that may name it"
    return None


def _pattern(words: Collection[str]) -> re.Pattern[str]:
    """One of the words, also where the name of a class was put before it (`_C__a`)."""
    known = (re.escape(w) if w[:2] != "__" else rf"(?:_\w+)?{re.escape(w)}" for w in sorted(words))
    return re.compile(rf"(?<![\w$])(?:{'|'.join(known)})(?![\w$])")


def _may_name(names: Names, wanted: re.Pattern[str], text: str, in_prose: bool) -> bool:
    if wanted.search(text) is None:
        return False
    code: str | None = names.tables.raw.get("code_text")
    is_code = code is not None and re.search(code, text) is not None
    return in_prose or is_code or re.search(r"\s", text.strip()) is None
