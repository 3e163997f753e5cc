import Daybook

extension RunOptions {
  /// What an undo came to, or would: what was written, and what was left as it is.
  func show(_ undo: UndoReceipt, in ledger: Ledger) throws {
    let disclosure = reveal.disclosure(ledger)
    let left = undo.left.map { $0.shown(disclosure) }
    messages.show(undo.written.notices)
    messages.show(left.map { Notice("left", "left as it is: \($0)") })
    if dryRun {
      let rows = undo.written.events.map { EventRow.members(disclosure.event($0), commit: nil) }
      return try output.show(columns: EventRow.columns, rows)
    }
    var row = OutputRow([
      // Of what is left as it is, nothing was undone.
      ("undone", .count(undo.written.commit == nil ? 0 : undo.undone.count)),
      ("events", .count(undo.written.events.count)),
      ("_stamp", undo.written.lastStamp.map { .string($0.description) } ?? .null),
    ])
    if undo.written.commit == nil { row.append("unchanged", true) }
    try output.show(OutputRecord(row, sections: left.isEmpty ? [] : [("left", left.map(\.row))]))
  }
}

extension LeftWrite {
  /// Without the target of a hidden relation.
  fileprivate func shown(_ disclosure: Disclosure) -> LeftWrite {
    guard let relation, let target = disclosure.text(to, of: relation, kind: kind), target != to else {
      return self
    }
    var shown = self
    shown.what = "\(relation) → \(target)"
    return shown
  }

  /// The relation and the target that `what` names.
  private var relation: String? { parts?.first }
  private var to: String? { parts?.last }
  private var parts: [String]? {
    guard let what, let arrow = what.firstRange(of: " → ") else { return nil }
    return [String(what[..<arrow.lowerBound]), String(what[arrow.upperBound...])]
  }

  fileprivate var row: OutputRow {
    var row = OutputRow([("_kind", .string(kind)), ("_id", .string(id))])
    row.append("what", what.map { .string($0) } ?? .null)
    row.append("reason", .string(reason))
    return row
  }
}
