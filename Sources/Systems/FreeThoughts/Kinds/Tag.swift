public import Daybook

/// A word under which notes are put together. Two machines that use the same word have the same tag.
public struct Tag: Entity {
  public var id = ID()
  public var name = ""
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
