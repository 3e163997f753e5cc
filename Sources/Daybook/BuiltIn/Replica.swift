public import DaybookView

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One writer on one machine. Made by the replica's own first event.
public struct Replica: Entity {
  /// The replica's id, 16 hex digits.
  public var id = ID()
  /// What its machine is called, by default the host's name; empty where its first event is not here.
  public var name = ""
  /// When the replica was made, by its own clock: the time of its first event.
  public var createdAt = Date.unwritten
  /// The replica that this one goes on for: a copied state, a restored backup, a moved machine.
  public var forkedFrom: String?
  /// Since when it writes no more. Its own machine goes on as a new replica.
  public var retiredAt: Date?

  public init() {}

  public static let schema = Schema("daybook.replica") {}
}
