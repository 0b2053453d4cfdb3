"""Does a file that a change does not touch contain a word? What an open world can know.

A name that no other file of the repository contains may change, and code may become a function of
that name. Prose (documentation) does not use names; everything else that git does not ignore may.
`public_api` in `config.yaml` names files whose definitions other repositories use: words in them
are always taken to be used elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.intents.scope import owns
from tracer.ledger.settings import list_setting
from tracer.model.errors import VcsError
from tracer.model.workspace import SIDECAR
from tracer.syntax.detect import is_prose
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.changes import ChangeSet
    from tracer.model.workspace import Workspace


def mentions_in(
    workspace: Workspace, change_set: ChangeSet, revision: str | None = None
) -> Callable[[str], bool] | None:
    """What `classify` may ask of the rest of the repository; None outside of git.

    `revision`: the committed state that is the rest of the world, else the files on disk.
    Cost: nothing until asked, then one `git grep` a word.
    """
    if git_dir(workspace.root) is None:
        return None
    touched = {
        path
        for change in change_set.files
        for path in (change.before_path, change.after_path)
        if path is not None
    }
    known: dict[str, bool] = {}

    def mentions(word: str) -> bool:
        if word not in known:
            known[word] = _is_public(workspace, change_set, word) or _is_found(
                workspace, touched, word, revision
            )
        return known[word]

    return mentions


def _is_public(workspace: Workspace, change_set: ChangeSet, word: str) -> bool:
    globs = tuple(list_setting(workspace, "public_api"))
    if not globs:
        return False
    return any(
        owns(globs, path) and text is not None and word.encode() in text
        for change in change_set.files
        for path, text in (
            (change.before_path, change.before),
            (change.after_path, change.after),
        )
        if path is not None
    )


def _is_found(workspace: Workspace, touched: set[str], word: str, revision: str | None) -> bool:
    try:
        with Git(workspace.root) as git:
            paths = git.mentioning(word, revision)
    except VcsError:
        return True  # nobody knows: the name keeps its spelling
    return any(
        path not in touched and not path.startswith(SIDECAR + "/") and not is_prose(path)
        for path in paths
    )
