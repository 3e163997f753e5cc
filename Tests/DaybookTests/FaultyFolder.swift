import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

/// A ledger whose folder, or whose machine's state, lies on a disk that fails when a test wants it to.
struct FaultyFolder {
  let files: OwnFilesTests
  /// Of the folder's disk.
  let control = FaultControl()
  let stateControl: FaultControl

  init(stateControl: FaultControl = FaultControl()) throws {
    files = try OwnFilesTests()
    self.stateControl = stateControl
  }

  /// Another process of a machine.
  ///
  /// - Parameters:
  ///   - machine: its number; other machines have the same state folder.
  ///   - copy: a folder besides, with a copy of the ledger's files.
  func open(machine: UInt64 = 7, copy: MemoryFileStore? = nil) throws -> Ledger {
    let state = FaultFileStore(files.state, stateControl)
    var options = LedgerOptions.prompt
    options.now = { [clock = files.clock] in clock.now }
    options.wait = .zero
    let mark = FileMark(inode: copy == nil ? 7 : 8, birthTime: 7)
    let machine = Machine(
      state: { state }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (0, 0, 0, machine))) },
      folder: { FolderMark(realPath: "/\(mark.inode)", mark: mark) }, hostName: { "here" })
    let store = FaultFileStore(copy ?? files.folder, control)
    return try Ledger.open(store, path: "/\(mark.inode)", [], machine, options)
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
