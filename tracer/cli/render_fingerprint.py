"""`tracer fingerprint` for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.cli.output import Line


def fingerprint_lines(document: dict[str, Any]) -> Iterator[Line]:
    """The file's hash at every rung asked for, then those of its definitions."""
    for file in document["files"]:
        yield [(file["path"], "bold"), (f"  {file['language']}", "dim")]
        yield from _digests(file["digests"])
        for element in file["definitions"]:
            yield [
                (f"  {element['start_line']}-{element['end_line']}  ", "dim"),
                (f"{element['kind']} ", "dim"),
                (element["name"], "cyan"),
            ]
            yield from _digests(element["digests"])


def _digests(digests: dict[str, str]) -> Iterator[Line]:
    for rung, digest in digests.items():
        yield [(f"    {rung:<7}", "dim"), (digest, "")]
