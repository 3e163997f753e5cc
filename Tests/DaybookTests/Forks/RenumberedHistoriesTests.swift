import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Synchronization
import Testing

@testable import Daybook

/// A forked replica's histories are numbered in the order in which a reading meets them. When the smaller file grows
/// beyond the larger one, the order changes; what was held before stays what it was.
@Suite struct RenumberedHistoriesTests {
  private let store: MemoryFileStore
  private let grown: (path: String, bytes: [UInt8])
  /// The same under another name.
  private let renamed: (path: String, bytes: [UInt8])
  /// The other history's file.
  private let other: (path: String, bytes: [UInt8])
  /// The file when it has grown, and is still the smaller one.
  private let less: [UInt8]
  /// Of the events that were there before.
  private let ids: [String]

  init() throws {
    var a = try #require(OddReplica(seed: 33))
    for index in 0..<24 { try a.set("e\(index)", to: "\(index)") }
    var b = a
    b.time += 500
    for index in 24..<35 { try a.set(index == 27 ? "x" : "a\(index)", to: "of a \(index)") }
    for index in 24..<50 {
      if index == 25 {
        let line = ",\"op\":\"upsert\",\"kind\":\"k.one\",\"id\":\"b25\",\"set\":{\"f\":\"of b\"}}"
        try b.write([.event(line)], more: ",\"key\":\"import\"")
      } else {
        try b.set(index == 24 || index == 40 ? "x" : "b\(index)", to: "of b \(index)")
      }
    }
    var layout = ForkLayout()
    other = a.open(0..<35, random: 1)
    layout.add(other)
    layout.add(b.open(0..<26, random: 2))
    store = try layout.store()
    grown = b.open(0..<50, random: 2)
    renamed = b.open(0..<50, random: 3)
    less = b.open(0..<28, random: 2).bytes
    let parted = (24..<35).map { $0 == 27 ? "x" : "a\($0)" } + ["x", "b25"]
    ids = ((0..<24).map { "e\($0)" } + parted).sorted()
  }

  private func open() throws -> Ledger {
    var options = LedgerOptions.prompt
    options.now = { Instant(milliseconds: 1_795_000_100_000) }
    return try Ledger.open(store, path: "memory:", [], .inMemory(), options)
  }

  private func grow() throws { try store.replaceFile(grown.path, with: grown.bytes) }

  @Test("A conflict that was settled stays settled")
  func aSettledConflictStaysSettled() async throws {
    let ledger = try open()
    try #require(try await ledger.conflicts.list().count == 1)
    try await ledger.append([Mutation(.upsert, kind: "k.one", id: "x", set: ["f": "both"])])
    let before = try await ledger.conflicts.settled()
    try #require(before.count == 1)
    try grow()
    #expect(try await "\(ledger.conflicts.settled())" == "\(before)")
  }

  @Test("An export has the events of its view")
  func anExportHasTheEventsOfItsView() async throws {
    let ledger = try open()
    let exported = try await ledger.export { [store, grown] _, source in
      try store.replaceFile(grown.path, with: grown.bytes)
      var ids: [String] = []
      _ = try source.forEachEvent { ids.append($0.event.mutation.id) }
      return ids.sorted()
    }
    #expect(exported == ids)
  }

  /// At whichever operation of the store a larger copy takes the file's place under another name, or the files swap
  /// their names.
  @Test(
    "An export tells the histories apart while a file changes", arguments: [false, true], [false, true])
  func anExportTellsHistoriesApart(_ grewBefore: Bool, _ swap: Bool) async throws {
    let whole = store.image
    var (number, refusals) = (0, 0)
    while true {
      number += 1
      let store = MemoryFileStore(whole)
      let swapped = [(grown.path, other.bytes), (other.path, grown.bytes)]
      let change = Change(store, at: number, from: grown.path, to: swap ? swapped : [renamed])
      let control = FaultControl(observingReading: true) { _, _ in change.note() }
      var options = LedgerOptions.prompt
      options.now = { Instant(milliseconds: 1_795_000_100_000) }
      let ledger = try Ledger.open(
        FaultFileStore(store, control), path: "memory:", [], .inMemory(), options)
      let exported = try await ledger.export { [grown, less] _, source -> [String]? in
        if grewBefore { try store.replaceFile(grown.path, with: less) }
        change.begin()
        var ids: [String] = []
        do {
          _ = try source.forEachEvent { ids.append($0.event.mutation.id) }
        } catch let error as LedgerError where error.code == .inputOutput {
          return nil
        }
        return ids.sorted()
      }
      if exported == nil { refusals += 1 } else { #expect(exported == ids, "operation \(number)") }
      if !change.isDone { break }
    }
    #expect(number > 3 && refusals > 0, "\(refusals) of \(number)")
  }

  /// Of the files' names and contents, at one operation after the beginning.
  private final class Change: Sendable {
    private let store: MemoryFileStore
    private let number: Int
    private let old: String
    private let new: [(path: String, bytes: [UInt8])]
    /// Operations since the beginning.
    private let count = Mutex<Int?>(nil)

    init(_ store: MemoryFileStore, at number: Int, from old: String, to new: [(path: String, bytes: [UInt8])])
    {
      (self.store, self.number, self.old, self.new) = (store, number, old, new)
    }

    func begin() { count.withLock { $0 = 0 } }

    var isDone: Bool { count.withLock { $0 ?? 0 >= number } }

    func note() {
      let now = count.withLock { count in
        count = count.map { $0 + 1 }
        return count
      }
      guard now == number else { return }
      #expect(throws: Never.self) {
        try store.tamper { (image) throws(FileError) in
          try image.unplant(old)
          for file in new { try image.plant(file.bytes, at: file.path) }
        }
      }
    }
  }

  @Test("A rebuild in the order of stamps has what was held")
  func aRebuildHasWhatWasHeld() throws {
    let loaded = try LedgerState.read(store, ForkLayout.descriptor)
    let digest = loaded.records.digest()
    try grow()
    let rebuild = try LedgerState.readInOrder(store, ForkLayout.descriptor, within: HeldBranches(loaded))
    let (isWhole, rebuilt) = (rebuild.isWhole, rebuild.loaded.records.digest())
    #expect(isWhole && rebuilt == digest)
  }

  /// The other history has a commit of the same number, without the key.
  @Test("A commit that is repeated is found by its key")
  func aRepeatedCommitIsFoundByItsKey() async throws {
    let ledger = try open()
    var options = AppendOptions()
    options.key = "import"
    let receipt = try await ledger.append(
      [Mutation(.upsert, kind: "k.one", id: "b25", set: ["f": "of b"])], options: options)
    #expect(receipt.isRepeat && receipt.events.map(\.mutation.id) == ["b25"])
  }
}
