import DaybookLog
import DaybookModel
import DaybookReplication
package import DaybookView

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The schemas of an executable, in this machine's cache: in separate files, named by the system's identity of the
/// executable. Only for a program that is one file. Deleting them is always safe; a failure to read or write one is not
/// an error.
package enum SchemaStore {
  private static let folder = "schemas"
  private static let sizeBytesMax = 16 << 20
  /// Files that were written longer ago are removed: their programs are gone, or will write them anew.
  private static let ageSecondsMax: Int64 = 30 * 86_400

  /// - Parameters:
  ///   - ledger: the folder that is about to be read, in which no cache is kept. - Returns: nil if the system does not
  /// reveal which file this program is, or there is no place for a cache.
  package static func cache(
    ledger: String, cacheDirectory: String? = nil, executable: String = "/proc/self/exe"
  ) -> SchemaCache? {
    guard let identity = identity(executable),
      let path = try? cacheDirectory ?? MachinePaths.current().cache, !SystemFolder.isWithin(path, ledger)
    else { return nil }
    return SchemaCache(
      read: { system in read(system, identity, path) },
      write: { system, bytes in write(system, bytes, identity, path) })
  }

  private struct Identity: Sendable {
    /// Includes the library's version, since nothing else identifies the cache's format.
    var text: String
    /// Whether a change of the file from now on would show in it.
    var isSettled: Bool
  }

  private static func identity(_ executable: String) -> Identity? {
    ExecutableFile(executable).map { file in
      Identity(text: "daybook \(Ledger.softwareVersion) \(file.identity)\n", isSettled: file.isSettled)
    }
  }

  private static func name(_ system: String, _ identity: Identity) -> String {
    let text = Array(identity.text.utf8)
    return "\(folder)/\(system)-\(Hash256.of(text.span).description.prefix(16))"
  }

  private static func read(_ system: String, _ identity: Identity, _ path: String) -> [UInt8]? {
    guard let store = try? DiskFileStore(path: path),
      let bytes = try? store.readAll(name(system, identity), sizeBytesMax: sizeBytesMax)
    else { return nil }
    let head = Array(identity.text.utf8)
    guard bytes.starts(with: head) else { return nil }
    return Array(bytes[head.count...])
  }

  private static func write(_ system: String, _ bytes: [UInt8], _ identity: Identity, _ path: String) {
    guard identity.isSettled, (try? SystemFolder.create(path)) != nil,
      let store = try? DiskFileStore(path: path)
    else { return }
    let name = name(system, identity)
    let temporary = "\(name).new-" + String(UInt64.random(in: .min ... .max), radix: 16)
    do {
      try store.createFolder(folder)
      let file = try store.create(temporary)
      defer { file.close() }
      try file.write(Array(identity.text.utf8) + bytes)
      try store.rename(temporary, to: name, replacing: true)
      tidy(store, but: name)
    } catch {
      try? store.remove(temporary)
    }
  }

  /// Removes the files of programs that are gone.
  private static func tidy(_ store: DiskFileStore, but name: String) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    for entry in (try? store.list(folder)) ?? [] where entry.kind == .file {
      let other = "\(folder)/\(entry.name)"
      guard other != name, let status = try? store.status(other),
        Int64(now.tv_sec) - status.modifiedTime / 1_000_000_000 > ageSecondsMax
      else { continue }
      try? store.remove(other)
    }
  }
}
