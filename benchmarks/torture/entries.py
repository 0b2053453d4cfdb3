"""What a record weighs, and what a delta form of its attribution would save.

Real commits are replayed as agent calls (`--repo CLONE --commits N`). Counted is where the bytes
of the ledger are, as it is written (each credit once in an entry); what they would be with every
credit spelled out, as it once was; what they would be if runs and mixed lines that stand in the
version before, with the same credit, were named by their place there; and what gzip makes of each.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import zlib
from collections import Counter

from benchmarks.accuracy.replay.ledger import Replay, choose
from benchmarks.torture.common import conclude
from tracer.ledger import read, state_from_json
from tracer.ledger.states import spelled_out
from tracer.model.workspace import Workspace
from tracer.vcs import Git


def size(value):
    return len(json.dumps(value, separators=(",", ":")))


def lines_of(entry, identity):
    """{line: credits}, methods aside: carrying a line makes it `carried`."""
    found = {}
    state = state_from_json(entry, identity)
    for run in state.runs:
        for line in range(run.start_line, run.end_line + 1):
            credit = run.credit
            found[line] = credit.origin, credit.line + line - run.start_line, credit.last
    for mixed in state.mixed:
        found[mixed.line] = tuple(
            (leaves, part.origin, part.line, part.last) for leaves, part in mixed.parts
        )
    return found


def as_delta(entry, before, identity):
    """The entry with lines that the version before had replaced by their places in it."""
    if before is None:
        return entry
    places = {}
    for line, credit in before.items():
        places.setdefault(credit, line)
    now = lines_of(entry, identity)
    rest, mixed, kept = [], [], []
    for item in entry.get("carried", ()):
        lines = range(item["start_line"], item["end_line"] + 1)
        then = [places.get(now[line]) for line in lines]
        if None not in then and then == list(range(then[0], then[0] + len(then))):
            kept.append([item["start_line"], item["end_line"], then[0]])
        else:
            rest.append(item)
    for item in entry.get("mixed", ()):
        then = places.get(now[item["line"]])
        if then is None:
            mixed.append(item)
        else:
            kept.append([item["line"], item["line"], then])
    joined = []
    for start, end, place in sorted(kept):
        if joined and joined[-1][1] + 1 == start and joined[-1][2] + start - joined[-1][0] == place:
            joined[-1][1] = end
        else:
            joined.append([start, end, place])
    used = {item["credit"] for item in rest} | {part[1] for line in mixed for part in line["parts"]}
    table = [credit for place, credit in enumerate(entry.get("credits", ())) if place in used]
    return {**entry, "carried": rest, "mixed": mixed, "credits": table, "kept": joined}


def weigh(workspace):
    """The figures of one ledger."""
    parts, runs = Counter(), 0
    forms = {"written": [], "spelled_out": [], "delta": []}
    states = {}
    for _, record in read(workspace):
        long, delta = [], []
        for entry in record.get("files", ()):
            for key in ("credits", "carried", "mixed", "conversations", "changes", "removed"):
                parts[key] += size(entry[key]) if key in entry else 0
            runs += len(entry.get("carried", ()))
            long.append(spelled_out(entry))
            if entry["after"] is None:
                delta.append(entry)
                continue
            delta.append(as_delta(entry, states.get(entry.get("before")), record["id"]))
            states[entry["after"]] = lines_of(entry, record["id"])
        for name, files in (("written", None), ("spelled_out", long), ("delta", delta)):
            changed = (
                record if files is None or "files" not in record else {**record, "files": files}
            )
            forms[name].append(json.dumps(changed, separators=(",", ":")))
    records = len(forms["written"])
    figures = {"records": records, "carried_runs": runs}
    for name, lines in forms.items():
        data = "\n".join(lines).encode()
        figures[name] = {
            "bytes_a_record": round(len(data) / records),
            "gzip_bytes_a_record": round(len(zlib.compress(data)) / records),
        }
    total = sum(map(len, forms["written"]))
    figures["shares"] = {key: round(value / total, 3) for key, value in parts.most_common()}
    return figures


def main():
    """Replay and weigh."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repo", required=True, help="a clone with its history")
    parser.add_argument("--name", default="", help="what to call it in the figures")
    parser.add_argument("--commits", type=int, default=200)
    parser.add_argument("--extensions", nargs="+", default=[".py"])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    extensions = tuple(options.extensions)
    with Git(options.repo) as git, tempfile.TemporaryDirectory() as root:
        span = choose(git, git.resolve("HEAD"), options.commits, extensions)
        replay = Replay(git, root, span, extensions)
        replay.run(lambda done: print(f"\r{done}", end="", file=sys.stderr))
        figures = weigh(Workspace(replay.workspace.root))
    figures = {"repository": options.name, "commits": options.commits, **figures}
    conclude("entries", figures, write=options.write)


if __name__ == "__main__":
    main()
