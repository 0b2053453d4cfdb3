"""`Reach`: which classes a look-up may look into, and which names it may look for.

Where the value that is looked into, or its type, is not seen, the answer is any class.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core
from tracer.semantics.core import Type
from tracer.semantics.reach.agreement import Agreement
from tracer.semantics.reach.closure import ANY, NONE, Closure, Owners, Parts
from tracer.semantics.reach.code import Code
from tracer.semantics.reach.hierarchy import Hierarchy
from tracer.semantics.reach.rules import ALL, Subject, subjects, told_names, type_rules
from tracer.semantics.reach.static_types import Asked, StaticTypes
from tracer.semantics.reach.texts import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.answers import Lookup
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program
    from tracer.semantics.reach.code import Unit
    from tracer.semantics.reach.rules import TypeRules
    from tracer.semantics.reach.static_types import AnyWorld

_RECEIVER = Subject(is_receiver=True)


class Found(NamedTuple):
    """Where a look-up stands in the code: the node of its word or index, and the call of it."""

    unit: Unit
    node: Any
    call: core.Call | None


class Reach:
    """The answers for one version of a program. `world`: whether all code is in it."""

    def __init__(self, program: Program, world: AnyWorld) -> None:
        self._program = program
        self._rules: dict[int, TypeRules] = {}
        self._subjects: dict[int, dict[str, Subject]] = {}
        self._known: dict[Lookup, tuple[Owners, bool]] = {}
        self._found: dict[Lookup, Found | None] = {}
        agreement = self._agreement = Agreement(world)
        code = Code(program)
        hierarchy = Hierarchy(program)
        types = StaticTypes(Asked(program, code, hierarchy), self.rules, agreement)
        outside = frozenset(_outside_modules(program))
        self._parts = Parts(program, code, hierarchy, types, self.rules, outside, agreement.added)
        agreement.parts = self._parts

    def rules(self, file: int) -> TypeRules:
        """What the types of a file's language say."""
        if file not in self._rules:
            program = self._program
            self._rules[file] = type_rules(program.lookup_rules(file), program.semantics(file))
        return self._rules[file]

    def rests_on_types(self, found: Lookup) -> bool:
        """Whether the answer takes for granted that values are of the types that are said."""
        return self._asked(found)[1]

    def may_find(self, found: Lookup, owner: Symbol) -> bool:
        """Whether a look-up may find members of a class."""
        owners = self._asked(found)[0]
        if owners.is_any or owner not in self._parts.hierarchy.lines:
            return True
        return owner in owners.classes

    def is_told(self, found: Lookup, declaration: bytes) -> bool:
        """Whether a look-up knows a field by another name, which its declaration says for it."""
        where = self._place(found) if declaration else None
        if where is None or not isinstance(where.node, core.External):
            return False
        pattern = told_names(self._program.lookup_rules(found.file)).get(where.node.path)
        return pattern is not None and pattern.search(declaration) is not None

    def _asked(self, found: Lookup) -> tuple[Owners, bool]:
        """The classes whose members a look-up may find, and whether that rests on types."""
        if found not in self._known:
            self._known[found] = self._ask(found)
        return self._known[found]

    def _ask(self, found: Lookup) -> tuple[Owners, bool]:
        rule, where = self._rule(found), self._place(found)
        is_typed = not self.rules(found.file).is_enforced
        if self._makes_classes:
            return ANY, False
        if rule is not None and rule.is_nothing:
            return NONE, False
        if where is not None and self._is_own(where):
            return NONE, is_typed
        return self._looked_into(found, rule, where) or ANY, is_typed

    @cached_property
    def _is_large(self) -> bool:
        """Whether the program is too large to look for what contradicts its types."""
        return sum(len(file.text) for file in self._program.files) > _LARGEST

    @cached_property
    def _makes_classes(self) -> bool:
        """Whether some code makes classes, or gives objects other ones, as no definition says."""
        files = enumerate(self._program.files)
        return any(self.rules(at).made.search(file.text) for at, file in files)

    def _looked_into(
        self, found: Lookup, rule: Subject | None, where: Found | None
    ) -> Owners | None:
        """The owners that a look-up reaches by the value that it looks into; None for any."""
        is_enforced = self.rules(found.file).is_enforced
        is_asked = is_enforced or not self._is_large
        if is_asked and not is_enforced:
            _ = self._agreement.is_contradicted  # to be asked before any type is
        if rule is not None and where is not None and is_asked:
            if rule.later:
                return self._of_later(rule, where)
            values = list(_values(rule, where))
            if None not in values:
                return self._closure(found.file, rule).owners((one, where.unit) for one in values)
        if found.within is not None and (rule is None or not rule.is_deep):
            return self._closure(found.file, _RECEIVER).of_type(Type(found.within))
        return None

    def _closure(self, file: int, rule: Subject) -> Closure:
        return Closure(self._parts, file, is_deep=rule.is_deep, with_results=rule.with_results)

    # Where a look-up stands

    def _rule(self, found: Lookup) -> Subject | None:
        """What the table says of the value that a look-up looks into."""
        tree = self._program.files[found.file].tree
        if tree is None:
            return None
        if found.file not in self._subjects:
            self._subjects[found.file] = subjects(self._program.lookup_rules(found.file))
        known = self._subjects[found.file]
        word = tree.slice(found.row).decode("utf-8", "replace")
        around = tree.slice(max(tree.parent[found.row], 0)).decode("utf-8", "replace")
        if word in known or around in known:
            return known.get(around, known.get(word))
        where = self._place(found)
        node = where.node if where is not None else None
        if isinstance(node, core.External):  # under another name
            return known.get(node.path.rpartition(".")[2])
        return _RECEIVER if isinstance(node, core.Index) else None

    def _place(self, found: Lookup) -> Found | None:
        if found not in self._found:
            self._found[found] = self._find(found)
        return self._found[found]

    def _find(self, found: Lookup) -> Found | None:
        tree = self._program.files[found.file].tree
        if tree is None:
            return None
        word = tree.slice(found.row).decode("utf-8", "replace")
        rows = found.row, max(tree.parent[found.row], 0)
        for unit in self._parts.code.around(found.file, found.row):
            for node in unit.nodes:
                if getattr(node, "row", -1) in rows and _is_named(node, word, found.row):
                    return Found(unit, node, _call_of(node, unit))
        return self._find_name(found, word)

    def _find_name(self, found: Lookup, word: str) -> Found | None:
        """A word that only names a parameter, where it is defined or given an argument."""
        for unit in self._parts.code.around(found.file, found.row):
            for node in unit.nodes:
                is_label = isinstance(node, core.Argument) and node.label == word
                if is_label or (isinstance(node, core.Parameter) and node.name == word):
                    return Found(unit, node, None)
        return None

    def _is_own(self, where: Found) -> bool:
        """Whether a word means something of the program, and no look-up of the library."""
        node = where.node
        if isinstance(node, core.Argument | core.Parameter):
            return True
        if isinstance(node, core.Local):
            unit = where.unit
            stored = unit.stored.get(node.binder, ())
            is_seen = bool(stored) and all(one.value is not None for one in stored)
            return is_seen or (node.binder in unit.parameters and not stored)
        symbol = node.symbol if isinstance(node, core.Ref) else getattr(node, "owner", None)
        if symbol is None or symbol not in self._program.definitions:
            return False
        return "destructured" not in self._program.outline(symbol).modifiers

    def _of_later(self, rule: Subject, where: Found) -> Owners:
        """What the methods of what a call gives look into, where all that is done is seen."""
        owners: set[Symbol] = set()
        for one in _given_later(rule, where) if where.call is not None else [None]:
            if one is None:
                return ANY
            each, value = one
            found = self._closure(where.unit.file, each).owners([(value, where.unit)])
            if found.is_any:
                return ANY
            owners |= found.classes
        return Owners(frozenset(owners))

    # Names

    def names(self, found: Lookup) -> frozenset[str] | None:
        """The names that a look-up may look for, where they are all seen."""
        if found.name is not None:
            return frozenset({found.name})
        if found.kind == "fields":
            return None
        rule, where = self._rule(found), self._place(found)
        if where is not None and isinstance(where.node, core.Index):
            return texts_of(where.node.key, where.unit)
        if rule is None or rule.key < 0 or where is None or where.call is None:
            return None
        given = where.call.arguments
        is_plain = len(given) > rule.key and not any(one.spread or one.label for one in given)
        return texts_of(given[rule.key].value, where.unit) if is_plain else None


_LARGEST = 600_000  # bytes of a program: lowering all of its code takes two seconds
_REACHES: WeakKeyDictionary[Program, tuple[AnyWorld, Reach]] = WeakKeyDictionary()


def reach_of(program: Program, world: AnyWorld) -> Reach:
    """The reach of a version's look-ups; kept with the program. `world`: whether all is in it."""
    known = _REACHES.get(program)
    if known is None or known[0] is not world:
        known = _REACHES[program] = world, Reach(program, world)
    return known[1]


def _outside_modules(program: Program) -> Iterator[str]:
    """The modules from outside that a program imports whole."""
    for modules in program.interfaces.values():
        for module in modules:
            for one in module.imports:
                if one.is_external and any(name == "." for name, _ in one.names):
                    yield one.module


def _is_named(node: Any, word: str, row: int) -> bool:
    """Whether a node is what the word of a look-up means there."""
    if isinstance(node, core.Index):
        return node.row == row
    if isinstance(node, core.Member):
        return node.name == word
    if isinstance(node, core.External):
        return node.row == row or word in node.path.replace("/", ".").split(".")
    return isinstance(node, core.Local | core.Ref) and node.row == row


def _call_of(node: Any, unit: Unit) -> core.Call | None:
    """The call whose function a node is."""
    return next(
        (one for one in unit.nodes if isinstance(one, core.Call) and one.function is node), None
    )


def _values(rule: Subject, where: Found) -> Iterator[Any]:
    """The values that a look-up looks into; None where one is not seen."""
    if rule.is_receiver:
        yield getattr(where.node, "object", None)
        return
    call = where.call
    if call is None or any(one.spread for one in call.arguments):
        yield None
    elif rule.at >= 0:
        given = call.arguments[rule.at : rule.at + 1]
        yield given[0].value if given and not given[0].label else None
    elif rule.at == ALL:
        yield from (one.value for one in call.arguments)
    else:
        yield None


def _given_later(rule: Subject, where: Found) -> Iterator[tuple[Subject, Any] | None]:
    """(how, value) of what is given to the methods of what a call gives; None for another use."""
    nodes = where.unit.nodes
    uses: set[int] = {id(where.call)}
    binders = {
        node.pattern.binder
        for node in nodes
        if isinstance(node, core.Let)
        and node.value is where.call
        and isinstance(node.pattern, core.BindPattern)
    }
    is_kept = bool(binders)
    uses |= {id(n) for n in nodes if isinstance(n, core.Local) and n.binder in binders}
    seen: set[int] = {id(where.call)} if is_kept else set()
    for node in nodes:
        if not isinstance(node, core.Call) or not isinstance(node.function, core.Member):
            continue
        if id(node.function.object) not in uses:
            continue
        seen.add(id(node.function.object))
        each = rule.later.get(node.function.name)
        if each is not None:
            given = node.arguments[max(each.at, 0) : max(each.at, 0) + 1]
            yield (each, given[0].value) if given and not given[0].spread else None
    if uses - seen:
        yield None
