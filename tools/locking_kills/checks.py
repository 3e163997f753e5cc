"""What must be true of a ledger after a kill, and after the act was run again. Each gives the lines that are not."""
import hashlib
import json
import re
import subprocess

from .acts import ANN

AGE = b"age-encryption.org/v1"
HASHED = re.compile(
    r"^(?:keys|device|offer)-\d+-([0-9a-f]{32})\.(?:age|json)$"
    r"|^\d{12}-\d{12}-([0-9a-f]{32})\.jsonl\.zst(?:\.age)?$")


# The description and device files hold no secrets; they too are made under another name first.
OPEN = re.compile(r"^(?:daybook|device-\d+-[0-9a-f]{32})\.json(?:\.[0-9a-f]{16}\.new)?$")


def digest(machines, name):
    outcome = machines.run(name, "replay", "--digest", "--format", "json")
    return json.loads(outcome.output)["digest"] if outcome.status == 0 else str(outcome)


def reads(machines, act, name):
    """A machine that has a key is never locked out."""
    outcome = machines.run(name, "get", "sam.person", "ann", "--format", "json")
    if outcome.status != 0:
        return [f"{name} reads nothing: {outcome}"]
    shown = json.loads(outcome.output)
    if shown["displayNameCache"] == ANN or (act.erases and "displayNameCache" in shown.get("_erased", [])):
        return []
    return [f"{name} reads something else: {outcome.output[:300]}"]


def after_kill(machines, act, before):
    """`before`: the digest before the act."""
    found = [line for name in act.readers for line in reads(machines, act, name)]
    for name in act.readers if act.keeps_digest else ():
        if (now := digest(machines, name)) != before:
            found.append(f"{name} has another digest: {now}")
    return found + half_files(machines)


def after_act(machines, act, before, keys):
    """`keys`: the device keys that there were."""
    # First, since the next write goes on with what was interrupted.
    found = plain_files(machines, act) if act.is_locked_afterwards else []
    found += [line for name in act.members for line in reads(machines, act, name) + sound(machines, name)]
    if act.erases:
        found += [line for name in act.members for line in texts(machines, name)]
    digests = {name: digest(machines, name) for name in act.members}
    if len(set(digests.values())) > 1 or (act.keeps_digest and digests["a"] != before):
        found.append(f"the digests are {digests}, and before it was {before}")
    found += [line for name in act.members for line in writes(machines, name, act.members)]
    now = machines.device_keys()
    found += [f"the device key of {name} was replaced" for name in keys if now.get(name) != keys[name]]
    found += half_files(machines)
    if act.is_locked_afterwards:
        return found + unopened(machines, act.members) + paper_opens(machines)
    return found + [f"{path} is still encrypted" for path in machines.ledger_files() if path.endswith(".zst.age")]


def sound(machines, name):
    outcome = machines.run(name, "verify", "--deep", "--format", "json")
    return [] if outcome.status == 0 else [f"the ledger is not sound: {outcome}"]


def texts(machines, name):
    """Nothing that a machine keeps has a text that was erased."""
    (machines.work / "texts").write_text(ANN + "\n")
    outcome = machines.run(name, "erase", "--check", "texts")
    return [] if outcome.status == 0 else [f"{name} keeps what was erased: {outcome}"]


def writes(machines, name, readers):
    outcome = machines.run(name, "upsert", "sam.person", f"new-{name}", "--new", "--set", "displayNameCache=Nina Ros")
    if outcome.status != 0:
        return [f"{name} writes nothing: {outcome}"]
    read = [machines.run(other, "get", "sam.person", f"new-{name}") for other in readers]
    return [f"what {name} wrote is not read: {outcome}" for outcome in read if outcome.status != 0]


def half_files(machines):
    """Files whose names do not fit their bytes."""
    found = []
    for path, content in machines.ledger_files().items():
        name = path.rsplit("/", 1)[-1]
        match = HASHED.match(name)
        if match and hashlib.sha256(content).hexdigest()[:32] != (match[1] or match[2]):
            found.append(f"{path} is not whole")
    return found


def plain_files(machines, act):
    """Whatever lies in a locked ledger's folder is encrypted, temporary files too."""
    found = []
    for path, content in machines.ledger_files().items():
        if not content or OPEN.match(path.rsplit("/", 1)[-1]):
            continue
        if not content.startswith(AGE) and not is_of(machines, path, act.plain):
            found.append(f"{path} is plain: {content[:40]}")
    return found


def is_of(machines, path, names):
    """Whether a file is of a replica of a machine that has not joined."""
    replicas = {folder.name for name in names for folder in machines.state(name).glob("ledgers/*/*")}
    return bool(replicas & set(path.split("/")))


def unopened(machines, members):
    """Each member's device key opens each member's newest ring."""
    found = []
    for owner in members:
        rings = (machines.ledger / "replicas" / machines.own_replica(owner)).glob("keys-*.age")
        newest = max(rings, key=lambda ring: int(ring.name.split("-")[1]), default=None)
        if newest is None:
            found.append(f"{owner} has no ring")
            continue
        for reader in members:
            key = machines.locking(reader) / "device.key"
            opened = subprocess.run(["age", "-d", "-i", key, newest], capture_output=True)
            if opened.returncode != 0:
                found.append(f"{reader} does not open the ring of {owner}: {opened.stderr.decode()}")
    return found


def paper_opens(machines):
    """The recovery key that was shown last opens the ledger on a machine that has nothing."""
    outcome = machines.run(
        "paper", "get", "sam.person", "new-a", "--key-file", str(machines.work / "paper"))
    return [] if outcome.status == 0 else [f"the recovery key opens nothing: {outcome}"]
