import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

/// A ledger whose folder lies on a disk that fails when a test wants it to. The state's disk holds.
struct FaultyFolder {
  let files: OwnFilesTests
  let control = FaultControl()

  init() throws { files = try OwnFilesTests() }

  /// Another process of the same machine.
  func open() throws -> Ledger {
    let state = files.state
    var options = LedgerOptions()
    options.now = { [clock = files.clock] in clock.now }
    let machine = Machine(
      state: { state }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (0, 0, 0, 7))) },
      folder: { FolderMark(realPath: "/l", mark: FileMark(inode: 7, birthTime: 7)) }, hostName: { "here" })
    return try Ledger.open(FaultFileStore(files.folder, control), path: "/l", [], machine, options)
  }

  /// One note, a second after what was written before.
  func write(_ id: String, closing: Bool = true) async throws -> AppendReceipt {
    files.clock.advance(1000)
    let ledger = try open()
    let receipt = try await ledger.append(files.note(id))
    if closing { await ledger.close() }
    return receipt
  }

  /// Until `control.heal()`.
  func fillDisk() { control.plan(FaultPlan(.fail(.noSpace), at: control.count + 1, isLasting: true)) }
}
