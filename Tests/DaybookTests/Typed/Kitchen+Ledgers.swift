import Daybook
import DaybookTestSupport
import Foundation

/// One folder that several programs open one after the other: some know the kitchen, some do not.
struct KitchenFolder {
  let folder: TemporaryFolder
  private let options: LedgerOptions

  init() async throws {
    self.init(in: try TemporaryFolder())
    try await Ledger.create(at: folder.path + "/ledger", options: options)
  }

  private init(in folder: TemporaryFolder) {
    self.folder = folder
    var options = LedgerOptions.prompt
    options.stateDirectory = folder.path + "/state"
    options.cacheDirectory = folder.path + "/cache"
    self.options = options
  }

  /// A copy of the ledger and of what the machine keeps of it.
  func copy() throws -> KitchenFolder {
    let copy = KitchenFolder(in: try TemporaryFolder())
    for name in ["ledger", "state"] {
      try FileManager.default.copyItem(
        atPath: "\(folder.path)/\(name)", toPath: "\(copy.folder.path)/\(name)")
    }
    return copy
  }

  func open(_ systems: [System] = [.kitchen]) async throws -> Ledger {
    try await Ledger.open(at: folder.path + "/ledger", systems: systems, options: options)
  }

  /// Writes as a program that knows no schema: what a later version might write.
  func writeRaw(_ id: Ref<Dish>, _ set: JSONObject) async throws {
    let raw = try await open([])
    try await raw.append([Mutation(.upsert, kind: Dish.kind, id: id.rawValue, set: set)])
    await raw.close()
  }
}
