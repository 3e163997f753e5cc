import DaybookLocking
import DaybookLog
import DaybookModel

// In a locked ledger, the rings are copied before the segments that they open.

extension Replicator {
  /// Copies the newest ring and device file of each replica to the other side, and removes older ones there; copies all
  /// offers and notices. This machine's own files come only from this side, and own offers that no longer exist here
  /// are removed there.
  mutating func copyDevices(_ inventories: [Endpoint: Inventory]) throws {
    for side in [Endpoint.there, .here] where isTarget(side.other) && !isDryRun {
      let target = side.other
      let newest = Self.newest(inventories[side]?.devices ?? [])
      for file in newest where target == .there || file.replica != own {
        let present = (inventories[target]?.devices ?? []).filter {
          $0.replica == file.replica && $0.name.kind == file.name.kind
        }
        let isReplaced = file.name.kind.isReplaced
        guard isReplaced ? present.allSatisfy({ $0.name.number < file.name.number }) : !present.contains(file)
        else { continue }
        let isOwnOffer = file.name.kind == .offer && file.replica == own
        let former = isReplaced ? present : isOwnOffer ? present.filter { !newest.contains($0) } : []
        do { try copyDevice(file, from: side, replacing: former) } catch is FileVanished {
          report.unread.insert("\(side) \(file.path)")
        }
      }
    }
  }

  private static func newest(_ files: [Inventory.DeviceEntry]) -> [Inventory.DeviceEntry] {
    let newest = Dictionary(grouping: files.filter(\.name.kind.isReplaced)) {
      "\($0.replica) \($0.name.kind)"
    }
    .values.compactMap { $0.max { ($0.name.number, $0.path) < ($1.name.number, $1.path) } }
    return (newest + files.filter { !$0.name.kind.isReplaced }).sorted { $0.path < $1.path }
  }

  private mutating func copyDevice(
    _ file: Inventory.DeviceEntry, from side: Endpoint, replacing present: [Inventory.DeviceEntry]
  ) throws {
    guard let bytes = try contents(file.path, Keyring.fileSizeBytesMax, side, file.replica) else { return }
    guard file.name.matches(bytes.span) else {
      return note(
        Finding(
          .corruption, replica: file.replica, file: file.path,
          "its bytes do not match the hash in its name",
          advice: "copy the file again from another machine"), side)
    }
    try change(side.other) { (writer) throws(FileError) in
      _ = try writer.put(CopySource(bytes), at: file.path, replacing: nil)
      try writer.flush()
    }
    let store = store(side.other)
    for former in present {
      try change(side.other) { (writer) throws(FileError) in
        guard let status = try store.status(former.path) else { return }
        _ = try writer.remove(
          former.path, ifStill: SideWriter.Seen(sizeBytes: status.sizeBytes, inode: status.inode))
      }
    }
  }
}
