"""What declared types of results do to a value that is returned."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.classify.inlining.frames import Frame, Ground
    from tracer.semantics.functions.functions import Function


class Conversions:
    """Doubts about results whose declared type is not certainly the value's own.

    Where the language declares no types that convert, nothing is doubted.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.thin = ground.thin
        self.types = ground.thin.types

    def check_returned(self, statement: int, function: Function, frame: Frame) -> None:
        """Doubt a call that is itself returned, unless both functions return the same type."""
        if not self.types.matters:
            return
        around, result = self.thin.functions.enclosing(statement), self.types.result
        if around != frame.function or result(around) != result(function.row):
            self.ground.doubt(f"the result of {function.name} has another type")

    def check_part(
        self,
        row: int,
        function: Function,
        value: int,
        stored: tuple[tuple[int, ...], int] | None,
    ) -> None:
        """Doubt a call inside a statement (that stores, where given), if its value may change."""
        if not self.types.matters:
            return
        result = self.types.result(function.row)
        if stored is not None and stored[1] == row and len(stored[0]) == 1:
            target = stored[0][0]
            if result == (self.types.declared(target) or self.types.of(target)):
                return
        boxed = self.types.may_be_boxed(result, value, (row,))
        if boxed or not self.types.is_safe(result, value):
            self.ground.doubt(_converted(function.name, result))

    def check_value(self, call: int, function: Function, value: int) -> None:
        """Doubt a call whose body is one returned value."""
        if not self.types.matters:
            return
        result = self.types.result(function.row)
        is_safe = self.types.is_safe(result, value)
        is_safe = is_safe and not self.types.may_be_boxed(result, value, (call,))
        if not is_safe and not self._is_stored_as(call, result):
            self.ground.doubt(_converted(function.name, result))

    def _is_stored_as(self, call: int, result: str | None) -> bool:
        """Whether a call is all that is stored in a variable of the type of its result."""
        thin, statement = self.thin, call
        while statement > 0 and not thin.functions.is_list(thin.tree.parent[statement]):
            statement = thin.tree.parent[statement]
        stored = thin.functions.bound(statement)
        if stored is None or stored[1] != call or len(stored[0]) != 1:
            return False
        declared = thin.types.declared(stored[0][0]) or thin.types.of(stored[0][0])
        return result is not None and result == declared


def _converted(name: str, result: str | None) -> str:
    """A doubt about what a declared result does; of plain types a comparison of programs knows."""
    shown = f" to {result}" if result in _PLAIN else ""
    return f"the result of {name} may be converted{shown}"


# Types that no other is a subtype of: numbers, truth values and texts.
_PLAIN = frozenset({
    "String", "boolean", "byte", "short", "char", "int", "long", "float", "double",
})  # fmt: skip
