import DaybookLog
import DaybookTestSupport
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
      let ledger = try Ledger.open(store, path: "memory:", [], .inMemory(), LedgerOptions())
      for (path, bytes) in layout.files.shuffled(using: &random) {
        try store.createFolder(store.folder(of: path))
        try store.replaceFile(path, with: bytes)
        _ = try await ledger.refresh()
      }
      let (events, digest) = await ledger.state
      let anew = try Ledger.open(store, path: "memory:", [], .inMemory(), LedgerOptions())
      let digestAnew = await anew.state.digest
      #expect(
        events == expected.events && digest == digestAnew, "DAYBOOK_SEED=\(TestSeed.current), round \(round)")
    }
  }
}
