"""Which refactorings a change is made of, by the names people give them. No proof: a name.

Read off the mapping, definition by definition: a function that is paired with one of another name
was renamed, one below another class moved, a local that took the place of another was renamed, and
so on. A name is given only where both sides bear it out: the old name is gone and the new one was
not there, the value that got a name stood where the name is used now, the code of the new function
stood in one that now calls it.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.functions import Functions
from tracer.classify.names import Use
from tracer.classify.side import Side
from tracer.syntax.names import Element, element_name, elements
from tracer.syntax.tree import BROKEN, LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.context import Context
    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree

# (was it a parameter, is it one) -> what its new name is.
_RENAMES = {
    (True, True): "Rename Parameter",
    (False, False): "Rename Variable",
    (True, False): "Localize Parameter",
    (False, True): "Parameterize Variable",
}
_CLASSES = ("class", "interface", "enum")
_LIKE = 0.5  # share of a function's leaves that a renamed one shares with the other
_LIKE_MOVED = 0.4  # the same of one that keeps its name in another class
_TINY = 8  # leaves of a body that says too little to be known again
_TAKEN = 0.45  # share of a new function's leaves that stood in the one that calls it


class Named(NamedTuple):
    """One refactoring: its name, what it speaks of, and the nodes before and after (or -1)."""

    kind: str
    detail: str
    before: int
    after: int


class _Function(NamedTuple):
    """A function of one version, and where it stands."""

    file: int
    element: Element
    holder: Element | None


def _is_inner(function: _Function) -> bool:
    """Whether a function stands inside another one."""
    return function.holder is not None and function.holder.kind == "function"


def _word(function: _Function) -> str:
    """The simple name of a function."""
    return function.element.name.rpartition(".")[2]


def _leaves(tree: SyntaxTree, row: int) -> Iterator[int]:
    """The leaves of a subtree, comments aside; none below row -1."""
    for at in range(row, tree.stop[row] if row >= 0 else row):
        if tree.flags[at] & LEAF and not tree.flags[at] & TRIVIA:
            yield at


class _Version:
    """The definitions of one version of the change set."""

    def __init__(self, context: Context, *, is_after: bool) -> None:
        self.is_after = is_after
        self.forest: Forest = context.after if is_after else context.before
        self._names = context.names_after if is_after else context.names_before
        self._sides: dict[int, Side] = {}
        self.functions: dict[int, _Function] = {}
        self.classes: dict[int, tuple[int, Element]] = {}
        for file, tree in enumerate(self.forest.trees):
            known: list[Element] = []
            for e in elements(tree):
                while known and tree.stop[known[-1].row] <= e.row:
                    known.pop()
                node = self.forest.base[file] + e.row
                if e.kind == "function" and tree.child_by_field(e.row, "parameters") >= 0:
                    self.functions[node] = _Function(file, e, known[-1] if known else None)
                elif e.kind in _CLASSES:
                    self.classes[node] = (file, e)
                if e.kind in ("function", *_CLASSES):
                    known.append(e)

    def side(self, file: int) -> Side:
        """What is asked of a file."""
        known = self._sides.get(file)
        if known is None:
            known = self._sides[file] = Side(self._names(file))
        return known


class Namer:
    """The refactorings of one change set."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.mapping = context.mapping
        self.before = _Version(context, is_after=False)
        self.after = _Version(context, is_after=True)
        self.partner: dict[int, int] = {}  # classes that the mapping does not pair

    def run(self) -> list[Named]:
        """Every refactoring that can be named, in order. Cost: the paired functions that differ."""
        self._classes_of_methods()
        found = [*self._classes(), *self._modules()]
        pairs = []
        for node_b, one in self.before.functions.items():
            node_a = self.mapping.to_after[node_b]
            two = self.after.functions.get(node_a)
            if two is None or not self._is_changed(one, two):
                continue
            if self._is_broken(one, two):
                continue
            if not self._is_doubtful(node_b, node_a, one, two):
                if not (_is_inner(one) or _is_inner(two)):
                    found += self._moved(node_b, node_a, one, two)
                found += _Body(self, node_b, node_a, one, two).run()
                pairs.append((node_b, node_a, one, two))
        found += self._parts(pairs)
        return found

    # ------------------------------------------------------------------ definitions

    def _is_changed(self, one: _Function, two: _Function) -> bool:
        tree_b, tree_a = self.before.forest.trees[one.file], self.after.forest.trees[two.file]
        row_b, row_a = one.element.outer, two.element.outer
        return (
            tree_b.slice(row_b) != tree_a.slice(row_a)
            or one.element.name != two.element.name
            or self.before.forest.paths[one.file] != self.after.forest.paths[two.file]
        )

    def _is_broken(self, one: _Function, two: _Function) -> bool:
        """Whether a file cannot be read, so that nobody knows what stands in which class."""
        trees = self.before.forest.trees[one.file], self.after.forest.trees[two.file]
        return any(tree.flags[0] & BROKEN for tree in trees)

    def _is_doubtful(self, node_b: int, node_a: int, one: _Function, two: _Function) -> bool:
        """Whether two functions in other places, or of other names, have too little in common."""
        is_same_name = _word(one) == _word(two)
        is_elsewhere = self._is_elsewhere(one, two)
        if is_same_name and not is_elsewhere:
            return False
        share, size = self._likeness(node_b, node_a)
        if size < _TINY and is_elsewhere and not is_same_name:
            return True
        return share < (_LIKE_MOVED if is_same_name else _LIKE)

    def _likeness(self, node_b: int, node_a: int) -> tuple[float, int]:
        """(share of the leaves that two bodies have in common, leaves of the smaller one)."""
        tree_b, row_b = self.context.tree_before(node_b)
        tree_a, row_a = self.context.tree_after(node_a)
        leaves_b = list(_leaves(tree_b, tree_b.child_by_field(row_b, "body")))
        leaves_a = list(_leaves(tree_a, tree_a.child_by_field(row_a, "body")))
        stop_b = node_b + tree_b.stop[row_b] - row_b
        base = node_a - row_a
        count = sum(node_b <= self.mapping.to_before[base + at] < stop_b for at in leaves_a)
        sizes = len(leaves_b), len(leaves_a)
        return 2 * count / max(1, sum(sizes)), min(sizes)

    def _is_elsewhere(self, one: _Function, two: _Function) -> bool:
        """Whether a function stands below another class, or in another file, than before."""
        base_b, base_a = self.before.forest.base[one.file], self.after.forest.base[two.file]
        if (one.holder is None) != (two.holder is None):
            return True
        if one.holder is not None and two.holder is not None:
            home_b, home_a = base_b + one.holder.row, base_a + two.holder.row
            return home_a not in (self.mapping.to_after[home_b], self.partner.get(home_b))
        return (one.file, two.file) not in self.mapping.file_pairs

    def _moved(self, node_b: int, node_a: int, one: _Function, two: _Function) -> Iterator[Named]:
        words = [f.element.name.rpartition(".")[2] for f in (one, two)]
        if self._is_elsewhere(one, two):
            kind = "Move Method" if words[0] == words[1] else "Move And Rename Method"
            yield Named(kind, " -> ".join(words), node_b, node_a)
        elif words[0] != words[1]:
            yield Named("Rename Method", " -> ".join(words), node_b, node_a)

    def _classes_of_methods(self) -> None:
        """Pair a class that is gone with a new one that most of its methods went to."""
        known = {e.name for _, e in self.before.classes.values()}
        moved: Counter[tuple[int, int]] = Counter()
        count: Counter[int] = Counter()
        for node_b, one in self.before.functions.items():
            home_b = self._holder(self.before, one)
            if home_b < 0 or self.mapping.to_after[home_b] >= 0:
                continue
            count[home_b] += 1
            two = self.after.functions.get(self.mapping.to_after[node_b])
            home_a = self._holder(self.after, two) if two is not None else -1
            if home_a >= 0 and self.after.classes[home_a][1].name not in known:
                moved[home_b, home_a] += 1
        for (home_b, home_a), n in sorted(moved.items(), key=lambda item: (-item[1], item[0])):
            if home_b not in self.partner and 2 * n >= count[home_b]:
                self.partner[home_b] = home_a

    def _holder(self, version: _Version, function: _Function) -> int:
        """The class of a method, or -1."""
        if function.holder is None or function.holder.kind not in _CLASSES:
            return -1
        return version.forest.base[function.file] + function.holder.row

    def _modules(self) -> Iterator[Named]:
        """Files of functions that were moved or renamed."""
        for file_b, file_a in self.mapping.file_pairs:
            paths = self.before.forest.paths[file_b], self.after.forest.paths[file_a]
            tops = [
                f for f in self.after.functions.values() if f.file == file_a and f.holder is None
            ]
            if paths[0] != paths[1] and tops:
                stem = os.path.basename(paths[1]).partition(".")[0]
                base = self.before.forest.base[file_b], self.after.forest.base[file_a]
                yield Named("Move Class", stem, *base)

    def _classes(self) -> Iterator[Named]:
        """Classes that were renamed or moved; a file of functions moves like one."""
        for node_b, (file_b, one) in self.before.classes.items():
            node_a = self.mapping.to_after[node_b]
            if node_a < 0:
                node_a = self.partner.get(node_b, -1)
            if node_a not in self.after.classes:
                continue
            file_a, two = self.after.classes[node_a]
            words = [e.name.rpartition(".")[2] for e in (one, two)]
            homes = [
                _home(path, e.name)
                for path, e in (
                    (self.before.forest.paths[file_b], one), (self.after.forest.paths[file_a], two)
                )
            ]  # fmt: skip
            is_moved = homes[0] != homes[1]
            if words[0] != words[1]:
                kind = "Move And Rename Class" if is_moved else "Rename Class"
                yield Named(kind, " -> ".join(words), node_b, node_a)
            elif is_moved:
                yield Named("Move Class", words[1], node_b, node_a)

    # ------------------------------------------------------------------ parts of functions

    def _parts(self, pairs: list[tuple[int, int, _Function, _Function]]) -> Iterator[Named]:
        """Functions that are new and whose code stood in one that calls them; and backwards."""
        for is_extract in (True, False):
            version = self.after if is_extract else self.before
            partners = self.mapping.to_before if is_extract else self.mapping.to_after
            other = self.before if is_extract else self.after
            for node, function in version.functions.items():
                if partners[node] in other.functions:
                    continue
                word = function.element.name.rpartition(".")[2]
                for node_b, node_a, one, two in pairs:
                    thin, thick = (two, one) if is_extract else (one, two)
                    ends = (node_a, node_b) if is_extract else (node_b, node_a)
                    if self._calls(version, thin, word) <= self._calls(other, thick, word):
                        continue
                    if self._share(version, node, function, ends[1], other, thick) >= _TAKEN:
                        kind = "Extract Method" if is_extract else "Inline Method"
                        yield Named(kind, word, *((node_b, node) if is_extract else (node, node_a)))
                        break

    def _calls(self, version: _Version, function: _Function, word: str) -> int:
        """How often a function names another."""
        side = version.side(function.file)
        if word.encode() not in side.tree.slice(function.element.row):
            return 0
        found = side.names.within(word, function.element.row)
        after = (side.tree.text[side.tree.end[o.row] :][:1] for o in found)
        return sum(mark == b"(" for mark in after)

    def _share(  # noqa: PLR0913, PLR0917 - a function and the one around its code, of two versions
        self, version: _Version, node: int, function: _Function, home: int, other: _Version,
        thick: _Function,
    ) -> float:  # fmt: skip
        """The share of a function's body that stands in another one of the other version."""
        tree = version.forest.trees[function.file]
        body = tree.child_by_field(function.element.row, "body")
        if body < 0:
            return 0.0
        tree_o = other.forest.trees[thick.file]
        stop = home + tree_o.stop[thick.element.row] - thick.element.row
        partners = self.mapping.to_before if version.is_after else self.mapping.to_after
        words: Counter[bytes] = Counter()
        taken = total = 0
        for at in range(body, tree.stop[body]):
            if not tree.flags[at] & LEAF or tree.flags[at] & TRIVIA:
                continue
            total += 1
            if home <= partners[node - function.element.row + at] < stop:
                taken += 1
            else:
                words[tree.slice(at)] += 1
        # What the mapping did not pair may have stood there all the same.
        for at in range(thick.element.row, tree_o.stop[thick.element.row]):
            back = self.mapping.to_after if version.is_after else self.mapping.to_before
            if tree_o.flags[at] & LEAF and back[home - thick.element.row + at] < 0:
                word = tree_o.slice(at)
                if words[word] > 0 and len(word) > 1:
                    words[word] -= 1
                    taken += 1
        return taken / max(1, total)


class _Body:
    """What happened inside one pair of functions."""

    def __init__(
        self, namer: Namer, node_b: int, node_a: int, one: _Function, two: _Function
    ) -> None:
        self.mapping = namer.mapping
        self.nodes = (node_b, node_a)
        self.sides = (namer.before.side(one.file), namer.after.side(two.file))
        self.rows = (one.element.row, two.element.row)
        self.outer = (one.element.outer, two.element.outer)
        self.base = (namer.before.forest.base[one.file], namer.after.forest.base[two.file])
        self.is_method = (
            one.holder is not None and one.holder.kind != "function",
            two.holder is not None and two.holder.kind != "function",
        )

        self.objects: set[str] = set()  # first parameters of methods

    def run(self) -> Iterator[Named]:
        """The refactorings of signature and body."""
        if not all(side.names.tables.is_known for side in self.sides):
            return
        parameters = [self._parameters(at) for at in (0, 1)]
        locals_ = [self._locals(at) - set(parameters[at]) for at in (0, 1)]
        renamed = self._renamed(parameters, locals_)
        for old, new in renamed.items():
            sorts = old in parameters[0], new in parameters[1]
            yield self._named(_RENAMES[sorts], f"{old} -> {new}")
        new_of = dict(renamed)
        yield from self._signature(parameters, new_of)
        yield from self._types(new_of)
        yield from self._marks()
        yield from self._values([locals_[at] - set(parameters[1 - at]) for at in (0, 1)], new_of)

    def _named(self, kind: str, detail: str) -> Named:
        return Named(kind, detail, *self.nodes)

    # ------------------------------------------------------------------ names

    def _parameters(self, at: int) -> list[str]:
        """Names of the parameters, without the object of a method."""
        side, row = self.sides[at], self.rows[at]
        names = side.names.tables.names
        found = []
        where = side.tree.child_by_field(row, "parameters")
        for leaf in range(where, side.tree.stop[where]):
            if side.tree.kind_name(leaf) not in names:
                continue
            word = side.word(leaf)
            scope = next((o.scope for o in side.names.occurrences(word) if o.row == leaf), -1)
            if scope == row:
                found.append(word)
        functions = Functions(side.names)
        if self.is_method[at] and functions.table.get("self_parameter") and not self._is_static(at):
            self.objects.update(found[:1])
            del found[:1]
        return found

    def _is_static(self, at: int) -> bool:
        side = self.sides[at]
        return any(b"static" in mark for mark in self._marks_of(at, side))

    def _locals(self, at: int) -> set[str]:
        """Names bound in the function."""
        side, row = self.sides[at], self.rows[at]
        names, tree = side.names.tables.names, side.tree
        found = set()
        words = {side.word(r) for r in range(row, tree.stop[row]) if tree.kind_name(r) in names}
        for word in words:
            for o in side.names.within(word, row):
                if o.scope >= row and o.use is Use.NAME and self._owner(at, o.scope) == row:
                    found.add(word)
                    break
        return found

    def _owner(self, at: int, row: int) -> int:
        """The named function that a scope belongs to."""
        tree = self.sides[at].tree
        while row > self.rows[at] and element_name(tree, row) is None:
            row = tree.parent[row]
        return row

    def _renamed(self, parameters: list[list[str]], locals_: list[set[str]]) -> dict[str, str]:
        """The new name of each local or parameter that another one took the place of."""
        known = [(set(parameters[at]) | locals_[at]) - self.objects for at in (0, 1)]
        gone, new = known[0] - known[1], known[1] - known[0]
        votes: Counter[tuple[str, str]] = Counter()
        total: Counter[str] = Counter()
        for word in sorted(gone):
            for other in self._partners(word):
                total[word] += 1
                if other in new:
                    votes[word, other] += 1
        found: dict[str, str] = {}
        new -= {part for word in gone for part in self._split(word, new & set(parameters[1]))}
        for (old, other), count in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
            if (
                other in new
                and old not in found
                and other not in found.values()
                and 2 * count > total[old]
            ):
                found[old] = other
        left = [
            [word for word in parameters[at] if word in names and word not in done]
            for at, names, done in ((0, gone, found), (1, new, found.values()))
        ]
        if len(left[0]) == len(left[1]) == 1 and len(parameters[0]) == len(parameters[1]):
            old, other = left[0][0], left[1][0]
            if parameters[0].index(old) == parameters[1].index(other):
                found[old] = other  # the one place that has another name
        for old in left[0]:
            others = [other for other in left[1] if _share_words(old, other)]
            backs = [word for word in left[0] if others and _share_words(word, others[0])]
            if len(others) == len(backs) == 1:
                found[old] = others[0]
        return found

    def _split(self, word: str, new: set[str]) -> set[str]:
        """New parameters that a parameter was split into, by their names."""
        parts = {other for other in new if word in other.split("_")}
        return parts if len(parts) > 1 else set()

    def _partners(self, word: str) -> Iterator[str]:
        """What stands, in the function after, where a name stood in the one before."""
        side = self.sides[1]
        for o in self.sides[0].names.within(word, self.rows[0]):
            row = self.mapping.to_after[self.base[0] + o.row] - self.base[1]
            if o.use is not Use.NAME or not self.rows[1] <= row < side.tree.stop[self.rows[1]]:
                continue
            if side.tree.flags[row] & LEAF and side.word(row) != word:
                yield side.word(row)

    # ------------------------------------------------------------------ signature

    def _signature(self, parameters: list[list[str]], new_of: dict[str, str]) -> Iterator[Named]:
        locals_ = [self._locals(at) - set(parameters[at]) for at in (0, 1)]
        before = [new_of.get(word, word) for word in parameters[0]]
        old_of = {new: old for old, new in new_of.items()}
        gone = [word for word in parameters[0] if new_of.get(word, word) not in parameters[1]]
        new = [word for word in parameters[1] if word not in before]
        for word in list(gone):
            parts = self._split(word, set(new))
            if parts:
                yield self._named("Split Parameter", f"{word} -> {', '.join(sorted(parts))}")
                gone.remove(word)
                new = [other for other in new if other not in parts]
        for word in gone:
            if new_of.get(word) is None:
                kind = "Localize Parameter" if word in locals_[1] else "Remove Parameter"
                yield self._named(kind, word)
        for word in new:
            if old_of.get(word) is None:
                kind = "Parameterize Variable" if word in locals_[0] else "Add Parameter"
                yield self._named(kind, word)
        common = [word for word in before if word in parameters[1]]
        if common != [word for word in parameters[1] if word in common]:
            yield self._named("Reorder Parameter", ", ".join(parameters[1]))

    def _marks_of(self, at: int, side: Side) -> set[bytes]:
        """Annotations of a function."""
        tree = side.tree
        kinds = set(tree.language.raw.get("annotations") or ())
        body = tree.child_by_field(self.rows[at], "parameters")
        return {
            b"".join(tree.slice(row).split())
            for row in range(self.outer[at], body)
            if tree.kind_name(row) in kinds
        }

    def _marks(self) -> Iterator[Named]:
        marks = [self._marks_of(at, self.sides[at]) for at in (0, 1)]
        words = [{mark.partition(b"(")[0] for mark in side} for side in marks]
        for mark in sorted(words[1] - words[0]):
            yield self._named("Add Method Annotation", mark.decode("utf-8", "replace"))
        for mark in sorted(words[0] - words[1]):
            yield self._named("Remove Method Annotation", mark.decode("utf-8", "replace"))
        if any(mark.partition(b"(")[0] in words[0] for mark in marks[1] - marks[0]):
            yield self._named("Modify Method Annotation", "")

    # ------------------------------------------------------------------ types and values

    def _types(self, new_of: dict[str, str]) -> Iterator[Named]:
        """Declared types, or the classes that are called for a value, of variables that stay."""
        types = [self._types_of(at) for at in (0, 1)]
        for word, (kind, is_parameter) in sorted(types[0].items()):
            other = types[1].get(new_of.get(word, word))
            if other is not None and other[0] != kind:
                name = "Change Parameter Type" if is_parameter else "Change Variable Type"
                yield self._named(name, f"{word}: {kind.decode()} -> {other[0].decode()}")
        fields = ("type", "return_type")
        results = []
        for side, row in zip(self.sides, self.rows, strict=True):
            found = [side.tree.child_by_field(row, field) for field in fields]
            texts = [b"".join(side.tree.slice(r).split()).lstrip(b":") for r in found if r >= 0]
            results.append(texts[0] if texts else None)
        if None not in results and results[0] != results[1]:
            yield self._named("Change Return Type", f"{results[0]!r} -> {results[1]!r}")

    def _types_of(self, at: int) -> dict[str, tuple[bytes, bool]]:
        """The type of each name that has one, and whether it is a parameter."""
        side, row = self.sides[at], self.rows[at]
        tree, names = side.tree, side.names.tables.names
        body = side.functions.body_of(row)
        found: dict[str, tuple[bytes, bool]] = {}
        several = set()
        for leaf in range(row, tree.stop[row]):
            if tree.kind_name(leaf) not in names:
                continue
            word = side.word(leaf)
            scope = next((o.scope for o in side.names.occurrences(word) if o.row == leaf), -1)
            if scope < row:
                continue
            kind = self._type_at(side, leaf)
            if kind is None:
                continue
            if word in found and found[word][0] != kind:
                several.add(word)
            found[word] = (kind, leaf < body)
        return {word: kind for word, kind in found.items() if word not in several}

    def _type_at(self, side: Side, leaf: int) -> bytes | None:
        """The type that a declaration gives a name, or the class its value is made of."""
        tree, at = side.tree, leaf
        for _ in range(2):
            at = tree.parent[at]
            if at < 0:
                return None
            kind = tree.child_by_field(at, "type")
            if kind >= 0 and not kind <= leaf < tree.stop[kind]:
                return b"".join(tree.slice(kind).split()).lstrip(b":")
        statement = tree.parent[leaf]
        stored = side.functions.bound(statement) if side.functions.is_known else None
        if stored is None or stored[0] != (leaf,):
            return None
        call = side.functions.table["call"]
        if tree.kind_name(stored[1]) != call["kind"] or "object" in call:
            return None
        made = tree.slice(tree.child_by_field(stored[1], call["function"]))
        last = made.rpartition(b".")[2].lstrip(b"_")
        is_class = last[:1].isupper() and not last.isupper() and last.isalnum()
        return made if is_class else None

    def _values(self, locals_: list[set[str]], new_of: dict[str, str]) -> Iterator[Named]:
        """Values that got a name, or lost it."""
        renamed = set(new_of) | set(new_of.values())
        for at, kind in ((1, "Extract Variable"), (0, "Inline Variable")):
            side = self.sides[at]
            if not side.functions.is_known:
                continue
            for word in sorted(locals_[at] - locals_[1 - at] - renamed):
                for value, uses in self._stored(at, word):
                    if self._stood(at, value, uses):
                        yield self._named(kind, word)
                        break

    def _stored(self, at: int, word: str) -> Iterator[tuple[int, list[int]]]:
        """(value, uses) of the assignments of a local."""
        side, row = self.sides[at], self.rows[at]
        found = side.names.within(word, row)
        uses = [o.row for o in found if o.use is Use.NAME]
        for o in found:
            if o.scope < row:
                continue
            statement = side.tree.parent[o.row]
            for _ in range(2):
                stored = side.functions.bound(statement)
                if stored is not None and o.row in stored[0]:
                    if len(stored[0]) == 1:
                        yield stored[1], [use for use in uses if use > stored[1]]
                    break
                statement = side.tree.parent[statement]

    def _stood(self, at: int, value: int, uses: list[int]) -> bool:
        """Whether a value stood, on the other side, where its name is used on this one."""
        tree, tree_o = self.sides[at].tree, self.sides[1 - at].tree
        if tree.flags[value] & LEAF:
            return False
        first, last = self.rows[1 - at], tree_o.stop[self.rows[1 - at]]
        places = _equal(tree, value, tree_o, (first, last))
        own = _equal(tree, value, tree, (self.rows[at], tree.stop[self.rows[at]]))
        left = [row for row in places if not self._is_stored(1 - at, row)]
        if left and len(places) >= len(own):
            return True
        to_other = self.mapping.to_before if at else self.mapping.to_after
        partner = to_other[self.base[at] + value] - self.base[1 - at]
        if first < partner < last and not self._is_stored(1 - at, partner):
            left.append(partner)
        return any(self._is_near(at, use, left) for use in uses)

    def _is_stored(self, at: int, row: int) -> bool:
        """Whether a row is the whole value of a local."""
        side = self.sides[at]
        statement = side.tree.parent[row]
        stored = side.functions.bound(statement)
        if stored is None or stored[1] != row:
            return False
        return all(side.tree.kind_name(r) in side.names.tables.names for r in stored[0])

    def _is_near(self, at: int, use: int, places: list[int]) -> bool:
        """Whether a use stands in the partner of an expression that one of the places is in."""
        side, tree_o = self.sides[at], self.sides[1 - at].tree
        to_other = self.mapping.to_before if at else self.mapping.to_after
        around = use
        for _ in range(_NEAR):
            around = side.tree.parent[around]
            if around <= self.rows[at]:
                return False
            partner = to_other[self.base[at] + around] - self.base[1 - at]
            if partner >= 0 and any(partner < row < tree_o.stop[partner] for row in places):
                return True
            if side.functions.is_list(side.tree.parent[around]):
                return False
        return False


def _share_words(one: str, other: str) -> bool:
    """Whether two names have half of their words in common."""
    words = set(one.lower().split("_")) - {""}, set(other.lower().split("_")) - {""}
    return 2 * len(words[0] & words[1]) >= max(map(len, words))


def _equal(tree: SyntaxTree, row: int, other: SyntaxTree, span: tuple[int, int]) -> list[int]:
    """Rows of another tree's span that are the same code."""
    wanted = tree.entries(row)
    return [
        at
        for at in range(*span)
        if other.kind[at] == tree.kind[row] and other.entries(at) == wanted
    ]


_NEAR = 12  # levels of an expression


def _home(path: str, name: str) -> str:
    """The module or package a class belongs to, and the class around it."""
    folder, file = os.path.split(path)
    stem = file.partition(".")[0]
    around = name.rpartition(".")[0]
    own = name.partition(".")[0]
    return f"{folder}:{around}" if stem == own else f"{folder}/{stem}:{around}"


def named_refactorings(context: Context) -> list[Named]:
    """The refactorings a change is made of, by name."""
    return Namer(context).run()
