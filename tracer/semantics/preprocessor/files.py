"""The files of a program with its macros replaced, as each of its sources reads them.

Every source is gone through with all that it includes, as a compiler does. A file that two sources
would read differently, a macro that is defined under a condition, and what else a compiler would
have to be asked about make the whole program unread.
"""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.preprocessor.expansion import Expansion, macro_of
from tracer.semantics.preprocessor.pieces import (
    OPENS,
    Directive,
    Piece,
    UnreadError,
    guard_of,
    pieces_of,
    table_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tracer.semantics.preprocessor.pieces import Table
    from tracer.syntax import SyntaxTree

_INCLUDE = re.compile(rb'#\s*include\s*(?:"([^"\n]+)"|(<[^>\n]+>))\s*(?://.*|/\*.*)?\Z')
_KEPT = frozenset({b"if", b"ifdef", b"ifndef", b"elif", b"else", b"endif", b"pragma"})
_DEEPEST = 100  # files that include each other


class Preprocessed(NamedTuple):
    """`texts`: path -> text without macros of the program, of each file that was read.

    `seen_outside`: what headers that are not there may read of macros; `shared`: the macros that
    headers define, each with its file; `words`: what stands in these.
    """

    texts: dict[str, bytes]
    seen_outside: frozenset[object]
    shared: frozenset[object]
    words: frozenset[str]


def preprocessed(files: Mapping[str, SyntaxTree]) -> Preprocessed | None:
    """The files of a program that have a preprocessor, read; None where that is not certain.

    Cost: one pass over each file for each source that includes it.
    """
    try:
        return _Program(files).read()
    except UnreadError:
        return None


class _Program:
    """All files of one version."""

    def __init__(self, files: Mapping[str, SyntaxTree]) -> None:
        self.tables: dict[str, Table] = {}
        self.items: dict[str, tuple[list[Piece | Directive], bytes]] = {}
        for path, tree in sorted(files.items()):
            table = table_of(tree.language)
            if table is not None:
                self.tables[path] = table
                self.items[path] = pieces_of(tree, table)
        self.texts: dict[str, bytes] = {}
        self.seen_outside: set[object] = set()
        self.shared: set[object] = set()
        self.words: set[str] = set()
        self.included: set[str] = set()
        for path in self.items:
            found = (self.included_file(path, one) for one in self.directives(path, b"include"))
            self.included |= {one for one in found if one is not None}

    def directives(self, path: str, word: bytes) -> Iterator[Directive]:
        """The directives of a file that begin with a word."""
        for item in self.items[path][0]:
            if isinstance(item, Directive) and item.word == word:
                yield item

    @cached_property
    def names(self) -> frozenset[bytes]:
        """The names of all macros that the program defines somewhere, guards aside."""
        return frozenset(
            one.pieces[0].text
            for path in self.items
            for one in self.directives(path, b"define")
            if one.pieces and not self.is_guard(path, one)
        )

    def is_guard(self, path: str, define: Directive) -> bool:
        """Whether a definition only says that its file was read."""
        guard = guard_of(self.items[path][0])
        return (
            guard is not None
            and define.word == b"define"
            and [one.text for one in define.pieces] == [guard]
        )

    def included_file(self, path: str, directive: Directive) -> str | None:
        """The file of the program that a directive takes in; None for one that is not there."""
        match = _INCLUDE.match(directive.line)
        if match is None:
            msg = "what is included is not said"
            raise UnreadError(msg)
        name = (match[1] or match[2][1:-1]).decode("utf-8", "replace")
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        if match[1] and beside in self.items:
            return beside
        found = [one for one in self.items if one == name or one.endswith("/" + name)]
        if len(found) > 1:
            msg = f"`{name}` may be one of several files"
            raise UnreadError(msg)
        return found[0] if found else None

    def read(self) -> Preprocessed:
        """Read everything, source by source."""
        for path in self.items:
            if path not in self.included:
                _Unit(self, path).read(path)
        if self.texts.keys() != self.items.keys():
            msg = "files include each other"
            raise UnreadError(msg)
        return Preprocessed(
            self.texts,
            frozenset(self.seen_outside),
            frozenset(self.shared),
            frozenset(self.words),
        )


class _Unit:
    """One source with what it includes."""

    def __init__(self, program: _Program, source: str) -> None:
        self.program = program
        self.source = source
        self.expansion = Expansion(program.tables[source])
        self.once: set[str] = set()
        self._depth = 0

    def read(self, path: str) -> None:
        """Read a file here, and note the text it has without macros."""
        if path in self.once:
            return
        self._depth += 1
        if self._depth > _DEEPEST:
            msg = "files include each other"
            raise UnreadError(msg)
        items, end = self.program.items[path]
        guard = guard_of(self.program.items[path][0])
        if guard is not None:
            self.once.add(path)
        found: list[bytes] = []
        waiting: list[Piece] = []
        conditions = 0
        for place, item in enumerate(items):
            if isinstance(item, Piece):
                waiting.append(item)
                continue
            found += self._text(waiting)
            waiting = []
            is_guard = guard is not None and place in (0, len(items) - 1)
            conditions += 0 if is_guard else (item.word in OPENS) - (item.word == b"endif")
            found.append(self._directive(path, item, is_guard=is_guard, is_sure=not conditions))
        found += self._text(waiting)
        self._depth -= 1
        text = b"".join(found) + end
        if self.program.texts.setdefault(path, text) != text:
            msg = f"`{path}` is read in more than one way"
            raise UnreadError(msg)

    def _text(self, pieces: list[Piece]) -> Iterator[bytes]:
        """The text of tokens between two directives."""
        macros = self.expansion.macros
        made = pieces
        if any(one.text in macros for one in pieces):
            last = macros.get(pieces[-1].text)
            if last is not None and last.parameters is not None:
                msg = "the call of a macro may go on behind a directive"
                raise UnreadError(msg)
            made = self.expansion.expanded(pieces)
        for one in made:
            yield one.written

    def _directive(self, path: str, item: Directive, *, is_guard: bool, is_sure: bool) -> bytes:
        """Do what a directive says; the text that stays of it."""
        line = item.before + item.line
        if is_guard or self.program.is_guard(path, item):
            return line
        if item.word in (b"define", b"undef", b""):
            if item.word:
                self._define(path, item, is_sure=is_sure)
            return item.before
        if item.word == b"include":
            self._include(path, item, is_sure=is_sure)
        elif item.word != b"error":
            self._keep(path, item)
        return line

    def _keep(self, path: str, item: Directive) -> None:
        """Note what a directive says that stays as it is, where no macro is in it."""
        words = [one.text for one in item.pieces]
        if item.word not in _KEPT or not self.program.names.isdisjoint(words):
            msg = f"`#{item.word.decode('utf-8', 'replace')}` depends on macros"
            raise UnreadError(msg)
        if words[:1] == [b"once"] and item.word == b"pragma":
            self.once.add(path)

    def _define(self, path: str, item: Directive, *, is_sure: bool) -> None:
        macros = self.expansion.macros
        if not is_sure or not item.pieces:
            msg = "a macro is defined under a condition"
            raise UnreadError(msg)
        if item.word == b"undef":
            macros.pop(item.pieces[0].text, None)
            return
        macro = macro_of(item.pieces)
        macros[macro.name] = macro
        table = self.program.tables[path]
        if path in self.program.included or path.endswith(table.headers):
            self.program.shared.add((path, macro.key))
            self.program.words |= {one.text.decode("utf-8", "replace") for one in macro.body}

    def _include(self, path: str, item: Directive, *, is_sure: bool) -> None:
        found = self.program.included_file(path, item)
        if found is not None:
            if not is_sure:
                msg = "a file is included under a condition"
                raise UnreadError(msg)
            self.read(found)
            return
        table = self.program.tables[path]
        name = item.line.partition(b"include")[2].strip()
        is_standard = table.standard.match(name) is not None
        for macro in self.expansion.macros.values():
            if not is_standard or table.switches.match(macro.name):
                self.program.seen_outside.add((self.source, name, macro.key))
