"""Whether the locals of replaced bodies are, on the thick side as well, the bodies' own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.inlining.execution_regions import (
    is_captured,
    is_looped,
    is_only_stored,
    is_seen_inside,
    loop_around,
)
from tracer.semantics.effects.definite_assignment import is_deleted, is_loop_target, is_stored_anew
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.inlining.frames import Ground, Key, Reassigned
    from tracer.classify.inlining.local_bijection import Twins

Spans = tuple[tuple[int, int], ...]  # half-open spans of rows of the thick side


class Settlement:
    """What is asked of the locals at the end of a comparison that found the code the same."""

    def __init__(
        self,
        ground: Ground,
        twins: Twins,
        reassigned: Sequence[Reassigned],
        compared: Spans,
        untouched: Spans,
    ) -> None:
        self.ground = ground
        self.thick, self.thin, self.around = ground.thick, ground.thin, ground.around
        self.twins = twins
        self.reassigned = reassigned
        self._compared = compared
        self._untouched = untouched  # what is the same without a look at what is in it

    def is_settled(self) -> bool:
        """Whether the locals of bodies are the bodies' own on the thick side as well."""
        if not self._is_same_start() or not self._are_variables_settled():
            return False
        for thick, keys in self.twins.thin_of.items():
            inner = {key for key in keys if key[0]}
            if not inner:
                continue
            if any(not self._is_assigned_first(key, thick) for key in inner):
                return self.ground.fail(f"{thick[1]} may be read before it is assigned")
            others = keys - inner
            if others and any(self._is_deleted(key) for key in inner):
                return self.ground.fail(f"{thick[1]} may have no value where it is handed on")
            if self._is_another(thick, keys, inner):
                continue
            is_elsewhere = self._is_elsewhere(thick) or not self._has_all(thick)
            is_one = others and all((thick, key) in self.twins.aliases for key in keys)
            if is_elsewhere if not others else not is_one:
                return self.ground.fail(
                    f"{thick[1]} is used outside of what was replaced", is_code=True
                )
        return True

    def _is_same_start(self) -> bool:
        """Whether the functions around keep their documentation, or directives."""
        leading = [
            side.functions.leading(function)
            for side, function in zip((self.thick, self.thin), self.around, strict=True)
        ]
        return leading[0] == leading[1] or self.ground.fail(
            "strings at the start of a function count"
        )

    def _are_variables_settled(self) -> bool:
        """Whether each parameter that gets new values is the variable it was given.

        The variable is not read afterwards, or gets the parameter's last value
        (`result_aliases.py`).
        """
        thin = self.thin
        for key, argument, frame, is_last in self.reassigned:
            thick = self.twins.thick_of.get(key)
            if thick is None:
                continue
            leaf = thin.functions.bare(argument)
            _, scope = thin.meaning(leaf)
            outer: Key = (frame.number, scope, thin.word(leaf))
            is_stored = (thick, key) in self.twins.aliases and (thick, outer) in self.twins.aliases
            if not is_last and not is_stored and not self._is_last_use(argument, outer, thick):
                return self.ground.fail(f"{key[2]} gets a new value", is_code=True)
            if not self.twins.pair(thick, outer):
                return False
            self.twins.aliases.update(((thick, key), (thick, outer)))
        return True

    def _is_last_use(self, argument: int, outer: Key, thick: tuple[int, str]) -> bool:
        """Whether nobody reads, after the call, the variable whose value an argument is."""
        thin = self.thin
        if outer[0] or is_looped(thin, argument, self.around[1]):
            return False
        call = max(row for row in self.ground.calls if thin.is_inside(argument, row))
        last = max((high for _, high in self._compared), default=0)
        return all(row < thin.tree.stop[call] for row in thin.uses(outer[2], outer[1])) and all(
            row < last for row in self.thick.uses(thick[1], thick[0])
        )

    def _is_deleted(self, key: Key) -> bool:
        """Whether a local of a body may lose its value there (`del`)."""
        deletes = self.thin.functions.table.get("deletes") or ()
        return any(is_deleted(self.thin, row, deletes) for row in self.thin.uses(key[2], key[1]))

    def _is_another(self, thick: tuple[int, str], keys: set[Key], inner: set[Key]) -> bool:
        """Whether a local of a body and one around it share a name, and never a value.

        The one of the body stores before it reads (asked before); around the call, nothing reads
        what the body stored: each read behind it, in the next round of a loop as well, comes after
        a new store.
        """
        thin, around = self.thin, self.around[1]
        if len(inner) != 1 or any((thick, key) in self.twins.aliases for key in keys):
            return False
        ((_, scope, word),) = inner
        calls = [row for row, (_, f) in self.ground.calls.items() if thin.is_inside(scope, f.row)]
        # Code that was not touched spells the variable as the thick side does.
        outer = {
            o.scope
            for o in thin.names.inside(thick[1], around)
            if o.scope >= 0 and thin.is_inside(o.scope, around)
        }
        if len(calls) != 1 or len(outer) != 1 or not thin.names.tables.is_whole_scope:
            return False
        if {key[1:] for key in keys - inner} - {(at, thick[1]) for at in outer}:
            return False
        (call,) = calls
        if not self._is_stored_first(scope, word):
            return False
        return not is_seen_inside(self.thick, thick[0], thick[1], self.around[0]) and all(
            is_only_stored(thin, row)
            or (
                is_stored_anew(thin, row, call)
                if row > call
                else (loop := loop_around(thin, row, call, around)) < 0
                or is_stored_anew(thin, row, loop)
            )
            for row in thin.uses(thick[1], outer.pop())
        )

    def _has_all(self, thick: tuple[int, str]) -> bool:
        """Whether every use of a thick local was compared with a local of a body."""
        scope, word = thick
        return all(
            any(low <= row < high for low, high in self._compared)
            for row in self.thick.uses(word, scope)
        )

    def _is_elsewhere(self, thick: tuple[int, str]) -> bool:
        """Whether a thick local is used in code that was not touched."""
        scope, word = thick
        return any(
            low <= row < high
            for row in self.thick.uses(word, scope)
            for low, high in self._untouched
        )

    def _is_assigned_first(  # noqa: PLR0911 - one reason a line
        self, key: Key, thick: tuple[int, str]
    ) -> bool:
        """Whether a local of a body is assigned before each of its uses, whatever happens.

        Or at least not sooner than on the thick side, where it has no value at first either.
        """
        thin = self.thin
        _, scope, word = key
        if any(known == key for known, *_ in self.reassigned):
            return True
        if self._is_of_inner_function(key, thick):
            return True
        if self._is_shared(key):
            return False
        if not thin.names.tables.is_whole_scope or scope == -1:
            return True
        if thin.names.kind_of_scope(scope) != "function":
            return True
        if self._is_stored_first(scope, word):
            return True
        others = self.twins.thin_of[thick] - {key}
        is_new = all(self._is_stored_to(thick, other) for other in others)
        if self._has_all(thick) and is_new:
            return not any(is_looped(thin, row, self.around[1]) for row in self.ground.calls)
        return False

    def _is_stored_to(self, thick: tuple[int, str], key: Key) -> bool:
        """Whether a variable has no value before the result of the body is stored in it."""
        at = self.twins.stored_at.get(key, -1)
        is_first = at >= 0 and min(self.thin.uses(key[2], key[1])) == at
        return is_first and (thick, key) in self.twins.aliases and key[0] == 0

    def _is_of_inner_function(self, key: Key, thick: tuple[int, str]) -> bool:
        """Whether a name belongs to a function inside the body, on both sides."""
        scope, thick_scope = key[1], thick[0]
        if scope < 0 or any(function.row == scope for function in self.ground.candidates.values()):
            return False
        is_function = self.thin.names.kind_of_scope(scope) == "function"
        is_compared = any(low <= thick_scope < high for low, high in self._compared)
        return is_function and is_compared and thick_scope != self.around[0]

    def _is_stored_first(self, scope: int, word: str) -> bool:
        """Whether the first use of a local stores a value, and all others are in reach of it."""
        thin = self.thin
        uses = sorted(thin.uses(word, scope))
        first = uses[0]
        statement = first
        while statement > scope and not thin.functions.is_list(thin.tree.parent[statement]):
            statement = thin.tree.parent[statement]
        if thin.tree.kind_name(statement) in (thin.functions.table.get("fresh") or ()):
            return True
        found = thin.names.occurrence_at(first, word)
        if found.scope < 0:
            return False
        roles = thin.tree.language.roles[thin.tree.kind[statement]]
        if roles & Role.COMPOUND:
            home = statement
            is_plain = is_loop_target(thin, statement, first, uses)
        else:
            home = thin.tree.parent[statement]
            stored = thin.functions.bound(statement)
            others = [row for row in uses if thin.is_inside(row, statement)]
            is_plain = stored is not None and set(others) <= set(stored[0])
        return is_plain and all(thin.is_inside(row, home) for row in uses)

    def _is_shared(self, key: Key) -> bool:
        """Whether something that runs later sees one variable where there were several."""
        thin = self.thin
        _, scope, word = key
        if not thin.names.tables.is_whole_scope or thin.names.kind_of_scope(scope) != "function":
            return False
        uses = thin.uses(word, scope)
        if not any(is_captured(thin, row, scope) for row in uses):
            return False
        bound = [o for o in thin.names.occurrences(word) if o.scope == scope]
        looped = any(is_looped(thin, row, self.around[1]) for row in self.ground.calls)
        return len(bound) != 1 or looped
