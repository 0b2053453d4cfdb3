"""The verdict on one commit, line by line, in a process of its own.

    python -m benchmarks.accuracy.cleanups.judge CLONE COMMIT

A process for each commit: one that takes too long can be ended, and its memory is its own. It
prints one JSON object: processor seconds, the most memory, and for each file its changed lines
with what is not proved of them.
"""

import json
import re
import resource
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

from tracer.engine.world import in_repository
from tracer.history.changes import change_set_of_revisions
from tracer.history.line_diffs import line_hunks, split_lines
from tracer.model.enums import Verdict
from tracer.model.workspace import Workspace
from tracer.queries.classify import answer_for

_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"")  # words of the repository
_LONGEST = 100  # characters of a reason
_MEGABYTE = 1 << 10  # of the kilobytes that the system counts in


def main():
    root, commit = sys.argv[1:]
    started = time.process_time()
    found = {"files": files_of(str(Path(root).resolve()), commit)}
    found["seconds"] = time.process_time() - started
    found["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _MEGABYTE
    json.dump(found, sys.stdout)
    return 0


def files_of(root, commit):
    """The changed files of a commit, judged as `tracer diff COMMIT^ COMMIT` does."""
    workspace = Workspace(root)
    change_set = change_set_of_revisions(workspace, [f"{commit}^", commit])
    judge = partial(in_repository, workspace, revision=commit, assume="default")
    document = answer_for(change_set, judge).document
    befores = {c.before_path: c.before for c in change_set.files}
    afters = {c.after_path: c.after for c in change_set.files}
    found = []
    for file in document["files"]:
        before = befores.get(file["before"]) or b""
        after = afters.get(file["after"]) or b""
        changed = changed_lines(before, after)
        rest = Counter()
        for why, where in unproved(file, changed):
            rest[why] += len(where)
        found.append(
            {
                "path": file["after"] or file["before"],
                "language": file["language"] or "",
                "changed": len(changed),
                "left": sorted(([*why, lines] for why, lines in rest.items()), key=str),
            }
        )
    return found


def changed_lines(before, after):
    """The lines that git would print with a minus or a plus, as (side, line)."""
    found = set()
    for hunk in line_hunks(split_lines(before), split_lines(after)):
        found |= {("before", i + 1) for i in range(hunk.before_start, hunk.before_end)}
        found |= {("after", i + 1) for i in range(hunk.after_start, hunk.after_end)}
    return found


def unproved(file, changed):
    """((kind, reason, a line), changed lines) of each evolution of a file; a line counts once."""
    left = set(changed)
    for change in file["changes"]:
        if change["verdict"] != Verdict.INTENT_EVOLUTION:
            continue
        places = [(side, change[side]) for side in ("before", "after") if change[side]]
        covered = {
            (side, line)
            for side, place in places
            for line in range(place["start_line"], place["end_line"] + 1)
        } & left
        left -= covered
        if covered:
            side, first = min(covered)
            reason = _QUOTED.sub("`…`", change["evidence"])[:_LONGEST]
            yield (change["rule"], reason, f"{side} {first}"), covered


if __name__ == "__main__":
    sys.exit(main())
