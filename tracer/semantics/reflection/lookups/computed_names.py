"""Names spelled by texts that are put together, or perhaps by texts that nobody knows.

What a literal spells as it stands is asked where names are looked for (`name_readers`,
`file_references`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.semantics.names.identifier_spelling import is_spelled_otherwise, unescaped
from tracer.semantics.reflection.lookups.loaders import NAME, computed_loader
from tracer.semantics.values.string_values import GAP, composed_texts, glued_texts, glued_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tracer.semantics.names.occurrences import Names
    from tracer.semantics.versions import Versions


def why_composed(
    versions: Versions,
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
    known = versions.kept(_Composed, is_after)
    return known.loader(sought) or known.why_named(words, in_prose=in_prose)


def why_spelled_otherwise(versions: Versions, words: Collection[str]) -> str | None:
    """Why a file before may have one of the words, in a spelling of its own.

    By escapes in names, and in files of other kinds the last of the words at all. Cost: a look at
    the files of other kinds, and at those with letters that are escaped or fold.
    """
    new = tuple(words)[-1]
    wanted = re.compile(rb"(?<!\w)" + re.escape(new.encode()) + rb"(?!\w)")
    for file, path in enumerate(versions.before.paths):
        other = versions.names_before(file)
        if any(is_spelled_otherwise(other, word) for word in words):
            return f"{path} may spell the name in another way"
        if other.tables.is_known:
            continue
        text = unescaped(other.tree.text)
        if wanted.search(text) is not None:
            return f"{path} has {new}"
        if any(word.encode() in text and word.encode() not in other.tree.text for word in words):
            return f"{path} may spell the name in another way"
    return None


class _Composed:
    """The texts of one version that are put together, by their words; made once."""

    def __init__(self, versions: Versions, is_after: bool) -> None:
        forest = versions.after if is_after else versions.before
        names_of = versions.names_after if is_after else versions.names_before
        self._files = [(path, names_of(file)) for file, path in enumerate(forest.paths)]
        self._loaders: dict[str, str | None] = {}
        self._texts: dict[str, list[tuple[str, Names, str]]] = {}
        self._glued: dict[str, list[tuple[str, Names]]] = {}
        for path, names in self._files:
            for text in composed_texts(names):
                for word in set(_words(text)):
                    self._texts.setdefault(word, []).append((path, names, text))
            for word in glued_words(names):
                self._glued.setdefault(word, []).append((path, names))

    def loader(self, sought: Collection[str]) -> str | None:
        """Whether a file finds one of these sorts of things by a text that nobody knows."""
        for sort in sought:
            if sort not in self._loaders:
                self._loaders[sort] = next(
                    (
                        f"{path} may find it by a text that it computes ({loader})"
                        for path, names in self._files
                        if (loader := computed_loader(names, (sort,))) is not None
                    ),
                    None,
                )
        return next((self._loaders[s] for s in sought if self._loaders[s]), None)

    def why_named(self, words: Collection[str], *, in_prose: bool) -> str | None:
        """Whether a text has one of the words, as a name (`in_prose`: at all)."""
        for word in sorted(words):
            first, point, rest = word.partition(".")
            found = list(self._texts.get(first, ()))
            if point and found:  # all of it is named, or what is behind the point is not known
                behind = rf"\.(?:{re.escape(rest)}|{GAP})|{GAP}"
                wanted = re.compile(rf"{re.escape(first)}(?:{behind})")
                found = [text for text in found if wanted.search(text[2])]
            for path, names in self._glued.get(word, ()):
                found += [(path, names, text) for text in glued_texts(names, word)]
            for path, names, text in found:
                if in_prose or _is_name(names, text):
                    return f"{path} puts a text together that may name {word}"
        return None


def _words(text: str) -> Iterator[str]:
    """The words of a text; of one behind the name of a class (`_C__a`) its end as well."""
    for word in re.findall(r"[\w$]+", text):
        yield word
        if word[:1] == "_" and "__" in word[2:]:
            yield word[word.index("__", 2) :]


def _is_name(names: Names, text: str) -> bool:
    """Whether a text may name what is in it, rather than mention it in prose."""
    code: str | None = names.tables.raw.get("code_text")
    is_code = code is not None and re.search(code, text) is not None
    return is_code or re.search(r"\s", text.strip()) is None
