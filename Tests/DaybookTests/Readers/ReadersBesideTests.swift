import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// While one long reading is stopped in the middle of its files, others write and read; and it shows what a quiet
/// ledger shows, though its files are joined meanwhile.
@Suite(.serialized) struct ReadersBesideTests {
  static let end = Cut.asOf(Instant(milliseconds: 4_000_000_000_000))
  static let start = Cut.asOf(Instant(milliseconds: 0))

  /// What reads the log, each telling what it came to.
  static let readers: [(name: String, read: @Sendable (Ledger) async throws -> String)] = [
    ("log", { try await $0.told(LogFilter(id: "ann")) }),
    ("log of one author", { try await $0.told(LogFilter(by: "early", limit: 3)) }),
    (
      "logAndFollow",
      { ledger in
        let told = Locked<[String]>([])
        _ = try await ledger.history.logAndFollow { entry in
          told.withLock { $0.append("\(entry.event.stamp) \(entry.event.mutation.id)") }
        }
        return told.withLock { $0.joined(separator: "\n") }
      }
    ),
    ("history", { "\(try await $0.history.steps(kind: Member.kind, id: "ann"))".without(files: true) }),
    ("history of an owner", { "\(try await $0.history.steps(kind: Household.kind, id: "home").count)" }),
    ("blame", { "\(try await $0.history.blame(kind: Member.kind, id: "ann") as Any)".without(files: true) }),
    (
      "blame of the past",
      { "\(try await $0.history.blame(kind: Member.kind, id: "ann", at: end) as Any)".without(files: true) }
    ),
    ("diff", { "\(try await $0.history.differences(from: start))".without(files: true) }),
    (
      "diff of an entity",
      {
        "\(try await $0.history.differences(from: start, kind: Member.kind, id: "ann"))".without(files: true)
      }
    ),
    (
      "steps",
      { ledger in
        let told = Locked<[String]>([])
        try await ledger.history.steps(kinds: [Member.kind]) { step in
          told.withLock { $0.append("\(step.id) \(step.changes)") }
          return true
        }
        return told.withLock { $0.joined(separator: "\n") }
      }
    ),
    ("settled conflicts", { "\(try await $0.conflicts.settled())" }),
    ("last change", { "\(try await $0.history.lastChange(by: "early")?.entries.map(\.event) as Any)" }),
    ("erasures", { "\(try await $0.erasures.list())" }),
    ("audit export", { "\(try await $0.audit.export(about("ann")).rows)" }),
    ("audit report", { "\(try await $0.audit.report(about("ann")).subjects)" }),
    ("past get", { "\(try await $0.get(kind: Member.kind, id: "ann", at: end) as Any)" }),
    ("past search", { "\(try await $0.search(past("ann")).hits.map(\.snippet))" }),
    (
      "replay",
      {
        "\(try await $0.audit.replay(at: .until(Stamp(time: 1 << 63, replica: .init(rawValue: 0)))).findings)"
      }
    ),
    ("replay check", { "\(try await $0.audit.checkReplay().isSame)" }),
  ]

  private static func past(_ text: String) -> SearchRequest {
    var request = SearchRequest(text)
    request.cut = end
    return request
  }

  private static func about(_ id: String) -> AuditReportOptions {
    var options = AuditReportOptions()
    options.entities = [EntityName(kind: Member.kind, id: id)]
    options.madeAt = Instant(milliseconds: 1_800_000_000_000)
    return options
  }

  @Test(arguments: readers.map(\.name)) func othersDoNotWait(_ name: String) async throws {
    let read = try #require(Self.readers.first { $0.name == name }).read
    let scene = try await ReadersScene()
    if name == "erasures" {
      try await scene.ledger.erasures.erase(ErasureRequest(kind: Member.kind, id: "bo"))
    }
    let (quiet, count, files) = (
      try await read(scene.ledger), try await scene.ledger.count(Member.self), try scene.files()
    )
    let reading = scene.gate.run { [scene] in try await read(scene.ledger) }
    #expect(await scene.gate.isReached(), "it reads files")
    try await scene.write("late", id: "cat")
    #expect(try await scene.ledger.get(kind: Member.kind, id: "cat")?["name"] == "late")
    // The files that it was about to read are joined.
    _ = try await scene.ledger.maintenance.seal()
    #expect(try !files.isSubset(of: scene.files()))
    #expect(try await scene.ledger.count(Member.self) == count + 1)
    scene.gate.open()
    let found = try await reading.value
    #expect(!scene.gate.hasTimedOut, "somebody waited for it")
    #expect(found == quiet)
  }

  /// A reading that began before an erasure ends without an error; one that began after does not show it.
  @Test(arguments: ["log", "history", "blame", "diff", "audit export", "past get", "past search"])
  func anErasureDoesNotWait(_ name: String) async throws {
    let read = try #require(Self.readers.first { $0.name == name }).read
    let scene = try await ReadersScene()
    #expect(try await read(scene.ledger).contains("ann lee"))
    let reading = scene.gate.run { [scene] in try await read(scene.ledger) }
    #expect(await scene.gate.isReached(), "it reads files")
    try await scene.ledger.erasures.erase(ErasureRequest(kind: Member.kind, id: "ann"))
    try await scene.ledger.erasures.removeTexts(now: true)
    #expect(try await !read(scene.ledger).contains("ann lee"))
    scene.gate.open()
    _ = try await reading.value
    #expect(!scene.gate.hasTimedOut, "somebody waited for it")
    #expect(try await !read(scene.ledger).contains("ann lee"))
  }

  /// What is acknowledged when a reading begins is in it, though no file has it yet.
  @Test(
    arguments: readers.map(\.name).filter {
      !["erasures", "settled conflicts", "replay", "replay check"].contains($0)
    })
  func whatWasWrittenIsRead(_ name: String) async throws {
    let read = try #require(Self.readers.first { $0.name == name }).read
    let scene = try await ReadersScene(publishing: .delayed(from: .seconds(600), to: .seconds(600)))
    let before = try await read(scene.ledger)
    try await scene.write("again", id: "ann", by: "early")
    let after = try await read(scene.ledger)
    #expect(after != before)
    await scene.ledger.publish()
    #expect(try await read(scene.ledger) == after)
    let fresh = try scene.open()
    #expect(try await read(fresh) == after)
  }

  /// The index of a search is made beside the actor, and holds what is written meanwhile.
  @Test func aFirstSearchHoldsNobodyUp() async throws {
    let scene = try await ReadersScene(memberCount: 700)
    let reader = scene.ledger
    let reading = scene.gate.run { try await reader.search("late", kinds: nil, limit: nil).map(\.id) }
    #expect(await scene.gate.isReached(), "it looks for an index that is kept")
    try await reader.append(
      [Mutation(.upsert, kind: Member.kind, id: "cat", set: ["name": "late"])], options: AppendOptions())
    #expect(try await reader.get(kind: Member.kind, id: "cat") != nil)
    // Another search waits for the index, and is no reason that anything else does.
    async let second = reader.search("lee", limit: nil).map(\.id)
    #expect(try await reader.count(Member.self) == 703)
    scene.gate.open()
    #expect(try await reading.value == ["cat"], "an index shows what was written by its end")
    #expect(try await second.contains("ann"))
    #expect(!scene.gate.hasTimedOut, "somebody waited for it")
    let fresh = try scene.open()
    for text in ["late", "lee", "\"ann lee\"", "member 7", "member"] {
      #expect(try await reader.search(text, limit: 50) == fresh.search(text, limit: 50), "\(text)")
    }
  }

  /// The words of what was erased while an index was being written are not kept.
  @Test func anIndexOfErasedTextsIsNotKept() async throws {
    let scene = try await ReadersScene(memberCount: 2100) { $0.path.contains(".made") }
    let reading = scene.gate.run { [scene] in try await scene.ledger.search("roe").map(\.id) }
    #expect(await scene.gate.isReached(), "an index of so many is kept")
    try await scene.ledger.erasures.erase(ErasureRequest(kind: Member.kind, id: "bo"))
    try await scene.ledger.erasures.removeTexts(now: true)
    scene.gate.open()
    _ = try await reading.value
    #expect(!scene.gate.hasTimedOut, "somebody waited for it")
    #expect(try scene.keptIndexes().isEmpty)
    #expect(try await scene.ledger.search("roe").isEmpty)
    // Another process keeps one without them.
    #expect(try await scene.open().search("roe").isEmpty)
    #expect(try scene.keptIndexes().count == 1)
  }

  /// Much that was written since the last search is looked at in parts.
  @Test func aSearchAfterMuchWasWrittenAgreesWithAFreshOne() async throws {
    let scene = try await ReadersScene(memberCount: 20)
    #expect(try await scene.ledger.search("lee").map(\.id) == ["ann"])
    for round in 0..<3 {
      try await scene.ledger.append(
        (0..<900).map { number in
          Mutation(
            .upsert, kind: Member.kind, id: "many-\(number)",
            set: ["name": .string("round \(round) of \(number)")])
        }, options: AppendOptions())
      if round == 1 {
        try await scene.ledger.append(
          [Mutation(.delete, kind: Member.kind, id: "many-7")], options: AppendOptions())
      }
      let fresh = try scene.open()
      for text in ["round \(round)", "round", "\"of 7\"", "\"of 70\"", "lee"] {
        let found = try await scene.ledger.search(text, limit: nil)
        #expect(try await found == fresh.search(text, limit: nil), "\(text)")
        #expect(!found.isEmpty || text == "\"of 7\"")
      }
    }
  }
}

extension Ledger {
  /// The events that a filter lets through.
  fileprivate nonisolated func told(_ filter: LogFilter) async throws -> String {
    let told = Locked<[String]>([])
    try await history.log(filter) { entry in
      told.withLock { $0.append(String(decoding: entry.line, as: UTF8.self)) }
      return true
    }
    return told.withLock { $0.joined(separator: "\n") }
  }
}

extension LogFilter {
  fileprivate init(id: String? = nil, by: String? = nil, limit: Int? = nil) {
    self.init()
    (self.id, self.by, self.limit) = (id, by, limit)
  }
}

extension String {
  /// Without the names of segments: the same event may lie in another one by now.
  fileprivate func without(files: Bool) -> String {
    split(separator: "\"", omittingEmptySubsequences: false).filter { !$0.isEmpty && !$0.hasSuffix(".zst") }
      .joined(separator: "\"")
  }
}
