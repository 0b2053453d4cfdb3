"""Work that is handed on: patches, hotfixes, rewritten histories, topics that change their name."""

from flow import flow
from samples import (
    GO,
    GO_DELETE,
    GO_KEYS,
    MD,
    MD_DEPLOY,
    MD_FAQ,
    PY,
    PY_DISCOUNT,
    PY_EXPORT,
    PY_REMINDER,
    RUBY,
    RUBY_MERGE,
    TS,
    TS_COUPON,
    TS_SHIPPING,
)
from world import World


@flow(seldom=True)
def fixups_are_squashed_by_a_person(w: World) -> None:
    """An agent commits with `--fixup`; Bob's `rebase -i --autosquash` puts it where it belongs."""
    ann = w.solo({"cart.ts": TS, "store.go": GO})
    base = ann.git("rev-parse", "HEAD").strip()
    opus = ann.agent()
    acme = ann.agent("acme", "INT-2")
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Coupons")
    acme.append("store.go", GO_KEYS)
    acme.commit("Keys")
    acme.stop()
    opus.edit("cart.ts", ("SPRING: 5, WELCOME: 10", "SPRING: 5, WELCOME: 15"))
    opus.sh("git add -A && git commit -q --fixup=HEAD~1")
    opus.stop()
    ann.settle()
    bob = ann.person("bob")
    bob.git("-c", "sequence.editor=:", "rebase", "-q", "-i", "--autosquash", base)
    w.note("fixup!" not in ann.git("log", "--format=%s"), "the fixup is squashed")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "cart.ts",
        {
            "WELCOME: 15": "INT-1/opus @Coupons",
            "const reduction": "INT-1/opus @Coupons",
            "let sum": "ann @Begin",
        },
    )
    ann.expect_blame("store.go", {"matching :=": "INT-2/acme @Keys"})


@flow(ledgers="ref none", seldom=True)
def agent_pulls_by_rebase_with_autostash(w: World) -> None:
    """`pull.rebase` and `rebase.autoStash` are set; an agent pulls with an edit of its own open."""
    ann = w.team({"billing.py": PY, "README.md": MD})
    bob = w.clone("bob")
    bob.person().append("README.md", MD_FAQ)
    bob.commit("FAQ")
    bob.git("push", "-q")
    ann.git("config", "pull.rebase", "true")
    ann.git("config", "rebase.autoStash", "true")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.append("billing.py", PY_EXPORT)
    opus.prepend("README.md", "<!-- Ask before you edit. -->\n")
    opus.sh("git pull -q")
    opus.edit("billing.py", ("currency.upper()]", "currency.strip().upper()]"))
    opus.sh("git commit -q -am Export && git push -q")
    opus.stop()
    bob.git("pull", "-q", "--ff-only")
    w.ask()
    for clone in (ann, bob):
        clone.expect_clean()
        clone.expect_blame(
            "billing.py",
            {
                "factor = ": "INT-1/opus @Discounts",
                "currency.strip": "INT-1/opus @Export",
                "return received": "ann @Begin",
            },
        )
        clone.expect_blame("README.md", {"Why is": "bob @FAQ", "Ask before": "INT-1/opus @Export"})


@flow(seldom=True)
def hunk_is_thrown_away_by_restore_p(w: World) -> None:
    """Ann answers `git restore -p` with yes for one hunk of an agent's, no for the other."""
    ann = w.solo({"store.go": GO})
    opus = ann.agent()
    opus.edit("store.go", ("// Store keeps values in memory.", "// Store keeps values, by key."))
    opus.append("store.go", GO_KEYS)
    opus.stop()
    ann.run("git", "restore", "-p", "store.go", stdin="y\nn\n")
    w.note("in memory" in ann.text("store.go"), "the first hunk is taken back")
    w.note("matching :=" in ann.text("store.go"), "the second hunk stays")
    ann.person().append("store.go", GO_DELETE)
    ann.commit("Keys and delete")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "store.go",
        {
            "in memory": "ann @Begin",
            "matching :=": "INT-1/opus @Keys and delete",
            "existed :=": "ann @Keys and delete",
        },
    )
    ann.expect_intent_code("INT-1", {"store.go": ["matching :="]})


@flow(ledgers="ref none", seldom=True)
def switch_and_back_with_dirty_files(w: World) -> None:
    """`git switch -c` and `git switch -` carry an agent's open files; they are committed apart."""
    ann = w.solo({"cart.ts": TS, "billing.py": PY, "README.md": MD})
    opus = ann.agent()
    acme = ann.agent("acme", "INT-2")
    opus.append("cart.ts", TS_COUPON)
    acme.append("billing.py", PY_REMINDER)
    ann.git("switch", "-q", "-c", "topic")
    opus.sh("git add cart.ts && git commit -q -m Coupons")
    ann.git("switch", "-q", "-")
    acme.edit("billing.py", ("days overdue.", "days late."))
    acme.sh("git add billing.py && git commit -q -m Reminders")
    ann.expect_nothing_left("INT-1")
    opus.sh("git switch -q - && git rebase -q main && git switch -q - && git merge -q --ff-only -")
    opus.stop()
    acme.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus @Coupons", "let sum": "ann @Begin"})
    ann.expect_blame("billing.py", {"days late": "INT-2/acme @Reminders"})
    ann.expect_intent_code("INT-1", {"cart.ts": ["const reduction"]})


@flow(seldom=True)
def diff_is_applied_on_another_branch(w: World) -> None:
    """An agent's open work becomes a file of `git diff`; Bob applies it with `--3way` elsewhere."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.edit("billing.py", ("What a customer owes.", "What a customer owes the shop."))
    opus.stop()
    patch = ann.git("diff", "--", "billing.py")
    ann.git("checkout", "-q", "--", "billing.py")
    ann.settle()
    ann.git("switch", "-q", "-c", "topic")
    bob = ann.person("bob")
    bob.prepend("billing.py", "# The shop's own.\n")
    bob.commit("Whose it is")
    (w.base / "work.diff").write_text(patch)
    ann.git("apply", "--3way", "--index", str(w.base / "work.diff"))
    bob.commit("Discounts")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            "owes the shop": "INT-1/opus @Discounts",
            "The shop's own": "bob @Whose it is",
            "return received": "ann @Begin",
        },
    )


@flow(ledgers="ref none", seldom=True)
def topic_is_renamed_and_pushed_with_force(w: World) -> None:
    """A pushed topic of an agent gets another name and an amended commit; Bob goes on with it."""
    ann = w.team({"cart.ts": TS, "README.md": MD})
    ann.git("switch", "-q", "-c", "topic")
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.sh("git commit -q -am Coupons && git push -q -u origin topic")
    bob = w.clone("bob")
    bob.git("switch", "-q", "topic")
    opus.edit("cart.ts", ("SPRING: 5", "SPRING: 7"))
    opus.sh("git commit -q -a --amend --no-edit && git branch -m topic coupons")
    opus.sh("git push -q --force-with-lease -u origin coupons && git push -q origin :topic")
    opus.stop()
    bob.git("fetch", "-q", "--prune")
    bob.git("switch", "-q", "coupons")
    bob.git("branch", "-q", "-D", "topic")
    acme = bob.agent("acme", "INT-2")
    acme.append("cart.ts", TS_SHIPPING)
    acme.commit("Shipping")
    acme.stop()
    bob.git("push", "-q")
    ann.git("pull", "-q", "--ff-only")
    w.ask()
    for clone in (ann, bob):
        clone.expect_clean()
        clone.expect_blame(
            "cart.ts",
            {
                "SPRING: 7": "INT-1/opus @Coupons",
                "const reduction": "INT-1/opus @Coupons",
                "const domestic": "INT-2/acme @Shipping",
                "let sum": "ann @Begin",
            },
        )


@flow()
def hotfix_from_a_tag_reaches_a_moved_file(w: World) -> None:
    """An agent mends a line at a tag; on main Bob has moved the file since; Cleo merges."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    ann.git("tag", "v1")
    bob = ann.person("bob")
    ann.git("mv", "store.go", "memory.go")
    bob.append("memory.go", GO_DELETE)
    bob.commit("Memory")
    ann.settle()
    ann.git("switch", "-q", "-c", "hotfix", "v1")
    opus = ann.agent()
    opus.edit("store.go", ('"no such key: " + key', '"no such key: [" + key + "]"'))
    opus.commit("Quote the key")
    opus.stop()
    ann.settle()
    ann.git("tag", "v1.1")
    ann.git("switch", "-q", "main")
    ann.person("cleo").git("merge", "-q", "--no-edit", "hotfix")
    w.ask()
    ann.expect_clean()
    truth = {"no such key: [": "INT-1/opus @Quote the key", "value, ok": "ann @Begin"}
    ann.expect_blame("memory.go", truth | {"existed :=": "bob @Memory"})
    ann.expect_blame("store.go", truth, "v1.1")
    life = ann.question("log", "-L", ":Get:memory.go") or {"changes": []}
    bodies = sum("body" in change["kinds"] for change in life["changes"])
    w.note(bodies == 2, f"log tells {bodies} changes, not the merge's and the agent's")
    moved = any("file_moved" in change["kinds"] for change in life["changes"])
    w.note(moved, "log does not tell Bob's move")
    ann.expect_intent_code("INT-1", {"memory.go": ["no such key: ["]})


@flow(seldom=True)
def colleague_signs_an_agents_commit_off(w: World) -> None:
    """Bob amends an agent's commit with `-s`, then adds an empty commit; the agent goes on."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    bob = ann.person("bob")
    bob.git("commit", "-q", "--amend", "-s", "--no-edit")
    bob.git("commit", "-q", "--allow-empty", "-m", "Build again")
    opus.edit("billing.py", ("Take some percent off a net amount.", "Take some percent off."))
    opus.sh("git commit -q -am Shorter --allow-empty")
    opus.sh("git commit -q --allow-empty -m Trigger")
    opus.stop()
    ann.settle()
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            "some percent off.": "INT-1/opus @Shorter",
            "return received": "ann @Begin",
        },
    )


@flow(ledgers="ref none", seldom=True)
def secret_is_taken_out_of_history(w: World) -> None:
    """`fast-export`, a replaced text, `fast-import`: the same history with another password."""
    ann = w.solo({"settings.rb": RUBY, "README.md": MD})
    opus = ann.agent()
    opus.append("settings.rb", RUBY_MERGE + '\nPASSWORD = "hunter2"\n')
    opus.commit("Merge settings")
    opus.append("README.md", MD_DEPLOY)
    opus.commit("Deploying")
    opus.stop()
    ann.person("bob").append("README.md", MD_FAQ)
    ann.person("bob").commit("FAQ")
    script = "git fast-export main | sed 's/hunter2/REMOVED/' | git fast-import --force --quiet"
    ann.run("bash", "-c", script)
    ann.git("reset", "-q", "--hard")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "settings.rb",
        {
            "combined = ": "INT-1/opus @Merge settings",
            "REMOVED": ("INT-1/opus @Merge settings", "ann @Merge settings"),
            "@values = ": "ann @Begin",
        },
    )
    ann.expect_blame("README.md", {"Tag the": "INT-1/opus @Deploying", "Why is": "bob @FAQ"})


@flow(ledgers="ref none", seldom=True)
def vendored_by_subtree_and_pulled_again(w: World) -> None:
    """`git subtree add`, a patch by an agent in it, and `git subtree pull` of the next version."""
    other = w.base / "library"
    other.mkdir()
    for words in (("init", "-q", "-b", "main"), ("config", "user.name", "Lib Author")):
        w.run_in(other, "git", *words)
    w.run_in(other, "git", "config", "user.email", "lib@example.org")
    (other / "store.go").write_text(GO)
    w.run_in(other, "git", "add", "-A")
    w.run_in(other, "git", "commit", "-q", "-m", "Store")
    ann = w.solo({"README.md": MD})
    place = ("-P", "vendor/store", str(other), "main")
    ann.git("subtree", "-q", "add", "--squash", *place)
    opus = ann.agent()
    opus.edit("vendor/store/store.go", ('"no such key: " + key', '"unknown key: " + key'))
    opus.commit("Say unknown")
    opus.stop()
    (other / "store.go").write_text(GO + GO_KEYS)
    w.run_in(other, "git", "commit", "-q", "-am", "Keys")
    ann.git("subtree", "-q", "pull", "--squash", "-m", "Update store", *place)
    w.ask()
    ann.expect_clean()
    rows = dict(ann.blamed("vendor/store/store.go"))
    w.note(any("matching :=" in text for text in rows), "the next version is there")
    ann.expect_blame("vendor/store/store.go", {"unknown key": "INT-1/opus @Say unknown"})
    ann.expect_intent_code("INT-1", {"vendor/store/store.go": ["unknown key"]})


@flow(ledgers="ref none", seldom=True)
def worktrees_rebase_onto_each_other(w: World) -> None:
    """Two agents commit in two worktrees; the second rebases onto the first, and main follows."""
    ann = w.solo({"cart.ts": TS, "billing.py": PY})
    one = ann.worktree("one", "-b", "coupons")
    two = ann.worktree("two", "-b", "shipping")
    opus, acme = one.agent(), two.agent("acme", "INT-2")
    opus.append("cart.ts", TS_COUPON)
    acme.prepend("cart.ts", "// Prices are in euros.\n")
    acme.append("billing.py", PY_REMINDER)
    opus.commit("Coupons")
    acme.commit("Reminders")
    acme.sh("git rebase -q coupons")
    acme.edit("cart.ts", ("?? 0;", "?? 1;"))
    acme.commit("At least one")
    opus.stop()
    acme.stop()
    ann.git("merge", "-q", "--ff-only", "shipping")
    ann.git("worktree", "remove", str(two.path))
    w.ask()
    for clone, path in ((ann, "cart.ts"), (ann, "billing.py"), (one, "cart.ts")):
        truth = {
            "cart.ts": {
                "Prices are": "INT-2/acme @Reminders",
                "?? 1;": "INT-2/acme @At least one",
                "Math.max": "INT-1/opus @Coupons",
                "let sum": "ann @Begin",
            },
            "billing.py": {"salutation = ": "INT-2/acme @Reminders"},
        }[path]
        if clone is one:
            truth = {"const reduction": "INT-1/opus @Coupons", "let sum": "ann @Begin"}
        clone.expect_clean()
        clone.expect_blame(path, truth)


@flow(seldom=True)
def resolution_is_replayed_by_rerere(w: World) -> None:
    """A conflict of two agents is resolved by Ann, the merge undone, and made again by rerere."""
    ann = w.solo({"cart.ts": TS})
    ann.git("config", "rerere.enabled", "true")
    opus, acme = ann.agent(), ann.agent("acme", "INT-2")
    ann.git("switch", "-q", "-c", "topic")
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Coupons")
    opus.stop()
    ann.settle()
    ann.git("switch", "-q", "main")
    acme.append("cart.ts", TS_SHIPPING)
    acme.commit("Shipping")
    acme.stop()
    ann.settle()
    ann.git("merge", "-q", "topic", fails=True)
    ann.put("cart.ts", TS + TS_SHIPPING + TS_COUPON)
    ann.commit("Merge topic")
    ann.settle()
    ann.git("reset", "-q", "--hard", "HEAD~1")
    ann.git("merge", "-q", "topic", fails=True)
    w.note("<<<<" not in ann.text("cart.ts"), "rerere has resolved it")
    ann.commit("Merge topic again")
    ann.settle()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "cart.ts",
        {
            "const reduction": "INT-1/opus @Coupons",
            "const domestic": "INT-2/acme @Shipping",
            "let sum": "ann @Begin",
        },
    )


@flow(ledgers="ref none", seldom=True)
def merge_is_picked_to_a_release(w: World) -> None:
    """`cherry-pick -m 1` of the merge of an agent's topic: on the release it is the agent's."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    ann.git("branch", "release")
    ann.git("switch", "-q", "-c", "topic")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.edit("billing.py", ("percent) / 100", "percent) / Decimal(100)"))
    opus.commit("Decimals")
    opus.stop()
    ann.git("switch", "-q", "main")
    ann.person("bob").append("README.md", MD_FAQ)
    ann.person("bob").commit("FAQ")
    ann.git("merge", "-q", "--no-ff", "-m", "Merge discounts", "topic")
    ann.git("switch", "-q", "release")
    ann.person("cleo").append("README.md", MD_DEPLOY)
    ann.person("cleo").commit("Deploying")
    ann.person("cleo").git("cherry-pick", "-x", "-m", "1", "main")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "/ Decimal(100)": ("INT-1/opus @Merge discounts", "INT-1/opus @Decimals"),
            "quantize": ("INT-1/opus @Merge discounts", "INT-1/opus @Discounts"),
            "return received": "ann @Begin",
        },
    )
    ann.expect_blame("README.md", {"Tag the": "cleo @Deploying"})


@flow(ledgers="ref none", seldom=True)
def line_ends_follow_new_attributes(w: World) -> None:
    """Bob sets `eol=crlf` and checks everything out anew; an agent goes on in such a file."""
    ann = w.solo({"billing.py": PY, "store.go": GO})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    bob = ann.person("bob")
    bob.write(".gitattributes", "*.py text eol=crlf\n*.go text eol=lf\n")
    bob.commit("Line ends")
    (ann.path / "billing.py").unlink()
    ann.git("checkout", "-q", "--", "billing.py")
    w.note("\r\n" in ann.text("billing.py"), "the file has other line ends on disk")
    opus.append("billing.py", PY_EXPORT.replace("\n", "\r\n"))
    opus.commit("Export")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            "header = ": "INT-1/opus @Export",
            "return received": "ann @Begin",
        },
    )
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = ", "header = "]})


@flow()
def log_tells_both_sides_of_a_merge(w: World) -> None:
    """Two agents change one function on two branches: log tells both changes, and the merge."""
    ann = w.solo({"store.go": GO})
    opus, acme = ann.agent(), ann.agent("acme", "INT-2")
    ann.git("switch", "-q", "-c", "topic")
    opus.edit("store.go", ('"no such key: " + key', '"no key: " + key'))
    opus.commit("Shorter")
    opus.stop()
    ann.settle()
    ann.git("switch", "-q", "main")
    acme.edit("store.go", ("(s *Store) Get(key string)", "(s *Store) Get(key string, _ bool)"))
    acme.commit("A flag")
    acme.stop()
    ann.settle()
    ann.git("merge", "-q", "--no-edit", "topic")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "store.go",
        {'"no key: "': "INT-1/opus @Shorter", "_ bool": "INT-2/acme @A flag"},
    )
    life = ann.question("log", "-L", ":Get:store.go") or {"changes": []}
    told = {change.get("intent_id") for change in life["changes"]}
    wanted = {"INT-1", "INT-2", None} if w.traced else {None}
    w.note(told == wanted, f"log should tell {wanted}, tells {told}")
    w.note(len(life["changes"]) == 4, f"log tells {len(life['changes'])} changes, not 4")


@flow(ledgers="ref file")
def turn_ends_beside_another_agents_command(w: World) -> None:
    """One agent's turn ends while another one's command has just written: that one's, not nobody's.

    What a person saved before the command began is nobody's yet, as ever.
    """
    ann = w.solo({"cart.ts": TS, "store.go": GO})
    opus, acme = ann.agent(), ann.agent("acme", "INT-2")
    acme.append("cart.ts", TS_COUPON)
    opus.append("store.go", GO_DELETE)
    ann.person().append("store.go", GO_KEYS)
    opus.begin()
    command = "sed -i 's/SPRING: 5/SPRING: 6/' cart.ts"
    opus.pre_shell(command, None)
    done = ann.run("bash", "-c", command)
    acme.stop()
    opus.post_shell(command, done)
    opus.stop()
    ann.commit("Coupons and keys")
    w.ask()
    ann.expect_blame(
        "cart.ts",
        {
            "SPRING: 6": ("INT-1/opus @Coupons and keys", "INT-2/acme @Coupons and keys"),
            "const reduction": "INT-2/acme @Coupons and keys",
        },
    )
    life = (ann.question("log", "-L", ":applyCoupon:cart.ts") or {})["changes"]
    w.note(bool(life), "log should tell something, also of what no record can tell any more")
    newest = life[0].get("intent_id") if life else None
    is_told = newest == "INT-1" or w.config.index == "dropped"
    w.note(is_told, f"the newest change of the coupon should be INT-1's, not {newest}")
    ann.expect_blame(
        "store.go",
        {"existed :=": "INT-1/opus @Coupons and keys", "matching :=": "ann @Coupons and keys"},
    )
