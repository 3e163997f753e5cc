import Daybook
import Testing

@testable import DaybookCommands

/// The rules of all kinds hold for who makes an entity, for who changes one, and for what is imported.
@Suite struct RuleTests {
  private static let registry = RegisteredSystems.registry()

  /// The rules that an entity of nothing but defaults breaks, by kind.
  private static let needs: [(kind: String, fields: [String])] = registry.kinds.compactMap { schema in
    let defaults = JSONObject(schema.fields.map { ($0.name, $0.defaultValue) })
    guard let value = try? schema.codec?.value([:], defaults) else { return nil }
    let fields = schema.checks.filter { !$0.holds(value) }.map(\.field)
    return fields.isEmpty ? nil : (schema.kind, fields)
  }

  /// What is needed is needed of the whole: leaving the field out is no way round the rule.
  @Test func whatDefaultsBreakCountsForTheWhole() {
    #expect(Self.needs.count >= 6)
    for (kind, _) in Self.needs {
      guard let schema = Self.registry[kind] else { continue }
      let defaults = JSONObject(schema.fields.map { ($0.name, $0.defaultValue) })
      guard let value = try? schema.codec?.value([:], defaults) else { continue }
      for check in schema.checks where !check.holds(value) {
        #expect(check.isOfTheWhole, "\(kind).\(check.field) \(check.rule): not where it is left out")
      }
    }
  }

  /// A kind with what its rules need, and a field that they do not speak of.
  static let made: [(kind: String, needed: JSONObject, other: JSONObject)] = [
    (
      "freethoughts.note", ["documentPath": "/a.md", "selectedText": "fox"],
      ["content": "x"]
    ),
    (
      "freethoughts.provocation",
      ["documentPath": "/a.md", "sourceText": "fox", "promptName": "Doubt", "response": "Is it?"],
      ["generatedBy": "rules"]
    ),
    ("freethoughts.provocationPrompt", ["name": "Doubt", "promptTemplate": "{selection}"], ["sortOrder": 7]),
    (
      "freethoughts.webAnnotation", ["iri": "urn:x", "document": ["id": "urn:x"]],
      ["sources": ["urn:y"]]
    ),
    ("messaging.faq", ["question": "Open?", "answer": "Till five."], ["keywords": ["hours"]]),
  ]

  private static func ledger() throws -> Ledger { try Ledger.inMemory(systems: RegisteredSystems.all) }

  @Test(arguments: made.indices) func areHeldAtCreation(_ index: Int) async throws {
    let (kind, needed, other) = Self.made[index]
    let ledger = try Self.ledger()
    for member in needed {
      var set = other
      for each in needed where each.key != member.key { set[each.key] = each.value }
      let error = await #expect(throws: LedgerError.self) {
        try await ledger.append([Mutation(.upsert, kind: kind, id: "x", set: set)])
      }
      #expect(error?.what.hasPrefix("\(kind).\(member.key) must") == true, "\(error?.what ?? "")")
    }
    #expect(try await ledger.get(kind: kind, id: "x") == nil)
    var set = other
    for member in needed { set[member.key] = member.value }
    try await ledger.append([Mutation(.upsert, kind: kind, id: "x", set: set)])
    #expect(try await ledger.get(kind: kind, id: "x") != nil)
  }

  @Test(arguments: made.indices) func areHeldAtChange(_ index: Int) async throws {
    let (kind, needed, other) = Self.made[index]
    let ledger = try Self.ledger()
    try await ledger.append([Mutation(.upsert, kind: kind, id: "x", set: needed)])
    for member in needed {
      for empty in [JSONValue.null, ""] where empty.isNull || member.value.string != nil {
        await #expect(throws: LedgerError.self) {
          try await ledger.append([Mutation(.upsert, kind: kind, id: "x", set: [member.key: empty])])
        }
      }
    }
    try await ledger.append([Mutation(.upsert, kind: kind, id: "x", set: other)])
  }

  @Test(arguments: made.indices) func areHeldByImports(_ index: Int) async throws {
    let (kind, needed, other) = Self.made[index]
    let ledger = try Self.ledger()
    for member in needed {
      var fields = other
      for each in needed where each.key != member.key { fields[each.key] = each.value }
      let receipt = try await ledger.importAll(OneEntity(kind: kind, fields: fields))
      #expect(receipt.plan.summary.skipped == 1)
      #expect(receipt.plan.skipped.first?.reason.contains("\(kind).\(member.key) must") == true)
    }
    #expect(try await ledger.get(kind: kind, id: "x") == nil)
    var fields = other
    for member in needed { fields[member.key] = member.value }
    #expect(try await ledger.importAll(OneEntity(kind: kind, fields: fields)).plan.summary.created == 1)
    // What it says of another field may not break a rule that held.
    #expect(
      try await ledger.importAll(OneEntity(kind: kind, fields: other)).plan.summary.unchanged == 1)
  }

  /// A start that comes behind the end breaks the rule of the end, which no import sets here.
  @Test func aRuleOfAnotherFieldIsHeldByImports() async throws {
    let ledger = try Self.ledger()
    let kind = "sam.responsibility"
    try await ledger.append([
      Mutation(
        .upsert, kind: kind, id: "x",
        set: ["startDate": "2026-01-01T00:00:00.000Z", "endDate": "2026-06-01T00:00:00.000Z"])
    ])
    let late: JSONObject = ["startDate": "2026-07-01T00:00:00.000Z"]
    let receipt = try await ledger.importAll(OneEntity(kind: kind, fields: late))
    #expect(receipt.plan.summary.skipped == 1)
    #expect(receipt.plan.skipped.first?.reason.contains("endDate must not be before startDate") == true)
  }

  /// Such notes exist, and come back with the files that they left in.
  @Test func whiteSpaceAloneIsRefusedHereAndKeptByImports() async throws {
    let ledger = try Self.ledger()
    let note: JSONObject = ["documentPath": "/a.md", "selectedText": " \n"]
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.append([Mutation(.upsert, kind: "freethoughts.note", id: "x", set: note)])
    }
    #expect(error?.what == "freethoughts.note.selectedText must not be white space alone")
    let receipt = try await ledger.importAll(OneEntity(kind: "freethoughts.note", fields: note))
    #expect(receipt.plan.summary.created == 1 && receipt.plan.notices.isEmpty)
    try await ledger.append([
      Mutation(.upsert, kind: "freethoughts.note", id: "x", set: ["content": "a gap"])
    ])
    await #expect(throws: LedgerError.self) {
      try await ledger.append([
        Mutation(.upsert, kind: "freethoughts.note", id: "x", set: ["selectedText": "  "])
      ])
    }
  }

  /// What an app or a ledger kept comes back whole; a notice names what a rule or a bound forbids.
  @Test func whatIsNotHeldToRulesIsKeptAndNamed() async throws {
    let ledger = try Self.ledger()
    for (kind, fields, rule) in [
      ("purus.weightEntry", ["weight": -3], "purus.weightEntry.weight must be a number from 0"),
      (
        "purus.weightEntry", ["weight": 84000], "purus.weightEntry.weight must be at most 1500 kg or 3300 lbs"
      ),
    ] as [(String, JSONObject, String)] {
      var source = OneEntity(kind: kind, fields: fields)
      source.isHeldToRules = false
      let receipt = try await ledger.importAll(source)
      #expect(receipt.plan.summary.skipped == 0)
      #expect(
        receipt.plan.notices.map(\.reason).contains { $0.hasPrefix("\(rule), and x breaks that rule") })
      let kept = try await ledger.get(kind: kind, id: "x")
      #expect(kept?["weight"]?.double == fields["weight"]?.double)
      // An entity that exists already needs no notice.
      #expect(try await ledger.importAll(source).plan.notices.isEmpty)
    }
  }

  /// Every date and number of the five systems has a bound or a rule.
  @Test func everyDateAndNumberHasItsBounds() {
    var count = 0
    for schema in Self.registry.kinds where !schema.kind.hasPrefix("daybook.") {
      for field in schema.fields where !field.isProjection {
        guard [.instant, .day, .int, .double].contains(field.type) else { continue }
        count += 1
        let isHeld = schema.checks.contains { check in
          check.field == field.name && (check.isBound || check.rule == "must be between 0 and 1")
        }
        #expect(isHeld, "\(schema.kind).\(field.name) has no bounds")
      }
    }
    #expect(count > 50)
  }
}

/// A source of one record.
private struct OneEntity: Importer {
  var kind: String
  var fields: JSONObject
  var isHeldToRules = true
  private var isRead = false

  init(kind: String, fields: JSONObject) { (self.kind, self.fields) = (kind, fields) }

  var sources: [SyncSource] { [] }
  var bytesRead: Int64 { 0 }

  mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    if isRead { return nil }
    isRead = true
    return .record(ImportedRecord(file: "test", entities: [ImportedEntity(kind, .id("x"), fields: fields)]))
  }
}
