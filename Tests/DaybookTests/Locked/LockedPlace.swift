import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

/// A locked ledger on several machines that share a folder.
struct LockedPlace {
  let folder: TemporaryFolder
  let recovery = RecoverySecret()
  var ledger: String { folder.path + "/l" }

  init() throws { folder = try TemporaryFolder() }

  func options(_ machine: String) -> LedgerOptions {
    var options = LedgerOptions.prompt
    options.stateDirectory = folder.path + "/state-\(machine)"
    options.cacheDirectory = folder.path + "/cache-\(machine)"
    options.replicaName = machine
    options.wordIterations = 1000
    return options
  }

  /// Makes it, locked, with one device.
  func found(by machine: String) async throws {
    try await Ledger.create(at: ledger, name: machine, lockedWith: recovery, options: options(machine))
  }

  func open(_ machine: String) async throws -> Ledger {
    try await Ledger.open(at: ledger, systems: [.house], options: options(machine))
  }

  func write(_ machine: String, _ id: String, _ name: String) async throws {
    let ledger = try await open(machine)
    try await ledger.commit { try $0.upsert(Member(id: Ref(id)) { $0.name = name }) }
    await ledger.close()
  }

  func names(_ machine: String) async throws -> [String: String] {
    let ledger = try await open(machine)
    defer { Task { await ledger.close() } }
    var names: [String: String] = [:]
    for row in try await ledger.query(Query("house.member")).rows { names[row.id] = row["name"]?.string }
    return names
  }

  func join(_ new: String, by member: String) async throws {
    let joining = Joining(at: ledger, options: options(new))
    guard case .asking(let device, _) = try await joining.step() else {
      Issue.record("not asking")
      return
    }
    let approving = try await open(member)
    let words = try await approving.devices.offer(to: device)
    guard case .offered(let shown, _) = try await joining.step() else {
      Issue.record("not offered")
      return
    }
    #expect(shown == words && words.count == 12)
    try joining.confirm(shown)
    // Who was a member before may have a ring already.
    #expect([.confirmed(device: device), .member].contains(try await joining.step()))
    try await approving.devices.approve(device)
    await approving.close()
    #expect(try await joining.step() == .member)
  }

  /// Every file's bytes, by its path.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: ledger) {
      files[path] = try? Data(contentsOf: URL(fileURLWithPath: ledger + "/" + path))
    }
    return files
  }

  func device(_ name: String, on machine: String) async throws -> Device {
    let ledger = try await open(machine)
    defer { Task { await ledger.close() } }
    return try await ledger.devices.device(matching: name)
  }
}
