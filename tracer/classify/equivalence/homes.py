"""Which definitions an edit is in, and whether these are proved by an attempt that failed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.change.edits import EditKind
from tracer.classify.equivalence.conditions.text_lookups import FUNCTIONS
from tracer.classify.equivalence.gates import why_not_read
from tracer.classify.equivalence.symbols.symbols import shown
from tracer.model.changes import Proof
from tracer.syntax import TRIVIA
from tracer.syntax.names import wrapper_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from tracer.classify.change.change import Context
    from tracer.classify.change.edits import Edit
    from tracer.classify.equivalence.attempt import Attempt
    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program
    from tracer.syntax import SyntaxTree

_WORD = re.compile(rb"[^\W\d]\w*")
_NAMED_WITHIN = 4  # nodes between a declaration and the name that it declares
_Span = tuple[int, int, "Symbol"]


class Homes:
    """Answers for the edits of one change under one attempt."""

    def __init__(self, context: Context, tried: Attempt) -> None:
        self.context, self.tried = context, tried
        self._spans = tuple(self._spans_of(program) for program in tried.programs)
        self._known_words: dict[tuple[int, int], frozenset[bytes]] = {}
        self._open = tuple(self._failed(at) for at in (0, 1))

    def why_open(self, edit: Edit) -> str | None:
        """None for an edit that is proved; else a reason to tell, or '' for none better."""
        if edit.kind is EditKind.FILE_MOVE:
            return ""
        for at, node in enumerate((edit.before, edit.after)):
            if node < 0:
                continue
            why = self._why_at(at, node)
            if why is not None:
                return why
        return None

    def proof_of(self, edit: Edit) -> Proof:
        """What the proof of the definitions around an edit rests on."""
        tried = self.tried
        after = self._around(1, edit.after) if edit.after >= 0 else []
        found = [tried.same[s] for s in after if s in tried.same]
        assumed = {a for one in found for a in one.assumed} | tried.named
        laws = {law for one in found for law in one.laws}
        symbols = {s for one in found for s in one.symbols}
        images = tried.map.to_after
        changed = [(s, images[s]) for s in symbols if images.get(s, s) != s]
        return Proof.of(assumed, laws, [(str(b.path[-1]), str(a.path[-1])) for b, a in changed])

    def _why_at(self, at: int, node: int) -> str | None:
        forest = (self.context.before, self.context.after)[at]
        file, row = forest.locate(node)
        if why := why_not_read(forest, file):
            return why
        if _has_comment(forest.trees[file], row):
            return "a comment that tools obey is part of it"
        around = self._around(at, node)
        inside = self._inside(at, node)
        asked = [*self._nearest(at, node), *inside]
        if asked and all(one in inside for one in asked):
            # What is done to a definition as a whole is done to what is around it, too.
            asked += [one for one in around if one not in inside][:1]
        for symbol in asked:
            if symbol in self._open[at]:
                return self._open[at][symbol]
        known = self.tried.map.to_before if at else self.tried.map.to_after
        if any(one not in inside for one in around) or (
            asked and all(one in known for one in asked)
        ):
            return None
        self.tried = self.tried.whole()
        if self.tried.loaded is None:
            return ""
        module = self.tried.programs[at].files[file].module
        for pair, why in self.tried.loaded.why.items():
            if pair[at] == module:
                return why
        if self.tried.loaded.imports:
            return self.tried.loaded.imports
        tree = forest.trees[file]
        while row > 0 and tree.parent[row] > 0:
            row = tree.parent[row]
        return self._why_mentioned(self._words(tree, row)) if row else ""

    def _why_mentioned(self, words: frozenset[bytes]) -> str | None:
        """The reason of a definition that is not proved and has a word of what is around it."""
        for at, program in enumerate(self.tried.programs):
            for symbol, why in self._open[at].items():
                outline = program.outline(symbol)
                tree = program.files[outline.file].tree
                if tree is None or outline.row < 0 or words & self._words(tree, outline.row):
                    return why
        return None

    def _words(self, tree: SyntaxTree, row: int) -> frozenset[bytes]:
        key = id(tree), row
        if key not in self._known_words:
            self._known_words[key] = frozenset(_WORD.findall(tree.slice(row)))
        return self._known_words[key]

    def _failed(self, at: int) -> dict[Symbol, str]:
        """Definitions of one side that are not proved, with the reason to tell."""
        found: dict[Symbol, str] = {}
        program = self.tried.programs[at]
        known = self.tried.map.to_before if at else self.tried.map.to_after
        if any(one not in known for one in program.definitions):
            self.tried = self.tried.whole()  # some may be there for the top level alone
        tried = self.tried
        for entry, why in tried.why.items():
            symbol = entry[at]
            if symbol and not isinstance(symbol, str):
                found[symbol] = "" if why in tried.code else why
        failed = {pair[at] for pair in tried.loaded.why} if tried.loaded else set()
        modules = {file.module for file in program.files} if tried.loaded is None else failed
        alone = [one for one in program.definitions if one not in known and one not in found]
        there = self.tried.programs[1 - at].definitions
        # Both versions have it, and it was let go: only functions are replaced by what they do.
        kept = [s for s in alone if s in there and program.outline(s).kind not in FUNCTIONS]
        found.update(dict.fromkeys(kept, ""))
        found.update(self._causes(at, found, failed))
        while True:
            more = [
                symbol
                for symbol in alone
                if symbol not in found and not self._is_used(program, symbol, found, modules)
            ]
            if not more:
                return found
            found.update(dict.fromkeys(more, ""))

    def _causes(
        self, at: int, found: Mapping[Symbol, str], failed: AbstractSet[object]
    ) -> dict[Symbol, str]:
        """Edited definitions that are named by what is not proved and was not edited itself."""
        program, forest = self.tried.programs[at], (self.context.before, self.context.after)[at]
        edited: set[Symbol] = set()
        tops: set[int] = set()  # files with edits outside of definitions
        for edit in (self.context.edits[index] for index in self.context.open):
            node = edit.after if at else edit.before
            if node >= 0:
                around = self._around(at, node)
                edited.update(self._nearest(at, node), self._inside(at, node))
                if not around:
                    tops.add(forest.locate(node)[0])
        words: set[bytes] = set()
        for symbol in found:
            outline = program.outline(symbol)
            tree = program.files[outline.file].tree
            if symbol not in edited and tree is not None and outline.row >= 0:
                words |= self._words(tree, outline.row)
        for number, file in enumerate(program.files):
            if file.module in failed and number not in tops and file.tree is not None:
                held = {low for low, _, _ in self._spans[at].get(number, ())}
                for row in file.tree.children(0):
                    if held.isdisjoint(range(row, file.tree.stop[row])):
                        words |= self._words(file.tree, row)
        return {
            symbol: f"what uses `{shown(symbol)}` is not the same"
            for symbol in sorted(edited)
            if symbol not in found and any(name.encode() in words for name in _names(symbol))
        }

    def _is_used(
        self,
        program: Program,
        symbol: Symbol,
        found: Mapping[Symbol, str],
        modules: AbstractSet[object],
    ) -> bool:
        """Whether code calls for a definition that only one version has, and all of it is proved.

        `modules`: those whose top level is not.
        """
        owner = program.outline(symbol).owner
        if owner is not None and owner in found:
            return False
        uses = program.references.get(symbol, ())
        return bool(uses) and all(
            program.files[one.file].module not in modules
            if one.within is None
            else one.within not in found
            for one in uses
        )

    def _spans_of(self, program: Program) -> dict[int, list[_Span]]:
        """File -> (first row, row behind, definition) of all definitions, outer ones first."""
        found: dict[int, list[_Span]] = {}
        for symbol in program.definitions:
            outline = program.outline(symbol)
            tree = program.files[outline.file].tree
            if tree is None or outline.row < 0:
                continue
            row = _whole(tree, wrapper_of(tree, outline.row), self._body_of(program, outline))
            spans = found.setdefault(outline.file, [])
            spans.append((row, tree.stop[row], symbol))
            for one in program.decorator_rows(symbol):
                if not row <= one < tree.stop[row]:
                    spans.append((one, tree.stop[one], symbol))
        return {file: sorted(spans, key=lambda s: (s[0], -s[1])) for file, spans in found.items()}

    @staticmethod
    def _body_of(program: Program, outline: Definition) -> int:
        """The row of the definition around another one, or that of the file."""
        owner = outline.owner
        known = owner is not None and owner in program.definitions
        around = program.outline(owner) if owner is not None and known else None
        return around.row if around is not None and around.file == outline.file else 0

    def _around(self, at: int, node: int) -> list[Symbol]:
        """Definitions that hold a node, innermost first."""
        file, row = (self.context.before, self.context.after)[at].locate(node)
        spans = self._spans[at].get(file, ())
        return [symbol for low, high, symbol in reversed(spans) if low <= row < high]

    def _nearest(self, at: int, node: int) -> list[Symbol]:
        """The innermost of these; several where one statement declares them."""
        file, row = (self.context.before, self.context.after)[at].locate(node)
        spans = [one for one in self._spans[at].get(file, ()) if one[0] <= row < one[1]]
        return [symbol for low, high, symbol in spans if (low, high) == spans[-1][:2]]

    def _inside(self, at: int, node: int) -> list[Symbol]:
        """Definitions inside a node."""
        forest = (self.context.before, self.context.after)[at]
        file, row = forest.locate(node)
        stop = forest.trees[file].stop[row]
        return [s for low, high, s in self._spans[at].get(file, ()) if row <= low and high <= stop]


def _whole(tree: SyntaxTree, row: int, body: int) -> int:
    """The statement that declares what stands at a row, right below a definition or a file.

    A name alone may be the row of a variable or field, and its type stands beside it.
    """
    found = row
    for _ in range(_NAMED_WITHIN):
        above = tree.parent[found]
        if above <= 0 or above == body:
            return found if body in (above, 0) else row
        if body and tree.parent[above] == body:
            return found
        found = above
    return row


def _has_comment(tree: SyntaxTree, row: int) -> bool:
    """Whether a node is, or holds, a comment that means something to the language or its tools."""
    comments = tree.language.comment_kinds
    return any(
        tree.kind[one] in comments and not tree.flags[one] & TRIVIA
        for one in range(row, tree.stop[row])
    )


def _names(symbol: Symbol) -> list[str]:
    """The plain names of a definition and of those around it."""
    return [re.split(r"[#<]", part)[0].rpartition(" ")[2] for part in symbol.path]
