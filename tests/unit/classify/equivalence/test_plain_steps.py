"""Plain steps of every day in Python, TypeScript and JavaScript, and slips away from them."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

Texts = dict[str, str]


def verdict(before: Texts, after: Texts, *, closed: bool = True) -> Verdict:
    texts = ({path: text.encode() for path, text in one.items()} for one in (before, after))
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=closed)).verdict


def _ts(code: str, extension: str = "ts") -> Texts:
    types = (
        "export interface P { done: boolean; n: number; s?: string; b?: boolean;\n"
        "  on?: (id: number) => void; off: (() => void) | null; x?: { y: number };\n"
        "  w: string | undefined; z: { q: number } | null;\n"
        "  e: Foo | undefined; v: any | undefined }\n"
    )
    head = "import React from 'react';\n" if extension == "tsx" else ""
    return {f"a.{extension}": head + types + code}


def _f(body: str) -> Texts:
    return _ts(f"export function f(o: P, id: number) {{ {body} }}\n")


def _list(child: str, tag: str = "li") -> Texts:
    return _ts(f"export const C = (o: P) => <{tag}>{{{child}}}</{tag}>;\n", "tsx")


CLAMP = (
    "def clamp(%s):\n    if value < low:\n        return low\n    if value > high:\n"
    "        return high\n    return value\n"
)
AREA = (
    "export function area(%s): number {\n  let total = 0;\n"
    "  for (let i = 0; i < height; i++) { total += width; }\n  return total;\n}\n"
)
USES = (
    "import { area } from './a';\nexport const g = (n: number) => area(%s);\n"
    "console.log(area(%s));\n"
)
GO = "class A:\n    def go(self, %s):\n        return x - y\n"
CALLS = "from a import A\n\n\ndef main(n):\n    print(A().go(%s))\n"


def _clamp(parameters: str, arguments: str) -> Texts:
    return {
        "a.py": CLAMP % parameters,
        "main.py": f"import a\n\n\ndef main(x):\n    print(a.clamp({arguments}))\n",
    }


def _top(parameters: str, arguments: str) -> Texts:
    return {"a.py": CLAMP % parameters, "main.py": f"import a\n\nprint(a.clamp({arguments}))\n"}


def _area(parameters: str, one: str, two: str) -> Texts:
    return {"a.ts": AREA % parameters, "main.ts": USES % (one, two)}


def _go(parameters: str, arguments: str) -> Texts:
    return {"a.py": GO % parameters, "main.py": CALLS % arguments}


class TestParameters:
    """All callers change with the signature: another order, one more, one less, a default."""

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (
                _clamp("value, low, high", "x.area(), 1, 5"),
                _clamp("low, high, value", "1, 5, x.area()"),
            ),
            (_top("value, low, high", "3, 1, 5"), _top("low, high, value", "1, 5, 3")),
            (
                _area("width: number, height: number", "n, 2", "3, 4"),
                _area("height: number, width: number", "2, n", "4, 3"),
            ),
            (
                _area("width: number, height: number, unit: string", "n, 2, 'm'", "3, 4, 'c'"),
                _area("width: number, height: number", "n, 2", "3, 4"),
            ),
            (_go("x, y", "n, 3"), _go("y, x", "3, n")),
            (_go("x, y", "n, 3"), _go("x, y=3", "n")),
        ],
    )
    def test_changes_are_proved(self, before: Texts, after: Texts) -> None:
        assert verdict(before, after) is Verdict.AST_REFACTOR

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (
                _clamp("value, low, high", "x.area(), 1, 5"),
                _clamp("low, high, value", "x.area(), 1, 5"),
            ),
            (
                _clamp("value, low, high", "x.area(), 1, 5"),
                _clamp("low, high, value", "1, x.area(), 5"),
            ),
            (_top("value, low, high", "3, 1, 5"), _top("low, high, value", "5, 1, 3")),
            (
                _area("width: number, height: number", "n, 2", "3, 4"),
                _area("height: number, width: number", "2, n", "3, 4"),
            ),
            (
                _area("width: number, height: number, unit: string", "n, 2, 'm'", "3, 4, 'c'"),
                _area("width: number, height: number", "n, 3", "3, 4"),
            ),
            (_go("x, y", "n, 3"), _go("y, x", "n, 3")),
            (_go("x, y", "n, 3"), _go("x, y=4", "n")),
            (_go("x, y", "n, 3"), _go("x, y=3", "3")),
        ],
    )
    def test_slips_are_not(self, before: Texts, after: Texts) -> None:
        assert verdict(before, after) is Verdict.INTENT_EVOLUTION

    @pytest.mark.parametrize(
        ("taken", "given"), [("int n", "5"), ("int n", "k"), ("int n", "n + 1")]
    )
    def test_a_field_of_a_parameters_name(self, taken: str, given: str) -> None:
        code = (
            "class A {{\n  int n;\n  int k;\n\n  int m({}) {{\n    return n;\n  }}\n\n"
            "  void c() {{\n    m({});\n  }}\n}}\n"
        )
        texts = [{"A.java": code.format(*one)} for one in (("", ""), (taken, given))]
        assert verdict(*texts) is Verdict.INTENT_EVOLUTION
        assert verdict(*reversed(texts)) is Verdict.INTENT_EVOLUTION

    def test_others_may_call_where_not_all_code_is_known(self) -> None:
        before, after = _go("x, y", "n, 3"), _go("y, x", "3, n")
        assert verdict(before, after, closed=False) is Verdict.INTENT_EVOLUTION


ROUTE = "export default function handler({}) {{ return req.x - res.y; }}\n"
ROUTED = "import handler from './a';\nexport const go = (e, c) => handler({});\n"
ENCODER = (
    "from {0} import {1}\n\n\nclass E({1}):\n    def {2}(self, {3}):\n        return o.x - p.y\n\n"
    "    def f(self, a, b):\n        return self.{2}({4})\n"
)
TEST = "def test_x({}):\n    return a - b\n\n\ndef g():\n    return test_x({})\n"


class TestUnseenCallers:
    """Who calls a definition besides the code at hand: tools, and bases that are not seen."""

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (
                {"pages/api/a.js": ROUTE.format("req, res"), "pages/b.js": ROUTED.format("e, c")},
                {"pages/api/a.js": ROUTE.format("res, req"), "pages/b.js": ROUTED.format("c, e")},
            ),
            (
                {"a.py": ENCODER.format("json", "JSONEncoder", "default", "o, p", "a, b")},
                {"a.py": ENCODER.format("json", "JSONEncoder", "default", "p, o", "b, a")},
            ),
            (
                {"a.py": ENCODER.format("base", "Base", "visit", "o, p", "a, b")},
                {"a.py": ENCODER.format("base", "Base", "visit", "p, o", "b, a")},
            ),
            (
                {"a.py": ENCODER.format("builtins", "object", "__call__", "o, p", "a, b")},
                {"a.py": ENCODER.format("builtins", "object", "__call__", "p, o", "b, a")},
            ),
            (
                {"test_a.py": TEST.format("a, b", "1, 2")},
                {"test_a.py": TEST.format("b, a", "2, 1")},
            ),
            (
                {"a.py": _go("x, y", "n, 3")["a.py"], "b.py": "def h(o):\n    return o.go(1, 2)\n"},
                {"a.py": _go("y, x", "n, 3")["a.py"], "b.py": "def h(o):\n    return o.go(1, 2)\n"},
            ),
            (
                _go("x, y", "n, 3") | {"b.py": "def h(o):\n    return getattr(o, 'go')(1, 2)\n"},
                _go("y, x", "3, n") | {"b.py": "def h(o):\n    return getattr(o, 'go')(1, 2)\n"},
            ),
        ],
    )
    def test_they_give_what_they_gave(self, before: Texts, after: Texts) -> None:
        assert verdict(before, after) is Verdict.INTENT_EVOLUTION


class TestNothing:
    """What a declared type may hold besides its values: only undefined, only null, or both."""

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (_f("return o.w ?? 'a';"), _f("return o.w === undefined ? 'a' : o.w;")),
            (_f("return o.z ?? 1;"), _f("return o.z === null ? 1 : o.z;")),
            (
                _f("if (o.x) { return o.x.y; } return 2;"),
                _f("if (o.x !== undefined) { return o.x.y; } return 2;"),
            ),
            (
                _f("if (o.z) { return o.z.q; } return 2;"),
                _f("if (o.z !== null) { return o.z.q; } return 2;"),
            ),
            (_f("if (o.on) { o.on(id); }"), _f("o.on?.(id);")),
            (_f("if (o.on !== undefined) { o.on(id); }"), _f("o.on?.(id);")),
            (_f("if (o.off) { o.off(); }"), _f("o.off?.();")),
            (
                _ts("export function f(o?: P) { return o ? 'a' : 'b'; }\n"),
                _ts("export function f(o?: P) { return o === undefined ? 'b' : 'a'; }\n"),
            ),
        ],
    )
    def test_idioms_are_proved(self, before: Texts, after: Texts) -> None:
        assert verdict(before, after) is Verdict.AST_REFACTOR

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (_f("return o.w ?? 'a';"), _f("return o.w || 'a';")),
            (_f("return o.w ?? 'a';"), _f("return o.w === null ? 'a' : o.w;")),
            (_f("return o.z ?? 1;"), _f("return o.z === undefined ? 1 : o.z;")),
            (_f("return o.e ?? 1;"), _f("return o.e === undefined ? 1 : o.e;")),
            (_f("return o.v ?? 1;"), _f("return o.v === undefined ? 1 : o.v;")),
            (_f("return !o.b;"), _f("return o.b === false;")),
            (_f("if (o.s) { return 1; } return 2;"), _f("if (o.s !== '') { return 1; } return 2;")),
            (
                _f("if (o.s) { return 1; } return 2;"),
                _f("if (o.s !== undefined) { return 1; } return 2;"),
            ),
            (
                _f("if (o.z) { return 1; } return 2;"),
                _f("if (o.z !== undefined) { return 1; } return 2;"),
            ),
            (_f("if (o.off !== undefined) { o.off(); }"), _f("o.off?.();")),
            (_f("if (o.on) { o.on(id); }"), _f("o.on?.(id + 1);")),
            (_f("if (o.on) { o.on(id); }"), _f("o.on(id);")),
            (_f("if (o.n) { o.on?.(id); }"), _f("o.on?.(id);")),
            (
                _ts("export const f = (a: (boolean | null)[]) => a.filter((x) => !x);\n"),
                _ts("export const f = (a: (boolean | null)[]) => a.filter((x) => x === false);\n"),
            ),
        ],
    )
    def test_slips_are_not(self, before: Texts, after: Texts) -> None:
        assert verdict(before, after) is Verdict.INTENT_EVOLUTION


class TestChildren:
    """A child of a tag that is nothing or a truth value shows nothing."""

    def test_empty_children_are_alike(self) -> None:
        before, after = _list("o.done ? <b>x</b> : null"), _list("o.done && <b>x</b>")
        assert verdict(before, after) is Verdict.AST_REFACTOR

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (_list("o.n ? <b>x</b> : null"), _list("o.n && <b>x</b>")),
            (_list("o.s ? <b>x</b> : null"), _list("o.s && <b>x</b>")),
            (_list("o.done ? <b>x</b> : 0"), _list("o.done && <b>x</b>")),
            (_list("o.done ? <b>x</b> : ''"), _list("o.done && <b>x</b>")),
            (_list("!o.done && <b>x</b>"), _list("o.done && <b>x</b>")),
            (_list("o.done ? <b>x</b> : null", "Foo"), _list("o.done && <b>x</b>", "Foo")),
            (_list("o.done ? 'x' : null", "option"), _list("o.done && 'x'", "option")),
            (
                _ts("export const C = (o: P) => <li hidden={o.done ? true : null}></li>;\n", "tsx"),
                _ts("export const C = (o: P) => <li hidden={o.done}></li>;\n", "tsx"),
            ),
        ],
    )
    def test_others_are_not(self, before: Texts, after: Texts) -> None:
        assert verdict(before, after) is Verdict.INTENT_EVOLUTION


LOOP = (
    "export class S {\n  private xs: { p: string }[] = [];\n  private ys: { p: string }[] = [];\n"
    "  rebind() { this.ys = []; }\n  add(p: string) { this.xs.push({ p }); }\n"
    "  go(counts: Map<string, number>): void {\n    %s\n  }\n}\n"
)


def _indexed(field: str, body: str) -> Texts:
    head = f"for (let i = 0; i < this.{field}.length; i++)"
    return {"a.ts": LOOP % f"{head} {{ const x = this.{field}[i]; {body} }}"}


def _each(field: str, body: str, more: str = "") -> Texts:
    return {"a.ts": LOOP % f"for (const x of this.{field}{more}) {{ {body} }}"}


class TestFieldsInLoops:
    """A loop over the indices of a list in a field that is bound once is one over its elements."""

    @pytest.mark.parametrize("body", ["counts.set(x.p, 1);", "counts.set(x.p, 1); this.add(x.p);"])
    def test_bound_once(self, body: str) -> None:
        assert verdict(_indexed("xs", body), _each("xs", body)) is Verdict.AST_REFACTOR

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (
                _indexed("ys", "counts.set(x.p, 1); this.rebind();"),
                _each("ys", "counts.set(x.p, 1); this.rebind();"),
            ),
            (
                _indexed("ys", "this.ys = []; counts.set(x.p, 1);"),
                _each("ys", "this.ys = []; counts.set(x.p, 1);"),
            ),
            (_indexed("xs", "counts.set(x.p, 1);"), _each("ys", "counts.set(x.p, 1);")),
            (_indexed("xs", "counts.set(x.p, 1);"), _each("xs", "counts.set(x.p, 2);")),
            (
                _indexed("xs", "counts.set(x.p, 1);"),
                _each("xs", "counts.set(x.p, 1);", ".slice(1)"),
            ),
            (_indexed("xs", "counts.set(x.p, i);"), _each("xs", "counts.set(x.p, 0);")),
        ],
    )
    def test_slips_are_not(self, before: Texts, after: Texts) -> None:
        assert verdict(before, after) is Verdict.INTENT_EVOLUTION


FIELDS = (
    "export interface Clock {{ now(): number }}\nexport class S {{\n  private n: number;\n{0}"
    "  private last = {3};\n  constructor({1}, first: number) {{ {2}this.n = first; }}\n"
    "  go() {{ this.last = this.clock.now() + this.n; return this.last; }}\n}}\n"
)
STORED = FIELDS.format(
    "  private readonly clock: Clock;\n", "clock: Clock", "this.clock = clock; ", 0
)
SAID = FIELDS.format("", "private readonly clock: Clock", "", 0)


class TestFieldsAsParameters:
    """A parameter that is a field comes before other fields, which nobody goes through."""

    @pytest.mark.parametrize("more", ["", "console.log(new S({ now: () => 1 }, 2).go());\n"])
    def test_a_field_as_a_parameter(self, more: str) -> None:
        before, after = {"a.ts": STORED + more}, {"a.ts": SAID + more}
        assert verdict(before, after) is Verdict.AST_REFACTOR
        assert verdict(after, before) is Verdict.AST_REFACTOR

    @pytest.mark.parametrize(
        ("more", "after"),
        [
            ("const s = new S({ now: () => 1 }, 2);\nconsole.log(s);\n", SAID),
            ("export const f = (s: S) => Object.keys(s);\n", SAID),
            ("export const f = (s: S) => JSON.stringify(s);\n", SAID),
            ("export function f(s: S) { for (const k in s) { g(k); } }\n", SAID),
            ("export const f = (s: S) => ({ ...s });\n", SAID),
            ("", SAID.replace("first;", "first + 1;")),
            ("", SAID.replace("last = 0", "last = 1")),
        ],
    )
    def test_slips_are_not(self, more: str, after: str) -> None:
        texts = {"a.ts": STORED + more}, {"a.ts": after + more}
        assert verdict(*texts) is Verdict.INTENT_EVOLUTION


KEYS = "function f(totals) {{ {} }}\nmodule.exports = {{ f }};\n"


@pytest.mark.parametrize("names", ["Object.keys(totals)", "Object.keys(totals).sort()"])
def test_a_sorted_list_is_a_list(names: str) -> None:
    loop = f"for (const t of {names}) {{ console.log(t, totals[t]); }}"
    call = f"{names}.forEach((t) => {{ console.log(t, totals[t]); }});"
    other = f"{names}.forEach((t) => {{ console.log(totals[t], t); }});"
    before, after, slip = ({"a.js": KEYS.format(one)} for one in (loop, call, other))
    assert verdict(before, after) is Verdict.AST_REFACTOR
    assert verdict(before, slip) is Verdict.INTENT_EVOLUTION


CACHE = (
    "interface E { hits: number }\nexport class C%s {\n  private m: %s;\n"
    "  constructor(m: %s) { this.m = m; }\n  get(k: string): any { return 1; }\n%s"
    "  hits(k: string) { const e = this.m.get(k); if (%s) { return 0; } return e.hits; }\n}\n"
)


def _cache(test: str, base: str = "", of: str = "Map<string, E>", more: str = "") -> Texts:
    return {"a.ts": CACHE % (base, of, of, more, test)}


class TestLibraryMethods:
    """A class without bases is none of a library's, whatever its methods are called."""

    def test_what_a_table_gives_is_there_or_undefined(self) -> None:
        assert verdict(_cache("!e"), _cache("e === undefined")) is Verdict.AST_REFACTOR

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (_cache("!e"), _cache("e === null")),
            (_cache("!e"), _cache("e !== undefined")),
            (
                _cache("!e", " extends Map<string, E>"),
                _cache("e === null", " extends Map<string, E>"),
            ),
            (
                _cache("!e", " extends Map<string, E>"),
                _cache("e === undefined", " extends Map<string, E>"),
            ),
            (_cache("!e", of="Other<string, E>"), _cache("e === undefined", of="Other<string, E>")),
            (_cache("!e", of="Map<string, any>"), _cache("e === undefined", of="Map<string, any>")),
            (
                _cache("!e", of="Map<string, E | null>"),
                _cache("e === undefined", of="Map<string, E | null>"),
            ),
        ],
    )
    def test_slips_are_not(self, before: Texts, after: Texts) -> None:
        assert verdict(before, after) is Verdict.INTENT_EVOLUTION


ROUNDS = (
    "function f(text, more) { const rows = []; const lines = more.split('b'); %s return %s; }\n"
    "module.exports = { f };\n"
)


def _rounds(loop: str, given: str = "rows") -> Texts:
    return {"a.js": ROUNDS % (loop, given)}


class TestSharedVariables:
    """JavaScript: a `var` counts the rounds of a loop, of which nothing else sees it."""

    @pytest.mark.parametrize(
        "body", ["rows.push({});", "const a = {}; if (a) {{ rows.push(a.n); }}"]
    )
    def test_a_variable_of_the_function_counts(self, body: str) -> None:
        before = _rounds(f"for (var i = 0; i < lines.length; i++) {{ {body.format('lines[i]')} }}")
        after = _rounds(f"for (const one of lines) {{ {body.format('one')} }}")
        assert verdict(before, after) is Verdict.AST_REFACTOR

    @pytest.mark.parametrize(
        ("head", "body", "given"),
        [
            ("for (var i = 0; i < lines.length; i++)", "rows.push(() => {});", "rows"),
            ("for (var i = 0; i < lines.length; i++)", "rows.push({});", "[rows, i]"),
            ("for (var i = 1; i < lines.length; i++)", "rows.push({});", "rows"),
            ("for (var i = 0; i <= lines.length; i++)", "rows.push({});", "rows"),
            ("for (var i = 0; i < lines.length; i += 2)", "rows.push({});", "rows"),
            ("for (var i = 0; i < lines.length; i++)", "rows.push({}); i++;", "rows"),
            ("for (var i = 0; i < text.length; i++)", "rows.push({});", "rows"),
        ],
    )
    def test_slips_are_not(self, head: str, body: str, given: str) -> None:
        before = _rounds(f"{head} {{ {body.format('lines[i]')} }}", given)
        after = _rounds(f"var i; for (const one of lines) {{ {body.format('one')} }}", given)
        assert verdict(before, after) is Verdict.INTENT_EVOLUTION

    @pytest.mark.parametrize("use", ["text.trim()", "text.split('a')", "text.toUpperCase()"])
    @pytest.mark.parametrize("word", ["let", "var"])
    def test_the_places_of_a_text_are_not_its_characters(self, word: str, use: str) -> None:
        loop = f"for ({word} i = 0; i < text.length; i++) {{ rows.push(text[i]); }}"
        each = "for (const one of text) { rows.push(one); }"
        given = f"[rows, {use}]"
        assert verdict(_rounds(loop, given), _rounds(each, given)) is Verdict.INTENT_EVOLUTION


ROW = (
    "function Row(name) { this.name = name; }\n%s\n"
    "function parse(line) { %s parts = line.split(','); return new Row(parts[0]); }\n"
    "module.exports = { parse };\n"
)
METHOD = "Row.prototype.%s = function () { return this.name + 1; };"
STORE = (
    "export class Store {\n  private last = 0;\n  #tries = 0;\n  name = 'x';\n"
    "  touch(n: number) { this.last = n; this.#tries++; }\n"
    "  sum(): string { return this.name + this.last; }\n}\n"
)
MAIN = (
    "import { Store } from './s';\nfunction run(s: Store, t: string) { return s.sum() + t; }\n"
    "const store = new Store();\n%s\n"
)


def _main(line: str, store: str = STORE) -> Texts:
    return {"s.ts": store, "main.ts": MAIN % line}


class TestNames:
    """Who may see a name: methods of prototypes, names of functions, printed objects."""

    def test_methods_of_prototypes_store_to_no_other_name(self) -> None:
        method = METHOD % "total"
        before, after = ({"a.js": ROW % (method, word)} for word in ("var", "const"))
        assert verdict(before, after) is Verdict.AST_REFACTOR

    @pytest.mark.parametrize("line", ["console.log(run(store, 'a'.trim()));", "console.log(1);"])
    def test_a_private_field(self, line: str) -> None:
        after = STORE.replace("last", "changed")
        assert verdict(_main(line), _main(line, after)) is Verdict.AST_REFACTOR

    def test_a_private_number_has_no_name_of_its_own(self) -> None:
        line, after = "console.log(store.name);", STORE.replace("#tries", "#rounds")
        assert verdict(_main(line), _main(line, after)) is Verdict.AST_REFACTOR

    @pytest.mark.parametrize(
        "line",
        [
            "console.log(store);",
            "console.log(unknown(store));",
            "console.log(run(store, 'a'), store);",
            "console.log(new Box(store));",
            "console.log([store]);",
            "console.log({ store });",
        ],
    )
    def test_objects_that_are_printed(self, line: str) -> None:
        after = STORE.replace("last", "changed")
        assert verdict(_main(line), _main(line, after)) is Verdict.INTENT_EVOLUTION

    def test_a_constant_of_a_number_is_called_by_no_name(self) -> None:
        code = "const {0} = 20;\nexport const f = (o: {{ name: string }}) => o.name.length < {0};\n"
        before, after = ({"a.ts": code.format(one)} for one in ("MAX", "LIMIT"))
        assert verdict(before, after) is Verdict.AST_REFACTOR

    def test_a_function_that_is_handed_on_is(self) -> None:
        code = "const {0} = () => 20;\nexport const f = (g: any) => g({0}).name;\n"
        before, after = ({"a.ts": code.format(one)} for one in ("first", "second"))
        assert verdict(before, after) is Verdict.INTENT_EVOLUTION

    @pytest.mark.parametrize(
        "store", ["Row.prototype.total = f;", "Row.prototype['to' + 'tal'] = f;"]
    )
    def test_a_method_that_is_replaced(self, store: str) -> None:
        code = (
            "class Row { total() { return 1; } }\nfunction f() { return 2; }\n%s\n"
            "function g() { const r = new Row(); return %s; }\nmodule.exports = { g };\n"
        )
        before, after = ({"a.js": code % (store, one)} for one in ("r.total()", "1"))
        assert verdict(before, after) is Verdict.INTENT_EVOLUTION
