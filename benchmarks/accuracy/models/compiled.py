"""Models of compiled languages beside the library: one program that calls both and compares.

What a program prints is a line for each call that differs, and last how many were made.
"""

from __future__ import annotations

import itertools
import re
import subprocess
from typing import TYPE_CHECKING

from benchmarks.accuracy.models.samples import SAMPLES
from benchmarks.accuracy.models.signatures import file_of, signatures

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.accuracy.models.signatures import Signature

_ENDED = re.compile(r"^calls (\d+)$", re.MULTILINE)
_LIMIT = 400  # seconds for a compiler on a busy machine

# What reaches outside (time, files, the network, the heap), and is read in the documentation only.
OUTSIDE = frozenset(
    {"free", "time.Since", "io/ioutil.WriteFile", "io/ioutil.TempDir", "net/http.NewRequest"}
)


def inputs(language: str, one: Signature) -> list[tuple[str, ...]]:
    """All combinations of the samples of a model's parameters, as code."""
    table = SAMPLES[language]
    of = [table[kind] for _, kind, _ in one.parameters]
    return [given for given in itertools.product(*of) if _is_valid(one, given)]


def _is_valid(one: Signature, given: tuple[str, ...]) -> bool:
    """Whether a call means something, and is within what the model assumes.

    std::clamp is not defined where the bounds cross; a map may be taken to hold no null.
    """
    if one.assumed == "present-elements" and "null," in given[0]:
        return False
    if one.path != "std.clamp":
        return True
    low, high = (one.rstrip("L") for one in given[1:])
    return "NaN" not in low + high and float(low) <= float(high)


def library_call(language: str, one: Signature, given: tuple[str, ...]) -> str:
    """The call that a model stands for."""
    path = one.path.replace(".", "::") if language in ("rust", "cpp") else one.path
    if language == "go":
        path = path.rpartition("/")[2]
    if not one.is_method:
        return f"{path}({', '.join(given)})"
    if one.maker:
        return f"{one.maker}({', '.join(given)}).{one.path.rpartition('.')[2]}()"
    owner, _, name = one.path.rpartition(".")
    receiver = f"(({owner}) {given[0]})" if language == "java" else f"({given[0]})"
    return f"{receiver}.{name}({', '.join(given[1:])})"


def calls(language: str) -> list[tuple[Signature, str, str]]:
    """Each call as the model's and the library's, as code."""
    return [
        (one, f"{one.name}({', '.join(given)})", library_call(language, one, given))
        for one in signatures(language)
        if one.path not in OUTSIDE
        for given in inputs(language, one)
    ]


def run(command: list[str], folder: Path) -> str:
    """What a command prints. Raises: RuntimeError with its errors where it fails."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=_LIMIT, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stderr[-3000:]}{done.stdout[-2000:]}")
    return done.stdout


def counted(printed: str) -> tuple[int, list[str]]:
    """How many calls a program made, and what it says of those that differ."""
    said = _ENDED.search(printed)
    assert said is not None, printed
    return int(said[1]), printed.splitlines()[:-1]


def javascript(folder: Path) -> tuple[int, list[str]]:
    """JavaScript's models in node, without their types."""
    text = re.sub(
        r"(?m)^function .*$",
        lambda line: re.sub(r": [\w\[\]]+(?=[,)]| \{)", "", line[0]),
        file_of("javascript").read_text(encoding="utf-8"),
    )
    lines = [text, _JS_HEAD]
    for one, model, library in calls("javascript"):
        lines.append(f"check({one.path + ' ' + library!r}, () => {model}, () => {library});")
    lines.append("console.log(`calls ${made}`);")
    (folder / "run.js").write_text("\n".join(lines), encoding="utf-8")
    return counted(run(["node", "run.js"], folder))


_JS_HEAD = """
let made = 0;
const outcome = (call) => {
  try {
    const value = call();
    return `${typeof value} ${Object.is(value, -0) ? '-0' : JSON.stringify([String(value)])}`;
  } catch (error) { return error.name; }
};
const check = (name, model, library) => {
  made += 1;
  const [one, other] = [outcome(model), outcome(library)];
  if (one !== other) console.log(`${name}: ${one} is not ${other}`);
};
"""


def java(folder: Path) -> tuple[int, list[str]]:
    """Java's models, with a method for the calls of each so that none grows too large."""
    text = file_of("java").read_text(encoding="utf-8")
    (folder / "Models.java").write_text(text, encoding="utf-8")
    bodies: dict[tuple[str, str, str], list[str]] = {}
    for one, model, library in calls("java"):
        own, other = _in_java(one, model, library)
        name = f"{one.path} {library}".replace("\\", "\\\\").replace('"', '\\"')
        act = "run" if one.result == "void" else "give"
        kinds = "-".join(kind for _, kind, _ in one.parameters)
        bodies.setdefault((one.path, one.name, kinds), []).append(
            f'check("{name}", () -> {act}(() -> {own}), () -> {act}(() -> {other}));'
        )
    methods = [
        f"static void part{at}() {{\n" + "\n".join(lines) + "\n}"
        for at, lines in enumerate(bodies.values())
    ]
    parts = "\n".join(f"part{at}();" for at in range(len(bodies)))
    source = _JAVA_HEAD.replace("/*methods*/", "\n".join(methods)).replace("/*parts*/", parts)
    (folder / "Run.java").write_text(source, encoding="utf-8")
    run(["javac", "-nowarn", "-d", ".", "Models.java", "Run.java"], folder)
    return counted(run(["java", "-cp", ".", "Run"], folder))


_GENERIC = {"Deque<E>": "<String>", "Map<K, V>": "<String, String>", "Optional<T>": "<String>"}


def _in_java(one: Signature, model: str, library: str) -> tuple[str, str]:
    """Both calls: of a model that speaks of what made the receiver, after that was made."""
    if one.maker:
        return f"after({library.rpartition(').')[0]}), Models.{model})", library
    if one.result.startswith("Comparator<"):
        return f'Models.{model}.compare("b", "ab")', f'{library}.compare("b", "ab")'
    if one.is_method:
        owner = one.path.rpartition(".")[0]
        of = _GENERIC.get(one.parameters[0][1], "")
        library = library.replace(f"(({owner})", f"(({owner}{of})", 1)
    return f"Models.{model}", library


_JAVA_HEAD = """
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;

final class Run {
    static int made = 0;
    static StringBuilder log = new StringBuilder();
    static Object held;

    static Deque<String> deque(String... all) {
        Deque<String> made = new ArrayDeque<>(Arrays.asList(all));
        held = made;
        return made;
    }

    static Map<String, String> map(String... all) {
        Map<String, String> made = new LinkedHashMap<>();
        for (int at = 0; at < all.length; at += 2) {
            made.put(all[at], all[at + 1]);
        }
        held = made;
        return made;
    }

    static List<String> list(String... all) {
        List<String> made = new ArrayList<>(Arrays.asList(all));
        held = made;
        return made;
    }

    static int[] ints(int... all) {
        return shown(all, () -> Arrays.toString(all));
    }

    static long[] longs(long... all) {
        return shown(all, () -> Arrays.toString(all));
    }

    static boolean[] truths(boolean... all) {
        return shown(all, () -> Arrays.toString(all));
    }

    static char[] chars(char... all) {
        return shown(all, () -> Arrays.toString(all));
    }

    static <T> T shown(T made, Supplier<String> text) {
        held = new Object() {
            @Override
            public String toString() {
                return text.get();
            }
        };
        return made;
    }

    static <T> T after(Object made, T value) {
        return value;
    }

    static Object give(Callable<Object> call) throws Exception {
        return call.call();
    }

    interface Action { void run() throws Exception; }

    static Object run(Action action) throws Exception {
        action.run();
        return "done";
    }

    static String outcome(Callable<Object> call) {
        held = null;
        log.setLength(0);
        String said;
        try {
            Object value = call.call();
            said = (value == null ? "null" : value.getClass().getSimpleName()) + " " + value;
        } catch (Exception error) {
            said = error.getClass().getName() + " " + error.getMessage();
        }
        return said + "; " + held + "; " + log;
    }

    static void check(String name, Callable<Object> model, Callable<Object> library) {
        made += 1;
        String one = outcome(model);
        String other = outcome(library);
        boolean fails = one.startsWith("java.lang.NullPointerException");
        if (fails && other.startsWith("java.lang.NullPointerException")) {
            return;  // what the virtual machine writes about a null names the place in the code
        }
        if (!one.equals(other)) {
            System.out.println(name + ": " + one + " is not " + other);
        }
    }

    /*methods*/

    public static void main(String[] all) {
        /*parts*/
        System.out.println("calls " + made);
    }
}
"""


def go(folder: Path) -> tuple[int, list[str]]:
    """Go's models, in a package of their own with a function that calls them."""
    text = file_of("go").read_text(encoding="utf-8").replace("package models", "package main")
    (folder / "models.go").write_text(text, encoding="utf-8")
    (folder / "go.mod").write_text("module models\n\ngo 1.22\n", encoding="utf-8")
    run_here = [one for one in signatures("go") if one.path not in OUTSIDE]
    lines = [
        f"\tcheck(`{one.path}`, {_go_call(one, given, is_model=True)},\n"
        f"\t\t{_go_call(one, given, is_model=False)})"
        for one in run_here
        for given in inputs("go", one)
    ]
    used = sorted({one.path.rpartition(".")[0] for one in run_here} - {""} | {"fmt"})
    imports = "".join(f'\t"{name}"\n' for name in used)
    source = f"package main\n\nimport (\n{imports})\n{_GO_HEAD}" + "\n".join(lines)
    source += '\n\tfmt.Printf("calls %d\\n", made)\n}\n'
    (folder / "main.go").write_text(source, encoding="utf-8")
    return counted(run(["go", "run", "."], folder))


def _go_call(one: Signature, given: tuple[str, ...], *, is_model: bool) -> str:
    """A function that gives what a call gives, or where that is nothing what it changed."""
    first = given if one.result else ("first", *given[1:])
    call = library_call("go", one, first)
    if is_model:
        call = f"{one.name}({', '.join(first)})"
    if one.result:
        return f"func() []any {{ return all({call}) }}"
    return f"func() []any {{ first := {given[0]}; {call}; return all(first) }}"


_GO_HEAD = """
var made int

func all(values ...any) []any { return values }

func outcome(call func() []any) (said string) {
	defer func() {
		if recover() != nil {
			said = "panic"
		}
	}()
	return fmt.Sprintf("%T %q", call(), call())
}

func check(name string, model, library func() []any) {
	made++
	one, other := outcome(model), outcome(library)
	if one != other {
		fmt.Println(name, one, "is not", other)
	}
}

func main() {
"""


def rust(folder: Path) -> tuple[int, list[str]]:
    """Rust's models, included in a program."""
    lines = ["#![allow(dead_code, unused)]", file_of("rust").read_text(encoding="utf-8")]
    lines.append("fn main() {\n    let mut made = 0;")
    for one, model, library in calls("rust"):
        own, other = _in_rust(one, model, library)
        lines.append(
            f'    {{ made += 1; let (one, other) = (format!("{{:?}}", {own}), '
            f'format!("{{:?}}", {other}));\n'
            f'      if one != other {{ println!("{one.path} {{one}} is not {{other}}"); }} }}'
        )
    lines.append('    println!("calls {made}");\n}')
    (folder / "run.rs").write_text("\n".join(lines), encoding="utf-8")
    run(["rustc", "--edition", "2021", "-o", "run", "run.rs"], folder)
    return counted(run([str(folder / "run")], folder))


def _in_rust(one: Signature, model: str, library: str) -> tuple[str, str]:
    """Both calls; of one that changes its receiver, what that is afterwards."""
    if not one.parameters[0][1].startswith("&mut"):
        return model, library
    held = next(given[0] for given in inputs("rust", one) if given[0] in model)
    start = f"let mut held = {held.removeprefix('&mut ')};"
    return (
        f"{{ {start} {model.replace(held, '&mut held', 1)}; held }}",
        f"{{ {start} {library.replace(f'({held})', 'held', 1)}; held }}",
    )


def cpp(folder: Path) -> tuple[int, list[str]]:
    """C++'s models, included in a program; a number that is none is equal to itself."""
    used = [
        "algorithm",
        "array",
        "cstdio",
        "cstdlib",
        "cstring",
        "exception",
        "limits",
        "map",
        "optional",
        "set",
        "string",
    ]
    lines = [f"#include <{one}>" for one in used]
    lines += [file_of("cpp").read_text(encoding="utf-8"), _CPP_HEAD]
    for one, model, library in calls("cpp"):
        own, other = (_in_cpp(one, call) for call in (model, library))
        lines.append(f'    check("{one.path}", [] {{ {own} }}, [] {{ {other} }});')
    lines.append('    std::printf("calls %d\\n", made);\n}')
    (folder / "run.cpp").write_text("\n".join(lines), encoding="utf-8")
    run(["g++", "-std=c++23", "-o", "run", "run.cpp"], folder)
    return counted(run([str(folder / "run")], folder))


def _in_cpp(one: Signature, call: str) -> str:
    """A call that gives what is compared: of one that changes its arguments, what these are."""
    if one.result != "void":
        return f"return {call};"
    name, _, given = call.partition("(")
    first, second = given.removesuffix(")").split(", ")
    return (
        f"auto one = {first}; auto other = {second}; {name}(one, other); "
        "return std::array{digest(one), digest(other)};"
    )


_CPP_HEAD = """
static int made = 0;

template <class T> static std::size_t digest(const T &value) { return std::hash<T>{}(value); }

using Table = std::map<std::string, int>;

template <class F> static auto tried(F call, bool &failed) {
    decltype(call()) result{};
    try {
        result = call();
    } catch (const std::exception &) {
        failed = true;
    }
    return result;
}

template <class F, class G> static void check(const char *name, F model, G library) {
    bool one_failed = false, other_failed = false;
    decltype(library()) one = tried(model, one_failed), other = tried(library, other_failed);
    made += 1;
    if (one_failed != other_failed || std::memcmp(&one, &other, sizeof one) != 0) {
        std::printf("%s differs\\n", name);
    }
}

int main() {
"""


def c(folder: Path) -> tuple[int, list[str]]:
    """C's models, included in a program; all that are run give whole numbers."""
    used = ["limits.h", "stdio.h", "stdlib.h"]
    lines = [f"#include <{one}>" for one in used]
    lines += [file_of("c").read_text(encoding="utf-8"), "int main(void) {", "    int made = 0;"]
    for one, model, library in calls("c"):
        lines.append(
            f'    if (++made && {model} != {library}) {{ printf("{one.path} {library}\\n"); }}'
        )
    lines.append('    printf("calls %d\\n", made);\n}')
    (folder / "run.c").write_text("\n".join(lines), encoding="utf-8")
    run(["gcc", "-std=c11", "-o", "run", "run.c"], folder)
    return counted(run([str(folder / "run")], folder))


RUNNERS = {"c": c, "javascript": javascript, "java": java, "go": go, "rust": rust, "cpp": cpp}
NEEDED = {
    "c": "gcc",
    "javascript": "node",
    "java": "javac",
    "go": "go",
    "rust": "rustc",
    "cpp": "g++",
}
