import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Takes in what other machines or processes have put into the folder since the last reading.
  ///
  /// - Returns: whether anything was read anew.
  @discardableResult
  public func refresh() throws -> Bool {
    if !isStale, try foreignFiles(Inventory.scan(folder)) == foreignFiles(loaded.inventory) { return false }
    try reload()
    return true
  }

  /// Before every use of the records: what did not become durable is no part of them.
  func requireFresh() throws {
    if isStale { try reload() }
  }

  func reload() throws {
    try read()
    try session?.attach(to: &loaded, now: options.now())
  }

  /// Reads the folder as it is now.
  func read() throws {
    loaded = try LoadedLedger.read(
      folder, descriptor, rootsWanted: machine.rootsRemembered(descriptor.ledger))
    view = View(registry: schemas)
    isStale = false
  }

  /// Own files change with every own commit, which the records hold already.
  private func foreignFiles(_ inventory: Inventory) -> Inventory.Signature {
    var foreign = inventory
    if let session { foreign.replicas.removeAll { $0.id == session.replica } }
    return foreign.signature
  }
}
