#!/usr/bin/env python3
"""Writes an export of Apple Health of a given size: the same one for the same seed.

    make_apple_health.py OUT.xml [--bytes 1000000000] [--seed 1]

It has what a real one has: by type and then by time, a telephone and a watch, five years, and a document type
that is not well formed.
"""

import argparse
import datetime
import random

PROLOG = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
<!ELEMENT Record ((MetadataEntry)*)>
]>
<HealthData locale="en_GB">
 <ExportDate value="2026-01-01 08:00:00 +0000"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-03-01" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" HKCharacteristicTypeIdentifierBloodType="HKBloodTypeAPositive" HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"/>
"""

# Type, unit, least and greatest value, and of a hundred samples how many are its.
TYPES = [
    ("HKQuantityTypeIdentifierHeartRate", "count/min", 48, 170, 46),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal", 0, 3, 22),
    ("HKQuantityTypeIdentifierBasalEnergyBurned", "kcal", 1, 20, 9),
    ("HKQuantityTypeIdentifierStepCount", "count", 1, 300, 8),
    ("HKQuantityTypeIdentifierDistanceWalkingRunning", "km", 0, 1, 8),
    ("HKQuantityTypeIdentifierRespiratoryRate", "count/min", 10, 22, 3),
    ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "ms", 20, 120, 1),
    ("HKQuantityTypeIdentifierEnvironmentalAudioExposure", "dBASPL", 40, 90, 2),
    ("HKQuantityTypeIdentifierFlightsClimbed", "count", 1, 5, 1),
]
SINGLES = [
    ("HKQuantityTypeIdentifierBodyMass", "kg", 58, 64),
    ("HKQuantityTypeIdentifierRestingHeartRate", "count/min", 50, 65),
]
WATCH = (
    'sourceName="Watch" sourceVersion="10.1" device="&lt;&lt;HKDevice: 0x28150&gt;, name:Apple Watch, '
    'manufacturer:Apple Inc., model:Watch, hardware:Watch6,1, software:10.1&gt;"'
)
PHONE = 'sourceName="Ann’s iPhone" sourceVersion="17.1"'
DAYS = 5 * 365


def record(kind, unit, value, source, time):
    stamp = time.strftime("%Y-%m-%d %H:%M:%S +0000")
    return (
        f' <Record type="{kind}" {source} unit="{unit}" creationDate="{stamp}" startDate="{stamp}" '
        f'endDate="{stamp}" value="{value:.6g}"/>\n'
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--bytes", type=int, default=1_000_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    start = datetime.datetime(2021, 1, 1)
    with open(arguments.out, "w", encoding="utf-8") as out:
        written = out.write(PROLOG)
        for kind, unit, least, greatest in SINGLES:
            for day in range(DAYS):
                time = start + datetime.timedelta(days=day, hours=7)
                written += out.write(record(kind, unit, rng.uniform(least, greatest), PHONE, time))
        rest = arguments.bytes - written
        for kind, unit, least, greatest, share in TYPES:
            for source in (PHONE, WATCH) if "Step" in kind or "Distance" in kind else (WATCH,):
                wanted = rest * share // 100 // (2 if "Step" in kind or "Distance" in kind else 1)
                count = max(DAYS, wanted // len(record(kind, unit, 1.23456, source, start)))
                step = datetime.timedelta(days=DAYS) / count
                for index in range(count):
                    out.write(record(kind, unit, rng.uniform(least, greatest), source, start + step * index))
        out.write("</HealthData>\n")


main()
