"""Which intents a commit about to be made serves, for the trailer `Intent: ID` of its message."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.ledger import Index
from tracer.matching.sequences import common_pairs
from tracer.model.enums import SourceKind
from tracer.queries.carried import carried
from tracer.queries.credits import parts_of
from tracer.vcs import Git
from tracer.vcs.files import is_sidecar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.model.attribution import FileState
    from tracer.model.workspace import Workspace

# Messages that git makes from commits which have their trailers already. Not those of squashed
# commits: git indents what it takes over, and then it is a trailer no more.
_MADE_BY_GIT = frozenset({"merge", "commit"})


def staged_intents(workspace: Workspace) -> list[str]:
    """The intents that the staged lines originate in, sorted; deleted lines say nothing.

    Cost: two texts and one look-up for each staged file; a match where somebody edited it since.
    Raises: VcsError, LedgerError.
    """
    if not os.path.exists(workspace.ledger):
        return []
    found: set[str] = set()
    with _committing(workspace) as git, Index.open(workspace) as index:
        head = git.resolve_or_none("HEAD")
        for path in _staged(git):
            text = git.objects.blob(f":{git.prefix}{path}")
            if text is None or is_sidecar(path):
                continue
            state = _state(index, path, text)
            earlier = git.blob_at(head, path) if head is not None else None
            changed = set(changed_lines(earlier or b"", text)) if state is not None else set()
            for line, credit in parts_of(state) if state is not None else ():
                if line in changed and credit.origin.kind is SourceKind.RECORD:
                    entry = index.entry(credit.origin.id)
                    if entry is not None and entry.intent_id is not None:
                        found.add(entry.intent_id)
    return sorted(found)


def _state(index: Index, path: str, text: bytes) -> FileState | None:
    """Whose a staged text is: as recorded, else what is left of the version recorded last."""
    state = index.state(content_of(text), path)
    latest = index.latest_state(path) if state is None else None
    before = index.text(latest.content) if latest is not None else None
    if latest is None or before is None:
        return state
    return carried({path: before}, {path: text}, {path: latest})[path]


def add_trailers(workspace: Workspace, message: str, source: str | None) -> list[str]:
    """Add `Intent: ID` to the commit message in the file `message` for each staged intent.

    Returns those intents. A trailer that is there already stays as it is, and a message that
    git made from other commits is left alone. `source` is what git tells its hook.
    Raises: VcsError, LedgerError.
    """
    intents = [] if source in _MADE_BY_GIT else staged_intents(workspace)
    if intents:
        words = [word for intent in intents for word in ("--trailer", f"Intent: {intent}")]
        options = ("--in-place", "--if-exists", "addIfDifferent", *words)
        with Git(workspace.root) as git:
            git.run("interpret-trailers", *options, os.path.abspath(message))
    return intents


def _committing(workspace: Workspace) -> Git:
    """Git as the commit being made sees it: `git commit -a` stages in an index of its own."""
    index_file = os.environ.get("GIT_INDEX_FILE")
    return Git(workspace.root, index_file=os.path.abspath(index_file) if index_file else None)


def _staged(git: Git) -> list[str]:
    raw = git.run("diff", "--cached", "--name-only", "--no-renames", "--relative", "-z")
    return [name.decode("utf-8", "surrogateescape") for name in raw.split(b"\0") if name]


def changed_lines(before: bytes, after: bytes) -> Iterator[int]:
    """The lines with text (1-based) of `after` that are not in `before` at their place."""
    old, new = before.split(b"\n"), after.split(b"\n")
    same = {j for _, j in common_pairs(old, new)}
    return (i + 1 for i, line in enumerate(new) if i not in same and line.strip())
