import Daybook
import Planner
import SAM
import Synchronization

/// The workload as a sealed ledger: `FOLDER/ledger`, with its machine's state in `FOLDER/state`, and a recent message's
/// id in `FOLDER/id`.
enum WorkloadLedger {
  static let commitCount = 1000
  static let systems: [System] = [.sam, .planner]

  /// - Parameter machine: names the state; another one is another replica.
  static func options(_ folder: String, machine: String = "state") -> LedgerOptions {
    var options = LedgerOptions()
    options.stateDirectory = "\(folder)/\(machine)"
    options.cacheDirectory = "\(folder)/cache"
    options.replicaName = machine
    return options
  }

  /// Commits of a thousand, each at the time of its first event.
  static func make(
    _ folder: String, events: Int, isForked: Bool = false, machine: String = "state"
  ) async throws {
    let path = folder + "/ledger"
    let now = Mutex(Workload.start)
    var options = options(folder, machine: machine)
    options.now = { now.withLock { $0 } }
    if (try? await Ledger.open(at: path, systems: [], options: options)) == nil {
      try await Ledger.create(at: path, options: options)
    }
    let ledger = try await Ledger.open(at: path, systems: systems, options: options)
    var workload = Workload(seed: WorkloadFiles.seed)
    var fork = WorkloadFork(seed: WorkloadFiles.seed + 1)
    var line: [UInt8] = []
    for first in stride(from: 0, to: events, by: commitCount) {
      var mutations: [Mutation] = []
      for place in 0..<min(commitCount, events - first) {
        let original = workload.next()
        let event = isForked ? fork.event(original) : original
        if place == 0 { now.withLock { $0 = event.time } }
        line.removeAll(keepingCapacity: true)
        event.writeMutation(to: &line)
        mutations.append(try mutation(line[..<(line.count - 1)]))
      }
      try await ledger.append(mutations)
    }
    _ = try await ledger.maintenance.seal()
    let id = try OutputFile(folder + "/id")
    let message = try await visibleMessage(workload, ledger) ?? ""
    try id.write { $0 += Array(message.utf8) }
    try id.close()
    await ledger.close()
  }

  /// A recent one that can be read.
  private static func visibleMessage(_ workload: Workload, _ ledger: Ledger) async throws -> String? {
    for id in workload.living(.message).reversed()
    where try await ledger.get(kind: WorkloadKind.message.name, id: id.text) != nil {
      return id.text
    }
    return nil
  }

  /// Of a line without its LF.
  static func mutation(_ line: ArraySlice<UInt8>) throws -> Mutation {
    guard let object = try JSONParser.parse(Array(line)).object else {
      throw LedgerError(.badData, "a line of the workload is not an object")
    }
    return try Mutation(object)
  }

  /// The mutations of a file, in commits of `count`.
  static func commits(_ path: String, limit: Int, of count: Int) throws -> [[Mutation]] {
    var mutations: [Mutation] = []
    var start = 0
    let bytes = try Folder.bytes(path)
    while mutations.count < limit, let end = bytes[start...].firstIndex(of: 0x0a) {
      mutations.append(try mutation(bytes[start..<end]))
      start = end + 1
    }
    return stride(from: 0, to: mutations.count, by: count).map {
      Array(mutations[$0..<min($0 + count, mutations.count)])
    }
  }
}
