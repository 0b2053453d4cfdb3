"""Classes whose fields get their values in the class body or in the constructor."""

# ruff: noqa: E501 - tables are read by line

_LOG = "const seen = [];\nfunction log(a) { seen.push(a); return a; }\n"


def _js(name, label, before, after, path="m.js"):
    use = "console.log(new A(1), seen);\n"
    return name, label, {path: _LOG + before + use}, {path: _LOG + after + use}


def _java(name, label, before, after):
    main = (
        "class Main {{\n  public static void main(String[] a) {{\n"
        "    System.out.println(new A(1).n());\n  }}\n}}\nclass A {{\n{}"
        "  int n() {{ return n; }}\n}}\n"
    )
    return name, label, {"Main.java": main.format(before)}, {"Main.java": main.format(after)}


def _file(name, label, where, before, after):
    path, text = where
    return name, label, {path: text.format(before)}, {path: text.format(after)}


_GO = "m.go", 'package main\n\nimport "fmt"\n\n{}\n\nfunc main() {{\n\tfmt.Println(n)\n}}\n'
_C = "m.c", '#include <stdio.h>\n{}\nint main(void) {{\n  printf("%d\\n", n);\n  return 0;\n}}\n'
_CPP = (
    "m.cpp",
    "struct A {{\n  {}\n  int get() {{ return n; }}\n}};\nint main() {{ return A().get(); }}\n",
)

PAIRS = [
    _js(
        "fields from a constructor", "same",
        "class A {\n  constructor() {\n    this.n = 0;\n    this.list = [];\n  }\n}\n",
        "class A {\n  n = 0;\n  list = [];\n}\n",
    ),
    _js(
        "a field among others of a constructor", "same",
        "class A {\n  constructor(a) {\n    this.n = 0;\n    this.a = a;\n  }\n}\n",
        "class A {\n  n = 0;\n  constructor(a) {\n    this.a = a;\n  }\n}\n",
    ),
    _js(
        "a field after an effect", "differs",
        "class A {\n  constructor() {\n    log(1);\n    this.n = log(2);\n  }\n}\n",
        "class A {\n  n = log(2);\n  constructor() {\n    log(1);\n  }\n}\n",
    ),
    _js(
        "a field after a return", "differs",
        "class A {\n  constructor(a) {\n    if (a) return;\n    this.n = 0;\n  }\n}\n",
        "class A {\n  n = 0;\n  constructor(a) {\n    if (a) return;\n  }\n}\n",
    ),
    _js(
        "a base that sees the store", "differs",
        "class B { set n(v) { log(v); } }\n"
        "class A extends B {\n  constructor() {\n    super();\n    this.n = 0;\n  }\n}\n",
        "class B { set n(v) { log(v); } }\n"
        "class A extends B {\n  n = 0;\n  constructor() {\n    super();\n  }\n}\n",
    ),
    _js(
        "a class below that sees the store", "differs",
        "class A {\n  constructor() {\n    this.n = 0;\n  }\n}\n"
        "class B extends A { set n(v) { log(v); } }\nnew B();\n",
        "class A {\n  n = 0;\n}\nclass B extends A { set n(v) { log(v); } }\nnew B();\n",
    ),
    _js(
        "a getter of another name", "same",
        "class A {\n  constructor() {\n    this.n = 0;\n  }\n  get m() { return this.n; }\n}\n",
        "class A {\n  n = 0;\n  get m() { return this.n; }\n}\n",
    ),
    _js(
        "a declaration that forgets what a base stored", "differs",
        "class B { constructor() { this.init(); } init() {} }\nclass A extends B {\n  m;\n  constructor() {\n    super();\n    this.m = 1;\n  }\n  init() { this.n = 5; }\n}\n",
        "class B { constructor() { this.init(); } init() {} }\nclass A extends B {\n  n;\n  m = 1;\n  constructor() {\n    super();\n  }\n  init() { this.n = 5; }\n}\n",
    ),
    _js(
        "a default that runs first", "differs",
        "class A {\n  constructor(a = log(1)) {\n    this.n = log(2);\n  }\n}\n",
        "class A {\n  n = log(2);\n  constructor(a = log(1)) {}\n}\n",
    ),
    _js(
        "keys in another order that are printed", "differs",
        "class A {\n  constructor(a) {\n    this.a = a;\n    this.n = 0;\n  }\n}\n",
        "class A {\n  n = 0;\n  constructor(a) {\n    this.a = a;\n  }\n}\n",
    ),
    _js(
        "an accessor of a class that is made around it", "differs",
        "const M = (B) => class extends B { set n(v) { log(v); } };\nclass A {\n  constructor() {\n    this.n = 0;\n  }\n}\nnew (M(A))();\n",
        "const M = (B) => class extends B { set n(v) { log(v); } };\nclass A {\n  n = 0;\n}\nnew (M(A))();\n",
    ),
    _js(
        "an accessor that is defined later", "differs",
        "class A {\n  constructor() {\n    this.n = 0;\n  }\n}\nObject.defineProperty(A.prototype, 'n', { set(v) { log(v); } });\n",
        "class A {\n  n = 0;\n}\nObject.defineProperty(A.prototype, 'n', { set(v) { log(v); } });\n",
    ),
    _js(
        "a base that is not seen", "differs",
        "import { B } from 'b';\n"
        "class A extends B {\n  constructor() {\n    super();\n    this.n = 0;\n  }\n}\n",
        "import { B } from 'b';\n"
        "class A extends B {\n  n = 0;\n  constructor() {\n    super();\n  }\n}\n",
    ),
    _js(
        "an implied constructor that hands on what it is given", "differs",
        "class B { constructor(a) { this.a = a; } }\n"
        "class A extends B {\n  constructor() {\n    super();\n    this.n = 0;\n  }\n}\n",
        "class B { constructor(a) { this.a = a; } }\nclass A extends B {\n  n = 0;\n}\n",
    ),
    _js(
        "another value", "differs",
        "class A {\n  constructor() {\n    this.n = 0;\n  }\n}\n",
        "class A {\n  n = 1;\n}\n",
    ),
    _js(
        "a value that a parameter shadows", "differs",
        "const a = 3;\nclass A {\n  n = a;\n  constructor(b) {\n    this.b = b;\n  }\n}\n",
        "const a = 3;\nclass A {\n  constructor(a) {\n    this.n = a;\n    this.b = a;\n  }\n}\n",
    ),
    _js(
        "keys in another order that are shown", "differs",
        "class A {\n  constructor(a) {\n    this.a = a;\n    this.n = 0;\n  }\n}\n"
        "console.log(Object.keys(new A(1)));\n",
        "class A {\n  n = 0;\n  constructor(a) {\n    this.a = a;\n  }\n}\n"
        "console.log(Object.keys(new A(1)));\n",
    ),
    _js(
        "a parameter that is a field", "same",
        "class A {\n  constructor(private readonly n: number) {\n    log(this.n);\n  }\n}\n",
        "class A {\n  private readonly n: number;\n  constructor(n: number) {\n"
        "    this.n = n;\n    log(this.n);\n  }\n}\n",
        path="m.ts",
    ),
    _js(
        "a parameter that is a field, stored too late", "differs",
        "class A {\n  constructor(private readonly n: number) {\n    log(this.n);\n  }\n}\n",
        "class A {\n  private readonly n: number;\n  constructor(n: number) {\n"
        "    log(this.n);\n    this.n = n;\n  }\n}\n",
        path="m.ts",
    ),
    _js(
        "a parameter that is a field, which another field reads", "differs",
        "class A {\n  twice = this.n * 2;\n  constructor(private readonly n: number) {}\n}\n",
        "class A {\n  private readonly n: number;\n  twice = this.n * 2;\n"
        "  constructor(n: number) {\n    this.n = n;\n  }\n}\n",
        path="m.ts",
    ),
    _java(
        "a field of Java from its constructor", "same",
        "  private int n;\n  A(int a) {\n    n = 4;\n  }\n",
        "  private int n = 4;\n  A(int a) {\n  }\n",
    ),
    _java(
        "a field of Java behind what reads it", "differs",
        "  private int n = 4;\n  A(int a) {\n    System.out.println(n());\n  }\n",
        "  private int n;\n  A(int a) {\n    System.out.println(n());\n    n = 4;\n  }\n",
    ),
    _java(
        "a field of Java that one of two constructors sets", "differs",
        "  private int n = 4;\n  A(int a) {\n  }\n  A(String a) {\n  }\n",
        "  private int n;\n  A(int a) {\n    n = 4;\n  }\n  A(String a) {\n  }\n",
    ),
    _java("fields of the class that are set in another order", "differs",
          "  int n = 1;\n  static int a = show(1);\n  static int b = show(2);\n  A(int a) {}\n"
          "  static int show(int x) { System.out.println(x); return x; }\n",
          "  int n = 1;\n  static int b = show(2);\n  static int a = show(1);\n  A(int a) {}\n"
          "  static int show(int x) { System.out.println(x); return x; }\n"),
    _java("zero, said, behind what stores", "differs",
          "  int a = set();\n  private int n = 0;\n  A(int a) {}\n  int set() { n = 5; return 1; }\n",
          "  int a = set();\n  private int n;\n  A(int a) {}\n  int set() { n = 5; return 1; }\n"),
    _java("zero of the class, said, behind what stores", "differs",
          "  static A one = new A(1);\n  static int n = 0;\n  A(int a) { n++; }\n",
          "  static A one = new A(1);\n  static int n;\n  A(int a) { n++; }\n"),
    _java("null, said, behind a base that stores", "differs",
          "  int n = 1;\n  A(int a) {}\n}\nclass B {\n  B() { init(); }\n  void init() {}\n}\n"
          "class C extends B {\n  String t = null;\n  void init() { t = show(); }\n"
          "  String show() { return t; }\n}\nclass D {\n  int n;\n",
          "  int n = 1;\n  A(int a) {}\n}\nclass B {\n  B() { init(); }\n  void init() {}\n}\n"
          "class C extends B {\n  String t;\n  void init() { t = show(); }\n"
          "  String show() { return t; }\n}\nclass D {\n  int n;\n"),
    _java("zero, said", "same", "  A(int a) {}\n  private int n = 0;\n",
          "  A(int a) {}\n  private int n;\n"),
    _java("one, not said", "differs", "  A(int a) {}\n  private int n = 1;\n",
          "  A(int a) {}\n  private int n;\n"),
    _java("zero of a box", "differs", "  A(int a) {}\n  private Integer n = 0;\n",
          "  A(int a) {}\n  private Integer n;\n"),
    _java("null, said", "same",
          "  int n = 1;\n  private String t = null;\n  A(int a) { show(t); }\n"
          "  void show(String x) { System.out.println(x); }\n",
          "  int n = 1;\n  private String t;\n  A(int a) { show(t); }\n"
          "  void show(String x) { System.out.println(x); }\n"),
    _file("zero, said (Go)", "same", _GO, "var n = 0", "var n int"),
    _file("an empty text, said (Go)", "same", _GO, 'var n = ""', "var n string"),
    _file("a zero of another type (Go)", "differs", _GO, "var n = 0", "var n float64"),
    _file("zero, said (C)", "same", _C, "static int n = 0;", "static int n;"),
    _file("one, not said (C)", "differs", _C, "static int n = 1;", "static int n;"),
    _file("a field that holds anything (C++)", "differs", _CPP, "int n = 0;", "int n;"),
]  # fmt: skip
