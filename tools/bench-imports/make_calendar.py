#!/usr/bin/env python3
"""Writes a calendar (iCalendar) of meetings of a year, some in series, with people, alarms and a zone. The same seed gives
the same bytes.

    make_calendar.py OUT.ics [--bytes 10000000] [--seed 1]
"""

import argparse
import datetime
import random

WORDS = (
    "policy renewal meeting tomorrow please find attached the signed form thank you for your call about our house "
    "premium coverage beneficiary children school garden invoice Thursday office regards question answer claim"
).split()
ZONE = """BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
"""


def event(rng, number):
    start = datetime.datetime(2026, 1, 1, 8) + datetime.timedelta(
        days=rng.randrange(365), minutes=15 * rng.randrange(40))
    end = start + datetime.timedelta(minutes=15 * rng.randint(1, 8))
    words = " ".join(rng.choice(WORDS) for _ in range(rng.randint(2, 5)))
    lines = [
        "BEGIN:VEVENT", f"UID:{number:08d}@calendar.example", "DTSTAMP:20260101T000000Z",
        f"DTSTART;TZID=Europe/Berlin:{start:%Y%m%dT%H%M%S}", f"DTEND;TZID=Europe/Berlin:{end:%Y%m%dT%H%M%S}",
        f"SUMMARY:{words.capitalize()}",
    ]
    if rng.random() < 0.02:
        lines.append(f"RRULE:FREQ=WEEKLY;COUNT={rng.randint(2, 10)}")
    for _ in range(rng.randint(0, 3)):
        person = rng.randrange(2000)
        lines.append(f"ATTENDEE;CN=Person {person}:mailto:person{person}@x.example")
    if rng.random() < 0.3:
        lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Soon", "TRIGGER:-PT15M", "END:VALARM"]
    return "\n".join(lines + ["END:VEVENT", ""])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--bytes", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    size = number = 0
    with open(options.out, "w", encoding="utf-8", newline="\r\n") as out:
        out.write("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//Calendar//EN\n" + ZONE)
        while size < options.bytes:
            text = event(rng, number)
            out.write(text)
            size += len(text)
            number += 1
        out.write("END:VCALENDAR\n")
    print(f"{number} events")


main()
