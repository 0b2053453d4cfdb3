"""Small methods that are values: getters, and what is one expression of fields and arguments.

A call of one is what it gives, on both sides and under every map. So a getter may be called before
or after another, once or twice, or be replaced by the field. Only where a call surely runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.symbols.hierarchy import is_overridden, name_of
from tracer.semantics import core
from tracer.semantics.reach.hierarchy import lines_of

if TYPE_CHECKING:
    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program
    from tracer.semantics.versions import World

_LARGEST = 14  # nodes of the expression
_LONGEST = 60  # nodes of the syntax tree, asked before any code is lowered
# Modifiers that a call does not feel.
_PLAIN = frozenset({"public", "private", "protected", "static", "final"})
_VALUES = (
    core.Literal, core.Local, core.Member, core.Ref, core.Self, core.Binary, core.Unary,
    core.Logical, core.Conditional, core.TypeTest, core.Cast, core.External,
)  # fmt: skip
_FIELDS = frozenset({core.Kind.FIELD, core.Kind.CONSTANT})


class SmallMethods:
    """Answers for one version of the program. `world`: whether all that could override is in it."""

    def __init__(self, program: Program, *, world: World) -> None:
        self._program = program
        self._world = world
        self._lines: dict[Symbol, list[Symbol]] | None = None
        self._known: dict[Symbol, bool] = {}

    def __contains__(self, symbol: object) -> bool:
        assert isinstance(symbol, core.Symbol)
        found = self._known.get(symbol)
        if found is None:
            self._known[symbol] = False  # what calls itself is no value
            found = self._known[symbol] = self._is_small(symbol)
        return found

    def _is_small(self, symbol: Symbol) -> bool:
        program = self._program
        if symbol not in program.definitions:
            return False
        outline = program.outline(symbol)
        tree = program.files[outline.file].tree
        if (
            outline.kind is not core.Kind.METHOD
            or not program.semantics(outline.file).get("small_methods_are_values")
            or outline.modifiers - _PLAIN
            or name_of(symbol) != symbol.path[-1]
            or tree is None
            or tree.stop[outline.row] - outline.row > _LONGEST
            or program.decorator_rows(symbol)
        ):
            return False
        return self._is_value(program.definitions[symbol]) and self._is_sure(outline)

    def _is_sure(self, outline: Definition) -> bool:
        """Whether a call of it runs this code, whatever the object is."""
        program, owner = self._program, outline.owner
        if owner is None or outline.modifiers & {"static", "private"}:
            return True
        around = program.outline(owner)
        if around.kind is core.Kind.INTERFACE:
            return False
        if outline.modifiers & {"final"} or around.modifiers & {"final", "record"}:
            return True
        if not self._world.is_closed:
            return False
        if self._lines is None:
            self._lines = lines_of(program)
        return not is_overridden(program, self._lines, outline.symbol)

    def _is_value(self, definition: Definition) -> bool:
        """Whether its code is one small expression that does nothing."""
        function = definition.function
        if function is None or len(function.body) != 1:
            return False
        only = function.body[0]
        if not isinstance(only, core.Return) or only.value is None:
            return False
        nodes = list(walk(only.value))
        return len(nodes) <= _LARGEST and all(map(self._is_plain, nodes))

    def _is_plain(self, node: object) -> bool:
        if not isinstance(node, _VALUES) or (isinstance(node, core.Self) and node.kind != "self"):
            return False
        if isinstance(node, core.Member):
            return node.owner is not None and self._is_plain_field(node.owner)
        if isinstance(node, core.Ref):
            return self._is_plain_field(node.symbol)
        return True

    def _is_plain_field(self, symbol: Symbol) -> bool:
        """Whether a member is a field that no other thread is said to change."""
        if symbol not in self._program.definitions:
            return False
        outline = self._program.outline(symbol)
        return outline.kind in _FIELDS and "volatile" not in outline.modifiers
