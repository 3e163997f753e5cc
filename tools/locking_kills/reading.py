"""Files with keys that cannot be read: one error, no new key or ring, and nothing looks as if it were not there."""
import re
import time

from . import acts, checks

# What goes wrong with a file, by the system calls that fail and what strace has them give.
FAULTS = [
    (calls, fault)
    for calls, faults in [
        ("openat,open", ["error=EIO", "error=EACCES", "error=ENOENT", "error=EMFILE"]),
        ("read,pread64,readv,preadv,mmap", ["error=EIO"]),
        # It looks shorter than it is.
        ("read,pread64", ["retval=0"]),
        ("fstat,newfstatat,statx,stat,lstat", ["error=EIO", "error=EACCES"]),
    ] for fault in faults
]
# What is done meanwhile, and what it must show if it succeeds.
COMMANDS = [
    (("get", "sam.person", "ann"), acts.ANN),
    (("get", "sam.person", "ben"), acts.BEN),
    (("query", "sam.person"), acts.BEN),
    (("device", "list"), "member"),
    (("status",), '"members":2'),
    (("verify", "--deep"), '"sound":true'),
    (("replicate", "copy"), ""),
    (("upsert", "sam.person", "new", "--new", "--set", "displayNameCache=Nina Ros"), "new"),
    (("device", "join"), "member"),
    (("device", "revoke", "b", "--yes"), "revoked"),
    (("erase", "sam.person", "ann", "--now", "--yes"), "ann"),
]
READERS = {"get", "query", "status", "verify"}
# They may make keys and rings, if they succeed.
MAKERS = {"device", "erase"}
# The statuses of an error, of sysexits.h; 1 says that verify found something.
ERRORS, FOUND = range(64, 78), 1


class Reading:
    """A member; each of its files with keys in turn fails as it is read."""

    name = "reading"

    def __init__(self, machines):
        self.machines = machines
        self.log = machines.place / "strace.log"
        self.finds, self.cases, self.errors, self.successes, self.seconds = [], [], 0, 0, 0.0

    def run(self, first, step):
        begin = time.monotonic()
        self.machines.make(prepare)
        self.digest = checks.digest(self.machines, "a")
        self.cases = [(file, fault, command) for file in self.files() for fault in FAULTS for command in COMMANDS]
        for number in range(first, len(self.cases), step):
            self.fail(number, *self.cases[number])
        self.seconds = time.monotonic() - begin
        return self

    @property
    def summary(self):
        return f"{len(self.cases)} cases, {self.errors} errors, {self.successes} successes without the file"

    def files(self):
        """The keys in the state, the rings and device files in the folder, and its description."""
        keys = sorted(self.machines.locking("a").iterdir())
        folder = sorted((self.machines.ledger / "replicas").rglob("*"))
        files = [path for path in folder if re.match("keys-|device-|offer-", path.name)]
        return keys + files + [self.machines.ledger / "daybook.json"]

    def fail(self, number, file, fault, command):
        self.machines.restore()
        before = self.kept()
        arguments, shown = command
        outcome = self.machines.run(
            "a", *arguments, "--format", "json", before=[
                "strace", "-f", "-qq", "-o", str(self.log), "-P", str(file), "-P", file.name, "-e",
                f"trace={fault[0]}", "-e", f"inject={fault[0]}:{fault[1]}"])
        if "INJECTED" not in self.log.read_text():
            return
        self.errors += outcome.status != 0
        self.successes += outcome.status == 0
        found = judge(outcome, shown) + self.changes(before, outcome, arguments[0]) + self.afterwards(arguments[0])
        if found:
            name = f"{file.parent.name}/{file.name}"
            self.finds.append((number, f"{' '.join(arguments)} while {name} gives {':'.join(fault)}", found))

    def kept(self):
        keys = {path.name: path.read_bytes() for path in self.machines.locking("a").iterdir()}
        # It says how far rings were taken, and goes forward with each reading.
        keys.pop("taken.json", None)
        return keys | self.machines.ledger_files()

    def changes(self, before, outcome, command):
        now = self.kept()
        paths = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
        if outcome.status == 0 and command not in READERS:
            # What it was asked for may be written.
            paths = [path for path in paths if command not in MAKERS and re.search("keys-|device|ring", path)]
        verbs = {path: "made" if path not in before else "changed" if path in now else "removed" for path in paths}
        return [f"{path} was {verb}, although {outcome}" for path, verb in verbs.items()]

    def afterwards(self, command):
        """Once the file can be read again, all is there."""
        act = acts.Act("reading", None, "a", (), erases=command == "erase")
        found = checks.reads(self.machines, act, "a") + checks.sound(self.machines, "a")
        if command in READERS and (digest := checks.digest(self.machines, "a")) != self.digest:
            found.append(f"the digest has changed to {digest}")
        return [f"afterwards {line}" for line in found]


def prepare(machines):
    acts.joined(machines)
    machines.need("a", "replicate", "copy")


def judge(outcome, shown):
    """One clear error, or the whole truth."""
    if outcome.status == 0:
        return [] if shown in outcome.output else [f"it looks as if something were not there: {outcome}"]
    if outcome.status == FOUND and '"finding":' in outcome.output:
        return []
    if outcome.status not in ERRORS:
        return [f"the status is not that of an error: {outcome}"]
    count = sum(line.startswith('{"error"') for line in outcome.errors.splitlines())
    return [] if count == 1 else [f"{count} errors: {outcome}"]
