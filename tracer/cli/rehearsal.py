"""A change in every language, judged before the helper takes its first caller.

Tables are compiled, patterns and parsers made when a language is first met; a child of the helper
would do that for every hook anew. What these few lines make the engine load, all children share.
Nothing is read from a repository, and nothing is written.
"""

from __future__ import annotations

from tracer.engine import measure
from tracer.fingerprint import fingerprint
from tracer.ledger.schema import expect_many
from tracer.lineage import Maker, baseline, carry
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Method, SourceKind

_C = """int {0}(int a) {{
  int b = a + {1};
  if (b > 2) {{
    return b;
  }}
  return g(a);
}}
"""
_SCRIPT = """function {0}(a) {{
  const b = a.load(1) + {1};
  if (b > 2) {{
    return b;
  }}
}}
"""
_PYTHON = """
def {0}(a):
    b = a.load(1) + {1}
    if b > 2:
        return b
"""
_GO = """
func {0}(a int) int {{
	b := a + {1}
	if b > 2 {{
		return b
	}}
	return g(a)
}}
"""
_RUST = """fn {0}(a: i32) -> i32 {{
    let b = a + {1};
    if b > 2 {{
        return b;
    }}
    g(a)
}}
"""
# The languages with tables for verdicts, each as a function with a name and a number to change.
SAMPLES = {
    "a.py": _PYTHON,
    "a.js": _SCRIPT,
    "a.ts": _SCRIPT,
    "a.tsx": _SCRIPT,
    "A.java": "class A {{\n" + _C + "}}\n",
    "a.go": _GO,
    "a.rs": _RUST,
    "a.c": _C,
    "a.cc": _C,
}


def rehearse() -> None:
    """Judge and attribute one change that is a refactoring in part, in each language."""
    maker = Maker("rehearsal", SourceKind.RECORD, Method.OBSERVED)
    for path, sample in SAMPLES.items():
        before = (sample.format("one", 1) + sample.format("two", 2)).encode()
        after = (sample.format("one", 3) + sample.format("other", 2)).encode()
        change_set = ChangeSet.from_texts({path: before}, {path: after})
        measure(change_set)
        mapping = match(change_set)
        state = baseline(path, "", before.count(b"\n"), None)
        carry(mapping, {path: state}, {path: ""}, maker)
        fingerprint(mapping.after.trees[0])
    expect_many()
