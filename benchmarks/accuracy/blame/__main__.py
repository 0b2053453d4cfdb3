"""`python -m benchmarks.accuracy.blame --oracle FILE --clones DIR`: blame beside labelled lines.

The labels are those of a tool that follows code elements: the last commit that changed the
element on a line other than by indentation, every merge of two changed versions compared with
its first parent. `changed --merges` is the view that asks this question: renames, respellings
and lines broken anew count. `origin` asks another one, which change gave the line its present
meaning, and `last` counts moves, too. All answers are computed in one run, each from nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from benchmarks.accuracy.blame.oracle import read_rows
from benchmarks.accuracy.blame.reasons import CONVENTIONS, Commits, reason
from benchmarks.accuracy.blame.sides import (
    GIT_MODES,
    SIDES,
    TRACER,
    git_blame,
    tracer_blame,
)

if TYPE_CHECKING:
    from benchmarks.accuracy.blame.oracle import Row
    from benchmarks.accuracy.blame.sides import Answer

HERE = os.path.dirname(os.path.abspath(__file__))
Json = dict[str, Any]


def main() -> None:
    options = _options()
    rows = read_rows(options.oracle)[:: options.sample]
    files: list[Json] = []
    reasons: dict[str, Counter[str]] = {side: Counter() for side in TRACER}
    examples: dict[str, list[str]] = {}
    for row in rows:
        repository = os.path.join(options.clones, row.mirror, "repo")
        answers = {side: git_blame(repository, row, GIT_MODES[side]) for side in GIT_MODES}
        for merges in (False, True):
            views = tracer_blame(repository, row, merges=merges)
            answers |= {side: views[view] for side, (view, m) in TRACER.items() if m is merges}
        files.append(_file(row, answers))
        for side, counts in reasons.items():
            _explain(repository, row, answers[side], counts, examples if options.show else {})
        sys.stderr.write(f"{row.name}: {files[-1]['agreement']['tracer origin']} %\n")
    document = _document(files, reasons, options)
    text = _markdown(document)
    sys.stdout.write(json.dumps(document, indent=1) if options.json else text)
    for why, lines in sorted(examples.items()):
        sys.stdout.write(f"\n{why}\n" + "".join(f"  {line}\n" for line in lines))
    if options.write:
        for ending, content in (("json", json.dumps(document, indent=1) + "\n"), ("md", text)):
            with open(os.path.join(HERE, f"reference.{ending}"), "w", encoding="utf-8") as file:
                file.write(content)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy.blame", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--oracle", required=True, help="blame.jsonl.gz")
    parser.add_argument("--clones", required=True, help="folder of clones, OWNER+NAME/repo each")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every Nth file")
    parser.add_argument("--show", action="store_true", help="list the disagreements")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    return parser.parse_args()


def _file(row: Row, answers: dict[str, Answer]) -> Json:
    right = {
        side: {
            line
            for line, commit in row.expected.items()
            if line in answer.lines and answer.lines[line].commit == commit
        }
        for side, answer in answers.items()
    }
    return {
        "file": row.name,
        "lines": len(row.expected),
        "hard": len(row.hard),
        "right": {side: len(lines) for side, lines in right.items()},
        "right_hard": {side: len(lines & row.hard) for side, lines in right.items()},
        "agreement": {
            side: round(100 * len(lines) / len(row.expected), 1) for side, lines in right.items()
        },
        "cpu": {side: round(answer.cpu, 2) for side, answer in answers.items()},
        "wall": {side: round(answer.wall, 2) for side, answer in answers.items()},
    }


def _explain(
    repository: str,
    row: Row,
    answer: Answer,
    counts: Counter[str],
    examples: dict[str, list[str]] | None,
) -> None:
    """Count the reasons of one file's disagreements."""
    git = ["git", "--git-dir", repository]
    text = subprocess.run(
        [*git, "show", f"{row.commit}:{row.file}"], capture_output=True, check=True
    ).stdout.split(b"\n")
    wrong = {
        line: commit
        for line, commit in row.expected.items()
        if line not in answer.lines or answer.lines[line].commit != commit
    }
    named = sorted({*wrong.values(), *(a.commit for a in answer.lines.values() if a.commit)})
    logged = subprocess.run(
        [*git, "log", "--no-walk=unsorted", "--format=%H %ct %P", "--stdin"],
        input="\n".join(named).encode(),
        capture_output=True,
        check=True,
    ).stdout.decode()
    facts = [line.split() for line in logged.splitlines()]
    commits = Commits(
        {fields[0]: len(fields) - 2 for fields in facts},
        {fields[0]: int(fields[1]) for fields in facts},
        {commit: _blank_lines(git, commit, row.file) for commit in set(wrong.values())},
    )
    for line, commit in wrong.items():
        said = answer.lines[line]
        code = text[line - 1]
        why = reason(code, commit, said, commits)
        counts[why] += 1
        if examples is not None:
            examples.setdefault(why, []).append(
                f"{row.name}:{line} label {commit[:8]} tracer {(said.commit or '-')[:8]} "
                f"({said.rule}) {code.decode('utf-8', 'replace').strip()[:60]}"
            )


def _blank_lines(git: list[str], commit: str, path: str) -> set[bytes]:
    """Lines that a commit changed in their white space only, in files of that name."""
    name = path.rpartition("/")[2]
    shown = ["diff-tree", "-p", "-U0", "--root", "-r", commit, "--", f"*{name}"]
    changed = [
        subprocess.run(
            [*git, *shown[:1], *option, *shown[1:]], capture_output=True, check=True
        ).stdout
        for option in ((), ("-w",))
    ]
    added = [
        Counter(line[1:].strip() for line in raw.split(b"\n") if line.startswith(b"+"))
        for raw in changed
    ]
    return set(added[0]) - set(added[1])


def _document(
    files: list[Json], reasons: dict[str, Counter[str]], options: argparse.Namespace
) -> Json:
    lines = sum(file["lines"] for file in files)
    hard = sum(file["hard"] for file in files)
    return {
        "about": f"{len(files)} files (sample: 1 in {options.sample}), {lines} labelled lines, "
        f"{hard} of them hard: no mode of git's agrees there.",
        "overall": {
            side: {
                "agreement": round(100 * sum(f["right"][side] for f in files) / lines, 1),
                "hard": round(100 * sum(f["right_hard"][side] for f in files) / max(hard, 1), 1),
                "median_cpu": round(statistics.median(f["cpu"][side] for f in files), 2),
                "cpu": round(sum(f["cpu"][side] for f in files), 1),
                "wall": round(sum(f["wall"][side] for f in files), 1),
            }
            for side in SIDES
        },
        "disagreements": {
            side: {
                why: {
                    "lines": count,
                    "percent": round(100 * count / lines, 1),
                    "convention": why in CONVENTIONS,
                }
                for why, count in counts.most_common()
            }
            for side, counts in reasons.items()
        },
        "files": files,
    }


def _markdown(document: Json) -> str:
    lines = ["# Blame", "", document["about"], ""]
    lines += ["| side | agreement % | hard lines % | CPU s | median CPU s a file | wall s |"]
    lines += ["|---|---|---|---|---|---|"]
    lines += [
        f"| {side} | {row['agreement']} | {row['hard']} | {row['cpu']} | {row['median_cpu']} "
        f"| {row['wall']} |"
        for side, row in document["overall"].items()
    ]
    for side, counts in document["disagreements"].items():
        lines += ["", f"| {side}: why not | lines | % | by convention |", "|---|---|---|---|"]
        lines += [
            f"| {why} | {row['lines']} | {row['percent']} | {'yes' if row['convention'] else ''} |"
            for why, row in counts.items()
        ]
    head = " | ".join(SIDES)
    lines += ["", f"| file | lines | hard | {head} |", "|---" * (3 + len(SIDES)) + "|"]
    for file in document["files"]:
        cells = " | ".join(str(file["agreement"][side]) for side in SIDES)
        lines.append(f"| {file['file']} | {file['lines']} | {file['hard']} | {cells} |")
    return "\n".join(lines) + "\n"


main()
