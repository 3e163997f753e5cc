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
