"""A command run under limits that the kernel keeps: `tracer run --for CALL -- COMMAND` (D13).

The pre-hook of the call has written down what the command may write. Landlock (Linux 5.13) takes
away all other writing, from the command and from all it starts, for good; where user namespaces
are allowed the files that govern agents and git are mounted read-only as well, and a command that
only reads has no network. Reading, and starting programs, stay as they are.

This runs in front of each command, started by `confine.py` without the site directory. So it
imports no module but those that are part of the interpreter, and `_ctypes`, of which `ctypes` is a
comfortable form that takes as long to load as half of this run; a plan is no JSON for that reason.
Source: Linux, Documentation/userspace-api/landlock.rst; mount_namespaces(7), user_namespaces(7).
"""

from __future__ import annotations

import _ctypes
import os
import sys

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
_KEPT_FLAGS = 2 | 4 | 8 | 1024 | 2048  # nosuid, nodev, noexec, noatime, nodiratime
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/random", "/dev/urandom")
FAILED = 126  # what a shell says of a command that cannot be started
_NO_MOUNTS = 125  # what the first process says to the one that waits for it


class _Long(_ctypes._SimpleCData):  # type: ignore[type-arg]  # noqa: SLF001
    _type_ = "l"


class _Function(_ctypes.CFuncPtr):
    _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO
    _restype_ = _Long


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
    return b"".join(os.fsencode(text) + b"\0" for text in texts)


def loaded(path: str) -> Plan | None:
    """The plan in a file; None where there is none."""
    try:
        with open(path, "rb", buffering=0) as file:
            texts = [os.fsdecode(text) for text in file.read().split(b"\0")]
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
    code = _child(plan, mounts=plan.mounts)
    if code == _NO_MOUNTS:
        code = _child(plan, mounts=False)
    if code == FAILED << 8:
        return FAILED
    if code:
        _say(f"this command ran confined; it may write {plan.said}.")
    return code if code >= 0 else 128 - code


def _child(plan: Plan, *, mounts: bool) -> int:
    """How the command ended, in a process of its own that gave up what the plan does not give.

    `_NO_MOUNTS` where nothing can be mounted: that process is lost then, because a namespace
    cannot be left again. `FAILED << 8` where it cannot be confined.
    """
    mine, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        code = FAILED
        try:
            _prctl(_DIES_WITH_PARENT, _KILL)
            code = _confine(plan, mounts=mounts)
            if not code:
                os.execv(plan.shell, [plan.shell, "-c", plan.command])  # noqa: S606 - what it was asked for
        except OSError as error:
            _say(f"the command cannot be confined: {error.strerror}")
        finally:
            os.write(theirs, bytes((code or FAILED,)))
            os._exit(FAILED)
    os.close(theirs)
    failure = os.read(mine, 1)  # nothing, when the pipe was closed by the command's start
    os.close(mine)
    _, status = os.waitpid(child, 0)
    if failure:
        return _NO_MOUNTS if failure[0] == _NO_MOUNTS else FAILED << 8
    return os.waitstatus_to_exitcode(status)


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
    version = abi()
    if not version:
        raise OSError(95, "this kernel has no Landlock")
    handled = _CHANGES
    handled |= _REFER if version >= _REFER_ABI else 0
    handled |= _TRUNCATE if version >= _TRUNCATE_ABI else 0
    tcp = _TCP if version >= _TCP_ABI and not plan.network else 0
    ruleset = _ruleset(handled, tcp, version)
    for path in (*write, *_DEVICES):
        _allow(ruleset, path, handled)
    _prctl(_NO_NEW_PRIVILEGES, 1)
    _syscall(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
    return 0


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
        names = sorted(os.listdir(place))
    except OSError:
        return []
    return [path for name in names for path in _around(os.path.join(place, name), read_only)]


def _ruleset(handled: int, tcp: int, version: int) -> int:
    fields = [handled, tcp] if version >= _TCP_ABI else [handled]
    attributes = b"".join(field.to_bytes(8, sys.byteorder) for field in fields)
    return _syscall(_CREATE_RULESET, attributes, len(attributes), 0)


def _allow(ruleset: int, path: str, handled: int) -> None:
    """Give back the changes below a path; nothing where it is not there."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        is_directory = os.path.isdir(f"/proc/self/fd/{handle}")
        access = handled if is_directory else handled & (_WRITE_FILE | _TRUNCATE)
        rule = access.to_bytes(8, sys.byteorder) + handle.to_bytes(4, sys.byteorder)
        _syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(handle)


def _enter(plan: Plan) -> None:
    """Mount what governs agents over itself, read-only, for this process. Raises: OSError."""
    user, group = os.geteuid(), os.getegid()
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
        if not os.path.lexists(path) or os.path.islink(path):
            continue
        _mount(path, path, _BIND | _REC)
        flags = os.statvfs(path).f_flag & _KEPT_FLAGS
        _mount(None, path, _BIND | _REMOUNT | _READ_ONLY | flags)


def _mount(source: str | None, target: str, flags: int) -> None:
    first = None if source is None else os.fsencode(source)
    _call("mount", first, os.fsencode(target), None, flags, None)


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
        raise OSError(code, os.strerror(code))
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
        os.makedirs(directory, exist_ok=True)
    return run(plan)
