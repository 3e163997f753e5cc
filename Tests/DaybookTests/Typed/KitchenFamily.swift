import Daybook
import DaybookTestSupport

/// One ledger's folder on two machines, which read and write it at the same time.
struct KitchenFamily {
  private let folder: TemporaryFolder
  let ann: Ledger
  let bob: Ledger

  init() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/ledger"
    func options(_ name: String) -> LedgerOptions {
      var options = LedgerOptions.prompt
      options.stateDirectory = folder.path + "/" + name
      options.cacheDirectory = folder.path + "/cache-" + name
      options.replicaName = name
      return options
    }
    try await Ledger.create(at: path, options: options("ann"))
    ann = try await Ledger.open(at: path, systems: [.kitchen], options: options("ann"))
    bob = try await Ledger.open(at: path, systems: [.kitchen], options: options("bob"))
    self.folder = folder
  }
}
