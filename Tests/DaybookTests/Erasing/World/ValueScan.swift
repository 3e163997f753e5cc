import DaybookAge
import DaybookLog
import DaybookModel

/// Looks for texts of ``WrittenValues`` in bytes, without the search that is under test: as they are, in base64, within zstd
/// frames wherever one begins, and within age files that a machine's keys open.
struct ValueScan {
  let identities: [AgeIdentity]
  /// Age files that none of the keys opens.
  private(set) var unopened: [String] = []
  private(set) var texts: Set<String> = []

  init(_ identities: [AgeIdentity] = []) { self.identities = identities }

  /// With all the keys that a machine has: those in its state, and those in the keyrings that they open.
  init(keysOf machine: MemoryMachine) throws {
    var found: [AgeIdentity] = []
    for (_, bytes) in try Self.files(machine.state) { found += Self.identities(in: bytes) }
    for (path, bytes) in try Self.files(machine.folder) where path.contains("/keys-") {
      if let ring = try? AgeFile.decrypt(bytes, with: found) { found += Self.identities(in: ring) }
    }
    self.init(found)
  }

  /// Every file below a folder of a store.
  static func files(_ store: MemoryFileStore, _ folder: String = "") throws -> FolderFiles {
    var files: FolderFiles = [:]
    for entry in try store.list(folder) ?? [] {
      let path = joined(folder, entry.name)
      if entry.kind == .folder {
        files.merge(try self.files(store, path)) { $1 }
      } else {
        files[path] = try store.readAll(path)
      }
    }
    return files
  }

  mutating func look(at files: FolderFiles) {
    for (path, bytes) in files {
      look(in: bytes)
      guard path.hasSuffix(".age") else { continue }
      if let content = try? AgeFile.decrypt(bytes, with: identities) {
        look(in: content)
      } else if path.hasSuffix(".zst.age") {
        unopened.append(path)
      }
    }
  }

  private mutating func look(in bytes: [UInt8]) {
    note(bytes)
    var place = ZstdFrame.next(in: bytes, from: 0)
    while let start = place {
      var next = start + 1
      if let (content, sizeBytes) = try? ZstdDecompressor().decompress(bytes.span, at: start) {
        note(content)
        next = start + sizeBytes
      }
      place = ZstdFrame.next(in: bytes, from: next)
    }
  }

  /// Notes every text that stands in some bytes, plain or as the beginning of data in base64.
  private mutating func note(_ bytes: [UInt8]) {
    let (plain, encoded) = (WrittenValues.textPrefix, WrittenValues.encodedPrefix)
    bytes.withUnsafeBufferPointer { bytes in
      for place in 0..<max(0, bytes.count - 1) {
        if bytes[place] == plain[0], bytes[place + 1] == plain[1] {
          note(bytes[place...].prefix(WrittenValues.textSizeBytes))
        } else if bytes[place] == encoded[0], bytes[place + 1] == encoded[1] {
          let part = Array(bytes[place...].prefix(WrittenValues.textSizeBytes / 3 * 4))
          if let text = Base64.bytes(part) { note(text[...]) }
        }
      }
    }
  }

  private mutating func note(_ bytes: some Collection<UInt8>) {
    guard bytes.count == WrittenValues.textSizeBytes, bytes.dropFirst(2).allSatisfy(\.isHexadecimalDigit)
    else { return }
    texts.insert(String(decoding: bytes, as: UTF8.self))
  }

  private static func identities(in bytes: [UInt8]) -> [AgeIdentity] {
    let start = Array("AGE-SECRET-KEY-1".utf8)
    return bytes.split { !($0.isUppercaseOrDigit || $0 == UInt8(ascii: "-")) }
      .filter { $0.starts(with: start) }
      .compactMap { AgeIdentity(secret: String(decoding: $0, as: UTF8.self)) }
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }

  fileprivate var isUppercaseOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
}
