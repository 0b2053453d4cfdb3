"""Functions with one canonical term behave alike; independent statements have no order."""

import itertools

import pytest

from tests.property.evaluations import Programs, Run, source
from tests.unit.classify.equivalence.evaluated import evaluated

_TYPES = {"TypeError", "AttributeError"}  # `types-hold` says that there are none


@pytest.mark.parametrize("seed", range(6))
def test_equal_terms_behave_alike(seed):
    """Small changes with one digest return, raise, call and leave the same."""
    programs = Programs(seed)
    equal = 0
    for _ in range(25):
        before = programs.function()
        after = programs.changed(before)
        texts = source(before), source(after)
        try:
            for text in texts:
                compile(text, "m", "exec")
        except SyntaxError:
            continue
        if evaluated(texts[0])[0] != evaluated(texts[1])[0]:
            continue
        equal += 1
        for given in programs.inputs():
            one, other = Run(texts[0], given), Run(texts[1], given)
            if one.result is None or other.result is None:
                continue
            if _TYPES & {one.result[1], other.result[1]}:
                continue
            if one.result[0] == other.result[0] == "raise":
                assert (one.log, one.left) == (other.log, other.left), texts
            else:
                assert (one.result, one.log, one.left) == (other.result, other.log, other.left), (
                    texts
                )
    assert equal


INDEPENDENT = [
    ["    o.p = 1", "    o.q = 2", "    x = a", "    y = b + 1"],
    ["    o.p = a", "    z = b", "    o.q = b", "    k = (a, b)"],
    ["    self.a = 1", "    self.b = a", "    self.c = [b]"],
]


@pytest.mark.parametrize("lines", INDEPENDENT)
def test_independent_statements(lines):
    """Every order of independent statements is the same."""
    end = "    return x, y, z, k"
    head = "def f(self, a, b: int, o):\n    x = y = z = k = 0\n"
    first, *others = [
        evaluated(head + "\n".join([*order, end]) + "\n")[0]
        for order in itertools.permutations(lines)
    ]
    assert all(first == other for other in others)
