package import DaybookModel

/// What a field reads as if several machines wrote it without having seen each other's writes. Without a policy, the
/// latest write shows and the others are a conflict; a policy combines all of them into one value, without a conflict.
///
/// A pure function of those writes, so every machine reads the same, in whatever order they arrived. The next write
/// that has seen them replaces them.
public enum MergePolicy: String, Sendable, Equatable {
  /// For lists: the elements of all, the oldest write's first, each once.
  case union
  /// For numbers, times, days and texts (by their bytes): the greatest.
  case maximum
  /// For the same types: the least.
  case minimum
  /// For texts: all of them, the oldest first, one per line. For lists: one after the other. Equal ones occur once.
  case keepBoth

  /// Whether fields of a type can have this policy.
  package func fits(_ type: FieldType) -> Bool {
    switch (self, type) {
    case (.union, .array), (.keepBoth, .array), (.keepBoth, .string): true
    case (.maximum, let type), (.minimum, let type):
      [.int, .double, .decimal, .instant, .day, .string].contains(type)
    default: false
    }
  }

  /// The types that it fits, in words.
  var wanted: String {
    switch self {
    case .union: "a list"
    case .maximum, .minimum: "a number, a time, a day or a text"
    case .keepBoth: "a text or a list"
    }
  }

  /// Combines several values, the oldest first. Null and values of another type than the field's are ignored; if all
  /// are ignored, the result is the latest.
  package func merged(_ values: [JSONValue], _ type: FieldType) -> JSONValue {
    var distinct: [JSONValue] = []
    for value in values where !distinct.contains(value) { distinct.append(value) }
    let lists = distinct.compactMap(\.array)
    switch self {
    case .union where !lists.isEmpty:
      var seen: Set<[UInt8]> = []
      return .array(lists.joined().filter { seen.insert($0.canonicalBytes).inserted })
    case .keepBoth where type == .string:
      let texts = distinct.compactMap(\.string).filter { !$0.isEmpty }
      if !texts.isEmpty { return .string(texts.joined(separator: "\n")) }
    case .keepBoth where !lists.isEmpty: return .array(Array(lists.joined()))
    case .maximum, .minimum:
      let usable = distinct.filter { !$0.isNull && (try? type.stored($0)) != nil }
        .map { type == .instant ? $0.canonicalInstant : $0 }
      if let best = usable.dropFirst().reduce(usable.first, { best($0, $1) }) { return best }
    default: break
    }
    return values.last ?? .null
  }

  private func best(_ left: JSONValue?, _ right: JSONValue) -> JSONValue {
    guard let left else { return right }
    let order = SortValue(right).order(to: SortValue(left))
    return order == (self == .maximum ? .greater : .less) ? right : left
  }
}

/// What a field reads as if several machines wrote it without having seen each other's writes.
///
///     Merge(\.otherEmailAddresses, .union)
public struct Merge<Owner: Entity>: SchemaDeclaration {
  /// Adds the policy to ``KindSchema/merges``; a field has one.
  public let part: SchemaPart<Owner>

  /// - Parameter policy: must fit the field's type, or the schema is refused when it registers.
  public init(_ path: PartialKeyPath<Owner>, _ policy: MergePolicy) {
    let name = PropertyNames.name(of: path)
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Merge") else { return }
      if draft.schema.merges.updateValue(policy, forKey: name) != nil {
        draft.problems.append("\(name) has two merge policies")
      }
    }
  }
}

extension KindSchema {
  /// The errors in the merge policies.
  var mergeProblem: String? {
    for (name, policy) in merges.sorted(by: { $0.key < $1.key }) {
      guard let field = field(name) else { continue }
      guard isStored(name), key?.field != name else {
        return "\(name) cannot be merged: it is a key, a relation or computed"
      }
      guard policy.fits(field.type) else {
        return "\(name) is \(field.type), and \(policy.rawValue) takes \(policy.wanted)"
      }
    }
    return nil
  }
}
