import Daybook
import DaybookTestSupport
import Testing

@testable import SAM

/// What becomes of the one when the other is deleted: by every rule, whichever was written first, and
/// wherever it was written.
@Suite struct DeleteRuleTests {
  struct Case: CustomTestStringConvertible {
    /// The kind that is deleted, and its name for the relation.
    var kind: String
    var name: String
    /// The kind at the other end.
    var other: String
    var rule: DeleteRule

    init(_ kind: String, _ name: String, _ other: String, _ rule: DeleteRule) {
      (self.kind, self.name, self.other, self.rule) = (kind, name, other, rule)
    }

    var testDescription: String { "\(kind).\(name) \(rule)" }
  }

  static let cases = [
    Case("sam.person", "participations", "sam.contextParticipation", .nullify),
    Case("sam.person", "responsibilitiesAsGuardian", "sam.responsibility", .nullify),
    Case("sam.person", "responsibilitiesAsDependent", "sam.responsibility", .nullify),
    Case("sam.person", "jointInterests", "sam.jointInterest", .nullify),
    Case("sam.person", "coverages", "sam.coverage", .nullify),
    Case("sam.person", "consentRequirements", "sam.consentRequirement", .nullify),
    Case("sam.person", "insights", "sam.insight", .cascade),
    Case("sam.person", "evidence", "sam.evidenceItem", .nullify),
    Case("sam.person", "mergedInto", "sam.person", .nullify),
    Case("sam.context", "participations", "sam.contextParticipation", .cascade),
    Case("sam.context", "products", "sam.product", .cascade),
    Case("sam.context", "consentRequirements", "sam.consentRequirement", .cascade),
    Case("sam.context", "insights", "sam.insight", .cascade),
    Case("sam.context", "evidence", "sam.evidenceItem", .nullify),
    Case("sam.product", "coverages", "sam.coverage", .cascade),
    Case("sam.product", "consentRequirements", "sam.consentRequirement", .cascade),
    Case("sam.product", "jointInterests", "sam.jointInterest", .nullify),
    Case("sam.product", "context", "sam.context", .nullify),
    Case("sam.evidenceItem", "linkedPeople", "sam.person", .nullify),
    Case("sam.evidenceItem", "linkedContexts", "sam.context", .nullify),
    Case("sam.evidenceItem", "supportingInsights", "sam.insight", .nullify),
    Case("sam.evidenceItem", "attachments", "sam.attachment", .cascade),
    Case("sam.attachment", "evidence", "sam.evidenceItem", .nullify),
    Case("sam.insight", "samPerson", "sam.person", .nullify),
    Case("sam.insight", "samContext", "sam.context", .nullify),
    Case("sam.insight", "product", "sam.product", .nullify),
    Case("sam.insight", "basedOnEvidence", "sam.evidenceItem", .nullify),
    Case("sam.contextParticipation", "person", "sam.person", .nullify),
    Case("sam.contextParticipation", "context", "sam.context", .nullify),
    Case("sam.responsibility", "guardian", "sam.person", .nullify),
    Case("sam.responsibility", "dependent", "sam.person", .nullify),
    Case("sam.jointInterest", "members", "sam.person", .nullify),
    Case("sam.coverage", "person", "sam.person", .nullify),
    Case("sam.coverage", "product", "sam.product", .nullify),
    Case("sam.consentRequirement", "person", "sam.person", .nullify),
    Case("sam.consentRequirement", "context", "sam.context", .nullify),
    Case("sam.consentRequirement", "product", "sam.product", .nullify),
    Case("sam.note", "person", "sam.person", .nullify),
    Case("sam.note", "context", "sam.context", .nullify),
    Case("sam.analysisArtifact", "sourceNote", "sam.note", .nullify),
  ]

  /// The rules as the schema has them, in both directions.
  @Test(arguments: cases)
  func theSchemaHasTheDeleteRules(_ rule: Case) throws {
    let schema = try #require(try SchemaRegistry([.daybook, .sam])[rule.kind])
    if let relation = schema.relations.first(where: { $0.name == rule.name }) {
      #expect(relation.target == rule.other)
      #expect(relation.onDelete == rule.rule)
    } else {
      let relation = try #require(schema.inverses.first { $0.inverse == rule.name })
      #expect(relation.owner == rule.other)
      #expect(relation.onTargetDelete == rule.rule)
    }
  }

  /// No relation of the schema without a case above.
  @Test func everyRelationHasItsCase() throws {
    let named = Set(Self.cases.map { "\($0.kind).\($0.name)" })
    for kind in try SchemaRegistry([.daybook, .sam]).kinds where kind.kind.hasPrefix("sam.") {
      for relation in kind.relations where relation.target.hasPrefix("sam.") {
        // The product's own list has no inverse, and is tested from its side.
        #expect(named.contains("\(kind.kind).\(relation.name)"), "\(kind.kind).\(relation.name)")
      }
      for relation in kind.inverses {
        let name = relation.inverse ?? ""
        #expect(named.contains("\(kind.kind).\(name)"), "\(kind.kind).\(name)")
      }
    }
  }

  /// Two machines: one deletes, the other relates; neither knows of the other's write. Either may be first
  /// by its stamp, and either's files may come first.
  @Test(arguments: cases, [true, false])
  func whateverComesFirst(_ rule: Case, isDeletedFirst: Bool) async throws {
    let folder = try TemporaryFolder()
    let (deleted, other) = ("d", "o")
    _ = try await Ledger.create(at: folder.path + "/one")
    let one = try await Self.open(folder, "one")
    try await one.commit(by: "one") { batch in
      batch.append(Mutation(.upsert, kind: rule.kind, id: deleted))
      batch.append(Mutation(.upsert, kind: rule.other, id: other))
    }
    try await folder.run("cp", "-R", "one", "two")
    let two = try await Self.open(folder, "two")
    let relation = try Self.link(rule, from: deleted, to: other)
    let delete = Mutation(.delete, kind: rule.kind, id: deleted)
    if isDeletedFirst {
      _ = try await one.append([delete])
      _ = try await two.append([relation])
    } else {
      _ = try await two.append([relation])
      _ = try await one.append([delete])
    }
    // Without the older copy of what the first wrote.
    try await folder.run("cp", "-Rn", "two/replicas/.", "one/replicas")
    try await folder.run("cp", "-R", "one/replicas/.", "two/replicas")
    for ledger in [one, two] {
      try await ledger.refresh()
      try await Self.expect(rule, other: other, without: deleted, in: ledger)
    }
    // It returns with its owner, related as it was.
    _ = try await two.append([Mutation(.restore, kind: rule.kind, id: deleted)])
    let row = try #require(try await two.get(kind: rule.other, id: other))
    if let name = try Self.nameAtTheOtherEnd(rule) { #expect(Self.ids(row[name]) == [deleted]) }
    let owner = try #require(try await two.get(kind: rule.kind, id: deleted))
    #expect(Self.ids(owner[rule.name]) == [other])
  }

  private static func expect(
    _ rule: Case, other: String, without deleted: String, in ledger: Ledger
  ) async throws {
    #expect(try await ledger.get(kind: rule.kind, id: deleted) == nil)
    let row = try await ledger.get(kind: rule.other, id: other)
    guard rule.rule == .nullify else {
      #expect(row == nil)
      return
    }
    let shown = try #require(row)
    if let name = try nameAtTheOtherEnd(rule) { #expect(ids(shown[name]).isEmpty) }
  }

  private static func open(_ folder: TemporaryFolder, _ name: String) async throws -> Ledger {
    var options = LedgerOptions.prompt
    options.stateDirectory = folder.path + "/state-" + name
    return try await Ledger.open(at: folder.path + "/" + name, systems: [.sam], options: options)
  }

  /// The link, written on the side that stores the relation.
  private static func link(_ rule: Case, from deleted: String, to other: String) throws -> Mutation {
    let schema = try #require(try SchemaRegistry([.daybook, .sam])[rule.kind])
    if schema.relations.contains(where: { $0.name == rule.name }) {
      return Mutation(.link, kind: rule.kind, id: deleted, rel: rule.name, to: other)
    }
    let relation = try #require(schema.inverses.first { $0.inverse == rule.name })
    return Mutation(.link, kind: rule.other, id: other, rel: relation.name, to: deleted)
  }

  /// nil where the relation has no inverse.
  private static func nameAtTheOtherEnd(_ rule: Case) throws -> String? {
    let schema = try #require(try SchemaRegistry([.daybook, .sam])[rule.kind])
    if let relation = schema.relations.first(where: { $0.name == rule.name }) { return relation.inverse }
    return schema.inverses.first { $0.inverse == rule.name }?.name
  }

  private static func ids(_ value: JSONValue?) -> [String] {
    value?.array?.compactMap(\.string) ?? value?.string.map { [$0] } ?? []
  }
}
