"""Loops that count in a local of their own, written as `for` loops that say so in their head."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tracer.classify.equivalence.evaluation.domain.facts import nodes_in, walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.semantics import core

COUNTING = law(
    "counting-head",
    "A local that is 0 before a loop, counts at the end of each round, and that nothing else sets "
    "or reads later, counts in the loop's head.",
    "def f(a: str):\n    i = 0\n    n = 0\n    while i < len(a):\n        n += ord(a[i])\n"
    "        i += 1\n    return n\n",
    "def f(a: str):\n    n = 0\n    for b in a:\n        n += ord(b)\n    return n\n",
    "def f(a: str):\n    i = 1\n    n = 0\n    while i < len(a):\n        n += ord(a[i])\n"
    "        i += 1\n    return n\n",
)


def as_counting(code: Any) -> Any:
    """Code with such loops as `for` loops; the same object where there are none.

    Cost: one walk where no loop tests a local that its last statement counts.
    """
    if not any(_counter(one) is not None for one in nodes_in(code)):
        return code
    mentions = _mentions(code)
    captured = {
        binder for one in walk(code) if isinstance(one, core.Function) for binder in one.captures
    }
    return _rewritten(code, mentions, captured)


def _mentions(code: Any) -> Counter[int]:
    """How often each local is named."""
    return Counter(
        one.binder for one in walk(code) if isinstance(one, core.Local | core.BindPattern)
    )


def _rewritten(code: Any, mentions: Counter[int], captured: set[int]) -> Any:
    if not isinstance(code, tuple) or isinstance(code, core.Symbol | core.Type):
        return code
    parts = [_rewritten(one, mentions, captured) for one in code]
    if hasattr(code, "_fields"):
        same = all(one is other for one, other in zip(parts, code, strict=True))
        return code if same else type(code)(*parts)
    made = _with_heads(parts, mentions, captured)
    same = len(made) == len(code) and all(a is b for a, b in zip(made, code, strict=True))
    return code if same else tuple(made)


def _with_heads(parts: list[Any], mentions: Counter[int], captured: set[int]) -> list[Any]:
    """Statements with each loop that counts, and where its counter starts, as one."""
    made: list[Any] = []
    for one in parts:
        counter = _counter(one)
        at = None if counter is None or counter in captured else _start(made, counter)
        if at is None or counter is None:
            made.append(one)
            continue
        own = _mentions((made[at],))[counter] + _mentions((one,))[counter]
        if own != mentions[counter] or _is_stored(one.body[:-1], counter):
            made.append(one)
            continue
        setup = core.Let(core.BindPattern(counter), core.Literal("int", "0"))
        made.append(one._replace(setup=(setup,), step=(one.body[-1],), body=one.body[:-1]))
        del made[at]
    return made


def _counter(one: Any) -> int | None:
    """The local that a loop tests first, and its last statement adds 1 to, in each round."""
    if not isinstance(one, core.Loop) or one.setup or one.step or one.otherwise or one.pattern:
        return None
    test = one.test
    if one.is_checked_after or len(one.body) < 2 or not isinstance(test, core.Binary):  # noqa: PLR2004
        return None
    if test.operator != "<" or not isinstance(test.left, core.Local):
        return None
    last = one.body[-1].value if isinstance(one.body[-1], core.Evaluate) else None
    counts = (
        isinstance(last, core.Update)
        and last.operator == "+"
        and isinstance(last.target, core.Local)
        and last.target.binder == test.left.binder
        and isinstance(last.value, core.Literal)
        and last.value.value == "1"
    )
    return test.left.binder if counts and not _goes_on(one.body) else None


def _goes_on(code: Any) -> bool:
    """Whether some code may begin the next round of the loop around it early."""
    if isinstance(code, core.Leave):
        return code.kind == "continue" or bool(code.label)
    if isinstance(code, core.Function | core.Symbol | core.Type) or not isinstance(code, tuple):
        return False
    return any(map(_goes_on, code))


def _start(made: list[Any], counter: int) -> int | None:
    """Where a local is set to 0, with nothing after it that names the local."""
    for at in range(len(made) - 1, -1, -1):
        one = made[at]
        target = one.pattern if isinstance(one, core.Let) else None
        value = one.value if isinstance(one, core.Let | core.Evaluate) else None
        if isinstance(value, core.Assign):
            target, value = value.target, value.value
        place = target.place if isinstance(target, core.TargetPattern) else target
        is_zero = isinstance(value, core.Literal) and (value.kind, value.value) == ("int", "0")
        if is_zero and isinstance(place, core.Local | core.BindPattern) and place.binder == counter:
            is_typed = isinstance(place, core.BindPattern) and place.type.name
            return None if is_typed else at
        if _mentions((one,))[counter]:
            return None
    return None


def _is_stored(body: tuple[core.Statement, ...], counter: int) -> bool:
    """Whether some code sets a local, or takes its address."""
    for one in walk(body):
        if isinstance(one, core.Unary) and one.operator in ("&", "&mut"):
            operand = one.operand
            if isinstance(operand, core.Local) and operand.binder == counter:
                return True
        place = one.place if isinstance(one, core.TargetPattern) else None
        place = one.target if isinstance(one, core.Update) else place
        if isinstance(place, core.Local) and place.binder == counter:
            return True
        if isinstance(one, core.BindPattern) and one.binder == counter:
            return True
    return False
