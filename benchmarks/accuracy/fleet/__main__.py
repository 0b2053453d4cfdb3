"""`python -m benchmarks.accuracy.fleet`: a warehouse's totals beside each repository's report.

Repositories with real ledgers: stories of `benchmarks.accuracy.stories` (several agents and people,
gates, merges, rebases), and with `--repo CLONE` public histories whose last commits happen again as
calls of an agent (`benchmarks.accuracy.replay`), with the clone itself beside them. All are synced
into one warehouse. Then every number of `tracer report` (in total, by intent, contributor and
month; refusals by code) is added up over the repositories and compared with `tracer fleet report`,
and the lines of each intent with `blame-by-intent`. A difference is named, and is a failure.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections import Counter

from benchmarks.accuracy.replay.ledger import Replay, choose
from benchmarks.accuracy.stories.story import run_story
from benchmarks.speed.common import environment
from tracer.fleet.questions import blame_by_intent, report
from tracer.fleet.sources import Source
from tracer.fleet.storage import Storage
from tracer.fleet.sync import Options, sync
from tracer.model.errors import InputError
from tracer.model.workspace import Workspace
from tracer.queries.blame_by_intent import blame_by_intent as code_of_one
from tracer.queries.report import report as report_of_one
from tracer.vcs import Git

COUNTS = ("records", "changes", "evolutions", "refactorings", "refusals", "lines_written",
          "lines_now", "files")  # fmt: skip
OTHERS = ("unseen_changes", "class_mismatches", "reverts")
ENDINGS = (".py", ".go", ".java", ".js", ".ts", ".rs", ".c", ".rb", ".kt")


def stories(directory, seeds, steps):
    """The repositories of so many stories, by name."""
    found = {}
    for seed in seeds:
        kept = os.path.join(directory, f"story-{seed}")
        os.makedirs(kept)
        run_story(seed, steps, keep=kept)
        found[f"stories/{seed}"] = os.path.join(kept, "work")
        print(f"story {seed}", flush=True)
    return found


def replayed(directory, clone, commits):
    """A public repository as it is, and one in which its last commits were calls of an agent."""
    name = os.path.basename(os.path.dirname(clone)) if clone.endswith("/repo") else clone
    name = os.path.basename(name).replace("+", "-")
    plain, again = (os.path.join(directory, f"{name}-{what}") for what in ("plain", "replayed"))
    subprocess.run(["git", "clone", "-q", clone, plain], check=True)
    with Git(plain) as git:
        span = choose(git, git.resolve("HEAD"), commits, ENDINGS)
        Replay(git, again, span, ENDINGS).run(lambda _number: None)
    print(name, flush=True)
    return {f"public/{name}": plain, f"replayed/{name}": again}


def keyed(rows, *names):
    """What rows count, by some of their columns."""
    found = {}
    for row in rows:
        key = " ".join(str(row[name]) for name in names)
        counts = found.setdefault(key, Counter())
        counts.update({name: row[name] for name in COUNTS if name in row})
    return {key: dict(counts) for key, counts in found.items()}


def numbers(document):
    """Every number of a report, by what it counts."""
    return {
        "total": {"": {name: document["total"][name] for name in COUNTS}},
        "by_intent": keyed(document["by_intent"], "id"),
        "by_contributor": keyed(
            document["by_contributor"], "entity_type", "model_identifier", "name"
        ),
        "over_time": keyed(document["over_time"]["rows"], "from"),
        "refusals": {"": document["refusals"]},
        "others": {"": {name: document[name] for name in OTHERS}},
    }


def added(documents):
    """The numbers of many reports together."""
    sums = {}
    for document in documents:
        for part, groups in numbers(document).items():
            for key, counts in groups.items():
                sums.setdefault(part, {}).setdefault(key, Counter()).update(counts)
    return {part: {key: dict(one) for key, one in groups.items()} for part, groups in sums.items()}


def compared(mine, theirs):
    """How many numbers there are, and which differ."""
    count, wrong = 0, []
    for part in mine.keys() | theirs.keys():
        for key in mine.get(part, {}).keys() | theirs.get(part, {}).keys():
            first, second = mine.get(part, {}).get(key, {}), theirs.get(part, {}).get(key, {})
            for name in first.keys() | second.keys():
                count += 1
                if first.get(name, 0) != second.get(name, 0):
                    wrong.append(
                        f"{part} {key} {name}: {first.get(name)} in the warehouse, "
                        f"{second.get(name)} in the repositories"
                    )
    return count, sorted(wrong)


def lines_of(workspace, intent):
    """How many lines serve an intent in a repository; 0 where it is not known."""
    try:
        ranges = code_of_one(workspace, intent)["ranges"]
    except InputError:
        return 0
    return sum(one["end_line"] - one["start_line"] + 1 for one in ranges)


def story_of(repositories, directory):
    """The figures of one warehouse of these repositories."""
    storage = Storage(os.path.join(directory, "warehouse"))
    sources = [Source(name, os.path.realpath(root)) for name, root in repositories.items()]
    problems = sync(sources, storage, Options(jobs=2))["problems"]
    alone = {one.name: report_of_one(Workspace(one.root), period="month") for one in sources}
    document = report(storage, period="month")
    count, wrong = compared(numbers(document), added(alone.values()))
    for row in document["by_repository"]:
        count += len(COUNTS)
        mine = alone[row["repository"]]["total"]
        wrong += [f"{row['repository']} {n}: {row[n]}, {mine[n]}" for n in COUNTS
                  if row[n] != mine[n]]  # fmt: skip
    lines = 0
    for row in document["by_intent"]:
        if row["id"] is None or row["id"].startswith("C-"):
            continue  # a replay has an intent for each commit
        found = blame_by_intent(storage, row["id"])["lines"]
        told = sum(lines_of(Workspace(one.root), row["id"]) for one in sources)
        count, lines = count + 1, lines + found
        if found < told:  # ranges of one repository leave blank ends out
            wrong.append(f"blame-by-intent {row['id']}: {found}, {told}")
    return {
        "repositories": len(sources),
        "with_ledger": sum(one["total"]["records"] > 0 for one in alone.values()),
        "contributors": len(document["by_contributor"]),
        "intents": len(document["by_intent"]),
        "total": {name: document["total"][name] for name in COUNTS},
        "refusals": document["refusals"],
        "lines_of_intents": lines,
        "problems": problems,
        "numbers_compared": count,
        "differences": wrong,
    }


def main():
    """Print the figures; fail where a number differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", default="0-12", help="FIRST-LAST, LAST not included")
    parser.add_argument("--steps", type=int, default=30, help="of each story")
    parser.add_argument("--repo", nargs="*", default=[], help="local full-history clones")
    parser.add_argument("--commits", type=int, default=40, help="to replay of each")
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    with tempfile.TemporaryDirectory() as directory:
        found = stories(directory, range(int(first), int(last)), options.steps)
        for clone in options.repo:
            found |= replayed(directory, os.path.abspath(clone), options.commits)
        figures = story_of(found, directory)
    print(json.dumps(figures, indent=1))
    if options.write:
        path = os.path.join(os.path.dirname(__file__), "reference.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"environment": environment(), **figures}, file, indent=1)
            file.write("\n")
    assert not figures["differences"]
    assert not figures["problems"]


if __name__ == "__main__":
    main()
