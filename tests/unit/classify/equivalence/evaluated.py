"""Terms of functions in short programs, for the tables of pairs."""

from tracer.classify.equivalence.evaluation import Context, canonical, digest, finish
from tracer.classify.equivalence.versions.pure_functions import PureFunctions
from tracer.model.assumptions import ASSUMPTIONS
from tracer.semantics.program import build_program

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


def evaluated(source, language="python", name="f", allowed=ALL):
    """The digest of a function, with definitions named `_...` unfolded; the context."""
    program = build_program([(FILES[language], source.encode())])
    symbol = next(one for one in program.definitions if one.path[-1].split("#")[0] == name)
    unfold = [one for one in program.definitions if one.path[-1].startswith("_")]
    pure = PureFunctions(program, closed=True, stores=False)
    context = Context(program, language, unfold=unfold, pure=pure, allowed=allowed)
    term = canonical(program.definitions[symbol].function, context, symbol)
    return digest(finish(term)), context
