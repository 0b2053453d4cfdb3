"""Whether somebody spells a name in a text that is put together, or may in one nobody knows.

What a literal spells as it stands is asked where names are looked for (`visibility`, `sought`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.loaders import NAME, computed_loader
from tracer.classify.texts import composed_texts, glued_texts

if TYPE_CHECKING:
    from collections.abc import Collection

    from tracer.classify.context import Context
    from tracer.classify.names import Names


def why_composed(
    context: Context,
    words: Collection[str],
    *,
    is_after: bool,
    sought: Collection[str] = (NAME,),
    in_prose: bool = False,
) -> str | None:
    """Why a text of a version may spell one of the words though no literal does, or None.

    Of the version whose literals are asked: what is one literal on a side is asked there.

    `sought`: what finds such things by texts that are not known (`loaders`); `in_prose`: also where
    a text has blanks. Cost: the texts of all files that are put together, found once.
    """
    forest = context.after if is_after else context.before
    names_of = context.names_after if is_after else context.names_before
    for file, path in enumerate(forest.paths):
        names = names_of(file)
        loader = computed_loader(names, sought)
        if loader is not None:
            return f"{path} may find it by a text that it computes ({loader})"
        texts = composed_texts(names)
        for word in words:
            for text in (*texts, *glued_texts(names, word)):
                if word in text and _may_name(names, word, text, in_prose=in_prose):
                    return f"{path} puts a text together that may name {word}"
    return None


def _may_name(names: Names, word: str, text: str, *, in_prose: bool) -> bool:
    """Whether a text has a word, also behind the name of a class (`_C__a`), as a name."""
    front = r"(?:_\w+)?" if word.startswith("__") else ""
    if re.search(rf"(?<![\w$]){front}{re.escape(word)}(?![\w$])", text) is None:
        return False
    code: str | None = names.tables.raw.get("code_text")
    is_code = code is not None and re.search(code, text) is not None
    return in_prose or is_code or re.search(r"\s", text.strip()) is None
