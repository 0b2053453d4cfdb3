"""Whether a call that found a method before finds another one after, or the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.callers.call_site_evidence import Calls, Passed
from tracer.classify.method_equivalence.callers.signatures import IN_ORDER, paired
from tracer.classify.method_equivalence.reading import MethodReader

if TYPE_CHECKING:
    from tracer.classify.method_equivalence.code.method import Code
    from tracer.classify.method_equivalence.comparison.unification import Unifier


class Overriding(MethodReader):
    """What overriding, and calls in the change set, say against a verdict on one method."""

    def _dispatched_otherwise(self, before: Code, after: Code, unifier: Unifier) -> str:
        """Why one of two functions is overridden, and the other is not; '' for nothing.

        That of a derived class is called on its objects; one that needs no object, or is passed it,
        is itself.
        """
        for code, other, is_after in ((before, after, False), (after, before, True)):
            if self._is_marked(code, "not_overridden", is_after=is_after):
                continue
            is_fixed = self._is_marked(other, "not_overridden", is_after=not is_after)
            known, theirs = self.definitions[is_after], self.definitions[not is_after]
            around = known.around(code.file, code.row)
            holder = around[-1].text if around else ""
            former = next(iter(theirs.classes_around(other.file, other.row)), "")
            for d in known.of_word.get(code.name, ()):
                is_between = former != holder and known.extends(former, d.holder)
                if (
                    (is_fixed or unifier.selves or is_between)
                    and (d.file, d.row) != (code.file, code.row)
                    and known.overrides(d, holder)
                    and self._is_other(self._code(d.file, d.row, is_after=is_after), code)
                ):
                    return f"{d.holder} has a {d.text} of its own"
            if (before.name, before.types) != (after.name, after.types):
                problem = self._asked_by_bases(code, unifier, is_after=is_after)
                if problem:
                    return problem
        return ""

    def _asked_by_bases(self, code: Code, unifier: Unifier, *, is_after: bool) -> str:
        """Why a function that came, or went, is called by who knows its base only; '' for nothing.

        What any object has is; what a base has that nobody sees is a condition.
        """
        if self._is_marked(code, "not_overriding", is_after=is_after):
            return ""
        if code.name in unifier.normal.of_any:
            return f"any object has a {code.name}"
        above = self._origins[is_after].above(code.file, code.row, code.name, ("function",))
        for stop in above.stops:
            base = stop.long.rpartition(".")[2]
            unifier.conditions[f"{base} has no {code.name}"] = None
        return ""

    def _contradicted(self, before: Code, after: Code, unifier: Unifier) -> str:
        """The condition on callers that those of the change set contradict; '' if none."""
        passed = any(isinstance(one, Passed) for one in unifier.conditions)
        is_ordered = IN_ORDER in unifier.conditions
        is_other = before.result != after.result
        if not (passed or unifier.selves or is_ordered or is_other):
            return ""
        calls = Calls(self.context, self.definitions, self._code, (before, after))
        found = calls.contradicted(unifier)
        if not found and is_ordered and calls.is_order_kept(paired(before, after, unifier)):
            found = IN_ORDER
        if not found and is_other and calls.is_result_asked(unifier):
            found = f"callers ask the same of a {after.result} as of a {before.result}"
        return f"not in the change itself: {found}" if found else ""

    def _is_overridden(self, part: Code, *, is_after: bool) -> bool:
        """Whether a call of a function may run that of a derived class, which the change has."""
        if self._is_marked(part, "not_overridden", is_after=is_after):
            return False
        known = self.definitions[is_after]
        around = known.classes_around(part.file, part.row)
        return any(
            around
            and (d.file, d.row) != (part.file, part.row)
            and known.overrides(d, around[0])
            and self._is_other(self._code(d.file, d.row, is_after=is_after), part)
            for d in known.of_word.get(part.name, ())
        )

    def _overrides(self, part: Code, *, is_after: bool) -> bool:
        """Whether a part that came, or went, is called in the place of a function of a base."""
        if self._is_marked(part, "not_overriding", is_after=is_after):
            return False
        above = self._origins[is_after].above(part.file, part.row, part.name, ("function",))
        return any(
            self._code(d.file, d.row, is_after=is_after).types == part.types
            and any(
                o.holder == d.holder and o.sort == "function"
                for o in self.definitions[not is_after].of_word.get(part.name, ())
            )
            for d in above.found
        )
