public import Daybook

/// SAM, the CRM of a practice: people and the contexts they live in, products and who is covered by them,
/// consents, evidence from calendars and mail, and insights drawn from it.
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
