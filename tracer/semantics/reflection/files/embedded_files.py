"""Files whose source other files take as a text: by building it in, or by reading it.

Of such a file each sign counts. Table `text_takers` of verdicts.yaml, a list of entries:

- `needs`: texts without which there is nothing of the sort;
- `pattern`: its group has the paths, in quotes, or (`plain`) between blanks; then folders and names
  with wildcards as well.

A path is that of the file beside the one that names it, if there is such a file, else of any whose
path ends so.
"""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING

from tracer.semantics.language.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.matching import Forest
    from tracer.syntax import Language, SyntaxTree

_QUOTED = re.compile(r"""\\?["'`]([^"'`\\\n]+)""")
_LOADER = re.compile(r"^.*[!}]|\?.*$")  # `raw-loader!./a.js`, `${__dirname}/a.js`, `./a.js?raw`


def taken_as_text(forest: Forest) -> dict[int, str]:
    """The files that others take as a text, each with the path of one that does.

    Cost: one search of each file for each text that the table needs.
    """
    found: dict[int, str] = {}
    for file, tree in enumerate(forest.trees):
        for path in _paths(tree):
            for taken in _named(forest, forest.paths[file], *path):
                if taken != file:
                    found.setdefault(taken, forest.paths[file])
    return found


def _paths(tree: SyntaxTree) -> Iterator[tuple[str, bool]]:
    """The paths of what a file takes as a text, and whether they may be those of many."""
    for needs, pattern, is_plain in _entries(tree.language):
        if not any(need in tree.text for need in needs):
            continue
        for match in pattern.finditer(tree.text):
            text = match[1].decode("utf-8", "replace")
            for part in text.split() if is_plain else _QUOTED.findall(text):
                path = posixpath.normpath(_LOADER.sub("", part.strip("\"'`"))).lstrip("/")
                while path.startswith("../"):
                    path = path[3:]
                if path not in (".", ".."):
                    yield path, is_plain


@cache
def _entries(language: Language) -> list[tuple[tuple[bytes, ...], re.Pattern[bytes], bool]]:
    """The entries of a language: texts of which it needs one, the pattern, is it `plain`."""
    return [
        (
            tuple(need.encode() for need in entry["needs"]),
            re.compile(entry["pattern"].encode(), re.MULTILINE),
            bool(entry.get("plain")),
        )
        for entry in tables_of(language).raw.get("text_takers") or ()
    ]


def _named(forest: Forest, taker: str, path: str, are_many: bool) -> Iterator[int]:
    """The files that a path may be that of; `are_many`: or that of a folder, or has wildcards."""
    beside = forest.file_of_path.get(posixpath.join(posixpath.dirname(taker), path))
    if beside is not None:
        yield beside
        return
    for file, other in enumerate(forest.paths):
        is_one = f"/{other}".endswith(f"/{path}")
        is_any = are_many and (fnmatchcase(f"/{other}", f"*/{path}") or f"/{path}/" in f"/{other}")
        if is_one or is_any:
            yield file
