"""The scoping tables of grammar.yaml and the standard queries in locals.scm say the same."""

# ruff: noqa: E501 - the samples are code, dense on purpose

from __future__ import annotations

import os

import pytest
from tree_sitter import Query, QueryCursor

from tracer.fingerprint.columns import not_after, rows_where
from tracer.fingerprint.marks import DOT, NAME
from tracer.fingerprint.regions import Regions
from tracer.fingerprint.scope_tables import BIND, KEEP, REFERENCE, scope_tables_for
from tracer.fingerprint.scopes import _Resolver
from tracer.fingerprint.tables import kind_code, tables_for
from tracer.resources import data_dir
from tracer.syntax import BROKEN, language_named, parse

LANGUAGES = ("python", "javascript", "typescript", "tsx", "java", "go", "rust", "c", "cpp")

SAMPLES = {
    "python": """
import a.b, c as d
from e import f, g as h
class K(Base):
    m: int = 1
    def n(self, p, q=1, *r, s: int, t: str = '', **u) -> v:
        w, (x, [y, *z]) = p.attr, q[0]
        for i, j in r: del i, j
        with o() as k, l() as (aa, bb): ll = lambda cc, dd=1: cc
        try: pass
        except E as ee: ee
        return [ff for ff in p if (gg := ff)], {hh: 1 for hh in q}
        match p:
            case (ii, [jj, *kk]) | {'k': mm, **nn}: pass
            case A.b | C(x=1): pass
""",
    "javascript": """
const a = 1, { b, c: d } = e, [f, ...g] = h
var i; let j
function k(l, m = 1, { n, o: p }, [q], ...r) { try { s(t) } catch (u) { v } }
class W { x(y) { return this.z + y } }
for (const aa of bb) { for (let cc = 0; cc < 1; cc++) dd }
for (ee in ff) ; [gg, hh] = ii
const jj = kk => ll, mm = function nn() {}, oo = class PP {}
switch (qq) { case 1: rr }
""",
    "typescript": """
const a: B = 1, { b } = c
function d(e: F, g?: H, { i }: J, ...k: L[]): M { return e }
function n(o: string): void
class P<Q> { constructor(r: S) {} t(u: V): W { for (const x of y) z } }
interface AA { bb(cc: DD): EE; (ff: GG): HH }
type II = (jj: KK) => LL
enum MM { NN } namespace OO { let pp = 1 }
const qq = rr => ss, tt = (uu: VV) => ww
try { xx } catch (yy) { zz }
""",
    "java": """
class A extends B { int c = 1, d; A(int e) { this.c = e; }
  int f(int g, String... h) throws I { int j = g, k; for (int l = 0; l < g; l++) { m(l); }
    for (var n : o) p.q(n); try (R s = t()) { u(); } catch (V w) { throw w; }
    X y = z -> z, aa = (bb, cc) -> bb; label: while (true) break label;
    if (dd instanceof EE ff) gg(ff); return switch (g) { case HH -> 1; default -> { yield 2; } }; }
  enum II { JJ, KK } interface LL { int mm(int nn); } record OO(int pp) {} @QQ(rr = 1) void ss() {} }
""",
    "go": """
package p
type A struct { b int }
func (c *D) e(f, g int, h ...string) (i error) {
	var j, k = 1, 2; const l = 3; m, n := f, g
	if o := m; o > 0 { n = o }
	for q, r := range h { s(q, r) }
	for q = range h { }
	switch t := u.(type) { case int: v(t) }
	select { case w := <-x: y(w) }
	return func(z int) error { return i }(aa.bb)
}
func cc[T any](dd T) { type E int; F{gg: 1} }
""",
    "rust": """
use a::{b, c as d};
const E: u8 = 1;
fn f(g: u8, (h, mut i): (u8, u8), J { k, l: m, .. }: J) -> u8 {
    let n = g; let [o, p] = q; let Some(r) = s else { return 1 };
    for t in u { v(t) } if let W(x) = y { z } while let Ok(aa) = bb { cc }
    match dd { None => 1, ee => 2, ff @ 1..=2 => 3, GG::HH(ref ii) => 4, _ => 5 };
    let jj = |kk, ll: u8| kk + ll; println!("{}", n); mm.nn(oo); PP { qq, rr: ss }
}
impl TT for UU { fn vv(&self, ww: u8) {} }
""",
    "c": """
typedef int T; enum E { A, B }; extern int g; static int h = 1, *i, j[2];
int f(int a, char **b, int (*c)(int d), ...) { int k = a; for (int l = 0; l < k; l++) { m(l, b->n); }
  struct s o = { .p = 1 }; goto q; q: return sizeof(k) + (T)k; }
int r(s, t) int s; char t; { return s; }
""",
    "cpp": """
namespace n { template <typename T, int N = 1, typename U = int> class A : B { int m; A(int a) : m(a) {}
  int f(const T& b, int c = 1) const { auto [d, e] = b; for (auto& g : d) h(g); if (auto i = j(); i) k(i);
    auto l = [&, o = c](int p, auto... q) { return p + o; }; try { r(); } catch (const S& s) { t(s); }
    using V = int; enum W { X }; int *y = &c, z[2]; return this->m; } }; }
""",
}
SAMPLES["tsx"] = SAMPLES["typescript"] + "const p = (q: R) => <s t={q}>{q}</s>\n"


def captures(language, text):
    """{capture name: [(start, end), ...]} of locals.scm."""
    path = os.path.join(data_dir("grammars"), language.name, "locals.scm")
    with open(path, encoding="utf-8") as file:
        query = Query(language.grammar, file.read())
    found = QueryCursor(query).captures(language.parser.parse(text).root_node)
    return {
        name: {(node.start_byte, node.end_byte) for node in nodes} for name, nodes in found.items()
    }


def declared(tree):
    """Spans of the names that the tables say a scope declares."""
    tables = scope_tables_for(tables_for(tree.language))
    marks = tables.marks.of(tree.kind.tobytes())
    resolver = _Resolver(tree, tables, Regions(tree, tables, marks, []))
    found = set()
    for row in rows_where(not_after(marks, NAME, DOT)):
        choices = tables.at(tree.kind[tree.parent[row]], tree.field[row])
        choice = resolver.settle(row, choices)[0] if choices else None
        if choice is None or choice.do not in (BIND, KEEP):
            continue
        constant = tables.constants is not None and choice.do == BIND
        if not (constant and tables.constants.match(tree.slice(row))):
            found.add((tree.start[row], tree.end[row]))
    return found


@pytest.mark.parametrize("name", LANGUAGES)
def test_samples_parse(name):
    """A broken sample would prove nothing."""
    assert not parse(SAMPLES[name].encode(), name).flags[0] & BROKEN


@pytest.mark.parametrize("name", LANGUAGES)
def test_definitions_agree(name):
    """The query captures exactly the names the tables bind."""
    text = SAMPLES[name].encode()
    tree = parse(text, name)
    spans = captures(tree.language, text)["local.definition"]
    expected = declared(tree)
    assert {text[a:b] for a, b in spans - expected} == set()
    assert {text[a:b] for a, b in expected - spans} == set()


@pytest.mark.parametrize("name", LANGUAGES)
def test_scopes_agree(name):
    """The query captures exactly the kinds the tables call scopes."""
    language = language_named(name)
    text = SAMPLES[name].encode()
    tree = parse(text, name)
    scopes = scope_tables_for(tables_for(language)).scopes
    spans = captures(language, text)["local.scope"]
    present = [row for row in range(len(tree)) if tree.kind[row] in scopes]
    assert present
    assert {(tree.start[row], tree.end[row]) for row in present} == spans
    path = os.path.join(data_dir("grammars"), name, "locals.scm")
    with open(path, encoding="utf-8") as file:
        listed = file.read().split("@local.scope")[0]
    assert {word.strip("()") for word in listed.split() if word.startswith("(")} == {
        language.kind_names[kind] for kind in scopes
    }


@pytest.mark.parametrize("name", LANGUAGES)
def test_references_are_names(name):
    """Every leaf that the tables look up is a reference of the query."""
    text = SAMPLES[name].encode()
    tree = parse(text, name)
    spans = captures(tree.language, text)
    names = spans["local.reference"] | spans["local.definition"]
    tables = scope_tables_for(tables_for(tree.language))
    for row in range(len(tree)):
        if tables.defaults.get(tree.kind[row]) == REFERENCE:
            assert (tree.start[row], tree.end[row]) in names


@pytest.mark.parametrize("name", LANGUAGES)
def test_kind_codes_are_unique(name):
    """SHAPE tells kinds apart by 4 bytes of their names' digests."""
    names = set(language_named(name).kind_names)
    assert len({kind_code(kind) for kind in names}) == len(names)
