"""Terms of functions in short programs, for the tables of pairs."""

from tracer.classify.equivalence.evaluation import Context, canonical, finish, library_of
from tracer.classify.equivalence.evaluation.counters_apart import related_or_apart
from tracer.classify.equivalence.versions.constant_tables import ConstantTables
from tracer.classify.equivalence.versions.pure_functions import PureFunctions
from tracer.model.assumptions import ASSUMPTIONS
from tracer.semantics.program import build_program
from tracer.semantics.versions import World

FILES = {
    "python": "m.py",
    "javascript": "m.js",
    "typescript": "m.ts",
    "java": "A.java",
    "go": "m.go",
    "rust": "m.rs",
    "c": "m.c",
    "cpp": "m.cpp",
}
ALL = frozenset(one.id for one in ASSUMPTIONS)


class Evaluated:
    """A finished term, equal to what the prover takes for the same."""

    def __init__(self, term, language):
        self.term = term
        self.semantics = library_of(language).semantics

    def __eq__(self, other):
        found = related_or_apart(self.term, other.term, self.semantics)
        return self.term == other.term or found is not None

    def __hash__(self):
        raise TypeError("terms that are related have no hash in common")


def evaluated(source, language="python", name="f", allowed=ALL):
    """The term of a function, with definitions named `_...` unfolded; the context."""
    program = build_program([(FILES[language], source.encode())])
    symbol = next(one for one in program.definitions if one.path[-1].split("#")[0] == name)
    unfold = [one for one in program.definitions if one.path[-1].startswith("_")]
    pure = PureFunctions(program, world=World(is_closed=True), stores=False)
    tables = ConstantTables(program, world=World(is_closed=True)).of
    context = Context(program, language, unfold=unfold, pure=pure, tables=tables, allowed=allowed)
    term = canonical(program.definitions[symbol].function, context, symbol)
    return Evaluated(finish(term), language), context
