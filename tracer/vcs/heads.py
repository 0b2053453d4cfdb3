"""The commit that HEAD names, and which commits only other branches have."""

from __future__ import annotations

import os

from tracer.vcs.direct import common_dir, git_dir, resolve_ref, stopped_at


def head(root: str, directory: str | None = None) -> str | None:
    """The commit HEAD names, or None: no repository, or a branch without a commit yet.

    `directory` is the git directory, where it is known.
    Cost: two to four small file reads; a process only for reftable repositories.
    """
    directory = directory or git_dir(root)
    if directory is None:
        return None
    common = common_dir(directory)
    if os.path.isdir(os.path.join(common, "reftable")):
        from tracer.vcs.git import Git  # noqa: PLC0415 - not on the hook path

        return Git(root).resolve_or_none("HEAD")
    return resolve_ref("HEAD", directory, common)


def is_on_other_branches(root: str, commit: str) -> bool:
    """Whether a branch has a commit, and neither HEAD nor what a stopped merge takes from.

    False for a commit that no branch has: it was rebased, amended or reset away, or is not here.
    Cost: a process, three for a commit that HEAD has not.
    """
    from tracer.vcs.git import Git, unreachable  # noqa: PLC0415 - not on the hook path

    if git_dir(root) is None:
        return False
    with Git(root) as git:
        if git.commit(commit) is None:
            return False
        for revision in ("HEAD", *stopped_at(root)):
            if not unreachable(git, [commit], revision):
                return False
        found = git.run(
            "for-each-ref", "--count=1", "--contains", commit, "refs/heads", "refs/remotes"
        )
        return bool(found.strip())
