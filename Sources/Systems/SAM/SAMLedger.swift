public import Daybook

/// A ledger's people, contexts, evidence and insights: the operations of the system SAM.
///
/// ```swift
/// let clients = try await ledger.sam.people(matching: "lee", limit: 20)
/// try await ledger.sam.acceptProposal(of: evidence)
/// ```
public struct SAMLedger: Sendable {
  /// The ledger that is read and written.
  public let ledger: Ledger
}

extension Ledger {
  /// The people, contexts, evidence and insights of this ledger.
  public nonisolated var sam: SAMLedger { SAMLedger(ledger: self) }
}
