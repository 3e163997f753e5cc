import DaybookLog
import DaybookModel

/// Counts the events of a log in one pass, from the headers of their lines: values are read only of lines that delete,
/// dismiss or record a read.
struct ChangeTally {
  private let options: AuditReportOptions
  /// Whether an entity is within the report; nil: all are.
  private let includes: ((_ kind: String, _ id: String) -> Bool)?
  private var zone: AuditZone

  private var kinds = NameTally()
  private var authors = NameTally()
  private var operations = NameTally()
  /// Events that name no author.
  private var unnamed = 0
  private var commits = 0
  private var first: Stamp?
  private var last: Stamp?
  /// By day, then by the number of the kind.
  private var days: [Int64: [Int]] = [:]
  /// The day that is being counted, out of the table.
  private var open: (day: Int64, counts: [Int])?
  /// Events that delete, dismiss or record a read.
  private(set) var removals: [LogEntry] = []
  private(set) var reads: [LogEntry] = []
  /// Events about entities that were asked for.
  private(set) var kept: [LogEntry] = []
  /// Which those are.
  private let keeps: Set<EntityName>
  /// Writes that count later than they were stamped, by replica.
  private(set) var corrected: [ReplicaID: Int] = [:]

  init(
    _ options: AuditReportOptions, zone: AuditZone, keeping keeps: Set<EntityName> = [],
    includes: ((_ kind: String, _ id: String) -> Bool)? = nil
  ) {
    (self.options, self.zone, self.keeps, self.includes) = (options, zone, keeps, includes)
  }

  /// Counts one commit's events.
  mutating func count(_ content: FrameContent, commit index: Int, of replica: ReplicaID, file: String) {
    let entry = content.commits[index]
    var isCounted = false
    for event in entry.events {
      let line = content.events[event].line
      guard options.holds(line.stamp.instant) else { continue }
      let range = content.leaves[content.events[event].leaf].range
      let bytes = content.bytes.span.extracting(range.start..<range.end)
      let isRead = line.kind.equals("daybook.access", bytes)
      func made() -> LogEntry {
        LogEntry(content, event: event, entry.commit.number, replica, file: file)
      }
      if isRead { reads.append(made()) }
      if !keeps.isEmpty, keeps.contains(.init(kind: line.kind.text(bytes), id: line.id.text(bytes))) {
        kept.append(made())
      }
      if let includes, !includes(line.kind.text(bytes), line.id.text(bytes)) { continue }
      isCounted = true
      count(line, bytes, replica)
      if line.op == .delete || line.op == .dismiss { removals.append(made()) }
    }
    if isCounted { commits += 1 }
  }

  private mutating func count(_ line: EventLine, _ bytes: Span<UInt8>, _ replica: ReplicaID) {
    let kind = kinds.count(line.kind, in: bytes)
    _ = operations.count(line.opName, in: bytes)
    if let by = line.by { _ = authors.count(by, in: bytes) } else { unnamed += 1 }
    if line.at != nil { corrected[replica, default: 0] += 1 }
    first = min(first ?? line.stamp, line.stamp)
    last = max(last ?? line.stamp, line.stamp)
    let day = zone.day(of: line.stamp.milliseconds)
    if open?.day != day {
      close()
      open = (day, days.removeValue(forKey: day) ?? [])
    }
    if let count = open?.counts.count, count <= kind {
      open?.counts += Array(repeating: 0, count: kind + 1 - count)
    }
    open?.counts[kind] += 1
  }

  private mutating func close() {
    if let open { days[open.day] = open.counts }
    open = nil
  }

  /// What was counted.
  mutating func changes() -> AuditReport.Changes {
    close()
    var changes = AuditReport.Changes()
    changes.events = kinds.counts.reduce(0, +)
    changes.commits = commits
    changes.first = first.map { zone.time($0.instant) }
    changes.last = last.map { zone.time($0.instant) }
    changes.byKind = .init(
      kinds.descending.map { AuditReport.KindChanges(kind: $0.name, events: $0.count) },
      max: options.rowsMax)
    var byAuthor = authors.descending.map { AuditReport.AuthorChanges(author: $0.name, events: $0.count) }
    if unnamed > 0 {
      let place = byAuthor.firstIndex { $0.events < unnamed } ?? byAuthor.endIndex
      byAuthor.insert(AuditReport.AuthorChanges(author: nil, events: unnamed), at: place)
    }
    changes.byAuthor = .init(byAuthor, max: options.rowsMax)
    for (name, count) in operations.descending { changes.byOperation[name] = count }
    changes.byDay = days.keys.sorted().compactMap { day in
      days[day].map { counts in
        var kinds: [String: Int] = [:]
        for (number, count) in counts.enumerated() where count > 0 { kinds[self.kinds.names[number]] = count }
        return AuditReport.DayChanges(
          day: "\(CivilDay(daysSince1970: day))", events: counts.reduce(0, +), kinds: kinds)
      }
    }
    return changes
  }
}

extension NameTally {
  /// The most counted first; of those counted equally often, by name.
  var descending: [(name: String, count: Int)] {
    zip(names, counts).map { (name: $0, count: $1) }.sorted { left, right in
      left.count != right.count
        ? left.count > right.count : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
  }
}
