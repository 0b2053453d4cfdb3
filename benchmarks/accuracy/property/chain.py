"""Long sequences of edits by two agents and a person, in a git repository with the ledger on.

Agents work through the engine's hooks; the person just writes files and uses git. After every
step each leaf's origin is held against the model's. A leaf counts as wrong for the kind of step
that made it wrong.
"""

from __future__ import annotations

import copy
import os
import shutil
import subprocess
import tempfile
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.accuracy.property.edits import EDITS
from benchmarks.accuracy.property.judge import judge
from benchmarks.accuracy.property.single import content_of
from benchmarks.accuracy.property.world import START, World
from tracer import engine
from tracer.ledger import Index
from tracer.model.attribution import LineRun, MixedLine
from tracer.model.enums import ActionKind, EntityType, Phase, SourceKind
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace
from tracer.queries.attribution import Attribution
from tracer.queries.credits import parts_by_line
from tracer.queries.origin_json import Sources
from tracer.vcs import Git

if TYPE_CHECKING:
    from benchmarks.accuracy.property.judge import Wrong
    from tracer.model.attribution import Credit, FileState

Texts = dict[str, bytes]
PERSON = "person"
AGENTS = ("s1", "s2")
GIT_STEPS = ("commit", "amend", "squash", "rebase", "stash", "checkout")


class Mistake(NamedTuple):
    """A leaf that a step made wrong: which step, what it did, and the leaf."""

    step: int
    kind: str
    writer: str
    what: str
    wrong: Wrong


class Outcome(NamedTuple):
    """One sequence: steps and mistakes by kind, and the leaves at its end."""

    steps: Counter[str]
    mistakes: list[Mistake]
    leaves: int
    words: int
    loose: int
    wrong: list[Wrong]


class Chain:
    """A repository, a world, and which record or commit holds which edits."""

    def __init__(self, language: str, seed: int, root: str) -> None:
        self.world = World(language, seed)
        self.random = self.world.random
        self.root = os.path.realpath(root)
        self.workspace = Workspace(self.root)
        self.labels: dict[str, set[str]] = {}
        self.pending: set[str] = set()  # the person's edits that no record tells of yet
        self.uncommitted: set[str] = set()  # the person's edits that no commit holds yet
        self.calls = 0
        self.commits: list[str] = []
        self.disk: Texts = {}
        self.git("init", "-q", "-b", "main")
        os.makedirs(self.workspace.sidecar)
        with open(os.path.join(self.root, ".gitignore"), "w", encoding="utf-8") as file:
            file.write(".orchestration/\n")
        self.write(self.world.texts())
        self.commit({START})
        self.index = Index.open(self.workspace)
        self.repository = Git(self.root)
        self.sources = Sources(self.workspace, self.index, self.repository)

    def close(self) -> None:
        """Let go of the index and git."""
        self.index.close()
        self.repository.close()

    # The world and the disk

    def git(self, *arguments: str) -> str:
        """What git prints; Ann is its user."""
        command = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.com", *arguments]
        done = subprocess.run(command, cwd=self.root, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def write(self, texts: Texts) -> None:
        """Make the work tree hold these texts."""
        for path in self.disk.keys() - texts.keys():
            os.unlink(os.path.join(self.root, path))
        for path, text in texts.items():
            if self.disk.get(path) != text:
                with open(os.path.join(self.root, path), "wb") as file:
                    file.write(text)
        self.disk = dict(texts)

    def commit(self, edits: set[str], *options: str) -> str:
        """Commit everything; the commit is the origin of the person's edits in it."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "step", *options)
        sha = self.git("rev-parse", "HEAD")
        self.labels[sha] = set(edits)
        self.uncommitted = set()
        self.commits.append(sha)
        return sha

    # Steps

    def person_step(self, number: int) -> tuple[str, str] | None:
        """The person edits without a hook; sometimes a later look at the tree notices it."""
        name = f"e{number}"
        graves = len(self.world.graves)
        done = self.edit(name)
        if done is None:
            return None
        for removed in self.world.graves[graves:]:
            # What came and went between two looks was never seen.
            for token in removed.node.tokens():
                if token.origins <= self.pending:
                    token.origins = frozenset()
        self.pending.add(name)
        self.uncommitted.add(name)
        self.write(self.world.texts())
        if self.random.random() < 0.5:
            self.reconcile()
        return done

    def agent_step(self, number: int, session: str) -> tuple[str, str] | None:
        """An agent's edit through both hooks, or by a shell command."""
        name = f"e{number}"
        before = dict(self.disk)
        done = self.edit(name)
        if done is None:
            return None
        after = self.world.texts()
        self.calls += 1
        event = self.event(session, before, after, is_shell=self.random.random() < 0.25)
        engine.before_call(self.workspace, event)
        self.write(after)
        for record in engine.after_call(self.workspace, event._replace(phase=Phase.POST)):
            self.label(record, {name})
        return done

    def git_step(self, number: int, kind: str) -> tuple[str, str] | None:
        """Something git does to the commits, or to the work tree."""
        if kind == "commit":
            self.commit(self.uncommitted)
        elif kind == "amend" and len(self.commits) > 1:
            sha = self.commits.pop()
            self.commit(self.labels[sha] | self.uncommitted, "--amend")
        elif kind == "squash" and len(self.commits) > 3:
            shas = [self.commits.pop(), self.commits.pop()]
            self.git("reset", "-q", "--soft", "HEAD~2")
            self.commit(set().union(*(self.labels[sha] for sha in shas)) | self.uncommitted)
        elif kind == "stash" and self.git("status", "--porcelain"):
            self.git("stash", "-q", "-u")
            engine.reconcile(self.workspace)
            self.git("stash", "pop", "-q")
        elif kind == "checkout" and len(self.commits) > 1:
            self.commit(self.uncommitted)
            self.git("checkout", "-q", self.commits[-2])
            engine.reconcile(self.workspace)
            self.git("checkout", "-q", "main")
        elif kind == "rebase":
            return self.rebase(number)
        else:
            return None
        return kind, kind

    def rebase(self, number: int) -> tuple[str, str] | None:
        """An agent's commit is taken up again upon a commit of the person's in another file."""
        self.commit(self.uncommitted)
        base = self.world.texts()
        if self.agent_step(number, AGENTS[0]) is None:
            return None
        mine = self.world.texts()
        changed = {path for path in base.keys() | mine.keys() if base.get(path) != mine.get(path)}
        made = self.commit(set())
        world, name = copy.deepcopy(self.world), f"e{number}b"
        for _ in range(12):
            done = self.edit(name)
            texts = self.world.texts()
            touched = {p for p in texts.keys() | mine.keys() if texts.get(p) != mine.get(p)}
            if done is not None and touched and not touched & changed:
                break
            state = self.random.getstate()
            self.world = copy.deepcopy(world)
            self.random = self.world.random
            self.random.setstate(state)
        else:
            return "rebase", "nothing to rebase upon"
        self.git("reset", "-q", "--hard", "HEAD~1")
        self.commits.pop()
        self.disk = dict(base)
        self.write({**base, **{p: texts[p] for p in touched if p in texts}})
        for path in touched - texts.keys():
            os.unlink(os.path.join(self.root, path))
        if self.random.random() < 0.5:
            self.pending.add(name)
            self.reconcile()
        self.commit({name})
        self.git("cherry-pick", made)
        self.commits.append(self.git("rev-parse", "HEAD"))
        self.labels[self.commits[-1]] = set()
        self.disk = texts
        return "rebase", f"{done[1]} below it"

    def reconcile(self) -> None:
        """A look at all files, as at the end of a turn."""
        for record in engine.reconcile(self.workspace):
            self.label(record, set())
        self.index.refresh()
        if all(self.index.state(content_of(text)) for text in self.disk.values()):
            self.pending = set()

    def edit(self, name: str) -> tuple[str, str] | None:
        """Change the world; (kind, what was done)."""
        for _ in range(8):
            kind = self.random.choice(sorted(EDITS))
            what = EDITS[kind](self.world, name)
            if what is not None:
                return kind, what
        return None

    def label(self, record: dict[str, object], own: set[str]) -> None:
        """Remember which edits a record tells of."""
        edits = own if record["event"] == "mutation" else set(self.pending)
        self.labels[str(record["id"])] = set(edits)

    def event(self, session: str, before: Texts, after: Texts, *, is_shell: bool) -> Event:
        """What the agent's hook says before its call."""
        targets = []
        for path in sorted(before.keys() | after.keys()):
            if before.get(path) != after.get(path):
                op = "create" if path not in before else "delete" if path not in after else "edit"
                targets.append(Target(path, op))
        return Event(
            Phase.PRE,
            ActionKind.SHELL if is_shell else ActionKind.FILE_EDIT,
            "acme",
            session,
            self.root,
            turn_id=f"t{self.calls // 3}",
            call_id=f"c{self.calls}",
            contributor=Contributor(EntityType.AI, session),
            targets=() if is_shell else tuple(targets),
            command="python refactor.py" if is_shell else None,
        )

    # The judgement

    def judge(self) -> tuple[list[Wrong], tuple[int, int, int]]:
        """The wrong leaves, and (leaves, words, loose)."""
        wrong: list[Wrong] = []
        sums = [0, 0, 0]
        self.index.refresh()
        attribution = Attribution(self.workspace, self.index, self.repository)

        def name(credit: Credit) -> set[str]:
            credit = self.sources.older(credit)
            if credit.origin.kind is SourceKind.UNKNOWN:
                return self.pending | self.uncommitted
            return self.labels.get(credit.origin.id, {credit.origin.id})

        for path in self.world.files:
            text = self.disk[path]
            state = self.resolved(attribution.of(path, text))
            judged = judge(self.world, path, state, text, name)
            wrong += judged.wrong
            sums = [a + b for a, b in zip(sums, judged[:3], strict=True)]
        return wrong, (sums[0], sums[1], sums[2])

    def resolved(self, state: FileState) -> FileState:
        """The state with history's answer for lines older than the ledger."""
        lines = parts_by_line(state)
        self.sources.prepare(credit for parts in lines.values() for _, credit in parts)
        runs, mixed = [], []
        for line, parts in sorted(lines.items()):
            older = self.sources.whole_line(parts[0][1]) if len(parts) == 1 else parts
            if len(older) == 1:
                runs.append(LineRun(line, line, older[0][1]))
            else:
                mixed.append(MixedLine(line, tuple(older)))
        return state._replace(runs=tuple(runs), mixed=tuple(mixed))


def run_chain(
    language: str, seed: int, steps: int, *, git_share: float = 0.15, judge_every: int = 1
) -> Outcome:
    """One sequence of steps; `git_share` of them are git's.

    Judged after every so many steps and at the end; a mistake is counted for the step that
    was judged.
    """
    root = tempfile.mkdtemp(prefix="tracer-chain-")
    try:
        with closing(Chain(language, seed, root)) as chain:
            return _run(chain, steps, git_share, judge_every)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _run(chain: Chain, steps: int, git_share: float, judge_every: int) -> Outcome:
    counts: Counter[str] = Counter()
    mistakes: list[Mistake] = []
    known: set[int] = set()
    wrong: list[Wrong] = []
    sizes = (0, 0, 0)
    for number in range(1, steps + 1):
        if chain.random.random() < git_share:
            writer = "git"
            done = chain.git_step(number, chain.random.choice(GIT_STEPS))
        else:
            writer = chain.random.choice((*AGENTS, PERSON))
            done = (
                chain.person_step(number) if writer == PERSON else chain.agent_step(number, writer)
            )
        kind, what = done or ("nothing", "nothing")
        if done is not None:
            counts[kind] += 1
        if (number % judge_every or done is None) and number != steps:
            continue
        wrong, sizes = chain.judge()
        fresh = [item for item in wrong if item.token not in known]
        known |= {item.token for item in fresh}
        mistakes += [Mistake(number, kind, writer, what, item) for item in fresh]
    return Outcome(counts, mistakes, *sizes, wrong)
