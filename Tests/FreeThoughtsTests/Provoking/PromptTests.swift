import Daybook
import Foundation
import Testing

@testable import FreeThoughts

/// The prompts that came with FreeThoughts, and the user's beside them.
@Suite struct PromptTests {
  @Test func fourAreThereWithoutAnEvent() async throws {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    let prompts = try await ledger.freeThoughts.prompts()
    #expect(prompts.map(\.name) == ["Challenge", "Expand", "Simplify", "Question"])
    #expect(prompts.map(\.sortOrder) == [1, 2, 3, 4])
    #expect(prompts.map(\.isBuiltIn) == [true, true, true, true])
    #expect(Set(prompts.map(\.id)).count == 4)
    for prompt in prompts {
      #expect(prompt.promptTemplate.contains("{selection}"))
      #expect(prompt.promptTemplate.contains("{context}"))
    }
    #expect(try await ledger.audit.replay().events == 0)
  }

  /// The same moment in every ledger, and on every machine; what somebody writes over one leaves it.
  @Test func theyWereMadeOnOneDay() async throws {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    let id = ProvocationPrompt.builtIn[0].id
    try await ledger.commit {
      $0.append(
        Mutation(.upsert, kind: ProvocationPrompt.kind, id: id.rawValue, set: ["name": "Doubt"]))
    }
    let row = try #require(try await ledger.get(kind: ProvocationPrompt.kind, id: id.rawValue))
    #expect(row["name"] == "Doubt")
    for prompt in try await ledger.freeThoughts.prompts() {
      #expect(prompt.createdAt.timeIntervalSince1970 == 1_770_595_200)
    }
  }

  /// What each of them asks for.
  @Test(arguments: [
    ("Challenge", ["assumptions", "claims", "mistaken", "leave out"]),
    ("Expand", ["imply", "connected", "further"]), ("Simplify", ["easier words", "core"]),
    ("Question", ["ask", "investigating further"]),
  ])
  func theySayWhatTheyAreFor(name: String, words: [String]) throws {
    let prompt = try #require(ProvocationPrompt.builtIn.first { $0.name == name })
    for word in words { #expect(prompt.promptTemplate.contains(word), "\(word)") }
  }

  /// They are referred to by id in every ledger: changing one would lose what somebody wrote over it.
  @Test func theirIDsStay() {
    #expect(
      ProvocationPrompt.builtIn.map(\.id) == [
        "6f1d0c7e-52a4-4b0e-9c35-0a4f6b1e7d21", "c24a9b15-83d6-4f72-a1b8-5e90d37c6f42",
        "19e7f3d8-b60c-4a95-8d24-c7f1a25b8063", "a85b6240-1fe9-4c3d-b7a6-2d04e9f81c74",
      ])
  }

  @Test func oneIsChangedHiddenAndBack() async throws {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    let id = ProvocationPrompt.builtIn[1].id
    try await ledger.commit {
      $0.append(
        Mutation(
          .upsert, kind: ProvocationPrompt.kind, id: id.rawValue, set: ["promptTemplate": "More: {selection}"]
        ))
    }
    let changed = try #require(try await ledger.get(id))
    #expect(changed.promptTemplate == "More: {selection}")
    #expect(changed.name == "Expand")
    try await ledger.commit { $0.delete(id) }
    #expect(try await ledger.freeThoughts.prompts().map(\.name) == ["Challenge", "Simplify", "Question"])
    try await ledger.commit { batch in
      batch.restore(id)
      try batch.upsert(
        ProvocationPrompt { ($0.name, $0.promptTemplate, $0.sortOrder) = ("Haiku", "{selection}", 2) })
    }
    #expect(
      try await ledger.freeThoughts.prompts().map(\.name) == [
        "Challenge", "Expand", "Haiku", "Simplify", "Question",
      ])
  }

  @Test(arguments: [
    ("{selection}", "S"), ("{context} {selection} {context}", "C S C"), ("", ""), ("none", "none"),
    ("{other} {Selection} { selection }", "{other} {Selection} { selection }"), ("{", "{"),
    ("{selection", "{selection"),
    ("{{selection}}", "{S}"), ("}{selection}{", "}S{"), ("{a {selection} }", "{a S }"),
  ])
  func onlyKnownPlaceholdersAreFilled(template: String, filled: String) {
    #expect(PromptTemplate(template).filled(selection: "S", context: "C") == filled)
  }

  /// What is filled in is not filled in again.
  @Test func textWithPlaceholders() {
    let template = PromptTemplate("{selection}|{context}")
    #expect(template.filled(selection: "{context}", context: "{selection}") == "{context}|{selection}")
  }
}
