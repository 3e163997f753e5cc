public import Daybook

/// An annotation that another program made, kept whole: a W3C Web Annotation, or a collection or page of them.
///
/// If it can be a note, it is a note, too (``note``). It is exported as it came, with later changes to the note.
public struct WebAnnotation: Entity {
  public var id = ID()
  /// The annotation's own IRI. Two different annotations may have the same.
  public var iri = ""
  /// The IRIs of the resources that it is about.
  public var sources: [String] = []
  /// The annotation. In a collection or a page, `{"$annotation": id}` replaces each annotation that is kept separately,
  /// with `"bare": true` if it had no context of its own there.
  public var document: JSONValue = .null
  /// The note that was made of it; null if none could be made, or if it was deleted.
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
