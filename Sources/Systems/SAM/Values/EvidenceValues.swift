import Daybook

/// A sign in a piece of evidence, by a rule or a model.
public struct EvidenceSignal: Codable, Sendable, Hashable {
  public var kind: SignalKind
  /// 0 to 1.
  public var confidence: Double
  /// The reason in the evidence.
  public var reason: String
  /// The origin of the signal: `rules`, or a model's name.
  public var source: String

  /// Makes a signal, by default one of the built-in rules. A write with a `confidence` outside 0 to 1 is refused.
  public init(
    kind: SignalKind, confidence: Double, reason: String, source: String = EvidenceSignal.rules
  ) {
    (self.kind, self.confidence, self.reason, self.source) = (kind, confidence, reason, source)
  }

  /// The source of the built-in rules, and of all signals that were written before sources were recorded.
  public static let rules = "rules"

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    kind = try fields.decode(SignalKind.self, forKey: .kind)
    confidence = try fields.decode(Double.self, forKey: .confidence)
    reason = try fields.decode(String.self, forKey: .reason)
    source = try fields.decodeIfPresent(String.self, forKey: .source) ?? EvidenceSignal.rules
  }
}

/// A link that the evidence suggests and somebody may accept.
public struct ProposedLink: Codable, Sendable, Hashable {
  /// The kind and id of the entity to link: a person or a context.
  public var targetKind: String
  /// The target's id; of a person to be added, the id that the new person gets when the proposal is accepted.
  public var targetID: String
  /// The target's name when the proposal was made; for a person to be added, the participant's name, else the address.
  public var displayName: String
  /// The address by which it was found.
  public var email: String?
  /// 0 to 1.
  public var confidence: Double
  /// Why it is proposed, in English, such as `the same name`.
  public var reason: String
  /// What a user decided; `pending` by default.
  public var status: LinkStatus

  /// Makes a proposal. A write with a `confidence` outside 0 to 1 is refused.
  public init(
    targetKind: String, targetID: String, displayName: String, email: String? = nil, confidence: Double,
    reason: String, status: LinkStatus = .pending
  ) {
    (self.targetKind, self.targetID, self.displayName) = (targetKind, targetID, displayName)
    (self.email, self.confidence, self.reason, self.status) = (email, confidence, reason, status)
  }
}
