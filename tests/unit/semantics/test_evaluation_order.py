"""What is evaluated when: a value may get a name, or lose it, only where nothing can tell."""

from __future__ import annotations

import textwrap

import pytest

from tracer.classify import classify
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict

SAME = [
    ("del a.b[c]", "x = a.b\ndel x[c]"),
    ("del a[g()]", "x = g()\ndel a[x]"),
    ("self.a[self.b] = c", "x = self.b\nself.a[x] = c"),
    ("a[h()] = b", "x = h()\na[x] = b"),
    ("a.b.c = d.e", "x = a.b\nx.c = d.e"),
    ("a, b = a + 1, g(c)", "x = a + 1\na, b = x, g(c)"),
    ("a = g(c) if d.e else h()", "x = d.e\na = g(c) if x else h()"),
    ("a = b + (g() if h() else 3)", "x = h()\na = b + (g() if x else 3)"),
    ("yield a.b", "x = a.b\nyield x"),
    ("yield from a.b", "x = a.b\nyield from x"),
    ("a += g()", "x = g()\na += x"),
    ("self.a += b.c", "x = b.c\nself.a += x"),
    ("a[g()] += b", "x = g()\na[x] += b"),
    ("a[g()] += b.c", "x = g()\na[x] += b.c"),
    ("a.append(g())", "x = g()\na.append(x)"),
    ("h(a=b, d=g())", "x = g()\nh(a=b, d=x)"),
    ("h(d=g(), a=b.c)", "x = g()\nh(d=x, a=b.c)"),
    ("self.a = b[c] = g()", "x = g()\nself.a = b[c] = x"),
    ("a = [h(x) for x in self.b]", "v = self.b\na = [h(x) for x in v]"),
    ("a = [h(x) for x in g()]", "v = g()\na = [h(x) for x in v]"),
    ("a = (h(x) for x in g() if x)", "v = g()\na = (h(x) for x in v if x)"),
    ("a = {x: h(x) for x in g() if x}", "v = g()\na = {x: h(x) for x in v if x}"),
    ("a = [x for x in self.b], h()", "v = self.b\na = [x for x in v], h()"),
]
OTHER = [
    ("del a.b[g()]", "x = g()\ndel a.b[x]"),
    ("del c[0], a[b.c]", "x = b.c\ndel c[0], a[x]"),
    ("self.a[self.b] = g()", "x = self.b\nself.a[x] = g()"),
    ("self.a[h()] = g()", "x = h()\nself.a[x] = g()"),
    ("a[h()] = self.b", "x = h()\na[x] = self.b"),
    ("self.a[h()] = b", "x = h()\nself.a[x] = b"),
    ("a, b = a + 1, g(c)", "x = g(c)\na, b = a + 1, x"),
    ("a = g(c) if d.e else h()", "x = h()\na = g(c) if d.e else x"),
    ("a = g(c) if d.e else h()", "x = g(c)\na = x if d.e else h()"),
    ("a = (g(c) if d else h()) + self.b", "x = self.b\na = (g(c) if d else h()) + x"),
    ("a = self.b + (g() if h() else 3)", "x = h()\na = self.b + (g() if x else 3)"),
    ("self.a += g()", "x = g()\nself.a += x"),
    ("self.a[g()] += b", "x = g()\nself.a[x] += b"),
    ("self.a.append(g())", "x = g()\nself.a.append(x)"),
    ("h(a=b.c, d=g())", "x = g()\nh(a=b.c, d=x)"),
    (
        "def k():\n    nonlocal a\n    a = 2\nh(a, k())",
        "def k():\n    nonlocal a\n    a = 2\nx = k()\nh(a, x)",
    ),
    ("self.a = b[self.c] = d", "x = self.c\nself.a = b[x] = d"),
    ("self.a = b[h()] = d", "x = h()\nself.a = b[x] = d"),
    ("self.a, b[h()] = d", "x = h()\nself.a, b[x] = d"),
    ("a = [h(x) for x in b for y in g()]", "v = g()\na = [h(x) for x in b for y in v]"),
    ("a = [h(x) for x in b if g()]", "v = g()\na = [h(x) for x in b if v]"),
    ("a = [g() for x in b]", "v = g()\na = [v for x in b]"),
    ("a = c(self.d, [h(x) for x in g()])", "v = g()\na = c(self.d, [h(x) for x in v])"),
    ("a = h(), [x for x in self.b]", "v = self.b\na = h(), [x for x in v]"),
]


def _verdict(before, after):
    """The verdict on a file, as if it were all there is."""
    change_set = ChangeSet.from_texts({"m.py": before.encode()}, {"m.py": after.encode()})
    return classify(match(change_set), closed_world=True, prover=False).verdict.verdict


def _function(body):
    return "def f(a, b, c, d, g, h, self):\n" + textwrap.indent(body + "\n", "    ")


@pytest.mark.parametrize(("without", "named"), SAME)
def test_a_value_that_comes_first_may_be_named(without, named):
    """It is evaluated at the same point with and without a name, in both directions."""
    assert _verdict(_function(without), _function(named)) is Verdict.AST_REFACTOR
    assert _verdict(_function(named), _function(without)) is Verdict.AST_REFACTOR


@pytest.mark.parametrize(("without", "named"), OTHER)
def test_a_value_passes_nothing_it_may_change(without, named):
    """Something is done or read before it, or it may not be evaluated at all."""
    assert _verdict(_function(without), _function(named)) is Verdict.INTENT_EVOLUTION
    assert _verdict(_function(named), _function(without)) is Verdict.INTENT_EVOLUTION


CLASS = """\
class Reader:
    def __init__(self, at):
        self.{name} = at

    def other(self):
        {other}

    def mark(self, report, step):
        {body}
"""


@pytest.mark.parametrize(
    ("name", "other", "expected"),
    [
        ("_at", "pass", Verdict.AST_REFACTOR),
        ("_at", "self._at += 1", Verdict.INTENT_EVOLUTION),
        ("_at", "self.__init__(3)", Verdict.INTENT_EVOLUTION),
        ("_at", "setattr(self, 'x', 1)", Verdict.INTENT_EVOLUTION),
        ("at", "pass", Verdict.INTENT_EVOLUTION),
    ],
)
def test_a_member_made_once_may_be_passed(name, other, expected):
    """A private member that objects get when they are made, and keep, does not change."""
    body = f"return report(self.{name}, step())"
    named = f"one = step()\n        return report(self.{name}, one)"
    before = CLASS.format(name=name, other=other, body=body)
    assert _verdict(before, CLASS.format(name=name, other=other, body=named)) is expected


@pytest.mark.parametrize(
    ("look_up", "expected"),
    [
        ("getattr(self, 'go_' + order)", Verdict.AST_REFACTOR),
        ("getattr(self, f'go_{order}')", Verdict.AST_REFACTOR),
        ("getattr(self, 'go_%s' % order)", Verdict.AST_REFACTOR),
        ("getattr(self, 'orders')", Verdict.AST_REFACTOR),
        ("getattr(self, 'do_' + order)", Verdict.INTENT_EVOLUTION),
        ("getattr(self, f'do_{order}')", Verdict.INTENT_EVOLUTION),
        ("getattr(self, f'{order}_stop')", Verdict.INTENT_EVOLUTION),
        ("getattr(self, order + 'go_')", Verdict.INTENT_EVOLUTION),
        ("getattr(self, 'go_' and order)", Verdict.INTENT_EVOLUTION),
        ("getattr(self, 'go_do_stop'.replace('go_', ''))", Verdict.INTENT_EVOLUTION),
        ("getattr(self, order)", Verdict.INTENT_EVOLUTION),
        ("type(self).__dict__[order]", Verdict.INTENT_EVOLUTION),
        ("self.__dict__[order]", Verdict.AST_REFACTOR),
        ("globals()[order]", Verdict.AST_REFACTOR),
        ("type(self).cls.__dict__[order]", Verdict.INTENT_EVOLUTION),
        ("eval(order)", Verdict.INTENT_EVOLUTION),
    ],
)
def test_a_method_goes_where_nothing_looks_for_it(look_up, expected):
    """A method that is looked up by a computed name stays, unless the name starts otherwise."""
    head = "class Machine:\n"
    gone = "    def do_stop(self):\n        self.orders.clear()\n\n"
    halt = "    def halt(self):\n        self.{}()\n\n"
    run = f"    def run(self, order):\n        return {look_up}\n"
    before = head + gone + halt.format("do_stop") + run
    assert _verdict(before, head + halt.format("orders.clear") + run) is expected
