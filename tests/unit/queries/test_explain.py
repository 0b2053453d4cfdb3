"""What `--explain` adds: each reason against a proof, with the line it is about."""

from __future__ import annotations

from tracer.cli.render_diff import verdict_lines
from tracer.queries.classify import Asked, classify_paths


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
