public import DaybookView

/// One reading of the ledger, as the access audit keeps it: who asked for what. Written before anything is
/// shown, by ``Ledger/recordAccess(_:by:)``, each under an id of its own, and never written again.
public struct Access: Entity {
  public var id = ID()
  /// Who read; the author of the event too.
  public var by: String?
  /// The command's words, such as `purus card`, or whatever an app calls the place where it shows something.
  public var command = ""
  /// What was asked: the command's arguments as they were typed. Hidden from output, since they may hold values.
  public var arguments: [String] = []
  /// The kind and the entity that were read, where the command names them.
  public var kind: String?
  /// The entity's id; nil where the command names none, such as a list.
  public var entity: String?
  /// As whom, where the rules of a system limited what was shown: the viewer's id.
  public var viewer: String?
  /// Whether hidden values were asked for too.
  public var revealed = false

  public init() {}

  public static let schema = Schema("daybook.access") {
    Sensitive(\.arguments)
    // A search for a name must not find everyone who searched for it before.
    Unsearched(\.by, \.command, \.arguments, \.kind, \.entity, \.viewer)
    Personal()
  }
}
