public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What the user wrote about a person or a context.
public struct Note: Entity {
  public var id = ID()
  public var person: Ref<Person>?
  public var context: Ref<Context>?
  public var content = ""
  public var createdAt = Date.unwritten
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
