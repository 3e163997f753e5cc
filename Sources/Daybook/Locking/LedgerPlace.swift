package import DaybookLog
import DaybookModel

/// The place of a ledger that is opened more than once: in a folder, or in a store of any kind.
package struct LedgerPlace: Sendable {
  /// For messages.
  let path: String
  /// The folder's files as they lie there, and this machine.
  let files: @Sendable (LedgerOptions) throws -> (store: any FileStore, machine: Machine)

  init(_ path: String) {
    self.path = path
    files = { try Ledger.files(at: path, $0) }
  }

  package init(_ store: any FileStore, path: String, _ machine: Machine) {
    self.path = path
    files = { _ in (store, machine) }
  }

  /// Opens it without any system: for what concerns every ledger.
  func open(_ options: LedgerOptions) throws -> Ledger {
    let (store, machine) = try files(options)
    return try Ledger.open(store, path: SystemFolder.resolved(path), [], machine, options)
  }

  func descriptor(_ options: LedgerOptions) throws -> LedgerDescriptor {
    try LedgerDescriptor.settled(in: try files(options).store, path: path)
  }
}
