import Daybook

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The workload as files: `NAME.mutations.jsonl` for `daybook append`, and `NAME.ndjson`, the same events with stamp
/// and number, for everything else.
enum WorkloadFiles {
  static let seed: UInt64 = 7
  /// Of the peers' stamps.
  static let replica = "4f2a9c1e07b35d68"
  static let forkReplica = "9d03b7aa51c46e02"

  static func write(_ name: String, events: Int, isForked: Bool = false) throws {
    var workload = Workload(seed: seed)
    var fork = WorkloadFork(seed: seed + 1)
    let mutations = try OutputFile(name + ".mutations.jsonl")
    let stamped = try OutputFile(name + ".ndjson")
    for seq in 1...max(1, events) {
      let original = workload.next()
      let event = isForked ? fork.event(original) : original
      try mutations.write { event.writeMutation(to: &$0) }
      try stamped.write { event.writeEvent(seq: seq, replica: isForked ? forkReplica : replica, to: &$0) }
    }
    try mutations.close()
    try stamped.close()
  }
}

/// A file that is written from its beginning, in large pieces. It appears under its name when it is whole.
final class OutputFile {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  private var pending: [UInt8] = []

  init(_ path: String) throws {
    guard let file = fopen(path + ".part", "w") else { throw Self.failure(path) }
    (self.file, self.path) = (file, path)
  }

  func write(_ body: (inout [UInt8]) -> Void) throws {
    body(&pending)
    if pending.count > 1 << 20 { try flush() }
  }

  func close() throws {
    try flush()
    guard fclose(file) == 0, rename(path + ".part", path) == 0 else { throw Self.failure(path) }
  }

  private func flush() throws {
    guard fwrite(pending, 1, pending.count, file) == pending.count else { throw Self.failure(path) }
    pending.removeAll(keepingCapacity: true)
  }

  private static func failure(_ path: String) -> LedgerError {
    LedgerError(.inputOutput, "cannot write the file", file: path)
  }
}
