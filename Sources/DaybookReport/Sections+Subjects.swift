import Daybook

extension Sections {
  /// The data about each entity that the report covers.
  var subjects: [Section] {
    report.subjects.enumerated().flatMap { index, subject -> [Section] in
      let name = report.subjects.count > 1 ? ": \(subject.entity.kind) \(subject.entity.id)" : ""
      guard subject.parts.total > 0 else {
        return [
          Section(
            id: "held-\(index)", title: "What is held now\(name)",
            body: "<p>The ledger has no event of \(.entity(subject.entity)).</p>\n")
        ]
      }
      return [
        Section(id: "held-\(index)", title: "What is held now\(name)", body: held(subject)),
        Section(id: "history-\(index)", title: "What was done, and by whom\(name)", body: history(subject)),
      ]
    }
  }

  private func held(_ subject: AuditReport.Subject) -> Fragment {
    var body: Fragment = """
      <p>\(.entity(subject.entity)), what belongs to it, and what refers to any of these. Deleted \
      entities are included: the log keeps them.</p>

      """
    for part in subject.parts.items.prefix(Table.rowsMax) { body += self.part(part) }
    let rest = subject.parts.total - min(subject.parts.items.count, Table.rowsMax)
    if rest > 0 {
      body +=
        "<p class=\"more\">\(plain: Decimal.count(rest, "more entity", "more entities")) not shown here; the export has all.</p>\n"
    }
    return body
  }

  private func part(_ part: AuditReport.Part) -> Fragment {
    let gone: Fragment = part.isGone ? " <strong class=\"gone\">not there any more</strong>" : .empty
    var table = Table(
      "\(plain: Self.role(part.role)), last written \(.time(part.lastWrite))",
      [.init("Field"), .init("Value"), .init("Written")])
    for field in part.fields {
      let author: Fragment = field.by.map { "\($0) " } ?? .empty
      table.add([
        "\(field.name)", .value(field.value, lengthMax: Self.valueLengthMax),
        field.time == nil && field.by == nil
          ? .none : "<span class=\"source\">\(author)\(.time(field.time))</span>",
      ])
    }
    for field in part.erased { table.add(["\(field)", "<span class=\"none\">erased</span>", .none]) }
    let body =
      part.fields.isEmpty && part.erased.isEmpty
      ? "<p class=\"more\">None of its fields has a value.</p>\n" : table.fragment
    return """
      <div class="part \(plain: part.role)"><h3>\(.entity(part.entity))\(gone)</h3>
      <div class="values">\(body)</div></div>

      """
  }

  private static let valueLengthMax = 4000

  private static func role(_ role: String) -> String {
    switch role {
    case "subject": "Asked about"
    case "belongs": "Belongs to it"
    case "refers": "Refers to it"
    default: role
    }
  }

  private func history(_ subject: AuditReport.Subject) -> Fragment {
    guard subject.history.total > 0 else { return "<p>It has no event in the period.</p>\n" }
    var table = Table(
      "Every event of the period about it and what belongs to it, earliest first, with the written values",
      [.init("When"), .init("What"), .init("Change"), .init("By"), .init("Why")],
      total: subject.history.total)
    for step in subject.history.items {
      let machine: Fragment =
        step.replica == nil
        ? .empty : " <span class=\"source\">on \(.machine(step.replica, step.replicaName))</span>"
      let changes = step.changes.prefix(Self.changesMax).map { change -> Fragment in
        "<li>\(self.change(change))</li>"
      }
      let more = step.changes.count - changes.count
      let rest: Fragment = more > 0 ? "<li class=\"none\">and \(more) more</li>" : .empty
      let erased = step.erased.prefix(Self.changesMax).map { field -> Fragment in
        "<li>\(field): <span class=\"none\">erased</span></li>"
      }
      let operation = Fragment.operation(step.operation)
      let what: Fragment =
        step.entity == subject.entity ? operation : "\(operation) \(.entity(step.entity))"
      table.add([
        .time(step.time), what, "<ul class=\"sides\">\(changes.joined())\(rest)\(erased.joined())</ul>",
        .optional(step.by) + machine, step.why.map { .cut($0, 300) } ?? .none,
      ])
    }
    return table.fragment
  }

  private static let changesMax = 60

  private func change(_ change: AuditReport.HistoryChange) -> Fragment {
    switch (change.what, change.value) {
    case ("alive", true): return "made"
    case ("alive", _): return "deleted"
    case ("present", true): return "its source has it"
    case ("present", _): return "gone from its source"
    default:
      guard let to = change.to else { return "\(change.what): \(.value(change.value))" }
      return "\(change.what) \(change.value == true ? "linked" : "unlinked") \u{2192} \(.code(to))"
    }
  }
}

extension Sections {
  var accesses: Section? {
    let accesses = report.accesses
    guard accesses.total > 0 else {
      if report.about.viewer != nil { return nil }
      return Section(
        id: "reads", title: "Who read what",
        body:
          "<p>The log has no record of reads in the period. Reads are recorded only where the ledger's settings, or the command, ask for it.</p>\n"
      )
    }
    var table = Table(
      "Reads that were recorded",
      [
        .init("Reader"), .init("Kind"), .init("Reads", isNumber: true),
        .init("With hidden values", isNumber: true),
      ], total: accesses.readers.total)
    for reader in accesses.readers.items {
      table.add([
        .optional(reader.by), .optional(reader.kind), "\(reader.reads)", "\(reader.revealed)",
      ])
    }
    let body: Fragment = """
      <p>\(plain: Decimal.count(accesses.total, "read")), \(.time(accesses.first)) to \(.time(accesses.last)); \
      \(accesses.revealed) with hidden values as they are.</p>
      \(table.fragment)
      """
    return Section(id: "reads", title: "Who read what", body: body)
  }
}
