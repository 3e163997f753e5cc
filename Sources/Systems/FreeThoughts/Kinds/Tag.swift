public import Daybook

/// A word that groups notes. Two machines that use the same word have the same tag.
public struct Tag: Entity {
  public var id = ID()
  /// The natural key, trimmed and in Unicode's composed form; case counts. Not blank.
  public var name = ""
  /// The notes that have this tag: the inverse of ``Note/tags``.
  public var notes: [Ref<Note>] = []

  public init() {}

  public static let schema = Schema("freethoughts.tag") {
    Key(\.name, .trimmedComposed)
    Personal()
    Names(\.name)
    Check(value: \.name, "must not be empty", isOfTheWhole: true) { !$0.allSatisfy(\.isWhitespace) }
    Inverse(\.notes, of: \Note.tags, onDelete: .nullify)
  }
}
