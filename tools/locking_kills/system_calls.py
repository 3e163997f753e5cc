"""strace: which system calls of a command change files, and the same command killed before one of them."""
import re
import signal

CHANGING = [
    "openat", "write", "pwrite64", "writev", "pwritev", "pwritev2", "fsync", "fdatasync", "rename", "renameat",
    "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir",
    "truncate", "ftruncate", "fallocate", "copy_file_range", "sendfile", "ioctl", "chmod", "fchmod", "fchmodat",
    "utimensat",
]
CALL = re.compile(r"^(\d+) +(\w+)\((.*)$")
EXECUTED = re.compile(r"^(\d+) +\+\+\+ superseded by execve in pid (\d+)")


class Point:
    """Before the `number`th `call` of a thread."""

    def __init__(self, call, number, line):
        self.call, self.number, self.line = call, number, line

    def __str__(self):
        return f"{self.call} {self.number}: {self.line}"


def traced(log):
    return ["strace", "-f", "-y", "-qq", "--seccomp-bpf", "-o", str(log), "-e", f"trace={','.join(CHANGING)}"]


def killed(point, log):
    return [
        "strace", "-f", "-qq", "-o", str(log), "-e", f"trace={point.call}", "-e",
        f"inject={point.call}:signal=KILL:when={point.number}",
    ]


def was_killed(outcome):
    return outcome.status == -signal.SIGKILL


def points(log, work):
    """Where to kill: the calls in a log of strace that change a file below `work`, or show something."""
    counts, found = {}, []
    for line in log.read_text(errors="replace").splitlines():
        if executed := EXECUTED.match(line):
            leader, thread = executed.groups()
            counts[leader] = counts.pop(thread, {})
        if not (call := CALL.match(line)):
            continue
        thread, name, rest = call.groups()
        number = counts.setdefault(thread, {}).get(name, 0) + 1
        counts[thread][name] = number
        if changes(name, rest, str(work)):
            found.append(Point(name, number, rest.replace(str(work) + "/", "")[:150]))
    return found


def changes(name, rest, work):
    if re.search(r"= -1 E\w+", rest):
        return False
    if name == "openat":
        return "O_CREAT" in rest or "O_TRUNC" in rest
    if name == "ioctl":
        return "FICLONE" in rest
    return work in rest or (name == "write" and rest.startswith("1<"))
