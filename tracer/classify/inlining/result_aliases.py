"""When a stored result is the local it was computed in, so that nothing is left to store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.inlining.execution_regions import guard_of, is_bound_once, is_seen_inside
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from tracer.classify.inlining.frames import Ground, Item, Key
    from tracer.classify.inlining.local_bijection import Twins


class Aliases:
    """The variables that hold a result, seen as the locals of the bodies that computed it."""

    def __init__(self, ground: Ground, twins: Twins) -> None:
        self.thick, self.thin, self.around = ground.thick, ground.thin, ground.around
        self.twins = twins

    def is_alias(self, item: Item, following: int) -> bool:  # noqa: C901, PLR0911
        """Whether a stored result is the local it was computed in. Notes it where it is.

        `following`: the thick statement that stands there, or -1.
        """
        assert item.inner is not None
        thin = self.thin
        stored = thin.functions.bound(item.row)
        values = thin.functions.values(item.value)
        if stored is None or len(stored[0]) != len(values):
            return False
        pairs = []
        for target, value in zip(stored[0], values, strict=True):
            tables = thin.names.tables
            kinds = thin.tree.kind_name(target), thin.tree.kind_name(value)
            if kinds[0] not in tables.words or kinds[1] not in tables.words:
                return False
            is_record = [kind in tables.keyed for kind in kinds]
            if any(is_record) and (not all(is_record) or thin.word(target) != thin.word(value)):
                return False
            use, scope = thin.meaning(value)
            key: Key = (item.inner.number, scope, thin.word(value))
            known = self.twins.thick_of.get(key)
            target_use, target_scope = thin.meaning(target)
            if use is not Use.NAME or target_use is not Use.NAME or known is None:
                return False
            if target_scope < 0:  # nobody declares it: no local
                return False
            if known[1] != thin.word(target) or not thin.is_inside(scope, item.inner.function):
                return False
            if not self._may_alias(item, target, target_scope, known, value):
                return False
            pairs.append((known, (item.frame.number, target_scope, thin.word(target)), key))
        if len({known for known, _, _ in pairs}) != len(pairs):
            return False
        if following >= 0 and self._stores_itself(following, [known[1] for known, _, _ in pairs]):
            return False
        for (known, target_key, key), target in zip(pairs, stored[0], strict=True):
            if not self.twins.pair(known, target_key):
                return False
            self.twins.stored_at[target_key] = target
            self.twins.aliases.add((known, target_key))
            self.twins.aliases.add((known, key))
        return True

    def _may_alias(
        self, item: Item, target: int, scope: int, known: tuple[int, str], value: int
    ) -> bool:
        """Whether storing the result at once is the same as computing it in the variable."""
        thin, thick = self.thin, self.thick
        if thin.types.matters and thin.types.of(value) != thin.types.declared(target):
            return False
        is_last = self._is_stored_last(item, value)
        if is_seen_inside(thick, known[0], known[1], self.around[0]) and not (
            (is_last and not self._is_seen_in_body(item, value))
            or (
                is_bound_once(thick, known[0], known[1])
                and is_bound_once(thin, scope, thin.word(target))
                and is_bound_once(thin, thin.meaning(value)[1], thin.word(value))
            )
        ):
            return False  # a closure may see the variable halfway
        uses = [row for row in thin.uses(thin.word(target), scope) if row != target]
        if b"const" in thin.tree.slice(item.row).split()[:1] and any(
            thin.functions.is_assigned(row) for row in uses
        ):
            return False
        # An exception halfway leaves the variable as it was, which a handler may read.
        guard = guard_of(thin, item.row, item.frame.function)
        if guard >= 0 and not is_last:
            return (
                all(thin.is_inside(row, guard) for row in uses)
                and item.frame.number == 0
                and (self._is_in_one_block(item.row, uses))
            )
        return thick.tree is not thin.tree

    def _is_seen_in_body(self, item: Item, value: int) -> bool:
        """Whether a function inside the body uses the variable that the body returns."""
        thin = self.thin
        assert item.inner is not None
        return is_seen_inside(thin, thin.meaning(value)[1], thin.word(value), item.inner.function)

    def _is_stored_last(self, item: Item, value: int) -> bool:
        """Whether nothing is done in the body behind the stores of the variable it returns."""
        thin = self.thin
        _, scope = thin.meaning(value)
        assert item.inner is not None
        function = item.inner.function
        body = thin.functions.statements(thin.functions.body_of(function))
        if item.value != value or len(body) < 2 or thin.functions.returned(body[-1]) != value:  # noqa: PLR2004
            return False
        uses = [row for row in thin.uses(thin.word(value), scope) if row != value]
        stores = [row for row in uses if thin.functions.is_assigned(row)]
        last = body[-2]
        return bool(stores) and all(self._is_last_in(row, last) for row in stores)

    def _is_last_in(self, store: int, last: int) -> bool:
        """Whether a store ends a statement: it is its last one, in each branch around it."""
        tree, functions = self.thin.tree, self.thin.functions
        branches = {
            *(functions.table.get("choices") or {}),
            *(functions.table.get("choices") or {}).values(),
            *(functions.table.get("chosen") or ()),
        }
        at = store
        while not functions.is_list(tree.parent[at]):
            at = tree.parent[at]
        others = range(store + 1, tree.stop[at])
        if (
            tree.parent[store] != functions.expression(at)
            or tree.language.roles[tree.kind[at]] & Role.COMPOUND
            or tree.kind_name(at) in (functions.table.get("deletes") or ())
            or any(functions.is_assigned(row) for row in others)
        ):
            return False
        while at != last:
            around = tree.parent[at]
            if functions.statements(around)[-1:] != [at]:
                return False
            at = tree.parent[around]
            while at > 0 and not functions.is_list(tree.parent[at]):
                if tree.kind_name(at) not in branches:
                    return False
                at = tree.parent[at]
            if tree.kind_name(at) not in branches:
                return False
        return True

    def _is_in_one_block(self, statement: int, uses: list[int]) -> bool:
        around = self.thin.tree.parent[statement]
        return all(self.thin.is_inside(row, around) for row in uses)

    def _stores_itself(self, statement: int, words: list[str]) -> bool:
        """Whether the thick side has `x = x` in the place of the stored result."""
        stored = self.thick.functions.bound(statement)
        if stored is None or [self.thick.word(row) for row in stored[0]] != words:
            return False
        return [self.thick.word(row) for row in self.thick.functions.values(stored[1])] == words
