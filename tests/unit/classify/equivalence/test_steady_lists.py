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


def test_a_function_that_only_computes_needs_no_assumption() -> None:
    """It stores to a local, and calls what changes nothing or only prints."""
    for does in ("let d = c + c; d += c;", "console.log(c.trim());"):
        verdict, assumes = judged(does)
        assert (verdict, "steady-lists" in assumes) == (Verdict.AST_REFACTOR, False)
