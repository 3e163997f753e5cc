import DaybookModel

extension ChangeTally {
  /// The reads that the log records, by reader and kind. With `members`, only those that name one of them.
  func accesses(
    _ zone: AuditZone, of members: Set<EntityName>?, max rowsMax: Int
  ) -> AuditReport.Accesses {
    struct Key: Hashable {
      var by: String?
      var kind: String?
    }
    var accesses = AuditReport.Accesses()
    var readers: [Key: (reads: Int, revealed: Int)] = [:]
    let reads = reads.filter { read in
      guard let members else { return true }
      let set = read.event.mutation.set
      guard let kind = set?["kind"]?.string, let id = set?["entity"]?.string else { return false }
      return members.contains(.init(kind: kind, id: id))
    }
    for read in reads {
      let mutation = read.event.mutation
      let isRevealed = mutation.set?["revealed"]?.bool == true
      let key = Key(by: mutation.by, kind: mutation.set?["kind"]?.string)
      readers[key, default: (0, 0)].reads += 1
      if isRevealed { readers[key, default: (0, 0)].revealed += 1 }
      accesses.revealed += isRevealed ? 1 : 0
    }
    accesses.total = reads.count
    let stamps = reads.map(\.event.stamp)
    accesses.first = stamps.min().map { zone.time($0.instant) }
    accesses.last = stamps.max().map { zone.time($0.instant) }
    let rows = readers.map { key, counts in
      AuditReport.Accesses.Reader(
        by: key.by, kind: key.kind, reads: counts.reads, revealed: counts.revealed)
    }
    accesses.readers = .init(rows.sorted(by: Self.precedes), max: rowsMax)
    return accesses
  }

  private static func precedes(
    _ left: AuditReport.Accesses.Reader, _ right: AuditReport.Accesses.Reader
  ) -> Bool {
    if left.reads != right.reads { return left.reads > right.reads }
    return (left.by ?? "", left.kind ?? "") < (right.by ?? "", right.kind ?? "")
  }
}
