"""Go: what loops, tables, structures and library functions come to."""

import pytest

from tests.unit.classify.equivalence.evaluated import evaluated

_HEAD = (
    'package m\nimport "slices"\ntype R struct { n int }\n'
    "func g(x string) { println(x) }\nfunc h(x int) { println(x) }\n"
)
_SAME = [
    (
        "func f(a []string) { for i := 0; i < len(a); i++ { g(a[i]) } }",
        "func f(a []string) { for _, b := range a { g(b) } }",
    ),
    (
        "func f(a map[string]int, b string) int { v, ok := a[b]\n if ok { return v }\n return 0 }",
        "func f(a map[string]int, b string) int { if _, c := a[b]; c { return a[b] }\n return 0 }",
    ),
    (
        "func f() map[string]int { return make(map[string]int) }",
        "func f() map[string]int { return map[string]int{} }",
    ),
    (
        "func f(a []string, b string) bool { return slices.Contains(a, b) }",
        (
            "func f(a []string, b string) bool { for i := range a { if a[i] == b { return true }}\n"
            " return false }"
        ),
    ),
    (  # a sequence and a map are behind what holds them
        "func f() []int { a := make([]int, 9)\n for i := 0; i < 9; i++ { a[i]++ }\n return a }",
        "func f() []int { a := make([]int, 9)\n for i := range 9 { a[i]++ }\n return a }",
    ),
    (
        "func f(a []int) int { a[0] = 1\n return a[1] }",
        "func f(a []int) int { b := a\n b[0] = 1\n return a[1] }",
    ),
]
_DIFFER = [
    (  # two sequences may share their elements
        "func f(a, b []int) int { x := a[0]\n b[0] = 2\n return x }",
        "func f(a, b []int) int { b[0] = 2\n return a[0] }",
    ),
    (
        "func f(a []int) int { b := a\n a = append(a, 1)\n b[0] = 2\n return a[0] }",
        "func f(a []int) int { b := a\n b[0] = 2\n a = append(a, 1)\n return a[0] }",
    ),
    (
        'func f(a map[string]int) int { b := a\n x := a["k"]\n b["k"] = 2\n return x }',
        'func f(a map[string]int) int { b := a\n b["k"] = 2\n return a["k"] }',
    ),
    (  # an array is a value
        "func f(a [3]int) int { b := a\n b[0] = 1\n return a[0] }",
        "func f(a [3]int) int { b := a\n b[0] = 1\n return b[0] }",
    ),
    (
        "func f(a [3]int) [3]int { b := a\n b[0] = 1\n return a }",
        "func f(a [3]int) [3]int { a[0] = 1\n return a }",
    ),
    (
        "type A [3]int\nfunc f(a A) int { b := a\n b[0] = 1\n return a[0] }",
        "type A [3]int\nfunc f(a A) int { b := a\n b[0] = 1\n return b[0] }",
    ),
    (  # a field of a structure that is a value
        "func f(a R) int { b := a\n b.n = 1\n return a.n }",
        "func f(a R) int { b := a\n b.n = 1\n return b.n }",
    ),
    (
        "func f(a []R) int { b := a[0]\n a[0].n = 1\n return b.n }",
        "func f(a []R) int { b := &a[0]\n a[0].n = 1\n return b.n }",
    ),
    (  # what an element was before it is stored to
        'func f(a []string) { for i, b := range a { a[i] = "x"\n g(b) } }',
        'func f(a []string) { for i := range a { a[i] = "x"\n g(a[i]) } }',
    ),
    (  # a closure sees which sequence it is later
        "func f(a []int) int { c := func() int { return a[0] }\n a = []int{1}\n return c() }",
        "func f(a []int) int { x := a[0]\n a = []int{1}\n return x }",
    ),
    (
        "func f(a []int) int { p := &a\n *p = []int{7}\n a[0] = 1\n return a[0] }",
        "func f(a []int) int { p := &a\n a[0] = 1\n *p = []int{7}\n return a[0] }",
    ),
    (
        "func f(a [][]int) int { x := a[0][0]\n b := a[0]\n b[0] = 1\n return x }",
        "func f(a [][]int) int { b := a[0]\n b[0] = 1\n return a[0][0] }",
    ),
    (
        "func f(a float64) float64 { return 7 / 2 * a }",
        "const n float64 = 7\nfunc f(a float64) float64 { return n / 2 * a }",
    ),
    (  # the sequence is another one from the second round on
        "func f(a []string) { for i := 0; i < len(a); i++ { a = a[1:]\n g(a[i]) } }",
        "func f(a []string) { for i := range a { a = a[1:]\n g(a[i]) } }",
    ),
    (  # an element that is stored to is read again
        'func f(a []string) { for i := 0; i < len(a); i++ { g(a[i])\n a[i] = "x"\n g(a[i]) } }',
        "func f(a []string) { for _, b := range a { g(b)\n g(b) } }",
    ),
    (  # what is called may store to the sequence
        'func f(a []string) { for i := 0; i < len(a); i++ { g("y")\n g(a[i]) } }',
        'func f(a []string) { for _, b := range a { g("y")\n g(b) } }',
    ),
    (  # bytes and characters
        "func f(a string) int { t := 0\n for i := 0; i < len(a); i++ { t += i }\n return t }",
        "func f(a string) int { t := 0\n for i := range a { t += i }\n return t }",
    ),
    (  # an element that is there may be zero
        "func f(a map[string]int, b string) bool { _, ok := a[b]\n return ok }",
        "func f(a map[string]int, b string) bool { return a[b] != 0 }",
    ),
    (  # what is called may change the table
        (
            "func f(a map[string]int, b string) int { v, ok := a[b]\n g(b)\n if ok { return v }\n"
            " return 0 }"
        ),
        (
            "func f(a map[string]int, b string) int { _, c := a[b]\n g(b)\n if c { return a[b] }\n"
            " return 0 }"
        ),
    ),
    (
        "func f() map[string]int { return make(map[string]int) }",
        "func f() map[string]int { var a map[string]int\n return a }",
    ),
    (
        "func f() []string { return make([]string, 1) }",
        "func f() []string { return []string{} }",
    ),
    (  # a field of a structure that is stored as a whole, and read by way of a closure or pointer
        "func f() int { r := R{1}\n c := func() { r.n++ }\n x := r.n\n r = R{5}\n c()\n return x }",
        "func f() int { r := R{1}\n c := func() { r.n++ }\n r = R{5}\n x := r.n\n c()\n return x }",
    ),
    (
        "func f() int { r := R{1}\n p := &r\n x := p.n\n r = R{5}\n h(x)\n return p.n }",
        "func f() int { r := R{1}\n p := &r\n r = R{5}\n x := p.n\n h(x)\n return p.n }",
    ),
]


@pytest.mark.parametrize(("one", "other"), _SAME)
def test_same(one, other):
    """Two ways to write the same are one term."""
    assert evaluated(_HEAD + one, "go")[0] == evaluated(_HEAD + other, "go")[0]


@pytest.mark.parametrize(("one", "other"), _DIFFER)
def test_differs(one, other):
    """One slip away is another term."""
    assert evaluated(_HEAD + one, "go")[0] != evaluated(_HEAD + other, "go")[0]
