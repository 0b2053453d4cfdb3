"""Whether the parameters of a function can stand for the arguments of one call."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tracer.classify.inlining.execution_regions import (
    has_unclear,
    is_bound_once,
    is_captured,
    is_declared_anew,
    is_deeper,
    is_looped,
    uses_within,
)
from tracer.classify.inlining.frames import Frame, Reassigned
from tracer.classify.inlining.named_values import has_names
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.effects.definite_assignment import can_fail, is_surely_bound, is_undisturbed
from tracer.semantics.effects.invariance import is_steady_read
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.classify.inlining.frames import Ground
    from tracer.semantics.functions.evaluation_order import Evaluation
    from tracer.semantics.functions.functions import Call, Function

_DEEPEST = 4  # calls in bodies of calls

_ASSIGNS = "is given something that assigns"


class Arguments:
    """The frames of one comparison: one for each call that is replaced."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.thin, self.around = ground.thin, ground.around
        self.expanded: set[str] = set()  # keys of the functions that were
        self.reassigned: list[Reassigned] = []
        self._frames = 1  # 0 is the function around

    def frame(  # noqa: C901
        self, call: Call, function: Function, frame: Frame, *, is_last: bool = False
    ) -> Frame | None:
        """The frame of one expansion, or None where the call cannot be replaced.

        `is_last`: the caller returns what the call returns.
        """
        if frame.depth == _DEEPEST:
            self.ground.fail("calls in calls in calls", is_code=True)
            return None
        if self._reads_itself(function):
            self.ground.fail(f"{function.name} depends on being called")
            return None
        thin = self.thin
        arguments: dict[tuple[int, str], tuple[int, Frame]] = {}
        moved: list[_Moved] = []
        reassigned: list[tuple[tuple[int, str], int]] = []
        for parameter, argument in zip(function.parameters, call.arguments, strict=True):
            word = thin.word(parameter)
            _, scope = thin.meaning(parameter)
            uses = [row for row in thin.uses(word, scope) if row != parameter]
            if any(thin.functions.is_assigned(row) for row in uses):
                is_other = self._value(argument, frame) != (argument, frame)
                if is_other or not self._is_plain_local(argument, frame):
                    self.ground.fail(f"{word} gets a new value", is_code=True)
                    return None
                reassigned.append(((scope, word), argument))
                continue
            value, home = self._value(argument, frame)
            problem = self._parameter(function, parameter, value)
            if problem:
                self.ground.fail(f"{word} {problem}", is_code=problem == _ASSIGNS)
                return None
            is_later = any(is_captured(thin, row, function.row) for row in uses)
            if is_later and not self._is_never_assigned(value, home):
                self.ground.fail(f"{word} is read later on", is_code=True)
                return None
            if not self._is_stable(value, home):
                is_quiet = thin.is_silent(value) and not self.is_moved(value, home)
                if not self._is_early(function, value, uses, is_quiet=is_quiet):
                    self._doubt_time(word, value)
                moved.append(_Moved(is_quiet, can_fail(thin, value), uses))
            arguments[scope, word] = (argument, frame)
        if not _is_in_order(thin.evaluation, moved):
            self.ground.doubt("arguments are evaluated in another order", is_code=True)
        self.expanded.add(function.key)
        self._frames += 1
        for (scope, word), argument in reassigned:
            key = (self._frames - 1, scope, word)
            self.reassigned.append(Reassigned(key, argument, frame, is_last))
        return Frame(self._frames - 1, function.row, arguments, frame.depth + 1)

    def _doubt_time(self, word: str, value: int) -> None:
        """Doubt that an argument has the value that it has where its parameter is used."""
        if self._has_values(value):
            when = "is evaluated at another point, or another number of times"
            self.ground.doubt(f"{word} {when}", is_code=True)
        else:
            self.ground.doubt(f"{word} may be handed on before it has a value")

    def _value(self, row: int, frame: Frame) -> tuple[int, Frame]:
        """What stands for an argument: itself, or what a variable or parameter is replaced by."""
        thin = self.thin
        while True:
            at = thin.functions.bare(row)
            found = frame.values.get(at)
            if found is None and frame.arguments and thin.tree.flags[at] & LEAF:
                use, scope = thin.meaning(at)
                found = frame.arguments.get((scope, thin.word(at))) if use is Use.NAME else None
            if found is None:
                return row, frame
            row, frame = found

    def is_moved(self, row: int, frame: Frame, *, but: int = -1) -> bool:
        """Whether some value that is not always the same was taken before a row uses it.

        By a variable, or for a parameter. `but`: a part of the row that is not asked about.
        """
        tree, kinds = self.thin.tree, self.thin.names.tables.names
        left_out = range(but, tree.stop[but] if but >= 0 else but)
        for at in range(row, tree.stop[row]):
            if at not in left_out and (at in frame.values or tree.kind_name(at) in kinds):
                value, home = self._value(at, frame)
                if (value, home) != (at, frame) and not self._is_stable(value, home):
                    return True
        return False

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
        return not any(is_captured(thin, row, frame.function) for row in uses)

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
        if not is_looped(thin, argument, frame.function):
            bound = [o.row for o in thin.names.occurrences(word) if o.scope == scope]
            assigned = (r for r in thin.uses(word, scope) if thin.functions.is_assigned(r))
            return len(bound) == 1 and set(assigned) <= set(bound)
        # What each turn of a loop declares anew is another variable each time.
        return is_declared_anew(thin, scope, word) and is_bound_once(thin, scope, word)

    def _parameter(self, function: Function, parameter: int, argument: int) -> str | None:
        """Why a parameter cannot stand for its argument, or None."""
        thin = self.thin
        if Use.UNCLEAR in uses_within(thin, function.row, thin.word(parameter)):
            return "is used in a way that is not certain"
        at, last = argument, thin.tree.stop[argument]
        if any(thin.functions.is_assigned(row) for row in range(at, last)):
            return _ASSIGNS
        types = thin.types
        if types.matters and (
            not types.is_safe(types.declared(parameter), argument)
            or types.may_be_boxed(
                types.declared(parameter),
                argument,
                thin.uses(thin.word(parameter), thin.meaning(parameter)[1]),
            )
        ):
            self.ground.doubt(f"{thin.word(parameter)} may convert what it is given")
        return None

    def _reads_itself(self, function: Function) -> bool:
        """Whether a body has words whose meaning depends on the function it stands in."""
        thin = self.thin
        always = thin.functions.table.get("own_words") or ()
        in_class = thin.functions.table.get("class_words") or ()
        is_at_home = thin.functions.is_method(function) and function.holder == (
            thin.functions.holder(self.around[1])
        )
        words = {*always, *(() if is_at_home else in_class)}
        mangled = None if self._is_in_class_of(function) else thin.names.tables.mangled
        kinds = thin.functions.table.get("own_kinds") or ()
        return any(
            thin.tree.kind_name(at) in kinds
            for at in range(function.body, thin.tree.stop[function.body])
        ) or any(
            thin.word(at) in words or (mangled is not None and mangled.match(thin.word(at)))
            for at in range(function.body, thin.tree.stop[function.body])
            if thin.tree.flags[at] & LEAF
        )

    def _is_in_class_of(self, function: Function) -> bool:
        """Whether the function and its caller stand in one class, or in none."""
        tree, scopes = self.thin.tree, self.thin.names.tables.scopes
        classes = []
        for row in (function.row, self.around[1]):
            at = row
            while at > 0 and scopes.get(tree.kind_name(at)) != "class":
                at = tree.parent[at]
            classes.append(max(at, 0))
        return classes[0] == classes[1]

    def _is_stable(self, argument: int, frame: Frame) -> bool:  # noqa: PLR0911
        """Whether an argument is the same whenever it is read: a literal, or a plain local."""
        thin = self.thin
        argument = thin.functions.bare(argument)
        roles = thin.tree.language.roles[thin.tree.kind[argument]]
        if roles & Role.LITERAL:
            return self._is_shareable(argument) and not has_names(thin, argument)
        if not thin.tree.flags[argument] & LEAF:
            return False
        if thin.tree.kind_name(argument) not in thin.names.tables.names:
            return thin.tree.kind_name(argument) in (thin.functions.table.get("constant") or ())
        use, scope = thin.meaning(argument)
        word = thin.word(argument)
        if use is Use.NAME and scope == 0 and frame.function:
            # What the file assigns at its top stays the same while a function runs.
            return (
                thin.names.tables.is_whole_scope
                and is_steady_read(thin, argument)
                and is_surely_bound(thin, argument)
            )
        if use is not Use.NAME or not thin.is_inside(scope, frame.function):
            return False
        if has_unclear(thin, frame.function, word):
            return False
        if not is_surely_bound(thin, argument):
            return False
        return not any(
            thin.functions.is_assigned(row) and is_deeper(thin, row, frame.function)
            for row in thin.uses(word, scope)
        )

    def _has_values(self, argument: int) -> bool:
        """Whether all names in an argument have a value where it is evaluated."""
        thin, kinds = self.thin, self.thin.names.tables.names
        return all(
            is_surely_bound(thin, at)
            for at in range(argument, thin.tree.stop[argument])
            if thin.tree.kind_name(at) in kinds and thin.meaning(at)[0] is Use.NAME
        )

    def _is_shareable(self, argument: int) -> bool:
        """Whether an argument may be evaluated several times: quiet, and always the same thing."""
        return self.thin.is_silent(argument) and self.thin.evaluation.is_shareable(argument)

    def _is_early(
        self, function: Function, argument: int, uses: list[int], *, is_quiet: bool
    ) -> bool:
        """Whether a parameter is read where its argument would be evaluated, as often."""
        thin, first = self.thin, function.statements[0] if function.statements else -1
        if (
            not uses  # a value nobody reads may be an error all the same
            or first < 0
            or not thin.evaluation.is_known
            or (len(uses) > 1 and not (is_quiet and thin.is_shareable(argument, first)))
        ):
            return False
        if any(not thin.is_inside(row, first) for row in uses):
            return False
        if not thin.evaluation.is_once(first, uses[0]):
            return False
        suspends = thin.functions.suspends(argument)
        return all(
            is_undisturbed(thin, first, row, value=argument, is_quiet=is_quiet, suspends=suspends)
            for row in uses
        )


class _Moved(NamedTuple):
    """An argument that is read where its parameter stands, at the rows `uses`."""

    is_quiet: bool
    can_fail: bool
    uses: list[int]


def _is_in_order(evaluation: Evaluation, moved: list[_Moved]) -> bool:
    """Whether arguments may as well be evaluated where they are read.

    At most one has an effect, and the others are read on their side of it; those that can fail are
    read in the order in which they stand, so that the same failure comes first.
    """
    loud = [place for place, one in enumerate(moved) if not one.is_quiet]
    failing = [one.uses[0] for one in moved if one.can_fail and one.uses]
    if not all(evaluation.is_earlier(*two) for two in pairwise(failing)):
        return False
    if not loud:
        return True
    if len(loud) > 1:
        return False
    (place,) = loud
    if len(moved[place].uses) != 1:
        return False
    (row,) = moved[place].uses
    return all(
        evaluation.is_earlier(use, row) for one in moved[:place] for use in one.uses
    ) and all(evaluation.is_earlier(row, use) for one in moved[place + 1 :] for use in one.uses)
