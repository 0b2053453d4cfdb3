"""What a list of statements runs, once the calls in it are replaced by the bodies they run."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.classify.inlining.execution_regions import guard_of
from tracer.classify.inlining.frames import Item
from tracer.semantics.effects.definite_assignment import is_undisturbed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.inlining.argument_binding import Arguments
    from tracer.classify.inlining.frames import Frame, Ground
    from tracer.classify.inlining.named_values import Variable
    from tracer.classify.inlining.return_conversions import Conversions


class Statements:
    """Statements of the thin side, expanded."""

    def __init__(
        self,
        ground: Ground,
        arguments: Arguments,
        conversions: Conversions,
        variables: dict[int, Variable],
    ) -> None:
        self.ground = ground
        self.thin = ground.thin
        self.arguments = arguments
        self.conversions = conversions
        self.variables = variables
        self._uses: list[int] | None = None  # of the variables
        self._calls = sorted(ground.calls)
        self.named: set[int] = set()  # statements of the variables that were replaced

    def flat(self, statements: Iterable[int], frame: Frame) -> list[Item] | None:
        """What the statements run, in order; None where a call cannot be replaced."""
        found: list[Item] = []
        for statement in statements:
            if self._is_hoisted(statement):
                continue
            if statement in self.variables and not frame.number:
                variable = self.variables[statement]
                self._replace(variable)
                if not variable.uses:
                    found.append(Item("value", statement, frame, value=variable.value))
                continue
            calls = self._calls_in(statement)
            if not calls:
                found.append(Item("plain", statement, frame))
                continue
            part = self._expanded(statement, calls, frame)
            if part is None:
                return None
            found += part
        return found

    def _replace(self, variable: Variable) -> None:
        """Leave out the statement of a variable, whose uses are its value."""
        self.named.add(variable.statement)
        types = self.thin.types
        declared = types.declared(variable.target) if types.matters else None
        if types.matters and (
            not types.is_safe(declared, variable.value)
            or types.may_be_boxed(declared, variable.value, variable.uses)
        ):
            self.ground.doubt(f"{self.thin.word(variable.target)} may convert its value")

    def _is_hoisted(self, statement: int) -> bool:
        """Whether a statement only defines one of the functions, before anything runs."""
        is_own = any(function.row == statement for function in self.ground.candidates.values())
        return is_own and self.thin.functions.table.get("hoisted") is True

    def is_touched(self, statement: int) -> bool:
        """Whether a statement, lists in it aside, has something to replace."""
        if statement in self.variables or self._calls_in(statement):
            return True
        if self._uses is None:
            self._uses = sorted(use for v in self.variables.values() for use in v.uses)
        return bool(self._headed(statement, self._uses))

    def _calls_in(self, statement: int) -> list[int]:
        """Calls to expand in a statement, those in lists of statements inside it aside."""
        return self._headed(statement, self._calls)

    def _headed(self, statement: int, rows: list[int]) -> list[int]:
        """Those of some rows that are in a statement, but in no list of statements inside it."""
        first = bisect_left(rows, statement)
        inside = rows[first : bisect_left(rows, self.thin.tree.stop[statement], first)]
        return [row for row in inside if not self._is_listed(statement, row)]

    def _is_listed(self, statement: int, row: int) -> bool:
        is_list, parent = self.thin.functions.is_list, self.thin.tree.parent
        while row > statement:
            if is_list(row):
                return True
            row = parent[row]
        return False

    def _expanded(self, statement: int, calls: list[int], frame: Frame) -> list[Item] | None:
        """The statements that a statement with calls stands for."""
        functions = self.thin.functions
        long = [row for row in calls if len(self.ground.calls[row][1].statements) != 1]
        whole = functions.expression(statement)
        if whole in self.ground.calls:
            return self._as_statement(whole, frame)
        if functions.returned(statement) in self.ground.calls:
            return self._as_result(functions.returned(statement), statement, frame)
        if not long and not any(self._is_run(row) for row in calls):
            return [Item("plain", statement, frame)]
        if len(calls) > 1:
            self.ground.fail("several calls in one statement", is_code=True)
            return None
        return self._as_part(statement, calls[0], frame)

    def _is_run(self, call: int) -> bool:
        """Whether the one statement of the called body is no returned value."""
        (statement,) = self.ground.calls[call][1].statements
        return self.thin.functions.returned(statement) < 0

    def _as_statement(self, row: int, frame: Frame) -> list[Item] | None:
        call, function = self.ground.calls[row]
        inner = self.arguments.frame(call, function, frame)
        if inner is None:
            return None
        leaves = self.thin.functions.leaves(function)
        if not leaves:
            return self.flat(function.statements, inner)
        last = function.statements[-1]
        if leaves != [last]:
            self.ground.fail(f"{function.name} does not return at its end only", is_code=True)
            return None
        found = self.flat(function.statements[:-1], inner)
        value = self.thin.functions.returned(last)
        if found is not None and value >= 0:
            found.append(Item("value", last, inner, value=value))
        return found

    def _as_result(self, row: int, statement: int, frame: Frame) -> list[Item] | None:
        call, function = self.ground.calls[row]
        inner = self.arguments.frame(
            call, function, frame, is_last=guard_of(self.thin, row, frame.function) < 0
        )
        if inner is None:
            return None
        if not self.thin.functions.ends(function):
            self.ground.fail(f"{function.name} may end without a result", is_code=True)
            return None
        self.conversions.check_returned(statement, function, frame)
        return self.flat(function.statements, inner)

    def _as_part(self, statement: int, row: int, frame: Frame) -> list[Item] | None:
        """A call inside a statement: what the body does first, then the statement."""
        thin = self.thin
        call, function = self.ground.calls[row]
        inner = self.arguments.frame(call, function, frame)
        if inner is None:
            return None
        last = function.statements[-1] if function.statements else -1
        value = thin.functions.returned(last) if last >= 0 else -2
        if value < 0 or thin.functions.leaves(function) != [last]:
            self.ground.fail(f"{function.name} does not return at its end only", is_code=True)
            return None
        stored = thin.functions.bound(statement)
        is_stored = stored is not None and stored[1] == row
        if not is_stored and not thin.evaluation.is_once(statement, row):
            self.ground.fail(f"{function.name} may not be called exactly once", is_code=True)
            return None
        if not is_stored and (
            not is_undisturbed(thin, statement, row, value=row, is_quiet=False)
            or self.arguments.is_moved(statement, frame, but=row)
        ):
            self.ground.doubt(f"something is done before {function.name} is called", is_code=True)
        self.conversions.check_part(row, function, value, stored)
        found = self.flat(function.statements[:-1], inner)
        if found is None:
            return None
        kind = "stored" if is_stored else "plain"
        found.append(Item(kind, statement, frame, row, value, inner))
        return found
