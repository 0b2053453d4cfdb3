"""Whether the object that a method is called on has the method's class, where methods name it.

It is the first parameter of a method, which nobody assigns, of the class itself or of one derived
from it; or a variable that is assigned once, with a new object of such a class. Members that hide
the method are occurrences of its name, which the rules ask about.

Table `receivers` of verdicts.yaml: `makers`, members that decide what a call of a class gives, or
how its members are found; `constructors`, those that run once for each object, and `setters`, what
may assign a member without its name (`effects/invariance.py`); `not_on`, decorators that take the
object from a method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.effects.invariance import is_steady_read
from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.occurrences import Use
from tracer.syntax.names import defined_name, wrapper_of

if TYPE_CHECKING:
    from tracer.semantics.functions.functions import Call, Function
    from tracer.semantics.model import Side
    from tracer.semantics.types.class_hierarchy import Inheritance


def calls_of(side: Side, functions: dict[str, Function]) -> dict[int, tuple[Call, Function]]:
    """Calls of the functions in a file, by row. The answer to the last question is kept."""
    if side.calls is None or side.calls[0] is not functions:
        found = {}
        for function in functions.values():
            _, home = side.meaning(side.tree.child_by_field(function.row, "name"))
            for row, (use, scope) in side.meaning_of(function.name).items():
                if use is Use.MEMBER or (use is Use.NAME and scope == home):
                    call = side.functions.call_of(row, function)
                    if call is not None and _finds(side, call, function):
                        found[call.row] = (call, function)
        side.calls = (functions, found)
    return side.calls[1]


def _finds(side: Side, call: Call, function: Function) -> bool:
    if not side.functions.takes_self(function):
        return True
    return is_reached(side, call.row, call.arguments[0], function, side.classes)


def is_reached(
    side: Side, call: int, receiver: int, function: Function, classes: Inheritance | None
) -> bool:
    """Whether the method that a receiver finds is the function."""
    caller = side.functions.enclosing(call)
    own = side.functions.first_parameter(caller) if caller >= 0 else -1
    if own >= 0 and side.tree.slice(receiver) == side.tree.slice(own):
        return _is_own(side, own, caller, function, classes)
    if classes is None or side.tree.kind_name(receiver) not in side.names.tables.names:
        return False
    made = _class_of(side, receiver)
    if made < 0:
        return False
    if made != function.holder and not (
        classes.is_derived(made, function.holder)
        and classes.may_inherit(made, function.name) is None
    ):
        return False
    makers = _table(side).get("makers") or ()
    return side.names.has_any(frozenset(makers), made) is None and not any(
        classes.may_have(made, maker) for maker in makers
    )


def _table(side: Side) -> dict[str, Any]:
    return side.names.tables.raw.get("receivers") or {}


def _is_own(
    side: Side, own: int, caller: int, function: Function, classes: Inheritance | None
) -> bool:
    _, scope = side.meaning(own)
    if any(side.functions.is_assigned(use) for use in side.uses(side.word(own), scope)):
        return False
    if _is_static(side, caller):
        return False
    home = side.functions.holder(caller)
    if home == function.holder:
        return True
    if classes is None or side.names.kind_of_scope(home) != "class":
        return False
    return (
        classes.is_derived(home, function.holder)
        and classes.may_inherit(home, function.name) is None
    )


def _is_static(side: Side, function: int) -> bool:
    """Whether a decorator gives a function in a class another first parameter."""
    tree = side.tree
    wrapper = wrapper_of(tree, function)
    marks = [row for row in significant_children(tree, wrapper) if wrapper < row < function]
    words = {tree.slice(row).lstrip(b"@ ").decode("utf-8", "replace") for row in marks}
    return not words.isdisjoint(_table(side).get("not_on") or ())


def _class_of(side: Side, receiver: int) -> int:
    """Row of the class of which the variable at a leaf holds a new object, or -1."""
    use, scope = side.meaning(receiver)
    word = side.word(receiver)
    if use is not Use.NAME or scope < 0 or not is_steady_read(side, receiver):
        return -1
    bound = [o.row for o in side.names.occurrences(word) if o.scope == scope]
    stores = [row for row in side.uses(word, scope) if side.functions.is_assigned(row)]
    if len(bound) != 1 or stores != bound:
        return -1
    statement = bound[0]
    while statement > scope and not side.functions.is_list(side.tree.parent[statement]):
        statement = side.tree.parent[statement]
    stored = side.functions.bound(statement)
    if stored is None or list(stored[0]) != bound:
        return -1
    return _class_called(side, stored[1])


def _class_called(side: Side, value: int) -> int:
    """Row of the class that a call makes an object of, or -1."""
    tree, call = side.tree, side.functions.table["call"]
    if tree.kind_name(value) != call["kind"]:
        return -1
    callee = tree.child_by_field(value, call["function"])
    if tree.kind_name(callee) not in side.names.tables.names:
        return -1
    word = side.word(callee)
    use, scope = side.meaning(callee)
    bound = [o.row for o in side.names.occurrences(word) if o.scope == scope]
    if use is not Use.NAME or scope < 0 or len(bound) != 1:
        return -1
    made = tree.parent[bound[0]]
    is_class = side.names.tables.scopes.get(tree.kind_name(made)) == "class"
    is_plain = is_class and defined_name(tree, made) == word and wrapper_of(tree, made) == made
    return made if is_plain else -1
