"""`StopIteration` ends a `map` silently, and a generator by another error; a loop passes it on."""

import pytest

import tracer

_G = "def g(it):\n    return next(it)\n\n\n"
_RAISES = "def g(it):\n    if it:\n        raise StopIteration\n    return 1\n\n\n"
_OWN = "def g(x):\n    return x + 1\n\n\n"

_SAME = {
    "a function of the program": (_OWN, "list(map(g, xs))", "[g(x) for x in xs]"),
    "attributes": ("", "list(map(lambda x: x.n, xs))", "[x.n for x in xs]"),
    "a function of the library": ("", "list(map(str, xs))", "[str(x) for x in xs]"),
    "a default": ("", "list(map(lambda x: next(it, 0), xs))", "[next(it, 0) for x in xs]"),
}
_ASSUMED = {
    "a function that is given": ("", "list(map(lambda x: it(x), xs))", "[it(x) for x in xs]"),
    "in a generator": ("", "set(it(x) for x in xs)", "{it(x) for x in xs}"),
    "in a filter": ("", "list(filter(lambda x: it(x), xs))", "[x for x in xs if it(x)]"),
}
_DIFFERS = {
    "in a function": ("", "list(map(lambda x: next(it), xs))", "[next(it) for x in xs]"),
    "in a generator": ("", "set(next(it) for x in xs)", "{next(it) for x in xs}"),
    "in a filter": ("", "list(filter(lambda x: next(it), xs))", "[x for x in xs if next(it)]"),
    "in a function by its name": (_G, "list(map(lambda x: g(it), xs))", "[g(it) for x in xs]"),
    "raised": (_RAISES, "list(map(g, xs))", "[g(x) for x in xs]"),
    "a map and a generator": (
        "",
        "[y for y in map(lambda x: next(it), xs)]",
        "[y for y in (next(it) for x in xs)]",
    ),
}


def _verdict(head, before, after):
    texts = [f"{head}def f(xs, it):\n    return {one}\n".encode() for one in (before, after)]
    change = tracer.ChangeSet.from_texts({"a.py": texts[0]}, {"a.py": texts[1]}, closed_world=True)
    return tracer.classify(change)


@pytest.mark.parametrize("name", _SAME)
def test_same(name):
    """What is seen raises no such error, so nothing is assumed of it."""
    head, *ways = _SAME[name]
    for before, after in (ways, ways[::-1]):
        verdict = _verdict(head, before, after)
        assert verdict.verdict.name == "AST_REFACTOR"
        assert "ended-iterations" not in verdict.proof.assumes


@pytest.mark.parametrize("name", _ASSUMED)
def test_assumed(name):
    """What is not seen may raise it: the proof says that it does not."""
    head, *ways = _ASSUMED[name]
    for before, after in (ways, ways[::-1]):
        verdict = _verdict(head, before, after)
        assert verdict.verdict.name == "AST_REFACTOR"
        assert "ended-iterations" in verdict.proof.assumes


@pytest.mark.parametrize("name", _DIFFERS)
def test_differs(name):
    """The next element of another iterator is asked for, without a default."""
    head, *ways = _DIFFERS[name]
    for before, after in (ways, ways[::-1]):
        assert _verdict(head, before, after).verdict.name != "AST_REFACTOR"
