package import DaybookModel

/// Which erasures are withdrawn, and of which lines that came too late.
package struct Withdrawals {
  private var withdrawn: Set<ErasureID> = []
  /// Whose texts go, or are gone.
  private var begun: [ErasureID: Set<ReplicaID>] = [:]

  package init(_ events: some Sequence<EraseEvent>) {
    for event in events {
      if event.act == .withdrawn { withdrawn.insert(event.erasure) }
      if event.act == .begun { begun[event.erasure, default: []].insert(event.author) }
    }
  }

  /// Whether the replica has said that it removes the texts of its lines.
  package func hasBegun(_ replica: ReplicaID, _ erasure: ErasureID) -> Bool {
    begun[erasure]?.contains(replica) ?? false
  }

  /// Whether an event has no effect on the line that it names. Another erasure may name the same line.
  package func end(_ line: EraseEvent.Line, _ event: EraseEvent) -> Bool {
    withdrawn.contains(event.erasure) && !hasBegun(line.replica, event.erasure)
  }
}
