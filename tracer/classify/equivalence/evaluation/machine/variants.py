"""Values of closed families of variants: an enum's members, `Some` and `None`, `Ok` and `Err`.

Which variant a value is, is a decision among all of its family, so the order in which code asks
does not matter, and the last one left needs no question. A value made by a constructor is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import FALSE, NO_DUTIES, TRUE, Term
from tracer.classify.equivalence.evaluation.machine.values import declare, is_copied, referent
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State, Then
    from tracer.classify.equivalence.evaluation.machine.branches import Branches

VARIANTS = law(
    "variants",
    "Which variant of a closed family a value is, is one decision, whatever is asked first; what "
    "a constructor was given is what its pattern holds.",
    "fn f(a: Option<i32>) -> i32 { match a { Some(b) => b, None => 0 } }\n",
    "fn f(a: Option<i32>) -> i32 { if let None = a { return 0; } "
    "match a { None => 1, Some(b) => b } }\n",
    "fn f(a: Option<i32>) -> i32 { match a { Some(b) => b, None => 1 } }\n",
    "rust",
)
REBUILT = law(
    "rebuilt-variant",
    "An Option or Result that is taken apart and made again of what it holds, either way, is the "
    "value itself.",
    "fn g(a: i32) -> Result<i32, String> { if a > 1 { Ok(a) } else { Err(String::new()) } }\n"
    "fn f(a: i32) -> Result<i32, String> { match g(a) { Ok(b) => Ok(b), Err(c) => Err(c) } }\n",
    "fn g(a: i32) -> Result<i32, String> { if a > 1 { Ok(a) } else { Err(String::new()) } }\n"
    "fn f(a: i32) -> Result<i32, String> { g(a) }\n",
    "fn g(a: i32) -> Result<i32, String> { if a > 1 { Ok(a) } else { Err(String::new()) } }\n"
    "fn f(a: i32) -> Result<i32, String> { match g(a) { Ok(b) => Ok(b), Err(_) => Ok(0) } }\n",
    "rust",
)
_LEAVES = ("ret", "next", "fall", "end")
_LARGEST = 600  # nodes of a way that is compared with another


def family(m: Branches, kind: Term) -> tuple[Term, ...]:
    """All variants that a value may be where it may be one; nothing where that is not known."""
    if kind[0] == "ext":
        return m.library.family(kind[1])
    if kind[0] != "sym" or m.context.kind(kind[1]) is not core.Kind.VARIANT:
        return ()
    outline = m.context.outline(kind[1])
    owner = m.context.outline(outline.owner) if outline is not None and outline.owner else None
    if owner is None or owner.kind is not core.Kind.ENUM or not m.semantics.enums_are_variants:
        return ()
    members = [s for s in owner.members if m.context.kind(s) is core.Kind.VARIANT]
    return tuple(("sym", s) for s in members)


def made_by(m: Branches, f: Term, args: Term) -> Term | None:
    """What a constructor of a variant makes of values, if it is one."""
    if f[0] not in ("ext", "sym"):
        return None
    kind = named(m, f)
    return ("made", kind, args) if family(m, kind) else None


def named(m: Branches, kind: Term) -> Term:
    """A variant from outside by its plain name, however its path is written."""
    if kind[0] == "ext":
        return ("ext", m.library.variant_name(kind[1]))
    return kind


def kind_of(m: Branches, value: Term) -> Term | None:
    """The variant that a value surely is."""
    if value[0] == "made":
        found: Term = value[1]
        return found
    if value[0] in ("ext", "sym") and family(m, named(m, value)):
        return named(m, value)
    return None


def test_of(value: Term, kind: Term, heap: Term) -> Term:
    """The question whether a value is a variant."""
    return ("variant", value, kind, heap)


def is_shared(m: Branches, value: Term) -> bool:
    """Whether a value is a reference by which nobody can store."""
    return value[:2] == ("un", "&") or m.exact.get(value, core.UNKNOWN).name == "&"


def lent(m: Branches, value: Term) -> Term:
    """What a match asks: of what such a reference refers to it asks the same as of itself."""
    if not m.semantics.references_valid:
        return value
    while value[0] == "behind" and is_shared(m, value[1]):
        value = value[1]
    return value


def _is_only_read(m: Branches, whole: Term) -> bool:
    """Whether what a value holds is that as long as it lives: no pattern lends it to be changed."""
    return is_shared(m, whole) or m.exact.get(whole, core.UNKNOWN).name not in ("", "&mut")


def _field_type(m: Branches, kind: Term, at: Any) -> core.Type:
    """The declared type of what an own variant holds at a place, or by a name."""
    found = m.context.definition(kind[1]) if kind[0] == "sym" else None
    if found is None or found.kind is not core.Kind.VARIANT or not m.semantics.references_valid:
        return core.UNKNOWN
    types = found.type.arguments
    if isinstance(at, int):
        return types[at] if at < len(types) else core.UNKNOWN
    named = (one.arguments for one in types if one.name == at[1])
    return next((one[0] for one in named if one), core.UNKNOWN)


def holding(m: Branches, value: Term, kind: Term, at: Any, heap: Term) -> Term:
    """What a variant's value holds at a place."""
    if value[0] == "made" and isinstance(at, int) and at < len(value[2]):
        held: Term = value[2][at]
        return held
    whole = lent(m, value)
    said = _field_type(m, kind, at) if kind[0] == "sym" else _argument_type(m, whole, kind, at)
    found: Term = ("held", value, kind, at, heap)
    if is_copied(m, said) and _is_only_read(m, whole):
        found = ("held", whole, kind, at, heap)
    elif is_shared(m, value) and said.name and m.semantics.references_valid:
        said = core.Type("&", (said,))
    elif not _is_only_read(m, value):
        return found
    if said.name:
        declare(m, found, said)
        m.exact.setdefault(found, said)
    return found


def _argument_type(m: Branches, whole: Term, kind: Term, at: Any) -> core.Type:
    """The type of what a variant from outside holds, as the type of the whole says."""
    declared = m.exact.get(whole, core.UNKNOWN)
    declared = referent(declared) if m.semantics.references_valid else declared
    place = m.library.held(kind[1]) if kind[0] == "ext" and at == 0 else None
    if place is None or declared.name == "&mut" or place >= len(declared.arguments):
        return core.UNKNOWN
    return declared.arguments[place]


def branch(m: Branches, test: Term, s: State, yes: Then, no: Then) -> Term:
    """Both ways from the question which variant a value is."""
    _, value, kind, heap = test
    known = kind_of(m, value)
    members = family(m, kind)
    if known is not None and (known in members or known == kind):
        m.law(VARIANTS)
        return yes(s) if known == kind else no(s)
    said = {one: s.known.get(test_of(value, one, heap)) for one in members or (kind,)}
    if said.get(kind) is not None:
        return yes(s) if said[kind] else no(s)
    if any(said.values()):
        return no(s)
    left = [one for one in members if said[one] is None]
    if left == [kind]:
        m.law(VARIANTS)
        return yes(s._replace(known={**s.known, test: True}))
    m.tick()
    start = m.count
    clean = s._replace(duties=NO_DUTIES)
    one = yes(clean._replace(known={**s.known, test: True}))
    other = no(clean._replace(known={**s.known, test: False}))
    if not members:
        return m.node_if(test, s.duties, one, other)
    m.law(VARIANTS)
    rest = frozenset(each for each in left if each != kind)
    return _node(m, (value, heap), s.duties, kind, rest, one, other, start)


def decided(m: Branches, test: Term, s: State) -> bool | None:
    """What the path says about the question which variant a value is."""
    _, value, kind, heap = test
    known = kind_of(m, value)
    members = family(m, kind)
    if known is not None and known in members:
        return known == kind
    said = {one: s.known.get(test_of(value, one, heap)) for one in members or (kind,)}
    if said.get(kind) is not None or not members:
        return said.get(kind)
    if any(said.values()):
        return False
    return True if all(said[one] is False for one in members if one != kind) else None


def _node(
    m: Branches,
    about: tuple[Term, Term],
    duties: frozenset[Term],
    kind: Term,
    rest: frozenset[Term],
    one: Term,
    other: Term,
    start: int,
) -> Term:
    groups: frozenset[Any] = frozenset({(rest, other)})
    if other[0] == "arms" and other[1:3] == about and not other[3]:
        groups = other[4]
    mine = frozenset({kind})
    for kinds, tree in groups:
        if _alike(m, one, tree, start):
            groups = (groups - {(kinds, tree)}) | {(kinds | mine, tree)}
            break
    else:
        groups |= {(mine, one)}
    if len(groups) == 1:
        ((_, tree),) = groups
        if tree[0] in _LEAVES:
            return (*tree[:-1], tree[-1] | duties)
    if _is_rebuilt(m, about[0], groups):
        m.law(REBUILT)
        return ("ret", about[0], duties)
    answer = _answer(m, about, groups)
    if answer is not None:
        return ("ret", answer, duties)
    return ("arms", *about, duties, groups)


def _is_rebuilt(m: Branches, value: Term, groups: frozenset[Any]) -> bool:
    """Whether each way gives the variant that it found, made again of what it holds."""
    if value[0] not in ("v", "call", "p", "held"):
        return False
    for kinds, tree in groups:
        if tree[0] != "ret" or tree[-1] or len(kinds) != 1:
            return False
        (kind,) = kinds
        made = tree[1]
        if made == kind and kind[0] == "ext" and not m.library.holds(kind[1]):
            continue
        if made[0] != "made" or made[1] != kind or len(made[2]) != 1:
            return False
        held = made[2][0]
        if held[:4] != ("held", value, kind, 0) or m.library.holds(kind[1]) != 1:
            return False
    return len(groups) > 1


def _answer(m: Branches, about: tuple[Term, Term], groups: frozenset[Any]) -> Term | None:
    """The question itself, where its answer is what is given."""
    by_value = {tree[1]: kinds for kinds, tree in groups if tree[0] == "ret" and not tree[-1]}
    if len(groups) != 2 or by_value.keys() != {TRUE, FALSE}:  # noqa: PLR2004
        return None
    for value in (TRUE, FALSE):
        if len(by_value[value]) == 1:
            (kind,) = by_value[value]
            return question(m, about[0], kind, about[1], negated=value == FALSE)
    return None


def question(m: Branches, value: Term, kind: Term, heap: Term, *, negated: bool = False) -> Term:
    """Whether a value is a variant, as a value; of two, the question is for the first."""
    known = kind_of(m, value)
    members = family(m, kind)
    if known is not None and known in members:
        return TRUE if (known == kind) != negated else FALSE
    if len(members) == 2 and kind == members[1]:  # noqa: PLR2004
        kind, negated = members[0], not negated
    test = test_of(value, kind, heap)
    return ("not", test) if negated else test


# Ways that are the same but for the numbers of what happens on them


def _alike(m: Branches, one: Term, other: Term, start: int) -> bool:
    if one == other:
        return True
    if m._size(one) != m._size(other) or m._size(one) > _LARGEST:  # noqa: SLF001
        return False
    ours, theirs = _Numbered(start), _Numbered(start)
    made = ours.go(one)
    return not ours.is_open and made == theirs.go(other) and not theirs.is_open


class _Numbered:
    """A tree with the numbers that were given in it replaced by their order."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.numbers: dict[int, int] = {}
        self.is_open = False  # what is put off cannot be compared

    def go(self, term: Any) -> Any:
        if isinstance(term, frozenset):
            self.is_open = self.is_open or len(term) > 1
            return frozenset([self.go(one) for one in term])
        if not isinstance(term, tuple) or not term:
            return term
        if term[0] in ("graft", "stream", "#s", "fn"):
            self.is_open = True
        if term[0] == "#" and len(term) == 2 and term[1] > self.start:  # noqa: PLR2004
            return ("#", -1 - self.numbers.setdefault(term[1], len(self.numbers)))
        return tuple([self.go(one) for one in term])
