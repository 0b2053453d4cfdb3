"""The commit that HEAD names."""

from __future__ import annotations

import os

from tracer.vcs.direct import common_dir, git_dir, resolve_ref


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
