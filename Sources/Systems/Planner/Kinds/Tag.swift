public import Daybook

/// A word that groups meetings and notes. Two machines that use the same word have the same tag.
public struct Tag: Entity {
  public var id = ID()
  /// The natural key, trimmed and in Unicode's composed form; case counts. Not blank.
  public var name = ""
  /// `#RRGGBB`.
  public var color = TagColor.unwritten
  /// The meetings that have this tag: the inverse of ``MeetingRecord/tags``.
  public var meetingRecords: [Ref<MeetingRecord>] = []
  /// The notes that have this tag: the inverse of ``Note/tags``.
  public var notes: [Ref<Note>] = []

  public init() {}

  public static let schema = Schema("planner.tag") {
    Key(\.name, .trimmedComposed)
    Personal()
    Names(\.name)
    // Programs of version 1 wrote what they were given: ` Cafe\u{301}`, `ff5733`, `#f53`.
    Upcast(\.name, before: 2) {
      $0.string.map { .string(KeyNormalizer.trimmedComposed.normalized($0)) } ?? $0
    }
    Upcast(\.color, before: 2) { TagColor.upcast($0) }
    Check(value: \.name, "must not be empty", isOfTheWhole: true) { !$0.allSatisfy(\.isWhitespace) }
    Check(value: \.color, "must be a colour such as #FF5733") { TagColor.isOne($0) }
  }
}
