package import DaybookModel

/// What a field reads as while several machines have written it that had not seen one another. Without a policy
/// the latest write shows and the others are a conflict; a policy makes one value of all of them, and then there
/// is none.
///
/// A pure function of those writes, so every machine reads the same, whatever came first. The next write that has
/// seen them takes their place.
public enum MergePolicy: String, Sendable, Equatable {
  /// Of lists: the elements of all, the oldest write's first, each once.
  case union
  /// Of numbers, times, days and texts (by their bytes): the greatest.
  case maximum
  /// The least.
  case minimum
  /// Of texts: all of them, the oldest first, a line each. Of lists: one after the other. Equal ones once.
  case keepBoth

  /// Whether it can be said of fields of a type.
  package func fits(_ type: FieldType) -> Bool {
    switch (self, type) {
    case (.union, .array), (.keepBoth, .array), (.keepBoth, .string): true
    case (.maximum, let type), (.minimum, let type):
      [.int, .double, .decimal, .instant, .day, .string].contains(type)
    default: false
    }
  }

  /// What a type must be for it.
  var wanted: String {
    switch self {
    case .union: "a list"
    case .maximum, .minimum: "a number, a time, a day or a text"
    case .keepBoth: "a text or a list"
    }
  }

  /// One value of several, the oldest first. Null, and what is not of the field's type, says nothing; where all
  /// of them say nothing it is the latest.
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

/// How a field reads while several machines have written it that had not seen one another.
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
  /// What is wrong with the merge policies.
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
