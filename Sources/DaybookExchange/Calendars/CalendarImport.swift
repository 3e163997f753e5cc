public import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CalendarContents {
  /// Reads iCalendar (RFC 5545).
  public static let reader: Reader = { bytes, zone, window in
    let file = CalendarReader.read(bytes, localZone: zone.offsets, localName: zone.name, window: window)
    return CalendarContents(
      items: file.entries.map { CalendarItem($0) },
      skipped: file.skipped.map { ($0.line, $0.reason) },
      remarks: file.remarks.map { ($0.line, $0.reason) },
      calendarNames: file.calendarNames, isWhole: file.isWhole, hasLocalTimes: file.hasLocalTimes)
  }
}

extension Ledger {
  /// Imports iCalendar files. Only differences are written, so that a second import of the same file writes nothing;
  /// what somebody deleted or corrected here stays.
  ///
  /// - Parameters:
  ///   - paths: of the files.
  ///   - target: the kind of entities that the entries become, such as `CalendarMeetings` of Planner.
  ///   - source: the calendar's name; by default the name that the file gives it, else the file's.
  ///   - window: only entries that start in it are imported, and what the calendar no longer has in it is removed; nil:
  ///     everything is imported, recurring events within a year of now, and only cancelled entries are removed.
  ///   - zone: the time zone of times that have none; nil: that of the previous import, else this machine's.
  ///   - options: how the events are written: author, reason, or as a dry run, which writes nothing.
  /// - Returns: what was read, skipped and written; `plan.skipped` names each entry that could not be read.
  /// - Throws: ``LedgerError``: `unreadable` for a file that cannot be read.
  public func importCalendars<Target: CalendarTarget>(
    from paths: [String], into target: Target.Type, source: String? = nil, window: TimeWindow? = nil,
    zone: CalendarContents.Zone? = nil, options: AppendOptions = AppendOptions()
  ) async throws -> SyncReceipt {
    let files = try paths.map { path throws(LedgerError) in
      do { return (path, [UInt8](try Data(contentsOf: URL(filePath: path)))) } catch {
        throw LedgerError(.unreadable, "cannot be read", file: path, advice: "check the path and permissions")
      }
    }
    let used = zone ?? .local
    let expanded = window ?? .year(around: SystemClock.now(), zone: used.offsets)
    return try await sync(options) { state, _ in
      var plan = CalendarReconciliation<Target>(window: window, expanded: expanded)
      for (path, contents) in files {
        try plan.add(
          contents: contents, file: path, name: source, zone: used, isZoneGiven: zone != nil,
          window: expanded,
          in: state, reader: CalendarContents.reader)
      }
      return try plan.finish(in: state)
    }
  }
}
