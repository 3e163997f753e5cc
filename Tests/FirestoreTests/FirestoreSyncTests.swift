import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookFirestore
@testable import DaybookFirestoreServer
@testable import Messaging

/// Two ledgers and one server over HTTP.
struct FirestoreSyncTests {
  private struct Phone {
    let user: Ref<User>
    let ledger: Ledger
    let far: any RemoteStore

    var mailbox: Mailbox { Mailbox(ledger, of: user) }

    init(_ user: String, _ far: any RemoteStore) async throws {
      (self.user, self.far) = (Ref(user), far)
      ledger = try Ledger.inMemory(systems: [.messaging])
      try await ledger.commit { batch in try batch.upsert(User(id: Ref(user)) { $0.displayName = user }) }
    }

    /// Whatever went wrong is tried again by the next.
    func sync() async throws {
      var policy = RetryPolicy()
      policy.random = { 0 }
      policy.sleep = { _ in }
      _ = try await RemoteSync(ledger, with: far, named: "server", as: user, policy: policy).run()
      try await mailbox.retry()
    }

    func texts(in conversation: Ref<Conversation>) async throws -> [String] {
      try await mailbox.messages(in: conversation).map(\.text)
    }
  }

  /// A quarter of all requests go wrong, in any way: every message arrives once, in the same order for both.
  @Test(.seeded, arguments: 0..<6)
  func everyMessageArrivesOnce(run: UInt64) async throws {
    let seed = TestSeed.current &+ run
    let faults = HTTPFaults(rate: 0.25, random: SeededRandom(seed: seed))
    let server = try await EmulatorServer(
      FirestoreEmulator(asksRulesFirst: run.isMultiple(of: 2)), faults: faults)
    let far = FirestoreClients(url: server.url)
    let ann = try await Phone("ann", far)
    let bob = try await Phone("bob", far)
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    var sent = ["ann 0"]
    try await ann.mailbox.send("ann 0", to: conversation)
    for number in 1..<5 {
      try await ann.sync()
      try await ann.mailbox.send("ann \(number)", to: conversation)
      sent.append("ann \(number)")
      try await bob.sync()
      if try await bob.mailbox.inbox().isEmpty { continue }
      try await bob.mailbox.send("bob \(number)", to: conversation)
      sent.append("bob \(number)")
    }
    faults.heal()
    server.deliverLate()
    for _ in 0..<3 {
      try await ann.sync()
      try await bob.sync()
    }
    let texts = try await ann.texts(in: conversation)
    #expect(texts == (try await bob.texts(in: conversation)), "DAYBOOK_SEED=\(seed)")
    #expect(texts.sorted() == sent.sorted(), "DAYBOOK_SEED=\(seed)")
    for phone in [ann, bob] { #expect(try await phone.mailbox.outbox() == [], "DAYBOOK_SEED=\(seed)") }
  }

  // MARK: the executable

  private func sandbox(_ user: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    #expect(try sandbox.daybook("init", "ledger").status == 0)
    #expect(try sandbox.daybook("messaging", "me", user, "--ledger", "ledger").status == 0)
    return sandbox
  }

  @Test func theExecutableCarriesMessages() async throws {
    let server = try await EmulatorServer()
    let (ann, bob) = (try sandbox("ann"), try sandbox("bob"))
    func sync(_ sandbox: Sandbox, _ user: String) throws -> Outcome {
      try sandbox.daybook(
        "messaging", "sync", "--ledger", "ledger", "--server", server.url,
        environment: ["DAYBOOK_MESSAGING_TOKEN": "token-\(user)"])
    }
    let new = try ann.daybook("messaging", "new", "bob=Bob", "--ledger", "ledger")
    #expect(new.status == 0, "\(new.errors)")
    let said = try ann.daybook("messaging", "send", "bob", "See you on Monday?", "--ledger", "ledger")
    #expect(said.status == 0, "\(said.errors)")
    // The answer is lost: what was sent is sent again, and is one.
    server.faults.play(nil, nil, nil, nil, nil, .cutAfter)
    for _ in 0..<2 {
      let outcome = try sync(ann, "ann")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let heard = try sync(bob, "bob")
    #expect(heard.status == 0, "\(heard.errors)")
    let read = try bob.daybook("messaging", "read", "ann", "--ledger", "ledger", "--format", "jsonl")
    #expect(read.output.components(separatedBy: "See you on Monday?").count == 2, "\(read)")
    // Under its own name it is `sync`.
    let own = try ann.run(
      BuiltCommand.folder + "/daybook-messaging-sync", ["--ledger", "ledger", "--server", server.url],
      environment: ["DAYBOOK_MESSAGING_TOKEN": "token-ann"])
    #expect(own.status == 0, "\(own.errors)")
  }

  @Test(arguments: [
    ("nonsense", "token-ann", 64, "is not a URL of a Firestore database"),
    ("http://example.org/v1/projects/p/databases/d/documents", "secret-token", 64, "unencrypted"),
    ("SERVER", "", 77, "DAYBOOK_MESSAGING_TOKEN"), ("SERVER", "secret-token", 77, "DAYBOOK_MESSAGING_TOKEN"),
    ("http://127.0.0.1:1/v1/projects/p/databases/d/documents", "secret-token", 69, "cannot be reached"),
  ])
  func whatIsWrongIsSaid(url: String, token: String, status: Int32, words: String) async throws {
    let server = try await EmulatorServer()
    let ann = try sandbox("ann")
    #expect(try ann.daybook("messaging", "new", "bob", "--new", "--ledger", "ledger").status == 0)
    let outcome = try ann.daybook(
      "messaging", "sync", "--ledger", "ledger", "--server", url == "SERVER" ? server.url : url,
      environment: ["DAYBOOK_MESSAGING_TOKEN": token])
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(!(outcome.output + outcome.errors).contains("secret-token"))
  }
}
