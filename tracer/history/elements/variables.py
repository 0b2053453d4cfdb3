"""Which variable before each variable of a function after is.

What its declaration says comes first, then what its uses say: a use counts for the variable it
means where it stands, not for all of that name. Whoever loops may have become a call with a
lambda; then several parameters may be what one loop variable was.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.fingerprint.positions import is_function_scope, scope_of
from tracer.history.elements.differences import type_of, value_of
from tracer.history.elements.element import function_around, is_block, variables, word_of
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.history.elements.element import Element
    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree

_TELLING = 2  # named leaves of a first value that is not anybody's
_NEARLY = 0.65  # share of words that makes two values nearly the same


class _Side:
    """The variables of one function, what is left of them, and what its names mean.

    Cost: one pass over the leaves of the function.
    """

    def __init__(self, tree: SyntaxTree, function: int) -> None:
        self.tree = tree
        self.function = function
        self.all = [
            v
            for v in variables(tree)
            if function < v.row < tree.stop[function] and function_around(tree, v.row) == function
        ]
        self.left = list(self.all)
        self.means = self._resolved()

    def _resolved(self) -> dict[int, int]:
        """{row of a use: row of the variable's name} of the innermost variable it can mean."""
        tree = self.tree
        scopes: dict[bytes, list[tuple[int, int, int]]] = {}
        for v in self.all:
            scope = scope_of(tree, v.row)
            scopes.setdefault(tree.slice(v.row), []).append((scope, tree.stop[scope], v.row))
        for known in scopes.values():
            known.sort(reverse=True)
        found: dict[int, int] = {}
        flags, start, end, text = tree.flags, tree.start, tree.end, tree.text
        for row in range(self.function + 1, tree.stop[self.function]):
            if flags[row] & LEAF:
                for first, stop, declared in scopes.get(text[start[row] : end[row]], ()):
                    if first <= row < stop:
                        if row != declared:
                            found[row] = declared
                        break
        return found


class Variables:
    """Pairs the variables of a function after with those of the function it was."""

    def __init__(
        self,
        mapping: NodeMapping,
        files: tuple[int, int],
        functions: tuple[int, int],
        block_of: Callable[[int], int],
    ) -> None:
        """`files` and `functions` (rows) are those before and after.

        `block_of` has the row of the block before for that of a block after, or -1.
        """
        self._mapping = mapping
        self._block_of = block_of
        self.before = _Side(mapping.before.trees[files[0]], functions[0])
        self.after = _Side(mapping.after.trees[files[1]], functions[1])
        self._base_b, self._base_a = mapping.before.base[files[0]], mapping.after.base[files[1]]
        self._declared = {v.row: self._mapped(v) for v in self.after.all}
        self._uses = self._votes()
        self._found: dict[int, Element] = {}

    def run(self) -> dict[int, Element]:
        """{row of a variable after: the variable it was}."""
        self._take((old, a) for a, old in self._by_declaration() if word_of(old) == word_of(a))
        self._take((old, a) for a, old in self._by_declaration() if self._has_value(old, a))
        self._take(self._by_block(same_word=True))
        self._take(self._sole(lambda tree, v: (word_of(v), type_of(tree, v))))
        # A new name that stands for another one everywhere: whoever has that one now is new.
        names = {word_of(v) for v in self.before.left}
        self._take(
            (old, a)
            for a, old in self._by_declaration()
            if word_of(a) not in names and self._votes_for(a, old) > 0
        )
        self._take(
            (old, a)
            for old, a in self._sole(lambda _, v: word_of(v))
            if self._votes_for(a, old) >= 0
        )
        self._take(self._merged())
        for a in sorted(self.after.left, key=lambda v: -max(self._uses[v.row].values(), default=0)):
            old = self._by_uses(a)
            if old is not None:
                self._take([(old, a)])
        self._take(self._by_block(same_word=False))
        self._take(self._in_list())
        self._take(self._by_value())
        return self._found | self._from_loops()

    def renamed(self) -> dict[bytes, bytes]:
        """{name after: name before} of the variables that have another name now."""
        words = {v.row: word_of(v) for v in self.after.all}
        pairs = ((words[row], word_of(old)) for row, old in self.run().items())
        return {new.encode(): old.encode() for new, old in pairs if new != old}

    def _take(self, pairs: Iterable[tuple[Element, Element]]) -> None:
        before, after = self.before.left, self.after.left
        for old, new in list(pairs):
            if old in before and new in after:
                self._found[new.row] = old
                before.remove(old)
                after.remove(new)

    def _by_declaration(self) -> list[tuple[Element, Element]]:
        """(variable after, variable before) where the mapping pairs names or declarations."""
        pairs = ((a, self._declared[a.row]) for a in self.after.left)
        return [(a, old) for a, old in pairs if old is not None and old in self.before.left]

    def _mapped(self, element: Element) -> Element | None:
        """The variable before whose name or declaration the mapping pairs with this one's."""
        to_before, tree_b = self._mapping.to_before, self.before.tree
        by_row = {v.row: v for v in self.before.all}
        row = to_before[self._base_a + element.row] - self._base_b
        if row in by_row:
            return by_row[row]
        row = to_before[self._base_a + self.after.tree.parent[element.row]] - self._base_b
        inside = [v for v in by_row.values() if tree_b.parent[v.row] == row]
        return inside[0] if len(inside) == 1 else None

    def _votes(self) -> dict[int, Counter[int]]:
        """For each variable after, the variables its uses were; -1 for what was none."""
        found: dict[int, Counter[int]] = {v.row: Counter() for v in self.after.all}
        own = {v.row for v in self.before.all}
        for row, declared in self.after.means.items():
            node = self._mapping.to_before[self._base_a + row]
            if node >= 0:
                old = self.before.means.get(node - self._base_b, node - self._base_b)
                found[declared][old if old in own else -1] += 1
        return found

    def _votes_for(self, new: Element, old: Element) -> int:
        """By how many uses more than half of a variable's are another one's; negative if less."""
        votes = self._uses[new.row]
        return 2 * votes[old.row] - votes.total()

    def _has_value(self, old: Element, new: Element) -> bool:
        """Whether both begin with the same value, which is not anybody's.

        With another type as well, no other variable's uses may stand here.
        """
        text, words = value_of(self.after.tree, new)
        if words.total() < _TELLING or text != value_of(self.before.tree, old)[0]:
            return False
        if type_of(self.before.tree, old) == type_of(self.after.tree, new):
            return True
        others = any(self._uses[new.row][v.row] for v in self.before.all if v != old)
        return not others or self._votes_for(new, old) >= 0

    def _by_value(self) -> list[tuple[Element, Element]]:
        """What is left and begins with nearly the same value, best first."""
        scored = []
        for i, old in enumerate(self.before.left):
            theirs = value_of(self.before.tree, old)[1]
            for k, new in enumerate(self.after.left if theirs else ()):
                mine = value_of(self.after.tree, new)[1]
                shared = (mine & theirs).total()
                alike = 2 * shared / max(1, mine.total() + theirs.total())
                if shared >= _TELLING and alike >= _NEARLY and not self._uses[new.row]:
                    scored.append((-alike, i, k, old, new))
        return [(old, new) for *_, old, new in sorted(scored, key=lambda entry: entry[:3])]

    def _may_be(self, old: Element, new: Element) -> bool:
        """Whether something of the declaration is left: its name, its type or half of its value."""
        tree_b, tree_a = self.before.tree, self.after.tree
        if word_of(old) == word_of(new) or type_of(tree_b, old) == type_of(tree_a, new):
            return True
        mine, theirs = value_of(tree_a, new)[1], value_of(tree_b, old)[1]
        least = (mine.total() + theirs.total()) / 4
        return not mine or not theirs or (mine & theirs).total() >= least

    def _by_uses(self, new: Element) -> Element | None:
        """The variable most uses were; else the one declared there, if nothing else was."""
        votes, old = self._uses[new.row], self._declared[new.row]
        if old is not None and old in self.before.left and self._votes_for(new, old) >= 0:
            same_type = type_of(self.before.tree, old) == type_of(self.after.tree, new)
            return old if votes or same_type else None
        used = [v for v in self.before.left if self._votes_for(new, v) > 0]
        return used[0] if len(used) == 1 and self._may_be(used[0], new) else None

    def _by_block(self, *, same_word: bool) -> list[tuple[Element, Element]]:
        """Variables that alone are declared in the heads of blocks that are the same.

        What runs through the indices of a list is not what runs through the list.
        """
        kind_b, kind_a = self.before.tree.kind, self.after.tree.kind
        heads: dict[int, list[Element]] = {}
        for v in self.before.left:
            heads.setdefault(_headed(self.before.tree, v), []).append(v)
        found = []
        for v in self.after.left:
            block = _headed(self.after.tree, v)
            was = self._block_of(block) if block >= 0 else -1
            alike = [
                old for old in heads.get(was, ()) if not same_word or word_of(old) == word_of(v)
            ]
            if len(alike) == 1 and was >= 0 and (same_word or kind_b[was] == kind_a[block]):
                found.append((alike[0], v))
        return found

    def _sole(self, key: Callable[[SyntaxTree, Element], object]) -> list[tuple[Element, Element]]:
        """Pairs that alone have their key on each side."""
        before, after = self.before, self.after
        count_b = Counter(key(before.tree, v) for v in before.left)
        count_a = Counter(key(after.tree, v) for v in after.left)
        by_key = {key(before.tree, v): v for v in before.left}
        keys = ((key(after.tree, v), v) for v in after.left)
        return [(by_key[k], v) for k, v in keys if count_b[k] == 1 and count_a[k] == 1]

    def _merged(self) -> list[tuple[Element, Element]]:
        """A variable that is the only one left of its name and type, and the first of several.

        Declared in each branch before, and once for all of them now.
        """
        before, after = self.before, self.after
        keys = [(word_of(v), type_of(after.tree, v)) for v in after.left]
        count = Counter(keys)
        first: dict[tuple[str, bytes], Element] = {}
        for old in before.left:
            first.setdefault((word_of(old), type_of(before.tree, old)), old)
        pairs = zip(keys, after.left, strict=True)
        return [(first[k], v) for k, v in pairs if k in first and count[k] == 1]

    def _in_list(self) -> list[tuple[Element, Element]]:
        """Parameters left over on both sides that stand in the same place of lists as long."""
        before, after = _places(self.before), _places(self.after)
        return [(before[key], new) for key, new in after.items() if key in before]

    def _from_loops(self) -> dict[int, Element]:
        """Parameters of lambdas that were variables of loops: by their uses, or the same list."""
        tree, lambdas = self.before.tree, {v.row for v in self.after.all if self._is_lambdas(v)}
        taken = {old.row for row, old in self._found.items() if row not in lambdas}
        looped = [v for v in self.before.all if _headed(tree, v) >= 0]
        over = {v.row: value_of(tree, v)[0] for v in looped if v.row not in taken}
        found = {}
        for new in self.after.left:
            if new.row in lambdas:
                front = _in_front(self.after.tree, scope_of(self.after.tree, new.row))
                for old in looped:
                    values = over.get(old.row)
                    if self._votes_for(new, old) > 0 or (values and values in front):
                        found[new.row] = old
        return found

    def _is_lambdas(self, element: Element) -> bool:
        """Whether a variable belongs to a function without a name inside this one."""
        scope = scope_of(self.after.tree, element.row)
        return scope != self.after.function and is_function_scope(self.after.tree, scope)


def _in_front(tree: SyntaxTree, row: int) -> bytes:
    """What stands before a row in its statement, without white space."""
    roles, at = tree.language.roles, row
    while tree.parent[at] > 0 and not roles[tree.kind[at]] & Role.STATEMENT:
        at = tree.parent[at]
    return b"".join(tree.text[tree.start[at] : tree.start[row]].split())


def _headed(tree: SyntaxTree, element: Element) -> int:
    """Row of the loop or branch in whose head a variable is declared, or -1."""
    roles, at = tree.language.roles, tree.parent[element.row]
    while at >= 0 and not roles[tree.kind[at]] & (Role.BLOCK | Role.PARAMETERS):
        if is_block(tree, at):
            return at if scope_of(tree, element.row) <= at else -1
        at = tree.parent[at]
    return -1


def _places(side: _Side) -> dict[tuple[int, int], Element]:
    """{(index, length): variable} of the function's own parameters that are left."""
    tree, found = side.tree, {}
    for variable in side.left:
        at = variable.row
        while at > 0 and not tree.language.roles[tree.kind[tree.parent[at]]] & Role.PARAMETERS:
            at = tree.parent[at]
        if at > 0 and tree.parent[tree.parent[at]] == side.function:
            siblings = tree.children(tree.parent[at])
            found[siblings.index(at), len(siblings)] = variable
    return found
