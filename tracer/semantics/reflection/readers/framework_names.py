"""What tools and frameworks look for by its name: definitions, files, what such files define.

Nobody imports a test, a settings file or a page of a web framework: it is found. Tables of
verdicts.yaml:

- `entry_pattern`: definitions that are found wherever they are (`test_a`, `main`); `entry_with`:
  word -> those that mean something in a file with the word;
- `imports.meant_files`, `imports.meant_folders`: names of files that are found, and of folders in
  which all are;
- `imports.read_files`, `imports.read_folders`: those of which any public name may be asked for
  (`settings.py`, `migrations/`, `pages/`), files with as many of the folders around them as the
  pattern has; `imports.unnamed`: the word that lets a file give something without its name;
- `imports.served_files`, `imports.served_folders`: those of which one name is, of a tool's choice
  or of its user's (`app.py`): one that other code does not use;
- `imports.collected`: settings that say how the `names` and `files` that tools find are called;
- `imports.found_values`: what makes a thing that is found by the name it is given.
"""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import has_word
from tracer.syntax.names import wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.semantics.names.occurrences import Names
    from tracer.semantics.versions import Versions

# A key of a settings file, and what it is set to: a list, or the line and those that go on below.
_SETTING = rb"\b%s\b[\"']?\s*[=:]\s*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+[^\n=\[]*)*)"


def is_entry(names: Names, name: str) -> bool:
    """Whether tools call things of this name (tests, `main`), or read it in a file of this kind."""
    with_word: dict[str, str] = names.tables.raw.get("entry_with") or {}
    return names.tables.is_entry(name) or any(
        re.search(pattern, name) and names.has_any(frozenset({word}), 0)
        for word, pattern in with_word.items()
    )


def why_found(names: Names, path: str) -> str | None:
    """Why tools may look for a file by the path it has, or None."""
    table = _table(names)
    stem = stem_of(path)
    if re.search(r"\.\D", stem) or _is_called(table.get("meant_files"), stem):
        return f"tools may look for a file that is called {stem}"
    if _is_inside(table.get("meant_folders"), path):
        return f"tools may look for the files in {posixpath.dirname(path)}"
    return None


def why_asked(names: Names, path: str, name: str, *, is_used: bool) -> str | None:
    """Why a tool may ask the file at a path for what it calls `name`, or None.

    `is_used`: code of the change set uses the name, so it is there for somebody.
    """
    if names.tables.is_private(name):
        return None
    table = _table(names)
    read = rf"(?:.*/)?(?:{table.get('read_files', '(?!)')})"
    is_read = _is_called(read, posixpath.splitext(path)[0])
    if is_read or _is_inside(table.get("read_folders"), path):
        return f"tools may ask {path} for {name}"
    is_served = _is_called(table.get("served_files"), stem_of(path)) or (
        _is_inside(table.get("served_folders"), path)
    )
    if not is_used and is_served:
        return f"nobody uses {name}, and tools may ask {path} for it"
    return None


def why_collected(versions: Versions, names: Names, word: str, *, sort: str) -> str | None:
    """Why a setting may say that tools find a name, or file (`sort`), that is called so."""
    for setting in (_table(names).get("collected") or {}).get(sort) or ():
        if versions.has_other_uses(setting) and not names.tables.is_private(word):
            return f"{setting} may be set somewhere"
        for path, pattern in versions.kept(_set_to, setting):
            if word.startswith(pattern) or fnmatchcase(word, pattern):
                return f"{setting} in {path} may be about {word}"
    return None


def _set_to(versions: Versions, setting: str) -> list[tuple[str, str]]:
    """What a setting is set to in the files of the change: each pattern with its path."""
    said = re.compile(_SETTING % re.escape(setting).encode())
    return [
        (path, pattern)
        for forest in (versions.before, versions.after)
        for path, tree in zip(forest.paths, forest.trees, strict=True)
        for found in (said.finditer(tree.text) if setting.encode() in tree.text else ())
        for pattern in re.findall(r"[\w.*?-]+", found[1].decode("utf-8", "replace"))
    ]


def is_found_value(names: Names, rows: Iterable[int]) -> bool:
    """Whether what is given a name at one of the rows is made by what tools find by its name."""
    tree, made = names.tree, frozenset(_table(names).get("found_values") or ())
    fields = (names.tables.raw.get("texts") or {}).get("values") or {}
    for row in rows if made else ():
        holder = tree.parent[row]
        field = fields.get(tree.kind_name(holder))
        value = tree.child_by_field(holder, field[1]) if field else -1
        if value >= 0 and names.has_any(made, value):
            return True
    return False


def is_unnamed(names: Names, rows: Iterable[int]) -> bool:
    """Whether a file gives what the name leaves at the rows define, but not by its name."""
    word = _table(names).get("unnamed")
    if word is None:
        return False
    tree = names.tree
    outer = [wrapper_of(tree, tree.parent[row]) for row in rows]
    return bool(outer) and all(has_word(tree, row, frozenset({word})) for row in outer)


def stem_of(path: str) -> str:
    """The name of a file without its ending."""
    return posixpath.splitext(posixpath.basename(path))[0]


def _table(names: Names) -> dict[str, Any]:
    return names.tables.imports


def _is_called(pattern: str | None, stem: str) -> bool:
    return re.fullmatch(pattern or r"(?!)", stem) is not None


def _is_inside(folders: str | None, path: str) -> bool:
    return bool(folders) and re.search(rf"(?:\A|/)(?:{folders})/", path) is not None
