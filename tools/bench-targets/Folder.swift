import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Folder operations of the measurements.
enum Folder {
  /// A folder with only a ledger's description: the state of a machine before it gets the rest.
  static func makeEmptyLedger(_ target: String, like ledger: String) throws {
    let files = FileManager.default
    if files.fileExists(atPath: target) { try files.removeItem(atPath: target) }
    try files.createDirectory(atPath: target, withIntermediateDirectories: true)
    try files.copyItem(atPath: ledger + "/daybook.json", toPath: target + "/daybook.json")
  }

  /// Copies a folder as `cp -r` does, into one that is not there yet.
  static func copy(_ folder: String, to target: String) throws {
    let files = FileManager.default
    if files.fileExists(atPath: target) { try files.removeItem(atPath: target) }
    try files.copyItem(atPath: folder, toPath: target)
  }

  static func create(_ folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// The folders of the replicas that the other ledger does not have.
  static func copyReplicas(_ ledger: String, to other: String) throws {
    let files = FileManager.default
    for replica in try files.contentsOfDirectory(atPath: ledger + "/replicas") {
      let target = other + "/replicas/" + replica
      if !files.fileExists(atPath: target) {
        try files.copyItem(atPath: ledger + "/replicas/" + replica, toPath: target)
      }
    }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func remove(_ folder: String) throws {
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
  }

  /// The size of the files in it.
  static func sizeMegabytes(_ folder: String) throws -> Double {
    try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
      let size = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.size] as? Int
      return sum + Double(size ?? 0) / 1_048_576
    }
  }

  /// The processor time of this process so far, on all cores, as user and in the system.
  static var processorMilliseconds: Double {
    var usage = rusage()
    #if canImport(Glibc)
      guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    #else
      guard getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
    #endif
    let (own, system) = (usage.ru_utime, usage.ru_stime)
    return Double(own.tv_sec + system.tv_sec) * 1000 + Double(own.tv_usec + system.tv_usec) / 1000
  }

  /// The peak memory of this process so far.
  static var peakMemoryMegabytes: Double {
    var usage = rusage()
    #if canImport(Glibc)
      guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
      return Double(usage.ru_maxrss) / 1024
    #else
      guard getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
      return Double(usage.ru_maxrss) / 1_048_576
    #endif
  }
}
