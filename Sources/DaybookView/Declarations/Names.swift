import DaybookModel

/// What people call an entity, and so what finds it wherever a command takes one: beside its id and the beginning of its
/// id, its name or its address.
///
///     Names(\.displayNameCache, addresses: [\.emailCache], detail: \.emailCache)
///
/// A kind that declares none is found by its texts that look like names and titles (`name`, `displayName`, `title`).
public struct Names<Owner: Entity>: SchemaDeclaration {
  public let part: SchemaPart<Owner>

  /// - Parameters:
  ///   - names: texts that hold the name, or parts of it.
  ///   - addresses: texts, or lists of texts, each of which names one entity.
  ///   - detail: a text that tells entities of one name apart in an error.
  ///   - outOfUse: a flag; an entity that has it is meant only where no other is.
  ///   - called: the whole name where it is made of several fields; it must leave out hidden ones by itself. By default
  ///     the first of `names` and `addresses` that holds anything and is not hidden.
  public init(
    _ names: PartialKeyPath<Owner>..., addresses: [PartialKeyPath<Owner>] = [],
    detail: PartialKeyPath<Owner>? = nil, outOfUse: PartialKeyPath<Owner>? = nil,
    called: (@Sendable (borrowing EntityReader) -> String?)? = nil
  ) {
    let names = names.map { PropertyNames.name(of: $0) }
    let addresses = addresses.map { PropertyNames.name(of: $0) }
    let detail = detail.map { PropertyNames.name(of: $0) }
    let outOfUse = outOfUse.map { PropertyNames.name(of: $0) }
    part = SchemaPart { draft in
      var rule = NamingRule()
      rule.names = names.compactMap { draft.name($0, "Names") }
      rule.addresses = addresses.compactMap { draft.name($0, "Names") }
      rule.detail = detail.flatMap { draft.name($0, "Names") }
      rule.outOfUse = outOfUse.flatMap { draft.name($0, "Names") }
      draft.schema.declaredNaming = rule
      draft.schema.nameFormula = called.map { NameFormula(compute: $0) }
    }
  }
}

/// Which fields name an entity.
package struct NamingRule: Sendable, Equatable {
  package var names: [String] = []
  package var addresses: [String] = []
  package var detail: String?
  package var outOfUse: String?

  package init() {}
}

package struct NameFormula: Sendable {
  package var compute: @Sendable (borrowing EntityReader) -> String?
}

extension KindSchema {
  /// What names an entity of the kind, declared or by the names of its fields.
  package var naming: NamingRule {
    if let declaredNaming { return declaredNaming }
    var rule = NamingRule()
    rule.names = fields.filter { $0.type == .string && !$0.isProjection && SearchedField.isTitle($0.name) }
      .map(\.name)
    return rule
  }
}

extension EntityReader {
  /// What names entities of its kind; nil for a raw kind.
  package var naming: NamingRule? { view.registry[kind]?.naming }

  /// What to call the entity, as its schema says; nil where nothing is said, or all of it is hidden.
  package var calledName: String? {
    guard let schema = view.registry[kind] else { return nil }
    if let formula = schema.nameFormula { return formula.compute(self) }
    let naming = schema.naming
    for field in naming.names + naming.addresses where !hides(field) {
      if let text = value(field).string, !text.allSatisfy(\.isWhitespace) { return text }
    }
    return nil
  }
}
