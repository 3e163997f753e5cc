import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// What a machine remembers of the heads it has read, in a file that several of its processes change.
@Suite struct MemoryTests {
  private let state = MemoryFileStore()
  private let ledger = TestReplica.ledger
  private var path: String { "ledgers/\(ledger)/witness.json" }

  private func note(_ number: UInt8, in store: any FileStore) throws {
    try Witness.remember(store, ledger: ledger) { witness in
      witness.heads[TestReplica(number).id] = [
        Witness.Head(size: UInt64(number), root: Hash256.of([number].span), lastSeq: 1)
      ]
    }
  }

  private var remembered: Set<ReplicaID> {
    get throws { Set(try Witness.read(state, ledger: ledger)?.heads.keys.map { $0 } ?? []) }
  }

  /// At whichever call of one process another notes something too: neither is refused, and both are remembered.
  @Test func twoProcessesForgetNothing() throws {
    var call = 1
    while true {
      try? state.remove(path)
      try note(9, in: state)
      let (shared, id, number) = (state, ledger, call)
      let control = FaultControl(
        observingReading: true,
        observer: { count, _ in
          guard count == number else { return }
          // The first process's lock keeps this one out; it continues later.
          _ = try? Witness.remember(shared, ledger: id, wait: .zero) { witness in
            witness.heads[TestReplica(2).id] = [
              Witness.Head(size: 2, root: Hash256.of([2].span), lastSeq: 1)
            ]
          }
        })
      try note(1, in: FaultFileStore(state, control))
      try note(2, in: state)
      let expected = Set([1, 2, 9].map { TestReplica($0).id })
      #expect(try remembered == expected, "at call \(call)")
      #expect(try state.list("ledgers/\(ledger)")?.map(\.name).sorted() == ["shared.lock", "witness.json"])
      if control.count < call { break }
      call += 1
    }
    #expect(call > 6)
  }

  /// An empty, cut or changed one says nothing, whatever byte it is.
  @Test func aDamagedOneIsTold() throws {
    for number in 1...3 as ClosedRange<UInt8> { try note(number, in: state) }
    let bytes = try state.readAll(path)
    #expect(try Witness.stored(state, ledger: ledger).witness != nil)
    for size in 0..<bytes.count {
      try state.put(Array(bytes.prefix(size)), at: path)
      #expect(try Witness.stored(state, ledger: ledger) == .damaged, "\(size) bytes")
    }
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      try state.put(changed, at: path)
      #expect(try Witness.stored(state, ledger: ledger) == .damaged, "byte \(place)")
    }
    try state.remove(path)
    #expect(try Witness.stored(state, ledger: ledger) == .absent)
  }

  /// It stays a finding of `verify` until `repair`, though a new memory is begun beside it.
  @Test(arguments: [[], Array("no memory".utf8)]) func aDamagedOneIsAFindingUntilRepair(_ bytes: [UInt8])
    async throws
  {
    let files = AuditedFiles()
    let state = files.state
    func write(_ id: String) async throws -> [Notice] {
      let ledger = try files.open()
      let receipt = try await ledger.append([Mutation(.upsert, kind: "test.thing", id: id, set: ["n": 1])])
      await ledger.close()
      return receipt.notices
    }
    let first = try await write("a")
    #expect(!first.contains { $0.code.hasPrefix("memory") })
    #expect(try await files.open().audit.verify().findings == [])
    try state.put(bytes, at: path)
    let found = try await files.open().audit.verify().findings
    #expect(found.map(\.kind) == [.corruption] && found.first?.isFailure == true && found.first?.file == nil)
    try state.put(bytes, at: path)
    #expect(try await write("b").contains { $0.code == "memory-damaged" })
    #expect(try Witness.read(state, ledger: ledger) != nil, "a new one is begun")
    #expect(
      try await files.open().audit.verify().findings.map(\.kind) == [.corruption],
      "and the loss is not forgotten")
    let repair = try await files.open().maintenance.repair()
    #expect(repair.acts.contains { $0.backup?.contains("witness.json") == true }, "\(repair.acts)")
    #expect(try await files.open().audit.verify().findings == [])
    // So does a missing one, whether a verification or a write begins the new one.
    for writes in [false, true] {
      try state.remove(path)
      if writes { #expect(try await write("c").contains { $0.code == "memory-damaged" }) }
      for _ in 1...2 {
        let found = try await files.open().audit.verify().findings
        #expect(found.map(\.kind) == [.corruption] && found.first?.isFailure == true)
      }
      #expect(try Witness.read(state, ledger: ledger) != nil)
      _ = try await files.open().maintenance.repair()
      #expect(try await files.open().audit.verify().findings == [])
    }
  }
}
