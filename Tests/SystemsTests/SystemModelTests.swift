import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookCommands

/// Every kind, field, type, default, relation and delete rule of the five systems, held against what their
/// specifications say.
@Suite struct SystemModelTests {
  private static let registry = RegisteredSystems.registry()

  @Test(arguments: SystemModel.all.map(\.system))
  func theKindsAreThoseOfTheModel(system: String) throws {
    let model = try #require(SystemModel.all.first { $0.system == system })
    let kinds = SystemModel.kinds(model.text)
    let registered = Self.registry.kinds.map(\.kind).filter { $0.hasPrefix(system + ".") }
    #expect(Set(registered) == Set(kinds.map { $0.kind.replacing("+", with: "") }))
    #expect(registered.count == kinds.count)
  }

  @Test(arguments: SystemModel.all.flatMap { SystemModel.kinds($0.text).map(\.kind) })
  func theFieldsAreThoseOfTheModel(kind name: String) throws {
    // Of a kind that is ours nothing is written down but that it is there.
    if name.hasPrefix("+") { return }
    let schema = try #require(Self.registry[name])
    let model = try #require(SystemModel.all.flatMap { SystemModel.kinds($0.text) }.first { $0.kind == name })
    for field in model.fields {
      guard let found = schema.field(field.name) ?? (field.name == schema.idAlias ? schema.field("id") : nil)
      else {
        Issue.record("\(name) lacks \(field)")
        continue
      }
      if field.isOurs || field.name == schema.idAlias { continue }
      let place = "\(name).\(field.name)"
      #expect(found.modelType == field.type, "\(place)")
      #expect(found.isProjection == field.isComputed, "\(place) computed")
      #expect((schema.key?.field == field.name) == field.isKey, "\(place) key")
      if let rule = field.rule { #expect(Self.rule(of: field.name, schema) == rule, "\(place) rule") }
      if let expected = field.defaultValue {
        #expect(found.defaultValue.string ?? found.defaultValue.description == expected, "\(place) default")
      }
    }
    let named = Set(model.fields.map(\.name)).subtracting([schema.idAlias].compactMap { $0 })
    let unnamed = schema.fields.map(\.name).filter { $0 != "id" && !named.contains($0) }
    #expect(unnamed == [], "\(name)")
  }

  /// What happens to those at the other end when an entity of the kind is deleted.
  private static func rule(of field: String, _ schema: KindSchema) -> String? {
    schema.relations.first { $0.name == field }?.onDelete.rawValue
      ?? schema.inverses.first { $0.inverse == field }?.onTargetDelete.rawValue
  }

  @Test func theArticleShowsTheWholeModelInOneTable() throws {
    let (isCurrent, expected) = try Article("Systems").currentTable(of: RegisteredSystems.all)
    #expect(isCurrent, "the table is to be:\n\(expected.prefix(2000))")
  }
}
