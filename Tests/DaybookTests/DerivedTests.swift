import Daybook
import DaybookTestSupport
import Testing

/// A note whose words are kept beside its text.
private struct Jotting: Entity {
  var id = ID()
  var text = ""
  var isPinned = false
  var words: [String] = []
  var parent: Ref<Jotting>?
  var children: [Ref<Jotting>] = []

  static let schema = Schema("jot.jotting") {
    One(\.parent, inverse: \.children)
    Inverse(\.children, of: \.parent, onDelete: .cascade)
    Derived(\.words, from: \.text) { text in text.split(separator: " ").map(String.init) }
  }
}

/// Derived fields through the ledger's face.
@Suite struct DerivedTests {
  private let system = System("jot", version: 1, kinds: [Jotting.self])

  @Test func aStructTakesTheDerivedFieldAlong() async throws {
    let ledger = try Ledger.inMemory(systems: [system])
    let made = Jotting { $0.text = "call Ann" }
    let first = try await ledger.commit { try $0.upsert(made) }
    #expect(first.events.map(\.mutation.set) == [["text": "call Ann", "words": ["call", "Ann"]]])
    var read = try #require(try await ledger.get(made.id))
    #expect(read.words == ["call", "Ann"])
    // The same struct again, with what it read or as it was made, is no change.
    let same = try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(same.events.isEmpty)
    read.text = "call Ben"
    let second = try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(second.events.map(\.mutation.set) == [["text": "call Ben", "words": ["call", "Ben"]]])
    read.isPinned = true
    read.words = ["call", "Ben"]
    let third = try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(third.events.map(\.mutation.set) == [["isPinned": true]])
  }

  @Test func whatDiffersIsTheAuthorsWord() async throws {
    let ledger = try Ledger.inMemory(systems: [system])
    var jotting = Jotting {
      $0.text = "call Ann"
      $0.words = ["mine"]
    }
    try await ledger.commit { [jotting] in try $0.upsert(jotting) }
    #expect(try await ledger.get(jotting.id)?.words == ["mine"])
    (jotting.text, jotting.words) = ("call Ben", ["my", "own"])
    try await ledger.commit { [jotting] in try $0.upsert(jotting) }
    #expect(try await ledger.get(jotting.id)?.words == ["my", "own"])
  }

  /// Where everything is written, since nothing can be compared, the derived field still is not.
  @Test func twoWritesInACommitAndAHiddenEntity() async throws {
    let ledger = try Ledger.inMemory(systems: [system])
    let parent = Jotting { $0.text = "list" }
    let jotting = Jotting {
      $0.text = "one"
      $0.parent = parent.id
    }
    try await ledger.commit { batch in
      try batch.upsert(parent)
      try batch.upsert(jotting)
    }
    var read = try #require(try await ledger.get(jotting.id))
    read.text = "two words"
    try await ledger.commit { [read] batch in
      batch.append(Mutation(.upsert, kind: Jotting.kind, id: read.id.rawValue, set: ["isPinned": true]))
      try batch.upsert(read)
    }
    #expect(try await ledger.get(jotting.id)?.words == ["two", "words"])
    read = try #require(try await ledger.get(jotting.id))
    read.text = "hidden all the same"
    try await ledger.commit { $0.delete(parent) }
    try await ledger.commit { [read] in try $0.upsert(read) }
    try await ledger.commit { $0.restore(parent) }
    #expect(try await ledger.get(jotting.id)?.words == ["hidden", "all", "the", "same"])
  }

  @Test func aKeyComparesWhatWasAskedFor() async throws {
    let ledger = try Ledger.inMemory(systems: [system])
    let asked = [Mutation(.upsert, kind: Jotting.kind, id: "a", set: ["text": "call Ann"])]
    let options = AppendOptions(key: "k")
    let first = try await ledger.append(asked, options: options)
    #expect(first.events.first?.mutation.set?["words"] == ["call", "Ann"])
    let again = try await ledger.append(asked, options: options)
    #expect(again.isRepeat && again.commit == first.commit)
    await #expect(throws: LedgerError.self) {
      try await ledger.append(
        [Mutation(.upsert, kind: Jotting.kind, id: "a", set: ["text": "call Ben"])], options: options)
    }
  }

  @Test func aReplayNeedsNoFormula() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/ledger"
    var options = LedgerOptions.prompt
    options.stateDirectory = folder.path + "/state"
    try await Ledger.create(at: path, options: options)
    let ledger = try await Ledger.open(at: path, systems: [system], options: options)
    try await ledger.append([Mutation(.sync, kind: Jotting.kind, id: "a", set: ["text": "call Ann"])])
    await ledger.close()
    let raw = try await Ledger.open(at: path, systems: [], options: options)
    #expect(try await raw.get(kind: Jotting.kind, id: "a")?["words"] == ["call", "Ann"])
  }
}
