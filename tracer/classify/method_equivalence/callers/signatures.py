"""Whether two functions with the same code can be called alike, and under which conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.callers.call_site_evidence import Passed
from tracer.classify.method_equivalence.code.normal_form import Typed
from tracer.classify.method_equivalence.code.terms import (
    Term,
    element_of,
    is_path,
    is_return,
    said,
    walk,
)
from tracer.classify.method_equivalence.names.name_correspondence import is_of_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.method_equivalence.code.method import Code
    from tracer.classify.method_equivalence.code.normal_form import Normal
    from tracer.classify.method_equivalence.code.terms import Key
    from tracer.classify.method_equivalence.comparison.unification import Unifier


IN_ORDER = "callers pass the arguments in the new order"


def new_parameters(before: Code, after: Code) -> tuple[frozenset[Key], frozenset[Key]]:
    """Parameters that only one side has, by name: they may stand for code of the other."""
    words = [{p.key[1] for p in code.parameters} for code in (before, after)]
    if len(before.parameters) == len(after.parameters):
        return frozenset(), frozenset()
    return (
        frozenset(p.key for p in before.parameters if p.key[1] not in words[1]),
        frozenset(p.key for p in after.parameters if p.key[1] not in words[0]),
    )


def signature_problem(before: Code, after: Code, unifier: Unifier) -> str:
    """What is wrong with how the two are called; '' if nothing is.

    What callers have to do is added to the conditions of the comparison.
    """
    given: list[str] = []
    problem = (
        _result(before, after, unifier, given)
        or _parameters(before, after, unifier, given)
        or _filled(before, after, unifier, given)
    )
    unifier.conditions.update(dict.fromkeys(given))
    return problem


def _result(before: Code, after: Code, unifier: Unifier, given: list[str]) -> str:
    one, two = before.result, after.result
    same = _same_type(one, two, before, after, unifier)
    if one == two and same is None:
        return f"{one} is another class"
    if same is not None:
        given += [same] if same else []
        return ""
    if {one, two} & unifier.normal.closed:
        return f"the result is {two}, not {one}"
    given.append(f"callers ask the same of a {two} as of a {one}")
    return ""


def _parameters(before: Code, after: Code, unifier: Unifier, given: list[str]) -> str:
    pairs = paired(before, after, unifier)
    words = [[p.key[1] for p in code.parameters] for code in (before, after)]
    for i, j in pairs:
        is_renamed = words[0][i] != words[1][j]
        if is_renamed and words[0][i] in words[1] and words[1][j] in words[0]:
            return f"{words[0][i]} and {words[1][j]} changed places"
        one, two = before.types[i], after.types[j]
        was = zip(words[0], before.types, strict=True)
        if unifier.selves and is_renamed and (words[1][j], two) in was:
            return f"{words[1][j]} is another parameter"
        if (
            is_renamed
            and one != two
            and (one, words[0][i]) in zip(after.types, words[1], strict=True)
        ):
            return f"{words[0][i]} is another parameter"
        problem = _type(one, two, (before, after), unifier, given)
        if problem:
            return problem
        if one != two and unifier.meanings.same_types(one, two) is None:
            unifier.retyped[0].add(before.parameters[i].key)
            unifier.retyped[1].add(after.parameters[j].key)
    if [j for _, j in pairs] != sorted(j for _, j in pairs):
        if before.types == after.types:
            return "parameters changed places"
        given.append(IN_ORDER)
    return ""


def _same_type(one: str, two: str, before: Code, after: Code, unifier: Unifier) -> str | None:
    """The condition that two types as written are one, None if they are not.

    What the functions are given as a type is no class, and neither is a word of the language.
    """
    is_given = one == two and one in before.variables and two in after.variables
    is_word = one == two and one in unifier.normal.words
    return "" if is_given or is_word else unifier.meanings.same_types(one, two)


def _type(one: str, two: str, sides: tuple[Code, Code], unifier: Unifier, given: list[str]) -> str:
    """Why a parameter of one type is not one of the other; '' if it may be."""
    same = _same_type(one, two, *sides, unifier)
    if same is None:
        if one == two:
            return f"{one} is another class"
        if {one, two} & unifier.normal.closed or _is_many(one) != _is_many(two):
            return f"a parameter is {two}, not {one}"
        same = f"nothing asks whether a parameter is a {one} or a {two}"
    given += [same] if same else []
    return ""


def _is_many(kind: str) -> bool:
    """Whether a type is one of arrays."""
    return kind.endswith(("]", "."))


def paired(before: Code, after: Code, unifier: Unifier) -> list[tuple[int, int]]:
    """Places of the parameters that stand for one another."""
    places = {p.key: i for i, p in enumerate(after.parameters)}
    pairs = []
    for i, p in enumerate(before.parameters):
        partner = unifier.after_of.get(p.key)
        if partner is None and (False, p.key) not in unifier.filled:
            same = [q.key for q in after.parameters if q.key[1] == p.key[1]]
            partner = same[0] if same and same[0] not in unifier.before_of else None
        if partner in places:
            pairs.append((i, places[partner]))
    return pairs


def _filled(before: Code, after: Code, unifier: Unifier, given: list[str]) -> str:
    """Parameters that came or went, and what stands for them on the other side."""
    for (is_after, key), term in unifier.filled.items():
        if unifier.normal.is_assigned((after if is_after else before).plain or (), key):
            return f"{key[1]} gets a new value"
        known = unifier.selves.get(not is_after)
        if known is not None and any(t.op == "local" and t.key == key for t in walk(known)):
            return f"{key[1]} is the object, or leads to it"
        if not is_path(term) or _asks_itself(term):
            return f"{key[1]} is more than a name of something"
        is_known = unifier.meanings.is_variable(term.text, is_after=not is_after)
        if term.op == "name" and not is_known:
            return f"{term.text}, in the place of {key[1]}, is not known to be a field"
        given.append(Passed.as_word(term, key[1], is_after=is_after))
    return ""


def overload_problem(before: Code, after: Code, unifier: Unifier) -> str:
    """Whether a call may run another function, since a local is of another type; '' if none may."""
    for code, keys, members in zip(
        (before, after), unifier.retyped, unifier.meanings.members, strict=True
    ):
        word = members.overloaded(code.plain or (), frozenset(keys)) if keys else ""
        word = word or (
            members.passes_itself(code.plain or ()) if unifier.meanings.is_moved else ""
        )
        if word:
            return f"which {word} is called depends on types"
    return _reached_problem(before, after, unifier)


def made_problem(before: Code, after: Code, unifier: Unifier) -> str:
    """Whether what something is made of (`List<A>`) chooses a function; '' if it does not.

    An argument that is fetched, and that nobody knows the type of, may have it from there.
    """
    if before.generics == after.generics and not any(map(is_of_parts, unifier.conditions)):
        return ""
    for at, code in enumerate((before, after)):
        members = unifier.meanings.members[at]
        for call in (t for one in code.plain or () for t in walk(one) if t.op == "call"):
            for place, kid in enumerate(call.kids[1:]):
                is_unseen = unifier.type_of(kid, is_after=bool(at)) is None and any(
                    t.op in ("call", "get") for t in walk(kid)
                )
                if is_unseen and members.chooses(call.text, len(call.kids) - 1, place):
                    return f"which {call.text} is called depends on types"
    return ""


def _reached_problem(before: Code, after: Code, unifier: Unifier) -> str:
    """Whether a member is another one, reached through a local of another type; '' if none is."""
    for term in (t for one in before.plain or () for t in walk(one) if t.op in ("get", "call")):
        holder = term.kids[0]
        partner = unifier.after_of.get(holder.key) if holder.op == "local" else None
        if partner is None or holder.key not in unifier.retyped[0]:
            continue
        one = before.locals.get(holder.key) or unifier.inferred.get((False, holder.key))
        two = after.locals.get(partner) or unifier.inferred.get((True, partner))
        count = len(term.kids) - 1 if term.op == "call" else None
        if one is not None and two is not None and one != two:
            is_one = unifier.meanings.is_one_member(term.text, (one, two), count)
            if is_one is False:
                return f"which {term.text} is meant depends on types"
    return ""


def variable_problem(one: Code, other: Code) -> str:
    """Whether a name is a class in one of two functions, and a type that the other is given.

    Or is given by both, and bound by another one.
    """
    for code, theirs in ((one, other), (other, one)):
        used = {t.text for term in code.plain or () for t in walk(term) if t.op == "type"}
        used |= {*code.types, *code.locals.values(), code.result}
        clash = sorted(used.intersection(theirs.variables.keys() - code.variables.keys()))
        if clash:
            return f"{clash[0]} is a class, and what a class is given"
    for word in sorted(one.variables.keys() & other.variables.keys()):
        bounds = {one.variables[word], other.variables[word]}
        if len(bounds) > 1 and all(bounds):
            return f"{word} is {' or '.join(sorted(bounds))}"
    return ""


def typed_problem(unifier: Unifier) -> str:
    """Whether a value has another type than its variable was declared with; '' if it may not.

    What the change set says of it is no condition any more.
    """
    meanings, given = unifier.meanings, unifier.conditions
    for one in [one for one in given if isinstance(one, Typed)]:
        same = meanings.same_types(one.kind, one.kind)
        known = unifier.type_of(one.value, is_after=one.is_after)
        if same is None or known not in (None, one.kind):
            return f"{one} is not so"
        given.update({same: None} if same else {})
        if known is not None:
            del given[one]
    return ""


def _asks_itself(term: Term) -> bool:
    """Whether a path begins with a call of the object's own function."""
    return any(t.op == "call" and t.kids[0].op in ("self", "this") for t in walk(term))


def part_problem(
    part: Code, whole: Code, unifier: Unifier, others: Sequence[list[str]], *, is_after: bool
) -> str:
    """Whether a part's declared types make other values of what it takes and gives; '' if not.

    `is_after`: the part is the function after; `others`: the types that other functions of its
    class take which are called so. What is not known is added to the conditions.
    """
    types, own = whole.locals, part.locals
    pairs = unifier.before_of if is_after else unifier.after_of
    for at, parameter in enumerate(part.parameters):
        key = pairs.get(parameter.key)
        term = (
            Term("local", key[1], (), -1, key[0])
            if key is not None
            else unifier.filled.get((is_after, parameter.key))
        )
        if term is None:
            continue
        problem = _conversion(term, types, parameter.type, unifier, is_after=not is_after)
        kind = unifier.type_of(term, is_after=not is_after)
        if kind != parameter.type and any(
            kind is not None and unifier.meanings.is_kind_of(kind, other[at], is_after=is_after)
            for other in others
        ):
            problem = problem or f"{parameter.type}, not {kind}: another function is called"
        if problem:
            return f"{parameter.key[1]} is {problem}"
        if term.op != "local" or types.get(term.key) != parameter.type:
            unifier.retyped[is_after].add(parameter.key)
    for term in (t for one in part.plain or () for t in walk(one) if is_return(t)):
        if not term.kids[1:]:
            continue
        problem = _conversion(term.kids[1], own, part.result, unifier, is_after=is_after)
        if problem:
            return f"the result is {problem}"
    return ""


def declared(code: Code, normal: Normal) -> dict[Key, str]:
    """The types of the locals of a function, as written, or as the value says by itself."""
    found = {parameter.key: parameter.type for parameter in code.parameters}
    normal.types = found
    for term in (t for one in code.plain or () for t in walk(one)):
        if term.op == "declare":
            is_said = term.text not in normal.inferred
            known = term.text if is_said else normal.type_of(term.kids[1])
            found |= {term.kids[0].key: known} if known else {}
        kind = term.text.split()[0] if term.op == "node" else ""
        element = element_of(term) if kind in normal.over else None
        if element is not None and element.text not in normal.inferred:
            found[element.kids[0].key] = element.text
    return found


def _conversion(
    term: Term, types: dict[Key, str], declared: str, unifier: Unifier, *, is_after: bool
) -> str:
    """What a value becomes in a declaration of another type; '' for itself."""
    known = types.get(term.key) if term.op == "local" else unifier.type_of(term, is_after=is_after)
    if known == declared:
        return ""
    numeric = unifier.normal.numeric
    if known is None:
        if term.op != "local" and term.text != "null":
            unifier.conditions[f"{said(term)} is already a {declared}"] = None
        return ""
    if {known, declared} & numeric or _is_many(known) != _is_many(declared):
        return f"{declared}, not {known}"
    unifier.conditions[f"nothing asks whether {said(term)} is a {known} or a {declared}"] = None
    return ""
