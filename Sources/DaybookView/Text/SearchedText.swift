/// A field whose texts a search reads.
package struct SearchedField: Sendable {
  package let name: String
  /// Whether it names the entity: matches in it count more.
  package let isTitle: Bool
  /// Whether output masks it: see ``Disclosure``.
  package let isHidden: Bool

  init(_ name: String, isHidden: Bool) {
    (self.name, self.isHidden) = (name, isHidden)
    isTitle = Self.isTitle(name)
  }

  /// `title`, `displayNameCache`, `subject`, `question`.
  static func isTitle(_ name: String) -> Bool {
    let lower = name.lowercased()
    if ["subject", "question", "label", "heading", "headline", "nickname"].contains(lower) { return true }
    return lower.hasSuffix("title") || lower.hasSuffix("name") || lower.hasSuffix("namecache")
  }

  /// Whether a field with this name holds an identifier for programs: `sourceUID`, `contactIdentifier`,
  /// `contentHash`.
  static func isIdentifier(_ name: String) -> Bool {
    if ["id", "uuid", "uid", "hash", "identifier", "checksum", "fingerprint"].contains(name) { return true }
    let endings = [
      "ID", "IDs", "Id", "Ids", "UID", "UIDs", "UUID", "UUIDs", "Identifier", "Identifiers", "Hash", "Hashes",
      "Checksum", "Fingerprint", "RawValue",
    ]
    return endings.contains { name.hasSuffix($0) }
  }
}

extension FieldType {
  /// Whether a value of the type may hold a text that people wrote.
  var holdsText: Bool {
    switch self {
    case .string, .any: true
    case .array(let element): element.holdsText
    case .dictionary(let value): value.holdsText
    case .object(let fields): fields.contains { Self.isSearched($0) }
    case .bool, .int, .double, .decimal, .instant, .day, .uuid, .data, .enumeration, .one, .many: false
    }
  }

  static func isSearched(_ field: FieldSchema) -> Bool {
    !field.isProjection && !field.isUnsearched && field.type.holdsText
      && !SearchedField.isIdentifier(field.name)
  }
}
