import Daybook
import DaybookTestSupport
import Testing

/// Reading and writing in one step.
@Suite struct TransactionTests {
  private let soup = Dish { ($0.title, $0.servings) = ("Soup", 0) }

  private func kitchen() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    try await ledger.commit { [soup] in try $0.upsert(soup) }
    return ledger
  }

  private func inFiftyTasks(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { try await body() } }
      try await group.waitForAll()
    }
  }

  @Test func fiftyTasksThatAddOneMakeFifty() async throws {
    let (ledger, id) = (try await kitchen(), soup.id)
    try await inFiftyTasks {
      try await ledger.write { tx in
        guard var soup = try tx.get(id) else { return }
        soup.servings += 1
        try tx.upsert(soup)
      }
    }
    try await inFiftyTasks { try await ledger.commit { $0.update(id) { $0.servings += 1 } } }
    #expect(try await ledger.get(id)?.servings == 100)
    #expect(try await ledger.conflicts.list().isEmpty)
  }

  @Test func theStaleOfFiftyAreRefusedAndTryAgain() async throws {
    let (ledger, id) = (try await kitchen(), soup.id)
    try await inFiftyTasks {
      while true {
        guard var soup = try await ledger.get(id) else { return }
        soup.servings += 1
        do {
          try await ledger.commit(expect: soup.readStamp) { [soup] in try $0.upsert(soup) }
          return
        } catch let error as LedgerError where error.code == .moved {
          continue
        }
      }
    }
    #expect(try await ledger.get(id)?.servings == 50)
    #expect(try await ledger.conflicts.list().isEmpty)
  }

  @Test func whatWasWrittenMeanwhileIsMovedAlsoWhereItIsTheSame() async throws {
    let (ledger, id) = (try await kitchen(), soup.id)
    var stale = try #require(try await ledger.get(id))
    try await ledger.commit { $0.update(id) { $0.servings = 1 } }
    stale.servings = 1
    do {
      try await ledger.commit(expect: stale.readStamp) { [stale] in try $0.upsert(stale) }
      Issue.record("written on a stale reading")
    } catch let error as LedgerError {
      #expect(error.code == .moved)
    }
  }

  @Test func savingWhatIsThereAlreadyIsNotAConflict() async throws {
    let (ledger, id) = (try await kitchen(), soup.id)
    for servings in [1, 2] {
      var soup = try #require(try await ledger.get(id))
      soup.servings = servings
      try await ledger.commit { [soup] in try $0.upsert(soup) }
    }
    var stale = try #require(try await ledger.get(id))
    try await ledger.commit { $0.update(id) { $0.servings = 3 } }
    stale.servings = 3
    let saved1 = try await ledger.commit { [stale] in try $0.upsert(stale) }
    #expect(saved1.events.isEmpty)
    stale.servings = 4
    try await ledger.commit { [stale] in try $0.upsert(stale) }
    #expect(try await ledger.get(id)?.servings == 4)
    #expect(try await ledger.conflicts.list().isEmpty)
  }

  @Test func whoeverExpectsNoChangeIsRefused() async throws {
    let (ledger, id) = (try await kitchen(), soup.id)
    let read = try #require(try await ledger.get(id))
    let other = Dish { $0.title = "Stew" }
    try await ledger.commit { batch in
      try batch.expectUnmoved(read)
      try batch.upsert(other)
    }
    try await ledger.commit { $0.update(id) { $0.servings = 2 } }
    for write: @Sendable (inout Batch) throws -> Void in [
      { batch in
        try batch.expectUnmoved(read)
        batch.update(other) { $0.title = "Roast" }
      },
      { batch in
        batch.update(other) { $0.title = "Roast" }
        try batch.expectUnmoved(read)
      },
    ] {
      let error = await #expect(throws: LedgerError.self) { try await ledger.commit(write) }
      #expect(error?.code == .moved)
    }
    #expect(try await ledger.get(other.id)?.title == "Stew")
    #expect(throws: LedgerError.self) {
      var batch = Batch()
      try batch.expectUnmoved(Dish { $0.title = "never read" })
    }
  }

  @Test func aTransactionSeesWhatItWrote() async throws {
    let (ledger, id) = (try await kitchen(), soup.id)
    let stew = Dish(id: "stew") { $0.title = "Stew" }
    let (seen, receipt) = try await ledger.write(by: "ann") { tx in
      var seen: [Int?] = []
      tx.update(id) { $0.servings = 1 }
      seen.append(try tx.get(id)?.servings)
      tx.update(id) { $0.servings += 1 }
      try tx.set(id, \.title, to: "Pea soup")
      seen.append(try tx.get(id)?.servings)
      try tx.upsert(stew)
      seen.append(try tx.get(stew.id)?.servings)
      tx.delete(stew)
      seen.append(try tx.get(stew.id)?.servings)
      return seen
    }
    #expect(seen == [1, 2, 4, nil])
    #expect(receipt.events.allSatisfy { $0.mutation.by == "ann" } && receipt.commit != nil)
    let read = try #require(try await ledger.get(id))
    #expect(read.servings == 2 && read.words == ["Pea", "soup"])
    #expect(try await ledger.get(stew.id) == nil)
  }

  /// The closure goes on although a change could not be made: nothing is written, rather than the rest.
  @Test func aSwallowedErrorFailsTheCommit() async throws {
    let (ledger, id) = (try await kitchen(), soup.id)
    let gone = Dish(id: "gone") { $0.title = "Gone" }
    let other = Dish(id: "other") { $0.title = "Other" }
    try await ledger.commit { try $0.upsert(other) }
    await #expect(throws: LedgerError.self) {
      try await ledger.write { tx in
        tx.update(id) { $0.servings = 5 }
        tx.update(gone.id) { $0.servings = 5 }
        tx.update(other.id) { $0.servings = 5 }
        _ = try? tx.get(id)
      }
    }
    #expect(try await ledger.get(id)?.servings == 0)
    #expect(try await ledger.get(other.id)?.servings != 5)
  }

  @Test func aQueryComesBeforeTheWrites() async throws {
    let ledger = try await kitchen()
    let count = try await ledger.write { tx in
      let dishes = try tx.fetch(Dish.self)
      for dish in dishes { tx.update(dish) { $0.servings = 7 } }
      let tags = try tx.count(DishTag.self)
      return dishes.count + tags
    }.value
    #expect(count == 1)
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.write { tx in
        try tx.upsert(Dish { $0.title = "Stew" })
        _ = try tx.fetch(Dish.self)
      }
    }
    #expect(error?.code == .usage)
    #expect(try await ledger.fetch(Dish.self).map(\.servings) == [7])
  }

  @Test func whatThrowsWritesNothing() async throws {
    struct Shortage: Error {}
    let (ledger, id) = (try await kitchen(), soup.id)
    await #expect(throws: Shortage.self) {
      try await ledger.write { tx in
        tx.update(id) { $0.servings = 5 }
        _ = try tx.get(id)
        throw Shortage()
      }
    }
    await #expect(throws: Shortage.self) {
      try await ledger.commit { batch in
        batch.update(id) { $0.title = "x" }
        batch.update(id) { _ in throw Shortage() }
      }
    }
    let read = try #require(try await ledger.get(id))
    #expect(read.servings == 0 && read.title == "Soup")
  }

  @Test func aCancelledTasksCommitIsNotWritten() async throws {
    let (ledger, id) = (try await kitchen(), soup.id)
    let outcome = await Task {
      _ = withUnsafeCurrentTask { $0?.cancel() }
      return await Result { try await ledger.commit { $0.update(id) { $0.servings = 5 } } }
    }.value
    #expect(throws: CancellationError.self) { try outcome.get() }
    #expect(try await ledger.get(id)?.servings == 0)
    // Whatever is cancelled when: what is acknowledged is there, what is not is not.
    let written = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        let task = Task {
          try await ledger.append([
            Mutation(.upsert, kind: Dish.kind, id: "dish-\(number)", set: ["title": "x"])
          ])
        }
        if number % 3 == 0 { task.cancel() }
        group.addTask {
          do {
            let receipt = try await task.value
            let dish = try await ledger.get(Ref<Dish>("dish-\(number)"))
            return receipt.commit != nil && dish != nil
          } catch {
            let dish = try? await ledger.get(Ref<Dish>("dish-\(number)"))
            return error is CancellationError && dish == nil
          }
        }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(written.count == 40 && written.allSatisfy { $0 })
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
