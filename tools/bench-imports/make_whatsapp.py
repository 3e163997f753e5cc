#!/usr/bin/env python3
"""Writes a chat of four people as a telephone with WhatsApp exports it: the same one for the same seed.

    make_whatsapp.py OUT.txt [--bytes 1000000000] [--seed 1]
"""

import argparse
import datetime
import random

WORDS = (
    "garden meeting tomorrow please bring the signed form thank you for your call about our house "
    "children school invoice Thursday question answer tomatoes grüße später 🎉"
).split()
PEOPLE = ["Ann Lee", "Bob Hall", "Eva Novák", "Jürgen Weiß"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--bytes", type=int, default=1_000_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    time = datetime.datetime(2015, 1, 1, 8)
    size = count = 0
    with open(options.out, "w", encoding="utf-8", newline="\n") as out:
        while size < options.bytes:
            # Years of chat, whatever the size: the telephone tells minutes only.
            time += datetime.timedelta(seconds=rng.randint(5, 90))
            words = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 60)))
            line = f"{time:%d/%m/%Y, %H:%M} - {rng.choice(PEOPLE)}: {words}\n"
            out.write(line)
            size += len(line.encode())
            count += 1
    print(f"{options.out}: {count} messages")


if __name__ == "__main__":
    main()
