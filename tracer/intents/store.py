"""Changing the registry file: comments and unknown keys stay, and no writer undoes another.

Every change is one read, change and replace under a lock, and counts the version up (`versions`).
ruamel.yaml keeps what people wrote; it is imported here only, never on the path of an ordinary
hook.
"""

from __future__ import annotations

import os
from io import StringIO
from typing import TYPE_CHECKING, Any

from tracer.intents import registry, scope
from tracer.intents.files import locked
from tracer.intents.lifecycle import overlaid
from tracer.intents.model import FOLLOWS, Intent, Registry, Status
from tracer.intents.store_stamp import stamp
from tracer.intents.times import now_text
from tracer.intents.versions import count, version_of
from tracer.model.disk import write_atomically
from tracer.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.model.workspace import Workspace

_ALWAYS = frozenset({"owned_scope", "constraints", "acceptance_criteria"})
_ATTEMPTS = 10
_GLOBS = 50  # that one request may ask for
_GLOB_LENGTH = 200
_LOCK_TIMEOUT_S = 30.0  # a change takes a quarter of a second, and many may wait in line
_NO_WRAP = 1_000_000  # columns; ruamel.yaml would fold long lines of people
_TEXT_TAG = "tag:yaml.org,2002:str"
_NEW_FILE = b"active_intents: []\n"


def add(workspace: Workspace, intent: Intent, *, expected_version: int | None = None) -> Registry:
    """The registry with `intent` added at its end. Missing times are set to now.

    Raises: UsageError for an id that is taken, or a value that is not allowed.
    """

    def change(document: Any, current: Registry) -> None:
        if current.get(intent.id) is not None:
            raise UsageError(f"{intent.id} exists already", fix="Choose another id.")
        _bounded(current, intent, intent.owned_scope)
        stamp = now_text()
        whole = intent._replace(
            created_at=intent.created_at or stamp, updated_at=intent.updated_at or stamp
        )
        if document.get("active_intents") is None:
            document["active_intents"] = []
        entries = document["active_intents"]
        if not entries and hasattr(entries, "fa"):
            entries.fa.set_block_style()
        entries.append(_entry(whole))

    return _change(workspace, change, expected_version)


def set_status(
    workspace: Workspace, intent_id: str, status: Status, *, expected_version: int | None = None
) -> Registry:
    """The registry in which the intent has `status`. Setting what it has changes nothing.

    Raises: InputError for an unknown intent; UsageError for a status that cannot follow.
    """

    def change(document: Any, current: Registry) -> None:
        intent = _known(current, intent_id)
        if intent.status is status:
            return
        if status not in FOLLOWS[intent.status]:
            allowed = ", ".join(sorted(FOLLOWS[intent.status]))
            raise UsageError(
                f"{intent_id} is {intent.status} and cannot become {status}",
                fix=f"It can become: {allowed}.",
            )
        _set(document, current, intent_id, {"status": status.value})

    return _change(workspace, change, expected_version)


def complete(workspace: Workspace, intent_id: str) -> Registry:
    """The registry in which the intent is COMPLETED. Raises: UsageError as `set_status`."""
    return set_status(workspace, intent_id, Status.COMPLETED)


def expand(
    workspace: Workspace,
    intent_id: str,
    globs: Sequence[str],
    *,
    expected_version: int | None = None,
) -> Registry:
    """The registry in which the intent also owns `globs`; those it has are not repeated.

    Raises: InputError for an unknown intent or a glob that cannot be read; UsageError for one
    outside the parent's scope.
    """

    def change(document: Any, current: Registry) -> None:
        intent = _known(current, intent_id)
        fresh = [glob for glob in dict.fromkeys(globs) if glob not in intent.owned_scope]
        _bounded(current, intent, fresh)
        if fresh:
            _set(document, current, intent_id, {"owned_scope": [*intent.owned_scope, *fresh]})

    for glob in globs:
        scope.owns((glob,), "x")
    return _change(workspace, change, expected_version)


def check_expansion(workspace: Workspace, intent_id: str, globs: Sequence[str]) -> None:
    """Raise what `expand` would raise; nothing is written.

    A person has to be able to read what is asked for, so there are not too many globs, and each is
    one short line that can match something inside the workspace.
    """
    current = registry.load(workspace)
    if len(globs) > _GLOBS:
        raise UsageError(
            f"{len(globs)} globs are more than a person reads", fix=f"Ask for at most {_GLOBS}."
        )
    for glob in globs:
        is_readable = glob.isprintable() and 0 < len(glob) <= _GLOB_LENGTH
        if not is_readable or ".." in glob.split("/"):
            raise UsageError(
                f"{glob[:_GLOB_LENGTH]!r} is no glob for files of the workspace",
                fix="Write it as in .gitignore, such as `src/**`.",
            )
        scope.owns((glob,), "x")
    _bounded(current, _known(current, intent_id), globs)


def renew(workspace: Workspace, intent_id: str, expires_at: str) -> Registry:
    """The registry in which the intent expires at `expires_at` (RFC 3339).

    Raises: InputError for an unknown intent, UsageError for a time that is none.
    """

    def change(document: Any, current: Registry) -> None:
        _known(current, intent_id)
        _set(document, current, intent_id, {"expires_at": expires_at})

    return _change(workspace, change, None)


def rotate(workspace: Workspace, finished_before: str) -> list[Intent]:
    """The intents that left the registry for `intents_archive.yaml`, in order.

    They are those finished (COMPLETED, ABANDONED), or expired, since before the RFC 3339 time
    `finished_before`, and no ancestor of one that stays.
    Raises: InputError for an archive that cannot be read.
    """
    path = os.path.join(workspace.sidecar, registry.ARCHIVE)
    moved: list[Intent] = []

    def change(document: Any, current: Registry) -> None:
        gone = [intent for intent in current.intents if _is_over(intent, finished_before)]
        kept = [intent for intent in current.intents if intent not in gone]
        needed = {above.id for intent in kept for above in current.with_ancestors(intent)}
        moved[:] = [intent for intent in gone if intent.id not in needed]
        if not moved:
            return
        names = {intent.id for intent in moved}
        raw = _read(path)
        editor = _editor(raw)
        archive = editor.load(raw.decode("utf-8-sig"))
        entries = document["active_intents"]
        if not archive["active_intents"] and hasattr(archive["active_intents"], "fa"):
            archive["active_intents"].fa.set_block_style()
        archive["active_intents"].extend(entry for entry in entries if entry["id"] in names)
        content = _encode(_dump(editor, archive), raw)
        registry.parse(content, path)
        write_atomically(path, content, durable=True)  # first: better twice than nowhere
        for position in reversed(range(len(entries))):
            if entries[position]["id"] in names:
                del entries[position]

    _change(workspace, change, None)
    return moved


def _is_over(intent: Intent, before: str) -> bool:
    done = intent.status in (Status.COMPLETED, Status.ABANDONED)
    ended = (intent.updated_at or intent.created_at) if done else intent.expires_at
    return ended is not None and ended < before


def _bounded(current: Registry, intent: Intent, globs: Sequence[str]) -> None:
    """Refuse globs that reach beyond an ancestor (REQUIREMENTS C5)."""
    if intent.parent is not None and current.get(intent.parent) is None:
        raise InputError(
            f"the parent {intent.parent} is not in the registry", fix="Name one that is."
        )
    for above in current.with_ancestors(intent)[1:]:
        outside = scope.first_outside(globs, above.owned_scope)
        if outside is not None:
            raise UsageError(
                f"{outside} lies outside the scope of {above.id}, the parent of {intent.id}",
                fix="Choose a glob inside it, or widen the parent first.",
            )


def _known(current: Registry, intent_id: str) -> Intent:
    intent = current.get(intent_id)
    if intent is None:
        raise InputError(f"{intent_id} is not in the registry", fix="See `tracer intent list`.")
    return intent


def _set(document: Any, current: Registry, intent_id: str, values: dict[str, Any]) -> None:
    """Write values into the entry of the intent; lists grow in place and keep their comments."""
    position = [intent.id for intent in current.intents].index(intent_id)
    entry = document["active_intents"][position]
    for key, value in (values | {"updated_at": now_text()}).items():
        present = entry.get(key)
        if isinstance(present, list) and isinstance(value, list):
            present.extend(_quoted(value[len(present) :]))
        elif key in entry:
            entry[key] = _quoted(value)
        else:  # not at the end: the last key holds the comment above the next intent
            entry.insert(max(1, len(entry) - 1), key, _quoted(value))


def _entry(intent: Intent) -> dict[str, Any]:
    """The intent as a mapping to write: fields in the order of C1, empty optional ones left out."""
    whole = intent.to_json()
    if intent.allowed_mutation == "ANY":
        del whole["allowed_mutation"]
    return {key: _quoted(value) for key, value in whole.items() if value or key in _ALWAYS}


def _quoted(value: Any) -> Any:
    """The value with quotes around text that a YAML 1.1 reader would take for something else.

    ruamel.yaml writes YAML 1.2, where `yes` and `12:30` are text; PyYAML reads 1.1.
    """
    if isinstance(value, list):
        return [_quoted(item) for item in value]
    if isinstance(value, dict):
        return {key: _quoted(item) for key, item in value.items()}
    if not isinstance(value, str) or reads_as_text(value):
        return value
    from ruamel.yaml.scalarstring import SingleQuotedScalarString  # noqa: PLC0415 - see above

    return SingleQuotedScalarString(value)


def reads_as_text(value: str) -> bool:
    """Whether a YAML 1.1 reader takes the bare words `value` for text."""
    import yaml  # noqa: PLC0415 - writing only

    resolver: Any = yaml.resolver.Resolver()
    return bool(resolver.resolve(yaml.ScalarNode, value, (True, False)) == _TEXT_TAG)


def _change(
    workspace: Workspace,
    change: Callable[[Any, Registry], None],
    expected_version: int | None,
) -> Registry:
    """The registry after `change` worked on the file's document, written in one step.

    `expected_version` refuses the change when somebody was faster.
    Raises: InputError for a bad file, UsageError for a change that would make it one; nothing is
    written then.
    """
    path = workspace.intents
    lock = os.path.join(workspace.index, "intents.lock")
    with locked(lock, timeout_s=_LOCK_TIMEOUT_S):
        for _ in range(_ATTEMPTS):
            raw = _read(path)
            _refuse_marks(raw, path)
            current = overlaid(workspace, registry.parse(raw, path))
            version = version_of(workspace, raw, current.version)
            current = current._replace(version=version)
            _refuse_stale(path, current, expected_version)
            text = _edited(raw, current, change)
            if text is None:
                return current
            content = _encode(text, raw)
            after = _checked(content, path)
            if _read(path) == raw:  # no person's editor saved in between
                stamp(workspace, content)
                write_atomically(path, content, durable=True)
                count(workspace, content, version + 1)
                return overlaid(workspace, after._replace(version=version + 1))
    raise InputError(f"{path}: keeps changing", fix="Close what writes it, then try again.")


def _refuse_marks(raw: bytes, path: str) -> None:
    """Refuse to write into a file that a merge has left for a person."""
    if registry.conflicted(raw, path) is not None:
        raise InputError(
            f"{path}: a merge left conflict marks", fix="Edit the file, then `git add` it."
        )


def _checked(content: bytes, path: str) -> Registry:
    """The registry a change leads to; what is wrong with it stands in no file yet."""
    try:
        return registry.parse(content, path)
    except InputError as error:
        problem = error.message.removeprefix(f"{path}:").partition(": ")[2]
        raise UsageError(problem or error.message, fix=error.fix) from error


def _refuse_stale(path: str, current: Registry, expected_version: int | None) -> None:
    if expected_version is not None and current.version != expected_version:
        raise UsageError(
            f"{path}: changed meanwhile (version {current.version}, not {expected_version})",
            fix="Read it again, then repeat the change.",
        )


def _edited(raw: bytes, current: Registry, change: Callable[[Any, Registry], None]) -> str | None:
    """The file's text after `change`, or None when it changed nothing."""
    editor, document = document_of(raw)
    before = _dump(editor, document)
    change(document, current)
    if _dump(editor, document) == before:
        return None
    return _dump(editor, document)


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return _NEW_FILE


def _editor(raw: bytes) -> Any:
    """A round-trip editor that indents lists as the file does."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - 60 ms that no ordinary hook may pay

    editor = YAML(typ="rt")
    editor.preserve_quotes = True
    editor.width = _NO_WRAP
    lines = raw.decode("utf-8-sig").splitlines()
    dashes = [line for line in lines if line.lstrip().startswith("- ")]
    if not dashes or dashes[0].startswith(" "):
        editor.indent(mapping=2, sequence=4, offset=2)
    return editor


def document_of(raw: bytes) -> tuple[Any, Any]:
    """An editor for a registry's text, and the document in it, with comments and order."""
    editor = _editor(raw)
    document = editor.load(raw.decode("utf-8-sig"))
    if document is None:
        document = editor.load(_NEW_FILE.decode())
    if document.get("active_intents") is None:
        document["active_intents"] = []
    return editor, document


def encoded(editor: Any, document: Any, raw: bytes) -> bytes:
    """The bytes of a document, with the line ends of the text it was read from."""
    return _encode(_dump(editor, document), raw)


def _dump(editor: Any, document: Any) -> str:
    stream = StringIO()
    editor.dump(document, stream)
    return stream.getvalue()


def _encode(text: str, raw: bytes) -> bytes:
    """The text with the byte order mark and the line ends of the file it replaces."""
    content = text.encode()
    if b"\r\n" in raw:
        content = content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return b"\xef\xbb\xbf" + content if raw.startswith(b"\xef\xbb\xbf") else content
