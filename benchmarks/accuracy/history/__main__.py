"""`python -m benchmarks.accuracy.history --oracle FILE... --clones DIR`: `tracer log`, judged.

For each element of the oracles (methods, blocks, classes, attributes, variables) `tracer log`
is asked as a user asks it, and the commits it tells of are compared with the labelled ones; so
is what `git log -L` says in the same run. A file of line pairs is asked one step back instead:
the block's lines in the parent must be exact, beside a plain `git diff`.

CLONES/OWNER+NAME/repo are full-history clones. Progress goes to stderr, tables to stdout.
Every element starts cold: nothing is kept from one to the next, unless `--together` asks a
repository's elements over what is read once; then nothing is said about time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks.accuracy.history import gitside, oracle, report
from benchmarks.accuracy.replay.clock import cpu_seconds
from tracer.history.elements.log import log_of
from tracer.history.versions import Versions
from tracer.model.errors import TracerError
from tracer.model.workspace import Workspace
from tracer.queries.log import log
from tracer.vcs import Git

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]

_KEPT = 200  # windows and steps of a repository kept for the elements beside


def main() -> None:
    options = _options()
    os.environ["TRACER_CACHE"] = "off"
    known = _read(options.reuse)
    rows: list[Json] = []
    for path in options.rows:
        with open(path, encoding="utf-8") as file:
            rows += json.load(file)
    for path in options.oracle:
        lines = oracle.read(path)
        picked = list(enumerate(lines))[options.offset :: options.sample]
        if "element" in lines[0]:
            cases = [oracle.case_of(row) for _, row in picked]
            cases = [case for case in cases if _wanted(case.id, options)]
            rows += [_history(case, options, known, i, len(cases)) for i, case in enumerate(cases)]
        else:
            pairs = [oracle.pair_of(number, row) for number, row in picked]
            pairs = [pair for pair in pairs if _wanted(pair.id, options)]
            rows += [_pair(pair, options, known, i, len(pairs)) for i, pair in enumerate(pairs)]
        if options.json:
            _write(options.json, rows)
    sys.stderr.write("\n")
    document = report.summary(list({row["id"]: row for row in rows}.values()))
    sys.stdout.write(report.markdown(document))
    if options.reference:
        _write(options.reference + ".json", document)
        with open(options.reference + ".md", "w", encoding="utf-8") as file:
            file.write(report.markdown(document))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy.history", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--oracle", nargs="+", default=[], help="files *_history, line pairs")
    parser.add_argument("--clones", default="", help="folder with OWNER+NAME/repo")
    parser.add_argument("--sample", type=int, default=1, help="only every Nth element")
    parser.add_argument("--offset", type=int, default=0, help="the first element of a sample")
    parser.add_argument("--rows", nargs="+", default=[], help="add the rows of --json files")
    parser.add_argument("--only", nargs="*", default=[], help="only ids that contain one of these")
    parser.add_argument("--together", action="store_true", help="read shared history once")
    parser.add_argument("--no-git", action="store_true", help="leave git's own answers out")
    parser.add_argument("--git-timeout", type=float, default=120, help="seconds for one `git log`")
    parser.add_argument("--reuse", help="git's answers from an earlier --json file")
    parser.add_argument("--json", help="write every element's answer to this file")
    parser.add_argument("--reference", help="write the tables to this .json and .md")
    return parser.parse_args()


def _wanted(name: str, options: argparse.Namespace) -> bool:
    return not options.only or any(part in name for part in options.only)


def _read(path: str | None) -> dict[str, Json]:
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {row["id"]: row for row in json.load(file) if row.get("git") is not None}


def _write(path: str, document: Any) -> None:
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)
        file.write("\n")


_open: dict[str, tuple[Git, Versions]] = {}


def _asked(directory: str, options: argparse.Namespace) -> Callable[..., Json]:
    """`log` of a repository: anew each time, or over the versions read before."""
    if not options.together:
        return partial(log, Workspace(directory))
    if directory not in _open:
        for git, _ in _open.values():
            git.close()
        _open.clear()
        workspace = Workspace(directory)
        git = Git(workspace.root)
        _open[directory] = git, Versions(workspace, git, keep=_KEPT)

    def ask(path: str, spec: str, *, with_formatting: bool = False, **more: Any) -> Json:
        return log_of(_open[directory][1], path, spec, all_kinds=with_formatting, **more)

    return ask


def _history(
    case: oracle.Case, options: argparse.Namespace, known: dict[str, Json], at: int, count: int
) -> Json:
    """One element's answers and the labels, as sorted lists."""
    directory = os.path.join(options.clones, case.mirror, "repo")
    row: Json = {
        "id": case.id,
        "element": case.element,
        "repository": case.mirror,
        "expected": sorted(case.commits),
        "expected_changes": sorted(case.changes),
        "found": [],
        "found_changes": [],
        "notes": [],
        "git": None,
        "git_seconds": 0.0,
    }
    start = cpu_seconds()
    try:
        document = _asked(directory, options)(case.path, case.spec, rev=case.revision)
    except TracerError as error:
        row["notes"] = [f"failed: {error}"]
    else:
        row["kind"] = document["element"]["kind"]
        row["found"] = sorted({change["revision"] for change in oracle.own_changes(document)})
        row["found_changes"] = sorted(oracle.changes_of(document))
        row["notes"] = document.get("notes", [])
    row["seconds"] = None if options.together else round(cpu_seconds() - start, 3)
    if case.id in known:
        row["git"] = known[case.id]["git"]
        row["git_seconds"] = known[case.id]["git_seconds"]
    elif not options.no_git:
        found, seconds = gitside.log_of_lines(
            directory, case.revision, case.path, case.lines, options.git_timeout
        )
        row["git"], row["git_seconds"] = sorted(found), round(seconds, 3)
    sys.stderr.write(f"\r{case.element} {at + 1} of {count}   ")
    return row


def _pair(
    pair: oracle.Pair, options: argparse.Namespace, known: dict[str, Json], at: int, count: int
) -> Json:
    """One step of one block."""
    directory = os.path.join(options.clones, pair.mirror, "repo")
    row: Json = {
        "id": pair.id,
        "element": "line_pair",
        "repository": pair.mirror,
        "path": pair.path_after,
        "after": list(pair.after),
        "expected": list(pair.before),
        "git_exact": pair.git_exact,
        "found": None,
        "notes": [],
        "git": None,
    }
    start = cpu_seconds()
    try:
        lines = f"{pair.after[0]},{pair.after[1]}"
        document = _asked(directory, options)(
            pair.path_after, lines, rev=pair.commit, with_formatting=True, limit=1
        )
    except TracerError as error:
        row["notes"] = [f"failed: {error}"]
    else:
        newest = document["changes"][0] if document["changes"] else None
        if newest and newest["revision"] == pair.commit and newest["before"]:
            row["found"] = [newest["before"]["start_line"], newest["before"]["end_line"]]
    row["seconds"] = None if options.together else round(cpu_seconds() - start, 3)
    if pair.id in known:
        row["git"] = known[pair.id]["git"]
    elif not options.no_git:
        row["git"] = list(
            gitside.lines_before(
                directory,
                f"{pair.parent}:{pair.path_before}",
                f"{pair.commit}:{pair.path_after}",
                pair.after,
            )
        )
    sys.stderr.write(f"\rpair {at + 1} of {count}   ")
    return row


main()
