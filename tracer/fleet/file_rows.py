"""The rows of files as they are now: lines by origin, and definitions with their fingerprints."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.fingerprint import fingerprint
from tracer.fleet.planning import bucket_of
from tracer.model.enums import Rung, SourceKind
from tracer.queries.ownership import Ownership
from tracer.syntax import parse
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.model.workspace import Workspace
    from tracer.vcs import Git

Json = dict[str, Any]

_LIMIT = 1_000_000  # bytes of a file that is parsed: what a worker holds has a bound
_RUNGS = {"tokens_hash": Rung.TOKENS, "alpha_hash": Rung.ALPHA, "shape_hash": Rung.SHAPE}


def line_rows(
    repository: str, workspace: Workspace, bucket: int = 0, buckets: int = 1
) -> Iterator[Json]:
    """The lines that a record or a commit citing an intent owns now, by path.

    Of `buckets` of files, those in one. Cost: that of `Ownership.owned` for these files.
    """
    with ExitStack() as stack:
        ownership = Ownership.open(workspace, stack)
        index = ownership.index
        owned = ownership.owned(is_wanted=lambda path: bucket_of(path, buckets) == bucket)
        for path, entries in owned.items():
            for entry in entries:
                is_record = entry.kind == SourceKind.RECORD.value
                entity, model, name = entry.contributor
                yield {
                    "repository": repository,
                    "path": path,
                    "start_line": entry.start_line,
                    "end_line": entry.end_line,
                    "lines": entry.end_line - entry.start_line + 1,
                    "origin_id": entry.id,
                    "origin_kind": entry.kind,
                    "intent_id": entry.intent_id,
                    "entity_type": entity,
                    "model_identifier": model,
                    "contributor": name,
                    "method": entry.method,
                    "timestamp": entry.timestamp or None,
                    "is_counted": not is_record
                    or (index is not None and index.entry(entry.id) is not None),
                }


def parsed_text(git: Git, blob: str) -> bytes | None:
    """The text of a file version; None for one that is binary, too large, or not there."""
    text = git.objects.blob(blob)
    return None if text is None or len(text) > _LIMIT or b"\0" in text[:8000] else text


def definition_rows(repository: str, git: Git, files: Iterable[tuple[str, str]]) -> Iterator[Json]:
    """The definitions of (path, blob)s. Cost: a parse and three rungs of each file."""
    for path, blob in files:
        text = parsed_text(git, blob)
        if text is None:
            continue
        tree = parse(text, path=path)
        prints = fingerprint(tree)
        for element in elements(tree):
            lines = tree.lines(element.outer)
            yield {
                "repository": repository,
                "path": path,
                "language": tree.language.name,
                "kind": element.kind,
                "name": element.name,
                "start_line": lines.start_line,
                "end_line": lines.end_line,
                "nodes": tree.stop[element.row] - element.row,
                **{
                    column: prints.digest(rung, element.row).hex()
                    for column, rung in _RUNGS.items()
                },
            }
