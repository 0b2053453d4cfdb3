"""The commits of a history in an order that new commits only add to.

Commits of the main line (first parents) in their order; before each merge, what it brought. So a
run of commits with its place is the same run whenever the main line has grown, and the ranges of
one history can be worked on apart from each other, today and tomorrow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.vcs import Git


def ordered(git: Git, head: str) -> list[str]:
    """The ids of all commits that `head` reaches, parents before children.

    Cost: one `git rev-list`, linear in commits.
    """
    raw = git.run("rev-list", "--parents", head).decode("ascii")
    parents = {words[0]: words[1:] for words in map(str.split, raw.splitlines())}
    main = [head]
    while parents.get(main[-1]):
        main.append(parents[main[-1]][0])
    found: list[str] = []
    seen: set[str] = set()
    for commit in reversed(main):
        _visit(commit, parents, seen, found)
    return found


def _visit(start: str, parents: dict[str, list[str]], seen: set[str], found: list[str]) -> None:
    """Append what `start` reaches and was not seen, parents first, without recursion."""
    waiting = [(start, False)]
    while waiting:
        commit, is_done = waiting.pop()
        if is_done:
            found.append(commit)
            continue
        if commit in seen or commit not in parents:
            continue
        seen.add(commit)
        waiting.append((commit, True))
        waiting.extend((parent, False) for parent in reversed(parents[commit]))
