"""Pairs of C and C++ programs for the prover: look-alikes that must stay apart, and equal ones."""

# ruff: noqa: E501 - tables are read by line

PAIRS = [
    (
        "c-local-rename",
        "same",
        {"a.c": "int f(int a, int b) { int total = a + b; total += 2; return total * 2; }"},
        {"a.c": "int f(int x, int b) { int sum = x + b; sum += 2; return sum * 2; }\n"},
    ),
    (
        "c-compound",
        "same",
        {"a.c": "static int g; void f(int a) { int t = 0; t = t + a; t = t - 1; g = t; }"},
        {"a.c": "static int g; void f(int a) { int t = 0; t += a; t--; g = t; }\n"},
    ),
    (
        "c-arrspell",
        "same",
        {
            "a.c": "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }"
        },
        {
            "a.c": "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += *(a + i); return s; }\n"
        },
    ),
    (
        "c-whilefor",
        "same",
        {
            "a.c": "int f(const int *a, int n) { int s = 0; int i = 0; while (i < n) { s += a[i]; i++; } return s; }"
        },
        {
            "a.c": "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; ++i) { s += a[i]; } return s; }\n"
        },
    ),
    (
        "c-guard",
        "same",
        {
            "a.c": "int f(const int *p, int n) { int r; if (p != 0 && n > 0) { r = p[0] + n; } else { r = -1; } return r; }"
        },
        {
            "a.c": "int f(const int *p, int n) { if (p == 0 || n <= 0) return -1; return p[0] + n; }\n"
        },
    ),
    (
        "c-gotoclean",
        "same",
        {
            "a.c": "#include <stdlib.h>\nint work(char *p);\nint f(int n) { int rc = -1; char *p = malloc(n); if (!p) goto out; rc = work(p); free(p); out: return rc; }"
        },
        {
            "a.c": "#include <stdlib.h>\nint work(char *p);\nint f(int n) { char *p = malloc(n); if (p == NULL) return -1; int rc = work(p); free(p); return rc; }\n"
        },
    ),
    (
        "c-static-extract",
        "same",
        {
            "a.c": '#include <stdio.h>\nvoid f(int a, int b) { printf("%d\\n", a * a + b); printf("%d\\n", b * b + a); }'
        },
        {
            "a.c": '#include <stdio.h>\nstatic void show(int x, int y) { printf("%d\\n", x * x + y); }\nvoid f(int a, int b) { show(a, b); show(b, a); }\n'
        },
    ),
    (
        "c-inline-static",
        "same",
        {
            "a.c": "static int sq(int x) { return x * x; }\nint f(int a, int b) { return sq(a) + sq(b); }"
        },
        {"a.c": "int f(int a, int b) { return a * a + b * b; }\n"},
    ),
    (
        "c-ternary",
        "same",
        {"a.c": "int mx(int a, int b) { if (a > b) return a; return b; }"},
        {"a.c": "int mx(int a, int b) { return a > b ? a : b; }\n"},
    ),
    (
        "c-ternary2",
        "same",
        {"a.c": "int mx(int a, int b) { int r; if (a > b) r = a; else r = b; return r; }"},
        {"a.c": "int mx(int a, int b) { return a > b ? a : b; }\n"},
    ),
    (
        "c-switchif",
        "same",
        {
            "a.c": 'const char *nm(int k) { switch (k) { case 1: return "a"; case 2: return "b"; default: return "c"; } }'
        },
        {
            "a.c": 'const char *nm(int k) { if (k == 1) return "a"; if (k == 2) return "b"; return "c"; }\n'
        },
    ),
    (
        "c-macro-const",
        "same",
        {"a.c": "#define MAX 10\nint f(int a) { return a < MAX ? a : MAX; }"},
        {"a.c": "enum { MAX = 10 };\nint f(int a) { return a < MAX ? a : MAX; }\n"},
    ),
    (
        "c-literal-macro",
        "same",
        {"a.c": "int f(int a) { return a * 60; }"},
        {"a.c": "#define SECONDS 60\nint f(int a) { return a * SECONDS; }\n"},
    ),
    (
        "c-macro-rename",
        "same",
        {"a.c": "#define MAXN 10\nint f(int a) { return a < MAXN; }"},
        {"a.c": "#define LIMIT 10\nint f(int a) { return a < LIMIT; }\n"},
    ),
    (
        "c-field-rename",
        "same",
        {
            "p.h": "struct point { int x; int y; };\nint area(const struct point *p);\n",
            "p.c": '#include "p.h"\nint area(const struct point *p) { return p->x * p->y; }\n',
            "m.c": '#include "p.h"\nint main(void) { struct point p = { .x = 1, .y = 2 }; return area(&p) + p.x; }',
        },
        {
            "p.h": "struct point { int width; int y; };\nint area(const struct point *p);\n",
            "p.c": '#include "p.h"\nint area(const struct point *p) { return p->width * p->y; }\n',
            "m.c": '#include "p.h"\nint main(void) { struct point p = { .width = 1, .y = 2 }; return area(&p) + p.width; }\n',
        },
    ),
    (
        "c-fn-rename",
        "same",
        {
            "p.h": "int area(int w, int h);\n",
            "p.c": '#include "p.h"\nint area(int w, int h) { return w * h; }\n',
            "m.c": '#include "p.h"\nint main(void) { return area(1, 2); }',
        },
        {
            "p.h": "int surface(int w, int h);\n",
            "p.c": '#include "p.h"\nint surface(int w, int h) { return w * h; }\n',
            "m.c": '#include "p.h"\nint main(void) { return surface(1, 2); }\n',
        },
    ),
    (
        "c-proto-order",
        "same",
        {
            "a.c": "static int b(int x) { return x + 1; }\nstatic int a(int x) { return b(x) * 2; }\nint main(void) { return a(3); }"
        },
        {
            "a.c": "static int a(int x);\nstatic int b(int x);\nint main(void) { return a(3); }\nstatic int a(int x) { return b(x) * 2; }\nstatic int b(int x) { return x + 1; }\n"
        },
    ),
    (
        "c-move-fn",
        "same",
        {
            "p.h": "int area(int w, int h);\nint peri(int w, int h);\n",
            "p.c": '#include "p.h"\nint area(int w, int h) { return w * h; }\nint peri(int w, int h) { return 2 * (w + h); }\n',
            "m.c": '#include "p.h"\nint main(void) { return area(1, 2) + peri(1, 2); }',
        },
        {
            "p.h": "int area(int w, int h);\nint peri(int w, int h);\n",
            "p.c": '#include "p.h"\nint area(int w, int h) { return w * h; }\n',
            "q.c": '#include "p.h"\nint peri(int w, int h) { return 2 * (w + h); }\n',
            "m.c": '#include "p.h"\nint main(void) { return area(1, 2) + peri(1, 2); }\n',
        },
    ),
    (
        "c-move-fn-header",
        "same",
        {
            "p.h": "int area(int w, int h);\nint peri(int w, int h);\n",
            "p.c": '#include "p.h"\nint area(int w, int h) { return w * h; }\nint peri(int w, int h) { return 2 * (w + h); }\n',
            "m.c": '#include "p.h"\nint main(void) { return area(1, 2) + peri(1, 2); }',
        },
        {
            "p.h": "int area(int w, int h);\n",
            "p.c": '#include "p.h"\nint area(int w, int h) { return w * h; }\n',
            "q.h": "#ifndef Q_H\n#define Q_H\nint peri(int w, int h);\n#endif\n",
            "q.c": '#include "q.h"\nint peri(int w, int h) { return 2 * (w + h); }\n',
            "m.c": '#include "p.h"\n#include "q.h"\nint main(void) { return area(1, 2) + peri(1, 2); }\n',
        },
    ),
    (
        "c-const-add",
        "same",
        {"a.c": "int len(char *s) { int n = 0; while (*s) { s++; n++; } return n; }"},
        {"a.c": "int len(const char *s) { int n = 0; for (; *s != '\\0'; s++) n++; return n; }\n"},
    ),
    (
        "c-structinit2",
        "same",
        {
            "a.c": "struct p { int x; int y; };\nint use(struct p q);\nint f(int a) { struct p q = { .y = 2, .x = a }; return use(q); }"
        },
        {
            "a.c": "struct p { int x; int y; };\nint use(struct p q);\nint f(int a) { struct p q = { a, 2 }; return use(q); }\n"
        },
    ),
    (
        "c-errbool",
        "same",
        {"a.c": "int main(int argc, char **argv) { int e = argc - 2; return e ? 1 : 0; }"},
        {"a.c": "int main(int argc, char **argv) { int e = argc - 2; return e != 0; }\n"},
    ),
    (
        "c-demorgan",
        "same",
        {"a.c": "int f(int a, int b) { if (!(a > 1 && b > 2)) return 1; return 0; }"},
        {"a.c": "int f(int a, int b) { return a <= 1 || b <= 2; }\n"},
    ),
    (
        "c-sizeof-var",
        "same",
        {
            "a.c": "#include <string.h>\nstruct q { int a[4]; };\nvoid f(struct q *p) { memset(p, 0, sizeof(struct q)); }"
        },
        {
            "a.c": "#include <string.h>\nstruct q { int a[4]; };\nvoid f(struct q *p) { memset(p, 0, sizeof(*p)); }\n"
        },
    ),
    (
        "c-sizeof-hoist",
        "same",
        {
            "a.c": "#include <string.h>\nvoid g(char *p, size_t n);\nvoid f(void) { char buf[64]; g(buf, sizeof buf - 1); }"
        },
        {
            "a.c": "#include <string.h>\nvoid g(char *p, size_t n);\nvoid f(void) { char buf[64]; const size_t cap = sizeof(buf) - 1; g(buf, cap); }\n"
        },
    ),
    (
        "c-sizeof-bad",
        "differs",
        {
            "a.c": '#include <string.h>\nvoid g(const char *p, size_t n);\nvoid f(void) { const char *s = "abc"; g(s, sizeof s); }'
        },
        {
            "a.c": '#include <string.h>\nvoid g(const char *p, size_t n);\nvoid f(void) { const char *s = "abc"; g(s, sizeof "abc"); }\n'
        },
    ),
    (
        "c-cast-arg",
        "same",
        {
            "a.c": "static int push(unsigned char a) { static int t; t += a; return t; }\nint f(int a) { return push((unsigned char)a); }"
        },
        {
            "a.c": "static int push(unsigned char a) { static int t; t += a; return t; }\nint f(int a) { return push(a); }\n"
        },
    ),
    (
        "c-extract-const-var",
        "same",
        {
            "a.c": '#include <stdio.h>\nvoid f(int *a, int n) { for (int i = 0; i < n; i++) { if (a[i] % 2 == 0) printf("%d even\\n", a[i]); } }'
        },
        {
            "a.c": '#include <stdio.h>\nvoid f(int *a, int n) { for (int i = 0; i < n; i++) { const int v = a[i]; if (v % 2 != 0) continue; printf("%d even\\n", v); } }\n'
        },
    ),
    (
        "c-static-global-rename",
        "same",
        {"a.c": "static int count; int next(void) { count++; return count; }"},
        {"a.c": "static int counter; int next(void) { return ++counter; }\n"},
    ),
    (
        "c-bool-flag",
        "same",
        {
            "a.c": "int has(const int *a, int n, int v) { int found = 0; for (int i = 0; i < n; i++) { if (a[i] == v) { found = 1; break; } } return found; }"
        },
        {
            "a.c": "int has(const int *a, int n, int v) { for (int i = 0; i < n; i++) { if (a[i] == v) return 1; } return 0; }\n"
        },
    ),
    (
        "c-arrow",
        "same",
        {"a.c": "struct p { int x; };\nint f(struct p *p) { return (*p).x; }"},
        {"a.c": "struct p { int x; };\nint f(struct p *p) { return p->x; }\n"},
    ),
    (
        "c-decl-split",
        "same",
        {"a.c": "int f(void) { int a, b; a = 1; b = 2; return a * 10 + b; }"},
        {"a.c": "int f(void) { int a = 1; int b = 2; return a * 10 + b; }\n"},
    ),
    (
        "c-null-spell",
        "same",
        {
            "a.c": "#include <stddef.h>\nint f(const char *s) { if (s == NULL || *s == 0) return 0; return 1; }"
        },
        {
            "a.c": "#include <stddef.h>\nint f(const char *s) { if (!s || !*s) return 0; return 1; }\n"
        },
    ),
    (
        "c-narrow-bad",
        "differs",
        {"a.c": "int f(int a) { unsigned char c = a; return c; }"},
        {"a.c": "int f(int a) { int c = a; return c; }\n"},
    ),
    (
        "c-unsigned-bad",
        "differs",
        {"a.c": "int f(unsigned a, int b) { return b < a; }"},
        {"a.c": "int f(int a, int b) { return b < a; }\n"},
    ),
    (
        "c-param-unsigned-bad",
        "differs",
        {"a.c": "int f(int b) { unsigned a = b; return a > 3; }"},
        {"a.c": "int f(int b) { return b > 3; }\n"},
    ),
    (
        "c-struct-order-bad",
        "differs",
        {
            "a.c": "struct p { int x; int y; };\nstatic struct p q = { 1, 2 };\nint f(void) { return q.x; }"
        },
        {
            "a.c": "struct p { int y; int x; };\nstatic struct p q = { 1, 2 };\nint f(void) { return q.x; }\n"
        },
    ),
    (
        "c-arraylen",
        "differs",
        {"a.c": "void g(char *p);\nvoid f(void) { char buf[64]; g(buf); }"},
        {"a.c": "void g(char *p);\nvoid f(void) { char buf[32]; g(buf); }\n"},
    ),
    (
        "c-arraylen2",
        "differs",
        {
            "a.c": "void g(char *p, unsigned long n);\nvoid f(void) { char buf[64]; g(buf, sizeof buf); }"
        },
        {
            "a.c": "void g(char *p, unsigned long n);\nvoid f(void) { char buf[32]; g(buf, sizeof buf); }\n"
        },
    ),
    (
        "c-arraylen-field",
        "differs",
        {
            "a.c": "struct s { char b[64]; };\nvoid g(char *p, unsigned long n);\nvoid f(struct s *s) { g(s->b, sizeof s->b); }"
        },
        {
            "a.c": "struct s { char b[32]; };\nvoid g(char *p, unsigned long n);\nvoid f(struct s *s) { g(s->b, sizeof s->b); }\n"
        },
    ),
    (
        "c-arraylen-global",
        "differs",
        {
            "a.c": "static char b[64];\nvoid g(char *p, unsigned long n);\nvoid f(void) { g(b, sizeof b); }"
        },
        {
            "a.c": "static char b[32];\nvoid g(char *p, unsigned long n);\nvoid f(void) { g(b, sizeof b); }\n"
        },
    ),
    (
        "c-sizeof-ptr",
        "differs",
        {"a.c": "void g(char *p, unsigned long n);\nvoid f(void) { char b[64]; g(b, sizeof b); }"},
        {
            "a.c": "void g(char *p, unsigned long n);\nvoid f(void) { char b[64]; char *q = b; g(q, sizeof q); }\n"
        },
    ),
    (
        "c-sizeof-param",
        "differs",
        {
            "a.c": "void g(char *p, unsigned long n);\nstatic void h(char *p) { g(p, sizeof p); }\nvoid f(void) { char b[64]; h(b); }"
        },
        {
            "a.c": "void g(char *p, unsigned long n);\nvoid f(void) { char b[64]; g(b, sizeof b); }\n"
        },
    ),
    (
        "c-sizeof-param2",
        "differs",
        {
            "a.c": "void g(char *p, unsigned long n);\nstatic void h(char p[64]) { g(p, sizeof p); }\nvoid f(void) { char b[64]; h(b); }"
        },
        {
            "a.c": "void g(char *p, unsigned long n);\nvoid f(void) { char b[64]; g(b, sizeof b); }\n"
        },
    ),
    (
        "c-sizeof-elem",
        "differs",
        {"a.c": "void g(unsigned long n);\nvoid f(int *a) { g(sizeof a); }"},
        {"a.c": "void g(unsigned long n);\nvoid f(int *a) { g(sizeof *a); }\n"},
    ),
    (
        "c-undef",
        "differs",
        {
            "a.c": "#define N 1\nint f(void) { return N; }\n#undef N\n#define N 2\nint g(void) { return N; }"
        },
        {
            "a.c": "#define N 1\nint f(void) { return 1; }\n#undef N\n#define N 2\nint g(void) { return 1; }\n"
        },
    ),
    (
        "c-deref-idx",
        "differs",
        {"a.c": "int f(int *p) { return *p; }"},
        {"a.c": "int f(int *p) { return p[1]; }\n"},
    ),
    (
        "c-store-deref",
        "same",
        {"a.c": "void f(int *p) { *p = 1; p[2] = 3; }"},
        {"a.c": "void f(int *p) { p[0] = 1; *(p + 2) = 3; }\n"},
    ),
    (
        "c-char-num",
        "same",
        {"a.c": "int f(int c) { return c >= '0' && c <= '9'; }"},
        {"a.c": "int f(int c) { return c >= 48 && c <= 57; }\n"},
    ),
    (
        "c-char-num-bad",
        "differs",
        {"a.c": "int f(int c) { return c == '\\377'; }"},
        {"a.c": "int f(int c) { return c == 255; }\n"},
    ),
    (
        "c-goto-loop",
        "differs",
        {
            "a.c": "int g(void);\nint f(void) { int n = 0; again: n++; if (g()) goto again; return n; }"
        },
        {"a.c": "int g(void);\nint f(void) { int n = 0; n++; if (g()) return n; return n; }\n"},
    ),
    (
        "c-goto-multi",
        "same",
        {
            "a.c": "int open_(void); void close_(int); int use(int); \nint f(void) { int rc = -1; int a = open_(); if (a < 0) goto done; int b = open_(); if (b < 0) goto close_a; rc = use(a) + use(b); close_(b); close_a: close_(a); done: return rc; }"
        },
        {
            "a.c": "int open_(void); void close_(int); int use(int); \nint f(void) { int a = open_(); if (a < 0) return -1; int b = open_(); if (b < 0) { close_(a); return -1; } int rc = use(a) + use(b); close_(b); close_(a); return rc; }\n"
        },
    ),
    (
        "c-goto-bad",
        "differs",
        {
            "a.c": "int open_(void); void close_(int); int use(int); \nint f(void) { int rc = -1; int a = open_(); if (a < 0) goto done; rc = use(a); done: close_(a); return rc; }"
        },
        {
            "a.c": "int open_(void); void close_(int); int use(int); \nint f(void) { int a = open_(); if (a < 0) return -1; int rc = use(a); close_(a); return rc; }\n"
        },
    ),
    (
        "c-stat-bool",
        "differs",
        {"a.c": "int f(int a) { return a ? 2 : 0; }"},
        {"a.c": "int f(int a) { return a != 0; }\n"},
    ),
    (
        "c-macro-guard",
        "same",
        {
            "a.h": "#ifndef A_H\n#define A_H\nint f(int a);\n#endif\n",
            "a.c": '#include "a.h"\nint f(int a) { return a; }',
        },
        {
            "a.h": "#ifndef LIB_A_H\n#define LIB_A_H\nint f(int a);\n#endif\n",
            "a.c": '#include "a.h"\nint f(int a) { return a; }\n',
        },
    ),
    (
        "c-macro-guard-clash",
        "differs",
        {
            "a.h": "#ifndef A_H\n#define A_H\nint f(int a);\n#endif\n",
            "b.h": "#ifndef B_H\n#define B_H\nint g(int a);\n#endif\n",
            "a.c": '#include "a.h"\n#include "b.h"\nint f(int a) { return a + (int)sizeof(g(1)); }',
        },
        {
            "a.h": "#ifndef A_H\n#define A_H\nint f(int a);\n#endif\n",
            "b.h": "#ifndef A_H\n#define A_H\nint g(int a);\n#endif\n",
            "a.c": '#include "a.h"\n#include "b.h"\nint f(int a) { return a + (int)sizeof(g(1)); }\n',
        },
    ),
    (
        "c-vm-alias",
        "differs",
        {
            "a.c": "struct vm { int *stack; int top; };\nvoid push(struct vm *v, int x) { v->stack[v->top++] = x; }"
        },
        {
            "a.c": "struct vm { int *stack; int top; };\nvoid push(struct vm *v, int x) { v->stack[v->top] = x; v->top++; }\n"
        },
    ),
    (
        "c-fields-order",
        "same",
        {"a.c": "struct p { int x; int y; };\nvoid f(struct p *p) { p->x = 1; p->y = 2; }"},
        {"a.c": "struct p { int x; int y; };\nvoid f(struct p *p) { p->y = 2; p->x = 1; }\n"},
    ),
    (
        "c-union-order",
        "differs",
        {"a.c": "union p { int x; int y; };\nvoid f(union p *p) { p->x = 1; p->y = 2; }"},
        {"a.c": "union p { int x; int y; };\nvoid f(union p *p) { p->y = 2; p->x = 1; }\n"},
    ),
    (
        "c-two-ptr-order",
        "differs",
        {
            "a.c": "struct p { int x; int y; };\nvoid f(struct p *p, struct p *q) { p->x = 1; q->x = 2; }"
        },
        {
            "a.c": "struct p { int x; int y; };\nvoid f(struct p *p, struct p *q) { q->x = 2; p->x = 1; }\n"
        },
    ),
    (
        "c-unused-static",
        "same",
        {"a.c": "static int unused(int x) { return x; }\nint f(int x) { return x; }"},
        {"a.c": "int f(int x) { return x; }\n"},
    ),
    (
        "c-size-mix-bad",
        "differs",
        {"a.c": "int f(int a, unsigned b) { int c = a + b; return c > 0; }"},
        {"a.c": "int f(int a, unsigned b) { return a + b > 0; }\n"},
    ),
    (
        "c-long-bad",
        "differs",
        {"a.c": "int g(long x);\nint f(int a, int b) { long c = a; return g(c * b); }"},
        {"a.c": "int g(long x);\nint f(int a, int b) { return g(a * b); }\n"},
    ),
    (
        "c-void-ptr",
        "differs",
        {"a.c": "int f(void *v) { char *q = v; return q[1]; }"},
        {"a.c": "int f(void *v) { int *q = v; return q[1]; }\n"},
    ),
    (
        "c-void-ptr2",
        "differs",
        {"a.c": "int f(void *v) { unsigned char *q = v; return *q; }"},
        {"a.c": "int f(void *v) { signed char *q = v; return *q; }\n"},
    ),
    (
        "c-incr-narrow",
        "differs",
        {"a.c": "int f(unsigned char c) { return ++c; }"},
        {"a.c": "int f(unsigned char c) { return c + 1; }\n"},
    ),
    (
        "c-assign-narrow",
        "differs",
        {"a.c": "int f(int a) { unsigned char c; return (c = a); }"},
        {"a.c": "int f(int a) { int c; return (c = a); }\n"},
    ),
    (
        "c-store-narrow",
        "differs",
        {"a.c": "int f(unsigned char *c, int a) { *c = a; return *c; }"},
        {"a.c": "int f(unsigned char *c, int a) { *c = a; return a; }\n"},
    ),
    (
        "c-field-narrow",
        "differs",
        {
            "a.c": "struct s { unsigned char c; };\nint f(struct s *s, int a) { s->c = a; return s->c; }"
        },
        {
            "a.c": "struct s { unsigned char c; };\nint f(struct s *s, int a) { s->c = a; return a; }\n"
        },
    ),
    (
        "c-bool-conv",
        "differs",
        {"a.c": "#include <stdbool.h>\nint f(int a) { bool b = a; return b; }"},
        {"a.c": "#include <stdbool.h>\nint f(int a) { int b = a; return b; }\n"},
    ),
    (
        "c-bool-conv-ok",
        "same",
        {"a.c": "#include <stdbool.h>\nbool f(int a) { bool b = a; return b; }"},
        {"a.c": "#include <stdbool.h>\nbool f(int a) { bool b = a != 0; return b; }\n"},
    ),
    (
        "c-ret-narrow",
        "differs",
        {"a.c": "static unsigned char g(int a) { return a; }\nint f(int a) { return g(a); }"},
        {"a.c": "int f(int a) { return a; }\n"},
    ),
    (
        "c-ret-char",
        "differs",
        {"a.c": "char f(int a) { return a; }"},
        {"a.c": "int f(int a) { return a; }\n"},
    ),
    (
        "c-union-fields",
        "differs",
        {
            "a.c": "union u { int a; float b; };\nfloat f(union u *u, float x) { u->b = x; u->a = 1; return u->b; }"
        },
        {
            "a.c": "union u { int a; float b; };\nfloat f(union u *u, float x) { u->b = x; u->a = 1; return x; }\n"
        },
    ),
    (
        "c-nested-union",
        "differs",
        {
            "a.c": "struct s { union { int a; float b; } u; int z; };\nvoid f(struct s *s) { s->u.a = 1; s->u.b = 2; }"
        },
        {
            "a.c": "struct s { union { int a; float b; } u; int z; };\nvoid f(struct s *s) { s->u.b = 2; s->u.a = 1; }\n"
        },
    ),
    (
        "c-anon-union",
        "differs",
        {
            "a.c": "struct s { union { int a; float b; }; int z; };\nvoid f(struct s *s) { s->a = 1; s->b = 2; }"
        },
        {
            "a.c": "struct s { union { int a; float b; }; int z; };\nvoid f(struct s *s) { s->b = 2; s->a = 1; }\n"
        },
    ),
    (
        "c-macro-two",
        "differs",
        {
            "a.c": "#define N 1\nint f(void) { return N; }\n",
            "b.c": "#define N 2\nint g(void) { return N; }",
        },
        {
            "a.c": "#define N 1\nint f(void) { return N; }\n",
            "b.c": "#define N 2\nint g(void) { return 1; }\n",
        },
    ),
    (
        "c-macro-two-ok",
        "same",
        {
            "a.c": "#define N 1\nint f(void) { return N; }\n",
            "b.c": "int g(int a) { return a + 2; }",
        },
        {
            "a.c": "#define N 1\nint f(void) { return N; }\n",
            "b.c": "#define M 2\nint g(int b) { return b + M; }\n",
        },
    ),
    (
        "c-macro-switch",
        "differs",
        {"a.c": "#include <assert.h>\nint f(int a) { assert(a); return a; }"},
        {"a.c": "#define NDEBUG\n#include <assert.h>\nint f(int a) { assert(a); return a; }\n"},
    ),
    (
        "c-macro-capture",
        "differs",
        {"a.c": "int f(void) { int size = 3; return size; }"},
        {"a.c": "#define size 4\nint f(void) { int size = 3; return size; }\n"},
    ),
    (
        "c-goto-loop-out",
        "same",
        {
            "a.c": "int f(const int *a, int n) { int r = -1; for (int i = 0; i < n; i++) { if (a[i] == 3) { r = i; goto done; } } done: return r; }"
        },
        {
            "a.c": "int f(const int *a, int n) { for (int i = 0; i < n; i++) { if (a[i] == 3) return i; } return -1; }\n"
        },
    ),
    (
        "c-goto-nested",
        "differs",
        {
            "a.c": "int g(int); int f(int a) { if (a) goto x; g(1); x: g(2); y: if (a > 3) { a--; goto x; } return a; }"
        },
        {"a.c": "int g(int); int f(int a) { if (a) goto x; g(1); x: g(2); return a; }\n"},
    ),
    (
        "c-self-init",
        "differs",
        {"a.c": "int f(void) { int x = x; return 1; }"},
        {"a.c": "int f(void) { return 2; }\n"},
    ),
    (
        "c-goto-order",
        "differs",
        {
            "a.c": "int g(int); int f(int a) { if (a) goto two; g(1); goto end; two: g(2); end: return g(3); }"
        },
        {"a.c": "int g(int); int f(int a) { if (a) goto two; g(1); two: g(2); return g(3); }\n"},
    ),
    (
        "c-list-node",
        "same",
        {
            "a.c": "struct n { struct n *next; int v; };\nint sum(struct n *head) { int s = 0; struct n *p = head; while (p != 0) { s += p->v; p = p->next; } return s; }"
        },
        {
            "a.c": "struct n { struct n *next; int v; };\nint sum(struct n *list) { int total = 0; for (struct n *it = list; it; it = it->next) total += it->v; return total; }\n"
        },
    ),
    (
        "c-list-node-const",
        "same",
        {
            "a.c": "struct n { struct n *next; int v; };\nint sum(const struct n *head) { int s = 0; const struct n *p = head; while (p != 0) { s += p->v; p = p->next; } return s; }"
        },
        {
            "a.c": "struct n { struct n *next; int v; };\nint sum(const struct n *head) { int s = 0; for (; head; head = head->next) s += head->v; return s; }\n"
        },
    ),
    (
        "c-free-list",
        "same",
        {
            "a.c": "#include <stdlib.h>\nstruct n { struct n *next; };\nvoid f(struct n *p) { while (p != NULL) { struct n *next = p->next; free(p); p = next; } }"
        },
        {
            "a.c": "#include <stdlib.h>\nstruct n { struct n *next; };\nvoid f(struct n *p) { struct n *q; for (; p; p = q) { q = p->next; free(p); } }\n"
        },
    ),
    (
        "c-free-list-bad",
        "differs",
        {
            "a.c": "#include <stdlib.h>\nstruct n { struct n *next; };\nvoid f(struct n *p) { while (p != NULL) { struct n *next = p->next; free(p); p = next; } }"
        },
        {
            "a.c": "#include <stdlib.h>\nstruct n { struct n *next; };\nvoid f(struct n *p) { while (p != NULL) { free(p); p = p->next; } }\n"
        },
    ),
    (
        "c-addr-local",
        "differs",
        {"a.c": "int f(void) { int x = 1; int *p = &x; *p = 2; return x; }"},
        {"a.c": "int f(void) { int x = 1; int *p = &x; *p = 2; return 1; }\n"},
    ),
    (
        "c-addr-loop",
        "differs",
        {"a.c": "void g(int *); int f(void) { int x = 1; g(&x); return x; }"},
        {"a.c": "void g(int *); int f(void) { int x = 1; g(&x); return 1; }\n"},
    ),
    (
        "c-alias-params",
        "differs",
        {"a.c": "int f(int *a, int *b) { *a = 1; *b = 2; return *a; }"},
        {"a.c": "int f(int *a, int *b) { *a = 1; *b = 2; return 1; }\n"},
    ),
    (
        "c-alias-field",
        "differs",
        {
            "a.c": "struct s { int x; }; int f(struct s *a, int *b) { a->x = 1; *b = 2; return a->x; }"
        },
        {
            "a.c": "struct s { int x; }; int f(struct s *a, int *b) { a->x = 1; *b = 2; return 1; }\n"
        },
    ),
    (
        "c-struct-copy",
        "differs",
        {"a.c": "struct s { int x; }; int f(struct s a) { struct s b = a; b.x = 2; return a.x; }"},
        {
            "a.c": "struct s { int x; }; int f(struct s a) { struct s *b = &a; b->x = 2; return a.x; }\n"
        },
    ),
    (
        "c-array-elem-alias",
        "differs",
        {"a.c": "int f(int *a, int i, int j) { a[i] = 1; a[j] = 2; return a[i]; }"},
        {"a.c": "int f(int *a, int i, int j) { a[i] = 1; a[j] = 2; return 1; }\n"},
    ),
    (
        "c-array-store-order",
        "differs",
        {"a.c": "void f(int *a, int i, int j) { a[i] = 1; a[j] = 2; }"},
        {"a.c": "void f(int *a, int i, int j) { a[j] = 2; a[i] = 1; }\n"},
    ),
    (
        "c-global-call",
        "differs",
        {"a.c": "static int g; void h(void); int f(void) { g = 1; h(); return g; }"},
        {"a.c": "static int g; void h(void); int f(void) { g = 1; h(); return 1; }\n"},
    ),
    (
        "c-uns-neg",
        "differs",
        {"a.c": "int f(unsigned x) { return x > -1; }"},
        {"a.c": "int f(unsigned x) { return x >= 0; }\n"},
    ),
    (
        "c-uns-sub",
        "differs",
        {"a.c": "int f(unsigned a, unsigned b) { return a - b > 0; }"},
        {"a.c": "int f(unsigned a, unsigned b) { return a > b; }\n"},
    ),
    (
        "c-bitfield",
        "differs",
        {
            "a.c": "struct s { unsigned a : 3; };\nint f(struct s *s, int x) { s->a = x; return s->a; }"
        },
        {
            "a.c": "struct s { unsigned a : 4; };\nint f(struct s *s, int x) { s->a = x; return s->a; }\n"
        },
    ),
    (
        "c-bitfield2",
        "differs",
        {
            "a.c": "struct s { unsigned a : 3; };\nint f(struct s *s, unsigned x) { s->a = x; return s->a; }"
        },
        {
            "a.c": "struct s { unsigned a : 3; };\nint f(struct s *s, unsigned x) { s->a = x; return x; }\n"
        },
    ),
    (
        "c-fallthrough",
        "differs",
        {
            "a.c": "int f(int a) { int r = 0; switch (a) { case 1: r++; case 2: r += 2; break; default: r = 9; } return r; }"
        },
        {
            "a.c": "int f(int a) { int r = 0; switch (a) { case 1: r++; break; case 2: r += 2; break; default: r = 9; } return r; }\n"
        },
    ),
    (
        "c-volatile",
        "differs",
        {"a.c": "volatile int flag; int f(void) { while (flag) {} return flag; }"},
        {"a.c": "volatile int flag; int f(void) { if (flag) { for (;;) {} } return 0; }\n"},
    ),
    (
        "c-float-div",
        "differs",
        {"a.c": "double f(int a, int b) { return a / b; }"},
        {"a.c": "double f(int a, int b) { return (double)a / b; }\n"},
    ),
    (
        "c-float-assoc",
        "differs",
        {"a.c": "double f(double a, double b, double c) { return a + (b + c); }"},
        {"a.c": "double f(double a, double b, double c) { return (a + b) + c; }\n"},
    ),
    (
        "c-short-circuit",
        "differs",
        {"a.c": "int g(void); int f(int a) { return a && g(); }"},
        {"a.c": "int g(void); int f(int a) { int r = g(); return a && r; }\n"},
    ),
    (
        "c-bit-and",
        "differs",
        {"a.c": "int g(int); int f(int a) { return g(a) && g(2); }"},
        {"a.c": "int g(int); int f(int a) { return g(a) & g(2); }\n"},
    ),
    (
        "c-mod-neg",
        "differs",
        {"a.c": "int f(int a) { return a % 2 == 1; }"},
        {"a.c": "int f(int a) { return a % 2 != 0; }\n"},
    ),
    (
        "c-shift-arith",
        "differs",
        {"a.c": "int f(int a) { return a >> 1; }"},
        {"a.c": "int f(int a) { return a / 2; }\n"},
    ),
    (
        "c-char-sign",
        "differs",
        {"a.c": "int f(const char *s) { return s[0] < 128; }"},
        {"a.c": "int f(const unsigned char *s) { return s[0] < 128; }\n"},
    ),
    (
        "c-cast-sign",
        "differs",
        {"a.c": "int f(const char *s) { return (unsigned char)s[0]; }"},
        {"a.c": "int f(const char *s) { return s[0]; }\n"},
    ),
    (
        "c-strlen-loop",
        "differs",
        {
            "a.c": "#include <string.h>\nvoid f(char *s) { for (size_t i = 0; i < strlen(s); i++) s[i] = 0; }"
        },
        {
            "a.c": "#include <string.h>\nvoid f(char *s) { size_t n = strlen(s); for (size_t i = 0; i < n; i++) s[i] = 0; }\n"
        },
    ),
    (
        "c-enum-order",
        "differs",
        {"a.c": "enum e { A, B }; int f(void) { return B; }"},
        {"a.c": "enum e { B, A }; int f(void) { return B; }\n"},
    ),
    (
        "c-macro-args",
        "differs",
        {"a.c": "#define SQ(x) ((x) * (x))\nint g(void); int f(void) { return SQ(g()); }"},
        {
            "a.c": "#define SQ(x) ((x) * (x))\nint g(void); int f(void) { int v = g(); return SQ(v); }\n"
        },
    ),
    (
        "c-macro-prec",
        "differs",
        {"a.c": "#define N 1 + 2\nint f(int a) { return a * N; }"},
        {"a.c": "#define N (1 + 2)\nint f(int a) { return a * N; }\n"},
    ),
    (
        "c-macro-neg",
        "differs",
        {"a.c": "#define N -1\nint f(int a) { return a N; }"},
        {"a.c": "#define N -2\nint f(int a) { return a N; }\n"},
    ),
    (
        "c-cond-type",
        "differs",
        {"a.c": "int g(long); int f(int a, unsigned b, int c) { return (c ? a : b) > 0; }"},
        {
            "a.c": "int g(long); int f(int a, unsigned b, int c) { if (c) return a > 0; return b > 0; }\n"
        },
    ),
    (
        "c-static-dup",
        "differs",
        {
            "a.c": "static int helper(void) { static int n; return ++n; }\nint f(void) { return helper(); }\nint g(void) { return helper(); }"
        },
        {
            "a.c": "static int helper(void) { static int n; return ++n; }\nstatic int helper2(void) { static int n; return ++n; }\nint f(void) { return helper(); }\nint g(void) { return helper2(); }\n"
        },
    ),
    (
        "c-str-mod",
        "differs",
        {"a.c": 'void g(char *); void f(void) { char s[] = "ab"; g(s); }'},
        {"a.c": 'void g(char *); void f(void) { char *s = "ab"; g(s); }\n'},
    ),
    (
        "c-ptr-step",
        "differs",
        {"a.c": "int f(const int *p) { return *(p + 1); }"},
        {"a.c": "int f(const char *p) { return *(p + 1); }\n"},
    ),
    (
        "c-postinc",
        "differs",
        {"a.c": "int f(const int *p) { return *p++ + *p; }"},
        {"a.c": "int f(const int *p) { return *p + *p; }\n"},
    ),
    (
        "c-postinc-ok",
        "same",
        {"a.c": "void f(char *d, const char *s) { while (*s) { *d++ = *s++; } *d = 0; }"},
        {
            "a.c": "void f(char *d, const char *s) { for (; *s; s++, d++) { *d = *s; } *d = '\\0'; }\n"
        },
    ),
    (
        "c-postinc-bad",
        "differs",
        {"a.c": "void f(char *d, const char *s) { while (*s) { *d++ = *s++; } *d = 0; }"},
        {"a.c": "void f(char *d, const char *s) { while (*s) { *++d = *s++; } *d = 0; }\n"},
    ),
    (
        "c-assign-chain",
        "same",
        {"a.c": "void f(int *a, int *b) { int x, y; x = y = 3; a[0] = x; b[0] = y; }"},
        {"a.c": "void f(int *a, int *b) { int x = 3; int y = 3; a[0] = x; b[0] = y; }\n"},
    ),
    (
        "c-uint8-arith",
        "differs",
        {
            "a.c": "#include <stdint.h>\nint f(uint8_t a, uint8_t b) { uint8_t c = a + b; return c; }"
        },
        {"a.c": "#include <stdint.h>\nint f(uint8_t a, uint8_t b) { return a + b; }\n"},
    ),
    (
        "c-uint32-mul",
        "differs",
        {"a.c": "#include <stdint.h>\nuint64_t f(uint32_t a, uint32_t b) { return a * b; }"},
        {
            "a.c": "#include <stdint.h>\nuint64_t f(uint32_t a, uint32_t b) { uint64_t x = a; return x * b; }\n"
        },
    ),
    (
        "c-init-fields",
        "differs",
        {
            "a.c": "struct p { int x; int y; };\nint use(struct p q);\nint f(int a) { struct p q = { .y = a, .x = 2 }; return use(q); }"
        },
        {
            "a.c": "struct p { int x; int y; };\nint use(struct p q);\nint f(int a) { struct p q = { a, 2 }; return use(q); }\n"
        },
    ),
    (
        "c-init-elided",
        "differs",
        {
            "a.c": "struct p { int x[2]; int y; };\nint use(struct p q);\nint f(int a) { struct p q = { .x = {a}, .y = 2 }; return use(q); }"
        },
        {
            "a.c": "struct p { int x[2]; int y; };\nint use(struct p q);\nint f(int a) { struct p q = { a, 2 }; return use(q); }\n"
        },
    ),
    (
        "c-init-fields-ok",
        "same",
        {
            "a.c": "struct p { int x; int y; };\nint use(struct p q);\nint f(int a) { struct p q = { .y = 2, .x = a }; return use(q); }"
        },
        {
            "a.c": "struct p { int x; int y; };\nint use(struct p q);\nint f(int a) { struct p q = { a, 2 }; return use(q); }\n"
        },
    ),
    (
        "cpp-local-rename",
        "same",
        {
            "a.cpp": "#include <vector>\nint f(const std::vector<int>& v) { int total = 0; for (int x : v) { total += x; } return total; }"
        },
        {
            "a.cpp": "#include <vector>\nint f(const std::vector<int>& values) { int sum = 0; for (const int item : values) sum += item; return sum; }\n"
        },
    ),
    (
        "cpp-this",
        "same",
        {
            "a.cpp": "class A { public: int get() const { return x_; } void set(int x) { x_ = x; } private: int x_ = 0; };"
        },
        {
            "a.cpp": "class A { public: int get() const { return this->x_; } void set(int x) { this->x_ = x; } private: int x_ = 0; };\n"
        },
    ),
    (
        "cpp-private-rename",
        "same",
        {
            "a.cpp": "class A { public: int get() const { return x_; } void set(int x) { x_ = x; } private: int x_ = 0; };"
        },
        {
            "a.cpp": "class A { public: int get() const { return value_; } void set(int v) { value_ = v; } private: int value_ = 0; };\n"
        },
    ),
    (
        "cpp-private-method",
        "same",
        {
            "a.cpp": "class A { public: int get() const { return twice(x_); } private: int twice(int a) const { return a * 2; } int x_ = 0; };"
        },
        {
            "a.cpp": "class A { public: int get() const { return doubled(x_); } private: int doubled(int a) const { return a * 2; } int x_ = 0; };\n"
        },
    ),
    (
        "cpp-extract-private",
        "same",
        {
            "a.cpp": "class A { public: int get() const { if (x_ > 3) return x_ * 2; return 0; } private: int x_ = 0; };"
        },
        {
            "a.cpp": "class A { public: int get() const { if (big()) return x_ * 2; return 0; } private: bool big() const { return x_ > 3; } int x_ = 0; };\n"
        },
    ),
    (
        "cpp-to-source",
        "same",
        {
            "a.hpp": "class A { public: int value() const { return x_; } private: int x_ = 0; };\n",
            "m.cpp": '#include "a.hpp"\nint main() { A a; return a.value(); }',
        },
        {
            "a.hpp": "class A { public: int value() const; private: int x_ = 0; };\n",
            "a.cpp": '#include "a.hpp"\nint A::value() const { return x_; }\n',
            "m.cpp": '#include "a.hpp"\nint main() { A a; return a.value(); }\n',
        },
    ),
    (
        "cpp-ns-nested",
        "same",
        {
            "a.cpp": "namespace a { namespace b { int f(int x) { return x; } } }\nint main() { return a::b::f(1); }"
        },
        {
            "a.cpp": "namespace a::b { int f(int x) { return x; } }\nint main() { return a::b::f(1); }\n"
        },
    ),
    (
        "cpp-using-decl",
        "same",
        {"a.cpp": "namespace a { int f(int x) { return x; } }\nint main() { return a::f(1); }"},
        {
            "a.cpp": "namespace a { int f(int x) { return x; } }\nusing a::f;\nint main() { return f(1); }\n"
        },
    ),
    (
        "cpp-nullptr",
        "same",
        {
            "a.cpp": "struct N { N* next; int v; };\nint f(N* n) { int s = 0; while (n != nullptr) { s += n->v; n = n->next; } return s; }"
        },
        {
            "a.cpp": "struct N { N* next; int v; };\nint f(N* n) { int s = 0; for (; n; n = n->next) s += n->v; return s; }\n"
        },
    ),
    (
        "cpp-ternary",
        "same",
        {"a.cpp": '#include <string>\nstd::string f(bool b) { if (b) return "yes"; return "no"; }'},
        {"a.cpp": '#include <string>\nstd::string f(bool b) { return b ? "yes" : "no"; }\n'},
    ),
    (
        "cpp-typedef-using",
        "same",
        {"a.cpp": "typedef unsigned int id_t2;\nid_t2 f(id_t2 a) { return a; }"},
        {"a.cpp": "using id_t2 = unsigned int;\nid_t2 f(id_t2 a) { return a; }\n"},
    ),
    (
        "cpp-override-add",
        "same",
        {
            "a.cpp": "struct B { virtual int f() const { return 1; } virtual ~B() = default; };\nstruct D : B { int f() const { return 2; } };\nint g(const B& b) { return b.f(); }"
        },
        {
            "a.cpp": "struct B { virtual int f() const { return 1; } virtual ~B() = default; };\nstruct D : B { int f() const override { return 2; } };\nint g(const B& b) { return b.f(); }\n"
        },
    ),
    (
        "cpp-constexpr",
        "same",
        {"a.cpp": "int f(int a) { return a * 60; }"},
        {"a.cpp": "constexpr int kSeconds = 60;\nint f(int a) { return a * kSeconds; }\n"},
    ),
    (
        "cpp-const-var",
        "same",
        {
            "a.cpp": '#include <string>\n#include <iostream>\nvoid f(const std::string& n, int a) { std::cout << n << ": " << a * 2 << "\\n"; }'
        },
        {
            "a.cpp": '#include <string>\n#include <iostream>\nvoid f(const std::string& n, int a) { const int twice = a * 2; std::cout << n << ": " << twice << "\\n"; }\n'
        },
    ),
    (
        "cpp-endl-bad",
        "differs",
        {"a.cpp": '#include <iostream>\nvoid f(int a) { std::cout << a << "\\n"; }'},
        {"a.cpp": "#include <iostream>\nvoid f(int a) { std::cout << a << std::endl; }\n"},
    ),
    (
        "cpp-early-continue",
        "same",
        {
            "a.cpp": "#include <vector>\nint f(const std::vector<int>& v) { int n = 0; for (int x : v) { if (x > 0) { n += x; } } return n; }"
        },
        {
            "a.cpp": "#include <vector>\nint f(const std::vector<int>& v) { int n = 0; for (int x : v) { if (x <= 0) continue; n += x; } return n; }\n"
        },
    ),
    (
        "cpp-anon-ns",
        "same",
        {"a.cpp": "static int helper(int a) { return a + 1; }\nint f(int a) { return helper(a); }"},
        {
            "a.cpp": "namespace { int helper(int a) { return a + 1; } }\nint f(int a) { return helper(a); }\n"
        },
    ),
    (
        "cpp-copy-bad",
        "differs",
        {
            "a.cpp": "#include <vector>\nvoid f(std::vector<int>& v) { auto& w = v; w.push_back(1); }"
        },
        {
            "a.cpp": "#include <vector>\nvoid f(std::vector<int>& v) { auto w = v; w.push_back(1); }\n"
        },
    ),
    (
        "cpp-by-value-bad",
        "differs",
        {"a.cpp": "struct S { int a; };\nvoid f(S& s) { s.a = 1; }"},
        {"a.cpp": "struct S { int a; };\nvoid f(S s) { s.a = 1; }\n"},
    ),
    (
        "cpp-order-init-bad",
        "differs",
        {
            "a.cpp": "struct L { L(int); };\nclass P { public: P() : a_(1), b_(2) {} private: L a_; L b_; };"
        },
        {
            "a.cpp": "struct L { L(int); };\nclass P { public: P() : a_(1), b_(2) {} private: L b_; L a_; };\n"
        },
    ),
    (
        "cpp-raii-bad",
        "differs",
        {
            "a.cpp": "#include <mutex>\nint g(); std::mutex mu;\nint f() { int r; { std::lock_guard<std::mutex> l(mu); r = g(); } g(); return r; }"
        },
        {
            "a.cpp": "#include <mutex>\nint g(); std::mutex mu;\nint f() { int r; std::lock_guard<std::mutex> l(mu); r = g(); g(); return r; }\n"
        },
    ),
    (
        "cpp-overload-bad",
        "differs",
        {"a.cpp": "void g(int); void g(long);\nvoid f(int a) { g(a); }"},
        {"a.cpp": "void g(int); void g(long);\nvoid f(int a) { g((long)a); }\n"},
    ),
    (
        "cpp-narrow-bad",
        "differs",
        {"a.cpp": "int f(int a) { unsigned char c = a; return c; }"},
        {"a.cpp": "int f(int a) { auto c = a; return c; }\n"},
    ),
    (
        "cpp-cin",
        "differs",
        {"a.cpp": "#include <iostream>\nint f() { int n = 0; std::cin >> n; return n; }"},
        {"a.cpp": "#include <iostream>\nint f() { int n = 0; std::cin >> n; return 0; }\n"},
    ),
    (
        "cpp-cin2",
        "differs",
        {
            "a.cpp": "#include <iostream>\nint f() { int a = 0; int b = 0; std::cin >> a; return a; }"
        },
        {
            "a.cpp": "#include <iostream>\nint f() { int a = 0; int b = 0; std::cin >> b; return a; }\n"
        },
    ),
    (
        "cpp-ref-param",
        "differs",
        {"a.cpp": "static void bump(int& x) { x++; }\nint f() { int n = 0; bump(n); return n; }"},
        {"a.cpp": "int f() { int n = 0; return n; }\n"},
    ),
    (
        "cpp-ref-scalar",
        "differs",
        {"a.cpp": "struct S { int x; };\nint f(S& s) { const int& r = s.x; s.x = 5; return r; }"},
        {"a.cpp": "struct S { int x; };\nint f(S& s) { const int r = s.x; s.x = 5; return r; }\n"},
    ),
    (
        "cpp-ref-assign",
        "differs",
        {"a.cpp": "struct S { int x; };\nint f(S& s) { auto& r = s.x; r = 5; return s.x; }"},
        {"a.cpp": "struct S { int x; };\nint f(S& s) { auto r = s.x; r = 5; return s.x; }\n"},
    ),
    (
        "cpp-copy-ret",
        "differs",
        {
            "a.cpp": "#include <vector>\nstd::vector<int> mk(); int use(const std::vector<int>&);\nint f() { auto v = mk(); auto& w = v; w.push_back(1); return use(v); }"
        },
        {
            "a.cpp": "#include <vector>\nstd::vector<int> mk(); int use(const std::vector<int>&);\nint f() { auto v = mk(); auto w = v; w.push_back(1); return use(v); }\n"
        },
    ),
    (
        "cpp-for-copy-bad",
        "differs",
        {
            "a.cpp": '#include <vector>\n#include <string>\nvoid f(std::vector<std::string>& v) { for (auto& s : v) { s += "x"; } }'
        },
        {
            "a.cpp": '#include <vector>\n#include <string>\nvoid f(std::vector<std::string>& v) { for (auto s : v) { s += "x"; } }\n'
        },
    ),
    (
        "cpp-for-copy-int",
        "differs",
        {
            "a.cpp": "#include <vector>\nvoid f(std::vector<int>& v) { for (auto& s : v) { s = 3; } }"
        },
        {
            "a.cpp": "#include <vector>\nvoid f(std::vector<int>& v) { for (auto s : v) { s = 3; } }\n"
        },
    ),
    (
        "cpp-plus-eq",
        "differs",
        {"a.cpp": '#include <string>\nvoid f(std::string& s) { s += "x"; }'},
        {"a.cpp": '#include <string>\nvoid f(std::string& s) { s += "y"; }\n'},
    ),
    (
        "cpp-ref-extract",
        "same",
        {
            "a.cpp": "#include <vector>\n#include <string>\nstruct S { std::string n; int x; };\nint f(const std::vector<S>& v, int i) { if (v[i].x > 3) return v[i].x; return 0; }"
        },
        {
            "a.cpp": "#include <vector>\n#include <string>\nstruct S { std::string n; int x; };\nint f(const std::vector<S>& v, int i) { const auto& item = v[i]; if (item.x > 3) return item.x; return 0; }\n"
        },
    ),
    (
        "cpp-iter-adv",
        "differs",
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v) { auto it = v.begin(); ++it; return *it; }"
        },
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v) { auto it = v.begin(); return *it; }\n"
        },
    ),
    (
        "cpp-move-after",
        "differs",
        {
            "a.cpp": "#include <string>\n#include <utility>\nvoid sink(std::string); void show(const std::string&);\nvoid f(std::string s) { sink(std::move(s)); show(s); }"
        },
        {
            "a.cpp": "#include <string>\n#include <utility>\nvoid sink(std::string); void show(const std::string&);\nvoid f(std::string s) { sink(s); show(s); }\n"
        },
    ),
    (
        "cpp-str-append",
        "differs",
        {
            "a.cpp": '#include <string>\nstd::string f(std::string s) { s += "a"; s += "b"; return s; }'
        },
        {
            "a.cpp": '#include <string>\nstd::string f(std::string s) { s += "b"; s += "a"; return s; }\n'
        },
    ),
    (
        "cpp-swap-order",
        "differs",
        {"a.cpp": "#include <iostream>\nvoid f(int a) { std::cout << a; std::cout << 2; }"},
        {"a.cpp": "#include <iostream>\nvoid f(int a) { std::cout << 2; std::cout << a; }\n"},
    ),
    (
        "cpp-assign-class",
        "differs",
        {
            "a.cpp": "struct S { int a; S& operator=(const S&); };\nint f(S& x, const S& y) { x = y; return 1; }"
        },
        {
            "a.cpp": "struct S { int a; S& operator=(const S&); };\nint f(S& x, const S& y) { return 1; }\n"
        },
    ),
    (
        "cpp-own-operator",
        "differs",
        {
            "a.cpp": "struct V { int a; }; void log(int);\nV operator+(const V& l, const V& r) { log(1); return V{l.a + r.a}; }\nV f(V a, V b) { V c = a + b; log(2); return c; }"
        },
        {
            "a.cpp": "struct V { int a; }; void log(int);\nV operator+(const V& l, const V& r) { log(1); return V{l.a + r.a}; }\nV f(V a, V b) { log(2); V c = a + b; return c; }\n"
        },
    ),
    (
        "cpp-own-unary",
        "differs",
        {"a.cpp": "struct V { int a; V& operator++(); };\nvoid f(V& a) { ++a; }"},
        {"a.cpp": "struct V { int a; V& operator++(); };\nvoid f(V& a) { }\n"},
    ),
    (
        "cpp-own-index",
        "differs",
        {"a.cpp": "struct V { int a; int& operator[](int); };\nvoid f(V& a) { a[1] = 3; }"},
        {"a.cpp": "struct V { int a; int& operator[](int); };\nvoid f(V& a) { a[1] = 4; }\n"},
    ),
    (
        "cpp-map-index",
        "differs",
        {"a.cpp": "#include <map>\nbool f(std::map<int,int>& m) { m[3]; return m.count(3) > 0; }"},
        {"a.cpp": "#include <map>\nbool f(std::map<int,int>& m) { return m.count(3) > 0; }\n"},
    ),
    (
        "cpp-capture",
        "differs",
        {
            "a.cpp": "#include <functional>\nint f() { int n = 1; auto g = [n]() { return n; }; n = 2; return g(); }"
        },
        {
            "a.cpp": "#include <functional>\nint f() { int n = 1; auto g = [&n]() { return n; }; n = 2; return g(); }\n"
        },
    ),
    (
        "cpp-capture-default",
        "differs",
        {"a.cpp": "int f() { int n = 1; auto g = [=]() { return n; }; n = 2; return g(); }"},
        {"a.cpp": "int f() { int n = 1; auto g = [&]() { return n; }; n = 2; return g(); }\n"},
    ),
    (
        "cpp-virtual-dtor",
        "differs",
        {"a.cpp": "struct B { ~B() {} };\nvoid f(B* b) { delete b; }"},
        {"a.cpp": "struct B { virtual ~B() {} };\nvoid f(B* b) { delete b; }\n"},
    ),
    (
        "cpp-scope-dtor",
        "differs",
        {"a.cpp": "struct G { G(int); ~G(); }; void w();\nvoid f() { G g(1); w(); }"},
        {"a.cpp": "struct G { G(int); ~G(); }; void w();\nvoid f() { { G g(1); } w(); }\n"},
    ),
    (
        "cpp-scope-dtor2",
        "differs",
        {"a.cpp": "struct G { G(int); ~G(); }; void w();\nvoid f() { G g{1}; w(); }"},
        {"a.cpp": "struct G { G(int); ~G(); }; void w();\nvoid f() { G{1}; w(); }\n"},
    ),
    (
        "cpp-dtor-order",
        "differs",
        {"a.cpp": "struct G { G(int); ~G(); };\nvoid f() { G a(1); G b(2); }"},
        {"a.cpp": "struct G { G(int); ~G(); };\nvoid f() { G b(2); G a(1); }\n"},
    ),
    (
        "cpp-catch-ref",
        "differs",
        {
            "a.cpp": "#include <stdexcept>\nvoid w(); void h(const std::exception&);\nvoid f() { try { w(); } catch (const std::exception& e) { h(e); } }"
        },
        {
            "a.cpp": "#include <stdexcept>\nvoid w(); void h(const std::exception&);\nvoid f() { try { w(); } catch (std::exception e) { h(e); } }\n"
        },
    ),
    (
        "cpp-catch-order",
        "differs",
        {
            "a.cpp": "#include <stdexcept>\nvoid w(); void h(int);\nvoid f() { try { w(); } catch (const std::runtime_error& e) { h(1); } catch (const std::exception& e) { h(2); } }"
        },
        {
            "a.cpp": "#include <stdexcept>\nvoid w(); void h(int);\nvoid f() { try { w(); } catch (const std::exception& e) { h(2); } catch (const std::runtime_error& e) { h(1); } }\n"
        },
    ),
    (
        "cpp-slicing",
        "differs",
        {
            "a.cpp": "struct B { virtual int f() const; int x; }; struct D : B { int f() const override; };\nint g(const D& d) { const B& b = d; return b.f(); }"
        },
        {
            "a.cpp": "struct B { virtual int f() const; int x; }; struct D : B { int f() const override; };\nint g(const D& d) { B b = d; return b.f(); }\n"
        },
    ),
    (
        "cpp-unsigned-loop",
        "differs",
        {
            "a.cpp": "#include <vector>\nint f(const std::vector<int>& v) { int n = 0; for (int i = v.size() - 1; i >= 0; --i) n += v[i]; return n; }"
        },
        {
            "a.cpp": "#include <vector>\nint f(const std::vector<int>& v) { int n = 0; for (std::size_t i = v.size() - 1; i >= 0; --i) n += v[i]; return n; }\n"
        },
    ),
    (
        "cpp-brace-init",
        "differs",
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f() { std::vector<int> v(3, 1); return v; }"
        },
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f() { std::vector<int> v{3, 1}; return v; }\n"
        },
    ),
    (
        "cpp-emplace",
        "differs",
        {"a.cpp": "#include <vector>\nvoid f(std::vector<int>& v) { v.push_back(1); }"},
        {"a.cpp": "#include <vector>\nvoid f(std::vector<int>& v) { v.insert(v.begin(), 1); }\n"},
    ),
    (
        "cpp-swap-ref",
        "differs",
        {"a.cpp": "void f(int& a, int& b) { int t = a; a = b; b = t; }"},
        {"a.cpp": "void f(int& a, int& b) { a = b; b = a; }\n"},
    ),
    (
        "cpp-out-ref",
        "differs",
        {"a.cpp": "void f(int& a) { a = 1; }"},
        {"a.cpp": "void f(int& a) { a = 2; }\n"},
    ),
    (
        "cpp-out-ref2",
        "same",
        {"a.cpp": "void f(int& a, int x) { int y = x + 1; a = y; }"},
        {"a.cpp": "void f(int& a, int x) { a = x + 1; }\n"},
    ),
    (
        "cpp-static-member",
        "differs",
        {"a.cpp": "struct S { static int n; int v; }; int S::n = 1;\nint f() { return S::n; }"},
        {"a.cpp": "struct S { static int n; int v; }; int S::n = 2;\nint f() { return S::n; }\n"},
    ),
    (
        "cpp-template-arg",
        "differs",
        {
            "a.cpp": "#include <memory>\nstruct A {}; struct B : A {}; void use(std::shared_ptr<A>);\nvoid f() { use(std::make_shared<A>()); }"
        },
        {
            "a.cpp": "#include <memory>\nstruct A {}; struct B : A {}; void use(std::shared_ptr<A>);\nvoid f() { use(std::make_shared<B>()); }\n"
        },
    ),
    (
        "c-field-narrowed",
        "differs",
        {"a.c": "struct s { long n; };\nlong f(const struct s *p) { return p->n; }\n"},
        {"a.c": "struct s { short n; };\nlong f(const struct s *p) { return (long)p->n; }\n"},
    ),
    (
        "c-field-of-pointers-narrowed",
        "differs",
        {"a.c": "struct s { long *(*n[4])[2]; };\nlong f(struct s *p) { return **p->n[0][0]; }\n"},
        {
            "a.c": "struct s { int *(*n[4])[2]; };\nlong f(struct s *p) { return (long)**p->n[0][0]; }\n"
        },
    ),
    (
        "cpp-field-narrowed",
        "differs",
        {"a.cpp": "struct s { long n; };\nlong f(const s *p) { return p->n; }\n"},
        {"a.cpp": "struct s { short n; };\nlong f(const s *p) { return (long)p->n; }\n"},
    ),
    (
        "c-global-narrowed",
        "differs",
        {"a.c": "static long n, *p;\nlong f(void) { return n; }\nvoid g(long x) { n = x; }\n"},
        {
            "a.c": "static short n, *p;\nlong f(void) { return (long)n; }\nvoid g(long x) { n = (short)x; }\n"
        },
    ),
    (
        "c-static-helpers-both-changed",
        "differs",
        {
            "a.c": "static int g(int a) { return a + 1; }\nstatic int k(int a) { return a + 1; }\nint f(int a) { return g(a) + k(1); }\n"
        },
        {
            "a.c": "static int g(int a) { return a + 2; }\nstatic int k(int a) { return a + 3; }\nint f(int a) { return g(a) + k(1); }\n"
        },
    ),
    (
        "c-macro-to-function",
        "same",
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define SQ(x) ((x)*(x))\nint f(int a){ return SQ(a)+1; }\n"
        },
        {
            "a.c": "#include <stdio.h>\nint g(int);\nstatic inline int sq(int x){ return x*x; }\nint f(int a){ return sq(a)+1; }\n"
        },
    ),
    (
        "c-macro-to-function-of-header",
        "same",
        {
            "a.h": "#ifndef H\n#define H\n#define MIN(a,b) ((a)<(b)?(a):(b))\n#endif\n",
            "a.c": '#include "a.h"\nint f(int a,int b){ return MIN(a,b); }\n',
        },
        {
            "a.h": "#ifndef H\n#define H\nstatic inline int min_i(int a,int b){ return a<b?a:b; }\n#endif\n",
            "a.c": '#include "a.h"\nint f(int a,int b){ return min_i(a,b); }\n',
        },
    ),
    (
        "c-macro-narrowed",
        "differs",
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define MAX(a,b) ((a)>(b)?(a):(b))\nlong f(long a,long b){ return MAX(a,b); }\n"
        },
        {
            "a.c": "#include <stdio.h>\nint g(int);\nstatic int max(int a,int b){ return a>b?a:b; }\nlong f(long a,long b){ return max(a,b); }\n"
        },
    ),
    (
        "c-macro-without-brackets",
        "differs",
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define SQ(x) ((x)*(x))\nint f(int a){ return SQ(a+1); }\n"
        },
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define SQ(x) (x*x)\nint f(int a){ return SQ(a+1); }\n"
        },
    ),
    (
        "c-macro-argument-twice",
        "differs",
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define SQ(x) ((x)*(x))\nint f(int a){ return SQ(g(a)); }\n"
        },
        {
            "a.c": "#include <stdio.h>\nint g(int);\nstatic inline int sq(int x){ return x*x; }\nint f(int a){ return sq(g(a)); }\n"
        },
    ),
    (
        "c-macro-captures",
        "differs",
        {
            "a.c": "#define SWAP(a,b) do { int t = (a); (a) = (b); (b) = t; } while (0)\nint f(int a, int u){ SWAP(a, u); return a - u*3; }\n"
        },
        {
            "a.c": "#define SWAP(a,b) do { int t = (a); (a) = (b); (b) = t; } while (0)\nint f(int a, int t){ SWAP(a, t); return a - t*3; }\n"
        },
    ),
    (
        "c-macro-captures-unexpanded",
        "differs",
        {
            "z.c": "#ifdef FOO\n#define BAR 1\n#endif\n",
            "a.c": "#define SWAP(a,b) do { int t = (a); (a) = (b); (b) = t; } while (0)\nint f(int a, int u){ SWAP(a, u); return a - u*3; }\n",
        },
        {
            "z.c": "#ifdef FOO\n#define BAR 1\n#endif\n",
            "a.c": "#define SWAP(a,b) do { int t = (a); (a) = (b); (b) = t; } while (0)\nint f(int a, int t){ SWAP(a, t); return a - t*3; }\n",
        },
    ),
    (
        "c-macro-written-out",
        "same",
        {
            "a.c": "#define SWAP(a,b) do { int t = (a); (a) = (b); (b) = t; } while (0)\nint f(int a, int u){ SWAP(a, u); return a - u*3; }\n"
        },
        {"a.c": "int f(int a, int u){ int tmp = a; a = u; u = tmp; return a - u*3; }\n"},
    ),
    (
        "c-macro-that-returns",
        "same",
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define CHECK(c) do { if (!(c)) return -1; } while (0)\nint f(int a){ CHECK(a > 0); CHECK(a < 9 && a != 3); return g(a); }\n"
        },
        {
            "a.c": "#include <stdio.h>\nint g(int);\nint f(int a){ if (a <= 0) return -1; if (a >= 9 || a == 3) return -1; return g(a); }\n"
        },
    ),
    (
        "c-macro-breaks-its-own-loop",
        "same",
        {
            "a.c": "int g(int);\n#define W(x) do { if (x) break; g(x); } while (0)\nint f(int a){ while (a--) { W(a); g(9); } return 0; }\n"
        },
        {"a.c": "int g(int);\nint f(int a){ while (a--) { if (!a) g(a); g(9); } return 0; }\n"},
    ),
    (
        "c-macro-breaks-another-loop",
        "differs",
        {
            "a.c": "int g(int);\n#define W(x) do { if (x) break; g(x); } while (0)\nint f(int a){ while (a--) { W(a); g(9); } return 0; }\n"
        },
        {
            "a.c": "int g(int);\nint f(int a){ while (a--) { if (a) break; g(a); g(9); } return 0; }\n"
        },
    ),
    (
        "c-macro-of-two-statements",
        "differs",
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define W(x) g(x); g(2)\nint f(int a){ if (a) { W(a); } return 0; }\n"
        },
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define W(x) g(x); g(2)\nint f(int a){ if (a) W(a); return 0; }\n"
        },
    ),
    (
        "c-macro-of-enum",
        "same",
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define L(X) X(one,1) X(two,2)\n#define E(n,v) K_##n = v,\nenum k { L(E) };\nint f(int a){ return a == K_one; }\n"
        },
        {
            "a.c": "#include <stdio.h>\nint g(int);\nenum k { K_one = 1, K_two = 2 };\nint f(int a){ return a == K_one; }\n"
        },
    ),
    (
        "c-macro-of-enum-value",
        "differs",
        {
            "a.c": "#include <stdio.h>\nint g(int);\n#define L(X) X(one,1) X(two,2)\n#define E(n,v) K_##n = v,\nenum k { L(E) };\nint f(int a){ return a == K_one; }\n"
        },
        {
            "a.c": "#include <stdio.h>\nint g(int);\nenum k { K_one = 1, K_two = 3 };\nint f(int a){ return a == K_one; }\n"
        },
    ),
    (
        "c-macro-for-a-header",
        "differs",
        {"a.c": "#include <assert.h>\nint f(int a){ assert(a); return a; }\n"},
        {"a.c": "#define NDEBUG\n#include <assert.h>\nint f(int a){ assert(a); return a; }\n"},
    ),
    (
        "c-macro-shown-by-assert",
        "differs",
        {"a.c": "#include <assert.h>\n#define N 10\nint f(int a){ assert(a < N); return a; }\n"},
        {"a.c": "#include <assert.h>\n#define M 10\nint f(int a){ assert(a < M); return a; }\n"},
    ),
    (
        "c-macro-makes-texts",
        "differs",
        {
            "a.c": '#include <stdio.h>\n#define P(x) printf("%s=%d", #x, x)\nvoid f(int a){ P(a); }\n'
        },
        {
            "a.c": '#include <stdio.h>\n#define P(x) printf("%s=%d", #x, x)\nvoid f(int b){ P(b); }\n'
        },
    ),
    (
        "c-macro-text-written-out",
        "same",
        {
            "a.c": '#include <stdio.h>\n#define P(x) printf("%s=%d", #x, x)\nvoid f(int a){ P(a); }\n'
        },
        {"a.c": '#include <stdio.h>\nvoid f(int b){ printf("%s=%d", "a", b); }\n'},
    ),
    (
        "c-header-read-in-two-ways",
        "differs",
        {
            "a.h": "static int h(int x) { return x + N; }\n",
            "a.c": '#define N 1\n#include "a.h"\nint f(void) { return h(1); }\n',
            "b.c": '#define N 2\n#include "a.h"\nint g(void) { return h(1); }\n',
        },
        {
            "a.h": "static int h(int x) { return x + N; }\n",
            "a.c": '#define N 2\n#include "a.h"\nint f(void) { return h(1); }\n',
            "b.c": '#define N 1\n#include "a.h"\nint g(void) { return h(1); }\n',
        },
    ),
    (
        "c-broken-behind-macros",
        "differs",
        {"a.c": "#define N 1\nint f(int a){ return a +; }\n"},
        {"a.c": "int f(int a){ return  a +; }\n"},
    ),
    (
        "cpp-text-in-a-choice",
        "same",
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::string f(int a){ if (a == 0) { return "n/a"; } return n(a); }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::string f(int a){ return a == 0 ? std::string("n/a") : n(a); }\n'
        },
    ),
    (
        "cpp-text-in-a-choice-without-type",
        "differs",
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nauto f(int a){ return a ? "x" : "y"; }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nauto f(int a){ return a ? std::string("x") : "y"; }\n'
        },
    ),
    (
        "cpp-text-beside-texts",
        "same",
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::string f(int a){ return "x" + std::to_string(a) + "y"; }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::string f(int a){ return std::string("x") + std::to_string(a) + std::string("y"); }\n'
        },
    ),
    (
        "cpp-text-beside-number",
        "differs",
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::string f(int a){ return "xyz" + a; }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::string f(int a){ return std::string("xyz") + static_cast<char>(a); }\n'
        },
    ),
    (
        "cpp-text-beside-character",
        "differs",
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::string f(char a){ return "xyz" + a; }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::string f(char a){ return std::string("xyz") + a; }\n'
        },
    ),
    (
        "cpp-text-beside-own-operator",
        "differs",
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstruct t { int v; };\nstd::string operator+(const char* a, const std::string& b);\nstd::string f(const std::string& a){ return "x" + a; }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstruct t { int v; };\nstd::string operator+(const char* a, const std::string& b);\nstd::string f(const std::string& a){ return std::string("x") + a; }\n'
        },
    ),
    (
        "cpp-empty-option",
        "same",
        {
            "a.cpp": "#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::optional<int> f(int a){ if (a == 0) { return std::nullopt; } return a; }\n"
        },
        {
            "a.cpp": "#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::optional<int> f(int a){ if (a == 0) { return {}; } return a; }\n"
        },
    ),
    (
        "cpp-option-of-zero",
        "differs",
        {
            "a.cpp": "#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::optional<int> f(int a){ if (a == 0) { return std::nullopt; } return a; }\n"
        },
        {
            "a.cpp": "#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::optional<int> f(int a){ if (a == 0) { return {0}; } return a; }\n"
        },
    ),
    (
        "cpp-option-in-an-option",
        "differs",
        {
            "a.cpp": "#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::optional<std::optional<int>> f(int a){ if (a == 0) { return std::nullopt; } return a; }\n"
        },
        {
            "a.cpp": "#include <string>\n#include <optional>\nstd::string n(int);\nconst char* cs(int);\nstd::optional<std::optional<int>> f(int a){ if (a == 0) { return std::optional<int>{}; } return a; }\n"
        },
    ),
    (
        "cpp-const-receiver",
        "differs",
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nint f(A& a){ return a.at(1); }\n"
        },
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nint f(const A& a){ return a.at(1); }\n"
        },
    ),
    (
        "cpp-const-local",
        "differs",
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nint f(A& x){ auto& a = x; return a.at(1); }\n"
        },
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nint f(A& x){ const auto& a = x; return a.at(1); }\n"
        },
    ),
    (
        "cpp-const-local-of-others",
        "same",
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nint p(A& a){ return a.at(2); }\nint h(int k){ int t = k + 1; return t * t; }\n"
        },
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nint p(A& a){ return a.at(2); }\nint h(int k){ const int t = k + 1; return t * t; }\n"
        },
    ),
    (
        "cpp-const-on-the-other",
        "differs",
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nint h(A& x, A& y){ const A& a = x; A& b = y; return a.at(1) - b.at(1)*2; }\n"
        },
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nint h(A& x, A& y){ A& a = x; const A& b = y; return a.at(1) - b.at(1)*2; }\n"
        },
    ),
    (
        "cpp-const-through-a-template",
        "differs",
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\ntemplate <class T> int w(T& a) { return a.at(1); }\nint h(){ A a{}; return w(a); }\n"
        },
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\ntemplate <class T> int w(T& a) { return a.at(1); }\nint h(){ const A a{}; return w(a); }\n"
        },
    ),
    (
        "cpp-const-of-declared",
        "differs",
        {
            "a.cpp": "struct A { int v; int at(int i); int at(int i) const; };\nint A::at(int i) { return i; }\nint A::at(int i) const { return i + 1; }\nint f(){ A a{}; return a.at(1); }\n"
        },
        {
            "a.cpp": "struct A { int v; int at(int i); int at(int i) const; };\nint A::at(int i) { return i; }\nint A::at(int i) const { return i + 1; }\nint f(){ const A a{}; return a.at(1); }\n"
        },
    ),
    (
        "cpp-const-field",
        "differs",
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nstruct E { A a; };\nint f(E& e){ return e.a.at(1); }\n"
        },
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nstruct E { const A a; };\nint f(E& e){ return e.a.at(1); }\n"
        },
    ),
    (
        "cpp-const-index",
        "differs",
        {
            "a.cpp": "struct A { int operator[](int i) { return i; } int operator[](int i) const { return i + 1; } };\nint f(){ A a{}; return a[1]; }\n"
        },
        {
            "a.cpp": "struct A { int operator[](int i) { return i; } int operator[](int i) const { return i + 1; } };\nint f(){ const A a{}; return a[1]; }\n"
        },
    ),
    (
        "cpp-const-method-out-of-its-class",
        "same",
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nstruct D { int v; int g() const { return v * 2; } };\n"
        },
        {
            "a.cpp": "struct A { int at(int i) { return i; } int at(int i) const { return i + 1; } };\nstruct D { int v; int g() const; };\nint D::g() const { const int r = v * 2; return r; }\n"
        },
    ),
    (
        "c-typedef-of-another-type",
        "differs",
        {"a.c": "typedef int T;\nlong f(long x) { T t = x; return t; }\n"},
        {"a.c": "typedef long T;\nlong f(long x) { T t = x; return t; }\n"},
    ),
    (
        "c-typedef-takes-another-type",
        "differs",
        {"a.c": "typedef int (*T)(int);\nint f(void *p, long x) { T t = (T)p; return t(x); }\n"},
        {"a.c": "typedef int (*T)(long);\nint f(void *p, long x) { T t = (T)p; return t(x); }\n"},
    ),
    (
        "cpp-typedef-of-another-type",
        "differs",
        {"a.cpp": "struct C { typedef int T; long f(long x) { T t = x; return t; } };\n"},
        {"a.cpp": "struct C { typedef long T; long f(long x) { T t = x; return t; } };\n"},
    ),
    (
        "cpp-field-takes-another-type",
        "differs",
        {"a.cpp": "struct S { int (*t)(int); };\nint f(struct S *s, long x) { return s->t(x); }\n"},
        {
            "a.cpp": "struct S { int (*t)(long); };\nint f(struct S *s, long x) { return s->t(x); }\n"
        },
    ),
    (
        "cpp-enum-of-another-type",
        "differs",
        {"a.cpp": "enum E : int { A = 1 };\nint f() { return sizeof(E); }\n"},
        {"a.cpp": "enum E : char { A = 1 };\nint f() { return sizeof(E); }\n"},
    ),
    (
        "c-constant-double",
        "differs",
        {"a.c": "int f(int x) { return x / 4; }\n"},
        {"a.c": "static const double N = 4;\nint f(int x) { return x / N; }\n"},
    ),
    (
        "c-constant-long",
        "differs",
        {"a.c": "int f(unsigned x) { return x > -1; }\n"},
        {"a.c": "static const long N = -1;\nint f(unsigned x) { return x > N; }\n"},
    ),
    (
        "c-constant-cut-off",
        "differs",
        {"a.c": "int f(int x) { return x == 300; }\n"},
        {"a.c": "static const unsigned char N = 300;\nint f(int x) { return x == N; }\n"},
    ),
    (
        "c-constant-too-large",
        "differs",
        {"a.c": "int f(long x) { return x < 3000000000; }\n"},
        {"a.c": "static const int N = 3000000000;\nint f(long x) { return x < N; }\n"},
    ),
    (
        "cpp-constant-short",
        "differs",
        {
            "a.cpp": "int q(int) { return 1; }\nint q(short) { return 2; }\nint f() { return q(4); }\n"
        },
        {
            "a.cpp": "int q(int) { return 1; }\nint q(short) { return 2; }\nstatic const short N = 4;\nint f() { return q(N); }\n"
        },
    ),
    (
        "c-constant-of-its-type",
        "same",
        {"a.c": "int f(int x, double y) { return x * 4 + (y > 4.5); }\n"},
        {
            "a.c": "static const int N = 4;\nstatic const double M = 4.5;\nint f(int x, double y) { return x * N + (y > M); }\n"
        },
    ),
    (
        "cpp-limits-of-another-type",
        "differs",
        {"a.cpp": "#include <limits>\nint f() { return std::numeric_limits<char>::max(); }\n"},
        {"a.cpp": "#include <limits>\nint f() { return std::numeric_limits<short>::max(); }\n"},
    ),
    (
        "cpp-static-of-another-type",
        "differs",
        {
            "a.cpp": "template<class T> struct O { static int n() { return sizeof(T); } using t = T; static const int v = sizeof(T); };\nint f() { return O<char>::n(); }\n"
        },
        {
            "a.cpp": "template<class T> struct O { static int n() { return sizeof(T); } using t = T; static const int v = sizeof(T); };\nint f() { return O<int>::n(); }\n"
        },
    ),
    (
        "cpp-value-of-another-type",
        "differs",
        {
            "a.cpp": "template<class T> struct O { static int n() { return sizeof(T); } using t = T; static const int v = sizeof(T); };\nint f() { return O<char>::v; }\n"
        },
        {
            "a.cpp": "template<class T> struct O { static int n() { return sizeof(T); } using t = T; static const int v = sizeof(T); };\nint f() { return O<int>::v; }\n"
        },
    ),
    (
        "cpp-type-of-another-type",
        "differs",
        {
            "a.cpp": "template<class T> struct O { static int n() { return sizeof(T); } using t = T; static const int v = sizeof(T); };\nlong f(long x) { O<int>::t y = x; return y; }\n"
        },
        {
            "a.cpp": "template<class T> struct O { static int n() { return sizeof(T); } using t = T; static const int v = sizeof(T); };\nlong f(long x) { O<long>::t y = x; return y; }\n"
        },
    ),
    (
        "cpp-function-for-another-number",
        "differs",
        {"a.cpp": "template<int N> int h() { return N; }\nint f() { return h<3 + 1>(); }\n"},
        {"a.cpp": "template<int N> int h() { return N; }\nint f() { return h<3 - 1>(); }\n"},
    ),
    (
        "cpp-deep-name",
        "differs",
        {"a.cpp": "int f() { return x::a::b::c::d::e::v; }\n"},
        {"a.cpp": "int f() { return x::a::b::q::d::e::v; }\n"},
    ),
    (
        "cpp-specialization-of-another-type",
        "differs",
        {
            "a.cpp": "template<class T> struct O { int n() { return 1; } };\ntemplate<> int O<char>::n() { return 5; }\n"
        },
        {
            "a.cpp": "template<class T> struct O { int n() { return 1; } };\ntemplate<> int O<int>::n() { return 5; }\n"
        },
    ),
    (
        "cpp-max-of-unsigned",
        "differs",
        {"a.cpp": "#include <algorithm>\nint f(int x) { return std::max<unsigned>(x, 1); }\n"},
        {"a.cpp": "#include <algorithm>\nint f(int x) { return x < 1 ? 1 : x; }\n"},
    ),
    (
        "cpp-clamp-of-char",
        "differs",
        {
            "a.cpp": "#include <algorithm>\nint f(int x) { return std::clamp<signed char>(x, 0, 100); }\n"
        },
        {"a.cpp": "#include <algorithm>\nint f(int x) { return std::clamp(x, 0, 100); }\n"},
    ),
    (
        "cpp-limits-of-one-type",
        "same",
        {
            "a.cpp": "#include <limits>\nint f(int x) { if (x > 0) return 1; return std::numeric_limits<int>::max(); }\n"
        },
        {
            "a.cpp": "#include <limits>\nint f(int x) { return x > 0 ? 1 : std::numeric_limits<int>::max(); }\n"
        },
    ),
]
