"""What `--explain` adds: each reason against a proof, with the line it is about."""

from __future__ import annotations

import pytest

from tracer.classify.equivalence.evaluation import difference
from tracer.cli.render_diff import verdict_lines
from tracer.queries.classify import Asked, classify_paths
from tracer.semantics.core import Symbol


def _answer(tmp_path, before, after):
    paths = []
    for name, text in (("before", before), ("after", after)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pool.py").write_text(text, encoding="utf-8")
        paths.append(str(folder))
    return classify_paths(*paths, asked=Asked(explain=True)).document


_TAKE = "def take(count, limit):\n    if count {} limit:\n        return count\n    return limit\n"


def test_a_refusal_names_the_line_and_the_difference(tmp_path) -> None:
    """What differs is told as a reviewer would, in JSON and in the terminal."""
    document = _answer(tmp_path, _TAKE.format("<"), _TAKE.format("<="))
    reason = "`count <= limit` was `count < limit` in `take`"
    assert {"about": "pool.py:2", "reason": reason} in document["refusals"]
    text = ["".join(piece for piece, _ in line) for line in verdict_lines(document, 80)]
    assert text[-2:] == ["not proved", f"  pool.py:2  {reason}"]


def test_a_proof_leaves_no_refusal(tmp_path) -> None:
    """Where all is proved, nothing is refused."""
    document = _answer(tmp_path, _TAKE.format("<"), _TAKE.format("<").replace("count", "amount"))
    assert document["verdict"] == "AST_REFACTOR"
    assert document["refusals"] == []


@pytest.mark.parametrize("name", ["c", "p", "is", "sym"])
def test_a_definition_may_be_called_like_a_part_of_a_term(name) -> None:
    """Names of functions and modules are no words of terms: that ended in an error."""
    symbols = [("sym", Symbol(name, (path,))) for path in (name, "g")]
    given, called = (
        difference(*[("ret", term, 0) for term in terms])
        for terms in (symbols, [("call", symbol, ()) for symbol in symbols])
    )
    assert given.sentence == f"`g` was `{name}`"
    assert called.sentence == f"`g()` was `{name}()`"
