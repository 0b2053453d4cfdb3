"""JavaScript, TypeScript: what exported names mean, `?.()`, and the star of a generator."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

MAIN = 'import { x } from "./a.mjs";\nconsole.log(x);\n'
P, Q = "export const x = 1;\nexport const y = 1;\n", "export const x = 2;\n"
AB = "const a = 1, b = 2;\n"


def verdict(
    before: str, after: str, path: str = "a.mjs", main: str = MAIN, *, closed: bool = True
) -> Verdict:
    others = {"p.mjs": P, "q.mjs": Q, "main.mjs": main} if path == "a.mjs" else {}
    texts = (
        {name: text.encode() for name, text in ({path: one} | others).items()}
        for one in (before, after)
    )
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=closed)).verdict


OTHERS = [
    (AB + "export { a as x, b as y };\n", AB + "export { a as y, b as x };\n"),
    ('export { x } from "./p.mjs";\n', 'export { x } from "./q.mjs";\n'),
    ('export * as x from "./p.mjs";\n', 'export * as x from "./q.mjs";\n'),
    (
        'export * from "./p.mjs";\nexport { x } from "./q.mjs";\n',
        'export * from "./p.mjs";\n',
    ),
    ('export * from "./p.mjs";\nexport * from "./q.mjs";\n', 'export * from "./p.mjs";\n'),
]


@pytest.mark.parametrize(("before", "after"), OTHERS)
def test_a_name_means_another_definition(before: str, after: str) -> None:
    """22: What an export names was in no definition, and so in nothing that was compared."""
    assert verdict(before, after) is Verdict.INTENT_EVOLUTION
    assert verdict(after, before) is Verdict.INTENT_EVOLUTION


def test_another_default() -> None:
    """22: `export default a` and `export default b`."""
    main = 'import x from "./a.mjs";\nconsole.log(x);\n'
    before, after = AB + "export default a;\n", AB + "export default b;\n"
    assert verdict(before, after, main=main) is Verdict.INTENT_EVOLUTION


def test_a_name_that_others_may_import() -> None:
    """22: Where other code is not seen, a name that is gone was called a refactoring."""
    before, after = AB + "export { a, b };\n", AB + "export { a };\n"
    assert verdict(before, after, main="", closed=False) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (AB + "export { a as x, b };\n", AB + "export { b, a as x };\n"),
        ("const x = 1;\nexport { x };\n", "export const x = 1;\n"),
        ("function x() { return 1; }\nexport { x };\n", "export function x() { return 1; }\n"),
    ],
)
def test_the_same_names(before: str, after: str) -> None:
    """Another form of the same exports."""
    assert verdict(before, after) is Verdict.AST_REFACTOR


PICK = "export const F = ({ pick }: { pick?: () => void }) => "
BOX = "interface Box { pick?: (s: string) => void }\n"


@pytest.mark.parametrize(
    ("before", "after", "path"),
    [
        (
            "export const f = (cb: (() => void) | undefined): void => { cb?.(); };\n",
            "export const f = (cb: (() => void) | undefined): void => { cb(); };\n",
            "a.ts",
        ),
        (
            BOX + "export function f(b: Box, s: string): void { b.pick?.(s); }\n",
            BOX + "export function f(b: Box, s: string): void { b.pick!(s); }\n",
            "a.ts",
        ),
        (
            "module.exports = (b, s) => b.pick?.(s);\n",
            "module.exports = (b, s) => b?.pick(s);\n",
            "a.js",
        ),
        (
            PICK + "<button onClick={() => pick?.()} />;\n",
            PICK + "<button onClick={() => pick()} />;\n",
            "a.tsx",
        ),
        *(
            (text.replace("*", "* ", 1), text.replace("*", "", 1), path)
            for path in ("a.js", "a.ts")
            for text in (
                "function* g() { return 1; }\nmodule.exports = () => g();\n",
                "class A { *g() { return 1; } }\nmodule.exports = () => new A().g();\n",
                "class A { static async *g() { return 1; } }\nmodule.exports = () => A.g();\n",
                "const o = { *g() { return 1; } };\nmodule.exports = () => o.g();\n",
                "const g = function* () { return 1; };\nmodule.exports = () => g();\n",
            )
        ),
        ("export class A { accessor w = 4; }\n", "export class A { w = 4; }\n", "a.ts"),
    ],
)
def test_one_sign_is_more_than_spelling(before: str, after: str, path: str) -> None:
    """22: `?.` before a call, the star of a generator and `accessor` were not compared."""
    assert verdict(before, after, path) is Verdict.INTENT_EVOLUTION
    assert verdict(after, before, path) is Verdict.INTENT_EVOLUTION
