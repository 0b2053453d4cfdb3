"""`var` in a loop is one local for all rounds; a function that is made in a round sees that."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

KEEPS = [
    "for (const x of xs) { KIND y = x; out.push(() => y); }",
    "for (KIND x of xs) { out.push(() => x); }",
    "for (const x of xs) { KIND y = x.n; setTimeout(() => g(y), 1); out.push(1); }",
    "while (xs.length) { KIND y = xs.pop(); out.push(function () { return y; }); }",
    "for (const x of xs) { if (x) { KIND [y] = x; out.push({ get() { return y; } }); } }",
]
KEEPS_NONE = [
    "for (const x of xs) { KIND y = x; out.push(y); }",
    "for (const x of xs) { KIND y = x + 1; out.push([y].map((z) => z + 1)); }",
    "for (KIND x of xs) { out.push(x); }",
]


def verdict(loop: str, kinds: tuple[str, str]) -> Verdict:
    text = f"module.exports = function f(xs, g) {{ const out = []; {loop} return out; }};\n"
    texts = [{"a.js": text.replace("KIND", kind).encode()} for kind in kinds]
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


@pytest.mark.parametrize("loop", KEEPS)
@pytest.mark.parametrize("kinds", [("var", "const"), ("const", "var"), ("var", "let")])
def test_a_function_that_keeps_it_sees_later_rounds(loop: str, kinds: tuple[str, str]) -> None:
    """22: With `const` each function has the value of its round."""
    assert verdict(loop, kinds) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize("loop", KEEPS_NONE)
def test_elsewhere_one_word_is_as_good_as_the_other(loop: str) -> None:
    """22: Nothing outlives the round."""
    assert verdict(loop, ("var", "const")) is Verdict.AST_REFACTOR


def test_nor_is_it_the_same_beside_another_change() -> None:
    """22: What keeps a whole from being proved keeps each definition from it, too."""
    before = (
        "function f(xs) { const out = []; for (const x of xs) { var y = x; out.push(() => y); }\n"
        "return out; }\nfunction g(a) { return a * 2; }\nmodule.exports = { f, g };\n"
    )
    after = before.replace("var y", "const y").replace("a * 2", "a * 3")
    texts = {"a.js": before.encode()}, {"a.js": after.encode()}
    found = tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True))
    said = [change.verdict for file in found.files for change in file.changes]
    assert said
    assert set(said) == {Verdict.INTENT_EVOLUTION}
