"""A whole conversation of the real Claude Code CLI, and what tracer then says of every line.

The CLI is real, its hooks and its MCP server are the ones `tracer init` wrote; only the model is
scripted (`story.py`, which also holds the truth in tables).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from harness import Conversation, converse
from project import Project
from story import APP, BLANK, FAILED, FILES, MUTATIONS, ONE, REFUSED, SETTINGS, TWO, Truth, script

if TYPE_CHECKING:
    from collections.abc import Iterator

# What the model was refused, word for word (REQUIREMENTS B3, D2).
NO_INTENT = "You must cite a valid active Intent ID."
OUT_OF_SCOPE = (
    "Scope Violation: INT-001 is not authorized to edit docs/x.md. Request scope expansion."
)


class Told(NamedTuple):
    """A repository after the conversation."""

    project: Project
    conversation: Conversation
    first_commit: str

    def record(self, label: str) -> dict[str, Any]:
        """The one mutation record of the step's call."""
        wanted = f"toolu_{label}_0"
        found = [
            record
            for record in self.project.records()
            if record["event"] == "mutation" and record["tool"].get("call_id") == wanted
        ]
        assert len(found) == 1, f"{len(found)} records for step {label!r}"
        return found[0]

    def origin_id(self, truth: Truth) -> str | None:
        """The id the line's origin must have; None when only its kind is known."""
        if truth.by == "commit":
            return self.first_commit
        return None if truth.by == "person" else self.record(truth.by)["id"]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """The conversation, held once; every test below asks about it."""
    project = Project(tmp_path_factory.mktemp("conversation"))
    project.git("init", "-q", "-b", "main")
    first = project.commit({"README.md": "# Shop\n", "src/settings.py": SETTINGS}, "Begin")
    project.tracer("init", "--agent", "claude-code", "--mode", "enforce")
    for identifier, name in ((ONE, "Price an order"), (TWO, "Refuse cancelled orders")):
        project.tracer(
            "intent", "add", identifier, "--name", name, "--scope", "src/**",
            "--status", "IN_PROGRESS",
        )  # fmt: skip
    conversation = converse(project.root, project.home, "Price our orders", script(project.root))
    assert conversation.exit_code == 0, conversation.stderr
    return Told(project, conversation, first)


def lines(told: Told) -> Iterator[tuple[str, Truth, dict[str, Any]]]:
    """Every line that is not blank: where it is, what is true of it, what blame says."""
    for path, truths in FILES.items():
        answer = told.project.report("blame", path)
        assert len(answer["lines"]) == len(truths)
        for number, (truth, line) in enumerate(zip(truths, answer["lines"], strict=True), start=1):
            assert line["line"] == number
            if truth is not BLANK:
                yield f"{path}:{number} {truth.text.strip()}", truth, line


def test_every_call_reached_the_disk_as_scripted(told: Told) -> None:
    """The files hold the text of the tables, so the tables speak of these files."""
    for path, truths in FILES.items():
        text = (told.project.root / path).read_text()
        assert text == "".join(truth.text + "\n" for truth in truths)


def test_a_write_without_intent_is_refused(told: Told) -> None:
    """B3: The model reads the fixed message, and no record claims the call wrote."""
    model = told.conversation.model
    assert model.is_error("unchosen")
    assert NO_INTENT in model.result("unchosen")
    assert "File created" in model.result("create")  # it did not exist before: `update` otherwise
    assert refused(told) == {
        "toolu_unchosen_0": ("INTENT_REQUIRED", None),
        "toolu_outside_0": ("SCOPE_VIOLATION", ONE),
    }


def refused(told: Told) -> dict[str, tuple[str, str | None]]:
    """(error code, intent) of every refusal in the ledger, by call."""
    return {
        record["tool"]["call_id"]: (record["refusal"]["error_code"], record["intent_id"])
        for record in told.project.records()
        if record["event"] == "refusal"
    }


def test_the_handshake_gives_the_intent_to_the_model(told: Told) -> None:
    """`select_active_intent` answers with the context block of the chosen intent."""
    context = told.conversation.model.result("select")
    assert "<intent_context" in context
    assert "Price an order" in context
    assert "src/**" in context
    assert "Refuse cancelled orders" in told.conversation.model.result("select_second")


def test_a_write_out_of_scope_is_refused(told: Told) -> None:
    """The model reads the fixed message with intent and path; the file does not come to be."""
    model = told.conversation.model
    assert model.is_error("outside")
    assert OUT_OF_SCOPE in model.result("outside")
    assert not (told.project.root / "docs").exists()


def test_blame_names_the_call_and_the_intent_of_every_line(told: Told) -> None:
    """Origin record (or commit) and intent, line by line, as in the tables."""
    wrong = [
        (where, line["origin"])
        for where, truth, line in lines(told)
        if line["origin"]["intent_id"] != truth.intent
        or (told.origin_id(truth) or line["origin"]["id"]) != line["origin"]["id"]
    ]
    assert wrong == []


def test_blame_credits_the_agent_with_its_own_lines_only(told: Told) -> None:
    """AI for the agent's calls; unknown and reconciled for the person's line in between;
    the author for committed lines."""
    expected = {
        "person": ("UNKNOWN", "record", "reconciled"),
        "commit": ("HUMAN", "commit", "inferred"),
    }
    wrong = []
    for where, truth, line in lines(told):
        origin = line["origin"]
        said = (origin["contributor"]["entity_type"], origin["kind"], line["method"])
        if truth.by in expected:
            right = said == expected[truth.by]
        else:
            right = said[:2] == ("AI", "record") and said[2] in ("observed", "carried")
        if not right:
            wrong.append((where, said))
    assert wrong == []


def test_a_line_two_calls_wrote_is_mixed(told: Told) -> None:
    """`sed -i` changed one number of a line: the rest of it keeps its origin, both have a share."""
    wrong = []
    for where, truth, line in lines(told):
        shares = {share["id"] for share in line["shares"]}
        if truth.mixed is None:
            right = not line["mixed"]
        else:
            both = {told.record(truth.by)["id"], told.record(truth.mixed)["id"]}
            right = line["mixed"] and shares == both
        if not right:
            wrong.append((where, line["mixed"], line["shares"]))
    assert wrong == []


def test_a_moved_and_renamed_function_keeps_its_origin(told: Told) -> None:
    """Its lines still name where they were written; the last touch is the call that moved them."""
    mover = told.record("move")
    start = APP.splitlines().index("def tax(amount, rate):") + 1
    for offset, line in enumerate(told.project.report("blame", "src/util.py")["lines"]):
        assert line["method"] == "carried"
        assert (line["origin"]["path"], line["origin"]["line"]) == ("src/app.py", start + offset)
        assert line["last"]["id"] == mover["id"]
        assert line["last"]["rule"] == ("move" if offset else line["last"]["rule"])


def test_blame_by_intent_finds_the_code_where_it_is_now(told: Told) -> None:
    """The ranges of an intent are exactly the lines the tables give it, over all files."""
    for intent in (ONE, TWO):
        answer = told.project.report("blame-by-intent", intent)
        assert answer["intent"]["id"] == intent
        found = {
            (item["path"], number)
            for item in answer["ranges"]
            for number in range(item["start_line"], item["end_line"] + 1)
        }
        blank = {
            (path, number)
            for path, truths in FILES.items()
            for number, truth in enumerate(truths, start=1)
            if truth is BLANK
        }
        expected = {
            (path, number)
            for path, truths in FILES.items()
            for number, truth in enumerate(truths, start=1)
            if truth.intent == intent
        }
        assert found - blank == expected
        assert answer["deleted"] == []  # `tax` lives on under another name


def test_the_ledger_verifies_and_holds_no_source_text(told: Told) -> None:
    """The chain is whole; what is in it are hashes and positions."""
    answer = told.project.report("verify")
    assert answer["ok"], answer["problems"]
    assert answer["problems"] == []
    assert answer["records"] == len(told.project.records())
    written = told.project.ledger_path.read_text()
    for text in ("Prices of orders", "prices loaded", "item.price", "the order was cancelled"):
        assert text not in written


def test_only_calls_that_changed_a_file_have_mutation_records(told: Told) -> None:
    """Reads, selections and refusals leave none; the person's edit leaves one of its own."""
    calls = [
        record["tool"]["call_id"]
        for record in told.project.records()
        if record["event"] == "mutation" and record["intent_id"]
    ]
    assert calls == [f"toolu_{label}_0" for label in MUTATIONS]


def test_the_hooks_never_disturbed_the_agent(told: Told) -> None:
    """No hook of ours failed: the CLI reports hook errors only for the two refusals,
    and the command that failed by itself."""
    model = told.conversation.model
    errors = {step.label for step in script(told.project.root) if model.is_error(step.label)}
    assert errors == {*REFUSED, *FAILED}
    transcript = json.dumps(model.requests[-1])
    assert "Traceback" not in transcript
    assert "non-blocking" not in transcript


def test_only_loopback_was_in_reach(told: Told) -> None:
    """The CLI, its hooks and tracer's server ran where no other network interface exists."""
    if not told.conversation.isolated:
        pytest.skip("unshare is refused here: the CLI ran with this machine's network in reach")
    assert told.conversation.model.result("network").split() == ["lo"]
