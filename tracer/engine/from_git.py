"""What a shell command only brought from elsewhere: from commits, the stash, or a patch file.

An agent that runs `git stash pop`, `git cherry-pick -n`, `git checkout BRANCH -- FILE` or
`git apply` did not write what comes. Which commits a command may have taken from follows from
its words and from the stash; whether it did, from the lines: what came and stands in one of
those versions was brought, what stands in none of them the command wrote.
"""

from __future__ import annotations

import itertools
import os
import re
import shlex
from contextlib import suppress
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from tracer.engine.disk import read_file
from tracer.engine.linesums import checksum, checksums
from tracer.intents import session
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import Git, commits_since, git_dir, head

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_MOST_WORDS = 64  # of a command that are looked at
_MOST_FILES = 16  # named in a command
_LARGEST = 1 << 20  # bytes of a file whose lines are compared one by one

_SEPARATORS = frozenset(";&|()")
_HERE_DOCUMENT = re.compile(r"<<-?\s*(['\"]?)(\w+)\1.*?\n\s*\2\b", re.DOTALL)
# A conflict's own lines are git's.
_MARKER = re.compile(rb"(?:<{7}|={7}|>{7}|\|{7})(?: |\r?\n|$)")
_CONFLICT = re.compile(rb"^<{7} [^\n]*\n(?:.*\n)*?={7}\r?\n(?:.*\n)*?>{7} ", re.MULTILINE)


class Version(NamedTuple):
    """A file as it stands in a commit."""

    path: str
    text: bytes
    revision: str


class Brought(NamedTuple):
    """The text of a file with all that was brought and nothing that the command wrote.

    `versions` are those it came from; empty for a patch file, whose author nobody knows.
    """

    text: bytes
    versions: tuple[Version, ...]


def brought_in(
    workspace: Workspace,
    kept: Mapping[str, Any],
    event: Event,
    changed: Mapping[str, tuple[bytes | None, bytes | None]],
) -> dict[str, Brought]:
    """{path: what of its change was brought}, for files in which something was.

    `kept` is what the pre-hook of the command saw, `changed` the texts before and after.
    Cost: nothing unless the command or the stash names a commit; then one look-up for each
    of them and changed file.
    """
    commands = _commands(event.command)
    arrived = {path: pair for path, pair in changed.items() if pair[1] is not None}
    patches = _patches(workspace, event, commands, changed)
    found: dict[str, Brought] = {}
    if not arrived or (not git_dir(workspace.root) and not patches):
        return found
    with Git(workspace.root) as git:
        revisions = _revisions(workspace, git, kept, commands) if git_dir(workspace.root) else []
        places = [(revision, path) for path in arrived for revision in revisions]
        blobs = git.blob_ids(places) if places else []
        versions: dict[str, dict[str, str]] = {}
        for (revision, path), blob in zip(places, blobs, strict=True):
            if blob is not None:
                versions.setdefault(path, {}).setdefault(blob, revision)
        for path, (before, after) in arrived.items():
            assert after is not None
            known = [
                Version(path, text, revision)
                for blob, revision in versions.get(path, {}).items()
                if (text := git.objects.blob(blob)) is not None and text != before
            ]
            part = _part(before or b"", after, known, patches)
            if part is not None:
                found[path] = part
    return found


def is_conflicted(text: bytes) -> bool:
    """Whether git left the marks of a conflict in a text."""
    return b"<<<<<<< " in text and _CONFLICT.search(text) is not None


def files_named(
    workspace: Workspace, command: str | None, changed: Iterable[str]
) -> dict[str, bytes]:
    """{path: text} of the files a command names and did not change: it may copy from them."""
    return _files(workspace, itertools.chain(*_commands(command)), changed)


def _files(workspace: Workspace, words: Iterable[str], changed: Iterable[str]) -> dict[str, bytes]:
    changed = set(changed)
    found: dict[str, bytes] = {}
    for word in words:
        path = workspace.relative(word, workspace.root)
        if path is not None and path not in changed and path not in found:
            text = read_file(os.path.join(workspace.root, path))
            if text is not None and len(text) <= _LARGEST:
                found[path] = text
        if len(found) >= _MOST_FILES:
            break
    return found


def _commands(command: str | None) -> list[list[str]]:
    """The simple commands of a command line, each as its words without quotes.

    A here-document is data; what cannot be split properly is split at blanks.
    """
    if not command:
        return []
    command = _HERE_DOCUMENT.sub(" ", command).replace("\n", " ; ")
    try:
        lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        words = list(itertools.islice(lexer, _MOST_WORDS))
    except ValueError:
        words = command.split()[:_MOST_WORDS]  # an open quote: text for another language
    found: list[list[str]] = [[]]
    for word in words:
        if set(word) <= _SEPARATORS:
            found.append([])
        else:
            found[-1].append(word)
    return [words for words in found if words]


def _revisions(
    workspace: Workspace, git: Git, kept: Mapping[str, Any], commands: list[list[str]]
) -> list[str]:
    """The commits a command may have taken code from, none of them made by itself."""
    words = [word for words in commands if "git" in words for word in words]
    if not words:
        return []
    names: list[str] = []
    for word in words:
        if word.startswith("-") and word != "-":
            continue
        for name in re.split(r"\.{2,3}", word.partition(":")[0]):
            if name and name not in {"git", "HEAD"}:
                names += ["@{-1}"] if name == "-" else [name, f"{name}^"]
    for stash in kept.get("stash", ()):
        names += [stash, f"{stash}^3"]  # the third parent has the files that git did not track
    now = head(workspace.root)
    if now is not None and now != kept.get("head"):
        names.append(now)
    names = [name for name in names if "\n" not in name and not name.startswith("-")]
    infos = git.objects.infos(f"{name}^{{commit}}" for name in names)
    made = {commit for _, commit in commits_since(workspace.root, kept.get("reflog"))}
    found = [info.id for info in infos if info is not None and info.kind == "commit"]
    return [revision for revision in dict.fromkeys(found) if revision not in made]


def _patches(
    workspace: Workspace,
    event: Event,
    commands: list[list[str]],
    changed: Mapping[str, tuple[bytes | None, bytes | None]],
) -> set[int]:
    """The checksums of the lines that patch files named in the command add."""
    found: set[int] = set()
    words = [word for words in commands if {"git", "patch"} & set(words) for word in words]
    inside = _files(workspace, words, changed).values()
    for text in itertools.chain(inside, _older_outside(workspace, event, words)):
        if b"\n+++ " in text or text.startswith(b"+++ "):
            lines = [line[1:] for line in text.split(b"\n") if line[:1] == b"+"]
            found |= {value for line in lines if (value := checksum(line)) is not None}
    return found


def _older_outside(workspace: Workspace, event: Event, words: Iterable[str]) -> Iterator[bytes]:
    """The texts of named files outside of the workspace that are older than the agent's session.

    A younger one the session may have written itself; nothing is kept of what it writes there.
    """
    began = None
    for word in words:
        place = os.path.join(event.cwd, word)
        if workspace.relative(place) is not None or not os.path.isfile(place):
            continue
        if began is None:
            began = session.read(workspace, event.agent, event.session_id).began or 0.0
        with suppress(OSError), open(place, "rb") as file:  # one that only its owner may read
            status = os.stat(file.fileno())
            if status.st_mtime < began and status.st_size <= _LARGEST:
                yield file.read()


def _part(
    before: bytes, after: bytes, versions: list[Version], patches: set[int]
) -> Brought | None:
    """What of a change was brought; None when nothing was."""
    for version in versions:
        if version.text == after:
            return Brought(after, (version,))
    came = checksums(after) - checksums(before)
    sources = tuple(version for version in versions if checksums(version.text) & came)
    known = set(patches & came)
    for version in sources:
        known |= checksums(version.text)
    if not known or len(after) > _LARGEST:
        return None
    text = _only_known(before, after, known)
    return None if text == before else Brought(text, sources)


def _only_known(before: bytes, after: bytes, known: set[int]) -> bytes:
    """`before` with those of the hunks towards `after` whose lines are known, or conflict marks."""
    lines_b, lines_a = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = SequenceMatcher(None, lines_b, lines_a, autojunk=False)
    found: list[bytes] = []
    for _, start_b, stop_b, start_a, stop_a in matcher.get_opcodes():
        new = lines_a[start_a:stop_a]
        own = [line for line in new if not _MARKER.match(line)]
        sums = [value for line in own if (value := checksum(line)) is not None]
        if new:
            marked = bool(sums) or len(own) < len(new)
            is_brought = marked and all(value in known for value in sums)
        else:
            is_brought = not checksums(b"".join(lines_b[start_b:stop_b])) & known
        found += new if is_brought else lines_b[start_b:stop_b]
    return b"".join(found)
