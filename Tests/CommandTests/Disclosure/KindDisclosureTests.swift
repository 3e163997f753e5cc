import DaybookModel
import DaybookView
import Testing

@testable import DaybookCommands

/// The kinds of the systems that the command has: a marker in every sensitive field of each, and what every ledger
/// can do with them.
@Suite struct KindDisclosureTests {
  static let kinds: [KindSchema] = RegisteredSystems.registry().kinds.filter(\.hidesAnything)

  @Test(arguments: kinds.map(\.kind)) func nothingIsSeen(_ kind: String) throws {
    let schema = try #require(Self.kinds.first { $0.kind == kind })
    var set = PlantedSecrets.required[kind] ?? [:]
    for field in schema.fields where field.isSensitive && schema.isStored(field.name) {
      set[field.name] = HiddenMarker.value(of: field.type) ?? true
    }
    let hasMarker = HiddenMarker.found(in: JSONValue.object(set).description) != nil
    #expect(hasMarker, "no field of \(kind) can hold a marker")
    let mutation: JSONValue = ["op": "upsert", "kind": .string(kind), "id": "one", "set": .object(set)]
    let ledger = try DisclosureHarness()
    try ledger.run("append", input: mutation.description + "\n").expectDone()
    for line in ["get \(kind) one", "query \(kind)", "log --kind \(kind)"] {
      try ledger.check(DisclosureCase(line, .values))
    }
    try ledger.check(DisclosureCase("append --dry-run", input: mutation.description + "\n", .values))
    for field in schema.fields where field.isSensitive && schema.isStored(field.name) {
      try ledger.check(DisclosureCase("query \(kind) --group-by \(field.name)", .values))
      guard let wrong = Self.wrong(field.type) else { continue }
      try ledger.check(DisclosureCase("upsert \(kind) one {} --set \(field.name)=\(wrong)", .refusal))
    }
  }

  /// A text that a field of this type does not take.
  private static func wrong(_ type: FieldType) -> String? {
    switch type {
    case .string, .enumeration, .any, .one: nil
    // The marker itself is base64.
    case .data: "Zq7M!"
    default: "Zq7M"
    }
  }
}
