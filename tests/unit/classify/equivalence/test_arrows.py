"""Constants that are arrow functions are functions, but for where they exist and what `this` is."""

import pytest

import tracer
from tracer.classify.equivalence import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

SAME = [
    (  # a declaration becomes an arrow
        "function half(a) { return a / 2; }\nexport function f(a) { return half(a) + 1; }\n",
        "const half = (a) => a / 2;\nexport function f(b) { return half(b) + 1; }\n",
    ),
    (  # an arrow is extracted
        "export function f(a) { return a.n * 2 + 1; }\n",
        "const twice = (b) => b.n * 2;\nexport function f(a) { return twice(a) + 1; }\n",
    ),
]
OTHER = [
    (  # called above the place from which it exists
        "export const n = half(4);\nfunction half(a) { return a / 2; }\n",
        "export const n = half(4);\nconst half = (a) => a / 2;\n",
    ),
    (  # another `this`
        "function name() { return this.n; }\nexport function f(a) { return name.call(a); }\n",
        "const name = () => this.n;\nexport function f(a) { return name.call(a); }\n",
    ),
    (
        "function all() { return arguments.length; }\nexport function f(a) { return all(a, 1); }\n",
        "const all = () => arguments.length;\nexport function f(a) { return all(a, 1); }\n",
    ),
    (  # bound again
        "export function f(a) { return a.n * 2 + 1; }\n",
        (
            "let twice = (b) => b.n * 2;\ntwice = (b) => b.n * 3;\n"
            "export function f(a) { return twice(a) + 1; }\n"
        ),
    ),
    (  # one slip away
        "function half(a) { return a / 2; }\nexport function f(a) { return half(a) + 1; }\n",
        "const half = (a) => a / 3;\nexport function f(a) { return half(a) + 1; }\n",
    ),
]


def is_proved(before, after):
    """Whether the change of a closed program of one module is proved."""
    texts = [{"m.mjs": one.encode()} for one in (before, after)]
    mapping = match(tracer.ChangeSet.from_texts(*texts, closed_world=True))
    found = prove(mapping, closed_world=True, mentions=None, accepted=accepted("default"))
    return found.proof is not None


@pytest.mark.parametrize(("before", "after"), SAME)
def test_same(before, after):
    """An arrow that a constant holds is called as a function."""
    assert is_proved(before, after)


@pytest.mark.parametrize(("before", "after"), OTHER)
def test_other(before, after):
    """What it is called on, when it exists and what it is in the end still count."""
    assert not is_proved(before, after)
