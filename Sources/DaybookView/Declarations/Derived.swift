package import DaybookModel

/// A stored field that follows from other fields of its entity, by a formula that may change with the program, such as
/// signals found in a text, or a normalised form.
///
///     Derived(\.words, from: \.title, \.note) { title, note in Words(title).union(Words(note)) }
///
/// A local event that writes one of the inputs, or makes the entity, and does not itself write the field, also writes
/// the field's new value, if that differs from the present one. An event that writes the field itself keeps its own
/// value. The value is stored, so a replay, another machine or a later version reads the stored value and never runs
/// the formula; compare ``Projection``, which stores nothing. It never has a conflict of its own: settling a conflict
/// of its inputs also sets its value.
public struct Derived<Owner: Entity>: SchemaDeclaration {
  /// Adds the formula, by its field, to the schema of the kind; a field is derived once.
  public let part: SchemaPart<Owner>

  /// - Parameters:
  ///   - inputs: stored fields, references among them; no to-many relations, projections or other derived fields. The
  ///     field itself may be among them, so that a formula can keep the present value.
  ///   - formula: gets the inputs' values as they will be; data in a blob that is not here is empty. Must
  ///     depend on nothing else; equal inputs give equal values.
  public init<Value: Encodable & SendableMetatype, each Input: Decodable & SendableMetatype>(
    _ path: KeyPath<Owner, Value>, from inputs: repeat KeyPath<Owner, each Input>,
    by formula: @escaping @Sendable (repeat each Input) -> Value
  ) {
    let name = PropertyNames.name(of: path)
    var names: [String?] = []
    repeat names.append(PropertyNames.name(of: each inputs))
    let read = names
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Derived") else { return }
      let found = read.compactMap { draft.name($0, "Derived(from:)") }
      guard found.count == read.count else { return }
      draft.schema.derivations.append(
        FieldDerivation(field: name, inputs: found) { values in
          var place = 0
          func next<Next: Decodable>(_ type: Next.Type) throws -> Next {
            defer { place += 1 }
            return try values.value(found[place], type)
          }
          return try FieldEncoder.json(formula(repeat try next((each Input).self)))
        })
    }
  }
}

/// A ``Derived`` field whose struct is known only at run time.
package struct FieldDerivation: Sendable {
  package var field: String
  package var inputs: [String]
  /// The field's value, from the values of its inputs.
  package var compute: @Sendable (RuleValues) throws -> JSONValue
}

extension KindSchema {
  /// What is wrong with the derivations.
  var derivationProblem: String? {
    let derived = Set(derivations.map(\.field))
    if derived.count < derivations.count { return "a field is derived twice" }
    for derivation in derivations {
      if derivation.inputs.isEmpty { return "\(derivation.field) is derived from nothing" }
      guard isPlain(derivation.field), derivation.field != key?.field else {
        return "\(derivation.field) cannot be derived: it is a key, a relation or computed"
      }
      if let input = derivation.inputs.first(where: {
        !isStored($0) || $0 != derivation.field && derived.contains($0)
      }) {
        return "\(derivation.field) cannot be derived from \(input), which is not a stored field of its own"
      }
    }
    return nil
  }

  private func isPlain(_ name: String) -> Bool {
    guard isStored(name), let field = field(name) else { return false }
    if case .one = field.type { return false }
    return true
  }

  /// Whether the entity's own events hold the field as a value.
  public func isStored(_ name: String) -> Bool {
    guard let field = field(name), name != "id", !field.isProjection else { return false }
    if case .many = field.type { return false }
    return !inverses.contains { $0.inverse == name }
  }
}

/// A field that the view computes: a counter, a chip, a preview. Writing it is refused; in imported
/// or old events it is ignored.
public struct Projection<Owner: Entity>: SchemaDeclaration {
  /// Adds the formula to the schema of the kind, and sets ``FieldSchema/isProjection`` of the field.
  public let part: SchemaPart<Owner>

  /// A field that the formula computes, only from the view.
  public init<Value: Encodable & SendableMetatype>(
    _ path: KeyPath<Owner, Value>, _ formula: @escaping @Sendable (borrowing EntityReader) -> Value
  ) {
    self.init(path, ProjectionFormula { reader in try FieldEncoder.json(formula(reader)) })
  }

  /// A field that reads as its default, since nothing computes it yet.
  public init(_ path: PartialKeyPath<Owner>) { self.init(path, nil) }

  private init(_ path: PartialKeyPath<Owner>, _ formula: ProjectionFormula?) {
    let name = PropertyNames.name(of: path)
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Projection") else { return }
      draft.schema.projections[name] = formula ?? ProjectionFormula(compute: nil)
    }
  }
}

package struct ProjectionFormula: Sendable {
  package var compute: (@Sendable (borrowing EntityReader) throws -> JSONValue)?
}
