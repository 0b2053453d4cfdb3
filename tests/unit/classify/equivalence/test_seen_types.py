"""Types that nobody declares: what all calls give, all stores hold, all ways out return."""

import pytest

import tracer
from tracer.classify.equivalence import prove
from tracer.classify.equivalence.versions.seen_types import SeenTypes
from tracer.matching import match
from tracer.model.assumptions import accepted
from tracer.semantics.program import build_program
from tracer.semantics.versions import World


def _types(source, name, path="m.py", *, is_closed=True):
    program = build_program([(path, source.encode())])
    symbol = next(s for s in program.definitions if ".".join(s.path) == name)
    seen = SeenTypes(program, world=World(is_closed=is_closed))
    return [one.name for one in seen.parameters(symbol)]


def _field(source, name, path="m.py"):
    program = build_program([(path, source.encode())])
    symbol = next(s for s in program.definitions if ".".join(s.path) == name)
    return SeenTypes(program, world=World(is_closed=True)).field(symbol).name


def _result(source, name, path="m.py"):
    program = build_program([(path, source.encode())])
    symbol = next(s for s in program.definitions if ".".join(s.path) == name)
    return SeenTypes(program, world=World(is_closed=True)).result(symbol).name


def _in_function(code):
    """Code of a module as that of a function, for names of modules are no locals."""
    lines = "".join(f"    {line}\n" if line else "\n" for line in code.splitlines())
    return f"def main():\n    pass\n{lines}\n\nmain()\n"


F = "def f(a, b=0):\n    return a\n\n\n"


@pytest.mark.parametrize(("calls", "expected"), [
    ("f(1)\n", ["int", "int"]),
    ("f('x', b=2)\nf('y')\n", ["str", "int"]),
    ("import sys\nfor line in sys.stdin:\n    f(line.split())\n", ["list", "int"]),
    ("import sys\nfor line in sys.stdin:\n    x, y, _ = line.partition(':')\n    f(y)\n",
     ["str", "int"]),
    ("for i, c in enumerate('abc'):\n    f(c, i)\n", ["str", "int"]),
    ("n = 0\nfor c in 'abc':\n    n += 1\n    f(n)\n", ["int", "int"]),
    ("n = 0\nfor c in 'abc':\n    n += 0.5\n    f(n)\n", ["number", "int"]),
    ("def g(n):\n    if n:\n        g(n - 1)\n        f(n)\n\n\ng(3)\n", ["int", "int"]),
    ("def g():\n    return [1]\n\n\nf(g())\n", ["list", "int"]),
    ("f(len('abc') > 2)\n", ["bool", "int"]),
])  # fmt: skip
def test_parameters_have_the_types_of_all_calls(calls, expected):
    """What every call gives, through loops, locals, results and what is taken apart."""
    calls = calls if calls.startswith("def") else _in_function(calls)
    assert _types(F + calls, "f") == expected


@pytest.mark.parametrize("calls", [
    "",  # nobody calls it
    "f(1)\nf('a')\n",
    "f(1)\nf(None)\n",
    "f(1)\nf(True)\n",
    "f(1)\nmap(f, ['a'])\n",
    "f(1)\ng = f\ng('a')\n",
    "f(1)\nf(*['a'])\n",
    "f(1)\nf(**{'a': 'b'})\n",
    "f(1)\nglobals()[input()]('a')\n",
    "f(1)\neval(input())\n",
    "f(1)\n\n\n@f\ndef g():\n    pass\n",
    "def g(n):\n    f(n)\n    g([n])\n\n\ng(1)\n",
    "n = 0\nn = input\nf(n)\n",
    "words = 'a b'.split()\nwords.append(1)\nfor word in words:\n    f(word)\n",
    ("def g():\n    words = 'a b'.split()\n    words.append(1)\n    return words\n\n\n"
     "for word in g():\n    f(word)\n"),
    "def g(n):\n    if n:\n        return 1\n\n\nf(g(0))\n",
    "def g(n):\n    yield 1\n\n\nf(g(0))\n",
    "async def g(n):\n    return 1\n\n\nf(g(0))\n",
    "def d(function):\n    return lambda: 'a'\n\n\n@d\ndef g():\n    return 1\n\n\nf(g())\n",
    "try:\n    n = 1\nexcept E as n:\n    f(n)\n",
    "with open('a') as n:\n    f(n)\nn = 1\n",
    "def g(*n):\n    f(n)\n\n\ng(1)\n",
    "n = 1\nfor n in [2, 'a']:\n    f(n)\n",
    "n, *m = 1, 2\nf(m)\nf(1)\n",
    "f((n := 'a'))\nn = 1\nf(n)\n",
    "n = 1\ndef g():\n    global n\n    n = 'a'\n\n\nf(n)\n",
    "def g():\n    n = 1\n    def h():\n        nonlocal n\n        n = 'a'\n    h()\n    f(n)\n",
    "f(1 if input() else 'a')\n",
    "f(1 or 'a')\n",
    "f(b'%d' % 1)\nf('a')\n",
    "f(b'a')\nf('a')\n",
])  # fmt: skip
def test_parameters_that_may_get_something_else(calls):
    """A call that gives another type, or that is not seen, leaves the type open."""
    assert _types(F + calls, "f")[:1] in ([], [""])
    if "global n" not in calls:
        assert _types(F + _in_function(calls), "f")[:1] in ([], [""])


def test_parameters_of_what_others_may_call():
    """Only where all callers are at hand; a private function's are."""
    assert _types(F + "f(1)\n", "f", is_closed=False) == []
    private = F.replace("f(", "_f(") + "_f(1)\n"
    assert _types(private, "_f", is_closed=False) == ["int", "int"]


M = """class A:
    def __init__(self, n):
        self.n = n
        self.count = 0

    def add(self, k):
        self.count += k
        return self.count


"""


@pytest.mark.parametrize(("rest", "expected"), [
    ("A(1).add(2)\n", ("int", "int", "int")),
    ("a = A('x')\na.add(2)\n", ("str", "int", "int")),
    ("a = A('x')\na.add(2.5)\n", ("str", "float", "number")),
    ("a = A('x')\nprint(isinstance(a, A))\na.add(2)\n", ("str", "int", "int")),
    # Other stores, other ways to make an object, other classes, other callers.
    ("a = A('x')\na.n = 1\na.add(2)\n", ("", "int", "int")),
    ("a = A('x')\ndel a.n\na.add(2)\n", ("", "int", "int")),
    ("a = A('x')\na.count = None\na.add(2)\n", ("str", "int", "")),
    ("a = A('x')\na.add(2)\nsetattr(a, input(), None)\n", ("", "", "")),
    ("a = A('x')\na.add(2)\na.__dict__.update(n=1)\n", ("", "int", "")),
    ("a = A('x')\na.add(2)\ntype(a)(1)\n", ("", "int", "int")),
    ("a = A('x')\nA.add(a, 2)\na.add(2)\n", ("str", "", "")),
    ("a = A('x')\nA.__init__(a, 1)\na.add(2)\n", ("", "int", "int")),
    ("a = A('x')\na.add(2)\nmap(A, [1])\n", ("", "int", "int")),
    ("a = A('x')\na.add(2)\nother.add('a')\n", ("str", "", "")),
    ("a = A('x')\na.add(2)\ng = other.add\n", ("str", "", "")),
    ("a = A('x')\na.add(2)\ngetattr(a, input())('a')\n", ("", "", "")),
    ("class B(A):\n    def add(self, k):\n        return k\n\n\nA(1).add(2)\nB(1).add('a')\n",
     ("", "", "")),
    ("class B(A):\n    pass\n\n\nA(1).add(2)\nB('a').add(2)\n", ("", "int", "int")),
    ("class B:\n    n = None\n\n\nA(1).add(2)\n", ("", "int", "int")),
    ("a = A('x')\n(a.n, b) = 1, 2\na.add(2)\n", ("", "int", "int")),
    ("a = A('x')\nfor a.n in [1]:\n    a.add(2)\n", ("", "int", "int")),
])  # fmt: skip
def test_members(rest, expected):
    """A field has the type of all stores, a method's parameter that of all calls of its name."""
    source = M + rest
    found = _field(source, "A.n"), (_types(source, "A.add") or [""])[0], _field(source, "A.count")
    assert found == expected


@pytest.mark.parametrize(("source", "expected"), [
    ("function f(a, w) { return w; }\nf('x', 8);\nf(1, 5);\n", ["", "int"]),
    ("const f = (w) => w;\nf(`a${1}`);\n", ["str"]),
    ("const f = (w) => w;\nf('a' + g());\n", ["str"]),
    ("const f = (w) => w;\nf(process.argv.slice(2));\n", ["list"]),
    ("const f = (w) => w;\nf();\nf(1);\n", [""]),
    ("const f = (w) => w;\nf(1);\nmodule.exports = { f };\nrequire('./m').f('a');\n", [""]),
    ("const f = (w) => w;\nf(1);\nmodule.exports = { f };\nrequire('./m').f(2);\n", ["int"]),
    ("const f = (w) => w;\nf(10n);\nf(1);\n", [""]),
    ("const f = (w) => w;\nf(1);\nf(null);\n", [""]),
    ("const f = (w) => w;\nf(1);\n[1].map(f);\n", []),
    ("const f = (w) => w;\nf(1);\nf.call(null, 'a');\n", []),
    ("const f = (w) => w;\nf('a b'.split(' ')[0]);\n", [""]),  # perhaps there is none
    ("const f = (w) => w;\n(() => { let n; f(n); n = 1; })();\n", [""]),
    ("function f(w) { return arguments[0]; }\nf(1);\n", []),
    ("const f = (w) => w;\nfor (const c of 'abc') f(c);\n", ["str"]),
    ("const f = (w) => w;\n(() => { let n = 0; n++; f(n); })();\n", ["float"]),
    ("const f = (w) => w;\n(() => { let n = 0; n = other; f(n); })();\n", [""]),
])  # fmt: skip
def test_javascript_parameters(source, expected):
    """What is not given is undefined, and a sum need not be a whole number."""
    assert _types(source, "f", "m.js") == expected


@pytest.mark.parametrize(("body", "rest", "expected"), [
    ("this.n = 0;", "", "int"),
    ("this.list = []; this.n = 0;", "", "int"),
    ("this.reset(); this.n = 0;", "", ""),
    ("hand(this); this.n = 0;", "", ""),
    ("if (a) { this.n = 0; }", "", ""),
    ("this.n = 0;", "function g(a) { delete a.n; }\n", ""),
    ("this.n = 0;", "function g(a) { Object.assign(a, { n: 'x' }); }\n", ""),
    ("this.n = 0;", "function g(a) { a.n = undefined; }\n", ""),
    ("this.n = 0;", "function g(a) { [a.n] = ['x']; }\n", ""),
])  # fmt: skip
def test_javascript_fields(body, rest, expected):
    """A field that is read before it is set holds undefined."""
    source = f"class A {{\n  constructor(a) {{ {body} }}\n  reset() {{ }}\n}}\n{rest}"
    assert _field(source, "A.n", "m.js") == expected


@pytest.mark.parametrize(("source", "expected"), [
    ("def f(a):\n    if a:\n        return 'x'\n    else:\n        return 'y'\n", "str"),
    ("def f(a):\n    if a:\n        return 'x'\n    return None\n", ""),
    ("def f(a):\n    while a:\n        return 'x'\n", ""),
    ("def f(a):\n    try:\n        return 'x'\n    finally:\n        g()\n    return 'y'\n", "str"),
    ("def f(a):\n    return f(a - 1) if a else 0\n", "int"),
    ("def f(a):\n    def g():\n        return 1\n    return 'x'\n", "str"),
    ("def f(a):\n    return 1\n\n\nf = other\n", ""),
])  # fmt: skip
def test_results(source, expected):
    """A function gives what each way out of it gives, if there is no way past them."""
    assert _result(source, "f") == expected


REPORT = """import sys


class Entry:
    def __init__(self, status, name):
        self.status = status
        self.name = name

    def label(self):
        if self.status >= 500:
            return "server"
        elif self.status >= 400:
            return "client"
        return "ok"


def render(entries):
    print("report")
    if len(entries) > 0:
        print(len(entries))


def main():
    entries = []
    for line in sys.stdin:
        code, name = line.split()
        entries.append(Entry(int(code), name))
        print(entries[-1].label())
    render(entries)


main()
"""


LABEL = """        if self.status >= 500:
            return "server"
        elif self.status >= 400:
            return "client"
        return "ok"
"""
UPWARDS = """        if self.status < 400:
            return "ok"
        elif self.status < 500:
            return "client"
        return "server"
"""


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("if len(entries) > 0", "if entries", True),
    ("if len(entries) > 0", "if not entries", False),
    ("if len(entries) > 0:\n        print(len(entries))",
     "if not entries:\n        return\n    print(len(entries))", True),
    (LABEL, UPWARDS, True),
    (LABEL, UPWARDS.replace("< 400", "<= 400"), False),
])  # fmt: skip
def test_what_they_prove(old, new, expected):
    """Laws that need a type find it."""
    assert _is_proved(REPORT, REPORT.replace(old, new)) is expected


@pytest.mark.parametrize("rest", [
    "render(None)\n", "render(iter([]))\n", "run(render)\n", "globals()['render'](0)\n",
])  # fmt: skip
def test_what_another_call_takes_away(rest):
    """Of what may be no list, `len(a) > 0` is not `bool(a)`."""
    before = REPORT + rest
    after = before.replace("if len(entries) > 0", "if entries")
    assert not _is_proved(before, after)


def _is_proved(before, after):
    texts = ({"m.py": text.encode()} for text in (before, after))
    mapping = match(tracer.ChangeSet.from_texts(*texts, closed_world=True))
    outcome = prove(mapping, closed_world=True, mentions=None, accepted=accepted("default"))
    return outcome.proof is not None


MAIN = """def fmt(row):
    return 1


def main(rows):
    for row in rows:
        try:
            made = row.go()
        except ValueError:
            continue
        print(fmt(made))


main([])
"""


def test_a_function_is_used_where_its_use_moves():
    """Tools may ask `main.py` for what nobody uses; a use in a new statement is one."""
    after = MAIN.replace("fmt", "describe").replace("continue\n", "pass\n        else:\n    ")
    texts = ({"main.py": text.encode()} for text in (MAIN, after))
    change = tracer.ChangeSet.from_texts(*texts, closed_world=True)
    assert tracer.classify(change).verdict == "AST_REFACTOR"
    unused = MAIN.replace("fmt(made)", "made"), after.replace("describe(made)", "made")
    texts = ({"main.py": text.encode()} for text in unused)
    change = tracer.ChangeSet.from_texts(*texts, closed_world=True)
    assert tracer.classify(change).verdict == "INTENT_EVOLUTION"


@pytest.mark.parametrize(("rest", "expected"), [
    ("", ["int", "int"]),
    ("import m\nm.N = 'a'\n", ["", "int"]),
    ("def g():\n    global N\n    N = 'a'\n", ["", "int"]),
    ("globals()['N'] = 'a'\n", ["", "int"]),
    ("N = 'a'\n", ["", "int"]),
    ("for N in 'abc':\n    pass\n", ["", "int"]),
])  # fmt: skip
def test_names_of_modules(rest, expected):
    """A name of a module has the type of its value, if it never gets another one."""
    found = _types(f"{F}N = 1\n\n\ndef main():\n    f(N)\n\n\nmain()\n{rest}", "f")
    assert (found or ["", "int"]) == expected
