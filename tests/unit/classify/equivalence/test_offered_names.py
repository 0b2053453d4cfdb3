"""JavaScript: functions that a CommonJS module hands on under their names, and other names."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

CODE = "function {0}(x) {{ return x + 1; }}\nfunction g(x) {{ return {0}(x) * 2; }}\n"
SHORT, PAIRS = "module.exports = { F, g };\n", "module.exports = { F: F, g: g };\n"
EACH = "exports.F = F;\nexports.g = g;\n"
USE = "const a = require('./a');\nconsole.log(a.F(1), a.g(2));\n"
TAKEN = "const { F, g } = require('./a');\nconsole.log(F(1), g(2));\n"


def _files(name: str, exports: str, use: str) -> dict[str, bytes]:
    code = CODE.format(name) + exports.replace("F", name)
    return {"a.js": code.encode(), "main.js": use.replace("F", name).encode()}


def verdict(before: dict[str, bytes], after: dict[str, bytes], *, closed: bool = True) -> Verdict:
    return tracer.classify(tracer.ChangeSet.from_texts(before, after, closed_world=closed)).verdict


@pytest.mark.parametrize("exports", [SHORT, PAIRS, EACH])
@pytest.mark.parametrize("use", [USE, TAKEN])
def test_a_name_goes_with_its_function(exports: str, use: str) -> None:
    before, after = _files("f", exports, use), _files("inc", exports, use)
    assert verdict(before, after) is Verdict.AST_REFACTOR


@pytest.mark.parametrize(
    "more",
    [
        "console.log(Object.keys(a));\n",
        "for (const k in a) console.log(k);\n",
        "console.log(a[process.argv[2]](1));\n",
        "module.exports = { ...a };\n",
        "console.log(require('./a').f(1));\n",
        "Object.assign(globalThis, require('./a'));\n",
        "const { f, ...rest } = require('./a');\n",
        "module.exports = require('./a');\n",
    ],
)
@pytest.mark.parametrize("exports", [SHORT, PAIRS, EACH])
def test_who_may_see_the_name(exports: str, more: str) -> None:
    before, after = _files("f", exports, USE + more), _files("inc", exports, USE + more)
    assert verdict(before, after) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    ("exports", "other", "use", "used"),
    [
        (SHORT, SHORT, USE, USE.replace("F", "f")),
        (PAIRS, "module.exports = { F: g, g: F };\n", USE, USE),
        (
            "module.exports = { f: F, g: g };\n",
            "module.exports = { inc: F, g: g };\n",
            USE,
            USE.replace("F", "f"),
        ),
        (EACH, "exports.F = g;\nexports.g = F;\n", USE, USE),
        (SHORT, "module.exports = { F };\n", USE, USE),
        (SHORT, "const o = { F, g };\n", USE, USE),
    ],
)
def test_slips(exports: str, other: str, use: str, used: str) -> None:
    before, after = _files("f", exports, use), _files("inc", other, used)
    assert verdict(before, after) is Verdict.INTENT_EVOLUTION


def test_others_may_name_it_where_not_all_code_is_known() -> None:
    before, after = _files("f", SHORT, USE), _files("inc", SHORT, USE)
    assert verdict(before, after, closed=False) is Verdict.INTENT_EVOLUTION


NAMED = (
    "function f(x) {{ return x; }}\nfunction show(o) {{ return o.name + {0}; }}\n"
    "module.exports = {{ {1}, show }};\n"
)


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("1", Verdict.AST_REFACTOR),
        ("g({0})", Verdict.INTENT_EVOLUTION),
        ("[{0}].length", Verdict.INTENT_EVOLUTION),
    ],
)
def test_the_object_of_exports_hands_no_function_to_readers_of_names(
    use: str, expected: Verdict
) -> None:
    files = [
        {
            "a.js": NAMED.format(use.format(name), name)
            .replace("function f(", f"function {name}(")
            .encode()
        }
        for name in ("f", "inc")
    ]
    assert verdict(*files) is expected
