import DaybookModel
import DaybookTestSupport
import Foundation
import MessagingTestSupport
import Testing

/// Two ledgers that differ in nothing but what Ann may not read answer every command of hers alike: no command tells whether
/// something of another's is there.
@Suite struct OneAnswerCommandTests {
  private struct World {
    let whole: Sandbox
    let visible: Sandbox

    init() throws {
      let readable = AccessAttempts.readable["ann"] ?? [:]
      (whole, visible) = (try Sandbox(), try Sandbox())
      for (sandbox, isWhole) in [(whole, true), (visible, false)] {
        let mutations = AccessAttempts.world.filter { mutation in
          let kind = String(mutation.kind.dropFirst("messaging.".count))
          return isWhole || readable[kind]?.contains(mutation.id) == true
        }
        let lines = mutations.map { JSONValue.object($0.json).description + "\n" }.joined()
        try lines.write(toFile: sandbox.work + "/world.jsonl", atomically: true, encoding: .utf8)
        #expect(try sandbox.daybook("init", "ledger").status == 0)
        #expect(try sandbox.daybook("append", "world.jsonl", "--atomic", "--ledger", "ledger").status == 0)
      }
    }

    func check(_ line: String) throws {
      let command = "daybook \(line) --as ann --ledger ledger"
      let (there, nowhere) = (try whole.shell(command), try visible.shell(command))
      #expect(there.status == nowhere.status, "\(line): \(there.errors)\(nowhere.errors)")
      #expect(there.errors == nowhere.errors, "\(line)")
      if there.status != 0 { #expect(there.output == nowhere.output, "\(line)") }
    }
  }

  /// Of each kind what Ann may not read, and a field of it.
  private static let hidden: [(kind: String, id: String, field: String)] = [
    ("user", "bob", "displayName=x"), ("faq", "fb", "question=q"), ("conversation", "bd", "title=x"),
    ("participant", "bd/dora", "displayName=x"), ("message", "bd-bob", "text=t"),
    ("attachment", "file-bd-bob", "fileName=x"),
  ]

  @Test(arguments: 0..<hidden.count) func everyCommandOnAKind(_ index: Int) throws {
    let world = try World()
    let (kind, id, field) = Self.hidden[index]
    let entity = "messaging.\(kind) \(id)"
    for line in [
      "get \(entity)", "history \(entity)", "blame \(entity)", "prove \(entity)", "delete \(entity)",
      "restore \(entity)", "dismiss \(entity)", "upsert \(entity) --set \(field)",
      "upsert \(entity) --new --set \(field)", "upsert \(entity) --new --dangling --set \(field)",
      "upsert \(entity) --new --dry-run --set \(field)", "upsert \(entity) --new --json '{\"bogus\":1}'",
      "audit report --entity \(entity)", "diff --from 2000-01-01 \(entity)",
      "revert --as-of 2000-01-01 \(entity)", "query messaging.\(kind) --count",
    ] {
      try world.check(line)
    }
  }

  /// What refers to it: both ends of every relation, known or dangling.
  @Test(arguments: [
    "upsert messaging.faq n --new --set question=q answer=a owner=bob",
    "upsert messaging.faq n --new --dangling --set question=q answer=a owner=bob",
    "upsert messaging.faq fa --set owner=bob", "upsert messaging.faq fa --dangling --set owner=bob",
    "link messaging.user bob faqs fa", "unlink messaging.user bob faqs fa",
    "link messaging.user bob conversations ab", "link messaging.faq fa owner bob --dangling",
    "upsert messaging.participant n --new --set conversation=bd user=ann",
    "upsert messaging.participant n --new --dangling --set conversation=bd user=ann",
    "upsert messaging.participant n --new --dangling --set conversation=bd user=dora",
    "upsert messaging.participant ab/ann --dangling --set conversation=bd user=dora",
    "upsert messaging.message n --new --set conversation=bd sender=ann text=t",
    "upsert messaging.message n --new --dangling --set conversation=bd sender=ann text=t",
    "link messaging.conversation bd participants ab/ann", "link messaging.conversation bd messages ab-ann",
    "link messaging.conversation ab participants bd/dora",
    "link messaging.conversation ab participants bd/dora --dangling",
    "unlink messaging.conversation bd participants bd/dora",
    "link messaging.conversation ab messages bd-bob",
    "link messaging.conversation ab messages bd-bob --dangling",
    "link messaging.message ab-ann conversation bd --dangling",
    "link messaging.message ab-ann replyTo bd-bob", "link messaging.message ab-ann replyTo bd-bob --dangling",
    "link messaging.message ab-bob faqMatch fb", "link messaging.message ab-bob faqMatch fb --dangling",
    "link messaging.message bd-bob attachments file-ab-ann",
    "upsert messaging.attachment n --new --set message=bd-bob",
    "upsert messaging.attachment n --new --dangling --set message=bd-bob",
    "link messaging.message ab-ann attachments file-bd-bob", "search secret-bd", "search dora", "conflicts",
    "messaging read bd", "messaging read dora", "messaging send bd hello", "messaging mark bd",
    "messaging leave bd", "messaging people bd", "messaging people ab --add dora", "messaging rename bd x",
    "messaging new dora", "messaging analyze bd", "messaging edit bd-bob x", "messaging unsend bd-bob",
    "messaging answer bd-bob", "messaging outbox retry bd-bob", "messaging attachment file-bd-bob",
    "messaging faq remove fb", "messaging faq edit fb --keyword x", "messaging faq match secret-bob-question",
    "messaging me bob", "messaging me bob --name Bobby",
  ])
  func whatRefersToIt(_ line: String) throws { try World().check(line) }
}
