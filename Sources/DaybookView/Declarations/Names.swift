import DaybookModel

/// Declares what people call an entity. Every command that takes an entity finds it by these names and addresses, as
/// well as by its id or the beginning of its id.
///
///     Names(\.displayNameCache, addresses: [\.emailCache], detail: \.emailCache)
///
/// Entities of a kind without this declaration are found by fields that look like names and titles (`name`,
/// `displayName`, `title`).
public struct Names<Owner: Entity>: SchemaDeclaration {
  /// Sets the naming rule of the kind; the last of several counts.
  public let part: SchemaPart<Owner>

  /// - Parameters:
  ///   - names: texts that hold the name, or parts of it.
  ///   - addresses: texts, or lists of texts, each of which names one entity.
  ///   - detail: a text that tells entities of one name apart in an error.
  ///   - outOfUse: a flag; an entity with this flag is chosen only if no other one matches.
  ///   - called: the whole name, if several fields make it up; this closure must leave out hidden fields itself. By
  ///     default the first of `names` and `addresses` that holds anything and is not hidden.
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
  /// The fields that name an entity of the kind: declared, or guessed from the field names.
  package var naming: NamingRule {
    if let declaredNaming { return declaredNaming }
    var rule = NamingRule()
    rule.names = fields.filter { $0.type == .string && !$0.isProjection && SearchedField.isTitle($0.name) }
      .map(\.name)
    return rule
  }
}

extension EntityReader {
  /// The fields that name entities of its kind; nil for a raw kind.
  package var naming: NamingRule? { view.registry[kind]?.naming }

  /// The entity's name according to its schema; nil if it has none, or if all of it is hidden.
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
