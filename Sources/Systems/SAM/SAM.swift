public import Daybook

/// SAM, the CRM of a practice: people and their contexts, products and coverages, consents, evidence from calendars and
/// mail, and insights from the evidence.
extension System {
  /// The system `sam`, version 7, with thirteen kinds, from ``Person`` and ``Context`` to ``EvidenceItem`` and
  /// ``Attachment``. Pass it to `Ledger.open(at:systems:)`.
  public static let sam = System(
    "sam", version: 7,
    kinds: [
      Person.self, Context.self, ContextParticipation.self, Responsibility.self, JointInterest.self,
      Product.self, Coverage.self, ConsentRequirement.self, EvidenceItem.self, Insight.self, Note.self,
      AnalysisArtifact.self, Attachment.self,
    ])
}

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
