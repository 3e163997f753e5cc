package import DaybookLog
package import DaybookModel

#if canImport(Darwin)
  import Darwin
#endif

/// The identity of this machine, as a hash: the id itself is confidential (machine-id(5)) and is never stored.
package struct MachineID: Hashable, Sendable {
  package let hash: Hash256

  package init(hash: Hash256) { self.hash = hash }

  init(of id: String) { hash = Hash256.of(Array("daybook machine \(id)\n".utf8).span) }

  /// The files that hold a machine's id, best first, relative to the root of its file system.
  static let files = ["etc/machine-id", "var/lib/dbus/machine-id"]
  /// A machine without one (many containers) gets a random id, kept in its state folder.
  static let ownFile = "machine-id"

  /// Reads or makes the id. `system` is the root of the machine's file system; `platform` what the
  /// system's own calls say (macOS: IOPlatformUUID).
  package static func current(
    system: any FileStore, state: any FileStore, platform: () -> String? = platformID,
    random: () -> UInt64 = { .random(in: .min ... .max) }
  ) throws(FileError) -> MachineID {
    if let id = platform().flatMap(normalised) { return MachineID(of: id) }
    for file in files {
      // A link, a folder or an unreadable file counts as none.
      guard let bytes = try? system.read(file, from: 0, count: 128) else { continue }
      if let id = normalised(String(decoding: bytes, as: UTF8.self)) { return MachineID(of: id) }
    }
    return MachineID(of: try ownID(state, random))
  }

  private static func ownID(_ state: any FileStore, _ random: () -> UInt64) throws(FileError) -> String {
    if let id = try stored(state) { return id }
    var bytes: [UInt8] = []
    bytes.append(hexadecimal: random(), width: 16)
    bytes.append(hexadecimal: random(), width: 16)
    // Made aside and renamed without replacing: of two processes at once, both read the first one's.
    var unique: [UInt8] = []
    unique.append(hexadecimal: random(), width: 16)
    let temporary = "\(ownFile).\(String(decoding: unique, as: UTF8.self)).new"
    let file = try state.create(temporary)
    defer { file.close() }
    try file.write(bytes + [UInt8(ascii: "\n")])
    try file.sync()
    do throws(FileError) {
      try state.rename(temporary, to: ownFile, replacing: false)
      try state.syncFolder("")
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      try? state.remove(temporary)
      if error.reason == .exists, let id = try stored(state) { return id }
      throw error
    }
  }

  private static func stored(_ state: any FileStore) throws(FileError) -> String? {
    guard try state.status(ownFile) != nil else { return nil }
    let text = String(decoding: try state.read(ownFile, from: 0, count: 128), as: UTF8.self)
    if let id = normalised(text) { return id }
    // Emptied or overwritten by somebody: make a new one, which makes a new replica.
    try state.remove(ownFile)
    return nil
  }

  /// 32 hex digits, with or without dashes, not all alike; images that are made for cloning have an empty file or
  /// "uninitialized".
  private static func normalised(_ text: String) -> String? {
    let digits = text.lowercased().utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: "-") }
    let bytes = Array(digits)
    guard bytes.count == 32, Set(bytes).count > 1,
      bytes.span.hexadecimal(at: 0, width: 16) != nil, bytes.span.hexadecimal(at: 16, width: 16) != nil
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// IOPlatformUUID on macOS, where no file holds it; nil elsewhere.
  package static func platformID() -> String? {
    #if canImport(Darwin)
      var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      var wait = timespec(tv_sec: 1, tv_nsec: 0)
      let failed = withUnsafeMutablePointer(to: &id) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: 16) { gethostuuid($0, &wait) != 0 }
      }
      if failed { return nil }
      return withUnsafeBytes(of: id) { bytes in
        var text: [UInt8] = []
        for byte in bytes { text.append(hexadecimal: UInt64(byte), width: 2) }
        return String(decoding: text, as: UTF8.self)
      }
    #else
      return nil
    #endif
  }
}
