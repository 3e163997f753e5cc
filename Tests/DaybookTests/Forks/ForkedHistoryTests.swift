import DaybookLog
import DaybookTestSupport
import Synchronization
import Testing

@testable import Daybook

@Suite struct ForkedHistoryTests {
  @Test("Both histories count once and conflict, whatever file holds which lines")
  func bothHistoriesCountOnceAndConflict() throws {
    for (number, layout) in try ForkLayout.whole().enumerated() {
      let outcome = try layout.outcome()
      #expect(outcome.events == 61 && outcome.conflicts == 1 && outcome.histories == 2, "layout \(number)")
      #expect(try outcome == ForkLayout.whole()[0].outcome(), "layout \(number)")
    }
  }

  @Test("A whole copy beside a rotten one adds nothing")
  func aWholeCopyBesideARottenOneAddsNothing() throws {
    let outcomes = try ForkLayout.cut().map { try $0.outcome() }
    #expect(outcomes[0].events == 51 && outcomes[0] == outcomes[1])
  }

  @Test("Equal sets of events of a forked replica read alike", .seeded)
  func equalSetsOfEventsReadAlike() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for round in 0..<30 {
      let histories = try RandomForkLayout(&random)
      let expected = try histories.layout(&random).outcome()
      for copy in 1...4 {
        let outcome = try histories.layout(&random).outcome()
        #expect(outcome == expected, "DAYBOOK_SEED=\(TestSeed.current), round \(round), copy \(copy)")
      }
    }
  }

  @Test("Files that come one by one lead to the same records as reading anew", .seeded)
  func filesThatComeOneByOne() async throws {
    var random = SeededRandom(seed: TestSeed.current &+ 1)
    for round in 0..<8 {
      let layout = try RandomForkLayout(&random).layout(&random)
      let expected = try layout.outcome()
      let store = try ForkLayout().store()
      let ledger = try Ledger.open(store, path: "memory:", [], .inMemory(), LedgerOptions.prompt)
      let told = await ledger.told()
      for (path, bytes) in layout.files.shuffled(using: &random) {
        try store.createFolder(store.folder(of: path))
        try store.replaceFile(path, with: bytes)
        _ = try await ledger.refresh()
      }
      let (events, digest) = await ledger.state
      let anew = try Ledger.open(store, path: "memory:", [], .inMemory(), LedgerOptions.prompt)
      let digestAnew = await anew.state.digest
      #expect(
        events == expected.events && digest == digestAnew, "DAYBOOK_SEED=\(TestSeed.current), round \(round)")
      #expect(
        told.texts.count == Int(expected.events) && Set(told.texts).count == told.texts.count,
        "DAYBOOK_SEED=\(TestSeed.current), round \(round)")
    }
  }

  /// The file that is the larger one is read first, and its history has the first number.
  @Test("Each event is told once when the histories change their order")
  func eachEventIsToldOnce() async throws {
    let (a, b) = try ForkLayout.twoHistories()
    var layout = ForkLayout()
    layout.add(a.open(0..<35, random: 1))
    layout.add(b.open(0..<26, random: 2))
    let store = try layout.store()
    let ledger = try Ledger.open(store, path: "memory:", [], .inMemory(), LedgerOptions.prompt)
    let told = await ledger.told()
    let grown = b.open(0..<50, random: 2)
    try store.replaceFile(grown.path, with: grown.bytes)
    try await ledger.refresh()
    #expect(told.ids == (26..<50).map { $0 == 40 ? "x" : "b\($0)" })
    // And when the first history is the larger one again.
    var longer = a
    longer.time += 1000
    for index in 35..<70 { try longer.set("a\(index)", to: "of a \(index)") }
    let regrown = longer.open(0..<70, random: 1)
    try store.replaceFile(regrown.path, with: regrown.bytes)
    try await ledger.refresh()
    #expect(told.ids.dropFirst(24) == (35..<70).map { "a\($0)" }[...])
  }
}

/// What a follower of a ledger was told.
private final class Told: Sendable {
  private let entries = Mutex<[LogEntry]>([])

  var texts: [[UInt8]] { entries.withLock { $0.map(\.line) } }
  var ids: [String] { entries.withLock { $0.map(\.event.mutation.id) } }

  func add(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }
}

extension Ledger {
  fileprivate func told() -> Told {
    let told = Told()
    _ = follow(
      Follower(matcher: LogMatcher(LogFilter())) {
        told.add($0)
      } finish: { _ in
      })
    return told
  }
}
