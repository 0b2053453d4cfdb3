"""What the torture benchmarks share: workspaces, records, and the reference files."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import platform
import sqlite3
import tempfile

from tracer.ledger import new_id
from tracer.model.workspace import Workspace

REFERENCE = os.path.join(os.path.dirname(__file__), "reference")


@contextlib.contextmanager
def workspace(below=None):
    """A fresh workspace, gone afterwards."""
    with tempfile.TemporaryDirectory(dir=below) as root:
        made = Workspace(os.path.realpath(root))
        os.mkdir(made.sidecar)
        yield made


def digest(text):
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def mutation(number, **more):
    """A valid record of the size a small edit makes (about 1 KB)."""
    ranges = [
        {"start_line": 1, "end_line": number % 50 + 1, "content_hash": digest(str(number))},
        {"start_line": 60, "end_line": 61, "content_hash": digest(f"{number}b")},
    ]
    contributor = {"entity_type": "AI", "model_identifier": "acme-1"}
    return {
        "id": new_id(),
        "event": "mutation",
        "intent_id": f"INT-{number % 100:03d}",
        "mutation_class": "INTENT_EVOLUTION",
        "vcs": {"revision_id": None},
        "tool": {"name": "generic", "call_id": f"c{number}"},
        "files": [
            {
                "relative_path": f"src/{number % 200}.py",
                "before": None,
                "after": digest(f"{number}c"),
                "mutation_class": "INTENT_EVOLUTION",
                "changes": [],
                "conversations": [{"url": None, "contributor": contributor, "ranges": ranges}],
            }
        ],
        **more,
    }


def arguments(text, **options):
    """Parsed options; every benchmark takes `--write`."""
    parser = argparse.ArgumentParser(description=text)
    for name, default in options.items():
        kind = type(default[0]) if isinstance(default, list) else type(default)
        many = {"nargs": "+"} if isinstance(default, list) else {}
        parser.add_argument(f"--{name}", default=default, type=kind, **many)
    parser.add_argument("--write", action="store_true", help="keep the figures as the reference")
    return parser.parse_args()


def conclude(name, figures, *, write):
    """Print the figures as JSON and, with `write`, keep them."""
    document = {
        "environment": {
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.machine()}",
            "cores": os.cpu_count(),
            "sqlite": sqlite3.sqlite_version,
        },
        **figures,
    }
    print(json.dumps(document, indent=1))
    if write:
        with open(os.path.join(REFERENCE, f"{name}.json"), "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
            file.write("\n")


def percentile(values, share):
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
