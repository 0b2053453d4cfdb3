"""A method as a value, beside a function that calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.terms import Term

_PARAMETERS, _NUMBER, _BODY = 2, 3, 4  # of a finished function

METHODS = law(
    "method-as-function",
    "A method that is named where a function is taken is the function that calls it on its first "
    "argument.",
    "struct A(u8);\nimpl A {\n    fn get(&self) -> u8 { self.0 }\n}\n"
    "fn f() -> fn(&A) -> u8 { |a| a.get() }\n",
    "struct A(u8);\nimpl A {\n    fn get(&self) -> u8 { self.0 }\n}\n"
    "fn f() -> fn(&A) -> u8 { A::get }\n",
    "struct A(u8);\nimpl A { fn put(&self) -> u8 { 1 } }\nfn f() -> fn(&A) -> u8 { A::put }\n",
    "rust",
)


def calls_method(function: Term, method: Term) -> bool:
    """Whether a finished function only calls a method on its first argument, with the others."""
    call = _only_call(function[_BODY]) if len(function) > _BODY else None
    if call is None or call[1][0] != "method" or not isinstance(method[1], tuple):
        return False
    given = [("p", function[_NUMBER], at) for at in range(len(function[_PARAMETERS]))]
    arguments = call[2][1:] if call[2][:1] == ("slots",) else call[2]
    if not given or call[1][2:] != (given[0],) or list(arguments) != given[1:]:
        return False
    path, named = method[1][-1], call[1][1][1]
    is_of_class = len(path) > 1
    return is_of_class and named in (method[1], path[-1])


def _only_call(tree: Term) -> Term | None:
    """The call that a function consists of, and whose value it gives."""
    if tree[0] == "do" and tree[2][0] == "call" and tree[4][:2] == ("ret", ("v", tree[1])):
        call, due = tree[2], (*tree[3], *tree[4][2])
    elif tree[0] == "ret" and tree[1][0] == "call":
        call, due = tree[1], tree[2]
    else:
        return None
    there = ("there", call[1][-1])
    return call if all(one in (call, there) for one in due) else None
