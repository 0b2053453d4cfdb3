"""Whether code with calls is the code without them: each call replaced by the body it runs.

`thin` is the side with the calls and the functions they call, `thick` the side where the bodies
stand in their place. Both are compared node by node; calls of known functions are expanded on
the way: parameters stand for arguments, locals of the body for locals around, a result for the
value returned. No mapping is asked, so what this proves does not depend on one.

What has to hold for an expansion (each is checked here):

- arguments are plain names nobody else assigns, literals, or evaluated at the same point and as
  often as before (`evaluation.py`); parameters are never assigned;
- a name of the body that is neither parameter nor local means the same on both sides: nothing
  in the thick function binds it;
- a local of the body stands for one local of the thick function, which nothing else uses there,
  unless the call's result is stored in it; it is always assigned before it is read;
- the body returns at its end only, or the call is itself returned;
- where declared types have a say, those of parameters and results are the ones that the values
  have anyway (`static_types.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.boundness import (
    is_loop_target,
    is_stored_anew,
    is_surely_bound,
    is_undisturbed,
)
from tracer.classify.equality import is_same_tokens
from tracer.classify.names import Use
from tracer.classify.tables import significant_children
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.classify.functions import Call, Function
    from tracer.classify.side import Side
    from tracer.classify.variables import Variable

_DEEPEST = 4  # calls in bodies of calls


class Frame:
    """One expansion of a body: which argument, in which frame, each parameter stands for."""

    def __init__(
        self,
        number: int,
        function: int,
        arguments: dict[tuple[int, str], tuple[int, Frame]],
        depth: int,
    ) -> None:
        self.number = number
        self.function = function
        self.arguments = arguments
        self.depth = depth
        self.values: dict[int, tuple[int, Frame]] = {}  # call -> the result that stands for it


class _Item(NamedTuple):
    """One statement of an expanded list; `kind` is plain, stored, or the `value` alone."""

    kind: str
    row: int
    frame: Frame
    call: int = -1
    value: int = -1
    inner: Frame | None = None


Key = tuple[int, int, str]  # frame number, scope, word


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
        self.candidates = functions
        self.around = around  # (function of the thick side, of the thin side)
        self.outer = Frame(0, around[1], {}, 0)
        self.expanded: set[str] = set()
        self._frames = 1
        self._thin_of: dict[tuple[int, str], set[Key]] = {}
        self._thick_of: dict[Key, tuple[int, str]] = {}
        self._aliases: set[tuple[tuple[int, str], Key]] = set()
        self._region: tuple[tuple[int, int], ...] = ()
        # Parameters that get new values: (their key, the argument, its frame, is it the last use).
        self._variables: list[tuple[Key, int, Frame, bool]] = []
        self._untouched: list[tuple[int, int]] = []
        self._stored_at: dict[Key, int] = {}  # where a result is stored, of variables it is all of
        self.calls = thin.calls_of(functions)
        erased = thin.names.tables.raw.get("erased") or {}
        self._erased = {*(erased.get("kinds") or ()), *(erased.get("declarations") or ())}
        self.variables = {
            row: variable
            for row, variable in (variables or {}).items()
            if thin.is_inside(row, around[1])
        }
        self.named: set[int] = set()  # statements of the variables that were replaced
        uses = [use for variable in self.variables.values() for use in variable.uses]
        for variable in self.variables.values():
            self.outer.values.update((use, (variable.value, self.outer)) for use in variable.uses)
        self._call_rows = sorted([*self.calls, *uses])
        self.problem = ""
        self.doubts: list[str] = []

    # ------------------------------------------------------------------ the comparison

    def is_same_lists(self, thick: Sequence[int], thin: Sequence[int]) -> bool:
        """Whether thick statements are what thin ones, calls expanded, run."""
        self._region = tuple((row, self.thick.tree.stop[row]) for row in thick)
        return self._lists(list(thick), list(thin), self.outer) and self._is_settled()

    def is_same(self, thick: int, thin: int) -> bool:
        """Whether two nodes are the same code, calls expanded."""
        self._region = ((thick, self.thick.tree.stop[thick]),)
        return self._same(thick, thin, self.outer) and self._is_settled()

    def _fail(self, why: str) -> bool:
        self.problem = self.problem or why
        return False

    def _doubt(self, why: str) -> bool:
        """Note a condition that is not certain; the code itself is compared further."""
        self.doubts.append(why)
        return True

    def _same(self, b: int, a: int, frame: Frame) -> bool:  # noqa: C901, PLR0911
        thick, thin = self.thick, self.thin
        b, a = thick.functions.bare(b), thin.functions.bare(a)
        if self._is_equal(b, a, frame):
            return True
        if thin.tree.kind_name(a) in thin.names.tables.keyed:
            return self._keyed(b, a, frame)
        if a in frame.values:
            value, inner = frame.values[a]
            return self._same(b, value, inner)
        if a in self.calls:
            return self._call(b, a, frame)
        if thin.tree.flags[a] & LEAF:
            return self._leaf(b, a, frame)
        if thick.tree.kind[b] != thin.tree.kind[a] or thick.tree.flags[b] & LEAF:
            return self._fail("the code differs")
        if thick.functions.is_list(b):
            heads = [self._tokens(thick, b), self._tokens(thin, a)]
            if heads[0] != heads[1]:
                return self._fail("the code differs")
            return self._lists(thick.functions.statements(b), thin.functions.statements(a), frame)
        kids_b, kids_a = thick.functions.parts(b), thin.functions.parts(a)
        if len(kids_b) != len(kids_a):
            return self._fail("the code differs")
        for kid_b, kid_a in zip(kids_b, kids_a, strict=True):
            if thick.tree.field[kid_b] != thin.tree.field[kid_a]:
                return self._fail("the code differs")
            if not self._same(kid_b, kid_a, frame):
                return False
        return True

    def _is_equal(self, b: int, a: int, frame: Frame) -> bool:
        """Whether two subtrees are the same without a look at what is in them."""
        if not frame.number and self._is_untouched(b, a):
            return True
        thick, thin = self.thick.tree, self.thin.tree
        # Nothing is left of a type at run time.
        return thin.kind_name(a) in self._erased and is_same_tokens(thick, b, thin, a)

    def _keyed(self, b: int, a: int, frame: Frame) -> bool:
        """`{a}`: the property keeps its name, the variable may be another thing."""
        thick, thin = self.thick, self.thin
        value = thick.functions.spelled_out(b, thin.tree.slice(a))
        if value < 0 and (
            thick.tree.kind[b] != thin.tree.kind[a] or thick.tree.slice(b) != thin.tree.slice(a)
        ):
            return self._fail("the code differs")
        use, scope = thin.meaning(a)
        if use is not Use.NAME:
            return self._fail("it is not certain what a name means")
        stands_for = frame.values.get(a) or frame.arguments.get((scope, thin.word(a)))
        if stands_for is None:
            at = b if value < 0 else thick.functions.bare(value)
            is_name = thick.tree.kind_name(at) in thick.names.tables.words
            return is_name and self._name(at, a, frame, is_equal=thick.word(at) == thin.word(a))
        if value >= 0:
            return self._same(value, *stands_for)
        known, inner = thin.functions.bare(stands_for[0]), stands_for[1]
        if thin.tree.kind_name(known) not in thin.names.tables.words:
            return self._fail("the code differs")
        stands_for = inner.arguments.get((thin.meaning(known)[1], thin.word(known)))
        is_plain = stands_for is None and known not in inner.values
        return is_plain and self._name(b, known, inner, is_equal=thick.word(b) == thin.word(known))

    def _is_untouched(self, b: int, a: int) -> bool:
        """Whether two subtrees of the functions around are the same tokens, without calls.

        Their locals are the same by their words; `_is_settled` asks where they stand.
        """
        if self._has_call(a) or not is_same_tokens(self.thick.tree, b, self.thin.tree, a):
            return False
        self._untouched.append((b, self.thick.tree.stop[b]))
        return True

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
                    return self._same(b, *argument)
        if thick.tree.kind[b] != thin.tree.kind[a] or not thick.tree.flags[b] & LEAF:
            return self._fail("the code differs")
        is_equal = thick.tree.slice(b) == thin.tree.slice(a)
        if thin.tree.kind_name(a) not in thin.names.tables.names:
            return is_equal or self._fail("the code differs")
        return self._name(b, a, frame, is_equal=is_equal)

    def _name(self, b: int, a: int, frame: Frame, *, is_equal: bool) -> bool:  # noqa: PLR0911
        thick, thin = self.thick, self.thin
        use_b, scope_b = thick.meaning(b)
        use_a, scope_a = thin.meaning(a)
        if use_b is not use_a:
            return self._fail("a name is used otherwise")
        if use_b is not Use.NAME:
            if use_b is Use.UNCLEAR and self._is_bound(thick.word(b), thin.word(a)):
                return self._fail("it is not certain what a name means")
            return is_equal or self._fail("the code differs")
        is_local_b = thick.is_inside(scope_b, self.around[0])
        is_own = thin.is_inside(scope_a, frame.function)
        number = frame.number if is_own else 0  # a body inside the caller sees its locals
        is_local_a = is_own or thin.is_inside(scope_a, self.around[1])
        if is_local_b != is_local_a:
            return self._fail(f"{thin.word(a)} is a local on one side only")
        if not is_local_b:
            if self._levels(thick, scope_b, 0) != self._levels(thin, scope_a, 1):
                return self._fail(f"{thin.word(a)} is another variable")
            return is_equal or self._fail("the code differs")
        return self._pair((scope_b, thick.word(b)), (number, scope_a, thin.word(a)))

    def _levels(self, side: Side, scope: int, place: int) -> int:
        """How many functions out from the one around a name is bound; 0 for file and class."""
        if scope < 0 or side.names.kind_of_scope(scope) in ("file", "class"):
            return 0
        found, row = 0, self.around[place]
        while row > scope:
            row = side.tree.parent[row]
            found += row >= scope and side.names.tables.scopes.get(side.tree.kind_name(row)) in (
                "function", "block", "comprehension"
            )  # fmt: skip
        return found

    def _is_bound(self, *words: str) -> bool:
        sides = zip((self.thick, self.thin), self.around, strict=True)
        return any(
            scope >= 0 and side.is_inside(scope, function)
            for side, function in sides
            for word in words
            for _, scope in side.meaning_of(word).values()
        )

    def _pair(self, thick: tuple[int, str], thin: Key) -> bool:
        known = self._thick_of.setdefault(thin, thick)
        if known != thick:
            return self._fail(f"{thin[2]} stands for two variables")
        if thin[0] and self.thick.names.kind_of_scope(thick[0]) in ("file", "class"):
            return self._fail(f"others can see {thick[1]}")
        if thin[0] == 0 and thick[1] != thin[2]:
            return self._fail(f"{thick[1]} has another name")
        self._thin_of.setdefault(thick, set()).add(thin)
        return True

    # ------------------------------------------------------------------ lists and calls

    def _lists(self, thick: list[int], thin: list[int], frame: Frame) -> bool:
        items = self._flat(thin, frame)
        if items is None:
            return False
        at = 0
        for item in items:
            if item.kind == "stored" and self._is_alias(item, thick[at] if at < len(thick) else -1):
                continue
            if at == len(thick):
                return self._fail("the code differs")
            if not self._item(thick[at], item):
                return False
            at += 1
        return at == len(thick) or self._fail("the code differs")

    def _item(self, b: int, item: _Item) -> bool:
        if item.kind == "value":
            return self._same(self.thick.functions.expression(b), item.value, item.frame)
        if item.inner is not None:
            item.frame.values[item.call] = (item.value, item.inner)
        return self._same(b, item.row, item.frame)

    def _flat(self, statements: Iterable[int], frame: Frame) -> list[_Item] | None:
        found: list[_Item] = []
        for statement in statements:
            if self._is_hoisted(statement):
                continue
            if statement in self.variables and not frame.number:
                variable = self.variables[statement]
                self._replace(variable)
                if not variable.uses:
                    found.append(_Item("value", statement, frame, value=variable.value))
                continue
            calls = self.calls_in(statement)
            if not calls:
                found.append(_Item("plain", statement, frame))
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
        if types.matters and not types.is_safe(types.declared(variable.target), variable.value):
            self._doubt(f"{self.thin.word(variable.target)} may convert its value")

    def _is_hoisted(self, statement: int) -> bool:
        """Whether a statement only defines one of the functions, before anything runs."""
        is_own = any(function.row == statement for function in self.candidates.values())
        return is_own and self.thin.functions.table.get("hoisted") is True

    def is_touched(self, statement: int) -> bool:
        """Whether a statement, lists in it aside, has something to replace."""
        if statement in self.variables or self.calls_in(statement):
            return True
        return any(
            use in self._header(statement)
            for variable in self.variables.values()
            for use in variable.uses
        )

    def _header(self, statement: int) -> set[int]:
        rows = set(range(statement, self.thin.tree.stop[statement]))
        at = statement + 1
        while at < self.thin.tree.stop[statement]:
            if self.thin.functions.is_list(at):
                rows -= set(range(at, self.thin.tree.stop[at]))
                at = self.thin.tree.stop[at]
            else:
                at += 1
        return rows

    def calls_in(self, statement: int) -> list[int]:
        """Calls to expand in a statement, those in lists of statements inside it aside."""
        functions, stop = self.thin.functions, self.thin.tree.stop
        found, at, last = [], statement, stop[statement]
        while at < last:
            if at != statement and functions.is_list(at):
                at = stop[at]
                continue
            if at in self.calls:
                found.append(at)
            at += 1
        return found

    def _expanded(self, statement: int, calls: list[int], frame: Frame) -> list[_Item] | None:
        """The statements that a statement with calls stands for."""
        functions = self.thin.functions
        long = [row for row in calls if len(self.calls[row][1].statements) != 1]
        whole = functions.expression(statement)
        if whole in self.calls:
            return self._as_statement(whole, frame)
        if functions.returned(statement) in self.calls:
            return self._as_result(functions.returned(statement), statement, frame)
        if not long and not any(self._is_run(row) for row in calls):
            return [_Item("plain", statement, frame)]
        if len(calls) > 1:
            self._fail("several calls in one statement")
            return None
        return self._as_part(statement, calls[0], frame)

    def _is_run(self, call: int) -> bool:
        """Whether the one statement of the called body is no returned value."""
        (statement,) = self.calls[call][1].statements
        return self.thin.functions.returned(statement) < 0

    def _as_statement(self, row: int, frame: Frame) -> list[_Item] | None:
        call, function = self.calls[row]
        inner = self._frame(call, function, frame)
        if inner is None:
            return None
        leaves = self.thin.functions.leaves(function)
        if not leaves:
            return self._flat(function.statements, inner)
        last = function.statements[-1]
        if leaves != [last]:
            self._fail(f"{function.name} returns before its end")
            return None
        found = self._flat(function.statements[:-1], inner)
        value = self.thin.functions.returned(last)
        if found is not None and value >= 0:
            found.append(_Item("value", last, inner, value=value))
        return found

    def _as_result(self, row: int, statement: int, frame: Frame) -> list[_Item] | None:
        call, function = self.calls[row]
        inner = self._frame(call, function, frame, is_last=not self._is_guarded(row, frame))
        if inner is None:
            return None
        if not self.thin.functions.ends(function):
            self._fail(f"{function.name} may end without a result")
            return None
        if not self._same_result(statement, function, frame):
            return None
        return self._flat(function.statements, inner)

    def _is_guarded(self, row: int, frame: Frame) -> bool:
        """Whether something may still run in the function after it is left at a row."""
        thin = self.thin
        guards = thin.functions.table.get("guards") or ()
        while row > frame.function:
            if thin.tree.kind_name(row) in guards:
                return True
            row = thin.tree.parent[row]
        return False

    def _same_result(self, statement: int, function: Function, frame: Frame) -> bool:
        types = self.thin.types
        if not types.matters:
            return True
        around = self.thin.functions.enclosing(statement)
        if around != frame.function or types.result(around) != types.result(function.row):
            return self._doubt(f"the result of {function.name} has another type")
        return True

    def _as_part(self, statement: int, row: int, frame: Frame) -> list[_Item] | None:
        """A call inside a statement: what the body does first, then the statement."""
        thin = self.thin
        call, function = self.calls[row]
        inner = self._frame(call, function, frame)
        if inner is None:
            return None
        last = function.statements[-1] if function.statements else -1
        value = thin.functions.returned(last) if last >= 0 else -2
        if value < 0 or thin.functions.leaves(function) != [last]:
            self._fail(f"{function.name} does not return at its end only")
            return None
        stored = thin.functions.bound(statement)
        is_stored = stored is not None and stored[1] == row
        if not is_stored and not thin.evaluation.is_once(statement, row):
            self._fail(f"{function.name} may not be called exactly once")
            return None
        if not is_stored and not is_undisturbed(thin, statement, row, is_quiet=False):
            self._doubt(f"something is done before {function.name} is called")
        if thin.types.matters:
            self._fits(row, function, value, stored)
        found = self._flat(function.statements[:-1], inner)
        if found is None:
            return None
        kind = "stored" if is_stored else "plain"
        found.append(_Item(kind, statement, frame, row, value, inner))
        return found

    def _fits(
        self,
        row: int,
        function: Function,
        value: int,
        stored: tuple[tuple[int, ...], int] | None,
    ) -> bool:
        """Whether the declared result changes nothing about the value."""
        types = self.thin.types
        result = types.result(function.row)
        if stored is not None and stored[1] == row and len(stored[0]) == 1:
            target = stored[0][0]
            if result == (types.declared(target) or types.of(target)):
                return True
        if types.is_safe(result, value):
            return True
        return self._doubt(f"the result of {function.name} may be converted")

    def _call(self, b: int, a: int, frame: Frame) -> bool:
        """A call inside an expression, whose body is one returned value."""
        call, function = self.calls[a]
        functions = self.thin.functions
        value = functions.returned(function.statements[0]) if len(function.statements) == 1 else -2
        if value < 0:
            return self._fail(f"{function.name} is more than an expression")
        types = self.thin.types
        result = types.result(function.row) if types.matters else None
        if types.matters and not types.is_safe(result, value) and not self._is_stored_as(a, result):
            self._doubt(f"the result of {function.name} may be converted")
        inner = self._frame(call, function, frame)
        return inner is not None and self._same(b, value, inner)

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

    def _is_alias(self, item: _Item, following: int) -> bool:  # noqa: C901, PLR0911
        """Whether a stored result is the local it was computed in, so nothing is left to store."""
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
            known = self._thick_of.get(key)
            target_use, target_scope = thin.meaning(target)
            if use is not Use.NAME or target_use is not Use.NAME or known is None:
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
            if not self._pair(known, target_key):
                return False
            self._stored_at[target_key] = target
            self._aliases.add((known, target_key))
            self._aliases.add((known, key))
        return True

    def _may_alias(
        self, item: _Item, target: int, scope: int, known: tuple[int, str], value: int
    ) -> bool:
        """Whether storing the result at once is the same as computing it in the variable."""
        thin, thick = self.thin, self.thick
        if thin.types.matters and thin.types.of(value) != thin.types.declared(target):
            return False
        if self._is_deeper_than_one(known) and not (
            self._is_bound_once(thick, known[0], known[1])
            and self._is_bound_once(thin, scope, thin.word(target))
            and self._is_bound_once(thin, thin.meaning(value)[1], thin.word(value))
        ):
            return False  # a closure may see the variable halfway
        uses = [row for row in thin.uses(thin.word(target), scope) if row != target]
        if b"const" in thin.tree.slice(item.row).split()[:1] and any(
            thin.functions.is_assigned(row) for row in uses
        ):
            return False
        # An exception halfway leaves the variable as it was, which a handler may read.
        guards = thin.functions.table.get("guards") or ()
        at = item.row
        while at > item.frame.function:
            if thin.tree.kind_name(at) in guards:
                return (
                    all(thin.is_inside(row, at) for row in uses)
                    and item.frame.number == 0
                    and (self._is_in_one_block(item.row, uses))
                )
            at = thin.tree.parent[at]
        return thick.tree is not thin.tree

    def _is_bound_once(self, side: Side, scope: int, word: str) -> bool:
        """Whether a variable has one value for good, in each run of what declares it."""
        bound = [o.row for o in side.names.occurrences(word) if o.scope == scope]
        if len(bound) != 1:
            return False
        (row,) = bound
        if any(side.functions.is_assigned(r) for r in side.uses(word, scope) if r != row):
            return False
        tree, fresh = side.tree, side.functions.table.get("fresh") or ()
        repeats = side.functions.table.get("repeats") or ()
        while row > scope:
            kind = tree.kind_name(row)
            if kind in fresh:
                return True
            if kind in repeats:
                return False
            row = tree.parent[row]
        return True

    def _is_in_one_block(self, statement: int, uses: list[int]) -> bool:
        around = self.thin.tree.parent[statement]
        return all(self.thin.is_inside(row, around) for row in uses)

    def _is_deeper_than_one(self, known: tuple[int, str]) -> bool:
        """Whether a function inside uses a thick local."""
        thick = self.thick
        tree, scopes = thick.tree, thick.names.tables.scopes
        for row in thick.uses(known[1], known[0]):
            at = tree.parent[row]
            while at > self.around[0]:
                if scopes.get(tree.kind_name(at)) == "function":
                    return True
                at = tree.parent[at]
        return False

    def _stores_itself(self, statement: int, words: list[str]) -> bool:
        """Whether the thick side has `x = x` in the place of the stored result."""
        stored = self.thick.functions.bound(statement)
        if stored is None or [self.thick.word(row) for row in stored[0]] != words:
            return False
        return [self.thick.word(row) for row in self.thick.functions.values(stored[1])] == words

    # ------------------------------------------------------------------ frames

    def _frame(  # noqa: C901
        self, call: Call, function: Function, frame: Frame, *, is_last: bool = False
    ) -> Frame | None:
        """The frame of one expansion, or None where the call cannot be replaced.

        `is_last`: the caller returns what the call returns.
        """
        if frame.depth == _DEEPEST:
            self._fail("calls in calls in calls")
            return None
        if self._reads_itself(function):
            self._fail(f"{function.name} depends on being called")
            return None
        arguments: dict[tuple[int, str], tuple[int, Frame]] = {}
        moved: list[tuple[bool, list[int]]] = []  # (is it quiet, where it is read) in order
        reassigned: list[tuple[tuple[int, str], int]] = []
        for parameter, argument in zip(function.parameters, call.arguments, strict=True):
            word = self.thin.word(parameter)
            _, scope = self.thin.meaning(parameter)
            uses = [row for row in self.thin.uses(word, scope) if row != parameter]
            if any(self.thin.functions.is_assigned(row) for row in uses):
                if not self._is_plain_local(argument, frame):
                    self._fail(f"{word} gets a new value")
                    return None
                reassigned.append(((scope, word), argument))
                continue
            problem = self._parameter(function, parameter, argument)
            if problem:
                self._fail(f"{word} {problem}")
                return None
            is_later = any(self._is_captured(row, function.row) for row in uses)
            if is_later and not self._is_never_assigned(argument, frame):
                self._fail(f"{word} is read later on")
                return None
            if not self._is_stable(argument, frame):
                is_quiet = self.thin.evaluation.is_quiet(argument)
                if not self._is_early(function, argument, uses):
                    self._doubt(f"{word} is evaluated at another point, or another number of times")
                moved.append((is_quiet, uses))
            arguments[scope, word] = (argument, frame)
        if not _is_in_order(moved):
            self._doubt("arguments are evaluated in another order")
        self.expanded.add(function.key)
        self._frames += 1
        for (scope, word), argument in reassigned:
            key: Key = (self._frames - 1, scope, word)
            self._variables.append((key, argument, frame, is_last))
        return Frame(self._frames - 1, function.row, arguments, frame.depth + 1)

    def _is_plain_local(self, argument: int, frame: Frame) -> bool:
        """Whether an argument is a variable of the function around, and nobody else's."""
        thin = self.thin
        argument = thin.functions.bare(argument)
        if frame.number or thin.tree.kind_name(argument) not in thin.names.tables.names:
            return False
        use, scope = thin.meaning(argument)
        if use is not Use.NAME or not thin.is_inside(scope, frame.function):
            return False
        if not is_surely_bound(thin, argument):
            return False
        uses = thin.uses(thin.word(argument), scope)
        return not any(self._is_captured(row, frame.function) for row in uses)

    def _is_captured(self, row: int, function: int) -> bool:
        """Whether the code at a row runs later than the function's own."""
        thin = self.thin
        lazy = thin.functions.table.get("lazy") or ()
        scopes = thin.names.tables.scopes
        while row > function:
            kind = thin.tree.kind_name(row)
            if scopes.get(kind) == "function" or kind in lazy:
                return True
            row = thin.tree.parent[row]
        return False

    def _is_never_assigned(self, argument: int, frame: Frame) -> bool:
        """Whether an argument keeps its value for good: a literal, or a local assigned once."""
        thin = self.thin
        argument = thin.functions.bare(argument)
        if thin.tree.kind_name(argument) not in thin.names.tables.names:
            return self._is_stable(argument, frame)
        use, scope = thin.meaning(argument)
        if use is not Use.NAME or not thin.is_inside(scope, frame.function):
            return False
        word = thin.word(argument)
        bound = [o.row for o in thin.names.occurrences(word) if o.scope == scope]
        if any(thin.functions.is_assigned(r) for r in thin.uses(word, scope) if r not in bound):
            return False
        return len(bound) == 1 and not self._is_looped(argument, frame.function)

    def _is_looped(self, row: int, function: int) -> bool:
        """Whether a row may be run more than once in one run of the function."""
        thin = self.thin
        loops = thin.functions.table.get("repeats") or ()
        while row > function:
            if thin.tree.kind_name(row) in loops:
                return True
            row = thin.tree.parent[row]
        return False

    def _parameter(self, function: Function, parameter: int, argument: int) -> str | None:
        """Why a parameter cannot stand for its argument, or None."""
        thin = self.thin
        if any(use is Use.UNCLEAR for use, _ in self._in(function.row, thin.word(parameter))):
            return "is used in a way that is not certain"
        at, last = argument, thin.tree.stop[argument]
        if any(thin.functions.is_assigned(row) for row in range(at, last)):
            return "is given something that assigns"
        types = thin.types
        if types.matters and not types.is_safe(types.declared(parameter), argument):
            self._doubt(f"{thin.word(parameter)} may convert what it is given")
        return None

    def _reads_itself(self, function: Function) -> bool:
        """Whether a body has words whose meaning depends on the function it stands in."""
        thin = self.thin
        always = thin.functions.table.get("own_words") or ()
        in_class = thin.functions.table.get("class_words") or ()
        is_at_home = function.holder == thin.functions.holder(self.around[1])
        words = {*always, *(() if is_at_home else in_class)}
        return any(
            thin.word(at) in words
            for at in range(function.body, thin.tree.stop[function.body])
            if thin.tree.flags[at] & LEAF
        )

    def _in(self, outer: int, word: str) -> list[tuple[Use, int]]:
        known = self.thin.meaning_of(word)
        return [known[row] for row in known if self.thin.is_inside(row, outer)]

    def _is_stable(self, argument: int, frame: Frame) -> bool:  # noqa: PLR0911
        """Whether an argument is the same whenever it is read: a literal, or a plain local."""
        thin = self.thin
        argument = thin.functions.bare(argument)
        roles = thin.tree.language.roles[thin.tree.kind[argument]]
        if roles & Role.LITERAL:
            return self._is_shareable(argument) and self._is_constant(argument)
        if not thin.tree.flags[argument] & LEAF:
            return False
        if thin.tree.kind_name(argument) not in thin.names.tables.names:
            return thin.tree.kind_name(argument) in (thin.functions.table.get("constant") or ())
        use, scope = thin.meaning(argument)
        word = thin.word(argument)
        if use is not Use.NAME or not thin.is_inside(scope, frame.function):
            return False
        if any(found is Use.UNCLEAR for found, _ in self._in(frame.function, word)):
            return False
        if not is_surely_bound(thin, argument):
            return False
        return not any(
            thin.functions.is_assigned(row) and self._is_deeper(row, frame.function)
            for row in thin.uses(word, scope)
        )

    def _is_shareable(self, argument: int) -> bool:
        """Whether an argument may be evaluated several times: quiet, and always the same thing."""
        evaluation = self.thin.evaluation
        return evaluation.is_quiet(argument) and evaluation.is_shareable(argument)

    def _is_constant(self, literal: int) -> bool:
        """Whether no name stands in a literal."""
        thin, names = self.thin, self.thin.names.tables.names
        return not any(
            thin.tree.kind_name(at) in names for at in range(literal, thin.tree.stop[literal])
        )

    def _is_deeper(self, row: int, function: int) -> bool:
        """Whether another function stands between a row and the function."""
        tree, scopes = self.thin.tree, self.thin.names.tables.scopes
        while row > function:
            if scopes.get(tree.kind_name(row)) == "function":
                return True
            row = tree.parent[row]
        return False

    def _is_early(self, function: Function, argument: int, uses: list[int]) -> bool:
        """Whether a parameter is read where its argument would be evaluated, as often."""
        thin, first = self.thin, function.statements[0] if function.statements else -1
        is_quiet = thin.evaluation.is_quiet(argument)
        if not uses:
            return is_quiet  # a value nobody reads
        if (
            first < 0
            or not thin.evaluation.is_known
            or (len(uses) > 1 and not self._is_shareable(argument))
        ):
            return False
        if any(not thin.is_inside(row, first) for row in uses):
            return False
        if not thin.evaluation.is_once(first, uses[0]):
            return False
        return all(is_undisturbed(thin, first, row, is_quiet=is_quiet) for row in uses)

    # ------------------------------------------------------------------ locals

    def _is_settled(self) -> bool:
        """Whether the locals of bodies are the bodies' own on the thick side as well."""
        if not self._is_same_start() or not self._are_variables_settled():
            return False
        for thick, keys in self._thin_of.items():
            inner = {key for key in keys if key[0]}
            if not inner:
                continue
            if any(not self._is_assigned_first(key, thick) for key in inner):
                return self._fail(f"{thick[1]} may be read before it is assigned")
            if self._is_another(thick, keys, inner):
                continue
            others = keys - inner
            is_elsewhere = self._is_elsewhere(thick) or not self._has_all(thick)
            is_one = others and all((thick, key) in self._aliases for key in keys)
            if is_elsewhere if not others else not is_one:
                return self._fail(f"{thick[1]} is used outside of what was replaced")
        return True

    def _is_same_start(self) -> bool:
        """Whether the functions around keep their documentation, or directives."""
        leading = [
            side.functions.leading(function)
            for side, function in zip((self.thick, self.thin), self.around, strict=True)
        ]
        return leading[0] == leading[1] or self._fail("strings at the start of a function count")

    def _are_variables_settled(self) -> bool:
        """Whether each parameter that gets new values is the variable it was given.

        The variable is not read afterwards, or gets the parameter's last value (`_is_alias`).
        """
        thin = self.thin
        for key, argument, frame, is_last in self._variables:
            thick = self._thick_of.get(key)
            if thick is None:
                continue
            leaf = thin.functions.bare(argument)
            _, scope = thin.meaning(leaf)
            outer: Key = (frame.number, scope, thin.word(leaf))
            is_stored = (thick, key) in self._aliases and (thick, outer) in self._aliases
            if not is_last and not is_stored and not self._is_last_use(argument, outer, thick):
                return self._fail(f"{key[2]} gets a new value")
            if not self._pair(thick, outer):
                return False
            self._aliases.update(((thick, key), (thick, outer)))
        return True

    def _is_last_use(self, argument: int, outer: Key, thick: tuple[int, str]) -> bool:
        """Whether nobody reads, after the call, the variable whose value an argument is."""
        thin = self.thin
        if outer[0] or self._is_looped(argument, self.around[1]):
            return False
        call = max(row for row in self.calls if thin.is_inside(argument, row))
        last = max((high for _, high in self._region), default=0)
        return all(row < thin.tree.stop[call] for row in thin.uses(outer[2], outer[1])) and all(
            row < last for row in self.thick.uses(thick[1], thick[0])
        )

    def _is_another(self, thick: tuple[int, str], keys: set[Key], inner: set[Key]) -> bool:
        """Whether a local of a body and one around it share a name, and never a value.

        The one of the body stores before it reads (asked before); around the call, nothing reads
        what the body stored: each read behind it comes after a new store.
        """
        thin, around = self.thin, self.around[1]
        if len(inner) != 1 or any((thick, key) in self._aliases for key in keys):
            return False
        ((_, scope, word),) = inner
        calls = [row for row, (_, f) in self.calls.items() if thin.is_inside(scope, f.row)]
        # Code that was not touched spells the variable as the thick side does.
        outer = {
            at
            for _, at in thin.meaning_of(thick[1]).values()
            if at >= 0 and thin.is_inside(at, around)
        }
        if len(calls) != 1 or len(outer) != 1 or not thin.names.tables.is_whole_scope:
            return False
        if {key[1:] for key in keys - inner} - {(at, thick[1]) for at in outer}:
            return False
        (call,) = calls
        if self._is_looped(call, around) or not self._is_stored_first(scope, word):
            return False
        return not self._is_deeper_than_one(thick) and all(
            row < call or thin.functions.is_assigned(row) or is_stored_anew(thin, row, call)
            for row in thin.uses(thick[1], outer.pop())
        )

    def _has_all(self, thick: tuple[int, str]) -> bool:
        """Whether every use of a thick local was compared with a local of a body."""
        scope, word = thick
        return all(
            any(low <= row < high for low, high in self._region)
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
        if any(known == key for known, *_ in self._variables):
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
        others = self._thin_of[thick] - {key}
        is_new = all(self._is_stored_to(thick, other) for other in others)
        if self._has_all(thick) and is_new:
            return not any(self._is_looped(row, self.around[1]) for row in self.calls)
        return False

    def _is_stored_to(self, thick: tuple[int, str], key: Key) -> bool:
        """Whether a variable has no value before the result of the body is stored in it."""
        at = self._stored_at.get(key, -1)
        is_first = at >= 0 and min(self.thin.uses(key[2], key[1])) == at
        return is_first and (thick, key) in self._aliases and key[0] == 0

    def _is_of_inner_function(self, key: Key, thick: tuple[int, str]) -> bool:
        """Whether a name belongs to a function inside the body, on both sides."""
        scope, thick_scope = key[1], thick[0]
        if scope < 0 or any(function.row == scope for function in self.candidates.values()):
            return False
        is_function = self.thin.names.kind_of_scope(scope) == "function"
        is_in_region = any(low <= thick_scope < high for low, high in self._region)
        return is_function and is_in_region and thick_scope != self.around[0]

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
        found = next(o for o in thin.names.occurrences(word) if o.row == first)
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
        if not any(self._is_captured(row, scope) for row in uses):
            return False
        bound = [o for o in thin.names.occurrences(word) if o.scope == scope]
        looped = any(self._is_looped(row, self.around[1]) for row in self.calls)
        return len(bound) != 1 or looped


def _is_in_order(moved: list[tuple[bool, list[int]]]) -> bool:
    """Whether at most one argument has an effect, and the others are read on their side of it."""
    loud = [place for place, (is_quiet, _) in enumerate(moved) if not is_quiet]
    if not loud:
        return True
    if len(loud) > 1:
        return False
    (place,) = loud
    if len(moved[place][1]) != 1:
        return False
    (row,) = moved[place][1]
    return all(use < row for _, uses in moved[:place] for use in uses) and all(
        use > row for _, uses in moved[place + 1 :] for use in uses
    )
