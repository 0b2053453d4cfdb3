"""Commits have whole seconds, records have more: which came first within one second."""

from __future__ import annotations

import time

from tracer import engine
from tracer.ledger import Index
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event
from tracer.queries.ledger_recall import credited_commits, was_recorded_before
from tracer.vcs import Git

STORE = "def get(key):\n    raise KeyError('no such key: ' + key)\n"
EDITED = STORE.replace("no such", "unknown")


def _at_the_start_of_a_second() -> int:
    """The next second of the clock, once it has begun."""
    second = int(time.time()) + 1
    time.sleep(max(0.0, second - time.time()))
    return second


def test_record_comes_after_a_commit_that_it_credits(traced) -> None:
    """An agent edits what it took from a commit of the same second that is on another branch."""
    repo = traced.repo
    repo.commit("Begin", readme="A shop\n")
    repo.git("checkout", "-q", "-b", "other")
    repo.clock = _at_the_start_of_a_second() - 60  # `commit` adds a minute
    taken = repo.commit("A store", store__py=STORE)
    repo.git("checkout", "-q", "-")
    command = "git checkout -q other -- store.py"
    shell = Event(
        phase=Phase.PRE,
        kind=ActionKind.SHELL,
        agent="acme",
        session_id="s1",
        cwd=traced.workspace.root,
        call_id="shell",
        contributor=Contributor(EntityType.AI, "acme-1"),
        command=command,
    )
    engine.before_call(traced.workspace, shell)
    repo.git(*command.split()[1:])
    engine.after_call(traced.workspace, shell._replace(phase=Phase.POST))
    record = traced.agent(store__py=EDITED)[-1]
    repo.clock -= 60
    repo.commit("Take the store", store__py=EDITED)
    assert credited_commits(record) == [taken]
    with Git(repo.root) as git, Index.open(traced.workspace) as index:
        assert not was_recorded_before(index, git, record["id"], taken)
    assert traced.lines("store.py")[1] == ("observed", "acme-1", "INT-001")
