"""A walrus in a comprehension sets a variable of the function around it."""

import pytest

import tracer

_LOOP = (
    "    out = []\n    for x in xs:\n        z = g(x)\n        if z:\n            out.append(z)\n"
)

_SAME = {
    "nobody reads it": (
        f"def f(xs, g):\n{_LOOP}    return out\n",
        "def f(xs, g):\n    return [y for x in xs if (y := g(x))]\n",
    ),
    "both read it": (
        f"def f(xs, g):\n    z = 0\n{_LOOP}    return out, z\n",
        "def f(xs, g):\n    z = 0\n    out = [z for x in xs if (z := g(x))]\n    return out, z\n",
    ),
    "set before, not read after": (
        f"def f(xs, g):\n    y = 0\n    print(y)\n{_LOOP}    return out\n",
        "def f(xs, g):\n    y = 0\n    print(y)\n    return [y for x in xs if (y := g(x))]\n",
    ),
    "set again": (
        f"def f(xs, g):\n    y = 0\n    print(y)\n{_LOOP}    y = 5\n    return out, y\n",
        (
            "def f(xs, g):\n    y = 0\n    print(y)\n    out = [y for x in xs if (y := g(x))]\n"
            "    y = 5\n    return out, y\n"
        ),
    ),
    "a total of each round": (
        (
            "def f(xs):\n    y = 0\n    t = []\n    for x in xs:\n        y = y + x.n\n"
            "        t.append(y)\n    return t\n"
        ),
        "def f(xs):\n    y = 0\n    return [y := y + x.n for x in xs]\n",
    ),
    "the one that was found": (
        (
            "def f(xs):\n    y = 0\n    for x in xs:\n        y = x.n\n        if y > 3:\n"
            "            return y\n    return None\n"
        ),
        (
            "def f(xs):\n    y = 0\n    if any((y := x.n) > 3 for x in xs):\n        return y\n"
            "    return None\n"
        ),
    ),
}


def _body(*lines, head="def f(xs, g, m=0):"):
    return "".join(f"{line}\n" for line in (head, *(f"    {one}" for one in lines)))


_DIFFERS = {
    "read after": (
        f"def f(xs, g):\n    y = 0\n{_LOOP}    return out, y\n",
        "def f(xs, g):\n    y = 0\n    out = [y for x in xs if (y := g(x))]\n    return out, y\n",
    ),
    "a parameter": (
        f"def f(xs, g, m):\n{_LOOP}    return out + [m]\n",
        "def f(xs, g, m):\n    out = [m for x in xs if (m := g(x))]\n    return out + [m]\n",
    ),
    "in the value": (
        _body("y = 0", "t = [g(x) for x in xs]", "return t, y"),
        _body("y = 0", "t = [(y := g(x)) for x in xs]", "return t, y"),
    ),
    "in a dictionary": (
        _body("y = 0", "t = {x: g(x) for x in xs}", "return t, y"),
        _body("y = 0", "t = {x: (y := g(x)) for x in xs}", "return t, y"),
    ),
    "two deep": (
        _body("y = 0", "t = [[a.n for a in x] for x in xs]", "return t, y"),
        _body("y = 0", "t = [[(y := a.n) for a in x] for x in xs]", "return t, y"),
    ),
    "in a generator that is gone through": (
        _body("y = 0", "t = sum(x.n for x in xs)", "return t, y"),
        _body("y = 0", "t = sum((y := x.n) for x in xs)", "return t, y"),
    ),
    "in a generator for later": (
        _body("y = 0", "g(x.n for x in xs)", "return y"),
        _body("y = 0", "g((y := x.n) for x in xs)", "return y"),
    ),
    "each round reads the last": (
        _body("y = 0", "return [y + x.n for x in xs]"),
        _body("y = 0", "return [y := y + x.n for x in xs]"),
    ),
    "a function reads it": (
        _body("y = 0", "t = [x.n for x in xs]", "g(lambda: y)", "return t"),
        _body("y = 0", "t = [(y := x.n) for x in xs]", "g(lambda: y)", "return t"),
    ),
}


def _is_refactoring(before, after):
    change = tracer.ChangeSet.from_texts(
        {"a.py": before.encode()}, {"a.py": after.encode()}, closed_world=True
    )
    return tracer.classify(change).verdict.name == "AST_REFACTOR"


@pytest.mark.parametrize("name", _SAME)
def test_same(name):
    """Both ways are one program, in either direction."""
    before, after = _SAME[name]
    assert _is_refactoring(before, after)
    assert _is_refactoring(after, before)


@pytest.mark.parametrize("name", _DIFFERS)
def test_differs(name):
    """Somebody reads what the walrus has set."""
    before, after = _DIFFERS[name]
    assert not _is_refactoring(before, after)
    assert not _is_refactoring(after, before)
