import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookCalendars

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Definitions of zones as the makers of calendars write them, read by Python's dateutil too: never an hour off.
@Suite(.python("dateutil"))
struct ZoneOracleTests {
  @Test(.seeded) func definitionsOfEveryMaker() async throws {
    var random = SeededRandom(seed: TestSeed.current &+ 41)
    let folder = try TemporaryFolder()
    var own: [String] = []
    var locals: [[String]] = []
    var definitions: [String] = []
    for _ in 0..<60 {
      let definition = Self.definition(using: &random)
      let times = (0..<40).map { _ in Self.local(using: &random) }
      definitions.append(definition)
      locals.append(times)
      let events = times.map { "BEGIN:VEVENT\nDTSTART;TZID=Zone:\($0)\nEND:VEVENT\n" }.joined()
      let file = CalendarReader.read((definition + events).bytes, localZone: FixedZone())
      #expect(file.remarks.isEmpty, "\(definition)")
      own.append(file.entries.map { short($0.start) }.joined(separator: " "))
    }
    try write(definitions.joined(separator: "\u{1}"), "zones", folder)
    try write(locals.map { $0.joined(separator: " ") }.joined(separator: "\u{1}"), "locals", folder)
    try await folder.run(Python.path, "-c", Self.script)
    let other = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/found")), as: UTF8.self
    ).split(separator: "\n").map(String.init)
    try #require(own.count == other.count)
    for (index, pair) in zip(own, other).enumerated() {
      for (local, (mine, theirs)) in zip(
        locals[index], zip(pair.0.split(separator: " "), pair.1.split(separator: " ")))
      where theirs != "-" {
        #expect(mine == theirs, "\(local) in \(definitions[index])")
      }
    }
  }

  private func write(_ text: String, _ name: String, _ folder: TemporaryFolder) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
  }

  /// `-` for times that come twice or never.
  private static let script = """
    import datetime, io
    from dateutil import tz
    zones = open('zones').read().split('\\x01')
    locals = open('locals').read().split('\\x01')
    with open('found', 'w') as found:
        for definition, times in zip(zones, locals):
            zone = tz.tzical(io.StringIO(definition)).get('Zone')
            words = []
            for time in times.split():
                moment = datetime.datetime.strptime(time, '%Y%m%dT%H%M%S').replace(tzinfo=zone)
                near = [moment + datetime.timedelta(hours=h) for h in (-4, 0, 4)]
                if len({m.utcoffset() for m in near}) > 1:
                    words.append('-')
                else:
                    utc = moment.replace(tzinfo=None) - moment.utcoffset()
                    words.append(utc.strftime('%Y-%m-%dT%H:%M'))
            found.write(' '.join(words) + '\\n')
    """

  private static func local(using random: inout SeededRandom) -> String {
    let day = CivilDay(daysSince1970: Int64.random(in: 13_900...25_000, using: &random))
    let hour = Int.random(in: 0...23, using: &random)
    return day.description.filter { $0 != "-" } + "T" + (hour < 10 ? "0" : "") + "\(hour)3000"
  }

  /// Of Notes, Exchange, Outlook, Apple, Google and those that begin in the year 1: the same rules in other words.
  private static func definition(using random: inout SeededRandom) -> String {
    let base = Int.random(in: -10...12, using: &random)
    let half = [0, 30].randomElement(using: &random)!
    let (spring, autumn) = [
      ("-1SU;BYMONTH=3", "-1SU;BYMONTH=10"), ("2SU;BYMONTH=3", "1SU;BYMONTH=11"),
      ("1SU;BYMONTH=10", "1SU;BYMONTH=4"), ("-1FR;BYMONTH=4", "-1TH;BYMONTH=10"),
    ].randomElement(using: &random)!
    let begin = ["19500101", "16010101", "00010101", "19700101", "20070101"].randomElement(using: &random)!
    let style = Int.random(in: 0..<4, using: &random)
    func part(_ name: String, _ day: String, from: Int, to: Int, hour: Int) -> String {
      let pair = day.split(separator: ";")
      let clock = (hour < 10 ? "0" : "") + "\(hour)0000"
      let (rule, start) =
        switch style {
        // Notes.
        case 0: ("FREQ=YEARLY;BYMINUTE=0;BYHOUR=\(hour);BYDAY=\(pair[0]);\(pair[1])", begin + "T" + clock)
        case 1: ("FREQ=YEARLY;INTERVAL=1;\(pair[1]);BYDAY=\(pair[0])", begin + "T" + clock)
        // The time of day stands in the rule alone.
        case 2:
          ("FREQ=YEARLY;BYDAY=\(pair[0]);\(pair[1]);BYHOUR=\(hour);BYMINUTE=0;BYSECOND=0", begin + "T000000")
        default: ("FREQ=YEARLY;\(pair[1]);BYDAY=\(pair[0]);WKST=MO", begin + "T" + clock)
        }
      return """
        BEGIN:\(name)
        DTSTART:\(start)
        TZOFFSETFROM:\(offset(from, half))
        TZOFFSETTO:\(offset(to, half))
        RRULE:\(rule)
        END:\(name)

        """
    }
    let parts = [
      part("STANDARD", autumn, from: base + 1, to: base, hour: 3),
      part("DAYLIGHT", spring, from: base, to: base + 1, hour: 2),
    ].shuffled(using: &random)
    return "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Zone\n" + parts.joined() + "END:VTIMEZONE\nEND:VCALENDAR\n"
  }

  private static func offset(_ hours: Int, _ minutes: Int) -> String {
    let total = hours * 60 + minutes
    let (size, sign) = (abs(total), total < 0 ? "-" : "+")
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return sign + two(size / 60) + two(size % 60)
  }
}
