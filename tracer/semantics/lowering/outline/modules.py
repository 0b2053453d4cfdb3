"""Names of modules: what a file's module is called, and which module an import means.

Styles, by `modules.style` of a table:

- `dotted`: the path with dots, without roots (`src`) and index files (`__init__`); an import
  has leading dots when it is relative (Python);
- `path`: the path without its ending; imports are relative paths (ES modules);
- `directory`: all files of a directory are one module; an import ends in the directory (Go);
- `clause`: the file says it (`package a.b;`), or is in the `unnamed` one;
- `tree`: modules within modules, from a root file (Rust's crates);
- `linkage`: one module of all files for what has external linkage (C).
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.semantics.lowering.templates.table import Table
    from tracer.syntax.tree import SyntaxTree


def module_name(path: str, tree: SyntaxTree, table: Table) -> str:
    """The name of the module that a file is (a part of)."""
    rules = table.modules
    style = rules.get("style", "path")
    if style == "clause":
        at = table.module_clause.first(tree, 0) if table.module_clause is not None else -1
        if at < 0:
            return str(rules.get("unnamed", ""))
        return "".join(tree.slice(at).decode("utf-8", "replace").split())
    if style == "linkage":
        return str(rules.get("name", ""))
    if style == "directory":
        return _directory_name(path, tree, table)
    parts = _without_ending(path, rules).split("/")
    if style == "path":
        return "/".join(parts)
    roots = rules.get("roots") or ()
    while len(parts) > 1 and parts[0] in roots:
        parts = parts[1:]
    if parts[-1] in (rules.get("index") or ()):
        parts = parts[:-1]
    prefix = [str(rules["prefix"])] if rules.get("prefix") else []
    return str(rules.get("separator", ".")).join([*prefix, *parts])


def _directory_name(path: str, tree: SyntaxTree, table: Table) -> str:
    """The directory; a package in it that is named otherwise (Go's `x_test`) is another module."""
    name = posixpath.dirname(path) or "."
    at = table.module_clause.first(tree, 0) if table.module_clause is not None else -1
    suffix = str(table.modules.get("apart", ""))
    if at >= 0 and suffix:
        clause = tree.slice(at).decode("utf-8", "replace")
        if clause.endswith(suffix):
            return name + suffix
    return name


def _without_ending(path: str, rules: Mapping[str, Any]) -> str:
    for ending in rules.get("endings") or ():
        if path.endswith(ending):
            return path[: -len(ending)]
    return posixpath.splitext(path)[0]


def default_alias(module: str, table: Table) -> str:
    """The name under which an import without one brings a module."""
    rules = table.modules
    if not rules.get("alias"):
        return module
    match = re.search(str(rules["alias"]), module)
    return match.group(1) if match else module


class Modules:
    """Finds modules of the program by what an import says."""

    def __init__(self, names: Mapping[str, object], texts: Mapping[str, bytes]) -> None:
        self._texts = texts
        self._roots: dict[str, list[tuple[str, str]]] = {}
        self._names = names
        self._last: dict[str, list[str]] = {}
        self._packages: set[str] = set()
        for name in names:
            for separator in (".", "/", "::"):
                pieces = name.split(separator)
                if len(pieces) > 1 or separator == ".":
                    self._last.setdefault(pieces[-1], []).append(name)
                for count in range(1, len(pieces)):
                    self._packages.add(separator.join(pieces[:count]))

    def is_package(self, name: str) -> bool:
        """Whether a name is a module, or modules are below it."""
        return name in self._names or name in self._packages

    def find(self, text: str, module: str, path: str, table: Table) -> str | None:
        """The module of the program that an import in a module (in a file) means, if any."""
        rules = table.modules
        style = rules.get("style", "path")
        if style == "dotted":
            return self._dotted(text, module, path, rules)
        if style == "path":
            return self._path(text, path, rules)
        if style == "directory":
            return self._directory(text, rules)
        if style == "tree":
            return self._tree(text, module, rules)
        return text if self.is_package(text) else None

    def _dotted(self, text: str, module: str, path: str, rules: Mapping[str, Any]) -> str | None:
        stripped = text.lstrip(".")
        level = len(text) - len(stripped)
        if not level:
            return text if self.is_package(text) else self._suffix(text, ".")
        name = posixpath.splitext(posixpath.basename(path))[0]
        parts = module.split(".") if module else []
        if name not in (rules.get("index") or ()):
            parts = parts[:-1]
        if level - 1 > len(parts):
            return None
        parts = parts[: len(parts) - (level - 1)]
        found = ".".join([*parts, *([stripped] if stripped else [])])
        return found if not found or self.is_package(found) else None

    def _path(self, text: str, path: str, rules: Mapping[str, Any]) -> str | None:
        if not text.startswith("."):
            return None
        base = posixpath.normpath(posixpath.join(posixpath.dirname(path), text))
        for name in (
            base,
            _without_ending(base, rules) if "." in posixpath.basename(base) else base,
        ):
            for index in ("", *(rules.get("index") or ())):
                found = posixpath.normpath(posixpath.join(name, index)) if index else name
                if found in self._names:
                    return found
        return None

    def _directory(self, text: str, rules: Mapping[str, Any]) -> str | None:
        """A directory below a root whose file says its path, else by the end of the path."""
        for prefix, root in self._rooted(rules):
            if text == prefix or text.startswith(f"{prefix}/"):
                found = posixpath.normpath(posixpath.join(root, text[len(prefix) + 1 :]))
                return found if found in self._names else None
        if text.partition("/")[0] in (rules.get("outside") or ()):
            return None
        return self._suffix(text, "/")

    def _rooted(self, rules: Mapping[str, Any]) -> list[tuple[str, str]]:
        """(path, directory) of the roots that files such as go.mod declare."""
        name = str(rules.get("root_file", ""))
        if not name:
            return []
        if name not in self._roots:
            pattern = re.compile(str(rules["root_pattern"]).encode(), re.MULTILINE)
            self._roots[name] = [
                (match.group(1).decode("utf-8", "replace"), posixpath.dirname(path))
                for path, text in self._texts.items()
                if posixpath.basename(path) == name and (match := pattern.search(text))
            ]
        return self._roots[name]

    def _suffix(self, text: str, separator: str) -> str | None:
        """A module by the end of its name, where just one has it (a root we do not know)."""
        pieces = text.split(separator)
        if separator == "/":
            for count in range(len(pieces)):
                tail = separator.join(pieces[count:])
                found = [
                    n for n in self._last.get(pieces[-1], ()) if n == tail or n.endswith(f"/{tail}")
                ]
                if tail in self._names:
                    return tail
                if len(found) == 1:
                    return found[0]
            return None
        found = [n for n in self._last.get(pieces[-1], ()) if n.endswith(separator + text)]
        if len(found) != 1 or self.is_package(pieces[0]):
            return None
        return found[0]

    def _tree(self, text: str, module: str, rules: Mapping[str, Any]) -> str | None:
        separator = str(rules.get("separator", "::"))
        parts = text.split(separator)
        here = module.split(separator)
        if parts[0] == "self":
            parts = here + parts[1:]
        while parts and parts[0] == "super":
            here, parts = here[:-1], parts[1:]
            if not parts or parts[0] != "super":
                parts = here + parts
                break
        found = separator.join(parts)
        if found in self._names:
            return found
        near = separator.join([module, *text.split(separator)])
        return near if near in self._names else None
