"""Machines that share a ledger's folder, each with a state of its own; saved once, and put back before each kill."""
import os
import pathlib
import shutil
import subprocess

SECONDS_MAX = 120


class Outcome:
    """What a command wrote, and how it ended."""

    def __init__(self, command, status, output, errors):
        self.command, self.status, self.output, self.errors = command, status, output, errors

    def __str__(self):
        return f"{' '.join(self.command)}: {self.status}\n{self.output}{self.errors}".rstrip()


class Machines:
    """The folder `work`: the ledger's folder `family`, and of each machine `state-NAME` and `cache-NAME`."""

    def __init__(self, place, binaries):
        self.place, self.work, self.saved = place, place / "work", place / "saved"
        self.ledger = self.work / "family"
        self.binaries = binaries
        self.work.mkdir(parents=True)

    def environment(self, name):
        return {
            "PATH": f"{self.binaries}:{os.environ['PATH']}", "HOME": str(self.work), "TZ": "UTC",
            "TMPDIR": str(self.work), "DAYBOOK_LEDGER": str(self.ledger),
            "DAYBOOK_STATE_DIR": str(self.state(name)), "DAYBOOK_CACHE_DIR": str(self.work / f"cache-{name}"),
            # All tasks run on one thread, on which strace counts system calls.
            "LIBDISPATCH_COOPERATIVE_POOL_STRICT": "1", "SWIFT_BACKTRACE": "enable=no",
        }

    def state(self, name):
        return self.work / f"state-{name}"

    def run(self, name, *arguments, typing="", before=()):
        """A command of a machine. `before`: what stands before it, such as strace."""
        command = [*before, "daybook", *map(str, arguments)]
        done = subprocess.run(
            command, cwd=self.work, env=self.environment(name), input=typing, capture_output=True, text=True,
            timeout=SECONDS_MAX)
        return Outcome([name, *map(str, arguments)], done.returncode, done.stdout, done.stderr)

    def need(self, name, *arguments, typing="", statuses=(0,)):
        """The same, where any other status is an error of the preparation."""
        outcome = self.run(name, *arguments, typing=typing)
        if outcome.status not in statuses:
            raise RuntimeError(f"the preparation failed: {outcome}")
        return outcome

    # What lies on the disk

    def locking(self, name):
        """The folder of a machine's keys; it need not be there."""
        ledgers = list((self.state(name) / "ledgers").glob("*"))
        return (ledgers[0] if ledgers else self.state(name)) / "locking"

    def names(self):
        return sorted(path.name.removeprefix("state-") for path in self.work.glob("state-*"))

    def device_keys(self):
        files = {name: self.locking(name) / "device.key" for name in self.names()}
        return {name: file.read_bytes() for name, file in files.items() if file.exists()}

    def ledger_files(self):
        """By path below the folder, the bytes."""
        return {
            str(path.relative_to(self.ledger)): path.read_bytes()
            for path in sorted(self.ledger.rglob("*")) if path.is_file()
        }

    def replicas(self):
        return {path.name for path in (self.ledger / "replicas").iterdir() if path.is_dir()}

    def own_replica(self, name):
        return (self.locking(name) / "replica").read_text().strip()

    # As they are before each kill

    def make(self, prepare):
        prepare(self)
        shutil.copytree(self.work, self.saved, copy_function=copied)

    def restore(self):
        for path in self.work.iterdir():
            # The ledger's folder stays the same one.
            for inner in path.iterdir() if path == self.ledger else [path]:
                shutil.rmtree(inner) if inner.is_dir() else inner.unlink()
        shutil.copytree(self.saved, self.work, copy_function=copied, dirs_exist_ok=True)


def copied(source, target):
    """A copy; of an identity the same inode, since a machine whose identity has another one is a copy."""
    if pathlib.Path(source).name == "identity.json":
        os.link(source, target)
    else:
        shutil.copy2(source, target)
