import Daybook
import DaybookLog
import DaybookModel
import DaybookTestSupport
import DaybookView

@testable import SAM

extension ReplicatedWorld {
  /// Now and then somebody erases, agrees that texts go at once, or nothing is done for days.
  func erasingStep() async throws {
    let computer = computers[Int.random(in: 0..<computers.count, using: &added)]
    switch Int.random(in: 0..<100, using: &added) {
    case 0..<14: try await erase(on: computer)
    case 14..<19:
      let now = Bool.random(using: &added)
      do { try await removeTexts(on: computer, now: now) } catch let error as LedgerError
        where isLockedOut(error)
      {
        note(computer, "may not remove texts: \(error)")
      }
    case 19..<22:
      let days = Int64([2, 8, 31].randomElement(using: &added) ?? 8)
      for computer in computers { computer.moveClock(days * Self.dayMilliseconds) }
      trace.append("\(days) days pass")
    default: break
    }
  }

  static let dayMilliseconds: Int64 = 86_400_000

  // MARK: Marks

  /// In a world that erases some texts stand nowhere else.
  func marked(_ mutation: Mutation) -> Mutation {
    guard form.erases, let set = mutation.set else { return mutation }
    var mutation = mutation
    for member in set {
      if let text = member.value.string, Workload.words.contains(text) {
        mutation.set?[member.key] = .string(marked(text))
      }
    }
    return mutation
  }

  func marked(_ text: String) -> String {
    guard form.erases, Bool.random(using: &added) else { return text }
    return "\(text) \(TextMark.drawn(&added))"
  }

  // MARK: Erasing

  /// Of an entity everything or one field, whoever wrote it.
  private func erase(on computer: Computer) async throws {
    writes += 1
    let ledger = try await begin(computer)
    guard let about = history.events.randomElement(using: &added)?.event.mutation else { return }
    // Perhaps of one that this computer has never heard of, or that may not be erased.
    let kind = about.kind
    var request = ErasureRequest(kind: kind, id: about.id)
    do {
      // What others of this computer wrote, and what came into the folder, is taken in first; and what the folder lacks is
      // put back, as the erasure does.
      try await ledger.maintenance.resumeWriting()
      try await computer.refresh()
      try await ledger.publishLacking()
      try await takeIntroduction(on: computer, ledger)
      var filter = LogFilter()
      (filter.kind, filter.id) = (request.kind, request.id)
      let shown = try await ledger.events(filter)
      let names = Set(shown.flatMap { ($0.mutation.set ?? [:]).map(\.key) }).sorted()
      if Bool.random(using: &added), let field = names.randomElement(using: &added) {
        request.fields = [field]
      }
      let stored = request.fields.isEmpty ? nil : ledger.names(of: request.fields, kind)
      let expected = Set(
        shown.filter { WrittenHistory.isErased($0, fields: stored) }.map { EventKey($0).leaf })
      let receipt = try await ledger.erasures.erase(request, why: "w\(writes)")
      try await takeFirst(on: computer, ledger)
      let written = try await takeOwn(on: computer, ledger, isErasing: true)
      let named = written.compactMap { WrittenHistory.erasedLine($0) }
        .filter { receipt.erasures.contains($0.erasure.id) }
      if Set(named.map(\.line.leaf)) != expected {
        throw Wrong(
          "computer \(computer.number) erases \(request) in \(named.count) lines, not in \(expected.count)")
      }
      erasures += receipt.erasures.count
    } catch let error as LedgerError where isRefusal(error) {
      try await takeIntroduction(on: computer, ledger)
      note(computer, "may not erase \(request.kind) \(request.id): \(error)")
    }
  }

  /// Removes the texts that are due, or with `now` those of its own lines.
  @discardableResult
  func removeTexts(on computer: Computer, now: Bool) async throws -> EraseTextsReport {
    let ledger = try await begin(computer)
    try await computer.refresh()
    let report = try await ledger.erasures.removeTexts(now: now)
    try await takeIntroduction(on: computer, ledger)
    rewrittenFiles += report.written.count
    note(
      computer,
      "removes texts\(now ? " at once" : ""): \(report.removed.count) files, unreadable \(report.unreadable), \(report.staying) stay, \(report.waiting) wait"
    )
    return report
  }
}

extension Ledger {
  /// The names under which fields are stored, former ones too.
  fileprivate nonisolated func names(of fields: [String], _ kind: String) -> Set<String> {
    guard let schema = schemas[kind] else { return Set(fields) }
    return fields.reduce(into: Set(fields)) { $0.formUnion(schema.names(of: $1)) }
  }
}
