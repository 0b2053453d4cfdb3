"""Fields declared with a value, set by parameters or in a constructor are the same objects."""

import pytest

import tracer
from tracer.classify.equivalence.prover import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

USE = "export function f() { const a = new A(1); return a.get() }\n"
SHOW = "export function g(x: object) { return JSON.stringify(x) }\n"
PARAMETER = "class A { private on = true; constructor(private n: number) {} get() { return this.on ? this.n : 0 } }\n"
DECLARED = "class A { private on = true; private n: number; constructor(n: number) { this.n = n; } get() { return this.on ? this.n : 0 } }\n"
# ruff: noqa: E501 - a version a line
SAME = [
    (PARAMETER, DECLARED),
    (
        "class A { n: number; list: number[]; constructor(n: number) { this.n = n; this.list = []; } get() { return this.list.length + this.n } }\n",
        "class A { list: number[] = []; constructor(public n: number) {} get() { return this.list.length + this.n } }\n",
    ),
    (
        "class A { constructor() { this.on = true; } get() { return this.on } }\n",
        "class A { on = true; get() { return this.on } }\n",
    ),
    (
        "class B { go() { return 1 } }\nclass A extends B { constructor(private n: number) { super(); } get() { return this.n } }\n",
        "class B { go() { return 1 } }\nclass A extends B { private n: number; constructor(n: number) { super(); this.n = n; } get() { return this.n } }\n",
    ),
]
DIFFERS = [
    (PARAMETER, DECLARED.replace("this.n = n", "this.n = n + 1")),
    (PARAMETER, DECLARED.replace("on = true", "on = false")),
    (PARAMETER, DECLARED.replace("this.n = n;", "n = 2; this.n = n;")),
    (PARAMETER, DECLARED.replace("this.n = n;", "if (n < 0) return; this.n = n;")),
    (PARAMETER + SHOW, DECLARED + SHOW),  # older classes set the fields in another order
    (  # what runs in between sees the field
        PARAMETER.replace("{} get", "{ this.get(); } get"),
        DECLARED.replace("this.n = n;", "this.get(); this.n = n;"),
    ),
    (  # code of a field is its own
        "class A { on = () => 1; get() { return this.on() } }\n",
        "class A { on = () => 2; get() { return this.on() } }\n",
    ),
    (  # what runs keeps its order
        "let n = 0;\nfunction next() { n += 1; return n }\nclass A { a = next(); b = next(); get() { return this.a } }\n",
        "let n = 0;\nfunction next() { n += 1; return n }\nclass A { b = next(); a = next(); get() { return this.a } }\n",
    ),
    (  # an accessor below is called by the one and replaced by the other
        "class A { constructor() { this.on = 1; } get() { return this.on } }\nclass C extends A { set on(x) { console.log(x) } }\n",
        "class A { on = 1; get() { return this.on } }\nclass C extends A { set on(x) { console.log(x) } }\n",
    ),
    (
        "class A { on = []; get() { return this.on } }\n",
        "const NONE = [];\nclass A { constructor() { this.on = NONE; } get() { return this.on } }\n",
    ),
]


def _is_proved(before, after):
    change_set = tracer.ChangeSet.from_texts(
        {"m.ts": (before + USE).encode()}, {"m.ts": (after + USE).encode()}, closed_world=True
    )
    outcome = prove(
        match(change_set), closed_world=True, mentions=None, accepted=accepted("default")
    )
    return outcome.proof is not None


@pytest.mark.parametrize(("before", "after"), SAME)
def test_same(before, after):
    """Read either way, the objects are the same."""
    assert _is_proved(before, after)
    assert _is_proved(after, before)


@pytest.mark.parametrize(("before", "after"), DIFFERS)
def test_differs(before, after):
    """One slip away, nothing is proved."""
    assert not _is_proved(before, after)
    assert not _is_proved(after, before)
