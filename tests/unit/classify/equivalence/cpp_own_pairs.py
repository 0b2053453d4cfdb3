"""Pairs of C++ programs that say themselves what operators, copies and `const` do."""

# ruff: noqa: E501 - tables are read by line

_AT = "struct A { int v[2]; int& operator[](int i) { return v[i]; } int& operator[](int) const { static int c; return c; } };\n"
_BEGIN = (
    "struct A { int v[2]; int* begin() { return v; } int* begin() const { return nullptr; } };\n"
)
_SHOW = '#include <cstdio>\nstruct A { int v; };\nstatic void show(A&) { puts("a"); }\nstatic void show(const A&) { puts("b"); }\n'
_FIELD = (
    '#include <cstdio>\nstruct S { void at() { puts("a"); } void at() const { puts("b"); } };\n'
)
_SET = "struct L { int v; L& operator=(const L& o) { v++; return *this; } };\n"
_STEP = "struct L { int v; L& operator++() { v += 1; return *this; } L operator++(int) { v += 10; return *this; } };\n"
_ADD = "struct L { int v; L& operator+=(int x) { v += 2 * x; return *this; } L operator+(int x) const { return L{v + x}; } };\n"
_COMMA = "struct L { int v; };\nL operator,(const L& a, const L& b) { return a; }\n"
_TRUE = (
    '#include <cstdio>\nstruct L { int v; operator bool() const { puts("b"); return true; } };\n'
)
_INT = '#include <cstdio>\nstruct L { operator int() const { puts("i"); return 1; } };\n'
_BEHIND = (
    '#include <cstdio>\nstruct L { int* m; int& operator*() const { puts("*"); return *m; } };\n'
)
_NOT = '#include <cstdio>\nstruct L { int v; };\nbool operator!(const L& a) { puts("!"); return true; }\n'
_COPY = '#include <cstdio>\n#include <vector>\nstruct L { L() {} L(const L&) { puts("c"); } int v = 1; };\n'
_ALL = "struct L { int v; L& operator=(const L& o) { v = o.v; return *this; } L(const L& o) { v = o.v; } operator bool() const { return v > 0; } int operator*() const { return v; } };\n"

_BASE = "struct A { virtual int f() const { return 1; } virtual ~A() = default; };\n"

_ROWS = [
    (
        "comma-of-unseen-types",
        "differs",
        '#include "matrix.h"\n',
        "void f(Row a, Row b) { a, b; }",
        "void f(Row a, Row b) { a; b; }",
    ),
    (
        "comma-of-numbers",
        "same",
        "",
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++, s += 2) {} return s; }",
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += 2; } return s; }",
    ),
    (
        "const-reference-result",
        "differs",
        _AT,
        "int f(A& a) { return a[0]; }",
        "int f(const A& a) { return a[0]; }",
    ),
    (
        "const-pointer-result",
        "differs",
        _BEGIN,
        "int* f(A& a) { return a.begin(); }",
        "int* f(const A& a) { return a.begin(); }",
    ),
    (
        "const-exchanged",
        "differs",
        _SHOW,
        "void f() { const A a{1}; show(a); }\nvoid g() { A a{1}; show(a); }",
        "void f() { A a{1}; show(a); }\nvoid g() { const A a{1}; show(a); }",
    ),
    (
        "const-exchanged-blocks",
        "differs",
        _SHOW,
        "void f(int i) { if (i) { const A a{1}; show(a); } else { A a{1}; show(a); } }",
        "void f(int i) { if (i) { A a{1}; show(a); } else { const A a{1}; show(a); } }",
    ),
    (
        "const-exchanged-parameters",
        "differs",
        "#include <vector>\n" + _SHOW.replace("A&", "std::vector<int>&"),
        "void f(const std::vector<int>& a, std::vector<int>& b) { show(a); show(b); }",
        "void f(std::vector<int>& a, const std::vector<int>& b) { show(a); show(b); }",
    ),
    (
        "constexpr-local",
        "differs",
        _SHOW,
        "void f() { A a{1}; show(a); }",
        "void f() { constexpr A a{1}; show(a); }",
    ),
    (
        "mutable-lambda",
        "differs",
        _FIELD,
        "void f(S s) { auto g = [s]() mutable { s.at(); }; g(); }",
        "void f(S s) { auto g = [s]() { s.at(); }; g(); }",
    ),
    (
        "mutable-field",
        "differs",
        _FIELD,
        "struct B { mutable S s; void f() const { s.at(); } };",
        "struct B { S s; void f() const { s.at(); } };",
    ),
    (
        "const-kept",
        "same",
        _SHOW,
        "void f(int i) { const A a{i}; show(a); if (i > 0) show(a); }",
        "void f(int i) { const A a{i}; show(a); if (0 < i) { show(a); } }",
    ),
    (
        "const-elsewhere",
        "same",
        _AT,
        "int f(int a) { int t = a + 1; return t * 2; }",
        "int f(int a) { const int t = a + 1; return t * 2; }",
    ),
    (
        "set",
        "differs",
        _SET,
        "int f(L a, L b) { a = b; return a.v; }",
        "int f(L a, L b) { return b.v; }",
    ),
    (
        "set-behind",
        "differs",
        _SET,
        "int f(L* a, L& b) { *a = b; return a->v; }",
        "int f(L* a, L& b) { *a = b; return b.v; }",
    ),
    (
        "set-held",
        "differs",
        _SET + "struct M { L l; };\n",
        "int f(M& a, M& b) { a = b; return a.l.v; }",
        "int f(M& a, M& b) { a = b; return b.l.v; }",
    ),
    (
        "set-any",
        "differs",
        _SET + "template <class T> void f(T& a, T& b);\n",
        "template <class T> int g(T& a, T b) { a = b; a = b; return 1; }",
        "template <class T> int g(T& a, T b) { a = b; return 1; }",
    ),
    (
        "step",
        "differs",
        _STEP,
        "int f(L a) { a++; return a.v; }",
        "int f(L a) { ++a; return a.v; }",
    ),
    (
        "add",
        "differs",
        _ADD,
        "int f(L a) { a += 1; return a.v; }",
        "int f(L a) { a = a + 1; return a.v; }",
    ),
    (
        "comma",
        "differs",
        _COMMA,
        "int f(L a, L b) { return (a, b).v; }",
        "int f(L a, L b) { return b.v; }",
    ),
    (
        "true",
        "differs",
        _TRUE,
        "int f(L a) { if (a) return 1; if (a) return 2; return 3; }",
        "int f(L a) { if (a) return 1; return 3; }",
    ),
    (
        "number-cast",
        "differs",
        _INT,
        "int f(L& a) { int x = (int)a; return x - x; }",
        "int f(L& a) { return (int)a - (int)a; }",
    ),
    (
        "number-given",
        "differs",
        _INT + "static int h(int x) { return 2; }\n",
        "int f(L& a) { return h(a); }",
        "int f(L& a) { return 2; }",
    ),
    (
        "number-switch",
        "differs",
        _INT,
        "int f(L& a) { switch (a) { case 1: return 1; default: return 1; } }",
        "int f(L& a) { return 1; }",
    ),
    (
        "behind",
        "differs",
        _BEHIND,
        "int f(L a) { int x = *a; int y = *a; return x - y; }",
        "int f(L a) { int x = *a; return x - x; }",
    ),
    (
        "not",
        "differs",
        _NOT,
        "int f(L a) { if (!a) return 1; if (!a) return 2; return 3; }",
        "int f(L a) { if (!a) return 1; return 3; }",
    ),
    ("copy", "differs", _COPY, "int f(L l) { L k = l; return k.v; }", "int f(L l) { return l.v; }"),
    (
        "copy-auto",
        "differs",
        _COPY,
        "int f(L& l) { auto k = l; return k.v; }",
        "int f(L& l) { return l.v; }",
    ),
    (
        "copy-each",
        "differs",
        _COPY,
        "int f(std::vector<L>& v) { int s = 0; for (auto x : v) s += x.v; return s; }",
        "int f(std::vector<L>& v) { int s = 0; for (auto& x : v) s += x.v; return s; }",
    ),
    (
        "copy-given",
        "differs",
        _COPY,
        "static int h(L l) { return l.v; }\nint f(L& l) { return h(l); }",
        "int f(L& l) { return l.v; }",
    ),
    (
        "numbers",
        "same",
        _ALL,
        "int f(int* p, int a) { int t = a; t = t + *p; t++; if (t) return t; return 0; }",
        "int f(int* p, int a) { int t = a; t += *p; ++t; return t ? t : 0; }",
    ),
    (
        "plain-class",
        "same",
        _ALL + "struct P { int x; int y; };\n",
        "int f(P& a, const P& b) { a = b; int t = a.x; return t; }",
        "int f(P& a, const P& b) { a = b; return a.x; }",
    ),
    (
        "virtual-said-with-override",
        "same",
        _BASE,
        "struct B : A { int f() const override { return 2; } }; int g(A& a) { return a.f(); }",
        "struct B : A { virtual int f() const override { return 2; } }; int g(A& a) { return a.f(); }",
    ),
    (
        "virtual-of-its-own",
        "differs",
        _BASE,
        "struct B : A { int h() const { return 2; } }; int g(B& a) { return a.h(); }",
        "struct B : A { virtual int h() const { return 2; } }; int g(B& a) { return a.h(); }",
    ),
]

PAIRS = [
    (f"cpp-own-{label}", said, {"a.cpp": head + before + "\n"}, {"a.cpp": head + after + "\n"})
    for label, said, head, before, after in _ROWS
]
