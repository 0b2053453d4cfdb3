"""What looks like a refactoring of some name and is another one, or none; in several languages."""

from __future__ import annotations

import pytest

from tests.unit.classify.test_naming import BODY, named

LOOKALIKES = [
    # a name of the file itself is its attribute, one of a branch is a variable
    ("rate = load(1, 2)\nshow(rate)\n", "price = load(1, 2)\nshow(price)\n",
     {("Rename Attribute", "rate -> price")}),
    ("if ready:\n    rate = load(1, 2)\n    show(rate)\n",
     "if ready:\n    price = load(1, 2)\n    show(price)\n",
     {("Rename Variable", "rate -> price")}),
    ("def f():\n    return load(1, 2)\n", "PAIR = load(1, 2)\n\n\ndef f():\n    return PAIR\n",
     {("Extract Attribute", "PAIR")}),
    ("rate: int = 1\n", "rate: float = 1\n", {("Change Attribute Type", "rate: int -> float")}),
    # the variable went to a new function under its name: what stands there now is another one
    ("def f(xs):\n" + BODY.replace("return total", "return {'sum': total}"),
     ("def f(xs):\n    found = g(xs, deep=True)\n    return {'sum': found}\n\n\n"
      "def g(xs, deep):\n" + BODY),
     {("Extract Method", "g")}),
    # it is given something else; the value did not lose its name
    ("def f(t, o):\n    m = tile(expand(t, 0), [o, 1])\n    return pad(m, o)\n",
     "def f(t, o):\n    m = expand(expand(t, 0), 1)\n    return pad(m, o)\n",
     set()),
    # the name is a function's now
    ("def f(c, t):\n    tick = c.beat\n    t.call(tick, 1)\n",
     "def f(c, t):\n    def tick(rate):\n        c.beat(rate)\n\n    t.call(tick, 1)\n",
     set()),
    # the elements of a new parameter are not the former parameter
    ("def f(name):\n    put(name, 1)\n    keep(name.title)\n",
     "def f(names):\n    for name in names:\n        put(name, 1)\n        keep(name.title)\n",
     {("Remove Parameter", "name"), ("Add Parameter", "names")}),
    ("def f(one_set, k):\n    return read(one_set.source, k) + one_set.size\n",
     ("def f(k, *sets):\n    total = 0\n    for one_set in sets:\n"
      "        total += read(one_set.source, k) + one_set.size\n    return total\n"),
     {("Remove Parameter", "one_set"), ("Add Parameter", "sets")}),
    # nobody reads the one, and it stood elsewhere: it did not become the other
    ("def dep(client, product, needs):\n    self.all[product].add(needs)\n",
     "def dep(data):\n    self.all[data['product']].add(data['needs'])\n",
     {("Remove Parameter", "client"), ("Remove Parameter", "product"),
      ("Remove Parameter", "needs"), ("Add Parameter", "data")}),
    # ... and here nothing but the name of the place changed
    ("def f(keys, name='x', cell=None):\n    return run(keys, cell)\n",
     "def f(keys, input_fn=None, cell=None):\n    return run(keys, cell)\n",
     {("Rename Parameter", "name -> input_fn")}),
    # one of several results is not all of them
    ("def f():\n    kind, error, place = info(1, 2)\n    show(place)\n",
     "def f():\n    found = info(1, 2)\n    show(found[2])\n",
     set()),
    ("def f(line):\n    verb, path, tail = parse(line, 1)\n    run(verb, path)\n",
     ("def f(line):\n    parts = parse(line, 1)\n    if not parts:\n        return None\n"
      "    verb, path, tail = parts\n    run(verb, path)\n"),
     set()),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "wanted"), LOOKALIKES)
def test_lookalikes(before, after, wanted):
    """A name is given for what happened, not for what stands in its place."""
    assert named({"a.py": before}, {"a.py": after}) == wanted


CASE = "    def {}(self, pipe):\n        pipe.search('here', Param().{})\n\n"


def test_renamed_to_the_likest():
    """Of several new names a function has that of the one that says the same."""
    before = (
        "class T:\n"
        + CASE.format("no_box", "member('a')")
        + CASE.format("two", "member('a').at(10, 10)")
    )
    after = (
        "class T:\n"
        + CASE.format("both_places", "member('a').at(10, 10)")
        + CASE.format("without_box", "member('a')")
    )
    assert named({"a.py": before}, {"a.py": after}) == {
        ("Rename Method", "no_box -> without_box"), ("Rename Method", "two -> both_places")
    }  # fmt: skip


def test_renamed_at_home():
    """Of two new functions that say the same, the one in the class of before was renamed."""
    made = "    def {}(self):\n        return [self.input().path, self.output().path, 1]\n"
    kept = "    def run(self):\n        return self.start(self.app, self.name)\n\n"
    before = {
        "a.py": f"class A:\n{kept}" + made.format("job_args"),
        "b.py": "class B:\n    k = 1\n",
    }
    after = {
        "a.py": f"class A:\n{kept}" + made.format("app_options"),
        "b.py": "class B:\n    k = 1\n\n" + made.format("app_options"),
    }
    assert named(before, after) == {("Rename Method", "job_args -> app_options")}


JAVA = [
    # a renamed attribute may have another type as well
    ("class A {\n  private String name;\n  String f() { return this.name + this.k; }\n}\n",
     "class A {\n  private Path place;\n  String f() { return this.place + this.k; }\n}\n",
     {("Rename Attribute", "name -> place"), ("Change Attribute Type", "place: String -> Path")}),
    # capitals divide names, too
    ("class A {\n  int f(File heapDumpFile, int k) { return k; }\n}\n",
     "class A {\n  int f(int k, String s, File heapDump) { return k; }\n}\n",
     {("Rename Parameter", "heapDumpFile -> heapDump"), ("Add Parameter", "s")}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "wanted"), JAVA)
def test_java(before, after, wanted):
    """Fields have types, names have capitals."""
    assert named({"A.java": before}, {"A.java": after}) == wanted


KOTLIN = [
    # properties are attributes, those of a companion belong to it
    ("class A {\n  private val seen = HashMap<Int, Long>()\n  fun f() = 1\n}\n",
     "class A {\n  private val known = HashMap<Int, Long>()\n  fun f() = 1\n}\n",
     {("Rename Attribute", "seen -> known")}),
    ("class A {\n  fun f() = 9\n  companion object {\n    val K = 5\n    val M = 7 }\n}\n",
     "class A {\n  fun f() = 9\n  companion object {\n    val L = 5\n    val M = 7 }\n}\n",
     {("Rename Attribute", "K -> L")}),
    # what a class takes in its head
    ("class A(private val k: Int) {\n  fun f() = k\n}\n",
     "class A(private val k: Int, private val log: Log) {\n  fun f() = k\n}\n",
     {("Add Parameter", "log")}),
    # whether there may be no value is no other type
    ("class A {\n  val k: Int = 1\n}\n", "class A {\n  val k: Int? = 1\n}\n", set()),
    # an object may be a class now
    ("object A : B {\n  fun f(x: Int): Int {\n    return x * 3 + 1\n  }\n}\n",
     "class A : B {\n  fun f(x: Int): Int {\n    return x * 3 + 1\n  }\n}\n",
     set()),
    ("class A {\n  fun read(id: Long): Node {\n    return make(id, load(3))\n  }\n}\n",
     "class A {\n  fun read(): Node {\n    val id = next()\n    return make(id, load(3))\n  }\n}\n",
     {("Localize Parameter", "id")}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "wanted"), KOTLIN)
def test_kotlin(before, after, wanted):
    """Where no table says how names are bound, declarations are read as they are spelled."""
    assert named({"A.kt": before}, {"A.kt": after}) == wanted


def test_kotlin_families():
    """What stands between the parameters and the body of a class are its bases."""
    member = "  fun name(id: Long): String {\n    return index.nameOf(id) + suffix(3)\n  }\n"
    before = f"class Graph {{\n{member}  fun size() = 1\n}}\n"
    base = "interface Graph {\n  fun size(): Int\n}\n\n"
    after = f"{base}class Real(val index: Index) : Graph {{\n{member}}}\n"
    found = named({"G.kt": before}, {"G.kt": after})
    assert ("Push Down Method", "name -> name") in found


def test_classes_that_became_one():
    """Of several classes that are one now, one was renamed."""
    method = "    def {}(self, h):\n        self.check(h.load(self.file, 1), {})\n\n"
    before = "".join(
        f"class {name}(Case):\n" + method.format("test_saves", n)
        for n, name in enumerate(("Plain", "Both", "Full"))
    )
    after = "class Test(Case):\n" + "".join(
        method.format(name, n) for n, name in enumerate(("test_plain", "test_both", "test_full"))
    )
    found = named({"a.py": before}, {"a.py": after})
    assert len([1 for kind, _ in found if kind == "Rename Class"]) == 1


def test_another_class():
    """A class of another name that says other things is no renamed one."""
    before = "class Parallel(Box):\n    def __init__(self):\n        super().__init__(model=net)\n"
    after = (
        "class Meter(object):\n    def __init__(self):\n        self.reset()\n\n"
        "    def reset(self):\n        self.low = 0\n        self.high = 0\n"
    )
    found = named({"a.py": before}, {"a.py": after})
    assert "Rename Class" not in {kind for kind, _ in found}


def test_call_of_the_base():
    """What a method calls by its own name on its base is not extracted to another class."""
    done = "    def close(self):\n        remove(self.path, 'evalb')\n"
    before = {"a.py": f"class A(Case):\n    n = 1\n\n{done}", "b.py": "class B(Case):\n    k = 2\n"}
    after = {
        "a.py": f"class A(Case):\n    n = 1\n\n{done}        super().close()\n",
        "b.py": f"class B(Case):\n    k = 2\n\n{done}        super().close()\n",
    }
    assert named(before, after) == set()


def test_overloads():
    """The overload that takes what it took is the same; its body went to the one it calls."""
    body = (
        "    if (id == null) { throw new Missing(id); }\n    return new Indexer(id, this.pool);\n"
    )
    before = f"class A {{\n  Indexer index(String id) {{\n{body}  }}\n}}\n"
    after = (
        "class A {\n  Indexer index(String id) {\n    return index((Object) id);\n  }\n\n"
        f"  Indexer index(Object id) {{\n{body}  }}\n}}\n"
    )
    assert named({"A.java": before}, {"A.java": after}) == {("Extract Method", "index")}
    body = "    this.low = low;\n    this.high = high;\n    this.pool = new Pool(low, high);\n"
    before = f"class A {{\n  A(int low, int high) {{\n{body}  }}\n}}\n"
    after = (
        "class A {\n  A(int low, int high) {\n    this(low, high, true);\n  }\n\n"
        f"  A(int low, int high, boolean kept) {{\n{body}    this.kept = kept;\n  }}\n}}\n"
    )
    assert named({"A.java": before}, {"A.java": after}) == {("Extract Method", "A")}


def test_attribute_for_a_variable():
    """An attribute took a variable's place where both have one type, or share words."""
    source = (
        "class T {{\n  private {0} = make(1);\n  void f(int n) {{\n{1}    run({2}, n);\n"
        "    check({2}, 3);\n  }}\n}}\n"
    )
    before = (
        "class T {{\n  void f(int n) {{\n    {0} = make(1);\n    run(out, n);\n"
        "    check(out, 3);\n  }}\n}}\n"
    )
    for kind, found in (
        ("Buffer", {("Replace Variable With Attribute", "out")}),
        ("Channel", set()),
    ):
        one = before.format("Buffer out")
        two = source.format(f"{kind} kept", "", "kept")
        names = named({"T.java": one}, {"T.java": two})
        assert {n for n in names if n[0].startswith("Replace")} == found
