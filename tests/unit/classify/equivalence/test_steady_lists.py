"""What `forEach` goes through while its function calls others, or stores to another list."""

from __future__ import annotations

import pytest

import tracer
from tracer.classify import classify
from tracer.matching import match
from tracer.model.enums import Verdict

LOOP = """\
export function f(a: string[], b: string[], g: (c: string) => void): void {{
  for (const c of a) {{
    {}
  }}
}}
"""
CALL = """\
export function f(a: string[], b: string[], g: (c: string) => void): void {{
  a.forEach((c) => {{
    {}
  }});
}}
"""


def judged(does: str, assume: str | None = None):
    """The verdict on the loop that became a call, and what its proof assumes."""
    texts = [{"m.ts": one.format(does).encode()} for one in (LOOP, CALL)]
    mapping = match(tracer.ChangeSet.from_texts(*texts))
    found = classify(mapping, closed_world=True, assume=assume).verdict
    return found.verdict, set(found.proof.assumes) if found.proof else set()


@pytest.mark.parametrize("does", ["b.push(c);", "g(c);", "b[0] = c;"])
def test_it_is_assumed_to_get_no_more_elements(does: str) -> None:
    """The function may add to it by another name, and the loop would see that."""
    verdict, assumes = judged(does)
    assert (verdict, "steady-lists" in assumes) == (Verdict.AST_REFACTOR, True)
    others = ",".join(assumes - {"steady-lists"}) or "none"
    assert judged(does, others)[0] is Verdict.INTENT_EVOLUTION


def test_what_it_changes_by_its_name_is_seen() -> None:
    """No assumption says otherwise."""
    assert judged("a.push(c);")[0] is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize("does", ["let d = c + c; d += c;", "console.log(c.trim());"])
def test_it_is_assumed_to_have_no_empty_places(does: str) -> None:
    """A function that only computes is run for those by a loop, and not by `forEach`."""
    verdict, assumes = judged(does)
    assert (verdict, "steady-lists" in assumes) == (Verdict.AST_REFACTOR, True)
    others = ",".join(assumes - {"steady-lists"}) or "none"
    assert judged(does, others)[0] is Verdict.INTENT_EVOLUTION


OF_MADE = """\
function f(n, g) {
  const xs = MADE;
  for (const x of xs) { g(x); }
}
module.exports = f;
"""


@pytest.mark.parametrize(
    ("made", "is_proved"),
    [
        ("new Array(n)", False),
        ("Array(Math.max(n, 1))", False),
        ("[1, , 3]", False),
        ("[]; xs.length = n", False),
        ("[1, 2, 3]; delete xs[n]", False),
        ("[...Array(n).keys()]", True),
        ("Array.from({ length: n })", True),
        ("[1, 2, 3]; const [, second] = xs", True),
        ("[1, 2, 3]; xs.length = 0", True),
    ],
)
def test_what_leaves_places_empty_is_seen(made: str, *, is_proved: bool) -> None:
    """`forEach` passes over empty places; a loop does not."""
    before = OF_MADE.replace("MADE", made).encode()
    after = before.replace(b"for (const x of xs) { g(x); }", b"xs.forEach((x) => { g(x); });")
    texts = {"a.js": before}, {"a.js": after}
    verdict = tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict
    assert verdict is (Verdict.AST_REFACTOR if is_proved else Verdict.INTENT_EVOLUTION)


OF_TEXT = """\
function f(name, g) {
  const s = TEXT;
  for (let i = 0; i < s.length; i++) { g(s[i]); }
}
module.exports = f;
"""


@pytest.mark.parametrize("text", ["name.trim()", "'a' + name.toLowerCase()", "`x${name}`"])
def test_a_text_is_gone_through_by_characters(text: str) -> None:
    """Its indices count code units: a character beyond the first 65,536 has two."""
    before = OF_TEXT.replace("TEXT", text).encode()
    walked = b"for (let i = 0; i < s.length; i++) { g(s[i]); }"
    after = before.replace(walked, b"for (const c of s) { g(c); }")
    texts = {"a.js": before}, {"a.js": after}
    verdict = tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict
    assert verdict is Verdict.INTENT_EVOLUTION
