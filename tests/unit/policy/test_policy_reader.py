"""The strict reader: what is `safe` is understood to the last byte, and at once."""

from __future__ import annotations

import gc
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tracer.model.enums import ActionKind, Phase
from tracer.model.errors import InputError
from tracer.model.events import Event
from tracer.policy import plan
from tracer.policy.facts import shell_plan
from tracer.policy.reading import Reading, reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.workspace import Workspace

# Ordinary lines of agents that only read.
SAFE = [
    "date -Is",
    "git -c color.ui=never diff",
    "GIT_PAGER=cat git log",
    "git reflog -10",
    "awk 'NR>=10' a.txt",
    "tar tf a.tar",
    "unzip -l a.zip",
    "man ls",
    'while IFS= read -r line; do echo "$line"; done < a.txt',
    "x=$(wc -l <a)",
    "tee /dev/null < a",
    "node -v",
    "npm view react",
    "pip list --outdated",
    "docker ps -a",
    "kubectl get pods -n x -o wide",
    "gh pr view 12 --json title",
    "sed -n '1,5p;10q' a.txt",
    "find . -type f -not -path './node_modules/*' -name '*.py' | head -20",
    'grep -rn "def " src --include=*.py | wc -l',
    "rg -n --hidden -g '!node_modules' foo",
    "git log --oneline --graph --all -20",
    "git log -p -3 -- src/a.py",
    "git diff --stat HEAD~3..HEAD",
    "git show --stat HEAD",
    "git blame -L 1,20 a.py",
    'for f in src/*.py; do sed -n 1p "$f"; done',
    "for i in 1 2 3; do echo $((i*2)); done",
    "if git diff --quiet; then echo clean; else echo dirty; fi",
    "ls -la | awk '{sum+=$5} END {print sum}'",
    "awk -F: '$3 > 1000 {print $1}' /etc/passwd",
    'awk \'/foo|bar/ {print NR": "$0}\' a.txt',
    "cat <<EOF\nhi $USER\nEOF",
    "find . -name '*.py' -exec grep -l foo {} \\;",
    'find . -name x -exec sh -c \'wc -l "$1"\' _ {} \\;',
    "ls *.py",
    "sort -u a.txt | uniq -c | sort -rn | head",
    "diff -u a b",
    "git ls-files | xargs wc -l | tail -1",
    "command -v node || echo none",
    "python3 -V; go version; java -version",
    "[[ -f a && ! -d b ]] && echo yes",
    'case "$1" in *.py) echo py;; *) echo other;; esac',
    "cat a | tr -d '\\r' | cut -d, -f1",
    'echo "$(git rev-parse --short HEAD)"',
    "git stash list; git worktree list",
    "ps aux | grep node | head",
    "curl --version",
    "export LC_ALL=C; sort a",
    "set -euo pipefail; ls",
    'printf \'%s\\n\' "$x"',
    "jq -r '.scripts | keys[]' package.json",
    "git config --get user.name",
    "tail -n +5 a.txt",
    "head -c 100 a.bin | xxd",
    "stat -c %s a",
]  # fmt: skip

# Lines that write, run code or change what later commands run, in disguise.
UNSAFE = [
    "git cherry-pick X",
    "[[ -f a && touch x ]]",
    "[[ a > b ]]",
    "awk $'a\\tb' f",
    "touch=1; ((touch + 1))",
    "((1>2))",
    "git log --format=$'\\n' --output=f",
    "sed 's/a/b/ w out' f",
    "git stash show --output=x",
    "git reflog show --output=x",
    "diff3 --diff-program=./x a b c",
    "bash --rcfile f -ic ls",
    "watch ls '; rm x'",
    "ls | parallel",
    "tree -ao f",
    "date 010100002020",
    "cat <<EOF\n`rm x`\nEOF",
    "echo ${x:-`rm x`}",
    "ls \\\r\nrm x",
    "echo \\ #; rm x",
    "ls\x0crm",
    'export "PATH=src:$PATH"',
    "XDG_CONFIG_HOME=src; git status",
    "ZDOTDIR=src; zsh -c ls",
    "KUBECONFIG=x; kubectl get pods",
    "DOCKER_HOST=x; docker ps",
    "PS4='$(rm x)'; set -x; ls",
    "declare -i x='a[$(rm x)]'",
    "x='a[$(rm f)]'; echo ${a:x}",
    "x='a[$(rm f)]'; echo $((x))",
    "declare -n r='a[$(rm f)]'; echo $r",
    "local -n x=y",
    "LD_PRELOAD=x ls",
    'eval "$(cat x)"',
    "b() { b|b& }; b",
    "cat < /dev/tcp/1.2.3.4/80",
    "x=/dev/tcp/1.2.3.4/80; cat < $x",
    "git log $X",
    "sort $f",
    "ls > ~/x",
    "alias ls=rm",
    "printf -vPATH x",
    "rg --pre=x foo",
    "rg --pre x foo",
    "find . $x",
    "find . -name '*' -fprint x",
    "env -S 'rm x'",
    "env PATH=. ls",
    "git -c core.fsmonitor=./x status",
    "git -c alias.log='!rm x' log",
    "git --exec-path=. log",
    "xargs -a f rm",
    "ls | xargs sh -c",
    "ls | xargs -I{} sh -c {}",
    "ls | xargs -I sh sh -c x",
    'awk \'BEGIN{print > "x"}\'',
    'awk \'BEGIN{print "a" | "sh"}\'',
    'awk \'BEGIN { x = ")" ; print ) / "/ > "f" } \'',
    "sed -n 'p;w x' f",
    "sed s/a/b/w f",
    "sed -i p f",
    "sed p -i f",
    "sed 's/a/b/e' f",
    "sed '1e rm' f",
    "sed -n '$!{p;w x\n}' f",
    "tar xf a.tar",
    "tar tf host:a",
    "tar -tf a --to-command=x",
    "tar tf a -I x",
    "git branch x",
    "git branch --list x --edit-description",
    "git tag x",
    "git tag -d x",
    "git config a.b c",
    "git config --get a.b --unset x",
    "git remote show origin",
    "git show --ext-diff",
    "git grep -Oless x",
    "git diff --output x",
    "man -P x ls",
    "{rm,-rf,src}",
    "hash -p ./x ls",
    "$'\\x72m' x",
    '"ls"x',
    "ls;rm x",
    "ls&rm x",
    "if true; then rm x; fi",
    "for PATH in a; do ls; done",
    "read PATH",
    "mapfile -C x y",
    "select x in a; do ls; done",
    "[[ $x -eq 1 ]]",
    "[[ -v x ]]",
    "a=(1 $(rm x)); ls",
    'echo "${!x}"',
    "echo ${x@P}",
    "cat <(rm x)",
    "cat >(rm x)",
    "time rm x",
    "! rm x",
    "coproc ls",
    "function f { ls; }",
    "trap 'rm x' EXIT",
    "exec ls > x",
    ". ./x",
    "source x",
    "ls <<< `rm x`",
    'echo "`rm x`"',
    "echo $(( $(rm x) ))",
    "echo $[x]",
    "ls |& rm",
    "true && rm x",
    "f() { rm x; }; f",
    "ls() { :; }; ls",
    "node -e 1",
    "python3 --version x",
    "npm view github:a/b",
    "gh pr merge 1",
    "kubectl delete pod x",
    "docker rm x",
    "tee x",
    "tee /dev/null x",
    "less -o x f",
    "dmesg -C",
]  # fmt: skip


@pytest.mark.parametrize("line", SAFE)
def test_ordinary_reading_is_safe(workspace: Workspace, line: str) -> None:
    """D5: Nobody is asked for what only reads."""
    found = plan(line, workspace.root)
    assert found.command_class == "safe", found


@pytest.mark.parametrize("line", UNSAFE)
def test_what_is_not_understood_is_not_safe(workspace: Workspace, line: str) -> None:
    """D5: Also where the words of a known reading command begin it."""
    assert not plan(line, workspace.root).is_safe


def test_a_file_named_like_an_option(workspace: Workspace) -> None:
    """`sort *` is `sort -ox ...` where such a file lies."""
    Path(workspace.root, "a.txt").write_text("a")
    assert plan("sort *", workspace.root).is_safe
    Path(workspace.root, "-ox").write_text("")
    assert not plan("sort *", workspace.root).is_safe
    assert plan("sort ./*", workspace.root).is_safe


def test_git_obeys_no_directory_laid_out_like_a_repository(workspace: Workspace) -> None:
    """A bare repository among the files brings its own configuration, which names programs."""
    bare = Path(workspace.root, "src", "bare")
    for name in ("objects", "refs"):
        (bare / name).mkdir(parents=True)
    (bare / "HEAD").write_text("ref: refs/heads/main\n")
    assert not plan("cd src/bare && git status", workspace.root).is_safe
    assert not plan("git -C src/bare status", workspace.root).is_safe
    assert not plan("git status", str(bare)).is_safe
    assert plan("git -C src status", workspace.root).is_safe


@pytest.mark.parametrize(
    "document",
    [
        {"commands": {"x": {"optoins": "-a"}}, "about": {}},
        {"commands": {"x": {"first": "nonsense"}}, "about": {}},
        {"commands": {"x": {"style": "nonsense"}}, "about": {}},
        {"commands": {"x": {"sub": {"y": {"operand": "nonsense"}}}}, "about": {}},
        {"commands": {}, "about": {}, "more": {}},
    ],
)
def test_a_table_with_an_unknown_key_is_refused(
    tmp_path: Path, document: dict[str, object]
) -> None:
    """With the file and the line."""
    import json

    path = tmp_path / "reading.yaml"
    path.write_text(json.dumps(document))
    with pytest.raises(InputError, match=r"reading.yaml:\d+: "):
        Reading(document, str(path))


def test_every_entry_of_the_table_is_usable() -> None:
    """Entries are compiled when they are needed; a bad one must be found before."""
    table = reading()
    assert len(table._commands) > 200
    waiting = list(table._commands.values())
    while waiting:
        form = table._compiled(waiting.pop())
        waiting += form.sub.values()


# Hard to undo, behind options, wrappers, abbreviations and other spellings.
DESTRUCTIVE = [
    "git -C src checkout .",
    "terraform -chdir=infra apply",
    "docker -H tcp://x rm y",
    "pnpm -r publish",
    "git reset --har",
    "git -c alias.x='!rm -rf src' x",
    "git config hook.x.command 'rm x'",
    "env -C src git push",
    "time -f %e git push",
    "sshpass -p x ssh host",
    "watch git push",
    "watch -n 1 'git push'",
    "{rm,-rf,src}",
    "/usr/bin/../bin/git push",
    "echo cm0= | base64 -d | sh",
    "echo cm0= | base64 -d | bash -s",
    "bash <(base64 -d x)",
    'eval "$(base64 -d x)"',
    'sh -c "$(echo x | base64 -d)"',
    "ls | parallel rm -rf",
    "parallel 'git push' ::: a",
    "nice -n 5 git push",
    "timeout -k 1 5 git push",
    "ls | xargs -n 1 git push",
    "kubectl -n x delete pod y",
    "kubectl --context=x apply -f y",
    "helm -n x uninstall y",
    "docker --context x system prune -af",
    "npm --prefix x publish",
    "cargo --config a publish",
    "git --git-dir=.git push",
    "git -c core.hooksPath=x commit",
    "git -c core.sshCommand=x fetch",
    "env -S 'git push'",
    "stdbuf -oL git push",
    "git clean --forc -d",
    "git branch --del --forc x",
    "git push --forc",
    "rm --recurs src",
    "hyperfine 'git push'",
]  # fmt: skip


@pytest.mark.parametrize("line", DESTRUCTIVE)
def test_danger_is_seen_through_what_stands_before_it(workspace: Workspace, line: str) -> None:
    """D5: A person is asked whatever options and programs come first."""
    assert plan(line, workspace.root).command_class == "destructive"


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("echo x > ~+/../x", "{root}/../x"),
        ('PWD=/etc; echo x > "$PWD/f"', "/etc/f"),
        ("cd src/link/..; touch x", "{root}/src/x"),
        ("ln -s /etc src/k && echo x > src/k/f", "/etc/f"),
        ("git worktree add ../out", "{root}/../out"),
        ("git clone repo ../out", "{root}/../out"),
        ("tar -C / -xf a.tar", "/"),
        ("tar xf a.tar -C /etc", "/etc"),
        ("unzip a.zip -d ../x", "{root}/../x"),
    ],
)
def test_where_a_line_writes(workspace: Workspace, line: str, place: str) -> None:
    """D7: Paths that variables, links and options lead elsewhere."""
    src = Path(workspace.root, "src")
    src.mkdir()
    (src / "link").symlink_to("/tmp")
    targets = [target.path for target in plan(line, workspace.root).targets]
    assert place.format(root=workspace.root) in targets


@pytest.mark.parametrize("line", ["CDPATH=/; cd etc; touch x", "export CDPATH=/; cd etc; touch x"])
def test_cdpath_makes_the_place_unknown(workspace: Workspace, line: str) -> None:
    """D7: A relative path after it may be anywhere."""
    found = plan(line, workspace.root)
    assert not found.is_complete
    assert not found.is_safe


LONG = 100_000


def adversarial(size: int) -> dict[str, str]:
    """Lines of about so many characters that make naive readers slow."""
    return {
        "options": "git branch" + " --contains" * (size // 11),
        "many commands": "ls;" * (size // 3),
        "pipes": "ls|" * (size // 3) + "ls",
        "braces": "echo " + "{" * size,
        "brace lists": "echo " + "{a,b}" * (size // 5),
        "brackets": "echo " + "(" * size,
        "substitutions": "echo " + "$(" * (size // 2),
        "backticks": "echo " + "`" * size,
        "parameters": "echo " + "${x:-" * (size // 5),
        "computed": "echo $((" + "1+" * (size // 2) + "1))",
        "names computed": "echo $((" + "x+" * (size // 2) + "1))",
        "awk": "awk '" + "a/" * (size // 2) + "'",
        "awk brackets": "awk '/" + "[a" * (size // 2) + "/'",
        "sed": "sed '" + "s/[/" * (size // 4) + "'",
        "sed blanks": "sed 's/a/b/" + " " * size + "w'",
        "here-documents": "cat <<A" * (size // 7),
        "marks of here-documents": "cat <<'" + "x" * size,
        "quotes of marks": "cat <<" + "'a'" * (size // 3),
        "lines of a here-document": "cat <<A\n" + "B\n" * (size // 2) + "A",
        "blanks": "ls" + " " * size + "x",
        "continued": "ls " + "\\\n" * (size // 2),
        "words": "ls" + " x" * (size // 2),
        "globs": "sort" + " *" * (size // 2),
        "dangers": "foo" + " rm" * (size // 3),
        "wrappers": "timeout 1 " * (size // 10),
        "checkouts": "git checkout" + " a" * (size // 2),
        "restores": "git restore " + "--staged " * (size // 9),
        "addresses": "git clone " + "a-" * (size // 2),
        "loops": "for x in a; do " * (size // 15),
        "conditions": "[[ " + "a && " * (size // 5) + "]]",
        "else": "if ls; then ls; " + "elif ls; then ls; " * (size // 18) + "fi",
        "assignments": "a=b " * (size // 4),
        "redirections": "ls " + "2>&1 " * (size // 5),
        "comments": "#a\n" * (size // 3),
        "NULs": "ls \0" * (size // 4),
        "files": "ls " + "> x " * (size // 4),
    }


@pytest.mark.parametrize("kind", list(adversarial(1)))
def test_a_long_line_is_answered_at_once(workspace: Workspace, kind: str) -> None:
    """D5: Of 100 KB of what makes naive readers slow time grows with the length, no faster.

    Four times the length takes a quadratic reader sixteen times as long, a linear one some five.
    """
    part, whole = adversarial(LONG // 4)[kind], adversarial(LONG)[kind]
    plan("ls 'x'", workspace.root)
    assert any(
        _cost(lambda: plan(whole, workspace.root)) < 12 * _cost(lambda: plan(part, workspace.root))
        for _ in range(3)
    )


def _cost(run: Callable[[], object]) -> float:
    """The processor time of a call in seconds, no less than 5 ms.

    Nothing is collected meanwhile: that takes as long as all other tests have left objects.
    """
    gc.disable()
    try:
        start = time.process_time()
        run()
        return max(time.process_time() - start, 0.005)
    finally:
        gc.enable()


@pytest.mark.parametrize("tool", ["PowerShell", "run_powershell", "pwsh", "cmd"])
def test_what_another_shell_runs_is_never_safe(workspace: Workspace, tool: str) -> None:
    """D5: PowerShell ends the quoted text at the first quote, and runs what follows."""
    line = 'echo "a\\"; rm x; echo \\"b"'
    event = Event(
        Phase.PRE, ActionKind.SHELL, "acme", "s1", workspace.root, tool=tool, command=line
    )
    found = shell_plan(event)
    assert found is not None
    assert not found.is_safe
    usual = shell_plan(event._replace(tool="Bash"))
    assert usual is not None
    assert usual.is_safe
