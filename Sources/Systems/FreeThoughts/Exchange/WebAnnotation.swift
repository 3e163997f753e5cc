public import Daybook

/// An annotation that another program made, kept whole: a W3C Web Annotation, or a collection or page of them.
///
/// What of it can be a note is a note, too (``note``). It goes out again as it came, with what was changed in the note
/// since then.
public struct WebAnnotation: Entity {
  public var id = ID()
  /// What the annotation calls itself. Two that are different may call themselves the same.
  public var iri = ""
  /// The resources that it is about.
  public var sources: [String] = []
  /// The annotation. In a collection or a page, `{"$annotation": id}` stands for each of those that are kept apart, with
  /// `"bare": true` where it stood there without a context of its own.
  public var document: JSONValue = .null
  /// The note that was made of it; null where none could be, or it was deleted.
  public var note: Ref<Note>?

  public init() {}

  public static let schema = Schema("freethoughts.webAnnotation") {
    Personal()
    One(\.note)
    Indexed(\.iri)
    Check(value: \.iri, "must not be empty", isOfTheWhole: true) { !$0.isEmpty }
    Check(value: \.document, "must be an object", isOfTheWhole: true) { $0.object != nil }
  }
}
