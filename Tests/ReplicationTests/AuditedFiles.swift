import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

/// A ledger's files in memory, and a machine that remembers what it saw of them.
struct AuditedFiles {
  let store = MemoryFileStore()
  let state = MemoryFileStore()

  init() { try? store.replaceFile(LedgerLayout.descriptor, with: Reading.descriptor.bytes) }

  private var machine: Machine {
    let state = state
    return Machine(
      state: { state }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (0, 0, 0, 0))) },
      folder: { FolderMark(realPath: "memory:", mark: FileMark(inode: 1, birthTime: 0)) },
      hostName: { "memory" })
  }

  private var options: LedgerOptions {
    var options = LedgerOptions.prompt
    options.now = { Instant(milliseconds: 1_790_000_100_000) }
    return options
  }

  func auditor() throws -> Auditor {
    try Auditor(folder: store, path: "memory:", machine: machine, options: options)
  }

  func open() throws -> Ledger { try Ledger.open(store, path: "memory:", [], machine, options) }
}
