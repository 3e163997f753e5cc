import DaybookModel
import DaybookTestSupport
import Foundation
import MessagingTestSupport
import Testing

/// Who may read and write what, through the command: what is refused is status 77, and says nothing.
@Suite struct MessagingAccessTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    #expect(try sandbox.run(BuiltCommand.path, ["init", sandbox.ledger]).status == 0)
    #expect(try append(AccessAttempts.world, in: sandbox).status == 0)
    return sandbox
  }

  private static func append(
    _ mutations: [Mutation], in sandbox: Sandbox, _ more: [String] = []
  ) throws -> Outcome {
    let file = sandbox.work + "/mutations.jsonl"
    let lines = mutations.map { JSONValue.object($0.json).description + "\n" }.joined()
    try lines.write(toFile: file, atomically: true, encoding: .utf8)
    return try sandbox.run(
      BuiltCommand.path, ["append", file, "--atomic", "--ledger", sandbox.ledger] + more)
  }

  @Test func whatTheRulesForbidIsNotWritten() throws {
    let sandbox = try Self.sandbox()
    for attempt in AccessAttempts.all {
      let dry = try Self.append(attempt.mutations, in: sandbox, ["--as", attempt.user, "--dry-run"])
      #expect(dry.status == (attempt.isAllowed ? 0 : 77), "\(attempt): \(dry.errors)")
      #expect(!dry.errors.contains("secret"), "\(attempt)")
      if attempt.isAllowed { continue }
      #expect(dry.output.isEmpty, "\(attempt)")
      let done = try Self.append(attempt.mutations, in: sandbox, ["--as", attempt.user])
      #expect(done.status == 77, "\(attempt): \(done.errors)")
      #expect(!(done.output + done.errors).contains("secret"), "\(attempt)")
    }
  }

  /// Whatever a command may show, what Ann may not read is in none of it.
  @Test func whatTheRulesHideIsNotShown() throws {
    let sandbox = try Self.sandbox()
    func run(_ words: String, _ more: [String] = []) throws -> Outcome {
      try sandbox.run(
        BuiltCommand.path,
        words.split(separator: " ").map(String.init) + more
          + ["--ledger", sandbox.ledger, "--as", "ann", "--format", "jsonl"])
    }
    let kinds = ["user", "faq", "conversation", "participant", "message", "attachment"]
    for kind in kinds {
      let ids = try #require(AccessAttempts.readable["ann"]?[kind])
      let found = try run("query messaging.\(kind)")
      #expect(found.status == 0)
      #expect(found.output.split(separator: "\n").count == ids.count, "\(kind)")
      #expect(try run("query messaging.\(kind) --count").output.contains("\(ids.count)"))
      for text in ["secret-bd", "secret-bob-question", "bob@example.org", "name of dora"] {
        #expect(!found.output.contains(text), "\(kind): \(text)")
      }
    }
    var histories: [String] = []
    for (kind, ids) in AccessAttempts.readable["ann"] ?? [:] {
      for id in ids { histories += ["history messaging.\(kind) \(id)", "blame messaging.\(kind) \(id)"] }
    }
    for words in [
      "log", "conflicts", "query messaging.message --group-by conversation",
      "query messaging.message --sort conversation.owner",
      "query messaging.conversation --fields lastMessage",
      "query messaging.participant --group-by displayName", "messaging inbox", "messaging read bob",
      "messaging outbox", "audit report", "audit report --entity messaging.user ann",
      "diff --from 2000-01-01", "replay --emit jsonl",
    ] + histories {
      let outcome = try run(words)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
      for text in ["secret-bd", "secret-bob-question", "bob@example.org", "dora"] {
        #expect(!(outcome.output + outcome.errors).contains(text), "\(words): \(text)")
      }
    }
    for condition in ["text contains 'secret-bd'", "conversation.owner.email = 'bob@example.org'"] {
      #expect(try run("query messaging.message --count", ["--where", condition]).output.contains("0"))
    }
    for (kind, id) in [
      ("message", "bd-bob"), ("user", "bob"), ("faq", "fb"), ("conversation", "bd"),
      ("participant", "bd/dora"),
      ("attachment", "file-bd-bob"),
    ] {
      let there = try run("get messaging.\(kind) \(id)")
      let nowhere = try run("get messaging.\(kind) nowhere")
      #expect(there.status == 77)
      #expect(nowhere.status == 77)
      #expect(there.errors.replacing("'\(id)'", with: "'nowhere'") == nowhere.errors)
      #expect(there.output.isEmpty)
      let proved = try run("prove messaging.\(kind) \(id)")
      #expect(
        proved.status == 77 && proved.errors == there.errors && proved.output.isEmpty, "\(proved.errors)")
      for command in ["history", "blame", "revert --as-of 2000-01-01"] {
        let there = try run("\(command) messaging.\(kind) \(id)")
        let nowhere = try run("\(command) messaging.\(kind) nowhere")
        #expect(there.status == 77 && nowhere.status == 77, "\(command) \(id): \(nowhere.errors)")
        #expect(there.errors.replacing("'\(id)'", with: "'nowhere'") == nowhere.errors, "\(command)")
        #expect(there.output.isEmpty)
      }
      #expect(try run("diff --from 2000-01-01 messaging.\(kind) \(id)").status == 77)
      #expect(try run("diff --from 2000-01-01 messaging.\(kind) nowhere").status == 77)
    }
    #expect(try run("diff --from 2000-01-01 sam.person").status == 77)
    #expect(try run("query daybook.replica").status == 77)
    #expect(try run("query sam.person").status == 77)
    #expect(try run("messaging read dora").status == 1, "nobody she writes to")
    #expect(try run("messaging send bd hello").status == 1)
  }

  @Test func nobodyElseIsAUser() throws {
    let sandbox = try Self.sandbox()
    for name in ["carol", "nobody", ""] {
      let outcome = try sandbox.run(
        BuiltCommand.path,
        ["query", "messaging.message", "--ledger", sandbox.ledger, "--as", name])
      #expect(outcome.status == 77, "\(name)")
    }
    let byAddress = try sandbox.run(
      BuiltCommand.path,
      ["query", "messaging.user", "--ledger", sandbox.ledger, "--as", "ANN@example.org"])
    #expect(byAddress.status == 0)
    let unnamed = try sandbox.run(BuiltCommand.path, ["messaging", "inbox", "--ledger", sandbox.ledger])
    #expect(unnamed.status == 64, "two users, and nobody says which")
  }
}
