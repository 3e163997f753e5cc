import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport

extension ReplicatedWorld {
  /// Everybody writes once more, everything is copied everywhere, and all must agree on what was written.
  func end(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    // Without what made it a member a computer does not write.
    if form.isLocked { try layAll() }
    for computer in computers.shuffled(using: &random) {
      if Bool.random(using: &random) { await computer.stop(orderly: Bool.random(using: &random)) }
      try await computer.refresh()
      try await writeLast(on: computer)
      if Bool.random(using: &random) { await computer.stop(orderly: Bool.random(using: &random)) }
    }
    try await complete(&random)
    if form.erases || form.isLocked { try await hearEverything() }
    try await judge(&random)
    var proving = SeededRandom(seed: ~seed)
    // A proof reads the whole ledger: of the plain worlds, some make them.
    let isProving = form.erases || form.isLocked || seed % 16 == 0
    let proved = try await isProving ? prove(&proving) : []
    guard form.erases else { return }
    try await settleErasures()
    try await proveAgain(proved, &proving)
    _ = try await prove(&proving)
  }

  /// Nothing may keep a computer from writing, and what it writes shows on it at once.
  private func writeLast(on computer: Computer) async throws {
    let before = history.events.count
    let text = JSONValue.string("the last of \(computer.number)")
    try await write(
      [Mutation(.upsert, kind: "planner.note", id: "last", set: ["text": text])], on: computer)
    guard history.events.count > before else { throw Wrong("computer \(computer.number) could not write") }
    let shown = try await computer.running().get(kind: "planner.note", id: "last")?["text"]
    if shown != text { throw Wrong("computer \(computer.number) wrote \(text) and reads \(shown ?? .null)") }
  }

  /// By a tool that copies files, or by replicating all with a stick that has what tools destroyed, and back.
  private func complete(_ random: inout SeededRandom) async throws {
    if Bool.random(using: &random) { return try layAll() }
    let stick = try Computer(0, seed: 0).folder
    try CopyingTools.lay(tools.stick, over: stick)
    // Tools have left files of the right length that hold zeros.
    for computer in computers + computers {
      try await computer.replicate(with: stick, comparingAll: true)
      try await takeOwn(on: computer, computer.running())
    }
  }

  /// What programs write by themselves, since they have everything now, is copied, too.
  private func hearEverything() async throws {
    var count: Int
    repeat {
      count = history.events.count
      for computer in computers { try await takeWrittenElsewhere(on: computer) }
      try layAll()
      for computer in computers { try await takeWrittenElsewhere(on: computer) }
    } while history.events.count > count
  }

  private func layAll() throws {
    let union = try tools.union(computers.map(\.folder))
    for computer in computers { try CopyingTools.lay(union, over: computer.folder) }
  }

  /// A derived field is not a conflict of its own: its inputs are.
  private static func isDerived(_ register: WrittenHistory.Register, _ schemas: SchemaRegistry) -> Bool {
    guard register.name.hasPrefix("field "), let kind = register.entity.split(separator: " ").first else {
      return false
    }
    let field = schemas[String(kind)]?.field(String(register.name.dropFirst("field ".count)))
    return field?.derivedFrom.isEmpty == false
  }

  func judge(_ random: inout SeededRandom) async throws {
    let events = history.events
    let conflicts = history.conflicts
    var digest: Hash256?
    var shown: [String]?
    for computer in computers {
      let name = "computer \(computer.number)"
      let ledger = try computer.running()
      try await computer.refresh()
      let held = try await ledger.withRecords { $0.eventCount }
      if held != events.count {
        try history.requireLog(of: name, try await ledger.events())
        throw Wrong("\(name) counts \(held) events of \(events.count)")
      }
      let (live, told) = try await ledger.withRecords { ($0.digest(), $0.conflictTexts()) }
      if let digest, digest != live {
        throw Wrong("\(name) has other records than computer 1")
      }
      digest = live
      try history.requireConflicts(of: name, told, conflicts)
      // What its user is shown of them is the same everywhere.
      let list = try await ledger.conflicts.list().map { "\($0.id) \($0.sides.map(\.stamp))" }
      if let shown, shown != list { throw Wrong("\(name) shows other conflicts than computer 1") }
      if shown == nil {
        let stamps = Set(try await ledger.conflicts.list().flatMap { $0.sides.map(\.stamp) })
        let lost = history.losers.filter {
          !stamps.contains($0.stamp) && !Self.isDerived($0.register, ledger.schemas)
        }
        if !lost.isEmpty { throw Wrong("\(name) does not show in any conflict: \(lost)") }
      }
      shown = list
    }
    // They have the same files now: what one of them shows beside its records, all do.
    guard let computer = computers.randomElement(using: &random) else { return }
    let name = "computer \(computer.number)"
    let cold = try computer.stranger()
    let (other, count) = try await cold.withRecords { ($0.digest(), $0.eventCount) }
    if other != digest { throw Wrong("\(name) reads other records than a program that starts") }
    if count != events.count { throw Wrong("\(name) counts \(count) events of \(events.count)") }
    try history.requireLog(of: name, try await cold.events())
    if try await requireFindings(of: name, computer.running(), computer) {
      try await repair(computer)
      if try await requireFindings(of: name, computer.running(), computer) {
        throw Wrong("\(name) still has a damaged file after its repair")
      }
    }
  }

  /// Returns whether a repair is due: for a damaged file whose commits another file holds as well, which no copying mends.
  private func requireFindings(of name: String, _ ledger: Ledger, _ computer: Computer) async throws -> Bool {
    let now = computer.clock.now
    var isRepairDue = false
    var last: [ReplicaID: Stamp] = [:]
    for written in history.events {
      last[written.writer.replica] = max(
        last[written.writer.replica] ?? written.event.stamp, written.event.stamp)
    }
    let ahead = last.filter {
      $0.value.milliseconds > now.milliseconds + HybridClock.adoptionMaxMilliseconds
    }
    let findings = try await ledger.audit.verify().findings
    let named = findings.filter { $0.kind == .clockSkew }.compactMap(\.replica)
    if Set(named) != Set(ahead.keys) {
      throw Wrong("\(name) names the clocks of \(named), not of \(ahead.keys)")
    }
    for finding in findings where finding.isFailure {
      // A copy of an open segment as a loss of power had left it: its writer has long published another one.
      if [.corruption, .unattestedTail].contains(finding.kind),
        finding.file?.hasSuffix(".open.jsonl.zst") == true
      {
        continue
      }
      if finding.kind == .corruption, try isCovered(finding.file, in: computer) {
        isRepairDue = true
        continue
      }
      throw Wrong("\(name): \(finding)")
    }
    return isRepairDue
  }

  /// Whether a longer sealed file of the same replica begins with the same commit.
  private func isCovered(_ file: String?, in computer: Computer) throws -> Bool {
    guard let file, let range = Self.range(ofSealed: file) else { return false }
    return try CopyingTools.files(computer.folder).keys.contains { other in
      guard other != file, let longer = Self.range(ofSealed: other) else { return false }
      return longer.first == range.first && longer.last > range.last
    }
  }

  private static func range(ofSealed path: String) -> (first: String, last: String)? {
    let parts = path.split(separator: "-")
    return parts.count == 3 && !path.contains(".open.") ? (String(parts[0]), String(parts[1])) : nil
  }
}

extension Records {
  /// As ``WrittenHistory/conflicts`` tells them.
  borrowing func conflictTexts() -> [String] {
    var told: [(register: WrittenHistory.Register, text: String)] = []
    for conflict in conflicts() {
      let name =
        switch conflict.register {
        case .alive: "alive"
        case .present: "present"
        case .over: "over"
        case .field(let field): "field \(self.name(of: field))"
        case .edge(let rel, let to): "edge \(self.name(of: rel)) \(to)"
        }
      let entity = "\(self.name(of: kind(of: conflict.entity))) \(id(of: conflict.entity))"
      let register = WrittenHistory.Register(entity: entity, name: name)
      let heads = conflict.heads.map { "\($0.stamp)=\(json($0.value))" }
      told.append((register, "\(register): \(heads.joined(separator: ", "))"))
    }
    return told.sorted { $0.register < $1.register }.map(\.text)
  }
}
