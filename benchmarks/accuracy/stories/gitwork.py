"""What git does in a story: each function brings about one thing that teams do all day.

All start and end on the branch `main`, mostly with nothing uncommitted, and return whether they
did anything. A conflict raises `Failed`; the story gives the operation up then, as people do.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from benchmarks.accuracy.stories.cast import AGENTS, Writer
from benchmarks.accuracy.stories.repository import Repository
from benchmarks.accuracy.stories.texts import EVOLUTIONS, REFACTORINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.accuracy.stories.story import Story


def commit(story: Story) -> bool:
    """Everything is committed."""
    if story.is_clean():
        return False
    story.commit()
    return True


def commit_some_files(story: Story) -> bool:
    """One of several changed files is committed."""
    story.repo.git("add", "-A", "-N")
    changed = story.repo.git("diff", "--name-only", "--no-renames").split("\n")
    if len(changed) < 2:
        story.repo.git("reset", "-q")  # git stashes nothing where a file is only promised
        return False
    story.repo.git("add", "--", story.dice.choice(sorted(changed)))
    story.repo.git("commit", "-q", "-m", "some", author=story.person)
    story.repo.git("reset", "-q")
    return True


def commit_some_lines(story: Story) -> bool:
    """Two edits of one file, of which the first is committed (`git add -p`)."""
    story.clean()
    path = story.dice.choice(sorted(story.repo.texts()))
    if story.edit(only=path) is None or path not in story.repo.texts():
        return False
    story.repo.git("add", "-A")
    if story.edit(only=path) is None:
        return False
    story.repo.git("commit", "-q", "--allow-empty", "-m", "first half", author=story.person)
    return True


def amend(story: Story) -> bool:
    """The last commit takes up what waits."""
    if _depth(story) < 2:
        return False
    before = story.committed("HEAD~1")
    author = story.person
    story.commit("amended", "--amend", "--reset-author")
    story.may_name(author, before, story.committed())
    return True


def squash(story: Story) -> bool:
    """The last commits become one."""
    if _depth(story) < 4:
        return False
    story.clean()
    count = story.dice.randint(2, 3)
    story.repo.git("reset", "-q", "--soft", f"HEAD~{count}")
    before = story.committed()
    author = story.person
    story.commit("squashed")
    story.may_name(author, before, story.committed())
    return True


def stash(story: Story) -> bool:
    """What waits is put away, looked away from, and taken back."""
    if story.is_clean():
        story.edit()
    if story.is_clean():
        return False
    story.repo.git("stash", "-q", "-u")
    if story.dice.random() < 0.5:
        story.look()
    story.repo.git("stash", "pop", "-q")
    return True


def stash_by_agent(story: Story) -> bool:
    """The same by an agent's shell calls."""
    if story.is_clean():
        story.edit()
    if story.is_clean():
        return False
    agent = story.dice.choice(AGENTS)
    story.repo.shell(agent, "stash", "-q", "-u")
    story.repo.shell(agent, "stash", "pop", "-q")
    return True


def _is_any_new(story: Story) -> bool:
    """Whether there are files that git does not know.

    Of code that moved between files half is not thrown away: a copy would stay, its maker's.
    """
    return bool(story.repo.git("ls-files", "--others", "--exclude-standard"))


def _depth(story: Story) -> int:
    return int(story.repo.git("rev-list", "--count", "--first-parent", "HEAD"))


def _branch(story: Story, name: str, edits: int) -> None:
    """A branch with some edits, committed; then main again."""
    story.repo.git("checkout", "-q", "-b", name)
    for _ in range(edits):
        story.edit()
        story.clean()
    story.repo.git("checkout", "-q", "main")


def _topic(story: Story, *, has_main: bool = True) -> str:
    """A branch with commits, while main may go on."""
    story.clean()
    name = f"topic{story.program.number()}"
    _branch(story, name, story.dice.randint(1, 3))
    if has_main and story.dice.random() < 0.7:
        story.edit()
        story.clean()
    return name


def merge(story: Story) -> bool:
    """A topic is merged with a merge commit."""
    topic = _topic(story)
    story.repo.git("merge", "-q", "--no-ff", "--no-edit", topic, author=story.person)
    return True


def merge_by_agent(story: Story) -> bool:
    """An agent merges a topic."""
    topic = _topic(story)
    story.repo.shell(story.dice.choice(AGENTS), "merge", "-q", "--no-ff", "--no-edit", topic)
    return True


def fast_forward(story: Story) -> bool:
    """A topic becomes main."""
    topic = _topic(story, has_main=False)
    story.repo.git("merge", "-q", "--ff-only", topic)
    return True


def squash_merge(story: Story) -> bool:
    """A topic becomes one commit on main, of whoever merges."""
    topic = _topic(story)
    before = story.committed()
    story.repo.git("merge", "-q", "--squash", topic)
    author = story.person
    story.commit("squash merge")
    story.may_name(author, before, story.committed())
    return True


def octopus(story: Story) -> bool:
    """Two topics are merged at once."""
    story.clean()
    names = [_topic(story, has_main=False) for _ in range(2)]
    story.edit()
    story.clean()
    story.repo.git("merge", "-q", "--no-edit", *names, author=story.person)
    return True


def rebase(story: Story) -> bool:
    """A topic is taken up again on top of main, and becomes main."""
    topic = _topic(story)
    story.repo.git("rebase", "-q", "main", topic)
    story.repo.git("checkout", "-q", "main")
    story.repo.git("merge", "-q", "--ff-only", topic)
    return True


def rebase_by_agent(story: Story) -> bool:
    """An agent does so."""
    topic = _topic(story)
    agent = story.dice.choice(AGENTS)
    story.repo.shell(agent, "checkout", "-q", topic)
    story.repo.shell(agent, "rebase", "-q", "main")
    story.repo.git("checkout", "-q", "main")
    story.repo.git("merge", "-q", "--ff-only", topic)
    return True


def cherry_pick(story: Story) -> bool:
    """The last commit of a topic is picked."""
    topic = _topic(story)
    story.repo.git("cherry-pick", "--allow-empty", "--keep-redundant-commits", topic)
    return True


def revert_commit(story: Story) -> bool:
    """The last commit is undone by another one, and sometimes that one, too."""
    if _depth(story) < 3:
        return False
    story.clean()
    before = story.committed()
    if len(story.repo.git("rev-list", "--parents", "-1", "HEAD").split()) > 2:
        return False
    author = story.person
    story.repo.git("revert", "--no-edit", "HEAD", author=author)
    story.may_name(author, before, story.committed())
    if story.dice.random() < 0.5:
        before = story.committed()
        story.repo.git("revert", "--no-edit", "HEAD", author=author)
        story.may_name(author, before, story.committed())
    return True


def reset_hard(story: Story) -> bool:
    """The last commit is thrown away."""
    if _depth(story) < 3:
        return False
    story.clean()
    story.repo.git("reset", "-q", "--hard", "HEAD~1")
    return True


def reset_mixed(story: Story) -> bool:
    """The last commit waits to be made again."""
    if _depth(story) < 3:
        return False
    story.clean()
    before = story.committed("HEAD~1")
    story.repo.git("reset", "-q", "HEAD~1")
    author = story.person
    story.commit("again")
    story.may_name(author, before, story.committed())
    return True


def discard(story: Story) -> bool:
    """What waits in a file is thrown away."""
    story.clean()
    story.edit()
    paths = story.repo.git("diff", "--name-only").split("\n")
    if len(paths) != 1 or not paths[0] or _is_any_new(story):
        return False
    story.repo.git("checkout", "--", *paths)
    return True


def restore_old(story: Story) -> bool:
    """A file is as it was some commits ago."""
    if _depth(story) < 4:
        return False
    story.clean()
    old, before = story.committed("HEAD~2"), story.committed()
    paths = sorted(old.keys() & before.keys())
    if not paths:
        return False
    story.repo.git("restore", "--source", "HEAD~2", "--", story.dice.choice(paths))
    author = story.person
    story.commit("as it was")
    story.may_name(author, before, story.committed())
    return True


def look_back(story: Story) -> bool:
    """An old commit is checked out, looked at, and left."""
    if _depth(story) < 3:
        return False
    story.clean()
    story.repo.git("checkout", "-q", "HEAD~2" if _depth(story) > 3 else "HEAD~1")
    story.look()
    story.repo.git("checkout", "-q", "main")
    return True


def move_file(story: Story) -> bool:
    """A person gives a file another name, with or without a commit."""
    story.clean()
    path = story.dice.choice(sorted(story.repo.texts()))
    story.repo.git("mv", path, story.program.name() + story.repo.suffix)
    if story.dice.random() < 0.6:
        story.commit("renamed")
    return True


def move_file_by_agent(story: Story) -> bool:
    """An agent does so in its shell."""
    story.clean()
    path = story.dice.choice(sorted(story.repo.texts()))
    goal = story.program.name() + story.repo.suffix
    story.repo.shell(story.dice.choice(AGENTS), "mv", path, goal)
    return True


def worktree(story: Story) -> bool:
    """A person commits in another work tree, and that is merged."""
    story.clean()
    name = f"side{story.program.number()}"
    place = os.path.join(story.root, name)
    story.repo.git("worktree", "add", "-q", "-b", name, place)
    _elsewhere(story, place)
    story.repo.git("merge", "-q", "--no-edit", name, author=story.person)
    story.repo.git("worktree", "remove", "--force", place)
    return True


def clone_in_between(story: Story) -> bool:
    """A teammate without tracer clones, commits and pushes; that is pulled."""
    story.clean()
    place = os.path.join(story.root, f"clone{story.program.number()}")
    story.repo.git("clone", "-q", story.repo.root, place)
    _elsewhere(story, place)
    if story.dice.random() < 0.5:
        story.edit()
        story.clean()
    story.repo.git("pull", "-q", "--no-rebase", "--no-edit", place, "main", author=story.person)
    shutil.rmtree(place)
    return True


def fresh_clone(story: Story) -> bool:
    """A teammate clones, with the ledger: everything is asked there."""
    return _look_in_clone(story, "--no-local")


def shallow_clone(story: Story) -> bool:
    """The same with the last two commits only, as in continuous integration."""
    _look_in_clone(story, "--depth", "2")
    story.is_shallow = story.seen_in.git("rev-parse", "--is-shallow-repository") == "true"
    return True


def _look_in_clone(story: Story, *options: str) -> bool:
    story.clean()
    place = os.path.join(story.root, f"clone{story.program.number()}")
    story.repo.git("clone", "-q", *options, f"file://{story.repo.root}", place)
    seen = Repository(place, story.clock, story.repo.suffix)
    leave_out = shutil.ignore_patterns(".index")
    shutil.copytree(story.repo.workspace.sidecar, seen.workspace.sidecar, ignore=leave_out)
    story.seen_in = seen
    return True


def restore_by_agent(story: Story) -> bool:
    """An agent throws away what waits in a file."""
    story.clean()
    story.edit()
    paths = story.repo.git("diff", "--name-only").split("\n")
    if len(paths) != 1 or not paths[0] or _is_any_new(story):
        return False
    story.repo.shell(story.dice.choice(AGENTS), "restore", "--", *paths)
    return True


def _elsewhere(story: Story, place: str) -> None:
    """A person edits and commits in another work tree, with no hook around."""
    here, story.repo = story.repo, Repository(place, story.clock, story.repo.suffix)
    try:
        story.agents_may = False
        for _ in range(story.dice.randint(1, 2)):
            before = story.repo.texts()
            if _quiet_edit(story, before):
                story.commit("elsewhere")
    finally:
        story.agents_may = True
        story.repo = here


def _quiet_edit(story: Story, before: dict[str, str]) -> bool:
    table = REFACTORINGS if story.dice.random() < 0.5 else EVOLUTIONS
    kind = story.dice.choice(sorted(table))
    made = table[kind](story.program, before)
    if made is None:
        return False
    story.trace.append(f"  {story.person} elsewhere: {kind}")
    story.learn(before, made.steps[-1], Writer(None, None, {story.person}))
    story.repo.write(made.steps[-1])
    return True


GIT: dict[str, Callable[[Story], bool]] = {
    f.__name__: f
    for f in (
        commit, commit_some_files, commit_some_lines, amend, squash, stash, stash_by_agent, merge,
        merge_by_agent, fast_forward, squash_merge, octopus, rebase, rebase_by_agent, cherry_pick,
        revert_commit, reset_hard, reset_mixed, discard, restore_old, look_back, move_file,
        move_file_by_agent, worktree, clone_in_between, fresh_clone, shallow_clone,
        restore_by_agent,
    )
}  # fmt: skip
