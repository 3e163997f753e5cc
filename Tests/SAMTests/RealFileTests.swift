import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookCalendars
@testable import DaybookCommands
@testable import DaybookContacts
@testable import SAM

/// Files that nobody here wrote: whatever is in them, a second run finds nothing to write.
@Suite(.realData("vcf", "ics", "COUNTS.json")) struct RealFileTests {
  private static func contacts(_ paths: [String], _ state: MemoryState) throws -> SyncPlan {
    var sync = ContactSync()
    for path in paths {
      let source = SyncSource(.contacts, name: path)
      var reader = VCardReader(try RealData.bytes(path))
      while let entry = try reader.next() {
        switch entry {
        case .card(let card): sync.add(ContactCard(card), file: path, source: source, in: state)
        case .skipped(let line, let reason): sync.skip(file: path, line: line, reason: reason, source: source)
        }
      }
    }
    return sync.finish(in: state)
  }

  private static func calendars(_ paths: [String], _ state: MemoryState) throws -> SyncPlan {
    var sync = CalendarSync()
    for path in paths {
      let file = CalendarReader.read(try RealData.bytes(path), localZone: FixedZone(), window: window)
      for entry in file.entries {
        let source = SyncSource(.calendar, name: entry.calendarName ?? path)
        sync.add(CalendarItem(entry), file: path, source: source)
      }
      for skipped in file.skipped {
        sync.skip(
          file: path, line: skipped.line, reason: skipped.reason, source: SyncSource(.calendar, name: path))
      }
    }
    return try sync.finish(in: state)
  }

  /// Most of the files are of these years.
  private static let window = TimeWindow(
    Instant("2005-01-01T00:00:00.000Z")!, through: Instant("2026-12-31T23:59:59.999Z")!, zone: FixedZone())

  @Test func eachFileTwice() throws {
    for (folder, key, run) in [
      ("vcf", "cards", Self.contacts), ("ics", "VEVENT", Self.calendars),
    ] {
      for (path, counted) in try RealData.counts(under: folder, key: key) {
        // Its first line has an end of its own kind, which whoever counted did not see.
        let count = path.hasSuffix("John_Doe_IPHONE.vcf") ? 1 : counted
        var state = MemoryState()
        let first = try run([path], state)
        #expect(first.summary.read + first.summary.skipped == count, "\(path)")
        #expect(first.summary.addsUp(isCalendar: folder == "ics"), "\(path) \(first.summary)")
        state.apply(first)
        let second = try run([path], state)
        #expect(second.mutations == [], "\(path)")
        #expect(second.summary.read == first.summary.read)
        let occurrences = folder == "ics" ? second.summary.occurrences : second.summary.read
        #expect(second.summary.unchanged == occurrences, "\(path)")
      }
    }
  }

  /// Many files of one command, with entries in common.
  @Test func allFilesTogetherTwice() throws {
    for (folder, key, run) in [
      ("vcf", "cards", Self.contacts), ("ics", "VEVENT", Self.calendars),
    ] {
      let paths = try RealData.counts(under: folder, key: key).map(\.path)
      var state = MemoryState()
      let first = try run(paths, state)
      state.apply(first)
      #expect(first.summary.addsUp(isCalendar: folder == "ics"), "\(first.summary)")
      #expect(try run(paths, state).mutations == [])
    }
  }
}
