"""Laws of C++ containers: asking a table for a key, adding to a sequence, texts that are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.library_calls import apply_known
from tracer.classify.equivalence.evaluation.calls.methods import method_leaf
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import ONE, ZERO
from tracer.classify.equivalence.evaluation.laws.library_laws import library_law
from tracer.classify.equivalence.evaluation.machine.values import is_plain_type, sort_of
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

KEYS = law(
    "key-in-table",
    "To contain a key is to find it: `contains`, `count` of a table of single keys, and `find` "
    "that is not the end.",
    "#include <map>\nbool f(const std::map<int, int>& m, int k) { return m.find(k) != m.end(); }\n",
    "#include <map>\nbool f(const std::map<int, int>& m, int k) { return m.contains(k); }\n",
    "#include <map>\nbool f(const std::map<int, int>& m, int k) { return !m.contains(k); }\n",
    "cpp",
)
ADDED = law(
    "added-element",
    "`emplace_back` of one value of a plain type is `push_back` of it.",
    "#include <vector>\nvoid f(std::vector<int>& v, int a) { v.push_back(a); }\n",
    "#include <vector>\nvoid f(std::vector<int>& v, int a) { v.emplace_back(a); }\n",
    "#include <vector>\nvoid f(std::vector<int>& v, int a) { v.emplace_back(a, a); }\n",
    "cpp",
)


@library_law("key in table")
def _contains(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`m.contains(k)`."""
    function = e.function
    if r is None or len(given) != 1 or not isinstance(function, core.Member):
        return None
    m.law(KEYS)

    def method(name: str, taken: list[Given], s2: State, k2: Continue) -> Term:
        owner = function.owner
        if owner is not None:
            owner = owner._replace(path=(*owner.path[:-1], name))
        leaf = method_leaf(m, function._replace(name=name, owner=owner), r)
        known = m.library.method(sort_of(m, r), name)
        assert known is not None
        return apply_known(m, e, ("method", leaf, r), known, taken, s2, k2)

    return method("find", given, s, lambda found, s2: method(
        "end", [], s2, lambda end, s3: comparisons.compare(m, "!=", found, end, s3, k)
    ))  # fmt: skip


@library_law("keys in table")
def _counts(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`m.count(k)`: 1 or 0."""
    if r is None or len(given) != 1:
        return None

    def choose(k2: Continue) -> Term:
        made = _contains(m, e, r, given, s, lambda test, s2: comparisons.condition(
            m, test, s2, lambda s3: k2(ONE, s3), lambda s3: k2(ZERO, s3)
        ))  # fmt: skip
        assert made is not None
        return made

    return m.joined(s, choose, k)


@library_law("add one")
def _added(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`v.emplace_back(a)`, whose result is not used."""
    function = e.function
    if r is None or len(given) != 1 or m.unused is not e or not isinstance(function, core.Member):
        return None
    declared = m.exact.get(r, core.UNKNOWN)
    if declared.name == "&" and declared.arguments:
        declared = declared.arguments[0]
    if r[0] == "var" or len(declared.arguments) != 1:
        return None
    if not is_plain_type(m, declared.arguments[0]):
        return None
    m.law(ADDED)
    owner = function.owner
    if owner is not None:
        owner = owner._replace(path=(*owner.path[:-1], "push_back"))
    pushed = function._replace(name="push_back", owner=owner)
    known = m.library.method(sort_of(m, r), "push_back")
    if known is None:
        return None
    leaf = method_leaf(m, pushed, r)
    return apply_known(m, e, ("method", leaf, r), known, given, s, k)
