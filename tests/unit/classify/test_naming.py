"""Names of refactorings: each is borne out by both sides, or not given."""

from __future__ import annotations

import pytest

from tracer.classify.change.change import Context
from tracer.classify.detection import named_refactorings
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.semantics.versions import World


def named(before, after):
    """The names of a change from texts to texts, with what they speak of."""
    texts = [{k: v.encode() for k, v in side.items()} for side in (before, after)]
    world = World(is_closed=True)
    context = Context(match(ChangeSet.from_texts(*texts)), world=world, mentions=None)
    return {(found.kind, found.detail) for found in named_refactorings(context)}


BODY = "    total = 0\n    for x in xs:\n        total += x.price * x.count\n    return total\n"
CASES = [
    ("def f(xs):\n" + BODY, "def g(xs):\n" + BODY, {("Rename Method", "f -> g")}),
    ("def f(xs):\n" + BODY, "def f(xs, y):\n" + BODY, {("Add Parameter", "y")}),
    ("def f(xs, y):\n" + BODY, "def f(xs):\n" + BODY, {("Remove Parameter", "y")}),
    ("def f(a, b):\n    return a - b * 2\n", "def f(b, a):\n    return a - b * 2\n",
     {("Reorder Parameter", "b, a")}),
    ("def f(xs):\n" + BODY, "def f(ys):\n" + BODY.replace("xs", "ys"),
     {("Rename Parameter", "xs -> ys")}),
    ("def f(xs):\n" + BODY, "def f(xs):\n" + BODY.replace("total", "sum_"),
     {("Rename Variable", "total -> sum_")}),
    # the old name is still there: nothing was renamed
    ("def f(a):\n    b = a + 1\n    return b\n",
     "def f(a):\n    b = a + 1\n    c = b * 2\n    return c\n",
     {("Extract Variable", "c")}),
    ("def f(a):\n    return g(a.x + 1)\n", "def f(a):\n    n = a.x + 1\n    return g(n)\n",
     {("Extract Variable", "n")}),
    ("def f(a):\n    n = a.x + 1\n    return g(n)\n", "def f(a):\n    return g(a.x + 1)\n",
     {("Inline Variable", "n")}),
    ("def f(xs):\n    n = 3\n" + BODY, "def f(xs, n):\n" + BODY, {("Parameterize Variable", "n")}),
    ("def f(xs, n):\n" + BODY, "def f(xs):\n    n = 3\n" + BODY, {("Localize Parameter", "n")}),
    ("def f(rho):\n    return rho + rho\n", "def f(rho_a, rho_b):\n    return rho_a + rho_b\n",
     {("Split Parameter", "rho -> rho_a, rho_b")}),
    ("def f(xs):\n    log(xs)\n" + BODY + "\n",
     "def f(xs):\n    log(xs)\n    return g(xs)\n\n\ndef g(xs):\n" + BODY, {("Extract Method",
     "g")}),
    ("def f(xs):\n" + BODY, "@cached\ndef f(xs):\n" + BODY, {("Add Method Annotation", "@cached")}),
    ("def f():\n    a = Old(1)\n    return a.run()\n",
     "def f():\n    a = New(1)\n    return a.run()\n",
     {("Change Variable Type", "a: Old -> New")}),
    # the name stands where a part of its value stood
    ("def f(h):\n    return net(h, depth=2)\n",
     "def f(h):\n    kept = drop(h, rate=3)\n    return net(kept, depth=2)\n",
     {("Extract Variable", "kept")}),
    # the value had a name before
    ("def f(h):\n    a = g(h, 1) + 2\n    return a\n",
     "def f(h):\n    b = g(h, 1) + 2\n    a = b\n    return a\n",
     set()),
    ("def f(h):\n    a = h[1].x\n    a = a.all()\n    return a\n",
     "def f(h):\n    a = h[1].x.all()\n    return a\n",
     {("Inline Variable", "a")}),
    # another value has the old name now
    ("def f(h):\n    out, state = run(h, cell=1, depth=2)\n    return out, state\n",
     ("def f(h):\n    cells, state = run(h, cell=1, depth=2)\n    out = last(cells)\n"
      "    return out, state\n"),
     {("Rename Variable", "out -> cells")}),
    # one of two declarations has a name of its own now
    ("def f(h):\n    a = h.read(1, 2)\n    put(a)\n    a = h.read(3, 4)\n    put(2)\n",
     "def f(h):\n    a = h.read(1, 2)\n    put(a)\n    _ = h.read(3, 4)\n    put(2)\n",
     {("Rename Variable", "a -> _")}),
    # what has a name in an object is not inlined
    ("def f(h):\n    out = g(h, 1) + 2\n    h.put(out)\n",
     "def f(h):\n    h.out = g(h, 1) + 2\n    h.put(h.out)\n",
     set()),
    # variables of a file, attributes of a class
    ("rate = load(1, 2)\nshow(rate)\n", "price = load(1, 2)\nshow(price)\n",
     {("Rename Attribute", "rate -> price")}),
    ("class A:\n    def f(self):\n        self.n = 1\n        return self.n + self.k\n",
     "class A:\n    def f(self):\n        self.m = 1\n        return self.m + self.k\n",
     {("Rename Attribute", "n -> m")}),
    # it is read only: another object may have it
    ("class A:\n    def f(self):\n        return self.n + self.k\n",
     "class A:\n    def f(self):\n        return self.m + self.k\n",
     set()),
    # a new name among parameters that keep their order
    ("def f(a, rank):\n    return a - rank * 2\n",
     "def f(t_rank, a):\n    return a - t_rank * 2\n",
     {("Rename Parameter", "rank -> t_rank")}),
    ("def f(h):\n    key = lambda x: x[h.decoder.length]\n    return batch(h, key)\n",
     ("def f(h):\n    key = key_of(h)\n    return batch(h, key)\n\n\n"
      "def key_of(h):\n    if h.key:\n        return h.key.get(1, 2, 3)\n"
      "    return lambda x: x[h.decoder.length]\n"),
     {("Extract Method", "key_of")}),
    # the value is still under the old name: another one has a copy
    ("def f(h):\n    app = get(h, 1, 2)\n    if app:\n        return app\n    stop()\n",
     ("def f(h):\n    app = get(h, 1, 2)\n    if app:\n        return app\n"
      "    make = get(h, 1, 2)\n    if call(make):\n        return make()\n    stop()\n"),
     set()),
    # what was a statement got a name; nothing was used in its place
    ("def f(h):\n    n = h.next()\n    h.send(n, 1)\n    return n\n",
     "def f(h):\n    n = h.send(1)\n    return n\n",
     set()),
    # the value of a variable is an attribute's now
    (("class A:\n    def f(self, h):\n        new = array(h, 1)\n        self.push(new)\n"
     "        self.state = new\n"),
     "class A:\n    def f(self, h):\n        self.push(h)\n        self.state = array(h, 1)\n",
     {("Inline Variable", "new")}),
    ("def f(x, y):\n    if x and y:\n        run(x)\n    return y\n",
     "def f(x, y):\n    if x:\n        if y:\n            run(x)\n    return y\n",
     {("Split Conditional", "x and y")}),
    ("def f(x, y):\n    if x is None:\n        return y\n    return run(x)\n",
     "def f(x, y):\n    if x is not None:\n        return run(x)\n    return y\n",
     {("Invert Condition", "x is None")}),
    # both conditions ask more: they were added to, not split
    ("def f(x, y):\n    if x and y:\n        stop(x)\n    return y\n",
     ("def f(x, y):\n    if (x or z) and y:\n        stop(x)\n    if x and z:\n        stop(z)\n"
      "    return y\n"),
     set()),
    # a comment is no part of an annotation
    ("@cached\ndef f(xs):\n" + BODY, "@cached  # slow\ndef f(xs):\n" + BODY, set()),
    # it was a statement, the only one of its block
    ("def f(h):\n    try:\n        h.send(1)\n    finally:\n        h.stop()\n",
     ("def f(h):\n    try:\n        m = h.send(1)\n    finally:\n        h.stop()\n"
      "    if m:\n        h.put(m)\n"),
     set()),
    # both are what is returned, and of other values
    ("def f(x):\n    low = (x - mean(x)) / 2\n    return low\n",
     "def f(x):\n    out = nn.scaled(x, by=weights, at=3)\n    return out\n",
     set()),
    # one use of four, and another value: something else stands there now
    ("def f(x):\n    m = SPACE.match(x)\n    if m:\n        return m.start(1)\n",
     ("def f(x):\n    cut = x.lstrip()\n    if cut and cut != x:\n        return x + cut\n"
      "    return len(cut)\n"),
     set()),
    # the value of the one is only a part of the other's
    ("def f(h):\n    url = h.url('/status?n=200')\n    a.doc = '@ {}'.format(url)\n",
     "def f(h):\n    doc = '@ {}'.format(h.url('/status?n=200'))\n    a.doc = doc\n",
     {("Inline Variable", "url")}),
    # a part of the value got a name, not the variable another one
    ("def f(h):\n    top = cast(h.stream(1, 2), 3)\n    put(top)\n",
     "def f(h):\n    low = h.stream(1, 2)\n    top = cast(low, 3)\n    put(top)\n",
     {("Extract Variable", "low")}),
    # nobody uses it: nothing stands in its place
    ("title = get('a', 1)\n", "def f():\n    return {'title': get('a', 1)}\n", set()),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "wanted"), CASES)
def test_within_a_file(before, after, wanted):
    """What happened to one function."""
    assert named({"a.py": before}, {"a.py": after}) == wanted


def test_between_files():
    """Classes, methods and modules that moved; a class that moved takes its methods along."""
    method = "".join(f"    {line}\n" for line in ("def f(self, xs):\n" + BODY).splitlines())
    before = {"a.py": f"class A:\n{method}", "b.py": "x = 1\n"}
    found = named(before, {"a.py": "", "b.py": f"x = 1\n\n\nclass A:\n{method}"})
    assert found == {("Move Class", "A")}
    before = {
        "a.py": f"class A:\n{method}\n    def g(self):\n        return 1\n",
        "b.py": "class B:\n    y = 2\n",
    }
    after = {
        "a.py": "class A:\n    def g(self):\n        return 1\n",
        "b.py": f"class B:\n    y = 2\n\n{method}",
    }
    assert named(before, after) == {("Move Method", "f -> f")}
    function = "def f(xs):\n" + BODY
    assert named({"a.py": function}, {"lib/c.py": function}) == {("Move Class", "c")}


CLASS = "class {}:\n    def __init__(self, n):\n        self.n = n\n\n"
SUM = "    def total(self, xs):\n        count = 0\n        for x in xs:\n{}        return count\n"
MEMBER = SUM.format("            count += x.price * self.n\n")
FAMILIES = [
    (CLASS.format("A") + "class B(A):\n    k = 1\n\n" + MEMBER,
     CLASS.format("A") + MEMBER + "\nclass B(A):\n    k = 1\n", "Pull Up Method"),
    (CLASS.format("A") + MEMBER + "\nclass B(A):\n    k = 1\n",
     CLASS.format("A") + "class B(A):\n    k = 1\n\n" + MEMBER, "Push Down Method"),
    (CLASS.format("A") + MEMBER, CLASS.format("A") + CLASS.format("B") + MEMBER, "Extract Class"),
    (CLASS.format("A") + MEMBER,
     CLASS.format("Base") + MEMBER + "\nclass A(Base):\n    k = 1\n    m = 2\n",
     "Extract Superclass"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "wanted"), FAMILIES)
def test_families(before, after, wanted):
    """Where a member went is told by what its classes are to each other."""
    assert wanted in {kind for kind, _ in named({"a.py": before}, {"a.py": after})}


def test_what_goes_along():
    """A class in a function goes with the function; a file of statements moves like a class."""
    inner = "def f(xs):\n    class A:\n        n = 1\n\n" + BODY
    other = "def g(xs):\n    return [x.name for x in xs if x.name]\n"
    found = named({"a.py": inner + other, "b.py": "x = 1\n"}, {"a.py": other, "b.py": inner})
    assert {kind for kind, _ in found} == {"Move Method"}
    script = "import a\n\nif a.ready:\n    a.run(1, 2, 3)\n"
    assert named({"a.py": script}, {"lib/c.py": script}) == {("Move Class", "c")}


def test_nearest():
    """A call means the function of its own class, and what moved keeps more than its brackets."""
    new = "    def read(self, h):\n        return h.load(self.url, 1)\n"
    before = {
        "a.py": "class A:\n    def run(self, h):\n        put(h.load(self.url, 1), 2)\n",
        "b.py": "class B:\n    k = 1\n",
    }
    after = {
        "a.py": f"class A:\n    def run(self, h):\n        put(self.read(h), 2)\n\n{new}",
        "b.py": f"class B:\n    k = 1\n\n{new}",
    }
    assert named(before, after) == {("Extract Method", "read")}
    before = {
        "a.py": "class A:\n    k = 1\n\n    def get(self, css):\n        return self.css(css)\n"
    }
    after = {
        "a.py": "class A:\n    k = 1\n",
        "b.py": "class B:\n    n = 2\n\n    def get(self, path):\n        return self.path(path)\n",
    }
    assert named(before, after) == set()


def test_rewritten():
    """Of a class that nothing is left of but that it makes objects, nothing is said."""
    before = {
        "a.py": "class Pool(Base):\n    def __init__(self):\n        self.wr = Random()\n"
        "        self.seed()\n\n    def take(self, n):\n        return self.wr.take(n)\n"
    }
    after = {
        "b.py": "class Device(Base):\n    def __init__(self, file):\n        self.file = file\n\n"
        "    def close(self):\n        return self.file.close()\n"
    }
    assert named(before, after) <= {("Move Class", "b")}
