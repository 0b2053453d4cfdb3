"""A command run under limits that the kernel keeps: `tracer run --for CALL -- COMMAND` (D13).

The pre-hook of the call has written down what the command may write. Landlock (Linux 5.13) takes
away all other writing, from the command and from all it starts, for good; where user namespaces
are allowed the files that govern agents and git are mounted read-only as well. A command that only
reads needs no mounts: a filter of system calls takes the network and changes of modes, owners and
times from it, and it replaces this process. Reading, and starting programs, stay as they are.

This runs in front of each command, started by `confine.py` without the site directory. So it
imports no module but those that are part of the interpreter, and `_ctypes`, of which `ctypes` is a
comfortable form that takes as long to load as half of this run; `os` is a comfortable form of
`posix`, and a plan is no JSON for that reason.
Source: Linux, Documentation/userspace-api/landlock.rst, seccomp_filter.rst; mount_namespaces(7),
user_namespaces(7); the numbers of calls: linux/arch/x86/entry/syscalls, asm-generic/unistd.h.
"""

import _ctypes
import _signal  # type: ignore[import-not-found]
import sys

if sys.platform == "linux":
    import posix

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_VERSION = 1  # the flag that asks for the ABI
_WRITE_FILE, _TRUNCATE, _REFER = 1 << 1, 1 << 14, 1 << 13
_CHANGES = sum(1 << bit for bit in (1, 4, 5, 6, 7, 8, 9, 10, 11, 12))
_TCP = 1 << 0 | 1 << 1  # bind, connect
_REFER_ABI, _TRUNCATE_ABI, _TCP_ABI = 2, 3, 4
_NO_NEW_PRIVILEGES, _DIES_WITH_PARENT, _KILL = 38, 1, 9
_NEW_USER, _NEW_MOUNTS, _NEW_NETWORK = 0x10000000, 0x00020000, 0x40000000
_BIND, _REC, _PRIVATE, _REMOUNT, _READ_ONLY = 0x1000, 0x4000, 1 << 18, 0x20, 1
_PATH, _CLOSE_ON_EXEC = 0o10000000, 0o2000000  # O_PATH, O_CLOEXEC
_DIRECTORY, _LINK, _KIND = 0o040000, 0o120000, 0o170000  # of a file's mode
_SECCOMP, _FILTER = 22, 2
_ALLOW, _REFUSE = 0x7FFF0000, 0x0005000D  # go on; fail with EACCES
_LOAD, _EQUAL, _AT_LEAST, _END = 0x20, 0x15, 0x35, 0x06  # instructions of a filter
_OTHER_CALLS = 0x40000000  # x86-64: from here on the same calls with other numbers
_LOCAL = (1, 16)  # AF_UNIX, AF_NETLINK: sockets of this machine
# Of each machine: its number, that of `socket`, and of the calls that change modes, owners, times
# and attributes of files, or hand system calls over to the kernel (io_uring).
_CALLS = {
    "x86_64": (0xC000003E, 41, (90, 91, 92, 93, 94, 132, 188, 189, 190, 197, 198, 199, 235, 260,
                                261, 268, 280, 425, 452, 463, 466, 469)),
    "aarch64": (0xC00000B7, 198, (5, 6, 7, 14, 15, 16, 52, 53, 54, 55, 88, 425, 452, 463, 466,
                                  469)),
}  # fmt: skip
_SCOPED_ABI, _ABSTRACT = 6, 1  # abstract unix sockets of others are out of reach
_KEPT_FLAGS = 2 | 4 | 8 | 1024 | 2048  # nosuid, nodev, noexec, noatime, nodiratime
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/random", "/dev/urandom")
FAILED = 126  # what a shell says of a command that cannot be started
_NO_MOUNTS = 125  # what the first process says to the one that waits for it


class _Long(_ctypes._SimpleCData):  # type: ignore[type-arg]  # noqa: SLF001
    _type_ = "l"


class _Function(_ctypes.CFuncPtr):
    _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO
    _restype_ = _Long


class _Byte(_ctypes._SimpleCData):  # type: ignore[type-arg]  # noqa: SLF001
    _type_ = "B"


class Plan:
    """What a command may write.

    `write` are directories and files in which it may change anything, `read_only` files and
    directories it may not, wherever they lie, `pin` the directories around these, `make`
    directories that are made for it. With `mounts` false Landlock alone is used. A tuple of texts
    each, and a text for what is one.
    """

    __slots__ = (
        "command",
        "make",
        "mounts",
        "network",
        "pin",
        "read_only",
        "said",
        "shell",
        "write",
    )

    def __init__(self, command: str, **given: object) -> None:
        self.command = command
        self.write: tuple[str, ...] = ()
        self.read_only: tuple[str, ...] = ()
        self.pin: tuple[str, ...] = ()
        self.make: tuple[str, ...] = ()
        self.network = self.mounts = True
        self.said, self.shell = "nothing", "/bin/sh"
        for name, value in given.items():
            setattr(self, name, value)

    @property
    def is_reading(self) -> bool:
        """Whether the command may change nothing at all, and reach nothing."""
        return not (self.write or self.make or self.network)


def dumped(plan: Plan) -> bytes:
    """The plan as the bytes of a file: names and texts, each ended by a NUL."""
    texts = []
    for name in Plan.__slots__:
        value = getattr(plan, name)
        values = value if isinstance(value, tuple) else (value,)
        for one in values:
            texts += [name, ("" if one is False else str(one))]
    if any("\0" in text for text in texts):
        raise ValueError("a plan holds no NUL")
    return b"".join(_encoded(text) + b"\0" for text in texts)


def _encoded(text: str) -> bytes:
    return text.encode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())


def _decoded(raw: bytes) -> str:
    return raw.decode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())


def loaded(path: str) -> Plan | None:
    """The plan in a file; None where there is none."""
    try:
        with open(path, "rb", buffering=0) as file:
            texts = [_decoded(text) for text in file.read().split(b"\0")]
    except OSError:
        return None
    plan = Plan("")
    for name, text in zip(texts[:-1:2], texts[1::2], strict=False):
        if name not in Plan.__slots__:
            return None
        known = getattr(plan, name)
        if isinstance(known, tuple):
            setattr(plan, name, (*known, text))
        else:
            setattr(plan, name, bool(text) if isinstance(known, bool) else text)
    return plan


def abi() -> int:
    """The version of Landlock that the kernel has switched on; 0 where there is none."""
    if not sys.platform.startswith("linux"):
        return 0
    try:
        found = _syscall(_CREATE_RULESET, None, 0, _VERSION)
    except OSError:
        return 0
    return max(found, 0)


def run(plan: Plan) -> int:
    """The exit code of the plan's command under the plan's limits."""
    if plan.is_reading and posix.uname().machine in _CALLS:
        return _become(plan)
    code = _child(plan, mounts=plan.mounts)
    if code == _NO_MOUNTS:
        code = _child(plan, mounts=False)
    if code == FAILED << 8:
        return FAILED
    if code:
        _say(f"this command ran confined; it may write {plan.said}.")
    return code if code >= 0 else 128 - code


def _become(plan: Plan) -> int:
    """Give this process to the command, which only reads; `FAILED` where it cannot be confined."""
    try:
        _restrict([], plan)
        _filter_calls()
        _start(plan)
    except OSError as error:
        _say(f"the command cannot be confined: {error.strerror}")
    return FAILED


def _start(plan: Plan) -> None:
    """Replace this process by the command, with the signals that Python took as they were."""
    for signal in (_signal.SIGPIPE, _signal.SIGXFSZ, _signal.SIGINT):
        _signal.signal(signal, _signal.SIG_DFL)
    posix.execv(plan.shell, [plan.shell, "-c", plan.command])


def _child(plan: Plan, *, mounts: bool) -> int:
    """How the command ended, in a process of its own that gave up what the plan does not give.

    `_NO_MOUNTS` where nothing can be mounted: that process is lost then, because a namespace
    cannot be left again. `FAILED << 8` where it cannot be confined.
    """
    mine, theirs = posix.pipe()
    child = posix.fork()
    if child == 0:
        code = FAILED
        try:
            _prctl(_DIES_WITH_PARENT, _KILL)
            code = _confine(plan, mounts=mounts)
            if not code:
                _start(plan)
        except OSError as error:
            _say(f"the command cannot be confined: {error.strerror}")
        finally:
            posix.write(theirs, bytes((code or FAILED,)))
            posix._exit(FAILED)  # noqa: SLF001 - without the clean-up of the process it was
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)  # the command decides what it does on Ctrl-C
    posix.close(theirs)
    failure = posix.read(mine, 1)  # nothing, when the pipe was closed by the command's start
    posix.close(mine)
    _, status = posix.waitpid(child, 0)
    if failure:
        return _NO_MOUNTS if failure[0] == _NO_MOUNTS else FAILED << 8
    return posix.waitstatus_to_exitcode(status)


def _say(text: str) -> None:
    print(f"tracer: {text}", file=sys.stderr)  # noqa: T201


def _confine(plan: Plan, *, mounts: bool) -> int:
    """Take from this process what the plan does not give; `_NO_MOUNTS` where it cannot be.

    Raises: OSError.
    """
    write = list(plan.write)
    if mounts:
        try:
            _enter(plan)
        except OSError:
            return _NO_MOUNTS
    else:
        write = [path for place in write for path in _around(place, plan.read_only)]
    _restrict(write, plan)
    return 0


def _restrict(write: list[str], plan: Plan) -> None:
    """Take all writing from this process but below `write`. Raises: OSError."""
    version = abi()
    if not version:
        raise OSError(95, "this kernel has no Landlock")
    handled = _CHANGES
    handled |= _REFER if version >= _REFER_ABI else 0
    handled |= _TRUNCATE if version >= _TRUNCATE_ABI else 0
    limits = [handled]
    if version >= _TCP_ABI:
        limits.append(0 if plan.network else _TCP)
    if version >= _SCOPED_ABI:
        limits.append(0 if plan.network else _ABSTRACT)
    attributes = _numbers(limits, 8)
    ruleset = _syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    for path in (*write, *_DEVICES):
        _allow(ruleset, path, handled)
    _prctl(_NO_NEW_PRIVILEGES, 1)
    _syscall(_RESTRICT_SELF, ruleset, 0)
    posix.close(ruleset)


def _filter_calls() -> None:
    """Take sockets but those of this machine, and changes of files' modes, from this process.

    The filter reads the machine, then the call, then of `socket` the family: a jump says how many
    instructions it passes over where the value is equal, and where it is not. Raises: OSError.
    """
    machine, socket, refused = _CALLS[posix.uname().machine]
    rest = len(refused)
    steps = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 0, rest + 6, machine),
        (_LOAD, 0, 0, 0),
        (_AT_LEAST, rest + 4, 0, _OTHER_CALLS),
        *((_EQUAL, rest + 3 - at, 0, number) for at, number in enumerate(refused)),
        (_EQUAL, 0, 4, socket),
        (_LOAD, 0, 0, 16),
        *((_EQUAL, 2 - at, 0, family) for at, family in enumerate(_LOCAL)),
        (_END, 0, 0, _REFUSE),
        (_END, 0, 0, _ALLOW),
    ]
    raw = b"".join(
        _numbers([code], 2) + bytes((yes, no)) + _numbers([value], 4)
        for code, yes, no, value in steps
    )
    kept = _ctypes_array(raw)
    program = _numbers([len(steps)], 8) + _numbers([_ctypes.addressof(kept)], 8)
    _call("prctl", _SECCOMP, _FILTER, program, 0, 0)


def _ctypes_array(raw: bytes) -> "_ctypes.Array[_Byte]":
    kind = _Byte * len(raw)
    return kind.from_buffer_copy(raw)


def _numbers(values: list[int], size: int) -> bytes:
    return b"".join(value.to_bytes(size, sys.byteorder) for value in values)


def _around(place: str, read_only: tuple[str, ...]) -> list[str]:
    """What of a place may be written where nothing can be mounted: all in it but what governs.

    Landlock gives a directory with everything below it, so one around something that governs gives
    way to what it holds; nothing new is made in it then.
    """
    if place in read_only:
        return []
    if not any(path.startswith(f"{place.rstrip('/')}/") for path in read_only):
        return [place]
    try:
        names = sorted(posix.listdir(place))
    except OSError:
        return []
    return [path for name in names for path in _around(f"{place}/{name}", read_only)]


def _allow(ruleset: int, path: str, handled: int) -> None:
    """Give back the changes below a path; nothing where it is not there."""
    try:
        handle = posix.open(path, _PATH | _CLOSE_ON_EXEC)
    except OSError:
        return
    try:
        is_directory = posix.fstat(handle).st_mode & _KIND == _DIRECTORY
        access = handled if is_directory else handled & (_WRITE_FILE | _TRUNCATE)
        rule = access.to_bytes(8, sys.byteorder) + handle.to_bytes(4, sys.byteorder)
        _syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        posix.close(handle)


def _enter(plan: Plan) -> None:
    """Mount what governs agents over itself, read-only, for this process. Raises: OSError."""
    user, group = posix.geteuid(), posix.getegid()
    _call("unshare", _NEW_USER | _NEW_MOUNTS | (0 if plan.network else _NEW_NETWORK))
    for name, text in (
        ("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1"),
    ):  # fmt: skip
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)
    _mount(None, "/", _REC | _PRIVATE)
    for path in plan.pin:  # a mount point cannot be renamed
        _mount(path, path, _BIND | _REC)
    for path in plan.read_only:
        try:
            is_link = posix.lstat(path).st_mode & _KIND == _LINK
        except OSError:
            continue
        if is_link:
            continue
        _mount(path, path, _BIND | _REC)
        flags = posix.statvfs(path).f_flag & _KEPT_FLAGS
        _mount(None, path, _BIND | _REMOUNT | _READ_ONLY | flags)


def _mount(source: str | None, target: str, flags: int) -> None:
    first = None if source is None else _encoded(source)
    _call("mount", first, _encoded(target), None, flags, None)


def _prctl(option: int, value: int) -> None:
    _call("prctl", option, value, 0, 0, 0)


def _syscall(number: int, *arguments: bytes | int | None) -> int:
    return _call("syscall", number, *arguments)


def _call(name: str, *arguments: bytes | int | None) -> int:
    """What a function of the C library returns. Raises: OSError where it fails."""
    function = _Function(_ctypes.dlsym(_ctypes.dlopen(None, 0), name))  # type: ignore[arg-type]
    found: int = function(*(_Long(one) if isinstance(one, int) else one for one in arguments))
    if found < 0:
        code = _ctypes.get_errno()
        raise OSError(code, posix.strerror(code))
    return found


def main(arguments: list[str]) -> int:
    """`--for CALL -- COMMAND`: run a shell command as the plan of its call says."""
    if len(arguments) != 4 or (arguments[0], arguments[2]) != ("--for", "--"):  # noqa: PLR2004
        _say("usage: tracer run --for CALL -- COMMAND")
        return 2
    _, path, _, text = arguments
    plan = loaded(path)
    if plan is None or plan.command != text or not text:
        _say("no call was allowed to run this command")
        return FAILED
    for directory in plan.make:
        import os  # noqa: PLC0415 - few plans have directories to make

        os.makedirs(directory, exist_ok=True)
    return run(plan)
