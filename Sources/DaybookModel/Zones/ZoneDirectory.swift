// The zones of this machine: the tz database where Unix systems keep it. Containers often have none; then only UTC is
// known, and a caller that names another zone gets nil.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// This machine's time zones, read from its tz database (`$TZDIR`, then the usual folders) and kept for the process.
public enum ZoneDirectory {
  /// The zone called `Europe/Berlin`; nil where this machine does not know it.
  public static func zone(named name: String) -> (any ZoneOffsets)? {
    guard isSafe(name) else { return nil }
    if ["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Z"].contains(name) { return FixedZone() }
    if let known = cache.withLock({ $0[name] }) { return known }
    for folder in folders {
      if let zone = read(folder + "/" + name) {
        cache.withLock { $0[name] = zone }
        return zone
      }
    }
    return nil
  }

  /// The user's zone: `$TZ`, else /etc/localtime, else UTC.
  public static func local() -> any ZoneOffsets {
    guard let variable = getenv("TZ").map({ String(cString: $0) }) else {
      return read("/etc/localtime") ?? FixedZone()
    }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if name.hasPrefix("/") { return read(name) ?? FixedZone() }
    return zone(named: name) ?? ZoneFooter(name) ?? FixedZone()
  }

  /// The name of the user's zone in the tz database; nil if it is not from there.
  public static func localName() -> String? {
    if let variable = getenv("TZ").map({ String(cString: $0) }) {
      let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
      return zone(named: name) == nil ? nil : name
    }
    guard let path = realpath("/etc/localtime", nil) else { return "UTC" }
    defer { free(path) }
    let parts = String(cString: path).split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    let name = parts[(folder + 1)...].joined(separator: "/")
    return zone(named: name) == nil ? nil : name
  }

  private static let cache = Mutex<[String: ZoneRules]>([:])

  private static var folders: [String] {
    let own = getenv("TZDIR").map { [String(cString: $0)] } ?? []
    return own + ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"]
  }

  /// Names come from untrusted files, so no name may leave the folder.
  private static func isSafe(_ name: String) -> Bool {
    name.utf8.count <= 64
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
              || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
          }
      }
  }

  private static func read(_ path: String) -> ZoneRules? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // The largest zone has 4 KB.
    let bytes = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
      count = 0
      while count < buffer.count {
        #if canImport(Glibc)
          let got = Glibc.read(descriptor, buffer.baseAddress! + count, buffer.count - count)
        #elseif canImport(Musl)
          let got = Musl.read(descriptor, buffer.baseAddress! + count, buffer.count - count)
        #else
          let got = Darwin.read(descriptor, buffer.baseAddress! + count, buffer.count - count)
        #endif
        guard got > 0 else { break }
        count += got
      }
    }
    return ZoneRules(file: bytes)
  }
}
