"""`tracer check` for people, and as SARIF 2.1.0 for code hosts."""

from __future__ import annotations

import hashlib
from itertools import groupby
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tracer import __version__
from tracer.cli.words import counted
from tracer.model.ids import short_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tracer.cli.output import Line

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def check_lines(document: dict[str, Any]) -> Iterator[Line]:
    """The findings, cause by cause and file by file, with the fix once; then the sum.

    A cause is a rule, what it says, and the commit or record that it says it of.
    """
    for rule, causes in groupby(document["groups"], key=lambda group: group["rule"]):
        found = list(causes)
        lines = counted(sum(group["lines"] for group in found), "line")
        yield [(rule, "bold red"), (f"  {lines}", ""), (f"  {found[0]['fix']}.", "dim")]
        for group in found:
            by = f"{short_id(group['id'])}  " if group["id"] else ""
            yield [(f"  {by}", "cyan"), (group["message"], "")]
            for path, places in groupby(group["places"], key=lambda place: place["path"]):
                ranges = ", ".join(_range(place) for place in places)
                yield [(f"    {path}:", "bold"), (ranges, "")]
    counts = f"{counted(document['lines'], 'line')} of {counted(document['commits'], 'commit')}"
    if document["ok"]:
        verb = "is" if document["lines"] == 1 else "are"
        yield [("ok  ", "green"), (f"{counts} {verb} accounted for", "")]
    else:
        yield [
            ("FAIL", "bold red"),
            (f"  {counts}, {counted(len(document['findings']), 'finding')}", ""),
        ]


def _range(place: dict[str, Any]) -> str:
    """`3-9`, or `3` for a single line."""
    start, end = place["start_line"], place["end_line"]
    return str(start) if start == end else f"{start}-{end}"


def sarif(document: dict[str, Any], rules: Mapping[str, str]) -> dict[str, Any]:
    """The findings as a SARIF log of one run.

    Fingerprints leave line numbers out, so that a finding stays the same when it moves.
    Source: SARIF 2.1.0 (OASIS).
    """
    names = list(rules)
    seen: dict[str, int] = {}
    results = []
    for item in document["findings"]:
        text = "\0".join([item["rule"], item["path"], item["message"], item["id"] or ""])
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        seen[digest] = seen.get(digest, 0) + 1
        results.append(
            {
                "ruleId": item["rule"],
                "ruleIndex": names.index(item["rule"]),
                "level": "error",
                "message": {"text": item["message"]},
                "locations": [_location(item)],
                "partialFingerprints": {"tracer/v1": f"{digest[:32]}:{seen[digest]}"},
            }
        )
    driver = {
        "name": "tracer",
        "version": __version__,
        "rules": [{"id": name, "shortDescription": {"text": text}} for name, text in rules.items()],
    }
    run = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _location(item: dict[str, Any]) -> dict[str, Any]:
    uri = quote(item["path"].encode("utf-8", "surrogateescape"), safe="/")
    region = {"startLine": item["start_line"], "endLine": item["end_line"]}
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"},
            "region": region,
        }
    }
