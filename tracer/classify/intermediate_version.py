"""A version between before and after, for locals that were renamed on top of a refactoring.

Whoever extracts a function gives its result a name of its own. Rules that compare whole functions
see that as one change with two reasons. So a version between is made, which is the one after with
the former names: the way to it is judged by all rules, the way from it by `rename_local`, each as
if it were a change by itself. Two steps that keep behaviour keep it together.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from tracer.classify.change.edits import EditKind
from tracer.matching import Forest, NodeMapping
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.functions.functions import Functions
from tracer.semantics.names.occurrences import Use
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.change.change import Context
    from tracer.classify.change.edits import Edit
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree

_Local = tuple[int, str]  # the function after that has it, and its name there
_Span = tuple[int, int]  # of nodes
_WRAPPED = 4  # rows that a definition's wrapper may have before it


class TakenBack(NamedTuple):
    """The two ways, by way of the version between; its nodes have the numbers of those after.

    `before`, `after`: the functions that the renamed locals are in.
    """

    there: NodeMapping
    onward: NodeMapping
    before: tuple[_Span, ...]
    after: tuple[_Span, ...]

    def concerns(self, edits: Iterable[Edit]) -> bool:
        """Whether one of some edits is in a function with a renamed local."""
        return any(
            low <= node < high
            for edit in edits
            for node, spans in ((edit.before, self.before), (edit.after, self.after))
            for low, high in spans
        )


def taken_back(context: Context) -> TakenBack | None:
    """The change with its renamed locals apart, or None where none of those left is renamed.

    Cost: a look at the open edits of names, and at what calls new functions (or called those that
    are gone); where there are such locals, their files are parsed.
    """
    trees = list(context.after.trees)
    spans: tuple[set[_Span], set[_Span]] = (set(), set())
    for file_b, file_a in context.mapping.file_pairs:
        pair = _Pair(context, file_b, file_a)
        renamed = pair.provable() if pair.is_open() else {}
        if not renamed:
            continue
        for function, _ in renamed:
            spans[0].add(_span(context.before, file_b, pair.twin(function)))
            spans[1].add(_span(context.after, file_a, function))
        left = context.inside(sorted(spans[0]), sorted(spans[1]))
        if all(context.edits[index].kind is EditKind.UPDATE for index in left):
            return None  # names alone: no rule would say more of them
        between = pair.between(renamed)
        if between is None:
            return None
        trees[file_a] = between
    if not spans[1]:
        return None
    forest = Forest(zip(context.after.paths, trees, strict=True))
    there = context.mapping.copy()
    there.after = forest
    onward = NodeMapping(forest, context.after)
    onward.to_after = array("i", range(len(forest)))
    onward.to_before = array("i", range(len(forest)))
    onward.file_pairs = tuple((file, file) for file in range(len(trees)))
    return TakenBack(there, onward, *(tuple(sorted(of)) for of in spans))


class _Pair:
    """A file before and after, and the locals in it that have another name."""

    def __init__(self, context: Context, file_b: int, file_a: int) -> None:
        self.context = context
        self.files = file_b, file_a
        self.before, self.after = context.names_before(file_b), context.names_after(file_a)
        # Functions after: those that went and that they called, those that came and they call.
        self._called: tuple[dict[int, set[int]], dict[int, set[int]]] = ({}, {})

    def is_open(self) -> bool:
        """Whether something in the file is not explained, in a language with such functions."""
        is_alike = self.before.tables is self.after.tables
        has_table = is_alike and self.before.tables.raw.get("expansion")
        return bool(has_table) and next(self.context.of_files(*self.files), None) is not None

    def twin(self, function: int) -> int:
        """The function before of one after, or -1."""
        node = self.context.mapping.to_before[self.context.after.base[self.files[1]] + function]
        low, high = (self.context.before.base[self.files[0] + at] for at in (0, 1))
        return node - low if low <= node < high else -1

    def provable(self) -> dict[_Local, str]:
        """Those renamed locals of whose functions a rule may prove the rest.

        With the former names these have just the names that they had, those aside that went to a
        function that came, or are from one that went.
        """
        renamed = self.renamed()
        alike = {function: self._is_alike(function, renamed) for function, _ in renamed}
        return {local: former for local, former in renamed.items() if alike[local[0]]}

    def _is_alike(self, function: int, renamed: dict[_Local, str]) -> bool:
        """Whether a function has the names it had, as `provable` says."""
        former = {new.encode(): w.encode() for (at, new), w in renamed.items() if at == function}
        now = {former.get(word, word) for word in _words(self.after, function)}
        then = _words(self.before, self.twin(function))
        came, gone = (self._called[at].get(function, set()) for at in (1, 0))
        for names, rows, own, other in (
            (self.after, came, now, then),
            (self.before, gone, then, now),
        ):
            for row in rows:
                own.discard(names.tree.slice(names.tree.child_by_field(row, "name")))
                other.difference_update(_words(names, row) - own)
        return now == then

    def renamed(self) -> dict[_Local, str]:
        """What each local that may have another name was called.

        A name that stands in the other version as well is another thing there.
        """
        found: dict[_Local, set[str]] = {}
        for function, former, new in (*self._changed(), *self._results()):
            twin = self.twin(function)
            if (
                former != new
                and twin >= 0
                and not _stands(self.after, former, function)
                and not _stands(self.before, new, twin)
            ):
                found.setdefault((function, new), set()).add(former)
        claims = [(at, former) for (at, _), formers in found.items() for former in formers]
        return {
            (at, new): former
            for (at, new), (former, *others) in found.items()
            if not others and claims.count((at, former)) == 1
        }

    def _changed(self) -> Iterator[tuple[int, str, str]]:
        """(function after, former name, new name) of names that no rule explains."""
        context = self.context
        for _, edit in context.of_files(*self.files, EditKind.UPDATE):
            (file_b, row_b), (file_a, row_a) = (
                context.before.locate(edit.before),
                context.after.locate(edit.after),
            )
            if (file_b, file_a) != self.files or not context.is_sound(edit):
                continue
            words = _local(self.before, row_b), _local(self.after, row_a)
            if words[0] is not None and words[1] is not None:
                yield words[1][0], words[0][1], words[1][1]

    def _results(self) -> Iterator[tuple[int, str, str]]:
        """The same of the locals that hold results of functions that came, or went."""
        context, (file_b, file_a) = self.context, self.files
        base_b, base_a = context.before.base[file_b], context.after.base[file_a]
        for _, edit in context.of_files(-1, file_a, EditKind.INSERT):
            for row in _functions_at(self.after, edit.after - base_a):
                for function, stored in _calls(self.after, row):
                    self._called[1].setdefault(function, set()).add(row)
                    yield from ((function, result, word) for word, result in stored)
        for _, edit in context.of_files(file_b, -1, EditKind.DELETE):
            for row in _functions_at(self.before, edit.before - base_b):
                for function, stored in _calls(self.before, row):
                    image = context.mapping.to_after[base_b + function] - base_a
                    if 0 <= image < len(self.after.tree):
                        self._called[0].setdefault(image, set()).add(row)
                        yield from ((image, word, result) for word, result in stored)

    def between(self, renamed: dict[_Local, str]) -> SyntaxTree | None:
        """The file after with the former names, or None where its tree would be another one."""
        tree, names = self.after.tree, self.after
        former: dict[int, bytes] = {}
        for (function, new), word in renamed.items():
            uses = [o for o in names.within(new, function) if o.use is Use.NAME]
            if len({names.scope_of(o, new) for o in uses}) > 1:
                return None
            former.update((o.row, word.encode()) for o in uses)
        parts, at = [], 0
        for row in sorted(former):
            parts += [tree.text[at : tree.start[row]], former[row]]
            at = tree.end[row]
        path = self.context.after.paths[self.files[1]]
        between = parse(b"".join([*parts, tree.text[at:]]), path=path)
        is_alike = between.language is tree.language and (
            (between.kind, between.stop, between.field, between.flags)
            == (tree.kind, tree.stop, tree.field, tree.flags)
        )
        return between if is_alike else None


def _functions_at(names: Names, row: int) -> list[int]:
    """The function that a row is, or holds behind a word or two (`export`, a decorator's)."""
    tree, kinds = names.tree, names.tables.raw["expansion"]["functions"]
    rows = range(row, min(row + _WRAPPED, tree.stop[row]))
    return [at for at in rows if tree.kind_name(at) in kinds][:1]


def _calls(names: Names, row: int) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Of each call of a function: who calls, and (local, variable returned) where it is stored."""
    functions, tree = Functions(names), names.tree
    function = functions.at(row)
    if function is None or not function.statements:
        return
    returned = functions.returned(function.statements[-1])
    values = functions.values(returned) if returned >= 0 else ()
    for found in names.occurrences(function.name):
        statement = found.row
        while statement > 0 and not functions.is_list(tree.parent[statement]):
            statement = tree.parent[statement]
        targets, _ = functions.bound(statement) or ((), -1)
        pairs = zip(targets, values, strict=True) if len(targets) == len(values) else ()
        locals_ = ((_local(names, target), _local(names, value)) for target, value in pairs)
        yield (
            functions.caller(found.row),
            [(one[1], other[1]) for one, other in locals_ if one and other],
        )


def _words(names: Names, row: int) -> set[bytes]:
    """The names that stand below a row."""
    tree, kinds = names.tree, names.tables.names
    return {tree.slice(at) for at in range(row, tree.stop[row]) if tree.kind_name(at) in kinds}


def _local(names: Names, row: int) -> _Local | None:
    """The local that a leaf names, or None for anything else."""
    tree, scopes = names.tree, names.tables.scopes
    if tree.kind_name(row) not in names.tables.names:
        return None
    word = tree.slice(row).decode("utf-8", "replace")
    found = names.at(row, word)
    scope = names.scope_of(found, word) if found is not None and found.use is Use.NAME else -1
    if scope < 0 or names.kind_of_scope(scope) in ("file", "class"):
        return None
    while scope > 0 and scopes.get(tree.kind_name(scope)) != "function":
        scope = tree.parent[scope]
    return scope, word


def _stands(names: Names, word: str, row: int) -> bool:
    """Whether a word is a name below a row, or may be one."""
    return any(o.use in (Use.NAME, Use.UNCLEAR) for o in names.within(word, row))


def _span(forest: Forest, file: int, row: int) -> _Span:
    return forest.base[file] + row, forest.base[file] + forest.trees[file].stop[row]
