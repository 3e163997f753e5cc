public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The user's note about a person or a context.
public struct Note: Entity {
  public var id = ID()
  /// The person whom it is about; nil for a note about a context or about neither. Erased with the person.
  public var person: Ref<Person>?
  /// The context that it is about; nil for a note about a person or about neither. Erased with the context.
  public var context: Ref<Context>?
  /// The text as the user wrote it, in any language and with line breaks.
  public var content = ""
  /// The time of the first write, unless a write sets it; the note's evidence occurred then.
  public var createdAt = Date.unwritten
  /// The time of the last write, unless a write sets it.
  public var modifiedAt = Date.unwritten

  public init() {}

  public static let schema = Schema("sam.note") {
    Personal()
    Names(\.content, detail: \.createdAt)
    One(\.person, isAbout: true)
    One(\.context, isAbout: true)
    Bound(\.createdAt, .far)
    Bound(\.modifiedAt, .far)
  }
}
