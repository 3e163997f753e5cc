"""The acts that are killed, what was there before each of them, and what has to be true afterwards."""
import dataclasses
import json
import re
import typing

# Texts that nobody finds in a locked folder.
ANN, BEN = "Wilhelmina Quist", "Cleopatra Berg"


@dataclasses.dataclass
class Act:
    name: str
    prepare: typing.Callable
    machine: str
    arguments: tuple
    # The statuses with which the act ends, and what it says with 77 when it was done before.
    statuses: tuple = (0,)
    done_before: str = "nothing says so"
    # Whether the recovery key is typed.
    types_paper: bool = False
    # Who reads the ledger whenever the act was killed, and who reads and writes it when the act is done.
    readers: tuple = ("a", "b")
    members: tuple = ("a", "b")
    # What remains to be done for those.
    finish: typing.Callable = lambda machines: None
    keeps_digest: bool = True
    erases: bool = False
    is_locked_afterwards: bool = True
    # Whose files stay plain, since the machine has not joined.
    plain: tuple = ()


# What there was before


def plain(machines):
    """Two machines wrote, one of them a large value; a third is retired."""
    machines.need("a", "init", machines.ledger, "--name", "a")
    write(machines, "a", "ann", ANN)
    (machines.work / "photo").write_bytes(bytes(range(256)) * 200)
    machines.need("a", "upsert", "sam.person", "ann", "--set", "photoThumbnailCache=@photo")
    write(machines, "b", "ben", BEN)
    write(machines, "d", "dora", "Dora Lind")
    for name in "bd":
        machines.need(name, "replica", "rename", "own", name)
    machines.need("a", "replica", "retire", "d")


def locked(machines):
    plain(machines)
    keep_paper(machines, machines.need("a", "lock", "--yes"))


def offered(machines):
    locked(machines)
    machines.need("b", "device", "join", statuses=(1,))
    machines.need("a", "device", "approve", "b", statuses=(1,))


def confirmed(machines):
    offered(machines)
    machines.need("b", "device", "join", "--yes", statuses=(1,))


def approved(machines):
    confirmed(machines)
    machines.need("a", "device", "approve", "b", "--yes")


def joined(machines):
    approved(machines)
    machines.need("b", "device", "join")
    write(machines, "b", "bo", "Bo Ek")


def third(machines):
    """A member that is revoked by the first, which the second hears of."""
    joined(machines)
    machines.need("c", "key", "recover", typing=paper(machines))
    machines.need("c", "device", "rename", "own", "c")


def revoked(machines):
    third(machines)
    machines.need("a", "device", "revoke", "c", "--yes")


def erased(machines):
    """Erased so long ago that the texts are due."""
    joined(machines)
    machines.need("a", "erase", "sam.person", "ann", "--yes")
    write(machines, "a", "yrsa", "Yrsa Holm")
    set_back_memory(machines, "a")


def write(machines, name, id, value):
    machines.need(name, "upsert", "sam.person", id, "--new", "--set", f"displayNameCache={value}")


def set_back_memory(machines, name):
    """To this machine it is a year ago that it first held erasures: its clock has moved on."""
    (memory,) = (machines.state(name) / "ledgers").glob("*/erasures.json")
    text = memory.read_text()
    year = r'"(\d{4})(-\d\d-\d\dT[0-9:.]+Z)"'
    if not re.search(year, text):
        raise RuntimeError(f"{memory} names no moment")
    memory.write_text(re.sub(year, lambda found: f'"{int(found[1]) - 1}{found[2]}"', text))


# Recovery keys


def keep_paper(machines, outcome):
    """Keeps the recovery key that a command showed, if it did."""
    for line in outcome.output.splitlines():
        if line.endswith("}") and (key := json.loads(line).get("recoveryKey")):
            (machines.work / "paper").write_text(key + "\n")


def paper(machines):
    return (machines.work / "paper").read_text()


# What remains to be done


def approve_second(machines):
    machines.need("a", "device", "approve", "b", statuses=(1,))
    enter_second(machines, "--yes")


def enter_second(machines, *confirming):
    if confirming:
        machines.need("b", "device", "join", *confirming, statuses=(0, 1))
    machines.need("a", "device", "approve", "b", "--yes", statuses=(0, 77))
    machines.need("b", "device", "join")


def erase_second(machines):
    for name in "ab":
        machines.need(name, "erase", "--now")


ACTS = [
    Act("lock", plain, "a", ("lock", "--yes"), done_before="locked already", readers=("a",), members=("a",),
        plain=("b",)),
    Act("join", locked, "b", ("device", "join"), statuses=(1,), readers=("a",), finish=approve_second),
    Act("join-confirm", offered, "b", ("device", "join", "--yes"), statuses=(1,), readers=("a",),
        finish=enter_second),
    Act("join-enter", approved, "b", ("device", "join"), readers=("a",)),
    Act("approve", confirmed, "a", ("device", "approve", "b", "--yes"), done_before="is a member already",
        readers=("a",), finish=lambda machines: machines.need("b", "device", "join")),
    Act("revoke", joined, "a", ("device", "revoke", "b", "--yes"), done_before="was revoked already",
        readers=("a",), members=("a",)),
    Act("rotate", revoked, "b", ("upsert", "sam.person", "cy", "--new", "--set", "displayNameCache=Cy Oh"),
        keeps_digest=False),
    Act("key-recovery", joined, "a", ("key", "recovery", "--yes"), types_paper=True,
        done_before="not the current recovery key"),
    Act("key-recover", joined, "c", ("key", "recover"), types_paper=True, members=("a", "b", "c"),
        keeps_digest=False),
    Act("unlock", locked, "a", ("unlock", "--yes"), done_before="is not locked", readers=("a",),
        members=("a",), is_locked_afterwards=False),
    Act("erase", joined, "a", ("erase", "sam.person", "ann", "--now", "--yes"), statuses=(0, 1),
        keeps_digest=False, erases=True, finish=erase_second),
    Act("erase-due", erased, "a", ("upsert", "sam.person", "zoe", "--new", "--set", "displayNameCache=Zoe Ash"),
        keeps_digest=False, erases=True, finish=erase_second),
]
