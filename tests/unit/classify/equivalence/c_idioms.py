"""Everyday C and C++ in two spellings, each with a look-alike one slip away."""

# ruff: noqa: E501 - tables are read by line

PAIRS = [
    (
        "c-designated",
        "same",
        {
            "a.c": "struct point { int x; int y; };\nstruct point origin(int k) { struct point p; p.x = k; p.y = 0; return p; }\n"
        },
        {
            "a.c": "struct point { int x; int y; };\nstruct point origin(int k) { struct point p = { .x = k, .y = 0 }; return p; }\n"
        },
    ),
    (
        "c-designated-slip",
        "differs",
        {
            "a.c": "struct point { int x; int y; };\nstruct point origin(int k) { struct point p; p.x = k; p.y = 0; return p; }\n"
        },
        {
            "a.c": "struct point { int x; int y; };\nstruct point origin(int k) { struct point p = { .x = 0, .y = k }; return p; }\n"
        },
    ),
    (
        "c-designated-zero",
        "same",
        {
            "a.c": "struct point { int x; int y; };\nstruct point origin(int k) { struct point p = { k, 0 }; return p; }\n"
        },
        {
            "a.c": "struct point { int x; int y; };\nstruct point origin(int k) { return (struct point){ .x = k }; }\n"
        },
    ),
    (
        "c-designated-zero-slip",
        "differs",
        {
            "a.c": "struct point { int x; int y; };\nstruct point origin(int k) { struct point p = { k, 0 }; return p; }\n"
        },
        {
            "a.c": "struct point { int x; int y; };\nstruct point origin(int k) { return (struct point){ .y = k }; }\n"
        },
    ),
    (
        "c-memset-init",
        "same",
        {
            "a.c": "#include <string.h>\nstruct st { int n; int m; double t; };\nvoid reset(struct st *s) { s->n = 0; s->m = 0; s->t = 0.0; }\n"
        },
        {
            "a.c": "#include <string.h>\nstruct st { int n; int m; double t; };\nvoid reset(struct st *s) { *s = (struct st){ .n = 0, .m = 0, .t = 0.0 }; }\n"
        },
    ),
    (
        "c-memset-init-slip",
        "differs",
        {
            "a.c": "#include <string.h>\nstruct st { int n; int m; double t; };\nvoid reset(struct st *s) { s->n = 0; s->m = 0; s->t = 0.0; }\n"
        },
        {
            "a.c": "#include <string.h>\nstruct st { int n; int m; double t; };\nvoid reset(struct st *s) { *s = (struct st){ .n = 0, .m = 1, .t = 0.0 }; }\n"
        },
    ),
    (
        "c-sizeof-spell",
        "same",
        {
            "a.c": "#include <stdlib.h>\nstruct node { int v; struct node *next; };\nstruct node *make(int v) { struct node *n = (struct node *)malloc(sizeof(struct node)); if (n == NULL) return NULL; n->v = v; n->next = NULL; return n; }\n"
        },
        {
            "a.c": "#include <stdlib.h>\nstruct node { int v; struct node *next; };\nstruct node *make(int v) { struct node *n = malloc(sizeof *n); if (!n) return NULL; n->v = v; n->next = NULL; return n; }\n"
        },
    ),
    (
        "c-sizeof-spell-slip",
        "differs",
        {
            "a.c": "#include <stdlib.h>\nstruct node { int v; struct node *next; };\nstruct node *make(int v) { struct node *n = (struct node *)malloc(sizeof(struct node)); if (n == NULL) return NULL; n->v = v; n->next = NULL; return n; }\n"
        },
        {
            "a.c": "#include <stdlib.h>\nstruct node { int v; struct node *next; };\nstruct node *make(int v) { struct node *n = malloc(sizeof n); if (!n) return NULL; n->v = v; n->next = NULL; return n; }\n"
        },
    ),
    (
        "c-swap-helper",
        "same",
        {
            "a.c": "void sort(int *a, int n) {\n    for (int i = 0; i < n - 1; i++)\n        for (int j = 0; j < n - 1 - i; j++)\n            if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }\n}\n"
        },
        {
            "a.c": "static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }\nvoid sort(int *a, int n) {\n    for (int i = 0; i < n - 1; i++) {\n        for (int j = 0; j < n - 1 - i; j++) {\n            if (a[j] > a[j + 1]) swap(&a[j], &a[j + 1]);\n        }\n    }\n}\n"
        },
    ),
    (
        "c-swap-helper-slip",
        "differs",
        {
            "a.c": "void sort(int *a, int n) {\n    for (int i = 0; i < n - 1; i++)\n        for (int j = 0; j < n - 1 - i; j++)\n            if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }\n}\n"
        },
        {
            "a.c": "static void swap(int *x, int *y) { int t = *x; *x = *y; *y = *x; }\nvoid sort(int *a, int n) {\n    for (int i = 0; i < n - 1; i++) {\n        for (int j = 0; j < n - 1 - i; j++) {\n            if (a[j] > a[j + 1]) swap(&a[j], &a[j + 1]);\n        }\n    }\n}\n"
        },
    ),
    (
        "c-bits",
        "same",
        {
            "a.c": "#define FLAG_READ 1\n#define FLAG_WRITE 2\nint can(unsigned f) { return (f & FLAG_READ) != 0 && (f & FLAG_WRITE) != 0; }\n"
        },
        {
            "a.c": "enum { FLAG_READ = 1 << 0, FLAG_WRITE = 1 << 1 };\nint can(unsigned f) { return (f & FLAG_READ) && (f & FLAG_WRITE); }\n"
        },
    ),
    (
        "c-bits-slip",
        "differs",
        {
            "a.c": "#define FLAG_READ 1\n#define FLAG_WRITE 2\nint can(unsigned f) { return (f & FLAG_READ) != 0 && (f & FLAG_WRITE) != 0; }\n"
        },
        {
            "a.c": "enum { FLAG_READ = 1 << 0, FLAG_WRITE = 1 << 2 };\nint can(unsigned f) { return (f & FLAG_READ) && (f & FLAG_WRITE); }\n"
        },
    ),
    (
        "c-cast-redundant",
        "same",
        {
            "a.c": "double ratio(int a, int b) { if (b == 0) { return 0.0; } return (double)a / (double)b; }\n"
        },
        {"a.c": "double ratio(int a, int b) { return b == 0 ? 0.0 : (double)a / b; }\n"},
    ),
    (
        "c-cast-redundant-slip",
        "differs",
        {
            "a.c": "double ratio(int a, int b) { if (b == 0) { return 0.0; } return (double)a / (double)b; }\n"
        },
        {"a.c": "double ratio(int a, int b) { return b == 0 ? 0.0 : (double)(a / b); }\n"},
    ),
    (
        "cpp-range-for-index",
        "same",
        {
            "a.cpp": "#include <vector>\nint total(const std::vector<int>& v) { int s = 0; for (size_t i = 0; i < v.size(); ++i) { s += v[i]; } return s; }\n"
        },
        {
            "a.cpp": "#include <vector>\nint total(const std::vector<int>& v) { int s = 0; for (int x : v) { s += x; } return s; }\n"
        },
    ),
    (
        "cpp-range-for-index-slip",
        "differs",
        {
            "a.cpp": "#include <vector>\nint total(const std::vector<int>& v) { int s = 0; for (size_t i = 0; i < v.size(); ++i) { s += v[i]; } return s; }\n"
        },
        {
            "a.cpp": "#include <vector>\nint total(const std::vector<int>& v) { int s = 0; for (int x : v) { s -= x; } return s; }\n"
        },
    ),
    (
        "cpp-range-for-iterator",
        "same",
        {
            "a.cpp": "#include <vector>\nint total(const std::vector<int>& v) { int s = 0; for (std::vector<int>::const_iterator it = v.begin(); it != v.end(); ++it) { s += *it; } return s; }\n"
        },
        {
            "a.cpp": "#include <vector>\nint total(const std::vector<int>& v) { int s = 0; for (const auto& x : v) { s += x; } return s; }\n"
        },
    ),
    (
        "cpp-range-for-iterator-slip",
        "differs",
        {
            "a.cpp": "#include <vector>\nint total(const std::vector<int>& v) { int s = 0; for (std::vector<int>::const_iterator it = v.begin(); it != v.end(); ++it) { s += *it; } return s; }\n"
        },
        {
            "a.cpp": "#include <vector>\nint total(const std::vector<int>& v) { int s = 1; for (const auto& x : v) { s += x; } return s; }\n"
        },
    ),
    (
        "cpp-max-if",
        "same",
        {
            "a.cpp": "#include <algorithm>\n#include <vector>\nint widest(const std::vector<int>& v) { int best = 0; for (int x : v) { if (x > best) { best = x; } } return best; }\n"
        },
        {
            "a.cpp": "#include <algorithm>\n#include <vector>\nint widest(const std::vector<int>& v) { int best = 0; for (int x : v) { best = std::max(best, x); } return best; }\n"
        },
    ),
    (
        "cpp-max-if-slip",
        "differs",
        {
            "a.cpp": "#include <algorithm>\n#include <vector>\nint widest(const std::vector<int>& v) { int best = 0; for (int x : v) { if (x > best) { best = x; } } return best; }\n"
        },
        {
            "a.cpp": "#include <algorithm>\n#include <vector>\nint widest(const std::vector<int>& v) { int best = 0; for (int x : v) { best = std::min(best, x); } return best; }\n"
        },
    ),
    (
        "cpp-push-emplace-slip",
        "differs",
        {
            "a.cpp": '#include <vector>\n#include <string>\nvoid add(std::vector<std::string>& out, const std::string& s) { out.push_back(s); out.push_back(std::string("x")); }\n'
        },
        {
            "a.cpp": '#include <vector>\n#include <string>\nvoid add(std::vector<std::string>& out, const std::string& s) { out.emplace_back(s); out.emplace_back("y"); }\n'
        },
    ),
    (
        "cpp-map-contains",
        "same",
        {
            "a.cpp": "#include <map>\n#include <string>\nbool knows(const std::map<std::string,int>& m, const std::string& k) { return m.find(k) != m.end(); }\n"
        },
        {
            "a.cpp": "#include <map>\n#include <string>\nbool knows(const std::map<std::string,int>& m, const std::string& k) { return m.count(k) > 0; }\n"
        },
    ),
    (
        "cpp-map-contains2",
        "same",
        {
            "a.cpp": "#include <map>\n#include <string>\nbool knows(const std::map<std::string,int>& m, const std::string& k) { return m.find(k) != m.end(); }\n"
        },
        {
            "a.cpp": "#include <map>\n#include <string>\nbool knows(const std::map<std::string,int>& m, const std::string& k) { return m.contains(k); }\n"
        },
    ),
    (
        "cpp-map-contains-slip",
        "differs",
        {
            "a.cpp": "#include <map>\n#include <string>\nbool knows(const std::map<std::string,int>& m, const std::string& k) { return m.find(k) != m.end(); }\n"
        },
        {
            "a.cpp": "#include <map>\n#include <string>\nbool knows(const std::map<std::string,int>& m, const std::string& k) { return m.count(k) == 0; }\n"
        },
    ),
    (
        "cpp-map-incr",
        "same",
        {
            "a.cpp": "#include <map>\n#include <string>\n#include <vector>\nstd::map<std::string,int> count(const std::vector<std::string>& ws) { std::map<std::string,int> m; for (const auto& w : ws) { m[w] += 1; } return m; }\n"
        },
        {
            "a.cpp": "#include <map>\n#include <string>\n#include <vector>\nstd::map<std::string,int> count(const std::vector<std::string>& ws) { std::map<std::string,int> m; for (const std::string& w : ws) { ++m[w]; } return m; }\n"
        },
    ),
    (
        "cpp-map-incr2",
        "same",
        {
            "a.cpp": "#include <map>\n#include <string>\n#include <vector>\nstd::map<std::string,int> count(const std::vector<std::string>& ws) { std::map<std::string,int> m; for (const auto& w : ws) { m[w] += 1; } return m; }\n"
        },
        {
            "a.cpp": "#include <map>\n#include <string>\n#include <vector>\nstd::map<std::string,int> count(const std::vector<std::string>& words) { std::map<std::string,int> counts; for (const auto& word : words) counts[word]++; return counts; }\n"
        },
    ),
    (
        "cpp-map-incr-slip",
        "differs",
        {
            "a.cpp": "#include <map>\n#include <string>\n#include <vector>\nstd::map<std::string,int> count(const std::vector<std::string>& ws) { std::map<std::string,int> m; for (const auto& w : ws) { m[w] += 1; } return m; }\n"
        },
        {
            "a.cpp": "#include <map>\n#include <string>\n#include <vector>\nstd::map<std::string,int> count(const std::vector<std::string>& ws) { std::map<std::string,int> m; for (const auto& w : ws) { m[w] += 2; } return m; }\n"
        },
    ),
    (
        "cpp-string-append",
        "same",
        {
            "a.cpp": '#include <string>\nstd::string full(const std::string& a, const std::string& b) { std::string r = a; r += " "; r += b; return r; }\n'
        },
        {
            "a.cpp": '#include <string>\nstd::string full(const std::string& a, const std::string& b) { return a + " " + b; }\n'
        },
    ),
    (
        "cpp-string-append-slip",
        "differs",
        {
            "a.cpp": '#include <string>\nstd::string full(const std::string& a, const std::string& b) { std::string r = a; r += " "; r += b; return r; }\n'
        },
        {
            "a.cpp": '#include <string>\nstd::string full(const std::string& a, const std::string& b) { return b + " " + a; }\n'
        },
    ),
    (
        "cpp-join-loop",
        "same",
        {
            "a.cpp": '#include <string>\n#include <vector>\nstd::string join(const std::vector<std::string>& ws) { std::string r; for (size_t i = 0; i < ws.size(); ++i) { if (i > 0) r += ", "; r += ws[i]; } return r; }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <vector>\nstd::string join(const std::vector<std::string>& ws) { std::string r; for (std::size_t i = 0; i < ws.size(); i++) { if (i != 0) { r += ", "; } r += ws[i]; } return r; }\n'
        },
    ),
    (
        "cpp-join-loop-slip",
        "differs",
        {
            "a.cpp": '#include <string>\n#include <vector>\nstd::string join(const std::vector<std::string>& ws) { std::string r; for (size_t i = 0; i < ws.size(); ++i) { if (i > 0) r += ", "; r += ws[i]; } return r; }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <vector>\nstd::string join(const std::vector<std::string>& ws) { std::string r; for (std::size_t i = 0; i < ws.size(); i++) { if (i != 1) { r += ", "; } r += ws[i]; } return r; }\n'
        },
    ),
    (
        "cpp-auto",
        "same",
        {
            "a.cpp": "#include <vector>\n#include <string>\nsize_t longest(const std::vector<std::string>& v) { size_t best = 0; for (const std::string& s : v) { size_t n = s.size(); if (n > best) best = n; } return best; }\n"
        },
        {
            "a.cpp": "#include <vector>\n#include <string>\nstd::size_t longest(const std::vector<std::string>& v) { std::size_t best = 0; for (const auto& s : v) { if (const auto n = s.size(); n > best) best = n; } return best; }\n"
        },
    ),
    (
        "cpp-auto-slip",
        "differs",
        {
            "a.cpp": "#include <vector>\n#include <string>\nsize_t longest(const std::vector<std::string>& v) { size_t best = 0; for (const std::string& s : v) { size_t n = s.size(); if (n > best) best = n; } return best; }\n"
        },
        {
            "a.cpp": "#include <vector>\n#include <string>\nstd::size_t longest(const std::vector<std::string>& v) { std::size_t best = 0; for (const auto& s : v) { if (const auto n = s.size(); n < best) best = n; } return best; }\n"
        },
    ),
    (
        "cpp-init-list",
        "same",
        {
            "a.cpp": "#include <string>\nclass User { public: User(int id, const std::string& n) { id_ = id; age_ = 0; } int id() const { return id_; } private: int id_; int age_; };\n"
        },
        {
            "a.cpp": "#include <string>\nclass User { public: User(int id, const std::string& n) : id_(id), age_(0) {} int id() const { return id_; } private: int id_; int age_; };\n"
        },
    ),
    (
        "cpp-init-list-slip",
        "differs",
        {
            "a.cpp": "#include <string>\nclass User { public: User(int id, const std::string& n) { id_ = id; age_ = 0; } int id() const { return id_; } private: int id_; int age_; };\n"
        },
        {
            "a.cpp": "#include <string>\nclass User { public: User(int id, const std::string& n) : id_(id), age_(1) {} int id() const { return id_; } private: int id_; int age_; };\n"
        },
    ),
    (
        "cpp-init-list-string",
        "same",
        {
            "a.cpp": "#include <string>\nclass User { public: User(int id, const std::string& n) : id_(id) { name_ = n; } const std::string& name() const { return name_; } private: int id_; std::string name_; };\n"
        },
        {
            "a.cpp": "#include <string>\nclass User { public: User(int id, const std::string& n) : id_(id), name_(n) {} const std::string& name() const { return name_; } private: int id_; std::string name_; };\n"
        },
    ),
    (
        "cpp-init-list-string-slip",
        "differs",
        {
            "a.cpp": "#include <string>\nclass User { public: User(int id, const std::string& n) : id_(id) { name_ = n; } const std::string& name() const { return name_; } private: int id_; std::string name_; };\n"
        },
        {
            "a.cpp": '#include <string>\nclass User { public: User(int id, const std::string& n) : id_(id), name_(n + "!") {} const std::string& name() const { return name_; } private: int id_; std::string name_; };\n'
        },
    ),
    (
        "cpp-brace-init",
        "same",
        {
            "a.cpp": "#include <string>\nstruct P { int x; int y; };\nP make(int a) { P p; p.x = a; p.y = a + 1; return p; }\n"
        },
        {
            "a.cpp": "#include <string>\nstruct P { int x; int y; };\nP make(int a) { return P{a, a + 1}; }\n"
        },
    ),
    (
        "cpp-brace-init2",
        "same",
        {
            "a.cpp": "#include <string>\nstruct P { int x; int y; };\nP make(int a) { P p; p.x = a; p.y = a + 1; return p; }\n"
        },
        {
            "a.cpp": "#include <string>\nstruct P { int x; int y; };\nP make(int a) { return {a, a + 1}; }\n"
        },
    ),
    (
        "cpp-brace-init-slip",
        "differs",
        {
            "a.cpp": "#include <string>\nstruct P { int x; int y; };\nP make(int a) { P p; p.x = a; p.y = a + 1; return p; }\n"
        },
        {
            "a.cpp": "#include <string>\nstruct P { int x; int y; };\nP make(int a) { return P{a + 1, a}; }\n"
        },
    ),
    (
        "cpp-local-init-forms",
        "same",
        {
            "a.cpp": "int f(int a) { int n = 0; int k = a; double d = 0.5; return n + k + (int)d; }\n"
        },
        {
            "a.cpp": "int f(int a) { int n{0}; int k(a); const double d{0.5}; return n + k + static_cast<int>(d); }\n"
        },
    ),
    (
        "cpp-local-init-forms-slip",
        "differs",
        {
            "a.cpp": "int f(int a) { int n = 0; int k = a; double d = 0.5; return n + k + (int)d; }\n"
        },
        {
            "a.cpp": "int f(int a) { int n{1}; int k(a); const double d{0.5}; return n + k + static_cast<int>(d); }\n"
        },
    ),
    (
        "cpp-extract-method",
        "same",
        {
            "a.cpp": '#include <string>\n#include <vector>\n#include <iostream>\nclass Cart { public:\n  void add(const std::string& n, int q, int p) { if (q <= 0 || p < 0) { std::cerr << "bad\\n"; return; } names_.push_back(n); total_ += q * p; }\n  int total() const { return total_; }\n private: std::vector<std::string> names_; int total_ = 0; };\n'
        },
        {
            "a.cpp": '#include <string>\n#include <vector>\n#include <iostream>\nclass Cart { public:\n  void add(const std::string& n, int q, int p) { if (!valid(q, p)) { std::cerr << "bad\\n"; return; } record(n, q * p); }\n  int total() const { return total_; }\n private:\n  static bool valid(int q, int p) { return q > 0 && p >= 0; }\n  void record(const std::string& n, int cost) { names_.push_back(n); total_ += cost; }\n  std::vector<std::string> names_; int total_ = 0; };\n'
        },
    ),
    (
        "cpp-extract-method-slip",
        "differs",
        {
            "a.cpp": '#include <string>\n#include <vector>\n#include <iostream>\nclass Cart { public:\n  void add(const std::string& n, int q, int p) { if (q <= 0 || p < 0) { std::cerr << "bad\\n"; return; } names_.push_back(n); total_ += q * p; }\n  int total() const { return total_; }\n private: std::vector<std::string> names_; int total_ = 0; };\n'
        },
        {
            "a.cpp": '#include <string>\n#include <vector>\n#include <iostream>\nclass Cart { public:\n  void add(const std::string& n, int q, int p) { if (!valid(q, p)) { std::cerr << "bad\\n"; return; } record(n, q * p); }\n  int total() const { return total_; }\n private:\n  static bool valid(int q, int p) { return q > 0 && p > 0; }\n  void record(const std::string& n, int cost) { names_.push_back(n); total_ += cost; }\n  std::vector<std::string> names_; int total_ = 0; };\n'
        },
    ),
    (
        "cpp-extract-ref-param",
        "same",
        {
            "a.cpp": "#include <string>\n#include <vector>\nvoid fill(std::vector<int>& out, int n) { for (int i = 0; i < n; i++) { if (i % 3 == 0) { out.push_back(i * i); } } }\n"
        },
        {
            "a.cpp": "#include <string>\n#include <vector>\nstatic void add_square(std::vector<int>& out, int i) { out.push_back(i * i); }\nstatic bool wanted(int i) { return i % 3 == 0; }\nvoid fill(std::vector<int>& out, int n) { for (int i = 0; i < n; i++) { if (wanted(i)) { add_square(out, i); } } }\n"
        },
    ),
    (
        "cpp-extract-ref-param-slip",
        "differs",
        {
            "a.cpp": "#include <string>\n#include <vector>\nvoid fill(std::vector<int>& out, int n) { for (int i = 0; i < n; i++) { if (i % 3 == 0) { out.push_back(i * i); } } }\n"
        },
        {
            "a.cpp": "#include <string>\n#include <vector>\nstatic void add_square(std::vector<int>& out, int i) { out.push_back(i * i + 1); }\nstatic bool wanted(int i) { return i % 3 == 0; }\nvoid fill(std::vector<int>& out, int n) { for (int i = 0; i < n; i++) { if (wanted(i)) { add_square(out, i); } } }\n"
        },
    ),
    (
        "cpp-static-cast",
        "same",
        {"a.cpp": "int pct(int a, int b) { return (int)((double)a / b * 100.0); }\n"},
        {
            "a.cpp": "int pct(int a, int b) { const double share = static_cast<double>(a) / b; return static_cast<int>(share * 100.0); }\n"
        },
    ),
    (
        "cpp-static-cast-slip",
        "differs",
        {"a.cpp": "int pct(int a, int b) { return (int)((double)a / b * 100.0); }\n"},
        {
            "a.cpp": "int pct(int a, int b) { const double share = static_cast<double>(a / b); return static_cast<int>(share * 100.0); }\n"
        },
    ),
    (
        "cpp-typedef-using",
        "same",
        {
            "a.cpp": "#include <vector>\ntypedef std::vector<int> Ints;\nint n(const Ints& v) { return (int)v.size(); }\n"
        },
        {
            "a.cpp": "#include <vector>\nusing Ints = std::vector<int>;\nint n(const Ints& v) { return static_cast<int>(v.size()); }\n"
        },
    ),
    (
        "cpp-typedef-using-slip",
        "differs",
        {
            "a.cpp": "#include <vector>\ntypedef std::vector<int> Ints;\nint n(const Ints& v) { return (int)v.size(); }\n"
        },
        {
            "a.cpp": "#include <vector>\nusing Ints = std::vector<int>;\nint n(const Ints& v) { return static_cast<int>(v.size()) - 1; }\n"
        },
    ),
    (
        "cpp-loop-str",
        "same",
        {
            "a.cpp": "#include <string>\nint vowels(const std::string& s) { int n = 0; for (size_t i = 0; i < s.length(); i++) { char c = s[i]; if (c == 'a' || c == 'e') n++; } return n; }\n"
        },
        {
            "a.cpp": "#include <string>\nint vowels(const std::string& s) { int n = 0; for (char c : s) { if (c == 'a' || c == 'e') { ++n; } } return n; }\n"
        },
    ),
    (
        "cpp-loop-str-slip",
        "differs",
        {
            "a.cpp": "#include <string>\nint vowels(const std::string& s) { int n = 0; for (size_t i = 0; i < s.length(); i++) { char c = s[i]; if (c == 'a' || c == 'e') n++; } return n; }\n"
        },
        {
            "a.cpp": "#include <string>\nint vowels(const std::string& s) { int n = 0; for (char c : s) { if (c == 'a' || c == 'i') { ++n; } } return n; }\n"
        },
    ),
    (
        "cpp-eq-heap",
        "differs",
        {
            "a.cpp": "#include <string>\nbool f(std::string& a, const std::string& b) { bool r = a == b; a.clear(); return r; }\n"
        },
        {
            "a.cpp": "#include <string>\nbool f(std::string& a, const std::string& b) { a.clear(); return a == b; }\n"
        },
    ),
    (
        "cpp-plus-heap",
        "differs",
        {
            "a.cpp": "#include <string>\nstd::string f(std::string& a, const std::string& b) { std::string r = a + b; a.clear(); return r; }\n"
        },
        {
            "a.cpp": "#include <string>\nstd::string f(std::string& a, const std::string& b) { a.clear(); return a + b; }\n"
        },
    ),
    (
        "cpp-lt-heap",
        "differs",
        {
            "a.cpp": "#include <string>\nbool f(std::string& a, const std::string& b) { bool r = a < b; a.clear(); return r; }\n"
        },
        {
            "a.cpp": "#include <string>\nbool f(std::string& a, const std::string& b) { a.clear(); return a < b; }\n"
        },
    ),
    (
        "cpp-plus-vec-elem",
        "differs",
        {
            "a.cpp": '#include <string>\n#include <vector>\nstd::string f(std::vector<std::string>& a, const std::string& b) { std::string r = a[0] + b; a[0] = "x"; return r; }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <vector>\nstd::string f(std::vector<std::string>& a, const std::string& b) { a[0] = "x"; return a[0] + b; }\n'
        },
    ),
    (
        "cpp-alias-b",
        "differs",
        {
            "a.cpp": "#include <string>\nstd::string f(std::string& a, const std::string& b) { std::string r = b; a.clear(); return r; }\n"
        },
        {
            "a.cpp": "#include <string>\nstd::string f(std::string& a, const std::string& b) { a.clear(); return b; }\n"
        },
    ),
    (
        "cpp-foreach-elem-string",
        "differs",
        {
            "a.cpp": "#include <string>\n#include <vector>\nint f(std::vector<std::string>& v, std::string& out) { int n = 0; for (const auto& s : v) { bool e = s.empty(); v[0].clear(); if (e) n++; } return n; }\n"
        },
        {
            "a.cpp": "#include <string>\n#include <vector>\nint f(std::vector<std::string>& v, std::string& out) { int n = 0; for (const auto& s : v) { v[0].clear(); bool e = s.empty(); if (e) n++; } return n; }\n"
        },
    ),
    (
        "cpp-struct-copy",
        "differs",
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int a) { P p{a, 1}; P q = p; p.x = 5; return q.x; }\n"
        },
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int a) { P p{a, 1}; P& q = p; p.x = 5; return q.x; }\n"
        },
    ),
    (
        "cpp-struct-ptr",
        "differs",
        {
            "a.cpp": "struct P { int x; int y; };\nint g(P* p);\nint f(int a) { P p{a, 1}; p.x = 5; int r = g(&p); return r + p.y; }\n"
        },
        {
            "a.cpp": "struct P { int x; int y; };\nint g(P* p);\nint f(int a) { P p{a, 1}; int r = g(&p); p.x = 5; return r + p.y; }\n"
        },
    ),
    (
        "cpp-struct-loop",
        "differs",
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int n) { P p{0, 0}; for (int i = 0; i < n; i++) { p.x += i; p.y = p.x; } return p.x + p.y; }\n"
        },
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int n) { P p{0, 0}; for (int i = 0; i < n; i++) { p.y = p.x; p.x += i; } return p.x + p.y; }\n"
        },
    ),
    (
        "cpp-struct-vec",
        "differs",
        {
            "a.cpp": "#include <vector>\nstruct P { int x; int y; };\nvoid f(std::vector<P>& v, int a) { P p{a, 1}; v.push_back(p); p.x = 7; v.push_back(p); }\n"
        },
        {
            "a.cpp": "#include <vector>\nstruct P { int x; int y; };\nvoid f(std::vector<P>& v, int a) { P p{a, 1}; p.x = 7; v.push_back(p); v.push_back(p); }\n"
        },
    ),
    (
        "cpp-size-vec-changed",
        "differs",
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v) { int n = v.size(); v.push_back(1); return n; }\n"
        },
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v) { v.push_back(1); return v.size(); }\n"
        },
    ),
    (
        "cpp-size-vec-assigned",
        "differs",
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v, std::vector<int> w) { int n = v.size(); v = w; return n; }\n"
        },
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v, std::vector<int> w) { v = w; return v.size(); }\n"
        },
    ),
    (
        "cpp-init-order",
        "differs",
        {
            "a.cpp": "class A { int a_; int b_; public: A(int x) : a_(x), b_(a_) {} int b() const { return b_; } };\n"
        },
        {
            "a.cpp": "class A { int a_; int b_; public: A(int x) { b_ = a_; a_ = x; } int b() const { return b_; } };\n"
        },
    ),
    (
        "cpp-ref-let-max",
        "differs",
        {
            "a.cpp": "#include <algorithm>\nint f(int a, int b) { const int& m = std::max(a, b); a = 10; return m; }\n"
        },
        {
            "a.cpp": "#include <algorithm>\nint f(int a, int b) { const int m = std::max(a, b); a = 10; return m; }\n"
        },
    ),
    (
        "cpp-by-value-modified",
        "differs",
        {"a.cpp": "static int g(int x) { x = 4; return x; }\nint f(int a) { g(a); return a; }\n"},
        {"a.cpp": "static int g(int& x) { x = 4; return x; }\nint f(int a) { g(a); return a; }\n"},
    ),
    (
        "cpp-unsigned-compare",
        "differs",
        {"a.cpp": "bool f(unsigned a) { return a >= 1; }\n"},
        {"a.cpp": "bool f(unsigned a) { return a > 1; }\n"},
    ),
    (
        "cpp-size-minus",
        "differs",
        {
            "a.cpp": "#include <vector>\nbool f(const std::vector<int>& v, size_t i) { return i < v.size() - 1; }\n"
        },
        {
            "a.cpp": "#include <vector>\nbool f(const std::vector<int>& v, size_t i) { return i + 1 < v.size(); }\n"
        },
    ),
    (
        "cpp-logical-value",
        "differs",
        {"a.cpp": "int f(int a, int b) { return a && b; }\n"},
        {"a.cpp": "int f(int a, int b) { return a ? b : 0; }\n"},
    ),
    (
        "cpp-iter-cached-end",
        "differs",
        {
            "a.cpp": "#include <vector>\nvoid g(std::vector<int>& v);\nint f(std::vector<int>& v) { int n = 0; for (auto it = v.begin(); it != v.end(); ++it) { n += *it; if (n == 3) v.pop_back(); } return n; }\n"
        },
        {
            "a.cpp": "#include <vector>\nvoid g(std::vector<int>& v);\nint f(std::vector<int>& v) { int n = 0; for (int x : v) { n += x; if (n == 3) v.pop_back(); } return n; }\n"
        },
    ),
    (
        "cpp-copy-vs-ref-elem",
        "differs",
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v) { int n = 0; for (int x : v) { v[0] = 9; n += x; } return n; }\n"
        },
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v) { int n = 0; for (int& x : v) { v[0] = 9; n += x; } return n; }\n"
        },
    ),
    (
        "cpp-index-copy-vs-ref",
        "differs",
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v) { int n = 0; for (int i = 0; i < v.size(); i++) { int x = v[i]; v[0] = 9; n += x; } return n; }\n"
        },
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v) { int n = 0; for (int i = 0; i < v.size(); i++) { v[0] = 9; n += v[i]; } return n; }\n"
        },
    ),
    (
        "cpp-map-index-vs-at",
        "differs",
        {
            "a.cpp": "#include <map>\nint f(std::map<int,int>& m, int k) { int r = m[k]; return r + m.size(); }\n"
        },
        {
            "a.cpp": "#include <map>\nint f(std::map<int,int>& m, int k) { int n = m.size(); return m[k] + n; }\n"
        },
    ),
    (
        "cpp-any-of-mutable",
        "differs",
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v, int k) { int r = v.at(k); v.clear(); return r; }\n"
        },
        {
            "a.cpp": "#include <vector>\nint f(std::vector<int>& v, int k) { v.clear(); return v.at(k); }\n"
        },
    ),
    (
        "cpp-const-overload",
        "differs",
        {
            "a.cpp": '#include <string>\n#include <iostream>\nstatic void show(std::string& s) { std::cout << "a"; }\nstatic void show(const std::string& s) { std::cout << "b"; }\nvoid f() { std::string s; show(s); }\n'
        },
        {
            "a.cpp": '#include <string>\n#include <iostream>\nstatic void show(std::string& s) { std::cout << "a"; }\nstatic void show(const std::string& s) { std::cout << "b"; }\nvoid f() { const std::string s; show(s); }\n'
        },
    ),
    (
        "cpp-struct-static-init",
        "differs",
        {"a.cpp": "struct P { int x; int y = 3; };\nint f(int a) { P p{a}; return p.y; }\n"},
        {"a.cpp": "struct P { int x; int y = 3; };\nint f(int a) { P p{a, 0}; return p.y; }\n"},
    ),
    (
        "cpp-ref-local",
        "differs",
        {"a.cpp": "int f(int a) { int x = a; int& r = x; x = 2; return r; }\n"},
        {"a.cpp": "int f(int a) { int x = a; int r = x; x = 2; return r; }\n"},
    ),
    (
        "cpp-find-writes",
        "differs",
        {
            "a.cpp": "#include <map>\nstd::map<int,int> f(std::map<int,int> m, int k) { auto it = m.find(k); it->second = 5; return m; }\n"
        },
        {
            "a.cpp": "#include <map>\nstd::map<int,int> f(std::map<int,int> m, int k) { auto it = m.find(k); return m; }\n"
        },
    ),
    (
        "cpp-begin-writes",
        "differs",
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto it = m.begin(); *it = 5; return m; }\n"
        },
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto it = m.begin(); auto q = m; *it = 5; return q; }\n"
        },
    ),
    (
        "cpp-front-ref",
        "differs",
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto& it = m.front(); auto q = m; it = 5; return m; }\n"
        },
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto& it = m.front(); auto q = m; it = 5; return q; }\n"
        },
    ),
    (
        "cpp-index-ref",
        "differs",
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto& it = m[0]; auto q = m; it = 5; return m; }\n"
        },
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto& it = m[0]; auto q = m; it = 5; return q; }\n"
        },
    ),
    (
        "cpp-at-assign",
        "differs",
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto q = m; m.at(0) = 5; return m; }\n"
        },
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto q = m; m.at(0) = 5; return q; }\n"
        },
    ),
    (
        "cpp-foreach-ref-writes",
        "differs",
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto q = m; for (auto& x : m) x = 1; return m; }\n"
        },
        {
            "a.cpp": "#include <vector>\nstd::vector<int> f(std::vector<int> m) { auto q = m; for (auto& x : m) x = 1; return q; }\n"
        },
    ),
    (
        "cpp-stream-own",
        "differs",
        {
            "a.cpp": "#include <iostream>\nstruct L { int n; };\nstruct S { S& operator<<(int) { return *this; } };\nS operator<<(std::ostream& o, const L& l) { return S(); }\nvoid f(L l) { std::cout << l << 3; }\n"
        },
        {
            "a.cpp": "#include <iostream>\nstruct L { int n; };\nstruct S { S& operator<<(int) { return *this; } };\nS operator<<(std::ostream& o, const L& l) { return S(); }\nvoid f(L l) { std::cout << l; std::cout << 3; }\n"
        },
    ),
    (
        "cpp-struct-lambda",
        "differs",
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int a) { P p{a, 1}; auto g = [&]() { p.x = 5; }; g(); return p.x; }\n"
        },
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int a) { P p{a, 1}; auto g = [=]() mutable { p.x = 5; }; g(); return p.x; }\n"
        },
    ),
    (
        "cpp-struct-ref-let",
        "differs",
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int a) { P p{a, 1}; P& q = p; q.x = 5; return p.x; }\n"
        },
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int a) { P p{a, 1}; P q = p; q.x = 5; return p.x; }\n"
        },
    ),
    (
        "cpp-struct-member-ref",
        "differs",
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int a) { P p{a, 1}; int& q = p.x; p.y = 3; q = 5; return p.x; }\n"
        },
        {
            "a.cpp": "struct P { int x; int y; };\nint f(int a) { P p{a, 1}; int q = p.x; p.y = 3; q = 5; return p.x; }\n"
        },
    ),
]
