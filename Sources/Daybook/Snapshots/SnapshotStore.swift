import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file in this machine's cache that keeps a ledger's read models between processes. Deleting it is always safe; a
/// failure to read or write it is not an error.
struct SnapshotStore {
  let store: any FileStore
  /// What a snapshot must have been made from and by, byte for byte.
  let basis: [UInt8]
  /// In nanoseconds since 1970, as the file system counts.
  let now: Int64
  private let path: String

  private static let folder = "snapshots"
  private static let sizeBytesMax = 1 << 40

  /// Each program has its own snapshot of each copy of a ledger; another build of the program replaces it, since that
  /// may fold differently.
  ///
  /// - Parameter folder: the ledger's, as the system knows it.
  init(
    _ store: any FileStore, ledger: String, in folder: FileStatus?, schemas: SchemaRegistry, _ now: Int64
  ) {
    let executable = ExecutableFile()
    var lines = ["daybook \(Ledger.softwareVersion)", ledger]
    lines += executable == nil ? schemas.provided.map { "\($0.kind) \($0.id)" } : schemas.providers
    let place = [executable?.path, folder.map { "\($0.device) \($0.inode)" }].map { $0 ?? "-" }
    let name = Hash256.of(Array((lines + place).joined(separator: "\n").utf8).span)
    lines.append(executable?.identity ?? "-")
    basis = Array(lines.joined(separator: "\n").utf8)
    (self.store, self.now) = (store, now)
    path = "\(Self.folder)/\(ledger)-\(name.description.prefix(16))"
  }

  private var checkedPath: String { path + ".checked" }

  // MARK: Reading

  /// The snapshot, if there is one that this program made of this ledger and that is whole.
  func open() -> SnapshotFile? {
    do {
      let file: SnapshotFile
      if let mapped = try store.mapped(path) {
        file = try SnapshotFile.open(mapped)
        try check(file, mapped.status)
      } else {
        guard try store.status(path) != nil else { return nil }
        file = try SnapshotFile.open(try store.readAll(path, sizeBytesMax: Self.sizeBytesMax))
        try file.check()
      }
      return file.elements("basis", as: UInt8.self) == basis ? file : nil
    } catch {
      return nil
    }
  }

  /// Checks a file's sums, unless it is known to be unchanged since they were last checked: this reads all of it.
  private func check(_ file: SnapshotFile, _ status: FileStatus) throws {
    let identity = FileIdentity(status)
    let known = "\(identity.json) \(Self.bootTime)\n"
    if let text = try? store.read(checkedPath, from: 0, count: 256), isSame(text, identity) { return }
    try file.check()
    guard identity.isSettled(at: now) else { return }
    // Not durable: after a crash of the machine, unflushed bytes of a file must not be trusted.
    try? store.remove(checkedPath)
    if let note = try? store.create(checkedPath) {
      try? note.write(Array(known.utf8))
      note.close()
    }
  }

  private func isSame(_ text: [UInt8], _ identity: FileIdentity) -> Bool {
    let parts = String(decoding: text, as: UTF8.self).split(separator: " ")
    guard parts.count == 2, parts[0] == "\(identity.json)", parts[1].hasSuffix("\n"),
      let boot = Int64(parts[1].dropLast())
    else { return false }
    return abs(boot - Self.bootTime) <= Self.bootTimeTolerance
  }

  /// When the machine was started, in seconds since 1970, according to its present clock, which may be corrected a
  /// little. After a restart, bytes that may not have been flushed are read again before they are trusted.
  private static var bootTime: Int64 {
    var (wall, up) = (timespec(), timespec())
    clock_gettime(CLOCK_REALTIME, &wall)
    #if canImport(Darwin)
      clock_gettime(CLOCK_MONOTONIC, &up)
    #else
      clock_gettime(CLOCK_BOOTTIME, &up)
    #endif
    return Int64(wall.tv_sec - up.tv_sec)
  }

  /// No machine restarts faster.
  private static let bootTimeTolerance: Int64 = 2

  // MARK: Writing

  /// Replaces the old snapshot by a new one, if possible.
  func replace(_ write: (inout SnapshotWriter) throws -> UInt64) {
    let temporary = path + ".new-" + String(UInt64.random(in: .min ... .max), radix: 16)
    do {
      try store.createFolder(Self.folder)
      let file = try store.createPlaced(temporary)
      defer { file.close() }
      var writer = SnapshotWriter(file)
      try writer.add("basis", basis)
      let nanoseconds = try write(&writer)
      try writer.finish(nanoseconds: nanoseconds)
      try store.rename(temporary, to: path, replacing: true)
      tidy()
    } catch {
      try? store.remove(temporary)
    }
  }

  /// Removes the remains of killed processes, and snapshots that nobody has written for a month.
  private func tidy() {
    for entry in (try? store.list(Self.folder)) ?? [] where entry.kind == .file {
      let other = "\(Self.folder)/\(entry.name)"
      guard other != path, other != checkedPath, let status = try? store.status(other) else { continue }
      let (elapsed, overflows) = now.subtractingReportingOverflow(status.modifiedTime)
      let age = overflows ? Int64.max : elapsed / 1_000_000
      let limit: Int64 = entry.name.contains(".new-") ? 3_600_000 : 30 * 86_400_000
      if age > limit { try? store.remove(other) }
    }
  }
}

/// When opening a ledger writes a snapshot.
package enum SnapshotPolicy: Sendable, Equatable {
  /// If it will save more than it costs.
  case measured
  /// Whenever anything was read.
  case always
  /// Neither reads one nor writes one.
  case never

  /// Below this time, it is faster to read the log again.
  private static let replaySecondsMin = 0.01
  /// A snapshot is written again once reading what came since took this fraction of the time to write it: so writing
  /// costs at most a few times what it saves, and little has to be read again.
  private static let shareOfWriting = 0.25

  func isWorthOne(_ seconds: Double) -> Bool {
    switch self {
    case .measured: seconds >= Self.replaySecondsMin
    case .always: true
    case .never: false
    }
  }

  func isWorthAnother(_ seconds: Double, after nanoseconds: UInt64, news events: Int) -> Bool {
    guard events > 0 else { return false }
    let limit = max(Self.replaySecondsMin, Double(nanoseconds) / 1e9 * Self.shareOfWriting)
    return self == .always || self == .measured && seconds >= limit
  }
}
