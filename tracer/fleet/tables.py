"""The tables of the warehouse: their columns, types and meanings, as in docs/warehouse.md.

No table holds text of code: positions, names, hashes and facts only.
"""

from __future__ import annotations

from typing import Any

from tracer.model.named_tuple import NamedTuple

FORMAT = 1  # of the tables and manifests; another number is another warehouse


class Column(NamedTuple):
    """One column: its name, its type (`text`, `count`, `flag`, `time`) and what it says."""

    name: str
    kind: str
    about: str


_REPOSITORY = Column("repository", "text", "Name of the repository in REPOS.yaml.")
_HEAD = (
    _REPOSITORY,
    Column("record_id", "text", "The record's id."),
    Column("timestamp", "time", "When it happened, as the record says."),
    Column("event", "text", "`mutation`, `reconcile`, `import`, `refusal`, ..."),
    Column("intent_id", "text", "The intent it was recorded under."),
    Column("mutation_class", "text", "Measured when it was recorded."),
    Column("entity_type", "text", "Who: `AI`, `HUMAN`, `MIXED`, `UNKNOWN`."),
    Column("model_identifier", "text", "The model, of an agent."),
    Column("contributor", "text", "The contributor's name."),
)

TABLES: dict[str, tuple[Column, ...]] = {
    "intents": (
        _REPOSITORY,
        Column("intent_id", "text", "The intent's id."),
        Column("name", "text", "Its name."),
        Column("status", "text", "Its status, that of the ledger included."),
        Column("parent", "text", "The intent that it is a part of."),
        Column("specifications", "text", "`type:value` of what it serves, by blanks."),
        Column("created_at", "text", "As the registry has it."),
    ),
    "records": (
        *_HEAD,
        Column("declared_class", "text", "What the agent said the change would be."),
        Column("tool", "text", "The agent."),
        Column("session_id", "text", "The agent's session."),
        Column("revision_id", "text", "The commit checked out."),
        Column("reverts", "text", "The record that this one undid."),
        Column("position", "count", "The line of the ledger, from 1."),
        Column("files", "count", "How many files it names."),
        Column("lines", "count", "How many whole lines originate in it."),
    ),
    "settlements": (
        _REPOSITORY,
        Column("record_id", "text", "A call of an agent."),
        Column("mutation_class", "text", "What the end of its turn measured for it with others."),
        Column("position", "count", "The line of the ledger that says so."),
    ),
    "ranges": (
        *_HEAD,
        Column("path", "text", "The file."),
        Column("language", "text", "Its language, where it was parsed."),
        Column("start_line", "count", "First line of the range in the version written."),
        Column("end_line", "count", "Last line, included."),
        Column("lines", "count", "How many lines."),
        Column("content_hash", "text", "Hash of the lines, as in the ledger."),
        Column("method", "text", "How it is known: `observed`, `imported`, ..."),
    ),
    "months": (
        _REPOSITORY,
        Column("month", "time", "The first day of the month, UTC."),
        Column("event", "text", "As in `ranges`."),
        Column("intent_id", "text", "As in `ranges`."),
        Column("mutation_class", "text", "As in `ranges`."),
        Column("entity_type", "text", "As in `ranges`."),
        Column("model_identifier", "text", "As in `ranges`."),
        Column("contributor", "text", "As in `ranges`."),
        Column("ranges", "count", "How many rows `ranges` has of all this."),
        Column("lines", "count", "And how many lines those have."),
    ),
    "verdicts": (
        *_HEAD,
        Column("path", "text", "The file."),
        Column("file_class", "text", "The class measured for this file."),
        Column("grade", "text", "Of the record's proof: `complete`, `conditional`."),
        Column("assumes", "text", "The assumptions it makes, by blanks."),
    ),
    "decisions": (
        *_HEAD,
        Column("kind", "text", "`refusal`, `approval`, `quality` or `lifecycle`."),
        Column("answer", "text", "Code of a refusal, answer, action, or the worst step."),
        Column("subject", "text", "Path refused, request, or status after."),
    ),
    "lines": (
        _REPOSITORY,
        Column("path", "text", "The file, as it is called now."),
        Column("start_line", "count", "First line of the range, now."),
        Column("end_line", "count", "Last line, included."),
        Column("lines", "count", "How many lines."),
        Column("origin_id", "text", "The record or commit that gave them their meaning."),
        Column("origin_kind", "text", "`record`, or `commit` for one that cites an intent."),
        Column("intent_id", "text", "The intent they serve."),
        Column("entity_type", "text", "Who wrote them."),
        Column("model_identifier", "text", "The model, of an agent."),
        Column("contributor", "text", "The contributor's name."),
        Column("method", "text", "How it is known."),
        Column("timestamp", "time", "When they got their meaning."),
        Column("is_counted", "flag", "Whether `tracer report` counts them as lines now."),
    ),
    "definitions": (
        _REPOSITORY,
        Column("path", "text", "The file, at the commit taken in."),
        Column("language", "text", "Its language."),
        Column("kind", "text", "`function`, `class`, ..."),
        Column("name", "text", "Qualified by what encloses it."),
        Column("start_line", "count", "First line."),
        Column("end_line", "count", "Last line, included."),
        Column("nodes", "count", "Size in syntax nodes."),
        Column("tokens_hash", "text", "Equal where all tokens are."),
        Column("alpha_hash", "text", "Equal up to names of locals."),
        Column("shape_hash", "text", "Equal up to all names and values."),
    ),
    "commits": (
        _REPOSITORY,
        Column("commit_id", "text", "The commit."),
        Column("position", "count", "Its place on the walk, from 0."),
        Column("timestamp", "time", "When it was committed."),
        Column("intent_id", "text", "The intent its trailer cites, if it is one."),
        Column("entity_type", "text", "Whose it is, as `blame` says."),
        Column("model_identifier", "text", "The model, of an agent."),
        Column("contributor", "text", "The name."),
        Column("parents", "count", "How many parents."),
        Column("files", "count", "How many files it changed, against its first parent."),
    ),
    "introductions": (
        _REPOSITORY,
        Column("commit_id", "text", "The commit."),
        Column("timestamp", "time", "When it was committed."),
        Column("path", "text", "The file."),
        Column("name", "text", "The definition that is new there, or reads otherwise."),
        Column("alpha_hash", "text", "As in `definitions`."),
    ),
    "origins": (
        _REPOSITORY,
        Column("path", "text", "The file, at the commit taken in."),
        Column("start_line", "count", "First line of the range."),
        Column("end_line", "count", "Last line, included."),
        Column("lines", "count", "How many lines."),
        Column("commit_id", "text", "The commit that gave them their meaning; by git alone."),
        Column("origin_path", "text", "The file's name there."),
        Column("intent_id", "text", "The intent that commit cites."),
        Column("entity_type", "text", "Whose it is."),
        Column("contributor", "text", "The name."),
    ),
    "steps": (
        _REPOSITORY,
        Column("key", "bytes", "Of a value that a walk of history needs."),
        Column("value", "bytes", "What a commit did to lines: numbers only."),
    ),
}


def schema_of(table: str) -> Any:
    """The Arrow schema of a table."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    kinds = {
        "text": pa.string(),
        "count": pa.int64(),
        "flag": pa.bool_(),
        "time": pa.timestamp("us", "UTC"),
        "bytes": pa.binary(),
    }
    return pa.schema([(column.name, kinds[column.kind]) for column in TABLES[table]])
