public import Daybook
import DaybookModel
import Planner
import SAM

/// Gathers the entries of calendars: each calendar's own together, in the order of time. An imported entry is exported
/// as it came, with the changes made here.
public struct CalendarExport {
  private let ledger: Ledger
  private let cut: Cut
  private var items: [Item] = []
  private var met: Set<String> = []
  /// Occurrences that were deleted here, by the UID of their series.
  private var deleted: [String: [CalendarEntry.Moment]] = [:]
  /// Whether all entities of the kinds were requested.
  private var isWhole = true
  private var missing = 0

  private struct Item {
    var entry: CalendarEntry
    var stamp: Instant
    var kept: String?
  }

  /// An export of no entries yet, read from the ledger at a cut.
  public init(_ ledger: Ledger, at cut: Cut = .now) { (self.ledger, self.cut) = (ledger, cut) }

  /// How many entries it contains.
  public var count: Int { items.count }
  /// Whether an event is exported as it came; that text is hidden otherwise.
  public var holdsSource: Bool { items.contains { $0.kept != nil } }

  /// What the caller should show, such as values that a calendar cannot express.
  public var notices: [Notice] {
    missing == 0
      ? []
      : [
        Notice(
          "missing",
          "\(missing) long entries are not here yet and are written without their full content; they come with the "
            + "ledger's blobs")
      ]
  }

  /// What queries find, read in one go; an entry that was already added is left out, so the first system's counts.
  public mutating func add(_ queries: [Query]) async throws {
    let (rows, gone, people) = try await ledger.withView(at: cut) { view in
      let invites = queries.contains { $0.kind == MeetingRecord.kind }
      let gone = try queries.flatMap { query in
        var all = Query(query.kind)
        all.includesDeleted = true
        all.fields = [MeetingRecord.kind == query.kind ? "eventIdentifier" : "sourceUID"]
        return try view.fetch(all).rows
      }
      return (
        try queries.flatMap { try view.fetch($0).rows }, gone,
        invites ? try view.fetch(Query(Person.kind)).rows : []
      )
    }
    isWhole = isWhole && queries.allSatisfy { $0.condition == nil && $0.limit == nil && $0.offset == 0 }
    let names = Self.names(of: people)
    for row in rows {
      guard let entry = CalendarEntry(row, names: names),
        met.insert(Self.key(entry.uid ?? row.id, entry.recurrenceID)).inserted
      else { continue }
      items.append(
        Item(
          entry: entry, stamp: Instant(milliseconds: row.stamp?.milliseconds ?? 0), kept: try await kept(row))
      )
    }
    for row in gone where row.isGone {
      let identifier = row["eventIdentifier"]?.string ?? row["sourceUID"]?.string.map(Self.identifier) ?? ""
      guard let occurrence = CalendarEntry.occurrence(of: identifier),
        met.insert(Self.key(occurrence.uid, occurrence.moment)).inserted
      else { continue }
      deleted[occurrence.uid, default: []].append(occurrence.moment)
    }
  }

  private static func key(_ uid: String, _ occurrence: CalendarEntry.Moment?) -> String {
    "\(uid)#\(occurrence?.milliseconds.description ?? "")"
  }

  private static func identifier(_ sourceUID: String) -> String {
    sourceUID.hasPrefix("eventkit:") ? String(sourceUID.dropFirst("eventkit:".count)) : sourceUID
  }

  /// The names of people whom meetings invite, by address.
  private static func names(of people: [Row]) -> [String: String] {
    var names: [String: String] = [:]
    for row in people {
      if let email = row["email"]?.string, let name = row["name"]?.string, !name.isEmpty {
        names[email] = name
      }
    }
    return names
  }

  /// The component that the entry came with.
  private mutating func kept(_ row: Row) async throws -> String? {
    if let text = row["sourceComponent"]?.string { return text }
    guard let value = row["sourceComponentData"], value != .null else { return nil }
    let bytes = try await ledger.blobs.bytes(referredToBy: value)
    if bytes == nil { missing += 1 }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The iCalendar file.
  public var bytes: [UInt8] {
    var writer = CalendarWriter()
    var bytes: [UInt8] = []
    for calendar in calendars {
      bytes += writer.begin(
        calendar: calendar.name.isEmpty ? nil : calendar.name, zone: calendar.floatingZone)
      for zone in calendar.definitions { bytes += writer.write(zone) }
      for component in calendar.components {
        switch component {
        case .kept(let lines): bytes += writer.write(lines)
        case .made(let entry, let stamp): bytes += writer.write(entry, stamp: stamp)
        }
      }
    }
    // An empty calendar is still written as a calendar.
    if items.isEmpty { bytes += writer.begin(calendar: nil) }
    return bytes + writer.end()
  }

  private var calendars: [ExportedCalendar] {
    var calendars = ExportedCalendars()
    var known: [String: ComponentRevision] = [:]
    var series: Set<String> = []
    for item in items.sorted(by: { $0.entry.order < $1.entry.order }) {
      let name = item.entry.calendarName ?? ""
      guard let kept = item.kept, let found = known[kept] ?? ComponentRevision(kept) else {
        calendars.add(.made(item.entry, item.stamp), to: name)
        continue
      }
      known[kept] = found
      var revision = found
      revision.name(item.entry.uid)
      var own = revision
      let isChanged = own.revise(item.entry, stamp: item.stamp)
      if revision.isSeries, isWhole {
        // The series includes its occurrences.
        if series.insert(kept).inserted {
          var whole = revision
          whole.except((deleted[item.entry.uid ?? ""] ?? []).sorted { $0.milliseconds < $1.milliseconds })
          calendars.add(.kept(whole.text), of: revision, to: name)
        }
        if isChanged {
          own = revision
          own.single(item.entry)
          _ = own.revise(item.entry, stamp: item.stamp)
          calendars.add(.kept(own.text), of: revision, to: name)
        }
      } else {
        if revision.isSeries {
          own = revision
          own.single(item.entry)
          _ = own.revise(item.entry, stamp: item.stamp)
        }
        calendars.add(.kept(own.text), of: revision, to: name)
      }
    }
    return calendars.all
  }
}

extension CalendarEntry {
  fileprivate var order: (Int64, String) { (start.milliseconds, uid ?? "") }
}
