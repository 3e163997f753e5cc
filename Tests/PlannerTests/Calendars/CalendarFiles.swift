import Daybook
import Foundation

@testable import DaybookCalendars
@testable import DaybookCommands
@testable import Planner

/// Calendars as a test writes them, synced as the command does.
enum CalendarFiles {
  static let allYears = TimeWindow(
    Instant("2005-01-01T00:00:00.000Z")!, through: Instant("2026-12-31T23:59:59.999Z")!, zone: FixedZone())

  static func text(_ events: String..., name: String? = "Work") -> [UInt8] {
    var lines = ["BEGIN:VCALENDAR"]
    if let name { lines.append("X-WR-CALNAME:" + name) }
    for event in events {
      lines.append("BEGIN:VEVENT")
      lines += event.split(separator: "\n").map(String.init)
      lines.append("END:VEVENT")
    }
    lines += ["END:VCALENDAR", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  @discardableResult
  static func sync(
    _ files: [(path: String, bytes: [UInt8])], window: TimeWindow? = nil, expanding: TimeWindow = allYears,
    source: String? = nil, into ledger: Ledger
  ) async throws -> SyncReceipt {
    try await ledger.sync { state, _ in
      var sync = MeetingSync(window: window, expanded: window ?? expanding)
      for (path, bytes) in files {
        let file = CalendarReader.read(bytes, localZone: FixedZone(), window: window ?? expanding)
        func named(_ calendar: String?) -> SyncSource {
          SyncSource(.calendar, name: source ?? calendar ?? path)
        }
        for entry in file.entries {
          sync.add(CalendarItem(entry), file: path, source: named(entry.calendarName))
        }
        for skipped in file.skipped {
          sync.skip(file: path, line: skipped.line, reason: skipped.reason, source: named(nil))
        }
      }
      return try sync.finish(in: state)
    }
  }
}
