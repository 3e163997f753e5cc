"""An act, killed before each system call that changes a file, and run again."""
import time

from . import checks, system_calls
from .acts import keep_paper, paper


class Killing:
    def __init__(self, act, machines):
        self.act, self.machines, self.name = act, machines, act.name
        self.log = machines.place / "strace.log"
        # Each: the number of the case, what it is, and what is wrong.
        self.finds = []
        self.points, self.kills, self.unreached, self.seconds = [], 0, 0, 0.0

    def run(self, first, step):
        begin = time.monotonic()
        self.prepare()
        for number in range(first, len(self.points), step):
            self.kill(number)
        self.seconds = time.monotonic() - begin
        return self

    @property
    def summary(self):
        unreached = f" ({self.unreached} ended before)" if self.unreached else ""
        return f"{len(self.points)} system calls that change a file, {self.kills} kills{unreached}"

    def prepare(self):
        """Makes the machines, runs the act undisturbed, and finds where to kill it."""
        self.machines.make(self.act.prepare)
        self.digest = checks.digest(self.machines, "a")
        keys = self.machines.device_keys()
        outcome = self.act_once(system_calls.traced(self.log))
        if outcome.status not in self.act.statuses:
            raise RuntimeError(f"{self.name} fails when nothing disturbs it: {outcome}")
        self.points = system_calls.points(self.log, self.machines.work)
        keep_paper(self.machines, outcome)
        if found := self.completed(keys):
            raise RuntimeError(f"{self.name} does not do what it should: {found}")
        self.replicas = len(self.machines.replicas())

    def act_once(self, before=()):
        typed = paper(self.machines) if self.act.types_paper else ""
        return self.machines.run(self.act.machine, *self.act.arguments, typing=typed, before=before)

    def kill(self, number):
        self.machines.restore()
        point = self.points[number]
        killed = self.act_once(system_calls.killed(point, self.log))
        self.kills += 1
        self.unreached += not system_calls.was_killed(killed)
        keys = self.machines.device_keys()
        found = checks.after_kill(self.machines, self.act, self.digest)
        found += self.again(killed) + self.completed(keys)
        if len(self.machines.replicas()) != self.replicas:
            found.append("a machine has become another replica")
        if left := [path.name for path in (self.machines.ledger / "replicas").iterdir() if path.is_file()]:
            found.append(f"left beside the replicas: {left}")
        if found:
            self.finds.append((number, f"killed before {point}", found))

    def again(self, killed):
        """Runs the act to its end, and keeps the recovery key that was shown last and counts."""
        outcome = self.act_once()
        if outcome.status in self.act.statuses:
            keep_paper(self.machines, killed)
            keep_paper(self.machines, outcome)
            return []
        if outcome.status == 77 and self.act.done_before in outcome.errors:
            keep_paper(self.machines, killed)
            return []
        return [f"the act cannot be run again: {outcome}"]

    def completed(self, keys):
        try:
            self.act.finish(self.machines)
        except RuntimeError as error:
            return [str(error)]
        return checks.after_act(self.machines, self.act, self.digest, keys)
