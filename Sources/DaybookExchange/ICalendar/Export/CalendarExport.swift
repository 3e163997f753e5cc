package import Daybook
import DaybookModel
import Planner

/// Entries of calendars, gathered: each calendar's own together, in the order of time.
package struct CalendarExport {
  private let ledger: Ledger
  private let cut: Cut
  private var entries: [(entry: CalendarEntry, stamp: Instant)] = []
  private var met: Set<String> = []

  package init(_ ledger: Ledger, at cut: Cut = .now) { (self.ledger, self.cut) = (ledger, cut) }

  package var count: Int { entries.count }

  /// What queries find, read in one go; an entry that is there already is left out, so the first system speaks for it.
  package mutating func add(_ queries: [Query]) async throws {
    let (rows, people) = try await ledger.withView(at: cut) { view in
      let invites = queries.contains { $0.kind == MeetingRecord.kind }
      return (
        try queries.flatMap { try view.fetch($0).rows },
        invites ? try view.fetch(Query(Person.kind)).rows : []
      )
    }
    let names = Self.names(of: people)
    for row in rows {
      guard let entry = CalendarEntry(row, names: names),
        met.insert("\(entry.uid ?? row.id)#\(entry.recurrenceID?.order.description ?? "")").inserted
      else { continue }
      entries.append((entry, Instant(milliseconds: row.stamp?.milliseconds ?? 0)))
    }
  }

  /// Whom meetings invite, by address.
  private static func names(of people: [Row]) -> [String: String] {
    var names: [String: String] = [:]
    for row in people {
      if let email = row["email"]?.string, let name = row["name"]?.string, !name.isEmpty {
        names[email] = name
      }
    }
    return names
  }

  package var bytes: [UInt8] {
    var writer = CalendarWriter()
    var bytes: [UInt8] = []
    let calendars = Dictionary(grouping: entries) { $0.entry.calendarName ?? "" }
    for (name, entries) in calendars.sorted(by: { $0.key < $1.key }) {
      bytes += writer.begin(calendar: name.isEmpty ? nil : name)
      for (entry, stamp) in entries.sorted(by: { $0.entry.order < $1.entry.order }) {
        bytes += writer.write(entry, stamp: stamp)
      }
    }
    // A calendar without an entry is one all the same.
    if calendars.isEmpty { bytes += writer.begin(calendar: nil) }
    return bytes + writer.end()
  }
}

extension CalendarEntry {
  fileprivate var order: (Int64, String) { (start.order, uid ?? "") }
}

extension CalendarEntry.Moment {
  /// Milliseconds since 1970, of a day its beginning in UTC.
  fileprivate var order: Int64 {
    switch self {
    case .instant(let instant): instant.milliseconds
    case .day(let day): day.daysSince1970 * 86_400_000
    }
  }
}
