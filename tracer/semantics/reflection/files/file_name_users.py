"""What the files of a change are called, and by what tools and code find files besides imports."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import rows_of, tables_of
from tracer.semantics.reflection.files.file_searches import folders_searched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.semantics.names.occurrences import Names
    from tracer.semantics.versions import Versions
    from tracer.syntax import SyntaxTree


class Meant(NamedTuple):
    """By what tools find files: in which folders, where names are found otherwise, by patterns."""

    folders: re.Pattern[str] | None
    setting: str | None  # the file that says so
    patterns: list[tuple[re.Pattern[str], str]]


class FileNames:
    """What the files of a change are called, and whether one looks for files; found once."""

    def __init__(self, versions: Versions) -> None:
        self._context = versions
        self._of_stem: dict[str, list[str]] = {}
        self._meant: dict[str, Meant] = {}
        for path in sorted({*versions.before.paths, *versions.after.paths}):
            for at in re.finditer(r"[./]|\Z", path):
                self._of_stem.setdefault(path[: at.start()].casefold(), []).append(path)

    def beside(self, *paths: str, mirrors: Iterable[str] = ()) -> str | None:
        """A file or folder that has the name of one of the paths, too, but for its ending.

        `mirrors`: folders beside a file whose files stand for those of the same name.
        """
        stems = [posixpath.splitext(path)[0] for path in paths]
        stems += [
            posixpath.join(posixpath.dirname(stem), folder, posixpath.basename(stem))
            for folder in mirrors
            for stem in tuple(stems)
        ]
        return next(
            (
                path
                for stem in stems
                for path in self._of_stem.get(stem.casefold(), ())
                if path not in paths
            ),
            None,
        )

    def meant(self, names: Names) -> Meant:
        """By what files of a language are found, besides imports; looked for once a language."""
        table = names.tables.imports
        found = self._meant.get(names.tree.language.name)
        if found is None:
            folders: list[str] = []
            for word, more in (table.get("framework_folders") or {}).items():
                if not self._context.is_closed_for(word) or self._has_word(word.encode()):
                    folders.append(more)
            setting = self._file_with(table["settings"]) if "settings" in table else None
            inside = re.compile(rf"(?:\A|/)(?:{'|'.join(folders)})/") if folders else None
            found = Meant(inside, setting, self._patterns())
            self._meant[names.tree.language.name] = found
        return found

    def _has_word(self, word: bytes) -> bool:
        """Whether a file has a word somewhere."""
        forests = self._context.before, self._context.after
        return any(word in tree.text for forest in forests for tree in forest.trees)

    def _file_with(self, pattern: str) -> str | None:
        """The first file that has what a pattern finds."""
        wanted = re.compile(pattern.encode())
        return next(
            (
                forest.paths[file]
                for forest in (self._context.before, self._context.after)
                for file, tree in enumerate(forest.trees)
                if wanted.search(tree.text)
            ),
            None,
        )

    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        """The patterns of paths that texts of code spell, each with the file it stands in."""
        versions = self._context
        found: dict[str, str] = {}
        for forest, names_of in (
            (versions.before, versions.names_before),
            (versions.after, versions.names_after),
        ):
            for file, path in enumerate(forest.paths):
                tree = forest.trees[file]
                if b"*" not in tree.text or not names_of(file).tables.imports:
                    continue
                for text in self._texts(tree, b"*"):
                    if _PATTERN.fullmatch(text):
                        found.setdefault(text, path)
        return [(_as_expression(text), path) for text, path in sorted(found.items())]

    def why_one_fits(self, former: str, new: str) -> str | None:
        """A file of another kind with a pattern of paths that fits one of two names only."""
        for pattern, path in self._other_patterns:
            if pattern is None or _fits(pattern, former) != _fits(pattern, new):
                return f"{path} may look for files by a pattern"
        return None

    @cached_property
    def _other_patterns(self) -> list[tuple[re.Pattern[str] | None, str]]:
        """The patterns in files of other kinds (`t*.py` in a Makefile), each with its file.

        None: an expression that Python cannot read.
        """
        found: dict[str, str] = {}
        for forest in (self._context.before, self._context.after):
            for path, tree in zip(forest.paths, forest.trees, strict=True):
                if not tables_of(tree.language).is_known:
                    for match in _OTHER_PATTERN.finditer(tree.text):
                        found.setdefault(match.group().decode("utf-8", "replace"), path)
                elif b"?" in tree.text:
                    for text in self._texts(tree, b"?"):
                        if _ODD_PATTERN.fullmatch(text):
                            found.setdefault(text, path)
        return [
            *((_as_expression(text), path) for text, path in sorted(found.items())),
            *self._expressions(),
        ]

    def _expressions(self) -> Iterator[tuple[re.Pattern[str] | None, str]]:
        """The regular expressions of any file that are about names of files, by their ending."""
        for forest in (self._context.before, self._context.after):
            for path, tree in zip(forest.paths, forest.trees, strict=True):
                found = _EXPRESSION.finditer(tree.text) if b"\\." in tree.text else ()
                mapped = _MAPPED.finditer(tree.text) if _MAPPER in tree.text else ()
                for match in (*found, *mapped):
                    text = (
                        match.group(match.lastindex or 0)
                        .decode("utf-8", "replace")
                        .replace("\\\\", "\\")
                    )
                    try:
                        yield re.compile(rf"(?:.*/)?(?s:.*?{text}).*"), path
                    except re.error:
                        yield None, path

    @staticmethod
    def _texts(tree: SyntaxTree, sign: bytes) -> Iterator[str]:
        """The literals of a file that have a sign in them, without their quotes."""
        for row in rows_of(tree, tree.language.raw.get("strings") or ()):
            text = tree.slice(row)
            if sign in text:
                yield text.decode("utf-8", "replace").strip("'\"`")

    def why_elsewhere(self, path: str) -> str | None:
        """A file that may be found in the place of one, where somebody says where to look."""
        stem = posixpath.splitext(posixpath.basename(path))[0]
        other = next(
            (
                at
                for at in self._of_stem_anywhere.get(stem.casefold(), ())
                if posixpath.dirname(at) != posixpath.dirname(path)
            ),
            None,
        )
        if other is None:
            return None
        setter = self._file_with(_PATHS_SET)
        return f"{setter} may say that {other} is found before it" if setter is not None else None

    @cached_property
    def _of_stem_anywhere(self) -> dict[str, list[str]]:
        """Paths by the name of the file without its ending, or of the folder."""
        found: dict[str, list[str]] = {}
        for stem in sorted(self._of_stem):
            found.setdefault(posixpath.basename(stem), []).extend(self._of_stem[stem])
        return found

    def searcher(self, *paths: str) -> str | None:
        """A file that may find one of some paths by a text that it computes."""
        lower = [path.casefold() for path in paths]
        for folder, path in self._searches:
            if folder is None or any(f"/{folder.casefold()}/" in f"/{at}" for at in lower):
                return path
        return None

    @cached_property
    def _searches(self) -> list[tuple[str | None, str]]:
        """The folders in which files are looked for (None: all), each with who does so."""
        versions = self._context
        return [
            (folder, path)
            for forest, names_of in (
                (versions.before, versions.names_before),
                (versions.after, versions.names_after),
            )
            for file, path in enumerate(forest.paths)
            for folder in folders_searched(names_of(file))
        ]


def _fits(pattern: re.Pattern[str], path: str) -> bool:
    """Whether a pattern is about a path: all of it, its last part, or either without its ending."""
    names = (path, posixpath.basename(path))
    stems = (f"./{posixpath.splitext(name)[0]}" for name in names)
    return any(pattern.fullmatch(name) for name in (*names, *stems))


def _as_expression(pattern: str) -> re.Pattern[str]:
    """What a pattern of paths finds, its folders as far as they can be told from any place."""
    text = re.sub(r"\A(?:\.{1,2}/)+", "", pattern.lstrip("/"))
    parts = re.split(r"(\*\*/?|\*|\?|\{[^{}]*\})", text)
    known = {"*": "[^/]*", "?": "[^/]"}
    body = "".join(
        re.escape(part) if at % 2 == 0 else known.get(part, ".*") for at, part in enumerate(parts)
    )
    return re.compile(rf"(?:.*/)?{body}")


_OTHER_PATTERN = re.compile(rb"[\w./?*-]*[?*][\w./?*-]*")
_PATHS_SET = r"\bsys\.path\b|\baddsitedir\b|\bPYTHONPATH\b|\bpythonpath\b"
_MAPPER = b"moduleNameMapper"
_MAPPED = re.compile(rb"[\"']([^\"'\n]*[*$][^\"'\n]*)[\"']\s*:")
_ODD_PATTERN = re.compile(r"[\w./-]*\?[\w./?-]*\.\w+")  # `src/t?x.js`
_EXPRESSION = re.compile(rb"[^\s\"'`/]+\\{1,2}\.\(?\[?(?:[cm]?[jt]sx?|py|vue)\b\]?\)?\??\$?")
_PATTERN = re.compile(r"[^\s*]*\*[^\s]*\.\w+|[^\s]*/\*\*?")  # `src/*.js`, `src/**`
