public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The prompt for a provocation.
public struct ProvocationPrompt: Entity {
  public var id = ID()
  /// Shown in lists, and recorded in ``Provocation/promptName``; not blank, and need not be unique.
  public var name = ""
  /// `{selection}` stands for the text, `{context}` for the text around it.
  public var promptTemplate = ""
  /// Whether it came with FreeThoughts, and was not made by a user.
  public var isBuiltIn = false
  /// Lists show the smaller first.
  public var sortOrder = 0
  /// When it was made; unless set, the time of its first write.
  public var createdAt = Date.unwritten

  public init() {}

  public static let schema = Schema("freethoughts.provocationPrompt") {
    Personal()
    Names(\.name)
    Provided { BuiltInPrompts.all }
    Check(value: \.name, "must not be empty", isOfTheWhole: true) { !$0.allSatisfy(\.isWhitespace) }
    Check(value: \.promptTemplate, "must not be empty", isOfTheWhole: true) {
      !$0.allSatisfy(\.isWhitespace)
    }
    Bound(\.createdAt, .far)
    Bound(value: \.sortOrder, "must be between -1000000 and 1000000") { order, _ in
      (-1_000_000...1_000_000).contains(order)
    }
  }
}
