import DaybookLog
import DaybookModel
import DaybookReplication

// A machine makes its replica with the first event that it writes. Before that, it checks whether a request writes
// anything at all.

extension Ledger {
  /// Whether this machine may have a replica here, so that a write session makes none. Reads its state; always true
  /// while a session is open.
  func mayHaveReplica() throws -> Bool {
    if session != nil { return true }
    guard machine.canWrite, let state = machine.existingState() else { return false }
    return try OwnJournals.mayExist(state, ledger: descriptor.ledger, in: machine.folder())
  }

  /// Before a write is planned on what the ledger holds: opens the write session, so that this machine's acknowledged
  /// commits are published and none of its other processes writes meanwhile. A machine without a replica only reads
  /// what has changed: the first commit makes its replica.
  func beginPlanning() throws {
    if try mayHaveReplica() { return try beginSession() }
    // If nothing can be written, this is reported before a source is read.
    if !machine.canWrite { _ = try machine.state() }
    try refresh()
  }

  /// The outcomes of requests all of which are refused or write nothing, on a machine without a replica, which then
  /// makes none. Nil if one of them writes, or if that is known only at the commit's turn: a request that runs a
  /// closure, or is large, is planned only once.
  func outcomesWithoutReplica(_ requests: [CommitRequest]) throws -> [Result<AppendReceipt, any Error>]? {
    guard machine.canWrite, requests.allSatisfy(\.isPlannedTwice), try !mayHaveReplica() else { return nil }
    try refresh()
    var outcomes: [Result<AppendReceipt, any Error>] = []
    for request in requests {
      do {
        // A commit that is written reads the clock once, at its turn.
        if let plan = try? plan(request, at: Instant(milliseconds: 0)), !plan.events.isEmpty { return nil }
        guard try plan(request).events.isEmpty else { return nil }
        outcomes.append(.success(AppendReceipt()))
      } catch {
        outcomes.append(.failure(error))
      }
    }
    return outcomes
  }
}

extension CommitRequest {
  private static var plannedTwiceMax: Int { 1000 }

  /// Whether it is planned before this machine's replica is made, and again when it is written.
  fileprivate var isPlannedTwice: Bool {
    if options.key != nil || content.items.count > Self.plannedTwiceMax { return false }
    return content.items.allSatisfy { item in
      switch item {
      case .mutation(let mutation), .edge(let mutation): !mutation.hasLargeText
      case .mutations(let mutations):
        mutations.count <= Self.plannedTwiceMax && mutations.bytes.count <= 1 << 20
      case .expectation: true
      case .entity, .keyed, .update, .field, .undo, .resolution, .transaction: false
      }
    }
  }
}
