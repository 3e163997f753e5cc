public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The answer to a prompt about a piece of a document, or about a note, which is meant to make the reader think.
public struct Provocation: Entity {
  public var id = ID()
  /// The document it is about; canonical, as in ``Note/documentPath``.
  public var documentPath = ""
  /// The kind of source that the prompt was given.
  public var sourceType: SourceType = .textSelection
  /// The text that it was given.
  public var sourceText = ""
  /// The prompt's name at that time.
  public var promptName = ""
  /// The answer, in plain text; never empty.
  public var response = ""
  /// When it was made; unless set, the time of its first write.
  public var createdAt = Date.unwritten
  /// The note, if it was made from one.
  public var note: Ref<Note>?

  /// What answered: `rules`, or a model's name; null if unknown.
  public var generatedBy: String?

  public init() {}

  public static let schema = Schema("freethoughts.provocation") {
    Personal()
    One(\.note, inverse: \Note.provocations)
    Check(value: \.documentPath, "must not be empty", isOfTheWhole: true) { !$0.isEmpty }
    Check(value: \.sourceText, "must not be empty", isOfTheWhole: true) { !$0.isEmpty }
    Check(\.sourceText, "must not be white space alone", isOfImports: false) {
      $0.sourceText.isEmpty || !$0.sourceText.allSatisfy(\.isWhitespace)
    }
    Check(value: \.promptName, "must not be empty", isOfTheWhole: true) { !$0.isEmpty }
    Check(value: \.response, "must not be empty", isOfTheWhole: true) { !$0.isEmpty }
    Check(\.note, "must be null where sourceType is textSelection", reading: \.sourceType) {
      $0 == nil || $1 != .textSelection
    }
    Bound(\.createdAt, .far)
  }
}
