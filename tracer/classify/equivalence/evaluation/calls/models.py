"""Calls of library functions that have a model: what they do is the code that says so.

A model is run in place of the call, as an own function that is unfolded; so what a library function
does is said once, in the language itself (`model_files`), and every law applies to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import Given, arranged
from tracer.classify.equivalence.evaluation.calls.callees import run_inside
from tracer.classify.equivalence.evaluation.calls.functions import can_run_here, frame_for
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import NUMBERS
from tracer.classify.equivalence.evaluation.machine import variants
from tracer.classify.equivalence.evaluation.machine.conversions import exact_name, is_numeric
from tracer.classify.equivalence.evaluation.machine.values import is_plain, referent, sort_of
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.model_files import Bindings, Model
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

MODELS = law(
    "library-model",
    "A function of the library is what its documentation says, where a model (`models.*` in the "
    "language's folder) writes that as code.",
    "import java.util.Deque;\n"
    "class A { static void f(Deque<String> d, String a) { d.push(a); } }\n",
    "import java.util.Deque;\n"
    "class A { static void f(Deque<String> d, String a) { d.addFirst(a); } }\n",
    "import java.util.Deque;\n"
    "class A { static void f(Deque<String> d, String a) { d.addLast(a); } }\n",
    "java",
)
_DEEPEST = 8  # calls unfolded in one another
_WIDENED = frozenset({"long"})  # types of which a literal whole number may be


def function_model(m: Machine, path: str, given: list[Given], s: State, k: Continue) -> Term | None:
    """What a function from outside does; None where no model says it of these arguments."""
    found = m.library.models("", path)
    for model in found:
        slots = _fits(m, model, given, is_only=len(found) == 1)
        if slots is not None:
            return _run(m, model, slots, s, k)
    return None


def method_model(
    m: Machine, name: str, receiver: Term, given: list[Given], s: State, k: Continue
) -> Term | None:
    """What a method of a type from outside does; None where no model says it."""
    sort = sort_of(m, receiver)
    found = m.library.models(sort, name) if sort else ()
    if not found or (m.context.defines_member(name) and not m.semantics.library_types_final):
        return None
    for model in found:
        if _may_call_own(m, model):
            continue
        if model.maker:
            on = _made_of(receiver, model.maker)
        else:
            on = [Given(receiver)] if _is_named(m, receiver, model.owner) else None
        slots = None if on is None else _fits(m, model, [*on, *given])
        if slots is not None:
            return _run(m, model, slots, s, k)
    return None


def _may_call_own(m: Machine, model: Model) -> bool:
    """Whether a class of the program defines what a model calls: its receiver may be of one."""
    if m.semantics.library_types_final:
        return False
    called = {one.name for one in walk(model.function) if isinstance(one, core.Member)}
    return m.context.defines_member(*called, *m.semantics.container_members)


def _made_of(receiver: Term, maker: str) -> list[Given] | None:
    """What a value was made of, where it is the one that a function from outside gives."""
    if receiver[:2] != ("call", ("ext", maker)):
        return None
    return [Given(one) for one in receiver[2]]


def _is_named(m: Machine, receiver: Term, owner: str) -> bool:
    """Whether a receiver is declared as the type that a model names, where types are checked.

    Another type of the sort may do the same in another way: a map that several threads share.
    """
    sort = sort_of(m, receiver)
    if m.semantics.types_matter and sort in NUMBERS:
        return exact_name(m, receiver) == owner  # saturating, wrapping: each type in its own way
    if not m.semantics.types_matter or is_plain(sort):
        return True
    if variants.kind_of(m, receiver) is not None:
        return sort_of(m, receiver) == owner
    declared = referent(m.exact.get(receiver, core.UNKNOWN), ("&", "&mut"))
    made = receiver[2] if receiver[0] == "new" else _made_once(m, receiver)
    return owner in (declared.name, made)


def _made_once(m: Machine, receiver: Term) -> str:
    """The type of what a final field is made with, '' for anything else."""
    place = receiver[2][1] if receiver[0] == "attr" else receiver[1] if receiver[0] == "sym" else ""
    found = m.context.definition(place) if isinstance(place, core.Symbol) else None
    if found is None or "final" not in found.modifiers or not isinstance(found.value, core.Call):
        return ""
    call = found.value
    is_made = call.kind == "new" and isinstance(call.function, core.External)
    return call.function.path if is_made else ""


def _fits(
    m: Machine, model: Model, given: list[Given], *, is_only: bool = False
) -> list[Term] | None:
    """Arguments by parameter, where all are what the model wants and it may be run here.

    `is_only`: the function takes nothing else, so that numbers of unknown types are what it takes.
    """
    if ("model", model.name) in m.stack or len(m.stack) >= _DEEPEST:
        return None
    if any(one.spread or one.value[0] == "stream" for one in given):
        return None
    parameters = model.function.parameters
    needed = sum(one.default is None for one in parameters)
    if not needed <= len(given) <= len(parameters) or not can_run_here(m, model.function):
        return None
    if model.is_quiet and not all(_is_quiet(m, one.value) for one in given):
        return None
    slots = arranged(m, model.function, given, None)
    if slots is None or any(one[0] == "default" for one in slots):
        return None
    fitting = all(
        (is_only and is_numeric(m, p.type) and exact_name(m, one) in ("", *m.semantics.boxed_types))
        or _is_of(m, one, p.type)
        for one, p in zip(slots, parameters, strict=True)
    )
    if not fitting or (model.assumed and not m.context.allows(model.assumed)):
        return None
    return slots


def _is_quiet(m: Machine, value: Term) -> bool:
    """Whether a value is no function, or one that does nothing but compute what it gives."""
    from tracer.classify.equivalence.evaluation.laws.iterator_laws import is_pure

    if value[0] == "sym":
        return m.context.function(value[1]) is None or value[1] in m.context.pure
    return value[0] not in ("fn", "method", "ext") or is_pure(m, value)


def _is_of(m: Machine, value: Term, wanted: core.Type) -> bool:
    """Whether a value is known to be of a type, where the tables know the type at all."""
    is_lent = wanted.name == "&" and m.semantics.has_references
    if m.semantics.references_valid or is_lent:
        wanted = referent(wanted)
    name = wanted.name
    if not isinstance(name, str) or not name or name.startswith("$"):
        return True
    if m.semantics.types_matter and is_numeric(m, wanted):
        known = exact_name(m, value)
        if is_lent:
            return referent(m.exact.get(value, core.UNKNOWN)).name == name
        return known == name or (value[:2] == ("c", "int") and name in _WIDENED)
    sort = m.library.sort(name)
    if not _holds(m, value, wanted):
        return False
    if sort == name and not m.library.knows(sort) and not is_plain(sort):
        return True
    known = sort_of(m, value)
    is_number = m.semantics.integers == "double" and {known, sort} == {"int", "float"}
    return known == sort or is_number


def _holds(m: Machine, value: Term, wanted: core.Type) -> bool:
    """Whether a value holds what a model names, where types are checked; `$T` holds anything."""
    said = [one.name for one in wanted.arguments]
    if not m.semantics.types_matter or not any(is_plain(m.library.sort(str(one))) for one in said):
        return True
    known = referent(m.exact.get(value, core.UNKNOWN), ("&", "&mut")).arguments
    return len(known) == len(said) and all(
        not is_plain(m.library.sort(str(one))) or one == other.name
        for one, other in zip(said, known, strict=True)
    )


def _run(m: Machine, model: Model, slots: list[Term], s: State, k: Continue) -> Term:
    m.law(MODELS)
    function, types = model.instance(_bindings(m, model, slots))
    parameters = tuple(
        one if is_numeric(m, said.type) else one._replace(type=core.UNKNOWN)
        for one, said in zip(function.parameters, model.function.parameters, strict=True)
    )
    function = m.with_loops(function)
    frame = frame_for(m, function, None, ("class",))._replace(types=types)
    code = function._replace(parameters=parameters)
    return run_inside(m, code, frame, {}, slots, s, k, ("model", model.name))


def _bindings(m: Machine, model: Model, slots: list[Term]) -> Bindings:
    """What the type parameters of a model are, as far as types of the arguments say."""
    found: dict[str, core.Type] = {}
    for value, one in zip(slots, model.function.parameters, strict=True):
        _bind(one.type, m.exact.get(value, core.UNKNOWN), found)
    # What a library is given has been put in a box already, and what it gives stays in one.
    plain = (pair for pair in found.items() if pair[1].name not in m.semantics.boxed_types)
    return tuple(sorted(plain, key=lambda pair: pair[0]))


def _bind(wanted: core.Type, known: core.Type, found: dict[str, core.Type]) -> None:
    if not known.name:
        return
    if isinstance(wanted.name, str) and wanted.name.startswith("$"):
        found.setdefault(wanted.name, known)
    elif len(wanted.arguments) == len(known.arguments):
        for one, other in zip(wanted.arguments, known.arguments, strict=True):
            _bind(one, other, found)
