import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport

// What everybody writes after an accident, before they meet, and what they are told.

extension ForkedWorld {
  mutating func writeApart() async throws {
    if let computer = sites.randomElement(using: &random) { try await requireNoFork(computer) }
    for (computer, expected) in zip(sites, expectations) {
      try await write(computer, expected)
      for _ in 0..<Int.random(in: 0...2, using: &random) { try await write(computer, .same, first: false) }
      if Int.random(in: 0..<4, using: &random) == 0 { _ = try await computer.running().maintenance.seal() }
      if Bool.random(using: &random) { await computer.stop(orderly: Bool.random(using: &random)) }
    }
  }

  mutating func write(_ computer: Computer, _ expected: Expected?, first: Bool = true) async throws {
    writes += 1
    let mutations =
      first
      ? [Mutation(.upsert, kind: "planner.note", id: "r1", set: ["text": .string("w\(writes)")])]
      : workload.mutations()
    let receipt = try await history.append(mutations, why: "after \(writes)", on: computer)
    guard let receipt else {
      if first { throw Wrong("computer \(computer.number) could not write") }
      return
    }
    story += "\(computer.number) writes as \(receipt.replica.map { "\($0)" } ?? "") \(receipt.notices)\n  "
    let notice = receipt.notices.first { $0.code == "new-replica" }
    switch expected {
    case .same?:
      if let notice { throw Wrong("computer \(computer.number) changed its replica: \(notice.text)") }
    case .new(let reason)?:
      guard let notice else {
        throw Wrong("computer \(computer.number) did not say that it has a new replica")
      }
      if !notice.text.contains(reason.text) { throw Wrong("expected \(reason), not: \(notice.text)") }
      if receipt.replica == now.replica { throw Wrong("the numbering was continued") }
    case nil: break
    }
  }
}
