package import DaybookModel

/// A stored field that follows from other fields of its entity, by a formula that may change with the
/// program: signals found in a text, a normalised form.
///
///     Derived(\.signals, from: \.title, \.bodyText) { (item: EvidenceItem) in Rules().signals(of: item) }
///
/// A local event that writes one of the inputs, or makes the entity, and does not itself write the field, gets the
/// field's new value too, where it differs from what the field reads. An event that writes the field is taken at its
/// word. The value is stored, so a replay, another machine or a later version reads what was written and never runs
/// the formula; compare ``Projection``, which stores nothing. It never has a conflict of its own: settling a conflict
/// of its inputs gives it its value too.
public struct Derived<Owner: Entity>: SchemaDeclaration {
  public let part: SchemaPart<Owner>

  /// - Parameters:
  ///   - inputs: stored fields, references among them; no to-many relations, projections or derived fields.
  ///   - formula: reads the entity as it will be. To-many relations and projections read as empty, data
  ///     that is kept as a blob and is not here too. Must depend on nothing else; equal inputs give equal values.
  public init<Value: Encodable & SendableMetatype>(
    _ path: KeyPath<Owner, Value>, from inputs: PartialKeyPath<Owner>...,
    by formula: @escaping @Sendable (Owner) -> Value
  ) {
    let name = PropertyNames.name(of: path)
    let names = inputs.map { PropertyNames.name(of: $0) }
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Derived") else { return }
      let found = names.compactMap { draft.name($0, "Derived(from:)") }
      draft.schema.derivations.append(
        FieldDerivation(field: name, inputs: found) { entity in
          guard let entity = entity as? Owner else { return nil }
          return try FieldEncoder.json(formula(entity))
        })
    }
  }
}

/// A ``Derived`` field whose struct is known only at run time.
package struct FieldDerivation: Sendable {
  package var field: String
  package var inputs: [String]
  /// Nil for a value of another struct.
  package var compute: @Sendable (any Sendable) throws -> JSONValue?
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
      if let input = derivation.inputs.first(where: { !isStored($0) || derived.contains($0) }) {
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
  package func isStored(_ name: String) -> Bool {
    guard let field = field(name), name != "id", !field.isProjection else { return false }
    if case .many = field.type { return false }
    return !inverses.contains { $0.inverse == name }
  }
}
