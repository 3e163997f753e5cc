import DaybookModel

// The records drop what was overwritten by somebody who had seen it. To find out what once stood against what, the log
// is folded again, for the few entities that several machines wrote, and all of it is kept.

extension Records {
  /// Records that know the same branches and hold nothing: every write to the entities of which several branches
  /// wrote a register will be kept, and nothing of any other entity. Memory is 56 bytes for each of those writes.
  package static func history(of records: borrowing Records) -> Records {
    var history = Records(branches: records.branches, of: records, isHistory: true)
    for place in 0..<records.contestedEntities.count {
      let index = Int(records.contestedEntities[place])
      let name = records.kindNames.text(records.entities[index].kind)
      guard let base = name.baseAddress else { continue }
      let kind = history.intern(kind: base, name.count)
      let id = records.idText(index)
      guard let text = id.baseAddress else { continue }
      _ = history.entity(kind, text, id.count, history.key.hash(text, id.count, with: kind))
    }
    return history
  }

  func isOfHistory(
    _ kind: UInt32, _ id: JSONString, _ base: UnsafePointer<UInt8>, _ lineCount: Int
  ) -> Bool {
    if !id.isEscaped {
      let text = base + id.range.start
      return find(kind, text, id.range.count, key.hash(text, id.range.count, with: kind)) != nil
    }
    let text = id.unescaped(UnsafeBufferPointer(start: base, count: lineCount).span)
    return withBase(of: text) { find(kind, $0, text.count, key.hash($0, text.count, with: kind)) != nil }
  }
}
