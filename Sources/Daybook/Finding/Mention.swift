public import DaybookView

/// An entity as others mention it: the id to fetch it by, and what to call it.
public struct Mention<Target: Entity>: Sendable, Hashable {
  public var id: Ref<Target>
  /// A person's name, else the e-mail; a context's or product's name; a title. The id if there is none of these.
  public var name: String

  /// A mention with a name that is known already; pass the id where there is none.
  public init(id: Ref<Target>, name: String) { (self.id, self.name) = (id, name) }
}

/// A kind whose entities have a name for mentions.
public protocol Named: Entity {
  /// The fields to take the name from: the first that is not empty counts. A field that output hides is never used.
  static var nameFields: [String] { get }
  /// The name for mentions; nil if the fields are empty.
  static func name(_ reader: borrowing EntityReader) -> String?
}

extension Named {
  /// The first of ``nameFields`` that output does not hide and that holds more than white space, as it is stored.
  public static func name(_ reader: borrowing EntityReader) -> String? {
    for field in nameFields {
      if !reader.hides(field), let text = reader.text(field), !text.allSatisfy(\.isWhitespace) { return text }
    }
    return nil
  }
}

extension Mention where Target: Named {
  /// Mentions the entity that is being read: by its name, or by its id if it has no name.
  public init(_ reader: borrowing EntityReader) {
    let id = reader.id
    self.init(id: Ref(id), name: Target.name(reader) ?? id)
  }
}
