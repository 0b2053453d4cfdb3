"""The older version of a file that a commit put back, whole or in part.

`git revert` and `git checkout REVISION -- FILE` bring lines back that their commit did not write.
Two things tell of that: the file's content is that of an older version, or the message says, in
the words that `git revert` writes, which commit it takes back. Only versions that lead to the
commit under the same path count, so that every clone finds the same ones.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from tracer.vcs import Git

RESTORED = "restored"  # the rule of a leaf that a change put back

_REVERTS = lazy_pattern(r"^This reverts commit ([0-9a-f]{40})\b", re.MULTILINE)


def put_back(
    git: Git, commit: str, parents: Callable[[str], Sequence[str]], same: Collection[str]
) -> list[str]:
    """The older commits from whose version of a file `commit` took it, or parts of it, back.

    `parents` gives the next older commits that changed the path. `same` holds the commits at which
    the file has the content it has at `commit`: where one of them is older, it is the only answer.
    Cost: the message of the commit; the older commits only where there is something to look for.
    """
    known = git.commit(commit)
    reverted = _REVERTS.findall(known.message) if known is not None else []
    if not same and not reverted:
        return []
    found: list[str] = []
    for older in _older(commit, parents):
        if older in same:
            return [older]
        if older in reverted:
            found += parents(older)[:1]
    return found


def _older(commit: str, parents: Callable[[str], Sequence[str]]) -> Iterator[str]:
    """The commits that lead to one, the nearest first."""
    queue = deque(parents(commit))
    seen = set(queue)
    while queue:
        older = queue.popleft()
        yield older
        for parent in parents(older):
            if parent not in seen:
                seen.add(parent)
                queue.append(parent)
