"""A small world for flows: repositories, people with editors, agents with hooks, and questions.

A flow does ordinary work and states the truth it made. The world compares that with what tracer
answers. Nothing here imports tracer: it is driven by its commands, as users drive it.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from team import Agent, Claude, Person, Shell

from tests.e2e.helped import variables as helper_variables
from tests.e2e.warm import command_folder, finished

MEMBERS = {"ann": "Ann Archer", "bob": "Bob Baker", "cleo": "Cleo Chen"}
MODELS = {"opus": "claude-opus-5", "acme": "acme-1", "codex": "gpt-6-codex"}
INTENTS = ("INT-1", "INT-2")
TIMEOUT_S = 90
COMMANDS = os.environ.get("TRACER_FLOWS_BIN") or os.path.dirname(sys.executable)
# What was there before tracer is of a fixed day. Later commits have the time of their making: they
# hold code that hooks recorded a moment before, and a commit is not older than what it holds.
LONG_AGO = "2026-03-02T09:00:00+0000"
SIGNERS = "ann@example.org ssh-ed25519 {}\n".format(
    "AAAAC3NzaC1lZDI1NTE5AAAAIJSgVVUhh3mFJXjUk5pNDd6cP3MlESWqsVsVwaFVdP8L"
)
OWN = (
    ".orchestration/agent_trace.jsonl",
    ".orchestration/archive",
    ".orchestration/governance_ledger.md",
    ".orchestration/intent_map.md",
)


@dataclass(frozen=True, slots=True)
class Config:
    """How a team uses tracer: where the ledger is, whether the index is there, and the mode."""

    ledger: str  # ref, file or none
    index: str = "kept"  # or dropped: deleted before the questions
    mode: str = "observe"  # or enforce

    @property
    def name(self) -> str:
        """The words of a test's id."""
        return self.ledger if self.ledger == "none" else f"{self.ledger}-{self.index}-{self.mode}"


def _run(
    words: tuple[str, ...], cwd: Path, env: dict[str, str], stdin: str
) -> subprocess.CompletedProcess[str]:
    """A command that has ended, and its output as text. `tracer` is this interpreter's own."""
    command = words
    if words[0] == "tracer" and "TRACER_FLOWS_BIN" in os.environ:
        command = (os.path.join(COMMANDS, words[0]), *words[1:])
    raw = finished(command, str(cwd), env, stdin.encode("utf-8", "surrogateescape"), TIMEOUT_S)
    decoded = (text.decode("utf-8", "replace") for text in (raw.stdout, raw.stderr))
    texts = (text.replace("\r\n", "\n").replace("\r", "\n") for text in decoded)
    return subprocess.CompletedProcess(words, raw.returncode, *texts)


@cache
def _beginnings() -> str:
    """The folder of repositories that were set up by flows of this process."""
    path = tempfile.mkdtemp(prefix="b-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


class Stopped(Exception):  # noqa: N818 (an end, not a fault)
    """The flow cannot go on: what came before this step has failed."""


class World:
    """One team's repositories below one directory, and what was found wrong in them."""

    def __init__(self, base: Path, config: Config, *, is_copied: bool = True) -> None:
        self.base = base
        self.config = config
        self._is_copied = is_copied  # whether it may begin as a copy of another one's beginning
        self.wrong: list[str] = []
        self.right = 0
        self.clones: dict[str, Clone] = {}
        self.intents: list[str] = []
        home = base / "home"
        home.mkdir(parents=True)
        self.env = {
            "HOME": str(home),
            "PATH": f"{COMMANDS}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "GIT_CONFIG_NOSYSTEM": "1",
            **helper_variables(),
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_EDITOR": "true",
            "GIT_ALLOW_PROTOCOL": "file",
            "NO_COLOR": "1",
        }
        if self.env["TRACER_HELPER"] == "off" and "TRACER_FLOWS_BIN" not in os.environ:
            self.env["PATH"] = f"{command_folder(self.env)}:{self.env['PATH']}"
        # With signers `verify` reports every record that nobody speaks for.
        (home / "signers").write_text(SIGNERS)
        (home / ".gitconfig").write_text("[gpg.ssh]\n\tallowedSignersFile = ~/signers\n")

    # --- setting up -------------------------------------------------------------------------

    @property
    def traced(self) -> bool:
        """Whether this team has run `tracer init`."""
        return self.config.ledger != "none"

    def solo(self, files: dict[str, str | bytes], *, name: str = "work", **options: Any) -> Clone:
        """Ann's repository with one commit of `files`, tracer set up, and no remote.

        Many flows begin with the same one: it is made once, and copied with the home it left.
        """
        clone = Clone(self, "ann", self.base / name)
        kept = self._beginning(name, files, options)
        if os.path.isdir(kept):
            shutil.copytree(kept, self.base, symlinks=True, dirs_exist_ok=True)
            self.clones[name] = clone
            self.intents = list(options.get("intents", INTENTS))
            return clone
        clone.path.mkdir(parents=True)
        clone.run("git", "init", "-q", "-b", "main")
        self._begun(clone, files, **options)
        if kept and not self.wrong:
            shutil.copytree(self.base, kept, symlinks=True)
        return clone

    def _beginning(self, *given: Any) -> str:
        """Where a repository is kept that was set up by the same commands in the same home.

        Empty where it is to be made anew, or the flow has made something else before it.
        """
        files = list(Path(self.env["HOME"]).iterdir())
        is_plain = os.listdir(self.base) == ["home"] and all(path.is_file() for path in files)
        if not self._is_copied or not is_plain:
            return ""
        home = {path.name: path.read_text() for path in files}
        env = {key: value.replace(str(self.base), "") for key, value in self.env.items()}
        begins = (given, self.config.ledger, self.config.mode, sorted(home.items()), env)
        return os.path.join(_beginnings(), hashlib.sha256(repr(begins).encode()).hexdigest())

    def team(self, files: dict[str, str | bytes], **options: Any) -> Clone:
        """The same as Ann's clone of a bare repository `origin`, pushed to it."""
        self.bare()
        clone = Clone(self, "ann", self.base / "ann")
        self.run_in(self.base, "git", "clone", "-q", str(self.base / "origin.git"), "ann")
        clone = self._begun(clone, files, **options)
        clone.git("push", "-q", "-u", "origin", "main")
        return clone

    def bare(self, name: str = "origin.git") -> Path:
        """Make an empty shared repository."""
        self.run_in(self.base, "git", "init", "-q", "--bare", "-b", "main", name)
        return self.base / name

    def _begun(
        self,
        clone: Clone,
        files: dict[str, str | bytes],
        *,
        intents: tuple[str, ...] = INTENTS,
        flags: dict[str, list[str]] | None = None,
        begin: str = "Begin",
    ) -> Clone:
        self.clones[clone.path.name] = clone
        clone.configure()
        for path, text in files.items():
            clone.put(path, text)
        if files:
            clone.git("add", "-A")
            past = {"GIT_AUTHOR_DATE": LONG_AGO, "GIT_COMMITTER_DATE": LONG_AGO}
            clone.git("commit", "-q", "-m", begin, env=past)
        if self.traced:
            clone.init()
            for intent in intents:
                clone.intent(intent, *(flags or {}).get(intent, ("--scope", "**")))
            clone.git("add", "-A")
            clone.git("commit", "-q", "-m", "Set tracer up")
        self.intents = list(intents)
        return clone

    def clone(
        self,
        who: str,
        *,
        tracer: bool = True,
        source: str = "origin.git",
        flags: tuple[str, ...] = (),
    ) -> Clone:
        """`who` clones the shared repository and, with `tracer`, sets tracer up there."""
        made = Clone(self, who, self.base / who)
        url = str(self.base / source)
        url = f"file://{url}" if "--depth" in flags or "--filter=blob:none" in flags else url
        self.run_in(self.base, "git", "clone", "-q", *flags, url, who)
        self.clones[who] = made
        made.configure()
        made.traced = made.traced and tracer
        if made.traced:
            made.init()
            made.git("fetch", "-q")
        return made

    # --- running ----------------------------------------------------------------------------

    def run_in(self, cwd: Path, *words: str, **options: Any) -> subprocess.CompletedProcess[str]:
        """Run a command; a hang or a traceback is a finding, whatever the exit code."""
        env = self.env | (options.get("env") or {})
        try:
            done = _run(words, cwd, env, options.get("stdin", ""))
        except subprocess.TimeoutExpired:
            self.note(False, f"`{shown(words)}` did not end within {TIMEOUT_S} s")
            raise Stopped from None
        if "Traceback (most recent call last)" in done.stderr + done.stdout:
            self.note(False, f"`{shown(words)}` ended in a traceback: {done.stderr[-300:]}")
        return done

    def note(self, holds: bool, message: str) -> bool:
        """Count one check; keep what to say of it where it fails."""
        if holds:
            self.right += 1
        else:
            self.wrong.append(message)
        return holds

    # --- the end ----------------------------------------------------------------------------

    def ask(self) -> None:
        """From here on only questions follow: drop the index where the configuration says so."""
        if self.config.index != "dropped":
            return
        for clone in self.clones.values():
            shutil.rmtree(clone.path / ".orchestration" / ".index", ignore_errors=True)
        shutil.rmtree(Path(self.env["HOME"]) / ".cache", ignore_errors=True)

    def close(self) -> None:
        """What holds after every flow, in every clone that uses tracer."""
        for clone in self.clones.values():
            if clone.traced and clone.path.exists() and clone.final:
                clone.expect_unhindered()
                clone.expect_verified()
                clone.expect_agreement()


class Clone(Shell):
    """A work tree of one person."""

    def __init__(self, world: World, owner: str, path: Path) -> None:
        super().__init__(world, path)
        self.owner = owner
        self.traced = world.traced
        self.final = True  # whether the closing checks are made here

    def configure(self) -> None:
        """Set the person's name, as everybody has it in their git configuration."""
        name = MEMBERS[self.owner]
        self.run("git", "config", "user.name", name)
        self.run("git", "config", "user.email", f"{self.owner}@example.org")

    def init(self, *flags: str) -> None:
        """Run `tracer init` as the configuration of the flow says."""
        config = self.world.config
        self.tracer("init", "--ledger", config.ledger, "--mode", config.mode, *flags)

    def intent(self, name: str, *flags: str) -> None:
        """Add an intent to the registry; the caller commits it."""
        self.tracer("intent", "add", name, "--name", f"Work on {name}", *flags)
        if name not in self.world.intents:
            self.world.intents.append(name)

    def worktree(self, name: str, *words: str, who: str | None = None) -> Clone:
        """A second work tree of this repository beside it."""
        self.git("worktree", "add", "-q", str(self.world.base / name), *words)
        made = Clone(self.world, who or self.owner, self.world.base / name)
        made.traced = self.traced
        self.world.clones[name] = made
        return made

    def agent(self, model: str = "opus", intent: str | None = "INT-1", **options: Any) -> Agent:
        """An agent that speaks the generic dialect, with `intent` selected."""
        return Agent(self, MODELS[model], intent, **options)

    def claude(self, intent: str | None = "INT-1", **options: Any) -> Claude:
        """An agent that sends Claude Code's own events."""
        return Claude(self, MODELS["opus"], intent, **options)

    def person(self, who: str | None = None) -> Person:
        """A person at this work tree; by default the one whose clone it is."""
        return Person(self, who or self.owner)

    # --- git --------------------------------------------------------------------------------

    def git(self, *words: str, fails: bool = False, env: dict[str, str] | None = None) -> str:
        """Run git; it must end with 0, or, with `fails`, must not."""
        done = self.run("git", *words, env=env)
        if fails:
            self.world.note(done.returncode != 0, f"`git {shown(words)}` should have stopped")
            return done.stdout
        holds = self.world.note(
            done.returncode == 0,
            f"`git {shown(words)}` ended with {done.returncode}: {done.stderr.strip()[-400:]}",
        )
        if not holds:
            raise Stopped
        return done.stdout

    def commit(self, message: str, *paths: str, trailer: str | None = None) -> str:
        """Stage `paths` (default: all) and commit; the new commit's id."""
        self.git("add", *(["--", *paths] if paths else ["-A"]))
        extra = ["--trailer", f"Intent: {trailer}"] if trailer else []
        self.git("commit", "-q", "-m", message, *extra)
        return self.git("rev-parse", "HEAD").strip()

    def settle(self) -> None:
        """With a ledger in the work tree, commit it alone: the discipline that choice asks for."""
        if self.world.config.ledger != "file" or not self.traced:
            return
        dirty = [line[3:] for line in self.git("status", "--porcelain").splitlines()]
        own = [path for path in dirty if path.startswith(".orchestration/")]
        if own and own == dirty:
            self.git("add", "-A", "--", ".orchestration")
            self.git("commit", "-q", "-m", "Ledger")

    # --- questions --------------------------------------------------------------------------

    def tracer(self, *words: str, code: int = 0) -> str:
        """Run tracer; its exit code must be `code`."""
        done = self.run("tracer", *words)
        holds = self.world.note(
            done.returncode == code,
            f"`tracer {shown(words)}` ended with {done.returncode}, not {code}: "
            f"{(done.stderr.strip() or done.stdout.strip())[-400:]}",
        )
        if not holds and code == 0:
            raise Stopped
        return done.stdout

    def at_terminal(self, *words: str) -> None:
        """Run tracer as a person does: in a terminal of its own."""
        spawn = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
        command = os.path.join(COMMANDS, "tracer")  # a process of this terminal's own
        done = self.run(sys.executable, "-c", spawn, command, *words)
        self.world.note(done.returncode == 0, f"`tracer {shown(words)}`: {done.stdout[-300:]}")

    def question(self, *words: str, codes: tuple[int, ...] = (0,)) -> Any:
        """The JSON answer of a query, or None, which is a finding."""
        done = self.run("tracer", *words, "--json")
        if not self.world.note(
            done.returncode in codes,
            f"`tracer {shown(words)}` ended with {done.returncode}: {done.stderr.strip()[-300:]}",
        ):
            return None
        try:
            return json.loads(done.stdout)
        except ValueError:
            self.world.note(False, f"`tracer {shown(words)} --json` printed no JSON document")
            return None

    def blamed(self, path: str, rev: str | None = None) -> list[tuple[str, dict[str, Any]]]:
        """Each line's text with tracer's answer for it."""
        answer = self.question("blame", path, *(["--rev", rev] if rev else []))
        if answer is None:
            return []
        if rev:
            text = self.run("git", "show", f"{rev}:{path}").stdout
        else:
            text = (self.path / path).read_text(encoding="utf-8", errors="replace")
        lines = re.split(r"\r\n|\n", text)
        lines = lines[:-1] if lines and not lines[-1] else lines
        same = len(lines) == len(answer["lines"])
        self.world.note(
            same, f"blame {path}: {len(answer['lines'])} lines, the file has {len(lines)}"
        )
        return list(zip(lines, answer["lines"], strict=False))

    def expect_blame(
        self, path: str, truth: dict[str, str | tuple[str, ...] | list[str]], rev: str | None = None
    ) -> None:
        """Each line that holds a key belongs to its value: `INT-1/opus`, `ann`, `?`, `ann @Begin`.

        A tuple of values: any of them would be right; a list: one for each such line. Where a
        person's commit brought the line, `@Subject` names it; for an agent's line it names the
        commit of the line's first appearance, which is asked where there is no ledger.
        """
        rows = self.blamed(path, rev)
        for needle, whose in truth.items():
            found = [(text, row) for text, row in rows if needle in text]
            if not found and not rows:
                self.world.note(False, f"blame {path} [{needle}]: no answer")
                continue
            assert found, f"flow is wrong: no line of {path} holds {needle!r}"
            each = whose if isinstance(whose, list) else [whose] * len(found)
            for (text, row), one_of in zip(found, each, strict=True):
                wanted = one_of if isinstance(one_of, tuple) else (one_of,)
                faults = [self._fault(row, one) for one in wanted]
                self.world.note(
                    None in faults,
                    f"blame {path}{' at ' + rev if rev else ''} [{text.strip()[:60]}]: "
                    f"expected {' or '.join(wanted)}, got {told(row)} ({faults[0]})",
                )

    def _fault(self, row: dict[str, Any], whose: str) -> str | None:
        """Why `row` is not what `whose` says, or None."""
        who, _, subject = whose.partition(" @")
        intent, _, name = who.rpartition("/")
        origin, by = row["origin"], row["origin"]["contributor"]
        if name == "?":
            known = by["entity_type"] == "AI" or origin["intent_id"] or origin["kind"] == "commit"
            return "nobody knows whose this is" if known else None
        if name in MODELS and self.traced:
            return self._fault_of_agent(row, intent, MODELS[name])
        return self._fault_of_commit(origin, name, subject)

    def _fault_of_commit(self, origin: dict[str, Any], name: str, subject: str) -> str | None:
        if origin["kind"] != "commit":
            return "the origin should be a commit"
        shown = ("git", "-c", "i18n.logOutputEncoding=UTF-8", "log", "-1", "--format=%s%n%an%n%B")
        message = self.run(*shown, origin["id"]).stdout
        heading, _, rest = message.partition("\n")
        author = rest.partition("\n")[0]
        by = origin["contributor"]
        trailers = re.findall(r"^Intent: (\S+)$", message, re.MULTILINE)
        intent = trailers[0] if trailers else None
        faults = {
            f"the commit should be {subject!r}": subject and heading != subject,
            "the contributor should be the commit's author": by["name"] != author,
            "a commit's author is a person": by["entity_type"] != "HUMAN",
            f"the author should be {name}": MEMBERS.get(name, author) != author,
            f"its trailers name {intent}": len(trailers) < 2 and origin["intent_id"] != intent,
        }
        return next((fault for fault, there in faults.items() if there), None)

    def _fault_of_agent(self, row: dict[str, Any], intent: str, model: str) -> str | None:
        origin, by = row["origin"], row["origin"]["contributor"]
        if origin["kind"] != "record":
            return "the origin should be a record"
        if (origin["intent_id"] or "") != intent:
            return f"the intent should be {intent}"
        if by["entity_type"] != "AI" or by["model_identifier"] != model:
            return f"the contributor should be {model}"
        if row["method"] not in {"observed", "carried"}:
            return "the method should be observed or carried"
        return None

    def expect_intent_code(self, intent: str, truth: dict[str, list[str]]) -> None:
        """blame-by-intent names exactly these lines (keys: paths; values: what they hold)."""
        if not self.traced:
            return
        answer = self.question("blame-by-intent", intent)
        if answer is None:
            return
        got: dict[str, set[int]] = {}
        for span in answer["ranges"]:
            got.setdefault(span["path"], set()).update(
                range(span["start_line"], span["end_line"] + 1)
            )
        for path, needles in truth.items():
            lines = (self.path / path).read_text(encoding="utf-8").splitlines()
            for needle in needles:
                places = {n for n, text in enumerate(lines, 1) if needle in text}
                assert places, f"flow is wrong: no line of {path} holds {needle!r}"
                self.world.note(
                    places <= got.get(path, set()),
                    f"blame-by-intent {intent}: {path} [{needle}] is missing",
                )
        more = sorted(set(got) - set(truth))
        self.world.note(not more, f"blame-by-intent {intent} also names {', '.join(more)}")

    def expect_nothing_left(self, intent: str) -> None:
        """No line of this intent is left, whoever is asked."""
        self.expect_intent_code(intent, {})

    def expect_check(
        self,
        base: str,
        *,
        rules: tuple[str, ...] = (),
        only_ai: bool = False,
        without: tuple[str, ...] = (),
    ) -> None:
        """`tracer check` finds these rules broken and no others (`without`: not asked about)."""
        if not self.traced:
            return
        words = ["check", "--base", base, *(["--only-ai"] if only_ai else [])]
        answer = self.question(*words, codes=(0, 1, 4))
        if answer is None:
            return
        found = {one["rule"] for one in answer["findings"]} - set(without)
        told_ = "; ".join(
            f"{one['path']}:{one['start_line']} {one['rule']}" for one in answer["findings"][:4]
        )
        self.world.note(
            found == set(rules),
            f"check --base {base[:10]}: expected {sorted(rules) or '-'}, got {told_ or '-'}",
        )

    def expect_log(self, element: str, *steps: str, verdict: str | None = None) -> None:
        """The life of `:name:file`: kinds of the newest change first, as far as `steps` go.

        A step is a kind, or several joined by `|`; the last step must be the oldest change.
        """
        answer = self.question("log", "-L", element)
        if answer is None:
            return
        changes = answer["changes"]
        kinds = [set(change["kinds"]) for change in changes]
        fits = len(kinds) == len(steps) and all(
            have & set(step.split("|")) for have, step in zip(kinds, steps, strict=True)
        )
        got = ", ".join("+".join(sorted(one)) for one in kinds)
        self.world.note(fits, f"log {element}: expected {', '.join(steps)}, got {got}")
        if verdict and changes:
            self.world.note(
                changes[0]["verdict"] == verdict,
                f"log {element}: newest should be {verdict}, is {changes[0]['verdict']}",
            )

    # --- what always holds ------------------------------------------------------------------

    def expect_unhindered(self) -> None:
        """Git's status shows nothing that tracer wrote by itself."""
        seen = self.run("git", "status", "--porcelain", "-uall").stdout.splitlines()
        own = [line for line in seen if ".orchestration" in line]
        if self.world.config.ledger == "file":
            own = [line for line in own if not line[3:].startswith(OWN)]
        self.world.note(not own, f"git status in {self.path.name} shows {'; '.join(own)}")

    def expect_clean(self) -> None:
        """Git's status shows nothing at all (a tracked ledger aside)."""
        self.settle()
        seen = self.run("git", "status", "--porcelain", "-uall").stdout.strip()
        self.world.note(not seen, f"git status in {self.path.name} shows {seen[:300]}")

    def expect_verified(self) -> None:
        """The ledger is whole."""
        done = self.run("tracer", "verify")
        self.world.note(
            done.returncode == 0,
            f"verify in {self.path.name} ended with {done.returncode}: "
            f"{(done.stdout.strip() or done.stderr.strip())[-300:]}",
        )

    def expect_agreement(self) -> None:
        """blame, blame-by-intent, map and report say the same of every line and intent."""
        owned, spans = self._by_blame()
        for intent in self.world.intents:
            answer = self.question("blame-by-intent", intent)
            if answer is None:
                continue
            named = {
                (span["path"], line)
                for span in answer["ranges"]
                for line in range(span["start_line"], span["end_line"] + 1)
            }
            named = {place for place in named if spans.get(place, " ").strip()}
            mine = {place for place, one in owned.items() if one == intent and spans[place].strip()}
            self.world.note(
                named == mine,
                f"{self.path.name}: {intent} by blame, not by blame-by-intent: "
                f"{few(mine - named)}; the other way round: {few(named - mine)}",
            )
        self._expect_rollups(owned, spans)

    def _by_blame(self) -> tuple[dict[tuple[str, int], str], dict[tuple[str, int], str]]:
        """The intent and the text of each line of the work tree, as blame tells them."""
        listed = self.run(
            "git", "-c", "core.quotePath=false", "ls-files", "-z", "-co", "--exclude-standard"
        ).stdout.split("\0")
        owned: dict[tuple[str, int], str] = {}
        texts: dict[tuple[str, int], str] = {}
        for path in sorted(set(filter(None, listed))):
            place = self.path / path
            governing = path.startswith(".") or not place.is_file() or place.is_symlink()
            if governing or b"\0" in place.read_bytes() or not place.stat().st_size:
                continue
            for number, (text, row) in enumerate(self.blamed(path), 1):
                texts[path, number] = text
                if row["origin"]["intent_id"]:
                    owned[path, number] = row["origin"]["intent_id"]
        return owned, texts

    def _expect_rollups(
        self, owned: dict[tuple[str, int], str], texts: dict[tuple[str, int], str]
    ) -> None:
        mapped = self.question("map")
        if mapped is not None:
            said = {(one["id"], file["path"]) for one in mapped["intents"] for file in one["files"]}
            seen = {(intent, path) for (path, _), intent in owned.items()}
            said = {pair for pair in said if pair[0] in self.world.intents}
            seen = {pair for pair in seen if pair[0] in self.world.intents}
            self.world.note(
                said == seen,
                f"{self.path.name}: by blame, not in the map: {few(seen - said)}; "
                f"the other way round: {few(said - seen)}",
            )
        report = self.question("report")
        if report is None:
            return
        for row in report["by_intent"]:
            if row["id"] not in self.world.intents:
                continue
            mine = [place for place, intent in owned.items() if intent == row["id"]]
            solid = [place for place in mine if texts[place].strip()]
            self.world.note(
                len(solid) <= row["lines_now"] <= len(mine),
                f"{self.path.name}: report counts {row['lines_now']} lines now of {row['id']}, "
                f"blame shows {len(mine)}",
            )


def told(row: dict[str, Any]) -> str:
    """A line's answer in a few words."""
    origin, by = row["origin"], row["origin"]["contributor"]
    who = by["model_identifier"] or by["name"] or by["entity_type"].lower()
    summary = f" @{origin.get('summary')}" if origin["kind"] == "commit" else ""
    return f"{origin['intent_id'] or '-'}/{who} {origin['kind']} {row['method']}{summary}"


def few(places: set[tuple[str, Any]]) -> str:
    """The first of them, for a message."""
    some = [f"{path}:{rest}" for path, rest in sorted(places)[:5]]
    return ", ".join(some) + (f" and {len(places) - 5} more" if len(places) > 5 else "") or "none"


def shown(words: tuple[str, ...]) -> str:
    """A command line for a message."""
    return " ".join(words)
