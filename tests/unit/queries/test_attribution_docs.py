"""docs/attribution.md names what answers really hold."""

from __future__ import annotations

import re
from pathlib import Path

from tracer.cli.render_blame import METHODS
from tracer.model.enums import Method
from tracer.queries.blame import blame

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "attribution.md").read_text(encoding="utf-8")


def test_every_method_is_explained() -> None:
    """The table of methods has those of the model, no other; so has blame's legend."""
    table = PAGE.partition("## The methods")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == {str(m) for m in Method}
    assert METHODS.keys() == {str(method) for method in Method}


def test_the_readme_leads_there() -> None:
    """README names the page."""
    assert "(docs/attribution.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_key_of_lines_in_no_commit(traced) -> None:
    """The key that the page names is the answer's, on such lines alone."""
    traced.repo.commit("begin", app__py="x = 1\n")
    traced.repo.write("app.py", "x = 1\ny = 2\n")
    rows = blame(traced.workspace, "app.py").document["lines"]
    assert ["uncommitted" in row for row in rows] == [False, True]
    assert rows[1]["uncommitted"] is True
    assert '`"uncommitted": true`' in PAGE
