"""`python -m benchmarks.accuracy.replay --repo CLONE`: tracer's blame beside git's.

Two runs over the same final files:

- *ledger*: the last N first-parent commits are replayed through the engine, each as one agent
  call under its own intent; blame is what the index then knows. Git is restricted to the same
  commits (`git blame --first-parent -w -M -C -C -C BASE..REV`).
- *history*: no ledger; tracer walks the whole git history as git blame does.

Progress goes to stderr, the tables to stdout; `--write` updates the committed reference, one
pair of files below `reference/` for each repository.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from benchmarks.accuracy.replay.clock import cpu_seconds
from benchmarks.accuracy.replay.gitblame import git_blame
from benchmarks.accuracy.replay.ledger import Range, Replay, choose
from benchmarks.accuracy.replay.lines import lines_of_state
from benchmarks.accuracy.replay.metric import Blamed, Judge
from benchmarks.accuracy.replay.readers import READERS
from benchmarks.accuracy.replay.report import File, Side, environment, markdown, table
from tracer.history.blame import blame_history
from tracer.model.enums import SourceKind
from tracer.model.workspace import Workspace
from tracer.vcs import Git

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.accuracy.replay.readers import Reader

HERE = os.path.dirname(os.path.abspath(__file__))


def main() -> None:
    options = _options()
    repository = os.path.realpath(options.repo)
    reader = READERS[options.language]()
    runs = []
    with Git(repository) as git:
        final = git.resolve(options.rev)
        if options.run in ("ledger", "both"):
            span = choose(git, final, options.commits, reader.extensions)
            runs.append(_ledger_run(git, span, options, reader))
        if options.run in ("history", "both"):
            runs.append(_history_run(git, repository, final, options, reader))
    document = {
        "repository": options.name,
        "revision": final,
        "judge": reader.about,
        "environment": environment(),
        "runs": runs,
    }
    text = markdown(document)
    sys.stdout.write(json.dumps(document) if options.json else text)
    if options.write:
        reference = os.path.join(HERE, "reference", options.name.replace("/", "-"))
        with open(reference + ".json", "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
            file.write("\n")
        with open(reference + ".md", "w", encoding="utf-8") as file:
            file.write(text)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy.replay", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--repo", required=True, help="a local full-history clone (bare is fine)")
    parser.add_argument("--name", default="psf/requests", help="the repository's name in reports")
    parser.add_argument("--rev", default="v2.28.0", help="the final revision (default %(default)s)")
    parser.add_argument("--language", choices=sorted(READERS), default="python")
    parser.add_argument("--commits", type=int, default=600, help="how many to replay")
    parser.add_argument("--files", nargs="*", default=[], help="only files that start like these")
    parser.add_argument("--run", choices=("ledger", "history", "both"), default="both")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    return parser.parse_args()


def _ledger_run(
    git: Git, span: Range, options: argparse.Namespace, reader: Reader
) -> dict[str, Any]:
    count = len(span.commits)

    def progress(number: int) -> None:
        if number % 25 == 0 or number == count:
            sys.stderr.write(f"\rreplayed {number} of {count} commits")
            sys.stderr.flush()

    with tempfile.TemporaryDirectory(prefix="tracer-replay-") as root:
        replay = Replay(git, root, span, reader.extensions)
        replay.run(progress)
        sys.stderr.write("\n")
        judge = Judge(git, reader, first_parent=True)
        files = _compare(git, span.final, replay.blame, options, judge, base=span.base)
    subject = git.commit(span.commits[0])
    return {
        "title": f"Ledger: {count} commits replayed as agent calls",
        "about": (
            f"{options.name}, the {count} first-parent commits that touch "
            f"{options.language} files up to {options.rev} "
            f"(from {subject.timestamp[:10] if subject else '?'}). Replay: {replay.seconds:.0f} s "
            f"in the engine, {1000 * replay.seconds / count:.0f} ms a commit, the slowest "
            f"{replay.slowest[0][0]:.1f} s. Tracer's seconds are look-ups in the index; "
            "git's `git blame --first-parent -w -M -C -C -C` of the same range."
        ),
        "base": span.base,
        "commits": count,
        "engine_seconds": round(replay.seconds, 1),
        **table(files),
    }


def _history_run(
    git: Git, repository: str, final: str, options: argparse.Namespace, reader: Reader
) -> dict[str, Any]:
    workspace = Workspace(repository)

    def blame(path: str) -> tuple[dict[int, Blamed], float]:
        start = cpu_seconds()
        answer = blame_history(workspace, path, final)
        seconds = cpu_seconds() - start
        times = {name: commit.time for name, commit in answer.commits.items()}

        def when(name: str, _: object) -> float:
            return times.get(name, 0)

        found = {
            line: Blamed(
                credit.origin.id if credit.origin.kind is SourceKind.COMMIT else None,
                credit.origin.path,
                credit.line,
            )
            for line, credit in lines_of_state(answer.state, when)
        }
        return found, seconds

    judge = Judge(git, reader, first_parent=False)
    files = _compare(git, final, blame, options, judge)
    return {
        "title": "History: no ledger, the whole git history",
        "about": (
            f"{options.name} at {options.rev}, all commits and parents. Both sides start cold; "
            "git's seconds are `git blame -w -M -C -C -C`."
        ),
        **table(files),
    }


def _compare(  # noqa: PLR0913 - the inputs of both runs
    git: Git,
    final: str,
    blame: Callable[[str], tuple[dict[int, Blamed], float]],
    options: argparse.Namespace,
    judge: Judge,
    *,
    base: str | None = None,
) -> list[File]:
    """Both blames of each file at `final`; with a `base`, of first parents since then."""
    found = []
    for entry in git.tree(final):
        path = entry.path
        is_file = entry.kind == "blob" and entry.mode != "120000"
        if not is_file or not path.endswith(judge.extensions):
            continue
        if options.files and not path.startswith(tuple(options.files)):
            continue
        text = git.objects.blob(entry.id) or b""
        reading = judge.read(path, text)
        if reading is None:
            sys.stderr.write(f"{path}: left out, {options.language} cannot parse it\n")
            continue
        sides = []
        for lines, seconds in (
            git_blame(git, path, final, base, first_parent=base is not None),
            blame(path),
        ):
            sides.append(Side(lines, judge.score(reading, lines), seconds))
        numbers = [n for n, line in enumerate(text.split(b"\n"), start=1) if line.strip()]
        found.append(File(path, numbers, sides[0], sides[1]))
        sys.stderr.write(
            f"{path}: git {sides[0].score.wrong}, tracer {sides[1].score.wrong} "
            f"of {sides[1].score.judged} wrong\n"
        )
    return found


main()
