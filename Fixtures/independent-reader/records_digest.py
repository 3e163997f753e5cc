#!/usr/bin/env python3
"""Computes the digest of a ledger's records: python3 records_digest.py FOLDER

Written from the format's page alone, to be compared with the program: it shares nothing with it, and is as plain as it
can be, so slow. It needs Python's standard library and zstd. With --text it prints the text that is hashed.
"""
import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from decimal import Decimal
from datetime import datetime

LINE_MAX, FRAME_LINES_MAX, DEPTH_MAX = 1 << 20, 1 << 20, 64
CONTENT_MAX, FILE_MAX, WINDOW_MAX, BLOCKS_MAX = 64 << 20, 96 << 20, 8 << 20, 1 << 16


FORGED = "a replica that is not the hash of the key"


class Unsound(Exception):
    """A frame that is quarantined."""


def require(condition, why):
    if not condition:
        raise Unsound(why)


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


# Ed25519 (RFC 8032, 5.1.7)

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - x2) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def added(a, b):
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, a):
    result = (0, 1, 1, 0)
    while n:
        if n & 1:
            result = added(result, a)
        a, n = added(a, a), n >> 1
    return result


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    a, r = point_of(key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = times(s, BASE), added(r, times(k, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# Strict JSON. Values of objects are kept with their texts.

STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
SPACE = re.compile(r"[ \t\n\r]*")


class Object:
    """Its members in their order: (key, value, text)."""

    def __init__(self):
        self.members = []

    def get(self, key):
        return next((value for name, value, _ in self.members if name == key), None)

    def __contains__(self, key):
        return any(name == key for name, _, _ in self.members)


class Number(str):
    pass


class Reader:
    def __init__(self, text):
        self.text, self.place = text, 0

    def space(self):
        self.place = SPACE.match(self.text, self.place).end()

    def next(self):
        return self.text[self.place : self.place + 1]

    def take(self, character):
        require(self.next() == character, f"{character} expected")
        self.place += 1

    def string(self):
        found = STRING.match(self.text, self.place)
        require(found, "no string")
        self.place = found.end()
        value = json.loads(found.group())
        # What was a pair is one character by now.
        require(not any(0xD800 <= ord(c) < 0xE000 for c in value), "half of a pair")
        return value

    def value(self, depth):
        start = self.next()
        if start == '"':
            return self.string()
        if start == "{":
            return self.object(depth + 1)
        if start == "[":
            require(depth < DEPTH_MAX, "too deep")
            return self.array(depth + 1)
        for word, value in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.place):
                self.place += len(word)
                return value
        found = NUMBER.match(self.text, self.place)
        require(found, "no value")
        self.place = found.end()
        require(abs(float(found.group())) != float("inf"), "too large a number")
        return Number(found.group())

    def object(self, depth):
        require(depth <= DEPTH_MAX, "too deep")
        result, names = Object(), set()
        self.take("{")
        self.space()
        if self.next() == "}":
            self.place += 1
            return result
        while True:
            self.space()
            name = self.string()
            require(name not in names, "a key twice")
            names.add(name)
            self.space()
            self.take(":")
            self.space()
            start = self.place
            value = self.value(depth)
            result.members.append((name, value, self.text[start : self.place]))
            self.space()
            if self.next() == "}":
                self.place += 1
                return result
            self.take(",")

    def array(self, depth):
        result = []
        self.take("[")
        self.space()
        if self.next() == "]":
            self.place += 1
            return result
        while True:
            self.space()
            result.append(self.value(depth))
            self.space()
            if self.next() == "]":
                self.place += 1
                return result
            self.take(",")


def parse(line):
    require(len(line) <= LINE_MAX, "too long a line")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise Unsound("not UTF-8")
    reader = Reader(text)
    reader.space()
    require(reader.next() == "{", "no object")
    result = reader.object(1)
    reader.space()
    require(reader.place == len(text), "something behind the object")
    return result


def integer(value):
    require(isinstance(value, Number), "no integer")
    if re.fullmatch(r"-?[0-9]+", value):
        number = int(value)
    else:
        double = float(value)
        try:
            is_exact = double.is_integer() and Decimal(value) == Decimal(repr(double))
        except ArithmeticError:
            is_exact = False
        require(is_exact, "no integer")
        number = int(double)
    require(-(2**63) <= number < 2**63, "beyond 64 bits")
    return number


def positive(value):
    number = integer(value)
    require(number > 0, "not positive")
    return number


def text(value, is_empty_fine=True):
    require(isinstance(value, str) and not isinstance(value, Number), "no string")
    require(value or is_empty_fine, "an empty string")
    return value


TIME = r"(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})\."
STAMP = re.compile(TIME + r"\d{3}Z-[0-9a-f]{4}-[0-9a-f]{16}", re.ASCII)
SERVER = re.compile(TIME + r"\d{9}Z", re.ASCII)


def moment(value, form, year_max):
    found = form.fullmatch(text(value))
    require(found, "no time of this form")
    try:
        datetime(*(int(part) for part in found.groups()))
    except ValueError:
        raise Unsound("no such time")
    require(1970 <= int(found.group(1)) <= year_max, "a year out of range")
    return value


def stamp(value):
    return moment(value, STAMP, 9998)


def own_stamp(value):
    return moment(value, STAMP, 9997)


def steps_of(stamp):
    """Its time in counter steps."""
    since = datetime.fromisoformat(stamp[:23]) - datetime(1970, 1, 1)
    milliseconds = (since.days * 86400 + since.seconds) * 1000 + since.microseconds // 1000
    return milliseconds * 65536 + int(stamp[25:29], 16)


def server_time(value):
    return moment(value, SERVER, 9999)


def boolean(value):
    require(isinstance(value, bool), "neither true nor false")
    return value


def an_object(value):
    require(isinstance(value, Object), "no object")
    return value


def stamp_or_null(value):
    return None if value is None else stamp(value)


def read_stamps(value):
    return {name: stamp_or_null(one) for name, one, _ in an_object(value).members}


def strings(value):
    """A list of strings; None for anything else."""
    is_list = isinstance(value, list) and all(isinstance(one, str) and not isinstance(one, Number) for one in value)
    return value if is_list else None


def hash_of(value):
    require(re.fullmatch(r"[0-9a-f]{64}", text(value)), "no hash")
    return bytes.fromhex(value)


def base64_of(value):
    try:
        data = base64.b64decode(text(value), validate=True)
    except ValueError:
        raise Unsound("no base64")
    require(base64.b64encode(data).decode() == value, "not the one base64 of its bytes")
    return data


# Trees: a list of (leaves, hash), the largest first.


def pushed(peaks, leaf):
    peaks = list(peaks) + [(1, leaf)]
    while len(peaks) > 1 and peaks[-1][0] == peaks[-2][0]:
        (count, right), (_, left) = peaks.pop(), peaks.pop()
        peaks.append((2 * count, sha(b"\1", left, right)))
    return tuple(peaks)


def size_of(peaks):
    return sum(count for count, _ in peaks)


def root_of(peaks):
    if not peaks:
        return sha()
    node = peaks[-1][1]
    for _, left in reversed(peaks[:-1]):
        node = sha(b"\1", left, node)
    return node


def shared(earlier, later):
    """How many leaves both trees are known to begin with."""
    leaves = 0
    for (count, own), (other_count, other) in zip(earlier, later):
        if count != other_count or own != other:
            break
        leaves += count
    return leaves


def contradicts(earlier, later):
    for (count, own), (other_count, other) in zip(earlier, later):
        if count != other_count:
            return False
        if own != other:
            return True
    return False


# Lines


class Event:
    KEYS = {
        "stamp": own_stamp, "seq": positive, "op": lambda v: text(v, False), "kind": lambda v: text(v, False),
        "id": lambda v: text(v, False), "v": integer, "at": stamp, "server": server_time, "present": boolean,
        "over": stamp_or_null, "was": read_stamps, "acks": stamp, "set": an_object, "rel": text, "to": text,
        "by": text, "why": text, "salt": text,
    }

    def __init__(self, line, raw):
        self.leaf = sha(b"\0", raw)
        # Whether its `at` does is known when all events are.
        self.counts_at = False
        # Of a stub the SHA-256 of its line; and which fields were erased before.
        self.stub, self.erased = None, set()
        # The value of `erases`.
        self.erases = line.get("erases")
        self.keys = {}
        for name, value, _ in line.members:
            if name in self.KEYS:
                self.keys[name] = self.KEYS[name](value)
        for name in ("stamp", "seq", "op", "kind", "id"):
            require(name in self.keys, f"no {name}")

    def written(self):
        """The fields that it has values of."""
        return [name for name, _, _ in self["set"].members] if "set" in self else []

    def name(self):
        """What an erase event must say of it."""
        return self.leaf, self["stamp"][-16:], self["kind"], self["id"]

    def __getitem__(self, key):
        return self.keys[key]

    def __contains__(self, key):
        return key in self.keys

    @property
    def order(self):
        return self["at"] if self.counts_at else self["stamp"]


class Stub(Event):
    """What is left of an event's line."""

    def __init__(self, line, raw):
        super().__init__(line, raw)
        mark = an_object(line.get("erased"))
        self.leaf, self.stub = hash_of(mark.get("leaf")), sha(raw)
        names = strings(mark.get("fields"))
        require(names is not None, "no erased fields")
        texts = [name.encode() for name in names]
        require(all(one < next for one, next in zip(texts, texts[1:])), "erased fields out of order")
        self.erased = set(names)
        require(not self.erased.intersection(self.written()), "an erased field with a value")
        salts = base64_of(mark.get("salts")) if "salts" in mark else b""
        require(len(salts) == 12 * len(self.written()), "not a salt for each field")
        require(may_be_erased(self), "a stub of what is never erased")


HEAD = re.compile(rb',"size":([1-9][0-9]{0,17}),"root":"([0-9a-f]{64})","sig":"([A-Za-z0-9+/=]{88})"')


class Commit:
    def __init__(self, line, raw, events):
        names = [name for name, _, _ in line.members]
        self.number, self.events = positive(line.get("commit")), events
        require("events" in line and positive(line.get("events")) == len(events), "a wrong count")
        if "key" in line:
            text(line.get("key"))
        self.seen = []
        if "seen" in line:
            for replica, parts, _ in an_object(line.get("seen")).members:
                require(re.fullmatch(r"[0-9a-f]{16}", replica) and isinstance(parts, list), "no seen")
                for part in parts:
                    require(isinstance(part, list) and 2 <= len(part) <= 3, "no seen")
                    root = None if isinstance(part[-1], Number) else hash_of(part[-1])
                    numbers = [integer(number) for number in (part if root is None else part[:-1])]
                    require(1 <= len(numbers) <= 2, "no seen")
                    first, end = numbers if len(numbers) == 2 else (0, numbers[0])
                    require(0 <= first < end or first == end == 0 and len(numbers) == 1, "no seen")
                    self.seen.append((replica, first, end, root))
        self.head, self.leaf = None, sha(b"\0", raw)
        if {"size", "root", "sig"} & set(names):
            require(names[-3:] == ["size", "root", "sig"], "a head that is not last")
            found = [m for m in HEAD.finditer(raw) if raw[m.end() :].strip(b" \t\r\n") == b"}"]
            require(found, "a head of another form")
            cut = found[-1]
            self.head = (int(cut.group(1)), cut.group(2).decode(), base64_of(cut.group(3).decode()))
            require(len(self.head[2]) == 64, "no signature")
            self.leaf = sha(b"\0", raw[: cut.start()] + raw[cut.end() :])
        # All leaves of the commit, its own the last, and which of them are events.
        self.leaves = []


class Header:
    def __init__(self, line):
        self.format = integer(line.get("daybook"))
        require(self.format in (1, 2, 3), "another format")
        self.ledger = text(line.get("ledger"))
        hexadecimal = "[0-9a-f]"
        form = "-".join(f"{hexadecimal}{{{count}}}" for count in (8, 4, 4, 4, 12))
        require(re.fullmatch(form, self.ledger), "no ledger")
        self.key = base64_of(line.get("key"))
        require(len(self.key) == 32, "no key")
        self.replica = text(line.get("replica"))
        self.first, self.size = positive(line.get("first")), integer(line.get("size"))
        peaks = line.get("peaks")
        require(0 <= self.size < 2**53 and self.first < 2**53 and isinstance(peaks, list), "no tree")
        hashes = [hash_of(one) for one in peaks]
        bits = [1 << n for n in reversed(range(63)) if self.size >> n & 1]
        require(sha(self.key).hex()[:16] == self.replica, FORGED)
        require(len(bits) == len(hashes), "not one peak for each bit")
        self.peaks = tuple(zip(bits, hashes))


class Frame:
    """Sound lines: a header or none, and commits."""

    def __init__(self, content, first_header, is_sealed):
        require(content, "empty")
        require(content.endswith(b"\n"), "a line without LF")
        lines = content[:-1].split(b"\n")
        require(len(lines) <= FRAME_LINES_MAX, "too many lines")
        self.header, self.commits = None, []
        events, leaves = [], []
        for place, raw in enumerate(lines):
            line = parse(raw)
            kind = line.members[0][0] if line.members else ""
            if kind == "daybook":
                require(place == 0, "a header within")
                self.header = Header(line)
            elif kind == "stamp" or kind == "erased" and self.header and self.header.format >= 3:
                event = (Event if kind == "stamp" else Stub)(line, raw)
                events.append((len(leaves), event))
                leaves.append(event.leaf)
            elif kind == "commit":
                commit = Commit(line, raw, events)
                commit.leaves = leaves + [commit.leaf]
                self.commits.append(commit)
                events, leaves = [], []
            else:
                leaves.append(sha(b"\0", raw))
        require(not leaves, "lines that no commit ends")
        require(self.header or not is_sealed, "no header")
        known = first_header or self.header
        if known and self.header:
            same = (known.ledger, known.replica, known.key) == (self.header.ledger, self.header.replica, self.header.key)
            require(same, "a header of another")
        for commit in self.commits:
            for _, event in commit.events:
                require(known is None or event["stamp"][-16:] == known.replica, "another's stamp")


# Files


def frames_of(data):
    """(place, content) of each frame in the order of the file, without a content where one cannot be unpacked."""
    return frames_at_once(data) or frames_one_by_one(data)


def frames_at_once(data):
    """Where nothing is wrong and all say how large they are."""
    places, sizes, place = [], [], 0
    while place < len(data):
        skipped = skippable_size(data, place)
        if skipped is None:
            header, size = FrameHeader.at(data, place), frame_size(data, place)
            if header is None or header.stated is None or size is None:
                return None
            places.append(place)
            sizes.append(header.stated)
        place += skipped or size
    if sum(sizes) > CONTENT_MAX:
        return None
    whole = subprocess.run(["zstdcat", "-"], input=data, capture_output=True)
    if whole.returncode or len(whole.stdout) != sum(sizes):
        return None
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    return [(place, whole.stdout[end - size : end]) for place, size, end in zip(places, sizes, ends)]


def frames_one_by_one(data):
    frames, place, left, search = [], 0, CONTENT_MAX, Search(data)
    while place is not None and place < len(data):
        skipped = skippable_size(data, place)
        if skipped is not None:
            place += skipped
            continue
        header = FrameHeader.at(data, place)
        if header and (header.stated or 0) > left:
            break
        content, is_sound = zstdcat(data, place)
        if header and header.stated is None and len(content) > left and left < CONTENT_MAX:
            break
        if not is_sound or len(content) > left:
            content = None
        frames.append((place, content))
        if content is None:
            search.failed(place)
            place = search.frame(place)
        else:
            left -= len(content)
            place += frame_size(data, place)
    return frames


class Search:
    """For the frames behind damage."""

    TRIES_MAX, STATED_MAX = 10_000, 256 << 20

    def __init__(self, data):
        self.data, self.place, self.found, self.tries, self.stated = data, 0, -1, 0, 0

    def frame(self, start):
        """The first that begins behind a place and can be unpacked."""
        if self.found > start:
            return self.found
        place = max(self.place, start + 1)
        while self.tries < self.TRIES_MAX and self.stated < self.STATED_MAX:
            place = self.data.find(MAGIC, place)
            if place < 0:
                break
            header = FrameHeader.at(self.data, place)
            if header:
                if can_be_unpacked(self.data, place):
                    self.found, self.place = place, place + 1
                    return place
                self.count(header)
            place += 1
            self.place = place
        return None

    def failed(self, place):
        """The frame there was tried by the reader."""
        if place >= self.place:
            self.place = place + 1
            header = FrameHeader.at(self.data, place)
            if header:
                self.count(header)

    def count(self, header):
        self.tries += 1
        self.stated += CONTENT_MAX if header.stated is None else header.stated


def can_be_unpacked(data, place):
    content, is_sound = zstdcat(data, place)
    return is_sound and len(content) <= CONTENT_MAX


def zstdcat(data, place):
    """The content of the frame there, as far as it goes, and whether all of it is sound."""
    size = frame_size(data, place)
    if size is None:
        return b"", False
    found = subprocess.run(["zstdcat", "-"], input=data[place : place + size], capture_output=True)
    return found.stdout, found.returncode == 0


# RFC 8878, 3.1.1 and 3.1.2.

MAGIC = 0xFD2FB528.to_bytes(4, "little")


def skippable_size(data, place):
    """Of a skippable frame that lies in the file as a whole, or None."""
    if int.from_bytes(data[place : place + 4], "little") & 0xFFFFFFF0 != 0x184D2A50 or place + 8 > len(data):
        return None
    size = 8 + int.from_bytes(data[place + 4 : place + 8], "little")
    return size if place + size <= len(data) else None


class FrameHeader:
    @staticmethod
    def at(data, place):
        """None where no frame that readers accept begins."""
        try:
            return FrameHeader(data, place)
        except (Unsound, IndexError):
            return None

    def __init__(self, data, place):
        require(data[place : place + 4] == MAGIC, "no frame")
        descriptor = data[place + 4]
        single, flag = descriptor & 32, descriptor >> 6
        place += 5
        if not single:
            base = 1 << (10 + (data[place] >> 3))
            self.window = base + base // 8 * (data[place] & 7)
            place += 1
        dictionary_size = [0, 1, 2, 4][descriptor & 3]
        dictionary = data[place : place + dictionary_size]
        place += dictionary_size
        self.stated, count = None, [1 if single else 0, 2, 4, 8][flag]
        require(place + count <= len(data), "cut off")
        if count:
            self.stated = int.from_bytes(data[place : place + count], "little") + (256 if count == 2 else 0)
        if single:
            self.window = self.stated
        self.end = place + count
        require(descriptor & 4 and not descriptor & 8 and not any(dictionary), "no checksum, or a dictionary")
        require(self.window <= WINDOW_MAX and (self.stated or 0) <= CONTENT_MAX, "too large")


def frame_size(data, start):
    """From its header to its checksum; None if that is not in the file."""
    header = FrameHeader.at(data, start)
    if header is None:
        return None
    place, is_last, blocks = header.end, False, 0
    while not is_last:
        blocks += 1
        if place + 3 > len(data) or blocks > BLOCKS_MAX:
            return None
        block = int.from_bytes(data[place : place + 3], "little")
        place += 3 + (1 if block >> 1 & 3 == 1 else block >> 3)
        is_last = block & 1
    place += 4
    return place - start if place <= len(data) else None


SEALED = re.compile(r"(\d{12})-(\d{12})-[0-9a-f]{32}\.jsonl\.zst", re.ASCII)
OPEN = re.compile(r"(\d{12})-[0-9a-f]{16}\.open\.jsonl\.zst", re.ASCII)


def files_of(folder):
    files = []
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        sealed, is_open = SEALED.fullmatch(name), OPEN.fullmatch(name)
        found = sealed or is_open
        if not found or os.path.islink(path) or not os.path.isfile(path) or int(found.group(1)) == 0:
            continue
        size = os.path.getsize(path)
        if sealed and int(sealed.group(2)) < int(sealed.group(1)) or size > FILE_MAX:
            continue
        first = int(found.group(1))
        order = (first, 0, -int(sealed.group(2)), name) if sealed else (first, 1, -size, name)
        files.append((order, path, bool(sealed), first))
    return [entry[1:] for entry in sorted(files)]


class Run:
    def __init__(self, header):
        self.header, self.peaks, self.seq, self.commits = header, header.peaks, header.first, []

    def place(self):
        return size_of(self.header.peaks), root_of(self.header.peaks)

    def goes_on(self, header):
        mine = (size_of(self.peaks), self.seq, self.peaks, self.header.key, self.header.ledger)
        return mine == (header.size, header.first, header.peaks, header.key, header.ledger)

    def take(self, frame):
        seq = self.seq
        for commit in frame.commits:
            for _, event in commit.events:
                if event["seq"] != seq:
                    return False
                seq += 1
        self.seq = seq
        for commit in frame.commits:
            before = self.peaks
            for leaf in commit.leaves:
                self.peaks = pushed(self.peaks, leaf)
            self.commits.append((before, commit, self.peaks))
        return True

    def counted(self):
        """Those up to the last valid head."""
        for index in reversed(range(len(self.commits))):
            _, commit, after = self.commits[index]
            if commit.head is None:
                continue
            size, root, signature = commit.head
            if size != size_of(after) or root != root_of(after).hex():
                continue
            message = f"daybook1\n{self.header.ledger}\n{self.header.replica}\n{size}\n{root}\n".encode()
            if is_signed(self.header.key, message, signature):
                return self.commits[: index + 1]
        return []


def runs_of(path, is_sealed, first_of_name, ledger, replica):
    """The runs of one file, as far as it is read."""
    run, first_header, reached, next_seq = None, None, 0, first_of_name
    runs = []
    with open(path, "rb") as file:
        data = file.read()

    def ended():
        nonlocal run, reached, next_seq
        if run:
            reached, next_seq = max(reached, size_of(run.peaks)), max(next_seq, run.seq)
            runs.append(run)
        run = None

    for place, content in frames_of(data):
        try:
            require(content is not None, "a frame that cannot be unpacked")
            frame = Frame(content, first_header, is_sealed)
        except Unsound as problem:
            ended()
            if str(problem) == FORGED and not is_sealed:
                break
            continue
        first_header = first_header or frame.header
        header = frame.header
        if header and not (run and run.goes_on(header)):
            ended()
            is_back = header.size < reached or header.first < next_seq and next_seq != first_of_name
            is_misnamed = next_seq == first_of_name and place == 0 and header.first != first_of_name
            if header.ledger != ledger or header.replica != replica or is_back or is_misnamed:
                break
            run = Run(header)
        if run is None:
            if frame.commits:
                break
            continue
        if not run.take(frame):
            ended()
    ended()
    return runs


# Branches: trees by (key, root), each with the one that it goes on from.


class Placed:
    """A commit at its place."""

    def __init__(self, commit, first_leaf, branch):
        self.commit, self.first, self.branch = commit, first_leaf, branch


class Branch:
    def __init__(self, replica, key, origin, start):
        self.replica, self.key, self.origin = replica, key, origin
        # Its own leaves, by index; the trees that are known, by size.
        self.leaves, self.trees, self.commits = {}, {size_of(start): start}, []

    def line(self, end):
        """(branch, end): what precedes a leaf of it, its own and what it shares with others."""
        result, branch = [], self
        while branch:
            result.append((branch, end))
            if branch.origin is None:
                return result
            branch, end = branch.origin[0], min(end, branch.origin[1])
        return result


class Replica:
    def __init__(self, name):
        self.name, self.branches = name, []
        # By leaf, all events that stand for it in some file: the text, and stubs of it.
        self.variants = {}

    def holding(self, key, tree):
        for branch in self.branches:
            if branch.key == key and branch.trees.get(size_of(tree)) == tree:
                return branch
        return None

    def place(self, key, tree):
        """The branch that a run goes on with, made where there is none."""
        found = self.holding(key, tree)
        if found:
            return found
        size, best, best_rank = size_of(tree), None, None
        for branch in self.branches:
            end = max(branch.trees)
            if branch.key != key or end >= size or contradicts(branch.trees[end], tree):
                continue
            rank = (shared(branch.trees[end], tree), end, root_of(branch.trees[end]))
            if best is None or rank > best_rank:
                best, best_rank = branch, rank
        if best is not None:
            best.trees[size] = tree
            return best
        made = Branch(self.name, key, self.origin(key, tree), tree)
        self.branches.append(made)
        return made

    def origin(self, key, tree):
        best, size = None, size_of(tree)
        for branch in self.branches:
            if branch.key == key:
                leaves = shared(branch.trees.get(size, branch.trees[max(branch.trees)]), tree)
                if leaves > (best[1] if best else 0):
                    best = (branch, leaves)
        return best

    def take(self, run):
        branch = None
        for before, commit, after in run.counted():
            if branch is None:
                branch = self.place(run.header.key, before)
            for _, event in commit.events:
                self.variants.setdefault(event.leaf, []).append(event)
            first = size_of(before)
            if branch.trees.get(size_of(after)) == after and all(
                branch.leaves.get(first + index) == leaf for index, leaf in enumerate(commit.leaves)
            ):
                continue
            is_free = all(first + index not in branch.leaves for index in range(len(commit.leaves)))
            if not is_free or branch.origin and first < branch.origin[1]:
                child = next(
                    (
                        one for one in self.branches
                        if one.origin == (branch, first) and one.trees.get(size_of(after)) == after
                    ),
                    None,
                )
                if child is None:
                    child = Branch(self.name, branch.key, (branch, first), before)
                    self.branches.append(child)
                    self.add(child, before, commit)
                branch = child
                continue
            self.add(branch, before, commit)

    @staticmethod
    def add(branch, before, commit):
        first, tree = size_of(before), before
        for index, leaf in enumerate(commit.leaves):
            tree = pushed(tree, leaf)
            branch.leaves[first + index] = leaf
            branch.trees[first + index + 1] = tree
        branch.commits.append(Placed(commit, first, branch))


# What is erased


KNOWN = ("upsert", "link", "unlink", "dismiss", "restore", "delete", "sync")
PROTECTED = ("daybook.erasure", "daybook.device", "daybook.replica")


def may_be_erased(event):
    return event["op"] in KNOWN and event["kind"] not in PROTECTED


def is_vouched(signed, replica, leaf, stub):
    """Whether the replica that wrote a line signed what is left of it, in an event of another."""
    if not isinstance(signed, Object):
        return False
    try:
        key, signature = base64_of(signed.get("key")), base64_of(signed.get("signature"))
    except Unsound:
        return False
    return ((len(key), len(signature)) == (32, 64) and sha(key)[:8].hex() == replica
            and is_signed(key, f"daybook-vouch1\n{replica}\n{leaf}\n{stub}\n".encode(), signature))


class Erasures:
    """What the erase events come to: all that count, and nothing else."""

    def __init__(self, events):
        # Who asked and the id; with the replica that has begun.
        self.withdrawn, self.begun, lines = set(), set(), []
        for event in events:
            if event["op"] != "erase" or not isinstance(event.erases, Object):
                continue
            author, said = event["stamp"][-16:], event.erases
            of, act = self.string(said, "of"), self.string(said, "act")
            if of is None:
                continue
            if act is not None:
                if (event["kind"], event["id"]) == ("daybook.erasure", of):
                    self.act(act, self.string(said, "author", 16), of, author)
            elif event["kind"] not in PROTECTED:
                lines.append(((author, of), event, said))
        self.fields, self.stubs, self.own_stubs = {}, {}, {}
        for erasure, event, said in lines:
            self.line(erasure, event, said)

    @staticmethod
    def string(said, name, digits=None):
        value = said.get(name)
        if not isinstance(value, str) or isinstance(value, Number):
            return None
        return value if digits is None or re.fullmatch(f"[0-9a-f]{{{digits}}}", value) else None

    def act(self, act, asker, of, author):
        if asker is not None and act == "withdrawn":
            self.withdrawn.add((asker, of))
        elif asker is not None and act == "begun":
            self.begun.add((asker, of, author))

    def line(self, erasure, event, said):
        replica = self.string(said, "replica", 16)
        leaf, stub = self.string(said, "leaf", 64), self.string(said, "stub", 64)
        fields = strings(said.get("fields"))
        if None in (replica, leaf, stub) or "fields" in said and fields is None:
            return
        name = (bytes.fromhex(leaf), replica, event["kind"], event["id"])
        self.stubs.setdefault(name, set()).add(bytes.fromhex(stub))
        if event["stamp"][-16:] == replica or is_vouched(said.get("signed"), replica, leaf, stub):
            self.own_stubs.setdefault(name, set()).add(bytes.fromhex(stub))
        if erasure not in self.withdrawn or (*erasure, replica) in self.begun:
            # None is every field.
            known = self.fields.get(name, set())
            self.fields[name] = None if fields is None or known is None else known.union(fields)

    def vouches(self, stub):
        known = self.own_stubs if "set" in stub else self.stubs
        return stub.stub in known.get(stub.name(), ())

    def erase(self, event):
        """Notes in an event which of its fields read as erased."""
        if not may_be_erased(event):
            return
        fields = self.fields.get(event.name(), set())
        event.erased.update(name for name in event.written() if fields is None or name in fields)


def counting(variants, erasures):
    """Of the texts and stubs that are held of one leaf the one that counts."""
    texts = [one for one in variants if one.stub is None]
    vouched = [one for one in variants if one.stub is not None and erasures.vouches(one)]
    return min(texts[:1] or vouched, key=lambda one: (len(one.erased), one.stub), default=None)


# Records


class Write:
    def __init__(self, event, value, place, branch, was=None):
        self.event, self.value, self.place, self.branch, self.was = event, value, place, branch, was
        self.order = event.order

    def said(self):
        """The value as a member."""
        return '"erased":true' if self.value is None else f'"value":{self.value}'

    def key(self):
        return self.order, self.event["stamp"], self.event.leaf

    def server_key(self):
        return self.event["server"], self.order, self.event.leaf


class Entity:
    def __init__(self):
        self.local, self.server, self.acks, self.stamps = {}, {}, {}, []

    def add(self, event, place, branch, acks_counts):
        self.stamps.append(event["stamp"])
        op = event["op"]
        is_server = op == "sync" and "server" in event

        def write(register, value, was=None):
            side = self.server if is_server else self.local
            side.setdefault(register, []).append(Write(event, value, place, branch, was))

        if op != "delete":
            was = event["was"] if "was" in event and not is_server else {}
            values = {name: value for name, _, value in event["set"].members} if "set" in event else {}
            for name in event.erased:
                values[name] = None
            for name, value in values.items():
                write((1, name.encode(), b""), value, ("was", was[name]) if name in was else None)
        if op in ("upsert", "restore"):
            write((0, b"alive", b""), "true")
            if "over" in event:
                write((0, b"over", b""), "null" if event["over"] is None else f'"{event["over"]}"')
        elif op == "delete":
            write((0, b"alive", b""), "false")
        elif op in ("link", "unlink") and "rel" in event and "to" in event:
            write((2, event["rel"].encode(), event["to"].encode()), "true" if op == "link" else "false")
        elif op == "sync":
            if "present" in event:
                write((0, b"present", b""), "true" if event["present"] else "false")
            if acks_counts:
                replica = event["acks"][-16:]
                self.acks[replica] = max(self.acks.get(replica, ""), event["acks"])


class Ledger:
    def __init__(self, folder):
        with open(os.path.join(folder, "daybook.json"), "rb") as file:
            name = json.load(file)["ledger"]
        self.replicas, self.entities = {}, {}
        parent = os.path.join(folder, "replicas")
        for replica in sorted(os.listdir(parent)) if os.path.isdir(parent) else []:
            if not re.fullmatch(r"[0-9a-f]{16}", replica):
                continue
            one = self.replicas[replica] = Replica(replica)
            runs = [
                run for path, is_sealed, first in files_of(os.path.join(parent, replica))
                for run in runs_of(path, is_sealed, first, name, replica)
            ]
            for run in sorted(runs, key=Run.place):
                one.take(run)
        events = [
            (event, placed.first + index, branch) for one in self.replicas.values() for branch in one.branches
            for placed in branch.commits for index, event in placed.commit.events
        ]
        events = self.as_erased(events)
        reach = max((steps_of(event["stamp"]) for event, _, _ in events), default=0) + len(events)
        self.greatest = {}
        for event, _, _ in events:
            replica = event["stamp"][-16:]
            self.greatest[replica] = max(self.greatest.get(replica, ""), event["stamp"])
            if "at" in event:
                event.counts_at = event["at"][-16:] == replica and steps_of(event["at"]) <= reach
        for event, place, branch in events:
            self.add(event, place, branch)

    def as_erased(self, events):
        """The events as what is erased leaves them; of a leaf whose text is not held that of a stub."""
        variants = {}
        for replica in self.replicas.values():
            for leaf, held in replica.variants.items():
                variants.setdefault((replica.name, leaf), []).extend(held)
        erasures = Erasures([event for event, _, _ in events if event.stub is None])
        result = []
        for event, place, branch in events:
            event = counting(variants[branch.replica, event.leaf], erasures)
            # A stub that nobody vouches for has no effect.
            if event is not None:
                erasures.erase(event)
                result.append((event, place, branch))
        return result

    def add(self, event, place, branch):
        if event["op"] in KNOWN:
            name = (event["kind"].encode(), event["id"].encode())
            counts = "acks" in event and event["acks"] <= self.greatest.get(event["acks"][-16:], "")
            self.entities.setdefault(name, Entity()).add(event, place, branch, counts)

    def saw(self, author, other):
        if author.was is not None:
            stamp = author.was[1]
            if stamp is None or other.order > stamp:
                return False
        if author.branch is other.branch:
            return other.place < author.place
        line = author.branch.line(author.place)
        for branch, end in line:
            if branch is other.branch and other.place < end:
                return True
        for branch, end in line:
            for placed in branch.commits:
                # The author's own commit counts, though its write stands in it.
                if placed.first < end or branch is author.branch and placed.first <= author.place:
                    if self.covers(placed.commit, other):
                        return True
        return False

    def covers(self, commit, other):
        for replica, first, end, root in commit.seen:
            if replica != other.branch.replica:
                continue
            branches = self.replicas[replica].branches
            if root is None:
                if len(branches) == 1 and first <= other.place < end:
                    return True
                continue
            for branch in branches:
                tree = branch.trees.get(end)
                if tree is not None and root_of(tree) == root:
                    if first <= other.place and any(
                        one is other.branch and other.place < limit for one, limit in branch.line(end)
                    ):
                        return True
        return False

    def heads(self, writes):
        return [one for one in writes if not any(other is not one and self.saw(other, one) for other in writes)]

    def text(self):
        lines = ['{"records":1}']
        for (kind, id), entity in sorted(self.entities.items()):
            first, last = min(entity.stamps), max(entity.stamps)
            lines.append(
                f'{{"kind":{quoted(kind)},"id":{quoted(id)},"first":"{first}","last":"{last}"}}'
            )
            lines += self.lines(entity)
        return "".join(line + "\n" for line in lines)

    def lines(self, entity):
        places = {b"alive": 0, b"present": 1, b"over": 2}
        found = [(register, 0, writes) for register, writes in entity.local.items()]
        found += [(register, 1, writes) for register, writes in entity.server.items()]
        found.sort(key=lambda one: (one[0][0], places.get(one[0][1], 9) if one[0][0] == 0 else 0, one[0][1:], one[1]))
        for (rank, name, target), side, writes in found:
            if rank == 0:
                start = f'{{"{name.decode()}":'
            elif rank == 1:
                start = f'{{"field":{quoted(name)},'
            else:
                start = f'{{"rel":{quoted(name)},"to":{quoted(target)},'
            winner = max(writes, key=Write.server_key if side else Write.key)
            line = start + (winner.value if rank == 0 else winner.said()) + told(winner, side)
            if not side:
                heads = sorted(self.heads(writes), key=Write.key, reverse=True)
                if heads != [winner]:
                    line += ',"heads":[' + ",".join("{" + one.said() + told(one, 0) + "}" for one in heads) + "]"
            yield line + "}"
        for _, acked in sorted(entity.acks.items()):
            yield f'{{"acks":"{acked}"}}'


def quoted(name):
    """As RFC 8785 writes strings."""
    return json.dumps(name.decode(), ensure_ascii=False)


def told(write, side):
    event, result = write.event, ""
    if side:
        result += f',"server":"{event["server"]}"'
    result += f',"stamp":"{event["stamp"]}"'
    if event.counts_at:
        result += f',"at":"{event["at"]}"'
    if "v" in event:
        result += f',"v":{event["v"]}'
    return result + f',"leaf":"{event.leaf.hex()}"'


if __name__ == "__main__":
    sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
    records = Ledger(sys.argv[-1]).text()
    if "--text" in sys.argv:
        sys.stdout.buffer.write(records.encode())
    else:
        print(hashlib.sha256(records.encode()).hexdigest())
