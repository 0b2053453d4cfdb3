"""From a change set to a record: match, classify, carry, append, index."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, Protocol

from tracer.classify import classify, whose
from tracer.engine.content import content_of
from tracer.engine.disk import read_file
from tracer.engine.earlier_versions import copies, recall, remember
from tracer.engine.header import Header, contributor_json, document_of, related_json
from tracer.engine.mentions import mentions_in
from tracer.engine.returned import own_writing
from tracer.engine.values import News
from tracer.engine.world import in_repository
from tracer.fingerprint import FORMAT
from tracer.fingerprint.functions import known_functions
from tracer.ledger import SpooledError, append, new_id, salt_of, state_to_json, timestamp
from tracer.lineage import ASIDE, NEW, WORD_KEPT, Maker, carry
from tracer.matching import match
from tracer.model.enums import Method, Rung, SourceKind, Verdict
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tracer.classify import Classification, Whose
    from tracer.engine.values import Settled, Step
    from tracer.fingerprint import Fingerprints
    from tracer.ledger import Index
    from tracer.lineage import Removed
    from tracer.matching import NodeMapping
    from tracer.model.attribution import Credit, FileState
    from tracer.model.changes import Change, ChangeSet, ChangeVerdict, FileChange, FileVerdict
    from tracer.model.spans import Place
    from tracer.model.workspace import Workspace
    from tracer.syntax import SyntaxTree


class Memory(Protocol):
    """What is known beyond one step: earlier steps of a turn, or what an undo brings back."""

    def settle(
        self, index: Index, step: Step, states: Mapping[str, FileState], maker: Maker
    ) -> Settled:
        """What is known better than by this step alone."""
        ...

    def add(
        self, index: Index, step: Step, states: Mapping[str, FileState], record_id: str
    ) -> None:
        """Remember a step that has been recorded."""
        ...


def measure(
    change_set: ChangeSet, workspace: Workspace | None = None, assume: str | None = None
) -> Classification:
    """The verdict on a change set, with its evidence; nothing is written.

    With a `workspace`, its other files may be asked whether they use a name. `assume`: the
    assumptions that a proof may make (docs/assumptions.md), None for the standard ones.
    """
    return classify(
        match(change_set),
        closed_world=change_set.closed_world,
        mentions=mentions_in(workspace, change_set) if workspace is not None else None,
        assume=assume,
    )


def record_change(
    workspace: Workspace,
    index: Index,
    step: Step,
    header: Header,
    turn: Memory | None = None,
) -> dict[str, Any]:
    """Append the record of one change and return it as written.

    `turn` remembers the earlier steps of the same turn, so that code that travels in two of
    them keeps its origin. The index then holds the texts and states after.
    Cost: that of matching and one append; nothing grows with the ledger or the repository.
    Raises: SpooledError, when all is done, if the ledger could not be written but the record
    is kept for later.
    """
    now = time.time_ns()
    record_id = new_id(now)
    mapping = match(step.change_set)
    verdict, found = _judged(workspace, mapping, step.change_set)
    texts = {
        change.after_path: change.after
        for change in step.change_set.files
        if change.after_path is not None and change.after is not None
    }
    contents = {path: content_of(text) for path, text in texts.items()}
    maker = _maker(header, record_id)
    carried = carry(
        mapping, step.states, contents, maker,
        kept=found.kept, rules=found.rules, removed=found.removed,
    )  # fmt: skip
    states = {state.path: state for state in carried.states}
    removed = carried.removed
    survivors: set[tuple[str, str]] = set()
    if turn is not None:
        settled = turn.settle(index, step, states, maker)
        states |= settled.states
        texts |= settled.texts
        survivors = settled.survivors
        removed = tuple(item for item in removed if (item.path, item.element) not in survivors)
    accepts = own_writing(workspace, index, header, step.change_set)
    states |= _recognised(workspace, index, step, mapping, states, maker, accepts)
    document = document_of(header, record_id, timestamp(now), head(workspace.root))
    salt = salt_of(workspace)
    parts = _Parts(mapping, verdict, states, texts, removed, header, record_id, salt)
    document |= _judgement(verdict) | {"files": _files(parts, step.change_set)}
    if survivors:
        document["survivors"] = [{"path": p, "element": name} for p, name in sorted(survivors)]
    for path, content in contents.items():
        index.put_text(content, texts[path])
    written, spooled = _appended(workspace, index, document)
    remember(index, step.change_set, step.states, states)
    if turn is not None:
        turn.add(index, step, states, record_id)
    if spooled is not None:
        raise spooled
    return written


def _judgement(verdict: ChangeVerdict) -> dict[str, Any]:
    """What a record says of behaviour, and what a proof rests on."""
    said: dict[str, Any] = {"mutation_class": str(verdict.verdict)}
    if verdict.proof is not None:
        said["proof"] = {"grade": verdict.proof.grade, "assumes": list(verdict.proof.assumes)}
    return said


def _appended(
    workspace: Workspace, index: Index, document: dict[str, Any]
) -> tuple[dict[str, Any], SpooledError | None]:
    """The record as written, and the error if it waits for better times.

    It is safe then and will be delivered; what else there is to remember still is.
    """
    try:
        written = append(workspace, document)
        index.refresh()
    except SpooledError as error:
        return error.records[-1], error
    return written, None


def _judged(
    workspace: Workspace, mapping: NodeMapping, change_set: ChangeSet
) -> tuple[ChangeVerdict, Whose]:
    """What a change does to behaviour, and what it means for whose code is.

    They differ where a name is renamed in all that changed and another file has the word, too: that
    may break something, so it is no refactoring; but the code is its writer's all the same.
    """
    mentions = mentions_in(workspace, change_set)
    is_open = mentions is None

    def told(word: str) -> bool:
        nonlocal is_open
        found = mentions is None or mentions(word)
        is_open = is_open or found
        return found

    found = in_repository(
        workspace, mapping, change_set, mentions=None if mentions is None else told
    )
    if not is_open or change_set.closed_world or found.verdict.verdict is Verdict.AST_REFACTOR:
        return found.verdict, found.whose
    return found.verdict, whose(mapping, closed_world=True)


def _recognised(  # noqa: PLR0913, PLR0917 - all that `record_change` knows by then
    workspace: Workspace,
    index: Index,
    step: Step,
    mapping: NodeMapping,
    states: Mapping[str, FileState],
    maker: Maker,
    accepts: Callable[[Credit, Credit], bool],
) -> dict[str, FileState]:
    """The states that change because new code in them is known: it returned, or is a copy."""
    own = {maker.touch(rule) for rule in (NEW, *ASIDE)}
    kept = maker.touch(WORD_KEPT)
    texts = {tree_path: tree.text for tree_path, tree in _trees(mapping)}

    def read(path: str) -> bytes | None:
        return texts.get(path) or read_file(os.path.join(workspace.root, path))

    news = News(
        {path: states[path] for path in texts},
        texts,
        dict(_trees(mapping)),
        lambda credit: credit.last == kept or (credit.origin.id == maker.id and credit.last in own),
        maker,
        read,
        accepts,
    )
    changed = recall(index, news, step.earlier)
    news = news._replace(states={**news.states, **changed})
    originals = dict(step.originals)
    for change in step.change_set.files:
        if change.before_path is not None and change.before is not None:
            originals[change.before_path] = change.before, step.states[change.before_path]
    return changed | copies(index, news, originals)


def _trees(mapping: NodeMapping) -> Iterator[tuple[str, SyntaxTree]]:
    return zip(mapping.after.paths, mapping.after.trees, strict=True)


def _maker(header: Header, record_id: str) -> Maker:
    """Who the new code is credited to: the record, or the commit whose text it is."""
    if header.revision is not None:
        return Maker(header.revision, SourceKind.BASELINE, Method.INFERRED)
    return Maker(record_id, SourceKind.RECORD, header.method)


class _Parts(NamedTuple):
    """What the `files[]` of one record are made of."""

    mapping: NodeMapping
    verdict: ChangeVerdict
    states: Mapping[str, FileState]
    texts: Mapping[str, bytes]
    removed: tuple[Removed, ...]
    header: Header
    record_id: str
    salt: bytes


def _files(parts: _Parts, change_set: ChangeSet) -> list[dict[str, Any]]:
    """`files[]` of the record: every file of the change, then files only re-attributed."""
    by_after = {entry.after: entry for entry in parts.verdict.files if entry.after}
    by_before = {entry.before: entry for entry in parts.verdict.files if entry.before}
    before = {change.before_path: change.before or b"" for change in change_set.files}
    entries = []
    for change in change_set.files:
        verdict = by_after.get(change.after_path or "") or by_before.get(change.before_path or "")
        if change.after_path is None and verdict is not None and verdict.after is not None:
            continue  # the file moved: the entry of its new path says where from
        entry = _entry(parts, change, verdict)
        if entry.get("before_path"):
            entry["before"] = content_of(before[entry["before_path"]])
        gone = [item for item in parts.removed if item.path == change.before_path]
        if gone:
            entry["removed"] = [_removed(item) for item in gone]
        entries.append(entry)
    changed = {change.after_path for change in change_set.files}
    return entries + [_state_entry(parts, path) for path in sorted(parts.states.keys() - changed)]


def _entry(parts: _Parts, change: FileChange, verdict: FileVerdict | None) -> dict[str, Any]:
    if change.after_path is None or change.after is None:
        entry: dict[str, Any] = {
            "relative_path": change.before_path,
            "after": None,
            "conversations": [_conversation(parts.header, [])],
        }
    else:
        entry = _state_entry(parts, change.after_path)
        file = parts.mapping.after.file_of_path[change.after_path]
        prints = parts.mapping.after.prints(file)
        entry["ast_fingerprint"] = _fingerprint(prints) | _functions(
            parts, change.after_path, prints
        )
    if change.before is not None:
        entry["before"] = content_of(change.before)
    if verdict is not None:
        entry["mutation_class"] = str(verdict.verdict)
        entry["changes"] = [_change(item) for item in verdict.changes]
        if verdict.before and verdict.after and verdict.before != verdict.after:
            entry["before_path"] = verdict.before
    return entry


def _state_entry(parts: _Parts, path: str) -> dict[str, Any]:
    """The attribution of one file: all there is to say when only that changed."""
    entry = state_to_json(parts.states[path], parts.record_id, parts.texts[path], salt=parts.salt)
    ranges = entry["conversations"][0]["ranges"]
    entry["conversations"] = [_conversation(parts.header, ranges)]
    return entry


def _conversation(header: Header, ranges: list[dict[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {"contributor": contributor_json(header.contributor)}
    if header.conversation_url:
        document["url"] = header.conversation_url
    document["ranges"] = ranges
    related = related_json(header)
    if related:
        document["related"] = related
    return document


def _fingerprint(prints: Fingerprints) -> dict[str, Any]:
    tree = prints.tree
    digest = prints.digest(Rung.TOKENS, 0)
    return {
        "parser": "tree-sitter" if tree.language.grammar is not None else "lines",
        "language": tree.language.name,
        "format": FORMAT,
        "summary_hash": f"xxh3:{digest.hex()}",
    }


def _functions(parts: _Parts, path: str, prints: Fingerprints) -> dict[str, Any]:
    """`functions` of a fingerprint: those that have a line which this record wrote."""
    state = parts.states[path]
    own = parts.record_id
    lines = {
        mixed.line
        for mixed in state.mixed
        if any(credit.origin.id == own for _, credit in mixed.parts)
    }
    for run in state.runs:
        if run.credit.origin.id == own:
            lines.update(range(run.start_line, run.end_line + 1))
    found = [known._asdict() for known in known_functions(prints, lines, parts.salt)]
    return {"functions": found} if found else {}


def _change(change: Change) -> dict[str, Any]:
    return {
        "rule": change.rule,
        "verdict": str(change.verdict),
        "evidence": "" if change.quotes else change.evidence,
        "before": _place(change.before),
        "after": _place(change.after),
    }


def _place(place: Place | None) -> dict[str, Any] | None:
    return None if place is None else place._asdict()


def _removed(item: Removed) -> dict[str, Any]:
    return {
        "element": item.element,
        "origin": item.origin.id,
        "origin_kind": str(item.origin.kind),
        "origin_path": item.origin.path,
    }
