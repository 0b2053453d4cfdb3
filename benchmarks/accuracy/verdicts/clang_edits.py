"""Renames in C and C++ by clang-rename, and which of them can be relied on.

A clone is unpacked and its files are read as they are, without a build system: a header that is
not found is looked for in the clone, and its directory added (`-I`). libclang names what can be
renamed: variables and parameters of functions, functions, and fields that the file itself
declares. The world is that file with all headers of the clone that it includes.

clang-rename knows one file of many, compiled in one way. An edit can be relied on where

- the name is that file's own: it is no function that the linker knows;
- no code keeps the name of a function, which is one that is not compiled here;
- Clang has no more complaints than before, and makes the same code of both, the names of
  functions mapped to the former ones (texts that `assert` makes, and `__func__`, show in it).
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import tempfile
from typing import NamedTuple

NEW = {"local": "renamed_local", "function": "renamed_function", "field": "renamed_field"}
KINDS = {
    "VAR_DECL": "local", "PARM_DECL": "local", "FUNCTION_DECL": "function",
    "CXX_METHOD": "function", "FIELD_DECL": "field",
}  # fmt: skip
LANGUAGES = {"c": ("C", ["-std=gnu11"]), "cpp": ("C++", ["-x", "c++", "-std=gnu++17"])}
_HEADERS = 4  # rounds of looking for headers
_TIME_S = 60
LIMIT = 200_000


class Edit(NamedTuple):
    """One rename: tool and kind, the file, the texts, and why it cannot be relied on, if so."""

    operation: str
    name: str
    before: dict[str, bytes]
    after: dict[str, bytes]
    doubts: tuple[str, ...]


def find_clang(find_tool):
    """(clang-rename, clang), of whatever version; None without one of them, or libclang."""
    if importlib.util.find_spec("clang") is None:
        return None
    for ending in ("", *(f"-{version}" for version in range(25, 10, -1))):
        found = find_tool("clang-rename" + ending), find_tool("clang" + ending)
        if all(found):
            return found
    return None


def edits(clones, language, endings, programs, count, rng):  # noqa: PLR0913, PLR0917
    """Renames in up to `count` files of a language, one of each kind a file."""
    with tempfile.TemporaryDirectory() as folder:
        sources = []
        for number, clone in enumerate(clones):
            root = os.path.join(folder, str(number))
            os.mkdir(root)
            paths = clone.git("ls-tree", "-r", "--name-only", "HEAD").decode().splitlines()
            if not any(path.endswith(endings) for path in paths):
                continue
            archive = clone.git("archive", "HEAD")
            subprocess.run(["tar", "-x", "-C", root], input=archive, check=True)
            sources += [(root, path) for path in paths if path.endswith(endings)]
        rng.shuffle(sources)
        done = 0
        for root, path in sources:
            if done == count:
                return
            if os.path.getsize(os.path.join(root, path)) > LIMIT:
                continue
            unit = _Unit(root, path, language, programs[1])
            if not unit.is_read:
                continue
            done += 1
            for kind in NEW:
                yield from _renamed(unit, kind, programs[0], rng)


class _Unit:
    """A file with what it includes, as Clang reads it."""

    def __init__(self, root, path, language, compiler):
        self.root, self.path, self.program = root, path, compiler
        self.full = os.path.join(root, path)
        self.name, self.flags = LANGUAGES[language]
        self.flags = [*self.flags, "-I" + root]
        self.errors = self._complete()
        self.is_read = not self.errors

    def _complete(self):
        """The errors that are left when the headers that the clone has are found."""
        errors = []
        for _ in range(_HEADERS):
            errors = self.complaints()
            missing = {m[1] for e in errors if (m := re.search(r"'([^']+)' file not found", e))}
            found = [place for name in missing if (place := self._place(name))]
            if not found:
                return errors
            self.flags += ["-I" + place for place in found]
        return errors

    def _place(self, name):
        for directory, _, files in sorted(os.walk(self.root)):
            if os.path.basename(name) in files:
                full = os.path.join(directory, os.path.basename(name))
                if full.endswith("/" + name):
                    return full[: -len(name) - 1]
        return None

    def complaints(self):
        """Errors of the compiler, without places."""
        done = self.compiler("-fsyntax-only")
        lines = done.stderr.decode("utf-8", "replace").splitlines()
        return [line.partition("error: ")[2] for line in lines if "error: " in line]

    def compiler(self, *arguments):
        command = [self.program, *self.flags, "-w", "-ferror-limit=0", *arguments, self.full]
        return subprocess.run(command, check=False, capture_output=True, timeout=_TIME_S)

    def code(self):
        """The assembler text of the file, without comments and columns."""
        text = self.compiler("-S", "-O1", "-g0", "-fno-ident", "-o", "-").stdout
        return [line.partition(b" # ")[0].split() for line in text.splitlines()]

    def world(self):
        """The file and the headers of the clone that it includes."""
        done = self.compiler("-MM")
        words = done.stdout.decode().replace("\\\n", " ").partition(":")[2].split()
        paths = {os.path.relpath(os.path.realpath(w), os.path.realpath(self.root)) for w in words}
        return {path: self.read(path) for path in sorted(paths) if not path.startswith("..")}

    def read(self, path):
        """The bytes of a file of the clone."""
        with open(os.path.join(self.root, path), "rb") as file:
            return file.read()

    def declared(self, kind):
        """(name, offset, whether others may know it) of what the file itself declares."""
        from clang.cindex import CursorKind, Index, LinkageKind, TranslationUnit  # noqa: PLC0415

        kinds = {getattr(CursorKind, key): value for key, value in KINDS.items()}
        unit = Index.create().parse(self.full, self.flags, options=TranslationUnit.PARSE_NONE)
        local = {LinkageKind.INTERNAL, LinkageKind.NO_LINKAGE}
        found, work = [], [unit.cursor]
        while work:
            at = work.pop()
            for child in at.get_children():
                place = child.location
                if place.file is None or place.file.name != self.full:
                    continue
                work.append(child)
                if kinds.get(child.kind) != kind or not child.spelling.isidentifier():
                    continue
                is_outer = child.semantic_parent.kind == CursorKind.TRANSLATION_UNIT
                if kind == "local" and (is_outer or child.linkage != LinkageKind.NO_LINKAGE):
                    continue
                if kind == "function" and not child.is_definition():
                    continue
                found.append((child.spelling, place.offset, child.linkage not in local))
        return sorted(set(found), key=lambda one: one[1])


def _renamed(unit, kind, program, rng):
    found = unit.declared(kind)
    found = [one for one in found if one[0] != "main"]
    own = [one for one in found if not one[2]]
    if kind == "field":
        own = found
    if not found:
        return
    word, offset, is_open = rng.choice(own or found)
    before, code = unit.world(), unit.code()
    command = [
        program, "-i", f"-offset={offset}", f"-new-name={NEW[kind]}", unit.full, "--", *unit.flags,
    ]  # fmt: skip
    try:
        subprocess.run(command, check=False, capture_output=True, timeout=_TIME_S)
        after = {path: unit.read(path) for path in before}
        if after != before:
            doubts = _doubts(unit, kind, word, is_open and kind == "function", code)
            yield Edit(f"clang-rename {kind} ({unit.name})", unit.path, before, after, doubts)
    except subprocess.TimeoutExpired:
        pass
    finally:
        for path, text in before.items():
            with open(os.path.join(unit.root, path), "wb") as file:
                file.write(text)


_BESIDE = re.compile(rb'"(?:[^"\\\n]|\\.)*"|/\*.*?\*/|//[^\n]*', re.DOTALL)


def _has(text, word):
    """Whether a word stands in code."""
    return re.search(rb"\b" + word.encode() + rb"\b", _BESIDE.sub(b"", text)) is not None


def _doubts(unit, kind, word, is_open, code):
    found = ["the linker knows it"] if is_open else []
    if kind == "function" and any(_has(text, word) for text in unit.world().values()):
        found.append("code that is not compiled here keeps the name")
    if unit.complaints():
        return (*found, "the compiler refuses it")
    after = unit.code()
    if kind == "function":
        new, old = NEW[kind].encode(), word.encode()
        mangled = str(len(new)).encode() + new, str(len(old)).encode() + old
        after = [[w.replace(*mangled).replace(new, old) for w in line] for line in after]
    return (*found, "the compiler makes other code of it") if code != after else tuple(found)
