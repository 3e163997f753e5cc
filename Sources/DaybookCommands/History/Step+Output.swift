import Daybook

extension Step {
  static let columns = [
    "stamp", "op", "_kind", "_id", "register", "field", "to", "before", "after", "outcome", "lostTo",
    "written",
    "unseen", "writers", "erased", "cause", "by", "why", "replica", "replicaName", "commit",
  ]

  /// For programs: a row for each change.
  func rows(_ machines: Machines, _ disclosure: Disclosure) -> [OutputRow] {
    changes.map { row($0, machines, disclosure) } + erased.map { erased($0, machines) }
  }

  private func erased(_ field: String, _ machines: Machines) -> OutputRow {
    var row = OutputRow([
      ("stamp", .string(entry.event.stamp.description)), ("op", .string(entry.event.mutation.op.rawValue)),
      ("_kind", .string(kind)), ("_id", .string(id)), ("register", "field"), ("field", .string(field)),
      ("outcome", "erased"),
    ])
    row.append(erasedBy: erasers.first { $0.field == field }?.events ?? [])
    row.append("by", ifPresent: entry.event.mutation.by)
    row.append("replica", .string(entry.replica.description))
    row.append("replicaName", ifPresent: machines[entry.replica])
    row.append("commit", .count(entry.commit))
    return row
  }

  private func row(_ change: Change, _ machines: Machines, _ disclosure: Disclosure) -> OutputRow {
    let mutation = entry.event.mutation
    var row = OutputRow([
      ("stamp", .string(entry.event.stamp.description)), ("op", .string(mutation.op.rawValue)),
      ("_kind", .string(kind)), ("_id", .string(id)),
    ])
    row.append(change.register, of: kind, disclosure)
    row.append("before", change.register.value(change.before, of: kind, disclosure))
    row.append("after", change.register.value(change.after, of: kind, disclosure))
    switch change.outcome {
    case .won: row.append("outcome", "won")
    case .followed: row.append("outcome", "followed")
    case .lost(let stamp):
      row.append("outcome", "lost")
      row.append("lostTo", .string(stamp.description))
      row.append("written", change.register.value(change.written, of: kind, disclosure))
    }
    if let unseen = change.unseen { row.append("unseen", .string(unseen.description)) }
    if !change.writers.isEmpty {
      row.append("writers", .array(change.writers.map { .string($0.description) }))
    }
    if let cause = change.cause { row.append(cause, of: kind, disclosure) }
    row.append("by", ifPresent: mutation.by)
    row.append("why", ifPresent: mutation.why)
    row.append("replica", .string(entry.replica.description))
    row.append("replicaName", ifPresent: machines[entry.replica])
    row.append("commit", .count(entry.commit))
    return row
  }
}

/// The events of a history as people read them, a block each: when, who and on which machine, then what changed.
struct StepPages {
  let machines: Machines
  let disclosure: Disclosure
  let zone: TimeZoneRule
  let style: TextStyle
  /// The writers of the events so far.
  private var writers: [Stamp: String] = [:]
  private var last: Stamp?
  private var lastErasure: String?

  init(_ machines: Machines, _ disclosure: Disclosure, _ zone: TimeZoneRule, _ style: TextStyle) {
    (self.machines, self.disclosure, self.zone, self.style) = (machines, disclosure, zone, style)
  }

  /// - Parameter root: the entity whose history it is; entities that belong to it are named.
  mutating func text(_ step: Step, of root: EntityName) -> String {
    let event = step.entry.event
    let mutation = event.mutation
    if let erasure = event.erasure {
      // An erasure has an entry for each event whose values it erases: one is enough.
      if erasure == lastErasure { return "" }
      lastErasure = erasure
    }
    var text = ""
    if last != event.stamp {
      text += last == nil ? "" : "\n"
      let machine = machines.text(step.entry.replica)
      let parts = [
        zone.text(event.stamp.instant), mutation.by, "on \(machine)", mutation.op.rawValue,
        mutation.why.map { "(\($0))" },
      ]
      let title = parts.compactMap { $0 }.map(VisibleText.escape).joined(separator: "  ")
      text += style.heading(title) + "\n"
      last = event.stamp
    }
    writers[event.stamp] = (mutation.by.map { "\($0) on " } ?? "") + machines.text(step.entry.replica)
    let isOther = step.kind != root.kind || step.id != root.id
    let lines = lines(step)
    guard !lines.isEmpty || !isOther else { return text }
    if isOther { text += "  " + VisibleText.escape("\(step.kind) \(step.id)") + "\n" }
    let indent = isOther ? "    " : "  "
    for line in lines { text += indent + VisibleText.escape(line) + "\n" }
    return text
  }

  private func lines(_ step: Step) -> [String] {
    let changes = step.changes
    let life = changes.first { $0.register == .alive && !$0.isSame }
    var lines: [String] = []
    if let life { lines.append(sentence(life, step)) }
    for change in changes {
      switch change.register {
      case .alive where change.isSame && change.outcome == .won, .alive where life != nil: continue
      case .visibility:
        guard let line = visibility(change, life, step.kind) else { continue }
        lines.append(line)
      case _ where change.isSame && change.outcome == .followed: continue
      default: lines.append(line(change, step.kind))
      }
    }
    lines += step.erased.map { "\($0): erased" }
    return lines
  }

  private func sentence(_ life: Step.Change, _ step: Step) -> String {
    if life.after == false { return "deleted" + note(life) }
    if life.before == nil { return "made" + note(life) }
    return (step.entry.event.mutation.op == .restore ? "restored" : "made anew") + note(life)
  }

  /// Nil where it follows from what the event did to the entity itself.
  private func visibility(_ change: Step.Change, _ life: Step.Change?, _ kind: String) -> String? {
    if let cause = change.cause { return cause.sentence(of: kind, disclosure, zone) }
    if life != nil { return nil }
    return change.after == true ? "shows again" : "hidden"
  }

  private func line(_ change: Step.Change, _ kind: String) -> String {
    let register = change.register
    let place = register.place(of: kind, disclosure)
    let after = register.text(change.after, of: kind, disclosure, zone)
    if case .lost(let stamp) = change.outcome {
      let written = register.text(change.written, of: kind, disclosure, zone)
      return "\(place): \(written) is lost to what \(writer(stamp)); \(after) stays\(note(change))"
    }
    let before = register.text(change.before, of: kind, disclosure, zone)
    if case .relation = register {
      return "\(place): \(change.isSame ? "\(after) again" : after)\(note(change))"
    }
    if change.isSame {
      return "\(place): \(after), written again\(note(change))"
    }
    return "\(place): \(before) → \(after)\(note(change))"
  }

  private func note(_ change: Step.Change) -> String {
    guard let unseen = change.unseen else {
      return change.writers.count > 1 ? "  (merged from \(change.writers.count) writes)" : ""
    }
    if case .lost = change.outcome { return "  (neither had seen the other)" }
    return "  (without having seen what \(writer(unseen)))"
  }

  private func writer(_ stamp: Stamp) -> String {
    "\(writers[stamp] ?? machines.text(stamp.replica)) wrote at \(zone.text(stamp.instant))"
  }
}
