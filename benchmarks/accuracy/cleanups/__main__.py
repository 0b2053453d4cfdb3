"""How much is proved of the commits that projects list as "no change" for blame.

    python -m benchmarks.accuracy.cleanups --clones DIR [--half open|unread|all] [--repo TEXT]...
        [--most N] [--files N] [--timeout SECONDS] [--jobs N] [--json FILE]

`DIR` holds a clone or a bare repository for each project, named OWNER+NAME (a `repo` folder inside
is one as well). Of each, the newest `.git-blame-ignore-revs` names commits that reformat, respell
and rearrange: their own authors say that nothing else changed. Each is judged as `tracer diff`
judges it. Of the lines that git would print with a minus or a plus, those are counted that no
evolution covers. At most `--most` commits a project, those with up to `--files` files first.

Projects are halved by a hash of their names. The open half is for reading what is left, the unread
half is for the figure alone: nobody who works on verdicts looks at its code, and with
`--half unread` no reason and no file is printed.

What these authors say is no proof: some commits do change behaviour (a fix among the formatting),
so that not all of the rest is a miss.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.accuracy.cleanups.tables import print_tables

_LISTED = re.compile(r"^[0-9a-f]{40}", re.MULTILINE)
_LIST = ".git-blame-ignore-revs"


def main():
    options = _options()
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        work = []
        for name, source in projects(options):
            clone = Path(scratch) / name
            _git("clone", "-q", "--shared", "--no-checkout", str(source), str(clone))
            commits = _commits(clone, options)
            work += [(name, clone, commit, files) for commit, files in commits]
        with ThreadPoolExecutor(options.jobs) as pool:
            for result in pool.map(lambda one: _judged(one, options), work):
                results.append(result)
                _print_one(result)
    print_tables(results, with_reasons=options.half != "unread")
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


def projects(options):
    """(name, repository) of the half that is asked for, those that list commits."""
    for folder in sorted(Path(options.clones).iterdir()):
        source = folder / "repo" if (folder / "repo").is_dir() else folder
        name = folder.name
        is_wanted = not options.repo or any(text in name for text in options.repo)
        if not source.is_dir() or not is_wanted or options.half not in {half_of(name), "all"}:
            continue
        if _git("-C", str(source), "cat-file", "-e", f"HEAD:{_LIST}", check=False) is not None:
            yield name, source


def half_of(name):
    """`open` or `unread`, by the name of a project (OWNER+NAME)."""
    digest = hashlib.sha256(name.replace("+", "/").encode()).digest()
    return "unread" if digest[0] >> 4 & 1 else "open"


def _commits(clone, options):
    """(commit, number of its files) of a clone's list, those with few files first."""
    found = []
    listed = _git("-C", str(clone), "show", f"HEAD:{_LIST}")
    for commit in dict.fromkeys(_LISTED.findall(listed)):
        names = _git("-C", str(clone), "diff", "--name-only", f"{commit}^", commit, check=False)
        if names is not None:
            found.append((commit, len(names.splitlines())))
    found.sort(key=lambda one: one[1] > options.files)
    return found[: options.most]


def _judged(work, options):
    name, clone, commit, files = work
    result = {"repo": name, "commit": commit, "count": files}
    command = [sys.executable, "-m", "benchmarks.accuracy.cleanups.judge", str(clone), commit]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=options.timeout, check=True
        )
    except subprocess.TimeoutExpired:
        return result | {"failed": f"not done in {options.timeout} s"}
    except subprocess.CalledProcessError as error:
        return result | {"failed": (error.stderr.splitlines() or ["no word"])[-1]}
    return result | json.loads(done.stdout)


def _print_one(result):
    start = f"{result['repo']} {result['commit'][:10]} {result['count']} files"
    if "failed" in result:
        print(f"{start}: {result['failed']}", flush=True)
        return
    changed = sum(file["changed"] for file in result["files"])
    left = sum(one[-1] for file in result["files"] for one in file["left"])
    cost = f"{result['seconds']:.1f} s, {result['megabytes']} MB"
    print(f"{start}: {changed - left} of {changed} lines, {cost}", flush=True)


def _git(*words, check=True):
    """What git prints; None where it fails and need not work."""
    done = subprocess.run(["git", *words], capture_output=True, check=check)
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def _options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clones", required=True)
    parser.add_argument("--half", choices=("open", "unread", "all"), default="open")
    parser.add_argument("--repo", action="append", default=[], help="only names with this text")
    parser.add_argument("--most", type=int, default=6, help="commits of a project")
    parser.add_argument("--files", type=int, default=60, help="commits with so many files first")
    parser.add_argument("--timeout", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
