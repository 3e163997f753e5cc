public import DaybookModel

/// What is to be proved.
public struct ProofRequest: Sendable {
  /// The lines that a proof is about.
  public enum Subject: Sendable, Equatable {
    /// Every event of an entity, on whichever replica.
    case entity(kind: String, id: String)
    /// The one event with this stamp.
    case event(Stamp)
  }

  /// Nil: only that the present heads go on from kept ones.
  public var subject: Subject?
  /// Kept heads from which the proof is to lead to the present ones; with a subject those of the replicas that wrote
  /// of it.
  public var from: [TrustedHeads] = []
  /// Leaves the lines out: only who has them can tell what is proved.
  public var isHashOnly = false

  /// A request without kept heads, whose proof holds the lines themselves.
  public init(_ subject: Subject?) { self.subject = subject }
}
