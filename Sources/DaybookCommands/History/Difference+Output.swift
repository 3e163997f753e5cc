import Daybook

extension Difference {
  static let columns = [
    "what", "_kind", "_id", "register", "field", "to", "before", "after", "wasErased", "erased", "stamp",
    "by",
    "why", "replica", "replicaName", "commit", "cause",
  ]

  /// A row for each kind, with how many of its entities were created, changed or removed.
  static func counts(_ all: [Difference]) -> [OutputRow] {
    Dictionary(grouping: all, by: \.kind).sorted { $0.key < $1.key }.flatMap { kind, found in
      What.allCases.compactMap { what in
        let count = found.count { $0.what == what }
        return count == 0
          ? nil
          : OutputRow([("_kind", .string(kind)), ("what", .string(what.rawValue)), ("count", .count(count))])
      }
    }
  }

  /// For programs: a row for each change, with its last writer; a row without a register if only a change of an owner
  /// caused it.
  func rows(_ machines: Machines, _ disclosure: Disclosure) -> [OutputRow] {
    var start = OutputRow([
      ("what", .string(what.rawValue)), ("_kind", .string(kind)), ("_id", .string(id)),
    ])
    if changes.isEmpty {
      if let cause { start.append(cause, of: kind, disclosure) }
      return [start]
    }
    return changes.map { change in
      var row = start
      row.append(change.register, of: kind, disclosure)
      row.append("before", change.register.value(change.before, of: kind, disclosure))
      row.append("after", change.register.value(change.after, of: kind, disclosure))
      if change.wasErased { row.append("wasErased", true) }
      if change.isErased { row.append(erasedBy: change.erasers) }
      if let writer = change.writers.first { row.append(writer: writer, on: machines[writer.replica]) }
      if let cause { row.append(cause, of: kind, disclosure) }
      return row
    }
  }

  /// For people.
  func page(_ machines: Machines, _ disclosure: Disclosure, _ zone: TimeZoneRule) -> OutputPage {
    var page = OutputPage(title: "\(what.rawValue)  \(kind) \(id)")
    if let cause { page.title += ": " + cause.sentence(of: kind, disclosure, zone) }
    page.add(
      "", ["field", "change", "by", "time", "machine", "why"],
      changes.filter { !isSaid($0) }.map { change in
        let mutation = change.writers.first?.event.mutation
        return [
          .string(change.register.place(of: kind, disclosure)), .string(text(change, disclosure, zone)),
          mutation?.by.map { .string($0) } ?? .null,
          change.writers.first.map { .string(zone.text($0.event.stamp.instant)) } ?? .null,
          change.writers.first.map { .string(machines.text($0.replica)) } ?? .null,
          mutation?.why.map { .string("(\($0))") } ?? .null,
        ]
      })
    return page
  }

  /// For a created entity, only the written fields are shown.
  private func isSaid(_ change: Change) -> Bool {
    what == .created && change.register == .alive && changes.count > 1
  }

  private func text(_ change: Change, _ disclosure: Disclosure, _ zone: TimeZoneRule) -> String {
    let after =
      change.isErased
      ? change.erasers.erasedText(zone) : change.register.text(change.after, of: kind, disclosure, zone)
    if what == .created || change.wasErased && change.isErased { return after }
    if case .relation = change.register { return after }
    if change.wasErased { return "(erased) → " + after }
    return change.register.text(change.before, of: kind, disclosure, zone) + " → " + after
  }
}
