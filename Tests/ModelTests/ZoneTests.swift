import DaybookModel
import Testing

struct ZoneTests {
  /// Moments in seconds since 1970 by Python's zoneinfo, which reads the same database with other code.
  private static let expected: [(zone: String, local: String, seconds: Int64)] = [
    ("America/New_York", "1950-07-01T12:00:00.000Z", -615456000),
    ("America/New_York", "2007-03-20T12:00:00.000Z", 1174406400),
    ("America/New_York", "2026-07-01T12:00:00.000Z", 1782921600),
    ("America/New_York", "2026-11-01T01:30:00.000Z", 1793511000),
    ("America/New_York", "2060-01-15T12:00:00.000Z", 2841411600),
    ("America/New_York", "2026-03-29T02:30:00.000Z", 1774765800),
    ("America/New_York", "2026-10-25T02:30:00.000Z", 1792909800),
    ("Europe/Berlin", "1970-01-15T12:00:00.000Z", 1249200),
    ("Europe/Berlin", "2014-04-09T09:30:00.000Z", 1397028600),
    ("Europe/Berlin", "2026-03-08T02:30:00.000Z", 1772933400),
    ("Europe/Berlin", "2040-07-01T12:00:00.000Z", 2224749600),
    ("Europe/Berlin", "2026-03-29T02:30:00.000Z", 1774747800),
    ("Europe/Berlin", "1890-01-01T00:00:00.000Z", -2524524808),
    ("Europe/London", "1950-07-01T12:00:00.000Z", -615474000),
    ("Europe/London", "2007-03-20T12:00:00.000Z", 1174392000),
    ("Europe/London", "2026-07-01T12:00:00.000Z", 1782903600),
    ("Europe/London", "2026-11-01T01:30:00.000Z", 1793496600),
    ("Europe/London", "2060-01-15T12:00:00.000Z", 2841393600),
    ("Europe/London", "2026-03-29T02:30:00.000Z", 1774747800),
    ("Europe/London", "2026-10-25T02:30:00.000Z", 1792895400),
    ("Pacific/Fiji", "1970-01-15T12:00:00.000Z", 1209600),
    ("Pacific/Fiji", "2014-04-09T09:30:00.000Z", 1396992600),
    ("Pacific/Fiji", "2026-03-08T02:30:00.000Z", 1772893800),
    ("Pacific/Fiji", "2040-07-01T12:00:00.000Z", 2224713600),
    ("Pacific/Fiji", "2026-03-29T02:30:00.000Z", 1774708200),
    ("Pacific/Fiji", "1890-01-01T00:00:00.000Z", -2524564544),
    ("Asia/Kolkata", "1950-07-01T12:00:00.000Z", -615490200),
    ("Asia/Kolkata", "2007-03-20T12:00:00.000Z", 1174372200),
    ("Asia/Kolkata", "2026-07-01T12:00:00.000Z", 1782887400),
    ("Asia/Kolkata", "2026-11-01T01:30:00.000Z", 1793476800),
    ("Asia/Kolkata", "2060-01-15T12:00:00.000Z", 2841373800),
    ("Asia/Kolkata", "2026-03-29T02:30:00.000Z", 1774731600),
    ("Asia/Kolkata", "2026-10-25T02:30:00.000Z", 1792875600),
    ("America/Sao_Paulo", "1970-01-15T12:00:00.000Z", 1263600),
    ("America/Sao_Paulo", "2014-04-09T09:30:00.000Z", 1397046600),
    ("America/Sao_Paulo", "2026-03-08T02:30:00.000Z", 1772947800),
    ("America/Sao_Paulo", "2040-07-01T12:00:00.000Z", 2224767600),
    ("America/Sao_Paulo", "2026-03-29T02:30:00.000Z", 1774762200),
    ("America/Sao_Paulo", "1890-01-01T00:00:00.000Z", -2524510412),
    ("Australia/Lord_Howe", "1950-07-01T12:00:00.000Z", -615506400),
    ("Australia/Lord_Howe", "2007-03-20T12:00:00.000Z", 1174352400),
    ("Australia/Lord_Howe", "2026-07-01T12:00:00.000Z", 1782869400),
    ("Australia/Lord_Howe", "2026-11-01T01:30:00.000Z", 1793457000),
    ("Australia/Lord_Howe", "2060-01-15T12:00:00.000Z", 2841354000),
    ("Australia/Lord_Howe", "2026-03-29T02:30:00.000Z", 1774711800),
    ("Australia/Lord_Howe", "2026-10-25T02:30:00.000Z", 1792855800),
    ("Africa/Casablanca", "1970-01-15T12:00:00.000Z", 1252800),
    ("Africa/Casablanca", "2014-04-09T09:30:00.000Z", 1397032200),
    ("Africa/Casablanca", "2026-03-08T02:30:00.000Z", 1772937000),
    ("Africa/Casablanca", "2040-07-01T12:00:00.000Z", 2224753200),
    ("Africa/Casablanca", "2026-03-29T02:30:00.000Z", 1774747800),
    ("Africa/Casablanca", "1890-01-01T00:00:00.000Z", -2524519780),
    ("Europe/Dublin", "1950-07-01T12:00:00.000Z", -615474000),
    ("Europe/Dublin", "2007-03-20T12:00:00.000Z", 1174392000),
    ("Europe/Dublin", "2026-07-01T12:00:00.000Z", 1782903600),
    ("Europe/Dublin", "2026-11-01T01:30:00.000Z", 1793496600),
    ("Europe/Dublin", "2060-01-15T12:00:00.000Z", 2841393600),
    ("Europe/Dublin", "2026-03-29T02:30:00.000Z", 1774747800),
    ("Europe/Dublin", "2026-10-25T02:30:00.000Z", 1792895400),
    ("Pacific/Auckland", "1970-01-15T12:00:00.000Z", 1209600),
    ("Pacific/Auckland", "2014-04-09T09:30:00.000Z", 1396992600),
    ("Pacific/Auckland", "2026-03-08T02:30:00.000Z", 1772890200),
    ("Pacific/Auckland", "2040-07-01T12:00:00.000Z", 2224713600),
    ("Pacific/Auckland", "2026-03-29T02:30:00.000Z", 1774704600),
    ("Pacific/Auckland", "1890-01-01T00:00:00.000Z", -2524563000),
    ("America/St_Johns", "1950-07-01T12:00:00.000Z", -615461400),
    ("America/St_Johns", "2007-03-20T12:00:00.000Z", 1174401000),
    ("America/St_Johns", "2026-07-01T12:00:00.000Z", 1782916200),
    ("America/St_Johns", "2026-11-01T01:30:00.000Z", 1793505600),
    ("America/St_Johns", "2060-01-15T12:00:00.000Z", 2841406200),
    ("America/St_Johns", "2026-03-29T02:30:00.000Z", 1774760400),
    ("America/St_Johns", "2026-10-25T02:30:00.000Z", 1792904400),
  ]

  @Test func localTimes() throws {
    for (name, local, seconds) in Self.expected {
      let zone = try #require(ZoneDirectory.zone(named: name), "this machine has no tz database")
      let civil = try #require(Instant(local)).milliseconds / 1000
      #expect(zone.seconds(ofLocal: civil) == seconds, "\(name) \(local)")
    }
  }

  @Test(
    arguments: [
      ("UTC0", 0, 0), ("<+0530>-5:30", 1_782_907_200, 19_800),
      ("EST5EDT,M3.2.0,M11.1.0", 1_782_907_200, -14_400), ("EST5EDT", 1_767_268_800, -18_000),
      ("IST-2IDT,M3.4.4/26,M10.5.0", 1_782_907_200, 10_800),
      ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", 1_782_907_200, -7200),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_767_268_800, 39_600), ("ABC3DEF,J1/0,J365/23", 1_782_907_200, -7200),
      ("ABC3DEF2,59,300/25", 1_767_268_800, -10_800),
    ] as [(String, Int64, Int64)])
  func posixRules(text: String, at: Int64, offset: Int64) throws {
    #expect(try #require(ZoneFooter(text)).offset(at: at) == offset)
  }

  @Test(arguments: [
    "", "E5", "EST", "EST5EDT,", "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M3.2.0", "EST200", "<a5",
  ])
  func badRules(text: String) { #expect(ZoneFooter(text) == nil) }

  @Test(arguments: [
    "../etc/passwd", "/etc/localtime", "Europe//Berlin", "", "Europe/Ber lin", "Europe", "zone.tab",
  ])
  func namesThatAreNoZones(name: String) { #expect(ZoneDirectory.zone(named: name) == nil) }

  @Test func damagedFiles() {
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    #expect(ZoneRules(file: header) == nil)
    #expect(ZoneRules(file: header + [UInt8](repeating: 0xff, count: 24)) == nil)
    #expect(ZoneRules(file: header + [UInt8](repeating: 0, count: 24)) == nil)
    #expect(ZoneRules(file: []) == nil)
  }
}
