"""The JSON documents of CONTRACT.md as schemas. Fields may be added, never missing or renamed."""

from __future__ import annotations

from typing import Any

import jsonschema

TEXT_OR_NULL = {"type": ["string", "null"]}
VERDICT = {"enum": ["UNCHANGED", "AST_REFACTOR", "INTENT_EVOLUTION"]}
METHOD = {"enum": ["observed", "carried", "reconciled", "inferred", "imported", "unknown"]}
LINE = {"type": "integer", "minimum": 1}
KINDS = {
    "enum": [
        "introduced", "body", "rename", "parameters", "return_type", "modifiers", "annotations",
        "exceptions", "documentation", "moved", "file_moved", "split", "merged", "extracted",
        "inlined", "expression", "formatting",
    ]
}  # fmt: skip


def record(required: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": required, "required": list(required)}


def list_of(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


def or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


PLACE = or_null(
    record({"path": {"type": "string"}, "start_line": LINE, "end_line": LINE, "name": TEXT_OR_NULL})
)

CHANGES = record(
    {
        "verdict": VERDICT,
        "files": list_of(
            record(
                {
                    "before": TEXT_OR_NULL,
                    "after": TEXT_OR_NULL,
                    "language": TEXT_OR_NULL,
                    "verdict": VERDICT,
                    "changes": list_of(
                        record(
                            {
                                "rule": {"type": "string"},
                                "verdict": VERDICT,
                                "evidence": {"type": "string"},
                                "before": PLACE,
                                "after": PLACE,
                            }
                        )
                    ),
                }
            )
        ),
    }
)

CONTRIBUTOR = record(
    {
        "entity_type": {"enum": ["AI", "HUMAN", "MIXED", "UNKNOWN"]},
        "model_identifier": TEXT_OR_NULL,
        "name": TEXT_OR_NULL,
    }
)

BLAME = record(
    {
        "path": {"type": "string"},
        "revision": TEXT_OR_NULL,
        "lines": list_of(
            record(
                {
                    "line": LINE,
                    "mixed": {"type": "boolean"},
                    "method": METHOD,
                    "origin": record(
                        {
                            "id": TEXT_OR_NULL,
                            "kind": {"enum": ["record", "commit", "unknown"]},
                            "intent_id": TEXT_OR_NULL,
                            "contributor": CONTRIBUTOR,
                            "timestamp": TEXT_OR_NULL,
                            "path": {"type": "string"},
                            "line": LINE,
                        }
                    ),
                    "last": record({"id": TEXT_OR_NULL, "kind": {"type": "string"}, "rule": {}}),
                    "shares": list_of(record({"id": TEXT_OR_NULL, "share": {"type": "number"}})),
                }
            )
        ),
    }
)

LOG = record(
    {
        "element": record(
            {
                "path": {"type": "string"},
                "name": TEXT_OR_NULL,
                "kind": {"type": "string"},
                "start_line": LINE,
                "end_line": LINE,
            }
        ),
        "changes": list_of(
            record(
                {
                    "revision": TEXT_OR_NULL,
                    "parent": TEXT_OR_NULL,
                    "verdict": VERDICT,
                    "kinds": list_of(KINDS),
                    "before": PLACE,
                    "after": PLACE,
                }
            )
        ),
    }
)

BLAME_BY_INTENT = record(
    {
        "intent": record({"id": {"type": "string"}, "name": TEXT_OR_NULL, "status": TEXT_OR_NULL}),
        "ranges": list_of(
            record(
                {
                    "path": {"type": "string"},
                    "start_line": LINE,
                    "end_line": LINE,
                    "element": TEXT_OR_NULL,
                    "record": {"type": "string"},
                    "mutation_class": or_null(VERDICT),
                    "method": METHOD,
                    "content_hash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
                }
            )
        ),
        "deleted": list_of(
            record(
                {
                    "record": {"type": "string"},
                    "path": {"type": "string"},
                    "element": {"type": "string"},
                    "by": {"type": "string"},
                }
            )
        ),
    }
)

VERIFY = record(
    {
        "ok": {"type": "boolean"},
        "records": {"type": "integer"},
        "streams": {"type": "integer"},
        "problems": list_of(
            record(
                {
                    "line": {"type": "integer"},
                    "problem": {
                        "enum": [
                            "edited", "deleted", "inserted", "reordered", "truncated", "replayed",
                            "duplicate", "unsigned", "bad_signature", "malformed",
                        ]
                    },
                    "detail": {"type": "string"},
                }
            )
        ),
    }
)  # fmt: skip


def check(document: Any, schema: dict[str, Any]) -> Any:
    """The document, after it passed."""
    jsonschema.Draft202012Validator(schema).validate(document)
    return document
