"""Files with another name in an open world: what the files outside the change may say."""

from __future__ import annotations

import pytest
from judge import changes_of, judge

NOBODY = frozenset().__contains__  # no word stands elsewhere
CODE = "def f(a):\n    x = a + 1\n    return x * 2\n"
BEFORE = {"tax.py": CODE, "main.py": "from tax import f\nf(1)\n"}
AFTER = {"rates.py": CODE, "main.py": "from rates import f\nf(1)\n"}


def test_a_name_that_stands_nowhere_else():
    """Nobody outside has the names, or finds files."""
    verdict = judge(BEFORE, AFTER, mentions=NOBODY).verdict
    assert verdict.verdict.value == "AST_REFACTOR"
    assert {change.rule for change in changes_of(verdict)} == {"move_file", "import_order"}


@pytest.mark.parametrize("word", ["tax", "rates", "f", "import_module", "listdir"])
def test_a_word_that_others_have(word):
    """The former name, the new one, what it defines, and what finds files."""
    found = judge(BEFORE, AFTER, mentions=lambda asked: asked == word).verdict
    assert found.verdict.value == "INTENT_EVOLUTION"
    assert any("other files may" in change.evidence for change in changes_of(found))


def test_nobody_knows():
    """Without a repository to ask, and where modules are found by what is computed."""
    assert judge(BEFORE, AFTER).verdict.verdict.value == "INTENT_EVOLUTION"
    script = {"a.js": "export function f() {}\n"}
    renamed = {"b.js": script["a.js"]}
    verdict = judge(script, renamed, mentions=NOBODY).verdict
    assert verdict.verdict.value == "INTENT_EVOLUTION"
    assert judge(script, renamed, closed_world=True).verdict.verdict.value == "AST_REFACTOR"
