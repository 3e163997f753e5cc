import Daybook
import DaybookLog
import DaybookModel
import DaybookTestSupport

/// What one computer proves of an entity, for others to check.
struct ProvedEntity {
  var kind: String
  var id: String
  /// As it is handed on.
  var file: [UInt8]
  /// The prover's heads then.
  var heads: [UInt8]
}

extension ReplicatedWorld {
  /// Some computers prove entities, and others check that. Everybody holds everything.
  ///
  /// - Returns: what was proved.
  func prove(_ random: inout SeededRandom) async throws -> [ProvedEntity] {
    var proved: [ProvedEntity] = []
    for _ in 0..<3 {
      guard let about = history.events.randomElement(using: &random)?.event.mutation else { break }
      let index = Int.random(in: 0..<computers.count, using: &random)
      let entity = try await proof(of: about.kind, about.id, by: computers[index])
      let checker = computers[(index + Int.random(in: 1..<computers.count, using: &random)) % computers.count]
      try check(entity, try await heads(of: checker), by: checker)
      proved.append(entity)
    }
    return proved
  }

  /// What was proved before stays proved, by whatever was erased since, and leads to what is proved now.
  func proveAgain(_ proved: [ProvedEntity], _ random: inout SeededRandom) async throws {
    for former in proved {
      guard let computer = computers.randomElement(using: &random) else { return }
      let name = "computer \(computer.number)"
      let report = ProofReport(try Proof(former.file, name: "former"))
      if !report.isProved { throw Wrong("\(name) does not believe a former proof: \(report.failures)") }
      let now = try await proof(of: former.kind, former.id, by: computer, from: former.heads)
      try check(now, former.heads, by: computer)
      // A line that nobody erased is proved as it was.
      let leaves = Set(try leaves(now).map(\.leaf))
      let lost = report.lines.filter { !leaves.contains($0.leaf) }
      if !lost.isEmpty { throw Wrong("\(name) does not prove any more: \(lost)") }
    }
  }

  private func proof(
    of kind: String, _ id: String, by computer: Computer, from heads: [UInt8]? = nil
  ) async throws -> ProvedEntity {
    var request = ProofRequest(.entity(kind: kind, id: id))
    request.from = try heads.map { [try TrustedHeads($0, name: "former")] } ?? []
    let proof = try await computer.running().audit.prove(request, as: nil)
    note(computer, "proves \(kind) \(id)")
    return ProvedEntity(kind: kind, id: id, file: proof.bytes, heads: try await self.heads(of: computer))
  }

  private func heads(of computer: Computer) async throws -> [UInt8] {
    Array(try computer.running().auditor.heads().map(\.note).joined(separator: "\n").utf8)
  }

  private func leaves(_ entity: ProvedEntity) throws -> [ProofReport.Line] {
    ProofReport(try Proof(entity.file, name: "proof")).lines
  }

  /// - Parameter kept: heads that the checker has.
  private func check(_ entity: ProvedEntity, _ kept: [UInt8], by computer: Computer) throws {
    let what = "computer \(computer.number): the proof of \(entity.kind) \(entity.id)"
    let report = ProofReport(
      try Proof(entity.file, name: "proof"), anchors: [try TrustedHeads(kept, name: "heads")])
    if !report.isProved { throw Wrong("\(what) proves nothing: \(report.failures)") }
    let written = history.events.filter {
      $0.event.mutation.kind == entity.kind && $0.event.mutation.id == entity.id
    }
    let events = Dictionary(uniqueKeysWithValues: written.map { ($0.key.leaf, $0.event) })
    guard report.lines.count == events.count, Set(report.lines.map(\.leaf)) == Set(events.keys) else {
      throw Wrong("\(what) has \(report.lines.count) of \(events.count) events")
    }
    let erased = history.erasedFields
    for line in report.lines {
      guard let event = events[line.leaf] else { continue }
      let isRight = erased[line.leaf] != nil ? line.event == nil : line.event == event
      if !isRight { throw Wrong("\(what) shows \(String(describing: line.event)) for \(event)") }
    }
  }
}
