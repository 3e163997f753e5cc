import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Whether what is written is encrypted: see ``lock(at:recovery:options:progress:)``.
  public var isLocked: Bool { locking != nil }

  /// In a ledger that is not locked, the replicas with encrypted files: their members have not unlocked it yet.
  func encryptedFiles() -> [(replica: ReplicaID, count: Int)] {
    if locking != nil { return [] }
    return loaded.inventory.replicas.compactMap { replica in
      let count = replica.segments.count { $0.name.isLocked }
      return count == 0 ? nil : (replica.id, count)
    }
  }

  /// The devices that keep a ring but are not members by the lock pinned here: they have another lock.
  func lockedApart(_ members: Membership) -> [ReplicaID] {
    let rings = loaded.inventory.devices.filter { $0.name.kind == .keyring }.map(\.replica)
    return Set(rings).filter { members.member($0) == nil }.sorted()
  }

  /// Whether there is another lock than the one that is pinned here.
  func hasOtherLock() throws -> Bool {
    let known = try lockedMembers().known
    return !known.lockedAnew.isEmpty || !lockedApart(known.members).isEmpty
  }

  /// How many files are encrypted, large values included. O(number of files)
  package func encryptedFileCount() throws -> Int {
    let inventory = try Inventory.scan(folder, includingBlobs: true)
    return inventory.replicas.reduce(0) { $0 + $1.segments.count { $0.name.isLocked } }
      + inventory.blobs.count { LedgerLayout.isLockedBlob($0.path) }
  }

  /// How far a locked ledger is locked; nil for one that is not.
  func lockStatus() throws -> StatusReport.Lock? {
    guard locking != nil else { return nil }
    var status = StatusReport.Lock()
    let inventory = try Inventory.scan(folder, includingBlobs: true)
    for replica in inventory.replicas {
      let count = replica.segments.count { !$0.name.isLocked }
      if count > 0 { status.plainFiles.append((replica.id, count)) }
    }
    status.plainBlobs = inventory.blobs.count { !LedgerLayout.isLockedBlob($0.path) }
    guard let known = try membership() else { return status }
    status.uncounted = known.withheld.sorted()
    status.uncountedRevoked = status.uncounted.filter { known.members.member($0)?.endedBy != nil }
    status.uncountedWholly = status.uncounted.filter { replica in
      loaded.report.branches(of: replica).allSatisfy { known.counting.limit(of: $0.id) == 0 }
    }
    status.unlockedBy = known.unlocked
    status.lockedAnewBy = known.lockedAnew
    status.lockedApart = lockedApart(known.members)
    for device in try listDevices() {
      switch device.status {
      case .member: status.members += 1
      case .waiting: status.waiting.append(device.replica)
      case .revoked: break
      }
    }
    return status
  }
}
