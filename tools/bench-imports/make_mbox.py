#!/usr/bin/env python3
"""Writes a mailbox (mbox, mboxrd): half plain messages, half multiparts with HTML and base64 attachments, in several
charsets. The same seed gives the same bytes.

    make_mbox.py OUT.mbox [--bytes 1000000000] [--seed 1]
"""

import argparse
import base64
import random

WORDS = (
    "policy renewal meeting tomorrow please find attached the signed form thank you for your call about our house "
    "premium coverage beneficiary children school garden invoice Thursday office regards question answer claim"
).split()
FOREIGN = {
    "utf-8": "Grüße aus Köln, señor Núñez – 田中さん 🎉",
    "iso-8859-1": "Grüße aus Köln, señor Núñez",
    "windows-1251": "Привет, завтра встреча",
    "iso-2022-jp": "田中さん、明日会いましょう",
}
NAMES = ["Ann Lee", "Bob Hall", "Jürgen Weiß", "Eva Novák", "Sam Okafor", "田中 花子", "Lea Roth", "Max Young"]


def word_encoded(text):
    if text.isascii():
        return text
    return "=?utf-8?B?" + base64.b64encode(text.encode()).decode() + "?="


def sentences(rng, lines):
    out = []
    for _ in range(lines):
        words = [rng.choice(WORDS) for _ in range(rng.randint(6, 11))]
        out.append(" ".join(words).capitalize() + ".")
        if rng.random() < 0.05:
            out.append("From " + " ".join(words[:5]))
        if rng.random() < 0.15:
            out.append("")
    return "\n".join(out)


def person(rng):
    number = rng.randrange(5000)
    name = NAMES[number % len(NAMES)]
    return f'{word_encoded(name)} <p{number}@example.org>'


def text_part(rng, kind, lines):
    charset = rng.choice(list(FOREIGN))
    text = sentences(rng, lines) + "\n" + FOREIGN[charset] + "\n"
    if kind == "html":
        text = "<html><body>" + "".join(f"<p>{line}</p>\n" for line in text.split("\n")) + "</body></html>\n"
    encoded = base64.encodebytes(text.encode(charset))
    return (
        f"Content-Type: text/{kind}; charset={charset}\nContent-Transfer-Encoding: base64\n\n".encode() + encoded
        if rng.random() < 0.5
        else f"Content-Type: text/{kind}; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n".encode()
        + text.encode(charset)
    )


def message(rng, number):
    day, hour, minute = rng.randint(1, 28), rng.randrange(24), rng.randrange(60)
    date = f"{day} Mar 2026 {hour:02}:{minute:02}:00 +0100"
    subject = word_encoded(" ".join(rng.choice(WORDS) for _ in range(4)) + rng.choice(["", " – für Sie"]))
    header = (
        f"Return-Path: <p@example.org>\nReceived: from a.example.org by b.example.org with ESMTPS; {date}\n"
        f"Message-ID: <{number}.{rng.getrandbits(64):x}@example.org>\nDate: {date}\nFrom: {person(rng)}\n"
        f"To: {', '.join(person(rng) for _ in range(rng.randint(1, 4)))}\nSubject: {subject}\nMIME-Version: 1.0\n"
    ).encode()
    if number % 2 == 0:
        return header + text_part(rng, "plain", rng.randint(5, 120))
    mark = f"b{number}"
    parts = [
        f"Content-Type: multipart/alternative; boundary=a{mark}\n\n--a{mark}\n".encode()
        + text_part(rng, "plain", rng.randint(5, 60))
        + f"\n--a{mark}\n".encode()
        + text_part(rng, "html", rng.randint(5, 60))
        + f"\n--a{mark}--\n".encode()
    ]
    for index in range(rng.randint(1, 3)):
        content = base64.encodebytes(rng.randbytes(int(rng.paretovariate(1.2) * 20_000) % 8_000_000))
        parts.append(
            f'Content-Type: application/pdf; name="report {index}.pdf"\nContent-Disposition: attachment\n'
            f"Content-Transfer-Encoding: base64\n\n".encode() + content
        )
    body = b"".join(f"--{mark}\n".encode() + part + b"\n" for part in parts) + f"--{mark}--\n".encode()
    return header + f"Content-Type: multipart/mixed; boundary={mark}\n\n".encode() + body


def quoted(content):
    """As mboxrd has it."""
    lines = content.split(b"\n")
    return b"\n".join(b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--bytes", type=int, default=1_000_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    size = count = 0
    with open(options.out, "wb") as file:
        while size < options.bytes:
            content = quoted(message(rng, count))
            size += file.write(b"From p@example.org Sun Mar  1 10:00:00 2026\n" + content.rstrip(b"\n") + b"\n\n")
            count += 1
    print(f"{options.out}: {count} messages")


if __name__ == "__main__":
    main()
