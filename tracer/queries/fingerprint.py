"""`tracer fingerprint`: the subtree hashes of files and their definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.fingerprint import FORMAT, fingerprint
from tracer.syntax import parse
from tracer.syntax.names import elements
from tracer.vcs.files import read_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.fingerprint import Fingerprints
    from tracer.model.enums import Rung


def fingerprint_files(paths: Sequence[str], rungs: Sequence[Rung]) -> dict[str, Any]:
    """For each file: its language, and digests of the whole and of every definition."""
    return {"format": FORMAT, "files": [_file(path, rungs) for path in paths]}


def _file(path: str, rungs: Sequence[Rung]) -> dict[str, Any]:
    tree = parse(read_file(path), path=path)
    prints = fingerprint(tree)
    return {
        "path": path,
        "language": tree.language.name,
        "support": tree.language.support,
        "digests": _digests(prints, rungs, 0),
        "definitions": [
            {
                "kind": element.kind,
                "name": element.name,
                "start_line": tree.lines(element.outer).start_line,
                "end_line": tree.lines(element.outer).end_line,
                "digests": _digests(prints, rungs, element.row),
            }
            for element in elements(tree)
        ],
    }


def _digests(prints: Fingerprints, rungs: Sequence[Rung], row: int) -> dict[str, str]:
    return {rung.name: f"xxh3:{prints.digest(rung, row).hex()}" for rung in rungs}
