"""What a definition's code does with its locals: where they are set, captured, or have an address.

Cost: one walk over the code; the answers for parts of it are kept by the part's identity.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tracer.classify.equivalence.evaluation.domain.semantics import Semantics


_NAMES = (core.Symbol, core.Type)  # what no code is in


def walk(node: Any, *, into_functions: bool = True) -> Iterator[Any]:
    """Every node inside, in order of evaluation as the fields stand, the node itself first."""
    stack = [] if isinstance(node, _NAMES) else [node]
    while stack:
        one = stack.pop()
        if hasattr(one, "_fields"):
            yield one
            if not into_functions and isinstance(one, core.Function) and one is not node:
                continue
        stack += [
            part for part in one[::-1] if isinstance(part, tuple) and not isinstance(part, _NAMES)
        ]


_WALKED: list[tuple[Any, tuple[Any, ...]]] = []  # the code that was walked last


def nodes_in(code: Any) -> tuple[Any, ...]:
    """Every node inside, as `walk` has them; kept until other code is asked about.

    What is evaluated is looked through by one law after the other before anything is done.
    """
    for known, nodes in _WALKED:
        if known is code:
            return nodes
    found = tuple(walk(code))
    _WALKED[:] = [(code, found)]
    return found


def root(place: Any) -> int | None:
    """The local that a member or element belongs to, without going through a pointer."""
    while isinstance(place, core.Member | core.Index):
        place = place.object
    return place.binder if isinstance(place, core.Local) else None


_LOOPS = (core.Loop, core.ForEach, core.Comprehension)
_NAMING = (core.Local, core.BindPattern, core.Handler, core.Define)


class _Mention(NamedTuple):
    binder: int
    functions: tuple[tuple[int, int], ...]  # those around it: number, and where each stands
    position: int
    is_set: bool
    declares: bool
    in_loop: bool


class Facts:
    """Facts about the binders of one outermost definition.

    `cells` are those whose value is not known from the path alone: a closure may change them, or
    see them change; their address is taken; or, where assignment copies, a part of them is stored.
    """

    def __init__(
        self,
        code: Any,
        semantics: Semantics,
        changes_receiver: Callable[[core.Member], bool] | None = None,
        lent: Callable[[core.Call], Iterable[core.Expression]] | None = None,
    ) -> None:
        self.semantics = semantics
        self._changes_receiver = changes_receiver
        self._lent_by = lent
        self.mentions = mentioned_in(code)
        self._references: set[int] = set()  # locals that surely are references
        self._pointers: set[int] = set()  # locals that surely are pointers
        self._made: set[int] = set()  # locals that hold a new structure
        self._mutable: set[int] = set()
        self.constants: set[int] = set()
        self.cells: set[int] = set()
        self.parted: set[int] = set()  # cells only as parts of them are stored; nobody else sees
        self._stored: dict[int, tuple[Any, frozenset[int]]] = {}
        self._mentioned: dict[int, tuple[Any, Counter[int]]] = {}
        self._found: list[_Mention] = []
        self._position = 0
        self._visit(code, (), in_loop=False)
        if semantics.closures == "variables":
            self._find_captured()
        parted = self.parted
        self.parted = parted - self.cells if semantics.arrays_decay else set()
        self.cells |= parted

    def _find_captured(self) -> None:
        """Captured variables that may change after a closure took them."""
        by_binder: dict[int, list[_Mention]] = {}
        for one in self._found:
            by_binder.setdefault(one.binder, []).append(one)
        for binder, found in by_binder.items():
            declared = [one for one in found if one.declares] or found
            depth = min(len(one.functions) for one in declared)
            captures = [one for one in found if len(one.functions) > depth]
            if not captures:
                continue
            sets = [one for one in found if one.is_set]
            first = min(one.functions[depth][1] for one in captures)
            if (
                len(sets) != 1
                or len(sets[0].functions) > depth
                or sets[0].position > first
                or sets[0].in_loop
            ):
                self.cells.add(binder)

    def _note(
        self,
        binder: int,
        functions: tuple[tuple[int, int], ...],
        *,
        in_loop: bool,
        is_set: bool = True,
        declares: bool = True,
    ) -> None:
        self._position += 1
        self._found.append(_Mention(binder, functions, self._position, is_set, declares, in_loop))

    def _visit(self, node: Any, functions: tuple[tuple[int, int], ...], *, in_loop: bool) -> None:
        self._position += 1
        inner = functions
        rest: tuple[Any, ...] = node
        late: tuple[int, ...] = ()
        if isinstance(node, core.Function):
            if self._position > 1:
                inner = (*functions, (self._position, self._position))
            for one in node.parameters:
                self._declared(one, "*", "array")
                self._note(one.binder, inner, in_loop=False)
            in_loop = False
        elif isinstance(node, core.Local):
            self._note(node.binder, functions, in_loop=in_loop, is_set=False, declares=False)
        elif isinstance(node, core.BindPattern):
            self._declared(node, "*")
            late = (node.binder,)
        elif isinstance(node, core.Call) and self.semantics.has_references:
            self._lent(node)
        elif isinstance(node, core.Call) and isinstance(node.function, core.Member):
            self._called_on(node.function, is_call=True)
        elif isinstance(node, core.Member) and self.semantics.methods_bind:
            self._called_on(node, is_call=False)
        elif isinstance(node, core.Binary) and node.operator in self.semantics.acting_operators:
            self._acted_on(node)
        elif isinstance(node, core.Handler | core.Define | core.TypeTest):
            late = (node.binder,) if node.binder >= 0 else ()
        elif isinstance(node, core.Let):
            self._kept(node)
            self._made_here(node)
            if node.kind == "const" and isinstance(node.pattern, core.BindPattern):
                self.constants.add(node.pattern.binder)
            rest = (node.value, node.pattern, node.otherwise)
        elif isinstance(node, core.Assign):
            rest = (node.value, node.target)
        elif isinstance(node, core.ForEach):
            rest = (node.iterable, node.pattern, node.body, node.otherwise)
        elif isinstance(node, core.TargetPattern):
            self._place(node.place, functions, in_loop=in_loop)
        elif isinstance(node, core.Update):
            self._place(node.target, functions, in_loop=in_loop)
        elif isinstance(node, core.Unary) and node.operator in ("&", "&mut"):
            self._address(node)
        loops = isinstance(node, _LOOPS)
        self._children(rest, inner, in_loop=in_loop or loops)
        shares = self.semantics.loop_variables != "fresh"
        for binder in late:
            self._note(binder, functions, in_loop=in_loop and shares)

    def _declared(self, one: core.Parameter | core.BindPattern, *pointers: str) -> None:
        """Note what the declaration of a local says of it."""
        if self._is_pointer(one.type, *pointers):
            self._pointers.add(one.binder)
        if one.type.name in ("&", "&mut"):
            self._references.add(one.binder)
        if one.is_mutable:
            self._mutable.add(one.binder)

    def _acted_on(self, node: core.Binary) -> None:
        """Note the locals that an operator may change."""
        for one in (node.left, node.right) if node.operator == ">>" else (node.left,):
            binder = root(one)
            if binder is not None:
                self.cells.add(binder)

    def _is_pointer(self, declared: core.Type, *names: str) -> bool:
        """Whether parts of what a local of a type holds are behind it, and none of its own."""
        if self.semantics.arrays_decay:
            return declared.name in names
        refers = declared.name in self.semantics.reference_types and declared.arguments
        return self.semantics.structs == "values" and (declared.name == "*" or bool(refers))

    def _children(
        self, node: Any, functions: tuple[tuple[int, int], ...], *, in_loop: bool
    ) -> None:
        for one in node:
            if not isinstance(one, tuple) or isinstance(one, _NAMES):
                continue
            if hasattr(one, "_fields"):
                self._visit(one, functions, in_loop=in_loop)
            else:
                self._children(one, functions, in_loop=in_loop)

    def _lent(self, node: core.Call) -> None:
        """A call may take locals by reference."""
        given = [one.value for one in node.arguments]
        if isinstance(node.function, core.Member):
            given.append(node.function.object)
        for one in given if self._lent_by is None else self._lent_by(node):
            binder = root(one)
            if binder is not None:
                self.cells.add(binder)

    def _called_on(self, method: core.Member, *, is_call: bool) -> None:
        """A method that is called or bound may change what it is called on."""
        binder = root(method)
        if binder is None or binder in self._pointers or self._changes_receiver is None:
            return
        is_outside = method.owner is None or not method.owner.module
        is_changed = self._changes_receiver(method) or (
            is_call and is_outside and binder in self._made
        )
        if is_changed and not self.is_reference(binder):
            self.cells.add(binder)

    def _made_here(self, node: core.Let) -> None:
        """Locals that hold a structure of their own, which methods from outside may change."""
        if self.semantics.methods_bind and (
            node.value is None or isinstance(node.value, core.Construct)
        ):
            items = node.pattern.items if isinstance(node.pattern, core.TuplePattern) else ()
            for one in items or (node.pattern,):
                if isinstance(one, core.BindPattern) and not self._is_pointer(one.type, "*"):
                    self._made.add(one.binder)

    def _kept(self, node: core.Let) -> None:
        """A reference to what a call gives may be one to an argument of it."""
        is_reference = isinstance(node.pattern, core.BindPattern) and node.pattern.type.name == "&"
        if not (is_reference and self.semantics.has_references):
            return
        part = root(node.value)
        if part is not None:
            self.cells.add(part)
        for one in walk(node.value):
            if isinstance(one, core.Local) and any(
                isinstance(call, core.Call) for call in walk(node.value)
            ):
                self.cells.add(one.binder)

    def _address(self, node: core.Unary) -> None:
        binder = root(node.operand)
        copies = self.semantics.structs == "values"
        if binder in self._pointers and not isinstance(node.operand, core.Local):
            return  # something behind it
        if binder is not None and (node.operator == "&mut" or copies):
            self.cells.add(binder)

    def _place(self, place: Any, functions: tuple[tuple[int, int], ...], *, in_loop: bool) -> None:
        if isinstance(place, core.Local):
            self._note(place.binder, functions, in_loop=in_loop, declares=False)
        elif self.semantics.structs in ("values", "moves"):
            binder = root(place)
            if binder in self._pointers:
                return  # something behind it
            if binder is not None and not self.is_reference(binder):
                self.parted.add(binder)
            elif binder is not None:
                self._references.add(binder)

    def is_reference(self, binder: int) -> bool:
        """Whether a local of which a part is stored, or that is changed, surely is a reference."""
        if not self.semantics.references_valid:
            return False
        unsaid = self.semantics.mutable_is_said and binder not in self._mutable
        return unsaid or binder in self._references

    def is_set_again(self, binder: int) -> bool:
        """Whether a local gets a value elsewhere, too, than where it is declared."""
        return sum(one.is_set for one in self._found if one.binder == binder) > 1

    def refers(self, binder: int) -> bool:
        """Whether a local surely is a reference."""
        return binder in self._references

    def stored(self, node: Any) -> frozenset[int]:
        """Binders that code gives a value to, not counting functions inside."""
        found = self._stored.get(id(node))
        if found is None:
            found = (node, frozenset(stored_in(node)))
            self._stored[id(node)] = found
        return found[1]

    def mentioned(self, node: Any) -> Counter[int]:
        """How often code mentions each local, functions inside included."""
        found = self._mentioned.get(id(node))
        if found is None:
            found = (node, mentioned_in(node))
            self._mentioned[id(node)] = found
        return found[1]


def stored_in(node: Any) -> Iterator[int]:
    """Binders that code binds or assigns, not counting functions inside (but its parameters)."""
    for one in walk(node, into_functions=False):
        if isinstance(one, core.Function):
            if one is node:
                yield from (parameter.binder for parameter in one.parameters)
        elif isinstance(one, core.BindPattern | core.Handler | core.Define) or (
            isinstance(one, core.TypeTest) and one.binder >= 0
        ):
            yield one.binder
        elif isinstance(one, core.TargetPattern) and isinstance(one.place, core.Local):
            yield one.place.binder
        elif isinstance(one, core.Update) and isinstance(one.target, core.Local):
            yield one.target.binder
        elif isinstance(one, core.Opaque):
            yield from (part.binder for part in one.parts if isinstance(part, core.Local))


def mentioned_in(node: Any) -> Counter[int]:
    """How often code reads, writes or binds each local."""
    found: Counter[int] = Counter()
    for one in nodes_in(node):
        if isinstance(one, _NAMING):
            found[one.binder] += 1
    return found
