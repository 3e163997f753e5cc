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
  /// What a snapshot must have been made of and by, byte for byte.
  let basis: [UInt8]
  /// In nanoseconds since 1970, as the file system counts.
  let now: Int64
  private let path: String

  private static let folder = "snapshots"
  private static let sizeBytesMax = 1 << 40

  /// Each program has a snapshot of its own of each copy of a ledger, which another build of the program replaces: it
  /// may fold otherwise.
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

  /// Compares the sums of a file that is not known to be as it was when they were compared last: then all of it is
  /// read.
  private func check(_ file: SnapshotFile, _ status: FileStatus) throws {
    let identity = FileIdentity(status)
    let known = "\(identity.json) \(Self.bootTime)\n"
    if let text = try? store.read(checkedPath, from: 0, count: 256), isSame(text, identity) { return }
    try file.check()
    guard identity.isSettled(at: now) else { return }
    // Not durable: after a crash of the machine nothing of a file is believed that was not flushed.
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

  /// When the machine was started, in seconds since 1970, as its clock now says: the clock is set a little now and
  /// then. Bytes that were not flushed before are not believed unread.
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

  /// No machine starts sooner.
  private static let bootTimeTolerance: Int64 = 2

  // MARK: Writing

  /// Puts a new snapshot in the place of the old one, if that is possible.
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

  /// What processes that were ended left, and snapshots that nobody has written for a month.
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
  /// When it will save more than it costs.
  case measured
  /// Whenever anything was read.
  case always
  /// Neither reads one nor writes one.
  case never

  /// Reading a log that takes less is sooner done again.
  private static let replaySecondsMin = 0.01
  /// A snapshot is written again when reading what came since took this part of what writing it takes: so writing
  /// takes no more than a few times what it saves, and what is read again stays little.
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
