"""Two clones, their ledgers diverged, rebased and merged at random: do they answer alike?

Each round two people, their agents and git work in two clones of one repository: edits through
hooks and past them, short lines, lines two have a part in, renames, moves between files; branches,
amended, squashed and stashed work; then one side rebases or cherry-picks and the other merges, or
the other way round. Whenever both are at one commit, `verify` must hold, and `blame` of every file
and `blame-by-intent` must be equal, in a third, fresh clone too.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import tempfile
import time
from collections import Counter

from benchmarks.torture.common import arguments, conclude

_FUNCTIONS = 4
_WORDS = (
    "price",
    "rate",
    "total",
    "count",
    "name",
    "value",
    "item",
    "order",
    "user",
    "key",
    "size",
)
_SHORT = ("pass", "return None", "i += 1", "x = 0", "continue_ = True", "else_ = x", "done()")
_INTENTS = ("INT-1", "INT-2", "INT-3")


def git(root, *words, may_fail=False):
    """What git printed; None when it failed and may."""
    settings = ("-c", "core.editor=true", "-c", "merge.conflictStyle=merge")
    environment = {
        **os.environ,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        **{f"GIT_{who}_NAME": os.path.basename(root) for who in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{who}_EMAIL": "x@example.org" for who in ("AUTHOR", "COMMITTER")},
    }
    done = subprocess.run(
        ["git", *settings, *words], cwd=root, env=environment, capture_output=True, check=False
    )
    if done.returncode and not may_fail:
        raise RuntimeError(f"git {' '.join(words)}: {(done.stdout + done.stderr).decode()}")
    return None if done.returncode else done.stdout.decode().strip()


class Clone:
    """One clone, with a person, two agents, and random work to do."""

    def __init__(self, base, name, rng):
        from tracer.model.workspace import Workspace

        self.name, self.random, self.calls = name, rng, 0
        self.root = os.path.join(base, name)
        git(base, "clone", "-q", "origin.git", name)
        self.workspace = Workspace(os.path.realpath(self.root))
        self.done = Counter()

    # Files

    def paths(self):
        """Traced files, sorted."""
        return sorted(
            name for name in os.listdir(os.path.join(self.root, "src")) if name.endswith(".py")
        )

    def read(self, name):
        with open(os.path.join(self.root, "src", name), encoding="utf-8") as file:
            return file.read()

    def write(self, texts):
        """Write files; None deletes one."""
        for name, text in texts.items():
            path = os.path.join(self.root, "src", name)
            if text is None:
                os.unlink(path)
                continue
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    # Writers

    def agent(self):
        """One call of an agent, seen by both hooks."""
        from tracer import engine
        from tracer.model.enums import ActionKind, EntityType, Phase
        from tracer.model.events import Contributor, Event, Target

        texts = self.edit()
        if not texts:
            return
        self.calls += 1
        session = f"{self.name}-{self.random.randint(1, 2)}"
        targets = tuple(
            Target(f"src/{name}", "delete" if text is None else "edit", after=text)
            for name, text in texts.items()
        )

        def event(phase):
            return Event(
                phase,
                ActionKind.FILE_EDIT,
                "acme",
                session,
                self.workspace.root,
                turn_id=str(self.calls // 3),
                call_id=f"{self.name}{self.calls}",
                contributor=Contributor(EntityType.AI, f"acme-{session}"),
                targets=targets,
                intent_id=intent,
            )

        intent = self.random.choice(_INTENTS)
        engine.before_call(self.workspace, event(Phase.PRE))
        self.write(texts)
        engine.after_call(self.workspace, event(Phase.POST))

    def person(self):
        """A save that no hook sees."""
        self.write(self.edit())

    def edit(self):
        """The files that one edit changes."""
        rng = self.random
        names = self.paths()
        if not names or (len(names) < 4 and rng.random() < 0.1):
            name = f"{rng.choice(_WORDS)}{rng.randint(1, 99)}.py"
            return {name: "".join(self.function() for _ in range(2))}
        name = rng.choice(names)
        text = self.read(name)
        for _ in range(rng.randint(1, 3)):
            kind = rng.choice(
                (self.add, self.insert, self.insert, self.change, self.change, self.short,
                 self.short, self.delete, self.rename, self.wrap)
            )  # fmt: skip
            self.done[kind.__name__] += 1
            text = kind(text)
        if rng.random() < 0.1:
            other = rng.choice(names)
            parts = text.split("\n\n\n")
            if other != name and len(parts) > 1:
                self.done["move"] += 1
                moved = parts.pop(rng.randrange(len(parts)))
                return {name: "\n\n\n".join(parts), other: self.read(other) + "\n\n" + moved}
        if rng.random() < 0.04:
            self.done["file moved"] += 1
            return {name: None, f"{rng.choice(_WORDS)}{rng.randint(1, 99)}.py": text}
        return {name: text}

    def function(self):
        rng = self.random
        one, two, three = (f"{rng.choice(_WORDS)}_{rng.randint(1, 30)}" for _ in range(3))
        lines = [f"def {one}({two}, {three}={rng.randint(1, 9)}):"]
        lines += [f"    {self.statement()}" for _ in range(rng.randint(1, 5))]
        return "\n".join([*lines, f"    return {two} + {three}", "", "", ""])

    def statement(self):
        rng = self.random
        one, two, three = (f"{rng.choice(_WORDS)}_{rng.randint(1, 30)}" for _ in range(3))
        return rng.choice(
            (
                f"{one} = {two}({three}, {rng.randint(1, 99)})",
                f"if {one} > {two}: {three} = {rng.randint(1, 99)}",
                f"{one}.append({two}[{three}])",
                f"print({one}, {two})",
                f"{one} += 1",
                rng.choice(_SHORT),
            )
        )

    def inside(self, text):
        """Numbers of lines that are statements."""
        return [n for n, line in enumerate(text.split("\n")) if line.startswith("    ")]

    def _at(self, text, change):
        places = self.inside(text)
        if not places:
            return text
        lines = text.split("\n")
        change(lines, self.random.choice(places))
        return "\n".join(lines)

    def add(self, text):
        parts = text.split("\n\n\n")
        place = self.random.randint(0, len(parts))
        return "\n\n\n".join([*parts[:place], self.function().rstrip("\n"), *parts[place:]])

    def insert(self, text):
        return self._at(text, lambda lines, n: lines.insert(n, f"    {self.statement()}"))

    def short(self, text):
        word = self.random.choice(_SHORT)
        return self._at(text, lambda lines, n: lines.insert(n, f"    {word}"))

    def change(self, text):
        def work(lines, n):
            words = lines[n].split(" ")
            words[-1] = f"{self.random.choice(_WORDS)}_{self.random.randint(1, 30)}"
            lines[n] = " ".join(words)

        return self._at(text, work)

    def delete(self, text):
        return self._at(text, lambda lines, n: lines.pop(n))

    def rename(self, text):
        names = [
            word for word in text.replace("(", " ").split() if "_" in word and word.isidentifier()
        ]
        if not names:
            return text
        name = self.random.choice(names)
        return text.replace(name, f"{self.random.choice(_WORDS)}_{self.random.randint(31, 60)}")

    def wrap(self, text):
        def work(lines, n):
            lines[n : n + 1] = ["    if left:", f"    {lines[n]}"]

        return self._at(text, work)

    # git

    def work(self, steps):
        """Random steps, ending with a commit of all."""
        for _ in range(steps):
            rare = (self.topic, self.amend, self.squash, self.stash)
            common = (self.agent, self.person, self.commit)
            (step,) = self.random.choices((*common, *rare), (10, 2, 4, 1, 1, 1, 1))
            self.done[step.__name__] += 1
            step()
        self.commit()

    def commit(self):
        git(self.root, "add", "-A")
        git(self.root, "commit", "-qm", f"{self.name} {self.calls}", may_fail=True)

    def amend(self):
        if self.is_ahead():
            git(self.root, "add", "-A")
            git(self.root, "commit", "-q", "--amend", "--no-edit", may_fail=True)

    def squash(self):
        if self.is_ahead():
            self.commit()
            git(self.root, "reset", "-q", "--soft", "origin/main")
            self.commit()

    def stash(self):
        if (
            git(self.root, "status", "--porcelain")
            and git(self.root, "stash", "-q", may_fail=True) is not None
        ):
            self.person()
            self.commit()
            if git(self.root, "stash", "pop", may_fail=True) is None:
                self.settle()
                git(self.root, "stash", "drop", "-q", may_fail=True)

    def topic(self):
        self.commit()
        git(self.root, "checkout", "-qb", f"topic{self.calls}", may_fail=True)
        for _ in range(self.random.randint(1, 3)):
            self.agent()
        self.commit()
        name = git(self.root, "rev-parse", "HEAD")
        git(self.root, "checkout", "-q", "main")
        self.agent()
        self.commit()
        way = self.random.choice(("merge", "cherry-pick", "rebase"))
        self.done[f"topic {way}"] += 1
        self.bring(way, name)

    def is_ahead(self):
        return git(self.root, "rev-list", "--count", "origin/main..HEAD") != "0"

    def bring(self, way, name):
        """Merge, rebase onto or cherry-pick a commit; conflicts are settled somehow."""
        words = {
            "merge": ["merge", "-q", "--no-edit", name],
            "cherry-pick": ["cherry-pick", name],
            "rebase": ["rebase", "-q", name],
        }[way]
        if git(self.root, *words, may_fail=True) is not None:
            return
        for _ in range(60):
            self.settle()
            if way == "merge":
                git(self.root, "commit", "-qm", "merged", may_fail=True)
                return
            if git(self.root, way, "--continue", may_fail=True) is not None:
                return
            if git(self.root, "diff", "--name-only", "--diff-filter=U"):
                continue  # the next commit conflicts
            self.done[f"{way} skipped"] += 1
            if git(self.root, way, "--skip", may_fail=True) is not None:
                return
        raise RuntimeError(f"{way} does not end")

    def repaired(self):
        """Whether git had dropped records of this clone, which are back now, and committed.

        A rebase drops what was amended into a merge commit.
        """
        from tracer.engine.sealing import mend
        from tracer.ledger import verify

        if verify(self.workspace).ok:
            return False
        self.done["repair"] += 1
        mend(self.workspace)
        self.commit()
        return True

    def settle(self):
        """Settle conflicts: one side, or the lines of both."""
        for path in (git(self.root, "diff", "--name-only", "--diff-filter=U") or "").split():
            self.done["conflict"] += 1
            place = os.path.join(self.root, path)
            how = self.random.choice(("--ours", "--theirs", "both"))
            if how != "both":
                git(self.root, "checkout", how, "--", path, may_fail=True)
            if os.path.exists(place):
                with open(place, encoding="utf-8") as file:
                    lines = file.read().split("\n")
                marks = ("<<<<<<<", "=======", ">>>>>>>")
                with open(place, "w", encoding="utf-8") as file:
                    file.write("\n".join(x for x in lines if not x.startswith(marks)))
        git(self.root, "add", "-A")

    # Answers

    def answers(self):
        """Everything that two clones at one commit must say alike."""
        from tracer.ledger import verify
        from tracer.queries.blame import blame
        from tracer.queries.blame_by_intent import blame_by_intent

        found = {}
        checked = verify(self.workspace)
        found["verify"] = [problem.to_json() for problem in checked.problems]
        for name in self.paths():
            found[name] = blame(self.workspace, f"src/{name}").document["lines"]
        for name in _INTENTS:
            try:
                found[name] = blame_by_intent(self.workspace, name)["ranges"]
            except Exception as error:  # noqa: BLE001 - an intent nobody used
                found[name] = type(error).__name__
        return json.loads(json.dumps(found))

    def better_known(self):
        """Lines of an agent's that only the writer's clone, by what it remembers, knows as such."""
        from tracer.ledger import Index
        from tracer.queries.attribution import Attribution
        from tracer.queries.origin_json import Sources
        from tracer.queries.ownership import rows
        from tracer.vcs import Git

        count = 0
        with Git(self.workspace.root) as opened, Index.open(self.workspace) as index:
            for name in self.paths():
                text = self.read(name).encode()
                kinds = []
                for by_memory in (False, True):
                    known = Attribution(self.workspace, index, opened, by_memory=by_memory)
                    state = known.of(f"src/{name}", text)
                    said = rows(state, Sources(self.workspace, index, opened))
                    kinds.append([row["origin"]["intent_id"] is not None for row in said])
                count += sum(theirs and not ours for ours, theirs in zip(*kinds, strict=True))
        return count


def differences(one, other, text):
    """(what, line text, one's, other's) for each line two clones do not say alike."""
    found = []
    for key in sorted(one.keys() | other.keys()):
        mine, theirs = one.get(key), other.get(key)
        if mine == theirs:
            continue
        if isinstance(mine, list) and isinstance(theirs, list) and key.endswith(".py"):
            lines = text(key).split("\n")
            for left, right in zip(mine, theirs, strict=False):
                if left != right:
                    found.append((key, lines[left["line"] - 1], left, right))
        else:
            found.append((key, "", mine, theirs))
    return found


def story(seed, rounds, steps):
    """(lines compared, differences, what was done) of one random story."""
    rng = random.Random(seed)
    done = Counter()
    lines, found = 0, []
    with tempfile.TemporaryDirectory(prefix="tracer-clones-", dir=_below()) as base:
        git(base, "init", "-q", "--bare", "-b", "main", "origin.git")
        first = Clone(base, "ann", rng)
        git(first.root, "checkout", "-qb", "main", may_fail=True)
        os.makedirs(os.path.join(first.root, "src"))
        os.makedirs(first.workspace.sidecar)
        for name, text in {
            ".gitattributes": "agent_trace.jsonl merge=union\n",
            ".gitignore": "/.index/\n",
        }.items():
            with open(os.path.join(first.workspace.sidecar, name), "w", encoding="utf-8") as file:
                file.write(text)
        first.write({"begun.py": "".join(first.function() for _ in range(_FUNCTIONS))})
        first.agent()
        first.commit()
        git(first.root, "push", "-q", "-u", "origin", "main")
        clones = [first, Clone(base, "bob", rng)]
        for number in range(rounds):
            for clone in clones:
                clone.work(rng.randint(1, steps))
            rng.shuffle(clones)
            one, other = clones
            git(one.root, "push", "-q", "origin", "main")
            git(other.root, "fetch", "-q")
            way = rng.choice(("rebase", "rebase", "merge"))
            done[f"sync {way}"] += 1
            other.bring(way, "origin/main")
            other.commit()
            if rng.random() < 0.5:
                other.agent()
                other.commit()
            git(other.root, "push", "-q", "origin", "main")
            git(one.root, "fetch", "-q")
            git(one.root, "merge", "-q", "--ff-only", "origin/main")
            assert git(one.root, "rev-parse", "HEAD") == git(other.root, "rev-parse", "HEAD")
            for clone, another in ((one, other), (other, one)):
                if clone.repaired():
                    git(clone.root, "push", "-q", "origin", "main")
                    git(another.root, "pull", "-q", "--ff-only", "origin", "main")
            fresh = Clone(base, f"fresh{number}", rng)
            said = [clone.answers() for clone in (one, other, fresh)]
            done["lines only memory knows"] += one.better_known() + other.better_known()
            lines += sum(len(value) for key, value in said[0].items() if key.endswith(".py"))
            for name, theirs in ((other.name, said[1]), ("fresh", said[2])):
                who = seed, number, f"{one.name}/{name}"
                found += [(*who, *item) for item in differences(said[0], theirs, one.read)]
        for clone in clones:
            done += clone.done
    return lines, found, done


def _below():
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


def main():
    """Many stories; a table of what differed."""
    options = arguments(__doc__, stories=200, first=1, rounds=3, steps=8, show=20)
    begin = time.process_time()
    total, differing, done, where = 0, 0, Counter(), Counter()
    bad = []
    for seed in range(options.first, options.first + options.stories):
        lines, found, did = story(seed, options.rounds, options.steps)
        total += lines
        done += did
        differing += len(found)
        if found:
            bad.append(seed)
        for item in found:
            where[item[3] if not item[3].endswith(".py") else "blame"] += 1
            if differing <= options.show:
                print(json.dumps(item), flush=True)
    figures = {
        "stories": options.stories,
        "rounds": options.stories * options.rounds,
        "lines_compared": total,
        "differences": differing,
        "in": dict(where),
        "stories_with_one": bad,
        "done": dict(sorted(done.items())),
        "cpu_s": round(time.process_time() - begin, 1),
    }
    conclude("clones", figures, write=options.write)


if __name__ == "__main__":
    main()
