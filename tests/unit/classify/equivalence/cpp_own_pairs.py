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

_ROWS = [
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
        _AT,
        "int f(const A& a) { const int one = a[0]; if (one) return 1; return 2; }",
        "int f(const A& a) { const int one = a[0]; return one ? 1 : 2; }",
    ),
    (
        "const-elsewhere",
        "same",
        _AT,
        "int f(int a) { int t = a + 1; return t * 2; }",
        "int f(int a) { const int t = a + 1; return t * 2; }",
    ),
]

PAIRS = [
    (f"cpp-own-{label}", said, {"a.cpp": head + before + "\n"}, {"a.cpp": head + after + "\n"})
    for label, said, head, before, after in _ROWS
]
