"""Pairs of Python programs for the prover: look-alikes that must stay apart, and equal ones."""

_VISIT = """def order(deps):
    done = []

    def visit(name):
        for dep in deps[name]:
            visit(dep)
        done.append(name)

    for name in sorted(deps):
        visit(name)
    return done
"""
_TRY = """def main(xs):
    r = None
    for x in xs:
        try:
            r = x.go()
            x.end()
        except ValueError as e:
            print(e)
"""
_STORED = _TRY.replace("            print(e)\n", "            continue\n    return r\n")
_UNSET = _TRY.replace("    r = None\n", "")
_NAMED = """class E(Exception):
    def body(self):
        return type(self).__name__


class R:
    pass


def f():
    return R()
"""
_ASKED = """class E:
    def body(self, name):
        return getattr(self, name)


class R:
    def go(self):
        return 1


def f():
    return R().go()
"""
_CLOCK = "def parse(x):\n    return int(x)\n"
_GUARD = (
    "def f(self, q, i):\n    if q > 0 and i.free() >= q:\n        return g()\n    return False\n"
)
_TURNED = (
    "def f(self, q, i):\n    if q <= 0 or i.free() < q:\n        return False\n    return g()\n"
)
_OWN = """class A:
    def f(self, x):
        return self._h(x)

    def _h(self, x):
        return x * 2
"""
_STATIC = "    @staticmethod\n    def _h(x)"
_NUMBERED = """def f(lines):
    n = 0
    for line in lines:
        n += 1
        if not line:
            print(n)
"""
_ENUMERATED = """def f(lines):
    for n, line in enumerate(lines, start=1):
        if not line:
            print(n)
"""


def _one(label, name, before, after):
    return name, label, {"a.py": before}, {"a.py": after}


_COUNTER = "N = 0\n\n\ndef inc():\n    global N\n    N += 1\n"
_STARS = {"a.py": "def g():\n    return 1\n", "b.py": "def g():\n    return 2\n"}

PAIRS = [
    _one("differs", "recursion-argument", _VISIT, _VISIT.replace("visit(dep)", "visit(dep + 1)")),
    _one("same", "recursion-renamed", _VISIT, _VISIT.replace("done", "out")),
    _one(
        "differs",
        "unset-local",
        "def f(a):\n    for b in (a * 's', x):\n        return 1\n    x = 1\n    return g(x)\n",
        "def f(a):\n    for b in (a + 's', x):\n        return 1\n    x = 1\n    return h(x)\n",
    ),
    _one(
        "same",
        "else-and-continue",
        _UNSET + "            continue\n        print(len(r))\n",
        _UNSET + "        else:\n            print(len(r))\n",
    ),
    _one(
        "differs",
        "stored-before-what-raises",
        _TRY + "        else:\n            print(r)\n    return r\n",
        _TRY.replace(
            "            r = x.go()\n            x.end()\n",
            "            q = x.go()\n            x.end()\n            r = q\n",
        )
        + "        else:\n            print(r)\n    return r\n",
    ),
    _one("same", "guard-turned-around", _GUARD, _TURNED),
    _one(
        "differs",
        "guard-with-floats",
        _GUARD + "\n\nn = float(s)\n",
        _TURNED + "\n\nn = float(s)\n",
    ),
    _one(
        "differs",
        "guard-of-unknown",
        _GUARD.replace("q > 0", "q > z"),
        _TURNED.replace("q <= 0", "q <= z"),
    ),
    _one("same", "class-not-named-by-another", _NAMED, _NAMED.replace("R", "Q")),
    _one(
        "differs",
        "class-named-by-its-base",
        _NAMED.replace("class R:", "class R(E):"),
        _NAMED.replace("class R:", "class R(E):").replace("R", "Q"),
    ),
    _one(
        "differs",
        "class-named-by-any",
        _NAMED.replace("type(self)", "type(f())"),
        _NAMED.replace("type(self)", "type(f())").replace("R", "Q"),
    ),
    _one("same", "member-not-asked-for", _ASKED, _ASKED.replace("go", "run")),
    _one(
        "differs",
        "member-asked-for-by-base",
        _ASKED.replace("class R:", "class R(E):"),
        _ASKED.replace("class R:", "class R(E):").replace("go", "run"),
    ),
    (
        "module-by-another-name",
        "same",
        {"clock.py": _CLOCK, "a.py": "import clock as c\n\n\ndef f(x):\n    return c.parse(x)\n"},
        {"clock.py": _CLOCK, "a.py": "import clock\n\n\ndef f(x):\n    return clock.parse(x)\n"},
    ),
    (
        "name-for-module",
        "same",
        {"clock.py": _CLOCK, "a.py": "import clock\n\n\ndef f(x):\n    return clock.parse(x)\n"},
        {
            "clock.py": _CLOCK,
            "a.py": "from clock import parse\n\n\ndef f(x):\n    return parse(x)\n",
        },
    ),
    _one("same", "method-without-object", _OWN, _OWN.replace("    def _h(self, x)", _STATIC)),
    _one(
        "differs",
        "method-called-on-class",
        _OWN.replace("self._h(x)", "A._h(self, x)"),
        _OWN.replace("self._h(x)", "A._h(self, x)").replace("    def _h(self, x)", _STATIC),
    ),
    _one("same", "numbered-from-one", _NUMBERED, _ENUMERATED),
    _one("differs", "numbered-from-two", _NUMBERED, _ENUMERATED.replace("start=1", "start=2")),
    _one(
        "differs",
        "extended-with-itself",
        "def f(a):\n    b = list(a)\n    b.extend(g(c) for c in b)\n    return b\n",
        "def f(a):\n    b = list(a)\n    b.extend([g(c) for c in b])\n    return b\n",
    ),
    _one(
        "same",
        "function-of-the-library",
        "def f(a):\n    return list(map(str, a))\n",
        "def f(a):\n    return [str(b) for b in a]\n",
    ),
    _one(
        "differs",
        "stored-before-what-raises-and-continues",
        _STORED,
        _STORED.replace(
            "            r = x.go()\n            x.end()\n",
            "            q = x.go()\n            x.end()\n            r = q\n",
        ),
    ),
    _one(
        "differs",
        "grown-where-a-handler-sees-it",
        "def f(a, g):\n    try:\n        x = [a]\n        x.append(g())\n"
        "    except KeyError:\n        pass\n    return x\n",
        "def f(a, g):\n    try:\n        x = [a, g()]\n    except KeyError:\n        pass\n"
        "    return x\n",
    ),
    _one(
        "differs",
        "grown-by-what-mentions-it",
        "def f(a):\n    x = [a]\n    x.append(len(x))\n    x.append(2)\n    return x\n",
        "def f(a):\n    x = [a]\n    x.append(len([]))\n    x.append(2)\n    return x\n",
    ),
    _one(
        "same",
        "filled-dictionary",
        "def f(a, b):\n    x = {}\n    x['a'] = a\n    x['b'] = b\n    return x\n",
        "def f(a, b):\n    return {'a': a, 'b': b}\n",
    ),
    _one(
        "differs",
        "filled-dictionary-in-another-order",
        "def f(a, b):\n    x = {}\n    x['a'] = a\n    x['b'] = b\n    return x\n",
        "def f(a, b):\n    return {'b': b, 'a': a}\n",
    ),
    _one(
        "differs",
        "member-that-none-has",
        "def f(a, b):\n    if a.__class__ is b:\n        return a is None\n    return b\n",
        "def f(a, b):\n    if a.__class__ is b:\n        return False\n    return b\n",
    ),
    _one(
        "same",
        "number-taken-away",
        "def f(a: int, b):\n    return a - 1 if b else a + 2\n",
        "def f(a: int, b):\n    return a + (2 if not b else -1)\n",
    ),
    _one(
        "same",
        "named-fields-with-forms",
        "def f(a: str, b: float):\n    return '{n}: {p:.2f}'.format(n=a, p=b)\n",
        "def f(a: str, b: float):\n    return f'{a}: {b:.2f}'\n",
    ),
    _one(
        "same",
        "percent-with-a-form",
        "def f(a: str, b: float):\n    return '%s: %.2f' % (a, b)\n",
        "def f(a: str, b: float):\n    return '{}: {:.2f}'.format(a, b)\n",
    ),
    _one(
        "differs",
        "another-form",
        "def f(a: str, b: float):\n    return '%s: %.2f' % (a, b)\n",
        "def f(a: str, b: float):\n    return f'{a}: {b:.2e}'\n",
    ),
    _one(
        "differs",
        "form-that-fails-before-a-call",
        "def f(a: str, g):\n    return '{:.2f} {}'.format(a, g())\n",
        "def f(a: str, g):\n    return f'{a:.2f} {g()}'\n",
    ),
    _one(
        "same",
        "extended-by-a-literal",
        "def f(a, b, c):\n    d = [a]\n    if c:\n        d.append(b)\n        d.append(c)\n"
        "    return d\n",
        "def f(a, b, c):\n    d = [a]\n    if c:\n        d += [b, c]\n    return d\n",
    ),
    _one(
        "differs",
        "extended-in-another-order",
        "def f(a, b, c):\n    d = [a]\n    if c:\n        d.append(b)\n        d.append(c)\n"
        "    return d\n",
        "def f(a, b, c):\n    d = [a]\n    if c:\n        d += [c, b]\n    return d\n",
    ),
    _one(
        "differs",
        "extended-by-what-changed",
        "def f(a, b, c):\n    d = [a]\n    e = [b]\n    c(e, a)\n    d.extend(e)\n    return d\n",
        "def f(a, b, c):\n    d = [a]\n    e = [b]\n    c(e, a)\n    d.append(b)\n    return d\n",
    ),
    (
        "a-variable-copied-by-its-import",
        "differs",
        {"a.py": _COUNTER, "m.py": "import a\n\n\ndef f():\n    a.inc()\n    return a.N\n"},
        {"a.py": _COUNTER, "m.py": "from a import N, inc\n\n\ndef f():\n    inc()\n    return N\n"},
    ),
    (
        "a-function-imported-by-name",
        "same",
        {"a.py": _COUNTER, "m.py": "import a\n\n\ndef f():\n    a.inc()\n"},
        {"a.py": _COUNTER, "m.py": "from a import inc\n\n\ndef f():\n    inc()\n"},
    ),
    (
        "stars-in-another-order",
        "differs",
        {**_STARS, "m.py": "from a import *\nfrom b import *\n\n\ndef f():\n    return g()\n"},
        {**_STARS, "m.py": "from b import *\nfrom a import *\n\n\ndef f():\n    return g()\n"},
    ),
]
