"""`tracer check --base REF`: whether everything a branch changed can be accounted for.

Looked at are the lines that the commits of the branch changed, each at its origin: a line that
only moved is as good as it was. What has no intent, no contributor, an unknown intent or one
whose scope does not reach so far is a finding; so is a record that measured more than was
declared or allowed, and whatever `verify` finds in the ledger.
"""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracer.intents import archived, in_scope, load
from tracer.ledger import Problem, read, settled_by, verify
from tracer.model.enums import EntityType, Verdict
from tracer.model.errors import InputError, VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.model.workspace import SIDECAR
from tracer.queries.ownership import Ownership, open_index
from tracer.queries.standing import Standing
from tracer.queries.trailer import changed_lines
from tracer.vcs import Git, git_dir
from tracer.vcs.files import is_sidecar
from tracer.vcs.refs import merge_base

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable

    from tracer.intents import Registry
    from tracer.model.workspace import Workspace
    from tracer.vcs import PathChange

Json = dict[str, Any]

# Rules in the order of their weight; a line is told under the first it breaks.
RULES = {
    "ledger": "The ledger verifies",
    "no-contributor": "Every changed line has a contributor",
    "no-intent": "Every changed line serves an intent",
    "unknown-intent": "The intent a line serves is in the registry",
    "out-of-scope": "A line lies in the scope of its intent",
    "class-mismatch": "A change measures no more than was declared or allowed",
    "protected": "Agents left alone what governs them, and what nobody may change",
}
# What to do about it.
FIXES = {
    "ledger": "Run `tracer verify`, which names the first bad line of each kind",
    "no-contributor": "Commit the lines, or attest them: `tracer claim FILE:RANGE --as NAME`",
    "no-intent": "Add the trailer `Intent: ID` to the commit; let agents select an intent first",
    "unknown-intent": "Run `tracer intent add ID`, or correct the commit's trailer",
    "out-of-scope": "Widen it with `tracer intent expand ID --scope GLOB`, or move the code",
    "class-mismatch": "Undo it with `tracer revert RECORD`, or let the intent allow ANY mutation",
    "protected": "Look at what was changed there, and put the file back if no person wanted it",
}
_OF_AGENTS = frozenset({EntityType.AI, EntityType.MIXED})
_PROTECTED = frozenset({"CONTROL_PLANE_PROTECTED", "MUTATION_DENIED"})


class Finding(NamedTuple):
    """One thing that cannot be accounted for: a rule, a place (line 1: the file), and whose."""

    path: str
    start_line: int
    end_line: int
    rule: str
    message: str
    id: str | None


def check(
    workspace: Workspace,
    base: str,
    *,
    rev: str = "HEAD",
    only_ai: bool = False,
    governs: Callable[[str], bool] = is_sidecar,
) -> Json:
    """The findings on the commits of `rev` that `base` does not have.

    With `only_ai` only what agents are known to have written is judged. Records count as far as
    their change still stands. Ledger and intents are those on disk. Files that govern the agents
    (`governs`) are changed by people and tracer, so they need none either; what an agent did to
    them is in the ledger.
    Cost: one blame of each changed file, of its changed lines only, and one reading of the
    ledger.
    Raises: InputError outside git; VcsError for an unknown revision or unrelated histories.
    """
    if not git_dir(workspace.root):
        raise InputError(
            "this is no git repository, so there is no branch to check", fix="Go to one"
        )
    with ExitStack() as stack:
        git = stack.enter_context(Git(workspace.root))
        index = open_index(workspace, stack)
        head, start = git.resolve(rev), git.resolve(base)
        fork = _fork(git, start, head, base)
        registry = load(workspace)
        registry = registry._replace(intents=(*registry.intents, *archived(workspace)))
        commits = frozenset(git.run("rev-list", head, f"^{fork}").decode("ascii").split())
        ownership = Ownership(workspace, index, git)
        is_known = _of_the_base(git, fork)
        job = _Branch(git, ownership, commits, is_known, governs)
        findings = [
            finding
            for change in git.changes(fork, head)
            for finding in job.findings(change, fork, head, registry, only_ai=only_ai)
        ]
        standing = Standing(ownership, fork, head, job.places)
        findings += _of_records(workspace, registry, is_known, standing, only_ai=only_ai)
        verification = verify(workspace).to_json() if index is not None else None
    ledger = [_of_ledger(problem) for problem in (verification or {}).get("problems", ())]
    found = sorted([*findings, *ledger])
    return {
        "ok": not found,
        "base": fork,
        "revision": head,
        "commits": len(commits),
        "lines": job.lines,
        "ledger_ok": not ledger,
        "findings": [finding._asdict() for finding in found],
        "groups": _groups(found),
    }


def _groups(found: list[Finding]) -> list[Json]:
    """The findings that say the same of the same origin as one, rules in the order of weight."""
    groups: dict[tuple[str, str, str | None], list[Finding]] = {}
    for finding in sorted(found, key=lambda one: list(RULES).index(one.rule)):
        groups.setdefault((finding.rule, finding.message, finding.id), []).append(finding)
    return [
        {
            "rule": rule,
            "message": message,
            "id": identity,
            "fix": FIXES[rule],
            "lines": sum(one.end_line - one.start_line + 1 for one in group),
            "places": [
                {"path": one.path, "start_line": one.start_line, "end_line": one.end_line}
                for one in group
            ],
        }
        for (rule, message, identity), group in groups.items()
    ]


class _Branch:
    """The changed lines of a branch, and what is wrong with them. `lines` counts them."""

    def __init__(
        self,
        git: Git,
        ownership: Ownership,
        commits: frozenset[str],
        is_known: Callable[[str, str], bool],
        governs: Callable[[str], bool],
    ) -> None:
        self._git = git
        self._governs = governs
        self._is_known = is_known
        self._commits = commits
        self._ownership = ownership
        self.lines = 0
        self.places: dict[str, list[tuple[str, int]]] = {}  # by origin, and by who cut a line

    def findings(
        self, change: PathChange, fork: str, head: str, registry: Registry, *, only_ai: bool
    ) -> list[Finding]:
        """What the lines of one changed file break, as ranges."""
        path = change.after_path
        text = self._git.blob_at(head, path) if path is not None else None
        if path is None or text is None or self._governs(path) or b"\0" in text[:8000]:
            return []
        earlier = self._git.blob_at(fork, change.before_path) if change.before_path else None
        lines = list(changed_lines(earlier or b"", text))
        if not lines:
            return []
        told = self._ownership.rows(path, text, revision=head, lines=lines)
        for row in told:
            for identity in {row["origin"]["id"], row["last"]["id"]} - {None}:
                self.places.setdefault(identity, []).append((path, row["line"]))
        new = [row for row in told if self._is_new(row)]
        self.lines += len(new)
        judged = ((row, _judge(row, path, registry, only_ai=only_ai)) for row in new)
        blank = {n for n, line in enumerate(text.split(b"\n"), 1) if not line.strip()}
        return _ranges(path, ((row["line"], fault) for row, fault in judged if fault), blank)

    def _is_new(self, row: Json) -> bool:
        """Whether the origin of a line is the branch's: its commit, its record, or nobody."""
        origin = row["origin"]
        if origin["kind"] == "commit":
            return origin["id"] in self._commits
        if origin["id"] is None or origin["timestamp"] is None:
            return True  # nobody's, or of a commit that this clone does not have
        return not self._is_known(origin["id"], origin["timestamp"])


def _judge(
    row: Json, path: str, registry: Registry, *, only_ai: bool
) -> tuple[str, str, str | None] | None:
    """(rule, message, origin) of what a line breaks, or None."""
    origin = row["origin"]
    who = (origin.get("contributor") or {}).get("entity_type", EntityType.UNKNOWN)
    identity = origin["id"]
    if only_ai and who not in _OF_AGENTS:
        return None
    if who == EntityType.UNKNOWN:
        return "no-contributor", "nobody is known to have written this", identity
    intent_id = origin.get("intent_id")
    if intent_id is None:
        return "no-intent", "this serves no intent", identity
    intent = registry.get(intent_id)
    if intent is None:
        return "unknown-intent", f"{intent_id} is not in the registry", identity
    if intent.owned_scope and not in_scope(intent, path):
        return "out-of-scope", f"{intent_id} does not own {path}", identity
    return None


def _ranges(
    path: str, faults: Iterable[tuple[int, tuple[str, str, str | None]]], blank: Container[int]
) -> list[Finding]:
    """Lines with the same fault as one finding, where only blank lines stand between them."""
    found: list[Finding] = []
    for line, (rule, message, identity) in faults:
        last = found[-1] if found else None
        same = last is not None and last[3:] == (rule, message, identity)
        if last and same and all(n in blank for n in range(last.end_line + 1, line)):
            found[-1] = last._replace(end_line=line)
        else:
            found.append(Finding(path, line, line, rule, message, identity))
    return found


def _of_records(
    workspace: Workspace,
    registry: Registry,
    is_known: Callable[[str, str], bool],
    standing: Standing,
    *,
    only_ai: bool,
) -> list[Finding]:
    """What the branch's records tell: changes that measured too much, and protected files.

    Not those that a turn's later calls completed to a refactoring, nor what is gone again.
    """
    found: list[Finding] = []
    completed: set[str] = set()
    for _, record in read(workspace):
        if isinstance(record, Problem) or is_known(record["id"], record["timestamp"]):
            continue
        if record["event"] == "turn_class":
            classes = settled_by(record)
            completed.update(i for i in classes if classes[i] != Verdict.INTENT_EVOLUTION)
        elif record["event"] == "mutation":
            if not only_ai or _writer(record) in _OF_AGENTS:
                found += _mismatches(record, registry, standing)
        elif record["event"] == "refusal" and not record.get("enforced", True):
            found += _protected(record)
    return [finding for finding in found if finding.id not in completed]


def _writer(record: Json) -> str:
    """What kind of contributor a record is of."""
    found = record.get("contributor") or {}
    for file in record["files"]:
        for conversation in file["conversations"]:
            found = found or conversation.get("contributor") or {}
    return str(found.get("entity_type", EntityType.UNKNOWN))


def _protected(record: Json) -> Iterable[Finding]:
    """A change to a protected file that a hook found when it was done."""
    refusal = record["refusal"]
    if refusal["error_code"] in _PROTECTED and refusal.get("path"):
        yield Finding(refusal["path"], 1, 1, "protected", refusal["message"], record["id"])


def _mismatches(record: Json, registry: Registry, standing: Standing) -> Iterable[Finding]:
    """The files of a record in which more was measured than was declared or allowed."""
    measured, declared = record.get("mutation_class"), record.get("declared_class")
    intent = registry.get(record.get("intent_id") or "")
    allowed = intent.allowed_mutation if intent is not None else "ANY"
    if measured != Verdict.INTENT_EVOLUTION:
        return
    if declared == Verdict.AST_REFACTOR:
        message = f"declared {declared}, measured {measured}"
    elif allowed == Verdict.AST_REFACTOR and intent is not None:
        message = f"{intent.id} allows {allowed} only, measured {measured}"
    else:
        return
    for file in record["files"]:
        if file.get("mutation_class") == Verdict.INTENT_EVOLUTION:
            place = standing.place(record["id"], file)
            if place is not None:
                yield Finding(*place, "class-mismatch", message, record["id"])


def _of_the_base(git: Git, fork: str) -> Callable[[str, str], bool]:
    """Tells of a record, by id and timestamp, whether the base has it already.

    The ledger committed at the base says so; where there is none, the time of its commit does.
    """
    text = git.blob_at(fork, f"{SIDECAR}/agent_trace.jsonl")
    if text is not None:
        marks = (line.partition(b'"id":"')[2].partition(b'"')[0] for line in text.split(b"\n"))
        ids = frozenset(mark.decode("ascii", "replace") for mark in marks)
        return lambda identity, _: identity in ids
    commit = git.commit(fork)
    limit = commit.time if commit is not None else 0
    return lambda _, moment: datetime.fromisoformat(moment).timestamp() <= limit


def _of_ledger(problem: Json) -> Finding:
    line = problem["line"] or 1
    message = f"{problem['problem']}: {problem.get('detail') or ''}".rstrip(": ")
    return Finding(f"{SIDECAR}/agent_trace.jsonl", line, line, "ledger", message, None)


def _fork(git: Git, base: str, head: str, name: str) -> str:
    found = merge_base(git, base, head)
    if found is None:
        raise VcsError(
            f"{name} and {head[:12]} have no common commit here",
            fix="In CI, fetch the whole history (fetch-depth: 0)",
        )
    return found
