import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Synchronization
import Testing

/// Another process writes, seals and compacts at whichever call of a reader: the reader shows what was there before or
/// what is there after, and finds nothing wrong with it.
@Suite struct ChangingLedgerTests {
  /// The folder and the state before and after the other process's work.
  private struct Change: Sendable {
    var before: (folder: MemoryImage, state: MemoryImage)
    var after: (folder: MemoryImage, state: MemoryImage)
  }

  private func change() async throws -> Change {
    let files = try OwnFilesTests()
    func write(_ ids: String...) async throws {
      for id in ids {
        files.clock.advance(1000)
        let ledger = try files.open()
        try await ledger.append(files.note(id))
        await ledger.close()
      }
    }
    func work(_ body: (Ledger) async throws -> Void) async throws {
      let ledger = try files.open()
      try await body(ledger)
      await ledger.close()
    }
    try await write("a", "b")
    try await work { _ = try await $0.maintenance.seal() }
    try await write("c")
    try await work { _ = try await $0.maintenance.seal() }
    try await write("d")
    let before = (files.folder.image, files.state.image)
    try await write("e", "f")
    try await work { _ = try await $0.maintenance.compact() }
    try await write("g")
    return Change(before: before, after: (files.folder.image, files.state.image))
  }

  private enum Look: CaseIterable {
    case status, replayCheck, verify, log, heads, prove
  }

  @Test func whateverIsAskedHolds() async throws {
    let change = try await change()
    for look in Look.allCases {
      var call = 1
      while true {
        let (folder, state) = (MemoryFileStore(change.before.folder), MemoryFileStore(change.before.state))
        let number = call
        let control = FaultControl(
          observingReading: true,
          observer: { count, _ in
            guard count == number else { return }
            try? folder.tamper { (image) throws(FileError) in image = change.after.folder }
            try? state.tamper { (image) throws(FileError) in image = change.after.state }
          })
        let ledger = try open(FaultFileStore(folder, control), state)
        try await check(look, ledger, "\(look) at call \(call)")
        if control.count < call { break }
        call += 1
      }
      #expect(call > 10)
    }
  }

  /// Another process writes and ends between the reading of the folder and that of the state, at every check.
  @Test func aFasterWriterLeavesNothingWaiting() async throws {
    let files = try OwnFilesTests()
    var images: [(folder: MemoryImage, state: MemoryImage)] = []
    for index in 0..<40 {
      files.clock.advance(1000)
      let ledger = try files.open()
      try await ledger.append(files.note("n\(index)"))
      await ledger.close()
      images.append((files.folder.image, files.state.image))
    }
    let (folder, state) = (MemoryFileStore(images[0].folder), MemoryFileStore(images[0].state))
    let written = Mutex(images.dropFirst())
    let control = FaultControl(
      observingReading: true,
      observer: { _, operation in
        guard operation.path.hasSuffix("/identity.json"), operation.name == .read else { return }
        let next = written.withLock { $0.removeFirst() }
        try? folder.tamper { (image) throws(FileError) in image = next.folder }
        try? state.tamper { (image) throws(FileError) in image = next.state }
      })
    let status = try await open(folder, FaultFileStore(state, control)).replicas.status()
    #expect(status.notices == [] && status.findings == [] && status.unpublishedCommits == 0, "\(status)")
    #expect(written.withLock(\.count) < 32, "checked less than often enough to give up")
  }

  private func open(_ folder: any FileStore, _ state: any FileStore) throws -> Ledger {
    var options = LedgerOptions.prompt
    options.now = { Instant(milliseconds: 1_790_000_100_000) }
    let machine = Machine(
      state: { state }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (0, 0, 0, 7))) },
      folder: { FolderMark(realPath: "/l", mark: FileMark(inode: 7, birthTime: 7)) }, hostName: { "here" })
    return try Ledger.open(folder, path: "/l", [], machine, options)
  }

  private func check(_ look: Look, _ ledger: Ledger, _ place: String) async throws {
    switch look {
    case .status:
      let status = try await ledger.replicas.status()
      #expect(status.findings == [] && status.strangers == [] && status.notices == [], "\(place): \(status)")
      #expect(status.unpublishedCommits == 0 && status.replicas.map(\.linesBehind) == [0], "\(place)")
    case .replayCheck:
      let check = try await ledger.audit.checkReplay()
      #expect(check.isSame && check.digest == check.rebuiltDigest && check.findings == [], "\(place)")
    case .verify:
      let report = try await ledger.audit.verify()
      #expect(report.findings == [] && report.events >= 5, "\(place): \(report.findings)")
    case .log:
      var seqs: [UInt64] = []
      try await ledger.history.log { entry in
        seqs.append(entry.event.seq)
        return true
      }
      #expect(seqs.count >= 5 && seqs == Array(1...UInt64(seqs.count)), "\(place): \(seqs)")
    case .heads:
      #expect(try ledger.auditor.heads().map(\.lastSeq).allSatisfy { $0 >= 5 }, "\(place)")
    case .prove:
      let request = ProofRequest(.entity(kind: "planner.note", id: "a"))
      #expect(try await ledger.audit.prove(request, as: nil).parts.count == 1, "\(place)")
    }
  }
}
