import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport

// How what was written apart comes together.

extension ForkedWorld {
  /// Some of what lies anywhere, by a tool that knows names alone and overwrites nothing.
  mutating func copySome() throws {
    let union = try CopyingTools(random: random).union(stores)
    for computer in sites {
      let present = try CopyingTools.files(computer.folder)
      for path in union.keys.sorted() where present[path] == nil && Int.random(in: 0..<3, using: &random) > 0
      {
        guard var bytes = union[path] else { continue }
        if path.hasSuffix(".open.jsonl.zst"), Bool.random(using: &random) {
          bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        }
        try CopyingTools.lay([path: bytes], over: computer.folder)
      }
    }
  }

  /// Everything that lies anywhere, that which a restored folder lacks too: others have it. By replicating with a
  /// stick, or by a tool that keeps both of two files with one name, which repairing then takes in.
  mutating func copyAll() async throws {
    if Bool.random(using: &random) {
      let stick = try Computer(0, seed: 0).folder
      try CopyingTools.lay(CopyingTools.files(MemoryFileStore(now.disks[0].ledger)), over: stick)
      for computer in sites + sites { try await computer.replicate(with: stick) }
      return
    }
    let union = try CopyingTools(random: random).unionWithConflicts(stores)
    for computer in sites {
      try CopyingTools.lay(union, over: computer.folder)
      guard
        union.keys.contains(where: {
          SegmentName($0.split(separator: "/").last.map(String.init) ?? "") == nil
        })
      else { continue }
      let ledger = try computer.running()
      _ = try await ledger.maintenance.repair()
      try await history.takeIntroduction(of: computer, ledger)
      await computer.stop(orderly: true)
    }
  }

  private var stores: [MemoryFileStore] { sites.map(\.folder) + [MemoryFileStore(now.disks[0].ledger)] }
}
