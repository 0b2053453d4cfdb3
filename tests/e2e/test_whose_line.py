"""Whose a line is after a team's day: copies, moves, shared files, discarded attempts, merges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from working_team import Team, owner

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = """\
def load(path):
    with open(path) as handle:
        return handle.read()


def keys(items):
    seen = set()
    for item in items:
        seen.add(item.key)
    return sorted(seen)
"""
TOTAL = """

def total(prices):
    amount = 0
    for price in prices:
        amount += price.net
    return amount
"""
RENDER = """

def render(rows):
    parts = [row.title for row in rows]
    return ", ".join(parts)
"""
GO = 'package shop\n\nfunc Load(path string) string {\n\treturn path + ".txt"\n}\n'
GO_TOTAL = """
func Total(prices []Price) int {
\tamount := 0
\tfor _, price := range prices {
\t\tamount += price.Net
\t}
\treturn amount
}
"""
SCRIPT = "export function load(path) {\n  return read(path, 'utf8');\n}\n"
SCRIPT_TOTAL = """
export function total(prices) {
  let amount = 0;
  for (const price of prices) {
    amount += price.net;
  }
  return amount;
}
"""
TEXT = "Prices are shown without tax.\nEach country has a rate of its own.\n"
TEXT_TOTAL = (
    "\nThe total is the sum of all net prices in the cart.\nIt is rounded once, at the end.\n"
)
LANGUAGES = {
    "py": (PYTHON, TOTAL),
    "go": (GO, GO_TOTAL),
    "ts": (SCRIPT, SCRIPT_TOTAL),
    "txt": (TEXT, TEXT_TOTAL),
}


@pytest.fixture
def team(tmp_path: Path) -> Team:
    return Team(tmp_path)


def clone(team: Team, base: Path) -> Team:
    """A fresh clone of what is committed, with the ledger that travels with it."""
    place = base / "clone"
    place.mkdir()
    return Team(place, clone_of=team.root)


# Copies


@pytest.mark.parametrize(
    ("language", "is_typed", "is_committed"),
    [
        *(
            ("py", is_typed, is_committed)
            for is_typed in (False, True)
            for is_committed in (False, True)
        ),
        ("go", False, True),
        ("ts", True, False),
        ("txt", False, False),
    ],
)
def test_the_original_of_a_copy_stays_whose_it_was(
    team: Team, language: str, *, is_typed: bool, is_committed: bool
) -> None:
    """`cp` by an agent, or a file that it writes with the same text: only the copy is new."""
    one, copy, text = f"one.{language}", f"copy.{language}", LANGUAGES[language][0]
    team.begin({one: text})
    if is_typed:
        team.agent("INT-1", {copy: text})
    else:
        team.agent("INT-1", command=f"cp {one} {copy}")
    if is_committed:
        team.save()
    assert team.owners(one) == ["Zoe"]
    assert team.owners(copy) == ["INT-1"]
    if not is_typed:
        assert {row["origin"]["copied_from"]["path"] for row in team.blame(copy)} == {one}
    assert {path for path, _ in team.of_intent("INT-1")} == {copy}


def test_the_original_of_a_copy_that_is_gone_again(team: Team) -> None:
    """A copy that was thrown away has not become its original."""
    team.begin({"one.py": PYTHON})
    team.agent("INT-1", command="cp one.py copy.py")
    (team.root / "copy.py").unlink()
    team.agent("INT-2", {"one.py": PYTHON + TOTAL})
    assert team.owners("one.py") == ["Zoe", "INT-2"]
    team.save()
    assert team.owners("one.py") == ["Zoe", "INT-2"]


def test_a_copy_by_a_person_of_an_agents_file(team: Team) -> None:
    """The copy is the commit's author's; the agent's file stays the agent's."""
    team.begin({"app.py": PYTHON})
    team.agent("INT-1", {"sums.py": TOTAL.lstrip()})
    team.save()
    team.write("again.py", TOTAL.lstrip())
    assert team.owners("again.py") == ["-"]
    team.save(person="Ann")
    assert team.owners("again.py") == ["Ann"]
    assert team.owners("sums.py") == ["INT-1"]


# What people move and commit


@pytest.mark.parametrize(
    ("language", "is_noticed"), [("py", False), ("py", True), ("go", True), ("ts", False)]
)
def test_a_person_moves_an_agents_code_to_a_new_file(
    team: Team, tmp_path: Path, language: str, *, is_noticed: bool
) -> None:
    """It stays the agent's before the commit, after it, and in another clone."""
    app, sums = f"app.{language}", f"sums.{language}"
    text, total = LANGUAGES[language]
    team.begin({app: text})
    team.agent("INT-1", {app: text + total})
    team.save()
    team.write(app, text)
    team.write(sums, total.lstrip())
    if is_noticed:
        team.agent("INT-2", {f"other.{language}": "x = 1\n"})
    assert team.owners(sums) == ["INT-1"]
    moved = team.save("Move", person="Ann")
    for place in (team, clone(team, tmp_path)):
        assert place.owners(sums) == ["INT-1"]
        assert {row["method"] for row in place.blame(sums)} == {"carried"}
        assert place.owners(app) == ["Zoe"]
    if not is_noticed:
        assert {row["last"]["id"] for row in team.blame(sums)} == {moved}


def test_moved_code_that_a_later_call_extracts_from(team: Team) -> None:
    """All queries know the lines that the call left, though its record begins after the move."""
    team.begin({"app.py": PYTHON})
    team.agent("INT-1", {"app.py": PYTHON + TOTAL})
    team.save()
    team.write("app.py", PYTHON)
    team.write("sums.py", '"""Sums."""\n' + TOTAL)
    team.save("Move", person="Ann")
    team.write("other.py", "NUMBER = 1\n")
    team.save("Other", person="Ann")
    text = team.read("sums.py")
    net = "def net(price):\n    return price.net\n\n\n"
    changed = text.replace("def total", net + "def total").replace("+= price.net", "+= net(price)")
    team.agent("INT-2", {"sums.py": changed})
    team.save("Extract", person="Ann")
    whose = {line: who for line, who in team.whose("sums.py").items() if line}
    assert whose["for price in prices:"] == "INT-1"
    for intent in ("INT-1", "INT-2"):
        blamed = {("sums.py", line) for line, who in whose.items() if who == intent}
        assert team.of_intent(intent) == blamed


def test_a_person_moves_code_twice_and_edits_it(team: Team) -> None:
    """What the person changed is the person's, the rest is not."""
    team.begin({"app.py": PYTHON})
    team.agent("INT-1", {"app.py": PYTHON + TOTAL})
    team.save()
    team.write("app.py", PYTHON)
    team.write("sums.py", TOTAL.lstrip())
    team.save("Move", person="Ann")
    (team.root / "sums.py").unlink()
    team.write("money.py", '"""Money."""\n' + TOTAL.replace("price.net", "price.net * 2"))
    team.save("Again", person="Cid")
    whose = team.whose("money.py")
    assert whose['"""Money."""'] == "Cid"
    assert whose["amount += price.net * 2"] == "Cid"
    for line in ("def total(prices):", "for price in prices:", "return amount"):
        assert whose[line] == "INT-1"


@pytest.mark.parametrize("has_edits", [False, True])
def test_a_directory_is_renamed_with_git(team: Team, tmp_path: Path, *, has_edits: bool) -> None:
    """`git mv` by a person, with or without an edit in the same commit."""
    team.begin({"src/app.py": PYTHON})
    team.agent("INT-1", {"src/app.py": PYTHON + TOTAL})
    team.save()
    team.git("mv", "src", "lib")
    if has_edits:
        team.write("lib/app.py", PYTHON.replace("sorted(seen)", "list(seen)") + TOTAL)
    assert team.whose("lib/app.py")["def total(prices):"] == "INT-1"
    team.save("Rename", person="Ann")
    for place in (team, clone(team, tmp_path)):
        whose = place.whose("lib/app.py")
        assert whose["def total(prices):"] == whose["amount += price.net"] == "INT-1"
        assert whose["def keys(items):"] == "Zoe"
        assert whose.get("return list(seen)", "Ann") == "Ann"


# A person and an agent in one file


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a11_a_persons_lines_are_the_persons_by_the_commit(
    team: Team, tmp_path: Path, language: str
) -> None:
    """An agent touched the file in between; the commit that has the lines is their author's."""
    app, (text, total) = f"app.{language}", LANGUAGES[language]
    more = total.replace("otal", "wice").replace("net", "gross")
    team.begin({app: text})
    team.write(app, text + total)
    team.agent("INT-1", {app: text + total + more})
    assert team.owners(app) == ["Zoe", "-", "INT-1"]
    commit = team.save(person="Ann")
    for place in (team, clone(team, tmp_path)):
        assert place.owners(app) == ["Zoe", "Ann", "INT-1"]
        row = next(row for row in place.blame(app) if owner(row) == "Ann")
        assert (row["method"], row["origin"]["id"]) == ("inferred", commit)


def test_it_stays_so_while_the_file_is_edited_further(team: Team) -> None:
    """Further edits that are not committed yet do not take the person's lines away again."""
    team.begin({"app.py": PYTHON})
    team.write("app.py", PYTHON + TOTAL)
    team.agent("INT-1", {"app.py": PYTHON + TOTAL + RENDER})
    team.save(person="Ann")
    team.agent("INT-2", {"app.py": "import os\n\n\n" + PYTHON + TOTAL + RENDER})
    assert team.owners("app.py") == ["INT-2", "Zoe", "Ann", "INT-1"]
    team.write("app.py", "import os\n\n\n" + PYTHON + TOTAL + RENDER + "\n\nLIMIT = 1\n")
    assert team.owners("app.py") == ["INT-2", "Zoe", "Ann", "INT-1", "-"]


def test_one_line_of_both(team: Team) -> None:
    """A person's line that an agent edited before it was committed has both."""
    team.begin({"app.py": PYTHON})
    team.write("app.py", PYTHON + TOTAL)
    team.agent("INT-1", {"app.py": PYTHON + TOTAL.replace("price.net", "price.net * price.count")})
    team.save(person="Ann")
    whose = team.whose("app.py")
    assert whose["amount += price.net * price.count"] == "INT-1"
    assert whose["def total(prices):"] == "Ann"
    row = next(row for row in team.blame("app.py") if row["mixed"])
    ids = {share["id"] for share in row["shares"]}
    assert team.git("rev-parse", "HEAD").strip() in ids


# Text that was put back


EDITS = {
    "changed": ("return sorted(seen)", "return list(seen)[:10]"),
    "longer": ("return sorted(seen)", "return sorted(seen or items)"),
    "shorter": ("seen.add(item.key)", "seen.add(item)"),
    "gone": ("    return sorted(seen)\n", ""),
    "split": ("return sorted(seen)", "found = sorted(seen)\n    return found"),
}


@pytest.mark.parametrize(
    ("kind", "is_same_session"), [*((kind, True) for kind in sorted(EDITS)), ("changed", False)]
)
def test_what_was_put_back_is_its_owners(team: Team, kind: str, *, is_same_session: bool) -> None:
    """An agent edits a line and puts it back, or another one does: as if nothing had been."""
    before, after = EDITS[kind]
    team.begin({"app.py": PYTHON})
    team.agent("INT-1", {"app.py": PYTHON.replace(before, after)})
    team.agent("INT-1" if is_same_session else "INT-2", {"app.py": PYTHON})
    assert team.owners("app.py") == ["Zoe"]
    assert team.of_intent("INT-1") == team.of_intent("INT-2") == set()
    team.agent("INT-3", {"app.py": PYTHON + RENDER})
    assert team.owners("app.py") == ["Zoe", "INT-3"]
    team.save()
    assert team.owners("app.py") == ["Zoe", "INT-3"]


def test_what_is_put_back_in_part_is_not(team: Team) -> None:
    """A line that has lost something still is the last one's who took code from it."""
    line = "return sorted(seen)"
    team.begin({"app.py": PYTHON.replace(line, "return sorted(seen, key=str, reverse=True)")})
    team.agent("INT-1", {"app.py": PYTHON})
    team.agent("INT-2", {"app.py": PYTHON.replace(line, "return sorted(seen, key=str)")})
    assert team.whose("app.py")["return sorted(seen, key=str)"] in {"INT-1", "INT-2"}


# A person edits what an agent wrote, before anybody has committed it


@pytest.mark.parametrize("language", ["py", "go", "ts"])
def test_a_person_edits_an_agents_lines_and_commits_all(
    team: Team, tmp_path: Path, language: str
) -> None:
    """Only the line that the person changed is the person's, in every clone."""
    app, (text, total) = f"app.{language}", LANGUAGES[language]
    edited = total.replace("price.net", "price.gross").replace("price.Net", "price.Gross")
    team.begin({app: text})
    team.agent("INT-1", {app: text + total})
    team.write(app, text + edited)
    team.save(person="Ann")
    for place in (team, clone(team, tmp_path)):
        whose = place.whose(app)
        line = next(line for line in whose if "ross" in line)
        assert whose.pop(line) == "Ann"
        assert place.owners(app) == ["Zoe", "INT-1", "Ann", "INT-1"]


def test_a_person_indents_and_shortens_an_agents_lines(team: Team) -> None:
    """What is left of the agent's lines is the agent's, however it is indented."""
    team.begin({"app.py": PYTHON})
    team.agent("INT-1", {"app.py": PYTHON + TOTAL})
    inner = TOTAL.replace("    amount = 0\n", "").replace("\n", "\n    ").rstrip()
    team.write("app.py", PYTHON + "\n\nclass Sums:\n" + inner.lstrip("\n") + "\n")
    team.save(person="Ann")
    whose = team.whose("app.py")
    assert whose["class Sums:"] == "Ann"
    assert whose["def total(prices):"] == whose["amount += price.net"] == "INT-1"


def test_a_line_that_an_agent_once_tried_is_the_persons_who_writes_it(team: Team) -> None:
    """A few equal lines of an attempt that was thrown away are a coincidence."""
    team.begin({"app.py": PYTHON})
    team.agent("INT-1", {"app.py": PYTHON + TOTAL + RENDER})
    team.git("checkout", "-q", "--", "app.py")
    own = "\n\ndef count(prices):\n    amount = 0\n    amount += len(prices)\n    return amount\n"
    team.write("app.py", PYTHON + own)
    team.save(person="Ann")
    assert team.owners("app.py") == ["Zoe", "Ann"]
    assert team.of_intent("INT-1") == set()


# What is in no commit yet


def test_a11_lines_in_no_commit_say_so(team: Team) -> None:
    """`uncommitted` in JSON and, of a person's lines, in the text; a commit ends it."""
    team.begin({"app.py": PYTHON})
    team.agent("INT-1", {"app.py": PYTHON + TOTAL})
    team.write("app.py", PYTHON + TOTAL + RENDER)
    team.write("new.py", "LIMIT = 1\n")
    rows = team.blame("app.py")
    assert [row["line"] for row in rows if row.get("uncommitted")] == list(range(11, len(rows) + 1))
    assert team.blame("new.py")[0]["uncommitted"] is True
    text = team.tracer("blame", "app.py").splitlines()
    assert [line.split()[1] for line in text if "render" in line] == ["uncommitted"]
    assert [line.split()[1] for line in text if "def total" in line] == ["acme-1"]
    team.save()
    assert not any("uncommitted" in row for row in team.blame("app.py"))
    team.git("mv", "app.py", "moved.py")
    assert not any("uncommitted" in row for row in team.blame("moved.py"))
    team.agent("INT-1", {"moved.py": PYTHON + TOTAL + RENDER + "\n\nLAST = 1\n"})
    moved = team.blame("moved.py")
    assert [row["line"] for row in moved if row.get("uncommitted")][-1] == len(moved)
    assert not any("uncommitted" in row for row in moved[:-3])


def test_a_renamed_word_that_others_have_too(team: Team, tmp_path: Path) -> None:
    """A parameter's new name is no proof of a refactoring, and no new writer either."""
    team.begin({"app.py": PYTHON + TOTAL, "other.py": "prices = [1]\n"})
    renamed = TOTAL.replace("prices", "costs")
    team.agent("INT-1", {"app.py": PYTHON + renamed})
    assert team.whose("app.py")["def total(costs):"] == "Zoe"
    again = renamed.replace("costs", "prices")
    team.write("app.py", PYTHON + again)
    assert team.whose("app.py")["def total(prices):"] == "Zoe"
    team.save("Rename", person="Ann")
    for place in (team, clone(team, tmp_path)):
        assert place.whose("app.py")["def total(prices):"] == "Zoe"


def test_code_that_a_person_moves_to_a_new_file(team: Team) -> None:
    """It keeps its writer before the commit, though no record knows either file."""
    team.begin({"app.py": PYTHON + TOTAL, "seen.py": "x = 1\n"})
    team.agent("INT-1", {"seen.py": "x = 2\n"})
    team.save()
    team.write("app.py", PYTHON)
    team.write("sums.py", TOTAL.lstrip("\n"))
    assert team.owners("sums.py") == ["Zoe"]


def test_a_person_moves_an_agents_uncommitted_function(team: Team, tmp_path: Path) -> None:
    """It is the agent's before the commit of both files and after it, in every clone."""
    team.begin({"app.py": PYTHON})
    team.agent("INT-1", {"app.py": PYTHON + TOTAL + RENDER})
    team.write("app.py", PYTHON + RENDER)
    team.write("sums.py", '"""Sums."""\n' + TOTAL)
    team.save(person="Ann")
    for place in (team, clone(team, tmp_path)):
        whose = place.whose("sums.py")
        assert whose['"""Sums."""'] == "Ann"
        assert whose["def total(prices):"] == whose["amount += price.net"] == "INT-1"
        assert place.owners("app.py") == ["Zoe", "INT-1"]


def test_a_person_copies_an_agents_uncommitted_function(team: Team, tmp_path: Path) -> None:
    """The original stays the agent's; the copy is the committer's, in every clone."""
    team.begin({"app.py": PYTHON})
    team.agent("INT-1", {"app.py": PYTHON + TOTAL + RENDER})
    team.write("app.py", PYTHON + TOTAL + RENDER + "\n\nLIMIT = 1\n")
    team.write("sums.py", '"""Sums."""\n' + TOTAL)
    team.save(person="Ann")
    for place in (team, clone(team, tmp_path)):
        assert place.owners("app.py") == ["Zoe", "INT-1", "Ann"]
        assert set(place.owners("sums.py")) == {"Ann"}


def test_moved_by_a_person_before_a_shallow_history(team: Team, tmp_path: Path) -> None:
    """Where history ends, an agent's lines in a file that a person made are still the agent's."""
    team.begin({"shop.py": PYTHON})
    team.agent("INT-1", {"shop.py": PYTHON + TOTAL})
    team.save("total", person="Bob")
    team.write("shop.py", PYTHON)
    team.write("prices.py", "RATE = 3\n" + TOTAL)
    team.save("apart", person="Ann")
    for number in range(2):
        team.write("other.py", f"NUMBER = {number}\n")
        team.save("other", person="Ann")
    place = tmp_path / "clone"
    place.mkdir()
    shallow = Team(place, clone_of=team.root, depth=2)
    found = shallow.whose("prices.py")
    assert found.pop("RATE = 3") == "-"
    assert set(found.values()) == {"INT-1"}
    assert ("prices.py", "return amount") in shallow.of_intent("INT-1")


def test_a_new_file_stashed_for_another_intent(tmp_path: Path) -> None:
    """Who puts a new file away and takes it back in a later turn has not written it."""
    team = Team(tmp_path, ledger="ref")
    team.begin({"shop.py": PYTHON})
    team.agent("INT-1", {"prices.py": TOTAL.lstrip()}, session="one", turn="1")
    team.write("shop.py", PYTHON + RENDER)
    team.agent("INT-2", command="git stash -q -u", session="one", turn="1")
    team.agent("INT-2", command="git stash pop -q", session="one", turn="2")
    assert set(team.whose("prices.py").values()) == {"INT-1"}


def test_a_line_that_an_agent_completed_before_a_shallow_history(
    team: Team, tmp_path: Path
) -> None:
    """The ledger knows the version and its record; who wrote the rest of the line is unknown."""
    team.begin({"shop.py": PYTHON})
    team.agent("INT-1", {"shop.py": PYTHON.replace("sorted(seen)", "sorted(seen, key=len)")})
    team.save("key", person="Bob")
    for number in range(2):
        team.write("other.py", f"NUMBER = {number}\n")
        team.save("other", person="Ann")
    place = tmp_path / "clone"
    place.mkdir()
    shallow = Team(place, clone_of=team.root, depth=1)
    found = shallow.whose("shop.py")
    assert found.pop("return sorted(seen, key=len)") == "INT-1"
    assert set(found.values()) == {"-"}
    assert shallow.of_intent("INT-1") == {("shop.py", "return sorted(seen, key=len)")}
