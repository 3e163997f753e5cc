import Daybook

extension ProofReport {
  /// What the proof proves; hidden values masked by `disclosure`.
  func record(_ disclosure: Disclosure, _ zone: TimeZoneRule) -> OutputRecord {
    let events = lines.map { line -> OutputRow in
      var row = line.event.map { EventRow.members(disclosure.event($0), commit: nil) } ?? OutputRow()
      row.append("_replica", .string(line.replica.description))
      row.append("_line", .count(line.index))
      row.append("_leaf", .string(line.leaf.description))
      return row
    }
    let heads = heads.map { head -> OutputRow in
      var row = OutputRow([
        ("replica", .string(head.replica.description)), ("size", .count(head.size)),
        ("root", .string(head.root.description)),
        ("goesOnFrom", .array(head.earlierSizes.map { .count($0) })),
      ])
      if let isAnchored = head.isAnchored { row.append("anchored", .bool(isAnchored)) }
      return row
    }
    let row = OutputRow([("proved", .bool(isProved)), ("ledger", .string(ledger))])
    return OutputRecord(
      row,
      sections: [
        ("failures", failures.map { OutputRow([("what", .string($0))]) }), ("heads", heads),
        ("events", events),
      ],
      prose: [
        "failures": failures, "heads": self.heads.map(Self.sentence),
        "events": lines.map { Self.sentence($0, disclosure, zone) },
      ])
  }

  private static func sentence(_ head: Head) -> String {
    var text =
      "Replica \(head.replica) signed the tree of its first \(head.size) lines, with root \(head.root)"
    for size in head.earlierSizes { text += "; its first \(size) lines are those of the earlier head" }
    switch head.isAnchored {
    case nil: break
    case true?: text += "; it equals or extends a kept head"
    case false?: text += "; nothing ties it to the kept heads"
    }
    return text
  }

  private static func sentence(_ line: Line, _ disclosure: Disclosure, _ zone: TimeZoneRule) -> String {
    let place = "line \(line.index) of replica \(line.replica)"
    guard let event = line.event else {
      return "The leaf \(line.leaf) is \(place); the line itself is not in the proof"
    }
    let shown = EventRow.line(
      disclosure.event(event), on: "replica \(line.replica)", disclosure.schemas, zone)
    return "\(shown): \(place)"
  }
}
