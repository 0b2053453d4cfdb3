"""Repositories and settings of other kinds: submodules, filters, bare layouts, everybody's git."""

from flow import flow
from samples import GO, GO_DELETE, GO_KEYS, MD, PY, PY_DISCOUNT, PY_REMINDER, RUBY, TS, TS_COUPON
from world import Clone, World


@flow(ledgers="ref none")
def submodule_beside_an_agents_code(w: World) -> None:
    """A submodule is added and moved on by a person while an agent works in the superproject."""
    w.bare("lib.git")
    lib = w.solo({"settings.rb": RUBY}, name="lib", intents=())
    lib.git("push", "-q", str(w.base / "lib.git"), "main")
    lib.traced = False
    ann = w.solo({"billing.py": PY})
    ann.git("-c", "protocol.file.allow=always", "submodule", "add", str(w.base / "lib.git"), "lib")
    ann.commit("Use the library")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.sh("git -C lib config user.name Bob && git -C lib config user.email b@example.org")
    opus.commit("Discounts")
    opus.stop()
    ann.put("lib/more.rb", "MORE = true\n")
    ann.run("git", "-C", "lib", "add", "-A")
    ann.run("git", "-C", "lib", "commit", "-q", "-m", "More")
    ann.commit("Use more of it")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})
    done = ann.run("tracer", "blame", "lib/more.rb", "--json")
    w.note(
        (done.returncode == 0 and "More" in done.stdout) or "submodule" in done.stderr,
        f"blame in a submodule: {done.returncode} {done.stdout[:200]} {done.stderr[:200]}",
    )
    ann.final = False  # git lists the submodule as one entry, which is no file


@flow(ledgers="ref none")
def agent_works_in_a_submodule(w: World) -> None:
    """An agent edits a file of a submodule and commits it there, then the superproject."""
    w.bare("lib.git")
    lib = w.solo({"settings.rb": RUBY}, name="lib", intents=())
    lib.git("push", "-q", str(w.base / "lib.git"), "main")
    lib.traced = False
    ann = w.solo({"billing.py": PY})
    ann.git("-c", "protocol.file.allow=always", "submodule", "add", str(w.base / "lib.git"), "lib")
    ann.commit("Use the library")
    ann.run("git", "-C", "lib", "config", "user.name", "Ann Archer")
    ann.run("git", "-C", "lib", "config", "user.email", "ann@example.org")
    opus = ann.agent()
    opus.sh("printf 'LIMIT = 5\\n' >> lib/settings.rb")
    opus.sh("git -C lib commit -q -am Limit && git commit -q -am 'Use the limit'")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.final = False  # git lists the submodule as one entry, which is no file


@flow(ledgers="ref")
def submodule_with_a_ledger_of_its_own(w: World) -> None:
    """Ann sets tracer up in a submodule of a traced repository; an agent works in each."""
    w.bare("lib.git")
    seed = w.solo({"settings.rb": RUBY}, name="seed", intents=())
    seed.git("push", "-q", str(w.base / "lib.git"), "HEAD:main")
    seed.traced = False
    ann = w.solo({"billing.py": PY})
    ann.git("-c", "protocol.file.allow=always", "submodule", "add", str(w.base / "lib.git"), "lib")
    ann.commit("Use the library")
    lib = Clone(w, "ann", ann.path / "lib")
    w.clones["lib"] = lib
    lib.configure()
    lib.init()
    for intent in ("INT-1", "INT-2"):
        lib.intent(intent, "--scope", "**")
    lib.commit("Trace the library itself")
    acme = lib.agent("acme", "INT-1")
    acme.write("limits.py", PY_DISCOUNT)
    acme.commit("Limits")
    acme.stop()
    opus = ann.agent("opus", "INT-2")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    w.ask()
    lib.expect_clean()
    lib.expect_blame("limits.py", {"factor = ": "INT-1/acme @Limits"})
    lib.expect_nothing_left("INT-2")
    ann.expect_blame("billing.py", {"factor = ": "INT-2/opus @Discounts"})
    ann.expect_nothing_left("INT-1")
    ann.final = False  # git lists the submodule as one entry, which is no file


@flow(ledgers="ref")
def bare_repository_with_worktrees(w: World) -> None:
    """A bare clone with one work tree a branch, as people who run many agents lay it out."""
    ann = w.team({"billing.py": PY, "cart.ts": TS})
    w.run_in(w.base, "mkdir", "hub")
    hub = w.base / "hub"
    w.run_in(hub, "git", "clone", "-q", "--bare", str(w.base / "origin.git"), ".bare")
    (hub / ".git").write_text("gitdir: ./.bare\n")
    one, two = Clone(w, "bob", hub / "one"), Clone(w, "bob", hub / "two")
    for made in (one, two):
        name = made.path.name
        w.run_in(hub, "git", "worktree", "add", "-q", "-b", name, name, "main")
        w.clones[name] = made
        made.configure()
    one.init()
    opus, acme = one.agent("opus", "INT-1"), two.agent("acme", "INT-2")
    opus.append("billing.py", PY_DISCOUNT)
    acme.append("cart.ts", TS_COUPON)
    opus.commit("Discounts")
    acme.commit("Coupons")
    opus.stop()
    acme.stop()
    one.git("merge", "-q", "--no-ff", "-m", "Merge", "two")
    w.ask()
    one.expect_clean()
    one.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    one.expect_blame("cart.ts", {"const reduction": "INT-2/acme @Coupons"})
    ann.final = False


@flow()
def names_by_sha256(w: World) -> None:
    """A repository whose objects are named by SHA-256."""
    ann = Clone(w, "ann", w.base / "work")
    ann.path.mkdir()
    ann.run("git", "init", "-q", "-b", "main", "--object-format=sha256")
    ann = w._begun(ann, {"billing.py": PY, "store.go": GO})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.sh("git mv store.go keep.go")
    opus.append("keep.go", GO_KEYS)
    opus.commit("Discounts")
    opus.stop()
    ann.settle()
    ann.person("bob").append("billing.py", PY_REMINDER)
    ann.person("bob").commit("Reminders", "billing.py")
    w.ask()
    ann.expect_blame(
        "billing.py", {"factor = ": "INT-1/opus @Discounts", "salutation = ": "bob @Reminders"}
    )
    ann.expect_blame(
        "keep.go", {"matching :=": "INT-1/opus @Discounts", "value, ok :=": "ann @Begin"}
    )


SETTINGS = """[diff]
	noprefix = true
	renames = false
	context = 0
	interHunkContext = 7
	colorMoved = zebra
	algorithm = patience
	external = false
	relative = true
	submodule = log
	ignoreSubmodules = all
	orderFile = /dev/null
	wordRegex = .
[color]
	ui = always
	diff = always
	status = always
[core]
	pager = false
	quotePath = true
	abbrev = 40
	untrackedCache = true
	fsmonitor = false
	commentChar = "!"
[status]
	short = true
	branch = true
	showUntrackedFiles = no
	renames = false
	relativePaths = false
[log]
	date = relative
	showSignature = true
	follow = true
	decorate = full
	abbrevCommit = true
	showRoot = false
	diffMerges = first-parent
[blame]
	coloring = highlightRecent
	showEmail = true
	blankBoundary = true
	date = relative
[format]
	pretty = oneline
[grep]
	lineNumber = true
	fullName = true
[column]
	ui = always
[tag]
	sort = -creatordate
[branch]
	sort = -committerdate
[i18n]
	logOutputEncoding = ISO-8859-1
[commit]
	verbose = true
	cleanup = scissors
[rerere]
	enabled = true
[feature]
	manyFiles = true
[index]
	threads = 1
[safe]
	bareRepository = all
[push]
	default = nothing
[help]
	autoCorrect = 20
[alias]
	st = status
"""


@flow(ledgers="ref none")
def somebodys_own_git_settings(w: World) -> None:
    """Everything that git's settings may change in its output is set; answers are the same."""
    home = w.base / "home" / ".gitconfig"
    home.write_text(home.read_text() + SETTINGS)
    ann = w.solo({"src/billing.py": PY, "cart.ts": TS, "README.md": MD})
    opus = ann.agent()
    opus.append("src/billing.py", PY_DISCOUNT)
    opus.write("grüße neu.py", "def gruss():\n    return 'Grüße an alle im Büro'\n")
    opus.commit("Rabatte für alle")
    opus.sh("git mv cart.ts 'web cart.ts'")
    opus.append("web cart.ts", TS_COUPON)
    opus.commit("Coupons")
    opus.stop()
    ann.person("bob").append("src/billing.py", PY_REMINDER)
    ann.person("bob").commit("Reminders")
    w.ask()
    ann.expect_blame(
        "src/billing.py",
        {
            "factor = ": "INT-1/opus @Rabatte für alle",
            "salutation = ": "bob @Reminders",
            "received >=": "ann @Begin",
        },
    )
    ann.expect_blame("grüße neu.py", {"im Büro": "INT-1/opus @Rabatte für alle"})
    ann.expect_blame(
        "web cart.ts", {"const reduction": "INT-1/opus @Coupons", "let sum": "ann @Begin"}
    )
    ann.expect_log(":discount:src/billing.py", "introduced")
    shown = ann.tracer("diff", "HEAD~2", "HEAD~1")
    w.note("applyCoupon" in shown, f"diff of two commits: {shown[:300]}")


@flow()
def pointers_of_large_files(w: World) -> None:
    """A clean and smudge filter keeps pointers in git and content on disk, as LFS does."""
    ann = w.solo({"billing.py": PY, ".gitattributes": "*.dat filter=store -text\n"})
    store = w.base / "home" / "store"
    clean = f"mkdir -p {store}; cat > {store}/in; h=$(sha256sum < {store}/in | cut -c1-64); "
    clean += f'mv {store}/in {store}/$h; echo "oid sha256:$h"'
    ann.git("config", "filter.store.clean", clean)
    ann.git("config", "filter.store.smudge", f"cut -d: -f2 | (read h; cat {store}/$h)")
    opus = ann.agent()
    opus.sh("seq 1 3000 > weights.dat && git add weights.dat")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Weights")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "-b", "elsewhere", "HEAD~1")
    ann.git("checkout", "-q", "main")
    ann.put("weights.dat", "".join(f"{n}\n" for n in range(1, 3001)) + "3001\n")
    ann.person("bob").commit("One more", "weights.dat")
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Weights"})
    # Without a ledger nobody has seen the content: git keeps pointers.
    first = ("INT-1/opus @Weights", "ann") if ann.traced else ("ann", "?")
    ann.expect_blame("weights.dat", {"1234": first, "3001": ("bob @One more", "?")})


@flow(ledgers="ref none")
def line_ends_are_converted(w: World) -> None:
    """`core.autocrlf=true`: CRLF on disk, LF in git; an agent writes either."""
    ann = w.solo({"billing.py": PY, "store.go": GO})
    ann.git("config", "core.autocrlf", "true")
    ann.git("rm", "-q", "-r", "--cached", ".")
    ann.git("reset", "-q", "--hard")
    w.note("\r\n" in ann.text("billing.py"), "flow is wrong: no CRLF on disk")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT.replace("\n", "\r\n"))
    opus.append("store.go", GO_DELETE)
    opus.commit("Discounts")
    opus.stop()
    ann.person("bob").append("billing.py", PY_REMINDER.replace("\n", "\r\n"))
    ann.person("bob").commit("Reminders")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            "salutation = ": "bob @Reminders",
            "received >=": "ann @Begin",
        },
    )
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "], "store.go": ["existed :="]})


@flow()
def hooks_of_the_pre_commit_framework(w: World) -> None:
    """`pre-commit install` after `tracer init` puts its own hooks there; both go on."""
    ann = w.solo({"billing.py": PY})
    where = ann.git("rev-parse", "--git-path", "hooks").strip()
    for name in ("pre-commit", "prepare-commit-msg", "post-checkout", "post-merge", "pre-push"):
        place = ann.path / where / name
        if place.exists():
            place.rename(place.with_name(f"{name}.legacy"))
        legacy = f'here=$(dirname "$0"); [ ! -x "$here/{name}.legacy" ] || '
        ann.put(f"{where}/{name}", f'#!/bin/sh\n{legacy}"$here/{name}.legacy" "$@"\n')
        place.chmod(0o755)
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "-b", "topic")
    ann.person("bob").append("billing.py", PY_REMINDER)
    ann.person("bob").commit("Reminders")
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "topic")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py", {"factor = ": "INT-1/opus @Discounts", "salutation = ": "bob @Reminders"}
    )
