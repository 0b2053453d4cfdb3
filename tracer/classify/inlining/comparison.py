"""The comparison of thick code with thin code, node by node, calls expanded on the way."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.classify.change.change import significant_leaves
from tracer.classify.equality.subtree_equality import is_same_markup, is_same_number, is_same_tokens
from tracer.classify.inlining.argument_binding import Arguments
from tracer.classify.inlining.frames import Frame, Ground
from tracer.classify.inlining.local_bijection import Twins
from tracer.classify.inlining.local_interference import Settlement
from tracer.classify.inlining.place_expressions import is_referred
from tracer.classify.inlining.result_aliases import Aliases
from tracer.classify.inlining.return_conversions import Conversions
from tracer.classify.inlining.statement_lists import Statements
from tracer.semantics.language.tables import is_at, positions, rows_called, significant_children
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.inlining.frames import Item
    from tracer.classify.inlining.local_interference import Spans
    from tracer.classify.inlining.named_values import Variable
    from tracer.semantics.functions.functions import Function
    from tracer.semantics.model import Side


class Expansion:
    """A comparison of thick code with thin code, for one pair of functions around it.

    When it succeeds with `doubts`, the code is the same but for conditions that are not certain
    (conversions by declared types, the point where an argument is evaluated): no proof.
    """

    def __init__(
        self,
        thick: Side,
        thin: Side,
        functions: dict[str, Function],
        around: tuple[int, int],
        variables: dict[int, Variable] | None = None,
    ) -> None:
        self.thick = thick
        self.thin = thin
        self.variables = {
            row: variable
            for row, variable in (variables or {}).items()
            if thin.is_inside(row, around[1])
        }
        self.ground = Ground(thick, thin, functions, around)
        self.twins = Twins(self.ground)
        self.aliases = Aliases(self.ground, self.twins)
        self.arguments = Arguments(self.ground)
        self.conversions = Conversions(self.ground)
        self.statements = Statements(self.ground, self.arguments, self.conversions, self.variables)
        self._untouched: list[tuple[int, int]] = []
        erased = thin.names.tables.raw.get("erased") or {}
        self._erased = frozenset(
            (*(erased.get("kinds") or ()), *(erased.get("declarations") or ()))
        )
        self._erased_at = positions(erased.get("positions"))
        self._outer = Frame(0, around[1], {}, 0)
        uses = [use for variable in self.variables.values() for use in variable.uses]
        for variable in self.variables.values():
            self._outer.values.update((use, (variable.value, self._outer)) for use in variable.uses)
        self._call_rows = sorted([*self.ground.calls, *uses])

    # ------------------------------------------------------------------ what was found

    @property
    def calls(self) -> Sequence[int]:
        """Rows of the calls to expand in the thin file."""
        return tuple(self.ground.calls)

    @property
    def expanded(self) -> frozenset[str]:
        """Keys of the functions whose calls were expanded."""
        return frozenset(self.arguments.expanded)

    @property
    def named(self) -> frozenset[int]:
        """Statements of the variables that were replaced by their values."""
        return frozenset(self.statements.named)

    @property
    def problem(self) -> str:
        """The first reason why the code is not the same, or ""."""
        return self.ground.problem

    @property
    def about_code(self) -> frozenset[str]:
        """Which of the reasons say only how code is written."""
        return frozenset(self.ground.about_code)

    @property
    def doubts(self) -> Sequence[str]:
        """Conditions that are not certain."""
        return tuple(self.ground.doubts)

    def is_touched(self, statement: int) -> bool:
        """Whether a statement, lists in it aside, has something to replace."""
        return self.statements.is_touched(statement)

    # ------------------------------------------------------------------ the comparison

    def is_same_lists(self, thick: Sequence[int], thin: Sequence[int]) -> bool:
        """Whether thick statements are what thin ones, calls expanded, run."""
        compared = tuple((row, self.thick.tree.stop[row]) for row in thick)
        return self._lists(thick, thin, self._outer) and self._is_settled(compared)

    def is_same(self, thick: int, thin: int) -> bool:
        """Whether two nodes are the same code, calls expanded."""
        compared = ((thick, self.thick.tree.stop[thick]),)
        return self._same(thick, thin, self._outer) and self._is_settled(compared)

    def _is_settled(self, compared: Spans) -> bool:
        """Whether the locals of the bodies are in nobody's way."""
        untouched = tuple(self._untouched)
        reassigned = self.arguments.reassigned
        return Settlement(self.ground, self.twins, reassigned, compared, untouched).is_settled()

    def _same(self, b: int, a: int, frame: Frame) -> bool:  # noqa: C901, PLR0911, PLR0912
        thick, thin = self.thick, self.thin
        b, a = thick.functions.bare(b), thin.functions.bare(a)
        if self._is_equal(b, a, frame):
            return True
        if frame.number and self._is_alike(b, a):
            return self._same_words(b, a, frame)
        if thin.tree.kind_name(a) in thin.names.tables.keyed:
            return self._keyed(b, a, frame)
        if a in frame.values:
            value, inner = frame.values[a]
            is_value = self._is_value(b) and self._is_born(b) and self._may_stand(b, a)
            return is_value and self._same(b, value, inner)
        if a in self.ground.calls:
            return self._is_value(b) and self._may_stand(b, a) and self._call(b, a, frame)
        if thin.tree.flags[a] & LEAF:
            return self._leaf(b, a, frame)
        if thick.tree.kind[b] != thin.tree.kind[a] or thick.tree.flags[b] & LEAF:
            return self.ground.fail("the code differs", is_code=True)
        if thick.functions.is_list(b):
            heads = [self._tokens(thick, b), self._tokens(thin, a)]
            if heads[0] != heads[1]:
                return self.ground.fail("the code differs", is_code=True)
            return self._lists(thick.functions.statements(b), thin.functions.statements(a), frame)
        kids_b, kids_a = thick.functions.parts(b), thin.functions.parts(a)
        if len(kids_b) != len(kids_a) or not self._is_parted_alike(kids_b, kids_a):
            return self.ground.fail("the code differs", is_code=True)
        for kid_b, kid_a in zip(kids_b, kids_a, strict=True):
            if thick.tree.field[kid_b] != thin.tree.field[kid_a]:
                return self.ground.fail("the code differs", is_code=True)
            if not self._same(kid_b, kid_a, frame):
                return False
        return True

    def _is_parted_alike(self, thick: Sequence[int], thin: Sequence[int]) -> bool:
        """Whether parentheses end nothing on one side only (`(a?.b).c`)."""
        bare_b, bare_a = self.thick.functions.bare, self.thin.functions.bare
        return all(
            is_referred(self.thick, bare_b(b)) == is_referred(self.thin, bare_a(a))
            for b, a in zip(thick, thin, strict=True)
            if (bare_b(b) == b) != (bare_a(a) == a)
        )

    def _is_value(self, b: int) -> bool:
        """Whether only the value counts of an expression that has a name on the thin side."""
        return not is_referred(self.thick, b) or self.ground.fail(
            "more than a value counts where it is used"
        )

    def _is_born(self, b: int) -> bool:
        """Whether no name below a row is bound by what reads it first (`for (let a of a)`)."""
        side, places = self.thick, self.thick.functions.table.get("unborn") or {}
        tree, at = side.tree, b
        while places and at > 0 and not side.functions.is_list(tree.parent[at]):
            holder = tree.parent[at]
            if tree.field_name(at) in places.get(tree.kind_name(holder), ()):
                rows = range(b, tree.stop[b])
                names = [row for row in rows if tree.kind_name(row) in side.names.tables.words]
                is_own = any(side.meaning(row)[1] == holder for row in names)
                return not is_own or self.ground.fail("a name has no value there yet")
            at = holder
        return True

    def _may_stand(self, b: int, a: int) -> bool:
        """Whether a value may stand there in the place of its name, or of a call (at `a`).

        It keeps its type, and has no sign in it that a text around would read as its own.
        """
        tree, table = self.thick.tree, self.thick.functions.table.get("in_text") or {}
        kind = tree.kind_name(b)
        types = self.thick.types
        if types.matters and types.is_adapted(b, self.thin.types.of(a)):
            return self.ground.fail("a constant may have another type there")
        if kind in self.thick.names.tables.names:
            is_word = is_at(tree, b, self.thick.names.tables.tags)
            is_word = is_word and self.thick.meaning(b)[0] is Use.DATA  # `<Tag>` became `<tag>`
            return not is_word or self.ground.fail("a name is used otherwise")
        if not table:
            return True
        at = b
        while at > 0 and not self.thick.functions.is_list(at):
            signs = table.get(tree.kind_name(at))
            if signs and any(sign.encode() in tree.slice(b) for sign in signs):
                return self.ground.fail("a text may read the value as something else")
            at = tree.parent[at]
        return True

    def _is_equal(self, b: int, a: int, frame: Frame) -> bool:
        """Whether two subtrees are the same without a look at what is in them."""
        if not frame.number and self._is_untouched(b, a):
            return True
        thick, thin = self.thick.tree, self.thin.tree
        is_erased = thin.kind_name(a) in self._erased or is_at(thin, a, self._erased_at)
        if not is_erased or thick.kind[b] != thin.kind[a]:
            return False
        # Nothing is left of a type at run time, least of all of what parts its members.
        words = [
            [text for row in significant_leaves(tree, at) if (text := tree.slice(row)) not in b",;"]
            for tree, at in ((thick, b), (thin, a))
        ]
        return words[0] == words[1]

    def _keyed(self, b: int, a: int, frame: Frame) -> bool:
        """`{a}`: the property keeps its name, the variable may be another thing."""
        thick, thin = self.thick, self.thin
        value = thick.functions.spelled_out(b, thin.tree.slice(a))
        if value < 0 and (
            thick.tree.kind[b] != thin.tree.kind[a] or thick.tree.slice(b) != thin.tree.slice(a)
        ):
            return self.ground.fail("the code differs", is_code=True)
        use, scope = thin.meaning(a)
        if use is not Use.NAME:
            return self.ground.fail("it is not certain what a name means")
        stands_for = frame.values.get(a) or frame.arguments.get((scope, thin.word(a)))
        if stands_for is None:
            at = b if value < 0 else thick.functions.bare(value)
            is_name = thick.tree.kind_name(at) in thick.names.tables.words
            is_equal = thick.word(at) == thin.word(a)
            return is_name and self.twins.is_same_name(at, a, frame, is_equal=is_equal)
        if value >= 0:
            return self._same(value, *stands_for)
        known, inner = thin.functions.bare(stands_for[0]), stands_for[1]
        if thin.tree.kind_name(known) not in thin.names.tables.words:
            return self.ground.fail("the code differs", is_code=True)
        stands_for = inner.arguments.get((thin.meaning(known)[1], thin.word(known)))
        is_plain = stands_for is None and known not in inner.values
        is_equal = thick.word(b) == thin.word(known)
        return is_plain and self.twins.is_same_name(b, known, inner, is_equal=is_equal)

    def _is_untouched(self, b: int, a: int) -> bool:
        """Whether two subtrees of the functions around are the same tokens, without calls.

        Their locals are the same by their words; `local_interference.py` asks where they stand.
        """
        if self._has_call(a) or not is_same_tokens(self.thick.tree, b, self.thin.tree, a):
            return False
        self._untouched.append((b, self.thick.tree.stop[b]))
        return True

    def _is_alike(self, b: int, a: int) -> bool:
        """Whether two subtrees are the same tokens, without calls: but for what words mean."""
        thick, thin = self.thick.tree, self.thin.tree
        return (
            not thin.flags[a] & LEAF and not self._has_call(a) and is_same_tokens(thick, b, thin, a)
        )

    def _same_words(self, b: int, a: int, frame: Frame) -> bool:
        """Whether the words in two subtrees of the same tokens, without calls, mean the same.

        What `_same` finds of them node by node, without a look at what is no word.
        """
        thick, thin, tables = self.thick.tree, self.thin.tree, self.thin.names.tables
        erased = self._erased_in(a)
        words = rows_called(thick, b, tables.words), rows_called(thin, a, tables.words)
        for row_b, row_a in zip(*words, strict=True):
            if any(first <= row_a < stop for first, stop in erased):
                continue
            if thin.kind_name(row_a) in tables.keyed:
                if not self._keyed(row_b, row_a, frame):
                    return False
            elif thin.flags[row_a] & LEAF and not self._leaf(row_b, row_a, frame):
                return False
        return True

    def _erased_in(self, row: int) -> list[tuple[int, int]]:
        """The rows below a row of the thin side of which nothing is left at run time."""
        tree = self.thin.tree
        found = rows_called(tree, row, self._erased)
        for holder in rows_called(tree, row, self._erased_at):
            found += [kid for kid in tree.children(holder) if is_at(tree, kid, self._erased_at)]
        return [(at, tree.stop[at]) for at in found]

    def _has_call(self, row: int) -> bool:
        at = bisect_left(self._call_rows, row)
        return at < len(self._call_rows) and self._call_rows[at] < self.thin.tree.stop[row]

    def _tokens(self, side: Side, row: int) -> list[bytes]:
        named = side.tree.language.kind_is_named
        kids = significant_children(side.tree, row)
        marks = (side.tree.slice(c) for c in kids if not named[side.tree.kind[c]])
        return [mark for mark in marks if mark != b";"]

    def _leaf(self, b: int, a: int, frame: Frame) -> bool:
        thick, thin = self.thick, self.thin
        if thin.tree.kind_name(a) in thin.names.tables.names:
            use, scope = thin.meaning(a)
            if use is Use.NAME:
                argument = frame.arguments.get((scope, thin.word(a)))
                if argument is not None:
                    is_value = self._is_value(b) and self._may_stand(b, a)
                    return is_value and self._same(b, *argument)
        if thick.tree.kind[b] != thin.tree.kind[a] or not thick.tree.flags[b] & LEAF:
            return self.ground.fail("the code differs", is_code=True)
        is_equal = thick.tree.slice(b) == thin.tree.slice(a)
        if thin.tree.kind_name(a) not in thin.names.tables.names:
            is_equal = is_equal or is_same_markup(thick.tree, b, thin.tree, a)
            is_equal = is_equal or is_same_number(thick.tree, b, thin.tree, a)
            return is_equal or self.ground.fail("the code differs", is_code=True)
        return self.twins.is_same_name(b, a, frame, is_equal=is_equal)

    def _lists(self, thick: Sequence[int], thin: Sequence[int], frame: Frame) -> bool:
        items = self.statements.flat(thin, frame)
        if items is None:
            return False
        at = 0
        for item in items:
            following = thick[at] if at < len(thick) else -1
            if item.kind == "stored" and self.aliases.is_alias(item, following):
                continue
            if at + 1 < len(thick) and self._is_idle(thick[at]) and item.call < 0:
                at += 1 - self._is_same_idle(thick[at], item)
            if at == len(thick):
                return self.ground.fail("the code differs", is_code=True)
            if not self._item(thick[at], item):
                return False
            at += 1
        at += at < len(thick) and self._is_idle(thick[at])
        return at == len(thick) or self.ground.fail("the code differs", is_code=True)

    def _is_idle(self, statement: int) -> bool:
        """Whether a thick statement is a literal, no text, that nobody takes (`None`)."""
        functions, tree = self.thick.functions, self.thick.tree
        at = functions.expression(statement)
        is_literal = tree.language.roles[tree.kind[at]] & Role.LITERAL
        return bool(is_literal) and bool(tree.flags[at] & LEAF) and self._is_listed(statement)

    def _is_same_idle(self, b: int, item: Item) -> bool:
        return is_same_tokens(self.thick.tree, b, self.thin.tree, item.row)

    def _is_listed(self, statement: int) -> bool:
        """Whether a row stands in a list of statements, where no value is taken."""
        tree = self.thick.tree
        return self.thick.functions.is_list(tree.parent[statement])

    def _item(self, b: int, item: Item) -> bool:
        if item.kind == "value":
            return self._same(self.thick.functions.expression(b), item.value, item.frame)
        if item.inner is not None:
            item.frame.values[item.call] = (item.value, item.inner)
        return self._same(b, item.row, item.frame)

    def _call(self, b: int, a: int, frame: Frame) -> bool:
        """A call inside an expression, whose body is one returned value."""
        call, function = self.ground.calls[a]
        functions = self.thin.functions
        value = functions.returned(function.statements[0]) if len(function.statements) == 1 else -2
        if value < 0:
            return self.ground.fail(f"{function.name} is more than an expression", is_code=True)
        self.conversions.check_value(a, function, value)
        inner = self.arguments.frame(call, function, frame)
        return inner is not None and self._same(b, value, inner)
