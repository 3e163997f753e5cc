import Daybook
import Testing

@testable import SAM

/// One finder for every kind: what is there, what is gone, and which of several kinds.
@Suite struct KindFinderTests {
  static let ann = "0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11"

  /// Ann is there; Zoe is deleted, and so is what was made with the beginning of Ann's id.
  private func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.append([
      Mutation(.upsert, kind: Person.kind, id: Self.ann, set: ["displayNameCache": "Ann Lee"]),
      Mutation(.upsert, kind: Person.kind, id: "0193e0a4", set: ["displayNameCache": "Ghost"]),
      Mutation(.delete, kind: Person.kind, id: "0193e0a4"),
      Mutation(.upsert, kind: Person.kind, id: "zoe-1", set: ["displayNameCache": "Zoe Roth"]),
      Mutation(.delete, kind: Person.kind, id: "zoe-1"),
      Mutation(.upsert, kind: Context.kind, id: "lees", set: ["name": "The Lees"]),
    ])
    return ledger
  }

  private func find(
    _ text: String, _ kinds: [String] = [Person.kind], _ scope: EntityScope = .shown
  ) async throws -> String {
    try await ledger().withView { try $0.entity(text, among: kinds, noun: "person", scope: scope).id }
  }

  @Test func theBeginningOfAnIDMeansWhatIsThere() async throws {
    #expect(try await find("0193e0a4") == Self.ann)
    #expect(try await find("0193e0a4-7d") == Self.ann)
    #expect(try await find("ann") == Self.ann)
  }

  /// The command that removes a ghost, given twice, must not delete the entity that was meant.
  @Test func aDeleteMeansTheWholeIDFirst() async throws {
    #expect(try await find("0193e0a4", scope: .deletable) == "0193e0a4")
    #expect(try await find("0193e0a", scope: .deletable) == Self.ann)
    #expect(try await find("ANN lee", scope: .deletable) == Self.ann)
    // Too little to delete anybody by.
    let error = await #expect(throws: LedgerError.self) { try await find("lee", scope: .deletable) }
    #expect(error?.what == "'lee' matches only part of the name of Ann Lee (0193e0a4-)")
  }

  /// Elsewhere the one that is in use is meant.
  @Test func aDeleteDoesNotChooseTheOneInUse() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.append([
      Mutation(
        .upsert, kind: Person.kind, id: "p1",
        set: ["displayNameCache": "Bo Diaz", "emailCache": "bo@x.example"]),
      Mutation(
        .upsert, kind: Person.kind, id: "p2",
        set: ["displayNameCache": "Carla Diaz", "emailCache": "carla@x.example", "isArchived": true]),
      Mutation(.upsert, kind: Person.kind, id: "01a2-1", set: ["displayNameCache": "Eva"]),
      Mutation(
        .upsert, kind: Person.kind, id: "01a2-2", set: ["displayNameCache": "Eva", "isArchived": true]),
    ])
    for (text, id) in [("diaz", "p1"), ("x.example", "p1"), ("eva", "01a2-1"), ("01a2", "01a2-1")] {
      let shown = try await ledger.withView { try $0.entity(text, among: [Person.kind], noun: "person").id }
      #expect(shown == id)
      let error = await #expect(throws: LedgerError.self) {
        try await ledger.withView {
          try $0.entity(text, among: [Person.kind], noun: "person", scope: .deletable)
        }
      }
      #expect(error?.what.hasPrefix("'\(text)' matches 2 ") == true, "\(error?.what ?? "")")
    }
  }

  @Test func whatIsGoneIsFoundWhereThePastIsAskedFor() async throws {
    #expect(try await find("zoe roth", scope: .written) == "zoe-1")
    #expect(try await find("zoe-", scope: .goneFirst) == "zoe-1")
    let error = await #expect(throws: LedgerError.self) { try await find("zoe roth") }
    #expect(error?.code == .notFound)
    #expect(try await find("zoe-1") == "zoe-1")
  }

  @Test func theNearestIDIsSuggested() async throws {
    let mistyped = Self.ann.replacing("7cc2", with: "7cd2")
    let error = await #expect(throws: LedgerError.self) { try await find(mistyped) }
    #expect(error?.advice == "did you mean '\(Self.ann)'?")
  }

  /// As lists show it, with one mistake.
  @Test(arguments: [
    "0193e0b4-7d5", "0193e0a4-7x", "0193e0a4-75d", "0193e0a47d51", "0193e0a4-77d51", "0193E0B4-7D5",
  ]) func theNearestShortIDIsSuggested(_ text: String) async throws {
    let error = await #expect(throws: LedgerError.self) { try await find(text) }
    #expect(error?.advice == "did you mean '0193e0a4-'?", "\(text)")
  }

  @Test(arguments: ["0193e0b4-7x", "0193e0b", "7d51-7cc2"]) func whatIsFarFromEveryIDIsNotSuggested(
    _ text: String
  ) async throws {
    let error = await #expect(throws: LedgerError.self) { try await find(text) }
    #expect(error?.advice?.contains("did you mean") != true, "\(text)")
  }

  @Test(arguments: [("wiess", "Jürgen Weiß"), ("jurgn", "Jürgen Weiß"), ("wiess jurgen", "Jürgen Weiß")])
  func theNameWithTheNearestWordIsSuggested(_ text: String, _ name: String) async throws {
    let ledger = try await ledger()
    try await ledger.append([
      Mutation(.upsert, kind: Person.kind, id: "w", set: ["displayNameCache": .string(name)])
    ])
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.withView { try $0.entity(text, among: [Person.kind], noun: "person").id }
    }
    #expect(error?.advice == "did you mean '\(name)'?", "\(text)")
  }

  @Test func oneOfSeveralKinds() async throws {
    #expect(try await find("the lees", [Person.kind, Context.kind]) == "lees")
    let error = await #expect(throws: LedgerError.self) {
      try await find("lee", [Person.kind, Context.kind])
    }
    #expect(error?.code == .usage)
    #expect(error?.what.contains("sam.person") == true && error?.what.contains("The Lees") == true)
  }
}

extension KindFinderTests {
  private func find(_ text: String, scope: EntityScope) async throws -> String {
    try await find(text, [Person.kind], scope)
  }
}
