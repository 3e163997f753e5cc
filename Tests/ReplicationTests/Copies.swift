import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// Two copies of a ledger in memory, and what bringing them together does.
struct Copies {
  var here = MemoryFileStore()
  var there = MemoryFileStore()

  struct Leaf: Hashable {
    var replica: ReplicaID
    var index: UInt64
    var text: String
  }

  @discardableResult
  func replicate(
    _ direction: ReplicationDirection = .both, own: TestReplica? = nil, isDryRun: Bool = false,
    comparesAll: Bool = false, doubted: Set<String> = [],
    control: (here: FaultControl, there: FaultControl) = (FaultControl(), FaultControl())
  ) throws -> CopyReport {
    var replicator = Replicator(
      here: FaultFileStore(here, control.here), there: FaultFileStore(there, control.there),
      descriptor: Reading.descriptor, own: own?.id, direction: direction, isDryRun: isDryRun,
      comparesAll: comparesAll, doubted: doubted, tag: "0a1b2c3d")
    return try replicator.run()
  }

  /// Every attested line of a side, and that none is read twice.
  static func leaves(_ store: any FileStore) throws -> Set<Leaf> {
    let reading = try Reading(store)
    #expect(reading.leaves.values.allSatisfy { $0 == 1 })
    return Set(
      reading.leaves.keys.map { Leaf(replica: $0.branch.replica, index: $0.leaf, text: $0.text) })
  }

  var leavesHere: Set<Leaf> { get throws { try Self.leaves(here) } }
  var leavesThere: Set<Leaf> { get throws { try Self.leaves(there) } }

  static func files(_ store: any FileStore, _ folder: String = "") throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for entry in try store.list(folder) ?? [] {
      let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder: files.merge(try Self.files(store, path)) { first, _ in first }
      case .file: files[path] = try store.readAll(path)
      default: files[path] = []
      }
    }
    return files
  }

  /// With nothing to do there is nothing to write, and hardly anything to read.
  func expectNothingToDo(_ direction: ReplicationDirection = .both, own: TestReplica? = nil) throws {
    let control = (here: FaultControl(tracing: true), there: FaultControl(tracing: true))
    let report = try replicate(direction, own: own, control: control)
    #expect(report.pulled.isEmpty && report.pushed.isEmpty && report.removed.isEmpty)
    for control in [control.here, control.there] {
      #expect(control.trace.filter(\.name.changes) == [])
    }
  }

  func copied() -> Copies {
    Copies(here: MemoryFileStore(here.image), there: MemoryFileStore(there.image))
  }
}
