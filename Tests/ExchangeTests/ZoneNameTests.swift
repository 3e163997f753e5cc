// What programs call their zones, and what they mean by it.

import DaybookModel
import Testing

@testable import DaybookCalendars

private let newYork: any ZoneOffsets = ZoneFooter("EST5EDT,M3.2.0,M11.1.0")!

private func start(_ zone: String, _ local: String, _ rest: String = "") -> (utc: String?, remarks: [String])
{
  let file = CalendarReader.read(
    (rest + "BEGIN:VEVENT\nUID:1\nDTSTART;TZID=\(zone):\(local)\nEND:VEVENT\n").bytes, localZone: FixedZone())
  return (file.entries.first.map { short($0.start) }, file.remarks.map(\.reason))
}

struct ZoneNameTests {
  @Test(arguments: [
    // Exchange and Outlook, as they show their zones.
    ("\"(UTC-05:00) Eastern Time (US & Canada)\"", "2026-07-01T13:00"),
    ("(UTC-05:00) Eastern Time (US & Canada)", "2026-07-01T13:00"),
    ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "2026-07-01T07:00"),
    ("\"(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\"", "2026-07-01T07:00"),
    ("\"(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien\"", "2026-07-01T07:00"),
    ("\"(UTC+01:00) Bruxelles, Copenhague, Madrid, Paris\"", "2026-07-01T07:00"),
    ("\"(UTC) Dublin, Edinburgh, Lisbon, London\"", "2026-07-01T08:00"),
    ("\"(UTC+00:00) Dublin, Edinburgh, Lisbon, London\"", "2026-07-01T08:00"),
    ("\"(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London\"", "2026-07-01T08:00"),
    ("\"(GMT-08:00) Pacific Time (US & Canada); Tijuana\"", "2026-07-01T16:00"),
    ("\"(UTC) Coordinated Universal Time\"", "2026-07-01T09:00"),
    ("\"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi\"", "2026-07-01T03:30"),
    ("\"(UTC+10:00) Canberra, Melbourne, Sydney\"", "2026-06-30T23:00"),
    ("\"Pacific Time (US & Canada)\"", "2026-07-01T16:00"), ("Berlin", "2026-07-01T07:00"),
    // Windows' own, and what Notes makes of them.
    ("Eastern Daylight Time", "2026-07-01T13:00"), ("Eastern", "2026-07-01T13:00"),
    ("W. Europe", "2026-07-01T07:00"), ("tzone://Microsoft/Utc", "2026-07-01T09:00"),
    // Names of the tz database behind a vendor's prefix, or written otherwise.
    ("/freeassociation.sourceforge.net/Europe/Berlin", "2026-07-01T07:00"),
    ("/softwarestudio.org/Tzfile/America/New_York", "2026-07-01T13:00"),
    ("/citadel.org/20210210_1/America/Indiana/Knox", "2026-07-01T14:00"),
    ("/example.org/UTC", "2026-07-01T09:00"), ("America/New York", "2026-07-01T13:00"),
    ("europe/berlin", "2026-07-01T07:00"),
  ])
  func namesOfOtherProgramsAreKnown(name: String, utc: String) {
    let (found, remarks) = start(name, "20260701T090000")
    #expect(found == utc)
    #expect(remarks == [])
  }

  @Test(arguments: [
    ("\"(UTC-03:30) Somewhere\"", "2026-07-01T12:30", "only the offset of the zone"),
    ("\"(UTC-02:00) Mid-Atlantic - Old\"", "2026-07-01T11:00", "only the offset of the zone"),
    // Places that contradict each other, or the offset.
    ("\"(UTC+01:00) Paris, Berlin\"", "2026-07-01T08:00", "only the offset of the zone"),
    ("\"(UTC+09:00) Berlin\"", "2026-07-01T00:00", "only the offset of the zone"),
    ("\"GMT +0100 (Standard) / GMT +0200 (Daylight)\"", "2026-07-01T08:00", "only the offset of the zone"),
    ("Customized Time Zone", "2026-07-01T09:00", "is not known; its times were read as local"),
    ("PST", "2026-07-01T09:00", "is not known; its times were read as local"),
  ])
  func aZoneThatIsGuessedIsNamed(name: String, utc: String, remark: String) {
    let (found, remarks) = start(name, "20260701T090000")
    #expect(found == utc)
    #expect(remarks.count == 1)
    #expect(remarks.first?.contains(remark) == true)
  }

  /// Each text that Windows shows leads to a zone.
  @Test func everyTextIsKnown() {
    for (text, name) in WindowsZoneTexts.texts {
      #expect(WindowsZones.names[name] != nil, "\(text)")
      #expect(WindowsZoneTexts.name(of: text) == name)
    }
    #expect(
      Set(WindowsZoneTexts.texts.values)
        == Set(WindowsZones.names.keys).subtracting(["Kamchatka Standard Time"]))
    for (text, name) in WindowsZoneTexts.formerTexts { #expect(WindowsZones.names[name] != nil, "\(text)") }
  }

  /// A calendar's own zone holds for the times that name none, and where a name is not known.
  @Test func theCalendarsOwnZone() {
    func read(_ own: String, _ property: String) -> CalendarFile {
      CalendarReader.read(
        """
        BEGIN:VCALENDAR
        X-WR-TIMEZONE:\(own)
        BEGIN:VEVENT
        UID:1
        \(property):20260701T090000
        DURATION:PT1H
        RRULE:FREQ=DAILY;COUNT=2
        END:VEVENT
        END:VCALENDAR

        """.bytes, localZone: newYork, window: window("2026-01-01", "2026-12-31"))
    }
    for own in ["Europe/Berlin", "W. Europe Standard Time"] {
      let file = read(own, "DTSTART")
      #expect(file.entries.first.map { short($0.start) } == "2026-07-01T07:00")
      #expect(file.entries.first?.starts == ["2026-07-01T07:00", "2026-07-02T07:00"])
      #expect(file.remarks.isEmpty)
    }
    let odd = read("Europe/Berlin", "DTSTART;TZID=Atlantis")
    #expect(odd.entries.first.map { short($0.start) } == "2026-07-01T07:00")
    #expect(
      odd.remarks.map(\.reason) == [
        "the zone 'Atlantis' is not known; its times were read in the zone of their calendar"
      ])
    let unknown = read("Atlantis", "DTSTART")
    #expect(unknown.entries.first.map { short($0.start) } == "2026-07-01T13:00")
    #expect(
      unknown.remarks.map(\.reason) == ["the zone 'Atlantis' is not known; its times were read as local"])
  }

  /// A definition that cannot be followed counts less than a name that says it all.
  @Test func rulesThatCannotBeFollowed() {
    func zone(_ name: String, _ place: String = "") -> String {
      """
      BEGIN:VTIMEZONE
      TZID:\(name)
      \(place)BEGIN:DAYLIGHT
      DTSTART:20200329T020000
      RRULE:FREQ=DAILY;BYHOUR=2,3
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      END:VTIMEZONE

      """
    }
    #expect(start("W. Europe", "20260101T090000", zone("W. Europe")).utc == "2026-01-01T08:00")
    let placed = start("Ours", "20260101T090000", zone("Ours", "X-LIC-LOCATION:Europe/Berlin\n"))
    #expect(placed.utc == "2026-01-01T08:00" && placed.remarks == [])
    #expect(
      start("Ours", "20260101T090000", zone("Ours")).remarks == [
        "not all rules of the zone 'Ours' can be followed; its times may be off"
      ])
  }
}
