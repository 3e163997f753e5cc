import DaybookModel
import Testing

@testable import DaybookMail

struct FromLineTests {
  @Test(arguments: [
    ("From ann@example.org Thu Jan  1 10:00:00 2026", "2026-01-01T10:00:00.000Z"),
    ("From ann@example.org Thu Jan  1 10:00 2026", "2026-01-01T10:00:00.000Z"),
    ("From - Thu Jan 01 10:00:00 2026", "2026-01-01T10:00:00.000Z"),
    ("From 1852@xxx Thu Jan 01 10:00:00 +0130 2026", "2026-01-01T08:30:00.000Z"),
    ("From ann@example.org Thu Jan 01 10:00:00 2026 -0800", "2026-01-01T18:00:00.000Z"),
    ("From \"ann lee\"@example.org  Thu Jan 31 23:59:60 EST 2026\r", "2026-01-31T23:59:59.000Z"),
    ("From ann@example.org 1 Feb 2026 01:02:03", "2026-02-01T01:02:03.000Z"),
  ])
  func aFromLineHasADate(_ test: (line: String, date: String)) {
    #expect(FromLine.shape(test.line.bytes[...]) == .dated)
    #expect(FromLine.date(test.line.bytes[...])?.description == test.date)
  }

  @Test(arguments: [
    "From ann", "From ", "From ann@example.org\r", "From the beginning of Jan 2026 on", "From 10:30 on",
    "From ann Thu Jan 99 10:00:00 2026", "From ann Thu Feb 30 10:00:00 2026",
    "From ann Thu Jan 1 25:00:00 2026", "From \u{0}\u{1}", "From ann Thu Jan 1 10:00:00 99999999999999999999",
  ])
  func aLineWithoutADateIsNoFromLine(_ line: String) { #expect(FromLine.date(line.bytes[...]) == nil) }
}
